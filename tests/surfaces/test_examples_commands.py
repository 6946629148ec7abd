"""A newcomer's commands, and the calls of an agent over MCP, work as they are written."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from mcp import Client

from tests.database import VIEWER, Database
from tests.directories import roomiest
from tests.surfaces import test_examples_library
from tests.surfaces.agents import PROGRAM, good, over_stdio
from tests.surfaces.examples import EXAMPLES, LEFT_OUT, example, not_shown
from tests.surfaces.terminal import Finished, Terminal, environment_without_settings


@example("cli-init", "cli-doctor")
def test_the_first_two_commands_prepare_and_check(terminal: Terminal) -> None:
    assert terminal.json("init")["tenant"] == "local"
    assert terminal("doctor").code == 0


@example("cli-memories", "cli-timeline", "cli-stats", "cli-inspect")
def test_memories_are_kept_from_a_terminal(terminal: Terminal) -> None:
    gate = terminal.add("the east gate sticks", "--entity", "gate", "--category", "state")
    terminal("update", gate, "the east gate jams")

    assert (
        terminal.json("recall", "what is wrong with the gate?")["results"][0]["memory"]["id"]
        == gate
    )
    for listing in (["search", "gate jams"], ["list"]):
        assert [each["id"] for each in terminal.json(*listing)["items"]] == [gate]
    assert [each["memory"]["id"] for each in terminal.json("timeline", "gate")["items"]] == [gate]
    assert terminal.json("stats")["memories"] == 1
    assert [each["operation"] for each in terminal.json("inspect")] == ["open", "add", "update"]
    assert terminal.json("forget", gate)["outcome"] == "INVALIDATE"


@pytest.mark.parametrize("command, path", [
    pytest.param("api", "/health", id="api"), pytest.param("ui", "/", id="ui"),
])  # fmt: skip
@example("cli-api", "cli-ui")
def test_a_service_listens_where_it_is_told(
    terminal: Terminal, database: Database, command: str, path: str
) -> None:
    viewer = database.server.lease.conninfo(database.name, VIEWER)
    with subprocess.Popen(
        [*PROGRAM, command, "--port", "0", "--json"],
        env={**terminal.environment, "MUNIMENT_WEB__DATABASE_URL": viewer},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            said = ""
            while not said.endswith("}\n"):
                line = process.stdout.readline()
                assert line, "it ended before it listened"
                said += line
            told = json.loads(said)
            assert httpx.get(told["url"].rstrip("/") + path).status_code == 200
        finally:
            process.terminate()


@example("cli-hook")
def test_the_three_hooks_run(terminal: Terminal, tmp_path: Path) -> None:
    talk = tmp_path / "talk.jsonl"
    talk.write_text('{"type": "user", "message": {"content": "Write the plan."}}', encoding="utf-8")
    said = {"session_id": "s1", "cwd": str(tmp_path), "transcript_path": str(talk)}
    used = {"tool_name": "Write", "tool_input": {"file_path": "plan.md", "content": "1"}}

    def hook(name: str, **more: object) -> Finished:
        event = json.dumps(said | more).encode()
        without_model = {"MUNIMENT_EMBEDDER__NAME": "none"}
        return terminal.process(
            "hook", name, "--deadline-s", "100", given=event, more=without_model
        )

    done = [hook("post-tool-use", **used), hook("stop"), hook("session-start", session_id="s2")]

    assert [(each.code, each.err) for each in done] == [(0, "")] * 3
    assert "Write the plan." in done[2].out


@example("cli-setup")
def test_an_agent_is_set_up_for_a_user_or_for_a_project(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert terminal("setup", "claude-code").code == 0
    assert terminal("setup", "claude-code", "--project").code == 0

    for file in (tmp_path / ".claude.json", tmp_path / ".mcp.json"):
        assert json.loads(file.read_text(encoding="utf-8"))["mcpServers"].keys() == {"muniment"}


@example("cli-help")
def test_help_lists_the_commands(terminal: Terminal) -> None:
    shown = terminal("--help").out

    for name in ("init", "doctor", "add", "recall", "timeline", "api", "mcp", "ui", "hook"):
        assert f"│ {name} " in shown


@pytest.fixture(scope="module")
def directory() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="muniment-examples-", dir=roomiest()))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="module")
async def agent(directory: Path) -> AsyncIterator[Client]:
    environment = environment_without_settings() | {"HOME": str(directory)}
    async with over_stdio(environment, "serve", str(directory / "store")) as client:
        yield client


@example("mcp-serve", "mcp-tools")
async def test_eight_tools_keep_and_find(agent: Client) -> None:
    called = agent.call_tool
    anvil = {"content": "the anvil is in bay 3", "entity": "anvil"}
    written = good(await called("memory_add", anvil))
    found = good(await called("memory_recall", {"query": "where is the anvil?"}))

    assert [each["content"] for each in found["records"]] == ["the anvil is in bay 3"]
    assert good(await called("memory_get", {"id": written["id"]}))["entity"] == "anvil"
    assert len(good(await called("memory_search", {"entity": "anvil"}))["items"]) == 1
    assert len(good(await called("memory_timeline", {"entity": "anvil"}))["items"]) == 1
    assert good(await called("memory_stats", {}))["memories"] == 1
    assert good(await called("memory_forget", {"id": written["id"]}))["outcome"] == "INVALIDATE"


@example("mcp-health")
async def test_an_agent_asks_first_whether_memory_is_fit(agent: Client) -> None:
    call = json.loads('{ "tool": "memory_health" }')

    health = good(await agent.call_tool(call["tool"], {}))

    assert all(part["ok"] for part in health["parts"])


@example("mcp-resources", "mcp-prompts")
async def test_memories_are_resources_and_questions_are_prompts(agent: Client) -> None:
    await agent.call_tool("memory_add", {"content": "the bellows leak", "entity": "bellows"})

    (recent,) = (await agent.read_resource("muniment://recent")).contents
    prompted = await agent.get_prompt("recall", {"query": "what leaks?"})

    assert "the bellows leak" in str(recent)
    assert "the bellows leak" in str(prompted.messages[0].content)


@example("mcp-path")
async def test_a_directory_is_served_by_its_place(agent: Client, directory: Path) -> None:
    anvil = {"content": "the anvil is sold", "entity": "anvil", "category": "whereabouts"}
    written = good(await agent.call_tool("memory_add", anvil))
    environment = environment_without_settings() | {"HOME": str(directory)}
    async with over_stdio(environment, "mcp", "--path", str(directory / "store")) as client:
        found = good(await client.call_tool("memory_get", {"id": written["id"]}))

    assert found["content"] == "the anvil is sold"


def test_every_example_has_a_test_or_a_reason() -> None:
    assert test_examples_library.__name__ in sys.modules
    assert not_shown() == []
    assert set(EXAMPLES) & LEFT_OUT.keys() == set()
