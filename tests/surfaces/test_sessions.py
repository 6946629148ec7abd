"""A memory knows in which session of which project it was written, even where nobody named one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from muniment import AgentRole, AsyncAgentMemory
from muniment.errors import (
    ContainerNotFound,
    EpisodeNotFound,
    InvalidValue,
    MemoryNotFound,
    NotPermitted,
)
from muniment.model.ids import MemoryId
from tests.surfaces.terminal import Terminal

TURN = {"content": "I moved.", "occurred_at": "2026-06-20", "session": "chat"}


async def test_with_nothing_configured_there_are_a_user_an_inbox_and_a_session_of_the_day(
    memory: AsyncAgentMemory,
) -> None:
    written = await memory.add("foo")

    (project,) = await memory.projects()
    (session,) = await memory.sessions()
    (evidence,) = (await memory.explain(written.id)).evidence
    day = written.known_from.date().isoformat()
    assert (project.name, project.kind.value, project.ended_at) == ("inbox", "project", None)
    assert (session.name, session.project, session.started_at) == (
        day, "inbox", written.known_from,
    )  # fmt: skip
    assert (evidence.session, evidence.actor, evidence.role, evidence.trail) == (
        day, "local", "user", (),
    )  # fmt: skip
    assert (await memory.get_quota()).user == "local"


async def test_the_second_memory_of_a_day_is_of_the_same_session(memory: AsyncAgentMemory) -> None:
    await memory.add("foo")
    second = await memory.add("bar")

    assert len(await memory.sessions()) == 1
    (evidence,) = (await memory.explain(second.id)).evidence
    assert evidence.session == second.known_from.date().isoformat()
    assert (await memory.verify()).holds


async def test_an_explanation_shows_agent_role_session_and_trail(memory: AsyncAgentMemory) -> None:
    chief = memory.context("chief", project="garden", session="pruning")
    pruner = chief.as_agent("pruner", role=AgentRole.EXECUTOR)

    written = await pruner.add("The roses are pruned")

    (evidence,) = (await memory.explain(written.id)).evidence
    assert (evidence.actor, evidence.role, evidence.session) == ("pruner", "executor", "pruning")
    assert (evidence.trail, evidence.parent) == (("chief", "pruner"), "chief")
    (entry,) = await memory.transactions(after=written.transaction - 1)
    assert (entry.session, entry.trail) == ("pruning", ("chief", "pruner"))
    assert [each.project for each in await memory.sessions()] == ["garden"]


async def test_upkeep_is_of_no_session(memory: AsyncAgentMemory) -> None:
    await memory.set_cardinality("city", "many")
    await memory.set_quota("local", daily_writes=9)

    assert [each.session for each in await memory.transactions()] == [None, None, None]
    assert len(await memory.sessions()) == 0


async def test_a_quota_is_taken_away_by_who_says_so(memory: AsyncAgentMemory) -> None:
    await memory.set_quota("local", daily_writes=9, memories=8)
    for limits in ({}, {"unlimited": True, "memories": 1}):
        with pytest.raises(InvalidValue, match="give daily_writes, memories or both"):
            await memory.set_quota("local", **limits)  # type: ignore[arg-type]  # as a caller gives them
    kept = await memory.get_quota("local")
    lifted = await memory.set_quota("local", unlimited=True)

    assert (kept.daily_writes, kept.memories) == (9, 8)
    assert (lifted.daily_writes, lifted.memories) == (None, None)


async def test_the_quota_of_nobody_is_neither_set_nor_told(memory: AsyncAgentMemory) -> None:
    for nobody in ("", "  ", "x" * 257):
        with pytest.raises(InvalidValue, match=r"^user (is blank|has 257 characters)"):
            await memory.set_quota(nobody, daily_writes=9)
        with pytest.raises(InvalidValue, match=r"^user (is blank|has 257 characters)"):
            await memory.get_quota(nobody)
    await memory.set_quota(" anna ", daily_writes=9)

    assert (await memory.get_quota("anna")).daily_writes == 9


async def test_projects_and_sessions_are_opened_listed_and_ended(memory: AsyncAgentMemory) -> None:
    garden = await memory.create_project("garden")
    pruning = await memory.create_session("pruning", project="garden")
    await memory.create_session("sowing", project="project:garden")
    await memory.create_session("elsewhere")

    assert (garden.name, pruning.project) == ("garden", "garden")
    assert [each.name for each in await memory.sessions("garden")] == ["sowing", "pruning"]
    ended = await memory.end_session("session:pruning")
    assert ended.ended_at is not None
    assert [each.name for each in await memory.sessions("garden", only_open=True)] == ["sowing"]
    await memory.end_project("garden")
    assert [each.name for each in await memory.sessions(only_open=True)] == ["elsewhere"]
    assert [each.name for each in await memory.projects(only_open=True)] == ["inbox"]
    assert (await memory.verify()).holds


async def test_what_was_known_of_sessions_stays_known(memory: AsyncAgentMemory) -> None:
    await memory.create_session("pruning")
    before = (await memory.stats()).head.number
    await memory.end_session("pruning")

    (then,) = await memory.sessions(as_of=before)
    (now,) = await memory.sessions()
    assert then.ended_at is None
    assert now.ended_at is not None
    assert (await memory.sessions(as_of=1)).items == ()


async def test_opening_what_is_open_changes_nothing(memory: AsyncAgentMemory) -> None:
    first = await memory.create_session("pruning")
    before = (await memory.stats()).head.number

    again = await memory.create_session("pruning")

    assert again == first
    assert (await memory.stats()).head.number == before


async def test_an_ended_session_that_is_written_to_is_open_again(memory: AsyncAgentMemory) -> None:
    context = memory.context("pruner", session="pruning")
    await context.add("The roses are pruned")
    ended = await context.end_session()
    assert (ended.name, ended.ended_at is None) == ("pruning", False)

    await context.add("The hedge is cut")

    (session,) = await memory.sessions()
    assert session.ended_at is None
    assert session.started_at == ended.started_at
    await memory.end_session("pruning")
    assert (await memory.create_session("pruning")).ended_at is None
    assert (await memory.verify()).holds


@pytest.mark.parametrize("session", [None, "chat"])
async def test_an_ended_session_in_which_somebody_speaks_is_open_again(
    memory: AsyncAgentMemory, session: str | None
) -> None:
    await memory.create_session("chat", project="garden")
    context = memory.context("pruner", session=session)
    for turn in (TURN, TURN | {"content": "And I like it."}):
        await memory.end_session("chat")
        await context.ingest_turns([turn, turn])

        (chat,) = await memory.sessions("garden")
        assert (chat.name, chat.ended_at) == ("chat", None)
    assert (await memory.verify()).holds


async def test_the_sessions_of_turns_are_listed_too(memory: AsyncAgentMemory) -> None:
    await memory.ingest_turns([TURN, TURN | {"session": "thread:42"}])

    named = {each.name: each.kind.value for each in await memory.sessions()}
    day = (await memory.stats()).head.time.date().isoformat()
    assert named == {"chat": "session", "42": "thread", day: "session"}


async def test_a_turn_of_the_day_s_own_session_opens_it_once(memory: AsyncAgentMemory) -> None:
    day = (await memory.stats()).head.time.date()
    for name in (day, day + timedelta(days=1)):
        await memory.ingest_turns([TURN | {"session": name.isoformat()}])

    assert (await memory.verify()).holds
    assert day.isoformat() in {each.name for each in await memory.sessions()}


async def test_sessions_of_another_user_are_not_listed(memory: AsyncAgentMemory) -> None:
    await memory.add("foo")
    anna = memory.context("assistant", user="anna")

    assert len(await anna.sessions()) == 0
    with pytest.raises(ContainerNotFound):
        await anna.end_project("inbox")


async def test_sessions_are_listed_page_by_page(memory: AsyncAgentMemory) -> None:
    for n in range(5):
        await memory.create_session(f"s{n}")

    first = await memory.sessions(limit=3)
    rest = await memory.sessions(limit=3, cursor=first.cursor)

    assert [each.name for each in (*first, *rest)] == ["s4", "s3", "s2", "s1", "s0"]
    assert rest.cursor is None


async def test_what_makes_no_sense_is_refused(memory: AsyncAgentMemory) -> None:
    with pytest.raises(InvalidValue):
        await memory.create_session("")
    with pytest.raises(ContainerNotFound, match="there is no project 'moon'"):
        await memory.end_project("moon")
    with pytest.raises(ContainerNotFound):
        await memory.end_session()
    with pytest.raises(NotPermitted):
        await memory.context("eye", role=AgentRole.MONITOR).create_session("s")


def test_the_terminal_keeps_a_team_in_order(terminal: Terminal) -> None:
    terminal.json("create-session", "pruning", "--project", "garden")

    assert [each["name"] for each in terminal.json("sessions", "garden")["items"]] == ["pruning"]
    assert "pruning  session  garden" in terminal("sessions").out
    assert terminal("end-session", "pruning").out.startswith("session pruning of garden, ended at ")
    assert terminal("set-quota", "--daily-writes", "1").out.splitlines()[1].split() == [
        "writes", "today", "0", "of", "1",
    ]  # fmt: skip
    roses = terminal.add("The roses are pruned")
    code, name, told = terminal.refusal("add", "The hedge is cut")
    assert (code, name) == (5, "quota_exceeded")
    assert "the quota allows 1 a day. It resets at " in told
    assert "local (user)" in terminal("explain", roses).out
    assert terminal.json("get-quota")["memories_kept"] == 1
    assert terminal("projects", "--only-open").out.splitlines()[1].split()[:2] == [
        "inbox", "project",
    ]  # fmt: skip


async def test_what_is_in_a_container_is_changed_by_whom_that_names_it(
    memory: AsyncAgentMemory,
) -> None:
    async def put(content: str) -> MemoryId:
        return (await memory.add(content, scope="container", container="project:boat")).id

    corrected, ended, forgotten, retracted = [
        await put(f"The {part} is red") for part in ("hull", "keel", "mast", "sail")
    ]
    told = await memory.ingest_round(
        "I sold the boat.", occurred_at="2026-03-01", scope="container", container="project:boat"
    )
    (turn,) = told.episodes
    within: dict[str, Any] = {"containers": ["project:boat"]}

    for verb in (memory.end, memory.forget, memory.retract):
        with pytest.raises(
            MemoryNotFound, match="if the memory is in a container, name the container"
        ):
            await verb(corrected)
    with pytest.raises(MemoryNotFound):
        await memory.update(corrected, "The hull is blue")
    with pytest.raises(EpisodeNotFound):
        await memory.forget_episode(turn)
    await memory.update(corrected, "The hull is blue", **within)
    await memory.end(ended, "2030-01-01", **within)
    await memory.forget(forgotten, **within)
    await memory.retract(retracted, **within)
    await memory.forget_episode(turn, **within)

    found = await memory.search(kind="memory", text="red", **within)
    assert [each.id for each in found] == [ended]
    assert (await memory.get(ended, **within)).valid_until == datetime(2030, 1, 1, tzinfo=UTC)
    assert (await memory.get(corrected, **within)).content == "The hull is blue"
    with pytest.raises(EpisodeNotFound):
        await memory.get_episode(turn, **within)


async def test_a_session_is_not_opened_in_a_project_that_it_is_not_of(
    memory: AsyncAgentMemory,
) -> None:
    await memory.create_session("kickoff", project="mars")
    again = await memory.create_session("kickoff", project="mars")
    with pytest.raises(InvalidValue, match="'kickoff' exists, but not in the project 'venus'"):
        await memory.create_session("kickoff", project="venus")

    assert (again.name, again.project) == ("kickoff", "mars")
    assert [each.name for each in await memory.projects()] == ["mars"]


async def test_nobody_writes_in_the_session_of_another_project_than_the_one_named(
    memory: AsyncAgentMemory,
) -> None:
    mars = memory.context("ada", project="mars", session="kickoff")
    venus = memory.context("bob", project="venus", session="kickoff")
    nowhere = memory.context("eve", session="kickoff")
    await mars.add("The crew is chosen")

    said = {"content": "We start.", "occurred_at": "2026-06-20", "session": "kickoff"}
    for refused in (
        lambda: venus.add("The crew is ill"),
        lambda: venus.ingest_turns([said]),
        lambda: venus.ingest_round("We start.", occurred_at="2026-06-20"),
        venus.create_session,
    ):
        with pytest.raises(InvalidValue, match="'kickoff' exists, but not in the project 'venus'"):
            await refused()
    await nowhere.add("The crew is glad")
    await mars.ingest_turns([said])

    assert [(each.name, each.project) for each in await memory.sessions()] == [("kickoff", "mars")]
    assert (await memory.stats()).memories == 2
    assert (await memory.verify()).holds


async def test_each_project_that_is_named_has_a_session_of_the_day(
    memory: AsyncAgentMemory,
) -> None:
    day = (await memory.add("foo")).known_from.date().isoformat()
    mars = memory.context("ada", project="mars")
    await mars.add("The crew is chosen")
    await mars.ingest_round("The crew is glad.")
    opened = await memory.create_session(project="venus")

    assert (opened.name, opened.project) == (f"venus {day}", "venus")
    assert {(each.name, each.project) for each in await memory.sessions()} == {
        (day, "inbox"), (f"mars {day}", "mars"), (f"venus {day}", "venus"),
    }  # fmt: skip
    assert (await mars.end_session()).name == f"mars {day}"


async def test_turns_without_a_session_are_of_that_of_their_context(
    memory: AsyncAgentMemory,
) -> None:
    context = memory.context("pruner", project="garden", session="spring")
    unnamed = {"content": "The hedge is cut.", "occurred_at": "2026-03-01"}
    await context.ingest_turns([unnamed, TURN])
    turns = await context.search(kind="episode")
    assert [(turn.content, getattr(turn, "session", None)) for turn in turns] == [
        ("I moved.", "chat"),
        ("The hedge is cut.", "spring"),
    ]
    with pytest.raises(
        InvalidValue, match=r"turns, 2 of 2: the turn names no session\. Name one, or work in"
    ):
        await memory.ingest_turns([TURN, unnamed])


async def test_a_memory_that_is_not_found_may_be_somebody_elses(memory: AsyncAgentMemory) -> None:
    secret = await memory.context("ada").add("The key is under the mat", visibility="private")
    with pytest.raises(MemoryNotFound, match="or private to an agent, ask as that one"):
        await memory.context("bob").get(secret.id)
    assert (await memory.context("ada").get(secret.id)).content == "The key is under the mat"
