"""Turns of somebody, what they state, and what is believed after them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from muniment.knowledge.extraction.rules import extract
from muniment.knowledge.statements.context import Context
from muniment.knowledge.statements.telling import told
from muniment.model.claims import Claim, Message, Role

SPEAKER = "Ann Lee"
BEGAN = datetime(2026, 3, 2, 9, tzinfo=UTC)


def said(text: str, day: int, speaker: str = SPEAKER) -> tuple[Message, tuple[Claim, ...]]:
    message = Message(
        text=text, speaker=speaker, role=Role.USER, occurred_at=BEGAN + timedelta(days=day)
    )
    claims = extract(message)
    return message, (*claims, *told(message, claims))


def heard(*texts: str) -> tuple[Context, tuple[Claim, ...]]:
    """Return what is believed after some turns, and the claims of the last one."""
    context = Context()
    claims: tuple[Claim, ...] = ()
    for day, text in enumerate(texts):
        message, read = said(text, day)
        claims = context.bind(message, read)
    return context, claims


def values(context: Context) -> set[tuple[str, str, str]]:
    return {(each.subject, each.category, each.object) for each in context.believed}
