"""An answer tells the clause of a turn that says what is asked, whatever was learnt from the others."""

from __future__ import annotations

import pytest

from muniment import AsyncAgentMemory
from muniment.model.answers import Answer
from tests.database import Database


async def answered(database: Database, turns: list[str], question: str) -> Answer:
    """Say turns as Ann, one a day, and ask as Ann."""
    async with AsyncAgentMemory(database.app) as memory:
        for day, text in enumerate(turns, start=1):
            await memory.ingest_round(
                text, occurred_at=f"2026-01-{day:02}", session="s", speaker="Ann"
            )
        return await memory.answer(question, speaker="Ann", valid_at="2026-04-01")


async def told(database: Database, turns: list[str], question: str) -> list[str]:
    """Return the texts of an answer, or why there is none."""
    answer = await answered(database, turns, question)
    assert (answer.abstained is None) is bool(answer.statements)
    return [each.text for each in answer.statements] or [answer.abstained or ""]


@pytest.mark.parametrize(
    "said, question",
    [
        ("I'm a translator, Nils leads the choir and Una does accounts.", "Who leads the choir?"),
        (
            "My dentist is Dr Wu and the dental surgery shuts at five.",
            "When does the dental surgery shut?",
        ),
        (
            "The launch of Osprey is set for 4 May. I'm the product owner.",
            "When is the launch of the Osprey product?",
        ),
        ("I don't have a shop assistant and I don't work on Sundays.", "Do I work on Sundays?"),
        (
            "I work as a nurse, and the hospital car park closes at ten.",
            "When does the hospital car park close?",
        ),
    ],
)
async def test_a_clause_of_which_nothing_was_learnt_answers_and_not_what_was_learnt_of_another(
    database: Database, said: str, question: str
) -> None:
    assert await told(database, [said], question) == [said]


@pytest.mark.parametrize(
    "said, question, belief",
    [
        (
            "I'm a translator, Nils leads the choir and Una does accounts.",
            "What does Una do?",
            "Una works as accounts.",
        ),
        (
            "My dentist is Dr Wu and the dental surgery shuts at five.",
            "Who is my dentist?",
            "Ann's dentist is Dr Wu.",
        ),
        (
            "My landlord is Mr Pike and the boiler room key is in the shed.",
            "Where is the boiler room key?",
            "The boiler room key is in the shed.",
        ),
        ("I live in Leeds and my garden is tiny.", "Where do I live?", "Ann lives in Leeds."),
        (
            "I moved to Ghent in May and the tram takes ten minutes.",
            "Where do I live?",
            "Ann lives in Ghent.",
        ),
        (
            "I don't have a shop assistant and I don't work on Sundays.",
            "Do I have a shop assistant?",
            "Ann does not have a shop assistant.",
        ),
    ],
)
async def test_a_clause_of_which_a_belief_was_made_is_told_as_the_belief(
    database: Database, said: str, question: str, belief: str
) -> None:
    assert await told(database, [said], question) == [belief]


@pytest.mark.parametrize(
    "said, question, answer",
    [
        ("Tom and Quentin work at Acme.", "Where does Tom work?", "Tom and Quentin work at Acme."),
        ("I met Zaphod at the fair.", "Where did I meet Zaphod?", "I met Zaphod at the fair."),
        ("I met Zaphod at the fair.", "Where does Zaphod live?", "nothing that was found says what is asked"),
        ("I work at Acme, and Quentin brings cake on Fridays.", "Where does Quentin work?", "nothing that was found says what is asked"),
        ("My sister lives in Rome and Zelda is her cat.", "Where does Zelda live?", "nothing that was found says what is asked"),
        ("My sister lives in Rome and Zelda is her cat.", "Where does Zorro live?", "“zorro” occurs in nothing that was found"),
    ],
)  # fmt: skip
async def test_of_a_name_that_was_only_mentioned_its_own_clause_answers_and_it_is_not_said_to_occur_nowhere(
    database: Database, said: str, question: str, answer: str
) -> None:
    assert await told(database, [said], question) == [answer]


@pytest.mark.parametrize(
    "question, answers",
    [
        ("Where does Joan teach?", [1]),
        ("Who teaches maths with Joan?", [0, 1]),
        ("What does Joan do?", [2, 0]),
    ],
)
async def test_where_a_belief_ranks_above_its_turn_the_turn_tells_what_else_is_asked(
    database: Database, question: str, answers: list[int]
) -> None:
    said = "My sister Joan teaches maths at the school in York and at weekends she sings in the big choir of the minster with her two friends."
    may = ["Joan works as maths teacher.", said, "Joan works at the school."]

    assert await told(database, [said], question) == [may[each] for each in answers]


@pytest.mark.parametrize(
    "was, since, question, answer",
    [
        (
            "My English teacher is Mr Brown, the lesson is every Monday.",
            "The lesson is now on Wednesday.",
            "When is my English lesson?",
            [("The lesson is on Wednesday.", ()), ("My English teacher is Mr Brown, the lesson is every Monday.", ("superseded",))],
        ),
        (
            "I live in Leeds with my dog.",
            "I moved to York on 1 March.",
            "Do I live in Leeds with my dog?",
            [("Ann lives in York.", ()), ("I live in Leeds with my dog.", ("superseded", "over"))],
        ),
        (
            "My dance class is on Mondays.",
            "My dance class is now on Thursdays.",
            "When is my dance class?",
            [("Ann's dance class is Thursdays.", ()), ("My dance class is on Mondays.", ("superseded", "over"))],
        ),
        (
            "I work at Acme and my desk is by the window.",
            "I work at Bolt now.",
            "Is my desk at work by the window?",
            [("Ann works at Bolt.", ()), ("I work at Acme and my desk is by the window.", ("superseded", "over"))],
        ),
        (
            "My doctor is Dr Patel and the surgery closes at six.",
            "My doctor is now Dr Wu.",
            "When does the surgery close?",
            [("My doctor is Dr Patel and the surgery closes at six.", ("over",))],
        ),
        (
            "My piano teacher is Ida, the piano lesson is on Tuesdays.",
            "The piano lesson is now on Fridays.",
            "Who is my piano teacher?",
            [("Ann's piano teacher is Ida.", ())],
        ),
        (
            "My rate is 65 euros an hour.",
            "From 1 May my rate goes up to 75.",
            "What is my rate?",
            [("Ann's rate is 65 euros an hour.", ()), ("From 1 May my rate goes up to 75.", ())],
        ),
    ],
)  # fmt: skip
async def test_what_holds_in_the_place_of_what_a_turn_tells_is_told_before_it_where_it_is_asked_for(
    database: Database,
    was: str,
    since: str,
    question: str,
    answer: list[tuple[str, tuple[str, ...]]],
) -> None:
    found = await answered(database, [was, since], question)

    assert [(each.text, each.marks) for each in found.statements] == answer
    assert all(
        f"[{', '.join((each.when, *each.marks))}, " in found.text for each in found.statements
    )


@pytest.mark.parametrize(
    "was, since, question, answer",
    [
        ("I drive a Fiesta and live in Bath.", "I sold the Fiesta.", "What car do I drive?", [("over",), ()]),
        ("I live in London with my cat Tom.", "I no longer live in London.", "Where do I live?", [("over",), ()]),
        ("I play the violin and speak French.", "I don't play the violin any more.", "What instrument do I play?", [("over",), ()]),
        ("I drive a Fiesta and live in Bath.", "I sold the Fiesta.", "Where do I live?", [()]),
        ("I live in Leeds and drive a Fiesta.", "I moved to York on 1 March.", "Where do I live?", [(), ("superseded", "over")]),
    ],
)  # fmt: skip
async def test_a_turn_is_over_where_what_it_told_of_what_is_asked_is(
    database: Database, was: str, since: str, question: str, answer: list[tuple[str, ...]]
) -> None:
    found = await answered(database, [was, since], question)

    assert [each.marks for each in found.statements] == answer
