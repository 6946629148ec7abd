"""Tell of the tagger, and of each role that a language model plays, whether it is fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muniment.errors import MunimentError
from muniment.model.reading import Part
from muniment.model.worded import counted
from muniment.ports.language_model import Ask, LanguageModel, ModelRole, Said
from muniment.ports.tagger import Tagger

PROBE: Final = Ask(
    instructions="You are being tested. Answer with one word.",
    parts=(Said(text="Answer with the word: yes"),),
    tokens_max=64,
)

MEND: Final = (
    "Fix what is reported, or set the role's provider to none: the rules then do its work."
)


def tagger_parts(tagger: Tagger | None) -> list[Part]:
    """Return a part for the tagger, if there is one; it is not loaded."""
    if tagger is None:
        return []
    if (lacks := tagger.lacks) is None:
        return [Part(name="tagger", ok=True, detail="what it needs is installed")]
    return [
        Part(
            name="tagger",
            ok=False,
            detail=f"it needs {lacks}; until then the rules read alone",
            mend="Install muniment again, with all that it needs, or set `extraction.tagger` to 'none'.",
        )
    ]


def model_parts(models: Mapping[ModelRole, LanguageModel]) -> list[Part]:
    """Return a part for each role, with what its model did in this process; no model is asked."""
    return [_part(role, models[role]) for role in ModelRole if role in models]


async def asked_model_parts(models: Mapping[ModelRole, LanguageModel]) -> list[Part]:
    """Return a part for each role, having asked its model for one word."""
    return [await _asked(role, models[role]) for role in ModelRole if role in models]


def _part(role: ModelRole, model: LanguageModel) -> Part:
    usage = model.usage
    detail = (
        f"{model.identity.name}; in this process {counted(usage.asks, 'ask')}, "
        f"{counted(usage.retries, 'retry', 'retries')}, {counted(usage.failures, 'failure')}, {usage.tokens_in} tokens in, {usage.tokens_out} out"
    )
    if not usage.is_resting:
        return Part(name=_name(role), ok=True, detail=detail)
    return Part(
        name=_name(role), ok=False, detail=f"{detail}; it is left alone for a while", mend=MEND
    )


async def _asked(role: ModelRole, model: LanguageModel) -> Part:
    try:
        reply = await model.reply(PROBE)
    except MunimentError as error:
        detail = f"{model.identity.name}: {error.message} ({error.code})"
        return Part(name=_name(role), ok=False, detail=detail, mend=MEND)
    tokens = reply.tokens_in + reply.tokens_out
    return Part(
        name=_name(role),
        ok=True,
        detail=f"{model.identity.name} answers, for {counted(tokens, 'token')}",
    )


def _name(role: ModelRole) -> str:
    return f"model {role.value}"
