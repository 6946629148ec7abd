"""Find where a question is answered, and what its words find: all that needs no vector."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from muniment.access.principal import Principal
from muniment.model.recalled import Question
from muniment.recall.answering import Clockwork
from muniment.recall.gathered import Gathered, Sought
from muniment.recall.grounds import Ask, Grounds, question_on, read_grounds
from muniment.recall.lanes import ask_words, gather_words
from muniment.recall.question import QuestionRead
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A question on its way to the vectors, and the transaction that it is answered in."""

    work: Work
    grounds: Grounds
    sought: Sought
    read: QuestionRead
    gathered: Gathered


async def ask_without_vector(
    opening: Callable[[], Awaitable[Work]],
    acting: Principal,
    ask: Ask,
    language: str,
    question: Question,
    clock: Clockwork,
) -> Asking:
    """Open a transaction, read the grounds and the question, and gather what its words, tags and names find."""
    work = await opening()
    grounds = await read_grounds(work, acting, ask, language)
    clock.mark("question")
    sought = Sought.on(
        grounds, acting.tenant_id, question.candidates_max, approximate=question.approximate
    )
    asked = await ask_words(work, sought)
    read = question_on(grounds, ask)
    gathered = await gather_words(sought, asked)
    return Asking(work=work, grounds=grounds, sought=sought, read=read, gathered=gathered)
