"""Operations that are kinds of tasks too leave in the background what they leave in a call."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from muniment.errors import InvalidValue, MunimentError, UnreadableTime
from muniment.model.tasks import Task, TaskState
from muniment.operations import pages, sidecar, tasks
from muniment.operations.background import KINDS
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from tests.database import Database
from tests.store.ledgers import draft
from tests.store.tasking import drain, enqueue, get, serving

OF_TESTS = {"note", "fail", "pause", "stall"}
NAMES = [
    "compile_bank", "compile_page", "compile_persona_page", "consolidate", "decay", "embed_backlog",
    "find_contradictions", "find_duplicates", "index_page_vector", "lint_pages",
    "normalize_temporal_facts", "process_turn", "project_entity_edges", "rebuild_indexes", "reflect",
    "refresh_pages", "snapshot",
]  # fmt: skip


@pytest.fixture
async def services(database: Database) -> AsyncIterator[Services]:
    async with serving(database) as lent:
        await lent.ledger.add_many(
            lent.principal,
            [draft("Mike lives in Bath", category=each) for each in ("city", "home")],
        )
        yield lent


async def run(services: Services, kind: str, **arguments: object) -> Task:
    task = await enqueue(services, kind, **arguments)  # type: ignore[arg-type]  # none is called key
    await drain(services)
    seen = await get(services, task)
    assert (seen.state, seen.error) == (TaskState.DONE, None)
    return seen


async def listed(services: Services) -> list[str]:
    return [entry.slug for entry in await perform(services, pages.pages, pages.ListPages())]


def test_the_kinds_are_those_that_are_offered() -> None:
    assert sorted(KINDS.keys() - OF_TESTS) == NAMES


async def test_of_the_turns_that_follow_the_first_one_snapshot_waits(services: Services) -> None:
    for said in ("I prefer pytest.", "I own a kayak.", "I live in Bath."):
        await perform(services, sidecar.process_turn, sidecar.ProcessTurn(user_message=said))
        await drain(services)

    taken = await perform(services, tasks.tasks, tasks.ListTasks(kind="snapshot"))

    waiting, done = sorted(taken.items, key=lambda task: task.ended_at is not None)
    assert (waiting.state, done.state) == (TaskState.WAITING, TaskState.DONE)
    assert outcome(done) == "ADD"
    assert waiting.due_at - waiting.enqueued_at > sidecar.SNAPSHOT_DELAY / 2


@pytest.mark.parametrize("name", NAMES)
def test_a_kind_says_what_it_does(name: str) -> None:
    assert KINDS[name].about.endswith((".", ":"))


async def test_pages_are_compiled_once_however_often_the_task_runs(services: Services) -> None:
    first = await run(services, "compile_page", topic="Mike")
    again = await run(services, "compile_page", topic="Mike")
    assert (outcome(first), outcome(again)) == ("ADD", "NOOP")
    assert await listed(services) == ["mike"]


def outcome(task: Task) -> object:
    assert isinstance(task.result, dict)
    return task.result["outcome"]


@pytest.mark.parametrize(
    "kind, arguments, refusal, told",
    [
        ("embed_backlog", {"units_max": -5}, InvalidValue, "units_max is -5"),
        ("embed_backlog", {"units_max": 10_001}, InvalidValue, "units_max is 10001"),
        ("decay", {"below": 5}, InvalidValue, "of decay do not fit: below is 5"),
        ("decay", {"valid_at": "soon"}, UnreadableTime, "soon"),
        ("reflect", {"since": "soon"}, UnreadableTime, "soon"),
        ("find_duplicates", {"as_of": -1}, InvalidValue, "as_of is -1"),
        ("find_contradictions", {"namespace": " "}, InvalidValue, "namespace is blank"),
        ("compile_page", {"topic": " "}, InvalidValue, "topic is blank"),
        (
            "compile_persona_page",
            {"topic": "Mike", "scope": "container"},
            InvalidValue,
            "give both",
        ),
        ("compile_bank", {"container": "thread:x"}, InvalidValue, "give both"),
        ("lint_pages", {"as_of": "soon"}, UnreadableTime, "soon"),
        ("refresh_pages", {"namespace": " "}, InvalidValue, "namespace is blank"),
        ("snapshot", {"namespace": " "}, InvalidValue, "namespace is blank"),
        ("consolidate", {"namespace": " "}, InvalidValue, "namespace is blank"),
        ("normalize_temporal_facts", {"namespace": " "}, InvalidValue, "namespace is blank"),
        ("project_entity_edges", {"namespace": " "}, InvalidValue, "namespace is blank"),
        ("process_turn", {"episodes": ["x"], "scope": "user"}, InvalidValue, "which is not an id"),
    ],
)
async def test_what_a_kind_would_refuse_is_not_enqueued(
    services: Services,
    kind: str,
    arguments: dict[str, object],
    refusal: type[MunimentError],
    told: str,
) -> None:
    with pytest.raises(refusal, match=told):
        await enqueue(services, kind, **arguments)  # type: ignore[arg-type]  # none is called key
    assert (await perform(services, tasks.tasks, tasks.ListTasks())).items == ()


async def test_every_kind_ends_and_keeps_an_answer(services: Services) -> None:
    for name in NAMES:
        if name == "process_turn":
            continue  # its turns are those of a sidecar, whose tests run it
        arguments = {"topic": "Mike"} if name in {"compile_page", "compile_persona_page"} else {}
        assert (await run(services, name, **arguments)).result is not None
    linted = (await run(services, "lint_pages")).result
    assert isinstance(linted, dict)
    assert sorted(linted) == ["findings", "is_mending_due", "pages"]


async def test_a_look_over_pages_enqueues_that_what_is_stale_is_mended(services: Services) -> None:
    await run(services, "compile_page", topic="Mike")
    (home,) = await services.ledger.add_many(
        services.principal, [draft("Mike lives in Rome", category="city")]
    )
    assert home.displaced

    linted = await run(services, "lint_pages")

    assert linted.result == {"pages": 1, "findings": {"stale": 1}, "is_mending_due": True}
    (mending,) = await mended(services)
    assert (mending.state, mending.arguments) == (
        TaskState.DONE,
        {"namespace": "default", "containers": []},
    )
    again = await run(services, "lint_pages")
    assert again.result == {"pages": 1, "findings": {}, "is_mending_due": False}
    assert len(await mended(services)) == 1


async def test_what_was_wrong_once_is_not_mended_today(services: Services) -> None:
    await run(services, "compile_page", topic="Mike")
    await services.ledger.add_many(
        services.principal, [draft("Mike lives in Rome", category="city")]
    )
    head = (await perform(services, pages.lint_pages, pages.LintPages())).basis.as_of.number

    linted = await run(services, "lint_pages", as_of=head)

    assert linted.result == {"pages": 1, "findings": {"stale": 1}, "is_mending_due": False}
    assert await mended(services) == ()


async def mended(services: Services) -> tuple[Task, ...]:
    return (await perform(services, tasks.tasks, tasks.ListTasks(kind="refresh_pages"))).items
