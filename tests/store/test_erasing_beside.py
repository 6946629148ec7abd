"""What stands beside the ledger goes with the words of an erasure: answers, traces, tasks, pages of what all are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muniment.audit.verify import verify
from muniment.errors import InvalidValue
from muniment.knowledge.pages.compiling import compile_page
from muniment.knowledge.pages.snapshots import snapshot_place
from muniment.ledger.erasing import purge_user
from muniment.model.erasing import Purged
from muniment.model.memory import Scope
from muniment.model.writes import Draft
from muniment.operations import pages, schedules, writes
from muniment.operations.catalogue import perform
from muniment.operations.erasing import Purge
from muniment.operations.erasing import purge as purge_operation
from muniment.operations.once import perform_once
from tests.database import Desk, principal_of
from tests.properties.asking import ask_at
from tests.store.erasing_words import (
    MARK,
    ids_telling,
    where_told,
)
from tests.store.lookup_words import add, day, lives_in
from tests.store.tasking import drain, enqueue, jobs, serving


async def test_what_a_user_asked_and_was_answered_goes_with_it(desk: Desk) -> None:
    async with serving(desk.database) as services:
        mike = replace(services, principal=principal_of(services.principal.tenant, "mike"))
        admin = replace(services, principal=principal_of(services.principal.tenant, "admin"))
        new = writes.Add(memories=(writes.NewMemory(content=f"Mike met {MARK}"),))
        answer = await perform_once(mike, writes.add_many, new, "a")
        await mike.recaller.recall(mike.principal, ask_at(f"Who is {MARK}?", None, None))
        await admin.recaller.recall(admin.principal, ask_at("Who rows?", None, None))
        asked = Purge(reason="request 4711", everything_of="mike")
        purged = await perform_once(admin, purge_operation, asked, "b")

        with desk.database.as_admin() as connection:
            questions = connection.execute("SELECT request FROM muniment.recalls").fetchall()
            kept = connection.execute("SELECT key FROM muniment.idempotent_answers").fetchall()
        assert answer
        assert [MARK in str(each) for each in questions] == [False]
        assert kept == [("b",)]
        assert await perform_once(admin, purge_operation, asked, "b") == purged


async def test_the_questions_of_a_user_who_never_wrote_go_too(desk: Desk) -> None:
    async with serving(desk.database) as services:
        mike = principal_of(services.principal.tenant, "mike")
        asked = Purge(reason="request 4711", everything_of="mike")
        await services.recaller.recall(mike, ask_at(f"Who is {MARK}?", None, None))
        assert where_told(desk) == ["muniment.recalls"]

        assert await perform(services, purge_operation, asked) == Purged()
        assert where_told(desk) == []
        with pytest.raises(InvalidValue, match="nothing was ever written"):
            await perform(services, purge_operation, asked)


async def test_a_page_goes_from_the_answers_that_say_what_it_was_called(desk: Desk) -> None:
    async with serving(desk.database) as services:
        new = writes.Add(
            memories=(writes.NewMemory(content=f"{MARK} rows", entity=MARK, category="sport"),)
        )
        await perform(services, writes.add_many, new)
        await perform_once(services, pages.compile_page, pages.CompilePage(topic=MARK), "page")
        await perform_once(services, pages.compile_bank, pages.CompileBank(beliefs_min=1), "bank")
        await enqueue(services, "compile_bank", beliefs_min=1)
        await drain(services)
        assert {"muniment.idempotent_answers", "muniment.tasks"} <= set(where_told(desk))
        rows = [str(each) for each in ids_telling(desk, "memories", "memory_id")]

        await perform(services, purge_operation, Purge(reason="request 4711", memories=rows))
    assert where_told(desk) == []


async def test_what_is_due_for_a_user_goes_with_it(desk: Desk) -> None:
    async with serving(desk.database) as services:
        mike = replace(services, principal=principal_of(services.principal.tenant, "mike"))
        admin = replace(services, principal=principal_of(services.principal.tenant, "admin"))
        await perform(
            mike, writes.add_many, writes.Add(memories=(writes.NewMemory(content="Mike rows"),))
        )
        nightly = schedules.SetSchedule(
            name=f"of {MARK}", kind="compile_page", cron="0 3 * * *", arguments={"topic": MARK}
        )
        await perform(mike, schedules.set_schedule, nightly)
        await enqueue(mike, "compile_page", delay_s=1000, topic=MARK)
        await enqueue(mike, "compile_page", topic=MARK)
        await enqueue(admin, "compile_page", delay_s=1000, topic="rowing")

        await perform(admin, purge_operation, Purge(reason="request 4711", everything_of="mike"))
        assert where_told(desk) == []
        with desk.database.as_admin() as connection:
            due = connection.execute("SELECT user_name FROM muniment.tasks").fetchall()
        assert due == [("admin",)]
        assert len(jobs(desk.database)) == 1
        assert (await drain(mike)).done == 0


async def test_the_pages_of_a_user_go_also_where_they_quote_what_all_are_told(desk: Desk) -> None:
    admin = principal_of(desk.principal.tenant, "admin")
    told = Draft(content=f"{MARK} is a firm", entity=MARK, category="kind", scope=Scope.GLOBAL)
    await add(desk, told, principal=admin)
    await add(desk, lives_in("Bath", day(5)))
    await compile_page(desk.ledger, desk.principal, snapshot_place(desk.principal, "default"), MARK)

    purged = await purge_user(desk.ledger, admin, "mike", reason="request 4711")
    assert purged.rows == {"assertions": 2, "memories": 1, "page_revisions": 1, "pages": 1}
    assert "muniment.pages" not in where_told(desk)
    assert "muniment.memories" in where_told(desk)
    assert await purge_user(desk.ledger, admin, "mike", reason="again") == Purged()
    assert (await verify(desk.store, admin)).holds


async def test_answers_that_name_it_are_kept_no_longer(desk: Desk) -> None:
    async with serving(desk.database) as services:
        new = writes.Add(memories=(writes.NewMemory(content="Mike rows"),))
        other = writes.Add(memories=(writes.NewMemory(content="Mike sings"),))
        await perform_once(services, writes.add_many, new, "a")
        await perform_once(services, writes.add_many, other, "b")
        with desk.database.as_admin() as connection:
            rows = connection.execute(
                "SELECT memory_id FROM muniment.memories WHERE content = 'Mike rows'"
            ).fetchall()
            asked = Purge(reason="request 4711", memories=[str(each) for (each,) in rows])
            await perform(services, purge_operation, asked)
            kept = connection.execute("SELECT key FROM muniment.idempotent_answers").fetchall()
    assert kept == [("b",)]
