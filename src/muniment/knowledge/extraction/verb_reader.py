"""Walk over the words of a verb group, and hold what was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from muniment.knowledge.extraction.function_words import (
    ADVERBS,
    CONJUNCTIONS,
    DETERMINERS,
    NEGATIONS,
    NOBODY,
    PREPOSITIONS,
)
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verbs import Form, form_of, guessed_form
from muniment.knowledge.wordlists import words


class Tense(StrEnum):
    """When the verb says it is so."""

    PRESENT = "present"
    PAST = "past"
    PERFECT = "perfect"
    FUTURE = "future"


@dataclass(slots=True, kw_only=True)
class VerbGroup:
    """A verb with its auxiliaries; `end` is the index behind it.

    `modal` is "can", "must" for duties, or "would" for whatever is no fact: wishes and guesses.
    """

    tokens: list[Token]
    end: int
    lemma: str
    tense: Tense
    progressive: bool = False
    passive: bool = False
    negated: bool = False
    ended: bool = False
    begun: bool = False
    modal: str = ""

    @property
    def is_third(self) -> bool:
        """Tell whether it has the ending of the third person."""
        form = form_of(self.tokens[0].norm)
        return form is not None and form.tags == {"s"}

    @property
    def is_past(self) -> bool:
        """Tell whether it tells of what happened."""
        return self.tense in {Tense.PAST, Tense.PERFECT}

    @property
    def main(self) -> Token:
        """The verb itself."""
        return self.tokens[-1]


_BASE, _S = words("base"), words("s")
_NO_VERBS = (
    PREPOSITIONS
    | DETERMINERS
    | CONJUNCTIONS
    | NOBODY
    | words(
        "myself ourselves himself herself themselves today tomorrow tonight honestly personally alone more much many"
    )
)


class VerbReader:
    """Walk over the words of one verb group."""

    def __init__(self, tokens: Sequence[Token], start: int, pronoun: str) -> None:
        self.tokens = tokens
        self.start = self.at = start
        self.pronoun = pronoun
        self.negated = False
        self.ended = False

    def skip(self) -> None:
        """Step over adverbs and negations, and note the latter."""
        while self.at < len(self.tokens):
            norm = self.tokens[self.at].norm
            if norm == "no" and self.peek(1) in {"longer", "more"}:
                self.ended = True
                self.at += 2
            elif norm in NEGATIONS:
                self.negated = True
                self.at += 1
            elif norm in ADVERBS and self.at + 1 < len(self.tokens) and not self._is_value():
                self.at += 1
            else:
                return

    def _is_value(self) -> bool:
        return (
            self.tokens[self.at].norm
            in {"all", "both", "here", "there", "about", "almost", "nearly"}
            and self.at > self.start
        )

    def peek(self, ahead: int = 0) -> str:
        """Return the word so many further on."""
        index = self.at + ahead
        return self.tokens[index].norm if 0 <= index < len(self.tokens) else ""

    def ahead(self, steps: int, tag: str) -> Form | None:
        """Return the verb form so many words further on, if it is one of a kind."""
        form = form_of(self.peek(steps))
        return form if form is not None and tag in form.tags else None

    def form(self) -> Form | None:
        """Return the verb form that stands here."""
        word = self.peek()
        sure = self.at > self.start or self.pronoun in {"i", "we"}
        return guessed_form(word) if sure else form_of(word)

    def form_behind_pronoun(self) -> Form | None:
        """Return the form of a word that can only be a verb: "I groom", "she grooms"."""
        known = self.form()
        word = self.peek()
        if (
            known is not None
            or self.start == 0
            or len(word) < 4
            or not word.isalpha()
            or word in _NO_VERBS
        ):
            return known
        if self.pronoun in {"i", "we", "they"} and not word.endswith(("ly", "ing", "ed")):
            return Form(lemma=word, tags=_BASE)
        if self.pronoun in {"he", "she"} and word.endswith("s") and not word.endswith("ss"):
            return Form(lemma=word[:-1], tags=_S)
        return None

    def group(self, lemma: str, tense: Tense, **flags: object) -> VerbGroup:
        """Close the group after the word that stands here."""
        end = self.at + 1
        made = VerbGroup(
            tokens=list(self.tokens[self.start : end]), end=end, lemma=lemma, tense=tense,
            negated=self.negated, ended=self.ended,
        )  # fmt: skip
        for name, value in flags.items():
            setattr(made, name, value)
        return made
