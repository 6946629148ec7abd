"""A question in the past is answered by what was so then, one in the future by what will be, not by what is so now."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muniment import AgentMemory
from muniment.model.memory import Memory
from muniment.settings import Settings
from tests.database import Database

LONDON, BATH = "Mike lives in London", "Mike lives in Bath"
NOW = "2026-11-01"
PAST, PRESENT = "Where did Mike live in April?", "Where does Mike live in April?"


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    with AgentMemory(settings=Settings(database_url=database.app, user="mike")) as opened:
        for content, since in ((LONDON, "2026-03-01"), (BATH, "2026-06-01")):
            opened.add(content, entity="Mike", category="city", valid_from=since)
        yield opened


def test_what_was_so_then_comes_first_and_is_said_to_be_over(memory: AgentMemory) -> None:
    found = memory.recall(PAST, valid_at=NOW)

    assert [each.memory.content for each in found] == [LONDON, BATH]
    assert [each.is_over for each in found] == [True, False]
    assert memory.recall_as_pack(PAST, valid_at=NOW).memories[0].marks == ("over",)
    assert memory.answer(PAST, valid_at=NOW).statements[0].text == LONDON
    assert memory.answer(PAST, valid_at=NOW).statements[0].is_over
    assert memory.replay(found.receipt).same


@pytest.mark.parametrize(
    "question, city, since, until",
    [
        ("Where did Ida live in February 2026?", "Cork", "2026-01-01", "2026-03-01"),
        ("Where did Ida live on 10 February 2026?", "Cork", "2026-01-01", "2026-03-01"),
        ("Where did Ida live before March 2026?", "Cork", "2026-01-01", "2026-03-01"),
        ("Where did Ida live in April 2026?", "Oban", "2026-03-01", "2026-05-01"),
        ("Where did Ida live in May 2026?", "Cork", "2026-05-01", "2026-06-01"),
        ("Where did Ida live in July 2026?", "Bonn", "2026-06-01", None),
    ],
)
def test_a_belief_that_holds_twice_is_told_of_the_time_that_is_asked_for(
    memory: AgentMemory, question: str, city: str, since: str, until: str | None
) -> None:
    for each, start, end in (
        ("Cork", "2026-01-01", None),
        ("Bonn", "2026-06-01", None),
        ("Oban", "2026-03-01", "2026-05-01"),
    ):
        memory.add(
            f"Ida lives in {each}", entity="Ida", category="city", valid_from=start, valid_until=end
        )

    told = memory.recall(question, valid_at=NOW)[0].memory

    assert told.content == f"Ida lives in {city}"
    assert isinstance(told, Memory)
    ended = told.valid_until and told.valid_until.date().isoformat()
    assert (told.valid_from.date().isoformat(), ended) == (since, until)


TOLD = [
    ("in the second quarter", "Oslo"),
    ("in the 2nd quarter", "Oslo"),
    ("in the third quarter", "Pisa"),
    ("in the first quarter of 2026", "Rome"),
    ("in 2026-04", "Oslo"),
    ("from 2026-04 to 2026-06", "Oslo"),
    ("in week 20", "Oslo"),
    ("in calendar week 30", "Pisa"),
    ("in week 5 of 2026", "Rome"),
    ("in 2026-W20", "Oslo"),
    ("half a year ago", "Oslo"),
]


def test_a_time_is_understood_however_it_is_told(memory: AgentMemory) -> None:
    for city, since in (
        ("Rome", "2026-01-05"),
        ("Oslo", "2026-03-20"),
        ("Pisa", "2026-07-01"),
        ("Wien", "2026-10-15"),
    ):
        memory.add(f"Petra lives in {city}", entity="Petra", category="city", valid_from=since)

    found = {
        when: memory.recall(f"Where did Petra live {when}?", valid_at="2026-11-27")[0].memory
        for when, _ in TOLD
    }

    assert {when: each.content for when, each in found.items()} == {
        when: f"Petra lives in {city}" for when, city in TOLD
    }


@pytest.mark.parametrize("first, second", [("Bath", "London"), ("London", "Bath")])
def test_what_begins_as_the_time_ends_that_is_asked_for_comes_behind_what_held(
    memory: AgentMemory, first: str, second: str
) -> None:
    for city, since in ((first, "2026-01-01"), (second, "2026-05-01")):
        memory.add(f"Anna lives in {city}", entity="Anna", category="city", valid_from=since)

    for question in ("Where did Anna live in April?", "Where did Anna live in April 2026?"):
        found = memory.recall(question, valid_at=NOW)
        assert found[0].memory.content == f"Anna lives in {first}"


@pytest.mark.parametrize("question", [PRESENT, "Where did Mike live?", "Where does Mike live?"])
def test_of_the_present_or_of_no_time_what_holds_is_told(
    memory: AgentMemory, question: str
) -> None:
    assert [each.memory.content for each in memory.recall(question, valid_at=NOW)] == [BATH]


def test_what_was_withdrawn_or_not_known_then_stays_out(memory: AgentMemory) -> None:
    (known, _) = memory.timeline("Mike", category="city")
    early = memory.recall(PAST, valid_at=NOW, as_of=1)
    memory.retract(known.memory.id)

    assert list(early) == []
    assert LONDON not in [each.memory.content for each in memory.recall(PAST, valid_at=NOW)]


def test_what_was_said_before_that_time_is_found_but_not_where_a_window_is_asked(
    memory: AgentMemory,
) -> None:
    memory.ingest_turns(
        [
            {
                "speaker": "Mike",
                "content": "In April I shall live in a houseboat in London.",
                "occurred_at": "2026-02-01T09:00:00Z",
                "session": "plans",
            }
        ]
    )
    april = ("2026-04-01", "2026-05-01")

    assert "episode" in {each.kind for each in memory.recall(PAST, valid_at=NOW)}
    assert "episode" not in {each.kind for each in memory.recall(PAST, time_window=april)}


@pytest.mark.parametrize(
    "question",
    [
        "Who lived in London in April?",
        "Where has Mike lived since March 2026?",
        "Do you know where Mike lived in April?",
        "Where did Mike live before June?",
    ],
)
def test_a_past_tense_is_read_of_any_verb(memory: AgentMemory, question: str) -> None:
    found = memory.recall(question, valid_at=NOW)
    assert {each.memory.content for each in found} == {LONDON, BATH}


@pytest.mark.parametrize(
    "question",
    [
        "Where has Mike lived?",
        "Where did Mike use to live?",
        "Where did Mike live the other day?",
        "Where did Mike live a few years ago or so, ages ago?",
    ],
)
def test_what_asks_of_any_time_until_now_finds_all_that_held(
    memory: AgentMemory, question: str
) -> None:
    found = memory.recall(question, valid_at=NOW)
    assert {(each.memory.content, each.is_over) for each in found} == {
        (LONDON, True),
        (BATH, False),
    }
    assert found.receipt.degraded == ()
    assert memory.replay(found.receipt).same


def test_a_date_that_is_not_read_is_told_in_the_receipt(memory: AgentMemory) -> None:
    asked = "Where did Mike live on 03/04/2026?"
    note = "times: 03/04/2026 may be a day of either of two months, so it was not read: write it as in 2026-12-31"

    found = memory.recall(asked, valid_at=NOW)

    assert [each.memory.content for each in found] == [BATH]
    assert found.receipt.degraded == (note,)
    again = memory.replay(found.receipt)
    assert again.same
    assert again.recalled.receipt.degraded == (note,)


@pytest.mark.parametrize(
    "question", ["When did Mike live in London?", "How long did Mike live in London?"]
)
def test_what_asks_when_something_was_finds_what_is_over(
    memory: AgentMemory, question: str
) -> None:
    found = memory.recall(question, valid_at=NOW)
    told = memory.answer(question, valid_at=NOW).statements[0]

    assert (found[0].memory.content, found[0].is_over) == (LONDON, True)
    assert (told.text, f"{told.valid_from:%d %B}", told.valid_until is None) == (
        LONDON,
        "01 March",
        False,
    )
    assert memory.replay(found.receipt).same


def test_a_question_in_the_future_finds_what_will_hold_then(memory: AgentMemory) -> None:
    leeds = "Mike lives in Leeds"
    memory.add(leeds, entity="Mike", category="city", valid_from="2027-01-01")
    asked = "Where will Mike live in January?"

    found = memory.recall(asked, valid_at=NOW)
    assert [each.memory.content for each in found] == [leeds, BATH]
    assert memory.answer(asked, valid_at=NOW).statements[0].text == leeds
    assert memory.replay(found.receipt).same
    for other in (
        "Where will Mike live in December?",
        "Where does Mike live?",
        "Where will Mike live?",
    ):
        assert [each.memory.content for each in memory.recall(other, valid_at=NOW)] == [BATH]
    assert memory.recall("Where is Mike in 2027?", valid_at=NOW)[0].memory.content == leeds


def test_a_question_in_the_future_hears_nothing_that_was_said_later(memory: AgentMemory) -> None:
    memory.ingest_turns(
        [
            {
                "speaker": "Mike",
                "content": "In December I shall live in Leeds.",
                "occurred_at": "2026-11-20T09:00:00Z",
                "session": "plans",
            }
        ]
    )
    asked = "Where will Mike live in December?"
    assert "episode" not in {each.kind for each in memory.recall(asked, valid_at=NOW)}
    assert "episode" in {each.kind for each in memory.recall(asked, valid_at="2026-11-21")}


def test_in_the_past_that_is_asked_for_nothing_that_held_is_superseded(
    memory: AgentMemory,
) -> None:
    first = "I work as a baker."
    then = "I work as a teacher now. Tom got me the job; he worked at Bettys."
    for said, when in ((first, "2026-01-05"), (then, "2026-06-05")):
        memory.ingest_round(said, speaker="Mike", session="chat", occurred_at=when)

    found = memory.recall("Where did Tom use to work?", speaker="Mike", valid_at=NOW)

    assert found[0].memory.content == then
    assert [each.superseded for each in found] == [False] * len(found)


def test_beliefs_without_any_bearing_do_not_come_before_the_turns_of_the_only_session(
    memory: AgentMemory,
) -> None:
    said = (
        "I like rye.",
        "Tom fixed the oven in the bakery.",
        "I have a white van.",
        "Then Tom fixed the oven door too.",
        "My sister is Ann.",
    )
    for day, each in enumerate(said, start=1):
        memory.ingest_round(each, speaker="Mike", session="chat", occurred_at=f"2026-05-0{day}")

    found = memory.recall("What happened to the oven?", valid_at=NOW)

    assert {each.memory.content for each in found.results[:2]} == {said[1], said[3]}
