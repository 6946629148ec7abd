"""A newcomer's programs work as they are written, in a home of their own and without a network."""

from __future__ import annotations

import dataclasses
import importlib.resources
import json
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from muniment import AgentContext, AgentMemory, AgentRole, MemoryClient
from muniment.access.roles import ROLE_PERMISSIONS
from muniment.errors import BudgetSpent, NotPermitted, QuotaExceeded
from tests.database import Database
from tests.directories import roomiest
from tests.surfaces.examples import example
from tests.surfaces.service import listening_service
from tests.surfaces.terminal import environment_without_settings


def only_this_machine(connect: Any) -> Any:
    def guarded(self: socket.socket, address: Any) -> Any:
        is_here = self.family == socket.AF_UNIX or address[0] in ("127.0.0.1", "::1")
        assert is_here, f"a program reached for {address}"
        return connect(self, address)

    return guarded


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """Lend a home that nothing is in. The server that runs in it may be another user's than ours."""
    path = Path(tempfile.mkdtemp(prefix="muniment-examples-", dir=roomiest()))
    path.chmod(0o755)
    environment = environment_without_settings() | {"HOME": str(path)}
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ.keys() - environment.keys():
            patch.delenv(name)
        patch.setenv("HOME", str(path))
        patch.setattr(socket.socket, "connect", only_this_machine(socket.socket.connect))
        (path / ".muniment.toml").write_text('tenant = "workshop"\n', encoding="utf-8")
        yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="module")
def mem(home: Path) -> Iterator[AgentMemory]:
    with AgentMemory() as memory:
        yield memory


@pytest.fixture
def ctx(request: pytest.FixtureRequest) -> AgentContext:
    return AgentContext(
        agent_id="surveyor-7", role=AgentRole.RESEARCHER, namespace=f"plot:{request.node.name}"
    )


@example("py-open", "py-settings-file")
def test_a_memory_opens_by_itself_and_reads_the_settings_file(mem: AgentMemory, home: Path) -> None:
    assert mem.settings.tenant == "workshop"
    assert mem.settings.home.is_relative_to(home)


@example("py-context", "py-add", "py-recall")
def test_what_an_agent_adds_is_recalled_with_its_score(mem: AgentMemory, ctx: AgentContext) -> None:
    mem.add(content="Priya runs the foundry", entity="priya", category="role", context=ctx)

    results = mem.recall(query="who runs the foundry?", context=ctx)

    told = [(r.score > 0, r.memory.content, r.memory.namespace) for r in results]
    assert told == [(True, "Priya runs the foundry", ctx.namespace)]


@example("py-solo")
def test_a_first_belief_needs_no_identity_at_all(home: Path) -> None:
    with AgentMemory(tenant="nobody asked") as memory:
        memory.add("the kettle is on")

        (project,) = memory.projects()
        (session,) = memory.sessions()
        day = memory.transactions()[-1].session
        assert memory.settings.user == "local"

    assert (project.name, session.project) == ("inbox", "inbox")
    assert session.name == day == session.started_at.date().isoformat()


@example("py-as-of", "py-time-window")
def test_both_times_are_asked_for_by_plain_texts(mem: AgentMemory, ctx: AgentContext) -> None:
    def hired(who: str, since: str, until: str | None = None) -> None:
        mem.add(
            content=f"{who} is the harbour master",
            entity="harbour",
            category="master",
            valid_from=since,
            valid_until=until,
            context=ctx,
        )

    hired("Tove", "2025-11-01", "2026-02-10")
    hired("Nils", "2026-06-01")

    before = mem.recall(query="who masters the harbour?", as_of="2020-01-01T00:00:00Z", context=ctx)
    spring = mem.recall(
        query="harbour master", time_window=("2026-01-01", "2026-04-01"), context=ctx
    )

    assert list(before) == []
    assert [r.memory.content for r in spring] == ["Tove is the harbour master"]


@example("py-supersede")
def test_a_newer_belief_ends_the_older_one_and_both_stay(
    mem: AgentMemory, ctx: AgentContext
) -> None:
    slot: dict[str, Any] = {"entity": "kiln", "category": "state", "context": ctx}
    first = mem.add(content="the kiln is cold", valid_from="2026-03-01", **slot)
    second = mem.add(content="the kiln is lit", valid_from="2026-05-01", **slot)

    (then,) = mem.current_facts(entity="kiln", valid_at="2026-04-01", context=ctx)
    (now,) = mem.current_facts(entity="kiln", context=ctx)
    ended = mem.history(first.id, context=ctx)[-1]

    assert (then.content, now.content) == ("the kiln is cold", "the kiln is lit")
    assert (ended.superseded_by, second.displaced) == (second.id, (first.id,))


@example("py-round", "py-decisions")
def test_a_round_is_learnt_from_without_a_session_or_a_time(mem: AgentMemory) -> None:
    turn: dict[str, Any] = {"user_message": "I live in Turku.", "assistant_message": "A fine town."}

    first = mem.ingest_round(**turn, speaker="Saara")
    (decision,) = first.decisions
    episode = mem.get_episode(first.episodes[0])
    moved = mem.ingest_round("I moved to Oulu.", speaker="Saara").decisions[0]
    again = mem.ingest_round("I live in Oulu.", speaker="Saara").decisions[0]

    assert (decision.decision, decision.sentence) == ("ADD", "Saara lives in Turku.")
    assert decision.episode_id == episode.id
    assert episode.session == episode.occurred_at.date().isoformat()
    assert (moved.outcome, again.decision) == ("superseded", "NOOP")
    assert decision.memory_id in moved.candidates


@example("py-consolidate")
def test_stored_turns_are_read_again_when_it_suits(mem: AgentMemory, home: Path) -> None:
    with AgentMemory(tenant="at night") as memory:
        turn = {"content": "I play the oboe.", "speaker": "Ylva", "session": "rehearsal"}
        memory.ingest_turns([turn | {"occurred_at": "2026-04-02T20:00:00Z"}])

        done = memory.consolidate()

        assert (done.read, done.changed) == (1, 1)
        assert [each.entity for each in memory.current_facts("Ylva")] == ["Ylva"]


@example("py-reflect")
def test_a_look_back_tells_what_is_stable_and_settles_nothing(home: Path) -> None:
    with AgentMemory(tenant="looking back") as memory:
        for day in ("02", "03", "04"):
            memory.ingest_round(
                "I prefer tea.", speaker="Ylva", session=day, occurred_at=f"2026-04-{day}"
            )
        found = memory.reflect()

    assert [each.content for each in found.stable_preferences] == ["Ylva likes tea."]
    assert (found.stable_constraints, found.changed_beliefs) == ((), ())
    assert found.contradictions_for_review == ()


@example("py-pack", "py-pack-prompt", "py-pack-json")
def test_a_pack_can_be_cited_weighed_and_handed_on(mem: AgentMemory, ctx: AgentContext) -> None:
    said = mem.ingest_round("I live in Vaasa.", speaker="Runa", context=ctx)
    sure = said.decisions[0].memory_id
    assert sure is not None
    hunch = mem.add(
        content="Runa keeps bees in Vaasa",
        confidence=0.6,
        valid_from="2026-01-01",
        valid_until="2099-01-01",
        context=ctx,
    )

    pack = mem.recall_as_pack(query="who lives in Vaasa and keeps bees?", limit=20, context=ctx)

    entries = {entry.id: entry for entry in pack.memories}
    assert entries[sure].source_episode_id == said.episodes[0]
    assert entries[hunch.id].source_episode_id is None
    assert entries[hunch.id].confidence == 0.6
    assert entries[hunch.id].valid_from.isoformat() == "2026-01-01T00:00:00+00:00"
    until = entries[hunch.id].valid_until
    assert until is not None
    assert until.year == 2099
    prompt = pack.render_prompt()
    assert "ABSTAIN" in prompt
    assert "CONFLICT" in prompt
    assert f'"id": "{hunch.id}"' in prompt
    assert isinstance(hash(pack), int)
    with pytest.raises(dataclasses.FrozenInstanceError):
        pack.query = "another"  # type: ignore[misc]  # what it refuses is the point
    told = json.loads(pack.to_json())
    assert {each["id"] for each in told["entries"]} == {str(each) for each in entries}


@example("py-team")
def test_agents_start_each_other_and_share_a_scratchpad(
    mem: AgentMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_TOKEN_BUDGET", "900")
    orchestrator = AgentContext.from_env(agent_id="foreman", namespace="plot:barn")
    planner = orchestrator.as_agent("drafter", role=AgentRole.PLANNER)
    executor = planner.as_agent("joiner", role=AgentRole.EXECUTOR)
    planner.scratchpad["beams"] = 14

    written = mem.add(content="the barn needs 14 beams", context=executor)
    evidence = mem.explain(written.id, context=executor).evidence[0]

    assert executor.scratchpad == {"beams": 14}
    assert (executor.parent_agent_id, orchestrator.token_budget) == ("drafter", 900)
    assert evidence.trail == ("foreman", "drafter", "joiner")


@example("py-roles", "py-read-only")
@pytest.mark.parametrize(
    "role, may",
    [
        ("ORCHESTRATOR", "read write forget"),
        ("PLANNER", "read write"),
        ("EXECUTOR", "read write"),
        ("RESEARCHER", "read write"),
        ("REVIEWER", "read"),
        ("MONITOR", "read"),
    ],
)
def test_a_role_bounds_what_an_agent_does(mem: AgentMemory, role: str, may: str) -> None:
    ctx = AgentContext(agent_id="ida", role=AgentRole[role], namespace=f"role:{role}")
    reader = ctx.as_agent("eve", read_only=True)
    known = mem.add("a belief", namespace=f"role:{role}")

    def can(act: Any) -> bool:
        try:
            act()
        except NotPermitted:
            return False
        return True

    done = {
        "read": can(lambda: mem.get(known.id, context=ctx)),
        "write": can(lambda: mem.add("another", context=ctx)),
        "forget": can(lambda: mem.forget(known.id, context=ctx)),
    }
    assert {name for name, could in done.items() if could} == set(may.split())
    assert ROLE_PERMISSIONS[AgentRole[role]] == set(may.split())
    assert not can(lambda: mem.add("a third", context=reader))


@example("py-budget")
def test_the_recalls_of_an_agent_share_one_budget(mem: AgentMemory) -> None:
    for n in range(3):
        mem.add(f"lamp {n} burns in the north tower", namespace="tower")
    ctx = AgentContext(agent_id="keeper", namespace="tower", token_budget=20)

    first = mem.recall("which lamp burns in the tower?", context=ctx)

    assert 0 < ctx.token_budget_used <= 20
    assert ctx.token_budget_used == sum(each.tokens for each in first)
    spent = AgentContext(agent_id="keeper", namespace="tower", token_budget=0)
    with pytest.raises(BudgetSpent):
        mem.recall("which lamp?", context=spent)


@example("py-quota")
def test_a_quota_stops_the_write_that_is_too_much(mem: AgentMemory) -> None:
    mem.set_quota("user-42", daily_writes=1)
    ctx = AgentContext(agent_id="clerk", user="user-42")
    mem.add("one", context=ctx)

    with pytest.raises(QuotaExceeded):
        mem.add("two", context=ctx)
    assert mem.get_quota("user-99").daily_writes is None


@example("py-provenance")
def test_a_memory_says_who_told_it_where_and_in_which_turn(mem: AgentMemory) -> None:
    ctx = AgentContext(agent_id="scribe", session="council", namespace="council")
    said = mem.ingest_round("I live in Kuopio.", speaker="Aino", session="council", context=ctx)
    (decision,) = said.decisions
    assert decision.memory_id is not None

    (evidence,) = mem.explain(decision.memory_id, context=ctx).evidence

    assert evidence.episode is not None
    assert (evidence.actor, evidence.session) == ("scribe", "council")
    assert (evidence.episode.id, evidence.quotation) == (said.episodes[0], "I live in Kuopio")


@example("py-health")
def test_health_names_every_part(mem: AgentMemory) -> None:
    health = mem.health()

    assert {part.name: part.ok for part in health.parts} == {
        "database": True, "role": True, "schema": True, "embedder": True, "head": True,
        "backlog": True, "tasks": True,
    }  # fmt: skip


@example("py-primitives")
def test_the_six_primitives_are_methods(mem: AgentMemory) -> None:
    slot: dict[str, Any] = {"entity": "ferry", "category": "berth"}
    old = mem.add("the ferry berths at pier 2", valid_from="2026-01-01", **slot)
    new = mem.add("the ferry berths at pier 5", valid_from="2026-04-01", **slot)

    assert mem.recall("where does the ferry berth?")[0].memory.id == new.id
    assert [entry.memory.id for entry in mem.timeline("ferry")] == [old.id, new.id]
    assert [each.id for each in mem.current_facts("ferry")] == [new.id]
    assert mem.forget(new.id, reason="a mistake").displaced == (old.id,)
    assert list(mem.search(entity="ferry", category="berth")) == []
    assert mem.verify().holds


@example("py-client")
def test_a_client_is_the_same_library_over_a_service(database: Database) -> None:
    with listening_service(database) as url, MemoryClient(url) as client:
        client.add("the mill grinds rye", entity="mill", category="grain")
        (found,) = client.recall("what does the mill grind?")

    assert found.memory.content == "the mill grinds rye"


@example("py-embedder", "py-trace")
def test_the_environment_chooses_embedder_and_trace(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = home / "trace.jsonl"
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "none")
    monkeypatch.setenv("MUNIMENT_RECALL__TRACE", "jsonl")
    monkeypatch.setenv("MUNIMENT_RECALL__TRACE_PATH", str(trace))

    with AgentMemory(tenant="words alone") as memory:
        memory.add("the mill grinds rye")
        recalled = memory.recall("what does the mill grind?")
    monkeypatch.setenv("MUNIMENT_RECALL__TRACE", "off")
    with AgentMemory(tenant="words alone") as memory:
        memory.recall("what does the mill grind?")

    assert recalled.receipt.embedder is None
    (line,) = trace.read_text(encoding="utf-8").splitlines()
    assert str(recalled.receipt.recall_id) in line


@example("py-skill")
def test_the_skill_comes_with_the_package() -> None:
    files = importlib.resources.files("muniment")

    (skill,) = [each for each in (files / "hooks" / "files").iterdir() if each.name == "SKILL.md"]

    assert skill.read_text(encoding="utf-8").startswith("---\nname: muniment")
