"""Whatever a tenant's key asks, on every path and with every id, it sees nothing of another tenant."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, fields

import httpx
import pytest

from muniment.operations.offered import OFFERED
from muniment.operations.routes import ROOT, ROUTES, Method
from muniment.operations.tenants import Tenants
from tests.database import Database, principal_of
from tests.surfaces.service import Service, serving

NAME = "quokka"
"""What the other tenant knows to ask for."""

SECRET = "eucalyptus"
"""What it must not learn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Houses:
    """Two tenants on one service: what one has is hidden, and the other looks for it."""

    service: Service
    owner: Service
    stranger: Service
    ids: dict[str, str]


@pytest.fixture
async def houses(database: Database) -> AsyncIterator[Houses]:
    async with serving(database, access={"keys": True}) as service:
        next_door = await Tenants(service.services).services_of(principal_of("next door"))
        neighbour = Service(app=service.app, services=next_door, http=service.http)
        async with (
            service.bearing(await service.key(role="admin")) as owner,
            service.bearing(await neighbour.key(role="admin")) as stranger,
        ):
            yield Houses(service=service, owner=owner, stranger=stranger, ids=await _hide(owner))


async def _hide(owner: Service) -> dict[str, str]:
    said = f"The {NAME} lives on {SECRET}"
    turn = {"content": said, "occurred_at": "2026-06-20", "session": SECRET, "speaker": NAME}
    recalled = await owner.post("/v1/recall", {"query": said})
    return {
        "memory": await owner.add(said, entity=NAME, category="city", tags=[SECRET]),
        "global": await owner.add(f"{SECRET} for all", scope="global"),
        "episode": (await owner.post("/v1/episodes", {"turns": [turn]}))["episodes"][0],
        "grant": (await owner.post("/v1/grants", {"grantee": SECRET}))["id"],
        "key": (await owner.post("/v1/keys", {"name": SECRET}))["id"],
        "recall": recalled["receipt"]["recall_id"],
    }


async def _ask(caller: Service, name: str, ids: dict[str, str]) -> list[httpx.Response]:
    """Ask an operation as its example says, and with every id of the other tenant."""
    what = OFFERED[name]
    about = {field: NAME for field in ("entity",) if field in _fields(name)}
    answers = []
    for id_ in ids.values():
        example = dict(what.example)
        named = {field: id_ for field in ("id", "recall", "episode_id") if field in example}
        answers.append(await caller.ask_as_shown(name, **about, **named))
        if not named:
            break
    return answers


def _fields(name: str) -> set[str]:
    return {item.name for item in fields(OFFERED[name].request)}


@pytest.mark.parametrize("who, sees", [("owner", True), ("stranger", False)])
async def test_no_path_tells_one_tenant_what_another_has(
    houses: Houses, who: str, sees: bool
) -> None:
    caller = houses.stranger if who == "stranger" else houses.owner
    reading = [name for name in sorted(ROUTES) if ROUTES[name].method is Method.GET]
    telling = []
    for name in reading:
        for answer in await _ask(caller, name, houses.ids):
            assert answer.status_code < 500, (name, answer.text)
            if SECRET in answer.text:
                telling.append(name)
    for path, body in (
        ("/v1/recall", {"query": f"What does the {NAME} live on?", "as_of": 1}),
        ("/v1/recall/replay", {"recall": houses.ids["recall"]}),
    ):
        answer = await caller.http.post(path, json=body)
        assert (answer.status_code == 200) is (sees or path == "/v1/recall")

    told = {
        "diff",
        "get_episode",
        "grants",
        "keys",
        "get",
        "search",
    }
    assert (told <= set(telling)) is sees
    assert sees or telling == []


async def test_no_path_changes_what_another_tenant_has(houses: Houses) -> None:
    before = await houses.owner.get("/v1/audit/verify")
    for name in sorted(ROUTES):
        if ROUTES[name].method is not Method.GET:
            for answer in await _ask(houses.stranger, name, houses.ids):
                assert answer.status_code < 500, (name, answer.text)

    after = await houses.owner.get("/v1/audit/verify")
    kept = await houses.owner.get(f"{ROOT}/memories/{houses.ids['memory']}")

    assert before["head_hash"] == after["head_hash"]
    assert kept["content"] == f"The {NAME} lives on {SECRET}"


async def test_the_same_name_in_two_tenants_is_two_users(houses: Houses) -> None:
    async with houses.service.bearing(await houses.service.key(role="admin")) as owner:
        here = await owner.get("/v1/search")
    there = await houses.stranger.get("/v1/search")

    assert len(here["items"]) == 3
    assert there["items"] == []


async def test_only_who_keeps_the_store_is_told_how_large_it_is(houses: Houses) -> None:
    user = await houses.service.key(user="mike")
    async with houses.service.bearing(user) as mike:
        sizes = [(await each.get("/v1/stats"))["size_bytes"] for each in (houses.stranger, mike)]
    assert sizes == [None, None]
    assert (await houses.owner.get("/v1/stats"))["size_bytes"] > 100_000
