"""Tell whether a belief or a sentence is about somebody else than whom a question is about; pure, in English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.answering import parts
from muniment.knowledge.answering.ways import names_of
from muniment.knowledge.attributes import asks_of_trade, attributes_of, base, content_words, is_same
from muniment.knowledge.earnest import Mood, earnest, mood_of
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.clauses import sentences_of
from muniment.knowledge.extraction.function_words import PREPOSITIONS
from muniment.knowledge.extraction.tokens import tokens_of as tokens_in
from muniment.knowledge.extraction.verbs import form_of
from muniment.model.memory import Episode, Memory
from muniment.model.names import folded
from muniment.recall.question import name_keys
from muniment.recall.time_words import DAYS, MONTHS
from muniment.recall.whose import tokens_of, whose, words_of

_LEAD: Final = r"^(?:(?:and|but|so|oh|yeah|yes|well)\W+)*"
_SAYS: Final = r"(?:says?|said|thinks?|thought|believes?|reckons?|confirm(?:s|ed)|(?:told|tells) me|found(?: out)?)"
_OF_SELF: Final = re.compile(
    rf"{_LEAD}(?:[\w'’.-]+ ){{1,3}}?(?:and (?:i|me)|{_SAYS}(?: that)? (?:i|we))\b", re.IGNORECASE
)
"""What somebody else says of the speaker, or does with them."""
_OF_ANOTHER: Final = re.compile(
    rf"{_LEAD}(?:(?P<she>he|she|they)|(?P<every>(?:every|some|any|no) ?(?:one|body))"
    r"|(?P<my>my|our|his|her|their)|(?:the|an?|some|most|all|both))\b",
    re.IGNORECASE,
)
_OF_A_NAME: Final = re.compile(
    rf"{_LEAD}(?P<name>(?-i:[^\W\d_a-z][\w’'-]*(?: [^\W\d_a-z][\w’'-]*){{0,2}}))(?:(?<=['’]s) [a-z-]+(?: (?-i:[^\W\d_a-z][\w’'-]*))?)?"
    r" (?P<verb>[a-z]+)\b",
    re.IGNORECASE,
)
_OF_KIN: Final = re.compile(
    rf"{_LEAD}(?P<kin>{'|'.join(sorted(lexicon.KIN))})(?= [a-z])", re.IGNORECASE
)
"""What a sentence of one's own relative begins with: "Mum fell"."""
_WHETHER: Final = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|has|have|had|will|can|could|would|should|may|might|must)\s",
    re.IGNORECASE,
)
_LIVING: Final = re.compile(r"\bwhere (?:do|does|did) .+ (?:live|work|stay)\b", re.IGNORECASE)
_OF_MINE: Final = re.compile(r"\bof (?:mine|ours)\b", re.IGNORECASE)
_SELF: Final = re.compile(r"\b(?:i|me|we|us|mine|ours)\b", re.IGNORECASE)
_OWN: Final = re.compile(r"\b(?:my|our) (?P<noun>[\w-]+)", re.IGNORECASE)
_SUBJECT_WORDS_MAX: Final = 4
_PERSONS: Final = lexicon.PEOPLE | lexicon.PETS
_AUXILIARIES: Final = frozenset({"be", "have", "do"})
_FINITE: Final = frozenset({"s", "past"})
_NO_NAMES: Final = (
    frozenset({*DAYS, *MONTHS, *(f"{day}s" for day in DAYS)})
    | lexicon.OCCASIONS
    | lexicon.PROPERTIES
    | lexicon.GOODS
    | lexicon.LEISURE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Whom:
    """Whom a question is about by name, the words of all names in it, and the bases of what it asks.

    `subject` is the one of whom it asks whether something is so: of Kim, in "Does Kim live in Oslo?". `serving` are the trades
    that somebody else has for those whom it asks of: "Kim's dentist".
    """

    about: frozenset[str]
    subject: str | None
    spoken: frozenset[str]
    words: frozenset[str]
    serving: frozenset[str]

    def is_of_another(self, belief: Memory) -> bool:
        """Tell whether a belief is about a person who is not asked about, and not about a thing or of those who are.

        "Ann's brother works at Shell" is, where it is asked where Ann works.
        """
        entity = folded(belief.entity or "")
        if not self.about or entity in self.about:
            return False
        owned = [name for name in self.about if entity.startswith(f"{name}'s ")]
        if owned:
            return any(not self._asks_for(entity[len(name) + 3 :]) for name in owned)
        told = self.about & {folded(belief.object or ""), *name_keys(belief.content)}
        if told:
            return self._serves_another(belief.content) or (
                self.subject is not None and self.subject not in told
            )
        owner, _, had = (belief.entity or "").rpartition("'s ")
        return bool(_persons_in(had)) or (not owner and had[:1].isupper())

    def is_told_of_another(self, said: Memory | Episode) -> bool:
        """Tell whether a belief is about another person, or a turn of somebody else's about themselves."""
        if not self.about:
            return False
        return self.is_of_another(said) if isinstance(said, Memory) else _says_of_self(said.content)

    def told_in(self, said: Memory | Episode, question: str, mood: Mood | None) -> Iterable[str]:
        """Yield what a belief says with its category and tags, or the sentences of a turn that say something of whom is asked.

        A sentence that asks says nothing; "my brother", "she", "Carol" and what things do say nothing of the speaker.
        """
        if isinstance(said, Memory):
            yield parts.whole(said)
            return
        speaks = not self.about or not self.about.isdisjoint(names_of(said))
        is_of_living = _LIVING.search(question) is not None
        for text in earnest(said.content, mood_of(question) if mood is None else mood):
            if not (speaks and self.about):
                yield from [text] if speaks else parts.of_others(text, self.spoken)
            elif not (self.tells_of_another(text) or (is_of_living and is_of_things(text))):
                yield text

    def _serves_another(self, text: str) -> bool:
        """Tell whether a text says who has a trade for others than whom it is asked of: "Lea's boss is Kim" of Kim's boss."""
        if not self.serving:
            return False
        read = whose(text, None)
        places = {link.place for link in read.links if link.relation in self.serving}
        owners = [owner.name for owner in read.owners if owner.place in places]
        about = {word for name in self.about for word in words_of(name)}
        return bool(owners) and all(about.isdisjoint(words_of(owner)) for owner in owners)

    def tells_of_another(self, text: str) -> bool:
        """Tell whether a sentence of somebody who is asked about says something of another: "my brother", "she", "Carol".

        Not where the other says it of the speaker, or is asked for.
        """
        if not self.spoken.isdisjoint(words_of(text)) or _OF_SELF.match(text) is not None:
            return False
        found = _OF_ANOTHER.match(text)
        if found is None and _OF_KIN.match(text) is not None:
            return not (self._asks_for(_OF_KIN.sub(r"\g<kin>", text)) or self._says_own(text))
        if found is None:
            return self._has_a_name_for_subject(text)
        subject = text[found.end() :]
        if found["my"] is not None:
            return not self._asks_for(subject)
        is_another = found["every"] is not None or (
            not all(map(_is_of_the_house, _persons_in(subject))) and not self._asks_for(subject)
        )
        return found["she"] is not None or (is_another and not self._says_own(text))

    def _asks_for(self, subject: str) -> bool:
        """Tell whether somebody's somebody is asked for, with each on the way there, or is nobody but a thing."""
        return all(
            person in self.spoken
            or any(
                is_same(asked, base(person)) and not asks_of_trade(asked) for asked in self.words
            )
            for person in _persons_in(subject)
        )

    def _has_a_name_for_subject(self, text: str) -> bool:
        found = _OF_A_NAME.match(text)
        form = None if found is None else form_of(found["verb"])
        if found is None or form is None or form.tags.isdisjoint(_FINITE):
            return False
        names = words_of(found["name"])
        return not (any(self._is_no_name(each) for each in names) or self._says_own(text))

    def _says_own(self, text: str) -> bool:
        """Tell whether a sentence of another says something of the speaker, or of what they have and is asked for."""
        if _SELF.search(_OF_MINE.sub("", text)) is not None:
            return True
        return any(
            is_same(asked, base(folded(each["noun"])))
            for each in _OWN.finditer(text)
            for asked in self.words
        )

    def _is_no_name(self, word: str) -> bool:
        stem = base(word)
        return (
            word in _NO_NAMES
            or form_of(word) is not None
            or bool(attributes_of(stem))
            or not content_words(word)
            or any(is_same(asked, stem) for asked in self.words)
        )


def _says_of_self(text: str) -> bool:
    """Tell whether whoever says something says it of themselves, or of what they have: "my office hours"."""
    return _SELF.search(text) is not None or _OWN.search(text) is not None


def is_of_things(text: str) -> bool:
    """Tell whether a sentence says what things do or undergo, and nothing of whoever says it: "the lesson moves to room 5"."""
    if _says_of_self(text):
        return False
    clauses = [each for read in sentences_of(tokens_in(text), frozenset()) for each in read.clauses]
    verb = clauses[0].verb if clauses and clauses[0].subject else None
    return verb is not None and (verb.lemma != "be" or verb.passive)


def serving_in(question: str, asker: str | None) -> frozenset[str]:
    """Return the trades in a question that somebody has for another: "Kim's dentist", "my boss"."""
    return frozenset(
        link.relation
        for link in whose(question, asker).links
        if link.relation in lexicon.OCCUPATIONS
    )


def subject_of(question: str, about: frozenset[str]) -> str | None:
    """Return of whom a question asks whether something is so, None where it does not, or of several, or by other names."""
    opened = _WHETHER.match(question)
    if opened is None or not about <= set(name_keys(question)):
        return None
    tokens = tokens_of(question[opened.end() :])
    words = [word for word, _ in tokens]
    for name in sorted(about, key=len, reverse=True):
        end = len(words_of(name))
        if words[:end] == list(words_of(name)) and not tokens[end - 1].owns:
            return None if words[end : end + 1] in (["and"], ["or"]) else name
    return None


def _persons_in(subject: str) -> list[str]:
    """Return the words for persons and pets that words before a verb mean: both of "wife's sister", none for a thing."""
    meant: list[str] = []
    is_owner = True
    for word, owns in tokens_of(subject)[:_SUBJECT_WORDS_MAX]:
        form = form_of(word)
        if word in PREPOSITIONS or (form and (form.lemma in _AUXILIARIES or form.tags & _FINITE)):
            break
        one = word if word in _PERSONS else lexicon.PLURALS.get(word, word.removesuffix("s"))
        if one in _PERSONS and is_owner:
            meant.append(one)
            is_owner = owns
        elif word in _NO_NAMES and not is_owner:
            return []
    return meant


def _is_of_the_house(person: str) -> bool:
    """Tell whether "the kids" or "the dog" may be nobody's but one's own."""
    return person in lexicon.PETS or is_same(base("child"), base(person))
