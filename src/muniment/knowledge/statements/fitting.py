"""Tell how well a statement fits a belief that it may be about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.resolution.families import is_thing
from muniment.knowledge.resolution.likeness import is_same_value
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.forms import Statement
from muniment.knowledge.statements.kinds import Kind, compatible, kind_of
from muniment.knowledge.statements.sayings import Saying
from muniment.knowledge.statements.scoring import score_of
from muniment.knowledge.statements.stems import stems
from muniment.knowledge.statements.values import new_value
from muniment.knowledge.statements.words import STATES
from muniment.model.names import called, folded

_CAR: Final = stems("car")
_STATING: Final = frozenset({"state", "copula", "colon", "did"})
_HERS: Final = re.compile(r"\b(?:he|she|his|her|him|hers)\b", re.IGNORECASE)
_OTHERS: Final = re.compile(r"\b(?:he|she|his|her|him|hers|they|their)\b", re.IGNORECASE)
_FOR_WHOM: Final = re.compile(r"\b(?:for|of|with) (?:my|our|his|her|their) (\w+)\b", re.IGNORECASE)
_NAME: Final = re.compile(r"\b[^\W\d_a-z][\w’'-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A belief that a statement may be about, and how well it fits."""

    believed: Believed
    score: float


def fits(saying: Saying, belief: Believed) -> Iterator[Fit]:
    """Yield how a statement fits a belief, if it may be about it at all."""
    statement = saying.statement
    if belief.predicate in {"event", "opinion", "born_on", "from", "age", "skill"}:
        return
    if not _may_be_of(saying, belief):
        return
    value, _ = new_value(statement, belief)
    if (
        not value
        or is_same_value(value, belief.object)
        or not _is_of_kind(belief, value, statement)
    ):
        return
    score = score_of(saying, belief)
    if score > 0:
        yield Fit(believed=belief, score=score)


def _may_be_of(saying: Saying, belief: Believed) -> bool:
    """Tell whether a statement may be about a belief's subject."""
    if belief.is_thing:
        return True
    own = frozenset(called(saying.speaker))
    what = saying.statement.what
    if belief.names & own:
        return not _HERS.match(what) and not _names_other(what, saying)
    words = {folded(word) for word in re.findall(r"[\w'’-]+", saying.text)}
    words |= {word.removesuffix("'s").removesuffix("’s") for word in words}
    return bool(
        {part for name in belief.names for part in name.split(" ")} & words
    ) and not re.match(r"(?:my|our)\b(?!.*['’]s)", what, re.IGNORECASE)


def _last(words: str) -> str:
    return words.lower().rsplit(maxsplit=1)[-1] if words.strip() else ""


def _names_other(what: str, saying: Saying) -> bool:
    """Tell whether a phrase names an owner other than the speaker: "Kwame's rent"."""
    owned = re.match(r"^(?P<owner>.+?)['’]s? \w", what)
    if owned is not None:
        return bool(_NAME.search(owned["owner"])) or _last(owned["owner"]) in lexicon.RELATIONS
    for_whom = _FOR_WHOM.search(saying.statement.clause.said)
    is_mine = re.match(r"(?:my|our)\b", what, re.IGNORECASE)
    return not is_mine and for_whom is not None and for_whom[1].lower() in lexicon.RELATIONS


def _is_of_kind(belief: Believed, value: str, statement: Statement) -> bool:
    kind = kind_of(value)
    if belief.predicate == "relation":
        return kind is Kind.NAME and len(value.split()) <= 4
    if belief.predicate == "count":
        return kind is Kind.NUMBER
    if belief.predicate in {"lives_in", "works_at"}:
        return kind in {Kind.NAME, Kind.WORDS} and value[:1].isupper() and len(value.split()) <= 5
    if belief.predicate == "plan":
        return (
            statement.form in {"moved", "moves", "typed", "copula", "bare", "it", "make", "colon"}
            and kind is Kind.WHEN
        )
    if belief.predicate == "owns":
        return statement.form == "replaced"
    if belief.predicate == "status":
        if not belief.is_thing and not is_thing(belief.subject):
            return False
        if statement.form in {"moved", "moves"}:
            return kind is Kind.WORDS and len(value.split()) <= 2 and bool(statement.what)
        return value.split(maxsplit=1)[0].lower() in STATES and statement.form in _STATING
    if statement.form in {"state", "did"}:
        return False
    if belief.predicate in {
        "condition",
        "likes",
        "dislikes",
        "hobby",
        "works_as",
        "diet",
    }:
        return False
    most = (
        6
        if kind in {Kind.MONEY, Kind.MEASURE, Kind.WHEN} or statement.form not in {"it", "make"}
        else 4
    )
    if len(value.split()) > most:
        return False
    return compatible(belief.object, value)
