"""Another embedder is refused, and one that is away costs no write: what it missed is made up for."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from muniment import AgentMemory
from muniment.errors import EmbedderMismatch, EmbedderUnavailable, NotComparable
from muniment.model.memory import Outcome
from muniment.model.reading import Part
from muniment.model.writes import Healed
from muniment.operations import writes
from muniment.operations.writes import NewTurn
from muniment.store.migrator import migrate
from muniment.testing.embedder import FailingEmbedder, HashedEmbedder
from tests.database import Database
from tests.faults.processes import half_written
from tests.surfaces.service import serving

TOWNS = ["London", "Bath", "Leeds", "York", "Ely"]


@contextmanager
def memory_of(
    database: Database, embedder: HashedEmbedder | FailingEmbedder, *, adopting: bool = False
) -> Iterator[AgentMemory]:
    with AgentMemory(database.app, embedder=embedder, adopting=adopting) as memory:
        yield memory


def fill(memory: AgentMemory) -> None:
    memory.add_many([f"Mike has been to {town}" for town in TOWNS])


def answer(memory: AgentMemory) -> list[str]:
    return [each.memory.content for each in memory.recall("Has Mike been to York?", limit=1)]


def heal(memory: AgentMemory) -> Healed:
    """Embed two units of those that wait."""
    return memory.perform(writes.heal_backlog, writes.Heal(units_max=2))


def lanes(memory: AgentMemory) -> set[str]:
    return {each.name for each in memory.recall("Has Mike been to York?").receipt.lanes}


def test_a_second_embedder_is_refused_by_name_with_what_to_run(database: Database) -> None:
    with memory_of(database, HashedEmbedder()) as memory:
        fill(memory)
        head = memory.verify().head_hash
    with (
        memory_of(database, HashedEmbedder(salt="other")) as memory,
        pytest.raises(EmbedderMismatch, match=r"embedded with hashed .*`muniment reembed`") as told,
    ):
        fill(memory)
    first, second = HashedEmbedder().identity.digest, HashedEmbedder(salt="other").identity.digest
    assert first[:12] in told.value.message
    assert second[:12] in told.value.message
    with memory_of(database, HashedEmbedder()) as memory:
        assert memory.verify().head_hash == head


def test_a_second_embedder_neither_heals_nor_writes_what_the_first_one_reads(
    database: Database,
) -> None:
    with memory_of(database, HashedEmbedder()) as memory:
        fill(memory)
        with memory_of(database, HashedEmbedder(salt="other"), adopting=True) as other:
            with pytest.raises(EmbedderMismatch):
                other.run_pending()
            assert memory.stats().transactions == 2


def test_a_write_lands_while_the_embedder_is_away_and_recall_says_so_until_it_is_healed(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder(), is_down=True)
    with memory_of(database, embedder) as memory:
        written = memory.add_many([f"Mike has been to {town}" for town in TOWNS])
        turns = memory.ingest_turns(
            [NewTurn(content="I liked York best.", occurred_at="2026-03-01", session="chat")]
        )
        assert [each.embedded for each in written] == [False] * 5
        assert not turns.embedded
        assert memory.stats().not_embedded == 6

        told = memory.recall("Has Mike been to York?")
        assert "Mike has been to York" in [each.memory.content for each in told]
        assert told.receipt.degraded[0] == (
            "vector lane: embedder unreachable (`muniment doctor` says why)"
        )
        assert memory.health().parts[-1].detail == "6 not embedded yet"
        with pytest.raises(EmbedderUnavailable):
            memory.run_pending()
        assert memory.stats().not_embedded == 6

        embedder.is_down = False
        told = memory.recall("Has Mike been to York?")
        assert told.receipt.degraded == ("6 memories or turns are not embedded yet",)
        healed = memory.run_pending()
        assert (healed.embedded, healed.waiting) == (6, 0)
        assert memory.recall("Has Mike been to York?").receipt.degraded == ()
        assert memory.run_pending().embedded == 0
        assert memory.verify().findings == ()
    assert half_written(database.admin) == []


def told_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.name == "muniment.recall"]


def test_the_log_is_told_once_that_the_embedder_is_away_and_once_that_it_is_back(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    embedder = FailingEmbedder(HashedEmbedder())
    with memory_of(database, embedder) as memory:
        fill(memory)
        answer(memory)
        assert told_in(caplog) == []
        embedder.is_down = True
        for _ in range(3):
            answer(memory)
        away = "the embedder cannot be reached (embedder_unavailable)"
        assert told_in(caplog) == [f"{away}: The embedder cannot be reached."]
        embedder.is_down = False
        answer(memory)
        answer(memory)
        assert told_in(caplog)[1:] == [f"{away}: that is over."]


def test_an_embedder_that_was_not_reached_is_unfit_until_it_is_and_is_not_asked_for_that(
    database: Database,
) -> None:
    def part(memory: AgentMemory) -> Part:
        return next(each for each in memory.health().parts if each.name == "embedder")

    embedder = FailingEmbedder(HashedEmbedder())
    with memory_of(database, embedder) as memory:
        fill(memory)
        embedder.is_down = True
        assert part(memory).ok
        answer(memory)
        embedder.is_down = False
        told = part(memory)
        assert not told.ok
        assert told.detail == (
            "hashed, 384 dimensions; it could not be reached when last asked (embedder_unavailable)"
        )
        assert told.mend is not None
        answer(memory)
        assert part(memory).ok


async def test_a_service_is_ready_while_its_embedder_is_away_for_recall_goes_without_it(
    database: Database,
) -> None:
    async with serving(database, embedder=FailingEmbedder(HashedEmbedder(), is_down=True)) as lent:
        await lent.add("Mike lives in Bath")
        ready = await lent.http.get("/ready")

    assert (ready.status_code, ready.json()["ready"]) == (200, True)
    assert {"name": "embedder", "ok": False} in ready.json()["parts"]


def test_an_update_lands_while_the_embedder_is_away(database: Database) -> None:
    embedder = FailingEmbedder(HashedEmbedder())
    with memory_of(database, embedder) as memory:
        written = memory.add("Mike lives in London", entity="Mike", category="city")
        embedder.is_down = True
        assert not memory.update(written.id, "Mike lives in Leeds").embedded
        assert memory.stats().not_embedded == 1
        embedder.is_down = False
        assert memory.run_pending().waiting == 0
        assert memory.verify().findings == ()


def test_what_is_told_of_more_time_waits_only_if_its_words_do(database: Database) -> None:
    with memory_of(database, HashedEmbedder()) as memory:
        memory.add("Mike lives in London", valid_from="2026-03-01")
        longer = memory.add("Mike lives in London", valid_from="2026-01-01")
        waiting, again = memory.add_many(["Mike is well", "Mike is well"], embed=False)
        assert (longer.outcome, longer.embedded) == (Outcome.ADD, True)
        assert (waiting.embedded, again.outcome, again.embedded) == (False, Outcome.NOOP, False)
        assert memory.stats().not_embedded == 1


def test_an_embedder_that_dies_in_the_middle_of_a_batch_leaves_the_whole_batch_waiting(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder(), texts_left=3)
    with memory_of(database, embedder) as memory:
        written = memory.add_many([f"Mike has been to {town}" for town in TOWNS])
        assert [each.embedded for each in written] == [False] * 5
        assert memory.stats().not_embedded == 5
        embedder.is_down, embedder.texts_left = False, 2
        assert heal(memory).waiting == 3
        with pytest.raises(EmbedderUnavailable):
            heal(memory)
        assert memory.stats().not_embedded == 3
        embedder.is_down, embedder.texts_left = False, None
        assert memory.run_pending().waiting == 0
        assert memory.verify().findings == ()
    assert half_written(database.admin) == []


def test_embedding_anew_goes_on_where_it_was_interrupted(database: Database) -> None:
    with memory_of(database, HashedEmbedder()) as memory:
        fill(memory)
        before = memory.recall("Has Mike been to York?")
    other = FailingEmbedder(HashedEmbedder(salt="other"), texts_left=4)
    with memory_of(database, other, adopting=True) as memory:
        assert memory.adopt_embedder(reason="a better one") == 5
        assert heal(memory).waiting == 3
        assert heal(memory).waiting == 1
        with pytest.raises(EmbedderUnavailable):
            heal(memory)
    with memory_of(database, HashedEmbedder(salt="other")) as memory:
        assert memory.adopt_embedder() == 1
        assert "1 memory or turn is not embedded yet" in str(
            memory.recall("Has Mike been to York?").receipt.degraded
        )
        assert memory.run_pending().waiting == 0
        assert answer(memory) == ["Mike has been to York"]
        assert memory.recall("Has Mike been to York?").receipt.degraded == ()
        assert [each.operation for each in memory.transactions()] == [
            "open",
            "add",
            "reembed",
            "embed",
            "embed",
            "embed",
        ]
        assert memory.verify().findings == ()
    with (
        memory_of(database, HashedEmbedder()) as memory,
        pytest.raises(EmbedderMismatch, match="Both have this name, but another version"),
    ):
        answer(memory)
    assert before.receipt.digest != ""


def test_an_answer_as_of_before_another_embedder_says_that_it_lacks_the_vectors(
    database: Database,
) -> None:
    asked = "Has Mike been to York?"
    with memory_of(database, HashedEmbedder()) as memory:
        fill(memory)
        before = memory.recall(asked).receipt
    with memory_of(database, HashedEmbedder(salt="other"), adopting=True) as memory:
        memory.adopt_embedder()
        memory.run_pending()
        after = memory.recall(asked, as_of=before.basis.as_of.number).receipt
        assert memory.recall(asked).receipt.degraded == before.degraded == ()
        assert memory.recall(asked, as_of=0).receipt.degraded == after.degraded
        with pytest.raises(NotComparable, match="nothing was embedded with hashed then"):
            memory.replay(before)
    assert after.degraded == ("vector lane: nothing was embedded with hashed then",)
    assert (before.embedder is None, after.embedder) == (False, None)


def test_facts_are_not_ranked_as_of_before_another_embedder_as_if_it_had_been_there(
    database: Database,
) -> None:
    with memory_of(database, HashedEmbedder()) as memory:
        memory.add("Mike lives in York", subject="Mike", predicate="lives_in", object="York")
        before = memory.facts(text="York").basis.as_of.number
    with memory_of(database, HashedEmbedder(salt="other"), adopting=True) as memory:
        memory.adopt_embedder()
        memory.run_pending()
        with pytest.raises(EmbedderMismatch, match="nothing was embedded with hashed at the basis"):
            memory.facts(text="York", as_of=before)
        assert [each.object for each in memory.facts(as_of=before)] == ["York"]
        assert [each.object for each in memory.facts(text="York")] == ["York"]


def test_the_earlier_embedder_adopted_again_answers_as_it_did(database: Database) -> None:
    asked = "Has Mike been to York?"
    with memory_of(database, HashedEmbedder()) as memory:
        fill(memory)
        memory.add("Mike has been to York often")
        memory.append_facts([{"subject": "Mike", "predicate": "likes", "object": "York"}])
        memory.append_facts([{"subject": "Mike", "predicate": "likes", "object": "Bath"}])
        memory.add_many(["Mike has been to Rome"], embed=False)
        before = memory.recall(asked).receipt
        number = before.basis.as_of.number
        facts = memory.facts(text="York", as_of=number)
        pairs = memory.find_duplicates(as_of=number)
    assert [pair.cosine for pair in pairs] == [0.9129]
    for embedder in (HashedEmbedder(salt="other"), HashedEmbedder()):
        with memory_of(database, embedder, adopting=True) as memory:
            memory.adopt_embedder()
            assert memory.find_duplicates(as_of=number) == pairs
            memory.run_pending()
            assert memory.find_duplicates(as_of=number) == pairs
    with memory_of(database, HashedEmbedder()) as memory:
        assert memory.replay(before).same
        assert memory.recall(asked, as_of=number).receipt.degraded == before.degraded
        assert memory.facts(text="York", as_of=number) == facts
        assert memory.recall(asked).receipt.degraded == ()
        memory.forget(memory.search(text="York", limit=1).items[0].id)
        assert memory.replay(before).same


@pytest.mark.parametrize("order", ["adopted while open", "opened to adopt, and not yet done"])
def test_a_write_never_stores_the_vectors_of_one_embedder_as_those_of_another(
    database: Database, order: str
) -> None:
    other = HashedEmbedder(salt="other")
    with (
        memory_of(database, HashedEmbedder()) as first,
        memory_of(database, other, adopting=True) as second,
    ):
        written = first.add("Mike has been to York")
        if order == "adopted while open":
            second.adopt_embedder()
            second.run_pending()
            writer = first
        else:
            writer = second
        assert not writer.add("Mike has been to Leeds").embedded
        assert not writer.update(written.id, "Mike has been to Bath").embedded
        turn = NewTurn(content="I liked York best.", occurred_at="2026-03-01", session="chat")
        assert not writer.ingest_turns([turn]).embedded
        assert second.stats().not_embedded == 3


def test_two_who_heal_at_once_embed_each_unit_once(database: Database) -> None:
    embedder = FailingEmbedder(HashedEmbedder(), is_down=True)
    with memory_of(database, embedder) as memory, memory_of(database, embedder) as other:
        fill(memory)
        embedder.is_down = False
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda each: each.run_pending(), [memory, other] * 2))
        assert memory.stats().not_embedded == 0
        assert memory.verify().findings == ()
    assert half_written(database.admin) == []


def test_two_who_heal_at_once_pass_over_what_waited_for_an_earlier_embedder(
    database: Database,
) -> None:
    with memory_of(database, FailingEmbedder(HashedEmbedder(), is_down=True)) as memory:
        fill(memory)
    other = HashedEmbedder(salt="other")
    with (
        memory_of(database, other, adopting=True) as memory,
        memory_of(database, other, adopting=True) as beside,
    ):
        memory.adopt_embedder()
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda each: each.run_pending(), [memory, beside] * 2))
        assert memory.stats().not_embedded == 0


def test_an_agent_embeds_what_is_for_everybody_and_what_comes_after_it(database: Database) -> None:
    embedder = FailingEmbedder(HashedEmbedder(), is_down=True)
    with memory_of(database, embedder) as memory:
        planner = memory.context("planner")
        planner.add("Mike has been to York", scope="global")
        embedder.is_down = False
        assert planner.run_pending().waiting == 0
        planner.add_many(["Mike has been to Ely"], embed=False)
        assert planner.run_pending().waiting == 0
        assert memory.run_pending().waiting == 0


async def test_what_was_embedded_and_not_noted_is_noted_by_the_migration(
    database: Database,
) -> None:
    with memory_of(database, HashedEmbedder()) as memory:
        memory.add("Mike has been to York")
        memory.add_many(["Mike has been to Ely"], embed=False)
        before = memory.recall("Has Mike been to York?", as_of=3).receipt
    with database.as_admin() as connection:
        connection.execute(
            "INSERT INTO muniment.vectors SELECT b.tenant_id, b.embedder_no, b.partition_no, b.unit_no,"
            " b.known_from + interval '1 second', NULL, v.embedding FROM muniment.backlog b, muniment.vectors v"
        )
        connection.execute(
            "DELETE FROM public.muniment_migrations WHERE name = '0021_backlog_noted.sql'"
        )

    assert await migrate(database.admin) == ["0021_backlog_noted.sql"]

    with memory_of(database, HashedEmbedder()) as memory:
        memory.add_many(["Mike has been to Bath"], embed=False)
        healed = memory.run_pending()
        after = memory.recall("Has Mike been to York?", as_of=3).receipt
    assert (healed.embedded, healed.waiting) == (1, 0)
    assert after.degraded == before.degraded == ("1 memory or turn is not embedded yet",)
    assert after.digest == before.digest
