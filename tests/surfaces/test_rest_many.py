"""A request that names more than anybody needs is refused before it keeps the service busy."""

from __future__ import annotations

from typing import Any

import pytest

from tests.surfaces.service import Service, code_of

pytestmark = pytest.mark.anyio
REFUSED = (422, "value_invalid")
MANY = [f"project:{number}" for number in range(257)]
IDS = [{"id": each} for each in MANY]
USER = {"user_id": "local", "scope_level": "user_global_container"}
TURN = {"user_message": "I moved to Bath."}


@pytest.mark.parametrize(
    "path, body",
    [
        ("/v1/recall", {"query": "Where?", "containers": MANY}),
        ("/v1/recall/pack", {"query": "Where?", "containers": MANY}),
        ("/v1/answer", {"question": "Where?", "containers": MANY}),
        ("/v1/context", {**USER, "message": "Where?", "containers": IDS}),
        ("/v1/process", {"user_id": "local", "turn": TURN, "containers": IDS}),
        ("/v1/contradictions", {"containers": MANY}),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
async def test_more_than_256_containers_are_refused(
    service: Service, path: str, body: dict[str, Any]
) -> None:
    assert code_of(await service.http.post(path, json=body)) == REFUSED


async def test_more_than_256_containers_are_refused_in_an_address(service: Service) -> None:
    for path in ("/v1/search", "/v1/namespaces", "/v1/changes", "/v1/entities"):
        answer = await service.http.get(path, params={"containers": MANY[:256]})
        assert answer.status_code == 200, path
        answer = await service.http.get(path, params={"containers": MANY})
        assert code_of(answer) == REFUSED, path


async def test_beliefs_of_many_containers_are_written_at_once(service: Service) -> None:
    memories = [{"content": each, "scope": "container", "container": each} for each in MANY]
    added = await service.post("/v1/memories", {"memories": memories, "embed": False})
    assert len(added) == 257


async def test_a_schedule_that_is_longer_than_a_name_is_refused(service: Service) -> None:
    body = {"kind": "embed_backlog", "cron": "* * * * " + "1-7," * 63 + "1"}
    assert code_of(await service.http.put("/v1/schedules/long", json=body)) == REFUSED
