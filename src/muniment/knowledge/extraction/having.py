"""Read what somebody has: relatives, pets, things, illnesses, appointments, and how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.phrases import is_name
from muniment.knowledge.extraction.properties import is_number
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, value
from muniment.model.claims import Act

_APPOINTMENTS = frozenset(
    [
        "appointment",
        "meeting",
        "interview",
        "exam",
        "checkup",
        "check-up",
        "surgery",
        "operation",
        "date",
        "flight",
        "viewing",
        "deadline",
        "presentation",
        "wedding",
        "party",
        "dinner",
        "lunch",
        "call",
        "test",
        "scan",
        "audition",
        "rehearsal",
        "concert",
        "trip",
        "visit",
        "hearing",
        "class",
        "lesson",
        "reservation",
    ]
)


def read_have(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause with "to have" claims of its subject."""
    if not reading.holds_now or not reading.who.is_person:
        return
    rest = reading.rest
    none = bool(rest) and rest[0].norm in {"no", "zero"}
    said = value(rest[1:] if none else rest, reading.timed)
    while said and said[0].norm in {"any", "known", "own"} and not none and reading.verb.negated:
        said = said[1:]
    noun = before_preposition(said)
    if not noun:
        return
    act = Act.DENY if none and not reading.ended else reading.act
    head = lexicon.singular(noun[-1].norm)
    whole = head_of(noun)
    if is_number(noun[0].norm) and len(noun) > 1 and act is not Act.DENY:
        yield from _counted(reading, noun, act)
        return
    named = _called(reading, noun)
    if whole in lexicon.RELATIONS or head in lexicon.RELATIONS:
        if named is not None:
            reading.scene.meet(reading.text(named), head)
            yield reading.claim("relation", named, of=head, act=act)
        elif act is Act.DENY:
            yield reading.claim("relation", noun, of=head, act=act)
        return
    if lexicon.is_ailment(noun[-1].norm) or (
        noun[-1].norm in lexicon.BODY
        and len(noun) > 1
        and noun[0].norm
        in {"bad", "broken", "sore", "sprained", "weak", "torn", "fractured", "dodgy"}
    ):
        yield reading.claim("condition", noun, act=act)
    elif (
        head in lexicon.POSSESSIONS
        or head in lexicon.MAKES
        or any(each.norm in lexicon.MAKES for each in noun)
    ):
        words = f"{reading.text(noun)} {reading.text(named)}" if named else reading.text(noun)
        yield reading.claim("owns", words, act=act, end=(named or noun)[-1].end)
    elif head in _APPOINTMENTS and reading.has_time and act is not Act.DENY:
        yield reading.claim("plan", value(rest), act=act)
    elif "of" in [each.norm for each in noun] and any(
        each.norm[0].isdigit() or each.norm[0] in "$€£" for each in noun
    ):
        at = [each.norm for each in noun].index("of")
        if at:
            yield reading.claim(
                "attribute", noun[at + 1 :], of=" ".join(e.norm for e in noun[:at]), act=act
            )


def head_of(noun: Sequence[Token]) -> str:
    """Return the noun before a name or an "of"."""
    for index, token in enumerate(noun):
        if token.norm == "of" and index:
            return noun[index - 1].norm
        if index and is_name(token):
            return noun[index - 1].norm
    return noun[-1].norm


def _called(reading: Reading, noun: Sequence[Token]) -> list[Token] | None:
    """Return the name in "a dog called Rex"."""
    rest = reading.rest
    for index, token in enumerate(rest):
        if token.norm in {"called", "named"} and index + 1 < len(rest) and is_name(rest[index + 1]):
            end = index + 2
            while end < len(rest) and is_name(rest[end]):
                end += 1
            return list(rest[index + 1 : end])
    for tail in reading.clause.tail:
        if (
            len(tail.tokens) <= 2
            and tail.before == ","
            and all(is_name(each) for each in tail.tokens)
            and noun[-1].norm in lexicon.RELATIONS
        ):
            return list(tail.tokens)
    return None


def _counted(reading: Reading, noun: Sequence[Token], act: Act) -> Iterator[Draft]:
    head = lexicon.singular(noun[-1].norm)
    if head in lexicon.RELATIONS | lexicon.POSSESSIONS | {"sibling", "grandchild", "employee"}:
        yield reading.claim("count", noun[:1], of=head, act=act, end=noun[-1].end)
