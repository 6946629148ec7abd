"""Guess what of a question will be embedded, so that this need not wait for the database."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from muniment.access.principal import Principal
from muniment.recall.question import topic_of

_READERS_MAX: Final = 256
_SPEAKERS_MAX: Final = 64


class Guesser:
    """The speakers that the questions of each reader have named, as far as they are remembered.

    A guess decides when a text is embedded, never which: a wrong one costs the time of a second
    embedding, and nothing else.
    """

    def __init__(self) -> None:
        self._named: OrderedDict[tuple[UUID, UUID], frozenset[str]] = OrderedDict()

    def topic(self, principal: Principal, query: str) -> str:
        """Return what is left of a question without the speakers that it seems to name."""
        return topic_of(query, self._named.get(_reader(principal), ()))

    def note(self, principal: Principal, speakers: Iterable[str]) -> None:
        """Remember the speakers that a question did name."""
        reader = _reader(principal)
        known = self._named.pop(reader, frozenset())
        said = known.union(speakers)
        self._named[reader] = said if len(said) <= _SPEAKERS_MAX else frozenset(speakers)
        if len(self._named) > _READERS_MAX:
            self._named.popitem(last=False)


def _reader(principal: Principal) -> tuple[UUID, UUID]:
    return (principal.tenant_id, principal.user_id)
