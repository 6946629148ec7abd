"""Be the session of OpenAI's Agents SDK, and offer its agents the tools of a memory."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final

from muniment.errors import InvalidValue, TenantNotFound
from muniment.integrations.faces import PAGE, awaited, extra_missing, read_or
from muniment.integrations.tools import answered, offered, schema_of
from muniment.library.wrapped import Memory
from muniment.mcp.tool import Tool
from muniment.model.memory import Episode
from muniment.model.storable import is_blank
from muniment.operations.moments import BasisLike
from muniment.operations.writes import NewTurn

try:
    from agents import FunctionTool, SessionSettings, TResponseInputItem
    from agents.memory.session import SessionABC
except ModuleNotFoundError as missing:
    raise extra_missing("openai-agents") from missing

SESSION: Final = "openai_session"
"""The name in a turn's metadata under which its session is."""


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
        return f"The arguments are no JSON: {error}. Write an object."
    if not isinstance(given, dict):
        return "The arguments are no JSON object. Write an object."
    said = await answered(memory, tool, given)
    return said.text


class MunimentSession(SessionABC):
    """A session whose items are turns of a memory: what was said can be recalled, and learnt from.

    Messages are turns of who said them; other items (calls of tools, their outputs) are turns of
    `tool`, with their JSON as words. To take an item back is to forget it. With `as_of` the session
    is as it was known then, and only read.
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
        return [_item(turn) for turn in await read_or([], self._turns(most))]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Store items as turns, in one transaction."""
        self._refuse_past()
        if not items:
            return
        last = await self._latest_or_open()
        now = (await self._memory.search(kind="episode", limit=1)).basis.valid_at
        first = _position(last[0]) + 1 if last else 0
        await self._memory.ingest_turns(
            [
                NewTurn(
                    content=_words(item),
                    # One after another, so that the latest can be asked for.
                    occurred_at=now + timedelta(microseconds=place - first),
                    session=self.session_id,
                    speaker=_speaker(item),
                    metadata={SESSION: self.session_id, "position": place, **_beside(item)},
                    namespace=self._namespace,
                )
                for place, item in enumerate(items, first)
            ],
            reason="a run of OpenAI Agents",
        )

    async def pop_item(self) -> TResponseInputItem | None:
        """Forget the latest item that nobody else has taken, and return it."""
        self._refuse_past()
        while latest := await read_or([], self._turns(1)):
            turn = latest[0]
            taken = await self._memory.forget_episode(turn.id, reason="popped from its session")
            if taken.transaction is not None:
                return _item(turn)
        return None

    async def clear_session(self) -> None:
        """Forget every item."""
        self._refuse_past()
        for turn in await read_or([], self._turns(None)):
            await self._memory.forget_episode(turn.id, reason="its session was cleared")

    async def _latest_or_open(self) -> list[Episode]:
        """Return the latest turn, of a tenant that is there from now on: its time can be read."""
        try:
            return await self._turns(1)
        except TenantNotFound:
            await self._memory.ingest_turns([])
            return []

    async def _turns(self, most: int | None) -> list[Episode]:
        """Return the latest turns, or all, in their order."""
        found: list[Episode] = []
        cursor: str | None = None
        while most is None or len(found) < most:
            page = await self._memory.search(
                kind="episode",
                metadata={SESSION: self.session_id},
                namespace=self._namespace,
                as_of=self._as_of,
                limit=PAGE if most is None else min(PAGE, most - len(found)),
                cursor=cursor,
            )
            found += [each for each in page if isinstance(each, Episode)]
            cursor = page.cursor
            if cursor is None:
                break
        return found[::-1]

    def _refuse_past(self) -> None:
        if self._as_of is not None:
            raise InvalidValue(
                "this session shows another time, and is only read. Add to one made without `as_of`."
            )


def _words(item: Mapping[str, Any]) -> str:
    """Return what a message says, or another item as JSON."""
    content = item.get("content")
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "\n".join(text for text in texts if isinstance(text, str))
    if _is_message(item) and isinstance(content, str) and not is_blank(content):
        return content
    return json.dumps(item, sort_keys=True, ensure_ascii=False)


def _beside(item: Mapping[str, Any]) -> dict[str, object]:
    """Return what is kept beside the words: the item, unless the words are all of it."""
    whole = {"role": item.get("role"), "content": _words(item)}
    if dict(item) == whole:
        return {"plain": True}
    return {"item": dict(item)} if _is_message(item) else {"json": True}


def _item(turn: Episode) -> Any:
    beside = turn.metadata or {}
    if "item" in beside:
        return beside["item"]
    if beside.get("json"):
        return json.loads(turn.content)
    return {"role": turn.speaker, "content": turn.content}


def _is_message(item: Mapping[str, Any]) -> bool:
    return "role" in item and item.get("type", "message") == "message"


def _speaker(item: Mapping[str, Any]) -> str:
    return str(item["role"]) if _is_message(item) else "tool"


def _position(turn: Episode) -> int:
    place = (turn.metadata or {}).get("position")
    return place if isinstance(place, int) else 0
