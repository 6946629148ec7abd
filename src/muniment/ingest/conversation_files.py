"""Read conversations from files: LoCoMo in both published shapes, and JSON lines of turns."""

from __future__ import annotations

from pathlib import Path

from muniment.errors import UnreadableConversation
from muniment.ingest.conversation import Conversation
from muniment.ingest.json_values import Unfit, parsed, read_text, refuse_missing, unreadable
from muniment.ingest.locomo import is_conversation, name_of, read_conversation
from muniment.ingest.turn_lines import TurnLines, is_turn

LINES = frozenset({".jsonl", ".ndjson"})


def read_conversations(path: Path, *, name: str | None = None) -> tuple[Conversation, ...]:
    """Read every conversation of a file, and refuse the file if any part of it is wrong.

    JSON lines are known by the name's ending or by their first line; they are checked whole, but
    held one at a time. `name` is what the conversation is called instead of its file; sessions
    of the same name are the same session.

    Raises:
        FileNotFound: there is no such file.
        UnreadableConversation: it is neither; the message names the line, or session and turn.
    """
    if path.suffix.lower() in LINES or _begins_with_turn(path):
        lines = TurnLines(path=path, name=name or path.stem)
        total = sum(1 for _ in lines)
        if total == 0:
            raise UnreadableConversation(f"{path} holds no turn.")
        return (Conversation(name=lines.name, turns=lines, turns_total=total),)
    try:
        return _locomo(parsed(read_text(path)), path, name)
    except Unfit as unfit:
        raise UnreadableConversation(f"{path}: {unfit}.") from None


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
        "{sample_id, conversation, qa}, nor JSON lines of {text, time}"
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
