"""Read what somebody has: relatives, pets, things, illnesses, appointments, and how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from muniment.knowledge.differing import tells_difference
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.clauses import AGAIN
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.frames import kind_told, listed
from muniment.knowledge.extraction.function_words import DETERMINERS
from muniment.knowledge.extraction.phrases import is_name, is_named, is_number, is_numeral, name_end
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, value
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act

_AILING: Final = words(
    "bad broken sore sprained weak torn fractured stiff frozen slipped swollen high low"
)
_TRANSIENT: Final = words("headache cough fever hangover cold")
UNCOUNTED: Final = words(
    "hour minute second day week month year night morning evening euro dollar pound percent km mile metre meter kg step page cent"
    " break round try attempt goal hobby meeting interview exam appointment call ticket tab email deadline drink coffee beer"
    " cup glass slice piece bit ton load lot hundred thousand million chance choice point thing idea question reason problem person"
)


_AILABLE: Final = lexicon.BODY | lexicon.LEVELS


def read_have(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause with "to have" claims of its subject."""
    if not reading.holds_now or not reading.who.is_person or reading.verb.modal:
        return
    rest = reading.rest
    none = bool(rest) and rest[0].norm in {"no", "zero"}
    act = Act.DENY if none and not reading.ended else reading.act
    said = value(rest[1:] if none else rest, reading.timed)
    kind = kind_told(reading, said) if said and not none else ()
    if kind:
        yield reading.claim("owns", kind, act=act)
        return
    yield from _had(reading, said, act, is_first=True)
    for more in listed(reading):
        if reading.scene.article_before(more[0].start) != "the":
            yield from _had(reading, more, act, is_first=False)


_CHOSEN: Final = words("favourite favorite best only closest")
"""Who has no favourite child may have three."""


def _had(reading: Reading, said: Sequence[Token], act: Act, *, is_first: bool) -> Iterator[Draft]:
    noun = before_preposition(said)
    if not noun:
        return
    if is_number(noun[0].norm) and len(noun) > 1:
        if act is not Act.DENY:
            yield from _counted(reading, noun, act)
        return
    name = _called(reading, said, noun, is_first=is_first)
    words_of = _before_name(noun)
    last, head = words_of[-1].norm, lexicon.singular(words_of[-1].norm)
    if last in lexicon.RELATIONS or (head in lexicon.RELATIONS and head not in lexicon.PETS):
        if name or (act is Act.DENY and words_of[0].norm not in _CHOSEN):
            yield reading.claim("relation", name or noun, of=lexicon.standard(head), act=act)
            reading.scene.meet(reading.text(name), head)
    elif _is_illness(words_of):
        joint = _AGAINST if words_of[-1].norm in _REACTIVE else _WITHIN
        within = any(each.norm in joint for each in said)
        yield reading.claim("condition", said if within else noun, act=act)
    elif head in lexicon.POSSESSIONS or any(each.norm in lexicon.MAKES for each in noun):
        if _is_hour(reading, noun[0]):
            return
        sized = any(is_numeral(each) for each in noun[len(words_of) :])
        noun = list(words_of) if name or (sized and head in lexicon.POSSESSIONS) else noun
        text = reading.text(noun)
        text = f"{text} {reading.text(name)}" if name else text
        article = reading.scene.article_before(noun[0].start)
        end = (name or noun)[-1].end
        yield reading.claim("owns", text, act=act, end=end, article=article)
    elif head in lexicon.OCCASIONS and reading.has_time and act is not Act.DENY:
        yield reading.claim("plan", value(reading.rest), act=act)


_REACTIVE: Final = words("allergy allergies intolerance")
_WITHIN: Final = words("in")
_AGAINST: Final = words("to for")
"""What stands before where an illness is, and before what one does not bear: "an allergy to nuts"."""


def _is_hour(reading: Reading, first: Token) -> bool:
    """Tell whether one has it at its time, and need not own any: "piano on Mondays at four"."""
    before = [each for each in reading.clause.tokens if each.end <= first.start]
    is_bare = not before or before[-1].norm not in DETERMINERS
    often = not AGAIN.isdisjoint(each.norm for each in reading.rest)
    return is_bare and first.norm in lexicon.INSTRUMENTS and (often or reading.has_time)


def _is_illness(words_of: Sequence[Token]) -> bool:
    last = words_of[-1].norm
    if last in _TRANSIENT or words_of[-1].text == "Ms":
        return False
    ailing = last in _AILABLE and words_of[0].norm in _AILING
    return lexicon.is_ailment(last) or (len(words_of) > 1 and ailing)


def _before_name(noun: Sequence[Token]) -> Sequence[Token]:
    for index, token in enumerate(noun):
        if index and (is_name(token) or token.norm in {"called", "named", "of"}):
            return noun[:index]
    while len(noun) > 1 and is_numeral(noun[-1]):
        noun = noun[:-1]
    return noun


def _called(
    reading: Reading, said: Sequence[Token], noun: Sequence[Token], *, is_first: bool
) -> Sequence[Token]:
    """Return the name in "a dog called Rex", "a sister, Ana"."""
    for index, token in enumerate(said):
        if token.norm in {"called", "named"}:
            return said[index + 1 : name_end(said, index + 1)]
    close = lexicon.singular(noun[-1].norm) in lexicon.CLOSE
    tails = reading.clause.tail[:1] if is_first and close else ()
    return next((tail.tokens for tail in tails if tail.before == "," and is_named(tail.tokens)), ())


def _is_rate(reading: Reading) -> bool:
    """Tell whether it is said how often: "we have two meetings a week"."""
    norms = [each.norm for each in reading.rest]
    return any(pair[0] in _PER and pair[1] in _PERIODS for pair in pairwise(norms))


_PER: Final = words("a an per each every")
_PERIODS: Final = words("day night week weekend month year hour")


def _counted(reading: Reading, noun: Sequence[Token], act: Act) -> Iterator[Draft]:
    noun = noun[:-1] if noun[-1].norm == "left" else noun
    words_of = _before_name(noun)
    head = lexicon.singular(words_of[-1].norm)
    several = words_of[-1].norm != head or head in lexicon.PLURALS.values()
    if (
        _is_rate(reading)
        or tells_difference(reading.text(noun))
        or len(words_of) < 2
        or head in UNCOUNTED
        or not (several or noun[0].norm in {"one", "1"})
    ):
        return
    of = " ".join([*(each.norm for each in words_of[1:-1]), lexicon.standard(head)])
    yield reading.claim("count", noun[:1], of=of, act=act, end=words_of[-1].end)
    names = takewhile(lambda each: is_named(each.tokens), reading.clause.tail)
    for segment in names if head in lexicon.PETS else ():
        text = f"{head} {reading.text(segment.tokens)}"
        yield reading.claim("owns", text, end=segment.tokens[-1].end)
