"""Answer a question by rules: quote what bears on it, say how it was reached, or abstain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from muniment.access.principal import Principal
from muniment.knowledge.abstaining import lacking
from muniment.knowledge.findings import ENGLISH, Finding, ask_quotations, findings, quotations_of
from muniment.knowledge.likelihood import (
    Ahead,
    ahead,
    lacks_number,
    least,
    slot_of,
)
from muniment.knowledge.ordering import Telling, Way, after_successors, in_order
from muniment.knowledge.pages.wording import ContradictionFound
from muniment.knowledge.polarity import is_of_before
from muniment.knowledge.preceding import before_in
from muniment.knowledge.reasons import is_without_reason
from muniment.knowledge.relatives import about_relatives, relatives
from muniment.knowledge.supporting import COSINE_MIN, Asked
from muniment.knowledge.ways import Ways, find_ways
from muniment.model.answers import Answer, EvidencePath, Statement
from muniment.model.ids import MemoryId
from muniment.model.memory import Episode, Memory, Standing
from muniment.model.names import called, folded
from muniment.model.pages import Citation
from muniment.model.recalled import Recalled
from muniment.recall.grounds import Ask, question_on, read_grounds
from muniment.recall.lookup.entities import Names
from muniment.recall.lookup.one import memories_at
from muniment.recall.question import QuestionRead
from muniment.store.pool import Store

COMPARED: Final = 10
"""Among how many beliefs and turns what answers is looked for, however few it may be."""

STRENGTHS_MIN: Final = {
    EvidencePath.DIRECT: 0.5,
    EvidencePath.ALIAS: 0.25,
    EvidencePath.EDGE: 0.1,
    EvidencePath.PAGE: 0.0,
}
"""How much of what the best result has, in words or in meaning, a statement has at least.

Where something leads to it, it need not say the question's words itself.
"""


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
            asked, reached = _answering(read, ask.speaker, ways, found)
        else:
            reached = [each for each in _reached(ways, found) if _is_strong(*each)]
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


def _at_most(
    limit: int | None, reached: Sequence[tuple[Finding, Way]]
) -> list[tuple[Finding, Way]]:
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


def _reached(ways: Ways, found: Sequence[Finding]) -> list[tuple[Finding, Way]]:
    """Return what is reached, and how; a question that names nobody known reaches all by its words.

    A name that is written small may be no more than a state: "married", when somebody is divorced.
    """
    reaching = [ways.to(each.said) for each in found]
    is_nobody = not ways.named or (ways.named <= ways.plain and not any(reaching))
    led = [(EvidencePath.DIRECT, ()) if way is None and is_nobody else way for way in reaching]
    return [(each, way) for each, way in zip(found, led, strict=True) if way is not None]


def _bearing(asked: Asked, found: Finding) -> Finding:
    """Return a turn as what it told of what is asked is: over with that, and replaced with that."""
    told = [each for each in found.told if asked.bears(each.belief, each.words, found.said)]
    if not told:
        return found
    return replace(found, told=tuple(told), is_over=all(each.is_over for each in told))


def _is_strong(found: Finding, way: Way) -> bool:
    return found.strength >= STRENGTHS_MIN[way[0]]


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


def _asked(read: QuestionRead, ways: Ways, found: Sequence[Finding]) -> Asked:
    """Read what is asked, of whom."""
    entities = (each.said.entity for each in found if isinstance(each.said, Memory))
    return Asked.of(read, ways.plain, {folded(each) for each in entities if each is not None})


def _answering(
    read: QuestionRead, asker: str | None, ways: Ways, found: Sequence[Finding]
) -> tuple[str, list[tuple[Finding, Way]]]:
    """Return what is asked, and what answers it; where it is asked before what was so, and that is known, what was before."""
    before = before_in(read.text)
    if before is not None:
        names = frozenset(each for each in read.names if not before.names(each))
        others = replace(
            ways, named=frozenset(each for each in ways.named if not before.names(each))
        )
        asking = replace(read, text=before.asked, names=names)
        answering = _supporting(asking, asker, others, found, by_words=True)
        preceding = before.among([each for each, _ in answering])
        if preceding is not None:
            return before.asked, [each for each in answering if each[0] in preceding]
        found = [each for each in found if not before.is_all_that(read.text, each.said)]
    return read.text, _supporting(read, asker, ways, found)


def _supporting(
    read: QuestionRead,
    asker: str | None,
    ways: Ways,
    found: Sequence[Finding],
    *,
    by_words: bool = False,
) -> list[tuple[Finding, Way]]:
    """Return what says what is asked, and with it the facts that say who is meant; a turn where its beliefs say less.

    `by_words` alone it is told where another question was recalled than is answered.
    """
    meant = relatives(read.text, asker, found)
    facts = {each.fact for each in meant}
    if meant:
        read = about_relatives(read, asker, meant)
        ways = replace(ways, named=ways.named.union(*(each.names for each in meant)))
    asked = _asked(read, ways, found)
    reached = [(_bearing(asked, each), way) for each, way in _reached(ways, found)]
    leading = [each for each in reached if asked.leads(each[0].said)]
    held = {slot_of(each.said) for each in found if _held(asked, each.said)}
    judged = [
        (each, way, _says(asked, each, way, ways))
        for each, way in reached
        if not asked.leads(each.said)
        and not (asked.is_of_before and _is_of_now(each, reached))
        and not is_without_reason(read.text, each, (turn.said for turn, _ in reached))
        and (slot_of(each.said) not in held or _held(asked, each.said))
    ]
    rivals = [
        each
        for each in found
        if not by_words and each.said.id not in facts and asked.may_seem_to_answer(each.said)
    ]
    weighed, telling = _weighed_all(asked, found, rivals, judged, is_led=bool(meant))
    bearing = [
        (each, way)
        for (each, way), (_, _, says) in zip(weighed, judged, strict=True)
        if each is not None and (says or each.said.id not in facts)
    ]
    alike = [
        (each, way)
        for (each, way, says), (weight, _) in zip(judged, weighed, strict=True)
        if says
        and weight is None
        and any(asked.says_alike(each.said, other.said) for other, _ in bearing)
    ]
    bearing += alike
    beliefs = [each for each, _ in bearing if isinstance(each.said, Memory)]
    kept = [
        (each, way)
        for each, way in bearing
        if isinstance(each.said, Memory) or not _is_told(asked, each.said, beliefs)
    ]
    answering = in_order(asked, [*kept, *leading], telling) if kept else []
    untold = facts - {each.said.id for each, _ in kept}
    proving = [each for each in reached if kept and each[0].said.id in untold]
    return [*after_successors(asked, answering), *proving]


def _says(asked: Asked, found: Finding, way: Way, ways: Ways) -> bool:
    """Tell whether something says what is asked in words that tell it."""
    leads = [edge for edge in ways.edges if edge.memory_id in way[1]]
    is_strong = bool(asked.words) or _is_strong(found, way)
    return is_strong and asked.supports(found.said, found.cosine, leads, found.beside)


def _weighed_all(
    asked: Asked,
    found: Sequence[Finding],
    rivals: Sequence[Finding],
    judged: Sequence[tuple[Finding, Way, bool]],
    *,
    is_led: bool,
) -> tuple[list[tuple[Finding | None, Way]], Telling]:
    """Return what of all answers, and when it was told; what tells it anew is compared with others than what it was before."""
    scored = {each.place: each for each in found if each.score is not None}
    leads = {place: ahead(each, rivals) for place, each in scored.items()}
    weighed = [
        _weighed(asked, each, rivals, leads.get(each.place), says=says, is_led=is_led)
        for each, _, says in judged
    ]
    telling = Telling.of(
        asked,
        found,
        saying=(each for each, _, says in judged if says),
        answering=(
            each
            for weight, (each, _, says) in zip(weighed, judged, strict=True)
            if weight is not None or says
        ),
    )
    for at, (each, _, says) in enumerate(judged):
        others = telling.rivals_of(each, rivals)
        if len(others) < len(rivals) and each.place in scored:
            lead = ahead(scored[each.place], others)
            is_next = each.place in telling.changed or (
                scored[each.place].cosine >= COSINE_MIN and lead is not None and lead.is_nearest
            )
            weighed[at] = _weighed(asked, each, others, lead, says=says, is_led=is_led or is_next)
    return [(one, way) for one, (_, way, _) in zip(weighed, judged, strict=True)], telling


def _weighed(
    asked: Asked,
    found: Finding,
    rivals: Sequence[Finding],
    lead: Ahead | None,
    *,
    says: bool,
    is_led: bool,
) -> Finding | None:
    """Return what answers, and how likely it does where that can be told, None if it does not.

    What says what is asked of a relative need not be likely. A turn has a number where one is asked for.
    """
    if lead is None:
        return found if says and not lacks_number(asked.question, found) else None
    likelihood = lead.likelihood(asked.question, found, says=says)
    if says and is_led:
        return replace(found, likelihood=likelihood)
    others = (each.said for each in rivals if each.place != found.place)
    if likelihood < least(found, says=says):
        return None
    if not says and (not asked.admits(found.said) or asked.is_near_by_name(found.said, others)):
        return None
    return replace(found, likelihood=likelihood)


def _is_of_now(found: Finding, reached: Sequence[tuple[Finding, Way]]) -> bool:
    """Tell whether something says what is so now, and nothing of what was before."""
    told = (each for each, _ in reached if isinstance(each.said, Memory) and not each.is_over)
    is_told = any(found.said.id in each.turns for each in told)
    return not (found.is_over or found.superseded or is_of_before(found.said, is_told=is_told))


def _held(asked: Asked, said: Memory | Episode) -> bool:
    """Tell whether a belief of a slot held at the time that is asked for."""
    return isinstance(said, Memory) and slot_of(said) is not None and not asked.began_later(said)


def _is_told(asked: Asked, turn: Episode, beliefs: Sequence[Finding]) -> bool:
    """Tell whether beliefs that rest on a turn have all that it says of what is asked."""
    resting = [each for each in beliefs if turn.id in each.turns]
    words = [each.words for each in resting]
    return bool(resting) and asked.tell_as_much([each.said for each in resting], words, turn)


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
