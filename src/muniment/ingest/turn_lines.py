"""Read JSON lines of turns, one at a time, however many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Final, cast

from muniment.errors import MunimentError, UnreadableConversation
from muniment.ingest.json_values import (
    Object,
    Unfit,
    line_of,
    object_of,
    optional_text,
    parsed,
    refuse_missing,
    text_of,
    unreadable,
)
from muniment.model.writes import Turn
from muniment.temporal.instants import format_instant, read_instant

_CONTENT: Final = ("content", "text")
_TIME: Final = ("occurred_at", "time")
_SOURCE: Final = ("id", "source_id", "dia_id")
_CAPTION: Final = ("caption", "blip_caption")
_OWN: Final = frozenset({"id", "kind", "position", "known_from", "known_until", "namespace"})
"""What a turn that was given out says of the ledger that it was in."""
_NAMED: Final = (_CONTENT, _TIME, _SOURCE, _CAPTION, ("speaker",), ("session",), ("metadata",))
"""The keys that each part of a turn may stand under, of which the first that says something counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLines:
    """The turns of a file, read anew by every walk over them.

    A line is `{content or text, occurred_at or time, speaker, session, id, caption, metadata}`;
    content and time must be there. Other keys are kept in the metadata, and are not searched. A
    turn without an id gets one made from what it says, so that it is stored once however often
    the file is read. A line of `muniment export-turns` is the turn that it was, in the session
    that it was in, unless the conversation is named.
    """

    path: Path
    name: str
    is_named: bool = False

    def __iter__(self) -> Iterator[Turn]:
        """Read the turns.

        Raises:
            FileNotFound: there is no such file.
            UnreadableConversation: a line is no turn; the message names it and says why.
            FieldRepeated: a line names a field twice.
        """
        refuse_missing(self.path)
        alike: Counter[bytes] = Counter()
        number = 0  # of the line last read
        try:
            with self.path.open("rb") as file:
                for number, line in enumerate(file, start=1):
                    if text := line_of(line, number).strip():
                        line_read = object_of(parsed(text), "the line")
                        yield _turn(line_read, self.name, alike, is_named=self.is_named)
        except Unfit as unfit:
            raise unfit.kind(f"{self.path}, line {number}: {unfit}.") from None
        except UnicodeDecodeError:
            raise UnreadableConversation(f"{self.path}, line {number}: not UTF-8.") from None
        except OSError as error:
            raise unreadable(self.path, error) from None


def is_turn(value: object) -> bool:
    """Say whether a JSON value looks like a turn."""
    return isinstance(value, dict) and any(key in value for key in _CONTENT)


def _turn(line: Object, name: str, alike: Counter[bytes], *, is_named: bool) -> Turn:
    was_given_out = line.get("kind") == "episode" and "position" in line
    if was_given_out:
        line = _as_said(line)
    key, given = _needed(line, _CONTENT)
    content = text_of(given, key)
    if not content.strip():
        raise Unfit(f"{key} is blank")
    speaker = optional_text(line.get("speaker"), "speaker")
    occurred_at = _time(line)
    session = optional_text(line.get("session"), "session")
    called = name if session is None else f"{name}/{session}"
    if was_given_out and session is not None and not is_named:
        called = session
    return Turn(
        content=content,
        speaker=speaker,
        occurred_at=occurred_at,
        session=called,
        source_id=_source_id(line) or _made_id(called, occurred_at, speaker, content, alike),
        caption=optional_text(_first(line, _CAPTION), "caption"),
        metadata=_metadata(line),
    )


def _as_said(line: Object) -> Object:
    """Return what was said of a turn that was given out: the id that it had is its source, unless it had one."""
    container = optional_text(line.get("container"), "container")
    if container is not None:
        raise Unfit(
            f"it is of the container {container:.80}, and turns of a file are the user's; leave "
            "container out if it is to be read without naming it"
        )
    said = {key: value for key, value in line.items() if key not in _OWN}
    return {**said, "source_id": line.get("source_id") or line.get("id")}


def _key(line: Object, keys: tuple[str, ...]) -> str | None:
    return next((key for key in keys if line.get(key) is not None), None)


def _first(line: Object, keys: tuple[str, ...]) -> object:
    key = _key(line, keys)
    return None if key is None else line[key]


def _needed(line: Object, keys: tuple[str, ...]) -> tuple[str, object]:
    """Return which of the keys is there, and its value."""
    key = _key(line, keys)
    if key is None:
        raise Unfit(f"there is neither {' nor '.join(reversed(keys))}; write one of them")
    return key, line[key]


def _time(line: Object) -> datetime:
    key, given = _needed(line, _TIME)
    try:
        return read_instant(text_of(given, key), field=key)
    except MunimentError as error:
        raise Unfit(error.message.removesuffix(".")) from None


def _source_id(line: Object) -> str | None:
    given = _first(line, _SOURCE)
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    return optional_text(given, "id")


def _made_id(
    session: str, occurred_at: datetime, speaker: str | None, content: str, alike: Counter[bytes]
) -> str:
    """Return a digest of the turn, counted where the very same turn occurs again."""
    parts = (session, format_instant(occurred_at), speaker or "", content)
    digest = sha256("\x00".join(parts).encode("utf-8", "surrogatepass")).digest()[:16]
    alike[digest] += 1
    return f"sha256:{digest.hex()}" + ("" if alike[digest] == 1 else f"#{alike[digest]}")


def _metadata(line: Object) -> Mapping[str, object] | None:
    given = line.get("metadata")
    kept = {} if given is None else dict(object_of(given, "metadata"))
    taken = {_key(line, keys) for keys in _NAMED}
    empty = {key for keys in _NAMED for key in keys if line.get(key) is None}
    other = {key: value for key, value in line.items() if key not in taken | empty}
    return cast("Mapping[str, object]", {**other, **kept}) or None
