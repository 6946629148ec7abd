"""Hold what a message has brought up so far: who speaks, who was named, what was spoken of."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import MINE, NAMELESS, SPEAKER, THEIRS
from muniment.knowledge.extraction.phrases import (
    TITLES,
    Nominal,
    apart_in,
    is_name,
    nominal,
    untitled,
    without_apart,
    written,
)
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act, Message, Role
from muniment.recall.times import TimePhrase, read_times

_NO_PEOPLE = (
    lexicon.PROPERTIES | lexicon.OCCASIONS | lexicon.POSSESSIONS | lexicon.FOODS | lexicon.PASTIMES
)
OWN_KIN = lexicon.KIN - words("partner ex twin child kid")
_ENDS_TOPIC = words("is was i we and that you in on")
_ROLES = lexicon.CLOSE | lexicon.OCCUPATIONS


def _is_noun(norm: str) -> bool:
    """Tell whether a word with a capital only begins its sentence: "Rent is", "Plumber's coming"."""
    return norm in _NO_PEOPLE or lexicon.is_occupation(norm)


_YOUNG = words("twins kids children boys girls")
_SOMEBODYS = words("landlord landlady nanny babysitter cleaner intern vet midwife")
_OF_ONE = lexicon.BODY | words(
    "rent mortgage salary wage pension budget deposit bill commute phone email address weight height birthday bday dob"
)


def _is_ones_own(phrase: Nominal) -> bool:
    """Tell whether a noun without any determiner is of the speaker's: "rent went up", "bday is in May"."""
    inner = phrase.words
    bare = len(phrase.tokens) == len(inner) and not phrase.name
    if not bare or not inner:
        return False
    return inner[0].norm in lexicon.FAVOURITES or (len(inner) == 1 and inner[0].norm in _OF_ONE)


def _abbreviates(name: Sequence[Token]) -> bool:
    """Tell whether what looks like a name is the end of what a property is called: "half PB", "new HbA1c"."""
    if len(name) != 1:
        return False
    text = name[0].text
    is_short = text.isupper() and 1 < len(text) <= _ACRONYM_MAX
    return is_short or (any(each.isdigit() for each in text) and text.isalnum())


_ACRONYM_MAX = 4


def _only_introduces(words: Sequence[Token]) -> bool:
    """Tell whether a phrase begins with a word that is no part of what it names: "new", not that of "New York"."""
    return (
        words[0].norm in {"new", "old", "your"}
        and words[1].norm != "one"
        and not (is_name(words[0]) and is_name(words[1]))
    )


_ARTICLE = re.compile(r"(?<![^\W_])(a|an|the|my|our)\s+(?:(?:brand-)?new\s+)?$", re.IGNORECASE)


_BEFORE_MAX: Final = 80
_OF_ANOTHER: Final = re.compile(
    r"(?:^|[.,;:!?]\s+|\band\s+)(?:he|she|they)\b(?:(?!\b(?:me|us|my|our)\b)[^.;!?])*[.,;!?]\s+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A claim before its times and its sentence are known; `changes` says that it began then."""

    subject: str
    predicate: str
    object: str
    act: Act
    span: tuple[int, int]
    of: str | None = None
    changes: bool = False
    replaces: str | None = None
    timeless: bool = False
    time: TimePhrase | None = None
    article: str = ""
    looks_ahead: bool = False
    confidence: float = 0.9
    was: str = ""
    """What stands before an event in its sentence: "was" of what was done to somebody, "'s bike was"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """What a phrase stands for. `of` is the property, where it names one of an owner."""

    name: str
    is_person: bool = False
    is_speaker: bool = False
    of: str | None = None
    words: tuple[Token, ...] = ()


@dataclass(slots=True)
class Scene:
    """What is known while the clauses of one message are read, in order."""

    text: str
    speaker: str
    role: Role
    times: tuple[TimePhrase, ...]
    timed: frozenset[int]
    drafts: list[Draft] = field(default_factory=list)
    people: list[tuple[str, str, int]] = field(default_factory=list)
    thing: str | None = None
    correcting: bool = False
    putting_right: bool = False
    joking: bool = False
    supposing: bool = False
    now: int = sys.maxsize
    names: dict[str, str] = field(default_factory=dict)
    topic: str | None = None
    property: Entity | None = None
    pet: int | None = None
    told: dict[tuple[str, str], list[Draft]] = field(default_factory=dict)
    """What was drafted of somebody by a verb, to be taken back: "I hate it. No, I don't hate it"."""

    @classmethod
    def of(cls, message: Message, text: str, tokens: Sequence[Token] = ()) -> Scene:
        """Open the scene of a message; its times are those of `text`, what of it is its speaker's own."""
        times = read_times(text, message.occurred_at)
        within = {offset for each in times for offset in range(each.start, each.end)}
        return cls(
            text=message.text,
            speaker=message.speaker,
            role=message.role,
            times=times,
            timed=frozenset(token.start for token in tokens if token.start in within),
        )

    def self(self) -> Entity:
        """Return the speaker."""
        return Entity(name=self.speaker, is_person=True, is_speaker=True)

    def words(self, tokens: Sequence[Token]) -> str:
        """Return what the message writes where tokens stand."""
        return written(tokens, self.text)

    def aside(
        self,
        predicate: str,
        object: str,
        span: tuple[int, int],
        *,
        of: str | None = None,
        subject: str | None = None,
    ) -> Draft:
        """Draft what is said without a verb, of the speaker if of nobody else: no time is said of it."""
        return Draft(
            subject=subject or self.speaker,
            predicate=predicate,
            of=of,
            object=object,
            act=Act.STATE,
            span=span,
            timeless=True,
        )

    def times_between(self, first: int, last: int) -> tuple[TimePhrase, ...]:
        """Return the time expressions that have words from one offset to another."""
        start = bisect_right(self.times, first, key=lambda phrase: phrase.end)
        end = bisect_right(self.times, last, key=lambda phrase: phrase.start)
        return self.times[start:end]

    def take_back(self, name: str, lemma: str) -> None:
        """Drop what was drafted of somebody by a verb."""
        gone = self.told.pop((name, lemma), [])
        self.drafts = [each for each in self.drafts if each not in gone]

    def take_back_thing(self, name: str) -> None:
        """Drop the thing that somebody was last said to have got: they have sold "it" since."""
        had = [each for each in self.drafts if each.predicate == "owns" and each.subject == name]
        if had and had[-1].act is Act.STATE:
            self.drafts.remove(had[-1])
            self.pet = None

    def article_before(self, start: int) -> str:
        """Return the article that stands before a value, "their" for the speaker's own."""
        match = _ARTICLE.search(self.text, max(0, start - 16), start)
        word = match[1].lower() if match is not None else ""
        return {"my": "their", "our": "their"}.get(word, word)

    def meet(self, name: str, relation: str | None = None, *, at: int = 0) -> None:
        """Note a person, so that "he", "she" and "they" can mean them."""
        last = (relation or "").split(" ")[-1]
        gender = "he" if last in lexicon.MALE else "she" if last in lexicon.FEMALE else ""
        self.people.append((name, gender, at))

    def full_name(self, name: str) -> str:
        """Return the longer name of somebody who was named before: "Nadia" may be "Nadia Petrov"."""
        longer = (
            each for each, _, _ in self.people if each.startswith(f"{name} ") and "'s" not in each
        )
        return next(longer, name)

    def last_person(self) -> Entity | None:
        """Return the person who was named last."""
        return Entity(name=self.people[-1][0], is_person=True) if self.people else None

    def relation_of(self, name: str) -> tuple[str, str] | None:
        """Return whose relative somebody without a name is, and which: of "Ann's sister"."""
        owner, _, relation = name.rpartition("'s ")
        last, relation = relation.split(" ")[-1], without_apart(relation)
        return (owner, relation) if owner and last in _ROLES else None

    def note_pet(self, start: int) -> None:
        """Note the pet without a name that the drafts from there on speak of."""
        for index in range(start, len(self.drafts)):
            draft = self.drafts[index]
            last = draft.object.split(" ")[-1].casefold()
            if draft.predicate == "owns" and last in lexicon.PETS and draft.act is not Act.END:
                self.pet = index

    def name_pet(self, name: str) -> None:
        """Give the pet that was last spoken of its name."""
        if self.pet is not None and self.pet < len(self.drafts):
            draft = self.drafts[self.pet]
            self.drafts[self.pet] = replace(draft, object=f"{draft.object} {name}")
            self.pet = None
            self.people.append((name, "", 0))

    def find_topic(self, tokens: Sequence[Token]) -> None:
        """Note what the message says that it is about: "about the grant:"."""
        for index, token in enumerate(tokens[:-1]):
            if (
                token.norm in {"about", "regarding", "re", "concerning"}
                and tokens[index + 1].norm == "the"
            ):
                end = index + 2
                while end < len(tokens) and tokens[end].norm[0].isalnum() and end - index < 5:
                    if tokens[end].norm in _ENDS_TOPIC:
                        break
                    end += 1
                if end > index + 2:
                    self.topic = self.words(tokens[index + 2 : end])

    def meant_by(self, pronoun: str) -> str | None:
        """Return the person that a pronoun most likely means: the last one who fits."""
        wanted = {"his": "he", "him": "he", "her": "she"}.get(pronoun, pronoun)
        fitting = [
            (name, at)
            for name, gender, at in reversed(self.people)
            if wanted in {"he", "she"} and gender in {"", wanted}
        ]
        before = (name for name, at in fitting if at <= self.now)
        return next(before, fitting[0][0] if fitting else None)

    def entity(self, tokens: Sequence[Token], *, introduces: bool = True) -> Entity | None:
        """Return what a phrase stands for, and draft what it says by the way of who is who."""
        if not tokens:
            return None
        first = tokens[0].norm
        if len(tokens) == 1 and first in SPEAKER:
            return replace(self.self(), words=tuple(tokens))
        if len(tokens) == 1 and first in {"he", "she"}:
            if self.pet is not None:
                return Entity(name=self.drafts[self.pet].object)
            name = self.meant_by(first)
            return None if name is None else Entity(name=name, is_person=True)
        if len(tokens) == 1 and first in {"it", "its"}:
            return None if self.thing is None else Entity(name=self.thing, words=tuple(tokens))
        if first in NAMELESS and first not in THEIRS:
            return None
        phrase = nominal(tokens)
        return None if phrase is None else self._resolved(phrase, introduces=introduces)

    def _resolved(self, phrase: Nominal, *, introduces: bool) -> Entity | None:
        owner = self._owner(phrase, introduces=introduces)
        is_yours = phrase.possessive == "your" and self.role is Role.USER
        if is_yours or (phrase.possessive in THEIRS and owner is None):
            return None
        is_own = self.role is Role.USER and _is_ones_own(phrase)
        if owner is None and is_own and not self.is_behind_another(phrase.tokens[0].start):
            owner = self.self()
        relation = phrase.relation
        if owner is None and phrase.definite and relation in _SOMEBODYS and not phrase.name:
            name = f"{self.speaker}'s {relation}"
            self.meet(name, relation)
            return Entity(name=name, is_person=True)
        if owner is not None and relation is not None:
            return self._relative(owner, relation, phrase, introduces=introduces)
        if owner is not None and phrase.words:
            return self._belonging(owner, phrase)
        if owner is not None and _abbreviates(phrase.name) and not _is_noun(phrase.name[0].norm):
            return self._belonging(owner, replace(phrase, words=phrase.name, name=()))
        return self._unowned(phrase)

    def is_behind_another(self, start: int) -> bool:
        """Tell whether the clause before an offset is about somebody else: "She moves in in May. Rent is 740"."""
        return _OF_ANOTHER.search(self.text, max(0, start - _BEFORE_MAX), start) is not None

    def _belonging(self, owner: Entity, phrase: Nominal) -> Entity:
        """Return a pet, a relative without a name, or a property of somebody."""
        words = phrase.words
        last = words[-1].norm
        if last in lexicon.PETS:
            name = self.words(untitled(phrase.name)) or f"{owner.name}'s {last}"
            self.people.append((name, "", 0))
            return Entity(name=name, is_person=True)
        if not phrase.name and lexicon.singular(last) in lexicon.RELATIONS:
            return Entity(name=f"{owner.name}'s {last}", is_person=True)
        words = (*words, *phrase.name) if _abbreviates(phrase.name) else words
        return Entity(
            name=owner.name,
            of=" ".join(each.norm for each in words),
            is_speaker=owner.is_speaker,
            words=words,
        )

    def _unowned(self, phrase: Nominal) -> Entity | None:
        """Return what a phrase names by itself: a child, one's kin, a person, a thing."""
        words, tokens = phrase.words, phrase.tokens
        head = words[-1].norm if words else ""
        bare = len(tokens) == 1 and tokens[0].norm in _YOUNG
        if bare or (phrase.definite and len(words) == 1 and head in _YOUNG):
            return Entity(name=tokens[-1].norm, is_person=True)
        if len(tokens) == 1 and tokens[0].norm in OWN_KIN:
            kin = replace(phrase, words=tokens, name=())
            return self._relative(self.self(), tokens[0].norm, kin, introduces=False)
        if (
            phrase.name
            and tokens[0].norm != "the"
            and not (len(tokens) == 1 and _is_noun(tokens[0].norm))
            and not any(character.isdigit() for each in phrase.name for character in each.text)
            and not words
            and all(is_name(each) or each.norm in TITLES for each in phrase.name)
        ):
            name = self.full_name(self.words(untitled(phrase.name)))
            self.meet(name)
            return Entity(name=name, is_person=True)
        if not words and not phrase.name:
            return None
        inner = [*words, *phrase.name]
        while len(inner) > 1 and _only_introduces(inner):
            inner = inner[1:]
        return Entity(name=self.words(inner), words=tuple(inner))

    def _owner(self, phrase: Nominal, *, introduces: bool) -> Entity | None:
        if phrase.owner is not None:
            owner = self._resolved(phrase.owner, introduces=introduces)
            if owner is not None and owner.of is not None:
                return Entity(name=owner.of)
            return owner
        if phrase.possessive in MINE:
            return self.self()
        if phrase.possessive in THEIRS and self.pet is not None:
            return Entity(name=self.drafts[self.pet].object)
        if phrase.possessive in THEIRS:
            name = self.meant_by(phrase.possessive or "")
            if name is None and phrase.possessive in {"its", "their"} and self.thing is not None:
                return Entity(name=self.thing)
            return None if name is None else Entity(name=name, is_person=True)
        return None

    def _relative(
        self, owner: Entity, relation: str, phrase: Nominal, *, introduces: bool
    ) -> Entity:
        plain = lexicon.singular(relation)
        if not phrase.name:
            apart = "" if " " in relation else apart_in(phrase.words)
            name = f"{owner.name}'s {apart}{relation}"
            self.meet(name, plain)
            return Entity(name=name, is_person=True)
        name = self.words(untitled(phrase.name))
        self.meet(name, plain)
        if introduces:
            span = (phrase.tokens[0].start, phrase.name[-1].end)
            of = lexicon.standard(relation)
            self.drafts.append(self.aside("relation", name, span, of=of, subject=owner.name))
        return Entity(name=name, is_person=True)
