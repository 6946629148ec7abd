"""An agent does what its role and every context above it allow, in its namespace, within its tokens."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, assert_type, get_args

import httpx
import pytest

from muniment import (
    AgentContext,
    AgentMemory,
    AgentRole,
    AsyncAgentMemory,
    AsyncBoundContext,
    BoundContext,
    MemoryClient,
    Visibility,
)
from muniment.access.principal import EVERYTHING, OF_NO_AGENT, OWN, Permission
from muniment.access.roles import ROLE_PERMISSIONS
from muniment.errors import BudgetSpent, Incorrect, InvalidValue, NotPermitted, PageNotFound
from muniment.model.recalled import Recalled
from muniment.model.writes import Written
from muniment.settings import Settings
from muniment.settings.sections import RoleName, VisibilityName
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, principal_of
from tests.surfaces.service import code_of, listening_service, serving

CITY: dict[str, Any] = {"entity": "Mike", "category": "city"}
R, W, F = Permission.READ, Permission.WRITE, Permission.FORGET


@pytest.fixture
def waiting(database: Database) -> Iterator[AgentMemory]:
    settings = Settings(database_url=database.app)
    with AgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        yield memory


def test_the_six_roles_allow_what_they_allow() -> None:
    assert {role.value: set(allowed) for role, allowed in ROLE_PERMISSIONS.items()} == {
        "orchestrator": {R, W, F},
        "planner": {R, W},
        "executor": {R, W},
        "researcher": {R, W},
        "reviewer": {R},
        "monitor": {R},
    }


def test_settings_name_the_roles_and_visibilities_that_there_are() -> None:
    assert get_args(RoleName) == tuple(role.value for role in AgentRole)
    assert get_args(VisibilityName) == tuple(each.value for each in Visibility)


@pytest.mark.parametrize("role", list(AgentRole))
async def test_an_agent_does_what_its_role_allows_and_nothing_else(
    memory: AsyncAgentMemory, role: AgentRole
) -> None:
    theirs = await memory.add("Mike lives in London", **CITY)
    context = memory.context("agent", role=role)
    tried: dict[Permission, Any] = {
        R: lambda: context.recall("Where does Mike live?"),
        W: lambda: context.add("Mike lives in Bath", **CITY),
        F: lambda: context.forget(theirs.id),
    }
    done, refused = set(), []
    for permission, act in tried.items():
        try:
            await act()
            done.add(permission)
        except NotPermitted as error:
            refused.append(error.message)
    assert done == ROLE_PERMISSIONS[role]
    assert len(refused) == 3 - len(done)
    assert all(f"agent ({role.value}) lacks the permission" in each for each in refused)


def test_no_child_may_more_than_its_parent() -> None:
    reviewer = AgentContext("reviewer", role=AgentRole.REVIEWER)

    child = reviewer.as_agent("chief", role=AgentRole.ORCHESTRATOR)
    grandchild = child.as_agent("worker", role="executor")

    assert child.permissions == grandchild.permissions == {R}
    assert child.role is AgentRole.ORCHESTRATOR


def test_the_kill_switch_reaches_every_context_below_and_no_child_undoes_it() -> None:
    chief = AgentContext("chief")
    before = chief.as_agent("planner").as_agent("executor")

    chief.make_read_only()
    after = before.as_agent("late", read_only=False)

    assert [each.read_only for each in (chief, before, after)] == [True, True, True]
    assert before.permissions == after.permissions == {R}
    with pytest.raises(AttributeError):
        before.read_only = False  # type: ignore[misc]  # that it cannot be set is the point


async def test_a_switched_off_agent_reads_on_and_writes_nothing(memory: AsyncAgentMemory) -> None:
    chief = memory.context("chief")
    worker = chief.as_agent("worker", role=AgentRole.EXECUTOR)
    await worker.add("Mike lives in London", **CITY)

    chief.make_read_only()

    assert len(await worker.recall("Where does Mike live?")) == 1
    with pytest.raises(NotPermitted):
        await worker.add("Mike lives in Bath", **CITY)
    assert (await memory.stats()).memories == 1


async def test_a_family_shares_a_scratchpad_and_each_knows_who_started_it() -> None:
    chief = AgentContext("chief")
    planner = chief.as_agent("planner", role=AgentRole.PLANNER)
    executor = planner.as_agent("executor", role=AgentRole.EXECUTOR)

    executor.scratchpad["plan"] = ["pack", "move"]

    assert chief.scratchpad == {"plan": ["pack", "move"]}
    assert executor.agent_trail == ("chief", "planner", "executor")
    assert (chief.parent_agent_id, executor.parent_agent_id) == (None, "planner")
    assert AgentContext("other").scratchpad == {}


async def test_what_an_agent_writes_says_who_wrote_it_and_where(memory: AsyncAgentMemory) -> None:
    context = AgentContext("researcher-1", role=AgentRole.RESEARCHER, namespace="acme-prod")

    written = await memory.add(content="Alice runs engineering", entity="alice", context=context)

    found = await memory.get(written.id)
    (entry,) = await memory.transactions(after=written.transaction - 1)
    assert (found.agent, found.namespace) == ("researcher-1", "acme-prod")
    assert (entry.actor, entry.role) == ("researcher-1", "researcher")
    assert len(await memory.recall(query="who runs engineering?", context=context)) == 1
    assert len(await memory.recall(query="who runs engineering?")) == 0


async def test_what_a_private_agent_writes_only_it_reads(memory: AsyncAgentMemory) -> None:
    critic = memory.context("critic", visibility=Visibility.PRIVATE)
    planner = memory.context("planner")
    await critic.add("The plan is late")
    said = {"content": "I doubt it.", "occurred_at": "2026-06-01", "session": "doubts"}
    await critic.ingest_turns([said])

    assert len(await critic.search()) == 2
    assert len(await planner.search()) == 0
    assert len(await memory.search()) == 0


async def test_the_page_of_a_private_agent_is_private_and_that_of_another_quotes_none_of_it(
    memory: AsyncAgentMemory,
) -> None:
    critic = memory.context("critic", visibility=Visibility.PRIVATE)
    planner = memory.context("planner")
    await critic.add("The barn leaks", entity="barn")
    await planner.add("The barn is red", entity="barn")

    await critic.compile_page("barn")
    with pytest.raises(PageNotFound):
        await planner.get_page("barn")
    await planner.compile_page("barn")

    told = {
        each.agent_id: {said.text for said in (await each.get_page("barn")).sentences}
        for each in (critic, planner)
    }
    assert told == {"critic": {"The barn leaks", "The barn is red"}, "planner": {"The barn is red"}}


async def test_recalls_spend_the_tokens_of_a_context_and_then_are_refused(
    memory: AsyncAgentMemory,
) -> None:
    await memory.add("Mike lives in London " + "by the river " * 10, **CITY)
    context = memory.context("reader", role=AgentRole.REVIEWER, token_budget=60)

    first = await context.recall("Where does Mike live?")
    second = await context.recall("Where does Mike live?")

    assert (len(first), context.token_budget_used) == (1, first.receipt.tokens)
    assert len(second) == 0
    assert "tokens, " in second.receipt.dropped[0].reason
    assert second.receipt.question.budget_tokens == 60 - first.receipt.tokens
    context.spend(60 - first.receipt.tokens)
    with pytest.raises(BudgetSpent, match="took 60 of 60 tokens"):
        await context.recall("Where does Mike live?")
    with pytest.raises(BudgetSpent):
        await context.recall_as_pack("Where does Mike live?")


async def test_a_context_that_is_given_no_budget_recalls_for_as_long_as_it_lives(
    memory: AsyncAgentMemory,
) -> None:
    await memory.add("Mike lives in London", **CITY)
    context = memory.context("reader")
    context.spend(1_000_000)

    assert len(await context.recall("Where does Mike live?")) == 1
    assert (context.token_budget, context.token_budget_left) == (None, None)
    assert context.token_budget_used > 1_000_000
    assert context.as_agent("child", token_budget=7).token_budget_left == 7


async def test_recalls_at_the_same_time_spend_no_token_twice(memory: AsyncAgentMemory) -> None:
    await memory.add("Mike lives in London", **CITY)
    alone = (await memory.recall("Where does Mike live?")).receipt.tokens
    context = memory.context("reader", token_budget=3 * alone)

    answers = await asyncio.gather(*(context.recall("Where does Mike live?") for _ in range(3)))

    assert [len(answer) for answer in answers] == [1, 1, 1]
    with pytest.raises(BudgetSpent):
        await context.recall("Where does Mike live?")


async def test_a_child_has_a_budget_of_its_own() -> None:
    chief = AgentContext("chief", token_budget=100)
    chief.spend(40)

    assert chief.as_agent("reader").token_budget_left == 100
    assert chief.as_agent("reader", token_budget=7).token_budget_left == 7
    assert chief.token_budget_left == 60


async def test_a_context_of_another_user_writes_and_reads_as_that_user(
    memory: AsyncAgentMemory,
) -> None:
    anna = memory.context("assistant", user="anna")
    await anna.add("Anna sings", entity="Anna")

    assert len(await anna.search()) == 1
    assert len(await memory.search()) == 0


async def test_what_no_agent_may_do_is_refused_with_whom_to_ask_as(
    memory: AsyncAgentMemory,
) -> None:
    agents = frozenset().union(*ROLE_PERMISSIONS.values())
    assert EVERYTHING - agents == OF_NO_AGENT

    with pytest.raises(NotPermitted, match=r"No role of agents has it: ask as the user, with no"):
        await memory.context("chief").set_quota("anna", daily_writes=5)


async def test_a_refusal_says_which_roles_may(memory: AsyncAgentMemory) -> None:
    with pytest.raises(
        NotPermitted,
        match=r"eye .monitor. lacks the permission write\. Of the roles orchestrator, planner, executor, researcher have it\.$",
    ):
        await memory.context("eye", role="monitor").add("Mike lives in Bath")

    below = memory.context("eye", role="monitor").as_agent("boss", role="orchestrator")
    with pytest.raises(NotPermitted, match=r"boss .orchestrator. lacks the permission write\.$"):
        await below.add("Mike lives in Bath")

    service = replace(principal_of("acme"), role="service", permissions=OWN)
    with pytest.raises(
        NotPermitted, match=r"lacks the permission govern\. Of the roles admin has it"
    ):
        service.require(Permission.GOVERN)


def test_a_checker_knows_what_a_bound_context_answers(waiting: AgentMemory) -> None:
    context = waiting.context("planner").as_agent("executor")

    assert_type(context, BoundContext)
    assert_type(context.recall("Where does Mike live?"), Recalled)
    with pytest.raises(InvalidValue):
        context.recall(5)  # type: ignore[arg-type]  # a checker says so
    with pytest.raises(AttributeError):
        context.close()  # type: ignore[attr-defined]  # what is the memory's alone


async def test_a_checker_knows_what_an_asynchronous_bound_context_answers(
    memory: AsyncAgentMemory,
) -> None:
    context = memory.context("planner").as_agent("executor")

    assert_type(context, AsyncBoundContext)
    assert_type(await context.add("Mike lives in London"), Written)
    with pytest.raises(InvalidValue):
        await context.recall(5)  # type: ignore[arg-type]  # a checker says so


async def test_what_a_bound_context_does_it_does_as_its_agent_or_as_another_that_is_named(
    memory: AsyncAgentMemory, waiting: AgentMemory
) -> None:
    other = AgentContext("other")
    awaiting, planner = memory.context("planner"), waiting.context("planner")
    written = [
        await awaiting.add("Mike rows", context=None),
        await awaiting.add("Mike sings", context=other),
        planner.add("Mike cooks", context=None),
        planner.add("Mike swims", context=other),
    ]

    agents = [(await memory.get(each.id)).agent for each in written]
    assert agents == ["planner", "other", "planner", "other"]


async def test_a_context_names_the_methods_that_it_has_and_python_suggests_one(
    memory: AsyncAgentMemory, capsys: pytest.CaptureFixture[str]
) -> None:
    context = memory.context("planner")

    assert {"recall", "add", "traces", "as_agent", "scratchpad"} <= set(dir(context))
    assert not {"close", "context", "settings", "open"} & set(dir(context))
    assert all(hasattr(context, name) for name in dir(context))
    assert "recall" not in dir(AgentContext("planner"))
    with pytest.raises(AttributeError) as mistyped:
        context.recal("Where does Mike live?")  # type: ignore[attr-defined]  # there is none, also to a checker
    sys.__excepthook__(type(mistyped.value), mistyped.value, None)
    assert capsys.readouterr().err.endswith("no 'recal'. Did you mean: 'recall'?\n")


def test_an_agent_is_told_what_closing_what_is_for_everybody_needs(waiting: AgentMemory) -> None:
    planner = waiting.context("planner")
    said: dict[str, Any] = {"entity": "Acme", "category": "state", "scope": "global"}
    shut = waiting.add("Acme is shut", valid_from="2026-03-01", **said)

    refused: tuple[Callable[[], object], ...] = (
        lambda: planner.update(shut.id, "Acme is open"),
        lambda: planner.end(shut.id),
        lambda: planner.forget(shut.id),
        lambda: planner.add("Acme is open", valid_from="2026-04-01", **said),
    )
    for change in refused:
        with pytest.raises(NotPermitted, match=r"for the whole tenant.* permission govern"):
            change()
    assert waiting.get(shut.id).content == "Acme is shut"


async def test_who_does_not_govern_works_for_no_other_user(database: Database) -> None:
    settings = Settings(database_url=database.app, agent="planner", role="planner")
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        with pytest.raises(NotPermitted, match=r"planner .planner. lacks the permission govern"):
            await memory.context("assistant", user="anna").search()
        with pytest.raises(NotPermitted):
            await memory.set_cardinality("city", "many")


def test_what_is_listed_prints_a_line_each_also_to_a_context(waiting: AgentMemory) -> None:
    written = waiting.context("planner").add_many(["Mike rows", "Mike lives in Bath"])

    assert written == tuple(written)
    assert repr(written).splitlines()[0] == "<Listed: items 2"
    assert [line.split(",")[0] for line in repr(written).splitlines()[1:]] == [
        f"  id {each.id}" for each in written
    ]
    assert len(repr(waiting.transactions()).splitlines()) == 3


def test_the_synchronous_library_takes_contexts_too(waiting: AgentMemory) -> None:
    context = waiting.context("planner", role=AgentRole.PLANNER)

    written = context.add("Mike lives in London", **CITY)

    assert waiting.get(written.id).agent == "planner"
    assert context.recall("Where does Mike live?")[0].memory.id == written.id
    assert context.token_budget_used > 0


def test_a_context_reaches_through_a_service(database: Database) -> None:
    with listening_service(database) as url, MemoryClient(url) as client:
        chief = client.context("chief", namespace="garden")
        pruner = chief.as_agent("pruner", role=AgentRole.EXECUTOR)

        written = pruner.add("The roses are pruned")

        found = client.get(written.id)
        (entry,) = client.transactions(after=written.transaction - 1)
        assert (found.agent, found.namespace, entry.role) == ("pruner", "garden", "executor")
        assert pruner.recall("Are the roses pruned?")[0].memory.id == written.id
        assert pruner.token_budget_used > 0
        with pytest.raises(NotPermitted):
            pruner.forget(written.id)
        chief.make_read_only()
        with pytest.raises(NotPermitted):
            pruner.add("The roses are blue")


ADA: dict[str, object] = {
    "agent": "ada",
    "role": "executor",
    "permissions": ["read"],
    "trail": ["ada"],
    **dict.fromkeys(("user", "namespace", "visibility", "project", "session")),
}
MALFORMED: dict[str, object] = {
    "a trail that ends in another": ADA | {"trail": ["ada", "bob"]},
    "no trail": ADA | {"trail": []},
    "a trail that is a text": ADA | {"agent": "a", "trail": "ba"},
    "a long trail": ADA | {"trail": ["ada"] * 65},
    "rights that are an object": ADA | {"permissions": {"read": True}},
    "a field besides": ADA | {"admin": True},
    "a field too few": {name: value for name, value in ADA.items() if name != "session"},
    "more than a header carries": ADA | {"trail": ["b" * 255] * 63 + ["ada"], "session": "c" * 256},
    "a list": [ADA],
}


async def test_an_agent_that_cannot_be_read_is_refused(database: Database) -> None:
    async with serving(database) as service:

        async def asked(told: str) -> httpx.Response:
            return await service.http.get("/v1/stats", headers={"X-Muniment-Acting": told})

        for told in ("chief", "{}", '{"agent": ""}', "[" * 9999, "1"):
            assert code_of(await asked(told)) == (422, "value_invalid")
        for what, said in MALFORMED.items():
            assert code_of(await asked(json.dumps(said))) == (422, "value_invalid"), what
        lone = await asked(json.dumps(ADA | {"session": "\ud800"}))
        assert code_of(lone) == (422, "text_unstorable")
        assert (await asked(json.dumps(ADA))).status_code == 200


def test_every_method_that_reads_or_writes_takes_a_context() -> None:
    without = {"open", "close", "context"}
    methods = {
        name
        for kind in AsyncAgentMemory.__mro__
        for name, value in vars(kind).items()
        if callable(value) and not name.startswith("_")
    }
    assert {
        name
        for name in methods - without
        if "context" not in getattr(AsyncAgentMemory, name).__annotations__
    } == set()


def test_a_context_is_made_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "AGENT": "night-shift",
        "ROLE": "monitor",
        "NAMESPACE": "project:acme",
        "TOKEN_BUDGET": "500",
        "READ_ONLY": "true",
    }.items():
        monkeypatch.setenv(f"MUNIMENT_{name}", value)

    made = AgentContext.from_env()
    named = AgentContext.from_env(agent_id="orchestrator", namespace="project:other")

    assert (made.agent_id, made.role, made.namespace) == (
        "night-shift", AgentRole.MONITOR, "project:acme",
    )  # fmt: skip
    assert (made.token_budget, made.read_only, made.user) == (500, True, None)
    assert (named.agent_id, named.namespace) == ("orchestrator", "project:other")


def test_an_environment_that_names_no_agent_is_refused() -> None:
    with pytest.raises(InvalidValue, match="MUNIMENT_AGENT"):
        AgentContext.from_env()


@pytest.mark.parametrize(
    "given",
    [
        {"agent_id": ""},
        {"agent_id": None},
        {"agent_id": "a", "role": "boss"},
        {"agent_id": "a", "visibility": "secret"},
        {"agent_id": "a", "token_budget": -1},
        {"agent_id": "a", "token_budget": True},
        {"agent_id": "a", "namespace": " "},
        {"agent_id": "a\x00"},
    ],
)
def test_a_context_that_makes_no_sense_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(Incorrect):
        AgentContext(**given)


def test_a_context_without_a_memory_says_how_to_bind_it() -> None:
    context = AgentContext("planner")

    with pytest.raises(AttributeError, match="bound to no memory"):
        context.add("Mike lives in London")  # type: ignore[attr-defined]  # bound contexts have it
    assert repr(context) == "<AgentContext planner (orchestrator)>"
