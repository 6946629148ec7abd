"""What is answered prints as people read it: short, a line an item, nothing in it misleading."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from typing import Any, get_args, get_origin, get_type_hints
from uuid import UUID

from muniment.model.access import KeyMade
from muniment.model.feed import Feed, FeedEntry
from muniment.model.ids import EpisodeId, MemoryId, PageId, RecallId
from muniment.model.lacks import Lack, LackKind, Lacks, Severity
from muniment.model.memory import Episode, Memory, Scope, Standing, Transaction, Version
from muniment.model.pages import Citation, CompiledPage, Mark, PageKind, Sentence, Snapshot
from muniment.model.plain import plain
from muniment.model.printed import ITEMS_SHOWN, Printed, in_line, listed
from muniment.model.reading import Change, ChangeKind, Diff, Page, Provenance
from muniment.model.recalled import LaneReport, LaneScore, Question, Recalled, Receipt, Result
from muniment.operations.offered import OFFERED
from muniment.temporal.basis import Basis, Point
from muniment.temporal.period import Period

ID = UUID("01900000-0000-7000-8000-000000000001")
MARCH, JUNE = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
BASIS = Basis(valid_at=JUNE, as_of=Point(number=2, time=datetime(2026, 6, 1, 9, tzinfo=UTC)))
BASIS_LINE = "valid at 2026-06-01, as of transaction 2 (2026-06-01T09:00:00Z)"
FINE = {LaneScore}
"""Parts of answers that print as they are: exactly."""


def memory(content: str = "Mike lives in Bath", **more: Any) -> Memory:
    given = {"entity": "Mike", "category": "city", "valid_until": None, **more}
    return Memory(
        id=MemoryId(ID),
        content=content,
        valid_from=MARCH,
        known_from=JUNE,
        known_until=None,
        **given,
    )


def recalled(*results: Result, abstained: str | None = None) -> Recalled:
    question = Question(
        query="Where does Mike live?",
        namespace="default",
        containers=(),
        limit=10,
        budget_tokens=500,
        candidates_max=50,
        mmr_lambda=0.7,
        weights=(),
    )
    receipt = Receipt(
        recall_id=RecallId(ID),
        question=question,
        basis=BASIS,
        ranking_version="3",
        embedder=None,
        lanes=(LaneReport(name="vector", found=1),),
        steps=(),
        tokens=5,
        dropped=(),
        degraded=("no embedder",),
        abstained=abstained,
        digest="ab" * 32,
    )
    return Recalled(results=results, receipt=receipt)


def kinds_of(told: Any) -> Iterator[type]:
    """Return the kinds of values of ours that an answer is made of."""
    for each in get_args(told):
        yield from kinds_of(each)
    kind = get_origin(told) or told
    if isinstance(kind, type) and is_dataclass(kind):
        yield kind
        hints = get_type_hints(kind)
        for item in fields(kind):
            yield from kinds_of(hints[item.name])


def test_whatever_is_answered_prints_short() -> None:
    answered = {kind for what in OFFERED.values() for kind in kinds_of(what.answer)}
    ours = {kind for kind in answered if not kind.__module__.startswith("muniment.temporal")}

    assert {kind.__name__ for kind in ours - FINE if not issubclass(kind, Printed)} == set()
    assert {kind.__name__ for kind in ours - FINE if "__repr__" in vars(kind)} == set()


def test_a_recall_is_a_line_for_each_result_and_the_basis_last() -> None:
    turn = Episode(
        id=EpisodeId(ID),
        content="I moved to Bath.",
        speaker="Mike",
        caption=None,
        occurred_at=JUNE,
        session="chat",
        position=0,
        source_id=None,
        known_from=JUNE,
        known_until=None,
    )
    lanes = (LaneScore(name="cosine", value=0.5),)
    found = recalled(
        Result(memory=memory(), score=0.91234, tokens=5, lanes=lanes),
        Result(memory=turn, score=0.5, tokens=4, lanes=lanes),
    )

    assert str(found) == (
        "Recalled: “Where does Mike live?”, results 2\n"
        "  0.912  Mike lives in Bath (Mike · city, 2026-03-01 – open)\n"
        "  0.500  I moved to Bath. (Mike in chat, 2026-06-01)\n"
        "  degraded: no embedder\n"
        f"  {BASIS_LINE}"
    )
    assert repr(found) == f"<{found}>"
    assert str(found.receipt) == (
        f"Receipt: “Where does Mike live?”, recall id {ID}\n"
        "  vector found 1\n"
        "  tokens 5, dropped 0, digest abababababab…\n"
        "  degraded: no embedder\n"
        f"  {BASIS_LINE}"
    )
    assert '"digest": "' + "ab" * 32 in json.dumps(plain(found))


def test_an_empty_recall_says_why() -> None:
    assert "\n  no answer: nothing bears on it\n" in str(recalled(abstained="nothing bears on it"))


def test_a_recall_whose_budget_has_room_for_nothing_says_so() -> None:
    receipt = replace(recalled().receipt, tokens=0, dropped_total=3)

    assert (
        "\n  no answer: nothing of what was found fits into 500 tokens: give a larger budget\n"
        in str(Recalled(results=(), receipt=receipt))
    )


def test_a_memory_is_its_words_what_it_is_about_and_its_two_times() -> None:
    assert str(memory(standing=Standing.CONTESTED)) == (
        "Memory: Mike lives in Bath (Mike · city · contested, 2026-03-01 – open)\n"
        f"  id {ID}, known 2026-06-01 – open"
    )


def test_parts_are_named_where_there_are_several_kinds() -> None:
    earlier = Version(
        memory_id=MemoryId(ID),
        content="Mike lives in London",
        valid_from=MARCH,
        valid_until=JUNE,
        known_from=MARCH,
        known_until=None,
        gap=False,
        standing=Standing.HELD,
        transaction=2,
        closed_by=None,
    )
    told = Provenance(
        memory_id=MemoryId(ID),
        memory=memory(),
        evidence=(),
        earlier=(earlier,),
        later=(),
        basis=BASIS,
    )

    assert str(told) == (
        f"Provenance: memory id {ID}\n"
        "  memory: Mike lives in Bath (Mike · city, 2026-03-01 – open)\n"
        "  earlier: Mike lives in London (held, 2026-03-01 – 2026-06-01, known 2026-03-01 – open)\n"
        f"  {BASIS_LINE}"
    )


def test_a_long_list_is_cut_and_counted() -> None:
    many = Page(items=tuple(memory(f"belief {n}") for n in range(ITEMS_SHOWN + 3)), basis=BASIS)

    lines = str(many).splitlines()

    assert lines[0] == f"Page: items {ITEMS_SHOWN + 3}"
    assert lines[-2:] == ["  … and 3 more", f"  {BASIS_LINE}"]
    assert len(lines) == ITEMS_SHOWN + 3


def test_a_long_text_is_cut_and_a_misleading_one_written_out() -> None:
    long, sly = str(memory("x" * 5000)), str(memory("good\x1b[2J\n\u202egood"))

    assert len(long.splitlines()[0]) < 300
    assert "…" in long
    assert "\x1b" not in sly
    assert "good\\x1b[2J \\u202egood" in sly


def change(words: str, number: int) -> Change:
    return Change(
        kind=ChangeKind.LEARNT,
        memory_id=MemoryId(ID),
        entity="Mike",
        category="city",
        namespace="default",
        content_before=None,
        content_after=words,
        periods_before=(),
        periods_after=(Period(start=MARCH, end=None),),
        transaction=number,
        recorded_at=JUNE,
        actor="ann",
        reason=None,
    )


def test_a_change_tells_its_period_once() -> None:
    assert str(change("Mike lives in Bath", 2)) == (
        "Change: Mike lives in Bath (learnt by ann in transaction 2, 2026-03-01 – open)\n"
        f"  memory id {ID}"
    )


def test_a_part_of_what_has_items_is_a_line_each() -> None:
    changes = (change("Mike lives in Bath", 2), change("Mike rows", 3), change("Mike sings", 4))
    diff = Diff(since=BASIS.as_of, until=BASIS.as_of, changes=changes)
    page = Page(items=(memory("Mike rows"), memory("Mike sings")), basis=BASIS)
    found = recalled(*(Result(memory=each, score=0.5, tokens=2, lanes=()) for each in page))

    assert diff[:2] == changes[:2]
    assert repr(diff[:2]) == (
        "<Listed: items 2\n"
        "  Mike lives in Bath (learnt by ann in transaction 2, 2026-03-01 – open)\n"
        "  Mike rows (learnt by ann in transaction 3, 2026-03-01 – open)>"
    )
    assert repr(page[1:]) == ("<Listed: items 1\n  Mike sings (Mike · city, 2026-03-01 – open)>")
    assert str(found[:1]) == (
        "Listed: items 1\n  0.500  Mike rows (Mike · city, 2026-03-01 – open)"
    )


def test_what_is_lacking_is_a_line_each_and_its_ids_stand_with_one_alone() -> None:
    lack = Lack(
        kind=LackKind.DOUBTFUL,
        severity=Severity.MEDIUM,
        entity="Mike",
        category="hobby",
        sentence="it was said with a confidence of 0.30.",
        memories=(MemoryId(ID),),
    )
    lacks = Lacks(
        about="Mike",
        coverage=None,
        coverage_note="nothing can be compared",
        lacks=(lack,),
        total=1,
        examined=1,
        beliefs=3,
        entities_total=1,
        beliefs_total=3,
        asked=0,
        basis=BASIS,
    )

    line = "medium doubtful: it was said with a confidence of 0.30. (Mike · hobby)"
    assert str(lacks) == (
        "Lacks: “Mike”, lacks 1, coverage none (nothing can be compared), "
        f"examined 1, beliefs 3, asked 0\n  {line}\n  {BASIS_LINE}"
    )
    assert str(lack) == f"Lack: {line}\n  memories {ID}"


def test_a_snapshot_is_its_summary_without_the_ids_it_rests_on() -> None:
    taken = Snapshot(
        user="mike",
        summary="Mike lives in Bath. " * 12,
        memory_refs=(MemoryId(ID), MemoryId(ID)),
        health_note="Nothing is contested, nothing waits to be embedded.",
        generated_at=JUNE,
        revision=3,
        is_stale=True,
        as_of=BASIS.as_of,
    )

    assert str(taken) == (
        "Snapshot: mike, beliefs 2, revision 3 of 2026-06-01, stale\n"
        f"  {' '.join(['Mike lives in Bath.'] * 12)}\n"
        "  Nothing is contested, nothing waits to be embedded.\n"
        "  as of transaction 2 (2026-06-01T09:00:00Z)"
    )


def test_a_page_is_a_line_for_each_sentence_under_its_heading() -> None:
    def sentence(text: str, mark: Mark) -> Sentence:
        cited = Citation(id=ID, kind="memory")
        return Sentence(
            section="Home", text=text, mark=mark, valid_from=MARCH, valid_until=None, source=cited
        )

    page = CompiledPage(
        id=PageId(ID),
        kind=PageKind.PERSONA,
        slug="mike",
        title="Mike",
        entity="Mike",
        category=None,
        scope=Scope.USER,
        namespace="default",
        revision=2,
        sentences=(
            sentence("Mike lives in Bath", Mark.HOLDS),
            sentence("Mike lives in London", Mark.FORMER),
            sentence("I moved.", Mark.SAID),
        ),
        note=None,
        derived_at=1,
        valid_at=JUNE,
        known_from=JUNE,
        known_until=None,
        basis=BASIS,
    )

    assert str(page) == (
        "CompiledPage: persona mike, “Mike”, revision 2, sentences 3\n"
        "  Home: Mike lives in Bath (2026-03-01 – open)\n"
        "  Home: Mike lives in London (former, 2026-03-01 – open)\n"
        "  Home: I moved. (said, 2026-03-01)\n"
        f"  {BASIS_LINE}"
    )


def test_several_ids_are_counted_and_one_is_told() -> None:
    assert in_line((ID, ID, ID)) == "3"
    assert in_line((ID,)) == str(ID)


def test_a_secret_is_not_printed() -> None:
    made = KeyMade(id=ID, token="sesame", transaction=2)

    assert str(made) == f"KeyMade: id {ID}, transaction 2, its `.token` is told this once"


def test_several_values_are_a_line_each_and_still_a_tuple() -> None:
    told = (memory("Mike lives in Bath"), memory("Mike rows"))
    printed = listed(told)

    assert printed == told
    assert json.dumps(plain(printed)) == json.dumps(plain(told))
    assert repr(printed) == (
        "<Listed: items 2\n"
        "  Mike lives in Bath (Mike · city, 2026-03-01 – open)\n"
        "  Mike rows (Mike · city, 2026-03-01 – open)>"
    )
    assert repr(listed(())) == "()"
    assert repr(listed(("default",))) == "('default',)"


def test_a_feed_is_a_line_for_each_transaction() -> None:
    told = Transaction(
        number=2,
        recorded_at=JUNE,
        actor="planner",
        role="executor",
        operation="add",
        reason="a letter",
        hash="ab" * 32,
    )
    feed = Feed(entries=(FeedEntry(transaction=told, changes=()),), last=2)

    assert (
        str(feed)
        == "Feed: entries 1, last 2\n  2 (2026-06-01) add by planner, because “a letter”, 0 changes"
    )
    part = FeedEntry(transaction=told, changes=(), goes_on=True)
    assert str(part).endswith("because “a letter”, 0 changes and more")
