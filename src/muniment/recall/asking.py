"""Find where a question is answered, and ask what its words find: all that needs no vector."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from muniment.access.principal import Principal
from muniment.model.recalled import Question
from muniment.recall.answering import Clockwork
from muniment.recall.grounds import Ask, Grounds, read_grounds
from muniment.recall.lanes import Sought, WordsAsked, ask_words
from muniment.recall.question import Question as QuestionRead
from muniment.recall.question import read_question
from muniment.store.work import Work


class Asking:
    """A question on its way to the vectors; `opening` opens the transaction that it is answered in."""

    work: Work
    grounds: Grounds
    sought: Sought
    read: QuestionRead
    words: WordsAsked

    def __init__(
        self,
        opening: Callable[[], Awaitable[Work]],
        acting: Principal,
        ask: Ask,
        language: str,
        question: Question,
        clock: Clockwork,
    ) -> None:
        self._opening = opening
        self._acting = acting
        self._ask = ask
        self._language = language
        self._question = question
        self._clock = clock

    async def walk(self) -> None:
        """Read the grounds and the question, and ask what its words, tags and names find."""
        self.work = await self._opening()
        self.grounds = await read_grounds(self.work, self._acting, self._ask, self._language)
        self._clock.mark("question")
        self.sought = Sought.on(
            self.grounds,
            self._acting.tenant_id,
            self._question.candidates_max,
            approximate=self._question.approximate,
        )
        self.read = read_question(
            self._ask.query,
            reference=self.grounds.basis.valid_at,
            asker=self._ask.speaker,
            speakers=self.grounds.row.speakers,
            entities=self.grounds.row.names,
        )
        self.words = await ask_words(self.work, self.sought)
