"""Who reaches a part of what is a user's passes on no more, and sees nothing of what belongs to the rest."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from tests.database import Database
from tests.surfaces.service import Service, code_of, serving

REFUSED = (403, "not_permitted")


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A service with the whole of mike, who shares the namespace `work`."""

    service: Service
    mike: Service

    @asynccontextmanager
    async def ann(self, **grant: Any) -> AsyncIterator[Service]:
        """Lend the service to ann, on behalf of mike as far as a grant reaches."""
        await self.mike.post("/v1/grants", {"grantee": "ann", "namespace": "work", **grant})
        token = await self.service.key("ann", user="ann")
        async with self.service.bearing(token, X_Muniment_User="mike") as lent:
            yield lent

    @asynccontextmanager
    async def bound(self) -> AsyncIterator[Service]:
        """Lend the service to a program of mike's that shows a key of one namespace."""
        token = await self.service.key("plugin", user="mike", namespaces=("work",))
        async with self.service.bearing(token) as lent:
            yield lent


@pytest.fixture
async def house(database: Database) -> AsyncIterator[House]:
    async with (
        serving(database, access={"keys": True}) as service,
        service.bearing(await service.key(user="mike")) as mike,
    ):
        yield House(service=service, mike=mike)


async def test_a_grant_within_a_namespace_is_passed_on_within_it(house: House) -> None:
    secret = await house.mike.add("Mike is ill", namespace="health")
    async with house.ann(level="admin") as ann:
        told = {}
        for name, bounds in {
            "everything": {},
            "another namespace": {"namespace": "health"},
            "a container": {"container": "project:move"},
            "the same": {"namespace": "work"},
        }.items():
            asked = {"grantee": "bob", "level": "admin", **bounds}
            told[name] = (await ann.http.post("/v1/grants", json=asked)).status_code
        herself = await ann.http.post("/v1/grants", json={"grantee": "ann", "level": "admin"})
        seen = await ann.http.get(f"/v1/memories/{secret}")

    assert told == {
        "everything": 403,
        "another namespace": 403,
        "a container": 403,
        "the same": 200,
    }
    assert code_of(herself) == REFUSED
    assert code_of(seen) == (404, "memory_not_found")


async def test_a_key_of_one_namespace_grants_no_other(house: House) -> None:
    async with house.bound() as plugin:
        everything = await plugin.http.post("/v1/grants", json={"grantee": "bob"})
        another = await plugin.http.post(
            "/v1/grants", json={"grantee": "bob", "namespace": "health"}
        )
        same = await plugin.http.post("/v1/grants", json={"grantee": "bob", "namespace": "work"})

    assert code_of(everything) == REFUSED
    assert code_of(another) == REFUSED
    assert same.status_code == 200


async def test_grants_beyond_one_s_reach_are_neither_seen_nor_taken_back(house: House) -> None:
    doctor = await house.mike.post("/v1/grants", {"grantee": "doctor", "namespace": "health"})
    async with house.ann(level="admin") as ann, house.bound() as plugin:
        for caller in (ann, plugin):
            assert [each["grantee"] for each in await caller.get("/v1/grants")] == ["ann"]
            taken = await caller.http.post(f"/v1/grants/{doctor['id']}/revoke", json={})
            assert code_of(taken) == (404, "grant_not_found")

    assert [each["grantee"] for each in await house.mike.get("/v1/grants")] == ["ann", "doctor"]


async def test_what_is_written_beyond_one_s_reach_is_refused_with_what_is_reached(
    house: House,
) -> None:
    told = {}
    ill = {"memories": [{"content": "Mike is ill", "namespace": "health"}]}
    roof = {"content": "The roof leaks", "scope": "container", "container": "project:roof"}
    async with house.ann(level="write") as ann, house.bound() as plugin:
        told["ann"] = await ann.http.post("/v1/memories", json=ill)
        told["plugin"] = await plugin.http.post("/v1/memories", json=ill)
    await house.mike.post("/v1/grants", {"grantee": "eve", "level": "write", "container": "garden"})
    eve = await house.service.key("eve", user="eve")
    async with house.service.bearing(eve, X_Muniment_User="mike") as visitor:
        told["eve"] = await visitor.http.post("/v1/memories", json={"memories": [roof]})

    assert {code_of(answer) for answer in told.values()} == {REFUSED}
    assert {name: answer.json()["detail"] for name, answer in told.items()} == {
        "ann": "ann for mike reaches the namespace work only, and this is for 'health'. Name a namespace that it reaches.",
        "plugin": "mike reaches the namespace work only, and this is for 'health'. Name a namespace that it reaches.",
        "eve": "eve for mike reaches some containers only, and this is for 'default'. Name a namespace that it reaches.",
    }


async def test_who_reaches_one_namespace_works_there_unless_another_is_named(house: House) -> None:
    said = {"user_id": "mike", "turn": {"user_message": "I like tea.", "user_message_id": "m-1"}}
    async with house.ann(level="write") as ann, house.bound() as plugin:
        for caller, words in ((ann, "The plan is blue"), (plugin, "The plan is late")):
            await caller.add(words)
            found = await caller.post("/v1/recall", {"query": "What is the plan?"})
            assert found["receipt"]["question"]["namespace"] == "work"
            assert words in {each["memory"]["content"] for each in found["results"]}
        assert (await plugin.http.post("/v1/process", json=said)).status_code == 202
        elsewhere = await plugin.post("/v1/recall", {"query": "plan", "namespace": "health"})

    assert elsewhere["results"] == []
    assert await house.mike.get("/v1/namespaces") == ["work"]


async def test_who_reaches_several_namespaces_names_one(house: House) -> None:
    token = await house.service.key("two", user="mike", namespaces=("work", "health"))
    async with house.service.bearing(token) as two:
        unnamed = await two.http.post(
            "/v1/memories", json={"memories": [{"content": "Mike is ill"}]}
        )

    assert code_of(unnamed) == REFUSED
    assert unnamed.json()["detail"] == (
        "mike reaches the namespaces health, work only, and this is for 'default'. Name a namespace that it reaches."
    )


async def test_keys_beyond_one_s_reach_are_not_listed(house: House) -> None:
    await house.service.key("clinic", user="mike", namespaces=("health",))
    await house.service.key("both", user="mike", namespaces=("health", "work"))
    whole = {each["name"] for each in await house.mike.get("/v1/keys")}
    await house.mike.post("/v1/grants", {"grantee": "eve", "container": "project:move"})
    eve = await house.service.key("eve", user="eve")
    async with house.ann() as ann, house.bound() as plugin:
        for caller in (ann, plugin):
            assert [each["name"] for each in await caller.get("/v1/keys")] == ["plugin"]
        async with house.service.bearing(eve, X_Muniment_User="mike") as visitor:
            assert await visitor.get("/v1/keys") == []

    assert whole == {"web", "clinic", "both"}


async def test_tasks_and_schedules_beyond_one_s_reach_are_not_there(house: House) -> None:
    task = await house.mike.post("/v1/tasks", {"kind": "embed_backlog", "key": "clinic"})
    plan = {"kind": "embed_backlog", "cron": "0 3 * * *"}
    scheduled = await house.mike.http.put("/v1/schedules/clinic", json=plan)
    assert scheduled.status_code == 200
    async with house.ann(level="write") as ann, house.bound() as plugin:
        for caller in (ann, plugin):
            assert await caller.get("/v1/schedules") == []
            assert (await caller.get("/v1/tasks"))["items"] == []
            for path in ("", "/cancel", "/retry"):
                way = caller.http.post if path else caller.http.get
                assert code_of(await way(f"/v1/tasks/{task['id']}{path}")) == (
                    404,
                    "task_not_found",
                )
            again = {"kind": "embed_backlog", "key": "clinic"}
            taken = await caller.http.post("/v1/tasks", json=again)
            assert code_of(taken) == (409, "idempotency_mismatch")
            replaced = await caller.http.put("/v1/schedules/clinic", json=plan | {"cron": "@daily"})
            assert code_of(replaced) == (422, "value_invalid")

    assert (await house.mike.get(f"/v1/tasks/{task['id']}"))["state"] == "waiting"
    assert await house.mike.get("/v1/schedules") == [scheduled.json()]


async def test_what_a_part_was_given_to_do_is_seen_by_it_and_done(house: House) -> None:
    async with house.ann(level="write") as ann:
        task = await ann.post("/v1/tasks", {"kind": "embed_backlog", "key": "tonight"})
        again = await ann.post("/v1/tasks", {"kind": "embed_backlog", "key": "tonight"})
        plan = {"kind": "embed_backlog", "cron": "0 3 * * *"}
        await ann.http.put("/v1/schedules/nightly", json=plan)
        changed = await ann.http.put("/v1/schedules/nightly", json=plan | {"cron": "@daily"})
        ran = await ann.post("/v1/tasks/run", {})
        done = await ann.get(f"/v1/tasks/{task['id']}")

    assert (again["id"], changed.json()["cron"]) == (task["id"], "@daily")
    assert (ran["tasks"]["done"], done["state"]) == (1, "done")


async def test_why_another_user_did_something_is_told_to_who_governs_alone(house: House) -> None:
    said = {"memories": [{"content": "Mike is ill"}], "reason": "his doctor rang"}
    await house.mike.post("/v1/memories", said)
    number = (await house.mike.get("/v1/transactions"))[-1]["number"]
    bob = await house.service.key("bob", user="bob")
    keeper = await house.service.key("keeper", role="admin")
    told = {}
    for name, token in (("mike", None), ("bob", bob), ("keeper", keeper)):
        async with house.service.bearing(token) as lent:
            caller = house.mike if token is None else lent
            (entry,) = await caller.get("/v1/transactions", after=number - 1, limit=1)
            feed = await caller.get("/v1/changes", after=number - 1, limit=1)
            assert feed["entries"][0]["transaction"] == entry
            told[name] = (entry["actor"], entry["operation"], entry["reason"])

    assert told == {
        "mike": ("mike", "add", "his doctor rang"),
        "bob": (None, "add", None),
        "keeper": ("mike", "add", "his doctor rang"),
    }


async def test_who_acts_for_a_part_of_a_user_is_told_of_what_it_did_itself(house: House) -> None:
    said = {"memories": [{"content": "Mike is ill", "namespace": "health"}]}
    await house.mike.post("/v1/memories", said | {"reason": "his doctor rang"})
    async with house.ann(level="write") as ann:
        done = {"memories": [{"content": "The plan is blue", "namespace": "work"}]}
        await ann.post("/v1/memories", done | {"reason": "we met"})
        told = await ann.get("/v1/transactions")

    assert [each["reason"] for each in told if each["reason"] is not None] == ["we met"]
    assert {each["actor"] for each in told} == {None, "ann for mike"}


async def test_what_is_everybody_s_is_told_with_who_said_so_and_why(house: House) -> None:
    said = {"memories": [{"content": "Tea is at four", "scope": "global"}], "reason": "we voted"}
    await house.mike.post("/v1/memories", said)
    async with house.service.bearing(await house.service.key("bob", user="bob")) as bob:
        (change,) = (await bob.get("/v1/diff"))["changes"]

    assert (change["actor"], change["reason"]) == ("mike", "we voted")


async def test_what_was_asked_and_written_in_beyond_one_s_reach_is_not_told(house: House) -> None:
    await house.mike.add("The plan is blue", namespace="work")
    await house.mike.post("/v1/sessions", {"name": "clinic"})
    await house.mike.post("/v1/projects", {"name": "cure"})
    ill = await house.mike.post("/v1/recall", {"query": "Is Mike ill?", "namespace": "health"})
    past = {"recall": ill["receipt"]["recall_id"]}
    async with house.ann() as ann, house.bound() as plugin:
        for caller in (ann, plugin):
            for path in ("/v1/traces", "/v1/sessions", "/v1/projects"):
                assert code_of(await caller.http.get(path)) == REFUSED
            replayed = await caller.http.post("/v1/recall/replay", json=past)
            assert code_of(replayed) == (404, "recall_not_found")
            plan = await caller.post("/v1/recall", {"query": "plan", "namespace": "work"})
            again = await caller.post("/v1/recall/replay", {"recall": plan["receipt"]["recall_id"]})
            assert again["same"] is True

    assert (await house.mike.post("/v1/recall/replay", past))["same"] is True
