"""Every operation has a place over HTTP, and what is asked there is what the library answers."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import fields, replace
from threading import Event

import anyio
import httpx
import psycopg
import pytest
from anyio import to_thread

from muniment.errors import ModelUnavailable
from muniment.model.plain import plain
from muniment.operations import reads
from muniment.operations.catalogue import Effect, perform
from muniment.operations.offered import OFFERED
from muniment.operations.routes import ROUTES, Method, Part
from muniment.ports.language_model import Ask, ModelIdentity, ModelRole, ModelUsage, Reply
from muniment.rest.app import create_app
from muniment.rest.describing import described
from muniment.store.pool import PoolLimits, Store
from tests.database import Database
from tests.surfaces.service import BASE, Service, code_of, serving

LONDON = {
    "content": "Mike lives in London",
    "entity": "Mike",
    "category": "city",
    "valid_from": "2026-03-01",
}
BATH = LONDON | {"content": "Mike lives in Bath", "valid_from": "2026-06-01"}


def test_every_operation_has_one_place_of_its_own() -> None:
    assert sorted(ROUTES) == sorted(OFFERED)
    places = [(route.method, route.path) for route in ROUTES.values()]
    assert len(places) == len(set(places))


@pytest.mark.parametrize("name", sorted(OFFERED))
def test_a_place_fits_its_operation(name: str) -> None:
    route, what = ROUTES[name], OFFERED[name]

    assert set(route.in_path) <= {item.name for item in fields(what.request)}
    if route.method is Method.GET:
        assert what.effect is Effect.READS


def test_what_is_no_part_of_the_path_goes_into_query_or_body() -> None:
    get, update = ROUTES["get"], ROUTES["update"]

    assert [get.part_of("id"), get.part_of("as_of")] == [Part.PATH, Part.QUERY]
    assert [update.part_of("id"), update.part_of("content")] == [Part.PATH, Part.BODY]


async def test_a_question_at_two_times_has_two_answers(service: Service) -> None:
    london = await service.add(**LONDON)
    (bath,) = await service.post("/v1/memories", {"memories": [BATH]})

    asked = {"query": "Where does Mike live?"}
    spring = await service.post("/v1/recall", asked | {"valid_at": "2026-04-01"})
    summer = await service.post("/v1/recall", asked | {"valid_at": "2026-07-01"})

    assert (bath["outcome"], bath["displaced"]) == ("ADD", [london])
    assert [each["memory"]["content"] for each in spring["results"]] == ["Mike lives in London"]
    assert [each["memory"]["content"] for each in summer["results"]] == ["Mike lives in Bath"]
    assert summer["receipt"]["basis"]["as_of"]["number"] == 3


async def test_what_was_dropped_is_counted_and_listed_on_request(service: Service) -> None:
    for n in range(30):
        await service.add(f"Mike met a neighbour in London on day {n}")
    asked = {"query": "Whom did Mike meet in London?", "limit": 2, "as_of": 31}

    lean = await service.post("/v1/recall", asked)
    full = await service.post("/v1/recall", asked | {"full_receipt": True})
    again = await service.post("/v1/recall/replay", {"recall": lean["receipt"]})
    by_id = await service.post("/v1/recall/replay", {"recall": lean["receipt"]["recall_id"]})

    assert lean["receipt"]["dropped"] == []
    assert lean["receipt"]["dropped_total"] == full["receipt"]["dropped_total"] == 28
    assert len(full["receipt"]["dropped"]) == 28
    assert lean["results"] == full["results"]
    assert lean["receipt"]["digest"] == full["receipt"]["digest"]
    for each in (again, by_id):
        assert each["same"] is True
        assert each["recalled"]["receipt"]["dropped"] == full["receipt"]["dropped"]


async def test_every_option_of_a_question_reaches_it(service: Service) -> None:
    await service.add(**LONDON, namespace="acme")
    await service.add("Ann is in London too", container="session:7", scope="container")

    window = {"time_window": ["2026-03-01", None], "as_of": 2, "namespace": "acme"}
    told = await service.post(
        "/v1/recall",
        {"query": "London", **window, "containers": ["session:7"], "limit": 1, "budget": 900},
    )

    question, basis = told["receipt"]["question"], told["receipt"]["basis"]
    assert [each["memory"]["content"] for each in told["results"]] == ["Mike lives in London"]
    assert (question["namespace"], question["containers"]) == ("acme", ["session:7"])
    assert (question["limit"], question["budget_tokens"]) == (1, 900)
    assert basis["as_of"]["number"] == 2
    assert basis["window"] == {"start": "2026-03-01T00:00:00+00:00", "end": None}


async def test_an_answer_is_the_plain_form_of_the_librarys(service: Service) -> None:
    await service.add(**LONDON)

    told = await service.get("/v1/current-facts", entity="Mike", as_of=2, valid_at="2026-04-01")

    request = reads.CurrentFacts(entity="Mike", as_of=2, valid_at="2026-04-01")
    facts = await perform(service.services, reads.current_facts, request)
    assert told == plain(facts)


async def test_lists_and_objects_go_into_the_query(service: Service) -> None:
    london = await service.add(**LONDON, tags=["home", "first"], metadata={"by": "Ann"})
    await service.add(**BATH, tags=["home"])

    found = await service.get("/v1/search", tags=["home", "first"], metadata='{"by": "Ann"}',
                              time_window=["2026-03-01", ""])  # fmt: skip

    assert [each["id"] for each in found["items"]] == [london]


async def test_pages_are_turned_by_their_cursor_at_one_basis(service: Service) -> None:
    await service.add(**LONDON)
    await service.add("Ann drinks tea", entity="Ann", category="habit", valid_from="2026-01-01")
    first = await service.get("/v1/search", limit=1, valid_at="2026-07-01")
    await service.add("Ann drinks coffee", entity="Ann", category="drink", valid_from="2026-01-02")

    second = await service.get("/v1/search", limit=1, valid_at="2026-07-01", cursor=first["cursor"])

    assert [page["items"][0]["content"] for page in (first, second)] == [
        "Mike lives in London",
        "Ann drinks tea",
    ]
    assert (second["cursor"], second["basis"]) == (None, first["basis"])


async def test_what_an_update_leaves_out_stays(service: Service) -> None:
    london = await service.add(**LONDON, tags=["home"], metadata={"by": "Ann"})

    changed = await service.http.patch(f"/v1/memories/{london}", json={"metadata": None})

    assert changed.json()["outcome"] == "UPDATE"
    now = await service.get(f"/v1/memories/{london}")
    assert (now["content"], now["tags"], now["metadata"]) == (
        "Mike lives in London",
        ["home"],
        None,
    )


async def test_a_receipt_is_sent_back_to_give_its_answer_again(service: Service) -> None:
    await service.add(**LONDON)
    past = await service.post("/v1/recall", {"query": "Where does Mike live?"})

    by_receipt = await service.post("/v1/recall/replay", {"recall": past["receipt"]})
    by_id = await service.post("/v1/recall/replay", {"recall": past["receipt"]["recall_id"]})

    assert (by_receipt["same"], by_id["same"]) == (True, True)


async def test_an_answer_at_a_fixed_basis_is_sent_once(service: Service) -> None:
    london = await service.add(**LONDON)
    path = f"/v1/memories/{london}"

    first = await service.http.get(path, params={"as_of": 2})
    await service.http.patch(path, json={"content": "Mike lives in Londonderry"})
    again = await service.http.get(path, params={"as_of": 2})
    spared = await service.http.get(
        path, params={"as_of": 2}, headers={"If-None-Match": f'"other", {first.headers["etag"]}'}
    )
    other = await service.http.get(
        path, params={"as_of": 3}, headers={"If-None-Match": first.headers["etag"]}
    )
    moving = await service.http.get(path)

    assert again.headers["etag"] == first.headers["etag"]
    assert again.content == first.content
    assert (spared.status_code, spared.content) == (304, b"")
    assert (other.status_code, other.json()["content"]) == (200, "Mike lives in Londonderry")
    assert "etag" not in moving.headers
    assert moving.headers["cache-control"] == "no-store"


async def test_the_document_describes_every_operation_with_its_own_words(service: Service) -> None:
    document = (await service.http.get("/openapi.json")).json()

    assert document["openapi"] == "3.1.0"
    told = {
        each["operationId"]: each for path in document["paths"].values() for each in path.values()
    }
    assert set(told) >= set(OFFERED)
    assert told["recall"]["summary"] == "Find what bears on a question, best first, with a receipt."
    asked = {each["name"]: each for each in told["search"]["parameters"]}
    assert asked["status"]["schema"]["enum"] == ["current", "ended", "all"]
    assert asked["entity"]["description"] == "Whom or what it is about; the speaker of a turn."
    assert "application/problem+json" in told["recall"]["responses"]["default"]["content"]


async def test_the_document_says_how_each_path_refuses_and_shows_what_it_takes(
    service: Service,
) -> None:
    document = (await service.http.get("/openapi.json")).json()

    assert "HTTPValidationError" not in document["components"]["schemas"]
    for path, operations in document["paths"].items():
        for told in operations.values():
            if path.startswith("/v1/"):
                refusals = told["responses"]["default"]["content"]
                assert refusals.keys() == {"application/problem+json"}, path
    for name in ("Process", "Context", "Deep"):
        assert document["components"]["schemas"][name]["examples"][0]["user_id"] == "user-7"
    assert "security" not in document


async def test_each_path_and_each_shape_of_the_document_has_a_name_of_its_own(
    service: Service,
) -> None:
    document = (await service.http.get("/openapi.json")).json()

    named = [each["operationId"] for path in document["paths"].values() for each in path.values()]
    assert len(named) == len(set(named))
    assert [name for name in named if "v1" in name] == []
    assert {"sidecar_process", "sidecar_snapshot", "deep_memory", "sidecar_deep_memory"} <= set(
        named
    )
    shapes = document["components"]["schemas"]
    assert {name: shape["title"] for name, shape in shapes.items()} == {
        name: name for name in shapes
    }
    assert [name for name in shapes if "muniment" in name] == []
    assert {"Page_Memory_", "Recalled", "RecalledResult", "SidecarContainer"} <= shapes.keys()


def test_what_a_document_quotes_stays_though_it_reads_like_the_name_of_a_shape() -> None:
    long, other = "muniment__model__rows__Row", "muniment__audit__rows__Row"
    address = f"#/components/schemas/{long}"
    told = described(
        {
            "paths": {},
            "components": {
                "schemas": {
                    long: {"type": "object", "title": "Row", "examples": [{"kind": long}]},
                    "Rows": {
                        "anyOf": [{"$ref": address}, {"type": "null"}],
                        "discriminator": {"propertyName": "kind", "mapping": {long: address}},
                        "enum": [long, other],
                    },
                }
            },
        }
    )["components"]["schemas"]

    assert told["RowsRow"] == {"type": "object", "title": "RowsRow", "examples": [{"kind": long}]}
    assert told["Rows"] == {
        "title": "Rows",
        "anyOf": [{"$ref": "#/components/schemas/RowsRow"}, {"type": "null"}],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {long: "#/components/schemas/RowsRow"},
        },
        "enum": [long, other],
    }


async def test_the_document_says_that_no_field_of_an_answer_is_ever_left_out(
    service: Service,
) -> None:
    document = (await service.http.get("/openapi.json")).json()

    shapes = document["components"]["schemas"]
    for name in ("Memory", "Feed", "FeedEntry", "Written", "Page_Memory_", "Problem"):
        assert shapes[name]["required"] == list(shapes[name]["properties"]), name
    assert shapes["NewTurn"]["required"] == ["content", "occurred_at"]
    (written,) = await service.post("/v1/memories", {"memories": [{"content": "Mike is here"}]})
    assert written.keys() == shapes["Written"]["properties"].keys()
    refused = await service.http.get("/v1/colours")
    assert refused.json().keys() == shapes["Problem"]["properties"].keys()


@pytest.mark.parametrize(
    "path, method, names",
    [
        ("/v1/changes/stream", "get", ["FeedEntry", "Problem"]),
        ("/v1/memories/bulk", "post", ["NewMemory", "Written", "Problem"]),
        ("/v1/episodes/bulk", "post", ["NewTurn", "Problem"]),
        ("/v1/memories/export", "get", ["Memory", "Problem"]),
    ],
)
async def test_the_document_names_the_shapes_of_lines_and_events(
    service: Service, path: str, method: str, names: list[str]
) -> None:
    document = (await service.http.get("/openapi.json")).json()

    told = str(document["paths"][path][method])
    assert [each for each in names if f"`{each}`" not in told] == []
    assert set(names) <= document["components"]["schemas"].keys()


async def test_every_body_that_the_document_shows_has_what_its_shape_requires(
    service: Service,
) -> None:
    document = (await service.http.get("/openapi.json")).json()

    shapes = document["components"]["schemas"]
    for path, operations in document["paths"].items():
        for told in operations.values():
            content = told.get("requestBody", {"content": {}})["content"].get("application/json")
            if content is None or not told["requestBody"].get("required"):
                continue
            shape = shapes[content["schema"]["$ref"].rpartition("/")[2]]
            (shown,) = shape.get("examples") or [content["examples"]["example"]["value"]]
            assert set(shape["required"]) <= shown.keys() <= shape["properties"].keys(), path


async def test_the_document_of_a_guarded_service_asks_for_a_key(database: Database) -> None:
    async with serving(database, access={"keys": True}) as guarded:
        document = (await guarded.http.get("/openapi.json")).json()

    assert document["security"] == [{"key": []}]
    scheme = document["components"]["securitySchemes"]["key"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    assert document["paths"]["/health"]["get"]["security"] == []
    assert "security" not in document["paths"]["/v1/recall"]["post"]


async def test_a_head_is_that_of_the_whole_answer(service: Service) -> None:
    bath = await service.add("Mike lives in Bath")
    for path in ("/health", f"/v1/memories/{bath}?as_of=2", "/v1/colours"):
        whole, head = await service.http.get(path), await service.http.head(path)
        assert (head.status_code, head.content) == (whole.status_code, b"")
        names = ("content-type", "content-length", "etag")
        assert [head.headers.get(name) for name in names] == [
            whole.headers.get(name) for name in names
        ]


async def test_the_condition_is_told_to_anybody(service: Service) -> None:
    assert await service.get("/health") == {"status": "ok"}
    ready = await service.get("/ready")
    assert ready["ready"] is True
    assert {"name": "database", "ok": True} in ready["parts"]


class Resting:
    """A model whose server failed so often that it is left alone for a while."""

    identity = ModelIdentity(provider="openai", model="away")
    usage = ModelUsage(asks=5, failures=5, is_resting=True)

    async def reply(self, ask: Ask) -> Reply:
        """Refuse."""
        raise ModelUnavailable

    async def aclose(self) -> None:
        """Close nothing."""


async def test_a_service_is_ready_while_a_model_is_away_for_rules_do_its_work(
    service: Service,
) -> None:
    services = replace(service.services, models={ModelRole.EXTRACTOR: Resting()})
    transport = httpx.ASGITransport(create_app(services), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as http:
        ready = await http.get("/ready")

    assert (ready.status_code, ready.json()["ready"]) == (200, True)
    assert {"name": "model extractor", "ok": False} in ready.json()["parts"]


async def test_a_service_without_its_database_lives_and_is_not_ready(service: Service) -> None:
    await service.services.store.close()

    assert await service.get("/health") == {"status": "ok"}
    ready = await service.http.get("/ready")

    assert ready.status_code == 503
    assert ready.json() == {"ready": False, "parts": [{"name": "database", "ok": False}]}
    assert code_of(await service.http.get("/v1/stats")) == (503, "memory_closed")


async def test_a_service_whose_database_hangs_says_so_soon(database: Database) -> None:
    patient = {"lock_timeout_s": 120, "statement_timeout_s": 120}
    async with serving(database, pool=patient) as service:
        with psycopg.connect(database.admin) as holding:
            holding.execute("LOCK muniment.heads IN ACCESS EXCLUSIVE MODE")
            with anyio.fail_after(30):
                ready = await service.http.get("/ready")
                assert await service.get("/health") == {"status": "ok"}
        again = await service.get("/ready")

    assert ready.status_code == 503
    assert ready.json() == {"ready": False, "parts": [{"name": "database", "ok": False}]}
    assert again["ready"] is True


async def test_a_service_answers_soon_though_its_server_is_slow_to_start_again(
    database: Database,
) -> None:
    started, asked = Event(), []

    async def revive() -> None:
        asked.append("revive")
        await to_thread.run_sync(started.wait, 20)

    async with serving(database) as service, AsyncExitStack() as ending:
        store = Store(database.app, PoolLimits(lock_timeout_s=120), revive)
        await store.open()
        ending.push_async_callback(store.close)
        ending.callback(started.set)
        app = create_app(replace(service.services, store=store))
        transport = httpx.ASGITransport(app)
        http = await ending.enter_async_context(
            httpx.AsyncClient(transport=transport, base_url=BASE)
        )
        with psycopg.connect(database.admin) as holding:
            holding.execute("LOCK muniment.heads IN ACCESS EXCLUSIVE MODE")
            with anyio.fail_after(15):
                told = [await http.get("/ready"), await http.get("/ready")]
            assert asked == ["revive"]
        started.set()
        again = await http.get("/ready")

    assert [each.status_code for each in told] == [503, 503]
    assert told[1].json() == {"ready": False, "parts": [{"name": "database", "ok": False}]}
    assert again.json()["ready"] is True
