"""Read what "to be" says: an age, a trade, a place, a state, who somebody is, what a thing is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import ADVERBS, ARTICLES, MINE, PREPOSITIONS
from muniment.knowledge.extraction.phrases import is_name, nominal
from muniment.knowledge.extraction.properties import is_number, read_property
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.model.claims import Act


def read_be(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause with "to be" claims of its subject."""
    rest = reading.rest
    said = value(rest, reading.timed)
    if not rest:
        return
    if reading.who.of is not None:
        yield from read_property(reading)
        return
    first = rest[0].norm if rest else ""
    if reading.who.is_person:
        yield from _person(reading, said, first)


def _person(reading: Reading, said: Sequence[Token], first: str) -> Iterator[Draft]:
    if not reading.holds_now:
        return
    norms = [each.norm for each in said]
    if not norms:
        return
    if norms[0] in PREPOSITIONS:
        yield from _placed(reading, said, norms)
        return
    if _is_age(norms, reading.rest):
        yield reading.claim("age", said[:1])
        yield from _trailing(reading, said)
        return
    status = _longest(norms, lexicon.STATUSES)
    if status:
        yield reading.claim("status", said[:status])
        return
    if norms[0] == "allergic" or norms[0] in lexicon.AILING:
        yield reading.claim("condition", said)
        return
    noun = before_preposition(said)
    diet = next((each for each in noun if each.norm in lexicon.DIETS), None)
    if diet is not None and len(noun) <= 2:
        yield reading.claim("diet", [diet])
        return
    yield from _named_or_tasted(reading, said, norms)


def _named_or_tasted(
    reading: Reading, said: Sequence[Token], norms: Sequence[str]
) -> Iterator[Draft]:
    raw = [each.norm for each in reading.rest]
    if norms[0] == "fan" or norms[:2] in (["big", "fan"], ["huge", "fan"], ["massive", "fan"]):
        liked = prepositional(said, {"of"})
        if liked:
            predicate, act = ("dislikes", None) if reading.verb.negated else ("likes", None)
            yield reading.claim(predicate, liked, act=Act.STATE if reading.verb.negated else act)
        return
    if norms[0] in {"fond", "keen", "obsessed", "crazy", "mad", "passionate"} and len(said) > 2:
        liked = prepositional(said, {"of", "on", "with", "about"})
        if liked:
            yield reading.claim("likes", liked)
        return
    if (
        norms[0] in {"fluent", "good", "great", "bad", "terrible", "proficient"}
        and len(norms) > 2
        and norms[1] in {"in", "at"}
    ):
        able = prepositional(said, {"in", "at"})
        if able and norms[0] not in {"bad", "terrible"}:
            yield reading.claim("skill", able)
        return
    yield from _role(reading, said, raw)


def _role(reading: Reading, said: Sequence[Token], raw: Sequence[str]) -> Iterator[Draft]:
    rest = [each for each in reading.rest if each.norm not in ADVERBS or each.norm in ARTICLES]
    if rest and rest[0].norm in MINE:
        yield from _relation_of_speaker(reading, rest, said)
        return
    noun = before_preposition(said)
    if not noun:
        return
    if (
        reading.who.name
        and all(is_name(each) for each in said)
        and reading.clause.subject
        and len(said) <= 3
    ):
        yield from _is_called(reading, said)
        return
    head = noun[-1].norm
    of = next((i for i, each in enumerate(noun) if each.norm == "of"), None)
    if of:
        head = noun[of - 1].norm
    introduced = bool(rest) and (
        rest[0].norm in ARTICLES or of is not None or head == "head" or raw[:1] == ["head"]
    )
    if head == "student" and introduced:
        yield reading.claim("studies", said)
        return
    if lexicon.is_occupation(head) and introduced:
        yield reading.claim("works_as", noun)
        at = prepositional(said, {"at", "for"})
        if at and at[0].norm not in MINE:
            yield reading.claim("works_at", at)


def _is_called(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "my boss is Karen": the name of a relative or acquaintance."""
    phrase = nominal(reading.clause.subject)
    if phrase is None or phrase.relation is None or phrase.name:
        return
    owner = reading.who.name.rsplit("'s ", 1)[0]
    name = reading.text(said)
    reading.scene.meet(name, phrase.relation)
    yield reading.claim("relation", said, of=lexicon.singular(phrase.relation), subject=owner)


def _relation_of_speaker(
    reading: Reading, rest: Sequence[Token], said: Sequence[Token]
) -> Iterator[Draft]:
    """Read "Deniz is my nephew": turn it round."""
    phrase = nominal(before_preposition(value(rest[1:], reading.timed)))
    if phrase is None or phrase.relation is None or reading.who.is_speaker:
        return
    reading.scene.meet(reading.who.name, phrase.relation)
    yield reading.claim(
        "relation",
        reading.who.name,
        of=phrase.relation,
        subject=reading.scene.speaker,
        end=phrase.tokens[-1].end,
    )


def _placed(reading: Reading, said: Sequence[Token], norms: Sequence[str]) -> Iterator[Draft]:
    preposition, place = norms[0], list(said[1:])
    place = [each for each in place if each.norm not in ARTICLES] if len(place) > 1 else place
    status = _longest(norms, lexicon.STATUSES)
    if status:
        yield reading.claim("status", said[:status])
        return
    if not place:
        return
    named = is_name(place[0])
    if preposition in {"in", "near", "outside"} and named:
        yield reading.claim("lives_in", prepositional(said, {preposition}))
    elif preposition == "from" and (
        named or place[-1].norm in {"village", "town", "city"} or len(place) > 2
    ):
        yield reading.claim("from", value(said[1:], reading.timed))
    elif preposition in {"at", "with"} and named:
        yield reading.claim("works_at", prepositional(said, {preposition}))
    elif preposition == "on" and {"council", "board", "committee", "team", "crew"} & set(norms):
        yield reading.claim("works_as", f"member of {reading.text(said[1:])}", end=said[-1].end)
    elif preposition == "into" and not reading.verb.negated:
        yield reading.claim("likes", value(said[1:], reading.timed))


def _is_age(norms: Sequence[str], rest: Sequence[Token]) -> bool:
    word = norms[0]
    if not is_number(word) or (word.isdigit() and not 0 < int(word) < 116):
        return False
    following = norms[1] if len(norms) > 1 else ""
    if following in {"years", "year", "yo", "y", "yrs"}:
        return True
    raw = [each.norm for each in rest]
    at = raw.index(word) if word in raw else -1
    after = raw[at + 1] if at + 1 < len(raw) else ""
    return (
        after
        in {
            "",
            "and",
            "not",
            "now",
            "with",
            "already",
            "today",
            "haha",
            "lol",
            "next",
            "this",
            "in",
            ",",
            "as",
            "btw",
        }
        and word != "one"
    )


def _trailing(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read what hangs on with "with": "I'm seventy-three with a bad hip"."""
    held = prepositional(said, {"with"})
    if held and (
        lexicon.is_ailment(held[-1].norm) or (held[-1].norm in lexicon.BODY and len(held) > 1)
    ):
        yield reading.claim("condition", held, start=held[0].start)


def _longest(norms: Sequence[str], phrases: frozenset[str]) -> int:
    for size in range(min(4, len(norms)), 0, -1):
        if " ".join(norms[:size]) in phrases:
            return size
    return 0
