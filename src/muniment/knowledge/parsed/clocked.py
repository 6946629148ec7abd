"""Read timetables: when something opens, starts, ends or leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import is_number
from muniment.knowledge.parsed.values import value_of

CLOCKED: Final = {
    "open": "opening time", "close": "closing time", "start": "start time", "begin": "start time", "finish": "end time",
    "end": "end time", "meet": "meeting day", "rehearse": "rehearsal day", "leave": "departure time",
    "depart": "departure time", "expire": "expiry date", "run out": "end date", "renew": "renewal date",
    "arrive": "arrival time", "land": "arrival time",
}  # fmt: skip
"""What a verb says the time of."""


def timetable(said: Statement, of: str = "") -> Iterator[Draft]:
    """Read "the museum closes at 17:00", "my contract ends on 30 June"."""
    if said.negated or said.is_past:
        return
    run = value_of(said, None)
    at = said.clause.behind("at", "on")
    if not run and at is not None and is_number(at):
        run = said.value(at)
    if not run:
        return
    name = CLOCKED[said.lemma]
    timed = all(each.index in said.tree.timed for each in run)
    if name in {"start time", "end time"} and timed and not any(":" in each.text for each in run):
        name = name.replace("time", "date")
    yield said.claim("attribute", run, of=f"{of} {name}".strip())
