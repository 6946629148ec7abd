"""Many lines are loaded in few transactions, each with an answer, and given out again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import httpx
import pytest

from muniment.errors import DatabaseUnavailable
from muniment.operations import belief_lines
from muniment.operations.catalogue import perform
from muniment.rest import lines
from tests.database import Database
from tests.surfaces.service import Service, code_of, serving

NDJSON = {"content-type": "application/x-ndjson"}


def ndjson(items: Iterable[object]) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in items)


def told(response: httpx.Response) -> list[Any]:
    """Return the answers of a load, one for each line."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/x-ndjson"
    assert response.headers["x-content-type-options"] == "nosniff"
    return [json.loads(line) for line in response.text.splitlines()]


async def load(service: Service, content: Any, path: str = "/v1/memories/bulk", **more: Any) -> Any:
    headers = NDJSON | more.pop("headers", {})
    response = await service.http.post(path, content=content, headers=headers, params=more)
    return told(response)


async def test_each_line_has_its_answer_and_progress_is_told(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LINES_PER_TRANSACTION", 4)
    items = [{"content": f"Fact {n}", "valid_from": "2026-03-01"} for n in range(10)]

    answers = await load(service, ndjson(items), reason="moved here")

    assert [each["line"] for each in answers if "line" in each] == list(range(1, 11))
    assert {each["result"]["outcome"] for each in answers if "line" in each} == {"ADD"}
    assert [each["progress"]["lines"] for each in answers if "progress" in each] == [4, 8, 10]
    assert answers[-1] == {"done": {"lines": 10, "written": 10, "refused": 0}}
    (*_, last) = await service.get("/v1/transactions")
    assert (last["number"], last["reason"]) == (4, "moved here")


async def test_a_wrong_line_is_told_and_the_others_are_written(service: Service) -> None:
    content = b"\n".join(
        [
            b'{"content": "Ann drinks tea"}',
            b"{",
            b"",
            b'{"content": " "}',
            b'{"content": "x", "colour": "red"}',
            b'{"content": "x", "valid_from": "soon"}',
            b'{"content": "\\ud800"}',
            b'["content"]',
            b"\xff\xfe",
            b"[" * 100_000,
            b'{"content": "Ann drinks coffee"}',
            b'{"content": "Ann drinks tea", "content": "Ann drinks mud"}',
        ]
    )

    answers = await load(service, content)

    codes = {each["line"]: each["problem"]["code"] for each in answers if "problem" in each}
    assert codes == {
        2: "value_invalid", 4: "content_blank", 5: "value_invalid", 6: "time_unreadable",
        7: "text_unstorable", 8: "value_invalid", 9: "value_invalid", 10: "value_invalid",
        12: "field_repeated",
    }  # fmt: skip
    assert [each["line"] for each in answers if "result" in each] == [1, 11]
    assert answers[-1] == {"done": {"lines": 12, "written": 2, "refused": 9}}
    assert (await service.get("/v1/stats"))["memories"] == 2


async def test_what_is_wrong_is_said_of_the_line(service: Service) -> None:
    answers = await load(service, ndjson([["tea"], "tea", {"content": 5}]))

    said = {each["line"]: each["problem"]["detail"] for each in answers if "problem" in each}
    assert said[1] == "the line is ['tea']: it should be an object."
    assert said[2] == "the line is 'tea': it should be an object."
    assert said[3].startswith("content is 5: input should be a valid string")


async def test_turns_are_loaded_once_each(service: Service) -> None:
    turns = [
        {
            "content": f"Turn {n}",
            "occurred_at": "2026-06-20",
            "session": "chat",
            "source_id": str(n),
        }
        for n in range(5)
    ]

    first = await load(service, ndjson(turns), "/v1/episodes/bulk")
    again = await load(service, ndjson(turns), "/v1/episodes/bulk", embed=False)

    def ids(answers: Any) -> list[str]:
        return [each["result"]["id"] for each in answers if "line" in each]

    assert len(set(ids(first))) == 5
    assert ids(first) == ids(again)
    assert (await service.get("/v1/stats"))["episodes"] == 5


async def test_a_load_that_is_sent_again_under_its_key_is_answered_the_same(
    service: Service,
) -> None:
    content = ndjson([{"content": "Ann drinks tea"}, {"content": " "}, {"content": "x"}])

    first = await load(service, content, headers={"Idempotency-Key": "load-1"})
    before = await service.get("/v1/stats")
    again = await load(service, content, headers={"Idempotency-Key": "load-1"})

    assert first == again
    assert (await service.get("/v1/stats"))["transactions"] == before["transactions"]


async def test_a_load_that_breaks_off_says_where(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LINES_PER_TRANSACTION", 2)
    calls = []

    async def breaking(*given: Any) -> Any:
        calls.append(given)
        if len(calls) == 2:
            raise DatabaseUnavailable
        return await perform(*given)

    monkeypatch.setattr("muniment.rest.lines.perform", breaking)

    answers = await load(service, ndjson([{"content": f"Fact {n}"} for n in range(6)]))

    assert [each["line"] for each in answers if "line" in each] == [1, 2]
    assert answers[-1]["broken_off"]["code"] == "database_unavailable"
    assert answers[-1]["broken_off"]["request_id"] is not None
    assert (await service.get("/v1/stats"))["memories"] == 2


async def test_another_load_under_the_key_is_refused_whole(service: Service) -> None:
    key = {"Idempotency-Key": "load-1"}
    await load(service, ndjson([{"content": "Ann drinks tea"}, {"content": "x"}]), headers=key)

    answers = await load(service, ndjson([{"content": "y"}, {"content": "z"}]), headers=key)

    codes = [each["problem"]["code"] for each in answers if "line" in each]
    assert codes == ["idempotency_mismatch"] * 2
    assert answers[-1] == {"done": {"lines": 2, "written": 0, "refused": 2}}
    assert (await service.get("/v1/stats"))["memories"] == 2


async def test_what_landed_of_a_load_is_not_written_again_once_all_of_it_may_be(
    service: Service,
) -> None:
    key = {"Idempotency-Key": "load-1"}
    said = {"occurred_at": "2026-06-20", "session": "chat"}
    turns = ndjson([said | {"content": f"Turn {n}"} for n in range(3)])
    await service.http.put("/v1/quotas", json={"daily_writes": 1})
    first = await load(service, turns, "/v1/episodes/bulk", headers=key)
    lifted = await service.http.put("/v1/quotas", json={"unlimited": True})

    assert lifted.status_code == 200
    again = await load(service, turns, "/v1/episodes/bulk", headers=key)

    assert first[-1] == {"done": {"lines": 3, "written": 1, "refused": 2}}
    assert again[0] == first[0]
    assert again[-1] == {"done": {"lines": 3, "written": 3, "refused": 0}}
    assert (await service.get("/v1/stats"))["episodes"] == 3


async def test_a_load_that_breaks_off_within_a_batch_tells_what_was_written_of_it(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    async def breaking(*given: Any) -> Any:
        calls.append(given)
        if len(calls) == 3:  # after the whole batch, which a line spoils, and its first half
            raise DatabaseUnavailable
        return await perform(*given)

    monkeypatch.setattr("muniment.rest.lines.perform", breaking)
    spoilt = {"content": "x", "valid_from": "soon"}
    items = [{"content": "a"}, {"colour": "red"}, {"content": "b"}, spoilt, {"content": "c"}]

    answers = await load(service, ndjson(items))

    assert {each["line"] for each in answers if "result" in each} == {1, 3}
    assert [each["line"] for each in answers if "problem" in each] == [2]
    assert answers[-1]["broken_off"]["code"] == "database_unavailable"
    assert answers[-1]["broken_off"]["request_id"] is not None
    assert (await service.get("/v1/stats"))["memories"] == 2


@pytest.mark.parametrize("what", ["memories", "episodes"])
async def test_what_the_description_shows_can_be_sent(service: Service, what: str) -> None:
    path = f"/v1/{what}/bulk"
    described = (await service.get("/openapi.json"))["paths"][path]["post"]["requestBody"]
    shown = described["content"]["application/x-ndjson"]["example"]

    answers = await load(service, shown.encode(), path=path)

    assert [list(each) for each in answers] == [["line", "result"], ["progress"], ["done"]]


async def test_an_empty_load_is_done_at_once(service: Service) -> None:
    assert await load(service, b"\n\n") == [{"done": {"lines": 2, "written": 0, "refused": 0}}]


async def test_a_load_is_bounded_by_a_limit_of_its_own(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = {"body_bytes_max": 1_024, "bulk_bytes_max": 50_000}
    content = ndjson([{"content": f"Fact {n}"} for n in range(100)])
    async with serving(database, rest=rest) as service:
        assert len(content) > 1_024
        assert (await load(service, content))[-1]["done"]["written"] == 100
        beyond = await service.http.post("/v1/memories/bulk", content=b" " * 50_001, headers=NDJSON)
        monkeypatch.setattr(lines, "LINE_BYTES_MAX", 64)
        long = await service.http.post(
            "/v1/memories/bulk",
            content=ndjson([{"content": "x" * n} for n in (1, 64)]),
            headers=NDJSON,
        )
        other = await service.http.post("/v1/memories/bulk", json={"content": "x"})

    assert code_of(beyond) == (413, "body_too_large")
    assert code_of(long) == (413, "body_too_large")
    assert "line 2 is longer" in long.json()["detail"]
    assert code_of(other) == (415, "media_type_unsupported")


async def test_what_is_current_is_given_out_at_one_basis(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(belief_lines, "_PAGE", 3)
    await load(
        service, ndjson([{"content": f"Fact {n}", "valid_from": "2026-01-01"} for n in range(8)])
    )
    gone = await service.add("Gone", valid_from="2026-01-01", valid_until="2026-02-01")
    await service.post("/v1/episodes", {"turns": [
        {"content": "said", "occurred_at": "2026-06-20", "session": "chat"}]})  # fmt: skip

    response = await service.http.get("/v1/memories/export")
    items = told(response)
    earlier = await service.http.get("/v1/memories/export", params={"valid_at": "2026-01-15"})
    tagged = await service.http.get("/v1/memories/export", params={"tags": ["none"]})

    assert sorted(each["content"] for each in items) == [f"Fact {n}" for n in range(8)]
    assert response.headers["x-muniment-as-of"] == "4"
    assert gone in {each["id"] for each in told(earlier)}
    assert told(tagged) == []
    refused = await service.http.get("/v1/memories/export", params={"as_of": "soon"})
    assert code_of(refused) == (422, "time_unreadable")


async def test_what_is_given_out_can_be_loaded_elsewhere(service: Service) -> None:
    said: list[dict[str, object]] = [
        {"subject": "Mike", "predicate": "lives_in", "object": "Bath", "content": "He is in Bath"},
        {"content": "Ann naps", "entity": "Ann", "category": "habit", "tags": ["sleep"]},
        {"content": "Tea is hot", "scope": "global", "standing": "contested", "confidence": 0.5},
        {"content": "It rained", "metadata": {"place": "Bath"}, "visibility": "public"},
    ]
    told_until = {"valid_from": "2026-01-01", "valid_until": "2036-01-01"}
    await load(service, ndjson([each | told_until for each in said]))
    first = await service.http.get("/v1/memories/export", params={"namespace": "default"})

    elsewhere = first.content.replace(b'"namespace":"default"', b'"namespace":"elsewhere"')
    loaded = await load(service, elsewhere)
    again = await service.http.get("/v1/memories/export", params={"namespace": "elsewhere"})

    assert loaded[-1] == {"done": {"lines": 4, "written": 4, "refused": 0}}
    before = {each["content"]: each for each in told(first)}
    after = {each["content"]: each for each in told(again)}
    assert before.keys() == after.keys() == {"He is in Bath", "Ann naps", "Tea is hot", "It rained"}
    anew = {"id", "known_from", "namespace"}
    for content, memory in after.items():
        kept = {name: value for name, value in memory.items() if name not in anew}
        assert kept == {name: before[content][name] for name in kept}
        why = await service.get(f"/v1/memories/{memory['id']}/explain")
        assert [each["source"] for each in why["evidence"]] == [before[content]["id"]]


async def test_a_line_that_was_not_given_out_names_no_id(service: Service) -> None:
    (refused, *_) = await load(service, ndjson([{"id": "1", "content": "Ann naps"}]))

    assert refused["problem"]["detail"].startswith("id is not a field of this request.")


@pytest.mark.parametrize("path", ["/v1/memories/bulk", "/v1/memories"])
async def test_a_sender_who_leaves_midway_is_no_defect(service: Service, path: str) -> None:
    kind = "application/x-ndjson" if path.endswith("/bulk") else "application/json"
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [
            (b"host", b"localhost"),
            (b"content-type", kind.encode()),
            (b"transfer-encoding", b"chunked"),
        ],
    }
    came = iter(
        [
            {"type": "http.request", "body": b'{"content": "Ann', "more_body": True},
            {"type": "http.disconnect"},
        ]
    )
    said = []

    async def receive() -> Any:
        return next(came)

    async def send(message: Any) -> None:
        said.append(message)

    await service.app(scope, receive, send)

    assert said[0]["status"] == 422
    assert (await service.get("/v1/stats"))["memories"] == 0
