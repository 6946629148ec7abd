"""Let a model decide what claims do to what is believed; it picks among candidates, and says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.errors import ModelAnswerUnusable
from muniment.knowledge.roles.asking import NO_ANSWER, asked, degraded
from muniment.knowledge.roles.forms import PERHAPS_TEXT, TEXT, form, list_of, object_of, one_of
from muniment.knowledge.roles.reading import a_choice, a_text, objects, perhaps_text
from muniment.knowledge.roles.records import Record, keyed, shown
from muniment.model.advice import Advice
from muniment.model.claims import Claim
from muniment.model.ids import MemoryId
from muniment.model.memory import Outcome
from muniment.model.plain import Plain
from muniment.model.worded import counted
from muniment.ports.language_model import JsonObject, LanguageModel

CLAIMS_MAX: Final = 20
"""How many claims one ask holds."""
RATIONALE_CHARACTERS_MAX: Final = 300

FORM: Final = form(
    "decisions",
    decisions=list_of(
        object_of(claim=TEXT, decision=one_of(Outcome), belief=PERHAPS_TEXT, rationale=TEXT)
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A claim that is to be decided, who made it when, and the beliefs that it may be about."""

    claim: Claim
    speaker: str
    said_at: str
    quotation: str
    candidates: tuple[Record, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """The advice on claims, in their order; None where there is none, and rules decide.

    `degraded` says that no model answered, or how many of its decisions were thrown away.
    """

    advice: tuple[Advice | None, ...]
    degraded: str | None = None


async def resolve_claims(model: LanguageModel, claims: Sequence[Open]) -> Resolved:
    """Return a model's advice on claims; one without candidates is not shown to it."""
    advice: list[Advice | None] = []
    lacking: str | None = None
    for start in range(0, len(claims), CLAIMS_MAX):
        part = claims[start : start + CLAIMS_MAX]
        made = await _resolved(model, part)
        advice += made.advice
        lacking = lacking or made.degraded
    return Resolved(advice=tuple(advice), degraded=lacking)


async def _resolved(model: LanguageModel, claims: Sequence[Open]) -> Resolved:
    nothing = (None,) * len(claims)
    known = {f"c{place}": claim for place, claim in enumerate(claims, 1) if claim.candidates}
    if not known:
        return Resolved(advice=nothing)
    beliefs = {key: keyed(claim.candidates, f"{key}b") for key, claim in known.items()}
    data: Mapping[str, Plain] = {
        "claims": [_told(key, claim, beliefs[key]) for key, claim in known.items()]
    }
    try:
        told = await asked(model, "resolve", data, FORM)
        made, refused = checked_decisions(told, beliefs, model.identity.name)
    except NO_ANSWER as error:
        return Resolved(advice=nothing, degraded=degraded("resolver", model, error))
    return Resolved(
        advice=tuple(made.get(f"c{place}") for place in range(1, len(claims) + 1)),
        degraded=f"resolver {model.identity.name}: {counted(refused, 'decision')} refused"
        if refused
        else None,
    )


def checked_decisions(
    told: JsonObject, beliefs: Mapping[str, Mapping[str, Record]], by: str
) -> tuple[Mapping[str, Advice], int]:
    """Return the advice on each claim that stands, and how many fell.

    Raises:
        ModelAnswerUnusable: the answer has not the form.
    """
    made: dict[str, Advice] = {}
    refused = 0
    for item in objects(told, "decisions", CLAIMS_MAX):
        try:
            key, advice = _decision(item or {}, beliefs, by)
            if key in made:
                raise ModelAnswerUnusable(f"{key} is decided twice.")
            made[key] = advice
        except ModelAnswerUnusable:
            refused += 1
    return made, refused


def _decision(
    told: JsonObject, beliefs: Mapping[str, Mapping[str, Record]], by: str
) -> tuple[str, Advice]:
    key = a_text(told, "claim", 20)
    if key not in beliefs:
        raise ModelAnswerUnusable(f"claim is {key!r:.80}, which was not asked.")
    decision = a_choice(told, "decision", Outcome)
    named = perhaps_text(told, "belief", 20)
    if named is not None and named not in beliefs[key]:
        raise ModelAnswerUnusable(f"{named!r:.80} is no belief of the claim {key}.")
    if (named is None) != (decision is Outcome.ADD):
        raise ModelAnswerUnusable(f"{decision.value} of {key} names {named!r:.80}.")
    memory_id = None if named is None else MemoryId(beliefs[key][named].id)
    rationale = a_text(told, "rationale", RATIONALE_CHARACTERS_MAX)
    return key, Advice(decision=decision, by=by, memory_id=memory_id, rationale=rationale)


def _told(key: str, claim: Open, beliefs: Mapping[str, Record]) -> Plain:
    return {
        "key": key,
        "says": claim.claim.sentence,
        "act": claim.claim.act.value,
        "speaker": claim.speaker,
        "said_at": claim.said_at,
        "quotation": claim.quotation,
        "beliefs": shown(beliefs),
    }
