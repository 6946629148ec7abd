"""A name that differs from another by its Unicode form alone is refused, and what is kept under one goes on."""

from __future__ import annotations

from typing import Any

import pytest

from muniment import AsyncAgentMemory
from muniment.bootstrap.wiring import opened
from muniment.errors import InvalidValue, TenantNotFound
from muniment.model.writes import Draft
from muniment.settings import Settings
from muniment.store.tenants import tenant_names
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.service import code_of, serving
from tests.surfaces.terminal import Terminal

COMPOSED = "Zo\xeb"
DECOMPOSED = "Zoe\u0308"


def memory_of(database: Database, **configured: Any) -> AsyncAgentMemory:
    settings = Settings(database_url=database.app, **configured)
    return AsyncAgentMemory(settings=settings, embedder=HashedEmbedder())


async def test_a_user_is_named_in_one_form(database: Database) -> None:
    async with memory_of(database, user=COMPOSED) as zoe:
        await zoe.add("Zoe likes tea")
    async with memory_of(database, user=DECOMPOSED) as other:
        for asking in (other.add("Zoe likes mud"), other.search(), other.recall("tea")):
            with pytest.raises(InvalidValue) as refused:
                await asking

    assert refused.value.message == (
        "the user is 'Zoe\\u0308', which is not in the Unicode form of names (NFC): it looks like "
        "'Zo\xeb' and would be another one. Write 'Zo\\xeb'."
    )


async def test_a_tenant_is_opened_in_one_form(database: Database) -> None:
    async with memory_of(database, tenant=DECOMPOSED) as memory:
        with pytest.raises(InvalidValue, match="the tenant is"):
            await memory.add("Zoe likes tea")
        with pytest.raises(TenantNotFound):
            await memory.search()
    async with memory_of(database, tenant="acme", user=DECOMPOSED) as memory:
        with pytest.raises(InvalidValue, match="the user is"):
            await memory.add("Zoe likes tea")

    assert await tenant_names(database.admin) == []


async def test_a_request_over_http_names_users_in_one_form(database: Database) -> None:
    async with serving(database, access={"keys": True}) as service:
        for role in ("service", "admin"):
            token = await service.key(role=role)
            async with service.bearing(token, X_Muniment_User="Zoe%CC%88") as zoe:
                assert code_of(await zoe.http.get("/v1/search")) == (422, "value_invalid")
            async with service.bearing(token, X_Muniment_User="Zo%C3%AB") as zoe:
                assert (await zoe.http.get("/v1/search")).status_code == 200


async def test_what_is_kept_under_another_form_goes_on(database: Database) -> None:
    settings = Settings(database_url=database.app, user=DECOMPOSED)
    async with memory_of(database) as anybody:
        await anybody.add("Mike lives in Bath")
    async with opened(settings, embedder=HashedEmbedder()) as services:  # as it was written before
        await services.ledger.add_many(services.principal, [Draft(content="Zoe likes tea")])
    async with memory_of(database, user=DECOMPOSED) as zoe:
        await zoe.add("Zoe likes cake")
        found = await zoe.search()

    assert [each.content for each in found] == ["Zoe likes cake", "Zoe likes tea"]


def test_the_command_line_says_what_to_write(terminal: Terminal) -> None:
    refused = terminal("search", "--user", DECOMPOSED)

    assert refused.code == 2
    assert "value_invalid" in refused.err


async def test_a_container_is_read_as_it_is_stored(database: Database) -> None:
    async with memory_of(database) as memory:
        await memory.add("Zoe moves", scope="container", container=f"project:{DECOMPOSED} ")
        for name in (COMPOSED, DECOMPOSED, f"{DECOMPOSED} "):
            assert len(await memory.search(containers=[f"project:{name}"])) == 1, ascii(name)
