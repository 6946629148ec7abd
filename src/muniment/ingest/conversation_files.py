"""Read conversations from files: LoCoMo in both published shapes, LongMemEval, JSON lines of turns."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from muniment.errors import InvalidValue, MunimentError, UnreadableConversation
from muniment.ingest.conversation import Conversation
from muniment.ingest.json_values import (
    Repeated,
    Unfit,
    parsed,
    read_text,
    refuse_missing,
    unreadable,
)
from muniment.ingest.locomo import is_conversation, name_of, read_conversation
from muniment.ingest.longmemeval import is_question, read_question
from muniment.ingest.turn_lines import TurnLines, is_turn
from muniment.ledger.drafts import checked_turn
from muniment.model.storable import is_blank
from muniment.model.writes import Turn
from muniment.settings import LimitSettings

LINES = frozenset({".jsonl", ".ndjson"})

_LIMITS = LimitSettings()


def read_conversations(
    path: Path, *, name: str | None = None, limits: LimitSettings = _LIMITS
) -> tuple[Conversation, ...]:
    """Read every conversation of a file, and refuse the file if any part of it could not be stored.

    JSON lines are known by the name's ending or by their first line; they are checked whole, but
    held one at a time. `name` is what the conversation is called instead of its file; sessions
    of the same name are the same session.

    Raises:
        FileNotFound: there is no such file.
        UnreadableConversation: it is neither; the message names the line, or session and turn.
        FieldRepeated: an object names a field twice.
        Incorrect: a turn breaks the limits, or cannot be stored; the message names the turn.
        InvalidValue: the name is blank.
    """
    if name is not None and is_blank(name):
        raise InvalidValue("the conversation's name is blank. Leave it out to use the file's name.")
    if path.suffix.lower() in LINES or _begins_with_turn(path):
        lines = TurnLines(path=path, name=name or path.stem, is_named=name is not None)
        total = _checked_total(lines, path, limits)
        if total == 0:
            raise UnreadableConversation(f"{path} holds no turn.")
        return (Conversation(name=lines.name, turns=lines, turns_total=total),)
    try:
        found = _published(_whole(path), path, name)
    except Unfit as unfit:
        raise unfit.kind(f"{path}: {unfit}.") from None
    for conversation in found:
        _checked_total(conversation.turns, path, limits)
    return found


def _checked_total(turns: Iterable[Turn], path: Path, limits: LimitSettings) -> int:
    """Count turns, and refuse one that the store would not take, by itself or beside those before it."""
    said: dict[bytes, tuple[int, bytes]] = {}
    place = 0
    for place, turn in enumerate(turns, start=1):
        where = f"{path}, turn {place} ({turn.source_id!s:.80} of {turn.session:.80})"
        try:
            checked = checked_turn(turn, limits)
        except MunimentError as error:
            raise type(error)(f"{where}: {error.message}") from None
        known_by = _digest(checked.session, str(checked.source_id))
        first, words = said.setdefault(known_by, (place, _digest(checked.content)))
        if words != _digest(checked.content):
            raise UnreadableConversation(
                f"{where}: turn {first} has the same id in the same session but says something else. Give each turn its "
                f"own id, or none."
            )
    return place


def _digest(*parts: str) -> bytes:
    return sha256("\x00".join(parts).encode()).digest()[:16]


def _whole(path: Path) -> object:
    text = read_text(path)
    if not text.strip():
        raise Unfit("no turn is in it")
    try:
        return parsed(text)
    except Repeated:
        raise
    except Unfit as unfit:
        raise Unfit(f"{unfit}. Name LoCoMo JSON, or JSON lines of {{text, time}}") from None


def _published(value: object, path: Path, name: str | None) -> tuple[Conversation, ...]:
    if isinstance(value, list) and value and all(is_question(each) for each in value):
        return _longmemeval(value, name)
    return _locomo(value, path, name)


def _longmemeval(value: list[object], name: str | None) -> tuple[Conversation, ...]:
    found = tuple(read_question(each, place) for place, each in enumerate(value, start=1))
    if len({each.name for each in found}) < len(found):
        raise Unfit("two questions have the same question_id")
    if name is not None:
        raise Unfit("its questions are named by their question_id, and cannot be called otherwise")
    return found


def _locomo(value: object, path: Path, name: str | None) -> tuple[Conversation, ...]:
    if isinstance(value, list) and value and all(is_conversation(each) for each in value):
        names = [name_of(each, str(place)) for place, each in enumerate(value, start=1)]
        if len(set(names)) < len(names):
            raise Unfit("two conversations have the same sample_id")
        if name is not None:
            names = [f"{name}-{each.removeprefix('locomo-')}" for each in names]
        return tuple(
            read_conversation(each, called) for each, called in zip(value, names, strict=True)
        )
    if is_conversation(value):
        return (read_conversation(value, name or name_of(value, path.stem)),)
    raise Unfit(
        "neither a LoCoMo conversation (session_1: […], session_1_date_time), nor a list of "
        "{sample_id, conversation, qa}, nor LongMemEval's questions, nor JSON lines of {text, time}"
    )


def _begins_with_turn(path: Path) -> bool:
    refuse_missing(path)
    try:
        with path.open(encoding="utf-8-sig") as file:
            first = next((line for line in file if line.strip()), "")
        return is_turn(parsed(first))
    except Unfit:
        return False
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None
