"""A tenant that is not there is told, and nothing but what is written first opens one."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import anyio
import psycopg
import pytest
from psycopg import sql
from pydantic import TypeAdapter

from muniment import AgentMemory, AsyncAgentMemory
from muniment.bootstrap.wiring import opened
from muniment.errors import MunimentError, TenantNotFound, UnknownSetting, WriteContention
from muniment.model.ids import tenant_named
from muniment.model.writes import Draft
from muniment.operations import reads
from muniment.operations.catalogue import Effect, perform
from muniment.operations.offered import OFFERED
from muniment.operations.tenancy import ANYWHERE, BEGINNINGS
from muniment.operations.verifying import Verify, verify
from muniment.operations.writes import Add, NewMemory, add_many
from muniment.settings import Settings
from muniment.store.tenants import tenant_names
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.docs.markdown import ROOT, fences
from tests.surfaces.issuer import Issuer
from tests.surfaces.service import Service, code_of, serving
from tests.surfaces.terminal import Terminal

NOT_BEGINNING = sorted(OFFERED.keys() - BEGINNINGS - ANYWHERE)


def of(database: Database, tenant: str, **more: Any) -> Settings:
    return Settings(database_url=database.app, tenant=tenant, **more)


@pytest.mark.parametrize("name", NOT_BEGINNING)
async def test_an_operation_that_needs_something_to_be_there_opens_no_tenant(
    database: Database, name: str
) -> None:
    what = OFFERED[name]
    async with opened(of(database, "acme"), embedder=HashedEmbedder()) as services:
        with pytest.raises(TenantNotFound, match="there is no tenant 'acme'"):
            await perform(services, what, what.request(**dict(what.example)))

    assert await tenant_names(database.admin) == []


@pytest.mark.parametrize("name", sorted(BEGINNINGS))
async def test_a_tenant_begins_with_a_write(name: str) -> None:
    assert OFFERED[name].effect is Effect.WRITES


async def test_what_is_written_first_opens_the_tenant_once(database: Database) -> None:
    settings = of(database, "acme")
    async with (
        AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as one,
        AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as other,
    ):
        with pytest.raises(
            TenantNotFound, match="as do `muniment init` and, in Python, `founding=True`"
        ):
            await one.recall("Where does Mike live?")
        async with anyio.create_task_group() as group:
            group.start_soon(one.add, "Mike lives in Bath")
            group.start_soon(other.add, "Ann drinks tea")
        told = await one.transactions()
        found = await other.search()

    assert [each.operation for each in told] == ["open", "add", "add"]
    assert sorted(each.content for each in found if each.kind == "memory") == [
        "Ann drinks tea",
        "Mike lives in Bath",
    ]
    assert await tenant_names(database.admin) == ["acme"]


async def test_words_are_stemmed_in_the_language_of_whoever_opened_the_tenant(
    database: Database,
) -> None:
    none = {"embedder": {"name": "none"}}
    async with (
        AsyncAgentMemory(settings=of(database, "acme", language="german", **none)) as german,
        AsyncAgentMemory(settings=of(database, "acme", **none)) as english,
    ):
        await english.open()
        await german.add("Mike wohnt in schönen Häusern")
        found = await english.recall("Welches schöne Haus?")

    assert [each.memory.content for each in found] == ["Mike wohnt in schönen Häusern"]


async def test_a_language_that_the_database_does_not_know_opens_no_tenant(
    database: Database,
) -> None:
    none = {"embedder": {"name": "none"}}
    async with AsyncAgentMemory(settings=of(database, "acme", language="germn", **none)) as wrong:
        with pytest.raises(
            UnknownSetting, match=r"no text search configuration 'germn'.*, german,"
        ):
            await wrong.add("Mike wohnt in Bonn")
    assert await tenant_names(database.admin) == []

    async with AsyncAgentMemory(settings=of(database, "acme", language="german", **none)) as right:
        await right.add("Mike wohnt in Bonn")
        found = await right.recall("Wo wohnte Mike?")

    assert [each.memory.content for each in found] == ["Mike wohnt in Bonn"]


async def test_who_finds_the_tenant_opened_meanwhile_in_another_language_tries_again(
    database: Database,
) -> None:
    none = {"embedder": {"name": "none"}}
    request = Add(memories=(NewMemory(content="Mike wohnt in Häusern"),))
    async with (
        opened(of(database, "acme", language="german", **none)) as german,
        opened(of(database, "acme", **none)) as english,
    ):
        async with english.tenancy.begun(english.principal, "add_many"):
            await perform(german, add_many, request)
            with pytest.raises(WriteContention):
                await english.ledger.add_many(english.principal, [Draft(content="Ann naps")])
        await perform(english, add_many, request)

        assert (english.tenancy.language, english.tenancy.was_opened) == ("german", False)


async def test_the_default_tenant_is_there_from_the_start(database: Database) -> None:
    async with opened(Settings(database_url=database.app), embedder=HashedEmbedder()) as services:
        recalled = await perform(services, reads.recall, reads.RecallResults(query="Where?"))

    assert recalled.receipt.abstained is not None


async def test_health_says_that_the_tenant_is_not_there(database: Database) -> None:
    async with opened(of(database, "acme"), embedder=HashedEmbedder()) as services:
        health = await perform(services, reads.health, reads.Nothing())

    (head,) = [part for part in health.parts if part.name == "head"]
    assert (head.ok, head.detail, head.mend) == (
        False,
        "there is no such tenant",
        "Run `muniment init`.",
    )


async def test_a_ledger_that_is_gone_is_missed_by_whoever_kept_an_anchor(
    database: Database,
) -> None:
    async with AsyncAgentMemory(settings=of(database, "acme"), embedder=HashedEmbedder()) as memory:
        with pytest.raises(TenantNotFound):
            await memory.verify()
        seen = await memory.verify(anchor="3:" + "0" * 64)

    assert not seen.holds


def test_a_command_that_reads_names_the_tenant_and_opens_none(
    terminal: Terminal, database: Database
) -> None:
    for command in (
        ("recall", "Where?"),
        ("list",),
        ("stats",),
        ("inspect", "1"),
        ("audit", "verify"),
    ):
        code, name, message = terminal.refusal(*command, "--tenant", "acmee")
        assert (code, name) == (3, "tenant_not_found")
        assert message == (
            "there is no tenant 'acmee'. The first write opens it, as do "
            "`muniment init` and, in Python, `founding=True`."
        )
    assert terminal.refusal("reembed", "--tenant", "acmee")[1] == "tenant_not_found"
    assert anyio.run(tenant_names, database.admin) == []


def test_a_command_that_writes_says_that_it_opened_the_tenant(terminal: Terminal) -> None:
    first = terminal("add", "Ann drinks tea", "--tenant", "acme")
    second = terminal("add", "Ann drinks coffee", "--tenant", "acme", "--json")
    default = terminal("add", "Ann drinks tea")

    assert first.err == "Opened the tenant acme, which is new.\n"
    assert (second.err, default.err) == ("", "")
    assert terminal("init", "--tenant", "shop").err.startswith("Opened the tenant shop, ")
    assert terminal.json("recall", "tea?", "--tenant", "shop")["results"] == []


def test_a_write_that_is_refused_tells_of_no_tenant(terminal: Terminal, database: Database) -> None:
    person = terminal("add", "", "--tenant", "acme")
    script = terminal("add", "", "--tenant", "shop", "--json")

    assert "Opened the tenant" not in person.err
    assert json.loads(script.err)["error"]["code"] == "content_blank"
    assert anyio.run(tenant_names, database.admin) == []


def test_a_write_that_has_nothing_to_write_opens_a_tenant(database: Database) -> None:
    with AgentMemory(settings=of(database, "acme")) as memory:
        assert memory.ingest_turns([]).episodes == ()
        assert list(memory.search()) == []


NOBODYS_TURN = "00000000-0000-7000-8000-000000000001"
REFUSED: list[tuple[str, dict[str, object]]] = [
    ("add_many", {"memories": [{"content": " "}]}),
    ("add_many", {"memories": [{"content": "Mike naps", "episode_id": NOBODYS_TURN}]}),
    ("append_facts", {"facts": [{"subject": "Mike", "predicate": "likes", "object": " "}]}),
    ("create_key", {"name": " "}),
    ("create_key", {"name": "web", "expires_at": "2001-01-01"}),
    ("create_project", {"name": " "}),
    ("create_session", {"name": " "}),
    ("enqueue", {"kind": "nap"}),
    ("grant", {"grantee": " "}),
    ("ingest_round", {"user_message": " "}),
    ("ingest_rounds", {"rounds": [{"user_message": "Hi."}, {"user_message": " "}]}),
    (
        "ingest_turns",
        {"turns": [{"content": "", "occurred_at": "2026-06-20T09:00:00Z", "session": "chat"}]},
    ),
    ("process_turn", {"user_message": " "}),
    ("set_cardinality", {"category": " ", "cardinality": "many"}),
    ("set_quota", {"daily_writes": -1}),
    ("set_schedule", {"name": "night", "kind": "nap", "cron": "0 3 * * *"}),
]


@pytest.mark.parametrize("name, fields", REFUSED)
async def test_a_write_that_is_refused_opens_no_tenant(
    database: Database, name: str, fields: dict[str, object]
) -> None:
    what = OFFERED[name]
    request = TypeAdapter(what.request).validate_python(fields)
    async with opened(of(database, "acme"), embedder=HashedEmbedder()) as services:
        with pytest.raises(MunimentError) as refused:
            await perform(services, what, request)

    assert not isinstance(refused.value, TenantNotFound)
    assert await tenant_names(database.admin) == []


def test_every_operation_that_a_tenant_can_begin_with_was_refused_here() -> None:
    assert {name for name, _ in REFUSED} == BEGINNINGS


@pytest.mark.parametrize("name", sorted(BEGINNINGS))
async def test_what_a_tenant_begins_with_opens_it(database: Database, name: str) -> None:
    what = OFFERED[name]
    async with opened(of(database, "acme"), embedder=HashedEmbedder()) as services:
        await perform(services, what, what.request(**dict(what.example)))

        assert services.tenancy.was_opened
        assert services.tenancy.language == "english"
        assert (await perform(services, verify, Verify())).holds
    assert await tenant_names(database.admin) == ["acme"]


@pytest.fixture
def home() -> Iterator[Path]:
    # Not within pytest's own folder: it is closed to the user that root's server runs as.
    path = Path(tempfile.mkdtemp(prefix="muniment-tenants-"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


def test_names_alike_are_told_on_the_bundled_server_alone(home: Path) -> None:
    given: dict[str, Any] = {"home": home, "embedder": HashedEmbedder()}
    with AgentMemory(tenant="harbour office", **given) as memory:
        memory.add("the tide is out")
    with (
        AgentMemory(tenant="harbor office", **given) as memory,
        pytest.raises(TenantNotFound) as no,
    ):
        memory.recall("where is the tide?")

    assert no.value.message.startswith(
        "there is no tenant 'harbor office'. Is it 'harbour office'? "
    )


@pytest.fixture
async def trusting(database: Database, issuer: Issuer) -> AsyncIterator[Service]:
    access = issuer.settings | {"jwt_tenant_claim": "tenant"}
    async with serving(database, access=access) as lent:
        yield lent


async def test_a_service_opens_no_tenant_for_who_reads_and_names_no_other(
    trusting: Service, issuer: Issuer
) -> None:
    async with trusting.bearing(issuer.token(tenant="acme")) as known:
        await known.add("Ann drinks tea")
    async with trusting.bearing(issuer.token(tenant="acmee")) as mistyped:
        refused = await mistyped.http.get("/v1/stats")
        await mistyped.add("Bo drinks milk")
        found = await mistyped.get("/v1/stats")

    assert code_of(refused) == (404, "tenant_not_found")
    assert "'acme'" not in refused.text
    assert (found["memories"], found["transactions"]) == (1, 2)


async def test_a_program_whose_first_call_reads_opens_its_tenant_with_founding(
    database: Database,
) -> None:
    settings = of(database, "acme")
    async with AsyncAgentMemory(
        settings=settings, embedder=HashedEmbedder(), founding=True
    ) as memory:
        assert len(await memory.recall("Where does Mike live?")) == 0
        assert [each.operation for each in await memory.transactions()] == ["open"]


def test_a_tenant_is_taken_away_as_the_documents_say(database: Database) -> None:
    page = (ROOT / "docs/howto/look-back.md").read_text(encoding="utf-8")
    (statement,) = [each.text for each in fences(page) if each.language == "sql"]
    embedder = HashedEmbedder()
    for name in ("north", "south"):
        with AgentMemory(settings=of(database, name), embedder=embedder) as memory:
            turn = {"content": "I live in Bath.", "session": "chat", "occurred_at": "2026-03-01"}
            memory.ingest_turns([{**turn, "speaker": "Mike"}])
            memory.add("Mike lives in Bath", entity="Mike", category="city")
            memory.recall("Where does Mike live?")

    with psycopg.connect(database.admin, autocommit=True) as connection:
        before = rows_of(connection, "north"), rows_of(connection, "south")
        connection.execute(statement.encode())
        after = rows_of(connection, "north"), rows_of(connection, "south")

    assert {"memories", "episodes", "recalls", "vectors", "heads"} <= before[0].keys()
    assert after == ({}, before[1])
    with AgentMemory(settings=of(database, "south"), embedder=embedder) as south:
        assert south.verify().holds
    with AgentMemory(settings=of(database, "north"), embedder=embedder) as north:
        assert north.add("Mike lives in Rome").transaction == 2
        assert north.verify().holds


def rows_of(connection: psycopg.Connection[Any], tenant: str) -> dict[str, int]:
    """Return how many rows each table of the schema has of a tenant, where it has any."""
    counted = {}
    tables = connection.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = 'muniment'::regnamespace AND relkind IN ('r', 'p')"
    ).fetchall()
    for (table,) in tables:
        counting = sql.SQL("SELECT count(*) FROM muniment.{} WHERE tenant_id = %s").format(
            sql.Identifier(table)
        )
        found = connection.execute(counting, (tenant_named(tenant),)).fetchone()
        if found is not None and found[0]:
            counted[table] = found[0]
    return counted
