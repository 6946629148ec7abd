"""Pages are compiled, mended and embedded in the background, and it does no harm to do it twice."""

from __future__ import annotations

from dataclasses import replace

from muniment.model.tasks import TaskState
from muniment.operations import pages
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from muniment.operations.writes import Add, Forget, NewMemory, add_many, forget
from muniment.testing.embedder import FailingEmbedder, HashedEmbedder
from tests.database import Database
from tests.store.tasking import drain, enqueue, get, serving


async def believe(services: Services, content: str, category: str) -> str:
    new = NewMemory(content=content, entity="Mike", category=category, valid_from="2026-03-01")
    (written,) = await perform(services, add_many, Add(memories=[new]))
    return str(written.id)


async def outcomes(services: Services, kind: str, **arguments: object) -> list[str]:
    task = await enqueue(services, kind, **arguments)  # type: ignore[arg-type]  # none is called key
    await drain(services)
    seen = await get(services, task)
    assert (seen.state, seen.error) == (TaskState.DONE, None)
    listed = seen.result if isinstance(seen.result, list) else []
    return [each["outcome"] for each in listed]


async def page_words(services: Services, page: str) -> list[str]:
    found = await perform(services, pages.get_page, pages.GetPage(page=page))
    return [each.text for each in found.sentences]


async def test_pages_are_compiled_and_mended_by_tasks_that_may_run_again(
    services: Services,
) -> None:
    rows = await believe(services, "Mike rows", "hobby")
    await believe(services, "Mike lives in Bath", "city")

    assert await outcomes(services, "compile_bank", beliefs_min=1) == ["ADD"]
    assert await outcomes(services, "compile_bank", beliefs_min=1) == ["NOOP"]
    await perform(services, forget, Forget(id=rows))
    assert await outcomes(services, "refresh_pages") == ["UPDATE"]
    assert await outcomes(services, "refresh_pages") == []
    assert await page_words(services, "Mike") == ["Mike lives in Bath"]


async def test_whoever_waits_for_every_page_sees_how_many_are_compiled(services: Services) -> None:
    for name, what in (("Ann", "hobby"), ("Mike", "sport")):
        new = NewMemory(content=f"{name} rows", entity=name, category=what)
        await perform(services, add_many, Add(memories=[new]))
    told: list[tuple[int, int]] = []
    watched = replace(services, seen=lambda *far: told.append(far))

    task = await enqueue(services, "compile_bank", beliefs_min=1)
    await drain(services)
    await perform(watched, pages.compile_bank, pages.CompileBank(beliefs_min=1))

    done = await get(services, task)
    assert (done.progress_done, done.progress_total) == (2, 2)
    assert told == [(0, 2), (1, 2), (2, 2)]


async def test_a_task_names_its_page_by_id(services: Services) -> None:
    await believe(services, "Mike rows", "hobby")
    made = await perform(services, pages.compile_page, pages.CompilePage(topic="Mike"))
    await believe(services, "Mike sings", "hobby")

    await outcomes(services, "compile_page", topic=str(made.id))

    assert await page_words(services, str(made.id)) == ["Mike rows", "Mike sings"]


async def test_a_page_that_landed_without_its_vector_is_embedded_by_the_task_it_caused(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder())
    async with serving(database, embedder=embedder) as services:
        await believe(services, "Mike rows", "hobby")
        embedder.is_down = True
        made = await perform(services, pages.compile_page, pages.CompilePage(topic="Mike"))
        embedder.is_down = False

        ran = await drain(services)

        assert not made.embedded
        assert ran.done == 1
        assert await perform(services, pages.index_page_vectors, pages.IndexPages()) == 0
