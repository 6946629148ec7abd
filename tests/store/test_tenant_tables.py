"""Every table of the schema belongs to tenants, leads with them, and is sealed even from its owner."""

from __future__ import annotations

import pytest

from tests.database import Database

TABLES = """
SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity FROM pg_class c
WHERE c.relnamespace = 'muniment'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname
"""
FIRST_COLUMNS = """
SELECT x.indrelid::regclass::text, x.indexrelid::regclass::text,
    (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = x.indrelid AND a.attnum = x.indkey[0])
FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
WHERE c.relnamespace = 'muniment'::regnamespace ORDER BY 1, 2
"""
WITHOUT_POLICY = """
SELECT c.relname, p.command FROM pg_class c
CROSS JOIN (VALUES ('r'), ('a')) AS p (command)
WHERE c.relnamespace = 'muniment'::regnamespace AND c.relkind IN ('r', 'p') AND NOT EXISTS (
    SELECT FROM pg_policy y WHERE y.polrelid = c.oid AND y.polcmd = p.command::"char")
"""
GRANTS = """
SELECT table_name, privilege_type FROM information_schema.role_table_grants
WHERE table_schema = 'muniment' AND grantee IN ('muniment_writer', 'muniment_reader', 'PUBLIC')
    AND privilege_type NOT IN ('SELECT', 'INSERT')
    AND (privilege_type, table_name) NOT IN (
        ('DELETE', 'idempotent_answers'), ('DELETE', 'labels'), ('DELETE', 'postings'), ('DELETE', 'rival_groups'), ('DELETE', 'word_statistics'),
        ('DELETE', 'recalls'), ('DELETE', 'schedules'), ('DELETE', 'tasks'), ('DELETE', 'vectors'), ('DELETE', 'page_vectors'))
"""
QUEUE_COLUMNS = """
SELECT table_name || '.' || column_name || ' ' || data_type FROM information_schema.columns
WHERE table_schema = 'muniment_queue' AND data_type IN ('text', 'bytea', 'jsonb', 'uuid', 'ARRAY') ORDER BY 1
"""
FUNCTIONS_THAT_LEND_RIGHTS = """
SELECT oid::regprocedure::text, prorettype::regtype::text, proconfig[1] FROM pg_proc
WHERE pronamespace = 'muniment'::regnamespace AND prosecdef ORDER BY 1
"""


def ask(database: Database, query: str) -> list[tuple[object, ...]]:
    with database.as_admin() as connection:
        return connection.execute(query).fetchall()


def unsealed(database: Database) -> list[tuple[object, ...]]:
    return [row for row in ask(database, TABLES) if row[1:] != (True, True)]


def test_row_level_security_is_on_and_forced_on_every_table(database: Database) -> None:
    assert len(ask(database, TABLES)) > 15
    assert unsealed(database) == []


def test_every_table_says_who_reads_and_who_adds(database: Database) -> None:
    assert ask(database, WITHOUT_POLICY) == []


def test_every_key_and_index_leads_with_the_tenant(database: Database) -> None:
    found = ask(database, FIRST_COLUMNS)

    assert {table for table, _, _ in found} == {
        f"muniment.{name}" for name, *_ in ask(database, TABLES)
    }
    assert [index for _, index, first in found if first != "tenant_id"] == []


def test_the_application_may_read_and_add_and_take_away_what_is_derived_or_due(
    database: Database,
) -> None:
    assert ask(database, GRANTS) == []


def test_the_tables_of_the_queue_belong_to_no_tenant_and_have_no_other_place_for_words(
    database: Database,
) -> None:
    """They are exempt by name: `payload` holds ids, `entrypoint` a tenant's id, `name` a process."""
    assert [column for (column,) in ask(database, QUEUE_COLUMNS)] == [
        "pgqueuer.dedupe_key text",
        "pgqueuer.entrypoint text",
        "pgqueuer.headers jsonb",
        "pgqueuer.payload bytea",
        "pgqueuer.queue_manager_id uuid",
        "pgqueuer_log.entrypoint text",
        "pgqueuer_log.traceback jsonb",
        "pgqueuer_schedules.entrypoint text",
        "pgqueuer_schedules.expression text",
        "pgqueuer_statistics.entrypoint text",
        "workers.name text",
        "workers.worker_id uuid",
    ]


def test_no_function_lends_the_rights_of_its_owner_but_one_that_takes_and_answers_nothing(
    database: Database,
) -> None:
    assert ask(database, FUNCTIONS_THAT_LEND_RIGHTS) == [
        ("muniment.count_anew()", "void", "search_path=pg_catalog, pg_temp")
    ]


@pytest.mark.parametrize("switch", ["DISABLE", "NO FORCE"])
def test_a_table_that_is_not_sealed_is_noticed(database: Database, switch: str) -> None:
    with database.as_admin() as connection:
        connection.execute(f"ALTER TABLE muniment.users {switch} ROW LEVEL SECURITY")

    assert [name for name, *_ in unsealed(database)] == ["users"]
