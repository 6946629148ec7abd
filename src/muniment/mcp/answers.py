"""Shape what operations answer for agents: a recall as records with ids, and what to know about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from muniment.mcp.wording import DATA
from muniment.model.ids import RecallId
from muniment.model.plain import Plain, plain
from muniment.model.quoting import quoted
from muniment.model.recalled import PackEntry, Recalled
from muniment.recall.packing import context_pack


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledRecords:
    """What bears on a question, best first, as quoted records."""

    records: tuple[PackEntry, ...]
    abstained: str | None
    """Why there is no answer, if there is none."""
    degraded: tuple[str, ...]
    """What this answer lacked."""
    valid_at: datetime
    as_of: int
    """The last transaction that was known."""
    known_at: datetime
    tokens: int
    recall_id: RecallId
    digest: str
    """With the id, what shows later that the answer is the same."""


def records_of(recalled: Recalled) -> RecalledRecords:
    """Return a recall as its records and what to know about them."""
    pack = context_pack(recalled)
    return RecalledRecords(
        records=pack.entries,
        abstained=pack.abstained,
        degraded=recalled.receipt.degraded,
        valid_at=pack.valid_at,
        as_of=pack.as_of,
        known_at=pack.known_at,
        tokens=pack.token_count,
        recall_id=pack.recall_id,
        digest=pack.digest,
    )


def records_text(told: RecalledRecords) -> str:
    """Return records as text: one line of JSON for each, after the line that says that they are data."""
    lines = [DATA, *(quoted(plain(entry)) for entry in told.records)]
    if not told.records:
        lines.append(f"No answer: {told.abstained or 'nothing was found'}.")
    lines += [f"Degraded: {each}" for each in told.degraded]
    return "\n".join(lines)


def with_elsewhere(
    text: str, found: dict[str, Plain], others: Sequence[str]
) -> tuple[str, dict[str, Plain]]:
    """Return an answer that found nothing in one namespace, and which others may be named."""
    if not others:
        return text, found
    told = f"There is more in other namespaces. To read one, name it in `namespace`: {quoted([*others])}."
    return f"{text}\n{told}", {**found, "other_namespaces": [*others]}
