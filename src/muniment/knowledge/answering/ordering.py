"""Order what answers a question: what most likely answers first, what was told later before what it tells anew; pure, in English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self
from uuid import UUID

from muniment.knowledge.answering.designations import numbered_in
from muniment.knowledge.answering.findings import Finding
from muniment.knowledge.answering.likelihood import (
    POSSIBLE_MIN,
    asks_for_time,
    asks_how_many,
    is_of_kind,
)
from muniment.knowledge.answering.supporting import Asked
from muniment.knowledge.answering.unnamed_changes import changes_in
from muniment.knowledge.attributes import content_words
from muniment.knowledge.earnest import asks_whether
from muniment.model.answers import EvidencePath
from muniment.model.memory import Episode
from muniment.recall.tenses import View, view_of

Way = tuple[EvidencePath, tuple[UUID, ...]]
Reached = tuple[Finding, Way]
"""What was found, and how it is reached from the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """When what answers, or says what is asked, was last told, by the place where it was found; and what may tell it anew, in all words that are asked, or as a change of the only one there is.

    What is over is told so, and needs it only where it is asked whether something is so. Nothing does where it is asked of a time, or of before.
    """

    answering: Mapping[int, datetime]
    anew: Mapping[UUID, datetime]
    changed: frozenset[int]
    """The places of what tells a change of the only one there is."""

    @classmethod
    def of(
        cls,
        asked: Asked,
        found: Sequence[Finding],
        saying: Iterable[Finding],
        answering: Iterable[Finding],
    ) -> Self:
        """Return when each was told: a belief with the last turn that it was found with."""
        turns: dict[int, datetime] = {}
        for each in found:
            if isinstance(each.said, Episode):
                at = each.said.valid_from
                turns[each.place] = max(at, turns.get(each.place, at))
        is_of_now = bool(asked.words) and not (asked.windows or asked.is_of_before)
        changed = changes_in(asked, found) if is_of_now else frozenset()
        return cls(
            answering={
                each.place: turns.get(each.place, each.said.valid_from)
                for each in answering
                if not each.is_over or asks_whether(asked.question)
            },
            anew={
                each.said.id: turns[each.place]
                for each in saying
                if is_of_now
                and each.place in turns
                and (each.place in changed or _tells_all(asked, each))
            },
            changed=changed,
        )

    def outdates(self, found: Finding, place: int) -> bool:
        """Tell whether something tells all that is asked, and later than what answers that was found in a place."""
        told, before = self.anew.get(found.said.id), self.answering.get(place)
        return told is not None and before is not None and before < told

    def rivals_of(self, found: Finding, rivals: Iterable[Finding]) -> list[Finding]:
        """Return those that something is compared with: not with what answers and was told before it."""
        return [each for each in rivals if not self.outdates(found, each.place)]


def _tells_all(asked: Asked, found: Finding) -> bool:
    """Tell whether something has all words that are asked, is of the kind that is asked for, and neither over nor to come.

    How many rooms there are is not told by "room 2".
    """
    text = found.said.content
    numbered = content_words(" ".join(word for word, _ in numbered_in(text, ())))
    return (
        asked.fit(found.said)[1] == len(asked.words)
        and is_of_kind(asked.question, text)
        and not (found.is_over or found.superseded)
        and not any(each.belief.valid_from > found.said.valid_from for each in found.told)
        and (view_of(text) is not View.AHEAD or asks_for_time(asked.question))
        and not (asks_how_many(asked.question) and not asked.words.isdisjoint(numbered))
    )


def in_order(asked: Asked, reached: Sequence[Reached], telling: Telling) -> list[Reached]:
    """Put first what says who somebody is, where just that is asked, and what most likely answers; then what tells most of what is asked, in its words before in others, then in its category.

    What was found in one place stays together, and behind what tells later all that is asked.
    """
    order: dict[int, tuple[bool, float, int, int, bool]] = {}
    for found, _ in reached:
        told, said, is_of_category = asked.fit(found.said)
        likelihood = POSSIBLE_MIN if found.likelihood is None else found.likelihood
        fit = (not asked.says_who(found.said), -likelihood, -told, -said, not is_of_category)
        order[found.place] = min(fit, order.get(found.place, fit))
    places: list[int] = []
    for place in sorted(order, key=lambda each: (order[each], each)):
        here = [found for found, _ in reached if found.place == place]
        behind = (
            at for at, other in enumerate(places) if any(telling.outdates(x, other) for x in here)
        )
        places.insert(next(behind, len(places)), place)
    return sorted(reached, key=lambda each: places.index(each[0].place))


def after_successors(asked: Asked, reached: Sequence[Reached]) -> list[Reached]:
    """Return what answers, before each turn what holds in the place of that of it which is asked for."""
    beliefs = {found.said.id: (found, way) for found, way in reached}
    order: dict[UUID, Reached] = {}
    for found, way in reached:
        for each in () if asked.is_of_before else found.told:
            if (newer := each.successor) is not None and asked.bears(
                each.belief, each.words, found.said
            ):
                held = replace(found, said=newer, told=(), is_over=False, superseded=False)
                order.setdefault(newer.id, beliefs.get(newer.id, (held, way)))
        order.setdefault(found.said.id, (found, way))
    return list(order.values())
