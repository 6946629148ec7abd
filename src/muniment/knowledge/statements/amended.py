"""Find what a correction that names only a value puts right: the one value of its kind that its speaker told last, or was asked about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from muniment.knowledge.kinds import NUMBER, Kind
from muniment.knowledge.resolution.likeness import is_same_value
from muniment.knowledge.statements.amending import (
    AT_TIME,
    DAY_AND_TIME,
    Amendment,
    Value,
    amendments_of,
    values_in,
)
from muniment.knowledge.statements.beginning import timed_by_value
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.trimming import with_month
from muniment.knowledge.statements.worded import worded
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import any_of, words
from muniment.model.claims import Act, Claim, Message
from muniment.model.names import called, folded

NEAR_MAX: Final = 6
"""How many turns before a correction what it puts right may have been told."""

_FIXED: Final = words("event opinion")
_ASKS_TIME: Final = any_of(
    "when, (?:what|which) (?:time|day|date|weekday), how (?:soon|late|early)"
)
_ASKS_NAME: Final = any_of("who(?:'s|se)?, where(?:'s)?, which, what(?:'s| is| was)")
_ASKS_AMOUNT: Final = any_of(
    "how (?:much|many|long|far|old|big|large|tall|high|deep|wide|heavy|fast|often|hot|cold), which, what(?:'s| is| was| are| were| number)"
)
_ASKING: Final = {Kind.WHEN: _ASKS_TIME, Kind.NAME: _ASKS_NAME}
"""What asks for a value of a kind; for an amount or a code otherwise."""
_GENERIC: Final = stems("date day time mean say said sure right correct")
_OF_ONESELF: Final = re.compile(r"\bI(?:['’]m| am|['’]ve| have)? (?:turn(?:ed)? |now |just )*\d")
_OF_THE_ASKER: Final = re.compile(r"\b(?:my|mine|I|I['’]m)\b")
_NUMBER: Final = re.compile(NUMBER, re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What somebody said before."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """What the corrections of a message come to: their claims, those they take the place of, and the words that say nothing else."""

    claims: tuple[Claim, ...] = ()
    gone: tuple[Claim, ...] = ()
    places: tuple[tuple[int, int], ...] = ()

    def covers(self, span: tuple[int, int]) -> bool:
        """Tell whether words are those of a correction."""
        return any(span[0] < end and start < span[1] for start, end in self.places)

    def leaves(self, claims: Sequence[Claim]) -> list[Claim]:
        """Return the claims that were read from other words, and still stand."""
        return [each for each in claims if each not in self.gone and not self.covers(each.span)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wrong:
    """A value that was wrong, and the words that it was told in."""

    value: str
    told: str
    asked: str = ""
    """The question that named it, where one did just before."""


def amended(
    message: Message,
    claims: Sequence[Claim],
    believed: Sequence[Believed],
    before: Sequence[Turn],
) -> Amended:
    """Return what the corrections of a message put right in what it claims itself, and what is believed.

    `before` are the turns before it, the last one at the end. What names the wrong value, or has a
    verb, and is of nothing near, is left to other readers.
    """
    made: list[Claim] = []
    gone: list[Claim] = []
    standing = list(claims)
    places: list[tuple[int, int]] = []
    own: list[Turn] = []
    begun = 0
    for each in amendments_of(message.text):
        own.append(Turn(speaker=message.speaker, text=message.text[begun : each.start]))
        begun = each.start
        wrong = _wrong(each, (*before, *own), message.speaker)
        found = [] if wrong is None else _told_in(message, each, wrong, standing, believed)
        if wrong is not None and len(found) == 1:
            belief, claim = found[0]
            right = _claim(message, each, belief, wrong.value)
            if claim is not None:
                right = _in_place(right, claim)
                standing.remove(claim)
                gone.append(claim)
            standing.append(right)
            made.append(right)
        if found or not each.is_open:
            places.append((each.start, each.end))
    claimed = tuple(each for each in made if each not in gone)
    return Amended(claims=claimed, gone=tuple(gone), places=tuple(places))


def _wrong(amendment: Amendment, turns: Sequence[Turn], speaker: str) -> _Wrong | None:
    """Return the value that a correction puts right, with the words of the turns that told it."""
    near = [each for each in turns[-NEAR_MAX - 1 :] if each.text.strip()]
    if amendment.value.kind is Kind.NAME and any(
        folded(amendment.value.text) in called(each.speaker) for each in near
    ):
        return None
    asked = _asked(amendment, near, speaker)
    if amendment.old is not None:
        value = _named(amendment.old, near)
    elif asked is not None:
        is_answer = amendment.is_denial or not amendment.is_called
        is_of_asker = _OF_THE_ASKER.search(asked.text) is not None
        value = _only(_values(amendment, asked)) if is_answer and not is_of_asker else None
    else:
        value = _meant(amendment, near, speaker)
    if value is None:
        return None
    told: list[str] = []
    for place, turn in enumerate(near):
        if any(_is_same(value, each.text) for each in values_in(turn.text)):
            told.append(turn.text)
        for each in amendments_of(turn.text) if _is_by(turn, speaker) else ():
            is_value = _is_same(value, each.value.text)
            own = Turn(speaker=turn.speaker, text=turn.text[: each.start])
            first = _wrong(each, (*near[:place], own), speaker) if is_value else None
            told += [] if first is None else [first.told]
    return _Wrong(value=value, told=" ".join(told), asked="" if asked is None else asked.text)


def _named(old: str, near: Sequence[Turn]) -> str | None:
    """Return the value that a correction names as wrong, as the last turn that had it wrote it."""
    values = (each.text for turn in reversed(near) for each in values_in(turn.text))
    return next((each for each in values if _is_same(old, each)), None)


def _reply_to(amendment: Amendment, near: Sequence[Turn], speaker: str) -> Turn | None:
    """Return the turn of somebody else just before, where nothing that could be corrected was said since."""
    since = list(takewhile(lambda each: _is_by(each, speaker), reversed(near)))
    is_since = len(since) > 1 or any(_values(amendment, each) for each in since)
    return None if is_since or len(since) == len(near) else near[-1 - len(since)]


def _asked(amendment: Amendment, near: Sequence[Turn], speaker: str) -> Turn | None:
    """Return the question just before that named a value, if it is answered."""
    other = _reply_to(amendment, near, speaker)
    if other is None or "?" not in other.text:
        return None
    return other if _values(amendment, other) else None


def _meant(amendment: Amendment, near: Sequence[Turn], speaker: str) -> str | None:
    """Return the value that the speaker told last, or that is denied of what somebody else just said; None where there are several.

    What answers a question for such a value puts nothing right.
    """
    own = (_values(amendment, each) for each in reversed(near) if _is_by(each, speaker))
    mine = next((each for each in own if each), [])
    other = _reply_to(amendment, near, speaker)
    if other is not None and "?" in other.text:
        asks = _ASKING.get(amendment.value.kind, _ASKS_AMOUNT)
        if amendment.is_denial or asks.search(other.text):
            return None
    elif other is not None and not amendment.is_outright:
        theirs = _values(amendment, other)
        said, told = ({folded(one) for one in each} for each in (theirs, mine))
        if said and amendment.is_denial:
            return _only(theirs)
        if said and not told <= said:
            return None
    return None if amendment.is_called else _only(mine)


def _values(amendment: Amendment, turn: Turn) -> list[str]:
    """Return the values of a turn, each once, of which a correction may give another."""
    found = {
        folded(each.text): each.text
        for each in values_in(turn.text)
        if amendment.value.may_follow(each)
    }
    return list(found.values())


def _is_by(turn: Turn, speaker: str) -> bool:
    return folded(turn.speaker) == folded(speaker)


def _only(values: Sequence[str]) -> str | None:
    return values[0] if len(values) == 1 else None


def _is_same(one: str, other: str) -> bool:
    """Tell whether two values are one; a bare number is that of an amount: "900", "900 euros"."""
    if is_same_value(one, other):
        return True
    is_bare = _NUMBER.fullmatch(one) is not None or _NUMBER.fullmatch(other) is not None
    return is_bare and is_same_value(_number_in(one), _number_in(other) or "")


def _number_in(value: str) -> str | None:
    found = _NUMBER.search(value)
    return None if found is None else found[0]


def _told_in(
    message: Message,
    amendment: Amendment,
    wrong: _Wrong,
    claims: Sequence[Claim],
    believed: Sequence[Believed],
) -> list[tuple[Believed, Claim | None]]:
    """Return what is believed, or claimed by the message itself, in a value that was wrong: of several nothing tells which is meant."""
    own = [
        (belief.heard_from(message.speaker), claim)
        for claim in claims
        if claim.span[1] <= amendment.start
        and (belief := Believed.of_claim(claim, 0, "")) is not None
    ]
    slots = {belief.slot for belief, _ in own}
    known = [(each, None) for each in believed if each.slot not in slots]
    found = [
        (fit, belief, claim)
        for belief, claim in (*known, *own)
        if _value_of(belief, amendment, wrong.value) is not None
        and _is_asked_of(belief, wrong)
        and (fit := _fit(belief, message, wrong.told))
    ]
    best = max((fit for fit, _, _ in found), default=0.0)
    return [(belief, claim) for fit, belief, claim in found if fit == best]


def _is_asked_of(belief: Believed, wrong: _Wrong) -> bool:
    """Tell whether a question is of what is believed, or names nothing but the value: "900?"."""
    said = stems(wrong.asked) - stems(wrong.value) - belief.stems - _GENERIC
    return not said or not said.isdisjoint(belief.words | stems(belief.subject))


def _fit(belief: Believed, message: Message, told: str) -> float:
    """Return how much of the words of a belief the turns have that told its value; 0 where they are of somebody else."""
    said, plain = stems(told), set(folded(told).replace("'s", " ").split())
    is_own = bool(belief.names & frozenset(called(message.speaker)))
    if belief.is_thing:
        is_meant = not stems(belief.subject).isdisjoint(said)
    else:
        is_meant = is_own or not belief.name_words.isdisjoint(plain)
    if not is_meant:
        return 0.0
    if is_own and belief.predicate == "age" and _OF_ONESELF.search(told):
        return 1.0
    shared = len(belief.words & said) / len(belief.words) if belief.words else 0.5
    return shared or (0.0 if is_own else 0.1)


def _value_of(belief: Believed, amendment: Amendment, wrong: str) -> Value | None:
    """Return the one value of its kind in what is believed, if it is the wrong one."""
    if belief.predicate in _FIXED:
        return None
    found = [each for each in values_in(belief.object) if amendment.value.may_follow(each)]
    return found[0] if len(found) == 1 and _is_same(wrong, found[0].text) else None


def _claim(message: Message, amendment: Amendment, belief: Believed, wrong: str) -> Claim:
    """Return what is believed with the right value in the place of the wrong one."""
    old, said = _value_of(belief, amendment, wrong), amendment.value
    assert old is not None, "it was found by its value"
    start, end = old.start, old.end
    number = _NUMBER.search(old.text)
    if said.kind is Kind.NUMBER and number is not None:
        start, end = start + number.start(), start + number.end()
    if said.kind is Kind.WHEN:
        start, end = _with_time(said.text, belief.object, start, end)
    value = with_month(said.text, old.text) if said.kind is Kind.WHEN else said.text
    claim = worded(
        subject=belief.subject,
        predicate=belief.predicate,
        object=f"{belief.object[:start]}{value}{belief.object[end:]}",
        of=belief.of,
        span=(said.start, said.end),
        act=Act.STATE if amendment.is_change else Act.CORRECT,
        replaces=belief.object,
        confidence=0.8,
    )
    return timed_by_value(message, claim)


def _with_time(said: str, old: str, start: int, end: int) -> tuple[int, int]:
    """Return where an old day stands with what a new one tells too: which week it is in, the time of day."""
    told = DAY_AND_TIME.fullmatch(said)
    if told is None:
        return start, end
    which = _WHICH.search(old, 0, start) if told["which"] else None
    time = AT_TIME.match(old, end) if told["time"] else None
    return start if which is None else which.start(), end if time is None else time.end()


_WHICH: Final = re.compile(r"(?:\bon )?(?:\b(?:next|this|this coming) )?$", re.IGNORECASE)


def _in_place(right: Claim, wrong: Claim) -> Claim:
    """Return the right claim as its message makes it: nobody had believed the wrong one."""
    return replace(
        right, act=wrong.act, replaces=wrong.replaces, span=(wrong.span[0], right.span[1])
    )
