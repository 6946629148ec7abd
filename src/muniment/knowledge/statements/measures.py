"""Read what verbs measure: what somebody weighs, earns, pays or takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from muniment.knowledge.differing import tells_difference
from muniment.knowledge.extraction.function_words import ANAPHORS, NOBODY
from muniment.knowledge.kinds import MEASURE, MONEY, NUMBER, number_of
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.referents import owner_of
from muniment.knowledge.statements.trimming import bare, trimmed
from muniment.knowledge.statements.worded import worded
from muniment.model.claims import Claim

_ADV: Final = r"(?:(?:now|currently|still|usually|always|only|just|about|around|roughly|exactly|almost exactly|already)\s+)*"
_AMOUNT: Final = rf"(?P<value>{MONEY}|{MEASURE}|\b{NUMBER}\b)"
_MEASURING: Final = re.compile(
    rf"^(?P<who>.+?) {_ADV}(?P<verb>weighs?|costs?|earns?|makes?|charges?|pays?|takes?|measures?|sleeps?|walks?|runs?|swims?|cycles?|smokes?|drinks?|works?|saves?|owes?|holds|seats|am paid|is paid|get paid|gets paid) (?:me |us )?{_ADV}{_AMOUNT}(?P<rest>.*)$",
    re.IGNORECASE,
)
_OF: Final = {
    "weigh": "weight", "cost": "price", "earn": "salary", "make": "salary", "charge": "rate", "measure": "size", "hold": "capacity",
    "seat": "capacity", "am paid": "salary", "is paid": "salary", "get paid": "salary", "owe": "debt", "save": "savings",
}  # fmt: skip
_REACH: Final = {"walk": "walking", "run": "running", "swim": "swimming", "cycle": "cycling"}
_SPELL: Final = {"sleep": "sleep", "work": "working hours"}
_FOR: Final = re.compile(
    r"\b(?:for|in|as|on|towards) (?:my|our|the|a|an)?\s?(?P<what>[\w -]+?)(?:\s(?:now|a month|each|every)\b.*)?$",
    re.IGNORECASE,
)
_DRUG: Final = re.compile(r"^ ?(?:of )?(?P<drug>[\w-]+)", re.IGNORECASE)


def measured(clause: Clause, speaker: str) -> Iterator[Claim]:
    """Yield what a clause says that something measures, costs or takes."""
    match = _MEASURING.match(clause.text)
    if match is None:
        return
    who = owner_of(match["who"], speaker)
    if who is None:
        return
    if tells_difference(f"{match['value']}{match['rest']}"):
        return
    verb, value, rest = _base(match["verb"]), match["value"].strip(), match["rest"]
    if verb == "hold" and (_SHARE.search(value) or _DEFINITE.match(match["who"]) is None):
        return
    of = _of(verb, value, trimmed(rest) if rest.strip() else "")
    if of is None:
        return
    end = clause.start + match.end("value")
    yield worded(subject=who, predicate="attribute", object=value, of=of, span=(clause.start, end))


_SHARE: Final = re.compile(r"%|\bper ?cent\b|\bshares?\b", re.IGNORECASE)
_DEFINITE: Final = re.compile(r"(?:the|this|that|my|our)\b", re.IGNORECASE)
"""What begins the name of a thing that has room for something; who "holds" is somebody else."""


def _base(verb: str) -> str:
    plain = verb.lower()
    return (
        plain[:-1]
        if plain.endswith("s") and not plain.endswith("ss") and " " not in plain
        else plain
    )


def _of(verb: str, value: str, rest: str) -> str | None:
    is_money = re.search(MONEY, value, re.IGNORECASE) is not None
    is_money = is_money or (verb in {"charge", "earn", "cost"} and (number_of(value) or 0) >= 20)
    is_measure = re.search(MEASURE, value, re.IGNORECASE) is not None
    if verb == "pay":
        what = _FOR.search(f" {rest}")
        paid = None if what is None else bare(what["what"]).lower()
        return paid if is_money and paid not in ANAPHORS | NOBODY else None
    if verb == "take":
        drug = _DRUG.match(rest)
        dosed = re.search(
            r"\b(?:mg|mcg|µg|milligrams?|micrograms?|ml|units?|tablets?|pills?|drops|puffs)\b",
            value,
            re.IGNORECASE,
        )
        return f"{drug['drug'].lower()} dose" if dosed and drug is not None and rest else None
    if verb in {"earn", "make", "charge", "cost", "owe", "save"} or verb.endswith("paid"):
        return _OF.get(verb, "salary") if is_money else None
    is_time = re.search(r"\b(?:hours?|hrs?|minutes?|mins?)\b", value) is not None
    if verb in _SPELL:
        return _SPELL[verb] if is_time else None
    if verb in _REACH:
        return f"{_REACH[verb]} {'time' if is_time else 'distance'}" if is_measure else None
    return _OF.get(verb)
