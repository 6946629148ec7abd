"""Describe a fact by itself: subject, predicate and object, for a while, of one user."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from unicodedata import normalize

from muniment.errors import InvalidValue
from muniment.model.names import folded
from muniment.model.printed import Printed
from muniment.model.storable import is_blank, refuse_unstorable
from muniment.temporal.instants import read_instant
from muniment.temporal.period import Period

When = datetime | date | str
"""An aware datetime, a date (midnight UTC), or either as ISO 8601."""

STOP_WORDS: Final = frozenset(
    [
        "a", "am", "an", "and", "are", "as", "at", "be", "been", "by", "can", "did", "do",
        "does", "for", "from", "had", "has", "have", "he", "her", "hers", "him", "his", "how",
        "i", "if", "in", "is", "it", "its", "me", "my", "of", "on", "or", "our", "she", "so",
        "than", "that", "the", "their", "them", "then", "there", "they", "this", "to", "us",
        "was", "we", "were", "what", "when", "where", "which", "who", "whom", "whose", "why",
        "will", "with", "you", "your",
    ]
)  # fmt: skip
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Fact(Printed):
    """That something is so of a subject, for a while.

    Without `valid_from` it is so from when it is recorded; without `valid_until` it is open.
    A store stamps `id` and `recorded_at`, whatever a fact that is appended says. `user_id` None is
    a partition of its own. `sources` say where it comes from; those of a store's fact are the
    sources of everybody who said so.

    Raises:
        InvalidValue: a name is blank, or the confidence is outside 0 to 1.
        UnstorableText: a text holds a NUL or a lone surrogate.
        EmptyPeriod, ZonelessTime, UnreadableTime, AbsurdTime: the period is not valid.
    """

    subject: str
    predicate: str
    object: str
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    confidence: float = 1.0
    user_id: str | None = None
    sources: tuple[str, ...] = ()
    id: str | None = None
    recorded_at: datetime | None = None

    def __post_init__(self) -> None:
        for name in ("subject", "predicate", "object"):
            object.__setattr__(self, name, _name(getattr(self, name), name))
        if self.user_id is not None:
            _name(self.user_id, "user_id")
        for name in ("valid_from", "valid_until", "recorded_at"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, read_instant(value, field=name))
        if self.valid_from is not None and self.valid_until is not None:
            Period(start=self.valid_from, end=self.valid_until)
        object.__setattr__(self, "confidence", checked_confidence(self.confidence))
        object.__setattr__(self, "sources", _sources(self.sources))

    @property
    def text(self) -> str:
        """The fact as a sentence of three words."""
        return sentence_of(self.subject, self.predicate, self.object)

    @property
    def key(self) -> tuple[str, str, str]:
        """The triple, as names are equal."""
        return folded(self.subject), folded(self.predicate), folded(self.object)

    def holds_at(self, instant: datetime) -> bool:
        """Tell whether an instant is within its period; one without a beginning holds nowhere."""
        if self.valid_from is None or self.valid_from > instant:
            return False
        return self.valid_until is None or self.valid_until > instant


def sentence_of(subject: str, predicate: str, object_: str) -> str:
    """Return the sentence of a fact that was given none."""
    return f"{subject} {predicate} {object_}"


def _name(name: object, field_name: str) -> str:
    if not isinstance(name, str):
        raise InvalidValue(f"{field_name} is a {type(name).__name__}; write a text.")
    refuse_unstorable(name, field_name)
    text = normalize("NFC", name).strip()
    if is_blank(text):
        raise InvalidValue(f"{field_name} is blank. Write a name.")
    return text


def checked_confidence(confidence: object) -> float:
    """Return a confidence from 0 to 1."""
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        raise InvalidValue(
            f"confidence is of type {type(confidence).__name__}; write a number from 0 to 1."
        )
    if not 0 <= confidence <= 1:
        raise InvalidValue(f"confidence is {confidence}; write a number from 0 to 1.")
    return float(confidence)


def _sources(sources: object) -> tuple[str, ...]:
    if isinstance(sources, str) or not isinstance(sources, Iterable):
        raise InvalidValue(f"sources is {sources!r:.80}; write a list of texts.")
    return tuple(dict.fromkeys(_name(each, "a source") for each in sources))


def standing_facts(stretches: Iterable[Fact], valid_at: datetime) -> dict[str, Fact]:
    """Return each fact once, by its id: the stretch that holds, else its last, else its first.

    A fact may hold, be interrupted by another and hold again: each of these is a stretch.
    """
    found: dict[str, Fact] = {}
    for fact in sorted(stretches, key=_by_start):
        assert fact.id is not None
        before = found.get(fact.id)
        begun = fact.valid_from is not None and fact.valid_from <= valid_at
        if before is None or begun:
            found[fact.id] = fact
    return dict(sorted(found.items()))


def _by_start(fact: Fact) -> datetime:
    assert fact.valid_from is not None
    return fact.valid_from


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text that carry meaning: two letters or more, no stop words."""
    words = _WORD.findall(folded(text))
    return frozenset(word for word in words if len(word) > 1 and word not in STOP_WORDS)


def ranked_by_words(query: str, facts: Iterable[Fact], limit: int) -> list[Fact]:
    """Return the facts that share words with a question: most first, then the shorter, then by id."""
    asked = words_of(query)
    shared = [(len(asked & words_of(fact.text)), fact) for fact in facts]
    found = sorted(
        ((count, fact) for count, fact in shared if count),
        key=lambda each: (-each[0], len(each[1].text), each[1].id or ""),
    )
    return [fact for _, fact in found[:limit]]


def ranked_by_cosine(scored: Iterable[tuple[float, Fact]], limit: int) -> list[Fact]:
    """Return facts by their cosine with a question, highest first, then by id."""
    found = sorted(scored, key=lambda each: (-round(each[0], 6), each[1].id or ""))
    return [fact for _, fact in found[:limit]]
