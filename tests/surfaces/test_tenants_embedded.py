"""After a change of the embedder an operator lists the tenants that wait, and one command adopts it in all of them."""

from __future__ import annotations

import anyio
import psycopg
import pytest
from anyio import to_thread

from muniment import AgentMemory
from muniment.bootstrap.wiring import opened
from muniment.operations import writes
from muniment.operations.catalogue import perform
from muniment.settings import Settings
from muniment.store.tenants import tenant_names
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.issuer import Issuer
from tests.surfaces.service import code_of, serving
from tests.surfaces.terminal import Terminal

NEW = HashedEmbedder(salt="other")
ASKED = "Where does Mike live?"


def fill(database: Database, tenant: str) -> None:
    with AgentMemory(database.app, tenant=tenant, embedder=HashedEmbedder()) as memory:
        memory.add("Mike lives in Bath", entity="Mike", category="city", scope="global")


@pytest.fixture
def operator(terminal: Terminal, database: Database, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Lend a terminal of whoever owns the schema of a store of three tenants, whose embedder has changed."""
    for tenant in ("local", "acme", "two words"):
        fill(database, tenant)
    monkeypatch.setenv("MUNIMENT_OWNER_URL", database.admin)
    return terminal


def waiting(operator: Terminal) -> dict[str, bool]:
    return {each["tenant"]: each["waits"] for each in operator.json("tenants")["tenants"]}


def test_the_tenants_that_wait_are_listed_and_read_until_one_command_adopts_it_in_all(
    operator: Terminal,
) -> None:
    assert waiting(operator) == {"acme": True, "local": True, "two words": True}
    page = operator("tenants").out
    assert page.count("hashed, 384 dimensions (") == page.count("for the configured embedder") == 3
    assert page.endswith("3 tenants wait: `muniment reembed --all-tenants`.\n")
    (kept,) = operator.json("list", "--tenant", "acme")["items"]
    assert operator.json("get", kept["id"], "--tenant", "acme")["content"] == "Mike lives in Bath"
    assert operator.json("audit", "verify", "--tenant", "acme")["holds"]
    code, error, message = operator.refusal("recall", ASKED, "--tenant", "two words")
    assert (code, error) == (4, "embedder_mismatch")
    assert "`muniment reembed --tenant 'two words'`" in message

    assert operator.json("reembed", "--tenant", "acme") == {"embedded": 1, "waiting": 0}
    assert waiting(operator) == {"acme": False, "local": True, "two words": True}
    assert operator.json("reembed", "--all-tenants") == {
        "embedded": 2,
        "waiting": 0,
        "tenants": [
            {"tenant": "acme", "embedded": 0},
            {"tenant": "local", "embedded": 1},
            {"tenant": "two words", "embedded": 1},
        ],
    }

    assert waiting(operator) == {"acme": False, "local": False, "two words": False}
    assert operator("tenants").out.endswith("\nEverything is embedded.\n")
    for tenant in ("local", "acme", "two words"):
        found = operator.json("recall", ASKED, "--tenant", tenant)
        assert [each["memory"]["content"] for each in found["results"]] == ["Mike lives in Bath"]
        assert found["receipt"]["degraded"] == []


def test_after_reembed_the_doctor_has_nothing_to_advise_of_tasks_and_lists_no_canary(
    operator: Terminal,
) -> None:
    operator.json("reembed")

    parts = {each["name"]: each for each in operator.json("doctor")["parts"]}

    assert [parts[name]["mend"] for name in ("tasks", "backlog", "store's embedder")] == [None] * 3
    assert " tasks: 0 waiting, " in parts["tasks"]["detail"]
    assert waiting(operator) == {"acme": True, "local": False, "two words": True}


def test_one_tenant_and_all_of_them_are_not_asked_for_at_once(operator: Terminal) -> None:
    told = operator.refusal("reembed", "--all-tenants", "--tenant", "acme")

    assert told == (2, "value_invalid", "give either --tenant or --all-tenants.")


def test_who_is_not_the_owner_is_told_what_to_give(terminal: Terminal) -> None:
    for command in (("tenants",), ("reembed", "--all-tenants")):
        code, error, message = terminal.refusal(*command)
        assert (code, error) == (5, "not_permitted")
        assert "--owner-url" in message


def test_an_owner_that_row_level_security_binds_sees_every_tenant_and_stays_bound(
    operator: Terminal, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = f"{database.name}_owner"
    with database.as_admin() as connection:
        connection.execute(
            f"CREATE ROLE {owner} LOGIN PASSWORD '{database.server.lease.password}'".encode()
        )
        connection.execute(f"GRANT CONNECT ON DATABASE {database.name} TO {owner}".encode())
        connection.execute(f"GRANT USAGE ON SCHEMA muniment TO {owner}".encode())
        connection.execute(f"ALTER TABLE muniment.tenants OWNER TO {owner}".encode())
    try:
        url = psycopg.conninfo.make_conninfo(database.admin, user=owner)
        names = anyio.run(tenant_names, url)
        with psycopg.connect(url) as bound:
            left = bound.execute("SELECT name FROM muniment.tenants").fetchall()
    finally:
        with database.as_admin() as connection:
            connection.execute(f"REASSIGN OWNED BY {owner} TO CURRENT_USER".encode())
            connection.execute(f"DROP OWNED BY {owner}".encode())
            connection.execute(f"DROP ROLE {owner}".encode())
    assert names == ["acme", "local", "two words"]
    assert left == []


async def test_a_service_reads_for_a_tenant_that_has_not_adopted_it_and_recalls_for_one_that_has(
    database: Database, issuer: Issuer
) -> None:
    for tenant in ("local", "acme", "shop"):
        await to_thread.run_sync(fill, database, tenant)
    settings = Settings(database_url=database.app, tenant="shop")
    async with opened(settings, embedder=NEW) as shop:
        await perform(shop, writes.adopt_embedder, writes.Adopt())
    access = issuer.settings | {"jwt_tenant_claim": "tenant"}
    async with serving(database, embedder=NEW, access=access) as service:
        async with service.bearing(issuer.token(tenant="acme")) as acme:
            (found,) = (await acme.get("/v1/search"))["items"]
            assert found["content"] == "Mike lives in Bath"
            assert (await acme.get("/v1/audit/verify"))["holds"]
            answers = [
                await acme.http.post("/v1/recall", json={"query": ASKED}),
                await acme.http.post("/v1/memories", json={"memories": [{"content": "Mike naps"}]}),
            ]
            assert {code_of(each) for each in answers} == {(409, "embedder_mismatch")}
            assert "`muniment reembed --tenant acme`" in answers[0].text
        async with service.bearing(issuer.token(tenant="shop")) as shop_caller:
            told = await shop_caller.post("/v1/recall", {"query": ASKED})
            assert [each["memory"]["content"] for each in told["results"]] == ["Mike lives in Bath"]
        ready = await service.http.get("/ready")
        assert (ready.status_code, ready.json()["ready"]) == (503, False)
