"""Say a name wherever words are kept, look where it is told, and erase it."""

from __future__ import annotations

from uuid import UUID

from muniment.access.principal import Principal
from muniment.knowledge.learning.reading_rounds import Place, Round, Said
from muniment.knowledge.learning.rounds import Learner
from muniment.knowledge.pages.compiling import compile_page
from muniment.knowledge.pages.snapshots import snapshot_place, snapshot_take
from muniment.ledger.changing import Correction
from muniment.ledger.erasing import purge
from muniment.ledger.turns import ingest_turns
from muniment.model.claims import Role
from muniment.model.erasing import Purged
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Standing, Visibility
from muniment.model.writes import Draft, Turn
from muniment.testing.extractor import ScriptedExtractor, claim_of
from tests.database import Desk
from tests.store.lookup_words import add, day, lives_in

MARK = "Quillfeather"
"""A name that is in all that is erased, and in nothing else."""
STEM = "quillfeath"


def said(content: str, month: int, speaker: str = "Mike") -> Turn:
    return Turn(
        content=content,
        occurred_at=day(month),
        session="s",
        speaker=speaker,
        source_id=content,
        caption=f"a picture of {content}",
        metadata={"of": content},
    )


async def tell(desk: Desk) -> None:
    """Say the name wherever words are kept, and something else beside it."""
    mike, ledger = desk.principal, desk.ledger
    turns = [said(f"I met {MARK}.", 2), said("The fair was loud.", 3, "Ann"), said("Hm.", 4, MARK)]
    ingested = await ingest_turns(ledger, mike, turns)
    told = Draft(
        content=f"Mike met {MARK}",
        entity="Mike",
        category="met",
        object=MARK,
        valid_from=day(2),
        episode_id=ingested.episodes[0],
        span=(0, 10),
    )
    first, *_ = await add(
        desk,
        lives_in("London", day(3)),
        lives_in(MARK, day(4), tags=(MARK,), metadata={MARK: 1}, source=f"a letter of {MARK}"),
        told,
        lives_in(f"{MARK} Hall", day(6), standing=Standing.CONTESTED),
        lives_in(f"{MARK} Row", day(7), visibility=Visibility.TEAM, category="street"),
        Draft(content="Mike rows", entity="Mike", category="sport", valid_from=day(1)),
    )
    await ledger.update(mike, first, Correction(content=f"Mike lives in {MARK} Court"))
    await ledger.update(mike, first, Correction(content="Mike lives in London"))
    learner = Learner(
        ledger=ledger,
        extractor=ScriptedExtractor({f"{MARK} bakes.": [claim_of(MARK, "does", "baking")]}),
    )
    turn = Said(turn=said(f"{MARK} bakes.", 8), role=Role.USER)
    await learner.ingest_rounds(mike, [Round(said=(turn,), assistant="assistant")], Place())
    await compile_page(ledger, mike, snapshot_place(mike, "default"), "Mike")
    await compile_page(ledger, mike, snapshot_place(mike, "default"), MARK)
    await snapshot_take(ledger, mike, "default")


def where_told(desk: Desk) -> list[str]:
    """Return the tables that have the name, or its stem, in any column of any row."""
    with desk.database.as_admin() as connection:
        tables = connection.execute(
            "SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables"
            " WHERE table_schema IN ('muniment', 'muniment_queue') AND table_type = 'BASE TABLE' ORDER BY 1"
        ).fetchall()
        return [
            str(name)
            for (name,) in tables
            if connection.execute(
                f"SELECT FROM {name} t WHERE t::text ILIKE %s LIMIT 1", [f"%{STEM}%"]
            ).fetchall()
        ]


def ids_telling(desk: Desk, table: str, column: str) -> list[UUID]:
    with desk.database.as_admin() as connection:
        rows = connection.execute(
            f"SELECT DISTINCT {column} FROM muniment.{table} t WHERE t::text ILIKE %s ORDER BY 1",
            [f"%{STEM}%"],
        ).fetchall()
    return [UUID(str(each)) for (each,) in rows]


async def erase_it(desk: Desk) -> Purged:
    return await purge(
        desk.ledger,
        desk.principal,
        memories=[MemoryId(each) for each in ids_telling(desk, "memories", "memory_id")],
        episodes=[EpisodeId(each) for each in ids_telling(desk, "episodes", "episode_id")],
        with_beliefs=True,
        reason="request 4711",
    )


async def erase(desk: Desk, *memories: MemoryId, principal: Principal | None = None) -> Purged:
    return await purge(
        desk.ledger,
        principal or desk.principal,
        memories=memories,
        episodes=(),
        with_beliefs=True,
        reason="request 4711",
    )
