"""A service whose role may not connect any more says so: where its database is, to its log alone."""

from __future__ import annotations

import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from muniment.mcp.serving import OverHttp
from tests.database import Database
from tests.surfaces.service import code_of, listening_service, serving

IMPATIENT = {"connect_timeout_s": 1.0}
TOLD = "The database cannot be reached. The log of the service says why."
STRANGER = f"muniment_{'A' * 86}"


def logged(caplog: pytest.LogCaptureFixture, database: Database) -> list[str]:
    """Return what the log says of requests that the database was not there for."""
    found = [each.getMessage() for each in caplog.records if each.name == "muniment.service"]
    assert all(f'permission denied for database "{database.name}"' in each for each in found)
    return found


async def test_a_key_and_a_stranger_are_told_nothing_of_where_the_database_is(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(database, access={"keys": True}, pool=IMPATIENT) as service:
        known = await service.key()
        database.shut_out()

        for token in (known, STRANGER):
            async with service.bearing(token) as asking:
                response = await asking.http.get("/v1/stats")
                assert code_of(response) == (503, "database_unavailable")
                assert response.json()["detail"] == TOLD
                assert response.headers["X-Request-ID"] in logged(caplog, database)[-1]


async def test_who_asks_for_the_health_is_told_as_little_also_where_nobody_is_asked_for_a_key(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(database, pool=IMPATIENT) as service:
        database.shut_out()
        part, *_ = (await service.get("/v1/health"))["parts"]

    assert (part["name"], part["ok"], part["detail"]) == ("database", False, TOLD)
    assert part["mend"] == "Start the database, or correct database_url."
    assert len(logged(caplog, database)) == 1


async def test_an_agent_over_http_is_told_as_little(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with listening_service(database, mcp=OverHttp(), pool=IMPATIENT) as url:
        async with Client(streamable_http_client(f"{url}/mcp")) as client:
            database.shut_out()
            answer = await client.call_tool("memory_recall", {"query": "Where does Mike live?"})

    assert answer.structured_content == {
        "error": {"code": "database_unavailable", "message": TOLD, "try_again": True}
    }
    assert len(logged(caplog, database)) == 1
