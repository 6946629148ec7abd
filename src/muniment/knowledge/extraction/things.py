"""Read what is said of a thing: what it costs, where it moved to, what state it is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import ADVERBS
from muniment.knowledge.extraction.phrases import is_name, is_numeral
from muniment.knowledge.extraction.properties import (
    before_at,
    is_telling,
    last_given,
    named,
    occasion,
    with_times,
)
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.extraction.verb_groups import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act, Role

_SHIFTED: Final = words("move push postpone shift reschedule change bring put delay bump")
_RAISED: Final = words("upgrade update migrate bump downgrade")
_RECURRING: Final = words(
    "standup sync retro training practice rehearsal class lesson review choir yoga course service shift"
)
_DAYS: Final = words("monday tuesday wednesday thursday friday saturday sunday tomorrow")
_PLURAL_DAYS: Final = words(
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends"
)
_WEIGHED: Final = {"cost": "price", "weigh": "weight", "measure": "size"}
_DEFINITE: Final = words("the our this my your")


def read_thing(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause claims of the thing that is its subject."""
    verb = reading.verb
    if (
        verb.modal
        or verb.tense is Tense.FUTURE
        or reading.who.name.casefold().endswith((" one", " ones"))
    ):
        return
    if verb.passive:
        yield from _treated(reading)
    elif verb.lemma == "be":
        if reading.holds_now:
            yield from _is(reading)
    elif verb.lemma in _SHIFTED and verb.tense in {Tense.PAST, Tense.PERFECT} and not verb.negated:
        yield from shifted(reading, reading.who.name, reading.rest)
    elif verb.lemma in _WEIGHED and reading.holds_now:
        said = value(reading.rest, reading.timed)
        if is_telling(said):
            yield reading.claim("attribute", said, of=_WEIGHED[verb.lemma])
    elif verb.lemma in {"come", "amount"} and reading.holds_now:
        said = prepositional(reading.rest, {"to"})
        if said and any(is_numeral(each) for each in said):
            yield reading.claim("attribute", said, of="amount")
    elif verb.lemma == "have" and reading.holds_now and _is_definite(reading):
        yield from _holds(reading)
    elif verb.lemma in _CLOCKED and reading.holds_now and not verb.negated:
        said = value(reading.rest)
        if said and said[0].norm == "at" and len(said) > 1 and is_numeral(said[1]):
            yield reading.claim("attribute", before_preposition(said[1:]), of=_CLOCKED[verb.lemma])


_CLOCKED: Final = {
    "start": "start time", "begin": "start time", "open": "opening time", "close": "closing time", "leave": "departure time",
    "depart": "departure time", "arrive": "arrival time", "end": "end time", "finish": "end time", "land": "arrival time",
}  # fmt: skip


def _holds(reading: Reading) -> Iterator[Draft]:
    """Read "the company has 340 employees"."""
    noun = before_preposition(value(reading.rest, reading.timed))
    if len(noun) == 2 and is_numeral(noun[0]) and noun[1].norm.endswith("s"):
        yield reading.claim("count", noun[:1], of=lexicon.singular(noun[1].norm), end=noun[1].end)


def _treated(reading: Reading) -> Iterator[Draft]:
    """Read a passive: "has been discontinued", "was moved to Friday", "is called Rex"."""
    verb, rest = reading.verb, reading.rest
    if verb.lemma in _SHIFTED and not verb.negated and prepositional(rest, {"to"}):
        yield from shifted(reading, reading.who.name, rest)
    elif verb.lemma in {"call", "name", "rename"}:
        said = value([each for each in rest if each.norm != "to"], reading.timed)
        if said and is_name(said[0]) and _is_pronoun(reading) and reading.scene.pet is not None:
            reading.scene.name_pet(reading.text(named(said)))
        elif said and is_name(said[0]):
            yield reading.claim("attribute", said, of="name", changes=verb.lemma == "rename")
    elif (
        verb.lemma in {"book", "confirm", "schedule", "reserve", "plan"}
        and verb.tense is not Tense.PAST
        and not verb.negated
    ):
        yield from _arranged(reading)
    elif (
        verb.main.norm in lexicon.STATES
        and verb.tense in {Tense.PRESENT, Tense.PERFECT}
        and _is_definite(reading)
        and len(value(rest, reading.timed)) <= 3
    ):
        yield reading.claim("status", [verb.main])


def _arranged(reading: Reading) -> Iterator[Draft]:
    """Read "your table is booked for Saturday at 19:30"."""
    when = with_times([each for each in reading.rest if each.norm != "for"])
    of = _when(when)
    if of:
        yield reading.claim("attribute", when, of=of)


def _is_pronoun(reading: Reading) -> bool:
    return bool(reading.clause.subject) and reading.clause.subject[0].norm in words("it he she its")


def _is_definite(reading: Reading) -> bool:
    subject = reading.clause.subject
    return bool(subject) and (
        subject[0].norm in _DEFINITE or is_name(subject[0]) or subject[0].norm in {"it", "its"}
    )


def shifted(reading: Reading, subject: str, rest: Sequence[Token]) -> Iterator[Draft]:
    """Read "moved to 9:45", "was pushed to Friday": the time or the day of a thing."""
    to = next((i for i, each in enumerate(rest) if each.norm == "to"), None)
    if to is None:
        return
    said = _upto_second_time(value(rest[to + 1 :]), reading)
    of = _when(said)
    if of:
        yield reading.claim(
            "attribute",
            said,
            of=of,
            subject=subject,
            changes=True,
            act=Act.CORRECT if reading.corrects else Act.STATE,
        )


def _upto_second_time(said: list[Token], reading: Reading) -> list[Token]:
    """Cut "9:45 starting next week" to the value itself."""
    for index, token in enumerate(said):
        if index and token.norm in words("starting from beginning as effective"):
            return said[:index]
    return said


def _when(said: Sequence[Token]) -> str:
    norms = [each.norm for each in said]
    if not norms or len(norms) > 6:
        return ""
    if norms[0] in _PLURAL_DAYS:
        return "day"
    dated = any(norm in _DAYS or norm in _MONTHS for norm in norms) or (
        norms[0].endswith(("st", "nd", "rd", "th")) and norms[0][0].isdigit()
    )
    if dated:
        return "date"
    if any(
        ":" in norm or norm in {"noon", "midnight"} or norm.endswith(("am", "pm")) for norm in norms
    ):
        return "time"
    return ""


_MONTHS: Final = words(
    "january february march april may june july august september october november december"
)


def _is(reading: Reading) -> Iterator[Draft]:
    rest = reading.rest
    said = value(rest, reading.timed)
    subject = reading.who.words
    head = before_at(subject)[-1].norm if subject else ""
    bare = [each.norm for each in rest if each.norm not in ADVERBS]
    if bare[:1] == ["due"] and len(rest) > 1:
        due = with_times(rest[[e.norm for e in rest].index("due") + 1 :])
        if due:
            yield reading.claim("attribute", due, of="due date")
        return
    if not reading.clause.subject:
        return
    if head in _RECURRING and _is_definite(reading):
        when = with_times(rest)
        of = _when(when)
        if of and len(when) < len(value(rest)):
            yield reading.claim("attribute", when, of=of)
            return
    if (
        head in lexicon.OCCASIONS
        and reading.scene.role is Role.USER
        and reading.clause.subject[0].norm in _DEFINITE
    ):
        drafts = list(occasion(reading, subject))
        yield from drafts
        if drafts:
            return
    if head in lexicon.PROPERTIES and _is_definite(reading):
        yield from _value(reading, head)
        return
    norms = [each.norm for each in said]
    if norms[:1] == ["on"] and len(said) == 2 and norms[1] in lexicon.PLATFORMS:
        yield reading.claim("attribute", said[1:], of="platform")
    elif norms[:2] == ["at", "version"] or norms[:2] == ["on", "version"]:
        yield reading.claim("attribute", said[2:], of="version")
    elif norms and norms[0] in lexicon.STATES and _is_definite(reading) and len(said) <= 2:
        yield reading.claim("status", said[:1])
    elif (
        len(said) > 1
        and is_numeral(said[0])
        and norms[-1] in lexicon.UNITS
        and _is_definite(reading)
    ):
        yield reading.claim("attribute", said, of=lexicon.UNITS[norms[-1]])


def _value(reading: Reading, head: str) -> Iterator[Draft]:
    """Read "the ceiling is 80,000 reais", of what the message is about."""
    said = last_given(reading, with_times(reading.rest))
    subject = [each.norm for each in reading.who.words]
    if not is_telling(said) or len(subject) > 4:
        return
    owner, of = reading.scene.topic, " ".join(subject)
    if (
        owner is None
        and len(subject) == 2
        and subject[0]
        not in words(
            "confirmation phone serial model start end due tracking booking order reference room new old account registration invoice customer"
        )
    ):
        owner, of = reading.who.words[0].text, head
    if (
        owner is None
        and reading.scene.role is Role.USER
        and head in {"rent", "budget", "mortgage", "salary", "deposit", "bill"}
    ):
        owner = reading.scene.speaker
    if owner is not None:
        yield reading.claim("attribute", said, of=of, subject=owner)
