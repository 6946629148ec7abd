"""Erase by law: words go physically, and a tombstone stays for each row that they were in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from muniment.access.principal import Permission, Principal
from muniment.errors import EpisodeNotFound, NotPermitted
from muniment.ledger.alongside import written_alongside
from muniment.ledger.drafts import refuse_many
from muniment.ledger.erasable import (
    EpisodeToErase,
    Erasable,
    MemoryToErase,
    OfUser,
    RowToErase,
    ToldInRow,
    UnitNo,
    UnitToErase,
)
from muniment.ledger.opening import Opening, open_change
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.turns import BeliefRow, forget_together, hide
from muniment.ledger.writer import Ledger
from muniment.model.erasing import Certificate, Purged
from muniment.model.ids import EpisodeId, MemoryId, user_named
from muniment.model.memory import no_memory
from muniment.ports.progress import Seen, unseen
from muniment.store.arrays import Bigints, Integers, Texts, Uuids
from muniment.store.found import Key
from muniment.store.rows import AssertionRow, TombstoneRow
from muniment.store.work import Work

_OF_USER_AT_ONCE: Final = 500
"""How many memories, and how many turns, of a user one transaction erases."""


async def purge(
    ledger: Ledger,
    principal: Principal,
    *,
    memories: Collection[MemoryId],
    episodes: Collection[EpisodeId],
    with_beliefs: bool,
    reason: str | None,
    dry_run: bool = False,
) -> Purged:
    """Erase the words of memories and turns, and of what quotes them, in one transaction.

    What is believed of them is forgotten first. What was erased before is passed over. A dry run
    tells what would be erased, as far as it has words now, and changes nothing.

    Raises:
        NotPermitted: the principal does not govern, is an agent, or sees a part of the tenant only.
        MemoryNotFound, EpisodeNotFound: there is none of an id; nothing is erased.
    """
    eraser = _eraser(principal)
    for items, what in ((memories, "memories"), (episodes, "episodes")):
        refuse_many(len(items), what, ledger.limits.batch_max)
    erasing = _Erasing(ledger, eraser, reason)
    go = erasing.foresee if dry_run else erasing.run
    return await go(set(memories), set(episodes), with_beliefs=with_beliefs)


async def purge_user(
    ledger: Ledger,
    principal: Principal,
    user: str,
    *,
    reason: str | None,
    dry_run: bool = False,
    seen: Seen = unseen,
) -> Purged:
    """Erase all words of a user, and take away what it asked and what is due for it.

    It goes batch by batch, each in a transaction of its own: broken off, it goes on when it is asked for again.
    `seen` is told how many memories and turns of how many are done. A dry run tells all that would go, at
    once, and changes nothing.

    Raises:
        NotPermitted: the principal does not govern, is an agent, or sees a part of the tenant only.
    """
    owner_id = user_named(principal.tenant_id, user)
    erasing = _Erasing(ledger, _eraser(principal), reason)
    if dry_run:
        due = await erasing.due(owner_id, None)
        return await erasing.foresee(*due.named, pages=due.page_ids, with_beliefs=True)
    done: list[Purged] = []
    # The answer is the last transaction's to carry: before it there is none.
    with written_alongside(None):
        while not (due := await erasing.due(owner_id, _OF_USER_AT_ONCE)).is_empty:
            before = sum(each.count for each in done)
            done.append(await erasing.run(*due.named, pages=due.page_ids, with_beliefs=True))
            seen(before + done[-1].count, before + max(due.count, done[-1].count))
    return await erasing.ended(owner_id, _together(done))


def _eraser(principal: Principal) -> Principal:
    principal.require(Permission.GOVERN)
    if principal.agent is not None:
        raise NotPermitted(
            f"{principal.actor} is an agent, and no agent may erase. Ask as a user who governs, without an agent."
        )
    if principal.namespaces is not None or principal.confines is not None:
        raise NotPermitted(
            f"{principal.actor} sees only part of the tenant, so words might remain elsewhere. Erase as somebody who sees all of it."
        )
    return principal.overseeing()


class _Erasing:
    """The transactions of one erasure."""

    def __init__(self, ledger: Ledger, principal: Principal, reason: str | None) -> None:
        self._ledger = ledger
        self._principal = principal
        self._reason = reason
        self._tenant = {"tenant_id": principal.tenant_id}

    async def due(self, owner_id: UUID, limit: int | None) -> OfUser:
        """Return the next memories, turns and pages of a user that have words, all without a limit."""
        async with self._ledger.store.reading(self._principal.as_setting()) as work:
            due = await work.one(
                "purge_of_user", OfUser, owner_id=owner_id, limit=limit, **self._tenant
            )
        assert due is not None, "it answers even if nothing is left"
        return due

    async def run(
        self,
        memories: set[MemoryId],
        episodes: set[EpisodeId],
        *,
        pages: Sequence[UUID] = (),
        with_beliefs: bool,
    ) -> Purged:
        """Erase memories, turns and pages in one transaction."""

        async def plan(work: Work) -> tuple[Purged, Sealed | None]:
            opening = await open_change(work, self._principal)
            erasable = await self._erasable(
                work, memories, episodes, pages, with_beliefs=with_beliefs
            )
            return await self._erase(work, opening, erasable)

        return await transact(self._ledger.store, self._principal, plan)

    async def foresee(
        self,
        memories: set[MemoryId],
        episodes: set[EpisodeId],
        *,
        pages: Sequence[UUID] = (),
        with_beliefs: bool,
    ) -> Purged:
        """Tell what would be erased of memories, turns and pages."""
        async with self._ledger.store.reading(self._principal.as_setting()) as work:
            erasable = await self._erasable(
                work, memories, episodes, pages, with_beliefs=with_beliefs
            )
        return erasable.purged(row.kept_in for row in erasable.rows)

    async def _erasable(
        self,
        work: Work,
        memories: set[MemoryId],
        episodes: set[EpisodeId],
        pages: Sequence[UUID],
        *,
        with_beliefs: bool,
    ) -> Erasable:
        """Look up what goes, and where its words are."""
        turns = await self._turns(work, episodes)
        resting: set[MemoryId] = set()
        if turns and with_beliefs:
            resting = await self._resting(work, turns)
        believed, worded = await self._memories(work, memories | resting)
        named = {
            "memory_ids": Uuids(worded),
            "episode_ids": Uuids([each.episode_id for each in turns]),
            **self._tenant,
        }
        return Erasable(
            believed=believed,
            memories=worded,
            turns=turns,
            pages=pages,
            rows=await work.all("purge_rows", RowToErase, page_ids=Uuids(pages), **named),
            told_in=await work.all("purge_told_in", ToldInRow, **named),
        )

    async def ended(self, owner_id: UUID, purged: Purged) -> Purged:
        """Take away what a user asked, what it was answered and what is due for it; return the answer."""

        async def plan(work: Work) -> tuple[Purged, Sealed | None]:
            await self._sweep(work, "asked_purge", owner_id=owner_id)
            return purged, None

        return await transact(self._ledger.store, self._principal, plan)

    async def _sweep(self, work: Work, name: str, **given: object) -> None:
        """Take away what was kept of questions and answers, whoever it was kept for."""
        await work.become(self._principal.sweeping().as_setting())
        await work.write(name, **given, **self._tenant)
        await work.become(self._principal.as_setting())

    async def _turns(self, work: Work, episodes: set[EpisodeId]) -> list[EpisodeToErase]:
        """Return the turns that have words still."""
        ids = Uuids(sorted(episodes))
        found = await work.all("purge_episodes", EpisodeToErase, episode_ids=ids, **self._tenant)
        for missing in sorted(episodes.difference(EpisodeId(each.episode_id) for each in found)):
            raise EpisodeNotFound(f"there is no episode {missing}.")
        return [each for each in found if not each.is_erased]

    async def _resting(self, work: Work, turns: Sequence[EpisodeToErase]) -> set[MemoryId]:
        """Return the memories that were never told but by these turns."""
        rows = await work.all(
            "purge_resting",
            BeliefRow,
            episode_ids=Uuids([each.episode_id for each in turns]),
            **self._tenant,
        )
        return {MemoryId(each.memory_id) for each in rows}

    async def _memories(
        self, work: Work, memories: set[MemoryId]
    ) -> tuple[list[MemoryId], list[MemoryId]]:
        """Return the memories that are believed still, and all that have words still."""
        ids = Uuids(sorted(memories))
        found = await work.all("purge_memories", MemoryToErase, memory_ids=ids, **self._tenant)
        for missing in sorted(memories.difference(MemoryId(each.memory_id) for each in found)):
            raise no_memory(missing)
        believed = [MemoryId(each.memory_id) for each in found if each.is_open]
        return believed, [MemoryId(each.memory_id) for each in found if not each.is_erased]

    async def _erase(
        self, work: Work, opening: Opening, erasable: Erasable
    ) -> tuple[Purged, Sealed | None]:
        memories, episodes = erasable.memories, erasable.episodes
        if not memories and not episodes and not erasable.pages:
            return Purged(), None
        units = await work.all(
            "purge_units",
            UnitToErase,
            memory_ids=Uuids(memories),
            episode_ids=Uuids(episodes),
            **self._tenant,
        )
        for turn in erasable.turns:
            if turn.known_until is None:
                hide(opening, turn)
        await forget_together(work, opening, erasable.believed)
        due = self._due(opening, erasable.rows, frozenset(memories))
        for table, key in due:
            opening.change.write(
                TombstoneRow(
                    erased_table=table, erased_number=key.number, erased_ordinal=key.ordinal
                )
            )
        recorded_at = opening.change.recorded_at
        sealed = await self._ledger.seal(work, opening, "purge", self._reason)
        await self._take_words(work, due)
        await self._take_derived(work, units)
        gone = {row.page_id for row in erasable.rows if row.page_id is not None}
        await self._sweep(work, "answers_purge", ids=Uuids([*memories, *episodes, *gone]))
        certificate = Certificate(
            transaction=sealed.number, recorded_at=recorded_at, hash=sealed.hash.hex()
        )
        return erasable.purged((table for table, _ in due), certificate), sealed

    @staticmethod
    def _due(
        opening: Opening, rows: Sequence[RowToErase], memories: Collection[UUID]
    ) -> list[tuple[str, Key]]:
        """Return the rows whose words go: those that are there, and those that forgetting writes."""
        change = opening.change
        for row in rows:
            if row.is_open:
                change.close(row.kept_in, row.key)
        written = [
            ("assertions", Key(change.number, place))
            for place, row in enumerate(change.written, 1)
            if isinstance(row, AssertionRow) and row.memory_id in memories
        ]
        return [*((row.kept_in, row.key) for row in rows), *written]

    async def _take_words(self, work: Work, due: Sequence[tuple[str, Key]]) -> None:
        for table in dict.fromkeys(table for table, _ in due):
            keys = [key for kept_in, key in due if kept_in == table]
            await work.write(
                f"{table}_purge",
                numbers=Bigints([key.number for key in keys]),
                ordinals=Integers([key.ordinal for key in keys]),
                **self._tenant,
            )

    async def _take_derived(self, work: Work, units: Sequence[UnitToErase]) -> None:
        """Take away what was derived of the words."""
        await work.write("page_vectors_purge", **self._tenant)
        asked = await work.change(
            "units_purge",
            UnitNo,
            language=self._ledger.language,
            unit_nos=Bigints([unit.unit_no for unit in units]),
            partition_nos=Integers([unit.partition_no for unit in units]),
            texts=Texts([unit.text for unit in units]),
            **self._tenant,
        )
        keys = {unit.match_key for unit in units if unit.match_key is not None}
        await work.write("rival_groups_purge", match_keys=Uuids(sorted(keys)), **self._tenant)
        left = [each.unit_no for each in await asked.all()]
        if left:
            partitions = sorted({unit.partition_no for unit in units if unit.unit_no in left})
            await work.write(
                "words_purge",
                unit_nos=Bigints(left),
                partition_nos=Integers(partitions),
                **self._tenant,
            )


def _together(done: Sequence[Purged]) -> Purged:
    rows: Counter[str] = Counter()
    for each in done:
        rows.update(each.rows)
    erased = {each for part in done for each in part.episodes}
    return Purged(
        memories=tuple(each for part in done for each in part.memories),
        episodes=tuple(each for part in done for each in part.episodes),
        rows=dict(sorted(rows.items())),
        told_in=tuple(
            dict.fromkeys(each for part in done for each in part.told_in if each not in erased)
        ),
        certificates=tuple(each for part in done for each in part.certificates),
    )
