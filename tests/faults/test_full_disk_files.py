"""On a full disk no file of ours is left half written, and what was there stays; with room it goes on."""

from __future__ import annotations

import io
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from muniment import AsyncAgentMemory
from muniment.audit.anchors import Anchor
from muniment.cli.anchors import AnchorFile
from muniment.cli.chosen import Chosen
from muniment.cli.interviewing import write_settings
from muniment.cli.outermost import run
from muniment.errors import DiskFull
from muniment.settings import RecallSettings, Settings
from muniment.settings.keys import CONFIG_VARIABLE
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.faults.disks import Disk, mounted
from tests.surfaces.service import code_of, serving

LONG = " ".join(f"word{number}" for number in range(4_000))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with mounted(tmp_path / "disk", "512k") as made:
        yield made
        made.free()


def files(disk: Disk) -> dict[str, str]:
    """Return what is written on a disk."""
    found = sorted(each for each in disk.path.rglob("*") if each.is_file())
    return {each.name: each.read_text() for each in found if each.name != "filler"}


def test_a_hook_says_that_it_finds_no_room_and_keeps_what_comes_when_there_is(
    disk: Disk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def used(name: str) -> tuple[int, str]:
        given = {"file_path": "a.py", "content": LONG}
        event = {"session_id": "s", "tool_name": "Write", "tool_use_id": name, "tool_input": given}
        told = io.TextIOWrapper(io.BytesIO(json.dumps(event).encode()))
        monkeypatch.setattr(sys, "stdin", told)
        return run(["hook", "post-tool-use", "--home", str(disk.path)]), capsys.readouterr().err

    assert used("one") == (0, "")
    disk.fill()
    code, told = used("two")
    assert code == 0
    assert told.startswith("muniment: disk_full: The disk that this hook writes to is full")
    assert list(files(disk)) == ["one.json"]
    disk.free()
    assert used("three") == (0, "")
    assert list(files(disk)) == ["one.json", "three.json"]


def test_an_anchor_that_finds_no_room_leaves_the_one_before(disk: Disk) -> None:
    file = AnchorFile(path=disk.path / "anchors" / "local.json", server="here")
    first, second = Anchor(number=1, hash="01" * 32), Anchor(number=2, hash="02" * 32)
    file.keep(first)
    disk.fill()
    with pytest.raises(DiskFull, match="the one before stays"):
        file.keep(second)
    assert file.read() == first
    assert list(files(disk)) == ["local.json"]
    disk.free()
    file.keep(second)
    assert file.read() == second


def test_settings_that_find_no_room_are_written_when_there_is(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(CONFIG_VARIABLE, raising=False)
    monkeypatch.setenv("HOME", str(disk.path))
    settings = Settings(tenant="acme", user="mike")
    disk.fill()
    with pytest.raises(OSError, match="No space left"):
        write_settings(Chosen(), settings)
    assert files(disk) == {}
    disk.free()
    write_settings(Chosen(), settings)
    assert files(disk)[".muniment.toml"].startswith('tenant = "acme"\nuser = "mike"\n')


def test_an_agents_file_is_as_it_was_where_there_is_no_room_to_change_it(
    disk: Disk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(disk.path))
    file = disk.path / ".cursor" / "mcp.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"mcpServers": {}, "notes": LONG}))
    before = files(disk)
    disk.fill()
    assert run(["setup", "cursor"]) == 8
    assert "(disk_full)" in capsys.readouterr().err
    assert files(disk) == before
    disk.free()
    assert run(["setup", "cursor"]) == 0
    assert run(["setup", "cursor", "--undo"]) == 0
    assert files(disk) == before


async def test_an_answer_says_that_its_trace_found_no_room_and_those_before_and_after_are_found(
    disk: Disk, database: Database
) -> None:
    settings = Settings(
        database_url=database.app,
        recall=RecallSettings(trace="jsonl", trace_path=disk.path / "recalls.jsonl"),
    )
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        await memory.add("Mike lives in London", entity="Mike", category="city")
        traced = [(await memory.recall("Where does Mike live?")).receipt]
        disk.fill()
        answer = await memory.recall("Where does Mike live?")
        while not answer.receipt.degraded:  # until the last page of the file is full, too
            answer = await memory.recall("Where does Mike live?")
        assert [each.memory.content for each in answer] == ["Mike lives in London"]
        assert answer.receipt.degraded == (
            "this answer was not traced: its file: No space left on device.",
        )
        disk.free()
        traced.append((await memory.recall("Where does Mike live?")).receipt)
        assert [(await memory.replay(each.recall_id)).same for each in traced] == [True, True]


async def test_a_load_that_the_service_has_no_room_to_receive_is_refused_whole(
    disk: Disk, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(disk.path))
    load = "".join(
        json.dumps({"content": f"Fact {n}", "tags": ["x" * 99]}) + "\n" for n in range(9_000)
    )
    headers = {"Content-Type": "application/x-ndjson"}
    async with serving(database) as service:
        refused = await service.http.post("/v1/memories/bulk", content=load, headers=headers)
        assert code_of(refused) == (503, "disk_full")
        assert (await service.get("/v1/stats"))["memories"] == 0
        monkeypatch.undo()
        few = load[: load.index("Fact 9")]
        done = await service.http.post(
            "/v1/memories/bulk", content=few[: few.rindex("\n")], headers=headers
        )
        assert '"written":9' in done.text.splitlines()[-1]
