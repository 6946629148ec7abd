"""Offer what learns from a round of conversation, and what shows and settles what was learnt."""

from __future__ import annotations

import typer

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.learning_pages import decisions_page, learnt_page, reviews_page, settled_page
from muniment.operations import rounds

app = typer.Typer()

add_derived(
    app,
    Derived(
        what=rounds.ingest_round, page=learnt_page, first=("user_message", "assistant_message")
    ),
)
add_derived(app, Derived(what=rounds.decisions, page=decisions_page))
add_derived(app, Derived(what=rounds.review, page=reviews_page))
add_derived(app, Derived(what=rounds.settle_review, page=settled_page, first=("id", "keep")))
