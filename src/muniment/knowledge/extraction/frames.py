"""Read a clause by the rows of its verb."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.clauses import Segment
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import (
    ADVERBS,
    ANAPHORS,
    DETERMINERS,
    PREPOSITIONS,
    SPEAKER,
)
from muniment.knowledge.extraction.phrases import is_number, is_numeral
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
from muniment.knowledge.extraction.wordlists import words
from muniment.knowledge.times import Extent
from muniment.model.claims import Act

_KINDS = {
    "tea": "drink", "coffee": "drink", "wine": "drink", "beer": "drink", "email": "contact method", "emails": "contact method",
    "texts": "contact method", "calls": "contact method", "aisle": "seat", "window": "seat", "train": "transport", "trains": "transport",
}  # fmt: skip
_NAMED: Final = re.compile(r" (?:called|named) ")
_LIST_BEFORE = words(", and or plus nor")


def read_rows(reading: Reading) -> Iterator[Draft]:
    """Yield what the rows of a clause's verb say of its subject."""
    if not reading.who.is_person:
        return
    for row in ROWS.get(reading.lemma, ()):
        yield from _row(reading, row)


def _row(reading: Reading, row: Row) -> Iterator[Draft]:
    if row.passive is not None and row.passive is not reading.verb.passive:
        return
    rest = reading.rest
    if row.first:
        if not rest or rest[0].norm != row.first:
            return
        rest = rest[1:]
    if row.at and not row.far and not _follows(reading, rest):
        return
    if reading.lemma == "come" and (
        reading.verb.tense is not Tense.PRESENT or {"back", "home"} & {e.norm for e in rest[:2]}
    ):
        return
    if row.predicate in {"likes", "dislikes"} and not _is_lasting(reading):
        return
    if row.loss and row.predicate == "owns" and not row.at and not _is_certain(rest):
        return
    act = _act(reading, row)
    said = _said(reading, row, rest)
    if reading.lemma == "drink" and reading.verb.negated and not rest and act is Act.DENY:
        said = [reading.verb.main]
        yield reading.claim("diet", said, act=act)
        return
    if act is None or not said:
        return
    if said[0].norm in {"no", "any", "much"}:
        act = Act.DENY if said[0].norm == "no" and act is Act.STATE else act
        said = said[1:]
    if not said or (row.fits is not None and not row.fits(said)):
        return
    if row.predicate == "owns" and not row.loss and not row.change and is_number(said[0].norm):
        return
    if row.predicate == "owns" and reading.lemma == "drive" and not _is_ones_own(rest):
        return
    if not row.at and said[0].norm in PREPOSITIONS - {"to"}:
        return
    if not row.at and not row.whole and said[0].norm == "to":
        return
    if row.predicate == "diet" and reading.lemma == "avoid":
        act = Act.DENY
    if (
        row.predicate == "diet"
        and act not in {Act.DENY, Act.END}
        and said[0].norm not in lexicon.DIETS
    ):
        return
    yield _drafted(reading, row, act, said)
    if row.lists:
        for more in listed(reading):
            if row.fits is None or row.fits(more):
                yield _drafted(reading, row, act, more)


def _is_certain(rest: Sequence[Token]) -> bool:
    """Tell whether a certain thing was sold or cancelled: "the boat", "Netflix"."""
    first = next((each for each in rest if each.norm not in ADVERBS), None)
    return first is not None and (
        first.norm in DETERMINERS or first.is_capital or first.norm[0].isdigit()
    )


def _is_ones_own(rest: Sequence[Token]) -> bool:
    return any(each.norm in {"a", "an", "my", "our"} for each in rest[:2])


def _follows(reading: Reading, rest: Sequence[Token]) -> bool:
    """Tell whether a preposition follows the verb at once, but for adverbs and times."""
    for token in rest:
        if token.norm in PREPOSITIONS:
            return True
        if token.start not in reading.timed and token.norm not in ADVERBS | words(
            "back together full-time part-time abroad alone nights days weekends evenings mornings shifts freelance remotely"
        ):
            return False
    return False


_GENERAL: Final = words(
    "sea ocean mountains rain outdoors beach cold heat summer winter theatre cinema opera smell sound taste city"
    " countryside forest sun snow idea way feeling"
)


def _is_lasting(reading: Reading) -> bool:
    """Tell whether a taste is more than politeness: not "love the necklace", "love your style"."""
    rest = [each for each in reading.rest if each.norm not in ADVERBS]
    if reading.verb.progressive or not rest:
        return False
    first = rest[0].norm
    if first in {"that", "this", "your", "these", "those", "how"}:
        return False
    if first != "the":
        return True
    following = rest[1] if len(rest) > 1 else rest[0]
    return bool(reading.clause.subject) and (
        following.is_capital or following.norm in _GENERAL - {"idea", "way", "feeling"}
    )


def _said(reading: Reading, row: Row, rest: Sequence[Token]) -> list[Token]:
    timed = frozenset[int]() if row.predicate == "born_on" else reading.timed
    if not row.at:
        said = value(rest, timed)
        return said if row.whole else before_preposition(said)
    return (whole_prepositional if row.whole else prepositional)(rest, row.at, timed)


def _drafted(reading: Reading, row: Row, act: Act, said: Sequence[Token]) -> Draft:
    verb = reading.verb.main.norm
    text = row.object.format(o=reading.text(said), v=verb)
    if row.object == "{v} {o}" and verb == reading.verb.main.text:
        text = reading.text([reading.verb.main, *said])
    article = reading.scene.article_before(said[0].start) if row.object == "{o}" else ""
    of = row.of
    if of == "medication" and is_numeral(said[0]) and any(each.norm == "of" for each in said):
        at = [each.norm for each in said].index("of")
        text, of = reading.text(said[:at]), f"{reading.text(said[at + 1 :])} dose"
    if row.predicate == "skill":
        known = [each for each in said if each.norm in lexicon.LANGUAGES]
        text, article = (reading.text(known[:1]), "") if known else (text, article)
    if row.predicate == "owns":
        text = _NAMED.sub(" ", text).removeprefix("another ")
    if row.predicate == "favourite" and said[0].norm.endswith("ing") and len(said[0].norm) > 5:
        return reading.claim("likes", value(reading.rest, reading.timed), act=act)
    if row.predicate == "favourite":
        head = said[-1].norm
        of = _KINDS.get(head) or _KINDS.get(said[0].norm) or lexicon.singular(head)
    return reading.claim(
        row.predicate, text, act=act, end=said[-1].end, changes=row.change, of=of, article=article
    )


def is_joined(tail: Sequence[Segment]) -> bool:
    """Tell whether a list has an "and" before its last item."""
    return any(each.before in {"and", "or"} for each in tail)


def listed(reading: Reading) -> Iterator[list[Token]]:
    """Yield the further objects of a list: "Netflix, Disney and Sky"."""
    for segment in reading.clause.tail:
        if segment.before not in _LIST_BEFORE or len(segment.tokens) > 8:
            return
        first = segment.tokens[0].norm
        if first in {"god", "thank"}:
            continue
        if not first[0].isalnum():
            return
        if any(each.norm in {"makes", "make", "is", "are", "was"} for each in segment.tokens):
            return
        if first in PREPOSITIONS | SPEAKER | ANAPHORS | words(
            "not you that this so the-whole there then everything whatever things stuff even any especially particularly always never just its too as god thank"
        ):
            return
        said = value(segment.tokens, reading.timed)
        begins = segment.tokens[0]
        listed_so = begins.norm in DETERMINERS or begins.is_capital or begins.norm.endswith("s")
        if segment.before == "," and not (listed_so or is_joined(reading.clause.tail)):
            return
        if (
            not said
            or len(before_preposition(said)) > 6
            or said[0].norm in {"whole", "lot", "rest", "works"}
        ):
            return
        yield said


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
        return _bounded(reading, row)
    if verb.negated and any(each.norm == "yet" for each in reading.rest):
        return None
    if row.predicate == "hobby" and verb.tense is Tense.PERFECT and not verb.progressive:
        return None
    if verb.tense is Tense.PERFECT and verb.negated and reading.since:
        return Act.END
    return reading.act


def _bounded(reading: Reading, row: Row) -> Act | None:
    """Return the act of "I lived in Rome from 2015 to 2018" and of "until 2018"."""
    if row.predicate not in {"lives_in", "works_at", "works_as"} or reading.verb.negated:
        return None
    for phrase in reading.times:
        start, end = phrase.behind
        if phrase.extent is Extent.UNTIL:
            return Act.END
        if phrase.extent is Extent.DURING and start and end and (end - start).days > 300:
            return Act.STATE
    return None
