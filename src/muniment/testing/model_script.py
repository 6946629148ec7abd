"""Say what a scripted model server does with each request: it replies, or it misbehaves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """That the model calls a tool; `raw` takes the place of the arguments, and may be no JSON."""

    tool: str
    arguments: Mapping[str, object] | None = None
    raw: str | None = None

    @property
    def text(self) -> str:
        """The arguments as they go over the wire."""
        return json.dumps(self.arguments or {}) if self.raw is None else self.raw


@dataclass(frozen=True, slots=True, kw_only=True)
class Replies:
    """That the model replies: with a text, calls of tools, or both."""

    text: str = ""
    calls: tuple[Calls, ...] = ()
    is_cut_at_its_budget: bool = False
    is_refusal: bool = False
    tokens_in: int = 11
    tokens_out: int = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuses:
    """That the server refuses: a status, perhaps a Retry-After, perhaps an error in its own form."""

    status: int
    retry_after: str | None = None
    code: str = ""
    message: str = ""
    param: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Garbles:
    """That the server answers 200 with a body that is not what the protocol says."""

    body: str = "{"


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaks:
    """That the server announces an answer, sends half of it, and closes the connection."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hangs:
    """That the server takes the request and says nothing until the test is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Obeys:
    """That the model does what the request's last text says after a mark: a prompt injection.

    What follows the mark, up to the end of the line, becomes the reply's text. Without the mark
    the whole last text is said again.
    """

    mark: str = "REPLY:"


Act: TypeAlias = Replies | Refuses | Garbles | Breaks | Hangs | Obeys
"""What the server does with one request."""


def says(value: object) -> Replies:
    """Return a reply whose text is a value as JSON."""
    return Replies(text=json.dumps(value))


def calls(tool: str, **arguments: object) -> Replies:
    """Return a reply that calls one tool."""
    return Replies(calls=(Calls(tool=tool, arguments=arguments),))
