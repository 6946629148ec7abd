"""Check transactions, rows and closings against each other: pure functions over what was read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from muniment.audit.anchors import Anchor
from muniment.audit.chain import Link, genesis_hash
from muniment.audit.digests import ERASABLE, Digests, canonical
from muniment.audit.effective import Difference
from muniment.audit.findings import Finding, What
from muniment.audit.snapshot import ClosingFound, GuardFound, ReasonFound, Values

LINKED = frozenset(item.name for item in fields(Link))
"""The columns of a transaction that its hash covers: all but the hash."""


class Entry(NamedTuple):
    """A row that a transaction says it wrote."""

    digests: Digests
    recorded_at: object


class Place(NamedTuple):
    """Where a row of the ledger stands."""

    table: str
    number: int
    ordinal: int


def check_link(values: Values) -> Iterator[Finding]:
    """Recompute a transaction's hash from its columns."""
    number = values["number"]
    assert isinstance(number, int)
    beyond = sorted(values.keys() - LINKED - {"hash"})
    try:
        said = Link(**{name: values[name] for name in LINKED})  # type: ignore[arg-type]  # any value may be there
        agrees = said.hash() == values["hash"] and not beyond
    except (AttributeError, KeyError, TypeError):
        agrees = False
    if not agrees:
        yield _of_transaction(
            What.ALTERED, number, f"transaction {number} does not match its hash."
        )


def check_order(values: Values, before: Values | None, tenant_id: UUID) -> Iterator[Finding]:
    """Compare a transaction with the one before it: number, time, hash."""
    number = values["number"]
    assert isinstance(number, int)
    last = 0 if before is None else before["number"]
    assert isinstance(last, int)
    if number < 1:
        yield _of_transaction(What.ADDED, number, f"no transaction has the number {number}.")
        return
    if number > max(last, 0) + 1:
        missing = max(last, 0) + 1
        yield _of_transaction(
            What.DELETED,
            missing,
            f"transaction {missing} is gone."
            if missing == number - 1
            else f"the transactions {missing} to {number - 1} are gone.",
        )
        return
    follows = genesis_hash(tenant_id) if before is None else before["hash"]
    if values["previous_hash"] != follows:
        yield _of_transaction(
            What.BROKEN, number, f"transaction {number} does not follow the one before it."
        )
    time, earlier = values["recorded_at"], None if before is None else before["recorded_at"]
    if not isinstance(time, datetime) or (isinstance(earlier, datetime) and time <= earlier):
        yield _of_transaction(
            What.BROKEN, number, f"transaction {number} is not later than the one before it."
        )


def entries_of(values: Values) -> dict[Place, Entry] | None:
    """Return what a transaction says it wrote, None if that cannot be read."""
    number = values["number"]
    assert isinstance(number, int)
    recorded_at = values["recorded_at"]
    try:
        said = json.loads(str(values["entries"]))
        closings = json.loads(str(values["closings"]))
        if canonical(said).decode() != values["entries"]:
            return None
        if (
            canonical([[str(t), int(n), int(o)] for t, n, o in closings]).decode()
            != values["closings"]
        ):
            return None
        return {
            Place(str(table), number, int(ordinal)): Entry(Digests(plain, salted), recorded_at)
            for ordinal, table, plain, salted in said
        }
    except (TypeError, ValueError, RecursionError):
        return None


def unreadable(number: int) -> Finding:
    """Return the finding for a transaction of which cannot be read what it says it wrote."""
    return _of_transaction(
        What.ALTERED, number, f"the lists of transaction {number} cannot be read."
    )


def check_row(
    place: Place, values: Values, digests: Digests | None, entry: Entry | None, *, erased: bool
) -> Iterator[Finding]:
    """Compare both digests of a row, recomputed from all its columns, with those that were noted."""
    if entry is None:
        yield _of_row(
            What.ADDED, place, values, f"transaction {place.number} did not write this row."
        )
        return
    if digests is None:
        yield _of_row(What.ALTERED, place, values, "a column has a type that no ledger has.")
        return
    if digests.plain != entry.digests.plain:
        stamped = values["known_from"] == entry.recorded_at
        sentence = (
            "its ids, scope or periods are not those that were written."
            if stamped
            else "its known_from is not the time of its transaction."
        )
        yield _of_row(What.ALTERED, place, values, sentence)
    elif erased:
        if any(values[name] not in (None, []) for name in ERASABLE.get(place.table, ())):
            yield _of_row(What.ALTERED, place, values, "it was erased, but still has words.")
    elif digests.salted != entry.digests.salted:
        yield _of_row(What.ALTERED, place, values, "its words are not those that were written.")


def check_missing(places: Iterable[Place]) -> Iterator[Finding]:
    """Name the rows that transactions wrote and that are not there."""
    for place in places:
        yield _of_row(
            What.DELETED, place, {}, f"transaction {place.number} wrote this row, but it is gone."
        )


def check_reasons(found: Iterable[ReasonFound]) -> Iterator[Finding]:
    """Name the reasons that others may read than those who may read what was written."""
    for each in found:
        yield Finding(
            what=What.ALTERED,
            table="reasons",
            number=each.number,
            sentence=f"the readers of the reason of transaction {each.number} are not those of what it wrote.",
        )


def check_guards(found: Iterable[GuardFound], made: Mapping[str, str]) -> Iterator[Finding]:
    """Compare what decides who reads and writes what with what the migrations made."""
    there = {each.name: each.digest for each in found}
    for name in sorted(there.keys() | made.keys()):
        if there.get(name) == made.get(name):
            continue
        if name not in made:
            what, sentence = What.ADDED, f"the migrations did not make the {name}."
        elif name not in there:
            what, sentence = What.DELETED, f"the {name} is gone."
        else:
            what, sentence = What.ALTERED, f"the {name} is not as the migrations made it."
        place = name.partition(" ")[2].rpartition(" of ")[2]
        yield Finding(what=what, table=place, number=None, sentence=sentence)


def check_closing(table: str, found: ClosingFound) -> Finding:
    """Say how a row's closing and the transactions disagree."""
    place = Place(table=table, number=_number(found.number), ordinal=_number(found.ordinal))
    if found.closed_by is None:
        return _of_row(What.CLOSED, place, {}, "it is closed, but no transaction closed it.")
    if found.is_closed:
        return _of_row(
            What.CLOSED,
            place,
            {},
            f"transaction {found.closed_by} closed it, but its known_until is another time.",
        )
    return _of_row(
        What.REOPENED, place, {}, f"transaction {found.closed_by} closed it, but it is open."
    )


def misheld(difference: Difference, since: int | None, until: int | None) -> Finding:
    """Say since which transaction what holds is not what was asserted makes, and until which."""
    when = f"since transaction {since}"
    if difference.until is not None:
        when = f"from transaction {since} until transaction {until}"
    return Finding(
        what=What.MISHELD,
        table="versions",
        number=since,
        memory_id=_id(difference.memory_id),
        sentence=f"{when} {difference}.",
    )


def check_head(head: Values | None, last: Values | None) -> Iterator[Finding]:
    """Compare the head with the last transaction."""
    if head is None:
        if last is not None:
            yield Finding(
                what=What.DELETED, table="heads", number=None, sentence="the tenant's head is gone."
            )
        return
    at = 0 if last is None else last["number"]
    number = head["number"]
    assert isinstance(number, int)
    assert isinstance(at, int)
    if number > at:
        yield _of_transaction(
            What.CUT, at + 1, f"the head is at {number}, but the last transaction is {at}."
        )
    elif last is not None and any(value != last.get(name) for name, value in head.items()):
        yield Finding(
            what=What.ALTERED,
            table="heads",
            number=at,
            sentence=f"the head is not the last transaction, {at}.",
        )


def check_anchor(anchor: Anchor, hashes: dict[int, object]) -> Iterator[Finding]:
    """Compare a transaction that somebody noted down elsewhere with the one of that number."""
    number, noted = anchor.number, anchor.hash
    found = hashes.get(number)
    if found is None:
        yield _of_transaction(
            What.CUT, number, f"transaction {number} was noted as {noted[:12]}…, but it is gone."
        )
    elif not isinstance(found, bytes) or found.hex() != noted.lower():
        yield _of_transaction(
            What.ALTERED,
            number,
            f"transaction {number} was noted as {noted[:12]}…, but is another now.",
        )


def _of_transaction(what: What, number: int, sentence: str) -> Finding:
    return Finding(what=what, table="transactions", number=number, sentence=sentence)


def _of_row(what: What, place: Place, values: Values, sentence: str) -> Finding:
    return Finding(
        what=what,
        table=place.table,
        number=place.number,
        ordinal=place.ordinal,
        memory_id=_id(values.get("memory_id")),
        sentence=f"row {place.number}.{place.ordinal} of {place.table}: {sentence}",
    )


def _id(text: object) -> UUID | None:
    try:
        return None if text is None else UUID(str(text))
    except ValueError:
        return None


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0
