"""A belief stays where a turn says something else; beside each such turn stands one that changes it."""

from __future__ import annotations

import pytest

from tests.unit.statement_words import SPEAKER, heard, values

Told = tuple[str, ...]
"""Turns, and behind them the category and the value that is believed of their speaker afterwards."""

OTHER_KINDS: list[Told] = [
    ("My flight number is KL1023 and it is on Tuesday.", "flight number", "KL1023"),
    ("My parking space is C7 and it is 95 euros a month.", "parking space", "C7"),
    ("My room number is 12 and it is 80 euros a night.", "room number", "12"),
    ("My order number for Roe is 4471-B and it is 310 euros.", "order number", "4471-B"),
    ("My weight is 71 kilos and it is half past nine.", "weight", "71 kilos"),
    ("My birthday is 3 May and it is on a Sunday.", "born_on", "3 May"),
    ("My rent is 900 euros and it is on the 1st.", "rent", "900 euros"),
]
SAME_KIND: list[Told] = [
    ("My rent was 900 euros and it is 950 euros now.", "rent", "950 euros"),
    ("My weight is 94 kilos. It's 88 kilos now.", "weight", "88 kilos"),
    ("My flight number is BA117. Sorry, it's BA119.", "flight number", "BA119"),
    ("My room number is 12. It's 14 now.", "room number", "14"),
    ("My phone bill is 40. It's 44 euros now.", "phone bill", "44 euros"),
    ("My deadline is Friday. No, it's Monday.", "deadline", "Monday"),
]


def believed_after(*turns: str) -> set[tuple[str, str]]:
    context, _ = heard(*turns)
    return {(category, value) for who, category, value in values(context) if who == SPEAKER}


def cases(table: list[Told]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("told", table, ids=[" ".join(row[:-2]) for row in table])


def only_value(told: Told) -> None:
    *turns, category, value = told
    believed = believed_after(*turns)
    assert (category, value) in believed
    assert {other for slot, other in believed if slot == category} == {value}


@cases(OTHER_KINDS)
def test_what_it_is_besides_is_no_value_of_a_property_of_another_kind(told: Told) -> None:
    only_value(told)


@cases(SAME_KIND)
def test_what_it_is_now_is_the_new_value_of_a_property(told: Told) -> None:
    only_value(told)
