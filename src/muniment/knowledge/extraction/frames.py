"""Hold what verbs say of their subject, one row each, and read clauses by the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.copula import read_be
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import MINE
from muniment.knowledge.extraction.having import read_have
from muniment.knowledge.extraction.phrases import is_name
from muniment.knowledge.extraction.properties import is_number
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    whole_prepositional,
)
from muniment.knowledge.extraction.verb_groups import Tense
from muniment.model.claims import Act

Test = Callable[[Sequence[Token]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a verb says: the predicate, and where its object stands.

    `at` are the prepositions before the object, none for the verb's own object. A `change` began
    when it happened, a `loss` ended then; else it is so as long as the verb's tense says.
    """

    predicate: str
    at: frozenset[str] = frozenset()
    change: bool = False
    loss: bool = False
    passive: bool | None = None
    whole: bool = False
    first: str = ""
    fits: Test | None = None
    object: str = ""


def _at(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _is_place(tokens: Sequence[Token]) -> bool:
    norms = [each.norm for each in tokens]
    return (
        any(is_name(each) for each in tokens) or norms[-1] in _DWELLINGS or norms[0] in _DWELLINGS
    )


def _is_named(tokens: Sequence[Token]) -> bool:
    return any(is_name(each) for each in tokens)


def _is_language(tokens: Sequence[Token]) -> bool:
    return any(each.norm in lexicon.LANGUAGES for each in tokens)


def _is_played(tokens: Sequence[Token]) -> bool:
    return any(each.norm in lexicon.GAMES | lexicon.INSTRUMENTS for each in tokens)


def _is_food(tokens: Sequence[Token]) -> bool:
    return tokens[-1].norm in lexicon.FOODS or tokens[0].norm in lexicon.FOODS


def _is_make(tokens: Sequence[Token]) -> bool:
    return any(each.norm in lexicon.MAKES for each in tokens) or tokens[-1].norm in {
        "car",
        "van",
        "motorbike",
    }


def _is_thing(tokens: Sequence[Token]) -> bool:
    return tokens[0].norm not in {
        "it",
        "them",
        "that",
        "this",
        "myself",
        "me",
        "some",
        "something",
        "everything",
        "nothing",
        "lunch",
        "dinner",
        "tickets",
        "groceries",
        "milk",
        "bread",
        "coffee",
    }


def _is_date(tokens: Sequence[Token]) -> bool:
    return any(each.norm[0].isdigit() for each in tokens)


def _is_taste(tokens: Sequence[Token]) -> bool:
    return tokens[0].norm not in {
        "it",
        "this",
        "that",
        "them",
        "you",
        "your",
        "him",
        "her",
        "how",
        "what",
        "to",
        "when",
        "being",
    } or (tokens[0].norm == "to" and len(tokens) > 1)


_DWELLINGS: Final = _at(
    "flat apartment house cottage village town city countryside suburbs farm coast island mountains place studio bungalow caravan boat houseboat farmhouse outskirts"
)

ROWS: Final[dict[str, tuple[Row, ...]]] = {
    **dict.fromkeys(
        ("live", "reside", "dwell"),
        (Row(predicate="lives_in", at=_at("in at near outside on"), whole=True),),
    ),
    "base": (Row(predicate="lives_in", at=_at("in at near outside"), passive=True),),
    "move": (
        Row(predicate="lives_in", at=_at("to into"), change=True, fits=_is_place),
        Row(predicate="lives_in", at=_at("of"), loss=True, first="out", fits=_is_place),
    ),
    **dict.fromkeys(
        ("relocate", "emigrate", "immigrate"), (Row(predicate="lives_in", at=_at("to"), change=True),)
    ),
    "settle": (Row(predicate="lives_in", at=_at("in"), change=True, fits=_is_named),),
    "grow": (Row(predicate="from", at=_at("in on near outside"), first="up", change=True, whole=True),),
    "raise": (Row(predicate="from", at=_at("in on near"), passive=True, change=True),),
    "bear": (Row(predicate="born_on", at=_at("on"), passive=True, change=True, fits=_is_date),),
    "come": (Row(predicate="from", at=_at("from"), fits=_is_place),),
    "work": (
        Row(predicate="works_at", at=_at("at for with"), fits=lambda t: t[0].norm not in {"me", "us", "myself", "home", "night", "nights", "it", "them", "kids", "children"} | MINE),
        Row(predicate="works_as", at=_at("as")),
        Row(predicate="works_as", at=_at("in"), object="in {o}", fits=lambda t: not is_name(t[0])),
    ),
    "employ": (Row(predicate="works_at", at=_at("by at with"), passive=True), Row(predicate="works_as", at=_at("as"), passive=True)),
    "join": (Row(predicate="works_at", change=True, fits=lambda t: all(is_name(e) for e in t)), Row(predicate="works_as", at=_at("as"), change=True)),
    "study": (Row(predicate="studies", whole=True, fits=lambda t: t[0].norm not in {"hard", "for"}),),
    "enrol": (Row(predicate="studies", at=_at("in on"), change=True),),
    "enroll": (Row(predicate="studies", at=_at("in on"), change=True),),
    "speak": (Row(predicate="skill", fits=_is_language),),
    "play": (Row(predicate="hobby", object="play {o}", fits=_is_played),),
    "collect": (Row(predicate="hobby", object="collecting {o}"),),
    **dict.fromkeys(("love", "adore", "enjoy", "like"), (Row(predicate="likes", whole=True, fits=_is_taste),)),
    **dict.fromkeys(("hate", "dislike", "detest", "loathe", "despise"), (Row(predicate="dislikes", whole=True, fits=_is_taste),)),
    "own": (Row(predicate="owns", fits=_is_thing),),
    "drive": (Row(predicate="owns", fits=_is_make),),
    **dict.fromkeys(("buy", "adopt", "inherit", "purchase"), (Row(predicate="owns", change=True, fits=_is_thing),)),
    "get": (Row(predicate="owns", change=True, fits=lambda t: any(lexicon.singular(e.norm) in lexicon.POSSESSIONS for e in t)),),
    "sell": (Row(predicate="owns", loss=True, fits=_is_thing),),
    **dict.fromkeys(("scrap", "donate", "rehome"), (Row(predicate="owns", loss=True, fits=_is_thing),)),
    "cancel": (Row(predicate="owns", loss=True, fits=_is_named),),
    "eat": (Row(predicate="diet", fits=_is_food),),
    "drink": (Row(predicate="diet", fits=_is_food),),
    "suffer": (Row(predicate="condition", at=_at("from")),),
    "diagnose": (Row(predicate="condition", at=_at("with"), passive=True, change=True),),
    "retire": (Row(predicate="works_at", at=_at("from"), loss=True, fits=_is_named),),
}  # fmt: skip
"""What each verb says."""


def read_rows(reading: Reading) -> Iterator[Draft]:
    """Yield what the rows of a clause's verb say of its subject."""
    if not reading.who.is_person:
        return
    for row in ROWS.get(reading.lemma, ()):
        draft = _row(reading, row)
        if draft is not None:
            yield draft


def _row(reading: Reading, row: Row) -> Draft | None:
    if row.passive is not None and row.passive is not reading.verb.passive:
        return None
    rest = reading.rest
    if row.first:
        if not rest or rest[0].norm != row.first:
            return None
        rest = rest[1:]
    if row.at:
        said = (whole_prepositional if row.whole else prepositional)(
            rest, row.at, reading.timed if row.predicate != "born_on" else frozenset()
        )
    else:
        said = value(rest, reading.timed)
        said = said if row.whole else before_preposition(said)
    act = _act(reading, row)
    if act is None:
        return None
    while said and said[0].norm in {"no", "any", "much"}:
        act = Act.DENY if said[0].norm == "no" and act is Act.STATE else act
        said = said[1:]
    if not said or (row.fits is not None and not row.fits(said)):
        return None
    if row.predicate == "diet" and act not in {Act.DENY, Act.END}:
        return None
    words = row.object.format(o=reading.text(said)) if row.object else reading.text(said)
    return reading.claim(row.predicate, words, act=act, end=said[-1].end, changes=row.change)


def _act(reading: Reading, row: Row) -> Act | None:
    """Return the act of a row, or None where the tense does not claim it."""
    verb = reading.verb
    if row.predicate == "likes" and verb.negated and not reading.ended:
        return Act.DENY
    if row.change or row.loss:
        if (
            verb.negated
            or verb.tense is Tense.FUTURE
            or (verb.progressive and reading.is_ahead)
            or verb.ended
        ):
            return None
        if verb.tense is Tense.PRESENT and not (verb.progressive or verb.passive):
            return None
        if verb.progressive:
            return None
        return Act.END if row.loss else (Act.CORRECT if reading.corrects else Act.STATE)
    if verb.tense is Tense.FUTURE or (
        verb.tense is Tense.PAST and not reading.ended and not verb.begun
    ):
        return None
    return reading.act


def read_special(reading: Reading) -> Iterator[Draft]:
    """Yield what verbs claim whose object is not theirs alone."""
    lemma, rest, verb = reading.lemma, reading.rest, reading.verb
    done = verb.tense in {Tense.PAST, Tense.PERFECT} and not verb.negated
    said = value(rest, reading.timed)
    if lemma == "be":
        yield from read_be(reading)
    elif lemma == "have":
        yield from read_have(reading)
    elif not reading.who.is_person:
        return
    elif lemma == "retire" and done:
        yield reading.claim("status", "retired", changes=True)
    elif lemma == "turn" and done and said and is_number(said[0].norm):
        yield reading.claim("age", said[:1], changes=True)
    elif lemma == "stand" and verb.modal == "can" and verb.negated and said:
        yield reading.claim("dislikes", before_preposition(said), act=Act.STATE)
    elif verb.modal == "can" and lemma in lexicon.ABILITIES and reading.holds_now:
        if not said or len(said) <= 3:
            yield reading.claim("skill", [verb.main, *said])
    elif reading.is_ahead:
        yield from _planned(reading, said)


def _planned(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    verb = reading.verb
    if not said and not reading.has_time:
        return
    if reading.has_time and verb.modal == "":
        words = [verb.main, *said]
        yield reading.claim("plan", words)
