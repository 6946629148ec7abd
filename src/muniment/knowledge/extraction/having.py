"""Read what somebody has: relatives, pets, things, illnesses, appointments, and how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.frames import listed
from muniment.knowledge.extraction.phrases import is_name, is_named, is_number, is_numeral
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

_AILING: Final = words(
    "bad broken sore sprained weak torn fractured dodgy stiff frozen trapped slipped swollen artificial trick"
)
_LEVELS: Final = words("pressure cholesterol sugar iron platelets")
_ABSTRACT: Final = words(
    "name idea time clue problem choice plan energy patience money answer reason doubt opinion word interest appetite"
    " memory preference objection issue complaint question control access luck strength regret intention secret"
    " chance feeling way room right need point option hope desire information detail news contact excuse say fun"
    " thing stuff everything anything something moment minute day week second hour bother thought context comment"
    " favourite favorite nickname difficulty trouble intuition motivation sense slightest rush hurry nerve heart stomach faith confidence deadline"
)
_TRANSIENT: Final = words("headache cough fever hangover")
_SKIPPED: Final = words("any known own real more other actual")
_PASSING: Final = words(
    "hour minute second day week month year night morning evening euro dollar pound percent km mile metre meter kg step page cent"
    " shift break round try attempt goal hobby meeting interview exam appointment call ticket tab email deadline drink coffee beer"
    " cup glass slice piece bit pair ton load lot hundred thousand million regret tab mistake choice chance point thing"
)
_VAST: Final = words("thousand million billion hundred tabs zillion")
_KEEPING: Final = words("run own keep employ manage raise breed supervise host foster grow teach")


_JOBS: Final = words("job position role post contract placement internship apprenticeship gig")


def read_job(reading: Reading) -> Iterator[Draft]:
    """Read "he's got a job at the airport", "I landed a role as a buyer"."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    noun = before_preposition(said)
    if verb.lemma not in {"have", "get", "start", "land", "take", "find"} or verb.negated:
        return
    if not noun or noun[-1].norm not in _JOBS or verb.modal or verb.tense is Tense.FUTURE:
        return
    changes = verb.tense is Tense.PAST
    at, role = prepositional(said, {"at", "with"}), prepositional(said, {"as"})
    if at:
        yield reading.claim("works_at", at, changes=changes)
    if role:
        yield reading.claim("works_as", role, changes=changes)


def read_have(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause with "to have" claims of its subject."""
    if reading.verb.modal == "can" and reading.verb.negated:
        yield from _may_not(reading)
    if not reading.holds_now or not reading.who.is_person or reading.verb.modal:
        return
    rest = reading.rest
    none = bool(rest) and rest[0].norm in {"no", "zero"}
    act = Act.DENY if none and not reading.ended else reading.act
    said = value(rest[1:] if none else rest, reading.timed)
    drafts = list(_had(reading, said, act))
    yield from drafts
    about_nothing = bool(said) and lexicon.singular(before_preposition(said)[-1].norm) in _ABSTRACT
    for more in () if about_nothing else listed(reading):
        if more[0].norm != "number" and not (
            is_number(more[0].norm) and lexicon.singular(more[-1].norm) == "person"
        ):
            yield from _had(reading, more, act, is_first=False)


def _may_not(reading: Reading) -> Iterator[Draft]:
    """Read "I can't have gluten"."""
    said = value(reading.rest, reading.timed)
    if said and said[-1].norm in lexicon.FOODS:
        yield reading.claim("diet", said)


def _had(
    reading: Reading, said: list[Token], act: Act, *, is_first: bool = True
) -> Iterator[Draft]:
    while said and said[0].norm in _SKIPPED and act is Act.DENY and said[0].norm != "known":
        said = said[1:]
    noun = before_preposition(said)
    if not noun:
        return
    if is_number(noun[0].norm) and len(noun) > 1 and act is not Act.DENY:
        yield from _counted(reading, noun, act)
        return
    named = _called(reading, said, noun, is_first=is_first)
    yield from _child_of_age(reading, noun)
    words_of = _before_name(noun)
    while len(words_of) > 1 and is_numeral(words_of[-1]):
        words_of = words_of[:-1]
    last = words_of[-1].norm if words_of else ""
    head = lexicon.singular(last)
    if noun[-1].norm == "'s" and len(noun) > 1:
        last = noun[-2].norm
    if last in lexicon.RELATIONS or (head in lexicon.RELATIONS and head not in lexicon.PETS):
        home = prepositional(said, {"in"})
        if home and is_name(home[0]) and not named and act is Act.STATE:
            subject = f"{reading.who.name}'s {last}"
            yield reading.claim("lives_in", home, subject=subject, act=act)
        if named:
            reading.scene.meet(reading.text(named), head)
            yield reading.claim("relation", named, of=lexicon.standard(head), act=act)
        elif act is Act.DENY:
            yield reading.claim("relation", noun, of=lexicon.standard(head), act=act)
    elif last not in _TRANSIENT and (
        lexicon.is_ailment(noun[-1].norm)
        or lexicon.is_ailment(last)
        or (noun[-1].norm in lexicon.BODY and len(noun) > 1 and noun[0].norm in _AILING)
        or (noun[0].norm in {"high", "low"} and noun[-1].norm in _LEVELS)
    ):
        yield reading.claim("condition", said if "in" in [e.norm for e in said] else noun, act=act)
    elif act is Act.DENY and head in {"experience", "knowledge"}:
        yield from _inexperienced(reading, said)
    elif (last in _TRANSIENT and not reading.has_time) or (act is Act.DENY and head in _ABSTRACT):
        return
    elif act is Act.DENY and head in lexicon.PROPERTIES - _ABSTRACT | words(
        "degree diploma surname"
    ):
        yield reading.claim("attribute", noun, of=" ".join(each.norm for each in noun), act=act)
    elif any(each.norm in {"myself", "ourselves"} for each in reading.rest):
        return
    elif head in lexicon.POSSESSIONS or any(each.norm in lexicon.MAKES for each in noun):
        yield _owned(reading, words_of if named else noun, named, act)
    elif (
        head == "ticket"
        and act is Act.STATE
        and (reading.has_time or "for" in [e.norm for e in said])
    ) or (head in lexicon.OCCASIONS and reading.has_time and act is not Act.DENY):
        yield reading.claim("plan", value(reading.rest), act=act)
    elif (
        act in {Act.DENY, Act.END}
        and reading.who.is_speaker
        and head not in _ABSTRACT
        and len(noun) <= 3
    ):
        if is_name(noun[-1]) or {each.norm for each in reading.rest[:2]} & words(
            "a an any no the my our"
        ):
            yield reading.claim("owns", noun, act=act)
    elif noun[-1].norm in lexicon.PASTIMES and act is Act.STATE and len(noun) <= 2:
        yield reading.claim("hobby", noun)
    else:
        yield from _measured(reading, noun, act)


def _inexperienced(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I have no experience with Python"."""
    of = prepositional(said, {"with", "of", "in"})
    if of:
        yield reading.claim("skill", of, act=Act.DENY)


def _owned(
    reading: Reading, noun: Sequence[Token], name: Sequence[Token] | None, act: Act
) -> Draft:
    text = f"{reading.text(noun)} {reading.text(name)}" if name else reading.text(noun)
    article = reading.scene.article_before(noun[0].start)
    return reading.claim("owns", text, act=act, end=(name or noun)[-1].end, article=article)


def _measured(reading: Reading, noun: Sequence[Token], act: Act) -> Iterator[Draft]:
    """Read "a budget of 6,500 lei"."""
    norms = [each.norm for each in noun]
    at = norms.index("of") if "of" in norms else 0
    if at and any(is_numeral(each) for each in noun[at + 1 :]):
        yield reading.claim("attribute", noun[at + 1 :], of=" ".join(norms[:at]), act=act)


def _before_name(noun: Sequence[Token]) -> list[Token]:
    for index, token in enumerate(noun):
        if index and (is_name(token) or token.norm in {"called", "named", "of"}):
            return list(noun[:index])
    return list(noun)


def _child_of_age(reading: Reading, noun: Sequence[Token]) -> Iterator[Draft]:
    """Read "a seven-year-old daughter"."""
    for token in noun[:-1]:
        age, _, rest = token.norm.partition("-year-old")
        if not rest and age != token.norm and is_number(age) and noun[-1].norm in lexicon.RELATIONS:
            yield reading.claim(
                "age",
                age,
                subject=f"{reading.who.name}'s {noun[-1].norm}",
                act=Act.STATE,
                end=noun[-1].end,
            )


def _called(
    reading: Reading, rest: Sequence[Token], noun: Sequence[Token], *, is_first: bool
) -> list[Token] | None:
    """Return the name in "a dog called Rex"."""
    for index, token in enumerate(rest):
        if token.norm in {"called", "named"} and index + 1 < len(rest) and is_name(rest[index + 1]):
            end = index + 2
            while end < len(rest) and is_name(rest[end]):
                end += 1
            return list(rest[index + 1 : end])
    for tail in reading.clause.tail[:1] if is_first else ():
        if (
            len(tail.tokens) <= 2
            and tail.before == ","
            and all(is_name(each) for each in tail.tokens)
            and (lexicon.singular(noun[-1].norm) in lexicon.PETS | lexicon.RELATIONS)
        ):
            return list(tail.tokens)
    return None


def _counted(reading: Reading, noun: Sequence[Token], act: Act) -> Iterator[Draft]:
    words_of = _before_name(noun)
    head = lexicon.singular(words_of[-1].norm)
    norms = {each.norm for each in words_of}
    if len(words_of) > 1 and head not in _PASSING | _ABSTRACT and not norms & _VAST:
        of = " ".join([*(each.norm for each in words_of[1:-1]), lexicon.standard(head)])
        yield reading.claim("count", noun[:1], of=of, act=act, end=words_of[-1].end)
        for segment in reading.clause.tail if head in lexicon.PETS else ():
            if is_named(segment.tokens):
                text = f"{head} {reading.text(segment.tokens)}"
                yield reading.claim("owns", text, end=segment.tokens[-1].end)


def read_kept(reading: Reading) -> Iterator[Draft]:
    """Read "we run 340 ewes and about a dozen cattle", "I manage six people"."""
    if reading.verb.lemma not in _KEEPING or not reading.holds_now or reading.verb.modal:
        return
    for said in (value(reading.rest, reading.timed), *listed(reading)):
        noun = before_preposition(said)
        if len(noun) > 1 and is_number(noun[0].norm) and reading.act is not Act.DENY:
            yield from _counted(reading, noun, reading.act)
