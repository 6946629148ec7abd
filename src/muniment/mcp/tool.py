"""Describe a tool: the operation it runs, what an agent reads about it, and how its answer is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from muniment.mcp.fitting import fitting
from muniment.mcp.sdk import types
from muniment.mcp.shaping import (
    CURSOR,
    ITEMS,
    NOTICE,
    input_schema,
    is_object,
    output_schema,
    shape,
    values,
)
from muniment.mcp.wording import DATA
from muniment.model.plain import Plain, plain
from muniment.model.quoting import quoted
from muniment.operations.catalogue import Effect, Operation

Said = tuple[str, dict[str, Plain]]
"""An answer as text, and as the object that its schema describes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One operation as agents are offered it.

    `request` is what the arguments are read as, and `make` makes the operation's own of it, where
    that is another. `shown` shapes the answer, `text` writes it out. `tells` says that stored words
    are in it.
    """

    name: str
    title: str
    about: str
    what: Operation[Any, Any]
    request: type | None = None
    make: Callable[[Any], object] | None = None
    without: tuple[str, ...] = ()
    shown: Callable[[Any], object] | None = None
    answer: Any = None
    text: Callable[[Any], str] | None = None
    tells: bool = True
    destroys: bool = False
    repeats: bool = False

    def offered(self) -> types.Tool:
        """Return the tool as it is listed."""
        reads = self.what.effect is Effect.READS
        return types.Tool(
            name=self.name,
            title=self.title,
            description=self.about,
            input_schema=input_schema(self._request, self.without),
            output_schema=output_schema(self._answer, tells=self.tells),
            annotations=types.ToolAnnotations(
                read_only_hint=reads,
                destructive_hint=self.destroys,
                idempotent_hint=reads or self.repeats,
                open_world_hint=False,
            ),
        )

    def asked(self, arguments: Mapping[str, object] | None) -> object:
        """Return the operation's request that arguments stand for.

        Raises:
            InvalidValue, UnstorableText: an argument is missing, unknown, or of the wrong kind.
        """
        made = self._request(**values(shape(self._request, self.without), arguments))
        return made if self.make is None else self.make(made)

    def said(self, answer: object) -> Said:
        """Return an answer as text and as an object."""
        shown = answer if self.shown is None else self.shown(answer)
        told = plain(shown)
        found: dict[str, Plain] = told if isinstance(told, dict) else {ITEMS: told}
        if isinstance(listed := found.get(ITEMS), list):
            found = {**found, ITEMS: fitting(listed)}
        assert is_object(self._answer) == isinstance(told, dict)
        if self.text is not None:
            text = self.text(shown)
        else:
            text = f"{DATA}\n{quoted(found)}" if self.tells else quoted(found)
        if cursor := found.get(CURSOR):
            text += f"\nThere is more: ask the same again, and with it {CURSOR} {quoted(cursor)}."
        return text, ({NOTICE: DATA, **found} if self.tells else found)

    @property
    def _request(self) -> type:
        return self.request or self.what.request

    @property
    def _answer(self) -> Any:
        return self.what.answer if self.answer is None else self.answer
