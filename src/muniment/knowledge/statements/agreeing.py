"""Tell whether a clause speaks of whom a belief is of, and whether it names the old value."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.kinds import Kind, number_of
from muniment.knowledge.resolution.likeness import is_same_value
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.likening import TYPED
from muniment.knowledge.statements.possessing import is_anothers
from muniment.knowledge.statements.spans import Span, typed_in
from muniment.knowledge.statements.spoken import Spoken
from muniment.knowledge.stems import TITLES, stems
from muniment.model.names import folded

_JOINS: Final = re.compile(r" (?:of|on|for|in|at|from|with) (?:the |my |our )?", re.IGNORECASE)
_POSSESSED: Final = re.compile(r"\b(?:my|our)((?:\s[\w-]+){1,3})", re.IGNORECASE)
_ME: Final = re.compile(r"\b(?:me|us|mine|ours)\b", re.IGNORECASE)
_NAMED: Final = re.compile(r"(?<![\w-])([\w-]+)(?: (?=([^\W\d_a-z][\w-]*)))?")
"""A word, and the word behind it if that one is written large."""


def agreement(spoken: Spoken, index: int, span: Span, belief: Believed) -> float | None:
    """Return how well whom a clause is about agrees, from 0 to 1; None where it is somebody else."""
    if belief.is_thing:
        return _thing(spoken, index, span, belief)
    if spoken.is_by(belief):
        return _speaker(spoken, index, span, belief)
    return _named(spoken, index, span, belief)


def names_old(spoken: Spoken, belief: Believed, span: Span) -> float:
    """Return how much of the old value is named beside a new one."""
    if belief.kind in TYPED or belief.kind is Kind.CODE:
        return float(_names_amount(spoken, belief, span))
    value = belief.stems - stems(belief.of or "") - TITLES
    value = frozenset(word for word in value if len(word) > 2) or value
    said = spoken.said - stems(span.text)
    if belief.predicate == "relation":
        said &= spoken.told_near(span.clause.sentence)
    if belief.kind is Kind.NAME:
        return float(not value.isdisjoint(said))
    return len(value & said) / len(value) if value else 0.0


def _names_amount(spoken: Spoken, belief: Believed, span: Span) -> bool:
    number = None if belief.kind is Kind.WHEN else number_of(belief.object)
    others = [
        each for clause in spoken.clauses for each in typed_in(clause) if each.place != span.place
    ]
    return any(
        is_same_value(each.text, belief.object)
        or (number is not None and number == number_of(each.text))
        for each in others
    )


def _speaker(spoken: Spoken, index: int, span: Span, belief: Believed) -> float | None:
    owner, text = spoken.owners[index], span.clause.text
    if is_anothers(spoken.clauses, spoken.owners, index, belief):
        return None
    if not owner:
        return 0.5 if owner is None else 0.8
    if spoken.is_of_owner(index, belief, span) or _is_mine(text, belief):
        return 0.7
    is_others = owner in spoken.known or not belief.words.isdisjoint(spoken.words[index])
    return 0.4 if not is_others and names_old(spoken, belief, span) == 1 else None


def _is_mine(text: str, belief: Believed) -> bool:
    """Tell whether a clause says "my" of what a belief is of, or "me"."""
    return _ME.search(text) is not None or any(
        stems(match[1]) & belief.words for match in _POSSESSED.finditer(text)
    )


def _named(spoken: Spoken, index: int, span: Span, belief: Believed) -> float | None:
    owner, clause = spoken.owners[index], span.clause
    named = belief.name_words
    if owner and _names(owner.title(), named):
        return 1.0
    if _names(clause.text, named):
        return 0.8
    if owner is not None and (not owner or owner not in folded(span.text)):
        return None
    if _names(clause.said, named):
        return 0.8
    return 0.6 if _names(spoken.message.text, named) else None


def _names(text: str, named: frozenset[str]) -> bool:
    """Tell whether a text names somebody: "Ida Roe" is not meant by "Ida Moss", but by "Ida"."""
    found = _NAMED.findall(text)
    return any(
        folded(word) in named and (not surname or len(named) == 1 or folded(surname) in named)
        for word, surname in found
    )


def _thing(spoken: Spoken, index: int, span: Span, belief: Believed) -> float | None:
    """Return how near a thing is named; its old value stands for it too."""
    owner = spoken.owners[index]
    is_its = owner and not set(owner.split()).isdisjoint(folded(belief.subject).split())
    if owner and not is_its and owner not in folded(span.text):
        return None
    near = spoken.near(index)
    heads = [stems(part.split()[-1]) for part in _JOINS.split(belief.subject) if part.strip()]
    if all(near.keys().isdisjoint(head) for head in heads):
        return 0.6 if names_old(spoken, belief, span) == 1 else 0.0
    own = stems(belief.subject)
    return sum(near.get(word, 0.0) for word in own) / len(own)
