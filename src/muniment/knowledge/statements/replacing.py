"""Put a claim into the slot that is believed, where it means the same by other words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import ARTICLES
from muniment.knowledge.extraction.moods import corrects
from muniment.knowledge.extraction.tokens import said_around
from muniment.knowledge.kinds import kind_of
from muniment.knowledge.resolution.likeness import is_same_value, names_others, timeless_words
from muniment.knowledge.statements.beginning import planned
from muniment.knowledge.statements.believed import WEAK, Believed
from muniment.knowledge.statements.patterns import CHANGED
from muniment.knowledge.statements.trimming import with_month
from muniment.knowledge.statements.values import moved_plan
from muniment.knowledge.statements.worded import worded
from muniment.knowledge.statements.words import MOMENTS, STATES
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import any_of, phrases, words
from muniment.model.claims import Claim, Message
from muniment.model.names import folded
from muniment.recall.time_words import MONTHS

_CHANGES: Final = any_of(r"""
now, these days, instead(?: of)?, rather, after all, in the end, differently, no longer, no more, any ?more, changed, change of,
switched, swapped, traded, replac\w+, moved, new plan, plan b, won't, not going to, too expensive, out of the question,
off the table, scrap(?:ped|ping)?, cancel(?:led|ling)?, called off, fell through, dropped, ditched, binned, forget, gave up,
given up, let .{1,40} go, take .{0,20}back, talked (?:me|us|him|her) out, second thoughts?, rethought, reconsidered,
slept on it, (?:talked|thought) it (?:through|over), decided(?: against)?, settled on, made up my mind, ended up, turns out
""")
FEW: Final = words(
    "flatmate roommate housemate teacher mentor neighbour neighbor tenant lodger tutor assistant client"
)
"""Relations of which one may have many, and most have one."""
_REPLACES: Final = any_of(r"""
now, instead, no longer, no more, any ?more, new, switched, swapped, changed, replac\w+, took over, taken over, takes over,
moved (?:in|out), left, as of, since
""")
_IN_THE: Final = re.compile(r"^in (?:the|my|our) ", re.IGNORECASE)


def rebound(
    message: Message, claim: Claim, believed: Sequence[Believed], changing: Sequence[Believed]
) -> Claim:
    """Return a claim as it stands to what is believed: in its slot, and with what it replaces.

    That is among those beliefs that are `changing`: not said to stay as they are.
    """
    if not claim.act.asserts:
        is_had = claim.predicate == "owns"
        return replace(claim, object=_IN_THE.sub("", claim.object)) if is_had else claim
    if claim.predicate == "event":
        return _entered(claim, believed)
    kind = _of_its_kind(message, claim, changing) or _favourite(message, claim, changing)
    if kind is not None:
        return kind
    slot = claim.slot
    own = [each for each in believed if each.slot == slot]
    if claim.predicate == "relation":
        return _related(message, _of_the_same_name(claim, own), own)
    if own and not own[0].is_many:
        return _with_value(claim, with_month(claim.object, own[0].object))
    if claim.predicate == "plan":
        claim = _rescheduled(message, claim, own)
    if claim.predicate == "likes" and "prefer" in message.text.lower():
        own = [each for each in own if _has_head(each.object, claim.object)]
    elif claim.predicate not in {"plan", "owns", "studies", "hobby"}:
        return claim
    free = frozenset(changing)
    return _replacing(message, claim, [each for each in own if each in free])


def _of_its_kind(message: Message, claim: Claim, believed: Sequence[Believed]) -> Claim | None:
    """Return a claim in the slot that its clause names: of "a new phone, a Pixel 9" somebody's phone, if known."""
    for each in believed if claim.predicate in {"owns", "attribute"} else ():
        is_alike = each.predicate == "attribute" and kind_of(claim.object) is each.kind
        if is_alike and _names_slot(message, claim, each):
            before = claim.sentence.partition(f" {claim.object}")[0].rsplit(" ", maxsplit=1)[-1]
            made = worded(
                subject=each.subject,
                predicate="attribute",
                object=with_month(claim.object, each.object),
                of=each.of,
                span=claim.span,
                lead=before if before in ARTICLES else "",
                act=claim.act,
                replaces=each.object,
                confidence=claim.confidence,
            )
            return replace(made, valid_from=claim.valid_from, time_words=claim.time_words)
    return None


def _favourite(message: Message, claim: Claim, changing: Sequence[Believed]) -> Claim | None:
    """Return a favourite of no kind as one of the kind of the old one that is named: "Bosco has gone downhill, …"."""
    if claim.predicate != "attribute" or claim.of not in lexicon.FAVOURITES:
        return None
    said = stems(message.text)
    named = [
        each
        for each in changing
        if each.predicate == "favourite"
        and folded(each.subject) == folded(claim.subject)
        and each.stems
        and each.stems <= said
    ]
    if len(named) != 1 or is_same_value(named[0].object, claim.object):
        return None
    return worded(
        subject=claim.subject,
        predicate="favourite",
        object=claim.object,
        of=named[0].of,
        span=claim.span,
        act=claim.act,
        replaces=named[0].object,
        confidence=claim.confidence,
    )


def _rescheduled(message: Message, claim: Claim, own: Sequence[Believed]) -> Claim:
    """Return a plan as the one that is believed, at its new time: "sorry, the meeting is on the 23rd"."""
    when = _TIME_BEHIND.search(claim.object)
    named = timeless_words(claim.object)
    alike = [each for each in own if named and timeless_words(each.object) == named]
    if not alike and (corrects(message.text) or CHANGED.search(message.text)):
        alike = [each for each in own if named and each.when and _is_less_of(claim, each)]
    if when is None or len(alike) != 1 or is_same_value(alike[0].object, claim.object):
        return claim
    moved = moved_plan(when["time"], alike[0])
    if not moved:
        return claim
    told = _with_value(claim, moved)
    is_dated = moved.endswith(when["time"])
    told = replace(
        told, replaces=alike[0].object, time_words=claim.time_words if is_dated else None
    )
    return told if is_dated else planned(message, told)


def _is_less_of(claim: Claim, belief: Believed) -> bool:
    """Tell whether a plan is named by some of the words of another: "the meeting", "a meeting with Paul"."""
    return timeless_words(claim.object) < timeless_words(belief.object) and not _is_with_another(
        claim, belief
    )


_TIME_BEHIND: Final = re.compile(r" (?:on|at) (?:the )?(?P<time>.*\d.*|\w+day)$", re.IGNORECASE)


def _names_slot(message: Message, claim: Claim, belief: Believed) -> bool:
    """Tell whether a claim is of the property of a belief: a new phone, an account that was moved, its new date."""
    said, whose = folded(message.text[slice(*claim.span)]), folded(belief.subject)
    if claim.of in MOMENTS and whose == folded(message.speaker):
        return folded(belief.of or "") == folded(claim.subject)
    if whose != folded(claim.subject):
        return False
    if claim.predicate == "owns":
        return f" new {belief.of}," in said
    return belief.of == "bank" and claim.of in _ACCOUNTS and _BANK_CHANGED.search(said) is not None


_ACCOUNTS: Final = phrases("account, accounts, bank account, current account, joint account")
"""What is with the bank that one has."""
_BANK_CHANGED: Final = re.compile(r"\b(?:moved|switched|transferred|changed)\b")


def _related(message: Message, claim: Claim, own: Sequence[Believed]) -> Claim:
    """Name whom somebody takes the place of: of flatmates and the like one has one, as a rule."""
    is_one = len(own) == 1 and own[0].is_many and claim.of in FEW and claim.replaces is None
    if is_one and not is_same_value(own[0].object, claim.object) and _REPLACES.search(message.text):
        return replace(claim, replaces=own[0].object)
    return claim


def spelled(claims: Sequence[Claim], believed: Sequence[Believed]) -> list[Claim]:
    """Return claims that name whom they are about as it is believed: "pete" is Pete."""
    names = {folded(each.subject): each.subject for each in believed if not each.is_thing}
    names |= {folded(each.object): each.object for each in believed if each.predicate == "relation"}
    return [
        replace(
            claim,
            subject=name,
            sentence=claim.sentence.replace(f"The {claim.subject}", name, 1),
        )
        if claim.subject.islower() and (name := names.get(claim.subject)) is not None
        else claim
        for claim in claims
    ]


def without_restated(claims: Sequence[Claim], believed: Sequence[Believed]) -> list[Claim]:
    """Leave out what is believed already, where the same message gives its slot another value."""
    known = {(*each.slot, folded(each.object)) for each in believed if not each.is_many}
    slots = [each.slot for each in claims]
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
            return _with_value(claim, each.object)
    return claim


def _with_value(claim: Claim, value: str) -> Claim:
    return replace(claim, object=value, sentence=claim.sentence.replace(claim.object, value))


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


_WITH: Final = re.compile(
    r"\b(?:with|meet(?:ing)?|see(?:ing)?|call(?:ing)?) (?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?([^\W\d_a-z][\w'’-]*)"
)


def _is_with_another(claim: Claim, belief: Believed) -> bool:
    """Tell whether a claim and a belief name different people whom something is done with."""
    new, old = _WITH.findall(claim.object), _WITH.findall(f"{belief.told} {belief.object}")
    is_other = bool(new) and bool(old) and set(map(folded, new)).isdisjoint(map(folded, old))
    return is_other or _is_of_another(claim.object, belief.object)


def _is_of_another(one: str, other: str) -> bool:
    """Tell whether two appointments are with different ones: "dentist's appointment", "optician's appointment"."""
    new, old = _APPOINTED.match(one), _APPOINTED.match(other)
    if new is None or old is None or folded(new["what"]) != folded(old["what"]):
        return False
    return stems(new["whose"]).isdisjoint(stems(old["whose"]))


_APPOINTED: Final = re.compile(
    rf"(?:an? |the |my |our )?(?P<whose>(?:[\w'’-]+ ){{1,3}})(?P<what>{'|'.join(sorted(lexicon.OCCASIONS))})\b",
    re.IGNORECASE,
)


_DEFINITE: Final = re.compile(r"\b(?:the|my|our|this|that)((?: [\w-]+){1,2})", re.IGNORECASE)


def _is_same_doing(one: str, other: str) -> bool:
    """Tell whether two plans do the same to the same thing: "paint the room red", "paint the room blue"."""
    if names_others(one, other):
        return False
    if stems(one.split(" ", 1)[0]) != stems(other.split(" ", 1)[0]):
        return False
    return any(stems(match[1]) & stems(other) for match in _DEFINITE.finditer(one))


def _used_alike(message: Message, claim: Claim, own: Sequence[Believed]) -> Believed | None:
    """Return the one thing that was used as another one is now: "I drive a Volvo", "I drive a Skoda now"."""
    said = said_around(message.text, claim.span)
    using = _USING.search(said)
    is_now = _BY_NOW.search(said) is not None and _BESIDES.search(said) is None
    if claim.predicate != "owns" or using is None or not is_now:
        return None
    verb = using["verb"].lower()
    alike = [
        each
        for each in own
        if any(found["verb"].lower() == verb for found in _USING.finditer(each.told))
    ]
    is_one = len(alike) == 1 and not is_same_value(alike[0].object, claim.object)
    return alike[0] if is_one else None


_HOURS: Final = stems("half quarter past clock noon midnight am pm")
"""What two plans that have it in common are not alike by: "half nine", "half term"."""
_MONTHS: Final = stems(" ".join(MONTHS))
"""What two plans are not alike by either: much else is in September."""
_USING: Final = re.compile(r"\bI (?:now )?(?P<verb>drive|ride|use|wear)\b", re.IGNORECASE)
_BESIDES: Final = re.compile(
    r"\b(?:also|too|as well|sometimes|for (?:work|fun)|at (?:work|home)|(?:at|on) (?:the )?\w+s)\b",
    re.IGNORECASE,
)
"""What says of a thing that it is used beside another one, or on some days."""
_BY_NOW: Final = re.compile(r"\b(?:now|these days|nowadays)\b", re.IGNORECASE)


def _replacing(message: Message, claim: Claim, own: Sequence[Believed]) -> Claim:
    """Name what a claim takes the place of, if the message says that something changed.

    That is what most of its words were said of, and of the sentence around it.
    """
    is_bare = claim.predicate == "plan" and " " not in claim.object
    if claim.replaces is not None or not own or is_bare:
        return claim
    used = _used_alike(message, claim, own)
    if used is not None:
        return replace(claim, replaces=used.object)
    sentence = stems(said_around(message.text, claim.span))
    said, around = stems(claim.object), stems(message.text)
    is_change = _CHANGES.search(message.text) is not None
    counts = Counter(
        word for each in own for word in each.told_words | each.words | stems(each.object)
    )
    scored: list[tuple[float, int, Believed]] = []
    for each in own:
        if is_same_value(each.object, claim.object) or _is_with_another(claim, each):
            continue
        held = (each.told_words | stems(each.object)) - WEAK - _HOURS - _MONTHS
        score = sum(
            (1.0 if word in sentence else 0.7) * (1.0 if word in each.words else 0.8) / counts[word]
            for word in held & around
        )
        shared = each.words & said
        is_one = 2 * len(shared) >= len(each.words) and _is_same_doing(claim.object, each.object)
        if is_change or is_one:
            scored.append((score, each.order, each))
    scored.sort(key=lambda row: (-row[0], -row[1]))
    if not scored or scored[0][0] < 0.7 or (len(scored) > 1 and scored[0][0] - scored[1][0] < 0.2):
        return claim
    return replace(claim, replaces=scored[0][2].object)
