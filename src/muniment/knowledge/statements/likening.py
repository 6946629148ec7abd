"""Tell how like an old value a new one is: of its kind, its unit, its size, its shape."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import ADVERBS
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.kinds import (
    CLOCK,
    Kind,
    compatible,
    family_of,
    moment_of,
    number_of,
)
from muniment.knowledge.resolution.families import PARTNERS, take_turns
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.spans import Span
from muniment.knowledge.statements.spoken import THERE
from muniment.knowledge.statements.words import MOMENTS, STATES
from muniment.knowledge.stems import TITLES, stems
from muniment.knowledge.wordlists import words
from muniment.model.names import folded

NAME_VALUED: Final = frozenset({"relation", "lives_in", "works_at"})
"""Predicates whose values are names."""

AMOUNTS: Final = frozenset({Kind.MONEY, Kind.MEASURE, Kind.NUMBER})
TYPED: Final = AMOUNTS | {Kind.WHEN}
"""Kinds that words show by themselves."""

_FIXED: Final = words("event opinion born_on from skill condition dislikes likes age")
_DATED: Final = frozenset({"plan", "hobby"})
_BORN: Final = lexicon.KIN - PARTNERS
_APPOINTED: Final = re.compile(
    r"\b(?:hir|employ|appoint|recruit|promot|train|engag|elect|nam|(?:t[oa]k|bring|brought|sign)\w* on|brought in)(?:e|es|ed|ted|ing|ting|s)? "
    r"(?!(?:me|us|by|from|at|in|with|as|to)\b)(?:[\w'’-]+ ){1,3}(?:as|to) (?:an? |the |our |my )?$",
    re.IGNORECASE,
)
"""What says of a trade that it is that of whom somebody took on: "we hired Tom as head baker"."""
_WRITTEN: Final = frozenset({Kind.NAME, Kind.CODE})
_COUNTING: Final = re.compile(
    r"\s+(?!(?:now|left|at|in|on|for|today|already|so|but|by|this|since|from|altogether|of)\b)[a-z]",
    re.IGNORECASE,
)
_HAVING: Final = words(
    "be have own keep get make run teach manage employ coach lead raise foster host hold reach number bring take leave remain"
)
"""Verbs behind which a number says how many there are; "I saw three cats" does not."""
_OWNS: Final = re.compile(r"['’]s (?P<noun>[\w-]+)")
_THE: Final = re.compile(r"\b(?:the|that|this|an?)\s+$", re.IGNORECASE)
_TITLED: Final = ("Dr", "Mr", "Ms", "Miss", "Prof")
_AT: Final = re.compile(
    r"\b(?:at|for|with|in|to|by|into|near|join(?:ed|ing)?|is|['’]s)(?: the)?\s+$", re.IGNORECASE
)
WITH_WHOM: Final = re.compile(r"\bwith (?:(?P<det>my|our|the|his|her|their) (?P<role>[a-z-]+ )?)?$")
"""What stands before whoever keeps a thing: "with our neighbour Ida"."""
_PLACED: Final = re.compile(
    r"\b(?:in|on|at|under|behind|inside|beside|near|to|with|above|below|into|onto|by)(?: (?:the|a|an|my|our|his|her|their))?\s+$",
    re.IGNORECASE,
)


def may_change(belief: Believed) -> bool:
    """Tell whether a new value may take the place of a belief's at all."""
    return belief.predicate not in _FIXED and not (
        belief.predicate == "relation" and belief.of in _BORN
    )


def like_of(span: Span, belief: Believed, known: frozenset[str]) -> float | None:
    """Return how like a belief's value words are, from 0 to 1; None where they are of another kind.

    A name that is `known` is no new one.
    """
    if belief.predicate == "count":
        return _like_count(span, belief)
    if belief.predicate in _DATED:
        return 0.8 if belief.when and _is_time_for(span, belief) else None
    if belief.predicate in NAME_VALUED:
        return _like_name(span, belief, known)
    if belief.predicate in {"status", "diet", "works_as", "owns"}:
        return _like_class(span, belief)
    if belief.kind in AMOUNTS:
        return _like_amount(span, belief)
    if belief.kind is Kind.WHEN:
        if not _is_time_for(span, belief) or _is_end_of_another(span, belief):
            return None
        return 1.0 if moment_of(belief.object) == moment_of(span.text) else 0.4
    if ("@" in belief.object) != ("@" in span.text) and span.kind is Kind.CODE:
        return None
    if belief.kind is Kind.NAME and not re.search(r"[^\W\d_]", span.text):
        return None
    if belief.kind is Kind.CODE and span.kind in {Kind.NUMBER, Kind.MEASURE, Kind.CODE}:
        return 1.0 if _shape(belief.object) == _shape(span.text) else 0.3
    return _like_words(span, belief, known)


def _is_time_for(span: Span, belief: Believed) -> bool:
    """Tell whether words are a time; a bare hour is one where something moved to it that is at an hour."""
    if span.kind is not Kind.NUMBER or _HOUR.fullmatch(span.text) is None:
        return span.kind is Kind.WHEN
    is_moved = _MOVED_TO.search(span.before) is not None and _NO_MORE.match(span.after) is not None
    return is_moved and _AT_AN_HOUR.search(belief.object) is not None


_HOUR: Final = re.compile(r"[1-9]|1\d|2[0-3]")
_MOVED_TO: Final = re.compile(
    r"\b(?:mov(?:ed|es|ing)|shift(?:ed|s|ing)|push(?:ed|es|ing)|rescheduled|postponed|delayed|brought|put)\b(?: [\w'’]+){0,4} to\s+$",
    re.IGNORECASE,
)
_NO_MORE: Final = re.compile(
    r"\W*$|,|\s+(?:from|starting|on|instead|now|as of|because|since|so|tomorrow|today|next|this)\b",
    re.IGNORECASE,
)
"""What stands behind an hour: nothing that is counted."""
_AT_AN_HOUR: Final = re.compile(rf"{CLOCK}|\bat \d{{1,2}}\b(?![:.]?\d)", re.IGNORECASE)


def _is_end_of_another(span: Span, belief: Believed) -> bool:
    """Tell whether a time says until when, and a belief says when: "the club is off until April"."""
    until = _UNTIL.search(span.clause.text[: span.start] + span.text)
    return until is not None and _UNTIL.search(belief.object) is None and belief.of in MOMENTS


_UNTIL: Final = re.compile(r"\b(?:until|till)\b", re.IGNORECASE)


def _like_count(span: Span, belief: Believed) -> float | None:
    """Liken a count: what is counted stands behind it, or nothing does."""
    if span.kind is not Kind.NUMBER or not _is_had(span):
        return None
    near = _near(belief.object, span.text)
    nouns = span.after.lower().split()[:4]
    behind = stems(" ".join((*nouns, *(lexicon.standard(lexicon.singular(e)) for e in nouns))))
    if behind & stems(belief.of or ""):
        return None if _is_of_some(span, belief) else 0.6 + 0.4 * near
    return 0.6 * near if not behind or not _COUNTING.match(span.after) else None


def _is_had(span: Span) -> bool:
    """Tell whether a number is no object of a verb, or of one that says how many somebody has."""
    said = [each for each in span.before.lower().split() if each not in ADVERBS]
    form = form_of(said[-1]) if said else None
    return form is None or form.lemma in _HAVING


def _is_of_some(span: Span, belief: Believed) -> bool:
    """Tell whether only some of those that are counted did something: "five guests cancelled"."""
    before, said = span.before.lower().split(), span.after.lower().split()
    if any(form_of(each) for each in before if each not in ADVERBS):
        return False
    of = stems(belief.of or "")
    last = max(
        (i for i, each in enumerate(said[:4]) if stems(lexicon.singular(each)) & of), default=0
    )
    doing = [each for each in said[last + 1 :] if each not in ADVERBS]
    if doing[:1] == ["left"]:
        return _ONLY.isdisjoint(before)
    if doing[:1] in (["is"], ["are"]):
        return doing[1:2] != [] and doing[1] not in _PRESENT
    form = form_of(doing[0]) if doing else None
    return form is not None and form.lemma not in _REMAINING


_ONLY: Final = words("only just still")
_PRESENT: Final = words("left here in on registered confirmed coming enrolled booked")
_REMAINING: Final = words("remain survive stay")


def _like_name(span: Span, belief: Believed, known: frozenset[str]) -> float | None:
    if span.kind is not Kind.NAME or _is_known(span.text, known):
        return None
    if belief.predicate == "relation":
        if _is_relative(span) or folded(span.text) in lexicon.KIN:
            return None
        is_thing = _THE.search(span.before) and not span.text.startswith(_TITLED)
        return None if is_thing or THERE.search(span.before) else 0.6
    if belief.predicate == "lives_in" and folded(span.text).split()[0] in lexicon.PROVIDERS:
        return None
    is_alone = span.text == span.clause.text and span.clause.before not in _REASONS
    is_first = span.start == 0 and (
        is_alone or (belief.predicate == "lives_in" and span.text != span.clause.text)
    )
    return 0.6 if is_first or _AT.search(span.before) else None


_REASONS: Final = words("because while although though whereas")
"""What stands before a name that begins another clause, and answers nothing: "because Acme …"."""


def _like_class(span: Span, belief: Believed) -> float | None:
    """Liken two words of a class: two diets, two trades, two states of a kind."""
    new = folded(span.text)
    head = new.split()[-1]
    if belief.predicate == "diet":
        return 1.0 if head in lexicon.DIETS else None
    if belief.predicate == "owns" and _is_put_for(span, belief):
        return 1.0
    if belief.predicate == "owns":
        is_make = span.kind is not Kind.WHEN and lexicon.MAKES.intersection(new.split())
        return (
            1.0 if is_make and lexicon.MAKES.intersection(folded(belief.object).split()) else None
        )
    if belief.predicate == "works_as":
        is_own = _APPOINTED.search(span.before) is None and not _is_of_a_name(span)
        return 0.8 if is_own and span.fits == 1 and lexicon.is_occupation(head) else None
    said = folded(span.clause.text[max(span.start - 8, 0) : span.end])
    if take_turns(belief.object, said) or take_turns(belief.object, new):
        return 1.0
    if not belief.is_thing:
        return None
    if belief.kind is Kind.NAME:
        return 0.6 if span.kind is Kind.NAME and _PLACED.search(span.before) else None
    return 0.5 if span.fits == 1 and new.split()[0] in STATES else None


def _is_of_a_name(span: Span) -> bool:
    """Tell whether a trade is told of who has it, and not of the speaker: "the new manager is Ann"."""
    is_first = not span.before.strip() or _THE_ONE.fullmatch(span.before) is not None
    return is_first and _IS_NAME.match(span.after) is not None


_THE_ONE: Final = re.compile(r"(?:the|our|my|an?|this|that) ", re.IGNORECASE)
_IS_NAME: Final = re.compile(
    r"(?: there| here)?(?: (?:is|was|will be)|['’]s)(?: now| called| named)* (?-i:[^\W\d_a-z])",
    re.IGNORECASE,
)


def _is_put_for(span: Span, belief: Believed) -> bool:
    """Tell whether words are what a thing was given up for: "from Vim to Zed", "the Volvo for a Skoda"."""
    found = _PUT_FOR.search(span.before)
    if found is None:
        return False
    old = stems(next(each for each in found.groups() if each is not None))
    return bool(old) and old <= belief.stems


_PUT_FOR: Final = re.compile(
    r"\b(?:(?:switched|moved|changed|migrated|converted|went)(?: over)? from (.+?)(?: over)? to"
    r"|(?:swapped|traded|traded in|exchanged|replaced|ditched)(?: out)? (.+?)(?: in)? (?:for|with))"
    r"(?: an?| the| my| our)?(?: new)?\s+$",
    re.IGNORECASE,
)


def _like_amount(span: Span, belief: Believed) -> float | None:
    if span.kind not in AMOUNTS or not compatible(belief.object, span.text):
        return None
    same = span.kind is belief.kind and family_of(belief.object) == family_of(span.text)
    return 0.5 * _near(belief.object, span.text) + 0.5 * same


def _like_words(span: Span, belief: Believed, known: frozenset[str]) -> float | None:
    if span.kind in TYPED:
        return None
    if belief.of == "location" and span.kind is Kind.NAME and WITH_WHOM.search(span.before):
        return 0.6
    if span.kind is Kind.NAME and (_is_known(span.text, known) or _is_relative(span)):
        return None
    if belief.of == "location":
        return 0.6 if _PLACED.search(span.before) else None
    if _is_numbered(belief) and not _has_digits(span.text):
        return None
    if stems(belief.object.split()[-1]) & stems(span.text.split()[-1]):
        return 1.0
    if span.fits < 1 and span.kind is Kind.WORDS:
        return None
    is_alike = span.kind is belief.kind or {span.kind, belief.kind} <= _WRITTEN
    return 0.5 if is_alike else 0.2


def _is_numbered(belief: Believed) -> bool:
    """Tell whether a belief is of what has a number in it, whatever takes its place: "ticket id"."""
    last = (belief.of or "").rsplit(" ", maxsplit=1)[-1]
    return belief.kind is Kind.CODE and last in _NUMBERS and _has_digits(belief.object)


_NUMBERS: Final = words("id number code reference ref tag serial plate locker seat")


def _has_digits(value: str) -> bool:
    return any(each.isdigit() for each in value)


def _is_relative(span: Span) -> bool:
    """Tell whether somebody of a name's is meant, and not the name: "Petar's colleague"."""
    owned = _OWNS.match(span.after)
    return owned is not None and owned["noun"].lower() in lexicon.RELATIONS


def _is_known(name: str, known: frozenset[str]) -> bool:
    parts = re.split(r"[\s.]+", folded(name))
    return any(len(part) > 2 and part not in TITLES and part in known for part in parts)


def _shape(value: str) -> str:
    return "@" if "@" in value else re.sub(r"[^\W\d_]", "a", re.sub(r"\d+", "0", value))


def _near(old: str, new: str) -> float:
    """Return how near two numbers are: 1 up to half as much again, 0 from two and a half times on."""
    one, other = number_of(old), number_of(new)
    if not one or not other:
        return 0.0
    ratio = max(one, other) / min(one, other)
    return 1.0 if ratio <= 1.5 else 0.6 if ratio <= 2.5 else 0.0
