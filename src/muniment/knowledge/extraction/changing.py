"""Read verbs of change that no row can hold: to turn forty, to retire, to break up, to switch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.endings import POSTS
from muniment.knowledge.extraction.fitting import is_employer, is_possession, is_trade
from muniment.knowledge.extraction.function_words import (
    ANAPHORS,
    ARTICLES,
    DETERMINERS,
    MINE,
    NAMELESS,
    THEIRS,
)
from muniment.knowledge.extraction.phrases import (
    is_name,
    is_named,
    is_number,
    is_numeral,
    status_in,
    without_articles,
)
from muniment.knowledge.extraction.properties import VAGUE, is_telling, name_given, named
from muniment.knowledge.extraction.scene import Draft, Entity
from muniment.knowledge.extraction.schedules import SHIFTED, kind_of_moment, shifted
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    with_times,
)
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act

Handler = Callable[[Reading, Sequence[Token]], Iterator[Draft]]

_OURS: Final = words("the our my")
_UNIONS: Final = {"married": "spouse", "engaged": "fiancé"}
"""States that one enters with another, and what that other is then."""
_WAYS_OF_WORK: Final = words("freelance part-time full-time self-employed")


_ANYBODYS: Final = _OURS | THEIRS


def read_change(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause claims of somebody for whom something changed."""
    verb = reading.verb
    if verb.modal or verb.negated or verb.ended or verb.begun:
        return
    handler = _HANDLERS.get(verb.lemma)
    done = verb.is_past and not verb.progressive
    if handler is not None and (done or (handler is _turn and reading.has_future)):
        yield from handler(reading, value(reading.rest, reading.timed))


def read_state_entered(reading: Reading) -> Iterator[Draft]:
    """Read "has been married since 2009", "was furloughed", "is called Petrov"."""
    verb = reading.verb
    if not verb.passive or verb.modal or verb.tense is Tense.FUTURE:
        return
    if verb.lemma in {"call", "name"} and verb.tense is Tense.PRESENT:
        yield from _named(reading)
    if verb.main.norm not in lexicon.STATUSES:
        return
    to = prepositional(reading.rest, {"to"})
    if (to and not is_named(to)) or (verb.tense is Tense.PAST and not reading.has_time):
        return
    yield reading.claim("status", [verb.main], changes=verb.tense is Tense.PAST)
    if to and verb.main.norm == "married":
        yield reading.claim("relation", to, of="spouse")


def _named(reading: Reading) -> Iterator[Draft]:
    """Read "my landlord is called Petrov" and, of a pet just spoken of, "she's called Fig"."""
    name = named(value(reading.rest))
    if name and not reading.who.is_speaker:
        yield from name_given(reading, name)


def _retire(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if not reading.rest or reading.rest[0].norm not in DETERMINERS:
        yield reading.claim("status", "retired", changes=True)


def _turn(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if said and is_number(said[0].norm) and len(said) == 1:
        ahead = not reading.verb.is_past
        yield replace(reading.claim("age", said, changes=True), looks_ahead=ahead)
        day = with_times(reading.rest[reading.rest.index(said[0]) + 1 :])
        if reading.has_future and kind_of_moment(day) == "date" and is_numeral(day[0]):
            yield reading.claim("born_on", day)
    elif said and said[0].norm in lexicon.DIETS:
        yield reading.claim("diet", said[:1], changes=True)
    elif said and said[0].norm in _WAYS_OF_WORK:
        yield reading.claim("status", said[:1], changes=True)
    elif reading.lemma == "go" and (status := status_in(said)) and status[-1].norm == "leave":
        yield reading.claim("status", status, changes=True)


def _get(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if said and said[0].norm in _UNIONS:
        yield reading.claim("status", said[:1], changes=True)
        yield from _united(reading, said)
    elif said and said[0].norm == "divorced":
        yield reading.claim("status", said[:1], changes=True)
        yield from _parted(reading, reading.beside)
    else:
        yield from _hired(reading, said)


def _united(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Yield whom somebody has got married or engaged to: "Bob and I got married"."""
    other = reading.beside or prepositional(reading.rest, {"to"}, reading.timed)
    if other and all(is_name(each) for each in other):
        yield reading.claim("relation", other, of=_UNIONS[said[0].norm], changes=True)


def _marry(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if said and all(is_name(each) for each in said):
        yield reading.claim("relation", said, of="spouse", changes=True)


def _hired(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "found a job at Bosch", "took a post with them as a clerk"."""
    noun = before_preposition(said)
    if not noun or noun[-1].norm not in POSTS or any(each.norm in ARTICLES for each in noun):
        return
    behind = said[len(noun) :]
    if behind and behind[0].norm in {"at", "with", "as"}:
        employer, trade = prepositional(behind, {"at", "with"}), prepositional(behind, {"as"})
        if employer and is_employer(employer):
            yield reading.claim("works_at", employer, changes=True)
        if trade and is_trade(trade):
            yield reading.claim("works_as", trade, changes=True)


def _speak_of(reading: Reading, noun: Sequence[Token]) -> None:
    """Note the property that a clause says has changed: the next one may give its value."""
    reading.scene.property = Entity(
        name=reading.who.name,
        is_speaker=reading.who.is_speaker,
        words=tuple(noun),
        of=" ".join(each.norm for each in noun),
    )


def _switch(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "switched from law to medicine": what ended and what is so now."""
    old, new = prepositional(said, {"from"}), prepositional(said, {"to"})
    eaten = [each for each in new if each.norm in lexicon.DIETS]
    if eaten and not old and new[-1].norm in {*lexicon.DIETS, "diet"}:
        yield reading.claim("diet", reading.text(eaten), changes=True, end=eaten[-1].end)
        return
    if not old or not new:
        yield from _change(reading, said)
        return
    kinds = (("studies", lexicon.STUDIES), ("diet", lexicon.DIETS), ("works_as", lexicon.FIELDS))
    for predicate, known in kinds:
        if any(each.norm in known for each in (*old, *new)):
            yield reading.claim(predicate, new, changes=True)
            yield reading.claim(predicate, old, act=Act.END)
            return


def _trade(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "traded the Honda for a Tesla": what is had no more and what is had now."""
    old, new = before_preposition(said), prepositional(reading.rest, {"for"}, reading.timed)
    if old and new and is_possession(old) and is_possession(new):
        yield reading.claim("owns", new, changes=True)
        yield reading.claim("owns", old, act=Act.END)


def _change(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "changed my last name to Okonkwo", "they put the rent up to 1,050"."""
    rest = reading.rest
    thing, to = before_preposition(without_articles(said)), prepositional(rest, {"to"})
    while thing and thing[-1].norm in {"up", "down", "back", "forward"}:
        thing = thing[:-1]
    if not thing or rest[0].norm not in _ANYBODYS:
        return
    if thing[-1].norm not in lexicon.PROPERTIES:
        yield from shifted(reading, reading.text(thing), rest)
    elif not to:
        _speak_of(reading, thing)
    elif (is_telling(to) and (reading.who.is_speaker or rest[0].norm in MINE)) or (
        _is_word(to) and reading.who.is_speaker and rest[0].norm in MINE
    ):
        of = " ".join(each.norm for each in thing)
        yield reading.claim("attribute", to, of=of, changes=True, subject=reading.scene.speaker)


def _is_word(said: Sequence[Token]) -> bool:
    """Tell whether a value is one word that says what it is: "changed my password to swordfish"."""
    return len(said) == 1 and said[0].norm not in VAGUE | ANAPHORS


def _break(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "we broke up, me and Hugo", "Ola and I split up"."""
    if not reading.rest or reading.rest[0].norm != "up":
        return
    other: Sequence[Token] = prepositional(reading.rest, {"with"}, reading.timed)
    for segment in reading.clause.tail:
        if not other and len(segment.tokens) == 1 and is_name(segment.tokens[0]):
            other = segment.tokens
    yield from _parted(reading, other or reading.beside)


def _parted(reading: Reading, other: Sequence[Token]) -> Iterator[Draft]:
    """Yield that somebody is no partner any more, by name or as what they were."""
    kin = [each for each in other if each.norm in lexicon.RELATIONS]
    if other and (all(is_name(each) for each in other) or (_is_somebody(other) and not kin)):
        yield reading.claim("relation", other, of="partner", act=Act.END)
    elif kin and other[0].norm in MINE and len(other) < 4:
        name = [each for each in other if is_name(each)] or kin
        yield reading.claim("relation", name, of=lexicon.standard(kin[0].norm), act=Act.END)


def _is_somebody(other: Sequence[Token]) -> bool:
    """Tell whether one lower-case word is a name: "jess" in "me and jess broke up"."""
    return len(other) == 1 and other[0].norm not in _ANYBODY


_ANYBODY: Final = NAMELESS | words("him her them me us")
_HANDLERS: Final[dict[str, Handler]] = {
    **dict.fromkeys(SHIFTED, _change),
    **dict.fromkeys(("find", "land", "take", "accept", "start"), _hired),
    **dict.fromkeys(("trade", "swap", "exchange"), _trade),
    "marry": _marry, "retire": _retire, "turn": _turn, "go": _turn, "get": _get, "have": _get,
    "switch": _switch, "change": _switch, "break": _break, "split": _break,
}  # fmt: skip
"""What reads each verb."""
