"""Write facts in the letters in which the user wrote them first, whatever others write meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from muniment.access.principal import Principal
from muniment.errors import WriteContention
from muniment.ledger.opening import Opening
from muniment.ledger.writer import Ledger
from muniment.model.facts import Fact
from muniment.model.writes import Draft, Written
from muniment.recall.lookup.opening import reader
from muniment.recall.lookup.triples import Spelled, spellings
from muniment.store.work import Work

ATTEMPTS: Final = 8
"""How often facts are written anew because others wrote one of them in other letters."""


class _Respelled(Exception):
    """Somebody wrote one of the facts meanwhile, in other letters."""


async def add_as_spelled(
    ledger: Ledger,
    principal: Principal,
    namespace: str,
    given: Sequence[Fact],
    drafts_of: Callable[[Mapping[int, Spelled]], Sequence[Draft]],
    *,
    reason: str | None,
    under_lock: Callable[[Work, Opening], Awaitable[None]] | None = None,
) -> list[Written]:
    """Add the drafts of some facts, made of how those that the user has are written, by their place.

    Raises:
        WriteContention: others wrote the facts in other letters each time.
    """
    async with ledger.store.reading(reader(principal).as_setting()) as work:
        known = await spellings(work, principal, namespace, given)

    async def refuse_respelled(work: Work, opening: Opening) -> None:
        nonlocal known
        before, known = known, await spellings(work, principal, namespace, given)
        if known != before:
            raise _Respelled
        if under_lock is not None:
            await under_lock(work, opening)

    for _ in range(ATTEMPTS):
        try:
            return await ledger.add_many(
                principal, drafts_of(known), reason=reason, under_lock=refuse_respelled
            )
        except _Respelled:
            continue
    raise WriteContention(
        f"others wrote one of these facts in another spelling, {ATTEMPTS} times in a row; nothing was "
        "written. Try again."
    )
