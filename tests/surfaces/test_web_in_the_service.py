"""The pages for people ask who is there as the service does, show each what is theirs, and only read."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from muniment.access.key_tokens import read_token
from muniment.bootstrap.boards import board_of, boards
from muniment.bootstrap.wiring import opened, viewing
from muniment.errors import UnknownSetting
from muniment.operations import granting, writes
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from muniment.rest.app import create_app, create_pages
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from muniment.web.app import VIEWS
from tests.database import VIEWER, Database
from tests.surfaces.service import BASE, code_of
from tests.surfaces.terminal import Terminal

KEYS = {"access": {"keys": True}}


def settings_for(database: Database, **more: Any) -> Settings:
    viewer = database.server.lease.conninfo(database.name, VIEWER)
    return Settings(**{"database_url": database.app, "web": {"database_url": viewer}} | more)


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[tuple[httpx.AsyncClient, Services]]:
    async with (
        opened(settings, embedder=HashedEmbedder()) as services,
        boards(services) as pages,
    ):
        app = create_app(services, mounts=pages)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as http:
            yield http, services


async def key_of(services: Services, user: str, role: str = "user") -> str:
    asked = granting.NewKey(name=f"{user} {role}", role=role, user=user)
    return (await perform(services, granting.create_key, asked)).token


def as_password(token: str) -> dict[str, str]:
    return {"Authorization": "Basic " + b64encode(f"whoever:{token}".encode()).decode()}


async def test_the_service_shows_the_pages_beside_its_operations(database: Database) -> None:
    async with served(settings_for(database)) as (http, services):
        memory = writes.NewMemory(content="Mike lives in <b>Bath</b>", entity="Mike")
        ((added,)) = await perform(services, writes.add_many, writes.Add(memories=(memory,)))
        moved = await http.get("/ui")
        listed = await http.get("/ui/memories")
        style = await http.get("/ui/static/style.css")

    assert (moved.status_code, moved.headers["location"]) == (307, "ui/")
    assert f'href="/ui/memories/{added.id}"' in listed.text
    assert "&lt;b&gt;Bath&lt;/b&gt;" in listed.text
    assert "default-src 'none'" in listed.headers["content-security-policy"]
    assert style.status_code == 200


async def test_links_of_pages_begin_with_the_prefix_that_a_proxy_takes_away(
    database: Database,
) -> None:
    viewer = database.server.lease.conninfo(database.name, VIEWER)
    web = {"database_url": viewer, "prefix": "/memory"}
    async with served(settings_for(database, web=web)) as (http, _):
        told = [
            await http.get(f"/ui{path}") for path in ("/", "/memories", "/memories/7", "/nowhere")
        ]

    for each in told:
        addresses = re.findall(r'(?:href|src|action)="(/[^"]*)"', each.text)
        assert "/memory/ui/static/style.css" in addresses
        assert [address for address in addresses if not address.startswith("/memory/ui/")] == []
    assert 'href="/memory/ui/memories" aria-current="page"' in told[1].text


@pytest.mark.parametrize("prefix", ["memory", "/memory/", "/", "//evil.example", '/"><b>'])
def test_a_prefix_that_is_no_path_is_refused(prefix: str) -> None:
    with pytest.raises(UnknownSetting, match=r"web\.prefix"):
        Settings(web={"prefix": prefix})


async def test_without_authentication_a_page_answers_to_this_machine_alone(
    database: Database,
) -> None:
    async with served(settings_for(database)) as (http, _):
        refused = await http.get("/ui/", headers={"Host": "evil.example"})

    assert refused.status_code == 422


async def test_from_a_key_the_pages_lead_to_what_it_did_for_each_user(database: Database) -> None:
    async with served(settings_for(database, **KEYS)) as (http, services):
        keeper, desk = (
            await key_of(services, "keeper", "admin"),
            await key_of(services, "desk", "service"),
        )
        read = read_token(desk)
        assert read is not None
        headers = {
            "Authorization": f"Bearer {desk}",
            "X-Muniment-User": "ann",
            "X-Muniment-Agent": "bot",
        }
        memory = {"content": "Tea is ready", "entity": "Ann"}
        await http.post("/v1/memories", json={"memories": [memory]}, headers=headers)
        left = {"kind": "reflect", "delay_s": 3_600}
        await http.post("/v1/tasks", json=left, headers=headers)
        plan = {"kind": "reflect", "cron": "@daily"}
        await http.put("/v1/schedules/sweep", json=plan, headers=headers)

        by_key = await http.get(
            "/ui/ledger", params={"key": str(read.key_id)}, headers=as_password(keeper)
        )
        (link,) = re.findall(r'href="(/ui/changes[^"]*)">add', by_key.text)
        changes = await http.get(html.unescape(link), headers=as_password(keeper))
        due = await http.get("/ui/tasks", headers=as_password(keeper))

    assert "<td>ann</td><td>desk service for bot</td>" in by_key.text
    assert "Tea is ready" in changes.text
    assert due.text.count(f'title="{read.key_id}"') == 2
    assert "<td>sweep</td><td>reflect</td><td>@daily</td>" in due.text


async def test_a_browser_is_asked_for_a_key_and_everybody_sees_what_is_theirs(
    database: Database,
) -> None:
    async with served(settings_for(database, **KEYS)) as (http, services):
        ann, bob = [await key_of(services, user) for user in ("ann", "bob")]
        await http.post(
            "/v1/memories",
            json={"memories": [{"content": "Ann hides the spare key"}]},
            headers={"Authorization": f"Bearer {ann}"},
        )
        nobody = await http.get("/ui/memories")
        style = await http.get("/ui/static/style.css")
        wrong = await http.get("/ui/memories", headers=as_password("muniment_nonsense"))
        shown = [await http.get("/ui/memories", headers=as_password(key)) for key in (ann, bob)]
        bearer = await http.get("/ui/memories", headers={"Authorization": f"Bearer {ann}"})

    assert [each.status_code for each in (nobody, style, wrong)] == [401, 401, 401]
    assert nobody.headers["www-authenticate"].startswith("Basic ")
    assert [each.status_code for each in (*shown, bearer)] == [200, 200, 200]
    assert ["spare key" in each.text for each in (*shown, bearer)] == [True, False, True]


async def test_a_person_whose_key_is_no_longer_good_is_told_so_in_words(database: Database) -> None:
    async with served(settings_for(database, **KEYS)) as (http, services):
        asked = granting.NewKey(name="ann", role="user", user="ann")
        key = await perform(services, granting.create_key, asked)
        shown = await http.get("/ui/memories", headers=as_password(key.token))
        await perform(services, granting.revoke_key, granting.Revocation(id=str(key.id)))
        refused = await http.get("/ui/memories", headers=as_password(key.token))
        program = await http.get("/v1/stats", headers={"Authorization": f"Bearer {key.token}"})

    assert (shown.status_code, refused.status_code) == (200, 401)
    assert refused.text == (
        "No valid key or token says who asks: the key was revoked or has expired. "
        "Ask for a new one.\n"
    )
    assert refused.headers["content-type"] == "text/plain; charset=utf-8"
    assert refused.headers["cache-control"] == "no-store"
    assert refused.headers["www-authenticate"].startswith("Basic ")
    assert code_of(program) == (401, "not_authenticated")


async def test_what_a_browser_sends_by_itself_counts_for_pages_alone(database: Database) -> None:
    async with served(settings_for(database, **KEYS)) as (http, services):
        key = await key_of(services, "ann")
        read = await http.get("/v1/stats", headers=as_password(key))
        beside = await http.get("/uistats", headers=as_password(key))
        written = await http.post("/ui/memories", headers=as_password(key), json={})

    assert (code_of(read), code_of(beside)) == ((401, "not_authenticated"),) * 2
    assert read.headers["www-authenticate"].startswith("Bearer ")
    assert written.status_code == 405


async def test_who_acts_for_anybody_sees_on_every_page_what_a_user_sees(database: Database) -> None:
    named = re.compile(r'href="(/ui/(?!static)[^"#]*)"')
    async with served(settings_for(database, **KEYS)) as (http, services):
        admin, ann, bob = [
            await key_of(services, *who) for who in (("root", "admin"), ("ann & co",), ("bob",))
        ]
        told = {"memories": [{"content": "Ann hides the key", "entity": "Ann", "category": "key"}]}
        added = await http.post(
            "/v1/memories", json=told, headers={"Authorization": f"Bearer {ann}"}
        )
        seen = as_password(admin)
        own = await http.get("/ui/memories", headers=seen)
        paths = [path for path in VIEWS if "{" not in path]
        paths += [f"/memories/{added.json()[0]['id']}", "/entities/Ann"]
        pages = [
            await http.get(f"/ui{path}", params={"user": "ann & co", "query": "key"}, headers=seen)
            for path in paths
        ]
        refused = await http.get("/ui/memories?user=ann+%26+co", headers=as_password(bob))
        no_name = await http.get("/ui/memories?user=%00", headers=seen)

    assert "Ann hides" not in own.text
    assert "Ann hides" in pages[1].text
    assert {each.status_code for each in pages} == {200}
    for page in pages:
        addresses = named.findall(page.text)
        assert [each for each in addresses if "user=ann+%26+co" not in each] == ["/ui/"]
        assert "For the user <b>ann &amp; co</b>." in page.text
        forms = page.text.count("<form")
        assert page.text.count('name="user"') == forms
    assert (refused.status_code, no_name.status_code) == (403, 422)
    assert "no grant to read on behalf of" in refused.text


async def test_who_governs_is_told_on_the_pages_who_wrote_and_who_may_come_in(
    database: Database,
) -> None:
    async with served(settings_for(database, **KEYS)) as (http, services):
        admin, ann, bob = [
            await key_of(services, *who) for who in (("root", "admin"), ("ann",), ("bob",))
        ]
        told = {"memories": [{"content": "Ann hides the key"}], "reason": "she said so"}
        await http.post("/v1/memories", json=told, headers={"Authorization": f"Bearer {ann}"})
        governs, reads = [
            {
                path: (await http.get(f"/ui{path}", headers=as_password(key))).text
                for path in ("/ledger", "/agents", "/memories")
            }
            for key in (admin, bob)
        ]

    assert "<td>ann</td>" in governs["/ledger"]
    assert "she said so" in governs["/ledger"]
    assert "<td>ann user</td>" in governs["/agents"]
    assert "Ann hides" not in governs["/memories"]
    assert "another user" not in governs["/ledger"] + governs["/agents"]
    assert "another user" in reads["/ledger"]
    assert "ann" not in reads["/agents"]


async def test_pages_by_themselves_ask_as_the_service_does(database: Database) -> None:
    settings = settings_for(database, **KEYS)
    async with opened(settings, embedder=HashedEmbedder()) as services, viewing(services) as viewer:
        app = create_pages(services, board_of(viewer, ""))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as http:
            key = await key_of(services, "ann", "reader")
            asked = await http.get("/")
            shown = await http.get("/memories", headers=as_password(key))

    assert (asked.status_code, shown.status_code) == (401, 200)
    assert 'href="/memories"' in shown.text


async def test_a_database_without_a_role_for_pages_says_on_them_what_to_do(
    database: Database,
) -> None:
    settings = Settings(database_url=database.app)
    async with served(settings) as (http, _):
        refused, works = await http.get("/ui/"), await http.get("/v1/stats")

    assert (refused.status_code, works.status_code) == (403, 200)
    assert "CREATE ROLE muniment_viewer" in refused.text


@pytest.mark.parametrize("command", ["ui", "api"])
def test_without_a_key_nobody_else_is_let_in(terminal: Terminal, command: str) -> None:
    _, code, told = terminal.refusal(command, "--host", "0.0.0.0", "--port", "0")

    assert code == "address_needs_authentication"
    assert "configure `access`" in told


async def test_pages_say_that_the_database_is_away_and_not_where_it_is(database: Database) -> None:
    async with served(settings_for(database, pool={"connect_timeout_s": 1.0})) as (http, _):
        database.shut_out()
        shown = await http.get("/ui/")

    assert shown.status_code == 503
    assert "The database cannot be reached. The log of the service says why." in shown.text
    assert database.name not in shown.text
