"""Weigh how surely words of a message are the new value of something that is believed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.kinds import Kind, is_when
from muniment.knowledge.resolution.families import PARTNERS
from muniment.knowledge.resolution.likeness import is_same_value
from muniment.knowledge.statements.agreeing import agreement, names_old
from muniment.knowledge.statements.believed import BY_OBJECT, MEANT, Believed
from muniment.knowledge.statements.introducing import is_only_doing
from muniment.knowledge.statements.likening import NAME_VALUED, TYPED, like_of
from muniment.knowledge.statements.passing import is_done_to, is_passing
from muniment.knowledge.statements.patterns import CHANGED
from muniment.knowledge.statements.spans import Span, names_of
from muniment.knowledge.statements.spoken import THERE, Spoken
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import any_of, words
from muniment.model.names import folded

OPEN: Final = frozenset({Kind.NAME, Kind.WORDS})
"""Kinds of words that could be anything."""

_ALIKE: Final = frozenset({Kind.WHEN, Kind.CODE})
"""Kinds of which a value looks like that of anything else."""
_BY_OBJECT: Final = BY_OBJECT | {"status"}
_SPOKEN_OF_MIN: Final[Mapping[str, float]] = {"lives_in": 0.5, "works_at": 1.0}
"""How surely a home or a post is spoken of before another name takes its place, if no change is told."""
_BY_KIND: Final = words("relation lives_in works_at status diet works_as")
_GENERIC: Final = stems("date day time end")
_NEW_TIME: Final = _GENERIC | stems("new")
"""What "the new date" is of is said elsewhere."""
_OPEN_WORDS: Final = stems(
    "it that this they we us everything thing things actually sorry wait meant im should"
)
_TODAY: Final = re.compile(
    r"^today(?:['’]s| is)\b|^it(?:['’]s| is)\b.*\b(?:today|already|here|again)$", re.IGNORECASE
)
_PUT_RIGHT: Final = 0.8
"""How much of a change it is that a value is put right."""
_OF_WHOM: Final = re.compile(
    r"(?P<who>.*?)(?:\s(?:is|are|was|were|has been|have been)|['’]s)(?:\s(?:now|already|just))*\s+$",
    re.IGNORECASE,
)
_TOPIC: Final = re.compile(
    r"^(?P<what>(?:(?:my|our|the|his|her|their|its|this|that)\s|(?:[\w-]+\s)?(?!(?:it|that|he|she|there|what|who|here|let)['’])[\w-]+['’]s\s)[^,]*?)\s"
    r"(?:is|are|was|were|isn['’]t|aren['’]t|(?:has|have) been|costs?|comes to|stands? at|will be|weighs?|measures?|opens?|closes?|starts?|ends?|begins?|leaves?|runs?|has|have|(?:moved|changed|switched)(?= (?:to|from|on)\b)|(?:goes|go|went)(?= (?:up|down)\b)|(?:rises?|rose|drops?|dropped|falls?|fell)(?= (?:to|from|by)\b))\b"
    r"|^(?P<noun>[a-z][\w-]*(?: [a-z][\w-]*)?)\s(?:is|are|costs?|comes|weighs?|measures?|opens?|closes?|starts?|ends?)\b"
    r"|^(?P<head>[a-z][\w-]*) (?:for|of) [\w -]{1,40}?\s(?:(?:was|got|has been|has) )?moved\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for words to be the new value of a belief, each from 0 to 1.

    `slot`: how much of the words of its slot is said near. `subject`: how well whom the clause is
    about agrees. `like`: how like the old value they are. `old`: how much of the old value is
    named. `change`: how near a change is told. `place`: whether they stand where values stand.
    Against it speaks `other`: that the clause says of something else what it says.
    """

    slot: float
    subject: float
    like: float
    old: float
    change: float
    place: float
    other: float

    @property
    def score(self) -> float:
        """The weighted sum. The weights are those of a logistic regression, rounded."""
        return (
            3.0 * self.slot
            + 4.0 * self.subject
            + 4.0 * self.like
            + 1.5 * self.old
            + 3.0 * self.change
            + 2.0 * self.place
            - 5.0 * self.other
        )


def evidence_of(spoken: Spoken, index: int, span: Span, belief: Believed) -> Evidence | None:
    """Return what speaks for words of a clause to be a belief's new value; None where they cannot be."""
    like = like_of(span, belief, spoken.known)
    if like is None or not _is_new(span, belief) or _is_said_of_old(span, belief):
        return None
    if is_passing(span, belief) or _is_called(spoken, index, span):
        return None
    if belief.predicate in _BY_PLACE and (
        _is_beside_another(spoken, index, span, belief) or _is_of_a_thing(spoken, span)
    ):
        return None
    if _is_off(span) or (belief.of == "owner" and _OWNING.search(span.clause.text) is None):
        return None
    if like < 1 and not _is_beside(spoken, index, span, belief):
        return None
    subject = agreement(spoken, index, span, belief)
    if subject is None:
        return None
    own = _own(belief)
    slot = _said_of(spoken.near(index, stems(span.text)), own, belief)
    old = names_old(spoken, belief, span)
    if belief.predicate in NAME_VALUED and not slot and not old:
        return None
    if not slot and _is_for_another(spoken, index, span, belief):
        return None
    if belief.of in PARTNERS and not slot:
        return None
    if belief.predicate in NAME_VALUED and is_only_doing(span, belief, is_old_named=old > 0):
        return None
    change, right = spoken.change(index), spoken.puts_right(span)
    if slot < _SPOKEN_OF_MIN.get(belief.predicate, 0.0) and change < 1 and not right:
        return None
    if belief.predicate == "attribute" and not slot and not old and is_done_to(span):
        return None
    is_alike = span.kind in _ALIKE or (span.kind is Kind.NUMBER and belief.when)
    is_open = is_alike and not slot and not old and subject < 1
    if is_open and _is_of_its_own(spoken, index, span):
        return None
    if span.kind is Kind.WHEN and not old and _is_with_another(span, belief):
        return None
    topic = _topic(spoken, index, span)
    if belief.predicate == "attribute" and _is_kind_apart(topic, belief, own):
        return None
    return Evidence(
        slot=slot,
        subject=subject,
        like=like,
        old=old,
        change=max(change, _PUT_RIGHT) if right else change,
        place=1.0 if belief.of == "location" else span.fits,
        other=_other(topic, belief, own),
    )


def _is_off(span: Span) -> bool:
    """Tell whether a time is one at which something is not: "training is cancelled on Fridays"."""
    return span.kind is Kind.WHEN and _OFF.search(span.before) is not None


_OFF: Final = re.compile(
    r"\b(?:cancell?ed|called off|skipped|suspended|closed|off|no \w+)(?: (?:on|at|in|for|during|over|this|next|every|the))*\s+$",
    re.IGNORECASE,
)
_OWNING: Final = re.compile(
    r"\b(?:own(?:s|ed|er|ers|ership|ing)?|responsible|charge|accountable|ta(?:k|ke|kes|king|ken)|took|hand(?:s|ed|ing)?|pass(?:es|ed|ing)?"
    r"|belongs?|lead|leads|led|(?:goes|go|went|gone) (?:back )?to)\b",
    re.IGNORECASE,
)
"""What says of a piece of work that it is with somebody: not what it runs on, moved to, or is called."""


def _is_called(spoken: Spoken, index: int, span: Span) -> bool:
    """Tell whether a name only says how somebody is called whom the clause before ends with: "my mum, Sheila"."""
    clause = span.clause
    if span.text != clause.text or clause.before != "," or not index:
        return False
    before = spoken.clauses[index - 1]
    is_beside = before.sentence == clause.sentence
    return is_beside and before.text.split()[-1].lower() in lexicon.KIN


def _is_beside_another(spoken: Spoken, index: int, span: Span, belief: Believed) -> bool:
    """Tell whether a name goes on with what its sentence says of somebody else: "Karl is in a home, Elm Court"."""
    clause = span.clause
    is_alone = span.text == clause.text and spoken.owners[index] in {None, folded(span.text)}
    if not is_alone or clause.before != "," or not index:
        return False
    before = spoken.clauses[index - 1]
    names = [each.text for each in names_of(before) if each.start == 0]
    who = spoken.owners[index - 1] or (folded(names[0]) if names else "")
    is_own = belief.name_words | set(folded(f"{belief.subject} {belief.object}").split())
    return before.sentence == clause.sentence and bool(who) and is_own.isdisjoint(who.split())


def _is_for_another(spoken: Spoken, index: int, span: Span, belief: Believed) -> bool:
    """Tell whether a sentence says for what else a value is: "for the wedding: York instead of Leeds"."""
    clause = span.clause
    if _IN_PLACE_OF.search(clause.said) is None:
        return False
    before = spoken.clauses[index - 1] if index and clause.before == ":" else None
    if before is not None and _besides(before.text, span):
        return True
    own = belief.words | belief.stems | belief.told_words | stems(belief.subject)
    return any(
        not stems(match[1]) <= own | stems(span.text) for match in _FOR_WHAT.finditer(clause.said)
    )


_IN_PLACE_OF: Final = re.compile(r"\b(?:instead of|rather than|not)\b", re.IGNORECASE)
_FOR_WHAT: Final = re.compile(
    r"\bfor (?:the|my|our|this|that|his|her|their)((?: [\w-]+){1,2})", re.IGNORECASE
)


def _is_of_a_thing(spoken: Spoken, span: Span) -> bool:
    """Tell whether a name is where a thing is, which nobody lives in: "The office moved. It's in Bristol now"."""
    is_thing = _IT_IS_AT.fullmatch(span.before) is not None
    return is_thing and _DWELLING.search(spoken.message.text) is None


_BY_PLACE: Final = words("lives_in works_at")
_IT_IS_AT: Final = re.compile(
    r"(?:.*\s)?(?:it|this|that|which)(?:(?:['’]s|['’]ll be| is| was| will be)(?: now| actually| just| going to be)*| lives| sits| runs) (?:in|at|on|near|over in|down in|up in)\s+",
    re.IGNORECASE,
)
_DWELLING: Final = any_of("homes?, house, flat, apartment, address, cottage, villa")


def _is_of_its_own(spoken: Spoken, index: int, span: Span) -> bool:
    """Tell whether a time or a code is that of what its sentence tells, or the time that it is.

    "Let's meet at four instead" is of no yoga class, nor is "I do pilates now, on Mondays"; "we
    moved it to Thursday" leaves open of what.
    """
    if _TODAY.search(span.clause.text) is not None:
        return True
    sentence = span.clause.sentence
    before = [each.text for each in spoken.clauses[:index] if each.sentence == sentence]
    return any(_besides(text, span) for text in (*before, span.clause.text))


def _besides(text: str, span: Span) -> frozenset[str]:
    """Return what a clause says besides a value and that something changed."""
    changing = " ".join(match[0] for match in CHANGED.finditer(text))
    return stems(text) - stems(span.text) - stems(changing) - _OPEN_WORDS


def _is_with_another(span: Span, belief: Believed) -> bool:
    """Tell whether a clause gives a time for somebody whom nobody named: "let's meet Sue at five"."""
    known = belief.told_words | belief.stems | belief.words
    people = [
        each
        for each in names_of(span.clause)
        if each.start > 0 and not THERE.search(each.before) and not is_when(each.text)
    ]
    return any(stems(each.text).isdisjoint(known) for each in people)


def _is_new(span: Span, belief: Believed) -> bool:
    """Tell whether words say anything but the slot and its old value."""
    value = stems(span.text)
    if not value or value <= belief.stems or is_same_value(span.text, belief.object):
        return False
    is_open = span.kind in OPEN
    if is_open and belief.stems <= value and CHANGED.search(span.text) is not None:
        return False  # "ditched prepaid" tells what became of it
    return not (is_open and value <= belief.words | stems(belief.subject))


def _is_said_of_old(span: Span, belief: Believed) -> bool:
    """Tell whether words say what the old value is, and not what takes its place: "Tom is retired"."""
    said = _OF_WHOM.match(span.before)
    if said is None or span.kind is not Kind.WORDS or belief.when:
        return False
    who, old = stems(said["who"]), belief.stems
    return bool(old) and (old <= who if belief.kind is Kind.NAME else old == who)


def _is_beside(spoken: Spoken, index: int, span: Span, belief: Believed) -> bool:
    """Tell whether words that could be anything stand beside the slot or its old value."""
    is_open = span.kind in OPEN and belief.kind not in TYPED
    if not is_open or belief.predicate in _BY_KIND or belief.of == "location":
        return True
    around = spoken.said if span.kind is Kind.NAME else spoken.words[index]
    return not (belief.words - stems(span.text) | belief.stems).isdisjoint(around)


def _own(belief: Believed) -> frozenset[str]:
    """Return the words that tell a slot from others of its subject."""
    if belief.predicate in _BY_OBJECT or belief.medicine:
        return belief.words
    own = belief.words - belief.stems
    if belief.is_thing:
        own = own - _people_in(belief.subject) or own
    of = own - stems(belief.subject) if belief.is_thing else own
    return (of - _GENERIC or of) or own


def _people_in(subject: str) -> frozenset[str]:
    """Return the stems of whom a thing is for: the name in "swimming lessons for Leo"."""
    return stems(" ".join(_FOR_WHOM.findall(subject)))


_FOR_WHOM: Final = re.compile(r" (?:for|of|with) ([^\W\d_a-z][\w'’-]*)")


def _said_of(near: dict[str, float], own: frozenset[str], belief: Believed) -> float:
    """Return how much of a slot is said: all of a name, any of the words that mean the same."""
    found = [near.get(word, 0.0) for word in own]
    if not found:
        return 0.0
    return max(found) if belief.predicate in MEANT else sum(found) / len(found)


_KINDS: Final = stems("work home office business school second spare private personal")
"""What tells one of somebody's numbers or addresses from another: "my new work email"."""


def _topic(spoken: Spoken, index: int, span: Span) -> str:
    """Return what a clause says something of; an amount or a code alone says it of what the clause before does.

    "My insurer has a new phone number, 0330 123 4567" tells of no number of the speaker's.
    """
    clause = span.clause
    if span.kind not in OPEN and span.text == clause.text and index and clause.before == ",":
        before = spoken.clauses[index - 1]
        clause = before if before.sentence == clause.sentence else clause
    match = _TOPIC.match(clause.text)
    what = "" if match is None else match["what"] or match["noun"] or match["head"]
    return "" if clause is span.clause and span.start < len(what) else what


def _is_kind_apart(what: str, belief: Believed, own: frozenset[str]) -> bool:
    """Tell whether what is told is of one kind, and a belief of another or of none: "my work email", "my email"."""
    return not _KINDS.isdisjoint(stems(what) - stems(belief.subject) - own - belief.stems)


def _other(what: str, belief: Believed, own: frozenset[str]) -> float:
    """Tell how much of what a clause says to be so is not what a belief is of."""
    topic = stems(what) - stems(belief.subject) - (_NEW_TIME if belief.when else frozenset())
    if not topic:
        return 0.0
    missing = topic - own - belief.stems
    is_apart = not _KINDS.isdisjoint(missing)
    return 1.0 if is_apart or missing == topic else 0.5 * len(missing) / len(topic)
