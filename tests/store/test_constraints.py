"""A row that says what nothing can be is refused by the database, whoever writes it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import psycopg
import pytest
from psycopg import sql

from tests.database import Database, Server, open_desk
from tests.store.ledgers import plant, write_a_bit_of_everything, write_access, write_teams

EVERYBODY = "'ffffffff-ffff-ffff-ffff-ffffffffffff'"
LISTS = "'[2:2]={no}'"
"""A list that begins with its second place: a row of it would be written otherwise than it is digested."""

REFUSED = {
    "containers": {"container_is_of_a_known_kind": "kind = 'room'"},
    "categories": {"category_holds_one_or_many": "cardinality = 'two'"},
    "partitions": {
        "partition_has_a_known_scope": "scope = 'world'",
        "partition_has_a_known_visibility": "visibility = 'secret'",
        "partition_is_private_to_an_agent": "agent = 'clerk' WHERE visibility = 'team'",
        "partition_of_a_container_names_it": "container_id = owner_id WHERE scope = 'user'",
        "partition_is_global_or_owned": f"owner_id = {EVERYBODY} WHERE scope = 'user'",
    },
    "memories": {
        "memory_slot_holds_one_or_many": "cardinality = 'two'",
        "memory_has_a_known_standing": "standing = 'believed'",
        "memory_tags_are_a_list": f"tags = {LISTS}",
        "memory_metadata_is_an_object": "metadata = '[]'",
        "memory_confidence_is_a_probability": "confidence = 1.1",
        "memory_is_known_for_a_while": "known_until = known_from",
        "memory_is_erased_whole": "content = NULL",
    },
    "assertions": {
        "assertion_is_valid_for_a_while": "valid_until = valid_from",
        "assertion_is_known_for_a_while": "known_until = known_from",
        "assertion_span_is_a_span": "span_from = 3, span_until = 3",
    },
    "versions": {
        "version_is_valid_for_a_while": "valid_until = valid_from",
        "version_is_known_for_a_while": "known_until = known_from",
    },
    "episodes": {
        "episode_metadata_is_an_object": "metadata = '[]'",
        "episode_is_known_for_a_while": "known_until = known_from",
        "episode_is_erased_whole": "content = NULL",
    },
    "labels": {"label_is_of_a_known_kind": "kind = 'word'"},
    "decisions": {
        "decision_is_of_a_known_kind": "decision = 'MAYBE'",
        "decision_has_a_known_outcome": "outcome = 'lost'",
        "decision_candidates_are_a_list": "candidates = '{NULL}'",
        "decision_claim_is_an_object": "claim = '[]'",
        "decision_span_is_a_span": "span_from = -1, span_until = 3",
        "decision_is_erased_whole": "rationale = NULL",
    },
    "contradictions": {
        "contradiction_keeps_a_known_side": "kept = 'neither', settled_by = 'mike'",
        "contradiction_is_known_for_a_while": "known_until = known_from",
        "contradiction_is_settled_by_somebody": "kept = 'both', settled_by = NULL",
        "contradiction_is_erased_whole": "rationale = NULL",
    },
    "pages": {
        "page_is_of_a_known_kind": "kind = 'essay'",
        "page_terms_are_a_list": f"terms = {LISTS}",
        "page_is_known_for_a_while": "known_until = known_from",
        "page_is_erased_whole": "title = NULL",
    },
    "page_revisions": {
        "page_revision_is_a_list": "body = '{}'",
        "page_revision_is_known_for_a_while": "known_until = known_from",
        "page_revision_is_erased_whole": "body = NULL",
        "page_revision_cites": "memory_ids = '{}', episode_ids = '{}'",
        "page_revision_follows_what_it_says": "derived_at = number",
    },
    "tasks": {
        "task_arguments_are_an_object": "arguments = '[]'",
        "task_has_a_known_state": "state = 'idle', ended_at = now()",
        "task_is_attempted_so_often": "attempts = attempts_max + 1",
        "task_runs_in_a_worker": "state = 'running', worker_id = NULL",
        "task_ends_once": "state = 'done', ended_at = NULL",
        "task_is_parked_with_its_error": "state = 'parked', ended_at = now(), error = NULL",
    },
    "schedules": {
        "schedule_arguments_are_an_object": "arguments = '[]'",
        "schedule_is_due_while_it_is_on": "is_on = true, next_at = NULL",
    },
    "access_grants": {
        "access_grant_has_a_known_level": "level = 'own'",
        "access_grant_is_to_another": "grantee_id = owner_id",
        "access_grant_has_one_bound": "namespace = 'a', container = 'session:a'",
    },
    "quotas": {
        "quota_of_writes_is_a_count": "daily_writes = -1",
        "quota_of_memories_is_a_count": "memories = -1",
    },
}


@pytest.fixture(scope="module")
async def database(server: Server) -> AsyncIterator[Database]:
    with server.database() as lent:
        async with open_desk(lent) as desk:
            await write_a_bit_of_everything(desk)
            await write_access(desk)
            await write_teams(desk)
            with lent.as_admin() as connection:
                plant(connection, desk.principal)
        yield lent


@pytest.mark.parametrize(
    "table, constraint", [(table, name) for table, names in REFUSED.items() for name in names]
)
async def test_what_nothing_can_be_is_refused(
    database: Database, table: str, constraint: str
) -> None:
    changed = sql.SQL("UPDATE muniment.{} SET ").format(sql.Identifier(table))
    with (
        database.as_admin() as connection,
        pytest.raises(psycopg.errors.CheckViolation) as refused,
    ):
        connection.execute(changed + sql.SQL(REFUSED[table][constraint]))
    assert refused.value.diag.constraint_name == constraint


async def test_every_check_that_has_a_name_of_ours_is_tried_here(database: Database) -> None:
    with database.as_admin() as connection:
        found = connection.execute(
            "SELECT c.conname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid"
            " WHERE c.connamespace = 'muniment'::regnamespace AND c.contype = 'c'"
            " AND c.conname NOT LIKE t.relname || '%'"
        ).fetchall()
    assert {name for (name,) in found} == {name for names in REFUSED.values() for name in names}
