"""What a user can type wrongly is refused with one code, one exit code, and nothing written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from muniment.cli import opening
from tests.database import Database
from tests.surfaces.terminal import Terminal

UNKNOWN = "01900000-0000-7000-8000-000000000000"

INCORRECT = [
    (("add", ""), "content_blank"),
    (("add", " \t"), "content_blank"),
    (("add", "x" * 20_001), "content_too_long"),
    (("add", "half a \udcff letter"), "text_unstorable"),
    (("add", "x", "--entity", "half a \udcff letter"), "text_unstorable"),
    (("add", "x", "--valid-from", "2026-03-02", "--valid-until", "2026-03-01"), "period_empty"),
    (("add", "x", "--valid-from", "2026-03-01", "--valid-until", "2026-03-01"), "period_empty"),
    (("add", "x", "--valid-from", "2026-03-01T09:00"), "time_zoneless"),
    (("add", "x", "--valid-from", "yesterday"), "time_unreadable"),
    (("add", "x", "--valid-from", "12026-03-01"), "time_absurd"),
    (("add", "x", "--confidence", "1.5"), "value_invalid"),
    (("add", "x", "--confidence", "nan"), "value_invalid"),
    (("add", "x", "--metadata", "[1]"), "value_invalid"),
    (("add", "x", "--metadata", "{"), "value_invalid"),
    (("add", "x", "--metadata", '{"a": 1, "a": 2}'), "field_repeated"),
    (("add", "x", "--scope", "galaxy"), "value_invalid"),
    (("add", "x", "--subject", "Ann"), "value_invalid"),
    (("add",), "value_invalid"),
    (("recall", "Where?", "--as-of", "2999-01-01"), "basis_in_future"),
    (("recall", "Where?", "--as-of", "-1"), "time_unreadable"),
    (("recall", "Where?", "--limit", "0"), "value_invalid"),
    (("recall", "Where?", "--time-window", "2026-02-01", "2026-01-01"), "period_empty"),
    (("get", "mike"), "value_invalid"),
    (("set-cardinality", "city", "few"), "value_invalid"),
    (("replay",), "value_invalid"),
    (("audit", "verify", "--anchor", "3"), "value_invalid"),
    (("--home", "", "stats"), "setting_invalid"),
    (("mcp", "--path", ""), "setting_invalid"),
    (("serve", " "), "setting_invalid"),
    (("--tenant", "", "stats"), "setting_invalid"),
    (("--database-url", "mysql://localhost", "stats"), "setting_invalid"),
    (("reclal", "Where?"), "command_unreadable"),
    (("recall", "Where?", "--limit", "many"), "command_unreadable"),
    (("recall", "Where?", "--nonsense"), "command_unreadable"),
    (("get",), "command_unreadable"),
]

NOT_FOUND = [
    (("get", UNKNOWN), "memory_not_found"),
    (("get-episode", UNKNOWN), "episode_not_found"),
    (("update", UNKNOWN, "x"), "memory_not_found"),
    (("end", UNKNOWN), "memory_not_found"),
    (("forget", UNKNOWN), "memory_not_found"),
    (("forget-episode", UNKNOWN), "episode_not_found"),
    (("retract", UNKNOWN), "memory_not_found"),
    (("history", UNKNOWN), "memory_not_found"),
    (("explain", UNKNOWN), "memory_not_found"),
    (("replay", UNKNOWN), "recall_not_found"),
    (("inspect", "7"), "transaction_not_found"),
    (("inspect", "0"), "transaction_not_found"),
    (("ingest", "nowhere.json"), "file_not_found"),
    (("replay", "--receipt", "nowhere.json"), "file_not_found"),
]


@pytest.mark.parametrize("arguments, code", INCORRECT)
def test_a_wrong_request_is_refused_and_nothing_is_written(
    terminal: Terminal, arguments: tuple[str, ...], code: str
) -> None:
    before = terminal.transactions()

    assert terminal.refusal(*arguments)[:2] == (2, code)
    assert terminal.transactions() == before


@pytest.mark.parametrize("arguments, code", NOT_FOUND)
def test_what_is_not_there_is_not_found_and_nothing_is_written(
    terminal: Terminal, arguments: tuple[str, ...], code: str
) -> None:
    before = terminal.transactions()

    assert terminal.refusal(*arguments)[:2] == (3, code)
    assert terminal.transactions() == before


@pytest.mark.parametrize(
    "verb", ["get", "update", "end", "forget", "retract", "history", "explain"]
)
def test_another_tenants_memory_is_not_found(terminal: Terminal, verb: str) -> None:
    theirs = terminal.add("Ann drinks tea", "--tenant", "acme")
    more = ("Ann drinks coffee",) if verb == "update" else ()

    assert terminal.refusal(verb, theirs, *more)[:2] == (3, "memory_not_found")
    assert terminal.json("get", theirs, "--tenant", "acme")["content"] == "Ann drinks tea"


def test_a_memory_cannot_end_twice(terminal: Terminal) -> None:
    london = terminal.add("Mike lives in London", "--valid-from", "2026-03-01")
    terminal.json("end", london, "--at", "2026-05-01")

    assert terminal.refusal("end", london, "--at", "2026-06-01")[:2] == (2, "memory_already_ended")
    assert terminal.transactions() == 3


@pytest.mark.parametrize(
    "command",
    [("create-key", "web", "--namespaces", '["acme"]'), ("add", "Tea", "--tag", '["urgent"]')],
)
def test_a_list_is_written_option_by_option(terminal: Terminal, command: tuple[str, ...]) -> None:
    code, told, _ = terminal.refusal(*command)

    assert (code, told) == (2, "value_invalid")
    assert f"{command[2]} A {command[2]} B" in terminal(*command).err


@pytest.mark.parametrize("given", [b"a NUL \x00 within", b"a byte \xff that is no UTF-8"])
def test_content_from_standard_input_is_checked_too(terminal: Terminal, given: bytes) -> None:
    refused = terminal.process("add", "-", given=given)

    assert (refused.code, refused.out) == (2, "")
    assert refused.err.endswith("(text_unstorable)\n")
    assert terminal.json("list")["items"] == []


def test_content_is_read_from_standard_input(terminal: Terminal) -> None:
    added = terminal.process("add", "-", "--json", given="Zoë likes tea.\n".encode())

    assert added.code == 0
    assert terminal.json("list")["items"][0]["content"] == "Zoë likes tea."


def test_what_is_said_or_asked_is_read_from_standard_input_too(terminal: Terminal) -> None:
    said = terminal.process("ingest-round", "-", "--speaker", "Zoë", given=b"I live in Leeds.\n")
    asked = terminal.process("recall", "-", "--json", given=b"Where does Zo\xc3\xab live?")

    assert (said.code, asked.code) == (0, 0)
    assert terminal.json("list", "--kind", "episode")["items"][0]["content"] == "I live in Leeds."
    assert json.loads(asked.out)["receipt"]["question"]["query"] == "Where does Zoë live?"


@pytest.mark.parametrize(
    "name, text, told",
    [
        ("talk.jsonl", '{"text": "Hi.", "time": "2026-01-01"}\n{"text": 5}\n', "line 2"),
        ("talk.json", '{"session_1": [{"text": "Hi."}]}', "session_1_date_time is missing"),
        ("talk.json", '{"session_1": [', "not valid JSON"),
        ("talk.json", "Hello there.", "not valid JSON"),
        ("talk.jsonl", "", "holds no turn"),
        ("talk.json", " \n", "no turn is in it"),
    ],
)
def test_a_file_that_is_no_conversation_stores_nothing(
    terminal: Terminal, tmp_path: Path, name: str, text: str, told: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")

    code, error, message = terminal.refusal("ingest", str(path))

    assert (code, error) == (2, "conversation_unreadable")
    assert told in message
    assert terminal.json("list")["items"] == []


def test_a_turn_that_cannot_be_stored_stores_nothing_of_its_batch(
    terminal: Terminal, tmp_path: Path
) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(
        '{"text": "Hi.", "time": "2026-01-01"}\n{"text": "a \\u0000", "time": "2026-01-01"}\n',
        encoding="utf-8",
    )

    assert terminal.refusal("ingest", str(path))[:2] == (2, "text_unstorable")
    assert terminal.json("list")["items"] == []


def test_a_database_that_is_not_there_is_unavailable(terminal: Terminal) -> None:
    nobody = "postgresql://muniment_app@127.0.0.1:1/muniment"

    code, error, message = terminal.refusal("stats", "--database-url", nobody)

    assert (code, error) == (8, "database_unavailable")
    assert "127.0.0.1" in message


@pytest.mark.parametrize("setting", ["owner", "database"])
@pytest.mark.parametrize(
    "url", ["postgresql://ada:s3cr%zz@h/db", "postgresql://ada:a@s3cr@h/db", "host=h port=s3cr"]
)
def test_an_address_that_cannot_be_read_is_refused_without_being_shown(
    terminal: Terminal, setting: str, url: str
) -> None:
    finished, code, message = terminal.refusal("init", f"--{setting}-url", url)

    assert (finished, code) == (2, "setting_invalid")
    assert message.startswith(f"{setting}_url cannot be read.")
    assert "s3cr" not in message


def test_an_owners_address_that_nobody_answers_at_is_named(terminal: Terminal) -> None:
    _, code, message = terminal.refusal("init", "--owner-url", "postgresql://127.0.0.1:1/muniment")

    assert code == "database_unavailable"
    assert "right in `database_url` or `owner_url`?" in message


def test_a_role_that_bypasses_security_is_refused_with_the_statement_that_mends_it(
    terminal: Terminal, database: Database
) -> None:
    code, error, message = terminal.refusal("stats", "--database-url", database.admin)

    assert (code, error) == (6, "role_bypasses_security")
    assert "CREATE ROLE muniment_app LOGIN" in message


def test_a_second_embedder_is_refused_until_it_is_adopted(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal.add("Mike lives in London")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "openai")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__MODEL", "another")

    code, error, message = terminal.refusal("add", "Mike lives in Bath")

    assert (code, error) == (4, "embedder_mismatch")
    assert "Name that embedder again, or run `muniment reembed` to adopt this one." in message


def test_an_unknown_variable_is_refused_by_its_name(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_TENNANT", "acme")

    code, error, message = terminal.refusal("stats")

    assert (code, error) == (2, "setting_invalid")
    assert "MUNIMENT_TENNANT" in message


def test_a_settings_file_that_is_not_there_is_refused(terminal: Terminal) -> None:
    refused = terminal.process("stats", "--config", "/nowhere/muniment.toml")

    assert refused.code == 2
    assert "/nowhere/muniment.toml" in refused.err


def test_a_wrong_value_that_was_typed_is_said_to_be_of_the_command_line(
    terminal: Terminal,
) -> None:
    _, code, message = terminal.refusal("ui", "--port", "70000")

    assert code == "setting_invalid"
    assert message.startswith("web.port (on the command line): ")


def test_words_without_quotes_are_told_to_be_quoted(terminal: Terminal) -> None:
    typed = ("recall", "Where", "does", "Mike", "live?")
    _, code, message = terminal.refusal(*typed)

    assert code == "command_unreadable"
    assert message.endswith("(does Mike live?). Quote a text of several words, and name an option.")
    assert "Quote a text" in terminal(*typed).err


def test_a_database_that_never_comes_is_told_with_its_code(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(opening, "PATIENCE_S", 0.1)
    monkeypatch.setenv("MUNIMENT_DATABASE_URL", f"postgresql://app@/none?host={tmp_path}")

    code, error, said = terminal.refusal("api", "--port", "0")

    assert (code, error) == (8, "database_unavailable")
    assert "Is it running" in said
