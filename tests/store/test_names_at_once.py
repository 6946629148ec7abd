"""Names that several write at once come out as if one had waited for the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from itertools import count
from uuid import UUID

import anyio
import pytest

from muniment.access.principal import Principal
from muniment.errors import InvalidValue, WriteContention
from muniment.knowledge.names.aliases import NewAlias, add_alias
from muniment.ledger.writer import Ledger
from muniment.model.ids import MemoryId
from muniment.model.reading import GetFacts
from muniment.model.writes import Draft
from muniment.operations.catalogue import perform
from muniment.operations.facts import AppendFacts, NewFact, append_facts
from muniment.ports.embedder import Matrix
from muniment.recall.lookup.triples import facts
from muniment.settings import LimitSettings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, Desk, open_desk
from tests.store.lookup_words import day
from tests.store.tasking import serving
from tests.store.test_entities import turn


class Interrupted(HashedEmbedder):
    """Let something happen between the reading of a write and its transaction."""

    def __init__(self, meanwhile: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self._meanwhile = meanwhile

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Embed documents, and then let it happen."""
        matrix = await super().embed_documents(texts)
        await self._meanwhile()
        return matrix


@pytest.fixture
async def desk(database: Database) -> AsyncIterator[Desk]:
    async with open_desk(database) as desk:
        yield desk


async def at_once(desk: Desk, *pairs: tuple[str, str]) -> list[InvalidValue]:
    """Add aliases, all of which were looked at before any is written; return what was refused."""
    said = await turn(desk, "Ann, Bea and Cat are one; so are ANN, BEA.")
    arrived, all_there = count(1), anyio.Event()
    refused: list[InvalidValue] = []

    async def wait_for_all() -> None:
        if next(arrived) == len(pairs):
            all_there.set()
        await all_there.wait()

    ledger = Ledger(desk.store, Interrupted(wait_for_all), LimitSettings(), "english")

    async def add(alias: str, entity: str) -> None:
        try:
            await add_alias(
                ledger, desk.principal, NewAlias(alias=alias, entity=entity, episode_id=said)
            )
        except InvalidValue as error:
            refused.append(error)

    async with anyio.create_task_group() as group:
        for alias, entity in pairs:
            group.start_soon(add, alias, entity)
    return refused


async def aliases(desk: Desk) -> set[tuple[str, str]]:
    page = await facts(desk.store, desk.principal, GetFacts(predicate="alias_of"), None)
    return {(fact.subject, fact.object) for fact in page.items}


@pytest.mark.parametrize(
    "pairs",
    [
        [("Ann", "Bea"), ("Bea", "Ann")],
        [("Ann", "Bea"), ("Bea", "Cat"), ("Cat", "Ann")],
    ],
    ids=["of each other", "in a ring"],
)
async def test_aliases_told_at_once_make_no_circle(
    desk: Desk, pairs: list[tuple[str, str]]
) -> None:
    refused = await at_once(desk, *pairs)

    assert ["already an alias of" in error.message for error in refused] == [True]
    assert len(await aliases(desk)) == len(pairs) - 1


async def test_an_alias_that_stands_for_another_besides_does_not_lead_back(desk: Desk) -> None:
    assert await at_once(desk, ("Ann", "Cat")) == []
    assert await at_once(desk, ("Bea", "Ann")) == []

    refused = await at_once(desk, ("Ann", "Bea"))

    assert ["already an alias of 'Ann'" in error.message for error in refused] == [True]


async def test_an_alias_told_at_once_in_other_letters_is_one(desk: Desk) -> None:
    assert await at_once(desk, ("Ann", "Bea"), ("ANN", "BEA")) == []

    assert len(await aliases(desk)) == 1


async def test_a_fact_that_others_keep_respelling_is_given_up(
    database: Database, desk: Desk
) -> None:
    other = Ledger(desk.store, None, LimitSettings(), "english")
    respelled = count()
    who: list[Principal] = []

    async def respell() -> None:
        """Forget the fact, and add it in other letters."""
        spelling = ("Tea", "TEA")[next(respelled) % 2]
        page = await facts(desk.store, who[0], GetFacts(predicate="likes"), None)
        for fact in page.items:
            await other.forget(who[0], MemoryId(UUID(fact.id)))
        said = Draft(
            content=f"Mike likes {spelling}",
            entity="Mike",
            category="likes",
            object=spelling,
            valid_from=day(3),
        )
        await other.add_many(who[0], [said])

    async with serving(database, embedder=Interrupted(respell)) as services:
        who.append(services.principal)
        request = AppendFacts(facts=(NewFact(subject="Mike", predicate="likes", object="tea"),))
        with (
            anyio.fail_after(60),
            pytest.raises(WriteContention, match="another spelling, 8 times"),
        ):
            await perform(services, append_facts, request)
