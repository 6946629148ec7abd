"""An answer to what is not so, or was so before, tells nothing that is so."""

from __future__ import annotations

import pytest

from muniment import AsyncAgentMemory
from tests.database import Database

COUNCIL = "I work at the council now, I used to be at Barclays."


async def told(database: Database, turns: list[str], question: str) -> list[str]:
    """Say turns as Ann, one a day, and ask as Ann."""
    async with AsyncAgentMemory(database.app) as memory:
        for day, text in enumerate(turns, start=1):
            await memory.ingest_round(
                text, occurred_at=f"2026-01-{day:02}", session="s", speaker="Ann"
            )
        answer = await memory.answer(question, speaker="Ann", valid_at="2026-04-01")
    return [each.text for each in answer.statements]


@pytest.mark.parametrize(
    "turns, question, answer",
    [
        ([COUNCIL], "Where did I work before?", ["Ann no longer works at Barclays."]),
        ([COUNCIL], "Where do I work?", ["Ann works at the council.", "Ann no longer works at Barclays."]),
        (["I moved to Bath last week."], "Where did I live before?", []),
        (["I moved to Bath last week."], "Where do I live?", ["Ann lives in Bath."]),
        (["I live in Leeds.", "I moved to York on 1 February."], "Where did I use to live?", ["I live in Leeds."]),
        (["I live in Leeds.", "I moved to York on 1 February."], "Where do I live?", ["Ann lives in York.", "I live in Leeds."]),
        (["I work at the council."], "What was my previous job?", []),
        (["My rent is 900 euros."], "What was my rent before?", []),
        (["My phone is a Pixel 8."], "What phone did I have before?", []),
        (["My coach is Ines."], "Who used to be my coach?", []),
        (["My rent is 900 euros.", "My rent is now 1000 euros."], "What was my rent before?", ["Ann's rent is 900 euros."]),
        (["My coach is Ines.", "My new coach is Bo."], "Who was my coach before?", ["Ann's coach is Ines."]),
        (["My rent is 900 euros.", "My rent is now 1000 euros."], "What was my old rent?", ["Ann's rent is 900 euros."]),
        (["I sold the van. I bought a Berlingo."], "What car do I drive?", ["I sold the van. I bought a Berlingo."]),
        (["I sold the van."], "What car do I drive?", ["I sold the van."]),
        (["My last coach was Bo."], "Who was my coach before?", ["My last coach was Bo."]),
        (["I went to Rome in 2020 with my choir."], "Have I been to Rome before?", ["I went to Rome in 2020 with my choir."]),
        (["I work at the council."], "Where did I work before March?", ["Ann works at the council."]),
    ],
)  # fmt: skip
async def test_what_was_so_before_is_not_answered_by_what_is_so_now(
    database: Database, turns: list[str], question: str, answer: list[str]
) -> None:
    assert await told(database, turns, question) == answer


RAMEN = ["My favourite food is ramen.", "I don't like coffee."]
DAYS = ["I work at Acme.", "I don't work on Fridays."]


@pytest.mark.parametrize(
    "turns, question, answer",
    [
        (RAMEN, "What food do I not like?", ["Ann dislikes coffee."]),
        (RAMEN, "What food don't I like?", ["Ann dislikes coffee."]),
        (RAMEN, "What is my favourite food?", ["Ann's favourite food is ramen."]),
        (RAMEN[:1], "What food do I not like?", []),
        (RAMEN[:1], "Don't I like ramen?", ["Ann's favourite food is ramen."]),
        (DAYS, "When do I not work?", ["I don't work on Fridays."]),
        (DAYS[:1], "Where do I not work?", []),
        (DAYS[:1], "Don't I work at Acme?", ["Ann works at Acme."]),
        (["I eat fish.", "I'm allergic to nuts."], "What do I not eat?", ["Ann is allergic to nuts."]),
        (["I eat fish."], "What do I eat?", ["I eat fish."]),
        (["I'm allergic to nuts."], "What am I not allergic to?", []),
        (["I'm allergic to nuts.", "I'm not allergic to cats."], "What am I not allergic to?", ["Ann is not allergic to cats."]),
        (["I'm vegetarian."], "Who is not vegetarian?", []),
        (["I'm vegetarian."], "Who doesn't eat meat?", ["Ann is vegetarian."]),
        (["I avoid gluten."], "What do I not avoid?", []),
        (RAMEN, "What do I not enjoy?", ["Ann dislikes coffee."]),
    ],
)  # fmt: skip
async def test_what_is_not_so_is_not_answered_by_what_is(
    database: Database, turns: list[str], question: str, answer: list[str]
) -> None:
    assert await told(database, turns, question) == answer


@pytest.mark.parametrize(
    "turns, question, answer",
    [
        (["My wife dislikes jazz."], "What does my wife like?", []),
        (["My wife works at Shell."], "What does my wife like?", []),
        (["My wife likes jazz."], "What does my wife like?", ["Ann's wife likes jazz."]),
        (["My wife likes jazz."], "What does my wife dislike?", []),
        (["My wife dislikes jazz."], "Who likes jazz?", []),
        (["My wife likes jazz."], "Who dislikes jazz?", []),
        (["My wife dislikes jazz."], "Does my wife like jazz?", ["Ann's wife dislikes jazz."]),
        (RAMEN, "Which food do I like?", ["Ann's favourite food is ramen."]),
        (["I love tea but I hate coffee."], "What do I like?", ["Ann likes tea."]),
        (["I cook curry every Sunday."], "What do I like to cook?", ["Ann has cook curry as a hobby."]),
    ],
)  # fmt: skip
async def test_what_somebody_likes_is_not_answered_by_what_they_do_not_like_nor_the_other_way_round(
    database: Database, turns: list[str], question: str, answer: list[str]
) -> None:
    assert await told(database, turns, question) == answer


MOVES = ["I live in Cardiff.", "I moved to Swansea.", "I moved to Bath."]
DOCTORS = ["My doctor is Dr. Jones.", "My doctor is now Dr. Patel."]
SISTER = ["My sister lives in Leeds.", "My sister moved to York."]


@pytest.mark.parametrize(
    "turns, question, answer",
    [
        (MOVES, "Where did I live before Swansea?", ["Ann lives in Cardiff."]),
        (MOVES, "Where did I live before Bath?", ["Ann lives in Swansea."]),
        (MOVES, "Where was I living before I moved to Bath?", ["Ann lives in Swansea."]),
        (MOVES, "Where did I live before Cardiff?", []),
        (MOVES, "Where did I live before Leeds?", []),
        (["I bank with Barclays.", "I switched from Barclays to Monzo."], "Which bank did I use before Monzo?", ["Ann's bank is Barclays."]),
        (DOCTORS, "Who was my doctor before Dr. Patel?", ["Ann's doctor is Dr. Jones."]),
        (DOCTORS, "Who was my doctor before Dr. Jones?", []),
        (["I work at Acme.", "I left Acme and joined Globex."], "Where did I work before joining Globex?", ["Ann works at Acme."]),
        (["I drive a Fiesta.", "I now drive a van."], "What did I drive before the van?", ["Ann has a Fiesta."]),
        (SISTER, "Where did my sister live before York?", ["Ann's sister lives in Leeds."]),
        (["Our new caretaker is Lowri Pugh."], "Who was our caretaker before Lowri?", []),
        (["The owner of the shop is Dana.", "Piotr is the owner of the shop now."], "Who owned the shop before Piotr?", ["The shop's owner is Dana."]),
        (["I lived in Cardiff before Swansea."], "Where did I live before Swansea?", ["I lived in Cardiff before Swansea."]),
        (["I work at the council."], "Where did I work before lunch?", ["Ann works at the council."]),
    ],
)  # fmt: skip
async def test_what_was_so_before_something_else_is_what_ended_last_when_that_began(
    database: Database, turns: list[str], question: str, answer: list[str]
) -> None:
    assert await told(database, turns, question) == answer
