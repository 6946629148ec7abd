"""Read what an assistant says that it did in the world: bookings, tickets, messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.phrases import is_name, is_numeral, without_articles
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.schedules import shifted
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words

_BOOKED: Final = words("book reserve schedule order arrange pencil")
_MADE: Final = words(
    "open create file register submit renew cancel pay send forward email set add assign place start deploy request raise log invite block put"
)
_RECORDS: Final = words(
    "ticket issue case account event reminder alarm order reservation booking appointment meeting invoice request complaint claim"
    " email message invitation invite subscription parcel payment refund table room flight seat taxi car transfer bill entry slot"
    " calendar list pull-request branch release version delivery call letter form application report return policy membership licence"
)
_MOVED: Final = words("move reschedule push shift change postpone")


def read_booking(reading: Reading) -> Iterator[Draft]:
    """Yield what the assistant did, where it is something in the world and not in the talk."""
    verb, rest = reading.verb, reading.rest
    same_in_past = verb.lemma in {"set", "put"} and verb.tense is Tense.PRESENT
    if (
        (verb.tense not in {Tense.PAST, Tense.PERFECT} and not same_in_past)
        or verb.negated
        or verb.modal
        or verb.passive
    ):
        return
    if verb.lemma == "pencil" and rest and rest[0].norm == "in":
        rest = rest[1:]
    said = value(rest)
    noun = before_preposition(value(rest, reading.timed))
    if verb.lemma == "assign":
        yield from _assigned(reading)
        return
    if not noun or noun[0].norm in words("it that this them you what"):
        return
    heads = {lexicon.singular(each.norm) for each in said}
    if verb.lemma in _MOVED:
        thing = [each for each in noun if each.norm != "your"]
        yield from shifted(reading, reading.text(without_articles(thing)), rest)
    elif verb.lemma in _BOOKED:
        reading.scene.topic = reading.text(
            without_articles([e for e in value(rest, reading.timed) if e.norm != "for"])
        )
        yield reading.claim("plan", said)
    elif verb.lemma in {"transfer", "pay", "wire", "refund"} and any(
        is_numeral(each) for each in said
    ):
        yield reading.claim("event", [verb.main, *said])
    elif verb.lemma == "rename":
        to = prepositional(rest, {"to"})
        if to:
            yield reading.claim(
                "attribute",
                to,
                of="name",
                subject=reading.text(without_articles(noun)),
                changes=True,
            )
    elif verb.lemma in _MADE and heads & _RECORDS:
        record = _named_record(
            [each for each in noun if each.norm not in {"your", "the", "a", "an"}]
        )
        reading.scene.topic = reading.scene.thing = reading.text(record)
        yield reading.claim("event", [verb.main, *said])


def _assigned(reading: Reading) -> Iterator[Draft]:
    """Read "assigned it to Meenakshi", of what was spoken of before, or of what it names."""
    to = prepositional(reading.rest, {"to"})
    thing = before_preposition(value(reading.rest))
    if not to or not is_name(to[0]) or not thing:
        return
    subject = (
        reading.scene.topic
        if thing[0].norm in {"it", "this", "that"}
        else reading.text(without_articles(thing))
    )
    if subject is not None:
        reading.scene.meet(reading.text(to))
        yield reading.claim("attribute", to, of="assignee", subject=subject)


def _named_record(noun: Sequence[Token]) -> Sequence[Token]:
    """Return the record itself: of "ticket OPS-2291 for the failing backup" the first two words."""
    return before_preposition(noun, keep=frozenset())
