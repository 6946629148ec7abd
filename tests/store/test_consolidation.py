"""Stored turns are read again as a round is, once by each extractor; contradictions go under review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from muniment.access.partition import PartitionKey
from muniment.access.principal import Permission, Principal
from muniment.audit.verify import verify
from muniment.errors import InvalidValue, NotPermitted
from muniment.knowledge.learning.consolidation import Consolidator
from muniment.knowledge.learning.reading_rounds import Place, ReadTurn, Round, Said
from muniment.knowledge.learning.rounds import Learner
from muniment.knowledge.reading_by_rules import RulesExtractor
from muniment.knowledge.reviewing.checks import check_edges, check_times
from muniment.knowledge.reviewing.pairing import find_contradictions
from muniment.knowledge.reviewing.proposing import propose_contradictions
from muniment.knowledge.reviewing.settling import settle
from muniment.ledger.changing import Correction
from muniment.ledger.turns import forget_episode, ingest_turns
from muniment.ledger.upkeep import adopt_embedder, backlog_size
from muniment.ledger.writer import Ledger
from muniment.model.claims import Claim, Message, Role
from muniment.model.consolidation import Consolidated, GetDue
from muniment.model.reading import GetCurrentFacts
from muniment.model.reviews import GetDecisions, GetReviews, Side
from muniment.model.similar import GetPairs
from muniment.model.writes import Draft, Turn
from muniment.ports.extractor import Extraction, Extractor
from muniment.recall.lookup.decisions import decisions
from muniment.recall.lookup.facts import current_facts
from muniment.recall.lookup.reviews import reviews
from muniment.testing.embedder import HashedEmbedder
from muniment.testing.extractor import ScriptedExtractor, claim_of
from tests.database import Desk, principal_of
from tests.store.lookup_words import day


def turn(content: str, at: datetime, speaker: str | None = "Mike", **others: Any) -> Turn:
    return Turn(content=content, speaker=speaker, occurred_at=at, session="chat", **others)


BATH = claim_of("Mike", "lives_in", "Bath")
ROME = claim_of("Mike", "lives_in", "Rome")
SCRIPT = {"I live in Bath.": [BATH], "I moved to Rome.": [ROME]}


async def again(
    desk: Desk,
    script: Mapping[str, Sequence[Claim]] = SCRIPT,
    *,
    by: str = "script",
    **request: Any,
) -> Consolidated:
    learner = Learner(ledger=desk.ledger, extractor=ScriptedExtractor(script, by=by))
    consolidator = Consolidator(learner=learner)
    return await consolidator.consolidate(desk.principal, GetDue(**request))


async def believed(desk: Desk, at: datetime) -> list[str]:
    page = await current_facts(desk.store, desk.principal, GetCurrentFacts(valid_at=at))
    return sorted(each.content for each in page)


async def outcomes(desk: Desk) -> list[tuple[str, str, str]]:
    page = await decisions(desk.store, desk.principal, GetDecisions())
    return [(each.decision.value, each.outcome.value, each.extracted_by) for each in page]


async def test_turns_that_nobody_read_are_learnt_from_in_their_own_time(desk: Desk) -> None:
    await ingest_turns(
        desk.ledger,
        desk.principal,
        [
            turn("I moved to Rome.", day(6), source_id="2"),
            turn("I live in Bath.", day(3)),
            turn("Hello.", day(7), speaker=None),
        ],
    )

    done = await again(desk)

    assert (done.read, done.changed, done.repeated, done.has_more) == (3, 2, 1, False)
    assert len(done.transactions) == 1
    assert await believed(desk, day(4)) == ["Mike lives_in Bath."]
    assert await believed(desk, day(7)) == ["Mike lives_in Rome."]
    assert await outcomes(desk) == [
        ("ADD", "new", "script"),
        ("ADD", "superseded", "script"),
        ("NOOP", "nothing", "script"),
    ]
    assert (await verify(desk.store, desk.principal)).findings == ()


class Rules(RulesExtractor):
    """The rules as another version of them."""

    @property
    def by(self) -> str:
        return "rules-next"

    async def extract(self, message: Message) -> Extraction:
        return replace(await super().extract(message), by=self.by)


async def by_rules(desk: Desk, rules: Extractor | None = None, **request: Any) -> Consolidated:
    learner = Learner(ledger=desk.ledger, extractor=rules or RulesExtractor())
    return await Consolidator(learner=learner).consolidate(desk.principal, GetDue(**request))


TALK = [
    turn("I work at Acme and my rent is 900 euros.", day(2), source_id="1"),
    turn("sorry, 950", day(3), source_id="2"),
    turn("I left Acme, I'm now at Umbra.", day(5), source_id="3"),
    turn("The deposit is 400 euros.", day(6), source_id="4"),
]
KNOWN = ["Mike works at Umbra.", "Mike's deposit is 400 euros.", "Mike's rent is 950 euros."]


@pytest.mark.parametrize("episodes_max", [1, 100])
async def test_what_turns_leave_out_is_bound_to_what_was_told_before_them(
    desk: Desk, episodes_max: int
) -> None:
    await ingest_turns(desk.ledger, desk.principal, TALK)
    while (await by_rules(desk, episodes_max=episodes_max)).has_more:
        pass

    assert [each for each in await believed(desk, day(7)) if " left " not in each] == KNOWN


async def test_another_version_of_the_rules_binds_no_turn_to_what_was_told_after_it(
    desk: Desk,
) -> None:
    learner = Learner(ledger=desk.ledger, extractor=RulesExtractor())
    told = [
        turn("It's 980 euros now.", day(2)),
        turn("My rent is 900 euros.", day(4)),
    ]
    for each in (*told, *TALK):
        said = Said(turn=each, role=Role.USER)
        await learner.ingest_rounds(desk.principal, [Round(said=(said,), assistant="a")], Place())
    before = {at: await believed(desk, day(at)) for at in range(1, 8)}

    done = await by_rules(desk, Rules())

    assert (done.read, done.changed) == (6, 0)
    assert {at: await believed(desk, day(at)) for at in range(1, 8)} == before


async def test_a_turn_is_read_once_by_each_extractor(desk: Desk) -> None:
    await ingest_turns(
        desk.ledger, desk.principal, [turn("I live in Bath.", day(3)), turn("Hm.", day(4))]
    )
    await again(desk)

    assert (await again(desk)).read == 0
    assert (await again(desk)).transactions == ()
    other = await again(desk, by="other")
    assert (other.read, other.changed, other.repeated, other.extracted_by) == (2, 0, 2, "other")
    assert (await again(desk, by="other")).read == 0
    assert (await outcomes(desk))[2:] == [
        ("NOOP", "duplicate", "other"), ("NOOP", "nothing", "other"),
    ]  # fmt: skip


async def test_what_a_round_taught_is_not_read_by_the_same_extractor_again(desk: Desk) -> None:
    learner = Learner(ledger=desk.ledger, extractor=ScriptedExtractor(SCRIPT))
    said = Said(turn=turn("I live in Bath.", day(3)), role=Role.USER)
    await learner.ingest_rounds(desk.principal, [Round(said=(said,), assistant="a")], Place())

    assert (await again(desk)).read == 0
    assert (await again(desk, by="other")).read == 1
    assert await believed(desk, day(4)) == ["Mike lives_in Bath."]


@pytest.mark.parametrize(
    "withdraw, left",
    [
        ("forget", ["Mike likes tea."]),
        ("retract", ["Mike likes tea."]),
        ("update", ["Mike likes tea.", "Mike lives in Bristol"]),
    ],
)
async def test_what_was_withdrawn_is_not_learnt_again_from_the_words_it_rested_on(
    desk: Desk, withdraw: str, left: list[str]
) -> None:
    text = "I live in Bath. I like tea."
    ingested = await ingest_turns(desk.ledger, desk.principal, [turn(text, day(3))])
    draft = Draft(
        content="Mike lives in Bath",
        entity="Mike",
        category="lives_in",
        valid_from=day(2),
        episode_id=ingested.episodes[0],
        span=(0, 15),
    )
    (bath,) = await desk.ledger.add_many(desk.principal, [draft])
    if withdraw == "update":
        right = Correction(content="Mike lives in Bristol")
        await desk.ledger.update(desk.principal, bath.id, right)
    else:
        await getattr(desk.ledger, withdraw)(desk.principal, bath.id)
    home = claim_of("Mike", "lives_in", "Bath", span=(0, 15), sentence="Mike lives in Bath.")
    tea = claim_of("Mike", "likes", "tea", span=(16, 27), sentence="Mike likes tea.")

    done = await again(desk, {text: [home, tea]})

    assert (done.read, done.changed) == (1, 1)
    assert await believed(desk, day(4)) == left
    assert await outcomes(desk) == [("NOOP", "refused", "script"), ("ADD", "new", "script")]
    assert (await again(desk, {text: [home, tea]})).read == 0


async def test_where_no_words_were_named_nothing_of_the_turn_is_learnt_again(desk: Desk) -> None:
    ingested = await ingest_turns(desk.ledger, desk.principal, [turn("I live in Bath.", day(3))])
    draft = Draft(content="Mike is from Bath", episode_id=ingested.episodes[0])
    (bath,) = await desk.ledger.add_many(desk.principal, [draft])
    await desk.ledger.forget(desk.principal, bath.id)

    assert (await again(desk)).changed == 0
    assert await believed(desk, day(4)) == []


async def test_an_assistants_turn_is_read_as_an_assistants(desk: Desk) -> None:
    await ingest_turns(
        desk.ledger,
        desk.principal,
        [
            turn("I live in Bath.", day(3)),
            turn("I moved to Rome.", day(6), speaker="Assistant"),
            turn("So you say.", day(7), speaker="HAL"),
        ],
    )
    extractor = ScriptedExtractor({})
    learner = Learner(ledger=desk.ledger, extractor=extractor)
    consolidator = Consolidator(learner=learner, assistants=("assistant", "hal"))
    await consolidator.consolidate(desk.principal, GetDue())

    assert [each.role for each in extractor.heard] == [Role.USER, Role.ASSISTANT, Role.ASSISTANT]


async def test_turns_are_read_in_steps_since_a_time_and_never_hidden_ones(desk: Desk) -> None:
    ingested = await ingest_turns(
        desk.ledger, desk.principal, [turn(f"Hm {n}.", day(n)) for n in range(1, 7)]
    )
    await forget_episode(desk.ledger, desk.principal, ingested.episodes[5])

    first = await again(desk, since=day(2), episodes_max=3)
    second = await again(desk, since=day(2), episodes_max=3)

    assert (first.read, first.has_more) == (3, True)
    assert (second.read, second.has_more) == (1, False)
    assert (await again(desk)).read == 1
    with pytest.raises(InvalidValue, match="episodes_max is 0"):
        await again(desk, episodes_max=0)


class Away(ScriptedExtractor):
    """A model that does not answer: rules stand in."""

    async def extract(self, message: Message) -> Extraction:
        told = await super().extract(message)
        return replace(told, by="rules-22", degraded="extractor away: asked in vain")


async def test_a_stand_in_reads_a_turn_once_and_leaves_it_for_the_one_it_stands_in_for(
    desk: Desk,
) -> None:
    await ingest_turns(desk.ledger, desk.principal, [turn("I live in Bath.", day(3))])
    away = Consolidator(learner=Learner(ledger=desk.ledger, extractor=Away(SCRIPT, by="model")))

    first = await away.consolidate(desk.principal, GetDue())
    second = await away.consolidate(desk.principal, GetDue())

    assert (first.read, first.degraded) == (1, ("extractor away: asked in vain",))
    assert (second.read, second.transactions) == (0, ())
    assert (await again(desk, by="model")).read == 1


async def test_a_turn_that_is_an_echo_of_a_recall_is_noted_once(desk: Desk) -> None:
    echo = "<ContextEnhancement>Mike lives in Rome</ContextEnhancement>"
    await ingest_turns(desk.ledger, desk.principal, [turn(echo, day(3))])

    assert (await again(desk, {echo: [ROME]})).read == 1
    assert (await again(desk, {echo: [ROME]})).read == 0
    assert await outcomes(desk) == [("NOOP", "recalled", "script")]


async def test_vectors_of_another_embedder_are_left_out(desk: Desk) -> None:
    await ingest_turns(desk.ledger, desk.principal, [turn("I live in Bath.", day(3))], embed=False)
    other = Ledger(desk.store, HashedEmbedder(salt="other"), desk.ledger.limits, "english")
    await adopt_embedder(other, desk.principal)

    assert (await again(desk)).changed == 1
    assert await backlog_size(other, desk.principal) == 2


async def test_a_session_reads_and_an_adviser_is_heard(desk: Desk) -> None:
    await ingest_turns(desk.ledger, desk.principal, [turn("I live in Bath.", day(3))])
    advised: list[int] = []

    def session(
        principal: Principal, rounds: Sequence[Round], place: Place, otherwise: Extractor
    ) -> Extractor:
        return ScriptedExtractor(SCRIPT, by="session")

    async def advise(
        principal: Principal, read: list[list[ReadTurn]], partition: PartitionKey
    ) -> list[list[ReadTurn]]:
        advised.append(len(read[0]))
        return read

    learner = Learner(
        ledger=desk.ledger, extractor=ScriptedExtractor({}), adjudicate=session, advise=advise
    )
    done = await Consolidator(learner=learner).consolidate(desk.principal, GetDue())

    assert (done.read, done.changed, done.extracted_by, advised) == (1, 1, "session", [1])


async def test_only_ones_own_turns_are_read_and_only_by_who_may_write(desk: Desk) -> None:
    ann = principal_of("tenant 1", "ann")
    await ingest_turns(desk.ledger, ann, [turn("I live in Bath.", day(3))])

    assert (await again(desk)).read == 0
    reading = replace(desk.principal, permissions=frozenset({Permission.READ}))
    learner = Learner(ledger=desk.ledger, extractor=ScriptedExtractor({}))
    consolidator = Consolidator(learner=learner)
    with pytest.raises(NotPermitted):
        await consolidator.consolidate(reading, GetDue())


async def test_a_claim_that_is_no_good_and_an_echo_are_noted_and_not_learnt(desk: Desk) -> None:
    await ingest_turns(desk.ledger, desk.principal, [turn("I live in Bath.", day(3))])
    wrong = claim_of("Mike", "lives_in", "Bath", span=(0, 999))

    done = await again(desk, {"I live in Bath.": [wrong]})

    assert (done.read, done.changed) == (1, 0)
    assert await outcomes(desk) == [("NOOP", "refused", "script")]


async def deny(desk: Desk) -> None:
    """Believe two things that cannot both be so."""
    await desk.ledger.add_many(
        desk.principal,
        [
            Draft(content=content, entity="Mike", category="general", valid_from=day(3))
            for content in ("Mike drinks green tea", "Mike does not drink green tea")
        ],
    )


async def test_a_contradiction_that_is_found_goes_under_review_once(desk: Desk) -> None:
    await deny(desk)

    proposed = await propose_contradictions(desk.ledger, desk.principal, GetPairs())
    again_ = await propose_contradictions(desk.ledger, desk.principal, GetPairs())

    (only,) = proposed.items
    assert (proposed.transaction, again_.items, again_.transaction) == (3, (), None)
    (review,) = await reviews(desk.store, desk.principal, GetReviews())
    assert review.id == only.id
    assert review.first is not None
    assert review.second is not None
    assert (review.first.content, review.second.content) == (
        "Mike drinks green tea", "Mike does not drink green tea",
    )  # fmt: skip
    assert review.rationale == (
        "one denies the other: 'Mike drinks green tea' and 'Mike does not drink green tea'."
    )
    assert await believed(desk, day(4)) == [
        "Mike does not drink green tea",
        "Mike drinks green tea",
    ]
    assert (await find_contradictions(desk.store, desk.principal, GetPairs())).items == ()
    before = GetPairs(as_of=2, valid_at=day(4))
    assert len((await find_contradictions(desk.store, desk.principal, before)).items) == 1
    assert (await verify(desk.store, desk.principal)).findings == ()


@pytest.mark.parametrize(
    "keep, left",
    [
        (Side.FIRST, ["Mike drinks green tea"]),
        (Side.SECOND, ["Mike does not drink green tea"]),
        (Side.BOTH, ["Mike does not drink green tea", "Mike drinks green tea"]),
    ],
)
async def test_a_person_settles_what_was_proposed_and_it_stays_settled(
    desk: Desk, keep: Side, left: list[str]
) -> None:
    await deny(desk)
    (proposed,) = (await propose_contradictions(desk.ledger, desk.principal, GetPairs())).items

    await settle(desk.ledger, desk.principal, proposed.id, keep)

    assert await believed(desk, day(4)) == left
    assert (await propose_contradictions(desk.ledger, desk.principal, GetPairs())).items == ()
    assert len(await reviews(desk.store, desk.principal, GetReviews())) == 0
    assert (await verify(desk.store, desk.principal)).findings == ()


async def test_who_may_not_write_proposes_nothing(desk: Desk) -> None:
    await deny(desk)
    reading = replace(desk.principal, permissions=frozenset({Permission.READ}))

    with pytest.raises(NotPermitted):
        await propose_contradictions(desk.ledger, reading, GetPairs())


async def test_beliefs_whose_words_name_another_time_are_found_wanting(desk: Desk) -> None:
    ingested = await ingest_turns(desk.ledger, desk.principal, [turn("Hm.", day(6, 10))])

    async def believe(content: str, since: datetime) -> None:
        draft = Draft(content=content, valid_from=since, episode_id=ingested.episodes[0])
        await desk.ledger.add_many(desk.principal, [draft])

    for content, since in (
        ("Mike moved to Bath last month", day(6, 10)),
        ("Mike lives in Bath since 2020", day(6, 10)),
        ("Mike moved to Rome last month", day(5)),
        ("Mike is tired today", day(6, 10)),
        ("Mike lives in Bath", day(6, 10)),
    ):
        await believe(content, since)

    checked = await check_times(desk.store, desk.principal, "default")

    wanting = {each.content for each in await _memories(desk) if each.id in checked.wanting}
    assert wanting == {"Mike moved to Bath last month", "Mike lives in Bath since 2020"}
    assert (checked.looked_at, checked.is_cut) == (4, False)
    assert checked.mend == "Correct their periods with update."


async def _memories(desk: Desk) -> Any:
    return await current_facts(desk.store, desk.principal, GetCurrentFacts())


async def test_facts_that_the_graph_would_miss_are_found_wanting(desk: Desk) -> None:
    drafts = [
        Draft(content=f"Mike knows {who}", entity="Mike", category="knows", object=who)
        for who in ("Ann", "mike", "Bob")
    ]
    written = await desk.ledger.add_many(desk.principal, drafts)
    assert (await check_edges(desk.store, desk.principal, "default")).wanting == ()

    with desk.database.as_admin() as connection:
        connection.execute("DELETE FROM muniment.labels WHERE label IN ('ann')")
    checked = await check_edges(desk.store, desk.principal, "default")

    assert (checked.looked_at, checked.wanting) == (3, (written[0].id,))
    assert checked.mend == "Run `muniment rebuild-indexes`: labels are made again from the ledger."


@pytest.mark.parametrize("episodes_max", [1, 100])
async def test_what_an_assistant_confirms_of_what_was_asked_for_is_learnt_from_its_turn(
    desk: Desk, episodes_max: int
) -> None:
    asked = "Please move the launch to Thursday."
    await ingest_turns(
        desk.ledger,
        desk.principal,
        [
            turn("The launch is on Tuesday.", day(2), source_id="1"),
            turn(asked, day(2, 10), source_id="2"),
            turn("Done, I moved it to Thursday.", day(2, 11), source_id="3", speaker="assistant"),
        ],
    )
    while (await by_rules(desk, episodes_max=episodes_max)).has_more:
        pass

    (known,) = await believed(desk, day(2, 12))
    assert known.startswith("Mike has this planned: launch on Thursday")
