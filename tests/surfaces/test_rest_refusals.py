"""What is wrong is refused with one problem document: the code of every surface, and what to do."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

from muniment.errors import EmbedderUnavailable
from muniment.operations.shapes import body_of
from muniment.operations.writes import Add
from muniment.ports.embedder import Matrix
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, Server
from tests.surfaces.service import Service, code_of, serving

NOBODY = "00000000-0000-7000-8000-000000000000"


@pytest.fixture(scope="module")
async def service(server: Server) -> AsyncIterator[Service]:
    """Lend one service to all: what it refuses leaves nothing in it."""
    with server.database() as database:
        async with serving(database) as lent:
            yield lent


@pytest.mark.parametrize(
    "method, path, body, status, code",
    [
        ("POST", "/v1/memories", {"memories": [{"content": " "}]}, 422, "content_blank"),
        ("POST", "/v1/memories", {"memories": [{"content": "a\x00b"}]}, 422, "text_unstorable"),
        ("POST", "/v1/memories", {"memories": [{"content": 5}]}, 422, "value_invalid"),
        ("POST", "/v1/memories", {"memories": [{"content": "x", "sort": 1}]}, 422, "value_invalid"),
        ("POST", "/v1/memories", {"memories": [{"content": "x", "scope": "us"}]}, 422, "value_invalid"),
        ("POST", "/v1/memories", {"memories": "x"}, 422, "value_invalid"),
        ("POST", "/v1/memories", {}, 422, "value_invalid"),
        ("POST", "/v1/memories", [], 422, "value_invalid"),
        (
            "POST",
            "/v1/memories",
            {"memories": [{"content": "x", "valid_from": "2026-03-01T09:00:00"}]},
            422,
            "time_zoneless",
        ),
        ("POST", "/v1/recall", {"query": "x", "as_of": 99}, 404, "transaction_not_found"),
        ("POST", "/v1/recall", {"query": "x", "as_of": "2999-01-01"}, 422, "basis_in_future"),
        ("POST", "/v1/recall", {"query": "x", "limit": 0}, 422, "value_invalid"),
        ("POST", "/v1/answer", {"question": "x", "limit": 1_001}, 422, "value_invalid"),
        ("POST", "/v1/backlog/heal", {"units_max": 10_001}, 422, "value_invalid"),
        ("POST", "/v1/recall/replay", {"recall": NOBODY}, 404, "recall_not_found"),
        ("POST", "/v1/recall/replay", {"recall": {"no": "receipt"}}, 422, "value_invalid"),
        ("GET", f"/v1/memories/{NOBODY}", None, 404, "memory_not_found"),
        ("GET", "/v1/memories/mike", None, 422, "value_invalid"),
        ("GET", "/v1/search?limit=many", None, 422, "value_invalid"),
        ("GET", "/v1/search?colour=red", None, 422, "value_invalid"),
        ("GET", "/v1/search?metadata={", None, 422, "value_invalid"),
        ("GET", "/v1/timeline", None, 422, "value_invalid"),
        ("GET", f"/v1/episodes/{NOBODY}", None, 404, "episode_not_found"),
        ("GET", "/v1/colours", None, 404, "route_not_found"),
        ("GET", "/v2/search", None, 404, "route_not_found"),
        ("PUT", "/v1/search", {}, 405, "method_not_allowed"),
    ],
)  # fmt: skip
async def test_a_request_that_is_wrong_is_told_with_its_code(
    service: Service, method: str, path: str, body: Any, status: int, code: str
) -> None:
    response = await service.http.request(method, path, json=body)

    assert code_of(response) == (status, code)
    assert (await service.get("/v1/stats"))["transactions"] == 1


@pytest.mark.parametrize(
    "body, told",
    [
        (b'{"query": "caf\xe9"}', "the body is not UTF-8. Send JSON in UTF-8."),
        (b"[" * 200_000, "the body is nested too deeply. Write it as /openapi.json says."),
        (b'{"limit": 1%s}' % (b"0" * 5_000), "the body is not valid JSON: Exceeds the limit"),
    ],
    ids=["other encoding", "deep", "long number"],
)
async def test_a_body_that_cannot_be_read_is_told_why(
    service: Service, body: bytes, told: str
) -> None:
    headers = {"content-type": "application/json"}

    refused = await service.http.post("/v1/recall", content=body, headers=headers)

    assert code_of(refused) == (422, "value_invalid")
    assert refused.json()["detail"].startswith(told)


async def test_a_compressed_body_is_refused_with_what_to_send(service: Service) -> None:
    headers = {"content-type": "application/json", "content-encoding": "gzip"}

    refused = await service.http.post("/v1/recall", content=b"\x1f\x8b", headers=headers)

    assert code_of(refused) == (415, "media_type_unsupported")
    assert refused.json()["detail"] == (
        "the body is encoded as 'gzip'; send it plain, without Content-Encoding."
    )


@pytest.mark.parametrize(
    "path, leads_to",
    [
        ("/v1/search/?limit=1", "../search?limit=1"),
        ("/v1/search//", "../../search"),
        ("/v1/pages/K%C3%B6ln/", "../K%C3%B6ln"),
    ],
)
async def test_a_slash_too_many_leads_back_by_whatever_way_the_caller_came(
    service: Service, path: str, leads_to: str
) -> None:
    moved = await service.http.get(path)

    assert (moved.status_code, moved.headers["location"]) == (307, leads_to)


@pytest.mark.parametrize(
    "body, told",
    [
        ({"content": "Mike lives in Bath"}, "memories is missing."),
        ({"memories": {"content": "x"}}, "memories is {'content': 'x'}: input should be a valid list."),
        ([{"content": "x"}], "the body is [{'content': 'x'}]: it should be an object."),
    ],
)  # fmt: skip
async def test_a_body_of_another_form_is_told_one_that_fits(
    service: Service, body: object, told: str
) -> None:
    refused = await service.http.post("/v1/memories", json=body)

    assert refused.json()["detail"] == (
        f'{told} Send, for example, {{"memories": [{{"content": "Mike lives in London", '
        '"entity": "Mike", "category": "city"}]}.'
    )


async def test_a_body_with_a_field_that_is_none_is_shown_one_that_fits(service: Service) -> None:
    refused = await service.http.post("/v1/rounds", json={"user": "I moved to Bath."})

    assert code_of(refused) == (422, "value_invalid")
    told = refused.json()["detail"]
    assert told.startswith(
        "user is not a field of this request. /openapi.json lists the fields. Send, for "
    )
    assert '"user_message": "' in told


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("POST", "/v1/recall?limit=3", {"query": "Tea?"}),
        ("POST", "/v1/snapshot?limit=3", None),
        ("GET", f"/v1/jobs/{NOBODY}?user_id=mike&limit=3", None),
    ],
)
async def test_a_parameter_that_nobody_reads_is_refused(
    service: Service, method: str, path: str, body: object
) -> None:
    refused = await service.http.request(method, path, json=body)

    assert code_of(refused) == (422, "value_invalid")
    assert refused.json()["detail"] == (
        "'limit' is not a parameter of this address; /openapi.json lists them. With POST, PUT and PATCH, put "
        "the fields into the body."
    )


_WHO = {"user_id": "user-7"}
_DEEP = '{"user_id": "user-7", "query": "Which test runner does user-7 prefer?"}'
_RECALL = '{"query": "Where does Mike live?"}'
_ANSWER = '{"question": "Where does Mike live?"}'
_CONTEXT = '{"user_id": "user-7", "message": "Which test runner shall I use?"}'


@pytest.mark.parametrize(
    "path, body, told",
    [
        ("/v1/deep-memory", _WHO, f"query is missing. Send, for example, {_DEEP}."),
        ("/v1/context", {"message": "Tea?"}, f"user_id is missing. Send, for example, {_CONTEXT}."),
        (
            "/v1/deep-memory",
            _WHO | {"message": "Tea?"},
            f"the question is given as message, but this endpoint reads it from query. Send, for example, {_DEEP}.",
        ),
        (
            "/v1/context",
            _WHO | {"query": "Tea?"},
            f"the question is given as query, but this endpoint reads it from message. Send, for example, {_CONTEXT}.",
        ),
        (
            "/v1/recall",
            {"question": "Tea?"},
            f"the question is given as question, but this endpoint reads it from query. Send, for example, {_RECALL}.",
        ),
        (
            "/v1/answer",
            {"query": "Tea?"},
            f"the question is given as query, but this endpoint reads it from question. Send, for example, {_ANSWER}.",
        ),
        ("/v1/recall", {"questions": "Tea?"}, f"query is missing. Send, for example, {_RECALL}."),
    ],
)  # fmt: skip
async def test_a_question_under_another_name_is_told_the_one_that_is_wanted(
    service: Service, path: str, body: object, told: str
) -> None:
    refused = await service.http.post(path, json=body)

    assert code_of(refused) == (422, "value_invalid")
    assert refused.json()["detail"] == told


async def test_more_than_may_be_written_at_once_is_refused_before_it_is_looked_at(
    service: Service,
) -> None:
    many = {"memories": [{"content": 5}] * 10_001}
    refused = await service.http.post("/v1/memories", json=many)
    looked_at = await service.http.post(
        "/v1/memories", json={"memories": many["memories"][:10_000]}
    )

    assert refused.json()["detail"] == (
        "10001 memories in one write; `limits.batch_max` allows 10000."
    )
    assert looked_at.json()["detail"] == "memories.0.content is 5: input should be a valid string."


def test_of_a_list_the_first_that_does_not_fit_is_told() -> None:
    with pytest.raises(ValidationError) as refused:
        body_of(Add).model.model_validate({"memories": [{"content": "x", "tags": [1, 2]}, {}, 3]})

    assert [error["loc"] for error in refused.value.errors()] == [("memories", 0, "tags", 0)]


async def test_a_method_that_a_path_does_not_know_is_told_those_that_it_does(
    service: Service,
) -> None:
    refused = await service.http.get("/v1/recall")
    of_two = await service.http.request("DELETE", "/v1/facts")

    assert refused.headers["Allow"] == "POST"
    assert refused.json()["detail"] == "'/v1/recall' accepts POST, not GET."
    assert of_two.headers["Allow"] == "GET, HEAD, POST"


async def test_a_value_of_no_kind_is_told_all_that_would_do(service: Service) -> None:
    told = [
        (await service.http.request(method, path, json=body)).json()["detail"]
        for method, path, body in (
            ("POST", "/v1/recall", {"query": "Where?", "as_of": 2.5}),
            ("POST", "/v1/recall/replay", {"recall": {}}),
            ("GET", "/v1/diff?since=soon", None),
        )
    ]

    assert told[:2] == [
        "as_of is 2.5: input should be a valid integer, or a valid string.",
        "this is not a receipt of a recall: 'embedder' is missing.",
    ]
    assert told[2].startswith("since: 'soon' cannot be read as a time.")


async def test_a_misfit_says_what_was_given_and_where(service: Service) -> None:
    response = await service.http.post("/v1/memories", json={"memories": [{"confidence": "high"}]})

    assert response.json() == {
        "type": "urn:muniment:error:value_invalid",
        "title": "A value is outside what is allowed",
        "status": 422,
        "detail": "memories.0.confidence is 'high': input should be a valid number.",
        "code": "value_invalid",
        "request_id": response.headers["x-request-id"],
    }


@pytest.mark.parametrize(
    "content",
    [b"{", b"\xff\xfe", b'{"query": NaN}', b"[" * 100_000, b'{"query": "\\ud800"}', b"1" * 5_000],
)
async def test_a_body_that_is_no_json_is_refused(service: Service, content: bytes) -> None:
    response = await service.http.post(
        "/v1/recall", content=content, headers={"content-type": "application/json"}
    )

    assert code_of(response)[0] == 422


@pytest.mark.parametrize(
    "path, content",
    [
        ("/v1/memories", b'{"memories": [{"content": "Ann drinks tea", "content": "mud"}]}'),
        ("/v1/memories", b'{"memories": [{"content": "x", "metadata": {"a": 1, "a": 2}}]}'),
        ("/v1/recall", b'{"query": "tea", "query": "mud"}'),
        ("/v1/context", b'{"user_id": "ann", "user_id": "bob", "message": "tea"}'),
    ],
)
async def test_a_body_that_names_a_field_twice_is_refused(
    service: Service, path: str, content: bytes
) -> None:
    response = await service.http.post(
        path, content=content, headers={"content-type": "application/json"}
    )

    assert code_of(response) == (422, "field_repeated")
    assert response.json()["detail"].endswith(" appears twice in one object. Write it once.")


async def test_an_address_and_a_header_name_a_field_once_too(service: Service) -> None:
    twice = '{"a": 1, "a": 2}'
    asked = await service.http.get("/v1/search", params={"metadata": twice})
    acting = await service.http.get("/v1/search", headers={"X-Muniment-Acting": twice})

    assert code_of(asked) == code_of(acting) == (422, "field_repeated")


async def test_an_address_says_once_what_is_no_list(service: Service) -> None:
    twice = await service.http.get("/v1/search", params=[("limit", "1"), ("limit", "2")])
    tags = await service.http.get("/v1/search", params=[("tags", "a"), ("tags", "b")])

    assert code_of(twice) == (422, "field_repeated")
    assert twice.json()["detail"] == "'limit' appears twice in the address. Write it once."
    assert tags.status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_a_body_that_a_page_can_send_unasked_is_refused(service: Service, kind: str) -> None:
    response = await service.http.post(
        "/v1/memories",
        content=json.dumps({"memories": [{"content": "x"}]}).encode(),
        headers={"content-type": kind} if kind else {},
    )

    assert code_of(response) == (415, "media_type_unsupported")


@pytest.mark.parametrize(
    "method, path",
    [("POST", "/v1/memories/bulk"), ("POST", "/v1/episodes/bulk"), ("GET", "/v1/changes/stream")],
)
async def test_a_load_and_a_stream_refuse_what_they_do_not_know(
    service: Service, method: str, path: str
) -> None:
    response = await service.http.request(method, path, params={"embd": "no"})

    assert code_of(response) == (422, "value_invalid")
    assert response.json()["detail"].startswith("embd is not a field of this request.")


@pytest.mark.parametrize(
    "path, kind, wanted",
    [
        ("/v1/memories/bulk", "application/json", "application/x-ndjson, one JSON object a line"),
        ("/v1/episodes/bulk", "", "application/x-ndjson, one JSON object a line"),
        ("/v1/memories", "application/x-ndjson", "application/json"),
    ],
)
async def test_a_body_of_another_kind_is_told_the_kind_that_is_read(
    service: Service, path: str, kind: str, wanted: str
) -> None:
    response = await service.http.post(
        path, content=b'{"content": "x"}', headers={"content-type": kind} if kind else {}
    )

    assert code_of(response) == (415, "media_type_unsupported")
    assert response.json()["detail"].endswith(f"; send {wanted}.")


@pytest.mark.parametrize(
    "host, status",
    [
        ("localhost:8080", 200),
        ("127.0.0.1", 200),
        ("[::1]:8080", 200),
        ("evil.example", 422),
        ("localhost.evil.example:80", 422),
        ("", 422),
    ],
)
async def test_without_authentication_no_other_name_of_this_machine_is_answered(
    service: Service, host: str, status: int
) -> None:
    response = await service.http.get("/health", headers={"host": host})

    assert response.status_code == status


@pytest.mark.parametrize(
    "origin, status",
    [
        ("http://localhost:3000", 200),
        ("http://127.0.0.1:8080", 200),
        ("http://[::1]:8080", 200),
        ("https://evil.example", 403),
        ("https://localhost.evil.example", 403),
        ("null", 403),
    ],
)
async def test_without_authentication_no_page_from_elsewhere_is_served(
    service: Service, origin: str, status: int
) -> None:
    response = await service.http.post("/v1/tasks/run", headers={"origin": origin})

    assert response.status_code == status


async def test_a_request_is_named_in_its_answer(service: Service) -> None:
    named = await service.http.get("/v1/colours", headers={"X-Request-ID": "web-17"})
    unnamed = await service.http.get("/health")
    ill_named = await service.http.get("/health", headers={"X-Request-ID": "a b\t"})

    assert named.headers["x-request-id"] == named.json()["request_id"] == "web-17"
    assert len(unnamed.headers["x-request-id"]) == 16
    assert ill_named.headers["x-request-id"] != "a b\t"


@pytest.mark.parametrize("path", ["/v1/search", "/v1/colours", "/health", "/openapi.json"])
async def test_no_answer_is_taken_for_a_page(service: Service, path: str) -> None:
    headers = (await service.http.get(path)).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["content-type"].startswith("application/")


async def test_a_body_beyond_the_limit_is_refused_whether_it_says_so_or_not(
    database: Database,
) -> None:
    async def lines() -> Any:
        for _ in range(30):
            yield b" " * 100

    kind = {"content-type": "application/json"}
    async with serving(database, rest={"body_bytes_max": 2_000}) as service:
        told = await service.http.post("/v1/recall", content=b" " * 3_000, headers=kind)
        untold = await service.http.post("/v1/recall", content=lines(), headers=kind)

    assert code_of(told) == (413, "body_too_large")
    assert code_of(untold) == (413, "body_too_large")


async def test_a_reading_that_takes_too_long_is_broken_off(database: Database) -> None:
    async with serving(database, rest={"request_timeout_s": 1e-6}) as service:
        reading = await service.http.get("/v1/stats")
        write = await service.http.post("/v1/memories", json={"memories": [{"content": "x"}]})

    assert code_of(reading) == (503, "request_timed_out")
    assert reading.headers["retry-after"] == "1"
    assert code_of(write) == (503, "write_outcome_unknown")


class Resting(HashedEmbedder):
    """An embedder whose server failed so often that it is left alone for a while."""

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Refuse."""
        resting = EmbedderUnavailable("It is left alone.")
        resting.wait_s = 29.2
        raise resting


async def test_who_needs_what_is_left_alone_is_told_for_how_long(database: Database) -> None:
    async with serving(database, embedder=Resting()) as service:
        await service.add("Mike lives in Bath")
        refused = await service.http.post("/v1/backlog/heal", json={})

    assert code_of(refused) == (503, "embedder_unavailable")
    assert refused.headers["retry-after"] == "30"


async def test_a_defect_tells_its_kind_and_nothing_of_the_data(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the password is hunter2")

    monkeypatch.setattr("muniment.rest.endpoints.answered", broken)

    response = await service.http.get("/v1/stats")

    assert code_of(response) == (500, "unexpected")
    assert "RuntimeError" in response.text
    assert "hunter2" not in response.text


async def test_a_header_that_is_no_text_is_survived(service: Service) -> None:
    response = await service.http.get("/health", headers=[(b"x-request-id", b"\xff\xfe")])

    assert isinstance(response, httpx.Response)
    assert response.status_code == 200


@pytest.mark.parametrize(
    "path, told",
    [
        ("/v1/snapshot", "`take_snapshot` takes one."),
        ("/v1/pages/Nobody", "`pages` lists the pages there are; `compile_page` makes one."),
    ],
)
async def test_what_would_make_a_page_that_is_lacking_is_named_by_its_operation(
    service: Service, path: str, told: str
) -> None:
    refused = await service.http.get(path)
    assert code_of(refused) == (404, "page_not_found")
    assert refused.json()["detail"].endswith(told)
