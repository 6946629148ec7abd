"""Read what a preposition behind "to be" says of somebody: in Rome, from Leeds, at Acme, on insulin."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.clauses import AGAIN
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.fitting import dose_in, is_drug, is_place
from muniment.knowledge.extraction.function_words import ARTICLES, MINE
from muniment.knowledge.extraction.phrases import is_name, is_numeral
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.recall.times import Extent

Handler = Callable[[Reading, Sequence[Token]], Iterator[Draft]]

_CLASSES: Final = words("kindergarten nursery primary secondary uni university grade year")
_SPELLS: Final = words(
    "nights days earlies lates crutches benefits parole bail secondment leave shift shifts"
)
"""What one is "on" for a while."""
_BUILDINGS: Final = words("hospital clinic library choir orchestra canteen museum")
_TARIFFS: Final = words("plan tariff tier package")
_SERVICES: Final = words(
    "phone mobile data internet broadband energy electricity gas meal gym health payment"
)
_NO_TIERS: Final = words(
    "same new old other right wrong only next own whole good better best game master action"
)
"""What says of a plan nothing that it is called by."""
_DEPARTMENTS: Final = words("ops platform infrastructure qa r&d product data") | {
    each.lower() for each in lexicon.FIELDS
}
_WORK: Final = re.compile(
    r"\b(?:jobs?|work(?:s|ed|ing)?|shifts?|employers?|boss|colleagues?|hired|career|salary)\b",
    re.IGNORECASE,
)
_PASSING: Final = words("usually often mostly sometimes occasionally briefly")
_SHORT: Final = words(
    "night nights day days week weeks weekend fortnight morning afternoon evening holiday holidays wedding funeral conference"
)
"""For what one is where one does not live."""
_LONG: Final = words("months year years decade decades ages life lives always")
"""For how long one has been where one lives."""


def read_placed(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Yield what a complement says that begins with a preposition."""
    handler = _HANDLERS.get(said[0].norm)
    if handler is not None and len(said) > 1:
        yield from handler(reading, said)


def _bare(said: Sequence[Token]) -> list[Token]:
    """Return the words behind the preposition, without articles."""
    return [each for each in said[1:] if each.norm not in ARTICLES] or list(said[1:])


def _in(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    place = prepositional(said, {said[0].norm})
    if not place:
        return
    if is_name(place[0]):
        if is_home(place) and not _is_passing(reading):
            yield reading.claim("lives_in", place)
    elif _CLASSES & {each.norm for each in said} and not _is_building(said):
        yield reading.claim("studies", _bare(said))


def _is_building(said: Sequence[Token]) -> bool:
    """Tell whether words name a place by a school that is near to it: "in the university hospital"."""
    return any(each.norm in _BUILDINGS for each in before_preposition(said[1:])[-1:])


def is_home(place: Sequence[Token]) -> bool:
    """Tell whether a name is one of a place where somebody who is in it lives: no "Y6", no "EURL"."""
    first = place[0]
    is_short = len(place) == 1 and first.text.isupper() and len(first.text) <= _ACRONYM_MAX
    is_short = is_short and first.norm not in _ABBREVIATED
    return is_place(place) and not (
        is_short or is_numeral(first) or _is_department(place) or place[-1].norm in _STAYED_AT
    )


_STAYED_AT: Final = words(
    "hotel hostel motel inn guesthouse lodge resort airport station restaurant museum hall"
)
"""What ends the name of a place that people are in for a while."""


_ACRONYM_MAX: Final = 4
_ABBREVIATED: Final = words("uk us usa uae nyc la dc sf nz kl hk")
"""Places that are written in capitals alone."""


def _is_department(place: Sequence[Token]) -> bool:
    """Tell whether a name is one of people who work together: "Finance Ops", "Data Platform"."""
    return not _DEPARTMENTS.isdisjoint(each.norm for each in place)


def _is_passing(reading: Reading) -> bool:
    """Tell whether it is a stay and no home: "usually in Basel", "in London this week", "has been in Rome"."""
    norms = set(reading.clause.norms)
    has_been = reading.verb.tense is Tense.PERFECT and not reading.ended
    if has_been and not (reading.since or norms & _LONG):
        return True
    if "for" in norms and norms & _SHORT and not reading.since:
        return True
    return bool(norms & (_PASSING | AGAIN)) or any(
        each.extent in {Extent.DURING, Extent.UNTIL} for each in reading.times
    )


def _from(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    place = _bare(said)
    if is_name(place[0]) or len(place) > 2:
        yield reading.claim("from", value(said[1:], reading.timed))


def _at(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I changed jobs, I'm at Acme now", "she has been at Acme for years".

    Where no work is spoken of, one is at many a place: a school, a club, a campsite.
    """
    place = prepositional(said, {"at"})
    norms = set(reading.clause.norms)
    lasts = reading.verb.tense is Tense.PERFECT and bool(reading.since or norms & _LONG)
    is_work = reading.who.is_speaker and (reading.ended or _WORK.search(reading.scene.text))
    if is_name(_bare(said)[0]) and (lasts or is_work):
        yield reading.claim("works_at", place)


def _with(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "she isn't with the practice any more"."""
    if reading.ended:
        yield reading.claim("works_at", prepositional(said, {"with"}))


def _on(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    what = _bare(said)
    if is_drug(what):
        dosed = dose_in(what)
        dose, drug = dosed or (what, ())
        of = f"{reading.text(drug)} dose" if dosed else "medication"
        yield reading.claim("attribute", dose, of=of)
    elif tier := _tier(said):
        value_of, of = tier
        yield reading.claim("attribute", value_of, of=of, article="")
    elif (what[-1].norm in _SPELLS and said[1].norm not in MINE) or (
        [each.norm for each in what[:2]] == ["waiting", "list"]
    ):
        yield reading.claim("status", said)


def _tier(said: Sequence[Token]) -> tuple[Sequence[Token], str] | None:
    """Return which tariff one is on, and of what: "on the Basic plan", "on a prepaid phone plan"."""
    noun = before_preposition(said[1:])
    if len(noun) < 3 or noun[0].norm not in ARTICLES or noun[-1].norm not in _TARIFFS:
        return None
    service = noun[-2].norm in _SERVICES and len(noun) > 3
    value_of = noun[1:-2] if service else noun[1:-1]
    if len(value_of) > 2 or not _NO_TIERS.isdisjoint(each.norm for each in value_of):
        return None
    return value_of, f"{noun[-2].norm if service else 'subscription'} {noun[-1].norm}"


def _off(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "off to Galway in May", "I'm off the antidepressants"."""
    what = _bare(said)
    if what[0].norm == "to" and len(what) > 1 and is_name(what[1]) and reading.has_future:
        yield reading.claim("plan", said)
    elif is_drug(what):
        yield reading.claim("attribute", what, of="medication", act=Act.END)


_HANDLERS: Final[dict[str, Handler]] = {
    "in": _in, "near": _in, "outside": _in, "from": _from, "at": _at, "with": _with, "on": _on, "off": _off,
}  # fmt: skip
"""What reads each preposition."""
