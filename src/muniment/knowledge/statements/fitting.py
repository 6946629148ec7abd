"""Tell how well a statement fits a belief that it may be about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from muniment.knowledge.resolution.likeness import is_same_value, likeness
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.forms import Statement
from muniment.knowledge.statements.kinds import Kind, compatible, kind_of, number_of
from muniment.knowledge.statements.patterns import CHANGED
from muniment.knowledge.statements.stems import stems
from muniment.knowledge.statements.values import new_value
from muniment.knowledge.statements.words import STATES
from muniment.model.names import called, folded

_CAR: Final = stems("car")
_HERS: Final = re.compile(r"\b(?:he|she|his|her|him|hers)\b", re.IGNORECASE)
_OTHERS: Final = re.compile(r"\b(?:he|she|his|her|him|hers|they|their)\b", re.IGNORECASE)
_NAME: Final = re.compile(r"\b[^\W\d_a-z][\w’'-]+")


@dataclass(frozen=True, kw_only=True)
class Saying:
    """A statement, the clauses before it in the message, and whose message it is."""

    statement: Statement
    before: tuple[Clause, ...]
    speaker: str

    @cached_property
    def what(self) -> frozenset[str]:
        """The stems of what it is of, as far as it says so."""
        return stems(self.statement.what)

    @cached_property
    def around(self) -> frozenset[str]:
        """The stems of its whole sentence, without its value."""
        return stems(self.statement.clause.said)

    @cached_property
    def earlier(self) -> frozenset[str]:
        """The stems of what the message said before."""
        return stems(" ".join(each.text for each in self.before[-6:]))

    @cached_property
    def is_changing_before(self) -> bool:
        """Whether the clauses just before tell of a change."""
        return any(CHANGED.search(each.said) for each in self.before[-3:])

    @cached_property
    def text(self) -> str:
        """The message up to the end of the sentence."""
        seen = dict.fromkeys([*(each.said for each in self.before), self.statement.clause.said])
        return " ".join(seen)


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
    score = _score(saying, belief)
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


def _names_other(what: str, saying: Saying) -> bool:
    """Tell whether a phrase names an owner other than the speaker: "Kwame's rent"."""
    owned = re.match(r"^(?P<owner>.+?)['’]s? \w", what)
    return owned is not None and bool(_NAME.search(owned["owner"]))


def _is_of_kind(belief: Believed, value: str, statement: Statement) -> bool:
    kind = kind_of(value)
    if belief.predicate == "relation":
        return kind is Kind.NAME and len(value.split()) <= 4
    if belief.predicate == "count":
        return kind is Kind.NUMBER
    if belief.predicate in {"lives_in", "works_at"}:
        return kind in {Kind.NAME, Kind.WORDS} and value[:1].isupper() and len(value.split()) <= 5
    if belief.predicate == "plan":
        return statement.form in {"moved", "moves", "typed", "copula"} and kind is Kind.WHEN
    if belief.predicate == "owns":
        return statement.form == "replaced"
    if belief.predicate == "status":
        return (
            belief.is_thing
            and value.split(maxsplit=1)[0].lower() in STATES
            and statement.form in {"state", "copula", "colon"}
        )
    if statement.form == "state":
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
    if len(value.split()) > 6:
        return False
    return compatible(belief.object, value)


def _score(saying: Saying, belief: Believed) -> float:
    statement, own = saying.statement, _words(saying, belief)
    is_old = statement.old is not None and _mentions(statement.old, belief.object)
    what = saying.what
    if own and what and own <= what:
        return 4.0 + len(own) / 10 + is_old
    if own and what and what <= own:
        return 3.0 + len(what) / 10 + is_old
    if not statement.is_change and not (statement.form == "it" and saying.is_changing_before):
        return 0.0
    if statement.form in {"state", "pointed"}:
        return 0.0
    if is_old:
        return 2.5
    if (
        statement.form in {"moved", "moves", "copula", "counted", "reversed", "at"}
        and what - own
        and statement.form != "moves"
    ):
        shared = own & what
        return (
            2.0 + len(shared) / len(own | what) if shared and len(shared) * 2 >= len(own) else 0.0
        )
    near = own & saying.around
    if near and (len(near) * 2 >= len(own) or (belief.predicate == "owns" and near >= _CAR)):
        return 1.5 + len(near) / 10
    before = own & saying.earlier
    if before and (len(before) * 2 >= len(own) or (belief.predicate == "owns" and before >= _CAR)):
        return 1.0 + len(before) / 10
    return _alone(saying, belief)


def _words(saying: Saying, belief: Believed) -> frozenset[str]:
    """Return the stems that mean a belief; of somebody else's, the name too."""
    if belief.names & frozenset(called(saying.speaker)):
        return belief.words
    return belief.words | stems(belief.subject)


def _alone(saying: Saying, belief: Believed) -> float:
    """Return how a bare value fits: "it's 980 euros now" is of whatever has such a value."""
    statement = saying.statement
    if statement.form not in {"it", "make"} or statement.what:
        return 0.0
    kind = kind_of(statement.value)
    return (
        0.5
        if kind in {Kind.MONEY, Kind.MEASURE, Kind.WHEN}
        and not _OTHERS.search(statement.clause.text)
        else 0.0
    )


def _mentions(old: str, value: str) -> bool:
    one, other = number_of(old), number_of(value)
    if one is not None and one == other:
        return True
    return is_same_value(old, value) or likeness(old, value) >= 0.7
