"""Know which states and relations take each other's place, although a subject may have many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muniment.knowledge.wordlists import phrases, words
from muniment.model.names import folded

_FAMILIES: Final = """
single, dating, in a relationship, engaged, married, newlywed, separated, divorced, widowed
employed, unemployed, retired, semi-retired, between jobs, out of work, job hunting, self-employed, freelance, freelancing, laid off, on leave, on parental leave, on maternity leave, on paternity leave, on sick leave, on sabbatical, back at work, back to work, back at my desk, back in the office, working again, furloughed, on probation, permanent, working full time, working part time, full-time, part-time
working full time, working part time, on maternity leave, on paternity leave, on sick leave, on holiday, back at work, back at my desk, back in the office, on leave
expecting, pregnant, not pregnant
sick, ill, unwell, in hospital, in the hospital, in intensive care, in the icu, out of the icu, out of intensive care, home again, home, home from hospital, back home, back from hospital, out of hospital, stable, critical, in surgery, in rehab, recovering, recovered, healthy, well, fine, better, discharged, cured, in remission
ordered, paid, packed, shipped, in transit, on its way, out for delivery, delayed, delivered, returned, refunded, cancelled, lost
planned, not started, in progress, on track, behind schedule, at risk, delayed, blocked, stalled, on hold, paused, cancelled
planned, in progress, in review, approved, rejected, merged, deployed, released, launched, live, shipped, cancelled, archived
open, in progress, blocked, done, complete, completed, finished, closed, reopened, pending, cancelled, on track, on hold
pending, submitted, in review, approved, granted, denied, rejected, expired, active, inactive
in stock, out of stock, sold out, available, unavailable, booked, sold, under offer, reserved
broken, being repaired, in repair, repaired, fixed, working
student, graduated, enrolled, dropped out
"""
STATE_FAMILIES: Final = tuple(phrases(line) for line in _FAMILIES.strip().splitlines())
"""States of which a subject has one at a time."""

PARTNERS: Final = words(
    "boyfriend girlfriend partner fiancé fiancée fiance fiancee husband wife spouse ex"
)
"""Relations of which one person is one to another at a time."""

FORMER: Final = "ex-"
"""What begins the name of a relation that is over: an ex-husband is no husband, an ex-boss no boss."""

_SPOUSES: Final = words("husband wife spouse")

_NAMES: Final = """
lives_in, city, town, home, home city, residence, place of residence
works_at, employer, company, workplace, place of work
works_as, job, job title, occupation, profession
born_on, birthday, date of birth, birth date
phone number, phone, telephone, telephone number, mobile, mobile number
email, e-mail, email address, e-mail address
owns, car, vehicle, bike, pet
"""
_SAME: Final = tuple(phrases(line) for line in _NAMES.strip().splitlines())

OPPOSITES: Final = {"likes": "dislikes", "dislikes": "likes"}
"""Categories that one thing is not in twice."""

_THINGS: Final = words("""
project order ticket build release shipment package parcel delivery visa application invoice contract server cluster claim
case car flat house lease loan report thesis site app bug task issue pipeline machine printer room event trip flight booking
""")
_ANY: Final = frozenset[str]()
_WORKLESS: Final = phrases("unemployed, between jobs, out of work, laid off")


def category_names(category: str) -> frozenset[str]:
    """Return what a category may be called by whoever writes beliefs, its own name among it."""
    return next((names for names in _SAME if category in names), frozenset({category}))


def ended_by(predicate: str, of: str | None, value: str) -> Mapping[str, frozenset[str]]:
    """Return what a subject has no more once something is so: categories, and the values therein.

    No values stand for all: who is retired works nowhere.
    """
    if predicate == "works_at":
        return {"status": _WORKLESS | {"retired"}}
    if predicate == "relation":
        is_partner = of is not None and folded(of) in PARTNERS - {"ex"}
        over = {"single", "engaged"} if folded(of or "") in _SPOUSES else {"single"}
        return {"status": frozenset(over)} if is_partner else {}
    if predicate != "status":
        return {}
    if folded(value) == "retired":
        return {"works_at": _ANY, "works_as": _ANY}
    if _is_of(value, _WORKLESS):
        return {"works_at": _ANY}
    return dict.fromkeys(PARTNERS - {"ex"}, _ANY) if folded(value) == "single" else {}


def is_ended(value: str, values: frozenset[str]) -> bool:
    """Tell whether a value is among those that are no more."""
    return not values or _is_of(value, values)


def partners_or(relation: str) -> frozenset[str]:
    """Return what somebody may have been who was a partner; of another relation, itself."""
    return PARTNERS - {"ex"} if relation in PARTNERS else frozenset({relation})


def take_turns(one: str, other: str) -> bool:
    """Tell whether two states are of a kind of which a subject has one at a time."""
    return any(_is_of(one, family) and _is_of(other, family) for family in STATE_FAMILIES)


def is_thing_by_name(subject: str) -> bool:
    """Tell whether a subject is a thing by its name: written small, numbered, or called one."""
    words = folded(subject).split()
    return (
        subject[:1].islower()
        or any(letter.isdigit() for letter in subject)
        or bool(_THINGS.intersection(words))
    )


def _is_of(state: str, family: frozenset[str]) -> bool:
    said = f" {folded(state)} "
    return any(f" {each} " in said for each in family)
