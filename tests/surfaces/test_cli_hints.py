"""A command that is named for the next step works as it stands: where, and for whom, the last one did."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from muniment.cli.chosen import Chosen
from muniment.cli.hints import options_of
from tests.surfaces.terminal import Terminal

COMMAND = re.compile(r"`muniment ([^`]*)`")
TURN = '{"text": "I live in Bath.", "time": "2026-03-01T09:00:00Z", "speaker": "Ann", "id": "1"}\n'


def named(told: str) -> list[list[str]]:
    """Return the commands that are named in what was printed."""
    return [shlex.split(command) for command in COMMAND.findall(told)]


def test_what_was_given_is_given_again(quick: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    file.write_text(TURN, encoding="utf-8")
    home = str(tmp_path / "a home")
    given = ["--home", home, "--tenant", "acme", "--user", "ann & co", "--namespace", "desk"]

    told = quick(*given, "ingest", str(file), "--learn", "--no-embed").out
    decisions, reembed = named(told)

    assert decisions == ["decisions", *given]
    assert reembed == ["reembed", *given]
    assert "Bath" in quick(*decisions).out
    assert "Bath" not in quick("decisions", "--tenant", "acme").out


def test_where_nothing_was_given_nothing_is_added(quick: Terminal) -> None:
    assert named(quick("search").out) == [["add", "…"], ["ingest", "FILE"]]
    assert named(quick("search", "--tenant", "local").out) == [
        ["add", "…", "--tenant", "local"], ["ingest", "FILE", "--tenant", "local"],
    ]  # fmt: skip


def test_a_review_is_settled_where_it_was_listed(quick: Terminal) -> None:
    ann = ("--user", "ann")
    for said in ("Dan takes warfarin", "Dan never takes warfarin"):
        quick.add(said, "--entity", "Dan", *ann)
    quick("propose-contradictions", *ann)

    assert named(quick("review", *ann).out) == [["settle-review", "ID", "KEEP", *ann]]


def test_a_first_minute_goes_on_where_it_was_begun(quick: Terminal) -> None:
    told = quick("quickstart", "--user", "ann").out
    steps = re.findall(r"\$ muniment (.*)", told)

    assert {tuple(shlex.split(step)[-4:]) for step in steps} == {
        ("--tenant", "quickstart", "--user", "ann")
    }
    assert re.search(r"^muniment ingest FILE --user ann +store a conversation$", told, re.MULTILINE)


@pytest.mark.parametrize(
    "url, told",
    [
        ("postgresql://ann@db/m", " --database-url postgresql://ann@db/m"),
        ("postgresql://ann:secret@db/m", ""),
    ],
)
def test_an_address_that_holds_a_secret_is_not_told_again(url: str, told: str) -> None:
    assert options_of(Chosen(database_url=url)) == told


def test_a_transaction_of_another_user_says_whose_it_is_and_how_its_rows_are_seen(
    quick: Terminal,
) -> None:
    quick.add("Dan takes warfarin", "--user", "ann & co")
    number = str(quick.transactions())

    shown = quick("inspect", number, "--namespace", "desk").out
    (again,) = named(shown)
    own = quick(*again).out

    assert re.search(r"^user +ann & co$", shown, re.MULTILINE)
    assert again == ["inspect", number, "--user", "ann & co", "--namespace", "desk"]
    assert "warfarin" not in shown
    assert "warfarin" in own
    assert "not shown" not in own
    assert quick.json("inspect", number)["transaction"]["user"] == "ann & co"


def test_who_does_not_govern_is_not_told_whose_a_transaction_is(
    quick: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick.add("Dan takes warfarin", "--user", "ann")
    number = str(quick.transactions())
    monkeypatch.setenv("MUNIMENT_ROLE", "monitor")

    assert quick.json("inspect", number)["transaction"]["user"] is None
    shown = quick("inspect", number).out
    assert named(shown) == []
    assert "of others, not shown" in shown
    assert quick.json("inspect", number, "--user", "ann")["transaction"]["user"] == "ann"


def test_an_operation_that_an_error_names_is_named_as_its_command(quick: Terminal) -> None:
    ann = ("--user", "ann")
    quick.add("Tea is ready", *ann)

    assert named(quick("get-snapshot", *ann).err) == [["take-snapshot", *ann]]
    assert named(quick("get-page", "Mike", *ann).err) == [["pages", *ann], ["compile-page", *ann]]
    assert named(quick("set-schedule", "x", "--off", *ann).err) == [["schedules", *ann]]
