"""Let a language model put an answer or a look back into words; what it rests on stays beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from muniment.knowledge.roles.answering import answer_deeply
from muniment.knowledge.roles.records import Record
from muniment.knowledge.roles.reflecting import reflect
from muniment.model.answers import Answer, Statement
from muniment.model.pages import Phrase
from muniment.model.reflection import Reflection
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
    why = () if told.abstained is None else (f"the model abstained: {told.abstained}",)
    return replace(
        answer,
        phrases=tuple(Phrase(text=each.text, cites=each.cites) for each in told.sentences),
        degraded=(*answer.degraded, *told.lacking, *why),
    )


async def phrased_reflection(model: LanguageModel, reflection: Reflection) -> Reflection:
    """Return a look back with a model's phrases, each under the kind of what it found.

    The model sees what the rules listed, each belief once. It settles nothing.
    """
    records = {each.id: each for each in _listed(reflection)}
    told = await reflect(model, tuple(records.values()))
    return replace(
        reflection,
        phrases=tuple(
            Phrase(heading=each.kind.value, text=each.sentence.text, cites=each.sentence.cites)
            for each in told.findings
        ),
        degraded=told.lacking,
    )


def _listed(reflection: Reflection) -> Iterator[Record]:
    for stable in (*reflection.stable_preferences, *reflection.stable_constraints):
        yield Record(
            id=stable.memory_id,
            text=stable.content,
            about=stable.entity,
            valid_from=stable.valid_from,
        )
    for changed in reflection.changed_beliefs:
        about, at = changed.entity, changed.changed_at
        yield Record(id=changed.old_id, text=changed.old_content, about=about, valid_until=at)
        yield Record(id=changed.new_id, text=changed.new_content, about=about, valid_from=at)
    for pair in reflection.contradictions_for_review:
        for id_, text in (
            (pair.first_id, pair.first_content),
            (pair.second_id, pair.second_content),
        ):
            if id_ is not None and text is not None:
                yield Record(id=id_, text=text, marks=("contested",))


def _record(statement: Statement) -> Record:
    return Record(
        id=statement.source.id,
        text=statement.text,
        kind=statement.source.kind,
        valid_from=statement.valid_from,
        valid_until=statement.valid_until,
        marks=statement.marks,
    )
