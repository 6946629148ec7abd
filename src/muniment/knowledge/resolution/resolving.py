"""Judge a claim by the beliefs that it could be about: ADD, UPDATE, INVALIDATE or NOOP, and why.

Pure and deterministic. Nothing unrelated is ever closed: where the words leave open which belief
is meant, nothing changes and the verdict says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from muniment.knowledge.resolution.ending import resolve_end
from muniment.knowledge.resolution.judged import Heard, Held, Verdict
from muniment.knowledge.resolution.likeness import best_fit, is_same_value
from muniment.knowledge.resolution.picking import Field, contradicts
from muniment.knowledge.resolution.stating import corrected, resolve_state
from muniment.model.claims import Act
from muniment.model.memory import Cardinality


def resolve(heard: Heard, candidates: Sequence[Held]) -> Verdict:
    """Return the verdict on a claim."""
    field = Field.of(heard, candidates)
    match heard.claim.act:
        case Act.STATE:
            return resolve_state(heard, field)
        case Act.CORRECT:
            return _resolve_correction(heard, field)
        case Act.END | Act.DENY:
            return resolve_end(heard, field)


def _resolve_correction(heard: Heard, field: Field) -> Verdict:
    """Correct what is believed wrongly; where nothing is, say what is so."""
    wrong = _wrong(heard, field)
    if wrong is None or is_same_value(wrong.value, heard.claim.object):
        return resolve_state(heard, field)
    if contradicts(heard, wrong):
        return resolve_state(heard, field)
    return corrected(field, wrong, "which was wrong")


def _wrong(heard: Heard, field: Field) -> Held | None:
    """Return the belief that a correction is about."""
    claim, at = heard.claim, heard.occurred_at
    if claim.replaces is not None:
        fitting = best_fit(claim.replaces, [(each.value, each) for each in field.beliefs])
        return fitting[0] if len(fitting) == 1 else None
    current = [each for each in field.beliefs if each.holds_at(at)]
    if heard.cardinality is Cardinality.ONE:
        return current[0] if len(current) == 1 else None
    fitting = best_fit(claim.object, [(each.value, each) for each in current])
    moved = field.rescheduled(current)
    if len(moved) == 1:
        return moved[0]
    return fitting[0] if len(fitting) == 1 else None
