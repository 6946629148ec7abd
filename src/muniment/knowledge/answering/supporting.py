"""Tell whether a belief or a turn says what a question asks: of whom, of what, and of when; pure, in English."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.answering import parts
from muniment.knowledge.answering.asked_names import asks_for_name, has_name, tells_who
from muniment.knowledge.answering.concerning import Whom, serving_in, subject_of
from muniment.knowledge.answering.designations import (
    designated_in,
    has_all,
    name_like,
    numbered_in,
    numbers_another,
    tells_another_quarter,
)
from muniment.knowledge.answering.polarity import asks_of_before, asks_of_not, denies, is_contrary
from muniment.knowledge.answering.reasons import lacks_comparison, lacks_reason
from muniment.knowledge.answering.timing import held, was_told_of
from muniment.knowledge.answering.ways import names_of
from muniment.knowledge.attributes import (
    LIKES,
    asks_lightly,
    asks_of_trade,
    attributes_of,
    base,
    content_words,
    is_light,
    is_same,
    is_word_for,
    light_words,
)
from muniment.knowledge.earnest import Mood, asks_whether, questions_in
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.names.name_forms import without_accents
from muniment.model.entities import GraphEdge
from muniment.model.memory import Episode, Memory
from muniment.model.names import folded
from muniment.recall.question import QuestionRead, name_keys
from muniment.recall.thesaurus import asks_for_job
from muniment.recall.whose import words_of
from muniment.temporal.period import Period

COVERED_MIN: Final = 0.5
"""Which part of what is asked something says, where no word of it is one of a known attribute."""

COSINE_MIN: Final = 0.55
"""How near in meaning something is that says what is asked in other words, where these ask for no known attribute."""

_RELATIONS: Final = frozenset(base(each) for each in lexicon.RELATIONS)
"""Who somebody's somebody is: who asks of a sister's rent does not ask of one's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a question asks: the bases of its words, whom it is about, when, whether for a person, for what is not so, or was.

    `about` are the names of those that it is about, `spoken` all words of names in it, `unknown` those
    of names that nobody goes by, where it is about nobody known, without accents; `designated` the addresses, numbers and
    codes that what answers has, `numbered` its small numbers; `serving` the trades that somebody has for another;
    `has_topical_name` says that its vector has one of them, which is near to all that has it too.
    """

    question: str
    words: frozenset[str]
    timed: frozenset[str]
    about: frozenset[str]
    leading: frozenset[frozenset[str]]
    spoken: frozenset[str]
    unknown: frozenset[str]
    designated: tuple[str, ...]
    numbered: tuple[tuple[str, str], ...]
    serving: frozenset[str]
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
        timed = parts.timed_words(read.text)
        said = content_words(read.text) - {base(each) for each in spoken}
        words = said - timed
        if not words - {LIKES} <= _RELATIONS:
            words -= {LIKES}
        if asks_for_job(read.text):
            words |= {base("job")}
        return cls(
            question=read.text,
            words=words or asks_lightly(read.text, is_of_state=asks_whether(read.text)),
            timed=said & timed,
            about=about,
            leading=read.leading,
            spoken=spoken,
            unknown=frozenset(map(without_accents, unknown)),
            designated=designated_in(read.text, about),
            numbered=numbered_in(read.text, about),
            serving=serving_in(read.text, read.asker),
            windows=read.windows,
            has_topical_name=any(name in folded(read.topic) for name in about),
            is_of_asker=not leads and about.isdisjoint(name_keys(read.text)),
            is_of_not=asks_of_not(read.text),
            is_of_before=asks_of_before(read.text),
            is_for_a_person=parts.asks_for_person(read.text),
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
        if self._falls_short(said):
            return False
        led = frozenset[str]()
        if any(not self.about.isdisjoint((folded(x.subject), folded(x.object))) for x in leads):
            told = [each.predicate for each in leads]
            led = frozenset(word for word in self.words if self._tells(told, word))
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
            and (self.whom.subject is None or self._is_about(said))
            and (self.is_of_asker or self._is_about(said) or not self.whom.is_told_of_another(said))
            and not self._only_supposes(said)
            and not self._falls_short(said)
            and self._is_of_then(said)
            and self._agreeing(said, self.words) is not None
        )

    def may_seem_to_answer(self, said: Memory | Episode) -> bool:
        """Tell whether something is neither contrary to what is asked nor tells of another what each has of their own.

        "Rex is eleven" does not answer how old I am.
        """
        if not self._is_about(said) and all(is_light(x) or attributes_of(x) for x in self.words):
            return False
        return bool(self._consistent(_sentences(said, self)))

    def _only_supposes(self, said: Memory | Episode) -> bool:
        """Tell whether a turn has a word of the question only in what it does not mean as so, or asks."""
        told = content_words(" ; ".join(_sentences(said, self)))
        spoken = content_words(" ; ".join(_sentences(said, self, Mood.WHATEVER)))
        spoken |= content_words(" ; ".join(questions_in(said.content)))
        return not self.words.isdisjoint(spoken - told)

    def _falls_short(self, said: Memory | Episode) -> bool:
        """Tell whether a name, a reason or the first of several is asked for, and none is told but those of whom it is about."""
        lacks = parts.tells_date_for_amount(self.question, said.content)
        lacks |= isinstance(said, Memory) and lacks_reason(self.question, said.content)
        lacks |= self.is_of_asker and lacks_comparison(self.question, said.content)
        if lacks or not asks_for_name(self.question):
            return lacks
        own = [said.entity or ""] if isinstance(said, Memory) else names_of(said)
        known = frozenset(words_of(" ".join((self.question, *self.about, *own))))
        return not has_name(" ; ".join(_sentences(said, self)), known)

    def is_near_by_name(self, said: Memory | Episode, others: Iterable[Memory | Episode]) -> bool:
        """Tell whether something has nothing of the question but a name that none of the others has: it is near whatever is asked."""
        known = self.about.intersection(name_keys(self.question))
        names = self.unknown.union(map(without_accents, known))
        own = names.intersection(parts.names_told(said))
        if not own or self.fit(said)[0]:
            return False
        return all(own := own - parts.names_told(each) for each in others)

    def tell_as_much(
        self, beliefs: Sequence[Memory | Episode], words: Sequence[str], turn: Episode
    ) -> bool:
        """Tell whether beliefs, or the words that they rest on, have all words of the question that their turn has."""
        told = [*words, *(text for each in beliefs for text in _sentences(each, self))]
        said = list(_sentences(turn, self))
        return all(
            self._tells(told, word) for word in self.words | self.timed if self._tells(said, word)
        )

    def bears(self, belief: Memory, words: str, turn: Memory | Episode) -> bool:
        """Tell whether a belief that was made of words of a turn has to do with what is asked, and not with its speaker alone."""
        if folded(belief.entity or "") in self.about - names_of(turn):
            return True
        if self.whom.is_of_another(belief):
            return False
        texts = [*_sentences(belief, self), words]
        told = {word for word in self.words if self._tells(texts, word)}
        if not self.about or not (self.words - told).isdisjoint(_RELATIONS):
            return told == self.words
        return bool(told) or not self.words

    def leads(self, said: Memory | Episode) -> bool:
        """Tell whether a fact says who is meant by somebody's somebody."""
        return frozenset(names_of(said)) in self.leading

    @property
    def whom(self) -> Whom:
        """Whom it is about."""
        return Whom(
            about=self.about,
            subject=subject_of(self.question, self.about),
            spoken=self.spoken,
            words=self.words,
            serving=self.serving,
        )

    def _is_about(self, said: Memory | Episode) -> bool:
        if not self.about:
            return True
        if isinstance(said, Memory) and self.whom.is_of_another(said):
            return False
        subject = self.whom.subject if isinstance(said, Episode) else None
        about = self.about if subject is None else {subject}
        return not about.isdisjoint({*names_of(said), *name_keys(said.content)})

    def _may_be_ours(self, said: Memory | Episode) -> bool:
        """Tell whether a belief is of a thing of whoever asks and is named by nothing else: "our domain", "the essay".

        Where it is asked of us, a turn of somebody else's may tell it that says "we".
        """
        if not (self.about and self.is_of_asker):
            return False
        if self.is_of_us or isinstance(said, Episode):
            return self.is_of_us and (isinstance(said, Memory) or parts.says_we(said.content))
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
            sum(self._tells(texts, word) for word in self.words),
            len(self.words & content_words(" ; ".join(texts))),
            category is not None and any(self._tells([category], word) for word in self.words),
        )

    def says_who(self, said: Memory | Episode) -> bool:
        """Tell whether nothing is asked of somebody but who they are, and a belief begins by saying that."""
        is_asked = self.is_for_a_person and not self.words
        return is_asked and isinstance(said, Memory) and tells_who(said.content, self.about)

    def says_alike(self, one: Memory | Episode, other: Memory | Episode) -> bool:
        """Tell whether beliefs of two say alike what is asked, and both have a name of it that nobody known goes by."""
        return (
            not self.about
            and isinstance(one, Memory)
            and isinstance(other, Memory)
            and one.entity != other.entity
            and folded(one.category or "") == folded(other.category or "")
            and self.fit(one) == self.fit(other)
            and bool(named := self.unknown.intersection(parts.plain_words(one.content)))
            and named == self.unknown.intersection(parts.plain_words(other.content))
        )

    @property
    def is_of_us(self) -> bool:
        """Whether it is asked of those whom whoever asks belongs to."""
        return parts.says_we(self.question)

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
        other = _named_by(said.category or "") if isinstance(said, Memory) else frozenset[str]()
        met = {
            word
            for word in words - elsewhere
            if self._tells(texts, word, but=other if asks_of_trade(word) else frozenset())
        }
        met |= {
            word
            for each in parts.alternatives_in(self.question)
            if each & met
            for word in each & words
        }
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
                each
                for each in parts.clauses(texts)
                if not self.unknown.isdisjoint(parts.plain_words(each))
            ]
        if self.designated or self.numbered:
            named = " ; ".join(sorted(names_of(said)))
            marks = self.designated, self.numbered
            texts = [each for each in texts if has_all(f"{each} ; {named}", *marks)]
        texts = self._consistent(texts)
        is_for_whom = self.is_for_a_person and (words or parts.asks_with_whom(self.question))
        lacks_person = is_for_whom and not self._has_person(said, texts)
        return None if lacks_person or not texts else texts

    def _consistent(self, texts: Iterable[str]) -> list[str]:
        """Return the texts that are not contrary to what is asked, and deny where it is asked what is not so."""
        if self.is_of_not:
            texts = [each for each in parts.clauses(texts) if denies(each, self.question)]
        return [
            each
            for each in texts
            if not (is_contrary(each, self.question) or numbers_another(each, self.numbered))
            and not tells_another_quarter(each, self.question)
        ]

    def _has_person(self, said: Memory | Episode, texts: Iterable[str]) -> bool:
        """Tell whether anybody is in it but those whom the question names, and the one that it asks for by a relation."""
        for text in texts:
            if any(not self._is_asked_for(each) for each in parts.persons_in(text)):
                return True
            if any(content_words(each) for each in parts.persons_named(text) - self.spoken):
                return True
        return isinstance(said, Episode) and not self.about.intersection(names_of(said))

    def _tells(self, texts: Iterable[str], word: str, *, but: Set[str] = frozenset()) -> bool:
        """Tell whether texts tell a word; who somebody's dentist is, not by what that one works as."""
        is_told = is_word_for if word in map(base, self.serving) else is_same
        told = (each for text in texts for each in (*content_words(text), *light_words(text)))
        return any(is_told(word, each) for each in told if each not in but)

    def _is_asked_for(self, relation: str) -> bool:
        return any(is_word_for(word, base(relation)) for word in self.words)


def _named_by(category: str) -> frozenset[str]:
    """Return the bases of a category: of each word where it is who somebody is to another, "teaching assistant"."""
    words = folded(category).split(" ")
    return frozenset(map(base, words if words[-1] in lexicon.RELATIONS else [folded(category)]))


def _sentences(said: Memory | Episode, asked: Asked, mood: Mood | None = None) -> Iterable[str]:
    return asked.whom.told_in(said, asked.question, mood)
