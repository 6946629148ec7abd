"""Describe what is believed as binding sees it: a slot, its value, and the words that mean it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.kinds import Kind, is_when, kind_of
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import words
from muniment.model.claims import MANY_RELATIONS, Claim, category_of
from muniment.model.names import called, folded
from muniment.recall.time_words import DAYS, MONTHS

PLAIN: Final = words(
    "lives_in from works_at works_as studies age born_on status diet condition likes "
    "dislikes hobby skill owns plan event opinion"
)
_MANY: Final = PLAIN - words("lives_in from works_at works_as age born_on diet")
BY_OBJECT: Final = words("plan owns likes dislikes hobby condition skill")
"""Predicates that the words of a value mean."""
_TIMES: Final = stems(" ".join((*MONTHS, *DAYS, "morning evening")))
WEAK: Final = words(
    "tak mak do hav giv us want plan start try decid intend goe lik lov visit com bring"
)
_MAKES: Final = stems(
    " ".join(lexicon.MAKES - {"vespa", "yamaha", "kawasaki", "ducati", "harley", "suzuki"})
)
MEANT: Final = {
    "lives_in": "live",
    "works_at": "work employer company job",
    "works_as": "job role work promoted",
    "diet": "diet eat",
    "age": "age old",
    "studies": "study enrolled degree major",
}


_DOSED: Final = re.compile(r"(?P<what>[^\W\d]\D*) \d.*")
_LED: Final = re.compile(r"^(?:with|at|in|by|from|for) ", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Believed:
    """One belief that may be meant: its slot and value; `order` rises with the time it was told."""

    subject: str
    predicate: str
    of: str | None
    object: str
    order: int = 0
    told: str = ""
    """The sentence that told it."""
    is_of_speaker: bool = False
    """Whether its subject speaks: a person, however the name is written."""
    heard_at: datetime | None = None
    """When the first of the turns was said that told it, where nothing else did."""

    @classmethod
    def read(cls, subject: str, category: str, value: str, order: int, told: str = "") -> Believed:
        """Make it of what the ledger keeps: the category says predicate and property."""
        predicate, of = _slot(category)
        return cls(
            subject=subject, predicate=predicate, of=of, object=value, order=order, told=told
        )

    @classmethod
    def of_claim(cls, claim: Claim, order: int, told: str) -> Believed | None:
        """Make it of a claim that will be believed; None of an end or a denial."""
        if not claim.act.asserts:
            return None
        return cls(
            subject=claim.subject,
            predicate=claim.predicate,
            of=claim.of,
            object=claim.object,
            order=order,
            told=told,
        )

    def heard_from(self, speaker: str) -> Believed:
        """Return it as a message of somebody means it."""
        is_own = folded(self.subject) == folded(speaker)
        return self if is_own is self.is_of_speaker else replace(self, is_of_speaker=is_own)

    def is_heard_by(self, moment: datetime) -> bool:
        """Tell whether it could be known at a moment."""
        return self.heard_at is None or self.heard_at <= moment

    @cached_property
    def category(self) -> str:
        """The category of its slot."""
        return folded(category_of(self.predicate, self.of))

    @cached_property
    def slot(self) -> tuple[str, str]:
        """Its slot: of whom it is, and of what."""
        return (folded(self.subject), self.category)

    @cached_property
    def is_thing(self) -> bool:
        """Whether its subject is a thing by the way it is written, and does not speak."""
        if self.is_of_speaker or self._kin is not None:
            return False
        first, _, rest = self.subject.partition(" ")
        is_noun = first[:1].islower() or not first[:1].isalpha() or rest[:1].islower()
        return is_noun or any(letter.isdigit() for letter in self.subject)

    @property
    def is_many(self) -> bool:
        """Whether a subject may have several."""
        if self.predicate == "relation":
            return self.of in MANY_RELATIONS
        return self.predicate in _MANY

    @cached_property
    def kind(self) -> Kind:
        """What kind of value it has."""
        return kind_of(_LED.sub("", self.object))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its value."""
        return stems(self.object)

    @cached_property
    def when(self) -> bool:
        """Whether its value names a time."""
        return is_when(self.object)

    @cached_property
    def told_words(self) -> frozenset[str]:
        """The stems of the sentence that told it."""
        return stems(self.told)

    @cached_property
    def names(self) -> frozenset[str]:
        """The folded forms that its subject goes by."""
        return frozenset(called(self.subject) if self._kin is None else {self._kin})

    @cached_property
    def name_words(self) -> frozenset[str]:
        """The words of those names."""
        return frozenset(word for name in self.names for word in name.split(" "))

    @cached_property
    def _kin(self) -> str | None:
        """Which relative its subject is, where it has no name: "mum" of "Ann Lee's mum"."""
        owner, _, kin = self.subject.rpartition("'s ")
        return kin if owner and kin in lexicon.RELATIONS else None

    @cached_property
    def medicine(self) -> str:
        """What its value names with a dose behind: "losartan" of "losartan 50 mg"."""
        found = _DOSED.fullmatch(self.object) if self.of == "medication" else None
        return "" if found is None else found["what"]

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of the words that mean it."""
        if self.predicate in BY_OBJECT:
            own = stems(self.object)
        elif self.medicine:
            own = stems(self.medicine)
        else:
            own = stems(MEANT.get(self.predicate, self.of or ""))
        if self.predicate == "owns" and own & _MAKES:
            own |= stems("car")
        if self.predicate == "favourite":
            own |= stems("favourite")
        if self.predicate in {"plan", "hobby"}:
            own = frozenset(
                word
                for word in own
                if not is_when(f"in {word}")
                and word not in WEAK
                and not word[0].isdigit()
                and word not in _TIMES
            )
        if self.predicate == "attribute" and self.of in {"date", "day", "time", "location", "name"}:
            own = frozenset()
        return own | (stems(self.subject) if self.is_thing else frozenset())


def _slot(category: str) -> tuple[str, str | None]:
    if category in PLAIN:
        return category, None
    for lead, predicate in (("favourite ", "favourite"), ("number of ", "count")):
        if category.startswith(lead):
            return predicate, category.removeprefix(lead)
    if category.rsplit(" ", maxsplit=1)[-1] in lexicon.RELATIONS:
        return "relation", category
    return "attribute", category
