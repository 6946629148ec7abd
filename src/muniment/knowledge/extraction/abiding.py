"""Read verbs of what abides that no row can hold: what one can, bears, reports to, earns, learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.frames import listed
from muniment.knowledge.extraction.function_words import ADVERBS
from muniment.knowledge.extraction.habits import is_habit
from muniment.knowledge.extraction.phrases import is_name, is_number, is_numeral
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.schedules import clocked, kind_of_moment
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    with_times,
)
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

Handler = Callable[[Reading, Sequence[Token]], Iterator[Draft]]

_DEGREES: Final = words(
    "phd doctorate master's masters master bachelor's bachelors bachelor degree apprenticeship mba diploma"
    " traineeship internship a-levels course residency"
)
_POINTERS: Final = words("it that this you me them him her anything everything")
_WEEKDAYS: Final = words("monday tuesday wednesday thursday friday saturday sunday weekday weekend")
_ALWAYS_SKILLS: Final = words("drive sew knit bake ride cook code program crochet weld swim type")
_KNOWN: Final = words(
    "shorthand python javascript java rust sql html css excel photoshop latex karate judo first-aid braille morse calculus"
)


def read_ability(reading: Reading) -> Iterator[Draft]:
    """Yield what "can" and "cannot" say of somebody."""
    verb = reading.verb
    if verb.modal not in {"can", "learn"}:
        return
    said = value(reading.rest, reading.timed)
    able = before_preposition(said)
    if (
        verb.lemma in {"stand", "bear", "abide"}
        and verb.negated
        and said
        and reading.rest[0].norm not in words("on in at up by for to")
    ):
        yield reading.claim("dislikes", able, act=Act.STATE)
    elif verb.lemma in {"tolerate", "digest"} and verb.negated and able:
        yield from _tolerate(reading, said)
    elif (
        verb.lemma in {"eat", "drink"} and verb.negated and said and said[-1].norm in lexicon.FOODS
    ):
        yield reading.claim("diet", said)
    elif _is_skill(reading, able):
        yield reading.claim("skill", [verb.main, *able])


def _is_skill(reading: Reading, able: Sequence[Token]) -> bool:
    """Tell whether "can" says what somebody is able to, not what is allowed or possible now."""
    lemma = reading.lemma
    if (
        lemma not in lexicon.ABILITIES
        or reading.has_time
        or _POINTERS & {each.norm for each in able}
    ):
        return False
    known = lexicon.LANGUAGES | lexicon.INSTRUMENTS | lexicon.GAMES
    if lemma in _ALWAYS_SKILLS:
        return len(able) <= 6
    return not able or (len(able) <= 3 and any(each.norm in known for each in able))


def read_abiding(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause in the present, or of what began or ended, claims of a person."""
    verb = reading.verb
    handler = _HANDLERS.get(verb.lemma)
    if handler is None or verb.modal or verb.passive or verb.tense is Tense.FUTURE:
        return
    if verb.tense is Tense.PAST and not (verb.begun or reading.ended):
        return
    if verb.tense is Tense.PERFECT and not (verb.begun or verb.progressive):
        return
    yield from handler(reading, value(reading.rest, reading.timed))


def _do(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I'm doing a PhD in marine biology"."""
    mine = any(each.norm in {"my", "a"} for each in reading.rest[:2])
    if said and said[0].norm in _DEGREES and (len(said) > 1 or mine):
        yield reading.claim("studies", said)
    elif _is_work(reading, said):
        of = before_preposition(said)
        yield reading.claim("works_as", of[:1] if of[0].norm in _WORK_DONE else of)
        employer = prepositional(said, {"for", "at"})
        counted = bool(employer) and is_number(employer[0].norm)
        if employer and not counted and (is_name(employer[0]) or len(employer) > 1):
            yield reading.claim("works_at", employer)
    elif said and said[0].norm in lexicon.LANGUAGES | lexicon.STUDIES and reading.verb.progressive:
        for subject in (before_preposition(said), *listed(reading)):
            yield reading.claim("studies", subject)


_WORK_DONE: Final = lexicon.FIELDS | words("books accounts qa it pr")


def _is_work(reading: Reading, said: Sequence[Token]) -> bool:
    """Tell whether it is "does QA", "does the shearing", "do the accounts"."""
    verb, of = reading.verb, before_preposition(said)
    if not of or verb.negated or verb.progressive or verb.tense is not Tense.PRESENT or len(of) > 2:
        return False
    definite = any(each.norm == "the" for each in reading.rest[:2])
    others = not reading.who.is_speaker and definite and of[-1].norm.endswith("ing")
    return others or bool({of[0].norm, of[-1].norm} & _WORK_DONE)


def _learn(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    known = lexicon.LANGUAGES | lexicon.INSTRUMENTS | lexicon.PASTIMES
    if said and any(each.norm in known for each in said[:3]):
        yield reading.claim("studies", said)


def _turns(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "my nan turns ninety on 3 May": how old, and born on which day."""
    if reading.has_future and len(said) == 1 and is_number(said[0].norm):
        yield reading.claim("age", said, changes=True)
        day = with_times(reading.rest[reading.rest.index(said[0]) + 1 :])
        if kind_of_moment(day) == "date" and any(is_numeral(each) for each in day):
            yield reading.claim("born_on", day)


def _know(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if 0 < len(said) <= 2 and (said[0].norm in _KNOWN or said[0].norm in lexicon.LANGUAGES):
        yield reading.claim("skill", said)


def _report(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    boss = prepositional(reading.rest, {"to"})
    if boss and all(is_name(each) for each in boss):
        yield reading.claim("relation", boss, of="boss")


def _tolerate(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "it's the fructose I don't tolerate": an intolerance."""
    food = before_preposition(said)
    if reading.verb.negated and food:
        text = f"{reading.text(food)} intolerance"
        yield reading.claim(
            "condition", text, act=Act.CORRECT if reading.corrects else Act.STATE, end=food[-1].end
        )


def _pay(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if said and is_numeral(said[0]) and any(each.norm == "rent" for each in reading.rest):
        amount = before_preposition([each for each in said if each.norm != "rent"])
        yield reading.claim("attribute", amount, of="rent")


def _earn(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    amount = said[1:] if said and said[0].norm == "about" else said
    if amount and is_numeral(amount[0]):
        yield reading.claim("attribute", amount, of="salary")


def _work(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I now work Tuesday to Saturday"."""
    days = [each for each in reading.rest if each.norm not in words("now only from on")]
    if (
        len(days) in {1, 3}
        and days[0].norm.removesuffix("s") in _WEEKDAYS
        and reading.who.is_speaker
    ):
        yield reading.claim("attribute", days, of="working days")


def _open(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if reading.who.is_speaker:
        yield from clocked(reading)


def _weigh(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    amount = [each for each in said if each.norm not in {"about", "around"}]
    if amount and is_numeral(amount[0]):
        yield reading.claim("attribute", amount, of="weight")


def _go(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if len(said) > 1 and said[0].norm == "by" and is_name(said[1]):
        yield reading.claim("attribute", said[1:], of="name")


def _trade(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I translate patents from Japanese", "I groom poodles"."""
    of = before_preposition(said)
    if not of or reading.verb.negated or reading.verb.tense is not Tense.PRESENT:
        return
    if reading.verb.progressive or not reading.who.is_person or is_habit(reading):
        return
    first = next((e for e in reading.rest if e.norm not in ADVERBS), of[0]).norm
    many = of[-1].norm.endswith("s") and first == of[0].norm and first not in _POINTERS
    if many:
        yield reading.claim("works_as", [reading.verb.main, *of])


_HANDLERS: Final[dict[str, Handler]] = {
    **dict.fromkeys(lexicon.TRADES - {"teach"}, _trade),
    "do": _do, "work": _work, "turn": _turns, "learn": _learn, "know": _know, "report": _report, "tolerate": _tolerate, "pay": _pay, "earn": _earn,
    "open": _open, "close": _open, "go": _go, "weigh": _weigh,
}  # fmt: skip
"""What reads each verb."""
