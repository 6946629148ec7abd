"""An answer by rules quotes what is believed and says how it got there; it never says more, and abstains."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from muniment import AsyncAgentMemory
from muniment.model.answers import Answer
from tests.database import Database

SAID = "We moved to Bath in June, the flat is lovely."


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    async with AsyncAgentMemory(database.app) as memory:
        yield memory


def in_short(answer: Answer) -> list[tuple[str, str]]:
    return [(each.text, each.path.value) for each in answer.statements]


async def moved(memory: AsyncAgentMemory) -> tuple[str, str]:
    """Say where Mike lives, first in March and then in June, the latter in a turn."""
    london = await memory.add(
        "Mike lives in London", entity="Mike", category="city", valid_from="2026-03-01"
    )
    turns = await memory.ingest_turns(
        [{"content": SAID, "occurred_at": "2026-06-02", "session": "s", "speaker": "Mike"}]
    )
    bath = await memory.add(
        "Mike lives in Bath",
        valid_from="2026-06-01",
        episode_id=str(turns.episodes[0]),
        span=(3, 16),
        entity="Mike",
        category="city",
    )
    return str(london.id), str(bath.id)


async def test_an_answer_quotes_the_belief_and_the_words_it_rests_on(
    memory: AsyncAgentMemory,
) -> None:
    _, bath = await moved(memory)

    answer = await memory.answer("Where does Mike live?", valid_at="2026-07-01")

    first = answer.statements[0]
    assert (first.text, first.path, str(first.source.id)) == ("Mike lives in Bath", "direct", bath)
    (quotation,) = first.quotations
    assert (quotation.words, quotation.speaker, quotation.span) == (
        "moved to Bath",
        "Mike",
        (3, 16),
    )
    assert answer.abstained is None
    assert answer.text.splitlines()[0] == f"Mike lives in Bath [2026-06-01 – open, {bath}]"
    said = {"Mike lives in Bath", "Mike lives in London", SAID}
    assert {each.text for each in answer.statements} <= said


async def test_two_times_give_two_answers_and_the_past_stays(memory: AsyncAgentMemory) -> None:
    await moved(memory)

    spring = await memory.answer("Where does Mike live?", valid_at="2026-04-01")
    before = await memory.answer("Where does Mike live?", valid_at="2026-07-01", as_of=2)

    assert in_short(spring) == [("Mike lives in London", "direct")]
    assert in_short(before) == [("Mike lives in London", "direct")]


async def test_it_abstains_where_recall_does_and_says_why(memory: AsyncAgentMemory) -> None:
    await moved(memory)

    answer = await memory.answer("What is the boiling point of tungsten?", valid_at="2026-07-01")

    assert (answer.statements, answer.text) == ((), answer.abstained)
    assert answer.abstained is not None
    assert answer.abstained.startswith("nothing is close to the question")


async def test_it_abstains_about_somebody_of_whom_nothing_is_known(
    memory: AsyncAgentMemory,
) -> None:
    await moved(memory)
    await memory.add("Ann paints", entity="Ann", category="hobby", valid_from="2026-01-01")

    both = await memory.answer(
        "Did Mike move to Bath in June to the lovely flat of Zaphod?", valid_at="2026-07-01"
    )
    other = await memory.answer("Where does Ann live?", valid_at="2026-07-01")

    assert both.abstained == "“zaphod” occurs in nothing that was found"
    assert "Bath" not in other.text


async def test_an_alias_leads_to_whom_it_stands_for_and_is_named(memory: AsyncAgentMemory) -> None:
    await moved(memory)
    turns = await memory.ingest_turns(
        [{"content": "Micky is what we call Mike.", "occurred_at": "2026-06-03", "session": "s"}]
    )
    alias = await memory.add_alias("Micky", "Mike", episode_id=str(turns.episodes[0]))

    answer = await memory.answer("Where does Micky live?", valid_at="2026-07-01")

    first = answer.statements[0]
    assert (first.text, first.path) == ("Mike lives in Bath", "alias")
    assert first.via == (alias.id,)
    assert "another name" not in answer.text


async def test_facts_lead_from_one_entity_to_another(memory: AsyncAgentMemory) -> None:
    sister = await memory.add(
        subject="Mike", predicate="sister", object="Ann", valid_from="2026-01-01"
    )
    await memory.add(
        subject="Ann", predicate="works_at", object="Acme", valid_from="2026-01-01",
        content="Ann works at Acme",
    )  # fmt: skip
    await memory.add(
        subject="Bo", predicate="works_at", object="Initech", valid_from="2026-01-01",
        content="Bo works at Initech",
    )  # fmt: skip

    answer = await memory.answer("Where does Mike's sister work?", valid_at="2026-07-01")

    found = {each.text: each for each in answer.statements}
    assert "Bo works at Initech" not in found
    assert (found["Ann works at Acme"].path, found["Ann works at Acme"].via) == (
        "edge",
        (sister.id,),
    )


async def test_a_state_that_is_over_is_no_name_that_the_answer_has_to_be_about(
    memory: AsyncAgentMemory,
) -> None:
    await memory.add(
        subject="Ann", predicate="status", object="married",
        valid_from="2026-01-01", valid_until="2026-03-01",
    )  # fmt: skip
    await memory.add("Ann's marriage is over", entity="Ann", valid_from="2026-03-01")

    answer = await memory.answer("Is anybody married?", valid_at="2026-07-01")

    assert in_short(answer) == [("Ann's marriage is over", "direct")]


async def test_a_turn_of_which_nothing_is_so_any_more_is_marked(memory: AsyncAgentMemory) -> None:
    await memory.ingest_round(
        "I work at Acme.", occurred_at="2026-01-01", session="s", speaker="Ann"
    )
    before = await memory.answer("Where does Ann work?", valid_at="2026-02-01")
    await memory.ingest_round("I left Acme.", occurred_at="2026-03-01", session="s", speaker="Ann")

    then = await memory.answer("Where does Ann work?", valid_at="2026-02-01")
    now = await memory.answer("Where does Ann work?", valid_at="2026-04-01")

    assert [(each.text, each.is_over) for each in before.statements] == [
        ("Ann works at Acme.", False)
    ]
    assert ("Ann works at Acme.", False) in [(each.text, each.is_over) for each in then.statements]
    assert [(each.text, each.is_over) for each in now.statements] == [("I work at Acme.", True)]
    assert "over, " in now.statements[0].told


async def test_what_somebody_else_says_of_the_speaker_answers_and_comes_before_what_is_over(
    memory: AsyncAgentMemory,
) -> None:
    was = "I'm allergic to sesame."
    since = "My doctor says I'm not allergic to sesame after all."
    await memory.ingest_round(was, speaker="Ann", session="s", occurred_at="2026-01-05")
    await memory.ingest_round(since, speaker="Ann", session="s", occurred_at="2026-09-02")

    answer = await memory.answer("Am I allergic to sesame?", speaker="Ann", valid_at="2026-10-01")

    told = [(each.text, each.is_over) for each in answer.statements]
    assert told == [(since, False), (was, True)]


async def test_a_page_leads_to_what_it_cites(memory: AsyncAgentMemory) -> None:
    since = "2026-01-01"
    await memory.add("The river is cold", entity="Avon", category="state", valid_from=since)
    await memory.add("Mike rows at dawn", entity="Mike", category="hobby", valid_from=since)
    page = await memory.compile_page("category:hobby")

    answer = await memory.answer("Any hobbies on a cold river?", valid_at="2026-07-01")

    found = {each.text: each for each in answer.statements}
    assert found["The river is cold"].path == "direct"
    assert (found["Mike rows at dawn"].path, found["Mike rows at dawn"].via) == ("page", (page.id,))


async def test_both_sides_of_a_contradiction_are_told(memory: AsyncAgentMemory) -> None:
    _, bath = await moved(memory)
    rome = await memory.add(
        "Mike lives in Rome", entity="Mike", category="city", valid_from="2026-06-05",
        standing="contested",
    )  # fmt: skip

    answer = await memory.answer("Does Mike live in Rome?", valid_at="2026-07-01", limit=1)

    assert [(each.text, each.is_contested) for each in answer.statements] == [
        ("Mike lives in Bath", True),
        ("Mike lives in Rome", True),
    ]
    first, second = answer.statements
    assert first.against == (rome.id,)
    assert [str(each) for each in second.against] == [bath]
    assert (
        answer.text.splitlines()[1]
        == f"Mike lives in Rome [2026-06-05 – open, contested, {rome.id}]"
    )


async def test_what_is_contested_comes_behind_what_is_held(memory: AsyncAgentMemory) -> None:
    await memory.add("Mike plays the cello", entity="Mike", category="music")
    await memory.add("Mike lives in Bath", entity="Mike", category="city", valid_from="2026-06-01")
    await memory.add(
        "Mike lives in the lovely city of Rome", entity="Mike", category="city", valid_from="2026-06-05",
        standing="contested",
    )  # fmt: skip
    asked = "Which lovely city does Mike live in?"

    (first,) = await memory.recall(asked, valid_at="2026-07-01", limit=1)
    both = await memory.recall(asked, valid_at="2026-07-01", limit=2)
    before = await memory.recall(asked, valid_at="2026-06-02")
    answer = await memory.answer(asked, valid_at="2026-07-01")

    assert first.memory.content == "Mike lives in Bath"
    assert [each.about for each in both] == ["Mike · city", "Mike · city · contested"]
    assert "Mike lives in the lovely city of Rome" not in [each.memory.content for each in before]
    bath, rome = answer.statements
    assert (bath.text, bath.against) == ("Mike lives in Bath", (rome.source.id,))
    assert rome.against == (bath.source.id,)


async def test_a_turn_without_a_number_does_not_answer_how_much(memory: AsyncAgentMemory) -> None:
    said = "We got a puppy from the shelter yesterday!"
    await memory.ingest_turns(
        [{"content": said, "occurred_at": "2026-06-02", "session": "s", "speaker": "Ann"}]
    )

    asked = [await memory.answer(f"{how} the puppy?") for how in ("How much was", "Where is")]

    assert [len(each.statements) for each in asked] == [0, 1]


async def test_words_of_a_turn_that_a_forgotten_belief_rested_on_are_not_quoted(
    memory: AsyncAgentMemory,
) -> None:
    await moved(memory)
    (turn,) = (await memory.search(kind="episode")).items
    flat = await memory.add(
        "Mike loves the flat", entity="Mike", category="likes", valid_from="2026-06-01",
        episode_id=str(turn.id), span=(26, 44),
    )  # fmt: skip
    await memory.forget(flat.id)

    answer = await memory.answer("Where does Mike live?", valid_at="2026-07-01")

    (quotation,) = answer.statements[0].quotations
    assert (quotation.words, quotation.episode_id) == (None, turn.id)
    assert "lovely" not in answer.text


async def test_nobody_elses_memory_answers(memory: AsyncAgentMemory, database: Database) -> None:
    await moved(memory)
    async with AsyncAgentMemory(database.app, user="eve") as eve:
        answer = await eve.answer("Where does Mike live?", valid_at="2026-07-01")
    assert (answer.statements, answer.abstained) == ((), "nothing was found")
