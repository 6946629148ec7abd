"""Let a model put evidence into words: a context for a message, or the answer to a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.roles.asking import NO_ANSWER, Told, asked, degraded
from muniment.knowledge.roles.forms import PERHAPS_TEXT, form, list_of
from muniment.knowledge.roles.reading import perhaps_text, standing
from muniment.knowledge.roles.records import (
    CITED,
    CitedSentence,
    Record,
    cited_sentence,
    keyed,
    shown,
)
from muniment.ports.language_model import JsonObject, LanguageModel

SENTENCES_MAX: Final = 12
REASON_CHARACTERS_MAX: Final = 300
NOTHING_SHOWN: Final = "there is no evidence"
NOTHING_STANDS: Final = "nothing that the model said rests on the evidence"
FORM: Final = form("answer", sentences=list_of(CITED), abstain=PERHAPS_TEXT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Told):
    """What a model made of evidence: cited sentences, or why there are none."""

    sentences: tuple[CitedSentence, ...] = ()
    abstained: str | None = None

    @property
    def text(self) -> str:
        """The sentences in a row."""
        return " ".join(sentence.text for sentence in self.sentences)


async def enhance_context(
    model: LanguageModel, message: str, records: Sequence[Record]
) -> Answered:
    """Return a short context for a message, made of evidence alone; nothing is asked without any."""
    return await _answered(
        model, "context_enhancer", "enhance_context", "message", message, records
    )


async def answer_deeply(model: LanguageModel, question: str, records: Sequence[Record]) -> Answered:
    """Return the answer to a question, made of evidence alone; nothing is asked without any."""
    return await _answered(model, "deep_memory", "answer_deeply", "question", question, records)


async def _answered(
    model: LanguageModel,
    role: str,
    contract: str,
    what: str,
    words: str,
    records: Sequence[Record],
) -> Answered:
    if not records:
        return Answered(abstained=NOTHING_SHOWN)
    known = keyed(records)
    try:
        told = await asked(model, contract, {what: words, "records": shown(known)}, FORM)
        return checked_answer(told, known)
    except NO_ANSWER as error:
        return Answered(degraded=degraded(role, model, error))


def checked_answer(told: JsonObject, records: Mapping[str, Record]) -> Answered:
    """Return what stands of an answer; where nothing does, it abstains.

    Raises:
        ModelAnswerUnusable: it has not the form.
    """
    reason = perhaps_text(told, "abstain", REASON_CHARACTERS_MAX)
    sentences, refused = standing(
        told, "sentences", SENTENCES_MAX, lambda item: cited_sentence(item, records)
    )
    if reason is not None:
        return Answered(abstained=reason, refused=refused)
    why = None if sentences else NOTHING_STANDS
    return Answered(sentences=sentences, abstained=why, refused=refused)
