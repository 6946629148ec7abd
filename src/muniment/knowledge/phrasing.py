"""Let a language model put the statements of an answer into words; the statements stay beside them."""

from __future__ import annotations

from dataclasses import replace

from muniment.knowledge.roles.answering import answer_deeply
from muniment.knowledge.roles.records import Record
from muniment.model.answers import Answer, Statement
from muniment.model.pages import Phrase
from muniment.ports.language_model import LanguageModel


async def phrased(model: LanguageModel, answer: Answer) -> Answer:
    """Return an answer with a model's phrases: each rests on the statements that it cites.

    The model sees the statements alone. What it adds of its own is thrown away and told in
    `degraded`, and so is its silence. An abstention is not put to it.
    """
    if answer.abstained is not None:
        return answer
    told = await answer_deeply(
        model, answer.question, [_record(each) for each in answer.statements]
    )
    why = (told.degraded, None if told.abstained is None else f"it abstained: {told.abstained}")
    return replace(
        answer,
        phrases=tuple(Phrase(text=each.text, cites=each.cites) for each in told.sentences),
        degraded=(*told.refused, *(each for each in why if each is not None)),
    )


def _record(statement: Statement) -> Record:
    return Record(
        id=statement.source.id,
        text=statement.text,
        kind=statement.source.kind,
        valid_from=statement.valid_from,
        valid_until=statement.valid_until,
        is_contested=statement.is_contested,
    )
