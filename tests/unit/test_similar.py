"""Two beliefs are the same or exclude each other only where nothing keeps them apart."""

from __future__ import annotations

from uuid import UUID

import pytest

from muniment.knowledge.reviewing.similar import (
    is_contradiction,
    is_duplicate,
    is_rivalry,
    read_sentence,
    told_pair,
)
from muniment.model.similar import PairReason
from muniment.recall.lookup.pairs import AlikePair, RivalPair

STOPPED = {"the", "a", "an", "is", "not", "in", "at", "of", "does", "do", "and", "to", "has", "on"}


def pair(one: str, other: str, **others: object) -> AlikePair:
    """Return a pair as the store would find it: words counted without those that say little."""
    words, answered = (
        {word.strip(".,").removesuffix("s") for word in text.lower().split()} - STOPPED
        for text in (one, other)
    )
    made = AlikePair(
        first_id=UUID(int=1),
        second_id=UUID(int=2),
        partition_no=1,
        first_content=one,
        second_content=other,
        first_category="general",
        second_category="general",
        first_object=None,
        second_object=None,
        words=len(words & answered),
        first_words=len(words),
        second_words=len(answered),
        cosine=None,
    )
    return made._replace(**others)  # type: ignore[arg-type]  # fields of the pair


@pytest.mark.parametrize(
    "one, other",
    [
        ("Mike likes green tea", "Mike likes the green tea"),
        ("Mike likes green tea", "Mike likes green tea very"),
        ("Mike owns two old cats", "Mike owns 2 old cats"),
        ("Mike does not eat raw fish", "Mike does not eat the raw fish"),
    ],
)
def test_the_same_words_in_the_same_order_are_the_same_belief(one: str, other: str) -> None:
    assert is_duplicate(pair(one, other)) is PairReason.SAME_WORDS
    assert is_duplicate(pair(other, one)) is PairReason.SAME_WORDS


@pytest.mark.parametrize(
    "one, other",
    [
        ("Mike likes green tea", "Mike does not like green tea"),
        ("Mike likes green tea", "Mike never likes green tea"),
        ("Mike meets in Room 101 each week", "Mike meets in Room 102 each week"),
        ("Mike saw Ana Ruiz there today", "Mike saw Ana Rossi there today"),
        ("Mike told Ann the whole story", "Mike heard Ann tell a whole story"),
        ("She said that Ann told Bob", "She said that Bob told Ann"),
        ("Mike likes green tea", "Mike likes black tea"),
        ("Mike likes tea", "Mike likes tea and rowing on old rivers"),
        ("the green lamp and the green mirror", "the green lamp and the rare mirror"),
    ],
)
def test_what_differs_in_a_no_a_number_a_name_or_an_order_is_no_duplicate(
    one: str, other: str
) -> None:
    assert is_duplicate(pair(one, other)) is None
    assert is_duplicate(pair(other, one)) is None


def facts(one: str, other: str, *categories: str, **others: object) -> AlikePair:
    return pair(
        f"Mike {categories[0]} {one}", f"Mike {categories[-1]} {other}",
        first_object=one, second_object=other, first_category=categories[0],
        second_category=categories[-1], **others,
    )  # fmt: skip


def test_facts_are_the_same_by_their_objects() -> None:
    assert is_duplicate(facts("Bath", "bath", "city")) is PairReason.SAME_FACT
    assert is_duplicate(facts("the 2 cats", "two cats", "owns")) is PairReason.SAME_FACT
    assert is_duplicate(facts("Bath", "Rome", "city")) is None
    assert is_duplicate(facts("Bath", "Bath", "lives_in", "born_in")) is None
    near = facts("Bath", "Bath", "lives_in", "resides_in", cosine=0.9)
    assert is_duplicate(near) is PairReason.SAME_FACT
    assert is_duplicate(facts("tea", "tea", "likes", "dislikes", cosine=0.99)) is None


@pytest.mark.parametrize(
    "one, other",
    [
        ("Mike likes green tea", "Mike does not like green tea"),
        ("Mike likes green tea", "Mike doesn’t like green tea"),
        ("Mike eats meat", "Mike never eats meat"),
        ("Mike smokes", "Mike stopped smoke"),
    ],
)
def test_the_same_words_with_a_no_deny_each_other(one: str, other: str) -> None:
    assert is_contradiction(pair(one, other)) is PairReason.DENIED
    assert is_contradiction(pair(other, one)) is PairReason.DENIED


@pytest.mark.parametrize(
    "one, other",
    [
        ("Mike likes green tea", "Mike does not like black tea"),
        ("Mike likes tea", "Mike likes tea"),
        ("Mike does not eat meat", "Mike never eats meat"),
        ("Mike met Ann", "Mike never met Eva"),
        ("Mike has 2 cats", "Mike has no cats"),
    ],
)
def test_a_no_to_something_else_denies_nothing(one: str, other: str) -> None:
    assert is_contradiction(pair(one, other)) is None


def test_the_same_words_with_another_number_exclude_each_other_unless_they_happened() -> None:
    cats = pair("Mike has 2 cats", "Mike has three cats")

    assert is_contradiction(cats) is PairReason.NUMBERS
    assert is_contradiction(cats._replace(first_category="event", second_category="event")) is None
    assert is_contradiction(cats._replace(first_category="pets")) is None
    assert is_contradiction(pair("Mike has 2 cats", "Mike has 3 dogs")) is None
    assert is_contradiction(pair("Mike has 2 cats", "Mike has cats")) is None


@pytest.mark.parametrize(
    "one, other",
    [
        ("Room 101 is free", "Room 102 is free"),
        ("The room 101 is free", "The room 102 is free"),
        ("Boeing 737 flies to Rome", "Boeing 747 flies to Rome"),
        ("In Bath, room two is free", "In Bath, room three is free"),
    ],
)
def test_what_has_a_number_for_a_name_is_another_thing_under_another_number(
    one: str, other: str
) -> None:
    assert is_contradiction(pair(one, other)) is None
    assert is_duplicate(pair(one, other)) is None
    denied = pair(one, one.replace(" is ", " is not ").replace("flies", "never flies"))
    assert is_contradiction(denied) is PairReason.DENIED


def test_a_number_that_is_told_of_something_is_no_name() -> None:
    office = pair("Mike's office is room 101", "Mike's office is room 102")

    assert is_contradiction(office) is PairReason.NUMBERS


def rival(place: str, one: str, other: str, *categories: str) -> RivalPair:
    return RivalPair(
        first_id=UUID(int=2),
        second_id=UUID(int=1),
        partition_no=1,
        first_content=f"Bob {categories[0]} {one}",
        second_content=f"Robert {categories[-1]} {other}",
        first_category=categories[0],
        second_category=categories[-1],
        first_object=one,
        second_object=other,
        place=place,
    )


def test_beliefs_that_meet_where_one_holds_exclude_each_other_unless_they_agree() -> None:
    city = rival("one", "Bath", "Rome", "city")

    assert is_rivalry(city) is PairReason.ONE_AT_A_TIME
    assert is_rivalry(rival("one", "Bath", "bath", "city")) is None
    without = city._replace(first_object=None)
    assert is_rivalry(without) is PairReason.ONE_AT_A_TIME
    assert is_rivalry(without._replace(second_content="bob city bath")) is None
    assert is_rivalry(rival("opposite", "tea", "tea", "likes", "dislikes")) is PairReason.OPPOSITES
    assert is_rivalry(rival("opposite", "tea", "tea", "likes")) is None


def test_states_of_a_kind_take_turns() -> None:
    assert is_rivalry(rival("state", "single", "married", "status")) is PairReason.STATES
    assert is_rivalry(rival("state", "single", "employed", "status")) is None
    assert is_rivalry(rival("state", "single", "single", "status")) is None


def test_the_older_belief_is_told_first() -> None:
    told = told_pair(rival("one", "Bath", "Rome", "city"), PairReason.ONE_AT_A_TIME)

    assert (told.first, told.first_content) == (UUID(int=1), "Robert city Rome")
    assert (told.second, told.second_content) == (UUID(int=2), "Bob city Bath")


def test_a_sentence_says_no_once_or_not_at_all() -> None:
    assert read_sentence("Mike never said that he does not smoke").says_no is False
    assert read_sentence("Mike used to smoke").says_no is True
    assert read_sentence("Mike has 1,200 stamps and two albums").numbers == ("1200", "2")
    assert read_sentence("Yesterday Ana met Bob").names == {"ana", "bob"}
