"""Hold a message as its clauses tell it: their words, whom each is about, what it says of change."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.moods import corrects
from muniment.knowledge.kinds import Kind
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.clauses import Clause, clauses_of
from muniment.knowledge.statements.patterns import CHANGED
from muniment.knowledge.statements.possessing import has_subject, is_people
from muniment.knowledge.statements.spans import Span, names_of
from muniment.knowledge.stems import TITLES, stems
from muniment.knowledge.wordlists import any_of
from muniment.model.claims import Message
from muniment.model.names import called, folded

THERE: Final = re.compile(
    r"\b(?:in|at|(?:moved|moving|retired|flew|relocated|emigrated|transferred|returned|drove)(?: \w+)? to|from|near)\s+$",
    re.IGNORECASE,
)
"""What stands before a place, and not before a person."""

_SAME_SENTENCE: Final = 0.8
_ELSEWHERE: Final = 0.6
_UNASSERTED: Final = 0.5
_STAYS: Final = any_of(r"""
still, stays?, stayed, staying, remains?, remained, unchanged, untouched, the same, same as, sticks?, sticking, keeps?, kept,
as (?:before|usual|ever|planned|said|it (?:is|was)), (?:goes|carries) on as, no changes?, nothing changes, as well, refuses,
(?:hasn't|haven't|didn't) (?:changed?|moved?|have to|done), nobody touched, left .{1,40} (?:alone|where|as), won't leave
""")
_LEAD: Final = r"(?:(?:for|and|but|so|then|now|well|because|since) )*"
_OWN: Final = re.compile(
    rf"(?i:{_LEAD}(?:my|our)) (?:[a-z][\w-]* ){{0,2}}?(?P<noun>[\w-]+)(?:['’]s\b)?(?: (?P<name>[^\W\d_a-z][\w-]+))?"
)
_ELIDED: Final = re.compile(r"(?:has|is|are|was|were|have|does|did|will|got|gets)\b", re.IGNORECASE)
_FOR_WHOM: Final = re.compile(r"(?:and )?(?:for|with|of) (?:my|our|his|her|their) ", re.IGNORECASE)
_IT_IS: Final = re.compile(
    r"(?:(?:it|that|this|there|they)(?:['’](?:s|re)| is| are)|i mean|i meant|(?:it |that |this )?should (?:be|say|read|have been|have said|have read)) (?:on |at |in |an? |the |just |only )*",
    re.IGNORECASE,
)
_SUBJECT: Final = re.compile(rf"^{_LEAD}(?P<first>[\w’'-]+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """A message; `known` are parts of the names that are believed in, folded."""

    message: Message
    known: frozenset[str]
    _near: dict[tuple[int, frozenset[str]], dict[str, float]] = field(default_factory=dict)

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """What it asserts."""
        return clauses_of(self.message.text)

    @cached_property
    def words(self) -> tuple[frozenset[str], ...]:
        """The stems of each clause."""
        return tuple(_said(each.text) for each in self.clauses)

    @cached_property
    def said(self) -> frozenset[str]:
        """The stems of all of it, what it does not assert included."""
        return _said(self.message.text)

    @cached_property
    def owners(self) -> tuple[str | None, ...]:
        """Whom each clause is about, folded: the speaker is empty, nobody None."""
        found: list[str | None] = []
        last: str | None = None
        for place, clause in enumerate(self.clauses):
            before = self.clauses[place - 1] if place else None
            owner = _owner(clause, last, self.known)
            if owner is None and before is not None and _goes_on(clause, before):
                owner = next((each for each in reversed(found) if each is not None), None)
            found.append(owner)
            people = [each for each in names_of(clause) if not THERE.search(each.before)]
            last = owner or (folded(people[-1].text) if people else last)
        return tuple(found)

    def near(self, index: int, value: frozenset[str] = frozenset()) -> dict[str, float]:
        """Return how near each stem of a message is to a clause, from 0 to 1, the value's aside."""
        found = self._near.get((index, value))
        if found is None:
            found = self._near[index, value] = self._nearness(index, value)
        return found

    def _nearness(self, index: int, value: frozenset[str]) -> dict[str, float]:
        sentence = self.clauses[index].sentence
        found = dict.fromkeys(self.said, _UNASSERTED)
        for place, words in enumerate(self.words):
            is_beside = self.clauses[place].sentence == sentence
            weight = 1.0 if place == index else _SAME_SENTENCE if is_beside else _ELSEWHERE
            for word in words:
                found[word] = max(found.get(word, 0.0), weight)
        others = [words for place, words in enumerate(self.words) if place != index]
        for word in value:
            if not any(word in words for words in others):
                found.pop(word, None)
        return found

    def told_near(self, sentence: int) -> frozenset[str]:
        """Return the stems of a sentence and of those beside it that tell a change; not of whose relative somebody is."""
        found = self._told.get(sentence, frozenset())
        beside = (self._told_changed.get(sentence + step, frozenset()) for step in (-1, 1))
        return found.union(*beside)

    @cached_property
    def _told(self) -> dict[int, frozenset[str]]:
        said = {each.sentence: each.said for each in self.clauses}
        return {place: stems(_OWNING.sub(" ", text)) for place, text in said.items()}

    @cached_property
    def _told_changed(self) -> dict[int, frozenset[str]]:
        changed = {each.sentence for each in self.clauses if CHANGED.search(each.text)}
        return {place: self._told[place] for place in changed}

    def change(self, index: int) -> float:
        """Return how near a clause the message says that something is otherwise now, from 0 to 1."""
        clause = self.clauses[index]
        if CHANGED.search(clause.text):
            return 1.0
        if CHANGED.search(clause.said):
            return _SAME_SENTENCE
        return _ELSEWHERE if self._is_changing else 0.0

    def puts_right(self, span: Span) -> bool:
        """Tell whether a value stands alone, or is what it is, behind a doubt: "sorry, it's three"."""
        stands = span.text == span.clause.text or _IT_IS.fullmatch(span.before) is not None
        return stands and corrects(span.clause.said)

    @cached_property
    def _is_changing(self) -> bool:
        return CHANGED.search(self.message.text) is not None

    def is_by(self, belief: Believed) -> bool:
        """Tell whether a belief is of the speaker."""
        return bool(belief.names & frozenset(called(self.message.speaker)))

    def is_of_owner(self, index: int, belief: Believed, span: Span) -> bool:
        """Tell whether a clause is about a value, the new one or the old."""
        owner = self.owners[index]
        if not owner or has_subject(self.clauses[index].text):
            return False
        is_old = not set(owner.split()).isdisjoint(folded(belief.object).split())
        return is_old or (span.kind is not Kind.WORDS and owner in folded(span.text))

    def keeps(self, belief: Believed) -> bool:
        """Tell whether the message says that a belief stays as it is."""
        value, subject = stems(belief.object) - TITLES, stems(belief.subject) - TITLES
        is_own = self.is_by(belief)
        for place, clause in enumerate(self.clauses):
            words = self.words[place]
            is_named = not is_own and (
                subject <= words if belief.is_thing else not subject.isdisjoint(words)
            )
            if self._stays[place] and not self._is_of_another(place, belief):
                if is_named or (value and 2 * len(value & words) >= len(value)):
                    return True
            elif is_named and value and value <= words and not CHANGED.search(clause.text):
                return True
        return False

    def _is_of_another(self, place: int, belief: Believed) -> bool:
        """Tell whether a clause is about somebody else than a belief: what stays theirs keeps nothing of it."""
        owner = self.owners[place]
        if not owner or belief.is_thing:
            return False
        return (belief.name_words | set(folded(belief.object).split())).isdisjoint(owner.split())

    @cached_property
    def _stays(self) -> tuple[bool, ...]:
        """Whether each clause says that something stays, if need be by a few words behind it."""
        said = [_STAYS.search(each.text) is not None for each in self.clauses]
        behind = zip(self.clauses[1:], self.clauses, said[1:], strict=False)
        tagged = [
            stays and after.sentence == clause.sentence and len(after.text.split()) <= 4
            for after, clause, stays in behind
        ]
        return tuple(a or b for a, b in zip(said, [*tagged, False], strict=False))


_OWNING: Final = re.compile(
    rf"(?<!\w)[^\W\d_a-z][\w-]{{0,40}}['’]s (?=(?i:{'|'.join(sorted(lexicon.KIN))})\b)"
)
"""Whose relative somebody is: Tom, in "Tom's mum"."""
_BEST: Final = re.compile(
    r"\b(?:number one|go-to|top pick|my pick|(?:love|like|enjoy) (?:best|most|the most))\b",
    re.IGNORECASE,
)


def _said(text: str) -> frozenset[str]:
    """Return the stems of a text; what says of something that it is liked best calls it a favourite."""
    return stems(text) | stems("favourite") if _BEST.search(text) else stems(text)


def _goes_on(clause: Clause, before: Clause) -> bool:
    """Tell whether a clause leaves its subject to the one before: "Ann, my wife, has red hair"."""
    is_bare = _ELIDED.match(clause.text) or _FOR_WHOM.match(before.text)
    return before.sentence == clause.sentence and is_bare is not None


def _owner(clause: Clause, last: str | None, known: frozenset[str]) -> str | None:
    match = _SUBJECT.match(clause.text)
    if match is None:
        return None
    first = re.split(r"['’]", match["first"])[0].lower()
    if first in {"i", "we", "im", "ive"}:
        return ""
    if first in {"my", "our"}:
        return _owned(clause.text)
    if first in {"he", "she", "his", "her", "they", "their"}:
        return last
    names = names_of(clause)
    if names and names[0].start == 0:
        return folded(names[0].text)
    return first if first in known else None


def _owned(text: str) -> str:
    """Return who "my brother Tobe" is; nobody but the speaker, where it is a thing."""
    match = _OWN.match(text)
    if match is None:
        return ""
    if match["name"]:
        return folded(match["name"])
    noun = re.split(r"['’]", match["noun"].lower())[0]
    return noun if noun in lexicon.RELATIONS or (noun.endswith("s") and is_people(noun)) else ""
