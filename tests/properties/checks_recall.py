"""Lines 11 and 13 to 16 of the conformance list, where an answer is ranked."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import count

import anyio

from muniment.access.principal import Principal
from muniment.errors import MemoryNotFound
from muniment.ledger.turns import ingest_turns
from muniment.model.ids import MemoryId, user_named
from muniment.model.memory import Scope, Visibility
from muniment.model.reading import (
    GetCurrentFacts,
    GetDiff,
    GetHistory,
    GetMemory,
    GetTimeline,
    Search,
    Status,
)
from muniment.model.writes import Draft, Turn
from muniment.recall.lookup.changes import diff
from muniment.recall.lookup.facts import current_facts
from muniment.recall.lookup.history import history as history_of
from muniment.recall.lookup.history import timeline
from muniment.recall.lookup.listing import search
from muniment.recall.lookup.provenance import provenance
from tests.database import Desk
from tests.properties.answers import answers, as_bytes, refuse_changed
from tests.properties.asking import (
    QUESTIONS,
    ask_at,
    recalled_bytes,
    recaller_on,
    recalls,
    repeatable,
)
from tests.properties.checks_valid import FAR, History, questioned, spread
from tests.properties.histories import Forget, Retract, Target, day
from tests.properties.storyteller import Story

_SOURCE = count(1)


def turn(words: str, speaker: str, at: int) -> Turn:
    return Turn(
        content=words,
        speaker=speaker,
        occurred_at=day(at),
        session="harbour",
        source_id=f"turn {next(_SOURCE)}",
    )


async def check_02_ranked(desk: Desk, history: History, later: History) -> None:
    """Check that no ranked answer of the past ever changes."""
    story = await Story.begin(desk)
    for place, command in enumerate(history):
        await story.tell(command, embed=place % 2 == 0)
    await ingest_turns(desk.ledger, story.principal, [turn("The harbour is old.", "Mike", 0)])
    recaller, valid_times = recaller_on(desk.store), (day(4), FAR)
    numbers = spread(sorted(story.times()), 3)
    before = {n: await recalls(recaller, story.principal, n, valid_times) for n in numbers}
    said = [turn("The harbour is full of boats.", "Zoe", 1), turn("Chess, in Bath?", "Zoe", 2)]
    await ingest_turns(desk.ledger, story.principal, said)
    for command in later:
        await story.tell(command, embed=True)
    for number in numbers:
        after = await recalls(recaller, story.principal, number, valid_times)
        refuse_changed(before[number], after)


async def check_11_ranked(desk: Desk) -> None:
    """Check that recall leaves out the forgotten and finds again what the retracted had displaced."""
    recaller, query = recaller_on(desk.store), "Where does Mike live: London or Bath?"
    for verb in (Forget, Retract):
        story = await Story.begin(desk)
        await story.tell(questioned("Mike lives in London", 0), embed=True)
        (bath,) = await story.tell(questioned("Mike lives in Bath", 3), embed=True)

        async def said(number: int | None, story: Story = story) -> list[str]:
            ask = ask_at(query, number, day(5))
            return [one.memory.content for one in await recaller.recall(story.principal, ask)]

        assert await said(None) == ["Mike lives in Bath"]
        await story.change(verb(target=Target(index=0, questioned=True)), str(bath.id))
        assert await said(None) == ([] if verb is Forget else ["Mike lives in London"])
        assert await said(bath.transaction) == ["Mike lives in Bath"]


LANES = ("vector", "words", "tags", "graph")


async def check_13(desk: Desk, hidden: int = 300, visible: int = 5) -> None:
    """Check that the basis comes before the cut to the top k, in every lane, on either axis."""
    principal, ledger = await desk.fresh_tenant(), desk.ledger
    recaller = recaller_on(desk.store, candidates_max=visible)
    query = "Does Zoe drink coffee with milk in the morning?"

    def draft(words: str, place: int, start: int) -> Draft:
        return Draft(
            content=f"{words} {place}",
            entity="Zoe",
            category="hobby",
            tags=("coffee",),
            valid_from=day(start),
        )

    far = [draft("Somebody at the end of the harbour drank coffee", n, 0) for n in range(visible)]
    (first, *_) = await ledger.add_many(principal, far)
    before = await recaller.recall(principal, ask_at(query, first.transaction, day(5)))
    near = [draft("Zoe drinks coffee with milk in the morning", n, 10) for n in range(hidden)]
    (second, *_) = await ledger.add_many(principal, near)

    async def refuse_short(number: int, at: int) -> None:
        recalled = await recaller.recall(principal, ask_at(query, number, day(at)))
        found = {lane.name: lane.found for lane in recalled.receipt.lanes}
        assert {lane: found[lane] for lane in LANES} == dict.fromkeys(LANES, visible), (at, found)
        seen = [item.memory.id for item in recalled] + [
            drop.id for drop in recalled.receipt.dropped
        ]
        assert len(seen) == visible

    await refuse_short(first.transaction, 5)
    await refuse_short(first.transaction, 20)
    await refuse_short(second.transaction, 5)
    again = await recaller.recall(principal, ask_at(query, first.transaction, day(5)))
    assert recalled_bytes(again) == recalled_bytes(before)
    now = await recaller.recall(principal, ask_at(query, second.transaction, day(20)))
    assert now[0].memory.content.startswith("Zoe")
    assert all(item.memory.content.startswith("Zoe") for item in now)


async def check_14(desk: Desk, history: History, later: History) -> None:
    """Check that scores at a past basis are those of a store that never heard what came later."""
    past, present = await Story.begin(desk), await Story.begin(desk)
    for command in (questioned("Mike lives in London", 0), *history):
        await past.tell(command, embed=True)
        await present.tell(command, embed=True)
    number = present.head
    for command in later:
        await present.tell(command, embed=True)
    words = [turn(f"Mike, Mike and London again {n}", "Mike", 1) for n in range(20)]
    await ingest_turns(desk.ledger, present.principal, words)
    recaller = recaller_on(desk.store)
    for query in QUESTIONS:
        told = []
        for story in (past, present):
            recalled = await recaller.recall(story.principal, ask_at(query, number, day(4)))
            assert recalled.receipt.ranking_version
            assert recalled.receipt.embedder is not None
            told.append(
                [(item.memory.content, item.score, item.lanes, item.tokens) for item in recalled]
            )
        assert sorted(told[0], key=repr) == sorted(told[1], key=repr)


async def check_15(desk: Desk, history: History) -> None:
    """Check that basis, query and settings give the same bytes, in any process."""
    story = await Story.begin(desk)
    for command in (questioned("Mike lives in London", 0), *history):
        await story.tell(command, embed=True)
    number, valid = story.head, day(4)
    first = await recalls(recaller_on(desk.store), story.principal, number, (valid,))
    again = await recalls(recaller_on(desk.store), story.principal, number, (valid,))
    refuse_changed(first, again)
    for seed in ("1", "2"):
        told = await anyio.run_process(
            [
                sys.executable,
                "-m",
                "tests.properties.asking",
                desk.database.app,
                story.principal.tenant,
                str(number),
                valid.isoformat(),
            ],
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        elsewhere = {key: text.encode() for key, text in json.loads(told.stdout).items()}
        refuse_changed(first, elsewhere)


CANARY = "canary"


async def check_16(desk: Desk, history: History) -> None:
    """Check that no reader finds another's rows, at any basis, by any reading, nor displaces them."""
    ours = await Story.begin(desk, history)
    (told,) = await ours.tell(questioned("Mike lives in London", 12), embed=True)
    mike = ours.principal
    before = head_rows(ours)
    strangers = [
        replace(mike, user_id=user_named(mike.tenant_id, "anna"), user="anna"),
        await desk.fresh_tenant(),
    ]
    planted = [(one, await _plant(desk, one, Scope.USER, Visibility.PUBLIC)) for one in strangers]
    secret = replace(mike, agent="secretary")
    planted.append((secret, await _plant(desk, secret, Scope.USER, Visibility.PRIVATE)))
    assert head_rows(ours) >= before
    for owner, memory_id in planted:
        await _refuse_seen(desk, mike, memory_id)
        assert CANARY in await _everything(desk, owner, None, FAR)
    for number in spread(sorted(ours.times()), 4):
        for valid in (None, day(14), FAR):
            assert CANARY not in await _everything(desk, mike, number, valid)
    assert CANARY not in await _everything(desk, mike, None, None)
    assert CANARY not in str(await answers(desk, mike, told.transaction, (FAR,), (str(told.id),)))


def head_rows(story: Story) -> set[tuple[str, object, object]]:
    return {
        (row.memory_id, row.valid_from, row.valid_until)
        for row in story.stored()
        if row.known_until is None and not row.gap and CANARY not in row.content
    }


async def _plant(desk: Desk, owner: Principal, scope: Scope, visibility: Visibility) -> MemoryId:
    draft = Draft(
        content=f"Mike lives in London, says the {CANARY}",
        entity="mike",
        category="city",
        scope=scope,
        visibility=visibility,
        tags=("city",),
        valid_from=day(13),
    )
    (told,) = await desk.ledger.add_many(owner, [draft])
    return told.id


async def _refuse_seen(desk: Desk, reader: Principal, memory_id: MemoryId) -> None:
    with suppress(MemoryNotFound):
        rows = await history_of(desk.store, reader, GetHistory(memory_id=memory_id))
        raise AssertionError(f"{reader.actor} reads {rows}")
    with suppress(MemoryNotFound):
        told = await provenance(desk.store, reader, GetMemory(memory_id=memory_id))
        raise AssertionError(f"{reader.actor} reads {told}")
    with suppress(MemoryNotFound):
        await desk.ledger.forget(reader, memory_id)
        raise AssertionError(f"{reader.actor} forgets what belongs to another")


async def _everything(
    desk: Desk, reader: Principal, number: int | None, at: datetime | None
) -> str:
    """Read all that a reader can list or recall at a basis, as one text."""
    store = desk.store
    found: list[object] = []
    for namespace in ("default", "elsewhere"):
        found.append(
            await search(
                store,
                reader,
                Search(
                    namespace=namespace, as_of=number, valid_at=at, status=Status.ALL, limit=1000
                ),
            )
        )
        facts = GetCurrentFacts(namespace=namespace, as_of=number, valid_at=at, limit=1000)
        found.append(await current_facts(store, reader, facts))
        line = GetTimeline(entity="mike", namespace=namespace, as_of=number)
        found.append(await timeline(store, reader, line))
    found.append(await diff(store, reader, GetDiff(until=number, limit=1000)))
    recalled = await recaller_on(store).recall(
        reader, ask_at("Where does Mike live, in London?", number, at)
    )
    return str([as_bytes(item) for item in found]) + str(repeatable(recalled)["results"])
