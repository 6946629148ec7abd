"""What a page says is a pure function of its sources, and never hides a side of a contradiction."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from muniment.knowledge.pages.wording import (
    BeliefFound,
    ContradictionFound,
    Sources,
    TurnFound,
    sentences_of,
)

NOW = datetime(2026, 6, 15, tzinfo=UTC)


def day(month: int) -> datetime:
    return datetime(2026, month, 1, tzinfo=UTC)


def belief(number: int, content: str, **others: object) -> BeliefFound:
    said = BeliefFound(
        memory_id=UUID(int=number),
        content=content,
        valid_from=day(1),
        valid_until=None,
        entity="Mike",
        entity_key="mike",
        category_key="hobby",
        cardinality="many",
        standing="held",
        scope="user",
        superseded_by=None,
        total=1,
    )
    return replace(said, **others)  # type: ignore[arg-type]  # the tests name fields of a belief


def sources(*beliefs: BeliefFound, **others: object) -> Sources:
    found = Sources(
        beliefs=beliefs,
        contradictions=(),
        evidence=(),
        turns=(),
        entity_keys=frozenset({"mike"}),
        valid_at=NOW,
    )
    return replace(found, **others)  # type: ignore[arg-type]  # the tests name fields of sources


def cited(found: Sources) -> list[tuple[str, list[int]]]:
    return [(each.text, [cite.id.int for cite in each.citations]) for each in sentences_of(found)]


def test_a_contradiction_across_categories_is_cited_on_both_sides() -> None:
    vegan = belief(1, "Mike eats no meat", category_key="diet")
    butcher = belief(2, "Mike loves steak", standing="contested")
    pair = ContradictionFound(first_id=UUID(int=1), second_id=UUID(int=2))

    assert cited(sources(vegan, butcher, contradictions=[pair])) == [
        ("Mike eats no meat", [1, 2]),
        ("Mike loves steak", [2, 1]),
    ]


def test_the_order_of_the_sources_does_not_matter() -> None:
    beliefs = [
        belief(
            n, f"belief {n}", valid_from=day(1 + n % 3), category_key="hobby" if n % 2 else "city"
        )
        for n in range(1, 9)
    ]
    turns = [
        TurnFound(episode_id=UUID(int=50 + n), content=f"turn {n}", occurred_at=day(1 + n))
        for n in range(3)
    ]

    assert sentences_of(sources(*beliefs, turns=turns)) == sentences_of(
        sources(*beliefs[::-1], turns=turns[::-1])
    )


def test_what_is_over_has_changed_and_what_is_to_come_stands_where_it_will() -> None:
    over = belief(1, "Mike rowed", valid_until=day(6))
    coming = belief(2, "Mike will sing", valid_from=day(7))
    just = belief(3, "Mike paints", valid_from=NOW)

    assert [
        (each.section, each.text, each.mark) for each in sentences_of(sources(over, coming, just))
    ] == [
        ("Likes and habits", "Mike paints", "holds"),
        ("Likes and habits", "Mike will sing", "ahead"),
        ("What changed", "Mike rowed", "former"),
    ]


def test_a_long_turn_is_quoted_in_part_and_says_so() -> None:
    turn = TurnFound(episode_id=UUID(int=9), content="word " * 100, occurred_at=day(1))

    (sentence,) = sentences_of(sources(turns=[turn]))

    assert len(sentence.text) <= 300
    assert sentence.text.endswith("word…")


def test_without_sources_there_is_no_sentence() -> None:
    assert sentences_of(sources()) == ()
