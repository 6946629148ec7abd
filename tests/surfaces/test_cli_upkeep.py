"""Preparing, examining and verifying: each says what is wrong and what to do about it."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import LiteralString

import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from tests.database import Database, Server
from tests.surfaces.terminal import Terminal

PARTS = [
    "platform", "settings", "embedder", "server", "database", "role", "schema", "head",
    "tasks", "store's embedder", "backlog", "room", "anchor", "connections", "isolation",
]  # fmt: skip


def parts_of(terminal: Terminal, *arguments: str) -> tuple[int, dict[str, bool]]:
    finished = terminal("doctor", "--json", *arguments)
    told = json.loads(finished.out)
    assert told["ok"] is (finished.code == 0)
    return finished.code, {part["name"]: part["ok"] for part in told["parts"]}


def test_the_doctor_finds_every_part_well(terminal: Terminal) -> None:
    code, parts = parts_of(terminal)

    assert code == 0
    assert parts == dict.fromkeys(PARTS, True)
    assert terminal("doctor").out.endswith("\nAll is well.\n")


def test_the_doctor_speaks_of_no_database_url_where_the_bundled_server_does_not_start(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.write_text("no directory")
    monkeypatch.setenv("MUNIMENT_DATABASE_URL", "")
    monkeypatch.setenv("MUNIMENT_HOME", str(home))

    told = terminal("doctor").out

    assert "NO  server" in told
    assert "use a home other than" in told.split("What to do:")[1]
    assert "database_url" not in told


def test_the_doctor_names_the_settings_file_that_is_read(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text('namespace = "team"\n')
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MUNIMENT_CONFIG", "~/own.toml")

    told = json.loads(terminal("doctor", "--json").out)

    detail = {part["name"]: part["detail"] for part in told["parts"]}["settings"]
    assert f" and {own}: " in detail
    assert "namespace team" in detail


def test_the_doctor_counts_nothing(terminal: Terminal, asked: list[str]) -> None:
    parts_of(terminal)

    assert "schema_size" in asked
    assert "counts_read" not in asked


def test_who_only_reads_plants_no_canary_and_is_told_who_does(
    terminal: Terminal, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal("stats")
    only_reads = sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(
        sql.Identifier(database.name)
    )
    told = "NOT PROVEN: there is no canary yet, and none can be written here"
    with monkeypatch.context() as setting:
        setting.setenv("MUNIMENT_READ_ONLY", "true")
        assert told in terminal("doctor").out
        database.server.execute(only_reads)
        assert told in terminal("doctor").out
    assert told in terminal("doctor").out
    database.server.execute(
        sql.SQL("ALTER DATABASE {} RESET default_transaction_read_only").format(
            sql.Identifier(database.name)
        )
    )
    assert told not in terminal("doctor").out
    monkeypatch.setenv("MUNIMENT_READ_ONLY", "true")
    assert terminal("doctor").out.endswith("\nAll is well.\n")


def test_the_canary_is_planted_once(terminal: Terminal) -> None:
    canary = ("--tenant", "muniment-doctor", "--user", "canary")
    parts_of(terminal)
    before = len(terminal.json("inspect", *canary))

    parts_of(terminal)

    assert len(terminal.json("inspect", *canary)) == before
    assert [each["content"] for each in terminal.json("list", *canary)["items"]] == [
        "A canary of muniment doctor: only its own tenant sees it."
    ]


@pytest.mark.parametrize("table", ["memories", "versions", "postings", "heads", "transactions"])
def test_a_table_without_row_level_security_is_found_and_named(
    terminal: Terminal, database: Database, table: str
) -> None:
    parts_of(terminal)
    with database.as_admin() as connection:
        connection.execute(
            sql.SQL("ALTER TABLE muniment.{} DISABLE ROW LEVEL SECURITY").format(
                sql.Identifier(table)
            )
        )

    code, parts = parts_of(terminal)
    told = terminal("doctor").out

    assert (code, parts["isolation"]) == (1, False)
    assert f"NOT PROVEN: tenant local reads rows of tenant muniment-doctor in {table}" in told
    assert "What to do:\n- isolation: Keep one tenant only in this database" in told


def test_a_policy_that_lets_everybody_read_is_found(terminal: Terminal, database: Database) -> None:
    with database.as_admin() as connection:
        connection.execute(
            "CREATE POLICY everybody ON muniment.memories FOR SELECT USING (tenant_id IS NOT NULL)"
        )

    assert parts_of(terminal)[1]["isolation"] is False


@pytest.mark.parametrize(
    "change, sentence",
    [
        (
            "ALTER TABLE muniment.episodes DISABLE ROW LEVEL SECURITY",
            "the table episodes is not as the migrations made it.",
        ),
        (
            "CREATE POLICY everybody ON muniment.labels FOR SELECT USING (true)",
            "the migrations did not make the policy everybody of labels.",
        ),
    ],
)
def test_what_keeps_a_table_without_a_row_of_the_canary_is_looked_at(
    terminal: Terminal, database: Database, change: LiteralString, sentence: str
) -> None:
    with database.as_admin() as connection:
        connection.execute(change)

    code, parts = parts_of(terminal)

    assert (code, parts["isolation"]) == (1, False)
    assert f"NOT PROVEN: {sentence}" in terminal("doctor").out


@pytest.mark.parametrize(
    "taken, detail",
    [
        (
            "INSERT ON muniment.transactions",
            "the grant to muniment_writer of transactions is not as the migrations made it.",
        ),
        ("SELECT ON muniment.vectors", "permission denied for table vectors"),
    ],
)
def test_a_grant_that_was_taken_is_found_with_how_to_give_it_back(
    terminal: Terminal, database: Database, taken: LiteralString, detail: str
) -> None:
    parts_of(terminal)
    with database.as_admin() as connection:
        connection.execute("REVOKE " + taken + " FROM muniment_writer, muniment_reader")

    code, parts = parts_of(terminal)
    told = " ".join(terminal("doctor").out.split())

    assert (code, parts["isolation"]) == (1, False)
    assert detail in told
    assert "psql shows grants" in told


def test_a_database_that_is_not_there_leaves_the_parts_behind_it_out(terminal: Terminal) -> None:
    nobody = "postgresql://muniment_app@127.0.0.1:1/muniment"

    code, parts = parts_of(terminal, "--database-url", nobody)

    assert code == 1
    assert parts == {"platform": True, "settings": True, "embedder": True, "server": False}


def test_a_role_that_bypasses_security_is_told_with_what_mends_it(
    terminal: Terminal, database: Database
) -> None:
    told = terminal("doctor", "--database-url", database.admin)

    assert told.code == 1
    assert "(role_bypasses_security)" in told.out
    assert "CREATE ROLE muniment_app LOGIN" in told.out


def test_settings_that_are_wrong_are_told(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_TENNANT", "acme")

    assert parts_of(terminal) == (1, {"platform": True, "settings": False})


def test_an_embedder_that_is_away_does_not_hide_the_other_parts(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "openai")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__MODEL", "another")

    code, parts = parts_of(terminal)

    assert (code, parts["embedder"], parts["isolation"]) == (1, False, True)


@pytest.mark.skipif(not importlib.util.find_spec("wordllama"), reason="an extra, not installed")
def test_another_embedder_is_told_and_adopted(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal.add("Mike lives in London")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "wordllama")

    assert parts_of(terminal)[1]["store's embedder"] is False
    assert terminal.json("reembed") == {"embedded": 1, "waiting": 0}
    assert parts_of(terminal)[1]["store's embedder"] is True


def test_a_ledger_that_holds_verifies_and_its_head_is_remembered(terminal: Terminal) -> None:
    terminal.add("Mike lives in London")

    seen = terminal.json("audit", "verify")

    assert (seen["holds"], seen["transactions"], seen["head_number"]) == (True, 2, 2)
    (kept,) = json.loads((terminal.home / "anchors" / "local.json").read_text()).values()
    assert kept == {"number": 2, "hash": seen["head_hash"]}
    assert f"2:{seen['head_hash']}" in terminal("audit", "verify").out


def test_an_altered_row_is_named_and_the_exit_code_is_that_of_a_fault(
    terminal: Terminal, database: Database
) -> None:
    terminal.add("Mike lives in London")
    with database.as_admin() as connection:
        connection.execute("UPDATE muniment.memories SET content = 'Mike lives in Luton'")

    seen = terminal("audit", "verify")
    told = json.loads(terminal("audit", "verify", "--json").out)

    assert seen.code == 9
    assert seen.out.startswith("The ledger does not verify. First: ")
    assert "2 transactions, 9 rows were read" in seen.out
    assert told["holds"] is False
    assert [(each["what"], each["table"], each["number"]) for each in told["findings"]] == [
        ("altered", "memories", 2)
    ]
    assert not (terminal.home / "anchors").exists()


def cut_last_transaction(database: Database) -> None:
    """Take the last transaction away and set the head back, as if it had never been."""
    with database.as_admin() as connection:
        tables = connection.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'number' "
            "WHERE n.nspname = 'muniment' AND c.relkind = 'r' AND c.relname <> 'heads'"
        ).fetchall()
        for (table,) in tables:
            connection.execute(
                sql.SQL("DELETE FROM muniment.{} WHERE number = 3").format(
                    sql.Identifier(str(table))
                )
            )
        connection.execute(
            "UPDATE muniment.heads h SET number = t.number, recorded_at = t.recorded_at, "
            "hash = t.hash, units_total = t.units_total, partitions_total = t.partitions_total "
            "FROM muniment.transactions t WHERE t.tenant_id = h.tenant_id AND t.number = 2"
        )


def test_a_cut_tail_shows_against_the_head_that_was_remembered(
    terminal: Terminal, database: Database
) -> None:
    terminal.add("Mike lives in London")
    terminal.add("Ann drinks tea")
    noted = terminal.json("audit", "verify")
    cut_last_transaction(database)

    seen = json.loads(terminal("audit", "verify", "--json").out)
    anchor = f"3:{noted['head_hash']}"
    kept = terminal.home / "anchors" / "local.json"
    way_out = f"If you restored an older backup here on purpose, remove {kept}."
    assert way_out in " ".join(terminal("audit", "verify").out.split())
    (terminal.home / "anchors" / "local.json").unlink()

    assert [each["what"] for each in seen["findings"]] == ["cut"]
    assert terminal("audit", "verify", "--anchor", anchor).code == 9
    assert terminal("audit", "verify").code == 0


def test_a_head_noted_earlier_takes_the_place_of_no_later_one_that_is_remembered(
    terminal: Terminal, database: Database
) -> None:
    terminal.add("Mike lives in London")
    earlier = terminal.json("audit", "verify")
    terminal.add("Ann drinks tea")
    terminal.json("audit", "verify")
    cut_last_transaction(database)

    held = terminal.json("audit", "verify", "--anchor", f"2:{earlier['head_hash']}")

    assert held["holds"] is True
    assert terminal("audit", "verify").code == 9


def test_the_doctor_looks_at_the_remembered_head(terminal: Terminal, database: Database) -> None:
    terminal.add("Mike lives in London")
    terminal.add("Ann drinks tea")
    terminal.json("audit", "verify")
    cut_last_transaction(database)

    assert parts_of(terminal)[1]["anchor"] is False


def test_indexes_are_made_anew_and_answers_stay(terminal: Terminal) -> None:
    terminal.add("Mike lives in London", "--valid-from", "2026-03-01")
    question = ("recall", "Where does Mike live?", "--valid-at", "2026-04-01", "--as-of", "2")
    before = terminal.json(*question)["receipt"]["digest"]

    assert terminal("rebuild-indexes").out == "1 unit indexed again.\n"
    assert terminal.json(*question)["receipt"]["digest"] == before


@pytest.mark.parametrize(
    "arguments",
    [
        ("purge", "--everything-of", "mike", "--reason", "request 4711"),
        ("rebuild-indexes",),
        ("compile-bank", "--beliefs-min", "1"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_person_sees_how_far_a_long_command_is_and_a_script_does_not(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    terminal.add("Mike rows", "--entity", "Mike", "--user", "mike")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("MUNIMENT_USER", "mike")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    seen = terminal(*arguments)
    as_json = terminal(*arguments, "--json")

    assert seen.code == 0
    assert f"{arguments[0]} " in seen.err
    assert "100%" in seen.err
    assert "100%" not in seen.out
    assert as_json.err == ""


def test_only_what_erases_needs_a_reason(quick: Terminal) -> None:
    quick.add("Mike rows", "--user", "mike")
    everything = ("purge", "--everything-of", "mike")

    assert "Nothing was erased: this was a dry run." in quick(*everything, "--dry-run").out
    assert quick.refusal(*everything)[1] == "value_invalid"
    assert quick.refusal(*everything, "--reason", " ")[1] == "value_invalid"
    assert quick.json(*everything, "--reason", "request 4711")["certificates"]


def test_a_database_of_ones_own_is_prepared_and_its_url_printed_once(
    terminal: Terminal, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MUNIMENT_DATABASE_URL")
    try:
        with server.database(template="template0") as empty:
            made = terminal.json("init", "--owner-url", empty.admin, "--app-role", "keeper")
            added = terminal.json("add", "x", "--database-url", made["database_url"])
            again = terminal.json(
                "init", "--owner-url", empty.admin, "--database-url", made["database_url"]
            )
    finally:
        server.execute(*(sql.SQL(statement) for statement in ("DROP ROLE IF EXISTS keeper",)))

    assert (made["app_role"], made["migrations"][0][:5]) == ("keeper", "0001_")
    reached = conninfo_to_dict(made["database_url"])
    assert (reached["user"], bool(reached["password"])) == ("keeper", True)
    assert added["outcome"] == "ADD"
    assert (again["migrations"], again["database_url"], again["app_role"]) == ([], None, None)


def test_the_bundled_server_is_prepared_without_any_setting(
    terminal: Terminal, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    environment = {"MUNIMENT_DATABASE_URL": "null", "MUNIMENT_HOME": str(home)}

    made = terminal.process("init", "--json", more=environment)
    added = terminal.process("add", "Mike lives in London", "--json", more=environment)
    found = terminal.process("recall", "Where does Mike live?", "--json", more=environment)
    doctor = terminal.process("doctor", more=environment)

    assert f"the bundled server in {home}: database muniment at /tmp/muniment-" in doctor.out
    assert json.loads(made.out)["server"] == f"the bundled server in {home}"
    assert json.loads(added.out)["outcome"] == "ADD"
    assert json.loads(found.out)["results"][0]["memory"]["content"] == "Mike lives in London"
