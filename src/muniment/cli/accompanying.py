"""Offer what a sidecar does before and after a turn."""

from __future__ import annotations

import typer
from rich.console import RenderableType

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.pages import lines
from muniment.cli.printing import json_text
from muniment.model.plain import plain
from muniment.operations import sidecar

app = typer.Typer()


def whole_page(answer: object) -> RenderableType:
    """Show an answer whole, as a program would see it."""
    return lines(json_text(plain(answer)))


add_derived(app, Derived(what=sidecar.process_turn, page=whole_page, first=("user_message",)))
add_derived(app, Derived(what=sidecar.enhance_context, page=whole_page, first=("message",)))
add_derived(app, Derived(what=sidecar.deep_memory, page=whole_page, first=("query",)))
