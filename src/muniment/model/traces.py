"""Describe what is kept of past recalls."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from muniment.model.ids import RecallId
from muniment.model.printed import Printed, Several


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Trace(Printed):
    """A recall that was traced: what was asked and by whom, at which basis, and the answer's digest."""

    id: RecallId
    query: str
    transaction: int
    digest: str
    traced_at: datetime
    valid_at: datetime
    asked_by: str | None
    """The agent, else the user; None of what was asked in earlier days."""
    user: str | None = None
    """For which user, if something was ever written for it."""
    key: UUID | None = None
    """The id of the API key that it was asked with, if it was with one."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TraceList(Several[Trace]):
    """Part of the traces, latest first; `cursor` asks for the part that follows, None after the last."""

    items: tuple[Trace, ...]
    cursor: str | None = None
    untold: int = 0
    """With the first page of the answers that rest on something: how many traces were kept before traces said it."""
