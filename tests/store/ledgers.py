"""Ledgers to audit and to hide: a row in every table, every verb, every kind of partition."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import psycopg

from muniment.access.principal import Principal
from muniment.knowledge.learning.reading_rounds import Place, Round, Said
from muniment.knowledge.learning.rounds import Learner
from muniment.knowledge.pages.compiling import compile_page
from muniment.knowledge.pages.snapshots import snapshot_place, snapshot_take
from muniment.ledger.changing import Correction
from muniment.ledger.granting import (
    GrantDraft,
    KeyDraft,
    create_key,
    grant,
    revoke_grant,
    revoke_key,
)
from muniment.ledger.quotas import set_quota
from muniment.ledger.sessions import create_session, end_container
from muniment.ledger.turns import forget_episode, ingest_turns
from muniment.ledger.upkeep import adopt_embedder, heal, set_cardinality
from muniment.ledger.writer import Ledger
from muniment.model.access import GrantLevel
from muniment.model.claims import Role
from muniment.model.memory import Cardinality, Scope, Standing, Visibility
from muniment.model.writes import Draft, Turn
from muniment.testing.embedder import HashedEmbedder
from muniment.testing.extractor import ScriptedExtractor, claim_of
from tests.database import Desk, principal_of

MARCH = datetime(2026, 3, 1, tzinfo=UTC)
NEVER = datetime(2999, 1, 1, tzinfo=UTC)
JUNE = datetime(2026, 6, 1, 9, 30, tzinfo=timezone(timedelta(hours=2)))


def draft(content: str, *, category: str | None = "city", **others: object) -> Draft:
    """Return a draft about Mike."""
    said = Draft(content=content, entity="Mike", category=category, valid_from=MARCH)
    return replace(said, **others)  # type: ignore[arg-type]  # the tests name fields of a draft


async def write_a_bit_of_everything(desk: Desk) -> None:
    """Write rows of every table and close some, as two users, two agents and nobody."""
    ledger, mike = desk.ledger, desk.principal
    clerk = replace(mike, agent="clerk")
    (london,) = await ledger.add_many(
        mike,
        [
            draft(
                "Mike lives in London",
                tags=("home", "None"),
                metadata={"é": [1, 2.50]},
                confidence=1,
            )
        ],
    )
    (bath,) = await ledger.add_many(mike, [draft("Mike lives in Bath", valid_from=JUNE)])
    await ledger.add_many(mike, [draft("Mike lives in Bath", valid_from=JUNE)])
    await ledger.update(mike, london.id, Correction(content="Mike lives in Londres", confidence=1))
    await ledger.update(mike, bath.id, Correction(valid_from=JUNE + timedelta(days=1)))
    await ledger.end(mike, bath.id, at=JUNE + timedelta(days=90))
    (tea,) = await ledger.add_many(clerk, [draft("Mike drinks tea", category="drink")])
    await ledger.forget(mike, tea.id)
    (guess,) = await ledger.add_many(clerk, [draft("Mike may leave", category=None)])
    await ledger.retract(mike, guess.id)
    await ledger.add_many(
        clerk,
        [
            draft("Mike lives in Rome", standing=Standing.CONTESTED, source="a letter"),
            draft("Mike is tired", visibility=Visibility.PRIVATE, category="mood"),
            draft("Tea is at four", scope=Scope.GLOBAL, category="custom"),
            draft("The plan is secret", scope=Scope.CONTAINER, container="project:move"),
        ],
    )
    await ledger.add_many(principal_of(mike.tenant, "ann"), [draft("Ann knows Mike")])
    await ledger.add_many(principal_of(mike.tenant, None), [draft("Nobody knows Mike")])
    await write_turns(desk)
    await write_pages(desk)
    await set_cardinality(ledger, mike, "city", Cardinality.MANY)
    other = Ledger(desk.store, HashedEmbedder(salt="other"), ledger.limits, ledger.language)
    await adopt_embedder(other, mike)
    await heal(other, mike)
    await write_round(desk)


async def write_access(desk: Desk) -> None:
    """Make keys and grants, and revoke some."""
    ledger, mike = desk.ledger, desk.principal
    web = KeyDraft(
        name="web", user="mike", agent="clerk", role="user", namespaces=("a", "b"), expires_at=NEVER
    )
    made = await create_key(ledger, mike, web, reason="for the website")
    await create_key(ledger, mike, replace(web, name="old", agent=None, namespaces=None))
    await revoke_key(ledger, mike, made.id)
    for_ann = GrantDraft(
        owner="mike",
        grantee="ann",
        level=GrantLevel.READ,
        namespace="a",
        container=None,
        expires_at=NEVER,
    )
    granted = await grant(ledger, mike, for_ann)
    await grant(ledger, mike, replace(for_ann, namespace=None, container="project:move"))
    await revoke_grant(ledger, mike, granted.id)


async def write_teams(desk: Desk) -> None:
    """Give quotas, one in place of another, and end a session that an agent opened with a key."""
    ledger, mike = desk.ledger, desk.principal
    await set_quota(ledger, mike, "mike", daily_writes=900, memories=None)
    await set_quota(ledger, mike, "mike", daily_writes=None, memories=800)
    await set_quota(ledger, mike, "ann", daily_writes=700, memories=600)
    planner = replace(mike, agent="planner", role="planner", trail=("chief", "planner"))
    planner = replace(planner, key_id=UUID(int=7))
    await create_session(ledger, planner, "planning", project="garden")
    await end_container(ledger, planner, "session", "planning")


async def write_turns(desk: Desk) -> None:
    """Store turns, rest a belief on one of them, and hide another."""
    turns = [
        Turn(
            content=f" I moved {n} times.\n",
            speaker="Mike",
            occurred_at=JUNE,
            session="s1",
            source_id=f"D1:{n}",
            caption="a van" if n else None,
            metadata={"n": n},
        )
        for n in range(3)
    ]
    ingested = await ingest_turns(desk.ledger, desk.principal, turns)
    await desk.ledger.add_many(
        desk.principal,
        [draft("Mike moved", category="moves", episode_id=ingested.episodes[0], span=(1, 8))],
    )
    await forget_episode(desk.ledger, desk.principal, ingested.episodes[1])


async def write_pages(desk: Desk) -> None:
    """Compile pages of an entity, of a category and of nobody any more, one of them twice, and a snapshot."""
    ledger, mike = desk.ledger, desk.principal
    here = snapshot_place(mike, "default")
    await compile_page(ledger, mike, here, "Mike")
    (rex,) = await ledger.add_many(mike, [draft("Rex barks", entity="Rex", category="habit")])
    await ledger.add_many(mike, [draft("Mike owns Rex", category="owns", object="Rex")])
    await compile_page(ledger, mike, here, "Mike")
    await compile_page(ledger, mike, here, "category:habit")
    await ledger.forget(mike, rex.id)
    await compile_page(ledger, mike, here, "category:habit")
    await compile_page(ledger, mike, here, "category:owns")
    await snapshot_take(ledger, mike, "default")


async def write_round(desk: Desk, principal: Principal | None = None) -> None:
    """Learn from two rounds: a belief of Mike's, and somebody who contradicts him."""
    script = {
        "I live in London.": [claim_of("Mike Hall", "lives_in", "London", time_words="now")],
        "Mike lives in Rome.": [claim_of("Mike Hall", "lives_in", "Rome")],
    }
    learner = Learner(ledger=desk.ledger, extractor=ScriptedExtractor(script))
    for speaker, text, at in (
        ("Mike Hall", "I live in London.", JUNE),
        ("Ann", "Mike lives in Rome.", JUNE + timedelta(days=1)),
    ):
        turn = Turn(content=text, speaker=speaker, occurred_at=at, session="s1")
        said = Round(said=(Said(turn=turn, role=Role.USER),), assistant="assistant")
        await learner.ingest_rounds(principal or desk.principal, [said], Place())


def plant(connection: psycopg.Connection[tuple[object, ...]], principal: Principal) -> None:
    """Put a row into the tables that the ledger's verbs do not fill yet, as a superuser."""
    named = {"tenant": principal.tenant_id, "user": principal.user_id}
    connection.execute(
        "INSERT INTO muniment.recalls (tenant_id, recall_id, owner_id, number, digest, request, receipt)"
        " VALUES (%(tenant)s, gen_random_uuid(), %(user)s, 1, '', '{}', '{}')",
        named,
    )
    connection.execute(
        "INSERT INTO muniment.idempotent_answers (tenant_id, owner_id, key, request_digest, answer)"
        " VALUES (%(tenant)s, %(user)s, '1', '', '1')",
        named,
    )
    connection.execute(
        "INSERT INTO muniment.access_key_uses (tenant_id, key_id, last_used_at)"
        " VALUES (%(tenant)s, gen_random_uuid(), now())",
        named,
    )
    connection.execute(
        "INSERT INTO muniment.tombstones (tenant_id, number, ordinal, erased_table, erased_number,"
        " erased_ordinal, known_from) VALUES (%(tenant)s, 99, 1, 'memories', 1, 1, now())",
        named,
    )
    connection.execute(
        "INSERT INTO muniment.schedules (tenant_id, schedule_id, name, kind, arguments, cron, zone, is_on,"
        " tenant_name, owner_id, role, trail, permissions, containers, attempts_max, set_at)"
        " VALUES (%(tenant)s, gen_random_uuid(), 'nightly', 'embed_backlog', '{}', '@daily', 'UTC', false,"
        " '', %(user)s, 'user', '{}', '{}', '{}', 1, now())",
        named,
    )
