"""The pages that tell the ledger lead to what was known, and list what one of many did."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from muniment.operations import writes
from muniment.operations.catalogue import perform
from muniment.web import ledger_pages
from tests.surfaces.board import Board


async def test_what_was_forgotten_can_be_opened_from_the_changes(board: Board) -> None:
    told = await perform(board.writer, writes.forget, writes.Forget(id=board.bath))
    text = await board.text("/changes", since=str(told.transaction - 1))
    assert f'<a href="/memories/{board.bath}?as_of={told.transaction - 1}">' in text


async def test_a_change_leads_to_what_was_known_before_it_and_after(board: Board) -> None:
    corrected = writes.Update(id=board.bath, content="Mike rents in Bath")
    told = await perform(board.writer, writes.update, corrected)
    await perform(board.writer, writes.forget, writes.Forget(id=board.bath))

    text = await board.text("/changes", until=str(told.transaction))
    now = told.transaction
    assert f'<a href="/memories/{board.bath}?as_of={now - 1}">Mike lives in &lt;b&gt;Bath' in text
    assert f'<a href="/memories/{board.bath}?as_of={now}">Mike rents in Bath</a>' in text
    assert f'<a href="/memories/{board.london}?as_of=3">' in text


async def test_what_one_of_many_did_is_listed_by_itself(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_pages, "TRANSACTIONS", 2)
    by_desk = replace(board.writer, principal=replace(board.writer.principal, agent="the desk"))
    for number in range(3):
        for services in (by_desk, board.writer):
            belief = writes.NewMemory(content=f"Note {number}")
            await perform(services, writes.add_many, writes.Add(memories=(belief,)))
    row = re.compile(r"<tr><td>(\d+)</td>")

    agents = await board.text("/agents")
    first = await board.text("/ledger", who="the desk")
    further = await board.text("/ledger", who="the desk", until="5")
    none = await board.text("/ledger", who="nobody", until="3")

    assert 'href="/ledger?who=the+desk"' in agents
    assert row.findall(first) == ["9", "7"]
    assert 'href="/ledger?who=the+desk&amp;until=5"' in first
    assert row.findall(further) == ["5"]
    assert "Earlier ones" not in further
    assert "Nothing by nobody was written up to here." in none
