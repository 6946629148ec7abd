"""Conformance."""

from __future__ import annotations

from hypothesis import given, settings

from tests.database import Desk
from tests.properties.histories import Command, histories
from tests.properties.storyteller import Story


@settings(max_examples=1500, derandomize=False, database=None)
@given(history=histories())
async def test_every_history_reads_as_the_oracle_says(shared_desk: Desk, history: tuple[Command, ...]) -> None:
    story = await Story.begin(shared_desk, history)
    story.compare()
