"""Choose what of all that was found answers a question, and in which order; pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from muniment.knowledge.answering.findings import Finding
from muniment.knowledge.answering.likelihood import Ahead, ahead, lacks_number, least, slot_of
from muniment.knowledge.answering.ordering import Reached, Telling, Way, after_successors, in_order
from muniment.knowledge.answering.polarity import is_of_before
from muniment.knowledge.answering.preceding import before_in
from muniment.knowledge.answering.reasons import is_without_reason
from muniment.knowledge.answering.relatives import about_relatives, relatives
from muniment.knowledge.answering.supporting import COSINE_MIN, Asked
from muniment.knowledge.answering.ways import Ways
from muniment.model.answers import EvidencePath
from muniment.model.memory import Episode, Memory
from muniment.model.names import folded
from muniment.recall.question import QuestionRead

STRENGTHS_MIN: Final = {
    EvidencePath.DIRECT: 0.5,
    EvidencePath.ALIAS: 0.25,
    EvidencePath.EDGE: 0.1,
    EvidencePath.PAGE: 0.0,
}
"""How much of what the best result has, in words or in meaning, a statement has at least.

Where something leads to it, it need not say the question's words itself.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """What is reached and may answer, and whether it says what is asked in words that tell it."""

    found: Finding
    way: Way
    says: bool


def answering(
    read: QuestionRead, asker: str | None, ways: Ways, found: Sequence[Finding]
) -> tuple[str, list[Reached]]:
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
) -> list[Reached]:
    """Return what says what is asked, and with it the facts that say who is meant; a turn where its beliefs say less.

    `by_words` alone it is told where another question was recalled than is answered.
    """
    meant = relatives(read.text, asker, found)
    facts = {each.fact for each in meant}
    if meant:
        read = about_relatives(read, asker, meant)
        ways = replace(ways, named=ways.named.union(*(each.names for each in meant)))
    asked = _asked(read, ways, found)
    reached = [(_bearing(asked, each), way) for each, way in reached_by_ways(ways, found)]
    judged = _judged(asked, ways, found, reached)
    rivals = [
        each
        for each in found
        if not by_words and each.said.id not in facts and asked.may_seem_to_answer(each.said)
    ]
    weighed, telling = _weighed_all(asked, found, rivals, judged, is_led=bool(meant))
    bearing = [
        (weight, each.way)
        for each, weight in weighed
        if weight is not None and (each.says or weight.said.id not in facts)
    ]
    bearing += [
        (each.found, each.way)
        for each, weight in weighed
        if weight is None
        and each.says
        and any(asked.says_alike(each.found.said, other.said) for other, _ in bearing)
    ]
    beliefs = [each for each, _ in bearing if isinstance(each.said, Memory)]
    kept = [
        (each, way)
        for each, way in bearing
        if isinstance(each.said, Memory) or not _is_told(asked, each.said, beliefs)
    ]
    if not kept:
        return []
    leading = [each for each in reached if asked.leads(each[0].said)]
    answering = in_order(asked, [*kept, *leading], telling)
    untold = facts - {each.said.id for each, _ in kept}
    proving = [each for each in reached if each[0].said.id in untold]
    return [*after_successors(asked, answering), *proving]


def _judged(
    asked: Asked, ways: Ways, found: Sequence[Finding], reached: Sequence[Reached]
) -> list[_Judged]:
    """Return what of all that is reached may answer, each with whether it says what is asked."""
    held = {slot_of(each.said) for each in found if _held(asked, each.said)}
    return [
        _Judged(found=each, way=way, says=_says(asked, each, way, ways))
        for each, way in reached
        if not asked.leads(each.said)
        and not (asked.is_of_before and _is_of_now(each, reached))
        and not is_without_reason(asked.question, each, (turn.said for turn, _ in reached))
        and (slot_of(each.said) not in held or _held(asked, each.said))
    ]


def reached_by_ways(ways: Ways, found: Sequence[Finding]) -> list[Reached]:
    """Return what is reached, and how; a question that names nobody known reaches all by its words.

    A name that is written small may be no more than a state: "married", when somebody is divorced.
    """
    reaching = [ways.to(each.said) for each in found]
    is_nobody = not ways.named or (ways.named <= ways.plain and not any(reaching))
    led = [(EvidencePath.DIRECT, ()) if way is None and is_nobody else way for way in reaching]
    return [(each, way) for each, way in zip(found, led, strict=True) if way is not None]


def is_strong(found: Finding, way: Way) -> bool:
    """Tell whether something has as much of the best result's strength as its path asks for."""
    return found.strength >= STRENGTHS_MIN[way[0]]


def _bearing(asked: Asked, found: Finding) -> Finding:
    """Return a turn as what it told of what is asked is: over with that, and replaced with that."""
    told = [each for each in found.told if asked.bears(each.belief, each.words, found.said)]
    if not told:
        return found
    return replace(found, told=tuple(told), is_over=all(each.is_over for each in told))


def _asked(read: QuestionRead, ways: Ways, found: Sequence[Finding]) -> Asked:
    """Read what is asked, of whom."""
    entities = (each.said.entity for each in found if isinstance(each.said, Memory))
    return Asked.of(read, ways.plain, {folded(each) for each in entities if each is not None})


def _says(asked: Asked, found: Finding, way: Way, ways: Ways) -> bool:
    """Tell whether something says what is asked in words that tell it."""
    leads = [edge for edge in ways.edges if edge.memory_id in way[1]]
    has_ground = bool(asked.words) or is_strong(found, way)
    return has_ground and asked.supports(found.said, found.cosine, leads, found.beside)


def _weighed_all(
    asked: Asked,
    found: Sequence[Finding],
    rivals: Sequence[Finding],
    judged: Sequence[_Judged],
    *,
    is_led: bool,
) -> tuple[list[tuple[_Judged, Finding | None]], Telling]:
    """Return what of all answers, and when it was told; what tells it anew is compared with others than what it was before."""
    scored = {each.place: each for each in found if each.score is not None}
    leads = {place: ahead(each, rivals) for place, each in scored.items()}
    weighed = [
        (each, _weighed(asked, each, rivals, leads.get(each.found.place), is_led=is_led))
        for each in judged
    ]
    telling = Telling.of(
        asked,
        found,
        saying=(each.found for each in judged if each.says),
        answering=(each.found for each, weight in weighed if weight is not None or each.says),
    )
    for at, each in enumerate(judged):
        others = telling.rivals_of(each.found, rivals)
        itself = scored.get(each.found.place)
        if len(others) < len(rivals) and itself is not None:
            lead = ahead(itself, others)
            is_next = each.found.place in telling.changed or (
                itself.cosine >= COSINE_MIN and lead is not None and lead.is_nearest
            )
            weighed[at] = each, _weighed(asked, each, others, lead, is_led=is_led or is_next)
    return weighed, telling


def _weighed(
    asked: Asked, judged: _Judged, rivals: Sequence[Finding], lead: Ahead | None, *, is_led: bool
) -> Finding | None:
    """Return what answers, and how likely it does where that can be told, None if it does not.

    What says what is asked of a relative need not be likely. A turn has a number where one is asked for.
    """
    found, says = judged.found, judged.says
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


def _is_of_now(found: Finding, reached: Sequence[Reached]) -> bool:
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
