"""Whoever asks the service is known by a key, and may do what its role allows, and no more."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from muniment import AgentMemory
from muniment.access.key_tokens import KeyToken, fresh_token, read_token
from muniment.access.roles import ROLES
from muniment.model.ids import tenant_named
from muniment.operations import belief_lines, granting, reads
from muniment.operations.catalogue import perform
from muniment.operations.routes import ROOT, ROUTES
from muniment.operations.services import Services
from muniment.rest import endpoints, lines
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.service import Service, code_of, listening_service

OPEN = {"/health", "/ready", "/openapi.json"}


async def test_no_place_is_reached_without_a_key(guarded: Service) -> None:
    for route in ROUTES.values():
        response = await guarded.http.request(route.method, ROOT + route.path, json={})

        assert code_of(response) == (401, "not_authenticated")
        assert response.headers["www-authenticate"] == 'Bearer realm="muniment"'


async def test_a_stranger_is_told_the_condition_and_nothing_else(guarded: Service) -> None:
    for path in OPEN:
        assert (await guarded.http.get(path)).status_code == 200
    for path in ("/v1/colours", "/elsewhere"):
        assert code_of(await guarded.http.get(path)) == (401, "not_authenticated")


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer ", "Basic bWlrZTpz"])
async def test_who_shows_no_token_is_asked_for_one(guarded: Service, shown: str) -> None:
    response = await guarded.http.get("/v1/stats", headers={"Authorization": shown})

    assert code_of(response) == (401, "not_authenticated")
    assert response.json()["title"] == "No valid key or token says who asks"
    assert response.json()["detail"].startswith("no key or token was sent. ")
    assert "Authorization: Bearer" in response.text
    assert response.headers["www-authenticate"] == 'Bearer realm="muniment"'


@pytest.mark.parametrize("shown", ["Bearer sesame", "Bearer muniment_AAAA"])
async def test_what_is_no_key_is_not_accepted_and_called_invalid(
    guarded: Service, shown: str
) -> None:
    response = await guarded.http.get("/v1/stats", headers={"Authorization": shown})

    assert code_of(response) == (401, "not_authenticated")
    assert response.json()["detail"].startswith("nobody is known by this key or token.")
    assert response.headers["www-authenticate"] == 'Bearer realm="muniment", error="invalid_token"'


async def test_a_key_opens_with_its_secret_alone(guarded: Service) -> None:
    token = read_token(await guarded.key())
    assert token is not None
    forged = KeyToken(tenant_id=token.tenant_id, key_id=token.key_id, secret=b"\0" * 32)
    elsewhere = KeyToken(tenant_id=tenant_named("other"), key_id=token.key_id, secret=token.secret)

    for shown, status in ((token, 200), (forged, 401), (elsewhere, 401)):
        async with guarded.bearing(str(shown)) as caller:
            assert (await caller.http.get("/v1/stats")).status_code == status


def test_a_token_is_read_back_and_its_secret_is_not_shown() -> None:
    token = fresh_token(tenant_named("acme"), tenant_named("any id"))

    assert read_token(str(token)) == token
    assert str(token).startswith("muniment_")
    assert "secret" not in repr(token)


async def test_no_secret_is_kept_or_listed(guarded: Service, database: Database) -> None:
    token = await guarded.key(role="admin")
    secret = token.removeprefix("muniment_")[-40:]

    async with guarded.bearing(token) as caller:
        listed = await caller.http.get("/v1/keys")
    with database.as_admin() as connection:
        rows = connection.execute(
            "SELECT k::text, t::text FROM muniment.access_keys k, muniment.transactions t"
        ).fetchall()

    assert secret not in listed.text
    assert secret not in str(rows)
    assert [each["name"] for each in listed.json()] == ["web"]


async def test_a_key_is_revoked_at_once(guarded: Service) -> None:
    token = await guarded.key(role="admin")
    async with guarded.bearing(token) as caller:
        (key,) = await caller.get("/v1/keys")
        number = await caller.post(f"/v1/keys/{key['id']}/revoke", {"reason": "lost"})
        refused = await caller.http.get("/v1/keys")
        again = await perform(guarded.services, granting.keys, reads.Nothing())

    assert number == 3
    assert code_of(refused) == (401, "not_authenticated")
    assert 'error="invalid_token"' in refused.headers["www-authenticate"]
    assert again[0].revoked_at is not None


async def test_what_was_revoked_already_is_told_from_what_never_was(guarded: Service) -> None:
    async with guarded.bearing(await guarded.key(role="admin")) as caller:
        made = await caller.post("/v1/keys", {"name": "desk"})
        granted = await caller.post("/v1/grants", {"grantee": "ann"})
        told = []
        for path in (f"keys/{made['id']}", f"grants/{granted['id']}"):
            await caller.post(f"/v1/{path}/revoke", {})
            told.append((await caller.http.post(f"/v1/{path}/revoke", json={})).json()["detail"])

    assert told == [
        f"the key {made['id']} was revoked already: it lets nobody in.",
        f"the grant {granted['id']} was revoked already: it lets nobody act.",
    ]


class Revoking:
    """Operations, of which the first has its key revoked while it is performed."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._is_revoked = False

    async def __call__(self, services: Services, what: Any, request: object) -> Any:
        answer = await perform(services, what, request)
        if not self._is_revoked:
            self._is_revoked = True
            (key,) = await perform(self._services, granting.keys, reads.Nothing())
            revocation = granting.Revocation(id=str(key.id))
            await perform(self._services, granting.revoke_key, revocation)
        return answer


async def test_a_load_ends_where_its_key_is_revoked(
    guarded: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LINES_PER_TRANSACTION", 1)
    monkeypatch.setattr(lines, "perform", Revoking(guarded.services))
    body = b"".join(b'{"content": "Fact %d"}\n' % number for number in range(3))
    async with guarded.bearing(await guarded.key(user="mike")) as mike:
        told = await mike.http.post(
            "/v1/memories/bulk", content=body, headers={"content-type": "application/x-ndjson"}
        )
    *_, progress, last = [json.loads(line) for line in told.text.splitlines()]

    assert progress == {"progress": {"lines": 1, "written": 1, "refused": 0}}
    assert last["broken_off"]["code"] == "not_authenticated"


async def test_an_export_ends_where_its_key_is_revoked(
    guarded: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(belief_lines, "_PAGE", 1)
    async with guarded.bearing(await guarded.key(user="mike")) as mike:
        for number in range(3):
            await mike.add(f"Fact {number}")
        monkeypatch.setattr(belief_lines, "perform", Revoking(guarded.services))
        told = await mike.http.get("/v1/memories/export")
    first, last = [json.loads(line) for line in told.text.splitlines()]

    assert first["content"].startswith("Fact")
    assert last["broken_off"]["code"] == "not_authenticated"


async def test_what_was_waited_for_is_not_told_to_a_key_that_was_revoked_meanwhile(
    guarded: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with guarded.bearing(await guarded.key(user="mike")) as mike:
        await mike.add("Mike rows")
        monkeypatch.setattr(endpoints, "perform", Revoking(guarded.services))
        told = await mike.http.get("/v1/changes", params={"wait_s": 30})

    assert code_of(told) == (401, "not_authenticated")


def test_a_stream_ends_where_its_key_is_revoked(database: Database) -> None:
    with (
        AgentMemory(database.app, embedder=HashedEmbedder()) as memory,
        listening_service(database, access={"keys": True}) as url,
    ):
        made = memory.create_key("web", user="mike")
        shown = {"Authorization": f"Bearer {made.token}"}
        with httpx.stream("GET", f"{url}/v1/changes/stream", headers=shown, timeout=30) as stream:
            told = stream.iter_lines()
            assert next(line for line in told if line.startswith("id: ")) == "id: 1"
            memory.revoke_key(made.id)
            memory.add("Nobody is told", scope="global")
            seen = list(told)

    assert not any("Nobody is told" in line for line in seen)
    assert "event: problem" in seen
    assert '"code":"not_authenticated"' in seen[-2]


async def test_a_key_expires(guarded: Service, database: Database) -> None:
    later = datetime.now(UTC) + timedelta(hours=1)
    async with guarded.bearing(await guarded.key(expires_at=later)) as caller:
        first = (await caller.http.get("/v1/stats")).status_code
        with database.as_admin() as connection:
            connection.execute(
                "UPDATE muniment.access_keys SET expires_at = expires_at - interval '1 hour'"
            )
        last = await caller.http.get("/v1/stats")

    assert first == 200
    assert code_of(last) == (401, "not_authenticated")


async def test_when_a_key_was_last_used_is_told(guarded: Service) -> None:
    token = await guarded.key()
    before = await perform(guarded.services, granting.keys, reads.Nothing())
    async with guarded.bearing(token) as caller:
        await caller.get("/v1/stats")
        await caller.get("/v1/stats")
    after = await perform(guarded.services, granting.keys, reads.Nothing())

    assert before[0].last_used_at is None
    assert after[0].last_used_at is not None
    assert after[0].last_used_at > after[0].created_at


async def test_a_role_allows_what_it_allows(guarded: Service) -> None:
    nobody = "00000000-0000-7000-8000-000000000000"
    allowed = {}
    for role in ROLES:
        async with guarded.bearing(await guarded.key(role=role)) as caller:
            told = [
                await caller.http.get("/v1/search"),
                await caller.http.post("/v1/memories", json={"memories": [{"content": "x"}]}),
                await caller.http.post(f"/v1/memories/{nobody}/forget", json={}),
                await caller.http.put(
                    "/v1/cardinalities", json={"category": "pet", "cardinality": "many"}
                ),
            ]
        allowed[role] = [each.status_code for each in told]

    assert allowed == {
        "admin": [200, 200, 404, 200],
        "service": [200, 200, 404, 403],
        "user": [200, 200, 404, 403],
        "reader": [200, 403, 403, 403],
        "orchestrator": [200, 200, 404, 403],
        "planner": [200, 200, 403, 403],
        "executor": [200, 200, 403, 403],
        "researcher": [200, 200, 403, 403],
        "reviewer": [200, 403, 403, 403],
        "monitor": [200, 403, 403, 403],
    }


async def test_a_key_acts_as_its_user_and_agent(guarded: Service) -> None:
    token = await guarded.key(user="ann", agent="clerk", role="executor")
    async with guarded.bearing(token) as caller:
        tea = await caller.add("Ann drinks tea", visibility="private")
        seen = await caller.get(f"/v1/memories/{tea}")
        (*_, last) = await caller.get("/v1/transactions")
    async with guarded.bearing(await guarded.key(user="ann")) as other:
        hidden = await other.http.get(f"/v1/memories/{tea}")

    assert (seen["content"], seen["agent"]) == ("Ann drinks tea", "clerk")
    assert (last["actor"], last["role"]) == ("clerk", "executor")
    assert code_of(hidden) == (404, "memory_not_found")


async def test_a_key_is_served_wherever_the_page_is_from(guarded: Service) -> None:
    async with guarded.bearing(await guarded.key(), Origin="https://app.example") as caller:
        assert (await caller.http.get("/v1/stats")).status_code == 200


async def test_a_key_that_is_bound_to_namespaces_sees_and_writes_nothing_else(
    guarded: Service,
) -> None:
    async with guarded.bearing(await guarded.key()) as caller:
        here = await caller.add("The plan is blue", namespace="acme")
        there = await caller.add("The plan is red", namespace="apex")
        common = await caller.add("Tea is at four", scope="global", namespace="apex")
    async with guarded.bearing(await guarded.key(namespaces=("acme",))) as bound:
        seen = await bound.http.get(f"/v1/memories/{here}")
        hidden = [await bound.http.get(f"/v1/memories/{id_}") for id_ in (there, common)]
        found = await bound.post("/v1/recall", {"query": "plan", "namespace": "apex"})
        written = await bound.http.post(
            "/v1/memories", json={"memories": [{"content": "x", "namespace": "apex"}]}
        )
        changed = await bound.http.patch(f"/v1/memories/{there}", json={"content": "green"})
        changes = await bound.get("/v1/diff", since=0)

    assert seen.json()["content"] == "The plan is blue"
    assert [code_of(each)[1] for each in hidden] == ["memory_not_found"] * 2
    assert found["results"] == []
    assert code_of(written) == (403, "not_permitted")
    assert code_of(changed) == (404, "memory_not_found")
    assert [each["content_after"] for each in changes["changes"]] == ["The plan is blue"]


READINGS: list[tuple[str, str, Any]] = [
    ("POST", "/v1/recall", {"query": "plan"}),
    ("POST", "/v1/context", {"user_id": "mike", "message": "What is the plan?"}),
    ("GET", "/v1/search", None),
    ("GET", "/v1/current-facts", None),
    ("GET", "/v1/pages", None),
]


@pytest.mark.parametrize("method, path, asked", READINGS)
async def test_a_key_to_several_namespaces_says_which_one_it_reads(
    guarded: Service, method: str, path: str, asked: Any
) -> None:
    async with guarded.bearing(await guarded.key(user="mike")) as caller:
        await caller.add("The plan is blue", namespace="acme")
    async with guarded.bearing(
        await guarded.key(user="mike", namespaces=("acme", "apex"))
    ) as bound:
        refused = await bound.http.request(method, path, json=asked)
        found = await bound.post("/v1/recall", {"query": "plan", "namespace": "acme"})
        (named, *_) = await bound.get("/v1/namespaces")

    assert code_of(refused) == (403, "not_permitted")
    assert "reaches the namespaces acme, apex only" in refused.json()["detail"]
    assert found["results"][0]["memory"]["content"] == "The plan is blue"
    assert named == "acme"


async def test_a_key_that_makes_no_sense_is_not_made(service: Service) -> None:
    senseless: list[dict[str, object]] = [
        {"role": "emperor"},
        {"name": " "},
        {"role": "admin", "namespaces": ["acme"]},
        {"expires_at": "2001-01-01"},
        {"expires_at": "soon"},
    ]
    for fields in senseless:
        response = await service.http.post("/v1/keys", json={"name": "web"} | fields)
        assert code_of(response)[0] == 422
    assert await service.get("/v1/keys") == []


async def test_a_key_is_made_once_under_no_idempotency_key(service: Service) -> None:
    response = await service.http.post(
        "/v1/keys", json={"name": "web"}, headers={"Idempotency-Key": "1"}
    )

    assert code_of(response) == (422, "value_invalid")
    assert await service.get("/v1/keys") == []


async def test_a_guarded_service_is_called_by_any_name(guarded: Service) -> None:
    response = await guarded.http.get("/health", headers={"host": "memory.example.org"})

    assert isinstance(response, httpx.Response)
    assert response.status_code == 200
