"""Read what an assistant says that it did in the world: bookings, tickets, messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.phrases import without_articles
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.things import shifted
from muniment.knowledge.extraction.values import before_preposition, value
from muniment.knowledge.extraction.verb_groups import Tense
from muniment.knowledge.extraction.wordlists import words

_BOOKED: Final = words("book reserve schedule order arrange")
_MADE: Final = words(
    "open create file register submit renew cancel pay send forward email set add assign place start deploy request raise log invite block"
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
    if verb.tense not in {Tense.PAST, Tense.PERFECT} or verb.negated or verb.modal or verb.passive:
        return
    said = value(rest)
    noun = before_preposition(value(rest, reading.timed))
    if not noun or noun[0].norm in words("it that this them you what"):
        return
    heads = {lexicon.singular(each.norm) for each in noun}
    if verb.lemma in _MOVED:
        thing = [each for each in noun if each.norm != "your"]
        yield from shifted(reading, reading.text(without_articles(thing)), rest)
    elif verb.lemma in _BOOKED:
        reading.scene.topic = reading.text(
            without_articles([e for e in value(rest, reading.timed) if e.norm != "for"])
        )
        yield reading.claim("plan", said)
    elif verb.lemma in _MADE and heads & _RECORDS:
        reading.scene.topic = reading.text(noun)
        yield reading.claim("event", [verb.main, *said])
