"""Files are ingested once, in batches, and a run that is broken off goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import anyio
import pytest

from muniment.cli import batches, ingesting
from muniment.operations.catalogue import perform
from tests.surfaces.terminal import Terminal

TALK = {
    "session_1_date_time": "1:56 pm on 8 February, 2024",
    "session_1": [
        {"speaker": "Ines", "dia_id": "D1:1", "text": "I sold my boat last week."},
        {"speaker": "Tom", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a red kayak"},
    ],
    "session_2_date_time": "9:00 am on 1 March, 2024",
    "session_2": [{"speaker": "Tom", "dia_id": "D2:1", "text": "I bought a kiln for pottery."}],
}


def talk_file(folder: Path) -> Path:
    path = folder / "7.json"
    path.write_text(json.dumps(TALK), encoding="utf-8")
    return path


def lines_file(folder: Path, count: int) -> Path:
    path = folder / "talk.jsonl"
    lines = (
        json.dumps({"text": f"This is turn {n}.", "time": "2026-06-01", "id": n})
        for n in range(count)
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_turns_come_over_standard_input_and_are_known_when_they_come_again(
    terminal: Terminal, tmp_path: Path
) -> None:
    given = lines_file(tmp_path, 3).read_bytes()
    ingest = ("ingest", "-", "--conversation", "talk", "--no-embed", "--json")
    first = terminal.process(*ingest, given=given)
    again = terminal.process(*ingest, given=given)

    assert (first.code, again.code) == (0, 0), first.err
    assert json.loads(first.out)["file"] == "standard input"
    assert json.loads(first.out)["stored"] == 3
    assert json.loads(again.out)["known_already"] == 3

    empty = terminal.process("ingest", "-", "--json")
    error = json.loads(empty.err)["error"]
    assert error["code"] == "conversation_unreadable"
    assert error["message"].startswith("standard input")


def test_turns_come_over_a_pipe_that_is_named_as_a_file(terminal: Terminal, tmp_path: Path) -> None:
    given = lines_file(tmp_path, 3).read_bytes()

    piped = terminal.process("ingest", "/dev/stdin", "--no-embed", "--json", given=given)
    nothing = terminal.process("ingest", "/dev/stdin", "--json")

    assert piped.code == 0, piped.err
    assert json.loads(piped.out)["stored"] == 3
    assert json.loads(piped.out)["file"] == "/dev/stdin"
    error = json.loads(nothing.err)["error"]
    assert error["code"] == "conversation_unreadable"
    assert error["message"].startswith("/dev/stdin: no turn is in it")


def test_a_conversation_is_stored_verbatim_and_found(terminal: Terminal, tmp_path: Path) -> None:
    told = terminal.json("ingest", str(talk_file(tmp_path)))

    assert told == {
        "file": str(tmp_path / "7.json"),
        "conversations": ["locomo-7"],
        "turns": 3,
        "stored": 3,
        "known_already": 0,
        "not_embedded": 0,
        "transactions": 1,
        "decisions": 0,
        "unsettled": 0,
        "interrupted": False,
    }
    found = terminal.json("recall", "What did Tom buy?")["results"][0]["memory"]
    assert (found["content"], found["speaker"], found["session"], found["source_id"]) == (
        "I bought a kiln for pottery.",
        "Tom",
        "locomo-7/session_2",
        "D2:1",
    )
    assert found["occurred_at"] == "2024-03-01T09:00:00+00:00"


def test_a_file_that_is_ingested_again_changes_nothing(terminal: Terminal, tmp_path: Path) -> None:
    path = talk_file(tmp_path)
    terminal.json("ingest", str(path))
    before = terminal.transactions()

    again = terminal("ingest", str(path))

    assert again.out == f"0 turns stored, 3 known already, of 3 in {path} (locomo-7).\n"
    assert terminal.transactions() == before


def test_a_file_with_a_turn_that_cannot_be_stored_stores_nothing(
    terminal: Terminal, tmp_path: Path
) -> None:
    path = lines_file(tmp_path, 70)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"id": "last", "text": "a \\u0000 b", "time": "2026-06-01"}\n')

    refused = terminal("ingest", str(path))

    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"{path}, turn 71 (last of talk): content holds a NUL")
    assert terminal.json("stats")["episodes"] == 0


def test_a_turn_that_differs_is_named_by_its_place_and_what_is_before_it_goes_in(
    terminal: Terminal, tmp_path: Path
) -> None:
    path = lines_file(tmp_path, 70)
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.splitlines()[66] + "\n", encoding="utf-8")
    terminal("ingest", str(path), "--no-embed")
    path.write_text(whole.replace("This is turn 66.", "This was turn 66."), encoding="utf-8")

    refused = terminal("ingest", str(path), "--no-embed")
    again = terminal("ingest", str(path), "--no-embed", "--json")
    path.write_text(whole, encoding="utf-8")
    gone_on = terminal.json("ingest", str(path), "--no-embed")

    assert refused.code == again.code == 4
    assert refused.out.startswith(f"66 turns stored, 0 known already, of 70 in {path} (talk).\n")
    assert "Interrupted after turn 66: run the same command to continue.\n" in refused.out
    assert refused.err.startswith(f"{path}, turn 67: the turn '66' of the session 'talk' is stored")
    assert (
        "To store the whole file under another name, give --conversation. (turn_differs)"
        in refused.err
    )
    assert (json.loads(again.out)["known_already"], json.loads(again.out)["interrupted"]) == (
        66, True,
    )  # fmt: skip
    assert (gone_on["stored"], gone_on["known_already"]) == (3, 67)


def test_two_files_with_the_same_ids_do_not_mix(terminal: Terminal, tmp_path: Path) -> None:
    path = talk_file(tmp_path)
    terminal.json("ingest", str(path))

    assert terminal.json("ingest", str(path), "--conversation", "other")["stored"] == 3
    assert len(terminal.json("list", "--kind", "episode")["items"]) == 6


def test_batches_go_into_transactions_of_their_own(terminal: Terminal, tmp_path: Path) -> None:
    told = terminal.json("ingest", str(lines_file(tmp_path, 130)), "--no-embed")

    assert (told["stored"], told["transactions"], told["not_embedded"]) == (130, 3, 130)


def test_what_was_left_unembedded_is_embedded_later(terminal: Terminal, tmp_path: Path) -> None:
    path = talk_file(tmp_path)
    assert (
        "3 are not embedded yet: `muniment reembed` does it."
        in terminal("ingest", str(path), "--no-embed").out
    )

    assert terminal.json("stats")["not_embedded"] == 3
    assert terminal.json("reembed") == {"embedded": 3, "waiting": 0}
    assert terminal.json("stats")["not_embedded"] == 0
    assert terminal("reembed").out == "Everything is embedded.\n"


def test_an_ingest_that_is_broken_off_tells_how_far_it_came_and_goes_on(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = lines_file(tmp_path, 10)
    whole = batches.batches_of
    monkeypatch.setattr(ingesting, "TURNS_PER_TRANSACTION", 4)

    def broken_off(items: Iterable[object], size: int) -> object:
        for number, batch in enumerate(whole(items, size)):
            if number == 2:
                raise KeyboardInterrupt
            yield batch

    monkeypatch.setattr(ingesting, "batches_of", broken_off)
    stopped = terminal("ingest", str(path), "--no-embed")
    monkeypatch.setattr(ingesting, "batches_of", whole)
    gone_on = terminal.json("ingest", str(path), "--no-embed")

    assert stopped.code == 130
    assert "8 turns stored, 0 known already, of 10" in stopped.out
    assert "Interrupted after turn 8: run the same command to continue." in stopped.out
    assert (gone_on["stored"], gone_on["known_already"]) == (2, 8)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """Return what a first and a second Ctrl-C do, once turns are being stored."""
    found: list[Callable[[], None]] = []

    async def listening(*what: Callable[[], None]) -> None:
        found.extend(what)

    monkeypatch.setattr(batches, "stop_on_signals", listening)
    return found


def test_ctrl_c_lets_the_turns_in_hand_be_stored_and_counts_them(
    terminal: Terminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    heard: list[Callable[[], None]],
) -> None:
    async def interrupted(*given: Any) -> Any:
        done = await perform(*given)
        heard[0]()
        return done

    monkeypatch.setattr(ingesting, "perform", interrupted)
    stopped = terminal("ingest", str(lines_file(tmp_path, 200)), "--no-embed", "--json")

    assert stopped.code == 130
    told = json.loads(stopped.out)
    assert (told["stored"], told["unsettled"], told["interrupted"]) == (64, 0, True)
    assert terminal.json("stats")["episodes"] == 64


def test_ctrl_c_again_breaks_off_the_turns_in_hand_and_says_that_they_are_not_counted(
    terminal: Terminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    heard: list[Callable[[], None]],
) -> None:
    async def interrupted(*_: Any) -> Any:
        await anyio.wait_all_tasks_blocked()
        heard[0]()
        heard[1]()
        await anyio.sleep_forever()

    monkeypatch.setattr(ingesting, "perform", interrupted)
    path = lines_file(tmp_path, 200)
    stopped = terminal("ingest", str(path), "--no-embed")

    assert stopped.code == 130
    assert stopped.out == (
        f"0 turns stored, 0 known already, of 200 in {path} (talk).\n"
        "The next 64 were being stored: all of them are, or none.\n"
        "Interrupted after turn 0: run the same command to continue.\n"
    )
    assert stopped.err == (
        "Storing the turns in hand. Ctrl-C again abandons them.\n"
        "Interrupted. What was acknowledged is stored; nothing is half written.\n"
    )


def test_ctrl_c_ends_a_process_with_130_and_the_ledger_verifies(
    terminal: Terminal, tmp_path: Path
) -> None:
    path = lines_file(tmp_path, 20_000)
    stopped = terminal.interrupted("ingest", str(path), "--no-embed", "--json", at=4)

    assert stopped.code == 130
    assert "nothing is half written" in stopped.err
    assert terminal.json("audit", "verify")["holds"] is True
    told = json.loads(stopped.out)
    assert (told["interrupted"], told["unsettled"]) == (True, 0)
    assert terminal.json("stats")["episodes"] == told["stored"]
