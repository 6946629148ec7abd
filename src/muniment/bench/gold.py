"""Read turns with the claims that people found in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time
from pathlib import Path

from muniment.model.claims import Act, Message, Role


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
    period: tuple[datetime | None, datetime | None]

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
    """Yield the turns of a file of JSON lines."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield _turn(json.loads(line))


def _turn(row: dict[str, object]) -> GoldTurn:
    text = str(row["text"])
    occurred_at = datetime.fromisoformat(str(row["occurred_at"]))
    claims = row["claims"]
    assert isinstance(claims, list)
    return GoldTurn(
        id=str(row["id"]),
        kind=str(row["kind"]),
        message=Message(
            text=text,
            speaker=str(row["speaker"]),
            role=Role(str(row["role"])),
            occurred_at=occurred_at,
        ),
        claims=tuple(_claim(claim, text, occurred_at) for claim in claims),
    )


def _claim(row: dict[str, object], text: str, occurred_at: datetime) -> GoldClaim:
    span = str(row["span"])
    start = text.index(span)
    also = row.get("also", [])
    assert isinstance(also, list)
    return GoldClaim(
        subject=str(row["subject"]),
        predicate=str(row["predicate"]),
        predicates=frozenset({str(row["predicate"]), *map(str, also)}),
        of=None if row.get("of") is None else str(row["of"]),
        object=str(row["object"]),
        act=Act(str(row["act"])),
        span=(start, start + len(span)),
        optional=bool(row.get("optional", False)),
        period=(
            _bound(row.get("valid_from"), occurred_at),
            _bound(row.get("valid_until"), occurred_at),
        ),
    )


def _bound(value: object, occurred_at: datetime) -> datetime | None:
    """Read a date as its midnight where the turn was said."""
    if value is None:
        return None
    moment = datetime.fromisoformat(str(value))
    if moment.tzinfo is None:
        return datetime.combine(moment.date(), time.min, occurred_at.tzinfo)
    return moment
