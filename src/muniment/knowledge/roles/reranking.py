"""Let a model order records by how much they help to answer a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from muniment.errors import ModelAnswerUnusable
from muniment.knowledge.roles.asking import NO_ANSWER, asked, degraded
from muniment.knowledge.roles.forms import FLAG, NUMBER, TEXT, form, list_of, object_of
from muniment.knowledge.roles.reading import a_flag, a_score, a_text, objects
from muniment.knowledge.roles.records import Record, keyed, shown
from muniment.ports.language_model import JsonObject, LanguageModel

RECORDS_MAX: Final = 30
WRONG_PERSON_PENALTY: Final = 0.5
"""What a record about another person loses of its score."""

FORM: Final = form("ranking", ranking=list_of(object_of(key=TEXT, score=NUMBER, wrong_person=FLAG)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranked:
    """The ids of all records, in their new order; of equal scores, in the order that they had."""

    ids: tuple[UUID, ...]
    degraded: str | None = None


async def rerank(model: LanguageModel, question: str, records: Sequence[Record]) -> Reranked:
    """Order the first records anew; the others keep their places behind them.

    Where the model gives no usable answer all keep their places.
    """
    first, rest = records[:RECORDS_MAX], records[RECORDS_MAX:]
    before = tuple(record.id for record in records)
    if len(first) < 2:
        return Reranked(ids=before)
    known = keyed(first)
    try:
        told = await asked(model, "rerank", {"question": question, "records": shown(known)}, FORM)
        order = checked_ranking(told, known)
    except NO_ANSWER as error:
        return Reranked(ids=before, degraded=degraded("reranker", model, error))
    return Reranked(ids=(*(known[key].id for key in order), *(record.id for record in rest)))


def checked_ranking(told: JsonObject, records: Mapping[str, Record]) -> list[str]:
    """Return the keys of all records, best first; one that is not judged scores 0.

    Raises:
        ModelAnswerUnusable: a key was not shown or is judged twice, or a score is none.
    """
    scores: dict[str, float] = {}
    for item in objects(told, "ranking", len(records)):
        judged = item or {}
        key = a_text(judged, "key", 20)
        if key not in records or key in scores:
            raise ModelAnswerUnusable(
                f"the ranking names {key!r:.80}, which was not shown, or twice."
            )
        penalty = WRONG_PERSON_PENALTY if a_flag(judged, "wrong_person") else 0.0
        scores[key] = a_score(judged, "score") - penalty
    if not scores:
        raise ModelAnswerUnusable("the ranking is empty.")
    return sorted(records, key=lambda key: -scores.get(key, 0.0))
