"""Ask a model for an object of a form, with its data quoted, and read what came back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, cast

from muniment.errors import (
    ModelAnswerUnusable,
    ModelBudgetSpent,
    ModelUnavailable,
    UnstorableText,
)
from muniment.knowledge.prompts import prompt
from muniment.model.plain import Plain
from muniment.model.quoting import quoted
from muniment.ports.language_model import AnswerForm, Ask, JsonObject, LanguageModel, Said, Stop

NO_ANSWER: Final = (ModelAnswerUnusable, ModelBudgetSpent, ModelUnavailable, UnstorableText)
"""What may come instead of an answer; whoever asks goes on without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What came of asking a model, besides its answer.

    `refused` says what of it was thrown away and why, `degraded` that no model answered at all.
    """

    refused: tuple[str, ...] = ()
    degraded: str | None = None

    @property
    def lacking(self) -> tuple[str, ...]:
        """All that was not to be had."""
        return self.refused if self.degraded is None else (*self.refused, self.degraded)


async def asked(
    model: LanguageModel, contract: str, data: Mapping[str, Plain], form: AnswerForm
) -> JsonObject:
    """Return the object that a model answers with.

    The contract is the instructions; the data is one JSON document, and the only thing that
    others have written. The form is told to the model too, for servers that do not enforce it.

    Raises:
        ModelUnavailable, ModelBudgetSpent: there is no answer.
        ModelAnswerUnusable: the answer is cut, refused, or no object.
        UnstorableText: the data holds a NUL or a lone surrogate.
    """
    reply = await model.reply(
        Ask(
            instructions=f"{prompt(contract)}\nThe form of your answer\n"
            f"Answer with one JSON object of this schema, and with nothing else:\n"
            f"{json.dumps(form.schema)}\n",
            parts=(Said(text=quoted(data)),),
            form=form,
        )
    )
    if reply.stop in {Stop.LENGTH, Stop.REFUSED}:
        why = "was cut at its budget" if reply.stop is Stop.LENGTH else "is a refusal"
        raise ModelAnswerUnusable(f"The answer of {model.identity.name} {why}.")
    told = read_object(reply.text)
    if told is None:
        raise ModelAnswerUnusable(f"The answer of {model.identity.name} is not a JSON object.")
    return told


def read_object(text: str) -> JsonObject | None:
    """Return the JSON object of a text, also where words or a fence stand around it."""
    start, end = text.find("{"), text.rfind("}")
    try:
        told = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return cast("JsonObject", told) if isinstance(told, dict) else None


def degraded(role: str, model: LanguageModel, error: Exception) -> str:
    """Return what an answer lacks because a model gave none, without the model's words."""
    code = getattr(error, "code", type(error).__name__)
    return f"{role} {model.identity.name}: {code}"
