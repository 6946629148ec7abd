"""Word claims as people would: a day as a day, a place as a place, the rest as ever."""

from __future__ import annotations

from typing import Final

from muniment.knowledge.extraction.wording import agreeing, sentence_of, theirs
from muniment.knowledge.statements.forms import Statement
from muniment.model.claims import Act, Claim

_AT: Final = {"time": "at", "day": "on", "date": "on"}


def worded(
    *,
    subject: str,
    predicate: str,
    object: str,
    of: str | None,
    span: tuple[int, int],
    lead: str = "",
    act: Act = Act.STATE,
    replaces: str | None = None,
    confidence: float = 0.85,
) -> Claim:
    """Return a claim with its sentence; `lead` is what stands before the value in it."""
    return Claim(
        subject=subject,
        predicate=predicate,
        object=object,
        act=act,
        of=of,
        span=span,
        sentence=_sentence(subject, predicate, object, of, lead, act),
        replaces=replaces,
        confidence=confidence,
    )


def _sentence(
    subject: str, predicate: str, object: str, of: str | None, lead: str, act: Act
) -> str:
    named = f"The {subject}" if subject[:1].islower() else subject
    first = object.split(" ", 1)[0].lower()
    if predicate == "status" and act is not Act.END and not first.endswith("ing"):
        return agreeing(named, f"is {theirs(object)}.")
    if predicate == "attribute" and of in _AT:
        before = (
            ""
            if first in {"on", "at", "in", "every", "next", "this"} or first.endswith("days")
            else f"{_AT[of]} "
        )
        return agreeing(named, f"is {before}{object}.")
    if predicate == "attribute" and of == "location":
        return agreeing(named, f"is {lead or 'in'} {object}.")
    return sentence_of(
        subject, predicate, object, act, of, article=lead if lead in {"a", "an", "the"} else ""
    )


def stated(
    said: Statement, subject: str, predicate: str, object: str, *, of: str | None, lead: str = ""
) -> Claim:
    """Return the claim of a statement."""
    return worded(
        subject=subject, predicate=predicate, object=object, of=of, span=said.span, lead=lead
    )
