"""Read turns with the claims that people found in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time
from pathlib import Path

from muniment.bench.rows import read_rows
from muniment.ingest.json_values import (
    Object,
    Unfit,
    list_of,
    object_of,
    optional_text,
    text_of,
)
from muniment.model.claims import PREDICATES, Act, Message, Role

Bounds = tuple[datetime | None, datetime | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldClaim:
    """A claim that a careful reader wants; `predicates` are those that would do."""

    subject: str
    predicate: str
    predicates: frozenset[str]
    of: str | None
    object: str
    act: Act
    span: tuple[int, int]
    optional: bool
    period: Bounds

    @property
    def has_time(self) -> bool:
        """Tell whether the turn gives a time for it."""
        return self.period != (None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldTurn:
    """A turn, of which kind it is, and its claims."""

    id: str
    kind: str
    message: Message
    claims: tuple[GoldClaim, ...]


def read_turns(path: Path) -> Iterator[GoldTurn]:
    """Return the turns of a file of JSON lines, as they are read.

    Raises:
        FileNotFound: there is no such file.
        UnreadableConversation: a line is no turn with its claims; the message names it and says why.
    """
    return read_rows(path, _turn)


def _turn(row: Object) -> GoldTurn:
    text = text_of(row.get("text"), "text")
    occurred_at = _moment(row.get("occurred_at"), "occurred_at")
    if occurred_at.utcoffset() is None:
        raise Unfit("occurred_at has no zone")
    claims = (object_of(each, "a claim") for each in list_of(row.get("claims"), "claims"))
    return GoldTurn(
        id=text_of(row.get("id"), "id"),
        kind=text_of(row.get("kind"), "kind"),
        message=Message(
            text=text,
            speaker=text_of(row.get("speaker"), "speaker"),
            role=Role(_one_of(row.get("role"), "role", {each.value for each in Role})),
            occurred_at=occurred_at,
        ),
        claims=tuple(_claim(claim, text, occurred_at) for claim in claims),
    )


def _claim(row: Object, text: str, occurred_at: datetime) -> GoldClaim:
    span = text_of(row.get("span"), "span")
    start = text.find(span)
    if start < 0:
        raise Unfit(f"the span {span!r:.60} is not in the text")
    predicate = _one_of(row.get("predicate"), "predicate", PREDICATES)
    also = (text_of(each, "also") for each in list_of(row.get("also", []), "also"))
    return GoldClaim(
        subject=text_of(row.get("subject"), "subject"),
        predicate=predicate,
        predicates=frozenset({predicate, *also}),
        of=optional_text(row.get("of"), "of"),
        object=text_of(row.get("object"), "object"),
        act=Act(_one_of(row.get("act"), "act", {each.value for each in Act})),
        span=(start, start + len(span)),
        optional=row.get("optional", False) is True,
        period=(
            _bound(row.get("valid_from"), occurred_at),
            _bound(row.get("valid_until"), occurred_at),
        ),
    )


def _one_of(value: object, what: str, known: frozenset[str] | set[str]) -> str:
    text = text_of(value, what)
    if text not in known:
        raise Unfit(f"{what} is {text!r:.40}, which is none of {', '.join(sorted(known))}")
    return text


def _bound(value: object, occurred_at: datetime) -> datetime | None:
    """Read a date as its midnight where the turn was said."""
    if value is None:
        return None
    moment = _moment(value, "a bound")
    if moment.utcoffset() is None:
        return datetime.combine(moment.date(), time.min, occurred_at.tzinfo)
    return moment


def _moment(value: object, what: str) -> datetime:
    try:
        return datetime.fromisoformat(text_of(value, what))
    except ValueError:
        raise Unfit(f"{what} is {value!r:.40}, which is no ISO 8601") from None
