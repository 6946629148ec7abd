"""What a memory lacks is found by rules, and its coverage is computed or not told."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from muniment import AsyncAgentMemory
from muniment.errors import InvalidValue, MunimentError
from muniment.model.lacks import Lack, LackKind, Lacks, Severity
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database

NOW = "2026-06-15"
ALONE = "there are not two comparable entities to compare with"


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    async with AsyncAgentMemory(database.app, embedder=HashedEmbedder()) as memory:
        yield memory


async def believe(
    memory: AsyncAgentMemory, entity: str, category: str, value: str = "x", **others: object
) -> str:
    given: dict[str, object] = {"valid_from": "2026-01-01"} | others
    written = await memory.add(
        f"{entity} {category} {value}",
        entity=entity,
        category=category,
        **given,  # type: ignore[arg-type]  # the tests name arguments of add
    )
    return str(written.id)


def in_short(lacks: Lacks, kind: LackKind) -> list[tuple[str, str | None, str | None]]:
    return [(each.severity.value, each.entity, each.category) for each in lacks.of(kind)]


async def three_people(memory: AsyncAgentMemory) -> None:
    """Everybody has a city and a job, two of three a diet, and only Mike a hobby."""
    for entity, categories in {
        "Ann": ("city", "job", "diet"),
        "Bo": ("city", "job", "diet"),
        "Mike": ("city", "hobby"),
    }.items():
        for category in categories:
            await believe(memory, entity, category)


async def test_what_comparable_people_have_is_unknown_and_weighs_by_how_many_have_it(
    memory: AsyncAgentMemory,
) -> None:
    await three_people(memory)

    found = await memory.audit_gaps("Mike", valid_at=NOW)

    assert in_short(found, LackKind.UNKNOWN) == [("high", "Mike", "diet"), ("high", "Mike", "job")]
    assert found.coverage == 0.333
    assert found.coverage_note == (
        "1 of 3 categories that at least half of 2 comparable entities have, each by how many have it"
    )
    assert found.of(LackKind.UNKNOWN)[0].sentence == (
        "nothing holds of Mike in diet; 100% of 2 comparable entities have something there."
    )
    assert (await memory.audit_gaps("Ann", valid_at=NOW)).coverage == 1.0


async def test_where_nothing_can_be_compared_there_is_no_coverage(memory: AsyncAgentMemory) -> None:
    await believe(memory, "Mike", "city")
    await believe(memory, "Ann", "city")

    alone = await memory.audit_gaps("Mike", valid_at=NOW)
    nobody = await memory.audit_gaps("Zoe", valid_at=NOW)
    empty = await memory.audit_gaps(namespace="empty", valid_at=NOW)

    assert (alone.coverage, alone.coverage_note) == (
        None,
        ALONE,
    )
    assert [each.sentence for each in nobody.lacks] == ["nothing holds of Zoe."]
    assert (empty.coverage, empty.coverage_note, empty.lacks) == (
        None,
        "nothing can be compared",
        (),
    )


async def test_an_audit_of_a_part_says_of_how_much_it_tells(memory: AsyncAgentMemory) -> None:
    await memory.add_many(
        [
            {
                "content": f"{n} {of} x",
                "entity": f"Person {n}",
                "category": of,
                "valid_from": "2026-01-01",
            }
            for n in range(52)
            for of in (("city", "job") if n < 50 else ("city",))
        ]
    )
    await memory.add("what nobody is named in", valid_from="2026-01-01")

    found = await memory.audit_gaps(valid_at=NOW)
    of_one = await memory.audit_gaps("Person 51", valid_at=NOW)

    assert (found.examined, found.entities_total) == (50, 52)
    assert (found.beliefs, found.beliefs_total) == (100, 103)
    assert found.coverage == 1.0
    assert found.coverage_note == (
        "the mean of 50 entities, among the 50 of 52 with the most beliefs"
    )
    assert "examined 50 of 52, beliefs 100 of 103" in str(found)
    assert (found.is_of_a_part, of_one.is_of_a_part) == (True, False)


async def test_a_company_is_not_measured_by_what_persons_have(memory: AsyncAgentMemory) -> None:
    await three_people(memory)
    for company in ("Acme", "Initech"):
        await believe(memory, company, "office")
        await believe(memory, company, "founded in")
    await believe(memory, "Hooli", "office")

    found = await memory.audit_gaps("Hooli", valid_at=NOW)

    assert in_short(found, LackKind.UNKNOWN) == [("high", "Hooli", "founded in")]
    assert found.coverage == 0.5


async def test_what_changes_and_was_not_said_for_long_is_stale(memory: AsyncAgentMemory) -> None:
    said = await memory.ingest_turns(
        [
            {
                "content": "I live in Bath.",
                "occurred_at": "2022-06-01",
                "session": "s",
                "speaker": "Mike",
            }
        ]
    )
    old = {"episode_id": str(said.episodes[0]), "valid_from": "2022-06-01"}
    bath = await believe(memory, "Mike", "city", **old)
    await believe(memory, "Mike", "birthplace", **old)

    found = await memory.audit_gaps("Mike", valid_at=NOW)

    (stale,) = found.of(LackKind.STALE)
    assert (stale.severity, stale.category, [str(each) for each in stale.memories]) == (
        Severity.HIGH,
        "city",
        [bath],
    )
    assert stale.sentence == "it was last said 1475 days ago; such things are taken for 365 days."


async def test_how_long_a_category_holds_is_learnt_from_what_ended(
    memory: AsyncAgentMemory,
) -> None:
    for entity in ("Ann", "Bo"):
        await believe(memory, entity, "reading", "one", valid_from="2026-01-01")
        await believe(memory, entity, "reading", "two", valid_from="2026-01-11")
    said = await memory.ingest_turns(
        [
            {
                "content": "I read Emma.",
                "occurred_at": "2026-05-26",
                "session": "s",
                "speaker": "Mike",
            }
        ]
    )
    await believe(memory, "Mike", "reading", episode_id=str(said.episodes[0]))

    (stale,) = (await memory.audit_gaps("Mike", valid_at=NOW)).of(LackKind.STALE)

    assert (stale.severity, stale.sentence) == (
        Severity.MEDIUM,
        "it was last said 20 days ago; half of its kind held no longer than 10 days.",
    )


async def test_said_again_it_is_fresh_and_has_two_sources(memory: AsyncAgentMemory) -> None:
    turns = await memory.ingest_turns(
        [
            {"content": "I live in Bath.", "occurred_at": f"{year}-06-01", "session": "s"}
            for year in (2022, 2026)
        ]
    )
    first, second = (str(each) for each in turns.episodes)
    await believe(memory, "Mike", "city", valid_from="2022-06-01", episode_id=first)
    before = await memory.audit_gaps("Mike", valid_at=NOW)
    await believe(memory, "Mike", "city", valid_from="2022-06-01", episode_id=second)
    after = await memory.audit_gaps("Mike", valid_at=NOW)

    assert [each.kind for each in before.lacks] == [LackKind.STALE, LackKind.SINGLE_SOURCED]
    assert after.lacks == ()
    again = await memory.audit_gaps("Mike", valid_at=NOW, as_of=before.basis.as_of.number)
    assert (again.lacks, again.basis) == (before.lacks, before.basis)


async def test_what_is_contradicted_or_doubtful_is_told_worst_first(
    memory: AsyncAgentMemory,
) -> None:
    await believe(memory, "Mike", "city", "Bath")
    rome = await believe(memory, "Mike", "city", "Rome", standing="contested")
    tea = await believe(memory, "Mike", "hobby", confidence=0.4)
    spy = await believe(memory, "Mike", "job", confidence=0.1)

    found = await memory.audit_gaps("Mike", valid_at=NOW)

    assert [
        (each.severity, each.kind, [str(m) for m in each.memories]) for each in found.lacks
    ] == [
        ("high", "contradicted", [rome]),
        ("high", "doubtful", [spy]),
        ("medium", "doubtful", [tea]),
        ("low", "single_sourced", [str(each) for each in found.lacks[-1].memories]),
    ]
    limited = await memory.audit_gaps("Mike", valid_at=NOW, limit=2)
    assert (len(limited.lacks), limited.total) == (2, 4)


async def test_what_rules_learnt_is_not_doubtful_and_one_source_is_told_once_and_last(
    memory: AsyncAgentMemory,
) -> None:
    for category in ("city", "job"):
        await believe(memory, "Mike", category, confidence=0.9)
        await believe(memory, "Ann", category, confidence=0.9)
    await believe(memory, "Mike", "hobby", confidence=0.6)
    await believe(memory, "Mike", "diet", confidence=0.75)

    mike = await memory.audit_gaps("Mike", valid_at=NOW)
    everybody = await memory.audit_gaps(valid_at=NOW)

    assert [(each.severity, each.kind, each.entity, each.sentence) for each in mike.lacks] == [
        ("low", "doubtful", "Mike", "2 beliefs were said with a confidence of 0.60 to 0.75."),
        ("low", "single_sourced", "Mike", "4 of 4 beliefs rest on one source."),
    ]
    last = everybody.lacks[-1]
    assert (len(everybody.of(LackKind.SINGLE_SOURCED)), last.kind) == (1, "single_sourced")
    assert (last.entity, last.sentence, len(last.memories)) == (
        None,
        "6 of 6 beliefs rest on one source.",
        6,
    )


async def test_where_nothing_can_be_compared_the_coverage_is_of_what_was_asked(
    database: Database,
) -> None:
    async with AsyncAgentMemory(database.app, embedder=HashedEmbedder(), user="Mike") as memory:
        await believe(memory, "Mike", "city")
        for question in (
            "Mike city",
            "Mike city",
            "my city x",
            "quokka vortices onyx marimba gulch sable pylon tundra of Mike",
            "zebra",
        ):
            await memory.recall(question)
        of_mike = await memory.audit_gaps("Mike", valid_at=NOW)
        of_all = await memory.audit_gaps(valid_at=NOW)

    assert (of_mike.coverage, of_mike.coverage_note) == (
        0.667,
        f"{ALONE}; 2 of 3 questions that were asked found something",
    )
    assert (of_all.coverage, of_all.coverage_note) == (
        0.5,
        "nothing can be compared; 2 of 4 questions that were asked found something",
    )


async def test_what_was_asked_in_vain_is_told_until_it_is_answered(
    memory: AsyncAgentMemory,
) -> None:
    await believe(memory, "Mike", "city")
    for _ in range(3):
        await memory.recall("zebra quarks lemurs tango nebula cobalt fjord waltz of Mike")

    (lack,) = (await memory.audit_gaps("Mike", valid_at=NOW)).of(LackKind.UNANSWERED)
    assert lack.severity is Severity.HIGH
    assert lack.sentence.startswith(
        "asked 3 times, and not answered the last time: zebra quarks lemurs tango nebula cobalt fjord waltz of Mike (nothing is close"
    )
    assert (await memory.audit_gaps("Ann", valid_at=NOW)).of(LackKind.UNANSWERED) == ()
    assert len((await memory.audit_gaps(valid_at=NOW)).of(LackKind.UNANSWERED)) == 1

    await memory.add(
        "zebra quarks lemurs tango nebula cobalt fjord waltz of Mike", valid_from="2026-01-01"
    )
    await memory.recall("zebra quarks lemurs tango nebula cobalt fjord waltz of Mike")
    assert (await memory.audit_gaps("Mike", valid_at=NOW)).of(LackKind.UNANSWERED) == ()


async def test_what_was_not_known_earlier_is_not_asked_in_vain_where_it_was_answered_since(
    memory: AsyncAgentMemory,
) -> None:
    await believe(memory, "Mike", "city", "Bath")
    asked = "Which city is Mike in?"

    assert (await memory.recall(asked)).receipt.abstained is None
    assert (await memory.recall(asked, as_of=1)).receipt.abstained is not None

    for lacks in (await memory.audit_gaps("Mike"), await memory.audit_gaps()):
        assert lacks.of(LackKind.UNANSWERED) == ()


async def test_what_is_asked_later_changes_no_audit_of_an_earlier_state(
    memory: AsyncAgentMemory,
) -> None:
    await memory.recall("zebra quarks lemurs tango nebula cobalt fjord waltz of Mike")
    await believe(memory, "Mike", "city")
    number = (await memory.transactions())[-1].number
    before = [await memory.audit_gaps(each, as_of=number) for each in ("Mike", None)]

    await memory.recall("zebra quarks lemurs tango nebula cobalt fjord waltz of Mike")
    await memory.recall(
        "quokka vortices onyx marimba gulch sable pylon tundra of Mike", as_of=number
    )

    assert [await memory.audit_gaps(each, as_of=number) for each in ("Mike", None)] == before
    assert [len(each.of(LackKind.UNANSWERED)) for each in before] == [1, 1]
    assert len((await memory.audit_gaps("Mike")).of(LackKind.UNANSWERED)) == 2


async def test_a_question_is_covered_by_the_words_that_were_found(memory: AsyncAgentMemory) -> None:
    await three_people(memory)
    await memory.add("Mike rows on the river", entity="Mike", category="sport", confidence=0.3)

    half = await memory.audit_gaps(question="Mike rows his zebra on the river")
    vain = await memory.audit_gaps(question="quantum zebra chromodynamics")

    assert (half.coverage, half.coverage_note) == (
        0.75,
        "3 of 4 words of the question occur in what was found",
    )
    assert [each.category for each in half.of(LackKind.DOUBTFUL)] == ["sport"]
    assert vain.coverage == 0.0
    assert vain.lacks[0].sentence.startswith("nothing answers the question: nothing is close")
    assert (await memory.audit_gaps()).of(LackKind.UNANSWERED) == ()


async def test_that_no_word_of_a_question_was_found_is_told_though_something_was(
    database: Database,
) -> None:
    async with AsyncAgentMemory(database.app) as memory:
        await memory.add("checkout owner Zoë Müller", valid_from="2026-01-01")
        await memory.add("checkout port 8443", valid_from="2026-01-01")
        assert await memory.recall("Who is the SRE lead?", valid_at=NOW)

        far = await memory.audit_gaps(question="Who is the SRE lead?", valid_at=NOW)
        near = await memory.audit_gaps(question="Who is the owner of checkout?", valid_at=NOW)

    assert [(each.severity.value, each.sentence) for each in far.of(LackKind.UNKNOWN)] == [
        ("medium", "what was found has no word of the question: it may be about something else.")
    ]
    assert near.of(LackKind.UNKNOWN) == ()


async def test_what_is_said_of_others_does_not_cover_a_question_about_somebody(
    memory: AsyncAgentMemory,
) -> None:
    await three_people(memory)
    await memory.add("Ann has a sister who is a nurse", entity="Ann", category="family")
    asked = "Is Mike's sister a nurse?"

    before = await memory.audit_gaps(question=asked)
    await memory.add("Mike's sister is Bo", subject="Mike", predicate="sister", object="Bo")
    await memory.add("Bo is a nurse", entity="Bo", category="profession")
    after = await memory.audit_gaps(question=asked)

    assert (before.coverage, after.coverage) == (0.333, 1.0)


async def test_a_question_that_names_a_category_is_told_that_it_is_unknown(
    memory: AsyncAgentMemory,
) -> None:
    await three_people(memory)

    found = await memory.audit_gaps(question="What is Mike's diet?", valid_at=NOW)

    assert in_short(found, LackKind.UNKNOWN)[:1] == [("high", "Mike", "diet")]


async def test_nobody_elses_beliefs_or_questions_are_audited(
    memory: AsyncAgentMemory, database: Database
) -> None:
    await three_people(memory)
    await believe(memory, "Mike", "secret", scope="container", container="project:x")
    await memory.recall("zebra quarks")

    async with AsyncAgentMemory(database.app, embedder=HashedEmbedder(), user="eve") as eve:
        theirs = await eve.audit_gaps(valid_at=NOW)

    assert (theirs.examined, theirs.beliefs, theirs.asked, theirs.lacks) == (0, 0, 0, ())
    assert (await memory.audit_gaps("Mike", valid_at=NOW)).beliefs == 2
    boxed = await memory.audit_gaps("Mike", valid_at=NOW, containers=["project:x"])
    assert boxed.beliefs == 3


async def test_wrong_requests_are_refused(memory: AsyncAgentMemory) -> None:
    with pytest.raises(InvalidValue, match="give only one of them"):
        await memory.audit_gaps("Mike", question="Where is Mike?")
    with pytest.raises(MunimentError, match="blank"):
        await memory.audit_gaps(question=" ")
    with pytest.raises(InvalidValue, match="limit is 0"):
        await memory.audit_gaps(limit=0)


def test_a_lack_is_a_value() -> None:
    one = Lack(
        kind=LackKind.UNKNOWN, severity=Severity.LOW, entity="a", category=None, sentence="x"
    )
    assert hash(one) == hash(one)
