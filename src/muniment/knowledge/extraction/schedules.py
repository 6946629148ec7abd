"""Read when things are: moved to Friday, due in March, over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import ARTICLES, DETERMINERS, MINE, OPENING
from muniment.knowledge.extraction.phrases import is_numeral, without_articles
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.kinds import NUMBERED
from muniment.knowledge.wordlists import NUMBERS, words
from muniment.model.claims import Act, Role
from muniment.recall.time_words import DAYS, MONTHS

SHIFTED: Final = words(
    "move push postpone shift reschedule change bring put delay bump slip raise increase lower cut"
)
_DAYS: Final = {*DAYS, "tomorrow", "today", "tonight"}
_AGAIN: Final = words(
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends every alternate"
)
_MONTHS: Final = {*MONTHS, *words("jan feb mar apr jun jul aug sep sept oct nov dec")}
_WHEN_WORDS: Final = words("on at in from this next tomorrow today tonight every")
OVER: Final = words("over gone finished ended past cured healed")
"""What says of a thing one has that it is no more."""
_PAPERS: Final = words("lease tenancy contract notice trial")
_SPELLS: Final = words("ban internship placement apprenticeship")
_LEAVES: Final = words("leave probation sabbatical furlough")
_PAINS: Final = words("pain ache")


_HURTING: Final = lexicon.BODY | _PAINS
_TEMPORARY: Final = _LEAVES | _SPELLS


def kind_of_moment(said: Sequence[Token]) -> str:
    """Return what a value names: a "day" of the week, a "date", a "time" of day, or nothing."""
    norms = [each.norm for each in said]
    if not norms or len(norms) > 6:
        return ""
    has_clock = any(
        ":" in norm or norm in {"noon", "midnight"} or (is_numeral(token) and norm.endswith("m"))
        for norm, token in zip(norms, said, strict=True)
    )
    if norms[0] in _AGAIN:
        return "time" if has_clock else "day"
    is_ordinal = norms[0].endswith(("st", "nd", "rd", "th")) and norms[0][0].isdigit()
    is_ordinal = is_ordinal and NUMBERED.isdisjoint(norms[1:2])
    if is_ordinal or _is_dated(norms):
        return "date"
    if norms[0] in {"next", "this"} and len(norms) == 2:
        return "date"
    return "time" if has_clock else ""


def _is_dated(norms: Sequence[str]) -> bool:
    """Tell whether words are a day, and not where something is from then on: "the barn in July", "Berlin last Friday"."""
    day = next((i for i, norm in enumerate(norms) if norm in _DAYS or norm in _MONTHS), None)
    if day is None:
        return False
    before = norms[:day]
    numbered = any(norm[0].isdigit() or norm in _CLOCK for norm in before)
    return (numbered or _WITHIN.isdisjoint(before)) and all(
        norm[0].isdigit() or norm in _CLOCK or norm in _BESIDE_DAYS for norm in before
    )


_WITHIN: Final = words("in on at")
_CLOCK: Final = words("half quarter noon midnight") | NUMBERS.keys()
_BESIDE_DAYS: Final = (
    ARTICLES
    | _WITHIN
    | words(
        "of next this last coming following first late early mid end beginning start middle morning afternoon evening lunchtime "
        "am pm o'clock past to between around about roughly maybe probably either by before after until till from and or"
    )
)


def shifted(reading: Reading, subject: str, rest: Sequence[Token]) -> Iterator[Draft]:
    """Read "moved to 9:45", "was pushed to Friday": the time or the day of a thing."""
    to = next((i for i, each in enumerate(rest) if each.norm == "to"), None)
    if to is None:
        return
    if not reading.verb.passive and rest[0].norm in _POINTED_AT:
        return
    said = value(rest[to + 1 :])
    what = [] if reading.verb.passive else _moved(rest[:to])
    end = next((i for i, each in enumerate(said) if i and each.norm in _ONWARDS), len(said))
    said = said[:end]
    of = kind_of_moment(said)
    if of:
        yield reading.claim(
            "attribute",
            said,
            of=of,
            subject=reading.text(what) if what else subject,
            changes=True,
            act=reading.stated,
        )


def _moved(said: Sequence[Token]) -> Sequence[Token]:
    """Return what somebody moved, of "the trip back" the trip; nothing if it moved by itself."""
    if not said or said[0].norm not in DETERMINERS:
        return []
    end = next((i for i, each in enumerate(said) if each.norm in _WHERETO), len(said))
    return said[1:end]


_POINTED_AT: Final = words("me us you him her it them this that these those")
_WHERETO: Final = words("back forward up on over out from by again")

_ONWARDS: Final = words("starting from beginning as effective")


def moved_by_others(reading: Reading) -> list[Token]:
    """Return what a clause says that its subject moved: "my appointment" of "the optician has moved my appointment to 3 May"."""
    rest = reading.rest
    to = next((i for i, each in enumerate(rest) if each.norm == "to"), 0)
    what = rest[:to] if to and rest[0].norm in OPENING else []
    is_with_them = bool(what) and what[-1].norm in _WITH_THEM
    return without_articles(what) if is_with_them and not reading.verb.passive else []


_WITH_THEM: Final = words("appointment appointments session sessions slot visit checkup check-up")
"""What one has with somebody, and is known by whom it is with; an operation is not the nurse's who moves it."""


def appointment(reading: Reading, what: Sequence[Token]) -> Iterator[Draft]:
    """Read when an appointment is that whoever the speaker has it with has moved."""
    noun = [each for each in what if each.norm not in MINE]
    if not noun or reading.scene.role is not Role.USER:
        return
    to = next(i for i, each in enumerate(reading.rest) if each.norm == "to")
    when = value(reading.rest[to + 1 :])
    if kind_of_moment(when):
        at = "at" if kind_of_moment(when) == "time" else "on"
        text = f"{reading.who.name}'s {reading.text(noun)} {at} {reading.text(when)}"
        yield reading.claim("plan", text, subject=reading.scene.speaker, end=when[-1].end)


def occasion(reading: Reading, noun: Sequence[Token]) -> Iterator[Draft]:
    """Read "the dentist is on Tuesday", "my interview is at ten": a plan of the speaker's."""
    when = value(reading.rest)
    if not when or when[0].norm not in _WHEN_WORDS or reading.verb.tense is Tense.PAST:
        return
    if reading.has_time or is_numeral(when[-1]):
        text = f"{reading.text(noun)} {reading.text(when)}"
        owner = reading.who.name if reading.who.of else reading.scene.speaker
        yield reading.claim("plan", text, subject=owner, end=when[-1].end)


def ran_out(reading: Reading) -> bool:
    """Tell whether something of the speaker's ended: "my subscription ran out in May"."""
    verb, first = reading.verb, reading.rest[0].norm if reading.rest else ""
    over = verb.lemma in {"end", "expire", "lapse"} or (verb.lemma, first) == ("run", "out")
    return over and verb.is_past and not verb.negated


def no_more(reading: Reading, subject: Sequence[Token]) -> Iterator[Draft]:
    """Yield that a spell, an illness, a language or a thing of somebody's is no more."""
    what = without_articles(subject)
    norms = {each.norm for each in what}
    owner = reading.who.name if reading.who.of else reading.scene.speaker
    if norms & lexicon.LANGUAGES:
        yield reading.claim("skill", what, subject=owner, act=Act.END)
    elif norms & _TEMPORARY:
        text = f"{'on ' if norms & _LEAVES else ''}{reading.text(what)}"
        yield reading.claim("status", text, subject=owner, act=Act.END, end=what[-1].end)
    elif norms & _HURTING or any(lexicon.is_ailment(norm) for norm in norms):
        yield reading.claim("condition", what, subject=owner, act=Act.END)
    elif norms & lexicon.HAD and not norms & _PAPERS:
        yield reading.claim("owns", what, subject=owner, act=Act.END)
