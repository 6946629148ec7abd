"""The pages that tell the ledger lead to what was known, and list what one of many did."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest

from muniment.operations import granting, reads, writes
from muniment.operations.catalogue import perform
from muniment.operations.erasing import Purge, purge
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


async def test_a_key_leads_to_what_it_wrote_and_what_it_asked(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_pages, "TRANSACTIONS", 1)
    key = await perform(board.writer, granting.create_key, granting.NewKey(name="web"))
    keyed = replace(board.writer, principal=replace(board.writer.principal, key_id=key.id))
    for number in range(2):
        belief = writes.NewMemory(content=f"Note {number}")
        await perform(keyed, writes.add_many, writes.Add(memories=(belief,)))
    for services, query in ((keyed, "Who is <asking>?"), (board.writer, "Who is it?")):
        await perform(services, reads.recall, reads.RecallResults(query=query))

    agents = await board.text("/agents")
    first = await board.text("/ledger", key=str(key.id))
    further = await board.text("/ledger", key=str(key.id), until="6")
    none = await board.text("/ledger", key=str(key.id), until="5")
    asked = await board.text("/traces", key=str(key.id))
    wrong = await board.client.get("/ledger", params={"key": "web"})

    assert f'href="/ledger?key={key.id}">wrote</a>' in agents
    assert f'href="/traces?key={key.id}">asked</a>' in agents
    assert "<tr><td>7</td>" in first
    assert f'href="/ledger?key={key.id}&amp;until=6"' in first
    assert "<tr><td>6</td>" in further
    assert f'<a href="/ledger?key={key.id}"><code title="{key.id}">' in further
    assert "Earlier ones" not in further
    assert "Nothing was written with this key up to here." in none
    assert "Who is &lt;asking&gt;?" in asked
    assert "Who is it?" not in asked
    assert "<td>local</td><td>local</td>" in asked
    assert wrong.status_code == 422
    assert "which is not an id" in wrong.text


async def test_the_list_says_which_namespace_it_reads_and_where_there_is_more(board: Board) -> None:
    note = writes.NewMemory(content="The hull is blue", namespace="project:boat & co")
    await perform(board.writer, writes.add_many, writes.Add(memories=(note,)))

    listed = await board.text("/memories")
    empty = await board.text("/memories", namespace="nowhere")

    assert "in the namespace <strong>default</strong>." in listed
    assert "There is more in" not in listed
    assert "in the namespace <strong>nowhere</strong>." in await board.text(
        "/conversations", namespace="nowhere"
    )
    assert 'There is more in <a href="/memories?namespace=default">default</a>, ' in empty
    link = re.search(r'href="([^"]*boat[^"]*)"', empty)
    assert link is not None
    assert "The hull is blue" in (await board.client.get(html.unescape(link[1]))).text


async def test_what_was_erased_leads_to_the_answers_that_rested_on_it(board: Board) -> None:
    asked = await perform(
        board.writer, reads.recall, reads.RecallResults(query="Where does Mike live?")
    )
    await perform(
        board.writer,
        purge,
        Purge(reason="request 4711", memories=[board.bath], episodes=[board.turn]),
    )

    for path in (f"/memories/{board.bath}", f"/conversations/{board.turn}"):
        answer = await board.client.get(path)
        assert answer.status_code == 404
        link = re.search(r'href="(/traces[^"]*)">that rested on it', answer.text)
        assert link is not None, answer.text
        assert str(asked.receipt.recall_id) in (await board.client.get(html.unescape(link[1]))).text
