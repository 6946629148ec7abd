"""Let a model look back over beliefs: what lasts, what changed, what contradicts itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from muniment.knowledge.roles.asking import NO_ANSWER, Told, asked, degraded
from muniment.knowledge.roles.forms import TEXT, form, list_of, object_of, one_of
from muniment.knowledge.roles.reading import a_choice, standing
from muniment.knowledge.roles.records import CitedSentence, Record, cited_sentence, keyed, shown
from muniment.ports.language_model import JsonObject, LanguageModel

FINDINGS_MAX: Final = 40


class FindingKind(StrEnum):
    """What a finding says; a contradiction is for a person to settle, never for a model."""

    STABLE_PREFERENCE = "stable_preference"
    STABLE_CONSTRAINT = "stable_constraint"
    CHANGED_BELIEF = "changed_belief"
    CONTRADICTION = "contradiction"


CITES_MIN: Final = {
    FindingKind.STABLE_PREFERENCE: 1,
    FindingKind.STABLE_CONSTRAINT: 1,
    FindingKind.CHANGED_BELIEF: 2,
    FindingKind.CONTRADICTION: 2,
}
"""How many records a finding of each kind names at least."""

FORM: Final = form(
    "reflection",
    findings=list_of(object_of(kind=one_of(FindingKind), text=TEXT, cites=list_of(TEXT))),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a model found, in a sentence that rests on records."""

    kind: FindingKind
    sentence: CitedSentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection(Told):
    """What was found, the weightiest first."""

    findings: tuple[Finding, ...] = ()


async def reflect(model: LanguageModel, records: Sequence[Record]) -> Reflection:
    """Return what a model finds in beliefs of now and before; nothing is asked without any."""
    if not records:
        return Reflection()
    known = keyed(records)
    try:
        told = await asked(model, "reflect", {"records": shown(known)}, FORM)
        return checked_reflection(told, known)
    except NO_ANSWER as error:
        return Reflection(degraded=degraded("reflector", model, error))


def checked_reflection(told: JsonObject, records: Mapping[str, Record]) -> Reflection:
    """Return the findings that stand.

    Raises:
        ModelAnswerUnusable: the answer has not the form.
    """

    def finding_of(item: JsonObject | None) -> Finding:
        kind = a_choice(item or {}, "kind", FindingKind)
        sentence = cited_sentence(item, records, cites_min=CITES_MIN[kind])
        return Finding(kind=kind, sentence=sentence)

    findings, refused = standing(told, "findings", FINDINGS_MAX, finding_of)
    return Reflection(findings=findings, refused=refused)
