"""Be the session of OpenAI's Agents SDK, and offer its agents the tools of a memory."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final, cast

from muniment.errors import InvalidValue, TenantNotFound
from muniment.integrations.faces import PAGE, awaited, extra_missing, read_or
from muniment.integrations.tools import answered, offered, schema_of
from muniment.library.wrapped import Memory
from muniment.mcp.tool import Tool
from muniment.model.memory import Episode
from muniment.model.reading import Page
from muniment.model.storable import is_blank, is_storable
from muniment.operations.moments import BasisLike
from muniment.operations.writes import NewTurn

try:
    from agents import FunctionTool, SessionSettings, TResponseInputItem
    from agents.memory.session import SessionABC
except ModuleNotFoundError as missing:
    raise extra_missing("openai-agents") from missing

SESSION: Final = "openai_session"
"""The name in a turn's metadata under which its session is."""

_PIECE: Final = 20_000
"""The most characters of a turn: a longer item is several."""

_BESIDE: Final = 12_000
"""The most bytes beside the words of a turn: an item that wants more is kept as JSON."""


def memory_tools(
    memory: Memory, names: Sequence[str] | None = None, *, read_only: bool = False
) -> list[FunctionTool]:
    """Return tools for an agent: those named, or the usual ones, without what the memory's role does not allow.

    Raises:
        InvalidValue: there is no tool of a name.
    """
    return [
        FunctionTool(
            name=tool.name,
            description=tool.about,
            params_json_schema=schema_of(tool),
            on_invoke_tool=partial(_invoke, memory, tool),
            strict_json_schema=False,  # arguments may be left out
        )
        for tool in offered(memory, names, read_only=read_only)
    ]


async def _invoke(memory: Memory, tool: Tool, _context: object, arguments: str) -> str:
    try:
        given = json.loads(arguments or "{}")
    except ValueError as error:
        return f"The arguments are not valid JSON: {error}. Write an object."
    if not isinstance(given, dict):
        return "The arguments are not a JSON object. Write an object."
    said = await answered(memory, tool, given)
    return said.text


class MunimentSession(SessionABC):
    """A session whose items are turns of a memory: what was said can be recalled, and learnt from.

    Messages are turns of their speakers; other items (calls of tools, their outputs) are turns of `tool`, with their
    JSON as words. A long item is several turns. To take an item back is to forget it. With `as_of` the session is as
    it was known then, and read-only.
    """

    def __init__(
        self,
        session_id: str,
        memory: Memory,
        *,
        namespace: str | None = None,
        as_of: BasisLike | None = None,
        session_settings: SessionSettings | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._memory = awaited(memory)
        self._namespace = namespace
        self._as_of = as_of

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Return the items in their order; with a limit the latest ones."""
        settings = self.session_settings
        most = settings.limit if limit is None and settings is not None else limit
        return [_item(turns) for turns in await read_or([], self._latest(most))]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Store items as turns, in one transaction."""
        self._refuse_past()
        if not items:
            return
        last = await self._latest_or_open()
        now = (await self._memory.search(kind="episode", limit=1)).basis.valid_at
        first = _position(last[0][0]) + 1 if last else 0
        parts = [
            (item, words, {SESSION: self.session_id, "position": place, **beside})
            for place, item in enumerate(items, first)
            for words, beside in _parts(item)
        ]
        await self._memory.ingest_turns(
            [
                NewTurn(
                    content=words,
                    # One after another, so that the latest can be asked for.
                    occurred_at=now + timedelta(microseconds=number),
                    session=self.session_id,
                    speaker=_speaker(item),
                    metadata=metadata,
                    namespace=self._namespace,
                )
                for number, (item, words, metadata) in enumerate(parts)
            ],
            reason="a run of OpenAI Agents",
        )

    async def pop_item(self) -> TResponseInputItem | None:
        """Forget the latest item that nobody else has taken, and return it."""
        self._refuse_past()
        while latest := await read_or([], self._latest(1)):
            first, *others = latest[0]
            taken = await self._forget(first, "popped from its session")
            for turn in others:
                await self._forget(turn, "popped from its session")
            if taken:
                return _item(latest[0])
        return None

    async def clear_session(self) -> None:
        """Forget every item."""
        self._refuse_past()
        cursor: str | None = None
        while page := await read_or(None, self._page(PAGE, cursor)):
            for turn in page:
                await self._forget(turn, "its session was cleared")
            cursor = page.cursor
            if cursor is None:
                return

    async def _forget(self, turn: Episode, reason: str) -> bool:
        """Forget a turn, and tell whether this did it."""
        return (await self._memory.forget_episode(turn.id, reason=reason)).transaction is not None

    async def _latest_or_open(self) -> list[list[Episode]]:
        """Return the latest item, of a tenant that is there from now on: its time can be read."""
        try:
            return await self._latest(1)
        except TenantNotFound:
            await self._memory.ingest_turns([])
            return []

    async def _latest(self, most: int | None) -> list[list[Episode]]:
        """Return the turns of each of the latest items, or of all, in their order."""
        found: list[list[Episode]] = []
        begun: dict[object, list[Episode]] = {}
        cursor: str | None = None
        while most is None or len(found) < most:
            wanted = PAGE if most is None or begun else most - len(found)
            page = await self._page(min(PAGE, wanted), cursor)
            for turn in page:
                item = (turn.known_from, _position(turn))
                parts = begun.setdefault(item, [])
                parts.insert(0, turn)
                if len(parts) == (turn.metadata or {}).get("parts", 1):
                    found.append(begun.pop(item))
            cursor = page.cursor
            if cursor is None:
                break
        return found[:most][::-1]

    async def _page(self, limit: int, cursor: str | None) -> Page[Episode]:
        """Return turns of the session, the latest first."""
        page = await self._memory.search(
            kind="episode",
            metadata={SESSION: self.session_id},
            namespace=self._namespace,
            as_of=self._as_of,
            limit=limit,
            cursor=cursor,
        )
        return cast("Page[Episode]", page)

    def _refuse_past(self) -> None:
        if self._as_of is not None:
            raise InvalidValue(
                "this session shows another time and is read-only. Add to one made without `as_of`."
            )


def _parts(item: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the turns that an item is: the words of each, and what is kept beside them."""
    words, beside = _words(item), _beside(item)
    if len(json.dumps(beside).encode()) > _BESIDE:
        words, beside = _as_json(item), {"json": True}
    pieces = _pieces(words)
    if any(is_blank(each) for each in pieces) or _is_unstorable(item):  # and no turn is
        pieces, beside = _pieces(_as_visible_json(item)), {"json": True}
    several: dict[str, object] = {"parts": len(pieces)} if len(pieces) > 1 else {}
    for place, piece in enumerate(pieces):
        yield piece, several | ({} if place else beside)


def _is_unstorable(item: Mapping[str, Any]) -> bool:
    """Tell whether a NUL or half a character is somewhere in an item: written as JSON in ASCII, neither is."""
    text = _as_json(item)
    return r"\u0000" in text or not is_storable(text)


def _pieces(words: str) -> list[str]:
    return [words[start : start + _PIECE] for start in range(0, len(words), _PIECE)]


def _words(item: Mapping[str, Any]) -> str:
    """Return what a message says, or another item as JSON."""
    content = item.get("content")
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "\n".join(text for text in texts if isinstance(text, str))
    if _is_message(item) and isinstance(content, str) and not is_blank(content):
        return content
    return _as_json(item)


def _as_json(item: Mapping[str, Any]) -> str:
    return json.dumps(item, sort_keys=True, ensure_ascii=False)


def _as_visible_json(item: Mapping[str, Any]) -> str:
    """Return an item as JSON that nowhere has two blank characters one after the other."""
    return json.dumps(item, sort_keys=True).replace("  ", 2 * r"\u0020")


def _beside(item: Mapping[str, Any]) -> dict[str, object]:
    """Return what is kept beside the words: the item with the length of each text in its place."""
    words, content = _words(item), item.get("content")
    if dict(item) == {"role": item.get("role"), "content": words}:
        return {"plain": True}
    if not _is_message(item) or words == _as_json(item):
        return {"json": True}
    if not isinstance(content, list):
        return {"shape": {**item, "content": None}}
    return {"shape": {**item, "content": [_measured(part) for part in content]}}


def _measured(part: Any) -> Any:
    return {**part, "text": len(part["text"])} if _says(part, str) else part


def _says(part: object, kind: type) -> bool:
    return isinstance(part, dict) and isinstance(part.get("text"), kind)


def _item(turns: Sequence[Episode]) -> Any:
    words = "".join(turn.content for turn in turns)
    beside = turns[0].metadata or {}
    if "item" in beside:  # as it was kept earlier
        return beside["item"]
    if "shape" in beside:
        return _filled(cast("dict[str, Any]", beside["shape"]), words)
    if beside.get("json"):
        return json.loads(words)
    return {"role": turns[0].speaker, "content": words}


def _filled(shape: dict[str, Any], words: str) -> dict[str, Any]:
    """Return an item with its words in their places."""
    if shape["content"] is None:
        return {**shape, "content": words}
    parts, start = [], 0
    for part in shape["content"]:
        if _says(part, int):
            end = start + part["text"]
            parts.append({**part, "text": words[start:end]})
            start = end + 1
        else:
            parts.append(part)
    return {**shape, "content": parts}


def _is_message(item: Mapping[str, Any]) -> bool:
    return "role" in item and item.get("type", "message") == "message"


def _speaker(item: Mapping[str, Any]) -> str:
    return str(item["role"]) if _is_message(item) else "tool"


def _position(turn: Episode) -> int:
    place = (turn.metadata or {}).get("position")
    return place if isinstance(place, int) else 0
