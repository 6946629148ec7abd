"""Who governs lists the users of a tenant; nobody else does, and nobody of another tenant is among them."""

from __future__ import annotations

import pytest

from muniment import AgentMemory
from muniment.cli.opening import OF_NO_USER
from muniment.errors import NotPermitted
from muniment.operations.catalogue import Effect
from muniment.operations.offered import OFFERED
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.service import Service, code_of
from tests.surfaces.terminal import UNKNOWN, Terminal
from tests.surfaces.test_web_in_the_service import (
    KEYS,
    as_password,
    key_of,
    served,
    settings_for,
)


def opened(database: Database, user: str | None, tenant: str = "local") -> AgentMemory:
    settings = Settings(database_url=database.app, user=user, tenant=tenant)
    return AgentMemory(settings=settings, embedder=HashedEmbedder())


def write_for(database: Database, *users: str | None, tenant: str = "local") -> None:
    for user in users:
        with opened(database, user, tenant) as memory:
            memory.add("Tea is ready")


def test_users_are_listed_by_name_with_when_something_was_first_and_last_written_for_them(
    database: Database,
) -> None:
    write_for(database, "zoë", "ann", None, "Bob", "ann")
    write_for(database, "of another tenant", tenant="acme")
    with opened(database, "root") as memory:
        memory.add("Everybody drinks tea", scope="global")
        found, written = memory.users(), memory.transactions()

    assert [each.name for each in found] == ["Bob", "ann", "zoë"]
    times = [each.recorded_at for each in written[1:]]
    assert [(each.first_written_at, each.last_written_at) for each in found] == [
        (times[3], times[3]), (times[1], times[4]), (times[0], times[0]),
    ]  # fmt: skip


def test_users_can_be_asked_for_by_how_they_begin_and_a_few_at_a_time(database: Database) -> None:
    write_for(database, "ann", "anna", "bob", "an%")
    with opened(database, "ann") as memory:
        listed = [
            [each.name for each in found]
            for found in (
                memory.users("ann"), memory.users("an%"), memory.users("c"), memory.users(limit=2),
                memory.users(after="ann", limit=2), memory.users("b", after="ann"),
            )
        ]  # fmt: skip

    assert listed == [["ann", "anna"], ["an%"], [], ["an%", "ann"], ["anna", "bob"], ["bob"]]


def test_who_does_not_govern_is_refused(database: Database) -> None:
    write_for(database, "ann")
    with (
        opened(database, "ann") as memory,
        pytest.raises(NotPermitted, match="lacks the permission govern"),
    ):
        memory.users(context=memory.context("planner", role="planner"))


async def test_a_service_lists_users_for_who_governs(guarded: Service) -> None:
    keys = {
        "admin": await guarded.key(role="admin", user="root"),
        "service": await guarded.key(role="service"),
        "ann": await guarded.key(user="ann"),
    }
    async with guarded.bearing(keys["ann"]) as ann:
        await ann.add("Tea is ready")
    async with guarded.bearing(keys["admin"]) as admin:
        (found,) = await admin.get("/v1/users")
    assert found["name"] == "ann"
    assert found["first_written_at"] == found["last_written_at"]
    for name in ("service", "ann"):
        async with guarded.bearing(keys[name]) as other:
            assert code_of(await other.http.get("/v1/users")) == (403, "not_permitted"), name


def test_the_command_lists_them_with_when(quick: Terminal) -> None:
    quick.add("Tea is ready", "--user", "ann")
    (found,) = quick.json("users", "a")
    shown = quick("users").out

    assert found["name"] == "ann"
    assert shown.split()[:3] == ["name", "first", "written"]
    assert "ann" in shown
    assert quick("users", "b").out == "Nothing matches.\n"


async def test_the_board_offers_them_to_who_governs(database: Database) -> None:
    offered = '<option value="ann &amp; co">'
    async with served(settings_for(database, **KEYS)) as (http, services):
        admin, ann = [await key_of(services, *who) for who in (("root", "admin"), ("ann & co",))]
        told = {"memories": [{"content": "Ann hides the key"}]}
        await http.post("/v1/memories", json=told, headers={"Authorization": f"Bearer {ann}"})
        governs, serves = [await http.get("/ui/", headers=as_password(key)) for key in (admin, ann)]
        for_ann = await http.get("/ui/?user=ann+%26+co", headers=as_password(admin))

    assert offered in governs.text
    assert 'name="user" list="users"' in governs.text
    assert {each.status_code for each in (governs, serves, for_ann)} == {200}
    assert "<option" not in serves.text


def test_the_counts_tell_of_a_user_that_nothing_was_ever_written_for(database: Database) -> None:
    write_for(database, "ann", None)
    found = {}
    for user in ("ann", "nosuch", None):
        with opened(database, user) as memory:
            found[user] = memory.stats().user_found
    assert found == {"ann": True, "nosuch": False, None: True}


def test_commands_that_read_say_that_nothing_was_ever_written_for_a_user(quick: Terminal) -> None:
    quick.add("Everybody drinks tea", "--scope", "global")
    for command in (("search",), ("recall", "Who drinks tea?"), ("export",), ("export-turns",)):
        mistyped, own = quick(*command, "--user", "nosuch"), quick(*command)
        assert (mistyped.code, "tea" in mistyped.out) == (0, "tea" in own.out)
        assert mistyped.err == f"{UNKNOWN}nosuch.\n", command
        assert own.err == "", command
    assert quick("search", "--user", "null").err == ""
    assert quick("keys", "--user", "nosuch").err == ""
    assert quick("stats", "--user", "nosuch", "--json").err == f"{UNKNOWN}nosuch.\n"
    quick.add("Tea is ready", "--user", "nosuch")
    assert quick("search", "--user", "nosuch").err == ""


OF_A_USER = {
    "answer", "audit_gaps", "current_facts", "decisions", "deep_memory", "diff", "enhance_context", "entities",
    "explain", "facts", "faded", "find_contradictions", "find_duplicates", "get", "get_episode", "get_page",
    "get_quota", "get_snapshot", "graph", "graph_measures", "health", "history", "lint_pages", "namespaces",
    "page_diff", "page_revisions", "pages", "projects", "recall", "recall_as_pack", "reflect", "replay",
    "resolve_entity", "review", "search", "sessions", "stats", "timeline", "traces",
}  # fmt: skip


def test_of_every_operation_that_reads_it_is_known_whether_it_reads_what_was_written_for_a_user() -> (
    None
):
    """A new one is put down here, or among those of no user."""
    reads = [name for name, each in OFFERED.items() if each.effect is Effect.READS]
    assert sorted(reads) == sorted([*OF_NO_USER, *OF_A_USER])


def test_a_refusal_is_all_that_is_said(quick: Terminal) -> None:
    quick.add("Tea is ready")
    nowhere = "01890000-0000-7000-8000-000000000000"
    assert "ever written" not in quick("get", nowhere, "--user", "nosuch", "--json").err


async def test_the_board_says_that_nothing_was_ever_written_for_a_user(database: Database) -> None:
    async with served(settings_for(database)) as (http, _):
        await http.post("/v1/memories", json={"memories": [{"content": "Tea is ready"}]})
        pages = [
            (await http.get(f"/ui{path}", params={"user": user})).text
            for user in ("nosuch", "local")
            for path in ("/", "/memories", "/reviews")
        ]

    told = "For the user <b>nosuch</b>, for whom nothing was ever written."
    assert [told in page for page in pages] == [True] * 3 + [False] * 3
