"""Let a model put a question in other words before it is asked of the memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muniment.errors import ModelAnswerUnusable
from muniment.knowledge.roles.asking import NO_ANSWER, asked, degraded
from muniment.knowledge.roles.forms import TEXT, form, list_of
from muniment.knowledge.roles.reading import a_list, a_text
from muniment.model.names import folded
from muniment.ports.language_model import JsonObject, LanguageModel

PASSAGE_CHARACTERS_MAX: Final = 1_000
QUESTIONS_MAX: Final = 3
HYDE_FORM: Final = form("passage", passage=TEXT)
MULTI_QUERY_FORM: Final = form("questions", questions=list_of(TEXT))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """Other words for a question: what is searched with beside it, never instead of it."""

    texts: tuple[str, ...] = ()
    degraded: str | None = None


async def rewrite_hyde(model: LanguageModel, question: str) -> Rewritten:
    """Return a passage that would answer a question."""
    try:
        told = await asked(model, "rewrite_hyde", {"question": question}, HYDE_FORM)
        return Rewritten(texts=(a_text(told, "passage", PASSAGE_CHARACTERS_MAX),))
    except NO_ANSWER as error:
        return Rewritten(degraded=degraded("query_rewriter", model, error))


async def rewrite_multi_query(model: LanguageModel, question: str) -> Rewritten:
    """Return a question in up to three other wordings."""
    try:
        told = await asked(model, "rewrite_multi_query", {"question": question}, MULTI_QUERY_FORM)
        return Rewritten(texts=checked_questions(told, question))
    except NO_ANSWER as error:
        return Rewritten(degraded=degraded("query_rewriter", model, error))


def checked_questions(told: JsonObject, question: str) -> tuple[str, ...]:
    """Return the wordings, each once, without the question's own.

    Raises:
        ModelAnswerUnusable: there is none that can be searched with.
    """
    wordings: dict[str, str] = {}
    for item in a_list(told, "questions", 10):
        text = a_text({"question": item}, "question", PASSAGE_CHARACTERS_MAX)
        wordings.setdefault(folded(text), text)
    wordings.pop(folded(question), None)
    if not wordings:
        raise ModelAnswerUnusable("the answer has no other wording of the question.")
    return tuple(wordings.values())[:QUESTIONS_MAX]
