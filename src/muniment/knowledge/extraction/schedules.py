"""Read when things are: moved to Friday, booked for eight, closing at six, due in March."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.phrases import is_numeral, without_articles
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    with_times,
)
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act, Role

SHIFTED: Final = words("move push postpone shift reschedule change bring put delay bump slip")
ARRANGED: Final = words("book confirm schedule reserve plan set")
CLOCKED: Final = {
    "start": "start", "begin": "start", "open": "opening", "close": "closing", "leave": "departure", "depart": "departure",
    "arrive": "arrival", "end": "end", "finish": "end", "run": "run", "land": "arrival", "expire": "expiry",
}  # fmt: skip
_DAYS: Final = words(
    "monday tuesday wednesday thursday friday saturday sunday tomorrow today tonight"
)
_PLURAL_DAYS: Final = words(
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends every alternate"
)
_MONTHS: Final = words(
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec"
)
_WHEN_WORDS: Final = words("on at in from this next tomorrow today tonight every")


def kind_of_moment(said: Sequence[Token]) -> str:
    """Return what a value names: a "day" of the week, a "date", a "time" of day, or nothing."""
    norms = [each.norm for each in said]
    if not norms or len(norms) > 6:
        return ""
    has_clock = any(
        ":" in norm or norm in {"noon", "midnight"} or norm.endswith(("am", "pm")) for norm in norms
    )
    if norms[0] in _PLURAL_DAYS:
        return "time" if has_clock else "day"
    is_ordinal = norms[0].endswith(("st", "nd", "rd", "th")) and norms[0][0].isdigit()
    if is_ordinal or any(norm in _DAYS or norm in _MONTHS for norm in norms):
        return "date"
    if norms[0] in {"next", "this"} and len(norms) == 2:
        return "date"
    return "time" if has_clock else ""


def shifted(reading: Reading, subject: str, rest: Sequence[Token]) -> Iterator[Draft]:
    """Read "moved to 9:45", "was pushed to Friday": the time or the day of a thing."""
    to = next((i for i, each in enumerate(rest) if each.norm == "to"), None)
    if to is None:
        return
    said = value(rest[to + 1 :])
    for index, token in enumerate(said):
        if index and token.norm in words("starting from beginning as effective"):
            said = said[:index]
            break
    of = kind_of_moment(said)
    if (
        not of
        and 0 < len(said) <= 4
        and set(subject.casefold().split()) & (lexicon.OCCASIONS | RECURRING)
    ):
        of = "location"
    if len(said) == 2 and said[0].norm in lexicon.PROPERTIES and is_numeral(said[1]):
        said, of = said[1:], said[0].norm
    if of:
        act = Act.CORRECT if reading.corrects else Act.STATE
        yield reading.claim("attribute", said, of=of, subject=subject, changes=True, act=act)


def arranged(reading: Reading) -> Iterator[Draft]:
    """Read "your table is booked for Saturday at 19:30"."""
    if any(each.norm == "fully" for each in reading.verb.tokens):
        yield reading.claim("status", reading.verb.tokens[-2:])
        return
    at = next((i for i, each in enumerate(reading.rest) if each.norm == "for"), None)
    when = with_times(reading.rest[at + 1 :] if at is not None else reading.rest)
    of = kind_of_moment(when)
    if of:
        yield reading.claim("attribute", when, of=of)


def clocked(reading: Reading, *, owned: str = "") -> Iterator[Draft]:
    """Read "closes at 18:30", "ends on the 18th", and of what the speaker has "my lease ends in May"."""
    what, rest = CLOCKED.get(reading.lemma), reading.rest
    if reading.lemma == "run" and rest and rest[0].norm == "out":
        what, rest = "expiry", rest[1:]
    said = value(rest)
    if (
        what is None
        or reading.verb.negated
        or reading.verb.tense not in {Tense.PRESENT, Tense.FUTURE}
        or not said
    ):
        return
    bare = said[0].norm not in words("at on in from this next")
    if bare and (what == "run" or kind_of_moment(with_times(rest)) != "date"):
        return
    when = before_preposition(with_times(rest), keep=words("of at"))
    hour = bool(when) and said[0].norm == "at" and _is_hour(when[0])
    if hour and when[0].norm.isdigit() and reading.scene.role is Role.ASSISTANT:
        return
    of = kind_of_moment(when) or ("time" if hour else "")
    if not of:
        return
    name = (
        what
        if what == "expiry" or (owned and of == "date")
        else f"{what} {'date' if of == 'date' else 'time'}"
    )
    yield reading.claim("attribute", when, of=f"{owned} {name}".strip())


def _is_hour(token: Token) -> bool:
    return (
        (token.norm.isdigit() and 0 < int(token.norm) <= 24)
        or (not token.norm.isdigit() and is_numeral(token))
        or token.norm in words("one two three four five six seven eight nine ten eleven twelve")
    )


def occasion(reading: Reading, noun: Sequence[Token]) -> Iterator[Draft]:
    """Read "the dentist is on Tuesday", "my interview is at ten": a plan of the speaker's."""
    when = value(reading.rest)
    if not when or when[0].norm not in _WHEN_WORDS or reading.verb.tense is Tense.PAST:
        return
    if not reading.has_time and not is_numeral(when[-1]):
        return
    text = f"{reading.text(noun)} {reading.text(when)}"
    owner = reading.who.name if reading.who.of else reading.scene.speaker
    yield reading.claim("plan", text, subject=owner, end=when[-1].end)


def recurring(reading: Reading, name: str) -> Iterator[Draft]:
    """Read "the standup is now at 10", "our call is every other Tuesday"."""
    rest = [each for each in reading.rest if each.norm not in words("now always usually")]
    raw = value(rest)
    when = with_times(rest)
    of = kind_of_moment(when) or (
        "time" if raw and raw[0].norm == "at" and is_numeral(raw[-1]) else ""
    )
    if of and (of == "day" or len(when) < len(raw)):
        for segment in reading.clause.tail[:1] if of == "day" else ():
            further = value(segment.tokens)
            if segment.before == "and" and kind_of_moment(further) in {"day", "time"}:
                when = [*when, *further]
        yield reading.claim("attribute", when, of=of, subject=name)


def run_out(reading: Reading) -> Iterator[Draft]:
    """Read "my subscription ran out in May": the speaker has it no more."""
    verb, rest = reading.verb, reading.rest
    first = rest[0].norm if rest else ""
    over = (
        verb.lemma in {"end", "expire", "lapse"} or (verb.lemma, first) == ("run", "out")
    ) and verb.tense in {Tense.PAST, Tense.PERFECT}
    if not over or verb.negated:
        return
    yield from no_more(reading, reading.clause.subject)


def lasting(reading: Reading, of: str, owner: str | None) -> Iterator[Draft]:
    """Read "the lease runs until the end of 2027"."""
    at = next(
        (i for i, e in enumerate(reading.rest[:3]) if e.norm in {"until", "till", "to"}), None
    )
    if at is None or reading.verb.lemma not in {"run", "last", "go", "be"} or owner is None:
        return
    said = [each for each in reading.rest[at:] if each.norm not in {",", ";"}]
    if len(said) > 1 and reading.has_time and not reading.verb.negated:
        yield reading.claim("attribute", said, of=of, subject=owner)


OVER: Final = words("over gone finished done history ended past cured healed")
"""What says of a thing one has that it is no more."""
_PAPERS: Final = words("lease tenancy contract notice trial")
_SPELLS: Final = words(
    "leave ban probation sabbatical internship placement apprenticeship furlough"
)


def no_more(reading: Reading, subject: Sequence[Token]) -> Iterator[Draft]:
    """Read that a spell, an illness or a thing of the speaker's is no more."""
    what = without_articles(subject)
    norms = {each.norm for each in what}
    owner = reading.who.name if reading.who.of else reading.scene.speaker
    place = prepositional(what, {"in"})
    if not what:
        return
    if norms & lexicon.LANGUAGES:
        yield reading.claim("skill", what, subject=owner, act=Act.END)
    elif norms & {"lease", "tenancy"} and place:
        yield reading.claim("lives_in", place, subject=owner, act=Act.END)
    elif norms & _SPELLS:
        on = norms & {"leave", "sabbatical", "probation", "furlough"}
        text = f"{'on ' if on else ''}{reading.text(what)}"
        yield reading.claim("status", text, subject=owner, act=Act.END, end=what[-1].end)
    elif norms & lexicon.BODY or any(
        lexicon.is_ailment(norm) or norm in {"pain", "ache"} for norm in norms
    ):
        yield reading.claim("condition", what, subject=owner, act=Act.END)
    elif norms & (lexicon.LAPSING | lexicon.POSSESSIONS) and not norms & _PAPERS:
        yield reading.claim("owns", what, subject=owner, act=Act.END)


RECURRING: Final = words(
    "standup sync retro training practice rehearsal class lesson review choir yoga course service shift call meeting"
)
"""What has its time again and again."""
