"""Draw one slot in two times: valid time across, known time up, every version a rectangle."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from muniment.model.memory import Version
from muniment.temporal.basis import Point

WIDTH = 720.0
HEIGHT = 340.0
MARGIN = 48.0
LABELS_MAX = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One version on the plane, in the picture's units; y grows downwards."""

    version: Version
    x: float
    y: float
    width: float
    height: float

    @property
    def kind(self) -> str:
        """What it looks like: held, closed, a gap, contested."""
        if self.version.gap:
            return "gap"
        return "closed" if self.version.known_until is not None else self.version.standing.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """An instant on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plane:
    """The picture: rectangles, ticks, and the basis as a point."""

    boxes: tuple[Box, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    x: float
    y: float
    width: float = WIDTH
    height: float = HEIGHT
    margin: float = MARGIN


def plane(versions: Sequence[Version], *, valid_at: datetime, as_of: Point) -> Plane:
    """Return the picture of some versions and a basis.

    Both axes are by rank, not by length: instants that lie centuries or microseconds apart stand
    side by side, so that every rectangle can be seen. An open end runs to the margin.
    """
    valid = _ranks(
        [valid_at, *(v.valid_from for v in versions), *(v.valid_until for v in versions)]
    )
    known = _ranks(
        [as_of.time, *(v.known_from for v in versions), *(v.known_until for v in versions)]
    )
    numbers: dict[datetime | None, int | None] = {v.known_until: v.closed_by for v in versions}
    numbers |= {v.known_from: v.transaction for v in versions}
    numbers[as_of.time] = as_of.number
    step_x = (WIDTH - 2 * MARGIN) / (len(valid) + 1)
    step_y = (HEIGHT - 2 * MARGIN) / (len(known) + 1)

    def across(moment: datetime | None) -> float:
        return MARGIN + step_x * (len(valid) + 1 if moment is None else valid[moment] + 0.5)

    def up(moment: datetime | None) -> float:
        return (
            HEIGHT - MARGIN - step_y * (len(known) + 1 if moment is None else known[moment] + 0.5)
        )

    boxes = tuple(
        Box(
            version=each,
            x=across(each.valid_from),
            y=up(each.known_until),
            width=across(each.valid_until) - across(each.valid_from),
            height=up(each.known_from) - up(each.known_until),
        )
        for each in versions
    )
    return Plane(
        boxes=boxes,
        across=tuple(
            Tick(at=across(each), label=label)
            for each, label in zip(valid, _labels(list(valid)), strict=True)
        ),
        up=tuple(Tick(at=up(each), label=str(numbers[each])) for each in known),
        x=across(valid_at),
        y=up(as_of.time),
    )


def _labels(moments: Sequence[datetime]) -> Iterator[str]:
    """Yield the days of moments, of those of one day the times behind the first; at most a few are told."""
    apart = math.ceil(len(moments) / LABELS_MAX)
    day = ""
    for place, moment in enumerate(moments):
        if place % apart:
            yield ""
            continue
        told = moment.astimezone(UTC)
        yield told.date().isoformat() if told.date().isoformat() != day else f"{told:%H:%M:%S}Z"
        day = told.date().isoformat()


def _ranks(moments: Sequence[datetime | None]) -> dict[datetime, int]:
    there = sorted({moment for moment in moments if moment is not None})
    return {moment: rank for rank, moment in enumerate(there)}
