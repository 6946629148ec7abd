"""To hide a turn tells what was learnt from nothing else, and forgets it too if that is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from muniment import AgentMemory
from muniment.errors import EpisodeNotFound
from tests.database import Database
from tests.surfaces.terminal import Terminal

SAID: dict[str, Any] = {"speaker": "Mike", "session": "s"}
CITY = "Which city does Mike live in?"


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    with AgentMemory(database.app) as opened:
        yield opened


def told(memory: AgentMemory, said: str, on: str) -> str:
    """Let Mike say something; return the id of the turn."""
    (episode,) = memory.ingest_round(said, occurred_at=on, **SAID).episodes
    return str(episode)


def believed(memory: AgentMemory) -> set[str]:
    return {each.content for each in memory.current_facts(valid_at="2026-06-01")}


def test_what_rests_on_nothing_but_the_turn_is_named_and_believed_still(
    memory: AgentMemory,
) -> None:
    told(memory, "I live in Leeds.", "2026-01-01")
    turn = told(memory, "I like tea and I live in Leeds.", "2026-01-02")
    (tea,) = (each for each in memory.current_facts() if "tea" in each.content)

    hidden = memory.forget_episode(turn)

    assert (str(hidden.id), hidden.beliefs, hidden.forgotten) == (turn, (tea.id,), ())
    assert believed(memory) == {"Mike lives in Leeds.", "Mike likes tea."}


def test_it_is_forgotten_in_the_same_transaction_and_nothing_twice(memory: AgentMemory) -> None:
    told(memory, "I live in York.", "2025-01-01")
    turn = told(memory, "I like tea and I moved to Leeds.", "2026-01-02")
    ids = {each.content: each.id for each in memory.search(kind="memory", status="all")}
    number = memory.recall(CITY).receipt.basis.as_of.number

    hidden = memory.forget_episode(turn, with_beliefs=True, reason="it was a secret")
    again = memory.forget_episode(turn, with_beliefs=True)

    assert hidden.transaction == number + 1
    assert set(hidden.forgotten) == {ids["Mike likes tea."], ids["Mike lives in Leeds."]}
    assert (hidden.beliefs, hidden.displaced) == ((), (ids["Mike lives in York."],))
    assert (again.transaction, again.beliefs, again.forgotten) == (None, (), ())
    assert believed(memory) == set()
    assert {each.memory.content for each in memory.recall(CITY, valid_at="2026-06-01")} == {
        "I live in York."
    }
    assert {each.content for each in memory.current_facts(as_of=number, valid_at="2026-06-01")} == {
        "Mike likes tea.",
        "Mike lives in Leeds.",
    }
    assert memory.verify().holds


def test_of_a_hidden_turn_the_beliefs_can_be_forgotten_later(memory: AgentMemory) -> None:
    turn = told(memory, "I like tea.", "2026-01-02")

    first = memory.forget_episode(turn)
    same = memory.forget_episode(turn)
    later = memory.forget_episode(turn, with_beliefs=True)

    assert (same.transaction, same.beliefs) == (None, first.beliefs)
    assert (later.transaction, later.forgotten) == (first.transaction + 1, first.beliefs)  # type: ignore[operator]  # it was hidden then
    assert believed(memory) == set()


def test_what_two_turns_say_rests_on_the_one_that_is_left(memory: AgentMemory) -> None:
    first = told(memory, "I like tea.", "2026-01-02")
    second = told(memory, "I like tea.", "2026-01-03")

    assert memory.forget_episode(first).beliefs == ()
    assert len(memory.forget_episode(second).beliefs) == 1
    assert believed(memory) == {"Mike likes tea."}


def test_what_somebody_said_besides_is_no_part_of_it(memory: AgentMemory) -> None:
    turn = told(memory, "I like tea.", "2026-01-02")
    (tea,) = memory.current_facts()
    memory.add(
        tea.content,
        subject=tea.entity,
        predicate=tea.category,
        object=tea.object,
        valid_from=tea.valid_from,
    )

    assert memory.forget_episode(turn, with_beliefs=True).forgotten == ()
    assert believed(memory) == {"Mike likes tea."}


def test_a_turn_that_was_erased_is_not_there(memory: AgentMemory) -> None:
    with pytest.raises(EpisodeNotFound):
        memory.forget_episode("00000000-0000-7000-8000-000000000000", with_beliefs=True)


def test_at_a_terminal_the_beliefs_and_the_way_to_forget_them_are_told(terminal: Terminal) -> None:
    terminal.json("ingest-round", "I like tea.", "--speaker", "Mike", "--session", "s")
    (turn,) = terminal.json("search", "--kind", "episode")["items"]
    (tea,) = terminal.json("search", "--kind", "memory")["items"]

    shown = terminal("forget-episode", turn["id"]).out
    forgotten = terminal("forget-episode", turn["id"], "--with-beliefs").out
    again = terminal("forget-episode", turn["id"], "--with-beliefs").out

    assert f"1 belief rests on nothing else and is still believed: {tea['id']}" in shown
    assert f"muniment forget-episode {turn['id']} --with-beliefs" in shown
    assert f"Forgotten with it: {tea['id']}" in forgotten
    assert again == "It was so already.\n"
