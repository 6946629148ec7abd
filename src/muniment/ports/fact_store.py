"""Say what a store of facts is: two times, a cardinality for each predicate, one user at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from muniment.model.facts import Fact, When
from muniment.ports.embedder import Embedder


class FactStore(Protocol):
    """Keep facts and answer at a basis: what was true then, as known then.

    A predicate holds one fact of a subject at each instant, unless the store was told that it
    holds many: of those that cover the instant, the one with the latest `valid_from` holds, and at
    equal ones the later to arrive. Nothing is closed by a clock, and the order of arrival does not
    matter. Names are equal when they are equal under NFKC, case folding and single spaces.

    `user_id` is a hard partition in every method, and None is a partition of its own, never all.
    `valid_at` left out is `as_of` where that is given, else now. `as_of` left out is everything
    recorded; it is a time, or the number of a store's transaction.

    The methods of reading raise FutureBasis and TransactionNotFound where `as_of` is not there,
    and InvalidValue for a limit below 1 or a blank question.
    """

    @property
    def embedder(self) -> Embedder | None:
        """What compares facts with questions; None: they are compared by their words."""

    async def append(self, fact: Fact) -> str:
        """Record a fact and return its id.

        The same fact again, where it holds already, adds its sources and returns the id it has;
        its confidence stays.
        """

    async def append_many(self, facts: Iterable[Fact]) -> list[str]:
        """Record facts, in order, those of one user all at once; return their ids."""

    async def query(
        self,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        object_: str | None = None,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        limit: int = 10,
        user_id: str | None = None,
    ) -> list[Fact]:
        """Return the facts that hold and fit what is given, the latest `valid_from` first, then by id."""

    async def recall_text(
        self,
        query: str,
        *,
        limit: int = 5,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        user_id: str | None = None,
    ) -> list[Fact]:
        """Return the facts that hold and bear on a question, best first.

        With an embedder: by cosine, then by id. Without one: those that share words with it, stop
        words aside, most first, then the shorter, then by id.
        """

    async def all_facts(
        self,
        *,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        user_id: str | None = None,
    ) -> list[Fact]:
        """Return every stretch in which a fact holds, through all of valid time, in its order.

        With `valid_at`, those that hold then. Stretches of one fact have one id.
        """

    def snapshot(
        self,
        *,
        valid_at: When | None = None,
        as_of: When | int | None = None,
        user_id: str | None = None,
    ) -> dict[str, Fact]:
        """Return every fact by its id: the stretch that holds, else its last, else its first.

        The dictionary is the caller's.
        """

    async def aclose(self) -> None:
        """Let go of connections and model; closing twice is allowed."""
