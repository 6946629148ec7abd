"""Read what is said of a thing: its price, version, state, when it is due, what befell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.changing import read_change
from muniment.knowledge.extraction.clauses import AGAIN
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.events import befell, happened
from muniment.knowledge.extraction.function_words import DETERMINERS, PREPOSITIONS
from muniment.knowledge.extraction.phrases import (
    is_name,
    is_named,
    is_number,
    is_numeral,
    without_articles,
)
from muniment.knowledge.extraction.properties import (
    KINDS_OF_DAY,
    MOVES,
    before_at,
    is_telling,
    last_given,
    moved,
    name_given,
    name_of,
    named,
)
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.schedules import (
    SHIFTED,
    appointment,
    kind_of_moment,
    moved_by_others,
    no_more,
    occasion,
    ran_out,
    shifted,
)
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    with_times,
)
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.verbs import is_form
from muniment.knowledge.wordlists import words
from muniment.model.claims import Role

_DEFINITE: Final = words("the our this my your its it")
_KINDS_OF_CODE: Final = words(
    "confirmation phone serial model tracking booking order reference room account invoice customer"
    " insurance inventory seat membership policy licence license registration plate batch weekday weekend"
)
_BILLS: Final = words("invoice bill quote refund total fine estimate")
_ARRANGED: Final = words("book confirm schedule reserve plan")
_VAGUE_SUBJECTS: Final = words("one ones first second third other others rest latter former")


_NO_THINGS: Final = lexicon.OCCASIONS | lexicon.PEOPLE


def read_thing(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause claims of the thing that is its subject."""
    verb = reading.verb
    if reading.who.name.casefold().rsplit(" ", maxsplit=1)[-1] in _VAGUE_SUBJECTS:
        return
    subject = reading.clause.subject
    if len(subject) > 1 and is_form(subject[0].norm, "base") and subject[1].norm in DETERMINERS:
        return
    if _visits(reading):
        yield from _visit(reading)
    elif verb.modal or verb.tense is Tense.FUTURE:
        return
    elif verb.passive:
        yield from _treated(reading)
    elif verb.lemma == "be":
        if reading.holds_now or (reading.scene.putting_right and not reading.has_time):
            yield from _is(reading)
    elif not verb.negated:
        yield from _did(reading)


def _is_definite(reading: Reading) -> bool:
    """Tell whether the subject is a certain thing."""
    subject = reading.clause.subject
    if not subject:
        return False
    orders = (
        len(subject) > 1
        and subject[1].norm not in PREPOSITIONS
        and is_form(subject[0].norm, "base")
    )
    return subject[0].norm in _DEFINITE or (is_name(subject[0]) and not orders)


def _head(reading: Reading) -> str:
    return before_at(reading.who.words)[-1].norm if reading.who.words else ""


def _visits(reading: Reading) -> bool:
    head = _head(reading)
    people = lexicon.is_occupation(head) or head in lexicon.PEOPLE
    return people and reading.verb.lemma in {"come", "visit", "arrive"} and reading.is_ahead


def _visit(reading: Reading) -> Iterator[Draft]:
    """Read "the plumber is coming on Friday at 8": the speaker has it arranged."""
    if reading.scene.role is Role.USER and not (reading.verb.negated or reading.verb.modal):
        when = value(reading.rest)
        hours = next((i for i, each in enumerate(when) if each.norm == "between"), len(when))
        said = [reading.verb.main, *when[:hours]]
        text = f"{reading.who.name} {reading.text(said)}"
        yield reading.claim("plan", text, subject=reading.scene.speaker, end=said[-1].end)


def _is(reading: Reading) -> Iterator[Draft]:
    """Read "is due on 22 May", "is at version 4.2", "is 8,900", "is on Tuesday"."""
    head, rest = _head(reading), reading.rest
    norms = [each.norm for each in rest]
    if norms[:1] == ["due"]:
        due = with_times(rest[1:])
        if due and not reading.verb.negated:
            yield reading.claim("attribute", due, of="due date")
    elif not reading.clause.subject or not rest:
        return
    elif head in lexicon.OCCASIONS and _is_definite(reading):
        planned = list(occasion(reading, reading.who.words))
        if reading.scene.role is Role.USER:
            yield from planned or _of_owner(reading, last_given(reading, with_times(rest)), head)
    elif "version" in norms[1:3] or (norms[:1] == ["on"] and is_numeral(rest[-1])):
        said = value(rest[norms.index("version") + 1 :] if "version" in norms else rest[1:])
        if said and is_numeral(said[-1]) and not kind_of_moment(said):
            yield reading.claim("attribute", said, of="version")
    else:
        yield from _of_owner(reading, last_given(reading, with_times(rest)), head)


def _of_owner(reading: Reading, said: Sequence[Token], head: str) -> Iterator[Draft]:
    """Draft a property of whatever the subject says that it belongs to."""
    subject = reading.who.words
    joint = next((i for i, each in enumerate(subject) if i and each.norm in _JOINTS), None)
    if not (_is_definite(reading) or joint) or not is_telling(said):
        return
    owned = without_articles(subject[joint + 1 :]) if joint is not None else []
    certain = any(is_name(each) or is_numeral(each) for each in owned)
    if joint is not None and len(subject) - joint - 1 == len(owned) and not certain:
        return
    if head in lexicon.RELATIONS and is_named(said) and (owned or _is_ones_own(reading)):
        if owned or reading.scene.role is Role.USER:
            whose = reading.text(owned) or reading.scene.speaker
            yield reading.claim("relation", said, of=head, subject=whose)
    elif joint is not None:
        is_part = is_numeral(said[0]) and subject[joint].norm in {"of", "for"}
        if owned and (head in lexicon.PROPERTIES or is_part):
            reading.scene.topic = reading.text(owned)
            of = reading.text(subject[:joint]).casefold()
            yield reading.claim("attribute", said, of=of, subject=reading.text(owned))
    elif head in _BILLS and is_numeral(said[0]):
        yield reading.claim("attribute", said, of="amount")
    elif head in lexicon.PROPERTIES and not any(e.norm in PREPOSITIONS for e in subject):
        owner, of = _owner(reading, head)
        is_bare = (
            owner == reading.scene.speaker and reading.clause.subject[0].norm not in DETERMINERS
        )
        if is_bare and reading.scene.is_behind_another(subject[0].start):
            return
        if owner is not None:
            yield reading.claim("attribute", said, of=of, subject=owner)


def _is_ones_own(reading: Reading) -> bool:
    """Tell whether the subject is somebody the speaker has, by the noun alone: not "the manager there"."""
    nouns = [each.norm for each in before_at(reading.who.words) if each.norm not in _WHICH]
    return len(nouns) == 1 and _ELSEWHERE.isdisjoint(
        each.norm for each in (*reading.clause.subject, *reading.verb.tokens)
    )


_WHICH: Final = words("new current")
_ELSEWHERE: Final = words("there here")
_JOINTS: Final = words("of for at in on")


def _owner(reading: Reading, head: str) -> tuple[str | None, str]:
    """Return whose property the subject is, and its name: of "the API limit" the API's limit."""
    scene, subject = reading.scene, reading.who.words
    of = name_of(subject)
    if scene.topic is not None:
        return scene.topic, of
    if len(subject) > 1 and subject[-2].norm in KINDS_OF_DAY:
        return (scene.speaker if scene.role is Role.USER else scene.thing), of
    if len(subject) == 2 and _only_describes(subject[0]):
        return (scene.speaker if scene.role is Role.USER else None), of
    if len(subject) > 1 and subject[-2].norm not in _KINDS_OF_CODE:
        return reading.text(subject[:-1]), head
    if len(subject) > 1 and scene.role is Role.ASSISTANT:
        return scene.thing, of
    if scene.role is Role.USER and head in lexicon.OF_THE_SPEAKER:
        return scene.speaker, of
    return None, of


def _only_describes(word: Token) -> bool:
    """Tell whether a word before a property says which one it is, and not whose: "the weekly fee", "living room"."""
    is_spoken = word.norm.endswith("ly") or word.norm in _DESCRIBING
    return is_spoken or (word.norm.endswith("ing") and not word.is_capital)


_DESCRIBING: Final = words(
    "current annual total overall average final initial basic extra full net gross official own whole minimum maximum"
)


def _did(reading: Reading) -> Iterator[Draft]:
    """Read what a thing did or does: it went up, moved, comes to, has, left on Monday."""
    verb, rest, head = reading.verb, reading.rest, _head(reading)
    if verb.lemma in MOVES and head in lexicon.PROPERTIES:
        owner, of = _owner(reading, head)
        if owner is not None and _is_definite(reading):
            yield from moved(reading, of, owner)
    elif verb.lemma in {"come", "amount"} and is_numeral(
        (value(rest[1:]) or rest or [verb.main])[0]
    ):
        if rest and rest[0].norm == "to":
            yield reading.claim("attribute", value(rest[1:]), of="amount")
    elif verb.lemma == "run" and rest[:1] and rest[0].norm == "on":
        said = value(rest[1:])
        if said and is_numeral(said[-1]):
            yield reading.claim("attribute", said, of="version")
    elif verb.lemma == "have" and _is_definite(reading):
        yield from _holds(reading)
    elif verb.lemma in SHIFTED and verb.tense is Tense.PRESENT and not (verb.modal or verb.negated):
        yield from shifted(reading, reading.who.name, rest)
    elif verb.lemma in SHIFTED and verb.is_past:
        what = moved_by_others(reading)
        drafts = list(
            appointment(reading, what) if what else shifted(reading, reading.who.name, rest)
        )
        yield from drafts or read_change(reading)
    elif head in lexicon.LAPSING and reading.scene.role is Role.USER and ran_out(reading):
        yield from no_more(reading, reading.clause.subject)
    elif _befell(reading):
        yield reading.claim("event", happened(reading))


def _holds(reading: Reading) -> Iterator[Draft]:
    """Read "the company has 340 employees"."""
    noun = before_preposition(value(reading.rest, reading.timed))
    if 1 < len(noun) < 5 and is_number(noun[0].norm) and noun[-1].norm.endswith("s"):
        of = " ".join([*(each.norm for each in noun[1:-1]), lexicon.singular(noun[-1].norm)])
        yield reading.claim("count", noun[:1], of=of, end=noun[-1].end)


def _befell(reading: Reading) -> bool:
    """Tell whether something happened to a thing of this conversation, on some day."""
    if not befell(reading):
        return False
    subject = reading.clause.subject
    if reading.scene.role is Role.ASSISTANT:
        named_thing = any(is_name(each) for each in reading.who.words)
        return bool(subject) and subject[0].norm in {"the", "your"} and not named_thing
    return _is_definite(reading) and _head(reading) not in _NO_THINGS


def _is_state(reading: Reading) -> bool:
    """Tell whether a passive says the state of a thing: "is frozen", not "is booked for Friday"."""
    verb = reading.verb
    arranged = verb.lemma in _ARRANGED and reading.has_time
    known = verb.main.norm in lexicon.STATES and _is_definite(reading)
    recurs = any(each.norm in AGAIN for each in reading.rest)
    return known and not (arranged or recurs) and verb.tense in {Tense.PRESENT, Tense.PERFECT}


def _narrowed(reading: Reading, said: Sequence[Token]) -> bool:
    """Tell whether a state is said for some hours, some use or somebody: "closed between one and three"."""
    return reading.has_time if not said else said[0].norm in _NARROWING


_NARROWING: Final = words("between from on in into at for to with as")


def _treated(reading: Reading) -> Iterator[Draft]:
    """Read a passive: "has been discontinued", "was moved to Friday", "is called Rex"."""
    verb, rest = reading.verb, reading.rest
    said = value(rest, reading.timed)
    if verb.lemma in {"call", "name", "rename"}:
        name = named(value([each for each in rest if each.norm != "to"]))
        if name and reading.scene.pet is not None:
            yield from name_given(reading, name)
        elif name and _head(reading) in lexicon.RELATIONS:
            if not _is_ones_own(reading):
                return
            of = lexicon.standard(_head(reading))
            yield reading.claim("relation", name, of=of, subject=reading.scene.speaker)
        elif name:
            yield reading.claim("attribute", name, of="name", changes=verb.lemma == "rename")
    elif verb.lemma in SHIFTED and not verb.negated:
        yield from shifted(reading, reading.who.name, rest)
    elif verb.lemma == "assign" and not verb.negated and prepositional(rest, {"to"}):
        yield reading.claim("attribute", prepositional(rest, {"to"}), of="assignee")
    elif _is_state(reading) and len(said) <= 3:
        if not (_narrowed(reading, said) and (verb.negated or said)):
            yield reading.claim("status", [verb.main])
    elif _befell(reading):
        yield reading.claim("event", happened(reading))
