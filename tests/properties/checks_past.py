"""Lines 2, 18 and 19 of the conformance list at length: ten thousand writes, sources, indexes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import AlreadyEnded, EmptyPeriod, MemoryNotFound
from muniment.ledger.changing import Correction
from muniment.ledger.rebuilding import rebuild_indexes
from muniment.ledger.turns import ingest_turns
from muniment.ledger.upkeep import heal
from muniment.model.ids import EpisodeId, MemoryId, user_named
from muniment.model.memory import Standing
from muniment.model.reading import GetMemory
from muniment.model.writes import Draft, Turn
from muniment.recall.lookup.provenance import provenance
from tests.database import Desk
from tests.properties.answers import answers, refuse_changed
from tests.properties.asking import recaller_on, recalls
from tests.properties.checks_known import step_clock
from tests.properties.checks_valid import FAR, History, questioned, refuse_overlaps, spread
from tests.properties.histories import Add, AddMany, day
from tests.properties.oracle import same_content
from tests.properties.rebuilding import rebuild
from tests.properties.storyteller import Story, draft_of

SLOTS = (
    ("mike", "city"),
    ("Mike", "employer"),
    ("mike", "hobby"),
    ("Zoe", "city"),
    ("zoe", "harbour"),
    ("Bath", "river"),
)
"""What the questions are about."""

CITIES = ("London", "Bath", "York", "Leeds", "Ely")
REFUSED = (EmptyPeriod, AlreadyEnded, MemoryNotFound)


class Writers:
    """Random writes to one tenant, at least half of them into the questioned slots."""

    def __init__(self, desk: Desk, principal: Principal, seed: int) -> None:
        self.desk = desk
        self.principal = principal
        self.chance = random.Random(seed)
        self.memory_ids: list[MemoryId] = []
        self.writes = 0
        self.questioned = 0

    def draft(self) -> Draft:
        """Say something; six times in ten about a questioned slot."""
        chance = self.chance
        start = chance.randrange(-300, 300)
        if chance.random() < 0.6:
            self.questioned += 1
            entity, category = chance.choice(SLOTS)
            words = f"{entity} of {chance.choice(CITIES)} and the harbour {chance.randrange(40)}"
        else:
            entity = f"somebody {chance.randrange(200)}"
            category = chance.choice(("city", "hobby", "employer"))
            words = f"{entity} plays chess in {chance.choice(CITIES)} {chance.randrange(9)}"
        return Draft(
            content=words,
            entity=entity,
            category=category,
            tags=chance.choice(((), ("chess",), ("harbour", "London"))),
            confidence=chance.choice((1.0, 0.5)),
            standing=chance.choice((*[Standing.HELD] * 8, Standing.CONTESTED)),
            valid_from=day(start),
            valid_until=chance.choice((None, day(start + chance.randrange(1, 90)))),
        )

    async def add(self, count: int, *, embed: bool) -> None:
        drafts = [self.draft() for _ in range(count)]
        receipts = await self.desk.ledger.add_many(self.principal, drafts, embed=embed)
        self.memory_ids += [receipt.id for receipt in receipts]
        self.writes += count

    async def change(self) -> None:
        """Do one verb to any memory written so far; a refusal is no write."""
        chance, ledger, principal = self.chance, self.desk.ledger, self.principal
        memory_id = chance.choice(self.memory_ids)
        at = day(chance.randrange(-300, 300))
        words = f"Mike corrected it in {chance.choice(CITIES)}"
        try:
            match chance.randrange(5):
                case 0:
                    await ledger.update(principal, memory_id, Correction(content=words))
                case 1:
                    await ledger.update(principal, memory_id, Correction(valid_from=at))
                case 2:
                    await ledger.end(principal, memory_id, at=at)
                case 3:
                    await ledger.forget(principal, memory_id)
                case _:
                    await ledger.retract(principal, memory_id)
        except REFUSED:
            return
        self.writes += 1

    async def speak(self, count: int) -> None:
        """Say turns that name the people and the things of the questions."""
        turns = [
            Turn(
                content=f"{self.chance.choice(CITIES)} has a harbour, Mike. Chess? {place}",
                speaker=self.chance.choice(("Zoe", "Mike", "Anna")),
                occurred_at=day(self.chance.randrange(-10, 10)),
                session=f"session {self.chance.randrange(5)}",
            )
            for place in range(count)
        ]
        await ingest_turns(self.desk.ledger, self.principal, turns, embed=False)
        self.writes += count
        self.questioned += count


async def told_at(
    desk: Desk, principal: Principal, numbers: list[int], memory_ids: tuple[str, ...]
) -> dict[str, bytes]:
    """Ask everything at some transactions."""
    recaller, times = recaller_on(desk.store), (day(4), FAR)
    told: dict[str, bytes] = {}
    for number in numbers:
        told |= await recalls(recaller, principal, number, times)
        plain = await answers(
            desk, principal, number, times, memory_ids if number > 4 else (), ("mike", "zoe")
        )
        told |= {f"{question} as of {number}": answer for question, answer in plain.items()}
    return told


async def check_02_long(desk: Desk, writes: int = 10_000, batch: int = 250) -> None:
    """Check that ten thousand writes later, not one byte of an earlier answer is another.

    In between embeddings are healed, indexes rebuilt and the clock stepped.
    """
    story = await Story.begin(desk)
    principal = story.principal
    early = Writers(desk, principal, seed=1)
    await early.add(4, embed=True)
    numbers = [2]
    for place in range(12):
        await early.add(10, embed=place % 2 == 0)
        await early.change()
        await early.speak(3)
        numbers.append(2 + 3 * place)
    await heal(desk.ledger, principal, units_max=60)
    memory_ids = tuple(str(one) for one in early.memory_ids[:4])
    asked = spread(numbers, 5)
    before = await told_at(desk, principal, asked, memory_ids)
    assert any(b'"score"' in answer for answer in before.values())

    late, round_ = Writers(desk, principal, seed=2), 0
    late.memory_ids = list(early.memory_ids)
    while late.writes < writes:
        round_ += 1
        await late.add(min(batch, writes - late.writes), embed=round_ % 2 == 0)
        for _ in range(8):
            await late.change()
        await late.speak(10)
        if round_ % 5 == 0:
            await heal(desk.ledger, principal)
            step_clock(story, timedelta(days=2))
        if round_ % 15 == 0:
            rebuild(desk, principal)
        if round_ % 20 == 0:
            await rebuild_indexes(desk.ledger, principal)
    assert 2 * late.questioned >= late.writes >= writes
    refuse_changed(before, await told_at(desk, principal, asked, memory_ids))
    refuse_overlaps(desk, principal)


def _sourced(sources: dict[str, tuple[EpisodeId, tuple[int, int]]]) -> Callable[[Add], Draft]:
    def drafted(add: Add) -> Draft:
        episode_id, span = sources[add.content]
        return replace(draft_of(add), episode_id=episode_id, span=span)

    return drafted


async def check_18(desk: Desk, history: History) -> None:
    """Check that every belief reaches the span of its turn, whatever became of it."""
    story = await Story.begin(desk)
    adds = [
        item
        for command in (questioned("London", 0), *history)
        for item in (command.items if isinstance(command, AddMany) else (command,))
        if isinstance(item, Add)
    ]
    said = sorted({item.content for item in adds})
    turns = [
        Turn(
            content=f"I tell you: {words}, so it is.",
            speaker="Zoe",
            occurred_at=day(0),
            session="telling",
        )
        for words in said
    ]
    stored = await ingest_turns(desk.ledger, story.principal, turns)
    sources = {
        words: (episode_id, (12, 12 + len(words)))
        for words, episode_id in zip(said, stored.episodes, strict=True)
    }
    story.drafting = _sourced(sources)
    for command in (questioned("London", 0), *history):
        await story.tell(command)
    for number in spread(sorted(story.times()), 4):
        held = {one for valid in story.said(number) for one in story.oracle.holds(valid, number)}
        for memory_id in sorted({one for one, _ in held}):
            told = await provenance(
                desk.store,
                story.principal,
                GetMemory(memory_id=MemoryId(UUID(memory_id)), as_of=number),
            )
            spoken = {
                act.belief.content
                for transaction in story.oracle.transactions
                if transaction.number <= number
                for act in transaction.acts
                if act.memory_id == memory_id and hasattr(act, "belief")
            }
            known = [one for one in told.evidence if one.known_until is None]
            quoted = {one.quotation for one in known if not one.gap}
            assert quoted <= spoken, (memory_id, quoted, spoken)
            assert {one.quotation for one in known if one.gap} <= {None}, memory_id
            assert quoted, memory_id
    assert {same_content(words) for words in said} >= {"London"}


async def check_19(desk: Desk, history: History) -> None:
    """Check that answers stay when all that is derived is derived again."""
    story = await Story.begin(desk)
    for place, command in enumerate((questioned("Mike lives in London", 0), *history)):
        await story.tell(command, embed=place % 2 == 0)
    writers = Writers(desk, story.principal, seed=len(history))
    await writers.speak(30)
    await heal(desk.ledger, story.principal, units_max=20)
    anna = replace(
        story.principal, user_id=user_named(story.principal.tenant_id, "anna"), user="anna"
    )
    beside = Writers(desk, anna, seed=len(history))
    await beside.add(20, embed=True)
    numbers = spread(sorted(story.times()), 3)
    before = [await told_at(desk, one, numbers, ()) for one in (story.principal, anna)]
    rebuild(desk, story.principal)
    after = [await told_at(desk, one, numbers, ()) for one in (story.principal, anna)]
    for told, again in zip(before, after, strict=True):
        refuse_changed(told, again)
    assert await rebuild_indexes(desk.ledger, story.principal) > 0
    after = [await told_at(desk, one, numbers, ()) for one in (story.principal, anna)]
    for told, again in zip(before, after, strict=True):
        refuse_changed(told, again)
    rebuild(desk, story.principal)
    await writers.add(5, embed=True)
