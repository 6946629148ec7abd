"""Who is asked for by an address, a number or a name that several have is told as that, or nobody is."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from muniment import AsyncAgentMemory
from tests.database import Database

NOW = "2026-11-27"
PEOPLE = ("Iris Falk", "Jon Reed", "Mara Stein", "Nils Dahl", "Olga Brandt", "Řehoř Šíp")
TIERS = ("Silver", "Gold", "Bronze")


@pytest.fixture
async def desk(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    async with AsyncAgentMemory(database.app) as memory:
        for no, name in enumerate(PEOPLE):
            for content, category in (
                (f"The e-mail address of {name} is p{no}@mail.example", "email"),
                (f"{name}'s phone number is +49 30 9018{no}{no}", "phone"),
                (f"{name} is on the {TIERS[no % 3]} tariff", "tariff"),
                (f"{name} owes €{200 + no}.40", "balance"),
                (f"{name} lives in {('Ghent', 'Mâcon')[no % 2]}", "city"),
            ):
                await memory.add(content, entity=name, category=category, valid_from="2026-01-10")
        for tier, since in (
            ("Bronze", "2026-03-10"),
            ("Silver", "2026-06-01"),
            ("Gold", "2026-10-15"),
        ):
            await memory.add(
                f"Vera Kolb is on the {tier} tariff", entity="Vera Kolb", category="tariff", valid_from=since
            )  # fmt: skip
        for no, city in ((7, "Bruges"), (8, "Lyon")):
            await memory.add(
                f"Tim Ott (customer {no}) lives in {city}", entity=f"Tim Ott {no}", category="city",
                valid_from="2026-01-10",
            )  # fmt: skip
        await memory.add(
            "Jon Reed has night support", entity="Jon Reed", category="add-on",
            valid_from="2026-02-01", valid_until="2026-09-01",
        )  # fmt: skip
        yield memory


async def told(desk: AsyncAgentMemory, question: str) -> list[str]:
    answer = await desk.answer(question, valid_at=NOW)
    return [each.text for each in answer.statements]


@pytest.mark.parametrize(
    "question, sought",
    [
        ("Whose e-mail is p77@mail.example?", "p77@mail.example"),
        ("Who is zoe@other.example?", "zoe@other.example"),
        ("Whose phone number is +49 30 901899?", "+49 30 901899"),
        ("Who owes €999.40?", "999.40"),
    ],
)
async def test_what_nobody_has_is_answered_with_nobody(
    desk: AsyncAgentMemory, question: str, sought: str
) -> None:
    answer = await desk.answer(question, valid_at=NOW)
    assert answer.abstained == f"“{sought}” occurs in nothing that was found"


@pytest.mark.parametrize(
    "question, who",
    [
        ("Whose e-mail is p2@mail.example?", "The e-mail address of Mara Stein is p2@mail.example"),
        ("Whose phone number is 030 901833?", "Nils Dahl's phone number is +49 30 901833"),
        ("Who owes €204.40?", "Olga Brandt owes €204.40"),
    ],
)
async def test_what_somebody_has_is_answered_with_them_alone(
    desk: AsyncAgentMemory, question: str, who: str
) -> None:
    assert await told(desk, question) == [who]


async def test_all_of_one_name_are_told_and_all_who_share_what_is_named(
    desk: AsyncAgentMemory,
) -> None:
    assert set(await told(desk, "Where does Tim Ott live?")) == {
        "Tim Ott (customer 7) lives in Bruges",
        "Tim Ott (customer 8) lives in Lyon",
    }
    assert set(await told(desk, "Who lives in Ghent?")) == {
        f"{name} lives in Ghent" for name in PEOPLE[::2]
    }


@pytest.mark.parametrize(
    "question", ["What tariff is Rehor Sip on?", "What tariff is Řehoř Šíp on?"]
)
async def test_a_name_is_known_without_its_accents(desk: AsyncAgentMemory, question: str) -> None:
    assert await told(desk, question) == ["Řehoř Šíp is on the Bronze tariff"]


async def test_a_part_of_a_name_with_a_hyphen_is_known(desk: AsyncAgentMemory) -> None:
    told_of = "search-api is owned by the Ghent team"
    await desk.add(told_of, entity="search-api", category="owner", valid_from="2026-01-10")
    assert await told(desk, "Which team owns the search API?") == [told_of]


async def test_what_stands_last_in_a_row_is_told(desk: AsyncAgentMemory) -> None:
    speaks = "Mara Stein speaks Danish and Finnish"
    await desk.add(speaks, entity="Mara Stein", category="language", valid_from="2026-01-10")
    assert await told(desk, "Who speaks Danish?") == [speaks]
    assert await told(desk, "Who speaks Finnish?") == [speaks]


async def test_a_place_is_known_without_its_accents(desk: AsyncAgentMemory) -> None:
    assert "Jon Reed lives in Mâcon" in await told(desk, "Who lives in Macon?")


@pytest.mark.parametrize(
    "asked, tiers",
    [
        ("on 13 October 2026", ["Silver"]),
        ("on 15 October 2026", ["Gold"]),
        ("on 31 May 2026", ["Bronze"]),
        ("on 6 March 2026", []),
        ("in Q2 2026", ["Silver", "Bronze"]),
        ("at Easter 2026", ["Bronze"]),
    ],
)
async def test_what_is_told_of_a_day_held_on_it(
    desk: AsyncAgentMemory, asked: str, tiers: list[str]
) -> None:
    found = await told(desk, f"What tariff was Vera Kolb on {asked}?")
    assert sorted(found) == sorted(f"Vera Kolb is on the {each} tariff" for each in tiers)


@pytest.mark.parametrize(
    "question, first",
    [
        ("Is Vera Kolb on the Silver tariff?", "Vera Kolb is on the Gold tariff"),
        ("Was Vera Kolb on the Gold tariff in April?", "Vera Kolb is on the Bronze tariff"),
        ("Is Vera Kolb still on the Silver tariff?", "Vera Kolb is on the Silver tariff"),
        ("Does Jon Reed still have night support?", "Jon Reed has night support"),
        ("Does Jon Reed have night support any more?", "Jon Reed has night support"),
        ("Who no longer has night support?", "Jon Reed has night support"),
    ],
)
async def test_whether_something_is_so_is_answered_with_what_is_or_was(
    desk: AsyncAgentMemory, question: str, first: str
) -> None:
    assert (await told(desk, question))[0] == first


async def test_what_ended_is_over_where_it_is_asked_whether_it_still_is(
    desk: AsyncAgentMemory,
) -> None:
    answer = await desk.answer("Does Jon Reed still have night support?", valid_at=NOW)
    assert [each.is_over for each in answer.statements] == [True]
