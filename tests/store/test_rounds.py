"""A round of conversation becomes turns, beliefs and decisions, in one transaction or not at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest

from muniment.access.principal import Permission
from muniment.audit.verify import verify
from muniment.errors import BlankContent, NotPermitted
from muniment.knowledge.learning.reading_rounds import Place, Round, Said
from muniment.knowledge.learning.rounds import Learner
from muniment.ledger.changing import Correction
from muniment.ledger.upkeep import set_cardinality
from muniment.model.claims import Act, Role
from muniment.model.decisions import Result
from muniment.model.memory import Cardinality, Outcome, Scope, Visibility
from muniment.model.reading import GetMemory
from muniment.recall.grounds import Ask
from muniment.recall.lookup.one import get
from muniment.recall.lookup.provenance import provenance
from muniment.recall.recaller import Recaller
from muniment.recall.trace import Tracer
from muniment.settings import RecallSettings
from muniment.settings.sections import TraceTarget
from muniment.testing.embedder import FailingEmbedder
from muniment.testing.extractor import ScriptedExtractor, claim_of
from tests.database import Desk, principal_of
from tests.store.lookup_words import day
from tests.store.round_words import Talk, decided_in, head_of, lives_in, told


async def test_a_claim_becomes_a_belief_with_its_words_as_evidence(desk: Desk) -> None:
    talk = Talk.at(desk)
    (decided,) = await talk.say("Mike", day(3), lives_in("London", span=(2, 9)))

    assert (decided.decision, decided.outcome) == (Outcome.ADD, Result.NEW)
    assert decided.memory_id is not None
    told_of = await provenance(desk.store, desk.principal, GetMemory(memory_id=decided.memory_id))
    (evidence,) = told_of.evidence
    assert evidence.quotation == "ssage 1"
    assert evidence.episode is not None
    assert (evidence.episode.speaker, evidence.episode.occurred_at) == ("Mike", day(3))
    assert [each.rationale for each in told_of.decisions] == [
        "nothing was believed of it for this time."
    ]
    memory = await get(desk.store, desk.principal, GetMemory(memory_id=decided.memory_id))
    assert (memory.entity, memory.category, memory.object) == ("Mike", "lives_in", "London")
    assert (memory.valid_from, memory.valid_until) == (day(3), None)


async def test_who_tells_late_since_when_is_believed_from_then_on(desk: Desk) -> None:
    """Leeds was told on the fifth; on the ninth, that York has been so since the third."""
    talk = Talk.at(desk)
    (leeds,) = await talk.say("Mike", day(5), lives_in("Leeds"))
    before = await head_of(desk)
    (york,) = await talk.say("Mike", day(9), lives_in("York", valid_from=day(3), time_words="x"))

    assert told([leeds, york]) == [("ADD", "new"), ("UPDATE", "corrected")]
    assert york.memory_id is not None
    assert york.memory_id == leeds.memory_id
    now = await get(desk.store, desk.principal, GetMemory(memory_id=york.memory_id))
    assert (now.object, now.valid_from, now.valid_until) == ("York", day(3), None)
    earlier = await get(
        desk.store, desk.principal, GetMemory(memory_id=york.memory_id, as_of=before)
    )
    assert (earlier.object, earlier.valid_from) == ("Leeds", day(5))
    (later,) = await talk.say("Mike", day(12), lives_in("Bath", valid_from=day(2)))
    assert later.outcome is Result.NEW


async def test_a_round_is_one_transaction(desk: Desk) -> None:
    talk = Talk.at(desk)
    before = await head_of(desk)
    mine = talk.turn("Mike", day(3), lives_in("London"), claim_of("Mike", "hobby", "chess"))
    answer = talk.turn("assistant", day(3), claim_of("table", "attribute", "Friday", of="day"))
    said = (Said(turn=mine, role=Role.USER), Said(turn=answer, role=Role.ASSISTANT))

    (done,) = await talk.ingest(Round(said=said, assistant="assistant"))

    assert await head_of(desk) == before + 1
    assert done.transaction == before + 1
    assert len(done.episodes) == 2
    assert told(done.decisions) == [("ADD", "new")] * 3
    assert (await verify(desk.store, desk.principal)).findings == ()


async def test_the_same_round_twice_writes_nothing_and_is_answered_as_it_was(desk: Desk) -> None:
    talk = Talk.at(desk)
    turn = talk.turn("Mike", day(3), lives_in("London"), source_id="1")
    said = Round(said=(Said(turn=turn, role=Role.USER),), assistant="assistant")
    (first,) = await talk.ingest(said)
    head = await head_of(desk)

    (second,) = await talk.ingest(said)

    assert await head_of(desk) == head
    assert (first.known_already, second.known_already) == (False, True)
    assert second.transaction is None
    assert second.episodes == first.episodes
    assert second.decisions == first.decisions
    assert second.decisions[0].transaction == head


async def test_a_turn_without_an_id_is_known_by_what_it_says(desk: Desk) -> None:
    talk = Talk.at(desk)
    text = "I live in London."
    await talk.say("Mike", day(3), lives_in("London"), text=text)
    head = await head_of(desk)

    again = await talk.say("Mike", day(3), text=text)

    assert await head_of(desk) == head
    assert told(again) == [("ADD", "new")]
    assert told(await talk.say("Mike", day(4), text=text)) == [("NOOP", "duplicate")]


async def test_what_is_said_again_for_other_readers_is_learnt_from_and_embedded_there_too(
    desk: Desk,
) -> None:
    talk = Talk.at(desk)
    turn = talk.turn("Mike", day(3), lives_in("London"), source_id="1")
    for namespace in ("home", "work", "work"):
        said = Said(turn=replace(turn, namespace=namespace), role=Role.USER)
        talk.place = Place(namespace=namespace)
        (done,) = await talk.ingest(Round(said=(said,), assistant="assistant"))

        assert (told(done.decisions), done.embedded) == ([("ADD", "new")], True)


async def test_a_turn_that_was_stored_before_is_learnt_from_later(desk: Desk) -> None:
    talk = Talk.at(desk)
    text = "I live in London."
    await talk.say("Mike", day(3), text=text, source_id="1")
    talk.script[text] = [lives_in("London")]

    assert told(await talk.say("Mike", day(3), text=text, source_id="1")) == [("ADD", "new")]
    assert len(await decided_in(talk)) == 1


async def test_a_change_supersedes_and_the_past_stays(desk: Desk) -> None:
    talk = Talk.at(desk)
    await talk.say("Mike", day(3), lives_in("London"))
    (decided,) = await talk.say("Mike", day(6), lives_in("Bath"))

    assert (decided.decision, decided.outcome) == (Outcome.ADD, Result.SUPERSEDED)
    assert "Mike lives_in London." in str(decided.rationale)
    assert await talk.stretches("Mike", "lives_in") == [
        ("London", day(3), day(6)),
        ("Bath", day(6), None),
    ]


async def test_a_turn_out_of_order_gives_the_same_timeline(desk: Desk) -> None:
    talk = Talk.at(desk)
    await talk.say("Mike", day(6), lives_in("Bath"))
    await talk.say("Mike", day(3), lives_in("London"))

    assert await talk.stretches("Mike", "lives_in") == [
        ("London", day(3), day(6)),
        ("Bath", day(6), None),
    ]


async def test_a_turn_that_was_put_right_ranks_below_what_is_so(desk: Desk) -> None:
    talk = Talk.at(desk)
    told_wrong, told_right = "My rent, the rent I pay, is 900 euros.", "Wrong: it is 980 euros."
    await talk.say(
        "Mike", day(3), claim_of("Mike", "attribute", "900 euros", of="rent"), text=told_wrong
    )
    before = await head_of(desk)
    right = claim_of("Mike", "attribute", "980 euros", of="rent", act=Act.CORRECT)
    await talk.say("Mike", day(8), right, text=told_right)
    settings = RecallSettings(trace=TraceTarget.OFF)
    tracer = Tracer(desk.store, TraceTarget.OFF, Path())
    recaller = Recaller(desk.store, None, settings, "english", tracer)

    async def first(as_of: int | None = None) -> str:
        ask = Ask(query="What rent do I pay?", namespace="default", as_of=as_of, valid_at=day(9))
        return (await recaller.recall(desk.principal, ask))[0].memory.content

    assert "900 euros" in await first(as_of=before)
    assert "980 euros" in await first()


async def test_what_lapsed_by_itself_says_what_a_later_turn_tells(desk: Desk) -> None:
    talk = Talk.at(desk)
    until = claim_of("Mike", "attribute", "40 euros", of="gym fee", valid_until=day(5))
    await talk.say("Mike", day(3), until, text="My gym fee is 40 euros until Friday.")
    (decided,) = await talk.say("Mike", day(8), text="They put the gym fee up, it's 46 euros now.")

    assert (decided.decision, decided.claim and decided.claim.object) == (Outcome.ADD, "46 euros")
    assert await talk.stretches("Mike", "gym fee") == [
        ("40 euros", day(3), day(5)),
        ("46 euros", day(8), None),
    ]


async def test_what_was_said_to_be_over_says_nothing_of_a_later_turn(desk: Desk) -> None:
    talk = Talk.at(desk)
    await talk.say(
        "Mike", day(3), claim_of("Mike", "attribute", "40 euros", of="gym fee"), text="It's 40."
    )
    ended = claim_of("Mike", "attribute", "40 euros", of="gym fee", act=Act.END, valid_until=day(5))
    await talk.say("Mike", day(5), ended, text="I left the gym.")

    assert await talk.say("Mike", day(8), text="The gym fee is up, it's 46 euros now.") == []


async def test_a_correction_keeps_the_memory_and_its_period(desk: Desk) -> None:
    talk = Talk.at(desk)
    (said,) = await talk.say("Mike", day(3), lives_in("Leeds"))
    (decided,) = await talk.say("Mike", day(4), lives_in("Bradford", act=Act.CORRECT))

    assert (decided.decision, decided.outcome) == (Outcome.UPDATE, Result.CORRECTED)
    assert decided.memory_id is not None
    assert decided.memory_id == said.memory_id
    assert await talk.stretches("Mike", "lives_in") == [("Bradford", day(3), None)]
    told_of = await provenance(desk.store, desk.principal, GetMemory(memory_id=decided.memory_id))
    open_evidence = [each for each in told_of.evidence if each.known_until is None]
    assert [each.episode.occurred_at for each in open_evidence if each.episode] == [day(4)]
    assert told(told_of.decisions) == [("ADD", "new"), ("UPDATE", "corrected")]


async def test_an_ending_leaves_a_gap_from_its_time_on(desk: Desk) -> None:
    talk = Talk.at(desk)
    await talk.say("Mike", day(3), claim_of("Mike", "works_at", "Acme"))
    ended = claim_of("Mike", "works_at", "Acme", act=Act.END, valid_until=day(5))
    (decided,) = await talk.say("Mike", day(6), ended)

    assert (decided.decision, decided.outcome) == (Outcome.INVALIDATE, Result.ENDED)
    assert await talk.stretches("Mike", "works_at") == [("Acme", day(3), day(5))]


async def test_what_was_said_to_be_over_stays_over_when_its_start_is_corrected(desk: Desk) -> None:
    talk = Talk.at(desk)
    (said,) = await talk.say("Mike", day(3), lives_in("Leeds"))
    await talk.say("Mike", day(9), lives_in("Leeds", act=Act.END, valid_until=day(8)))
    assert said.memory_id is not None

    await desk.ledger.update(desk.principal, said.memory_id, Correction(valid_from=day(5)))

    assert await talk.stretches("Mike", "lives_in") == [("Leeds", day(5), day(8))]


async def test_what_never_began_is_kept_as_what_is_not_so(desk: Desk) -> None:
    talk = Talk.at(desk)
    denied = claim_of("Mike", "skill", "French", act=Act.DENY)
    (decided,) = await talk.say("Mike", day(3), denied)

    assert (decided.decision, decided.outcome) == (Outcome.ADD, Result.NEW)
    assert await talk.current("Mike", "skill") == []
    assert await talk.current("Mike", "not skill") == ["French"]


async def test_what_ended_before_a_belief_began_is_no_more_until_then(desk: Desk) -> None:
    talk, years_back = Talk.at(desk), datetime(2019, 1, 1, tzinfo=UTC)
    await talk.say("Mike", day(3), claim_of("Mike", "works_at", "Acme"))
    left = claim_of("Mike", "works_at", "Acme", act=Act.END, valid_until=years_back)
    await talk.say("Mike", day(9), left)

    assert await talk.stretches("Mike", "works_at") == [("Acme", day(3), None)]
    assert await talk.stretches("Mike", "not works_at") == [("Acme", years_back, day(3))]


async def test_learning_it_after_all_ends_the_denial(desk: Desk) -> None:
    talk = Talk.at(desk)
    await talk.say("Mike", day(3), claim_of("Mike", "skill", "French", act=Act.DENY))
    decided = await talk.say("Mike", day(5), claim_of("Mike", "skill", "French"))

    assert told(decided) == [("INVALIDATE", "superseded"), ("ADD", "new")]
    assert await talk.stretches("Mike", "not skill") == [("French", day(3), day(5))]
    assert await talk.current("Mike", "skill") == ["French"]


async def test_a_repetition_adds_evidence_and_no_belief(desk: Desk) -> None:
    talk = Talk.at(desk)
    (said,) = await talk.say("Mike", day(3), lives_in("London"))
    (again,) = await talk.say("Mike", day(4), lives_in("london", sentence="He is a Londoner."))

    assert (again.decision, again.outcome) == (Outcome.NOOP, Result.DUPLICATE)
    assert again.memory_id == said.memory_id
    assert said.memory_id is not None
    told_of = await provenance(desk.store, desk.principal, GetMemory(memory_id=said.memory_id))
    assert [each.episode.occurred_at for each in told_of.evidence if each.episode] == [
        day(3),
        day(4),
    ]
    assert await talk.stretches("Mike", "lives_in") == [("London", day(3), None)]


async def test_nothing_is_written_if_a_turn_is_wrong(desk: Desk) -> None:
    talk = Talk.at(desk)
    head = await head_of(desk)
    good = talk.turn("Mike", day(3), lives_in("London"))
    blank = replace(good, content=" ")
    rounds = [
        Round(said=(Said(turn=turn, role=Role.USER),), assistant="assistant")
        for turn in (good, blank)
    ]
    with pytest.raises(BlankContent):
        await talk.ingest(*rounds)

    assert await head_of(desk) == head


async def test_who_may_not_write_learns_nothing(desk: Desk) -> None:
    reader = replace(desk.principal, permissions=frozenset({Permission.READ}))
    with pytest.raises(NotPermitted):
        await Talk.at(desk, reader).say("Mike", day(3), lives_in("London"))


async def test_two_writers_at_once_leave_one_belief_in_a_slot(desk: Desk) -> None:
    async def tell(city: str, month: int) -> None:
        talk = Talk.at(desk)
        for number in range(1, 9):
            await talk.say(
                "Mike", day(month, number), lives_in(f"{city} {number}"), text=f"{city} {number}"
            )

    async with anyio.create_task_group() as group:
        group.start_soon(tell, "Bath", 3)
        group.start_soon(tell, "Rome", 4)

    talk = Talk.at(desk)
    stretches = await talk.stretches("Mike", "lives_in")
    assert [value for value, _, _ in stretches] == [
        f"{city} {n}" for city in ("Bath", "Rome") for n in range(1, 9)
    ]
    assert [end for _, _, end in stretches[:-1]] == [start for _, start, _ in stretches[1:]]
    assert (await verify(desk.store, desk.principal)).findings == ()


async def test_an_unknown_category_is_noted_as_its_claim_says_and_a_tenants_word_stands(
    desk: Desk,
) -> None:
    talk = Talk.at(desk)
    await talk.say("Mike", day(3), claim_of("Mike", "likes", "tea"))
    await talk.say("Mike", day(4), claim_of("Mike", "likes", "coffee"))
    assert await talk.current("Mike", "likes") == ["coffee", "tea"]

    await set_cardinality(desk.ledger, desk.principal, "owns", Cardinality.ONE)
    await talk.say("Mike", day(3), claim_of("Mike", "owns", "a van"))
    await talk.say("Mike", day(4), claim_of("Mike", "owns", "a kayak"))
    assert await talk.current("Mike", "owns") == ["a kayak"]


async def test_what_is_known_under_an_alias_is_superseded_too(desk: Desk) -> None:
    talk = Talk.at(desk)
    await talk.say("Mike Hall", day(1), claim_of("Mike", "alias_of", "Mike Hall"))
    await talk.say("Mike Hall", day(2), claim_of("Mike Hall", "lives_in", "London"))
    decided = await talk.say("Mike Hall", day(5), lives_in("Bath"))

    assert told(decided) == [("INVALIDATE", "superseded"), ("ADD", "superseded")]
    assert await talk.current("Mike Hall", "lives_in") == []
    assert await talk.current("Mike", "lives_in") == ["Bath"]


async def test_beliefs_go_where_the_writer_says_and_turns_with_them(desk: Desk) -> None:
    talk = Talk.at(desk)
    talk.place = Place(scope=Scope.CONTAINER, container="project:move")
    await talk.say("Mike", day(3), lives_in("London"))

    assert await talk.current("Mike", "lives_in") == []
    ann = principal_of(desk.principal.tenant, "ann")
    talk.place = Place(scope=Scope.GLOBAL)
    await talk.say("Mike", day(3), claim_of("Mike", "skill", "chess"))
    assert await Talk.at(desk, ann).current("Mike", "skill") == ["chess"]
    private = Talk.at(desk, replace(desk.principal, agent="clerk"))
    private.place = Place(visibility=Visibility.PRIVATE)
    await private.say("Mike", day(3), claim_of("Mike", "diet", "vegan"))
    assert await private.current("Mike", "diet") == ["vegan"]
    assert await talk.current("Mike", "diet") == []


async def test_another_users_beliefs_are_no_candidates(desk: Desk) -> None:
    mine = Talk.at(desk)
    theirs = Talk.at(desk, principal_of(desk.principal.tenant, "ann"))
    await mine.say("Mike", day(3), lives_in("London"))

    (decided,) = await theirs.say("Mike", day(5), lives_in("Bath"))

    assert (decided.outcome, decided.candidates) == (Result.NEW, ())
    assert await mine.current("Mike", "lives_in") == ["London"]


async def test_a_round_lands_while_the_embedder_is_away(desk: Desk) -> None:
    talk = Talk.at(desk)
    ledger, embedder = desk.ledger, desk.ledger.embedder
    assert embedder is not None
    ledger.embedder = FailingEmbedder(embedder, is_down=True)
    turn = talk.turn("Mike", day(3), lives_in("London"))
    (done,) = await talk.ingest(
        Round(said=(Said(turn=turn, role=Role.USER),), assistant="assistant")
    )
    ledger.embedder = embedder

    assert not done.embedded
    assert await talk.current("Mike", "lives_in") == ["London"]


async def test_two_persons_speak_each_for_themselves(desk: Desk) -> None:
    talk = Talk.at(desk)
    mine = talk.turn("Mike", day(3), lives_in("London"))
    hers = talk.turn("Ann", day(3), claim_of("Ann", "lives_in", "Oslo"))
    said = (Said(turn=mine, role=Role.USER), Said(turn=hers, role=Role.USER))

    (done,) = await talk.ingest(Round(said=said, assistant="Ann"))

    assert told(done.decisions) == [("ADD", "new"), ("ADD", "new")]
    assert await talk.current("Ann", "lives_in") == ["Oslo"]


async def test_messages_are_read_one_speaker_at_a_time(desk: Desk) -> None:
    extractor = ScriptedExtractor({})
    talk = Talk.at(desk)
    mine = talk.turn("Mike", day(3), text="I moved.")
    answer = talk.turn("assistant", day(3), text="Where to?")
    said = (Said(turn=mine, role=Role.USER), Said(turn=answer, role=Role.ASSISTANT))
    learner = Learner(ledger=desk.ledger, extractor=extractor)
    await learner.ingest_rounds(desk.principal, [Round(said=said, assistant="assistant")], Place())

    assert [(each.text, each.speaker, each.role) for each in extractor.heard] == [
        ("I moved.", "Mike", Role.USER),
        ("Where to?", "assistant", Role.ASSISTANT),
    ]
