"""What a correction or an end leaves as it was: words, evidence, and what others hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from muniment import AgentMemory
from muniment.errors import InvalidValue, MemoryNotFound
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.reading import ChangeKind
from muniment.model.writes import Written
from tests.database import Database

OTHER_WORDS = "Mike lives in Londonderry"


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    with AgentMemory(database.app) as opened:
        yield opened


def ended_and_corrected(memory: AgentMemory) -> str:
    london = lives(memory, "London", "2026-01-01")
    memory.end(london, at="2026-03-01")
    memory.update(london, OTHER_WORDS)
    return london


def lives(memory: AgentMemory, city: str, since: str, until: str | None = None) -> str:
    added = memory.add(
        f"Mike lives in {city}",
        entity="Mike",
        category="city",
        valid_from=since,
        valid_until=until,
    )
    return str(added.id)


def told_twice(memory: AgentMemory) -> str:
    """Believe one thing because of two turns."""
    first, second = turns(memory, "I have lived in London for ages.", "London is where I live.")
    for turn, words, since in ((first, 32, "2026-01-10"), (second, 23, "2026-02-10")):
        added = memory.add(
            "Mike lives in London",
            entity="Mike",
            category="city",
            valid_from=since,
            episode_id=str(turn),
            span=(0, words),
        )
    return str(added.id)


def turns(memory: AgentMemory, *said: str) -> tuple[EpisodeId, ...]:
    told = [
        {"content": each, "speaker": "Mike", "occurred_at": "2026-01-10", "session": f"s{number}"}
        for number, each in enumerate(said)
    ]
    return tuple(memory.ingest_turns(told).episodes)


def test_a_correction_of_what_ended_stands_whatever_is_written_beside_the_end(
    memory: AgentMemory,
) -> None:
    london = ended_and_corrected(memory)

    lives(memory, "Bath", "2026-06-01", "2026-07-01")  # parts the gap that the end left
    lives(memory, "York", "2026-02-01", "2026-03-01")  # cuts the belief itself

    assert memory.get(london, valid_at="2026-01-10").content == OTHER_WORDS
    found = memory.recall("Where did Mike live?", valid_at="2026-01-10")
    assert [each.memory.content for each in found] == [OTHER_WORDS]


def test_the_words_of_before_a_correction_are_no_belief_that_could_be_had_already(
    memory: AgentMemory,
) -> None:
    ended_and_corrected(memory)

    lives(memory, "London", "2026-02-01", "2026-03-01")

    held = [each.memory.content for each in memory.timeline("Mike")]
    assert held == [OTHER_WORDS, "Mike lives in London"]


def test_a_period_that_is_corrected_keeps_every_turn_that_told_it(memory: AgentMemory) -> None:
    london = told_twice(memory)

    memory.update(london, valid_from="2025-12-01")

    evidence = [each for each in memory.explain(london).evidence if each.known_until is None]
    assert [each.quotation for each in evidence] == [
        "I have lived in London for ages.",
        "London is where I live.",
    ]
    found = memory.recall("Who lived in London for ages?", valid_at="2026-03-01")
    assert {each.marks for each in found} == {()}


def test_what_is_forgotten_after_its_period_was_corrected_is_in_no_turn(
    memory: AgentMemory,
) -> None:
    london = told_twice(memory)
    memory.update(london, valid_from="2025-12-01")

    memory.forget(london)

    found = memory.recall("Where is London my home, where I lived for ages?", valid_at="2026-03-01")
    assert [each.memory.content for each in found] == []


def test_an_end_rests_on_no_words_that_say_the_contrary(memory: AgentMemory) -> None:
    london = told_twice(memory)

    memory.end(london, at="2026-03-01", reason="he told me on the phone")

    ending = memory.explain(london).evidence[-1]
    assert (ending.gap, ending.episode, ending.source) == (True, None, None)
    assert ending.reason == "he told me on the phone"


@pytest.mark.parametrize("category", ["city", None], ids=["in a slot", "without one"])
def test_other_words_of_what_had_ended_are_a_correction_and_no_end(
    memory: AgentMemory, category: str | None
) -> None:
    added = memory.add(
        "Mike plays chess", entity="Mike", category=category, valid_from="2026-01-01"
    )
    memory.end(added.id, at="2026-02-01")
    memory.update(added.id, "Mike plays correspondence chess")

    kinds = [each.kind for each in memory.diff()]
    assert kinds == [ChangeKind.LEARNT, ChangeKind.ENDED, ChangeKind.CORRECTED]
    (told,) = memory.timeline("Mike")
    assert told.memory.valid_until == datetime(2026, 2, 1, tzinfo=UTC)


def test_displaced_is_who_lost_time_and_not_who_gained_it(memory: AgentMemory) -> None:
    london = lives(memory, "London", "2026-01-01")
    bath = lives(memory, "Bath", "2026-03-01")

    later = memory.update(bath, valid_from="2026-05-01")
    sooner = memory.update(bath, valid_from="2026-02-01")

    assert later.displaced == ()
    assert [str(each) for each in sooner.displaced] == [london]


def test_what_goes_on_longer_in_a_batch_is_displaced_by_nothing_else_of_it(
    memory: AgentMemory,
) -> None:
    lives(memory, "London", "2026-01-01", "2026-01-05")

    written = memory.add_many(
        [
            {
                "content": f"Mike lives in {city}",
                "entity": "Mike",
                "category": "city",
                "valid_from": since,
                "valid_until": until,
            }
            for city, since, until in (
                ("London", "2026-01-03", "2026-01-10"),
                ("Bath", "2026-02-01", None),
            )
        ]
    )

    assert [each.displaced for each in written] == [(), ()]


def test_a_start_corrected_to_an_earlier_one_gives_way_to_what_starts_later(
    memory: AgentMemory,
) -> None:
    acme = memory.add("Ann works at Acme", entity="Ann", category="job")
    memory.update(acme.id, valid_from="2020-01-01")

    beta = memory.add("Ann works at Beta", entity="Ann", category="job", valid_from="2025-01-01")

    assert (beta.displaced, beta.outranked_by) == ((acme.id,), ())
    assert memory.get(acme.id, valid_at="2024-12-31").content == "Ann works at Acme"
    assert memory.get(beta.id, valid_at="2025-01-01").content == "Ann works at Beta"


def test_what_other_words_come_among_keeps_what_it_holds_from_a_later_start(
    memory: AgentMemory,
) -> None:
    def plays(game: str, since: str) -> str:
        added = memory.add(game, entity="Mike", category="hobby", valid_from=since)
        return str(added.id)

    memory.set_cardinality("hobby", "many")
    chess, go = plays("chess", "2026-05-01"), plays("Go", "2026-06-01")

    memory.update(go, "chess", valid_from="2026-01-01")

    rows = [(str(each.memory.id), each.memory.valid_from) for each in memory.timeline("Mike")]
    assert rows == [
        (go, datetime(2026, 1, 1, tzinfo=UTC)),
        (chess, datetime(2026, 5, 1, tzinfo=UTC)),
    ]


def test_what_was_told_again_later_and_then_since_earlier_gives_way_too(
    memory: AgentMemory,
) -> None:
    london = told_twice(memory)
    memory.update(london, valid_from="2025-12-01")

    bath = lives(memory, "Bath", "2025-12-20", "2025-12-24")

    held = [(str(each.memory.id), each.memory.valid_from.day) for each in memory.timeline("Mike")]
    assert held == [(london, 1), (bath, 20), (london, 24)]


def test_a_belief_that_holds_at_no_time_names_what_holds_instead(memory: AgentMemory) -> None:
    lives(memory, "York", "2026-03-01")
    london = lives(memory, "London", "2026-05-01")
    memory.update(london, valid_from="2026-01-01")  # it wins over York, as it did from May on

    late = lives_nowhere(memory)
    with pytest.raises(MemoryNotFound, match="else the slot's timeline"):
        memory.get(late.id)
    corrected = memory.update(late.id, "Mike lives in Bath, Somerset")
    moved = memory.update(late.id, valid_from="2025-12-01")

    for written in (late, corrected):
        assert ([str(each) for each in written.outranked_by], written.displaced) == ([london], ())
    assert moved.outranked_by == ()
    assert memory.get(late.id).valid_until == datetime(2026, 1, 1, tzinfo=UTC)


def test_a_belief_that_only_an_end_outranks_names_the_memory_that_ended(
    memory: AgentMemory,
) -> None:
    lives(memory, "York", "2026-03-01")
    london = lives(memory, "London", "2026-05-01")
    memory.update(london, valid_from="2026-01-01")
    memory.forget(london)

    late = lives_nowhere(memory)

    assert [str(each) for each in late.outranked_by] == [london]


def lives_nowhere(memory: AgentMemory) -> Written:
    return memory.add("Mike lives in Bath", entity="Mike", category="city", valid_from="2026-02-01")


def test_of_a_batch_each_belief_that_holds_at_no_time_names_what_holds_instead(
    memory: AgentMemory,
) -> None:
    london = lives(memory, "London", "2026-01-01")

    written = memory.add_many(
        [
            {
                "content": f"Mike lives in {city}",
                "entity": "Mike",
                "category": "city",
                "valid_from": "2026-02-01",
                "valid_until": until,
            }
            for city, until in (("Bath", "2026-03-01"), ("York", "2026-04-01"))
        ]
    )

    bath, york = written
    assert (bath.outranked_by, york.outranked_by) == ((york.id,), ())
    assert (
        [str(each) for each in bath.displaced] == [str(each) for each in york.displaced] == [london]
    )


def test_the_sentence_of_a_triple_follows_its_object(memory: AgentMemory) -> None:
    job = memory.add(subject="Bo", predicate="works_at", object="Acme", valid_from="2026-01-01")
    memory.update(job.id, object="Beta", reason="misread")

    corrected = memory.get(job.id)
    assert (corrected.content, corrected.object) == ("Bo works_at Beta", "Beta")
    assert memory.recall("Where does Bo work?")[0].memory.content == "Bo works_at Beta"


def test_a_fact_never_says_one_thing_in_its_sentence_and_another_in_its_object(
    memory: AgentMemory,
) -> None:
    job = memory.add(
        "Bo works for Acme.",
        subject="Bo",
        predicate="works_at",
        object="Acme",
        valid_from="2026-01-01",
    )
    with pytest.raises(InvalidValue, match=r"object would be 'Beta'.*Give both"):
        memory.update(job.id, object="Beta")
    with pytest.raises(InvalidValue, match=r"object would be 'Acme'.*Give both"):
        memory.update(job.id, "Bo works for Beta.")
    assert [each.content for each in memory.history(job.id)] == ["Bo works for Acme."]

    memory.update(job.id, "Bo has worked for Acme for years.")
    memory.update(job.id, "Bo works for Beta.", object="Beta")
    assert (memory.get(job.id).content, memory.facts("Bo")[0].object) == (
        "Bo works for Beta.",
        "Beta",
    )


@pytest.mark.parametrize("entity, category", [(None, None), ("Mike", None), (None, "city")])
def test_what_is_no_fact_and_has_no_slot_is_given_no_object(
    memory: AgentMemory, entity: str | None, category: str | None
) -> None:
    added = memory.add("Mike moved house", entity=entity, category=category)

    with pytest.raises(InvalidValue, match="has no subject and predicate"):
        memory.update(added.id, object="Bath")

    kept = memory.history(added.id)
    assert [each.content for each in kept] == ["Mike moved house"]


@pytest.mark.parametrize("goes", [AgentMemory.forget, AgentMemory.retract])
def test_a_fact_that_is_gone_is_not_found_whatever_its_sentence_would_say(
    memory: AgentMemory, goes: Callable[[AgentMemory, MemoryId], object]
) -> None:
    added = memory.add("Bo works for Alpha.", subject="Bo", predicate="works_for", object="Alpha")
    goes(memory, added.id)

    with pytest.raises(MemoryNotFound, match="was forgotten or retracted"):
        memory.update(added.id, content="zzz")
