"""What is erased by law is nowhere any more; the ledger verifies, and nobody else's answer is another one."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from itertools import product
from uuid import uuid4

import anyio
import psycopg
import pytest
from psycopg import sql

from muniment.access.principal import Confines, Permission, Principal
from muniment.audit.digests import ERASABLE
from muniment.audit.verify import verify
from muniment.errors import (
    EpisodeNotFound,
    InvalidValue,
    MemoryNotFound,
    NotFound,
    NotPermitted,
    WriteContention,
)
from muniment.knowledge.pages.compiling import compile_page
from muniment.knowledge.pages.snapshots import snapshot_place
from muniment.ledger import erasing
from muniment.ledger.erasing import purge, purge_user
from muniment.ledger.pages import index_pages
from muniment.ledger.rebuilding import rebuild_indexes
from muniment.ledger.turns import ingest_turns
from muniment.ledger.writer import Ledger
from muniment.model.erasing import Purged
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Scope, Visibility
from muniment.model.plain import plain
from muniment.model.reading import GetMemory
from muniment.model.writes import Draft
from muniment.operations.catalogue import CATALOGUE, Effect, perform
from muniment.operations.erasing import Purge
from muniment.operations.erasing import purge as purge_operation
from muniment.ports.embedder import Vector
from muniment.recall.lookup.one import get
from muniment.testing.embedder import HashedEmbedder
from tests.database import Desk, acting, principal_of
from tests.properties.asking import ask_at, recalled_bytes, recaller_on, recalls
from tests.store.erasing_words import (
    MARK,
    STEM,
    erase,
    erase_it,
    ids_telling,
    said,
    tell,
    where_told,
)
from tests.store.lookup_words import add, day, lives_in
from tests.store.tasking import serving

WHERE = "Where does Mike live?"


async def test_what_is_erased_is_nowhere_any_more(desk: Desk) -> None:
    await tell(desk)
    told = where_told(desk)
    assert {"muniment.decisions", "muniment.page_revisions", "muniment.postings"} <= set(told)
    assert len(told) >= 8

    purged = await erase_it(desk)

    assert where_told(desk) == []
    seen = await verify(desk.store, desk.principal)
    assert (seen.holds, seen.findings) == (True, ())
    assert seen.erased == sum(purged.rows.values()) > 10
    assert purged.rows.keys() >= {"memories", "assertions", "episodes", "decisions", "pages"}
    (certificate,) = purged.certificates
    assert certificate.hash == seen.head_hash
    assert certificate.transaction == seen.head_number


async def test_vectors_go_and_what_is_beside_stays(desk: Desk) -> None:
    await tell(desk)
    with desk.database.as_admin() as connection:
        units = connection.execute(
            "SELECT unit_no FROM muniment.memories t WHERE t::text ILIKE %(mark)s"
            " UNION SELECT unit_no FROM muniment.episodes t WHERE t::text ILIKE %(mark)s",
            {"mark": f"%{STEM}%"},
        ).fetchall()
        before = connection.execute("SELECT unit_no FROM muniment.vectors").fetchall()
    await erase_it(desk)
    with desk.database.as_admin() as connection:
        after = connection.execute("SELECT unit_no FROM muniment.vectors").fetchall()
        left = connection.execute("SELECT term FROM muniment.postings WHERE unit_no = ANY(%s)", [
            [unit for (unit,) in units]]).fetchall()  # fmt: skip

    assert set(before) - set(after) >= set(units)
    assert len(after) == 2  # that Mike rows, and what Ann said
    assert {term for (term,) in left} == {""}


async def test_an_earlier_basis_says_that_words_were_erased(desk: Desk) -> None:
    await tell(desk)
    recaller = recaller_on(desk.store)
    before = await recaller.recall(desk.principal, ask_at(WHERE, None, day(5)))
    (lived,) = [each.memory.id for each in before if each.memory.content == f"Mike lives in {MARK}"]
    number = before.receipt.basis.as_of.number

    await erase_it(desk)

    now = await recaller.recall(desk.principal, ask_at(WHERE, None, day(5)))
    then = await recaller.recall(desk.principal, ask_at(WHERE, number, day(5)))
    assert not any("erased" in each for each in now.receipt.degraded)
    assert [each for each in then.receipt.degraded if "erased" in each] == [
        "9 memories or turns known then, erased since"
    ]
    again = await recaller.replay(desk.principal, before.receipt)
    assert not again.same
    assert again.note is not None
    assert "erased since" in again.note
    with pytest.raises(MemoryNotFound, match="was erased"):
        await get(desk.store, desk.principal, GetMemory(memory_id=MemoryId(lived), as_of=number))


async def test_no_read_tells_it_at_any_basis(desk: Desk) -> None:
    await tell(desk)
    pages = [str(each) for each in ids_telling(desk, "page_revisions", "page_id")]
    memories = [str(each) for each in ids_telling(desk, "memories", "memory_id")]
    turns = [str(each) for each in ids_telling(desk, "episodes", "episode_id")]
    ids = {"id": [*memories, *turns], "page": pages, "memory": memories, "episode": turns}
    await erase_it(desk)
    head = (await verify(desk.store, desk.principal)).head_number
    told: list[str] = []
    async with serving(desk.database) as opened:
        services = replace(opened, principal=desk.principal)
        for what in CATALOGUE.values():
            names = {item.name for item in fields(what.request)}
            if what.effect is Effect.WRITES or what.name in {"replay", "get_task"}:
                continue
            chosen = [{name: each} for name in ids.keys() & names for each in ids[name]] or [{}]
            bases = [{"as_of": each} for each in range(1, head + 1)] if "as_of" in names else [{}]
            for named, at in product(chosen, bases):
                asked = what.request(**(dict(what.example) | named | at))
                with suppress(NotFound):
                    told.append(json.dumps(plain(await perform(services, what, asked))))

    assert len(told) > 300
    assert [each for each in told if STEM in each.lower()] == []


async def test_answers_without_it_are_as_they_were_also_when_indexes_are_made_again(
    desk: Desk,
) -> None:
    ann = principal_of(desk.principal.tenant, "ann")
    await add(desk, lives_in("Leeds", day(2)), principal=ann)
    await add(desk, lives_in("York", day(3)), principal=ann)
    await tell(desk)
    head = (await verify(desk.store, desk.principal)).head_number
    recaller = recaller_on(desk.store)
    of_ann = await recalls(recaller, ann, head, (day(2, 9), day(5)))

    await erase_it(desk)
    assert await recalls(recaller, ann, head, (day(2, 9), day(5))) == of_ann

    question = ask_at("What sport?", head, day(5))
    of_mike = recalled_bytes(await recaller.recall(desk.principal, question))
    await rebuild_indexes(desk.ledger, desk.principal)
    assert recalled_bytes(await recaller.recall(desk.principal, question)) == of_mike
    assert (await verify(desk.store, desk.principal)).holds


async def test_what_was_displaced_does_not_come_back_and_the_slot_goes_on(desk: Desk) -> None:
    _, bath = await add(desk, lives_in("London", day(3)), lives_in("Bath", day(5)))
    await erase(desk, bath)
    recaller = recaller_on(desk.store)

    async def lives(month: int) -> list[str]:
        found = await recaller.recall(desk.principal, ask_at(WHERE, None, day(month)))
        return [each.memory.content for each in found if not each.superseded and not each.is_over]

    assert await lives(4) == ["Mike lives in London"]
    assert await lives(6) == []
    await add(desk, lives_in("York", day(7)))
    assert await lives(8) == ["Mike lives in York"]
    assert (await verify(desk.store, desk.principal)).holds


async def test_a_slot_of_which_all_is_erased_begins_anew(desk: Desk) -> None:
    (bath,) = await add(desk, lives_in("Bath", day(5)))
    await erase(desk, bath)
    (again,) = await add(desk, lives_in("Bath", day(4)))

    found = await recaller_on(desk.store).recall(desk.principal, ask_at(WHERE, None, day(6)))
    assert [each.memory.id for each in found] == [again]
    assert again != bath
    assert (await verify(desk.store, desk.principal)).holds


async def test_what_was_forgotten_or_retracted_before_is_erased_too(desk: Desk) -> None:
    bath, york = await add(desk, lives_in(MARK, day(5)), lives_in(f"{MARK} 2", day(6)))
    await desk.ledger.forget(desk.principal, bath)
    await desk.ledger.retract(desk.principal, york)

    purged = await erase(desk, bath, york)
    assert sorted(purged.memories) == sorted([bath, york])
    assert where_told(desk) == []
    assert await erase(desk, bath, york) == Purged()
    assert (await verify(desk.store, desk.principal)).holds


async def test_a_turn_takes_what_was_told_by_it_alone(desk: Desk) -> None:
    turns = [said(f"I met {MARK}.", 2), said("I row.", 3)]
    first, second = (await ingest_turns(desk.ledger, desk.principal, turns)).episodes
    alone, both = await add(
        desk,
        Draft(content=f"Mike met {MARK}", valid_from=day(2), episode_id=first, span=(0, 4)),
        Draft(content="Mike rows", valid_from=day(3), episode_id=first, span=(0, 4)),
    )
    await add(desk, Draft(content="Mike rows", valid_from=day(3), episode_id=second, span=(0, 4)))

    async def purged(*, with_beliefs: bool) -> Purged:
        return await purge(
            desk.ledger,
            desk.principal,
            memories=(),
            episodes=[first],
            with_beliefs=with_beliefs,
            reason=None,
        )

    kept = await purged(with_beliefs=False)
    assert (kept.memories, kept.episodes) == ((), (first,))
    assert "muniment.memories" in where_told(desk)
    assert await purged(with_beliefs=True) == Purged()
    gone = await erase(desk, alone, both)
    assert gone.told_in == (second,)
    assert where_told(desk) == []


async def test_everything_of_a_user_goes_batch_by_batch(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing, "_OF_USER_AT_ONCE", 3)
    mike, admin = desk.principal, principal_of(desk.principal.tenant, "admin")
    clerk = replace(mike, agent="clerk")
    await tell(desk)
    secret = lives_in(f"{MARK} secret", day(3), visibility=Visibility.PRIVATE, category="secret")
    await add(desk, secret, principal=clerk)
    kept = [
        *await add(desk, lives_in("Leeds", day(2)), principal=admin),
        *await add(desk, replace(lives_in("Ur", day(2)), scope=Scope.GLOBAL), principal=mike),
    ]
    seen: list[tuple[int, int]] = []

    purged = await purge_user(
        desk.ledger,
        admin,
        "mike",
        reason="request 4711",
        seen=lambda done, total: seen.append((done, total)),
    )

    assert where_told(desk) == []
    assert len(purged.certificates) > 2
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == seen[-1][1] == purged.count
    assert not set(kept) & set(purged.memories)
    with desk.database.as_admin() as connection:
        left = connection.execute(
            "SELECT memory_id FROM muniment.memories WHERE content IS NOT NULL ORDER BY 1"
        ).fetchall()
        by = connection.execute(
            "SELECT DISTINCT actor FROM muniment.transactions WHERE operation = 'purge'"
        ).fetchall()
    assert [each for (each,) in left] == sorted(kept)
    assert by == [("admin",)]
    assert (await verify(desk.store, mike)).holds
    assert await purge_user(desk.ledger, admin, "mike", reason="again") == Purged()


async def test_a_dry_run_tells_what_would_go_and_erases_nothing(desk: Desk) -> None:
    (one,) = await add(desk, lives_in(f"{MARK} Yard", day(2)))
    await tell(desk)
    before = where_told(desk)
    admin = principal_of(desk.principal.tenant, "admin")

    foreseen = await purge_user(desk.ledger, admin, "mike", reason="4711", dry_run=True)
    named = await purge(
        desk.ledger,
        admin,
        memories=[one],
        episodes=(),
        with_beliefs=True,
        reason="4711",
        dry_run=True,
    )

    assert where_told(desk) == before
    assert (named.memories, named.certificates) == ((one,), ())
    done = await purge_user(desk.ledger, admin, "mike", reason="4711")
    assert foreseen.certificates == ()
    assert set(foreseen.memories) == set(done.memories)
    assert set(foreseen.episodes) == set(done.episodes)
    assert foreseen.rows["memories"] == done.rows["memories"]
    assert foreseen.rows["episodes"] == done.rows["episodes"]
    again = await purge_user(desk.ledger, admin, "mike", reason="4711", dry_run=True)
    assert again == Purged()


async def test_nothing_is_erased_where_an_id_is_unknown(desk: Desk) -> None:
    (bath,) = await add(desk, lives_in(MARK, day(5)))
    stranger = await desk.fresh_tenant()
    with pytest.raises(MemoryNotFound):
        await erase(desk, bath, MemoryId(uuid4()))
    with pytest.raises(MemoryNotFound):
        await erase(desk, bath, principal=stranger)
    with pytest.raises(EpisodeNotFound):
        await purge(
            desk.ledger,
            desk.principal,
            memories=[bath],
            episodes=[EpisodeId(uuid4())],
            with_beliefs=True,
            reason=None,
        )
    assert where_told(desk)


async def test_only_who_governs_and_sees_all_erases(desk: Desk) -> None:
    (bath,) = await add(desk, lives_in(MARK, day(5)))
    mike = desk.principal
    for principal in (
        replace(mike, permissions=mike.permissions - {Permission.GOVERN}),
        replace(mike, namespaces=("default",)),
        replace(mike, confines=Confines(namespaces=("default",))),
        replace(mike, agent="clerk"),
    ):
        with pytest.raises(NotPermitted):
            await erase(desk, bath, principal=principal)
    assert where_told(desk)


@pytest.mark.parametrize(
    "asked",
    [
        Purge(reason="why"),
        Purge(reason=" ", memories=[str(uuid4())]),
        Purge(reason="why", memories=[str(uuid4())], everything_of="mike"),
        Purge(reason="why", memories=["no id"]),
        Purge(reason="why", everything_of="nobody of this name"),
    ],
)
async def test_what_says_not_what_to_erase_is_refused(desk: Desk, asked: Purge) -> None:
    async with serving(desk.database) as services:
        with pytest.raises(InvalidValue):
            await perform(services, purge_operation, asked)


async def test_words_that_other_rules_made_go_too(desk: Desk) -> None:
    (bath,) = await add(desk, lives_in("Bath", day(5)))
    with desk.database.as_admin() as connection:
        connection.execute(
            "UPDATE muniment.postings SET term = %s WHERE term LIKE 'bath%%'", [STEM]
        )
    await erase(desk, bath)
    assert where_told(desk) == []


class Meanwhile(HashedEmbedder):
    """Have a turn erased while it embeds."""

    def __init__(self, act: Callable[[], Awaitable[object]]) -> None:
        super().__init__()
        self._act = act

    async def embed_documents(self, texts: Sequence[str]) -> Vector:
        """Erase first."""
        await self._act()
        return await super().embed_documents(texts)


async def test_a_page_that_is_compiled_meanwhile_does_not_bring_it_back(desk: Desk) -> None:
    await tell(desk)
    slow = Ledger(
        desk.store, Meanwhile(lambda: erase_it(desk)), desk.ledger.limits, desk.ledger.language
    )
    with pytest.raises(WriteContention, match="erased meanwhile"):
        await compile_page(
            slow, desk.principal, snapshot_place(desk.principal, "default"), "category:city"
        )
    assert where_told(desk) == []


async def test_a_page_that_is_embedded_meanwhile_is_not_found_by_it(desk: Desk) -> None:
    await tell(desk)
    with desk.database.as_admin() as connection:
        connection.execute("DELETE FROM muniment.page_vectors")
    slow = Ledger(
        desk.store, Meanwhile(lambda: erase_it(desk)), desk.ledger.limits, desk.ledger.language
    )
    await index_pages(slow, desk.principal)
    with desk.database.as_admin() as connection:
        assert connection.execute("SELECT FROM muniment.page_vectors").fetchall() == []


def refused(desk: Desk, statement: str, principal: Principal | None = None) -> str | None:
    """Return the constraint that refuses what the application's role asks for, in a transaction of the ledger."""
    with acting(desk.database, principal or desk.principal) as connection:
        connection.execute(
            "UPDATE muniment.heads SET number = number + 1,"
            " recorded_at = greatest(clock_timestamp(), recorded_at + interval '1 microsecond')"
        )
        with pytest.raises(psycopg.errors.DatabaseError) as raised:
            connection.execute(sql.SQL(statement))
    return raised.value.diag.constraint_name


async def test_the_database_lets_nothing_be_changed_but_by_an_erasure(desk: Desk) -> None:
    await add(desk, lives_in("Bath", day(5), source="a letter"))
    empty = ", ".join(
        f"{name} = {'array[]::text[]' if name == 'tags' else 'NULL'}"
        for name in sorted(ERASABLE["memories"])
    )
    whole = f"UPDATE muniment.memories SET {empty}"

    assert refused(desk, "UPDATE muniment.memories SET content = 'no'") == "erasure_takes_all_words"
    assert (
        refused(desk, "UPDATE muniment.assertions SET source = NULL") == "erasure_takes_all_words"
    )
    assert refused(desk, whole) == "erasure_leaves_a_tombstone"
    assert refused(desk, f"{whole}, known_until = now()") == "erasure_takes_words_alone"
    writer = replace(desk.principal, permissions=desk.principal.permissions - {Permission.GOVERN})
    tombstone = (
        "INSERT INTO muniment.tombstones SELECT tenant_id, (SELECT number FROM muniment.heads), 1, 'memories',"
        " number, ordinal, now(), NULL FROM muniment.memories"
    )
    with (
        acting(desk.database, writer) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege, match="who govern"),
    ):
        connection.execute(sql.SQL(whole))
    with acting(desk.database, writer) as connection:
        connection.execute(
            "UPDATE muniment.heads SET number = number + 1,"
            " recorded_at = greatest(clock_timestamp(), recorded_at + interval '1 microsecond')"
        )
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            connection.execute(sql.SQL(tombstone))
    with acting(desk.database, writer) as connection:
        assert connection.execute("DELETE FROM muniment.vectors").rowcount == 0


async def test_an_erasure_by_hand_is_found(desk: Desk) -> None:
    await add(desk, lives_in("Bath", day(5)))
    empty = ", ".join(
        f"{name} = {'array[]::text[]' if name == 'tags' else 'NULL'}"
        for name in sorted(ERASABLE["memories"])
    )
    with psycopg.connect(desk.database.app) as connection:
        connection.execute(
            "SELECT set_config('muniment.principal', %s, true)", [desk.principal.as_setting()]
        )
        connection.execute(
            "UPDATE muniment.heads SET number = number + 1,"
            " recorded_at = greatest(clock_timestamp(), recorded_at + interval '1 microsecond')"
        )
        connection.execute(
            "INSERT INTO muniment.tombstones SELECT tenant_id, (SELECT number FROM muniment.heads), 1, 'memories',"
            " number, ordinal, now(), NULL FROM muniment.memories"
        )
        connection.execute(sql.SQL(f"UPDATE muniment.memories SET {empty}"))
    seen = await verify(desk.store, desk.principal)
    assert not seen.holds
    assert "tombstones" in {each.table for each in seen.findings}


async def test_a_tombstone_of_before_permits_no_erasure(desk: Desk) -> None:
    await add(desk, lives_in("Bath", day(5), source="a letter"))
    with desk.database.as_admin() as connection:
        connection.execute(
            "INSERT INTO muniment.tombstones SELECT tenant_id, number, 99, 'assertions', number, ordinal, known_from, NULL"
            " FROM muniment.assertions"
        )
    whole = "UPDATE muniment.assertions SET source = NULL, salt = NULL"
    assert refused(desk, whole) == "erasure_leaves_a_tombstone"


async def test_no_vector_is_taken_away_from_words_that_are_there(desk: Desk) -> None:
    await tell(desk)
    for table in ("vectors", "page_vectors"):
        assert refused(desk, f"DELETE FROM muniment.{table}") == "vector_goes_with_words"


async def test_tombstones_are_looked_up_by_key_also_where_they_were_counted_as_none(
    desk: Desk,
) -> None:
    gone = await add(desk, *(Draft(content=f"Mike met {n}", valid_from=day(2)) for n in range(40)))
    with desk.database.as_admin() as connection:
        connection.execute("ANALYZE muniment.tombstones")
        await erase(desk, *gone)
        counted: list[tuple[object, ...]] = []
        with anyio.fail_after(20):
            while not counted:
                await anyio.sleep(0.3)
                await erase(desk, *gone)  # the server counts at the end of a later transaction
                counted = connection.execute(
                    "SELECT idx_scan >= %(rows)s, seq_scan < %(rows)s FROM pg_stat_user_tables"
                    " WHERE relname = 'tombstones' AND idx_scan > 0",
                    {"rows": len(gone)},
                ).fetchall()
    assert counted == [(True, True)]


async def test_the_triggers_know_what_an_erasure_empties(desk: Desk) -> None:
    with desk.database.as_admin() as connection:
        rows = connection.execute(
            "SELECT tgrelid::regclass::text, encode(tgargs, 'escape') FROM pg_trigger"
            " WHERE tgname = 'erasure_is_stamped'"
        ).fetchall()
    told = {
        str(table).removeprefix("muniment."): frozenset(str(given).split("\\000")[:-1])
        for table, given in rows
    }
    assert told == dict(ERASABLE)


async def test_words_put_back_are_found(desk: Desk) -> None:
    (bath,) = await add(desk, lives_in("Bath", day(5)))
    await erase(desk, bath)
    with desk.database.as_admin() as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute(
            "UPDATE muniment.memories SET content = 'Mike lives in Bath', salt = '1'"
        )
    seen = await verify(desk.store, desk.principal)
    (found,) = seen.findings
    assert "it was erased, but still has words." in found.sentence
