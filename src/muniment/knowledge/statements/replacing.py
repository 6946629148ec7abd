"""Put a claim into the slot that is believed, where it means the same by other words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.resolution.likeness import is_same_value
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.kinds import Kind, compatible, kind_of
from muniment.knowledge.statements.patterns import CHANGED
from muniment.knowledge.statements.stems import stems
from muniment.knowledge.statements.worded import worded
from muniment.knowledge.statements.words import STATES
from muniment.model.claims import Act, Claim, Message
from muniment.model.names import called, folded

_SPLIT: Final = re.compile(r"[^.!?\n]*[.!?\n]?")
_CHANGES: Final = re.compile(
    r"\b(?:now|instead|no longer|not .{1,40} any ?more|any ?more|changed|change of|switched|scrap(?:ped)?|forget|cancel(?:led)?|new plan|plan b"
    r"|rather|after all|swapped|replac\w+|won['’]t|settled on|differently|these days|traded|decided against|dropped|called off|fell through"
    r"|take .{0,20}back|not going to|off the table|made up my mind|decided|in the end|ended up|turns out|moved|binned|ditched|instead of)\b",
    re.IGNORECASE,
)
_FEW: Final = frozenset(
    [
        "flatmate",
        "roommate",
        "housemate",
        "teacher",
        "mentor",
        "neighbour",
        "neighbor",
        "tenant",
        "lodger",
        "tutor",
        "assistant",
        "client",
    ]
)
_REPLACES: Final = re.compile(
    r"\b(?:now|instead|no longer|any ?more|new|switched|took over|taken over|takes over|as of|moved (?:in|out)|left|replac\w+|swapped|changed|since|no more)\b",
    re.IGNORECASE,
)
_IN_THE: Final = re.compile(r"^in (?:the|my|our) ", re.IGNORECASE)
_WEAK: Final = frozenset(
    ["tak", "mak", "do", "hav", "giv", "us", "want", "plan", "start", "try", "decid"]
)


def rebound(message: Message, claim: Claim, believed: Sequence[Believed]) -> Claim:
    """Return a claim as it stands to what is believed: in its slot, and with what it replaces."""
    if claim.act not in (Act.STATE, Act.CORRECT):
        return (
            replace(claim, object=_IN_THE.sub("", claim.object))
            if claim.predicate == "owns"
            else claim
        )
    own = [each for each in believed if _is_slot(each, claim)]
    if claim.predicate == "event":
        return _entered(claim, believed)
    if claim.predicate == "relation":
        claim = _of_the_same_name(claim, own)
    if own and not own[0].is_many:
        return claim
    if (
        claim.predicate == "relation"
        and own
        and claim.of in _FEW
        and _REPLACES.search(message.text)
    ):
        return (
            replace(claim, replaces=own[0].object)
            if len(own) == 1 and claim.replaces is None
            else claim
        )
    if claim.predicate == "likes" and "prefer" in message.text.lower():
        return _replacing(
            message, claim, [each for each in own if _has_head(each.object, claim.object)]
        )
    if claim.predicate == "plan" or (
        own and own[0].is_many and claim.predicate in {"owns", "studies", "hobby"}
    ):
        return _replacing(message, claim, own)
    return claim if own else _same_by_other_words(message, claim, believed)


def without_restated(claims: Sequence[Claim], believed: Sequence[Believed]) -> list[Claim]:
    """Leave out what is believed already, where the same message gives its slot another value."""
    known = {
        (folded(each.subject), each.category, folded(each.object))
        for each in believed
        if not each.is_many
    }
    slots = [(folded(each.subject), folded(each.category)) for each in claims]
    return [
        claim
        for claim, slot in zip(claims, slots, strict=True)
        if slots.count(slot) == 1 or (*slot, folded(claim.object)) not in known
    ]


def _of_the_same_name(claim: Claim, own: Sequence[Believed]) -> Claim:
    """Let "Luis" be the Luis Ortega who is believed to be it."""
    said = folded(claim.object)
    for each in own:
        whole = folded(each.object)
        if said != whole and set(said.split()) < set(whole.split()):
            return replace(
                claim,
                object=each.object,
                sentence=claim.sentence.replace(claim.object, each.object),
            )
    return claim


def _is_slot(belief: Believed, claim: Claim) -> bool:
    return folded(belief.subject) == folded(claim.subject) and belief.category == folded(
        claim.category
    )


def _entered(claim: Claim, believed: Sequence[Believed]) -> Claim:
    """Read an event that is a state of a thing: "the desk was delivered"."""
    first = claim.object.split(" ", 1)[0].lower()
    known = [
        each
        for each in believed
        if each.predicate == "status"
        and each.is_thing
        and folded(each.subject) == folded(claim.subject)
    ]
    if first not in STATES or not known:
        return claim
    made = worded(
        subject=known[0].subject, predicate="status", object=claim.object, of=None, span=claim.span
    )
    return replace(
        made, valid_from=claim.valid_from, time_words=claim.time_words, confidence=claim.confidence
    )


def _has_head(one: str, other: str) -> bool:
    """Tell whether two phrases are of one kind: "an aisle seat", "a window seat"."""
    return one.lower().rsplit(maxsplit=1)[-1] == other.lower().rsplit(maxsplit=1)[-1]


def _replacing(message: Message, claim: Claim, own: Sequence[Believed]) -> Claim:
    """Name what a claim takes the place of, if the message says that something changed."""
    if claim.replaces is not None or not own or not _CHANGES.search(message.text):
        return claim
    said = stems(claim.object)
    scored = [
        (len((stems(each.object) & said) - _WEAK), each.order, each)
        for each in own
        if not is_same_value(each.object, claim.object)
    ]
    best = max((score for score, _, _ in scored), default=0)
    meant = [each for score, _, each in scored if score == best]
    if best < 1 or len(meant) != 1:
        return claim
    return replace(claim, replaces=meant[0].object)


def _same_by_other_words(message: Message, claim: Claim, believed: Sequence[Believed]) -> Claim:
    """Find the one slot that a claim means by other words: "the thesis deadline", "my thesis' deadline"."""
    words = _words(claim, message.speaker)
    near = [
        (each, _slot_words(each, message.speaker))
        for each in believed
        if _could_be(each, claim, message.speaker) and compatible(each.object, claim.object)
    ]
    fitting = [each for each, own in near if words and own == words]
    if not fitting and CHANGED.search(message.text):
        is_it = message.text[claim.span[0] : claim.span[0] + 2].lower() == "it"
        said = stems(claim.of or "") - _LOOSE if is_it else words
        fitting = [
            each
            for each, own in near
            if said and said < own and (is_it or claim.predicate == "count")
        ]
    if len({(each.subject, each.category) for each in fitting}) != 1:
        return claim
    belief = fitting[0]
    made = worded(
        subject=belief.subject, predicate=belief.predicate, object=claim.object, of=belief.of, span=claim.span,
        act=claim.act, replaces=belief.object,
    )  # fmt: skip
    return replace(
        made,
        valid_from=claim.valid_from,
        valid_until=claim.valid_until,
        time_words=claim.time_words,
        confidence=claim.confidence,
    )


def _could_be(belief: Believed, claim: Claim, speaker: str) -> bool:
    if belief.predicate in {"plan", "event", "opinion"} or claim.predicate in {
        "opinion",
        "likes",
        "dislikes",
    }:
        return False
    if belief.is_thing or claim.subject[:1].islower():
        return True
    return bool(belief.names & frozenset(called(claim.subject)))


_LOOSE: Final = frozenset(stems("date day time"))


def _words(claim: Claim, speaker: str) -> frozenset[str]:
    own = stems(claim.of or "") | (
        stems(claim.subject) if claim.subject[:1].islower() else frozenset()
    )
    return own - _LOOSE if kind_of(claim.object) is Kind.WHEN else own


def _slot_words(belief: Believed, speaker: str) -> frozenset[str]:
    own = stems(belief.of or "") | (stems(belief.subject) if belief.is_thing else frozenset())
    return own - _LOOSE if kind_of(belief.object) is Kind.WHEN else own
