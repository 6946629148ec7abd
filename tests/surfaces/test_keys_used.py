"""A key that leaked can be answered for: what it wrote and what it asked is listed, and taken back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import anyio
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

import tests.store.task_kinds  # noqa: F401 - importing it registers the kind "note"
from muniment import AgentMemory, MemoryClient
from muniment.access.key_tokens import read_token
from muniment.audit.verify import verify
from muniment.mcp.serving import OverHttp
from muniment.model.reading import ChangeKind
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.store.tasking import QUICK, drain, pass_time
from tests.surfaces.agents import good
from tests.surfaces.service import Service, code_of, listening_service, serving
from tests.surfaces.terminal import Terminal

NOBODY = "00000000-0000-7000-8000-000000000000"
TEAM = '{"agent": "ada", "role": "executor", "permissions": ["read", "write"], "trail": ["chief", "ada"]'
ACTING = (
    TEAM
    + ', "user": null, "namespace": null, "visibility": "private", "project": null, "session": null}'
)


def id_of(token: str) -> str:
    """Return the id of the key that a token shows."""
    read = read_token(token)
    assert read is not None
    return str(read.key_id)


@pytest.fixture
async def service(database: Database) -> AsyncIterator[Service]:
    access = {"keys": True}
    async with serving(database, access=access, user="keeper", worker=QUICK) as service:
        yield service


async def listed(service: Service, token: str, path: str = "transactions", **asked: Any) -> Any:
    """Return what a caller is told under a path."""
    async with service.bearing(token) as caller:
        return await caller.get(f"/v1/{path}", **asked)


async def test_what_each_of_two_keys_of_an_agent_wrote_is_listed_by_itself(
    service: Service,
) -> None:
    keeper = await service.key("keeper", role="admin")
    own = {"user": "mike", "agent": "support", "role": "executor"}
    old, new = [await service.key(name, **own) for name in ("old", "new")]
    for token, content in ((old, "Tea is ready"), (new, "Tea is cold"), (old, "Tea is gone")):
        async with service.bearing(token) as caller:
            await caller.add(content)

    by_old = await listed(service, keeper, key=id_of(old))
    by_new = await listed(service, old, key=id_of(new))
    whole = await listed(service, keeper)
    latest = await listed(service, keeper, key=id_of(old), latest_first=True, limit=1)

    assert [each["number"] for each in by_old] == [5, 7]
    assert {each["actor"] for each in (*by_old, *by_new)} == {"support"}
    assert [each["number"] for each in by_new] == [6]
    assert [each["number"] for each in latest] == [7]
    assert [each["key"] for each in whole] == [
        *[None] * 4, id_of(old), id_of(new), id_of(old)
    ]  # fmt: skip
    assert (await verify(service.services.store, service.services.principal)).holds


async def test_who_is_not_told_what_another_did_finds_nothing_by_its_key(service: Service) -> None:
    mike, ann = await service.key("m", user="mike"), await service.key("a", user="ann")
    async with service.bearing(mike) as caller:
        await caller.add("Tea is ready")

    assert await listed(service, ann, key=id_of(mike)) == []
    assert [each["key"] for each in await listed(service, ann)] == [None] * 4
    assert len(await listed(service, mike, key=id_of(mike))) == 1


@pytest.mark.parametrize("path", ["transactions", "traces"])
async def test_a_key_is_asked_for_by_its_id(service: Service, path: str) -> None:
    async with service.bearing(await service.key()) as caller:
        refused = await caller.http.get(f"/v1/{path}", params={"key": "web"})
        unknown = await caller.get(f"/v1/{path}", key=NOBODY)

    assert code_of(refused) == (422, "value_invalid")
    assert "key is 'web', which is not an id" in refused.json()["detail"]
    assert unknown in ([], {"items": [], "cursor": None, "untold": 0})


async def test_a_key_is_told_whoever_it_acts_for(service: Service) -> None:
    keeper = await service.key("keeper", role="admin")
    desk = await service.key("desk", role="service", user="desk")
    friend, anna = await service.key("f", user="ben"), await service.key("a", user="anna")
    async with service.bearing(anna) as caller:
        await caller.post("/v1/grants", {"grantee": "ben", "level": "write"})
    async with service.bearing(friend, X_Muniment_User="anna") as caller:
        await caller.add("Anna drinks tea")
    for user in ("mike", "anna"):
        async with service.bearing(desk, X_Muniment_User=user, X_Muniment_Agent="bot") as caller:
            await caller.add("Tea is ready")
    async with service.bearing(desk, X_Muniment_Acting=ACTING) as caller:
        await caller.add("Tea is cold")

    told = {
        name: [each["actor"] for each in await listed(service, keeper, key=id_of(token))]
        for name, token in (("desk", desk), ("friend", friend), ("anna", anna), ("keeper", keeper))
    }

    assert told == {
        "desk": ["desk for bot", "desk for bot", "ada"],
        "friend": ["f for anna"],
        "anna": ["anna"],
        "keeper": [],
    }


async def test_who_governs_is_told_whose_a_transaction_is_and_others_of_their_own(
    service: Service,
) -> None:
    keeper = await service.key("keeper", role="admin")
    desk = await service.key("desk", role="service", user="desk")
    mike = await service.key("m", user="mike")
    for user in ("mike", "anna"):
        async with service.bearing(desk, X_Muniment_User=user, X_Muniment_Agent="bot") as caller:
            await caller.add("Tea is ready")
    async with service.bearing(desk, X_Muniment_Acting=ACTING) as caller:
        await caller.add("Tea is cold")

    told = await listed(service, keeper, key=id_of(desk))
    to_mike = await listed(service, mike, after=told[0]["number"] - 1)
    followed = await listed(service, keeper, "changes", after=told[0]["number"] - 1)

    assert [each["user"] for each in told] == ["mike", "anna", "desk"]
    assert [each["user"] for each in to_mike] == ["mike", None, None]
    assert [each["transaction"]["user"] for each in followed["entries"]] == [
        "mike", "anna", "desk"
    ]  # fmt: skip


async def test_what_is_done_later_is_told_by_the_key_that_it_was_left_with(
    service: Service, database: Database
) -> None:
    keeper = await service.key("keeper", role="admin")
    leaked = await service.key("leaked", user="mike")
    async with service.bearing(leaked) as caller:
        note = {"kind": "note", "arguments": {"content": "Tea is ready"}}
        await caller.post("/v1/tasks", note)
        cron = note | {"cron": "0 3 * * *"}
        answer = await caller.http.put("/v1/schedules/tea", json=cron)
        assert answer.status_code == 200, answer.text
    async with service.bearing(keeper) as caller:
        await caller.post(f"/v1/keys/{id_of(leaked)}/revoke", {})
    async with service.bearing(keeper, X_Muniment_User="mike") as caller:
        left = [*(await caller.get("/v1/tasks"))["items"], *await caller.get("/v1/schedules")]
    pass_time(database)
    ran = await drain(service.services)

    told = await listed(service, keeper, key=id_of(leaked))

    assert [each["access_key"] for each in left] == [id_of(leaked)] * 2
    assert ran.done == 2
    assert [(each["operation"], each["actor"]) for each in told] == [("add", "mike")] * 2


def test_the_terminal_tells_with_which_key_tasks_and_schedules_were_left(
    database: Database, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "none")
    with AgentMemory(database.app, user="mike", embedder=HashedEmbedder()) as memory:
        token = memory.create_key("web").token
        with (
            listening_service(database, access={"keys": True}) as url,
            MemoryClient(url, token) as client,
        ):
            client.enqueue("reflect", delay_s=3_600)
            client.set_schedule("sweep", "reflect", "@daily")
        memory.enqueue("decay", delay_s=3_600)

    listed, scheduled = terminal("tasks", "--user", "mike"), terminal("schedules", "--user", "mike")
    left = terminal.json("tasks", "--user", "mike")["items"]
    shown = [terminal("get-task", each["id"], "--user", "mike").out for each in left]

    assert listed.out.count(id_of(token)) == 1
    assert listed.out.count("mike") == 2
    assert scheduled.out.count(id_of(token)) == 1
    assert sorted(each.count(id_of(token)) for each in shown) == [0, 1]


async def test_who_governs_lists_what_a_key_asked_whoever_it_was_asked_of(
    service: Service,
) -> None:
    keeper = await service.key("keeper", role="admin")
    desk = await service.key("desk", role="service", user="desk")
    mike = await service.key("m", user="mike")
    async with service.bearing(mike) as caller:
        await caller.add("Tea is ready")
        await caller.post("/v1/recall", {"query": "Who made tea?"})
    for user in ("mike", "ann"):
        async with service.bearing(desk, X_Muniment_User=user) as caller:
            await caller.post("/v1/recall", {"query": f"Is {user} in?"})
    async with service.bearing(desk, X_Muniment_Acting=ACTING) as caller:
        await caller.post("/v1/recall", {"query": "Is nobody looking?"})

    by_desk = await listed(service, keeper, "traces", key=id_of(desk))
    page = await listed(service, keeper, "traces", key=id_of(desk), limit=2)
    rest = await listed(service, keeper, "traces", key=id_of(desk), cursor=page["cursor"])
    to_mike = await listed(service, mike, "traces", key=id_of(desk))
    of_mike = await listed(service, mike, "traces")
    of_keeper = await listed(service, keeper, "traces")

    asked = [(each["query"], each["user"], each["asked_by"]) for each in by_desk["items"]]
    assert asked == [
        ("Is nobody looking?", None, "ada"),
        ("Is ann in?", None, "desk for ann"),
        ("Is mike in?", "mike", "desk for mike"),
    ]
    assert page["items"] + rest["items"] == by_desk["items"]
    assert [each["query"] for each in to_mike["items"]] == ["Is mike in?"]
    assert [each["key"] for each in of_mike["items"]] == [id_of(desk), id_of(mike)]
    assert of_keeper["items"] == []


async def test_what_was_told_to_a_key_is_given_again_to_its_user_alone(service: Service) -> None:
    keeper = await service.key("keeper", role="admin")
    mike = await service.key("m", user="mike")
    async with service.bearing(mike) as caller:
        await caller.add("Tea is ready")
        asked = await caller.post("/v1/recall", {"query": "Is tea ready?"})
    again = {"recall": asked["receipt"]["recall_id"]}

    async with service.bearing(keeper) as caller:
        refused = await caller.http.post("/v1/recall/replay", json=again)
    async with service.bearing(keeper, X_Muniment_User="mike") as caller:
        replayed = await caller.post("/v1/recall/replay", again)

    assert code_of(refused) == (404, "recall_not_found")
    assert replayed["same"] is True


def test_every_way_in_and_every_way_to_ask_tells_the_same_key(
    database: Database, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "none")
    with AgentMemory(database.app, user="mike", embedder=HashedEmbedder()) as memory:
        token = memory.create_key("web").token
        leaked = id_of(token)
        with listening_service(database, mcp=OverHttp(), access={"keys": True}) as url:
            anyio.run(_used_over_mcp, url, token)
            with MemoryClient(url, token) as client:
                client.add("Mike plays")
                client.recall("Does Mike play?")
                remote = client.transactions(key=leaked), tuple(client.traces(key=leaked))
        memory.add("Mike dances")
        kept = memory.transactions(key=UUID(leaked))
        traces = memory.traces(key=UUID(leaked))
        (last,) = memory.transactions(latest_first=True, limit=1)

    shown = terminal("inspect", "--key", leaked, "--user", "mike")
    printed = terminal.json("inspect", "--key", leaked, "--user", "mike")
    asked = terminal.json("traces", "--key", leaked, "--user", "mike")

    assert [each.operation for each in kept] == ["add", "add"]
    assert [each.query for each in traces] == ["Does Mike play?", "Does Mike sing?"]
    assert remote == (kept, tuple(traces))
    assert {str(each.key) for each in (*kept, *traces)} == {leaked}
    assert last.key is None
    assert [each["hash"] for each in printed] == [each.hash for each in kept]
    assert [each["id"] for each in asked["items"]] == [str(each.id) for each in traces]
    assert leaked[:8] in shown.out


async def _used_over_mcp(url: str, token: str) -> None:
    async with (
        create_mcp_http_client(headers={"Authorization": f"Bearer {token}"}) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client,
    ):
        good(await client.call_tool("memory_add", {"content": "Mike sings"}))
        good(await client.call_tool("memory_recall", {"query": "Does Mike sing?"}))


def test_what_a_key_wrote_is_taken_back_by_what_it_changed(database: Database) -> None:
    with AgentMemory(database.app, user="mike", embedder=HashedEmbedder()) as memory:
        memory.add("Mike lives in London", entity="Mike", category="city", valid_from="2026-03-01")
        token = memory.create_key("web").token
        with (
            listening_service(database, access={"keys": True}) as url,
            MemoryClient(url, token) as client,
        ):
            client.add(
                "Mike lives in Bath", entity="Mike", category="city", valid_from="2026-06-01"
            )
        for each in memory.transactions(key=id_of(token)):
            for change in memory.diff(each.number - 1, each.number):
                if change.kind is ChangeKind.LEARNT:
                    memory.retract(change.memory_id, reason="the key leaked")
        (now,) = memory.current_facts("Mike", "city")

    assert now.content == "Mike lives in London"
