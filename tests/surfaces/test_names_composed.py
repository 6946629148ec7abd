"""A name that differs from another by its Unicode form alone is refused, and what is kept under one goes on."""

from __future__ import annotations

from typing import Any

import pytest

from muniment import AsyncAgentMemory
from muniment.access.acting import Acting
from muniment.access.principal import OWN
from muniment.access.roles import AgentRole
from muniment.bootstrap.wiring import opened
from muniment.errors import InvalidValue, QuotaExceeded, TenantNotFound
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
        "'Zo\xeb' but would be a different one. Write 'Zo\\xeb'."
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


async def test_settings_name_agents_and_places_in_either_form(database: Database) -> None:
    places, seen = ("agent", "namespace", "project", "session"), []
    for form in (DECOMPOSED, COMPOSED):
        named = dict.fromkeys(places, form)
        async with memory_of(database, visibility="private", **named) as zoe:
            await zoe.add(f"Zoe likes tea in {form!a}")
            seen.append(await zoe.transactions())

    (_, first), (*_, second) = seen
    assert (first.trail, first.session) == (second.trail, second.session)
    async with memory_of(database, visibility="private", **named) as zoe:
        assert len(await zoe.search()) == 2
        assert await zoe.namespaces() == (COMPOSED,)


async def test_a_quota_and_a_grant_name_users_in_one_form(database: Database) -> None:
    async with memory_of(database) as memory:
        await memory.add("Mike lives in Bath")
        for asking in (
            memory.set_quota(user=DECOMPOSED, daily_writes=0),
            memory.get_quota(user=DECOMPOSED),
            memory.grant("ann", owner=DECOMPOSED),
        ):
            with pytest.raises(InvalidValue, match=r"is 'Zoe\\u0308', which is not in .*NFC"):
                await asking
        assert await memory.grants() == ()
        await memory.set_quota(user=COMPOSED, daily_writes=0)
    async with memory_of(database, user=COMPOSED) as zoe:
        with pytest.raises(QuotaExceeded):
            await zoe.add("Zoe likes tea")


async def test_a_request_over_http_names_agents_in_one_form(database: Database) -> None:
    def acting(agent: str) -> str:
        part = Acting(agent=agent, role=AgentRole.EXECUTOR, permissions=OWN, trail=(agent,))
        return part.told()

    async with serving(database, access={"keys": True}) as service:
        token = await service.key(user="ann", role="user")
        for headers in (
            {"X_Muniment_Agent": "Zoe%CC%88"},
            {"X_Muniment_Acting": acting(DECOMPOSED)},
        ):
            async with service.bearing(token, **headers) as zoe:
                assert code_of(await zoe.http.get("/v1/search")) == (422, "value_invalid"), headers
        for headers in (
            {"X_Muniment_Agent": "Zo%C3%AB"},
            {"X_Muniment_Acting": acting(COMPOSED)},
        ):
            async with service.bearing(token, **headers) as zoe:
                assert (await zoe.http.get("/v1/search")).status_code == 200, headers


async def test_what_is_kept_under_another_form_goes_on(database: Database) -> None:
    settings = Settings(database_url=database.app, user=DECOMPOSED)
    async with memory_of(database) as anybody:
        await anybody.add("Mike lives in Bath")
    async with opened(settings, embedder=HashedEmbedder()) as services:  # as it was written before
        await services.ledger.add_many(services.principal, [Draft(content="Zoe likes tea")])
    async with memory_of(database, user=DECOMPOSED) as zoe:
        await zoe.add("Zoe likes cake")
        found = await zoe.search()
    async with memory_of(database) as anybody:
        limited = await anybody.set_quota(user=DECOMPOSED, daily_writes=9)
        await anybody.grant("ann", owner=DECOMPOSED)
        (granted,) = await anybody.grants()

    assert [each.content for each in found] == ["Zoe likes cake", "Zoe likes tea"]
    assert (limited.user, limited.daily_writes) == (DECOMPOSED, 9)
    assert granted.owner == DECOMPOSED


def test_the_command_line_says_what_to_write(terminal: Terminal) -> None:
    refused = terminal("search", "--user", DECOMPOSED)

    assert refused.code == 2
    assert "value_invalid" in refused.err


async def test_a_container_is_read_as_it_is_stored(database: Database) -> None:
    async with memory_of(database) as memory:
        await memory.add("Zoe moves", scope="container", container=f"project:{DECOMPOSED} ")
        for name in (COMPOSED, DECOMPOSED, f"{DECOMPOSED} "):
            assert len(await memory.search(containers=[f"project:{name}"])) == 1, ascii(name)
