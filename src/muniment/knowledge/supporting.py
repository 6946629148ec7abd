"""Tell whether a belief or a turn says what a question asks: of whom, of what, and of when; pure, in English."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.attributes import (
    LIKES,
    asks_of_trade,
    attributes_of,
    base,
    content_words,
    is_same,
    is_word_for,
)
from muniment.knowledge.concerning import Whom, subject_of
from muniment.knowledge.designations import designated_in, has_all, name_like, times_in
from muniment.knowledge.earnest import Mood, earnest, mood_of
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.name_forms import parts_of, without_accents
from muniment.knowledge.naming import asks_for_name, has_name
from muniment.knowledge.polarity import asks_of_before, asks_of_not, denies, is_contrary
from muniment.knowledge.timing import held, was_told_of
from muniment.knowledge.ways import names_of
from muniment.model.entities import GraphEdge
from muniment.model.memory import Episode, Memory
from muniment.model.names import folded
from muniment.recall.possessing import words_of
from muniment.recall.question import QuestionRead, name_keys
from muniment.recall.thesaurus import asks_for_job
from muniment.temporal.period import Period

COVERED_MIN: Final = 0.5
"""Which part of what is asked something says, where no word of it is one of a known attribute."""

COSINE_MIN: Final = 0.55
"""How near in meaning something is that says what is asked in other words, where these ask for no known attribute."""

_WHO: Final = re.compile(r"^\W*(?:(?:with|to|for|from|by) )?(?:who|whom)\b", re.IGNORECASE)
_NAME: Final = re.compile(r"(?<!\bin )[^\W\d_a-z][\w’'-]*")
_NEXT_CLAUSE: Final = re.compile(
    r"(?:,? (?:and|but|so|while|whereas|because) |; )"
    r"(?=(?:i|we|he|she|they|it|my|our|his|her|their|the|a|an)\b|(?-i:[A-ZÀ-ÖØ-Þ])[\w’'-]*\s+\w)",
    re.IGNORECASE,
)
_OR: Final = re.compile(r"([\w’'-]+),? or (?:(?:a|an|any|the|my|our) )?([\w’'-]+)", re.IGNORECASE)
_CLAUSE_WORDS_MIN: Final = 3
_NOBODY: Final = frozenset(["not", "no", "nobody", "never", "alone"])
_GROUPS: Final = lexicon.COLLECTIVES - {"office", "class"}
"""Of people who do something together, not where they do it."""
_OURS: Final = frozenset({"we", "our", "ours", "us"})


_RELATIONS: Final = frozenset(base(each) for each in lexicon.RELATIONS)
"""Who somebody's somebody is: who asks of a sister's rent does not ask of one's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question asks: the bases of its words, whom it is about, when, whether for a person, for what is not so, or was.

    `about` are the names of those that it is about, `spoken` all words of names in it, `unknown` those
    of names that nobody goes by, where it is about nobody known, without accents; `designated` the addresses, numbers and
    codes that what answers has; `has_topical_name` says that its vector has one of them, which is near to all that has it too.
    """

    question: str
    words: frozenset[str]
    timed: frozenset[str]
    about: frozenset[str]
    leading: frozenset[frozenset[str]]
    spoken: frozenset[str]
    unknown: frozenset[str]
    designated: tuple[str, ...]
    windows: tuple[Period, ...]
    is_for_a_person: bool
    is_of_not: bool
    is_of_before: bool
    has_topical_name: bool
    is_of_asker: bool

    @classmethod
    def of(
        cls,
        read: QuestionRead,
        plain: Collection[str],
        subjects: Collection[str],
    ) -> Asked:
        """Return what a question asks.

        `plain` are the names in it that are written small, `subjects` those of what the store tells
        something of. A name that is written small is one of these only: "married" is none.
        """
        about = frozenset(each for each in read.names if each not in plain or each in subjects)
        leads = {word for words, _ in read.meant for word in words}
        unknown = frozenset[str]() if about else frozenset(name_like(read.text)) - leads
        spoken = frozenset(word for name in about for word in words_of(name)) | leads | unknown
        said, timed = content_words(read.text) - {base(each) for each in spoken}, _timed(read)
        words = said - timed
        if not words - {LIKES} <= _RELATIONS:
            words -= {LIKES}
        if asks_for_job(read.text):
            words |= {base("job")}
        return cls(
            question=read.text,
            words=words,
            timed=said & timed,
            about=about,
            leading=read.leading,
            spoken=spoken,
            unknown=frozenset(map(without_accents, unknown)),
            designated=designated_in(read.text, about),
            windows=read.windows,
            has_topical_name=any(name in folded(read.topic) for name in about),
            is_of_asker=not leads and about.isdisjoint(name_keys(read.text)),
            is_of_not=asks_of_not(read.text),
            is_of_before=asks_of_before(read.text),
            is_for_a_person=_WHO.match(read.text) is not None,
        )

    def supports(
        self,
        said: Memory | Episode,
        cosine: float,
        leads: Sequence[GraphEdge] = (),
        beside: str = "",
    ) -> bool:
        """Tell whether a belief or a turn says what is asked, of whom it is asked.

        `leads` are the facts on the way to it from a name of the question: they lead there from whom
        it is about, where it has a word for them ("the town of Ann's employer"). What a belief's turn says
        `beside` it is not said by it.
        """
        if self._lacks_name(said):
            return False
        led = frozenset[str]()
        if any(not self.about.isdisjoint((folded(x.subject), folded(x.object))) for x in leads):
            told = [each.predicate for each in leads]
            led = frozenset(word for word in self.words if _tells(told, word))
        if self._is_about(said):
            led = frozenset()
        elif self._may_be_ours(said):
            return self._is_of_then(said) and self._says_all(said, cosine)
        elif not led or led == self.words:
            return False
        return self._is_of_then(said) and self._says(said, self.words - led, cosine, beside)

    def admits(self, said: Memory | Episode) -> bool:
        """Tell whether nothing forbids that something answers in other words: it was so then, and has somebody where one is asked for."""
        return (
            self.may_seem_to_answer(said)
            and not self._only_supposes(said)
            and not self._lacks_name(said)
            and self._is_of_then(said)
            and self._agreeing(said, self.words) is not None
        )

    def may_seem_to_answer(self, said: Memory | Episode) -> bool:
        """Tell whether something is neither contrary to what is asked nor tells of another what each has of their own.

        "Rex is eleven" does not answer how old I am.
        """
        if not self._is_about(said) and all(map(attributes_of, self.words)):
            return False
        return bool(self._consistent(_sentences(said, self)))

    def _only_supposes(self, said: Memory | Episode) -> bool:
        """Tell whether a turn has a word of the question only in what it does not mean as so."""
        told = content_words(" ; ".join(_sentences(said, self)))
        spoken = content_words(" ; ".join(_sentences(said, self, Mood.WHATEVER)))
        return not self.words.isdisjoint(spoken - told)

    def _lacks_name(self, said: Memory | Episode) -> bool:
        """Tell whether a name is asked for, and something has none but those of whom it is about."""
        if not asks_for_name(self.question):
            return False
        own = [said.entity or ""] if isinstance(said, Memory) else names_of(said)
        known = frozenset(words_of(" ".join((self.question, *self.about, *own))))
        return not has_name(" ; ".join(_sentences(said, self)), known)

    def is_near_by_name(self, said: Memory | Episode, others: Iterable[Memory | Episode]) -> bool:
        """Tell whether something has nothing of the question but a name that none of the others has: it is near whatever is asked."""
        known = self.about.intersection(name_keys(self.question))
        names = self.unknown.union(map(without_accents, known))
        own = names.intersection(_names_told(said)).difference(*map(_names_told, others))
        return bool(own) and not self.fit(said)[0]

    def tell_as_much(
        self, beliefs: Sequence[Memory | Episode], words: Sequence[str], turn: Episode
    ) -> bool:
        """Tell whether beliefs, or the words that they rest on, have all words of the question that their turn has."""
        told = [*words, *(text for each in beliefs for text in _sentences(each, self))]
        said = list(_sentences(turn, self))
        return all(_tells(told, word) for word in self.words | self.timed if _tells(said, word))

    def bears(self, belief: Memory, words: str, turn: Memory | Episode) -> bool:
        """Tell whether a belief that was made of words of a turn has to do with what is asked, and not with its speaker alone."""
        if folded(belief.entity or "") in self.about - names_of(turn):
            return True
        if self.whom.is_of_another(belief):
            return False
        texts = [*_sentences(belief, self), words]
        told = {word for word in self.words if _tells(texts, word)}
        if not self.about or not (self.words - told).isdisjoint(_RELATIONS):
            return told == self.words
        return bool(told) or not self.words

    def leads(self, said: Memory | Episode) -> bool:
        """Tell whether a fact says who is meant by somebody's somebody."""
        return frozenset(names_of(said)) in self.leading

    @property
    def whom(self) -> Whom:
        """Whom it is about."""
        subject = subject_of(self.question, self.about)
        return Whom(about=self.about, subject=subject, spoken=self.spoken, words=self.words)

    def _is_about(self, said: Memory | Episode) -> bool:
        if not self.about:
            return True
        if isinstance(said, Memory) and self.whom.is_of_another(said):
            return False
        told = names_of(said)
        if not told and isinstance(said, Memory):
            return not self.about.isdisjoint(name_keys(said.content))
        return not self.about.isdisjoint({*told, *name_keys(said.content)})

    def _may_be_ours(self, said: Memory | Episode) -> bool:
        """Tell whether a belief is of a thing of whoever asks and is named by nothing else: "our domain", "the essay"."""
        if not (self.about and self.is_of_asker and isinstance(said, Memory)):
            return False
        if self.is_of_us:
            return True
        return not (said.entity or "")[:1].isupper() and not self.whom.tells_of_another(
            said.content
        )

    def _says_all(self, said: Memory | Episode, cosine: float) -> bool:
        """Tell whether a belief has every word of the question, of which none asks for what each has of their own."""
        if len(self.words) < (1 if self.is_of_us else 2) or any(map(attributes_of, self.words)):
            return False
        told = content_words(" ; ".join(_sentences(said, self)))
        met = self.words & told
        return (met == self.words or (cosine >= COSINE_MIN and bool(met))) and self._says(
            said, met, cosine, ""
        )

    def fit(self, said: Memory | Episode) -> tuple[int, int, bool]:
        """Return how many words of the question something tells and has, and whether its category tells one."""
        texts = list(_sentences(said, self))
        category = said.category if isinstance(said, Memory) else None
        return (
            sum(_tells(texts, word) for word in self.words),
            len(self.words & content_words(" ; ".join(texts))),
            category is not None and any(_tells([category], word) for word in self.words),
        )

    def says_alike(self, one: Memory | Episode, other: Memory | Episode) -> bool:
        """Tell whether beliefs of two say alike what is asked, and both have a name of it that nobody known goes by."""
        return (
            not self.about
            and isinstance(one, Memory)
            and isinstance(other, Memory)
            and one.entity != other.entity
            and folded(one.category or "") == folded(other.category or "")
            and self.fit(one) == self.fit(other)
            and bool(named := self.unknown.intersection(_plain_words(one.content)))
            and named == self.unknown.intersection(_plain_words(other.content))
        )

    @property
    def is_of_us(self) -> bool:
        """Whether it is asked of those whom whoever asks belongs to."""
        return not _OURS.isdisjoint(words_of(self.question))

    def _is_of_then(self, said: Memory | Episode) -> bool:
        """Tell whether it held, or was told of, at the time that is asked for."""
        return not self.windows or was_told_of(said, self.windows)

    def began_later(self, said: Memory) -> bool:
        """Tell whether a belief had not begun at the time that is asked for, nor speaks of it."""
        return bool(self.windows) and not held(said, self.windows)

    def _says(
        self,
        said: Memory | Episode,
        words: Set[str],
        cosine: float,
        beside: str,
    ) -> bool:
        texts = self._agreeing(said, words)
        if texts is None:
            return False
        if not words:
            return True
        elsewhere = content_words(beside).difference(*map(content_words, texts))
        other = base(folded(said.category or "")) if isinstance(said, Memory) else ""
        met = {
            word
            for word in words - elsewhere
            if _tells(texts, word, but=other if asks_of_trade(word) else "")
        }
        met |= {word for each in self._alternatives() if each & met for word in each & words}
        covered = len(met) / len(words)
        if not self.about | self.unknown:
            return covered > 0 or cosine >= COSINE_MIN
        if any(attributes_of(word) for word in words - met):
            return False
        is_near = cosine >= COSINE_MIN and not (self.has_topical_name or self.unknown)
        return covered >= COVERED_MIN or is_near

    def _agreeing(self, said: Memory | Episode, words: Set[str]) -> list[str] | None:
        """Return the sentences that are not contrary to what is asked, None without any or if no person is in them that is."""
        texts = list(_sentences(said, self))
        if self.unknown:
            texts = [
                each for each in _clauses(texts) if not self.unknown.isdisjoint(_plain_words(each))
            ]
        if self.designated:
            named = " ; ".join(sorted(names_of(said)))
            texts = [each for each in texts if has_all(f"{each} ; {named}", self.designated)]
        texts = self._consistent(texts)
        lacks_person = self.is_for_a_person and words and not self._has_person(said, texts)
        return None if lacks_person or not texts else texts

    def _consistent(self, texts: Iterable[str]) -> list[str]:
        """Return the texts that are not contrary to what is asked, and deny where it is asked what is not so."""
        if self.is_of_not:
            texts = [each for each in _clauses(texts) if denies(each, self.question)]
        return [each for each in texts if not is_contrary(each, self.question)]

    def _alternatives(self) -> Iterable[frozenset[str]]:
        """Yield words of which one is enough: "brothers or sisters"."""
        for each in _OR.finditer(self.question):
            yield content_words(each[1]) | content_words(each[2])

    def _has_person(self, said: Memory | Episode, texts: Iterable[str]) -> bool:
        """Tell whether anybody is in it but those whom the question names, and the one that it asks for by a relation."""
        for text in texts:
            found = (lexicon.RELATIONS | _GROUPS | _NOBODY).intersection(words_of(text))
            if any(not self._is_asked_for(each) for each in found):
                return True
            names = {folded(re.sub(r"['’]s?$", "", each[0])) for each in _NAME.finditer(text)}
            if any(content_words(each) for each in names - self.spoken):
                return True
        return isinstance(said, Episode) and not self.about.intersection(names_of(said))

    def _is_asked_for(self, relation: str) -> bool:
        return any(is_word_for(word, base(relation)) for word in self.words)


def _names_told(said: Memory | Episode) -> frozenset[str]:
    return frozenset(map(without_accents, names_of(said).union(name_keys(said.content))))


def _plain_words(text: str) -> Iterable[str]:
    return parts_of(without_accents(" ".join(words_of(text))))


def _clauses(texts: Iterable[str]) -> Iterable[str]:
    """Yield what sentences say of each of their subjects: "I work at Acme" and "Tom brings cake"."""
    for text in texts:
        begun = ""
        for part in _NEXT_CLAUSE.split(text):
            begun = f"{begun} and {part}" if begun else part
            if len(begun.split()) >= _CLAUSE_WORDS_MIN:
                yield begun
                begun = ""
        if begun:
            yield begun


def _tells(texts: Iterable[str], word: str, *, but: str = "") -> bool:
    return any(is_same(word, each) for text in texts for each in content_words(text) if each != but)


def _timed(read: QuestionRead) -> frozenset[str]:
    """Return the bases of the words of a question's times."""
    spans = [read.text[start:end] for start, end in times_in(read.text)]
    return frozenset(base(word) for span in spans for word in words_of(span))


def _sentences(said: Memory | Episode, asked: Asked, mood: Mood | None = None) -> Iterable[str]:
    """Yield what a belief says with its category and tags, or the sentences of a turn that say something of whom is asked.

    A sentence that asks says nothing; "my brother", "she" and "Carol" say nothing of the speaker.
    """
    if isinstance(said, Memory):
        yield " ; ".join((said.content, said.category or "", *said.tags))
        return
    speaks = not asked.about or not asked.about.isdisjoint(names_of(said))
    for text in earnest(said.content, mood_of(asked.question) if mood is None else mood):
        if not (speaks and asked.about and asked.whom.tells_of_another(text)):
            yield text
