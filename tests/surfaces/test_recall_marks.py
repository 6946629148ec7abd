"""Wherever a recall is read, a turn of which nothing is so any more, or something was replaced, is marked."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from muniment import AgentMemory
from muniment.mcp.answers import records_of, records_text
from muniment.model.recalled import ContextPack, Recalled
from tests.database import Database
from tests.surfaces.service import Service
from tests.surfaces.terminal import Terminal

ASKED = "Where does Ann work?"
HOME = "Where does Ann live?"
FEBRUARY, APRIL = "2026-02-01", "2026-04-01"


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    with AgentMemory(database.app) as opened:
        yield opened


@pytest.fixture
def told(memory: AgentMemory) -> AgentMemory:
    """Say where Ann works and lives; then that she left the one and moved from the other."""
    for said, on in (
        ("I work at Acme.", "2026-01-01"),
        ("I live in Leeds.", "2026-01-02"),
        ("I left Acme.", "2026-03-01"),
        ("I moved to York last week.", "2026-03-20"),
    ):
        memory.ingest_round(said, occurred_at=on, session="s", speaker="Ann")
    return memory


def said(memory: AgentMemory, content: str) -> str:
    """Store what Mike said; return the id of the turn."""
    turn = {"content": content, "speaker": "Mike", "occurred_at": "2026-05-01", "session": "s"}
    (episode,) = memory.ingest_turns([turn]).episodes
    return str(episode)


def marks(recalled: Recalled) -> dict[str, tuple[str, ...]]:
    return {each.memory.content: each.marks for each in recalled if each.kind == "episode"}


def records(pack: ContextPack) -> dict[str, set[str]]:
    """Return what a prompt says of each turn besides its words, its speaker and its time."""
    lines = [json.loads(line) for line in pack.prompt.splitlines() if line.startswith("{")]
    return {each["says"]: set(each) & {"superseded", "over", "contested"} for each in lines}


def test_a_turn_of_which_nothing_is_so_any_more_is_over_at_that_basis_only(
    told: AgentMemory,
) -> None:
    then = told.recall(ASKED, valid_at=FEBRUARY)
    now = told.recall(ASKED, valid_at=APRIL)
    before_it_was_known = told.recall(ASKED, valid_at=APRIL, as_of=2)

    assert marks(now)["I work at Acme."] == ("over",)
    assert "over" not in marks(then).get("I work at Acme.", ())
    assert "over" not in marks(before_it_was_known).get("I work at Acme.", ())
    assert marks(now)["I left Acme."] == ()
    assert "I work at Acme. (Ann in s · over, 2026-01-01)" in str(now)
    assert told.replay(now.receipt).same
    assert told.replay(then.receipt).same


def test_a_turn_whose_belief_was_replaced_is_marked_in_the_prompt(told: AgentMemory) -> None:
    home = told.recall_as_pack(HOME, valid_at=APRIL)
    work = told.recall_as_pack(ASKED, valid_at=APRIL)

    assert records(home)["I live in Leeds."] == {"superseded", "over"}
    assert records(work)["I work at Acme."] == {"over"}
    assert "Ann · over" in str(work)


@pytest.mark.parametrize(
    "was, will, question, before, after",
    [
        ("My rate is 65 euros an hour.", "From 1 April my rate goes up to 75.", "What is my rate?", (), ("superseded", "over")),
        ("My rent is 900 euros.", "From 1 April my rent is 950 euros.", "How much is my rent?", (), ("superseded", "over")),
        ("I live in Leeds.", "I'm moving to York on 1 April.", "Where do I live?", (), ("superseded", "over")),
        ("I live in Leeds.", "I moved to York on 1 March.", "Where do I live?", ("superseded", "over"), ("superseded", "over")),
        ("My boss is Vera.", "My boss is now Lin.", "Who is my boss?", ("superseded", "over"), ("superseded", "over")),
    ],
)  # fmt: skip
def test_a_turn_about_what_is_to_come_is_not_marked_as_superseded_before_it_begins(
    memory: AgentMemory,
    was: str,
    will: str,
    question: str,
    before: tuple[str, ...],
    after: tuple[str, ...],
) -> None:
    memory.ingest_round(was, occurred_at="2026-01-05", session="s", speaker="Ann")
    memory.ingest_round(will, occurred_at="2026-03-01", session="s", speaker="Ann")

    ahead = memory.recall(question, speaker="Ann", valid_at="2026-03-02")
    begun = memory.recall(question, speaker="Ann", valid_at="2026-04-02")

    assert (marks(ahead).get(will, ()), marks(begun).get(will, ())) == ((), ())
    assert (marks(ahead).get(was, ()), marks(begun)[was]) == (before, after)
    pack = memory.recall_as_pack(question, speaker="Ann", valid_at="2026-03-02")
    assert records(pack).get(was, set()) == set(before)
    assert records(pack).get(will, set()) == set()


def test_agents_and_people_at_a_terminal_are_told(told: AgentMemory, terminal: Terminal) -> None:
    shown = records_text(records_of(told.recall(ASKED, valid_at=APRIL)))
    printed = terminal("recall", ASKED, "--valid-at", APRIL).out

    (line,) = [each for each in shown.splitlines() if "I work at Acme." in each]
    assert json.loads(line)["is_over"] is True
    assert "Ann in s · over" in " ".join(printed.split())


async def test_the_service_answers_with_the_marks_of_a_turn(service: Service) -> None:
    was = "My English teacher is Mr Brown, the lesson is every Monday."
    for said, on in ((was, "2026-01-01"), ("The lesson is now on Wednesday.", "2026-03-01")):
        await service.post(
            "/v1/rounds",
            {"user_message": said, "occurred_at": on, "session": "s", "speaker": "Ann"},
        )

    found = await service.post(
        "/v1/answer", {"question": "When is my English lesson?", "speaker": "Ann"}
    )

    assert [(each["text"], each["superseded"]) for each in found["statements"]] == [
        ("The lesson is on Wednesday.", False),
        (was, True),
    ]


def test_an_answer_at_a_terminal_tells_what_was_replaced(
    memory: AgentMemory, terminal: Terminal
) -> None:
    for said, on in (
        ("My English teacher is Mr Brown, the lesson is every Monday.", "2026-01-01"),
        ("The lesson is now on Wednesday.", "2026-03-01"),
    ):
        memory.ingest_round(said, occurred_at=on, session="s", speaker="Ann")

    printed = terminal("answer", "When is my English lesson?", "--speaker", "Ann").out

    assert " ".join(printed.split()).count("direct, superseded") == 1


async def test_the_service_tells_it(service: Service) -> None:
    for said, on in (("I work at Acme.", "2026-01-01"), ("I left Acme.", "2026-03-01")):
        await service.post(
            "/v1/rounds",
            {"user_message": said, "occurred_at": on, "session": "s", "speaker": "Ann"},
        )

    found = await service.post("/v1/recall", {"query": ASKED, "valid_at": APRIL})

    told = {each["memory"]["content"]: each["is_over"] for each in found["results"]}
    assert told["I work at Acme."] is True
    assert told["I left Acme."] is False


def test_a_turn_ranks_below_what_was_put_in_other_words_and_not_below_a_tag(
    memory: AgentMemory,
) -> None:
    memory.ingest_round("I live in Leeds.", occurred_at="2026-01-02", session="s", speaker="Ann")
    before = memory.recall("Who said: I live in Leeds?")
    (home,) = memory.current_facts("Ann")
    memory.update(home.id, tags=["home"], confidence=0.9)

    tagged = memory.recall("Who said: I live in Leeds?")
    assert marks(tagged) == marks(before) == {"I live in Leeds.": ()}
    assert [each.score for each in tagged] == [each.score for each in before]

    memory.update(home.id, content="Ann lives in Bradford", object="Bradford")
    (corrected, *_) = memory.recall(HOME)
    assert corrected.memory.content == "Ann lives in Bradford"


def test_a_turn_is_recalled_without_the_words_of_what_was_forgotten(memory: AgentMemory) -> None:
    whole, part = (
        "I moved to Bath with my sister Ann.",
        "I moved to Bath with my sister Ann, and the garden there is lovely.",
    )
    turns = memory.ingest_turns(
        [
            {"session": session, "speaker": "Mike", "content": said, "occurred_at": "2026-05-01"}
            for session, said in (("one", whole), ("two", part))
        ]
    )
    for episode in turns.episodes:
        spans = {"moved to Bath": (2, 15), "moved to Bath with Ann": (0, 23), "a sister": (16, 34)}
        for said, span in spans.items():
            told = memory.add(f"{said} {episode}", episode_id=str(episode), span=span)
            memory.forget(told.id)

    left = [each.memory.content for each in memory.recall("Who moved to Bath?")]
    assert left == ["[…], and the garden there is lovely."]


def test_a_turn_that_lacks_the_words_of_a_belief_does_not_stand_for_it(memory: AgentMemory) -> None:
    words = "I moved from London to Bath in spring"
    turn = said(memory, f"{words}, and the garden of the new house is full of roses.")
    left, bath = (
        memory.add(
            content,
            entity="Mike",
            category=category,
            valid_from="2026-04-01",
            episode_id=turn,
            span=(0, len(words)),
        )
        for content, category in (("Mike left London", "departure"), ("Mike lives in Bath", "city"))
    )

    memory.forget(left.id)

    found = memory.recall("Did Mike tell of a move from London to Bath, and roses in the garden?")
    assert {each.memory.content for each in found} == {
        "Mike lives in Bath",
        "[…], and the garden of the new house is full of roses.",
    }
    assert [each.memory.id for each in found if each.kind == "memory"] == [bath.id]


@pytest.mark.parametrize(
    "verb, content, marked",
    [
        ("forget", "[…], and the garden is full of roses.", ()),
        ("retract", "I live in London, and the garden is full of roses.", ("over",)),
    ],
)
def test_what_is_left_of_a_turn_is_not_over_because_something_of_it_was_forgotten(
    memory: AgentMemory, verb: str, content: str, marked: tuple[str, ...]
) -> None:
    turn = said(memory, "I live in London, and the garden is full of roses.")
    home = memory.add(
        "Mike lives in London",
        entity="Mike",
        category="city",
        valid_from="2026-04-01",
        episode_id=turn,
        span=(0, 16),
    )

    getattr(memory, verb)(home.id)

    assert marks(memory.recall("What is the garden full of?")) == {content: marked}


def test_a_turn_that_told_several_things_is_superseded_only_for_what_was_replaced(
    memory: AgentMemory,
) -> None:
    was = "My trainer is Kim, and bring the blue mat because the others are torn."
    for said_then, on in ((was, "2026-01-01"), ("My trainer is Andre now.", "2026-03-01")):
        memory.ingest_round(said_then, occurred_at=on, session="s", speaker="Ann")

    mat = memory.recall("Which mat should I bring?", speaker="Ann", valid_at=APRIL)
    trainer = memory.recall("Who is my trainer?", speaker="Ann", valid_at=APRIL)

    assert [(each.memory.content, each.superseded) for each in mat][:1] == [(was, False)]
    assert [(each.memory.content, each.superseded) for each in trainer] == [
        ("Ann's trainer is Andre.", False),
        (was, True),
    ]
    assert memory.replay(mat.receipt).same
    assert memory.replay(trainer.receipt).same
