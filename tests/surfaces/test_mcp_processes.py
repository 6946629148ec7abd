"""`muniment mcp` works with nothing configured, keeps repositories apart, and asks who is there."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from mcp import MCPError

from muniment import AgentMemory
from muniment.cli.commands import COMMANDS
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.agents import good, listening, over_stdio, refusal, speaking
from tests.surfaces.terminal import Terminal

READING = {
    "memory_recall", "memory_get", "memory_search", "memory_timeline", "memory_history",
    "memory_explain", "memory_gaps", "memory_stats", "memory_health",
}  # fmt: skip


@pytest.fixture
def home() -> Iterator[Path]:
    # Not within pytest's own folder: it is closed to the user that root's server runs as.
    path = Path(tempfile.mkdtemp(prefix="muniment-mcp-"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.mark.slow
async def test_with_nothing_configured_it_works_from_the_first_call(home: Path) -> None:
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    async with over_stdio(environment, "mcp", directory=home) as client:
        written = good(
            await client.call_tool("memory_add", {"content": "Mike plays the cello in Bath"})
        )
        found = good(await client.call_tool("memory_recall", {"query": "What does Mike play?"}))

    assert [each["id"] for each in found["records"]] == [written["id"]]


async def test_repositories_are_kept_apart_on_request(terminal: Terminal, tmp_path: Path) -> None:
    environment = {**terminal.environment, "MUNIMENT_EMBEDDER__NAME": "none"}
    seen = {}
    for name in ("one", "two"):
        directory = tmp_path / name
        directory.mkdir()
        async with over_stdio(
            environment, "mcp", "--per-repository", directory=directory
        ) as client:
            await client.call_tool("memory_add", {"content": f"This is repository {name}."})
            found = good(await client.call_tool("memory_search", {}))
            seen[name] = [each["content"] for each in found["items"]]

    assert seen == {"one": ["This is repository one."], "two": ["This is repository two."]}


async def test_an_agent_does_no_more_than_its_configured_role(terminal: Terminal) -> None:
    environment = {
        **terminal.environment,
        "MUNIMENT_EMBEDDER__NAME": "none",
        "MUNIMENT_AGENT": "eye",
        "MUNIMENT_ROLE": "reviewer",
    }
    async with over_stdio(environment) as client:
        code, said = refusal(await client.call_tool("memory_add", {"content": "Mike sings"}))
        found = good(await client.call_tool("memory_search", {}))
        tools, prompts = await client.list_tools(), await client.list_prompts()
        with pytest.raises(MCPError, match="lacks the permission write"):
            await client.get_prompt("hand_over", {"task": "the song"})

    assert {each.name for each in tools.tools} == READING
    assert {each.name for each in prompts.prompts} == {"recall", "timeline", "audit_decision"}
    assert code == "not_permitted"
    assert said.startswith("eye (reviewer) lacks the permission write. Of the roles orchestrator, ")
    assert found["items"] == []


async def test_a_store_that_cannot_be_opened_is_told_by_each_tool(tmp_path: Path) -> None:
    environment = {
        "HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
        "MUNIMENT_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "MUNIMENT_POOL__CONNECT_TIMEOUT_S": "1",
    }
    async with over_stdio(environment) as client:
        assert (await client.list_tools()).tools
        for _ in range(2):
            code, _ = refusal(await client.call_tool("memory_health", {}))
            assert code == "database_unavailable"


async def test_over_http_a_key_says_as_whom_and_without_one_nobody_enters(
    database: Database, terminal: Terminal
) -> None:
    with AgentMemory(database.app, embedder=HashedEmbedder()) as memory:
        writer = memory.create_key("writer", agent="scribe").token
        reader = memory.create_key("reader", agent="eye", role="monitor").token
        hand = memory.create_key("hand", agent="hand", role="executor").token
    environment = {
        **terminal.environment,
        "MUNIMENT_ACCESS__KEYS": "true",
        "MUNIMENT_EMBEDDER__NAME": "none",
    }
    with listening(environment) as url:
        async with httpx.AsyncClient() as nobody:
            assert (await nobody.post(url, json={})).status_code == 401
        async with speaking(url, writer) as client:
            written = good(await client.call_tool("memory_add", {"content": "Mike sings"}))
            explained = good(await client.call_tool("memory_explain", {"id": written["id"]}))
        async with speaking(url, reader) as client:
            assert good(await client.call_tool("memory_get", {"id": written["id"]}))
            code, _ = refusal(await client.call_tool("memory_add", {"content": "Mike hums"}))
            to_read = {each.name for each in (await client.list_tools()).tools}
        async with speaking(url, hand) as client:
            to_write = {each.name for each in (await client.list_tools()).tools}

    assert to_read == READING
    assert to_write - to_read == {"memory_add", "memory_update", "memory_end", "memory_ingest"}
    assert explained["evidence"][0]["actor"] == "scribe"
    assert code == "not_permitted"


def test_without_authentication_others_cannot_reach_it(terminal: Terminal) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1"):
        code, name, _ = terminal.refusal("mcp", "--http", "--host", host, "--port", "0")
        assert (code, name) == (2, "address_needs_authentication")


def test_a_page_of_a_stranger_cannot_call_it_by_another_name(terminal: Terminal) -> None:
    environment = {**terminal.environment, "MUNIMENT_EMBEDDER__NAME": "none"}
    with listening(environment) as url:
        answer = httpx.post(url, json={}, headers={"Host": "evil.example"})
        assert answer.status_code == 422
        assert "evil.example" in answer.json()["detail"]
        assert httpx.get(url.replace("/mcp", "/health")).json() == {"status": "ok"}


def test_no_other_command_loads_the_sdk() -> None:
    others = {place.module for name, place in COMMANDS.items() if name not in ("mcp", "serve")}
    program = f"import sys, {', '.join(sorted(others))}\nprint('mcp' in sys.modules)"
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert finished.stdout.strip() == "False"


HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "printf", "version": "1"},
    },
}


def test_what_was_asked_before_the_end_of_input_is_answered(terminal: Terminal) -> None:
    calls = [
        {
            "jsonrpc": "2.0",
            "id": number,
            "method": "tools/call",
            "params": {"name": "memory_add", "arguments": {"content": f"Tea {number} is ready"}},
        }
        for number in (2, 3)
    ]
    hello = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    lines = "".join(json.dumps(each) + "\n" for each in (HELLO, hello, *calls))

    done = terminal.process("mcp", given=lines.encode(), more={"MUNIMENT_EMBEDDER__NAME": "none"})

    answers = {each["id"]: each for each in map(json.loads, done.out.splitlines())}
    assert (done.code, done.err, sorted(answers)) == (0, "", [1, 2, 3])
    assert [answers[number]["result"].get("isError") for number in (2, 3)] == [False, False]
    assert terminal.json("stats")["memories"] == 2


def test_whatever_a_client_breaks_off_the_others_are_answered_and_the_end_is_heard(
    terminal: Terminal,
) -> None:
    """A client may write the number of a call as text, and what is no id is nobody's."""
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "memory_stats"}}
    broken_off = [
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": each}}
        for each in ("2", [3], {"id": 3}, None)
    ]
    ping = {"jsonrpc": "2.0", "id": 3, "method": "ping"}
    hello = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    lines = "".join(json.dumps(each) + "\n" for each in (HELLO, hello, call, *broken_off, ping))

    done = terminal.process("mcp", given=lines.encode(), more={"MUNIMENT_EMBEDDER__NAME": "none"})

    assert done.code == 0
    assert {json.loads(each)["id"] for each in done.out.splitlines()} >= {1, 3}


@pytest.mark.parametrize("how, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_process_that_is_told_to_stop_ends_though_its_client_is_still_there(
    terminal: Terminal, how: signal.Signals, code: int
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "muniment", "mcp"],
        env={**terminal.environment, "MUNIMENT_EMBEDDER__NAME": "none"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{json.dumps(HELLO)}\n".encode())
        process.stdin.flush()
        process.stdout.readline()
        try:
            process.send_signal(how)
            ended = process.wait(timeout=30)
        finally:
            process.kill()
        assert process.stderr is not None
        assert (ended, process.stderr.read().count(b"\n")) == (code, 1)


NO_MESSAGES = {
    "{bad": -32700,
    json.dumps([HELLO]): -32600,
    "{}": -32600,
    "7": -32600,
    '[{"a": 1, "a": 2}, bad': -32700,
    **{
        json.dumps({"jsonrpc": "2.0", "id": no_id, "method": "tools/list"}): -32600
        for no_id in (None, 1.5, True, [7])
    },
}


def test_a_line_that_is_no_message_is_answered(terminal: Terminal) -> None:
    lines = "".join(f"{each}\n" for each in NO_MESSAGES)

    done = terminal.process("mcp", given=lines.encode())

    answers = [json.loads(each) for each in done.out.splitlines()]
    assert [(each["id"], each["error"]["code"]) for each in answers] == [
        (None, code) for code in NO_MESSAGES.values()
    ]
    assert answers[1]["error"]["message"] == "This is an array. Send each message by itself."
    assert "the id a text or a whole number" in answers[-1]["error"]["message"]


TO_MCP = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
HALVED = """\
{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "memory_add", "arguments": {"content": "\\ud83d"}}}
"""


def test_a_call_with_half_a_character_is_answered_by_its_id(terminal: Terminal) -> None:
    done = terminal.process("mcp", given=f"{json.dumps(HELLO)}\n{HALVED}".encode())

    answers = {each["id"]: each for each in map(json.loads, done.out.splitlines())}
    assert (sorted(answers), answers[7]["error"]["code"]) == ([1, 7], -32602)
    assert "cut in the middle of a character" in answers[7]["error"]["message"]


TWICE = """\
{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "memory_add", "arguments": {"content": "tea", "content": "mud"}}}
{"jsonrpc": "2.0", "id": 8, "id": 9, "method": "tools/list"}
"""


def test_a_call_that_names_a_field_twice_is_answered_by_its_id(terminal: Terminal) -> None:
    done = terminal.process("mcp", given=f"{json.dumps(HELLO)}\n{TWICE}".encode())

    answers = {each["id"]: each for each in map(json.loads, done.out.splitlines())}
    assert answers.keys() == {1, 7, None}
    assert [answers[each]["error"] for each in (7, None)] == [
        {"code": -32602, "message": "'content' appears twice in one object. Write it once."},
        {"code": -32602, "message": "'id' appears twice in one object. Write it once."},
    ]


async def test_a_body_with_half_a_character_is_answered_by_its_id(terminal: Terminal) -> None:
    with listening({**terminal.environment, "MUNIMENT_EMBEDDER__NAME": "none"}) as url:
        async with httpx.AsyncClient(headers=TO_MCP) as client:
            answer = (await client.post(url, content=HALVED)).json()

    assert (answer["id"], answer["error"]["code"]) == (7, -32602)
    assert "cut in the middle of a character" in answer["error"]["message"]


async def test_a_body_that_is_no_message_is_answered_as_over_a_pipe(terminal: Terminal) -> None:
    with listening({**terminal.environment, "MUNIMENT_EMBEDDER__NAME": "none"}) as url:
        async with httpx.AsyncClient(headers=TO_MCP) as client:
            answers = [await client.post(url, content=each) for each in NO_MESSAGES]

    assert [each.status_code for each in answers] == [400] * len(NO_MESSAGES)
    assert [each.json()["error"]["code"] for each in answers] == list(NO_MESSAGES.values())
    assert "array. Send each message by itself" in answers[1].json()["error"]["message"]
