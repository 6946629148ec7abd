"""Programs act for the users they name; users act for each other as far as a grant reaches."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote

import pytest

from muniment.access.acting import Acting, read_acting
from muniment.access.authority import GrantFound, Holder, principal_by_grants
from muniment.access.principal import OWN, Permission
from muniment.access.roles import AgentRole
from muniment.errors import InvalidValue, NotPermitted
from muniment.model.ids import tenant_named
from tests.database import Database
from tests.docs.markdown import ROOT, fences
from tests.surfaces.service import Service, code_of, serving

LONDON = {"content": "Mike lives in London", "entity": "Mike", "category": "city"}


async def test_a_program_names_the_user_of_each_request(guarded: Service) -> None:
    token = await guarded.key(role="service")
    async with guarded.bearing(token, X_Muniment_User="mike") as mike:
        london = await mike.add(**LONDON)
        seen = await mike.get(f"/v1/memories/{london}")
        (*_, last) = await mike.get("/v1/transactions")
    async with guarded.bearing(token, X_Muniment_User="Zo%C3%AB", X_Muniment_Agent="clerk") as zoe:
        hidden = await zoe.http.get(f"/v1/memories/{london}")
        await zoe.add("Zoë likes tea")
        (*_, by_clerk) = await zoe.get("/v1/transactions")

    assert seen["content"] == "Mike lives in London"
    assert (last["actor"], last["role"]) == ("web for mike", "service")
    assert code_of(hidden) == (404, "memory_not_found")
    assert by_clerk["actor"] == "web for clerk"


@pytest.mark.parametrize("name", ["", "%20", "a" * 257])
@pytest.mark.parametrize("header", ["X_Muniment_User", "X_Muniment_Agent", "X_Muniment_Acting"])
async def test_what_names_nobody_is_refused_before_anything_is_written(
    guarded: Service, header: str, name: str
) -> None:
    if header == "X_Muniment_Acting":
        acting = Acting(
            agent=unquote(name), role=AgentRole.EXECUTOR, permissions=OWN, trail=(unquote(name),)
        )
        name = acting.told()
    async with guarded.bearing(await guarded.key(role="service"), **{header: name}) as caller:
        refused = await caller.http.post("/v1/memories", json={"memories": [LONDON]})

    assert code_of(refused) == (422, "value_invalid")


async def test_a_program_may_do_no_more_for_a_user_than_the_user_may(guarded: Service) -> None:
    async with guarded.bearing(await guarded.key(role="admin"), X_Muniment_User="mike") as caller:
        refused = await caller.http.put(
            "/v1/cardinalities", json={"category": "pet", "cardinality": "many"}
        )

    assert code_of(refused) == (403, "not_permitted")


@pytest.mark.parametrize("header", ["X_Muniment_User", "X_Muniment_Agent"])
async def test_who_may_not_act_for_others_names_nobody(guarded: Service, header: str) -> None:
    for role in ("user", "reader", "executor"):
        token = await guarded.key(user="ann", role=role, agent="clerk")
        async with guarded.bearing(token, **{header: "mike"}) as caller:
            assert code_of(await caller.http.get("/v1/search")) == (403, "not_permitted")
            assert code_of(await caller.http.post("/v1/memories", json={"memories": [LONDON]})) == (
                403,
                "not_permitted",
            )


async def test_a_user_and_who_leads_a_team_name_its_agents(guarded: Service) -> None:
    for role in ("user", "orchestrator"):
        token = await guarded.key(user="ann", role=role)
        async with guarded.bearing(token, X_Muniment_Agent="clerk") as ann:
            await ann.add(f"Ann is {role}", visibility="private")
            (*_, last) = await ann.get("/v1/transactions")
        assert last["actor"] == "clerk"


async def test_as_an_agent_of_a_team_a_key_may_no_more_than_the_agent(guarded: Service) -> None:
    acting = Acting(
        agent="critic", role=AgentRole.EXECUTOR, permissions=OWN, trail=("planner", "critic")
    )
    reading = replace(acting, permissions=frozenset({Permission.READ}))
    reviewing = replace(acting, role=AgentRole.REVIEWER)
    for said, status in ((acting, 200), (reading, 403), (reviewing, 403)):
        named = {"X_Muniment_Acting": said.told()}
        async with guarded.bearing(await guarded.key(user="ann"), **named) as ann:
            answer = await ann.http.post("/v1/memories", json={"memories": [LONDON]})
            assert answer.status_code == status
    bound = await guarded.key(user="ann", agent="clerk")
    async with guarded.bearing(bound, X_Muniment_Acting=acting.told()) as clerk:
        assert code_of(await clerk.http.get("/v1/search")) == (403, "not_permitted")
    async with guarded.bearing(bound, X_Muniment_Acting="{}") as clerk:
        assert code_of(await clerk.http.get("/v1/search")) == (422, "value_invalid")


CLERK = Acting(agent="clerk", role=AgentRole.EXECUTOR, permissions=OWN, trail=("clerk",))


@pytest.mark.parametrize(
    "role, played, trail, status",
    [
        ("executor", "executor", ("clerk",), 200),
        ("executor", "orchestrator", ("clerk",), 403),
        ("executor", "planner", ("clerk",), 403),
        ("executor", "executor", ("ceo", "clerk"), 403),
        ("reader", "monitor", ("clerk",), 200),
        ("reader", "executor", ("clerk",), 403),
        ("user", "orchestrator", ("clerk",), 200),
        ("user", "orchestrator", ("ceo", "clerk"), 403),
        ("orchestrator", "planner", ("chief", "clerk"), 200),
    ],
)
async def test_the_key_of_an_agent_is_no_other_agent_and_has_no_other_role(
    guarded: Service, role: str, played: str, trail: tuple[str, ...], status: int
) -> None:
    told = replace(CLERK, role=AgentRole(played), trail=trail).told()
    token = await guarded.key(user="ann", role=role, agent="clerk")
    async with guarded.bearing(token, X_Muniment_Acting=told) as clerk:
        answer = await clerk.http.get("/v1/search")

    assert answer.status_code == status
    assert status == 200 or code_of(answer) == (403, "not_permitted")


def told_with(**fields: object) -> str:
    """Return the header of the clerk with other fields, or without one."""
    told = json.loads(CLERK.told()) | fields
    return json.dumps({name: value for name, value in told.items() if value != "left out"})


UNREADABLE = {
    "hello": "it is not valid JSON.",
    "[" * 5000: "it is not valid JSON.",
    '["clerk"]': "it is not an object.",
    '{"agent": "clerk", "role": "executor"}': "'permissions' is missing.",
    told_with(session="left out"): "'session' is missing.",
    told_with(mood="glad"): "'mood' is not one of its fields.",
    told_with(agent=7): "'agent' is 7; it must be a name of 1 to 256 characters.",
    told_with(agent=" "): "'agent' is ' '; it must be a name of 1 to 256 characters.",
    told_with(
        user=["mike"]
    ): "'user' is ['mike']; it must be a name of 1 to 256 characters or null.",
    told_with(role="boss"): "'role' is 'boss'; it must be one of orchestrator, planner, executor, ",
    told_with(role=[]): "'role' is []; it must be one of orchestrator, planner, executor, ",
    told_with(permissions="read"): "'permissions' is 'read'; it must be a list.",
    told_with(
        permissions=["read", "fly"]
    ): "'permissions' is 'fly'; it must be one of read, write, ",
    told_with(trail="clerk"): "'trail' is 'clerk'; it must be a list.",
    told_with(trail=[None]): "'trail' is None; it must be a name of 1 to 256 characters.",
    told_with(
        visibility="secret"
    ): "'visibility' is 'secret'; it must be one of private, team, public.",
    told_with(namespace="a" * 20_000): "it has more than 16384 characters.",
    "{}" + chr(0xE9): "it is not all ASCII: write other letters as \\u….",
}


@pytest.mark.parametrize("told", UNREADABLE)
def test_an_agent_that_cannot_be_read_is_told_by_what_is_wrong(told: str) -> None:
    with pytest.raises(InvalidValue) as raised:
        read_acting(told)

    assert f"X-Muniment-Acting cannot be read: {UNREADABLE[told]}" in raised.value.message
    assert raised.value.message.endswith(
        "It must be an object with the fields agent, role, permissions, trail, user, namespace, visibility, project, session."
    )


def test_the_example_that_the_documents_show_is_read() -> None:
    page = (ROOT / "docs/explanation/isolation.md").read_text(encoding="utf-8")
    (shown,) = [each.text for each in fences(page) if each.language == "json"]

    assert read_acting(shown.strip()).trail == ("planner", "critic")


@pytest.mark.parametrize("role", ["admin", "service"])
async def test_an_agent_of_a_user_is_noted_with_the_program_that_names_it(
    guarded: Service, role: str
) -> None:
    told = replace(CLERK, user="mike").told()
    async with guarded.bearing(await guarded.key(role=role), X_Muniment_Acting=told) as web:
        await web.add(**LONDON)
    async with guarded.bearing(await guarded.key("mike", user="mike")) as mike:
        (last,) = [
            each for each in await mike.get("/v1/transactions") if each["operation"] == "add"
        ]

    assert (last["actor"], last["role"]) == ("web for clerk", "executor")


@pytest.mark.parametrize("keys", [True, False])
async def test_a_body_and_a_header_that_name_two_users_are_refused(
    database: Database, keys: bool
) -> None:
    told = replace(CLERK, user="mike").told()
    turn = {"turn": {"user_message": "I prefer pytest over unittest.", "user_message_id": "m-1"}}
    async with serving(database, access={"keys": keys}) as service:
        token = await service.key(role="admin", user="ann") if keys else None
        async with service.bearing(token, X_Muniment_Acting=told) as clerk:
            refused = await clerk.http.post("/v1/process", json={"user_id": "ann", **turn})
            read = await clerk.http.get("/v1/snapshot/ann")
            written = await clerk.get("/v1/transactions")
            accepted = await clerk.http.post("/v1/process", json={"user_id": "mike", **turn})

    assert code_of(refused) == code_of(read) == (422, "value_invalid")
    assert "'mike'" in refused.json()["detail"]
    assert "'ann'" in refused.json()["detail"]
    assert "process_turn" not in str(written)
    assert accepted.status_code == 202


@pytest.mark.parametrize("keys", [True, False])
async def test_a_body_and_the_header_of_a_user_that_name_two_are_refused(
    database: Database, keys: bool
) -> None:
    turn = {"turn": {"user_message": "I prefer pytest over unittest.", "user_message_id": "m-1"}}
    async with serving(database, access={"keys": keys}) as service:
        token = await service.key(role="admin") if keys else None
        async with service.bearing(token, X_Muniment_User="mike") as mike:
            refused = await mike.http.post("/v1/process", json={"user_id": "ann", **turn})
            read = await mike.http.get("/v1/snapshot/ann")
            accepted = await mike.http.post("/v1/process", json={"user_id": "mike", **turn})

    assert code_of(refused) == code_of(read) == (422, "value_invalid")
    assert "'ann', and X-Muniment-User 'mike'" in refused.json()["detail"]
    assert accepted.status_code == 202


async def test_who_names_itself_acts_for_itself(guarded: Service) -> None:
    token = await guarded.key(user="ann", agent="clerk")
    named = {"X_Muniment_User": "ann", "X_Muniment_Agent": "clerk"}
    async with guarded.bearing(token, **named) as caller:
        await caller.add("Ann drinks tea")
        (*_, last) = await caller.get("/v1/transactions")

    assert last["actor"] == "clerk"


async def test_a_grant_reaches_as_far_as_it_says(guarded: Service) -> None:
    async with (
        guarded.bearing(await guarded.key(user="mike")) as mike,
        guarded.bearing(await guarded.key("ann", user="ann"), X_Muniment_User="mike") as ann,
    ):
        london = await mike.add(**LONDON)
        path = f"/v1/memories/{london}"
        told = {}
        for level in (None, "read", "write", "forget"):
            if level is not None:
                await mike.post("/v1/grants", {"grantee": "ann", "level": level})
            told[level] = [
                (await ann.http.get(path)).status_code,
                (await ann.http.patch(path, json={"tags": [str(level)]})).status_code,
                (await ann.http.post(f"{path}/forget", json={})).status_code,
            ]
        (*_, last) = await mike.get("/v1/transactions")

    assert told == {
        None: [403, 403, 403],
        "read": [200, 403, 403],
        "write": [200, 200, 403],
        "forget": [200, 200, 200],
    }
    assert (last["actor"], last["operation"]) == ("ann for mike", "forget")


async def test_a_grant_gives_a_reader_no_more_than_reading(guarded: Service) -> None:
    async with guarded.bearing(await guarded.key(user="mike")) as mike:
        await mike.post("/v1/grants", {"grantee": "ann", "level": "admin"})
    token = await guarded.key("ann", user="ann", role="reader")
    async with guarded.bearing(token, X_Muniment_User="mike") as ann:
        assert (await ann.http.get("/v1/search")).status_code == 200
        refused = await ann.http.post("/v1/memories", json={"memories": [LONDON]})

    assert code_of(refused) == (403, "not_permitted")


async def test_a_grant_within_a_namespace_or_container_shows_nothing_else(guarded: Service) -> None:
    async with guarded.bearing(await guarded.key(user="mike")) as mike:
        plan = await mike.add("The plan is blue", namespace="acme")
        home = await mike.add(**LONDON)
        step = await mike.add("Step one is paint", scope="container", container="project:move")
        other = await mike.add("Step two is rest", scope="container", container="project:nap")
        await mike.post("/v1/grants", {"grantee": "ann", "namespace": "acme"})
        await mike.post("/v1/grants", {"grantee": "ann", "container": "project:move"})
    async with guarded.bearing(await guarded.key("ann", user="ann"), X_Muniment_User="mike") as ann:
        named = {"containers": ["project:move", "project:nap"]}
        seen = {
            name: (await ann.http.get(f"/v1/memories/{id_}", params=named)).status_code
            for name, id_ in {"plan": plan, "home": home, "step": step, "other": other}.items()
        }
        found = await ann.post("/v1/recall", {"query": "plan step Mike", **named})

    assert seen == {"plan": 200, "home": 404, "step": 200, "other": 404}
    assert [each["memory"]["content"] for each in found["results"]] == ["Step one is paint"]


async def test_what_is_private_to_an_agent_is_not_granted(guarded: Service) -> None:
    async with guarded.bearing(await guarded.key(user="mike", agent="clerk")) as clerk:
        mood = await clerk.add("Mike is tired", visibility="private")
        await clerk.post("/v1/grants", {"grantee": "ann", "level": "admin"})
    token = await guarded.key("ann", user="ann", agent="clerk")
    async with guarded.bearing(token, X_Muniment_User="mike") as ann:
        assert code_of(await ann.http.get(f"/v1/memories/{mood}")) == (404, "memory_not_found")
    forged = Acting(agent="clerk", role=AgentRole.MONITOR, permissions=OWN, trail=("clerk",))
    named = {"X_Muniment_User": "mike", "X_Muniment_Acting": forged.told()}
    async with guarded.bearing(await guarded.key("ann", user="ann"), **named) as ann:
        assert code_of(await ann.http.get("/v1/search")) == (403, "not_permitted")


async def test_a_grant_is_taken_back_by_who_made_it_and_ends_by_itself(
    guarded: Service, database: Database
) -> None:
    async with (
        guarded.bearing(await guarded.key(user="mike")) as mike,
        guarded.bearing(await guarded.key("ann", user="ann")) as ann,
        guarded.bearing(await guarded.key("bob", user="bob")) as bob,
        guarded.bearing(await guarded.key("ann", user="ann"), X_Muniment_User="mike") as for_mike,
    ):
        granted = await mike.post("/v1/grants", {"grantee": "ann"})
        seen = [
            [each["grantee"] for each in await who.get("/v1/grants")] for who in (mike, ann, bob)
        ]
        refused = [
            await who.http.post(f"/v1/grants/{granted['id']}/revoke", json={}) for who in (ann, bob)
        ]
        assert (await for_mike.http.get("/v1/search")).status_code == 200
        await mike.post(f"/v1/grants/{granted['id']}/revoke", {})
        revoked = await for_mike.http.get("/v1/search")
        later = datetime.now(UTC) + timedelta(hours=1)
        await mike.post("/v1/grants", {"grantee": "ann", "expires_at": later.isoformat()})
        assert (await for_mike.http.get("/v1/search")).status_code == 200
        with database.as_admin() as connection:
            connection.execute(
                "UPDATE muniment.access_grants SET expires_at = expires_at - interval '1 hour'"
            )
        expired = await for_mike.http.get("/v1/search")

    assert seen == [["ann"], ["ann"], []]
    assert {code_of(each)[0] for each in refused} <= {403, 404}
    assert code_of(revoked) == (403, "not_permitted")
    assert code_of(expired) == (403, "not_permitted")


async def test_nobody_grants_what_is_anothers(guarded: Service) -> None:
    async with guarded.bearing(await guarded.key(user="ann")) as ann:
        refused = await ann.http.post("/v1/grants", json={"owner": "mike", "grantee": "ann"})
        itself = await ann.http.post("/v1/grants", json={"grantee": "ann"})
    async with guarded.bearing(await guarded.key(user="ann", role="executor")) as agent:
        unable = await agent.http.post("/v1/grants", json={"grantee": "bob"})

    assert code_of(refused) == (403, "not_permitted")
    assert code_of(itself) == (422, "value_invalid")
    assert code_of(unable) == (403, "not_permitted")


async def test_on_this_machine_alone_a_caller_is_who_it_says(service: Service) -> None:
    async with service.bearing(None, X_Muniment_User="ann", X_Muniment_Agent="clerk") as ann:
        await ann.add("Ann drinks tea")
        (*_, last) = await ann.get("/v1/transactions")
        assert len((await ann.get("/v1/search"))["items"]) == 1

    assert (last["actor"], last["role"]) == ("clerk", "user")
    assert (await service.get("/v1/search"))["items"] == []


def test_the_reach_of_several_grants_is_theirs_together() -> None:
    ann = Holder(
        tenant_id=tenant_named("acme"),
        tenant="acme",
        name="ann",
        user="ann",
        agent=None,
        role="user",
    )
    read = GrantFound(level="read", namespace=None, container=None)
    write_a = GrantFound(level="write", namespace="a", container=None)
    write_b = GrantFound(level="forget", namespace="b", container=None)
    grants = (read, write_a, write_b)

    reading = principal_by_grants(ann, "mike", grants, Permission.READ)
    writing = principal_by_grants(ann, "mike", grants, Permission.WRITE)

    assert reading.confines is None
    assert reading.permissions == {Permission.READ}
    assert writing.confines is not None
    assert writing.confines.namespaces == ("a", "b")
    assert writing.permissions == {Permission.READ, Permission.WRITE}
    with pytest.raises(NotPermitted, match="no grant to govern on behalf of 'mike'"):
        principal_by_grants(ann, "mike", grants, Permission.GOVERN)
