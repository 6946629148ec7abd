"""Read a clause by the rows of its verb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.fitting import dose_in, is_dose
from muniment.knowledge.extraction.function_words import (
    ADVERBS,
    ANAPHORS,
    ARTICLES,
    DETERMINERS,
    MINE,
    NOBODY,
    PREPOSITIONS,
    SPEAKER,
    THEIRS,
)
from muniment.knowledge.extraction.phrases import is_name, is_number
from muniment.knowledge.extraction.rows import ROWS, Row
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    whole_prepositional,
)
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.recall.times import Extent

_LIST_BEFORE: Final = words(", and or plus nor")
_NO_ITEMS: Final = (
    PREPOSITIONS
    | SPEAKER
    | ANAPHORS
    | NOBODY
    | ADVERBS
    | words("not whatever things stuff any thank god whole")
)
"""What does not begin a further item of a list."""


_AT_HAND: Final = words("that this your these those how")
_BETWEEN: Final = ADVERBS | words(
    "full-time part-time nights days weekends evenings mornings shifts freelance remotely"
)


def read_rows(reading: Reading) -> Iterator[Draft]:
    """Yield what the rows of a clause's verb say of its subject."""
    for row in ROWS.get(reading.lemma, ()):
        yield from _row(reading, row)


def _row(reading: Reading, row: Row) -> Iterator[Draft]:
    act, rest = _act(reading, row), _rest(reading, row)
    if act is None or rest is None:
        return
    if row.predicate == "likes" and act is Act.DENY:
        row, act = replace(row, predicate="dislikes"), reading.stated
    if row.loss and row.lists and [each.norm for each in rest[:1]] in (["it"], ["them"]):
        reading.scene.take_back_thing(reading.who.name)
        return
    said = _said(reading, row, rest)
    if said and said[0].norm in {"no", "any", "much"}:
        act = Act.DENY if said[0].norm == "no" and act is Act.STATE else act
        said = said[1:]
    if said and _is_value(reading, row, rest, said):
        yield from _of_value(reading, row, act, said)


def _rest(reading: Reading, row: Row) -> Sequence[Token] | None:
    """Return what follows the verb and the word that a row asks for; None where it is no such row."""
    rest = reading.rest
    if row.passive is not None and row.passive is not reading.verb.passive:
        return None
    if row.first:
        if not rest or rest[0].norm != row.first:
            return None
        rest = rest[1:]
    if row.at and not row.far and not _follows(reading, rest):
        return None
    if row.behind and rest and rest[0].norm in row.at:
        return None
    if row.predicate == "from" and (reading.verb.progressive or reading.has_future):
        return None
    if row.predicate in {"likes", "dislikes"} and not _is_lasting(reading):
        return None
    if row.predicate == "works_at" and row.at == _WITH and _is_with_somebody(reading, rest):
        return None
    return rest


def _is_value(reading: Reading, row: Row, rest: Sequence[Token], said: Sequence[Token]) -> bool:
    """Tell whether words are such a value as a row has."""
    return (
        (row.fits is None or row.fits(said))
        and (bool(row.at) or said[0].norm not in PREPOSITIONS)
        and (row.predicate != "owns" or _is_certain(reading, row, rest))
    )


def _of_value(reading: Reading, row: Row, act: Act, said: Sequence[Token]) -> Iterator[Draft]:
    """Yield what a row says with a value, and with those that are listed behind it."""
    kind = kind_told(reading, said) if row.predicate == "owns" and row.change else ()
    if reading.lemma == "own" and act.asserts and said[-1].norm in _CHARGES:
        yield _in_charge(reading, said)
    elif kind:
        yield _drafted(reading, row, act, kind)
    elif row.predicate == "diet" and said[0].norm not in lexicon.DIETS and act is not Act.END:
        if act is Act.DENY:
            yield reading.claim("diet", said, act=act)
    else:
        yield _drafted(reading, row, act, said)
        for more in listed(reading) if row.lists else ():
            if row.fits is None or row.fits(more):
                yield _drafted(reading, row, act, more)


_WITH: Final = words("with")


def _is_with_somebody(reading: Reading, rest: Sequence[Token]) -> bool:
    """Tell whether one works with a person and not with a firm: "with Ann at Acme", "used to work with Ann"."""
    was_so = reading.verb.is_past or any(each.norm == "used" for each in reading.verb.tokens)
    return was_so or any(each.norm == "at" for each in rest)


def _in_charge(reading: Reading, said: Sequence[Token]) -> Draft:
    """Draft who a piece of work is with, which one has at a time: "Dana owns the search service"."""
    return reading.claim(
        "attribute",
        reading.who.name,
        of="owner",
        subject=reading.text(said),
        end=said[-1].end,
        article="",
    )


_CHARGES: Final = words(
    "service module rollout rollback release migration pipeline backlog roadmap budget billing search onboarding deployment"
    " documentation integration checkout payments infrastructure codebase repo repository ticket incident workstream"
)
"""What somebody owns who answers for it."""


def _is_certain(reading: Reading, row: Row, rest: Sequence[Token]) -> bool:
    """Tell whether a thing is one's own: "a car", "the boat", "Netflix"; what others sold was not.

    What "we" use is what a team works with.
    """
    subject = reading.clause.subject or reading.who.words
    if reading.lemma == "use" and [each.norm for each in subject] == ["we"]:
        return False
    first = next((each for each in rest if each.norm not in ADVERBS), None)
    if first is None or (is_number(first.norm) and not row.change):
        return False
    if row.change and _is_for_another(rest):
        return False
    if not row.loss:
        return True
    dealer = reading.who.name.rsplit(" ", maxsplit=1)[-1] in lexicon.ACQUAINTANCES
    return not dealer and (first.norm in DETERMINERS or first.is_capital or first.norm[0].isdigit())


def _is_for_another(rest: Sequence[Token]) -> bool:
    """Tell whether somebody else gets a thing: "bought my dad a bike", "got a bike for my son"."""
    norms = [each.norm for each in rest]
    if norms[:1] and norms[0] in MINE and any(norm in ARTICLES for norm in norms[2:4]):
        return True
    behind = norms[norms.index("for") + 1 :] if "for" in norms else []
    return bool(behind) and behind[0] in MINE | THEIRS and behind[-1] in lexicon.RELATIONS


def _follows(reading: Reading, rest: Sequence[Token]) -> bool:
    """Tell whether a preposition follows the verb at once, but for adverbs and times."""
    for token in rest:
        if token.norm in PREPOSITIONS:
            return True
        if token.start not in reading.timed and token.norm not in _BETWEEN:
            return False
    return False


_GENERAL: Final = words(
    "sea ocean mountains outdoors beach cold heat summer winter theatre cinema opera city countryside"
)


def _is_lasting(reading: Reading) -> bool:
    """Tell whether a taste is more than politeness: not "love the necklace", "love your style"."""
    rest = [each for each in reading.rest if each.norm not in ADVERBS]
    if reading.verb.progressive or not rest or reading.verb.main.text.isupper():
        return False
    if rest[0].norm == "the":
        kind = len(rest) > 1 and (rest[1].is_capital or rest[1].norm in _GENERAL)
        return kind and bool(reading.clause.subject)
    return rest[0].norm not in _AT_HAND


def _said(reading: Reading, row: Row, rest: Sequence[Token]) -> list[Token]:
    timed = frozenset[int]() if row.predicate == "born_on" else reading.timed
    if row.predicate == "favourite" and _is_by_its_way(rest):
        return _preferred(rest)
    if not row.at:
        said = value(rest, timed)
        return said if row.whole else before_preposition(said)
    said = (whole_prepositional if row.whole else prepositional)(rest, row.at, timed)
    tail = reading.clause.tail[0] if reading.clause.tail else None
    is_firm = tail is not None and tail.before == "and" and tail.tokens[0].norm in _IN_FIRMS
    return [*said, tail.tokens[0]] if said and tail is not None and is_firm else said


def _is_by_its_way(rest: Sequence[Token]) -> bool:
    """Tell whether what is preferred is a way: "working at night", "my pizza without cheese"."""
    return rest[:1] != [] and (
        rest[0].norm.endswith("ing") or any(each.norm == "without" for each in rest)
    )


def _preferred(rest: Sequence[Token]) -> list[Token]:
    """Return what somebody prefers with its way, and without what it is preferred to."""
    said = value(rest)
    end = next((i for i, each in enumerate(said) if each.norm in _INSTEAD), len(said))
    return said[: min(end, _PREFERRED_MAX)]


_INSTEAD: Final = words("to over than rather instead")
_PREFERRED_MAX: Final = 6


def kind_told(reading: Reading, said: Sequence[Token]) -> Sequence[Token]:
    """Return what a thing is that is told only to be one: the Pixel 9 in "a new phone, a Pixel 9"."""
    tail = reading.clause.tail[0] if len(reading.clause.tail) == 1 else None
    if tail is None or tail.before != "," or is_name(said[-1]):
        return ()
    named = before_preposition(value(tail.tokens, reading.timed))
    is_told = bool(named) and is_name(named[0]) and tail.tokens[0].norm in ARTICLES
    return named if is_told and lexicon.singular(said[-1].norm) in _KINDS else ()


_KINDS: Final = lexicon.POSSESSIONS - lexicon.PETS
_IN_FIRMS: Final = words("sons daughters brothers bros partners co associates company")
"""What ends the name of a firm behind an "and": "Hart and Sons"."""


def _drafted(reading: Reading, row: Row, act: Act, said: Sequence[Token]) -> Draft:
    text, of = reading.text(said), row.of
    article = reading.scene.article_before(said[0].start) if row.object == "{o}" else ""
    if row.object == "{v} {o}":
        text = reading.text([reading.verb.main, *said])
    elif row.object != "{o}":
        text = row.object.format(o=text)
    elif of == "medication" and (dosed := dose_in(said)):
        dose, drug = dosed
        text, of = reading.text(dose), f"{reading.text(drug)} dose"
    elif of == "medication" and (behind := _dose_behind(reading)):
        text, said = f"{text}, {reading.text(behind)}", behind
    if row.predicate == "skill":
        said = [each for each in said if each.norm in lexicon.LANGUAGES][:1] or said
        text = reading.text(said)
    if row.predicate == "relation":
        reading.scene.meet(text, of)
    predicate = row.predicate
    if predicate == "favourite":
        is_kind = len(said) > 1 and PREPOSITIONS.isdisjoint(each.norm for each in said)
        of = lexicon.singular(said[-1].norm) if is_kind else None
        predicate = "favourite" if of else "likes"
    return reading.claim(
        predicate,
        text,
        act=act,
        end=said[-1].end,
        changes=row.change,
        of=of,
        article=article,
    )


def _dose_behind(reading: Reading) -> Sequence[Token]:
    """Return how much of a medicine is taken, told behind it: "metformin, 500 mg twice a day"."""
    tail = reading.clause.tail[0] if reading.clause.tail else None
    return tail.tokens if tail is not None and tail.before == "," and is_dose(tail.tokens) else ()


def listed(reading: Reading) -> Iterator[list[Token]]:
    """Yield the further objects of a list: "Netflix, Disney and Sky"."""
    tail = reading.clause.tail
    joined = any(each.before in {"and", "or"} for each in tail)
    for segment in tail:
        begins = segment.tokens[0]
        if segment.before not in _LIST_BEFORE or not begins.is_word or begins.norm in _NO_ITEMS:
            return
        listed_so = begins.norm in DETERMINERS or begins.is_capital or begins.norm.endswith("s")
        said = value(segment.tokens, reading.timed)
        if not said or (segment.before == "," and not (listed_so or joined)):
            return
        yield said


def _lasted(reading: Reading, row: Row) -> bool:
    """Tell whether a clause says until when something was so: "I lived in Cardiff until May"."""
    told = row.predicate in _LASTING and not (reading.verb.negated or reading.verb.progressive)
    return told and any(each.extent is Extent.UNTIL for each in reading.times)


_LASTING: Final = words("lives_in works_at works_as")


def _act(reading: Reading, row: Row) -> Act | None:
    """Return the act of a row, or None where the tense does not claim it."""
    verb = reading.verb
    if row.change and verb.negated and verb.tense is Tense.PAST and not row.loss:
        deniable = row.predicate in {"studies", "works_at", "works_as", "lives_in"}
        return Act.DENY if deniable and not verb.modal and not verb.passive else None
    if row.change or row.loss:
        if (
            verb.negated
            or verb.ended
            or verb.tense is Tense.FUTURE
            or verb.progressive
            or verb.modal
        ):
            return None
        if verb.tense is Tense.PRESENT and not verb.passive:
            return None
        return Act.END if row.loss else (Act.CORRECT if reading.corrects else Act.STATE)
    if verb.modal and not (verb.modal == "can" and row.predicate == "skill"):
        return None
    if verb.tense is Tense.FUTURE:
        return None
    if verb.tense is Tense.PAST and not (reading.ended or verb.begun):
        return Act.END if _lasted(reading, row) else None
    if verb.tense is Tense.PERFECT and verb.negated and reading.since:
        return Act.END
    return reading.act
