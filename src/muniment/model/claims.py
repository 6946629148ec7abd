"""Describe what a turn of a conversation claims: what extraction yields and resolution judges."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from muniment.model.memory import Cardinality
from muniment.model.names import folded
from muniment.model.printed import Printed

DENIED: Final = "not "
"""What stands before the category of a belief that something is not so."""


class Role(StrEnum):
    """Whose message it is: a person's, or the assistant's that answers."""

    USER = "user"
    ASSISTANT = "assistant"


class Act(StrEnum):
    """What a claim does with what was believed before."""

    STATE = "state"
    CORRECT = "correct"
    END = "end"
    DENY = "deny"

    @property
    def asserts(self) -> bool:
        """Tell whether it says that something is so, and not that it is no more, or is not."""
        return self in (Act.STATE, Act.CORRECT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a conversation, as an extractor reads it.

    `occurred_at` is aware; relative times are read against it, in its zone.
    """

    text: str
    speaker: str
    role: Role
    occurred_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Claim(Printed):
    """What one message says of something, with the words that say it.

    `sentence` says it in the third person, so that it can be read by itself. `span` is offsets
    in the message's text, the end exclusive. `time_words` are the words that the period was read
    from. `replaces` is the old value, where the message names it.
    """

    subject: str
    predicate: str
    object: str
    act: Act
    sentence: str
    span: tuple[int, int]
    of: str | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    time_words: str | None = None
    replaces: str | None = None
    confidence: float = 1.0

    @property
    def category(self) -> str:
        """The category of the belief that it becomes."""
        return category_of(self.predicate, self.of)

    @property
    def slot(self) -> tuple[str, str]:
        """Of whom that belief is and of what, folded."""
        return (folded(self.subject), folded(self.category))

    @property
    def cardinality(self) -> Cardinality:
        """How many such beliefs hold of a subject at one instant, unless the tenant says otherwise."""
        return cardinality_of(self.predicate, self.of)


_ONE: Final = frozenset(
    {"lives_in", "from", "works_at", "works_as", "age", "born_on", "diet"}
    | {"favourite", "count", "attribute"}
)
PREDICATES: Final = frozenset(
    _ONE
    | {"studies", "status", "condition", "likes", "dislikes", "hobby", "skill", "owns"}
    | {"relation", "plan", "event", "opinion"}
)
"""Every predicate of a claim."""

WITH_OF: Final = frozenset({"favourite", "relation", "count", "attribute"})
"""The predicates that say what they are of."""

MANY_RELATIONS: Final = frozenset(
    {"sister", "brother", "sibling", "son", "daughter", "child", "friend", "colleague", "cousin"}
    | {"aunt", "uncle", "grandmother", "grandfather", "grandson", "granddaughter", "grandchild"}
    | {"niece", "nephew", "neighbour", "neighbor", "teammate", "flatmate", "roommate", "client"}
    | {"student", "pet", "coworker", "mentor", "teacher"}
)
"""The relations that one subject has many of."""

HOLDS_MANY: Final = MANY_RELATIONS | {
    "alias_of", "allergy", "appointment", "attempt", "condition", "decision", "dislikes", "event", "general", "hobby",
    "interest", "intolerance", "likes", "medication", "medicine", "next step", "opinion", "owns", "plan", "preference",
    "skill", "symptom", "trip", "vaccination",
}  # fmt: skip
"""The categories whose slots hold many beliefs from the start, whoever writes to them first; any other that a writer
names holds one."""


def category_of(predicate: str, of: str | None) -> str:
    """Return the category of a belief: the predicate, or what it is of."""
    if of is None:
        return predicate
    return {"favourite": f"favourite {of}", "count": f"number of {of}"}.get(predicate, of)


def cardinality_of(predicate: str, of: str | None) -> Cardinality:
    """Return how many beliefs of a predicate hold of a subject at one instant."""
    if predicate in _ONE or (predicate == "relation" and of not in MANY_RELATIONS):
        return Cardinality.ONE
    return Cardinality.MANY
