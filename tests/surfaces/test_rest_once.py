"""A write that is sent again under its key is answered as before, and is not written again."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import anyio
import pytest

from muniment import MemoryClient
from muniment.access.acting import Acting
from muniment.access.principal import OWN
from muniment.access.roles import AgentRole
from muniment.errors import AnswerLost, ConnectionLost, WriteOutcomeUnknown
from muniment.ledger import transacting
from muniment.ledger.alongside import asked_alongside
from muniment.model.memory import Visibility
from muniment.operations import facts, once, rounds, tasks, writes
from muniment.operations.catalogue import perform
from muniment.operations.once import perform_once
from tests.database import Database
from tests.surfaces.service import Service, code_of, listening_service, serving

TEA = {"memories": [{"content": "Ann drinks tea", "valid_from": "2026-03-01"}]}


async def send(service: Service, key: str, body: object = TEA, path: str = "/v1/memories") -> Any:
    return await service.http.post(path, json=body, headers={"Idempotency-Key": key})


async def transactions(service: Service) -> int:
    return int((await service.get("/v1/stats"))["transactions"])


async def test_the_same_request_again_is_answered_the_same(service: Service) -> None:
    first = await send(service, "a")
    again = await send(service, "a")
    other = await send(service, "b")

    assert first.json()[0]["outcome"] == "ADD"
    assert again.content == first.content
    assert other.json()[0]["outcome"] == "NOOP"
    assert await transactions(service) == 3


async def test_a_correction_that_is_sent_again_is_written_once(service: Service) -> None:
    path = f"/v1/memories/{await service.add('Ann drinks tea', valid_from='2026-03-01')}"

    told = [
        await service.http.patch(
            path, json={"content": "Ann drinks coffee"}, headers={"Idempotency-Key": key}
        )
        for key in ("a", "a", "b")
    ]

    assert [each.json()["transaction"] for each in told] == [3, 3, 4]
    assert told[0].content == told[1].content


async def test_without_the_guard_the_same_request_is_written_twice(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant: what keeps the answers is switched off."""

    async def forgetful(services: Any, what: Any, request: Any, key: str) -> str:
        return once._text(await perform(services, what, request))

    monkeypatch.setattr("muniment.rest.endpoints.perform_once", forgetful)

    first, again = await send(service, "a"), await send(service, "a")

    assert first.content != again.content
    assert await transactions(service) == 3


async def test_the_answer_survives_a_restart(database: Database) -> None:
    async with serving(database) as service:
        first = await send(service, "a")
    async with serving(database) as service:
        again = await send(service, "a")

        assert again.content == first.content
        assert await transactions(service) == 2


async def test_another_request_under_the_key_is_refused(service: Service) -> None:
    await send(service, "a")
    coffee = {"memories": [{"content": "Ann drinks coffee"}]}

    refused = await send(service, "a", coffee)
    elsewhere = await send(service, "a", {"turns": []}, "/v1/episodes")

    assert code_of(refused) == (409, "idempotency_mismatch")
    assert code_of(elsewhere) == (409, "idempotency_mismatch")
    assert await transactions(service) == 2


async def test_a_key_is_its_users_own(service: Service) -> None:
    await send(service, "a")
    async with service.bearing(None, X_Muniment_User="ann") as ann:
        other = await send(ann, "a", {"memories": [{"content": "Mine"}]})

    assert other.json()[0]["outcome"] == "ADD"


async def test_the_same_words_as_another_agent_are_another_request(service: Service) -> None:
    mood = {"memories": [{"content": "Ann is tired", "visibility": "private"}]}
    async with (
        service.bearing(None, X_Muniment_Agent="clerk") as clerk,
        service.bearing(None, X_Muniment_Agent="critic") as critic,
    ):
        kept = await send(clerk, "a", mood)
        refused = await send(critic, "a", mood)
        again = await send(clerk, "a", mood)
        own = await send(critic, "b", mood)

    assert code_of(refused) == (409, "idempotency_mismatch")
    assert again.content == kept.content
    assert (kept.json()[0]["outcome"], own.json()[0]["outcome"]) == ("ADD", "ADD")


async def test_the_same_words_in_another_namespace_or_session_are_another_request(
    service: Service,
) -> None:
    clerk = Acting(agent="clerk", role=AgentRole.EXECUTOR, permissions=OWN, trail=("clerk",))
    for name, acting in {
        "first": clerk,
        "namespace": replace(clerk, namespace="acme"),
        "visibility": replace(clerk, visibility=Visibility.PRIVATE),
        "session": replace(clerk, session="second"),
    }.items():
        async with service.bearing(None, X_Muniment_Acting=acting.told()) as caller:
            status = (await send(caller, "a")).status_code
            assert (name, status) == (name, 200 if name == "first" else 409)


async def test_what_failed_is_not_kept(service: Service) -> None:
    ended = {"at": "2026-06-01"}
    nobody = "/v1/memories/00000000-0000-7000-8000-000000000000/end"
    assert code_of(await send(service, "a", ended, nobody)) == (404, "memory_not_found")
    tea = (await send(service, "b")).json()[0]["id"]

    assert (await send(service, "a", ended, f"/v1/memories/{tea}/end")).status_code == 200


async def test_requests_that_are_sent_at_once_are_written_once(service: Service) -> None:
    answers: list[bytes] = []

    async def one() -> None:
        answers.append((await send(service, "a")).content)

    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(one)

    assert len(answers) == 5
    assert len(set(answers)) == 1
    assert await transactions(service) == 2


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("POST", "/v1/memories", {"memories": []}),
        ("PUT", "/v1/cardinalities", {"category": "pet", "cardinality": "many"}),
        ("POST", "/v1/backlog/heal", {}),
        ("POST", "/v1/embedder/adopt", {}),
        ("POST", "/v1/indexes/rebuild", {}),
        ("POST", "/v1/grants", {"grantee": "ann"}),
        ("POST", "/v1/episodes", {"turns": [{"content": "x", "occurred_at": "2026-03-01", "session": "s"}]}),
    ],
)  # fmt: skip
async def test_every_write_keeps_its_answer(
    service: Service, method: str, path: str, body: object
) -> None:
    told = [
        await service.http.request(method, path, json=body, headers={"Idempotency-Key": "a"})
        for _ in range(2)
    ]

    assert [each.status_code for each in told] == [200, 200]
    assert told[0].content == told[1].content


@pytest.mark.parametrize("key", ["", " ", "a b", "ä", "x" * 256])
async def test_what_is_no_key_is_refused(service: Service, key: str) -> None:
    response = await service.http.post(
        "/v1/memories", json=TEA, headers=[(b"Idempotency-Key", key.encode())]
    )

    assert code_of(response) == (422, "value_invalid")
    assert await transactions(service) == 1


async def test_an_answer_that_was_lost_is_told_and_nothing_is_written_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object, **__: object) -> None:
        raise WriteOutcomeUnknown

    monkeypatch.setattr(once._Once, "finish", killed)
    with pytest.raises(WriteOutcomeUnknown):
        # Its transaction comes to nothing that could stand for its answer, which is a number.
        await perform_once(service.services, writes.adopt_embedder, writes.Adopt(), "a")
    monkeypatch.undo()

    with pytest.raises(AnswerLost):
        await perform_once(service.services, writes.adopt_embedder, writes.Adopt(), "a")


async def test_a_round_whose_service_died_after_it_was_written_is_answered_when_sent_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = rounds.IngestRound(
        user_message="I live in Bath.", session="chat", occurred_at="2026-06-20T09:00:00+01:00"
    )

    async def killed(*_: object, **__: object) -> None:
        raise WriteOutcomeUnknown

    monkeypatch.setattr(once._Once, "finish", killed)
    with pytest.raises(WriteOutcomeUnknown):
        await perform_once(service.services, rounds.ingest_round, said, "a")
    monkeypatch.undo()

    told = json.loads(await perform_once(service.services, rounds.ingest_round, said, "a"))

    assert told["known_already"] is False
    assert [each["outcome"] for each in told["decisions"]] == ["new"]
    assert await transactions(service) == 2


async def test_a_fact_whose_service_died_after_it_was_written_is_answered_when_sent_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    fact = facts.NewFact(subject="Ann", predicate="drinks", object="tea", valid_from="2026-03-01")
    asked = facts.AppendFacts(facts=(fact,))

    async def killed(*_: object, **__: object) -> None:
        raise WriteOutcomeUnknown

    monkeypatch.setattr(once._Once, "finish", killed)
    with pytest.raises(WriteOutcomeUnknown):
        await perform_once(service.services, facts.append_facts, asked, "a")
    monkeypatch.undo()

    (told,) = json.loads(await perform_once(service.services, facts.append_facts, asked, "a"))

    assert told["outcome"] == "ADD"
    assert await transactions(service) == 2


async def test_a_write_that_is_tried_again_within_is_kept_once(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, tries = transacting._attempt, []

    async def broken_first(*given: Any) -> Any:
        tries.append(given)
        result = await whole(*given)
        if len(tries) == 1:
            raise ConnectionLost
        return result

    monkeypatch.setattr(transacting, "_attempt", broken_first)

    answer = await send(service, "a")

    # The first attempt landed although it seemed lost: the second finds what it kept.
    assert len(tries) == 2
    assert answer.json()[0]["outcome"] == "ADD"
    assert await transactions(service) == 2
    assert asked_alongside() is None


async def test_answers_that_are_too_old_are_dropped_whoever_was_given_them(
    database: Database,
) -> None:
    async with serving(database) as service:
        await send(service, "old")
        of_ann = {"Idempotency-Key": "hers", "X-Muniment-User": "ann"}
        await service.http.post("/v1/memories", json=TEA, headers=of_ann)
        with database.as_admin() as connection:
            connection.execute(
                "UPDATE muniment.idempotent_answers SET answered_at = answered_at - interval '25 h'"
            )
        await send(service, "new")
        with database.as_admin() as connection:
            kept = connection.execute("SELECT key FROM muniment.idempotent_answers").fetchall()

    assert kept == [("new",)]


def test_a_client_sends_each_write_under_a_key_of_its_own(database: Database) -> None:
    with listening_service(database) as url, MemoryClient(url) as client:
        assert client.add("Ann drinks tea", valid_from="2026-03-01").outcome == "ADD"
        assert client.add("Ann drinks tea", valid_from="2026-03-01").outcome == "NOOP"
        assert client.create_key("web").token.startswith("muniment_")
    with database.as_admin() as connection:
        (count,) = connection.execute(
            "SELECT count(*) FROM muniment.idempotent_answers"
        ).fetchone() or (0,)
    assert count == 2


@pytest.mark.parametrize("path", ["/v1/tasks", "end"])
async def test_the_same_request_sent_several_times_at_once_is_done_once_and_answered_alike(
    service: Service, path: str
) -> None:
    body: dict[str, object] = {"kind": "embed_backlog"}
    if path == "end":
        path = f"/v1/memories/{await service.add('Ann drinks tea', valid_from='2026-03-01')}/end"
        body = {"at": "2026-04-01"}
    told = []

    async def one() -> None:
        told.append(await send(service, "a", body, path))

    async with anyio.create_task_group() as group:
        for _ in range(6):
            group.start_soon(one)

    assert {each.status_code for each in told} == {200}
    assert len({each.content for each in told}) == 1
    assert len((await service.get("/v1/tasks"))["items"]) == (1 if path == "/v1/tasks" else 0)


async def test_a_task_whose_service_died_after_it_was_enqueued_is_answered_when_sent_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tasks.EnqueueTask(kind="embed_backlog")

    async def killed(*_: object, **__: object) -> None:
        raise WriteOutcomeUnknown

    monkeypatch.setattr(once._Once, "finish", killed)
    with suppress(WriteOutcomeUnknown):
        await perform_once(service.services, tasks.enqueue, asked, "a")
    monkeypatch.undo()

    told = json.loads(await perform_once(service.services, tasks.enqueue, asked, "a"))
    assert [each["id"] for each in (await service.get("/v1/tasks"))["items"]] == [told["id"]]
