"""What a question names by an address, a number or a code, and what has just that."""

from __future__ import annotations

from time import process_time

import pytest

from muniment.knowledge.answering.designations import designations, has, name_like, numbered_in
from muniment.knowledge.answering.parts import alternatives_in


@pytest.mark.parametrize(
    "question, named",
    [
        ("Whose address is iris@north.example?", ["iris@north.example"]),
        ("Who rings from +49 30 901820?", ["+49 30 901820"]),
        ("Who rings from (030) 90-1820?", ["(030) 90-1820"]),
        ("Who owes £999.50?", ["999.50"]),
        ("Who lives in room 204?", ["204"]),
        ("Which flat costs 1,200 a month?", ["1,200"]),
        ("What of ORD-4711 and inv2041?", ["ORD-4711", "inv2041"]),
        ("Is 10.0.0.12 up?", ["10.0.0.12"]),
        ("When was 4.3 released, and v2.10.3?", ["4.3", "v2.10.3"]),
        ("Who owes more than £500?", []),
        ("Who ran between 100 and 200 km?", []),
        ("Who earns from 1000 to 2000?", []),
        ("Who earns up to 1000?", []),
        ("Who has 14 seats?", []),
        ("Who has 150% of it?", []),
        ("Who joined in 2019, on 2019-04-15 or 12/03/2019?", []),
        ("Who called at 10:30 on 3 May 2026?", []),
        ("Who flies Boeing 747s?", []),
        ("Is it covid-19?", []),
    ],
)
def test_a_question_names_what_it_does_not_compare_with_and_what_is_no_time(
    question: str, named: list[str]
) -> None:
    assert designations(question) == named


@pytest.mark.parametrize(
    "text, designation, is_named",
    [
        ("Mail goes to Iris@North.example.", "iris@north.example", True),
        ("Mail goes to iris2@north.example.", "iris@north.example", False),
        ("His number is 030 901820", "+49 30 901820", True),
        ("His number is 030 901821", "+49 30 901820", False),
        ("Call 1820", "+49 30 901820", False),
        ("It costs 1200.00 a month", "1,200", True),
        ("It costs £1,200.50 a month", "1,200", False),
        ("She owes £999.5", "999.50", True),
        ("She owes £99,950", "999.50", False),
        ("The order ord-4711 was sent", "ORD-4711", True),
        ("The order ORD-47110 was sent", "ORD-4711", False),
        ("Room 1204", "204", False),
        ("Release 4.2 is out", "4.3", False),
        ("Release v4.3 is out.", "4.3", True),
        ("Release 2.10.3 is out", "v2.10.3", True),
    ],
)
def test_a_number_is_the_same_however_its_digits_are_grouped(
    text: str, designation: str, is_named: bool
) -> None:
    assert has(text, designation) is is_named


def test_what_is_written_large_in_a_time_is_no_name() -> None:
    assert name_like("Was Eva in Rome in Q2 2026, at Easter or in May?") == ["eva", "rome"]


@pytest.mark.parametrize("text", ["flat 7 ", "on 03/04 ", "a"])
def test_a_long_question_is_searched_for_what_it_names_in_good_time(text: str) -> None:
    question = (text * 16_000)[:16_000]
    begun = process_time()
    for read in (designations, alternatives_in, lambda asked: numbered_in(asked, ())):
        list(read(question))

    assert process_time() - begun < 1
