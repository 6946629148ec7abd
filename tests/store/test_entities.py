"""Names lead to entities at a basis, aliases are proven, and facts connect entities."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import numpy
import pytest

from muniment.access.principal import Principal
from muniment.errors import AliasUnproven, EpisodeNotFound, InvalidValue
from muniment.knowledge.names.aliases import NewAlias, add_alias
from muniment.knowledge.names.entities import resolve_name
from muniment.ledger.turns import ingest_turns
from muniment.model.entities import (
    EntityGraph,
    GetEntities,
    GetGraph,
    GetMeasures,
    NamePath,
    NameResolved,
    ResolveName,
)
from muniment.model.ids import EpisodeId
from muniment.model.memory import Standing
from muniment.model.writes import Draft, Turn
from muniment.operations import entities as entities_offered
from muniment.operations.catalogue import perform
from muniment.operations.writes import Add, NewMemory, add_many
from muniment.ports.embedder import EmbedderIdentity, Vector
from muniment.projections.graph_measures import Measured, measure
from muniment.recall.grounds import Ask
from muniment.recall.lookup.condition import stats
from muniment.recall.lookup.entities import entities
from muniment.recall.lookup.graph import entity_graph, whole_graph
from muniment.recall.recaller import Recaller
from muniment.recall.trace import Tracer
from muniment.settings import RecallSettings
from muniment.settings.sections import TraceTarget
from muniment.temporal.period import Period
from muniment.testing.embedder import FailingEmbedder, HashedEmbedder
from tests.database import Database, Desk, open_desk, principal_of
from tests.store.lookup_words import day
from tests.store.tasking import serving


async def believe(desk: Desk, *said: tuple[str, str, str], since: datetime | None = None) -> None:
    """Add facts, each in a slot of its own."""
    await desk.ledger.add_many(
        desk.principal,
        [
            Draft(
                content=f"{subject} {predicate} {object_}",
                entity=subject,
                category=predicate,
                object=object_,
                valid_from=since or day(3),
            )
            for subject, predicate, object_ in said
        ],
    )


async def turn(desk: Desk, content: str, speaker: str | None = "Ana Ruiz") -> EpisodeId:
    ingested = await ingest_turns(
        desk.ledger,
        desk.principal,
        [Turn(content=content, speaker=speaker, occurred_at=day(4), session="chat")],
    )
    return ingested.episodes[0]


async def alias(desk: Desk, name: str, entity: str, said: str, **others: Any) -> str:
    """Say that a name is an alias, in a turn that says so."""
    new = NewAlias(alias=name, entity=entity, episode_id=await turn(desk, said), **others)
    return str((await add_alias(desk.ledger, desk.principal, new)).id)


async def resolved(desk: Desk, name: str, **basis: Any) -> NameResolved:
    request = ResolveName(name=name, **basis)
    return await resolve_name(desk.store, desk.principal, request, desk.ledger.embedder)


async def found(desk: Desk, name: str, **basis: Any) -> tuple[str | None, NamePath | None]:
    answer = await resolved(desk, name, **basis)
    return answer.entity, answer.path


async def test_a_known_name_is_the_entity_however_it_is_written(desk: Desk) -> None:
    await believe(desk, ("Ana Ruiz", "works_for", "Acme"))

    answer = await resolved(desk, "  ana   RUIZ ")

    assert (answer.entity, answer.path, answer.score) == ("Ana Ruiz", NamePath.NAME, 1.0)
    assert await found(desk, "acme") == ("Acme", NamePath.NAME)


async def test_an_alias_leads_to_its_entity_with_the_beliefs_that_say_so(desk: Desk) -> None:
    await believe(desk, ("Robert Smith", "works_for", "Acme"))
    first = await alias(desk, "Bob", "Robert Smith", "Bob is Robert Smith.")
    second = await alias(desk, "Bobby", "Bob", "Everybody calls Bob Bobby.")

    answer = await resolved(desk, "bobby")

    assert (answer.entity, answer.path) == ("Robert Smith", NamePath.ALIAS)
    assert [str(each) for each in answer.aliases] == [second, first]


async def test_entities_are_counted_as_they_are_listed(desk: Desk) -> None:
    await believe(desk, ("Ana Ruiz", "works_for", "Acme"), ("Acme", "is_in", "Oslo"))
    await believe(desk, ("Old Mill", "is_in", "Bonn"))
    await desk.ledger.add_many(desk.principal, [Draft(content="It rains")])
    await alias(desk, "Annie", "Ana Ruiz", "Annie is Ana Ruiz.")
    over = Draft(
        content="Ed rowed", entity="Ed", category="sport", valid_from=day(3), valid_until=day(4)
    )
    doubtful = Draft(
        content="Flo flies", entity="Flo", category="does", standing=Standing.QUARANTINED
    )
    await desk.ledger.add_many(desk.principal, [over, doubtful])

    listed = await entities(desk.store, desk.principal, GetEntities())
    counted = await stats(desk.store, desk.principal)

    assert sorted(each.name for each in listed) == ["Acme", "Ana Ruiz", "Bonn", "Old Mill", "Oslo"]
    assert counted.entities == 5


async def test_an_alias_is_known_and_true_for_its_time_only(desk: Desk) -> None:
    await believe(desk, ("Robert Smith", "works_for", "Acme"))
    memory_id = await alias(desk, "Bob", "Robert Smith", "Bob is Robert Smith.")

    assert await found(desk, "Bob", valid_at=day(5)) == ("Robert Smith", NamePath.ALIAS)
    assert await found(desk, "Bob", valid_at=day(3, 15)) == ("Bob", NamePath.NAME)
    assert await found(desk, "Bob", as_of=3, valid_at=day(5)) == (None, None)
    await desk.ledger.retract(desk.principal, memory_id)  # type: ignore[arg-type]  # its text form
    assert await found(desk, "Bob", valid_at=day(5)) == (None, None)
    assert await found(desk, "Bob", valid_at=day(5), as_of=4) == ("Robert Smith", NamePath.ALIAS)


async def test_an_alias_of_two_is_ambiguous(desk: Desk) -> None:
    await alias(desk, "Bob", "Robert Smith", "Bob is Robert Smith.")
    await alias(desk, "Bob", "Robert Jones", "Bob, that is Robert Jones.")

    answer = await resolved(desk, "Bob")

    assert answer.entity is None
    assert [(each.entity, each.path, each.against) for each in answer.candidates] == [
        ("Robert Jones", NamePath.ALIAS, "others fit as well"),
        ("Robert Smith", NamePath.ALIAS, "others fit as well"),
    ]


async def test_aliases_in_a_circle_end(desk: Desk) -> None:
    await believe(desk, ("Bob", "alias_of", "Rob"), ("Rob", "alias_of", "Bob"))

    assert await found(desk, "Bob") == ("Bob", NamePath.ALIAS)


@pytest.mark.parametrize(
    "asked, path",
    [
        ("Micheal Chen", NamePath.TRIGRAMS),
        ("M. Chen", NamePath.INITIALS),
        ("Chen, Michael", NamePath.TRIGRAMS),
    ],
)
async def test_a_slip_and_initials_are_the_only_name_they_fit(
    desk: Desk, asked: str, path: NamePath
) -> None:
    await believe(desk, ("Michael Chen", "works_for", "Acme"), ("Room 101", "lies_in", "Bath"))

    assert await found(desk, asked) == ("Michael Chen", path)


async def test_initials_that_fit_two_are_ambiguous(desk: Desk) -> None:
    await believe(desk, ("Ana Ruiz", "works_for", "Acme"), ("Ada Ruiz", "works_for", "Acme"))

    answer = await resolved(desk, "A. Ruiz")

    assert answer.entity is None
    assert [(each.entity, each.path, each.against) for each in answer.candidates] == [
        ("Ada Ruiz", NamePath.INITIALS, "others fit as well"),
        ("Ana Ruiz", NamePath.INITIALS, "others fit as well"),
    ]


async def test_two_spellings_of_one_entity_are_not_ambiguous(desk: Desk) -> None:
    await believe(
        desk,
        ("Philip Kane", "works_for", "Acme"),
        ("Philipp Kane", "alias_of", "Philip Kane"),
    )

    assert await found(desk, "Phillip Kane") == ("Philip Kane", NamePath.TRIGRAMS)


@pytest.mark.parametrize(
    "known, asked, against",
    [
        ("Room 101", "Room 102", "numbers differ"),
        ("Ana Ruiz", "Ana Rossi", "a word of the name differs"),
        ("Maria Lopez", "Mario Lopez", "a word of the name differs"),
        ("Daniel", "Daniela", "other letters"),
    ],
)
async def test_what_looks_alike_and_is_not_the_same_is_a_candidate(
    desk: Desk, known: str, asked: str, against: str
) -> None:
    await believe(desk, (known, "part_of", "Bath"))

    answer = await resolved(desk, asked)

    assert answer.entity is None
    assert [(each.entity, each.against) for each in answer.candidates] == [(known, against)]


class Meaning(HashedEmbedder):
    """Embed a few words by what they mean."""

    MEANINGS = {"big apple": (1.0, 0.1), "new york": (1.0, 0.0), "boston": (0.0, 1.0)}  # noqa: RUF012  # read only

    def __init__(self) -> None:
        super().__init__(dimensions=2)
        self._identity = EmbedderIdentity(name="meaning", dimensions=2, digest="meaning")

    def _vector(self, text: str) -> Vector:
        for word, meaning in self.MEANINGS.items():
            if word in text.casefold():
                vector: Vector = numpy.array(meaning, dtype=numpy.float32)
                return vector / numpy.float32(numpy.linalg.norm(vector))
        return numpy.array([0.0, 1.0], dtype=numpy.float32)


async def test_a_name_of_other_words_is_found_by_its_meaning(database: Database) -> None:
    async with open_desk(database, Meaning()) as desk:
        await believe(desk, ("Mike", "lives_in", "New York"), ("Ann", "lives_in", "Boston"))

        answer = await resolved(desk, "Big Apple")

        assert (answer.entity, answer.path, answer.score) == (
            "New York", NamePath.EMBEDDING, 0.995,
        )  # fmt: skip


async def test_without_its_embedder_a_resolution_says_what_it_lacked(desk: Desk) -> None:
    await believe(desk, ("Mike", "lives_in", "New York"))
    desk.ledger.embedder = FailingEmbedder(HashedEmbedder(), is_down=True)

    answer = await resolved(desk, "Big Apple")

    assert (answer.entity, answer.candidates) == (None, ())
    assert answer.degraded[0].startswith("embedding: embedder unreachable")


async def test_names_of_others_are_not_met(desk: Desk) -> None:
    other = principal_of("tenant 1", "ann")
    await desk.ledger.add_many(
        other, [Draft(content="x", entity="Robert", category="city", object="Bath")]
    )

    assert await found(desk, "Robert") == (None, None)
    assert (await resolved(desk, "Robertt")).candidates == ()


async def test_an_alias_needs_words_that_name_both(desk: Desk) -> None:
    said = await turn(desk, "My friends call me Annie. Bob is Robert Smith.")

    async def add(name: str, entity: str, span: tuple[int, int] | None = None) -> None:
        new = NewAlias(alias=name, entity=entity, episode_id=said, span=span)
        await add_alias(desk.ledger, desk.principal, new)

    with pytest.raises(AliasUnproven, match="does not name 'Rob'"):
        await add("Rob", "Robert Smith")
    with pytest.raises(AliasUnproven, match="does not name 'Bob'"):
        await add("Bob", "Robert Smith", (0, 25))
    with pytest.raises(AliasUnproven, match="does not name 'Mike', and the turn was said by Ana"):
        await add("Bob", "Mike")
    for alias, entity in (("x" * 30_000, "Bob"), ("Bob", "x" * 30_000)):
        with pytest.raises(AliasUnproven, match="does not name 'xxx") as long:
            await add(alias, entity)
        assert len(long.value.message) < 500
    with pytest.raises(InvalidValue, match="is not in the episode"):
        await add("Bob", "Robert Smith", (0, 999))
    with pytest.raises(InvalidValue, match="the same name already"):
        await add("annie", "Annie")
    with pytest.raises(InvalidValue, match="one of them is blank"):
        await add(" ", "Annie")
    await add("Annie", "Ana Ruiz", (0, 25))
    await add("Annie", "Ana", (0, 25))
    unknown = NewAlias(alias="a", entity="b", episode_id=EpisodeId(desk.principal.user_id))
    with pytest.raises(EpisodeNotFound):
        await add_alias(desk.ledger, desk.principal, unknown)


async def test_an_alias_does_not_lead_back(desk: Desk) -> None:
    await alias(desk, "Bob", "Robert Smith", "Bob is Robert Smith.")

    with pytest.raises(InvalidValue, match="already an alias of 'Robert Smith'"):
        await alias(desk, "Robert Smith", "Bob", "Robert Smith, that is Bob.")


async def test_an_alias_told_again_in_other_letters_is_one_and_undone_at_once(desk: Desk) -> None:
    first = await alias(desk, "Bob", "Robert Smith", "Bob is Robert Smith.")
    again = await alias(desk, "BOB", "robert  smith", "BOB is robert  smith.")

    assert again == first
    assert len((await resolved(desk, "bob")).aliases) == 1
    await desk.ledger.retract(desk.principal, first)  # type: ignore[arg-type]  # its text form
    assert (await resolved(desk, "Bob")).entity != "Robert Smith"


async def test_recall_follows_an_alias_for_as_long_as_it_is_known(desk: Desk) -> None:
    await believe(desk, ("Robert Smith", "keeps", "bees"))
    memory_id = await alias(desk, "Bob", "Robert Smith", "Bob is Robert Smith.")
    settings = RecallSettings(trace=TraceTarget.OFF)
    tracer = Tracer(desk.store, TraceTarget.OFF, Path())
    recaller = Recaller(desk.store, None, settings, "english", tracer)

    async def recalled(as_of: int | None = None) -> list[str]:
        ask = Ask(query="What about Bob?", namespace="default", as_of=as_of, valid_at=day(5))
        return [each.memory.content for each in await recaller.recall(desk.principal, ask)]

    assert "Robert Smith keeps bees" in await recalled()
    assert "Robert Smith keeps bees" not in await recalled(as_of=3)
    await desk.ledger.retract(desk.principal, memory_id)  # type: ignore[arg-type]  # its text form
    assert "Robert Smith keeps bees" not in await recalled()
    assert "Robert Smith keeps bees" in await recalled(as_of=4)


async def test_entities_are_listed_with_counts_and_aliases_at_a_basis(desk: Desk) -> None:
    await believe(desk, ("Mike", "lives_in", "Bath"), ("mike", "works_for", "Acme"))
    await believe(
        desk, ("Ann", "works_for", "ACME"), ("Mike", "works_for", "Umbrella"), since=day(6)
    )
    await alias(desk, "Mickey", "Mike", "Mickey is Mike.")

    async def listed(**request: Any) -> list[tuple[str, int, int, tuple[str, ...]]]:
        page = await entities(desk.store, desk.principal, GetEntities(**request))
        return [(each.name, each.as_subject, each.as_object, each.aliases) for each in page]

    assert await listed(valid_at=day(4)) == [
        ("Mike", 2, 0, ("Mickey",)), ("Acme", 0, 1, ()), ("Bath", 0, 1, ()),
    ]  # fmt: skip
    assert await listed(valid_at=day(7)) == [
        ("Mike", 2, 0, ("Mickey",)), ("ACME", 0, 1, ()), ("Ann", 1, 0, ()), ("Bath", 0, 1, ()),
        ("Umbrella", 0, 1, ()),
    ]  # fmt: skip
    assert await listed(valid_at=day(7), as_of=2) == [
        ("Mike", 2, 0, ()), ("Acme", 0, 1, ()), ("Bath", 0, 1, ()),
    ]  # fmt: skip
    assert [each[0] for each in await listed(valid_at=day(7), starts_with="A")] == ["ACME", "Ann"]


async def test_a_list_of_entities_goes_on_at_its_basis(desk: Desk) -> None:
    await believe(desk, ("a", "p", "b"), ("a", "q", "c"), ("d", "p", "c"))
    first = await entities(desk.store, desk.principal, GetEntities(limit=2))
    await believe(desk, ("d", "q", "e"), ("d", "r", "f"))
    again = GetEntities(limit=2, cursor=first.cursor)
    second = await entities(desk.store, desk.principal, again)

    assert [each.name for each in (*first, *second)] == ["a", "c", "b", "d"]
    assert second.cursor is None
    other = GetEntities(limit=2, starts_with="a", cursor=first.cursor)
    with pytest.raises(InvalidValue, match="belongs to another question"):
        await entities(desk.store, desk.principal, other)


async def walked(desk: Desk, entity: str, **others: Any) -> EntityGraph:
    return await entity_graph(desk.store, desk.principal, GetGraph(entity=entity, **others))


def told(graph: EntityGraph) -> tuple[list[tuple[str, int, int]], list[str]]:
    nodes = [(each.name, each.hops, each.degree) for each in graph.nodes]
    return nodes, [f"{each.subject} {each.predicate} {each.object}" for each in graph.edges]


async def test_a_graph_is_walked_both_ways_as_far_as_is_asked(desk: Desk) -> None:
    await believe(
        desk,
        ("Mike", "works_for", "Acme"),
        ("Ann", "works_for", "Acme"),
        ("Ann", "knows", "Eva"),
        ("Eva", "lives_in", "Bath"),
    )

    assert told(await walked(desk, "mike", depth=1)) == (
        [("Mike", 0, 1), ("Acme", 1, 1)], ["Mike works_for Acme"],
    )  # fmt: skip
    nodes, edges = told(await walked(desk, "Mike", depth=2))
    assert nodes == [("Mike", 0, 1), ("Acme", 1, 2), ("Ann", 2, 1)]
    assert edges == ["Mike works_for Acme", "Ann works_for Acme"]
    nodes, edges = told(await walked(desk, "Eva", depth=3))
    assert nodes == [
        ("Eva", 0, 2), ("Ann", 1, 2), ("Bath", 1, 1), ("Acme", 2, 2), ("Mike", 3, 1),
    ]  # fmt: skip
    assert len(edges) == 4


async def test_a_graph_stands_at_its_basis(desk: Desk) -> None:
    await believe(desk, ("Mike", "works_for", "Acme"))
    await believe(desk, ("Mike", "works_for", "Umbrella"), since=day(6))

    assert told(await walked(desk, "Mike", valid_at=day(4)))[1] == ["Mike works_for Acme"]
    assert told(await walked(desk, "Mike", valid_at=day(7)))[1] == ["Mike works_for Umbrella"]
    assert told(await walked(desk, "Mike", valid_at=day(7), as_of=2))[1] == ["Mike works_for Acme"]
    both = await walked(desk, "Mike", window=Period(start=day(5), end=day(7)))
    assert [(each.object, each.valid_from, each.valid_until) for each in both.edges] == [
        ("Acme", day(3), day(6)),
        ("Umbrella", day(6), None),
    ]


async def test_a_graph_starts_from_all_names_of_its_entity(desk: Desk) -> None:
    await believe(desk, ("Robert", "works_for", "Acme"), ("Bob", "lives_in", "Bath"))
    await alias(desk, "Bob", "Robert", "Bob is Robert.")

    for start in ("Bob", "Robert"):
        graph = await walked(desk, start, depth=1)
        assert graph.entity == "Robert"
        assert told(graph)[0] == [("Bob", 0, 2), ("Robert", 0, 2), ("Acme", 1, 1), ("Bath", 1, 1)]


async def test_a_graph_that_is_too_large_is_cut_and_says_so(desk: Desk) -> None:
    await believe(desk, *(("Mike", f"p{n}", f"x{n}") for n in range(5)))

    graph = await walked(desk, "Mike", edges_max=3)

    assert (len(graph.edges), graph.is_cut) == (3, True)
    assert not (await walked(desk, "Mike", edges_max=5)).is_cut
    with pytest.raises(InvalidValue, match="entity is blank"):
        await walked(desk, " ")
    assert told(await walked(desk, "Nobody")) == ([("Nobody", 0, 0)], [])


async def test_an_entity_without_facts_keeps_its_spelling_in_the_graph(desk: Desk) -> None:
    await believe(desk, ("Ana Ruiz", "works_for", "Acme"))

    before = await walked(desk, "ANA RUIZ", valid_at=datetime(1900, 1, 1, tzinfo=UTC))

    assert before.entity == "Ana Ruiz"
    assert told(before) == ([("Ana Ruiz", 0, 0)], [])


async def test_the_whole_graph_is_that_of_the_reader(desk: Desk) -> None:
    await believe(desk, ("Mike", "works_for", "Acme"), ("Ann", "works_for", "Acme"))
    ann = principal_of("tenant 1", "ann")

    async def links(principal: Principal, edges_max: int = 10) -> tuple[int, bool]:
        whole = await whole_graph(desk.store, principal, GetMeasures(edges_max=edges_max))
        return len(whole.links), whole.is_cut

    assert await links(desk.principal) == (2, False)
    assert await links(desk.principal, 1) == (1, True)
    assert await links(ann) == (0, False)


async def test_others_are_served_while_a_graph_is_measured(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, served = threading.Event(), threading.Event()

    def measured_once_another_was_served(pairs: Iterable[tuple[str, str]]) -> dict[str, Measured]:
        begun.set()
        assert served.wait(timeout=20)
        return measure(pairs)

    monkeypatch.setattr(entities_offered, "measure", measured_once_another_was_served)
    async with serving(database) as services:
        fact = NewMemory(subject="Mike", predicate="knows", object="Ann")
        await perform(services, add_many, Add(memories=(fact,)))

        async def serve() -> None:
            await anyio.to_thread.run_sync(begun.wait, 20)
            await perform(services, entities_offered.entities, entities_offered.ListEntities())
            served.set()

        async with anyio.create_task_group() as group:
            group.start_soon(serve)
            found = await perform(
                services, entities_offered.graph_measures, entities_offered.Measures()
            )

    assert [(each.name, each.degree) for each in found.nodes] == [("Ann", 1), ("Mike", 1)]
