"""Beliefs that compete only with those that say the same, when their words are corrected."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.database import Desk
from tests.properties.checks_valid import History
from tests.properties.histories import (
    Add,
    Command,
    End,
    Forget,
    Retract,
    Target,
    Update,
    days,
    lengths,
)
from tests.properties.storyteller import Story

FIRST, SECOND = (Target(index=index, questioned=False) for index in range(2))


def hobby(content: str, start: int = 0, end: int | None = None) -> Add:
    return Add(content=content, start=start, end=end, entity="anna", category="hobby")


def note(content: str, start: int = 0) -> Add:
    return Add(content=content, start=start, end=None, entity=None, category=None)


def say(target: Target, content: str) -> Update:
    return Update(target=target, content=content, start=None, end=None)


@pytest.mark.parametrize(
    "history",
    [
        (hobby("chess"), say(FIRST, "Go"), hobby("chess")),
        (hobby("chess"), say(FIRST, "Go"), hobby("Go", 2)),
        (hobby("chess"), hobby("Go", 3), say(FIRST, "Go"), hobby("Go", 5)),
        (hobby("chess"), hobby("Go", 3), say(FIRST, "Go"), Retract(target=FIRST)),
        (hobby("chess"), hobby("Go", 3), say(FIRST, "Go"), say(SECOND, "chess")),
        (hobby("chess"), End(target=FIRST, at=4), say(FIRST, "Go"), hobby("chess", 5)),
        (hobby("chess"), say(FIRST, "Go"), Forget(target=FIRST), hobby("Go", 2), hobby("chess")),
        (hobby("chess"), say(FIRST, "Go"), say(FIRST, "chess"), hobby("chess", -2)),
        (note("the roof leaks"), say(FIRST, "the roof is new"), note("the roof leaks")),
    ],
)
async def test_a_belief_competes_with_those_that_say_what_it_says_now(
    shared_desk: Desk, history: History
) -> None:
    story = await Story.begin(shared_desk, history)
    story.compare()


targets = st.builds(Target, index=st.integers(0, 3), questioned=st.just(False))
contents = st.sampled_from(("chess", "Go", "darts"))
starts = st.one_of(st.none(), days)


@st.composite
def commands(draw: st.DrawFn) -> Command:
    """Draw a command about the hobbies of one person; half of them correct words."""
    kind = draw(st.sampled_from((*["add"] * 4, *["say"] * 4, "move", "end", "forget", "retract")))
    target = draw(targets)
    match kind:
        case "add":
            start, length = draw(days), draw(lengths)
            return hobby(draw(contents), start, None if length is None else start + length)
        case "say":
            return Update(target=target, content=draw(contents), start=draw(starts), end=None)
        case "move":
            return Update(target=target, content=None, start=draw(days), end=None)
        case "end":
            return End(target=target, at=draw(days))
        case "forget":
            return Forget(target=target)
        case _:
            return Retract(target=target)


@settings(max_examples=40, phases=(Phase.explicit, Phase.generate))
@given(history=st.lists(commands(), min_size=2, max_size=12).map(tuple))
async def test_corrected_words_read_as_the_oracle_says(shared_desk: Desk, history: History) -> None:
    story = await Story.begin(shared_desk, history)
    story.compare()
