"""Read what an assistant says that it did in the world: bookings, tickets, messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import PREPOSITIONS
from muniment.knowledge.extraction.phrases import is_numeral, without_articles
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.schedules import SHIFTED, shifted
from muniment.knowledge.extraction.values import before_preposition, value
from muniment.knowledge.wordlists import words

_BOOKED: Final = words("book reserve schedule order arrange")
_MADE: Final = words(
    "open create file register submit renew cancel pay send forward email set add place start deploy raise invite transfer refund"
    " move reschedule postpone"
)
_RECORDS: Final = words(
    "ticket issue case account event reminder alarm order reservation booking appointment meeting invoice request complaint"
    " email message invitation subscription parcel payment refund table room flight seat bill membership policy version form"
)


_POINTERS: Final = words("it that this them you what")


def read_booking(reading: Reading) -> Iterator[Draft]:
    """Yield what the assistant did, where it is something in the world and not in the talk."""
    verb, rest = reading.verb, reading.rest
    if not verb.is_past or verb.negated or verb.modal or verb.passive:
        return
    said = value(rest)
    noun = without_articles(before_preposition(value(rest, reading.timed)))
    if not noun or noun[0].norm in _POINTERS | PREPOSITIONS:
        return
    if verb.lemma in SHIFTED and noun[-1].norm in lexicon.OCCASIONS:
        thing = [each for each in noun if each.norm != "your"]
        yield from shifted(reading, reading.text(thing), rest)
    elif verb.lemma in _BOOKED or (
        verb.lemma in _MADE
        and (any(lexicon.singular(each.norm) in _RECORDS for each in said) or is_numeral(said[0]))
    ):
        record = [each for each in noun if each.norm != "your"]
        reading.scene.thing = reading.text(record)
        reading.scene.topic = reading.text(value(rest, reading.timed))
        yield reading.claim("event", [verb.main, *said])
