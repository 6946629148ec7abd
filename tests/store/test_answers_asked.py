"""What was written down answers what is asked, and not what is only near it: another's number, trade, need or reason."""

from __future__ import annotations

from muniment import AsyncAgentMemory
from tests.database import Database

HOUSE = [
    ("Kim", "address", "Kim lives in flat 7"),
    ("the Lunds", "address", "The Lunds live in flat 9"),
    ("gate 4", "hours", "Gate 4 opens at 5:30"),
    ("the paper", "review", "Reviewer 2 asked for an appendix"),
    ("the paper", "score", "Reviewer 1 gave the paper a score of 6"),
    ("Bo", "shoes", "Bo wears size thirty"),
    ("Kim", "employer", "Kim works at Bosch"),
    ("Kim", "duty", "Kim needs a new badge"),
    ("Kim", "brother", "Kim's brother is Karl Holm"),
    ("Karl Holm", "employer", "Karl Holm works at Shell"),
    ("Lea Brun", "boss", "Lea Brun's supervisor is Kim"),
    ("Rex", "pet", "Rex is Kim's dog"),
    ("Rex", "age", "Rex is eleven years old"),
    ("Pixel", "pet", "Pixel is our cat; she is six years old"),
    ("Bo", "duty", "Bo is on call until Sunday"),
    ("Ida", "laptop", "Ida uses a ThinkPad"),
    ("Ida", "diet", "Ida eats no meat"),
    ("the boiler", "service", "The boiler was serviced on 4 October by Firth Heating"),
    ("the lift", "status", "The lift stands still after a power cut"),
    ("the blue van", "status", "The blue van is towed by V-101"),
    ("Essen depot", "boss", "The Essen depot is run by Jens"),
    ("Graz depot", "size", "The Graz depot is our largest one"),
    ("Ada Berg", "phone", "Ada Berg's phone number is 0171 555 220"),
    ("Ada Berg", "role", "Ada Berg is Bo's piano teacher"),
]


async def answered(database: Database, *questions: str) -> dict[str, list[str]]:
    """Write beliefs down, and ask as Kim."""
    async with AsyncAgentMemory(database.app) as memory:
        await memory.add_many(
            [
                {"content": content, "entity": entity, "category": category}
                for entity, category, content in HOUSE
            ]
        )
        answers = [await memory.answer(each, speaker="Kim") for each in questions]
    return {each.question: [told.text for told in each.statements] for each in answers}


async def test_a_small_number_names_what_it_stands_behind(database: Database) -> None:
    assert await answered(
        database,
        "Who lives in flat 7?",
        "Who lives in flat 8?",
        "When does gate 5 open?",
        "What did reviewer 2 ask for?",
        "What score did reviewer 3 give?",
        "Who wears size 30?",
        "Who wears size 31?",
    ) == {
        "Who lives in flat 7?": ["Kim lives in flat 7"],
        "Who lives in flat 8?": [],
        "When does gate 5 open?": [],
        "What did reviewer 2 ask for?": ["Reviewer 2 asked for an appendix"],
        "What score did reviewer 3 give?": [],
        "Who wears size 30?": ["Bo wears size thirty"],
        "Who wears size 31?": [],
    }


async def test_whom_a_belief_calls_somebodys_is_meant_by_it_wherever_the_name_stands(
    database: Database,
) -> None:
    assert await answered(
        database,
        "Where does Kim's brother work?",
        "Where does Lea Brun's supervisor work?",
        "How old is Kim's dog?",
        "How old is our cat?",
    ) == {
        "Where does Kim's brother work?": ["Karl Holm works at Shell", "Kim's brother is Karl Holm"],
        "Where does Lea Brun's supervisor work?": [
            "Kim works at Bosch",
            "Lea Brun's supervisor is Kim",
        ],
        "How old is Kim's dog?": ["Rex is eleven years old", "Rex is Kim's dog"],
        "How old is our cat?": ["Pixel is our cat; she is six years old"],
    }  # fmt: skip


async def test_who_has_a_trade_for_somebody_is_not_told_by_their_own_nor_by_whom_they_have_it_for(
    database: Database,
) -> None:
    assert await answered(
        database,
        "Who is Kim's supervisor?",
        "Who is Kim's dentist?",
        "Who is Lea Brun's supervisor?",
    ) == {
        "Who is Kim's supervisor?": [],
        "Who is Kim's dentist?": [],
        "Who is Lea Brun's supervisor?": ["Lea Brun's supervisor is Kim"],
    }


async def test_words_that_mostly_ask_for_nothing_do_where_there_is_no_other(
    database: Database,
) -> None:
    assert await answered(
        database,
        "Is Bo on call?",
        "Is Ida on call?",
        "What does Kim need?",
        "What does Ida need?",
        "What does Ida use?",
        "Is Ida off?",
    ) == {
        "Is Bo on call?": ["Bo is on call until Sunday"],
        "Is Ida on call?": [],
        "What does Kim need?": ["Kim needs a new badge"],
        "What does Ida need?": [],
        "What does Ida use?": ["Ida uses a ThinkPad"],
        "Is Ida off?": [],
    }


async def test_a_reason_is_more_than_what_it_is_asked_of_and_the_first_of_several_is_called_so(
    database: Database,
) -> None:
    assert await answered(
        database,
        "Why was the boiler serviced?",
        "Why does the lift stand still?",
        "Which depot is the largest?",
        "Which depot is the smallest?",
    ) == {
        "Why was the boiler serviced?": [],
        "Why does the lift stand still?": ["The lift stands still after a power cut"],
        "Which depot is the largest?": ["The Graz depot is our largest one"],
        "Which depot is the smallest?": [],
    }


async def test_a_code_is_nobody(database: Database) -> None:
    assert await answered(database, "Who drives the blue van?") == {"Who drives the blue van?": []}


async def test_who_somebody_is_is_told_before_what_else_is_known(database: Database) -> None:
    assert (await answered(database, "Who is Ada Berg?"))["Who is Ada Berg?"] == [
        "Ada Berg is Bo's piano teacher",
        "Ada Berg's phone number is 0171 555 220",
    ]
    assert (await answered(database, "Who is Karl Holm?"))["Who is Karl Holm?"] == [
        "Kim's brother is Karl Holm",
        "Karl Holm works at Shell",
    ]


async def test_an_answer_says_what_its_recall_lacked(database: Database) -> None:
    async with AsyncAgentMemory(database.app) as memory:
        await memory.add("Kim repaired the boiler on 3 April 2026", entity="Kim")
        answers = [
            await memory.answer(f"What did {who} repair on 03/04/2026?")
            for who in ("Kim", "Zoltan")
        ]
        found = await memory.recall(answers[0].question)

    assert [bool(each.statements) for each in answers] == [True, False]
    assert "03/04/2026" in found.receipt.degraded[0]
    assert {each.degraded for each in answers} == {found.receipt.degraded}


async def test_my_sister_is_not_the_one_that_another_calls_so(database: Database) -> None:
    async with AsyncAgentMemory(database.app) as memory:
        await memory.add("Bob said: my sister is Carol", entity="Bob", category="family")
        await memory.add("Carol works at Shell", entity="Carol", category="employer")
        await memory.add("Kim works at Bosch", entity="Kim", category="employer")
        found = await memory.answer("Where does my sister work?", speaker="Kim")

    assert "Carol works at Shell" not in [each.text for each in found.statements]


async def test_somebodys_somebody_is_known_by_a_first_name_and_without_an_apostrophe(
    database: Database,
) -> None:
    async with AsyncAgentMemory(database.app) as memory:
        for entity, category, content in (
            ("Tomás Vidal", "sister", "Tomás Vidal's sister is Inés Roca"),
            ("Inés Roca", "employer", "Inés Roca works at the seed bank"),
            ("Tomás", "diet", "Tomás is vegetarian"),
            ("Piotr", "brother", "Piotr's brother is Kuba"),
            ("Kuba", "city", "Kuba lives in Lodz"),
            ("Ed Roth", "brother", "Ed Roth's brother is Karl Roth"),
            ("Ed Boll", "brother", "Ed Boll's brother is Max Boll"),
            ("Max Boll", "employer", "Max Boll works at Shell"),
            ("Karl Roth", "employer", "Karl Roth works at Bosch"),
        ):
            await memory.add(content, entity=entity, category=category)
        asked = {
            "Where does Tomás's sister work?": "Inés Roca works at the seed bank",
            "where does piotrs brother live?": "Kuba lives in Lodz",
        }
        for question, answer in asked.items():
            assert answer in [each.text for each in (await memory.answer(question)).statements]
        either = await memory.answer("Where does Ed's brother work?")

    assert not {"Max Boll works at Shell", "Karl Roth works at Bosch"} & {
        each.text for each in either.statements
    }
