"""Answer a question by rules: quote what bears on it, say how it was reached, or abstain."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from muniment.access.principal import Principal
from muniment.knowledge.aliases import ALIAS_OF
from muniment.knowledge.pages.wording import ContradictionFound
from muniment.knowledge.supporting import Asked
from muniment.knowledge.ways import Ways, find_ways, names_of
from muniment.model.answers import Answer, EvidencePath, Quotation, Statement
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Episode, Memory, Standing
from muniment.model.names import folded
from muniment.model.pages import Citation
from muniment.model.recalled import Recalled
from muniment.recall.grounds import Ask, question_on, read_grounds
from muniment.recall.lookup.entities import Names
from muniment.recall.lookup.rows import MemoryFound
from muniment.recall.question import name_keys
from muniment.recall.time_words import DAYS, MONTHS
from muniment.store.pool import Store

STRENGTHS_MIN: Final = {
    EvidencePath.DIRECT: 0.5,
    EvidencePath.ALIAS: 0.25,
    EvidencePath.EDGE: 0.1,
    EvidencePath.PAGE: 0.0,
}
"""How much of what the best result has, in words or in meaning, a statement has at least.

Cosines lie close together: half of the best one's counts as nothing. Where something leads to it, it need not say the question's words itself.
"""

_NAME_LIKE: Final = re.compile(r"(?<=[\w,;:–—-] )[A-ZÀ-ÖØ-Þ][\w’'-]+")
_NO_NAMES: Final = frozenset(
    {"i", "i'm", "i've", "i'd", "i'll", *MONTHS, *DAYS, *(f"{day}s" for day in DAYS)}
)
_NOUNS_HAVE_CAPITALS: Final = frozenset({"german"})
_ENGLISH: Final = "english"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotationFound:
    """The words of a turn that a memory rests on."""

    memory_id: UUID
    episode_id: UUID
    speaker: str | None
    occurred_at: datetime
    span_from: int | None
    span_until: int | None
    words: str | None

    def quotation(self) -> Quotation:
        """Return it as the model has it."""
        known = self.span_from is not None and self.span_until is not None
        return Quotation(
            episode_id=EpisodeId(self.episode_id),
            speaker=self.speaker,
            occurred_at=self.occurred_at,
            span=(self.span_from or 0, self.span_until or 0) if known else None,
            words=self.words,
        )


async def grounded_answer(
    store: Store,
    principal: Principal,
    recalled: Recalled,
    *,
    language: str = "english",
) -> Answer:
    """Answer from what was recalled: each statement is a belief or a turn in its own words.

    In English a result counts if it says what is asked, of whom and when it is asked; elsewhere, and where
    a question has no word but names, if it has at least half as much in common with the question as the best one,
    in words or in meaning; less is asked of what an alias, facts or a page lead to. A turn that was
    found together with beliefs that rest on it is told as those. Where the question names somebody known, it is reached from there:
    directly, by an alias, by facts, by a page. Both sides of a contradiction are told. Where
    nothing is left, or a name of the question occurs nowhere in it, it abstains.
    """
    receipt = recalled.receipt
    question = receipt.question
    if receipt.abstained is not None:
        return _abstain(recalled, receipt.abstained)
    basis = receipt.basis
    place = (basis.as_of.number, question.namespace, question.containers)
    opened = Names.at(store, principal, *place, valid_at=basis.valid_at, window=basis.window)
    async with opened as names:
        ways = await find_ways(names, store, recalled)
        found = await _found(names, recalled, language)
        reached = _reached(ways, found)
        if language == _ENGLISH:
            asked = await _asked(names, recalled, ways, found)
            reached = _supporting(asked, ways, reached)
        else:
            reached = [each for each in reached if _is_strong(*each)]
        reason = _lacking(question.query, ways, [each.said for each, _ in reached], language)
        if reason is not None:
            return _abstain(recalled, reason)
        over = {each.memory.id for each in recalled if each.is_over}
        statements = [
            replace(_statement(each.said, *way), is_over=each.said.id in over)
            for each, way in reached
        ]
        quoted = await _quoted(names, await _both_sides(names, statements))
    return Answer(
        question=question.query,
        statements=tuple(quoted),
        abstained=None,
        basis=receipt.basis,
        recall_id=receipt.recall_id,
    )


def _abstain(recalled: Recalled, reason: str) -> Answer:
    receipt = recalled.receipt
    return Answer(
        question=receipt.question.query,
        statements=(),
        abstained=reason,
        basis=receipt.basis,
        recall_id=receipt.recall_id,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What was found in one place of a recall, and how strong it is in words and in meaning, from 0 to 1."""

    said: Memory | Episode
    place: int
    strength: float
    cosine: float


async def _found(names: Names, recalled: Recalled, language: str) -> list[_Found]:
    """Return what was found with its strength; of a turn the beliefs that were found with it, and then itself."""
    found: list[_Found] = []
    for place, (result, strength) in enumerate(zip(recalled, _strengths(recalled), strict=True)):
        cosine = next((part.value for part in result.lanes if part.name == "cosine"), 0.0)
        told: list[Memory | Episode] = [result.memory]
        if isinstance(result.memory, Episode):
            at = [await _memory_at(names, MemoryId(each)) for each in result.evidence]
            beliefs = [each for each in at if each is not None]
            if language == _ENGLISH:
                told = [*beliefs, result.memory]
            elif len(beliefs) == 1:
                told = [*beliefs]
        found += [
            _Found(said=each, place=place, strength=strength, cosine=cosine)
            for each in told
            if not _is_alias(each)
        ]
    return found


def _strengths(recalled: Recalled) -> list[float]:
    words = _shares_of_best(recalled, "words")
    cosines = _shares_of_best(recalled, "cosine")
    return [max(word, 2 * cosine - 1) for word, cosine in zip(words, cosines, strict=True)]


def _shares_of_best(recalled: Recalled, name: str) -> list[float]:
    """Return what each result has of a signal, as a share of what the best one has; aliases are none."""
    measured = [
        next((part.value for part in each.lanes if part.name == name), 0.0) for each in recalled
    ]
    best = max(
        (
            value
            for value, each in zip(measured, recalled, strict=True)
            if not _is_alias(each.memory)
        ),
        default=0.0,
    )
    return [value / best if best > 0 else 0.0 for value in measured]


def _is_alias(said: Memory | Episode) -> bool:
    return (
        isinstance(said, Memory) and said.category is not None and folded(said.category) == ALIAS_OF
    )


_Way = tuple[EvidencePath, tuple[UUID, ...]]


def _reached(ways: Ways, found: Sequence[_Found]) -> list[tuple[_Found, _Way]]:
    """Return what is reached, and how; a question that names nobody known reaches all by its words.

    A name that is written small may be no more than a state: "married", when somebody is divorced.
    """
    reaching = [ways.to(each.said) for each in found]
    is_nobody = not ways.named or (ways.named <= ways.plain and not any(reaching))
    led = [(EvidencePath.DIRECT, ()) if way is None and is_nobody else way for way in reaching]
    return [(each, way) for each, way in zip(found, led, strict=True) if way is not None]


def _is_strong(found: _Found, way: _Way) -> bool:
    return found.strength >= STRENGTHS_MIN[way[0]]


async def _asked(names: Names, recalled: Recalled, ways: Ways, found: Sequence[_Found]) -> Asked:
    """Read what is asked, of whom."""
    asked = recalled.receipt.question
    ask = Ask(
        query=asked.query,
        namespace=asked.namespace,
        speaker=asked.speaker,
        containers=asked.containers,
        as_of=recalled.receipt.basis.as_of.number,
        valid_at=recalled.receipt.basis.valid_at,
        window=recalled.receipt.basis.window,
    )
    grounds = await read_grounds(names.work, names.principal, ask, _ENGLISH)
    read = question_on(grounds, ask)
    entities = (each.said.entity for each in found if isinstance(each.said, Memory))
    return Asked.of(read, ways.plain, {folded(each) for each in entities if each is not None})


def _supporting(
    asked: Asked, ways: Ways, reached: Sequence[tuple[_Found, _Way]]
) -> list[tuple[_Found, _Way]]:
    """Return what says what is asked, and with it the facts that say who is meant; a turn where its beliefs do not."""
    kept: list[tuple[_Found, _Way]] = []
    leading: list[tuple[_Found, _Way]] = []
    for found, way in reached:
        is_told = isinstance(found.said, Episode) and any(
            found.place == each.place for each, _ in kept
        )
        leads = [each for each in ways.edges if each.memory_id in way[1]]
        if asked.leads(found.said):
            leading.append((found, way))
        elif (
            not is_told
            and (asked.words or _is_strong(found, way))
            and asked.supports(found.said, found.cosine, leads)
        ):
            kept.append((found, way))
    return sorted([*kept, *leading], key=lambda each: each[0].place) if kept else []


def _lacking(
    question: str, ways: Ways, reached: Sequence[Memory | Episode], language: str
) -> str | None:
    """Return why there is no answer, None if there is."""
    if not reached:
        told = ", ".join(sorted(ways.named))
        return f"nothing that was found says what is asked{f' of {told}' if told else ''}"
    if language in _NOUNS_HAVE_CAPITALS:
        return None
    said = {word for each in reached for word in (*name_keys(each.content), *names_of(each))}
    known = said | ways.named | ways.aliases.keys()
    for name in _name_like(question):
        if not any(name in each.split() for each in known):
            return f"“{name}” occurs in nothing that was found"
    return None


def _name_like(question: str) -> list[str]:
    found = [re.sub(r"['’]s?$", "", folded(each[0])) for each in _NAME_LIKE.finditer(question)]
    return [each for each in found if each not in _NO_NAMES]


def _statement(said: Memory | Episode, path: EvidencePath, via: tuple[UUID, ...]) -> Statement:
    return Statement(
        text=said.content,
        source=Citation(id=said.id, kind=said.kind),
        path=path,
        via=via,
        quotations=(),
        valid_from=said.valid_from,
        valid_until=None if isinstance(said, Episode) else said.valid_until,
        is_contested=isinstance(said, Memory) and said.standing is Standing.CONTESTED,
        against=(),
    )


def _memory_ids(statements: Iterable[Statement]) -> list[UUID]:
    return [each.source.id for each in statements if each.source.kind == "memory"]


async def _both_sides(names: Names, statements: Sequence[Statement]) -> list[Statement]:
    """Add the other side of each contradiction behind the one that was found."""
    pairs = await names.work.all(
        "answer_contradictions",
        ContradictionFound,
        memory_ids=_memory_ids(statements),
        **names.holding,
    )
    against: defaultdict[UUID, list[MemoryId]] = defaultdict(list)
    for pair in pairs:
        against[pair.first_id].append(MemoryId(pair.second_id))
        against[pair.second_id].append(MemoryId(pair.first_id))
    told = {each.source.id for each in statements}
    whole: list[Statement] = []
    for statement in statements:
        others = tuple(against.get(statement.source.id, ()))
        whole.append(_against(statement, others))
        for other in others:
            if other not in told:
                told.add(other)
                found = await _memory_at(names, other)
                if found is not None:
                    side = _statement(found, statement.path, statement.via)
                    whole.append(_against(side, tuple(against[other])))
    return whole


def _against(statement: Statement, others: tuple[MemoryId, ...]) -> Statement:
    contested = statement.is_contested or bool(others)
    return replace(statement, against=others, is_contested=contested)


async def _memory_at(names: Names, memory_id: MemoryId) -> Memory | None:
    row = await names.work.one("memory_at", MemoryFound, memory_id=memory_id, **names.holding)
    return None if row is None or row.content is None else row.memory()


async def _quoted(names: Names, statements: Sequence[Statement]) -> list[Statement]:
    rows = await names.work.all(
        "answer_quotations",
        QuotationFound,
        memory_ids=_memory_ids(statements),
        **names.where,
    )
    found: defaultdict[UUID, list[Quotation]] = defaultdict(list)
    for row in rows:
        found[row.memory_id].append(row.quotation())
    return [replace(each, quotations=tuple(found.get(each.source.id, ()))) for each in statements]
