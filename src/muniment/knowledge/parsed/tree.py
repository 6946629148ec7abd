"""Walk over the words of a parsed message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from muniment.knowledge.wordlists import words
from muniment.ports.parser import Word

_JOINED = re.compile(r"(?:[-/.@:]?[^\W_])+(?=[\s.,;:!?)]|$)")
"""What a parser cut off a word that is written as one: of "555-0192" the end."""
_NOT_OF_THE_PHRASE = words("relcl advcl appos cc conj parataxis dep punct neg preconj intj ccomp")
_POINTING = words("this that these those")
_ROUGHLY = words("about around nearly almost over roughly")
_LEFT_OUT = words("det poss predet case neg advmod punct intj cc preconj")


@dataclass(frozen=True, slots=True)
class Tree:
    """The words of a message; `timed` are those within time expressions."""

    words: tuple[Word, ...]
    text: str
    timed: frozenset[int]
    _children: dict[int, list[Word]] = field(default_factory=dict)

    @classmethod
    def of(cls, words: tuple[Word, ...], text: str, timed: Iterable[int] = ()) -> Tree:
        """Return the tree of words."""
        children: dict[int, list[Word]] = {}
        for word in words:
            if word.head != word.index:
                children.setdefault(word.head, []).append(word)
        return cls(words, text, frozenset(timed), children)

    def kids(self, word: Word, *deps: str) -> list[Word]:
        """Return the words that depend on a word, in order, of some kinds or of all."""
        found = self._children.get(word.index, [])
        return [each for each in found if each.dep in deps] if deps else list(found)

    def kid(self, word: Word, *deps: str) -> Word | None:
        """Return the first word that depends on a word in one of some ways."""
        return next(iter(self.kids(word, *deps)), None)

    def head(self, word: Word) -> Word:
        """Return the word that a word depends on."""
        return self.words[word.head]

    def below(self, word: Word, without: frozenset[str] = frozenset()) -> list[Word]:
        """Return a word and all that depends on it, in order, branches of some kinds left out."""
        found, todo = [word], [word]
        while todo:
            inner = [each for each in self.kids(todo.pop()) if each.dep not in without]
            found += inner
            todo += inner
        return sorted(found, key=lambda each: each.index)

    def phrase(self, head: Word, *, prepositions: frozenset[str] | None = None) -> list[Word]:
        """Return the words of a noun phrase as a value writes them.

        Articles, possessives and times are left out, and so is what stands apart: relative
        clauses, appositions, further items of a list. `prepositions` are those whose phrases
        stay; None keeps all.
        """
        run = self._run(head, {each.index for each in self._inner(head, prepositions)})
        while (
            len(run) > 1
            and run[0] is not head
            and run[0].dep in _LEFT_OUT
            and run[0].head == head.index
        ):
            if run[0].dep == "advmod" and run[0].norm in _ROUGHLY:
                break
            run = run[1:]
        while len(run) > 1 and (
            run[-1].tag in {"IN", "TO", "RB", "CC", "DT", ",", ":"} and run[-1] is not head
        ):
            run = run[:-1]
        return run

    def _inner(self, head: Word, prepositions: frozenset[str] | None) -> Iterator[Word]:
        todo = [(head, prepositions)]
        while todo:
            word, kept = todo.pop()
            yield word
            todo += [
                (child, kept if child.index > word.index else None)
                for child in self.kids(word)
                if self._belongs(child, kept)
            ]

    def _belongs(self, child: Word, prepositions: frozenset[str] | None) -> bool:
        """Tell whether a branch is part of the value that it hangs on."""
        if child.index in self.timed or (
            child.dep in _NOT_OF_THE_PHRASE and not self._joins(child)
        ):
            return False
        if child.dep != "prep":
            pointed = any(each.norm in _POINTING for each in self.kids(child, "det"))
            return child.dep != "npadvmod" or not pointed
        wanted = prepositions is None or child.norm in prepositions
        return wanted and not self._is_timed(child)

    def _joins(self, word: Word) -> bool:
        """Tell whether a mark is within the word: of "high-speed" the hyphen."""
        return word.text in {"-", "/", "&", "'"} and word.dep == "punct"

    def _is_timed(self, preposition: Word) -> bool:
        inner = self.kid(preposition, "pobj", "pcomp")
        return preposition.index in self.timed or (inner is not None and inner.index in self.timed)

    def _run(self, head: Word, keep: set[int]) -> list[Word]:
        """Return the words around the head that stay, over commas between adjectives of one noun."""
        first = last = head.index
        while first - 1 in keep or self._is_comma_within(first - 1, first - 2, keep):
            first -= 1
        while last + 1 in keep or self._is_comma_within(last + 1, last + 2, keep):
            last += 1
        return [self.words[index] for index in range(first, last + 1)]

    def _is_comma_within(self, at: int, beyond: int, keep: set[int]) -> bool:
        within = 0 <= at < len(self.words) and beyond in keep
        return within and self.words[at].text == "," and self.words[beyond].dep == "amod"

    def written(self, run: Sequence[Word]) -> str:
        """Return what the message writes where words stand."""
        if not run:
            return ""
        start, end = run[0].start, run[-1].end
        joined = _JOINED.match(self.text, end)
        return self.text[start : joined.end() if joined is not None else end]

    def items(self, head: Word) -> list[Word]:
        """Return the heads of a list: of "Netflix, Disney and Max" all three, but not "not Max"."""
        found, last = [head], head
        while True:
            joined = [
                e for e in self.kids(last, "conj") if not self.kid(e, "nsubj", "nsubjpass", "expl")
            ]
            if not joined:
                return [each for each in found if each is head or not self._is_turned_down(each)]
            found += joined
            last = joined[-1]

    def _is_turned_down(self, word: Word) -> bool:
        """Tell whether an item of a list is what it is not: of "Corfu, not Crete" the second."""
        first = self.below(word)[0].index
        near = self.words[max(0, first - 2) : word.index]
        return self.kid(word, "neg") is not None or any(e.norm in {"not", "no"} for e in near)
