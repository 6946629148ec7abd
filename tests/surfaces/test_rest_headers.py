"""A header names somebody in one way, a key that nobody asks for is refused, and the keeper alone is told of the server."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from muniment.bootstrap.boards import boards
from muniment.bootstrap.wiring import opened
from muniment.rest.app import create_app
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import VIEWER, Database
from tests.surfaces.service import Service, code_of, serving

NAMED = ("X-Muniment-User", "X-Muniment-Agent", "X-Muniment-Acting")
OPEN = ("/health", "/ready")


@pytest.fixture
async def guarded(database: Database) -> AsyncIterator[Service]:
    model = {"provider": "openai", "base_url": "http://model.internal:1/v1", "model": "writer"}
    async with serving(database, access={"keys": True}, models={"page_writer": model}) as lent:
        yield lent


@pytest.mark.parametrize("header", NAMED[:2])
@pytest.mark.parametrize("value", ["Zoë".encode(), "Zoë".encode("latin-1"), b"Zo%EB"])
async def test_a_name_beyond_ascii_that_is_not_percent_encoded_is_refused_with_what_to_write(
    service: Service, header: str, value: bytes
) -> None:
    refused = await service.http.get("/v1/search", headers={header.encode(): value})

    assert code_of(refused) == (422, "value_invalid")
    assert f"{header} cannot be read" in refused.json()["detail"]
    assert refused.json()["detail"].endswith("Write Zo%C3%AB")


async def test_a_percent_encoded_name_is_that_name(service: Service) -> None:
    added = await service.http.post(
        "/v1/memories",
        json={"memories": [{"content": "Zoë lives in Bath"}]},
        headers={"X-Muniment-User": "Zo%C3%AB"},
    )
    entries = await service.http.get(
        f"/v1/memories/{added.json()[0]['id']}", headers={"X-Muniment-User": "Zo%c3%ab"}
    )

    assert entries.status_code == 200


async def test_an_agent_s_header_beyond_ascii_is_refused(service: Service) -> None:
    told = '{"agent": "Zoë"}'.encode()

    refused = await service.http.get("/v1/search", headers={b"X-Muniment-Acting": told})

    assert code_of(refused) == (422, "value_invalid")
    assert "ASCII" in refused.json()["detail"]


@pytest.mark.parametrize("header", [*NAMED, "Authorization", "Idempotency-Key"])
async def test_a_header_that_says_twice_who_asks_is_refused(guarded: Service, header: str) -> None:
    shown = ("Authorization", f"Bearer {await guarded.key(role='service', user='front')}")
    said = shown[1] if header == "Authorization" else "ann"
    sent = [
        *([] if header == "Authorization" else [shown]),
        (header, "mike"),
        (header.lower(), said),
    ]

    told = [
        await guarded.http.get("/v1/search", headers=sent),
        await guarded.http.post(
            "/v1/memories", json={"memories": [{"content": "Whose?"}]}, headers=sent
        ),
        await guarded.http.get("/ui/", headers=sent),
    ]

    assert [code_of(each) for each in told] == [(422, "field_repeated")] * 3
    assert told[0].json()["detail"] == (
        f"{header} appears twice in the headers of the request, so it is unclear which counts. Send it once; a "
        "proxy that sets it must remove its caller's."
    )


@pytest.mark.parametrize("keys", [True, False])
async def test_the_document_names_the_headers_of_every_path_that_reads_them(
    database: Database, keys: bool
) -> None:
    async with serving(database, access={"keys": keys}) as service:
        for _ in range(2):
            document = (await service.http.get("/openapi.json")).json()

    for path, operations in document["paths"].items():
        for operation in operations.values():
            told = [
                each
                for each in operation.get("parameters", ())
                if each["in"] == "header" and each["name"].startswith("X-Muniment")
            ]
            assert [each["name"] for each in told] == ([] if path in OPEN else [*NAMED]), path
            assert all("ASCII" in each["description"] for each in told[::2]), path


async def test_a_key_that_nobody_asks_for_is_refused_with_what_to_set(service: Service) -> None:
    refused = await service.http.get("/v1/stats", headers={"Authorization": "Bearer nonsense"})

    assert code_of(refused) == (401, "not_authenticated")
    assert "`access.keys`" in refused.json()["detail"]


async def test_what_a_proxy_asks_its_own_people_for_is_let_through(service: Service) -> None:
    shown = {"Authorization": "Basic " + b64encode(b"ann:secret").decode()}

    assert (await service.http.get("/v1/stats", headers=shown)).status_code == 200
    assert (await service.http.get("/health", headers=shown)).status_code == 200


@pytest.mark.parametrize(
    "role, sees", [("admin", True), ("service", False), ("user", False), ("monitor", False)]
)
async def test_who_does_not_keep_the_service_is_told_that_its_parts_are_fit_and_no_more(
    guarded: Service, role: str, sees: bool
) -> None:
    async with guarded.bearing(await guarded.key(role=role, user="mike")) as caller:
        parts = {each["name"]: each for each in (await caller.get("/v1/health"))["parts"]}

    assert parts["head"]["detail"].startswith("transaction ")
    for name in ("database", "role", "schema", "model page_writer"):
        assert parts[name]["ok"] is True
        assert (parts[name]["detail"] != "fit") is sees


@pytest.mark.parametrize("role, sees", [("admin", True), ("user", False)])
async def test_the_pages_tell_the_place_of_the_server_to_who_keeps_it_alone(
    database: Database, role: str, sees: bool
) -> None:
    viewer = database.server.lease.conninfo(database.name, VIEWER)
    given: dict[str, Any] = {"access": {"keys": True}, "web": {"database_url": viewer}}
    settings = Settings(database_url=database.app, **given)
    async with (
        opened(settings, embedder=HashedEmbedder()) as services,
        boards(services) as pages,
    ):
        app = create_app(services, mounts=pages)
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://localhost"
        ) as http:
            lent = Service(app=app, services=services, http=http)
            token = await lent.key(role=role, user="mike")
            shown = {"Authorization": "Basic " + b64encode(f"me:{token}".encode()).decode()}
            told = (await http.get("/ui/", headers=shown)).text

    assert "Tenant <b>local</b>" in told
    assert (", on " in told) is sees
    assert (database.server.lease.host in told) is sees
    assert ("PostgreSQL 1" in told) is sees
