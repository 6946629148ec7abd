"""An answer tells of whom it is asked, in whatever words for them, and nobody else's facts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from muniment import AsyncAgentMemory
from tests.database import Database


async def told(database: Database, turns: Sequence[str], question: str) -> list[str]:
    """Say turns as Ann, one a day, and ask as Ann."""
    async with AsyncAgentMemory(database.app) as memory:
        for day, text in enumerate(turns, start=1):
            await memory.ingest_round(
                text, occurred_at=f"2026-01-{day:02}", session="s", speaker="Ann"
            )
        answer = await memory.answer(question, speaker="Ann", valid_at="2026-04-01")
    assert (answer.abstained is None) is bool(answer.statements)
    return [each.text for each in answer.statements]


@pytest.mark.parametrize(
    "turns, question, answer",
    [
        (["My son works at Shell."], "Where do I work?", []),
        (["Ben's mum Grace lives in Lagos."], "Where does my mum live?", []),
        (["Mum fell and her left wrist is broken."], "Which wrist did I break?", []),
        (["Mum gave me a left glove."], "Which glove did I get?", ["Mum gave me a left glove."]),
        (["My rent is 620."], "How much do I earn?", []),
        (["My rent is 620."], "How much rent do I pay?", ["Ann's rent is 620."]),
        (["The car insurance is due on 20 March."], "Who is our car insurance with?", []),
        (["The car insurance is due on 20 March."], "How much is the car insurance?", []),
        (["The car insurance is due on 20 March."], "When is the car insurance due?", ["The car insurance's due date is 20 March."]),
        (["I work as a cook.", "My wife is a lawyer."], "What is my job?", ["Ann works as a cook."]),
        (["My father was born on 2 May 1950."], "When was I born?", []),
        (["Petra owns the ledger from Monday, I move to Bath."], "Where does Petra live?", []),
        (["Our cat hates thunder."], "What do I hate?", []),
        (["I hate fog.", "Nils hates mornings."], "What do I hate?", ["Ann dislikes fog."]),
        (["Petra broke my lamp."], "What did I break?", []),
        (["Tom's sister likes opera."], "What do I like?", []),
        (["His brother lives in Rome."], "Where do I live?", []),
        (["I work long hours.", "My teacher is Mr Lund."], "Where do I work?", ["I work long hours."]),
        (["My neighbour has angina."], "Do I have angina?", []),
        (["The neighbours have two dogs."], "How many dogs do I have?", []),
        (["Our next-door neighbours have two dogs."], "How many dogs do I have?", []),
        (["The woman next door has two dogs."], "How many dogs do I have?", []),
        (["A friend of mine has two dogs."], "How many dogs do I have?", []),
        (["Everyone in my street has a dog."], "How many dogs do I have?", []),
        (["My wife's sister has two dogs."], "How many dogs does my wife have?", []),
        (["My mother's doctor is Dr Lee."], "Who is my doctor?", []),
        (["I have two dogs.", "The neighbours have five dogs."], "How many dogs do I have?", ["Ann has two dogs."]),
    ],
)  # fmt: skip
async def test_what_is_so_of_somebody_else_does_not_answer_a_question_about_oneself(
    database: Database, turns: list[str], question: str, answer: list[str]
) -> None:
    assert await told(database, turns, question) == answer


@pytest.mark.parametrize(
    "said, question, answer",
    [
        ("My son works at Shell.", "Where does my son work?", "Ann's son works at Shell."),
        ("My father was born on 2 May 1950.", "When was my father born?", "Ann's father was born on 2 May 1950."),
        ("Our cat hates thunder.", "What does our cat hate?", "Ann's cat dislikes thunder."),
        ("Petra broke my lamp.", "Who broke my lamp?", "Petra broke my lamp."),
        ("Tom's sister likes opera.", "What does Tom's sister like?", "Tom's sister likes opera."),
        ("Carol says I hate mornings.", "What do I hate?", "Carol says I hate mornings."),
        ("Carol and I love folk music.", "What do I love?", "Carol and I love folk music."),
        ("Work starts at nine.", "When do I start work?", "Work starts at nine."),
        ("Lunch was a bowl of soup.", "What did I have for lunch?", "Lunch was a bowl of soup."),
        ("Paid 20 euros for the cab.", "What did I pay for the cab?", "Paid 20 euros for the cab."),
        ("Today's lesson starts at nine.", "When does my lesson start?", "Today's lesson starts at nine."),
        ("My manager is Uma.", "Who is my boss?", "Ann's manager is Uma."),
        ("The neighbours have two dogs.", "How many dogs do the neighbours have?", "The neighbours have two dogs."),
        ("The neighbours gave us a kitten.", "Do I have a kitten?", "The neighbours gave us a kitten."),
        ("The dentist moved my appointment to Friday.", "When is my appointment?", "Ann has this planned: dentist's appointment on Friday."),
        ("The kids have two rabbits.", "How many rabbits do I have?", "The kids have two rabbits."),
        ("The flat has two bedrooms.", "How many bedrooms do I have?", "The flat has two bedrooms."),
    ],
)  # fmt: skip
async def test_what_is_asked_of_another_or_said_of_oneself_is_told(
    database: Database, said: str, question: str, answer: str
) -> None:
    assert await told(database, [said], question) == [answer]


@pytest.mark.parametrize(
    "said, question, answer",
    [
        ("My mum lives in Porto.", "Where does my mother live?", ["Ann's mum lives in Porto."]),
        ("My mother lives in Porto.", "Where does my mom live?", ["Ann's mother lives in Porto."]),
        ("My father was born in 1950.", "When was my dad born?", ["Ann's father was born in 1950."]),
        ("My grandma works as a judge.", "What does my granny do?", ["Ann's grandma works as a judge."]),
        ("My auntie hates flying.", "What does my aunt hate?", ["Ann's auntie dislikes flying."]),
        ("My mum lives in Porto.", "Where does my dad live?", []),
        ("My mum lives in Porto.", "Where does my grandmother live?", []),
        ("My grandma works as a judge.", "What does my mother do?", []),
        ("My auntie hates flying.", "What does my uncle hate?", []),
        ("My wife has asthma.", "Does my husband have asthma?", []),
        ("My wife has asthma.", "Does my spouse have asthma?", ["Ann's wife has asthma."]),
    ],
)  # fmt: skip
async def test_two_words_for_the_same_relative_mean_the_same_and_others_do_not(
    database: Database, said: str, question: str, answer: list[str]
) -> None:
    assert await told(database, [said], question) == answer


@pytest.mark.parametrize(
    "said, question, answer",
    [
        ("My mum lives in Porto.", "Who is my mother?", []),
        ("My boss is away.", "Who is my manager?", []),
        ("My boss is Vera.", "Who is my manager?", ["Ann's boss is Vera."]),
        ("I went to the fair with my sister.", "Who did I go to the fair with?", ["I went to the fair with my sister."]),
    ],
)  # fmt: skip
async def test_who_somebodys_somebody_is_only_says_what_names_another(
    database: Database, said: str, question: str, answer: list[str]
) -> None:
    assert await told(database, [said], question) == answer


@pytest.mark.parametrize(
    "turns, question, answer",
    [
        (["I'm divorced."], "Am I married?", ["Ann is divorced."]),
        (["I'm retired."], "Is Tom divorced?", ["Tom is married."]),
        (["I'm retired."], "Who is married?", ["Tom is married."]),
        (["My neighbour has angina."], "Do I have angina?", []),
        (["My neighbour has angina."], "Does Tom have angina?", []),
        (["My neighbour has angina."], "Who has angina?", ["Ann's neighbour has angina."]),
        (["My neighbour has angina."], "What condition does my neighbour have?", ["Ann's neighbour has angina."]),
        ([], "Does Tom have diabetes?", ["Tom has type 2 diabetes."]),
        ([], "Does Tom take paracetamol?", []),
        ([], "Which medication does Tom take?", ["Tom's medication is ibuprofen."]),
        ([], "Does Tom play chess?", []),
    ],
)  # fmt: skip
async def test_a_state_or_an_illness_is_what_is_asked_and_nobody_that_an_answer_has_to_be_about(
    database: Database, turns: list[str], question: str, answer: list[str]
) -> None:
    async with AsyncAgentMemory(database.app) as memory:
        for day, text in enumerate(
            ["I'm married.", "I have type 2 diabetes.", "I take ibuprofen.", "I like hiking."],
            start=1,
        ):
            await memory.ingest_round(
                text, occurred_at=f"2025-01-{day:02}", session="t", speaker="Tom"
            )

    assert await told(database, turns, question) == answer


MOVED = (
    "I live in Cardiff and my sister lives in Leeds.",
    "We moved to Swansea in May, and my sister moved to York in July.",
)
BOSSES = (
    "My boss is Karen Holt and my husband's boss is Lee Marsh.",
    "My boss is now Peter Lamb, and my husband's boss is now Ian Cole.",
)
RENTS = (
    "My rent is 900 pounds and my sister's rent is 700 pounds.",
    "My rent is 950 pounds now and my sister's rent is 750 pounds now.",
)


@pytest.mark.parametrize(
    "turns, question, others",
    [
        (MOVED, "Where do I live?", "York"),
        (MOVED, "Where does my sister live?", "Swansea"),
        (BOSSES, "Who is my boss?", "Ian Cole"),
        (BOSSES, "Who is my husband's boss?", "Peter Lamb"),
        (RENTS, "What is my rent?", "750"),
        (RENTS, "What is my sister's rent?", "950"),
    ],
)
async def test_what_replaced_what_was_told_beside_it_of_another_is_no_answer(
    database: Database, turns: tuple[str, str], question: str, others: str
) -> None:
    answered = await told(database, turns, question)

    assert [each for each in answered if others in each and each not in turns] == []


@pytest.mark.parametrize(
    "question, answer",
    [
        ("What does my wife not like?", ["Ann's wife dislikes figs."]),
        ("What do I not like?", ["Ann dislikes olives."]),
        ("What does my daughter not like?", []),
    ],
)
async def test_what_somebody_does_not_like_is_answered_of_that_one(
    database: Database, question: str, answer: list[str]
) -> None:
    assert await told(database, ["I don't like olives.", "My wife hates figs."], question) == answer


@pytest.mark.parametrize(
    "question, answer",
    [
        ("Does Kim live in Oslo?", ["Kim lives in Faro."]),
        ("Does Ned live in Oslo?", ["Ned lives in Oslo."]),
        ("Who lives in Oslo?", ["Ned lives in Oslo."]),
        ("Do Kim and Ned live in Oslo?", ["Ned lives in Oslo.", "Kim lives in Faro."]),
    ],
)
async def test_whether_somebody_is_somewhere_is_not_answered_by_who_else_is_there(
    database: Database, question: str, answer: list[str]
) -> None:
    async with AsyncAgentMemory(database.app) as memory:
        for name, place in (("Kim", "Faro"), ("Ned", "Oslo"), ("Pia", "Rome")):
            await memory.add(
                f"{name} lives in {place}.", subject=name, predicate="lives_in", object=place
            )
        answered = await memory.answer(question)

    assert [each.text for each in answered.statements] == answer


@pytest.mark.parametrize(
    "question, answer",
    [
        ("When are Oskar's office hours?", ["Oskar's office hours are Tuesdays from 2 to 3."]),
        ("When are Nadia's office hours?", []),
        ("Where does Petra live?", []),
        ("Where does Wendell work?", []),
        ("Where does Oskar work?", []),
    ],
)
async def test_what_one_of_several_has_or_a_thing_does_is_no_answer_of_another(
    database: Database, question: str, answer: list[str]
) -> None:
    async with AsyncAgentMemory(database.app) as memory:
        for day, (speaker, text) in enumerate(
            (
                ("Wendell", "Welcome back everyone. The printer works again."),
                ("Petra", "the tutorial on Thursday moves to room 105, because 103 has no heating"),
                ("Oskar", "my office hours are Tuesdays from 2 to 3"),
                ("Oskar", "My teaching assistant is Liang."),
                ("Bea", "The library card printer is broken."),
                ("Nadia", "The Algebra homework is due on Fridays at 12"),
                ("Nadia", "my office is 214, same as before"),
                ("Nadia", "Mine are on Wednesdays at eleven"),
                ("Nadia", "the projector in Hall A is broken. I taught with chalk like it's 1950"),
                ("Wendell", "Our teaching budget is 58,000 pounds."),
                ("Sam", "I got the flu, can someone take my tutorial?"),
            ),
            start=1,
        ):
            await memory.ingest_round(text, occurred_at=f"2026-01-{day:02}", speaker=speaker)
        found = await memory.answer(question, valid_at="2026-03-01")
    assert [each.text for each in found.statements] == answer
