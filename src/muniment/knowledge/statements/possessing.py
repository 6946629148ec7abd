"""Tell what a text says to be somebody else's: "Vera's boss", "my accountant's email", "her number"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    NEGATIONS,
    PREPOSITIONS,
)
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import words
from muniment.model.names import folded

_NOUN: Final = r"[a-z][\w-]*"
_HAD: Final = re.compile(
    rf"(?:(?P<owner>[\w-]+)['’]s|\b(?P<pronoun>(?i:his|her|their|your))) (?P<what>{_NOUN}(?: {_NOUN}){{0,2}})"
)
_OF: Final = re.compile(
    rf"\b(?P<what>{_NOUN}(?: {_NOUN})?) of (?:(?:my|our|the|his|her|their) )?(?P<owner>[\w-]+)"
)
_OWN: Final = re.compile(r"\b(?:my|our)((?: [\w-]+){1,3})|\b(?:mine|ours)\b", re.IGNORECASE)
_THEIRS: Final = re.compile(r"\b(?:hers|theirs|his(?= (?:is|was)\b))", re.IGNORECASE)
_SUBJECT: Final = re.compile(
    rf"^(?:[A-Z][\w.-]*\.? ){{0,3}}(?P<owner>[A-Z][\w-]*)['’]s (?P<what>{_NOUN})"
)
_NO_NOUN: Final = ADVERBS | AUXILIARIES | DETERMINERS | NEGATIONS | PREPOSITIONS
_PLACES: Final = words("replacement successor job post role place position")
"""What is said of the one who had it, and of the one who has it now."""


def is_anothers(sentence: str, belief: Believed) -> bool:
    """Tell whether a sentence says of somebody else what a belief is of, and not of its speaker too."""
    of = stems(belief.of or "")
    own = [match[1] for match in _OWN.finditer(sentence)]
    if not of or any(each is None or not of.isdisjoint(stems(each)) for each in own):
        return False
    if _THEIRS.search(sentence) is not None and not of.isdisjoint(stems(sentence)):
        return True
    return any(not of.isdisjoint(stems(what)) for what in _of_others(sentence, belief))


def has_subject(text: str) -> bool:
    """Tell whether a clause is about what somebody has, and not about them: "Vera's daughter is nine"."""
    found = _SUBJECT.match(text)
    return found is not None and found["what"] not in _PLACES and _is_noun(found["what"])


def _of_others(sentence: str, belief: Believed) -> Iterator[str]:
    for match in _HAD.finditer(sentence):
        if _is_noun(match["what"].split()[0]) and (
            match["pronoun"] is not None or _is_person(match["owner"], belief)
        ):
            yield match["what"]
    for match in _OF.finditer(sentence):
        if _is_person(match["owner"], belief):
            yield match["what"]


def _is_person(owner: str, belief: Believed) -> bool:
    """Tell whether an owner is somebody, and not whom a belief is of or what it names: "the gym's fee"."""
    named = {part for name in belief.names for part in name.split(" ")}
    plain = lexicon.singular(owner.lower())
    if folded(owner) in named or stems(owner) <= stems(belief.of or ""):
        return False
    return owner[:1].isupper() or plain in lexicon.RELATIONS or lexicon.is_occupation(plain)


def _is_noun(word: str) -> bool:
    """Tell whether a word behind 's may be had: not in "Eva's training me", "Eva's gone", "Eva's my boss"."""
    form = form_of(word)
    return word not in _NO_NOUN and (form is None or form.tags.isdisjoint(("ing", "pp")))
