"""Read what a preposition behind "to be" says of somebody: in Rome, from Leeds, at Acme, on insulin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import ARTICLES, MINE
from muniment.knowledge.extraction.phrases import is_name, is_numeral
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import prepositional, value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.knowledge.times import Extent
from muniment.model.claims import Act

Handler = Callable[[Reading, Sequence[Token]], Iterator[Draft]]

_BODIES: Final = words("council board committee team crew jury panel parish squad")
_POSTS: Final = words("desk team shift ward till door reception counter")
_WORKPLACES: Final = words(
    "archive hospital school university bank museum library council court clinic ministry factory newspaper agency firm"
    " company nursery theatre brewery laboratory lab institute college bakery restaurant hotel embassy practice surgery shop store team department office"
)
_DECADES: Final = words(
    "twenties thirties forties fifties sixties seventies eighties nineties teens"
)
_CLASSES: Final = words(
    "kindergarten nursery reception primary secondary uni university grade year sixth-form"
)
_ON: Final = words(
    "nights days earlies lates shifts shift crutches duty standby benefits parole bail rest secondment diet mend hold tour"
)
"""What one is "on" for a while."""
_PASSING: Final = words("usually often mostly sometimes occasionally briefly")


def read_placed(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Yield what a complement says that begins with a preposition."""
    handler = _HANDLERS.get(said[0].norm)
    if handler is not None and len(said) > 1:
        yield from handler(reading, said)


def _bare(said: Sequence[Token]) -> list[Token]:
    """Return the words behind the preposition, without articles."""
    return [each for each in said[1:] if each.norm not in ARTICLES] or list(said[1:])


def _in(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    places = [
        prepositional(said[at:], {"in", "near", "outside"})
        for at, each in enumerate(said)
        if each.norm in {"in", "near", "outside"}
    ]
    named = [place for place in places if place and is_name(place[0])]
    first = _bare(said)
    norms = [each.norm for each in first]
    if norms[:2] == ["charge", "of"] and len(first) > 2:
        yield reading.claim("works_as", said)
    elif norms and norms[-1] in _DECADES and reading.rest[0].norm == "in":
        yield reading.claim("age", [each for each in first if each.norm not in MINE])
    elif _CLASSES & set(norms) and not named:
        yield reading.claim("studies", first)
    elif named and not _is_passing(reading):
        yield reading.claim("lives_in", named[0] if is_name(first[0]) else named[-1])
    elif any(each.norm in lexicon.FIELDS for each in first):
        yield reading.claim("works_as", [said[0], *prepositional(said, {"in"})])


def _is_passing(reading: Reading) -> bool:
    """Tell whether it is a stay and no home: "usually in Basel", "in London this week"."""
    norms = {each.norm for each in reading.clause.tokens}
    return bool(norms & _PASSING) or any(
        each.extent in {Extent.DURING, Extent.UNTIL} for each in reading.times
    )


def _from(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    place = _bare(said)
    if is_name(place[0]) or place[-1].norm in {"village", "town", "city"} or len(place) > 2:
        yield reading.claim("from", value(said[1:], reading.timed))


def _at(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    place = prepositional(said, {"at"})
    new = any(each.norm == "now" for each in reading.clause.tokens)
    named = is_name(_bare(said)[0]) or (new and bool(place) and place[-1].norm in _WORKPLACES)
    if named and (reading.who.is_speaker or reading.verb.tense is Tense.PERFECT):
        yield reading.claim("works_at", place)


def _with(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I'm with Vodafone" and "I'm not with Pedro any more"."""
    other = prepositional(said, {"with"})
    if other and reading.ended and (other[-1].norm in _WORKPLACES or reading.verb.ended):
        yield reading.claim("works_at", other)
    elif not other or not is_name(other[0]) or not reading.who.is_speaker:
        return
    elif reading.ended and len(other) == 1:
        yield reading.claim("relation", other, of="partner")
    elif not reading.ended:
        yield reading.claim("works_at", other)


def _on(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    place = _bare(said)
    norms = {each.norm for each in place}
    at_name = prepositional(said, {"at"})
    if len(place) == 1 and is_numeral(place[0]) and "." in place[0].norm:
        yield reading.claim("attribute", place, of="version")
    elif at_name and is_name(at_name[0]) and norms & _POSTS:
        yield reading.claim("works_at", at_name)
    elif place[-1].norm == "floor" or (len(place) > 1 and place[1].norm == "floor"):
        yield reading.claim("attribute", place[:2], of="floor")
    elif place[-1].norm in _ON and said[1].norm not in MINE:
        yield reading.claim("status", said)
    elif [each.norm for each in place[:2]] == ["waiting", "list"]:
        yield reading.claim("status", [said[0], *place])
    elif norms & _BODIES:
        text = f"member of {reading.text(said[1:])}"
        yield reading.claim("works_as", text, end=said[-1].end)
    elif any(is_drug(each) for each in place) or (
        is_numeral(place[0]) and norms & {"mg", "mcg", "ml", "micrograms"}
    ):
        drug = [each for each in place if each.norm != "any"] or place
        if is_numeral(drug[0]) and len(drug) > 1 and not is_numeral(drug[-1]):
            dose = drug[: 2 if not drug[0].norm.endswith(("g", "l")) else 1]
            yield reading.claim("attribute", dose, of=f"{reading.text(drug[-1:])} dose")
        else:
            yield reading.claim("attribute", drug, of="medication")


def is_drug(token: Token) -> bool:
    """Tell whether a word is a medicine."""
    return token.norm in lexicon.DRUGS or token.norm.endswith(lexicon.DRUG_ENDINGS)


def _off(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I'm off dairy", "I'm off the antidepressants"."""
    what = _bare(said)
    if what[0].norm == "to" and len(what) > 1 and is_name(what[1]) and reading.has_future:
        yield reading.claim("plan", said)
    elif any(is_drug(each) for each in what):
        yield reading.claim("attribute", what, of="medication", act=Act.END)
    elif what[-1].norm in lexicon.FOODS:
        yield reading.claim("diet", what, act=Act.END)
    elif what[0].norm.endswith("ing") and what[0].norm in lexicon.PASTIMES:
        yield reading.claim("status", [said[0], *what[:1]])


def _into(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    liked = value(said[1:], reading.timed)
    if liked and not reading.verb.negated:
        is_pastime = any(each.norm in lexicon.PASTIMES | lexicon.GAMES for each in liked)
        yield reading.claim("hobby" if is_pastime else "likes", liked)


_HANDLERS: Final[dict[str, Handler]] = {
    "in": _in, "near": _in, "outside": _in, "from": _from, "at": _at, "with": _with, "on": _on, "off": _off,
    "into": _into,
}  # fmt: skip
"""What reads each preposition."""
