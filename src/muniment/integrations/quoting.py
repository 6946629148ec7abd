"""Recall for frameworks that put documents before a model: each is quoted data with its id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from muniment.errors import InvalidValue
from muniment.library import AsyncAgentMemory
from muniment.model.plain import Plain, plain
from muniment.model.quoting import quoted
from muniment.model.reading import QUERY_CHARACTERS_MAX
from muniment.model.recalled import ContextPack, PackEntry
from muniment.model.storable import is_blank
from muniment.operations.moments import BasisLike, Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How a framework's questions are asked: where, at which basis, for how much."""

    namespace: str | None = None
    as_of: BasisLike | None = None
    valid_at: Moment | None = None
    time_window: Sequence[Moment | None] | None = None
    containers: Sequence[str] = ()
    limit: int | None = None
    budget: int | None = None

    def but(self, given: Mapping[str, object]) -> Asking:
        """Return the same with what one call gives by name.

        Raises:
            InvalidValue: a question has nothing of a name.
        """
        known = [field.name for field in fields(self)]
        for name in given:
            if name not in known:
                raise InvalidValue(f"a question has no {name!r:.80}; it has {', '.join(known)}.")
        named: dict[str, Any] = dict(given)
        return replace(self, **named)


def question_in(words: str | None) -> str | None:
    """Return what a message asks, its first 20,000 characters; None if it says nothing."""
    return None if words is None or is_blank(words) else words.strip()[:QUERY_CHARACTERS_MAX]


async def packed(memory: AsyncAgentMemory, query: str, asking: Asking) -> ContextPack:
    """Recall what bears on a question, as a pack: its prompt quotes every entry."""
    return await memory.recall_as_pack(
        query,
        as_of=asking.as_of,
        valid_at=asking.valid_at,
        time_window=asking.time_window,
        namespace=asking.namespace,
        containers=asking.containers,
        budget=asking.budget,
        limit=asking.limit,
    )


def record_of(entry: PackEntry) -> str:
    """Return an entry as one line of JSON, which cannot be taken for markup."""
    return quoted(plain(entry))


def beside(entry: PackEntry, pack: ContextPack) -> dict[str, Plain]:
    """Return what is to be known about an entry besides its words, and the basis it was read at."""
    told = plain(entry)
    assert isinstance(told, dict)
    read_at = {"as_of": pack.as_of, "valid_at": pack.valid_at, "recall_id": pack.recall_id}
    found = {name: value for name, value in told.items() if name != "content" and value is not None}
    return {**found, **{name: plain(value) for name, value in read_at.items()}}
