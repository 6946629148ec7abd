"""Print answers: one JSON document, or tables for people; never markup or controls of others."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Callable
from typing import Any, Final

from rich.console import Console, RenderableType

from muniment.cli.chosen import Chosen
from muniment.model.quoting import spelled_out, unmistakable

WIDTH_UNKNOWN: Final = 200
"""How wide a page is when nobody looks at it: wide enough for whole ids and a sentence."""

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def visible(text: str) -> str:
    """Return a text with every control, direction mark and lone surrogate written out."""
    return "".join(
        char if char == "\n" or unicodedata.category(char) not in _INVISIBLE else spelled_out(char)
        for char in text
    )


def one_line(text: str) -> str:
    """Return a visible text with its line ends written out."""
    return visible(text).replace("\n", "\\n")


def json_text(value: object) -> str:
    """Return plain JSON as one document that a terminal shows as it is."""
    return unmistakable(json.dumps(value, ensure_ascii=not _writes_unicode(), indent=2))


def print_json(value: object) -> None:
    """Print one JSON document on standard output."""
    sys.stdout.write(json_text(value) + "\n")
    sys.stdout.flush()


def show(chosen: Chosen, told: object, page: Callable[[], RenderableType]) -> None:
    """Print an answer: its plain form as JSON, or its page."""
    if chosen.as_json:
        print_json(told)
    else:
        _print(console(), page())


def _print(seen: Console, page: RenderableType) -> None:
    """Print a page, its lines without the spaces that fill them up where nobody looks at them."""
    if seen.is_terminal:
        seen.print(page, crop=False)
        return
    with seen.capture() as printed:
        seen.print(page)
    sys.stdout.write("\n".join(line.rstrip(" ") for line in printed.get().split("\n")))
    sys.stdout.flush()


def console(*, of_errors: bool = False) -> Console:
    """Return where pages are printed: nothing in them is read as markup, colour only for people."""
    stream: Any = sys.stderr if of_errors else sys.stdout
    seen = stream.isatty()
    return Console(
        file=stream,
        width=None if seen else WIDTH_UNKNOWN,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=not seen,
    )


def print_error(code: str, message: str, *, as_json: bool) -> None:
    """Print an error on standard error: its message and code, or {"error": {"code", "message"}}."""
    if as_json:
        _print_json_error(code, message)
    else:
        sys.stderr.write(f"{visible(message)} ({code})\n")
    sys.stderr.flush()


def print_end(code: str, *, as_json: bool) -> None:
    """Print on standard error that a signal ended the command; as JSON it looks like an error."""
    message = f"{code.capitalize()}. What was acknowledged is stored; nothing is half written."
    if as_json:
        _print_json_error(code, message)
    else:
        sys.stderr.write(message + "\n")


def _print_json_error(code: str, message: str) -> None:
    sys.stderr.write(json_text({"error": {"code": code, "message": message}}) + "\n")


def _writes_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
