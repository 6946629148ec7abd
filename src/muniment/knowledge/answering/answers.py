"""Answer a question by rules: quote what bears on it, say how it was reached, or abstain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from muniment.access.principal import Principal
from muniment.knowledge.answering.abstaining import lacking
from muniment.knowledge.answering.choosing import answering, is_strong, reached_by_ways
from muniment.knowledge.answering.findings import ENGLISH, ask_quotations, findings, quotations_of
from muniment.knowledge.answering.ordering import Reached
from muniment.knowledge.answering.ways import find_ways
from muniment.knowledge.pages.wording import ContradictionFound
from muniment.model.answers import Answer, EvidencePath, Statement
from muniment.model.ids import MemoryId
from muniment.model.memory import Episode, Memory, Standing
from muniment.model.names import called
from muniment.model.pages import Citation
from muniment.model.recalled import Recalled
from muniment.recall.grounds import Ask, question_on, read_grounds
from muniment.recall.lookup.entities import Names
from muniment.recall.lookup.one import memories_at
from muniment.store.pool import Store

COMPARED: Final = 10
"""Among how many beliefs and turns what answers is looked for, however few it may be."""


async def grounded_answer(
    store: Store,
    principal: Principal,
    recalled: Recalled,
    *,
    language: str,
    limit: int | None = None,
) -> Answer:
    """Answer from what was recalled, with so many beliefs and turns at most: each statement is one in its own words.

    In English a result counts if it says what is asked, of whom and when it is asked, and is not so far behind others that it
    hardly answers; or if it is so far ahead of all others that it most likely does, whatever its words. Elsewhere, and where
    a question has no word but names, it counts if it has at least half as much in common with the question as the best one,
    in words or in meaning; less is asked of what an alias, facts or a page lead to. What a turn only supposes does not count;
    nor, where it is asked whether something is so, what it guesses. A turn is told as the beliefs that rest on it, where
    these have all that it says of what is asked; behind what replaced it, where that is asked for. What most likely answers
    stands first; of two that say all that is asked the one that was told later. Where the question names somebody known, it is reached from there: directly, by an alias, by facts, by a
    page. Both sides of a contradiction are told, and all who share a name that is asked for. Where nothing is left, or without a
    name, an address or a number of the question, it abstains; but of whom is known it is told what is so where it is asked whether.
    """
    receipt = recalled.receipt
    question = receipt.question
    if receipt.abstained is not None:
        return _answer(recalled, abstained=receipt.abstained)
    basis = receipt.basis
    place = (basis.as_of.number, question.namespace, question.containers)
    opened = Names.at(store, principal, *place, valid_at=basis.valid_at, window=basis.window)
    async with opened as names:
        ways = await find_ways(names, recalled)
        ask = _ask(recalled)
        grounds = await read_grounds(names.work, principal, ask, language)
        found = await findings(names, grounds, recalled, language)
        asked = question.query
        if language == ENGLISH:
            turns = (each.said for each in found if isinstance(each.said, Episode))
            read = question_on(grounds, ask).asked_by(called(each.speaker or "") for each in turns)
            asked, reached = answering(read, ask.speaker, ways, found)
        else:
            reached = [each for each in reached_by_ways(ways, found) if is_strong(*each)]
        reached = _at_most(limit, reached)
        reason = lacking(asked, ways, found, [each for each, _ in reached], language)
        if reason is not None:
            return _answer(recalled, abstained=reason)
        statements = [
            replace(_statement(each.said, *way), is_over=each.is_over, superseded=each.superseded)
            for each, way in reached
        ]
        doubted = {each.said.id for each, _ in reached if _is_doubted(each.said)}
        quoted = await _quoted(names, await _both_sides(names, statements, doubted))
    return _answer(recalled, quoted)


def _at_most(limit: int | None, reached: Sequence[Reached]) -> list[Reached]:
    """Return what was found in the first so many places of all."""
    places = list(dict.fromkeys(each.place for each, _ in reached))[:limit]
    return [(each, way) for each, way in reached if each.place in places]


def _answer(
    recalled: Recalled, statements: Sequence[Statement] = (), *, abstained: str | None = None
) -> Answer:
    receipt = recalled.receipt
    return Answer(
        question=receipt.question.query,
        statements=tuple(statements),
        abstained=abstained,
        basis=receipt.basis,
        recall_id=receipt.recall_id,
        degraded=receipt.degraded,
    )


def _ask(recalled: Recalled) -> Ask:
    asked, basis = recalled.receipt.question, recalled.receipt.basis
    return Ask(
        query=asked.query,
        namespace=asked.namespace,
        speaker=asked.speaker,
        containers=asked.containers,
        as_of=basis.as_of.number,
        valid_at=basis.valid_at,
        window=basis.window,
    )


def _statement(said: Memory | Episode, path: EvidencePath, via: tuple[UUID, ...]) -> Statement:
    return Statement(
        text=said.content,
        source=Citation(id=said.id, kind=said.kind),
        path=path,
        via=via,
        quotations=(),
        valid_from=said.valid_from,
        valid_until=None if isinstance(said, Episode) else said.valid_until,
        is_contested=isinstance(said, Memory) and said.is_contested,
        against=(),
    )


def _memory_ids(statements: Iterable[Statement]) -> list[UUID]:
    return [each.source.id for each in statements if each.source.kind == "memory"]


def _is_doubted(said: Memory | Episode) -> bool:
    return isinstance(said, Memory) and said.standing is Standing.CONTESTED


async def _both_sides(
    names: Names, statements: Sequence[Statement], doubted: Collection[UUID]
) -> list[Statement]:
    """Add the other side of each contradiction to the one that was found: before it, if that is doubted."""
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
    told = {each.source.id: each for each in statements}
    others = {id_ for each in statements for id_ in against.get(each.source.id, ())}
    untold = await memories_at(names, others - told.keys())
    whole: dict[UUID, Statement] = {}
    for each in statements:
        sides = [
            told.get(id_) or _statement(untold[id_], each.path, each.via)
            for id_ in against.get(each.source.id, ())
            if id_ in told or id_ in untold
        ]
        for one in (*sides, each) if each.source.id in doubted else (each, *sides):
            whole.setdefault(one.source.id, one)
    return [_against(each, tuple(against[id_])) for id_, each in whole.items()]


def _against(statement: Statement, others: tuple[MemoryId, ...]) -> Statement:
    contested = statement.is_contested or bool(others)
    return replace(statement, against=others, is_contested=contested)


async def _quoted(names: Names, statements: Sequence[Statement]) -> list[Statement]:
    found = quotations_of(await (await ask_quotations(names, _memory_ids(statements))).all())
    return [replace(each, quotations=tuple(found.get(each.source.id, ()))) for each in statements]
