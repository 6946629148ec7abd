"""A client of MCP that shows a key is who the key says, whatever the client calls itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.types import Implementation, TextResourceContents

from muniment.mcp.serving import OverHttp
from tests.database import Database
from tests.surfaces.agents import good
from tests.surfaces.service import code_of, listening_service, serving

SUPPORT = Implementation(name="support", version="1")
SECRET = "Mike was rude on the phone"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A service with what mike's agent `support` keeps to itself, and keys to it."""

    url: str
    keys: dict[str, str]

    @asynccontextmanager
    async def client(self, key: str, **headers: str) -> AsyncIterator[Client]:
        """Speak with a key, as a client that calls itself `support`."""
        shown = {"Authorization": f"Bearer {self.keys[key]}"}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        async with (
            create_mcp_http_client(headers=shown | named) as http,
            Client(
                streamable_http_client(f"{self.url}/mcp", http_client=http), client_info=SUPPORT
            ) as client,
        ):
            yield client


@pytest.fixture
async def house(database: Database) -> AsyncIterator[House]:
    access = {"keys": True}
    async with serving(database, access=access) as service:
        keys = {
            "support": await service.key("support", user="mike", agent="support", role="executor"),
            "user": await service.key("user", user="mike"),
            "reader": await service.key("reader", user="mike", role="reader"),
            "ann": await service.key("ann", user="ann"),
            "both": await service.key("both", user="mike", namespaces=("acme", "apex")),
        }
        async with service.bearing(keys["support"]) as support:
            await support.add(SECRET, visibility="private")
        async with service.bearing(keys["user"]) as mike:
            await mike.post("/v1/grants", {"grantee": "ann", "level": "read"})
    with listening_service(database, mcp=OverHttp(), access=access) as url:
        yield House(url=url, keys=keys)


async def test_an_object_that_names_a_field_twice_is_refused(house: House) -> None:
    asked = (
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "memory_add", '
        '"arguments": {"content": "Mike drinks tea", "content": "Mike drinks mud"}}}'
    )
    shown = {
        "Authorization": f"Bearer {house.keys['user']}",
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
    }
    async with httpx.AsyncClient(headers=shown) as http:
        refused = await http.post(f"{house.url}/mcp", content=asked)
        unread = await http.post(f"{house.url}/mcp", content="{")
        again = await http.post(f"{house.url}/mcp", content=asked.replace("tea", "mud"))
        found = await http.get(f"{house.url}/v1/search", params={"text": "mud"})

    assert code_of(refused) == code_of(again) == (422, "field_repeated")
    assert unread.status_code == 400
    assert found.json()["items"] == []


@pytest.mark.parametrize("method", ["GET", "DELETE"])
async def test_a_client_that_asks_for_a_stream_is_told_at_once_that_there_is_none(
    house: House, method: str
) -> None:
    shown = {
        "Authorization": f"Bearer {house.keys['user']}",
        "Accept": "text/event-stream",
        "MCP-Protocol-Version": "2025-11-25",
    }
    async with (
        httpx.AsyncClient(headers=shown) as http,
        http.stream(method, f"{house.url}/mcp") as refused,
    ):
        assert refused.status_code == 405
        assert refused.headers["allow"] == "POST"
        await refused.aread()

    assert code_of(refused) == (405, "method_not_allowed")


@pytest.mark.parametrize("key, headers", [("reader", {}), ("ann", {"X_Muniment_User": "mike"})])
async def test_a_client_is_no_agent_that_its_key_may_not_be(
    house: House, key: str, headers: dict[str, str]
) -> None:
    async with house.client(key, **headers) as client:
        found = good(await client.call_tool("memory_recall", {"query": "Was Mike rude?"}))
    assert found["records"] == []


async def test_a_client_of_a_whole_user_is_called_as_it_calls_itself(house: House) -> None:
    async with house.client("user") as client:
        found = good(await client.call_tool("memory_recall", {"query": "Was Mike rude?"}))
        (secret,) = found["records"]
        added = good(await client.call_tool("memory_add", {"content": "Mike sings"}))
        told = good(await client.call_tool("memory_explain", {"id": added["id"]}))
    assert secret["content"] == SECRET
    assert [(each["actor"], each["trail"]) for each in told["evidence"]] == [
        ("support", ["support"])
    ]


async def test_resources_of_a_key_to_several_namespaces_are_listed_with_the_one_that_each_is_of(
    house: House,
) -> None:
    shown = {"Authorization": f"Bearer {house.keys['both']}"}
    async with httpx.AsyncClient(headers=shown, base_url=house.url) as http:
        for namespace, content in (("acme", "Jo is a glazier"), ("apex", "Jo is a diver")):
            belief = {"content": content, "entity": "Jo", "namespace": namespace}
            added = await http.post("/v1/memories", json={"memories": [belief]})
            assert added.status_code == 200, added.text
            compiled = await http.post("/v1/pages", json={"topic": "Jo", "namespace": namespace})
            assert compiled.status_code == 200, compiled.text

    async with house.client("both") as client:
        listed = [each.uri for each in (await client.list_resources()).resources]
        assert listed == [
            "muniment://recent?namespace=acme",
            "muniment://page/jo?namespace=acme",
            "muniment://recent?namespace=apex",
            "muniment://page/jo?namespace=apex",
        ]
        told = [text for each in listed for text in await read(client, each)]
        timeline = await read(client, "muniment://entity/Jo?namespace=apex")

    assert ["glazier" in text for text in told] == [True, True, False, False]
    assert ["diver" in text for text in told] == [False, False, True, True]
    assert "diver" in timeline[0]


async def read(client: Client, address: str) -> list[str]:
    contents = (await client.read_resource(address)).contents
    return [each.text for each in contents if isinstance(each, TextResourceContents)]
