"""Bad input is refused with one coded error that says what to do, and nothing of it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest

from muniment import AgentMemory
from muniment.errors import (
    AbsurdTime,
    AlreadyEnded,
    BlankContent,
    ContentTooLong,
    EmptyPeriod,
    EpisodeNotFound,
    FutureBasis,
    InvalidValue,
    MemoryNotFound,
    MunimentError,
    RecallNotFound,
    TransactionNotFound,
    UnknownSetting,
    UnreadableTime,
    UnstorableText,
    ZonelessTime,
)
from muniment.operations.writes import NewMemory, NewTurn
from muniment.testing.embedder import HashedEmbedder
from tests.database import Server

SURROGATE = "a\ud800b"
NUL = "a\x00b"
NOTHING: Any = None
PLANNER: Any = "planner"
NOBODY = "01960000-0000-7000-8000-000000000000"
Call = Callable[[AgentMemory], object]


@pytest.fixture(scope="module")
def url(server: Server) -> Iterator[str]:
    with server.database() as database:
        yield database.app


@pytest.fixture(scope="module")
def opened(url: str) -> Iterator[AgentMemory]:
    with AgentMemory(url, embedder=HashedEmbedder(), limits={"batch_max": 1000}) as memory:
        memory.add("Mike lives in London", entity="Mike", category="city", valid_from="2026-03-01")
        memory.ingest_turns([turn(content="I moved to London.")])
        yield memory


@pytest.fixture
def memory(opened: AgentMemory) -> Iterator[AgentMemory]:
    """Lend a memory whose head must not move."""
    before = opened.verify()
    yield opened
    after = opened.verify()
    assert after.findings == ()
    assert (after.head_number, after.head_hash) == (before.head_number, before.head_hash)


def turn(**given: Any) -> NewTurn:
    said = {"content": "Hello.", "occurred_at": "2026-03-01T09:00:00Z", "session": "chat"}
    return NewTurn(**{**said, **given})


def city(memory: AgentMemory) -> str:
    return str(memory.current_facts("Mike", "city").items[0].id)


def episode(memory: AgentMemory) -> str:
    return str(memory.search(kind="episode").items[0].id)


def refused(memory: AgentMemory, call: Call, error: type[MunimentError], says: str) -> None:
    with pytest.raises(error, match=says) as caught:
        call(memory)
    assert type(caught.value) is error
    assert caught.value.__cause__ is None


BLANK = [
    "",
    " ",
    "\n\t\u2003 ",
    "\u200b\ufeff",
    "\u2060 \u00ad\u200d",
    "\u3164\u2800",
    "\U000e0041\ufe0f",
]


@pytest.mark.parametrize("content", BLANK)
def test_content_without_a_word_is_blank(memory: AgentMemory, content: str) -> None:
    refused(memory, lambda m: m.add(content), BlankContent, "Write a sentence")
    refused(memory, lambda m: m.update(city(m), content), BlankContent, "Write a sentence")
    refused(memory, lambda m: m.ingest_round(content), BlankContent, "Write a sentence")
    refused(
        memory,
        lambda m: m.ingest_turns([turn(content=content)]),
        BlankContent,
        "Write a sentence",
    )


def test_content_over_the_limit_says_how_long_it_is_and_which_setting_allows_more(
    memory: AgentMemory,
) -> None:
    says = r"has 20001 characters; `limits.content_characters_max` allows 20000"
    refused(memory, lambda m: m.add("x" * 20_001), ContentTooLong, says)
    refused(memory, lambda m: m.update(city(m), "x" * 20_001), ContentTooLong, says)
    refused(memory, lambda m: m.ingest_turns([turn(content="x" * 20_001)]), ContentTooLong, says)


UNSTORABLE: dict[str, Callable[[AgentMemory, str], object]] = {
    "content": lambda m, text: m.add(text),
    "entity": lambda m, text: m.add("x", entity=text),
    "category": lambda m, text: m.add("x", entity="Mike", category=text),
    "namespace": lambda m, text: m.add("x", namespace=text),
    "tag": lambda m, text: m.add("x", tags=["good", text]),
    "metadata value": lambda m, text: m.add("x", metadata={"key": ["deep", {"in": text}]}),
    "metadata key": lambda m, text: m.add("x", metadata={"deep": {text: 1}}),
    "metadata of the belief before": lambda m, text: m.add(
        "Mike lives in London",
        entity="Mike",
        category="city",
        valid_from="2026-03-01",
        metadata={"key": text},
    ),
    "object": lambda m, text: m.add(subject="Mike", predicate="city", object=text),
    "container": lambda m, text: m.add("x", scope="container", container=text),
    "source": lambda m, text: m.add("x", source=text),
    "corrected content": lambda m, text: m.update(city(m), text),
    "corrected tag": lambda m, text: m.update(city(m), tags=[text]),
    "corrected metadata": lambda m, text: m.update(city(m), metadata={text: 1}),
    "turn": lambda m, text: m.ingest_turns([turn(content=text)]),
    "speaker": lambda m, text: m.ingest_turns([turn(speaker=text)]),
    "session": lambda m, text: m.ingest_turns([turn(session=text)]),
    "source id": lambda m, text: m.ingest_turns([turn(source_id=text)]),
    "caption": lambda m, text: m.ingest_turns([turn(caption=text)]),
    "metadata of a turn": lambda m, text: m.ingest_turns([turn(metadata={"key": text})]),
    "question": lambda m, text: m.recall(text),
    "words to search": lambda m, text: m.search(text=text),
    "entity to list": lambda m, text: m.current_facts(text),
    "entity to search": lambda m, text: m.search(entity=text),
    "namespace to search": lambda m, text: m.search(namespace=text),
    "entity of a timeline": lambda m, text: m.timeline(text),
    "entity of a difference": lambda m, text: m.diff(0, entity=text),
}


@pytest.mark.parametrize("text", [NUL, SURROGATE], ids=["NUL", "surrogate"])
@pytest.mark.parametrize("where", UNSTORABLE)
def test_text_that_cannot_be_stored_is_refused_wherever_it_stands(
    memory: AgentMemory, where: str, text: str
) -> None:
    refused(memory, lambda m: UNSTORABLE[where](m, text), UnstorableText, "NUL or a lone surrogate")


PERIODS: list[tuple[dict[str, Any], type[MunimentError], str]] = [
    (
        {"valid_from": "2026-03-02", "valid_until": "2026-03-01"},
        EmptyPeriod,
        "later than its start",
    ),
    (
        {"valid_from": "2026-03-01", "valid_until": "2026-03-01"},
        EmptyPeriod,
        "later than its start",
    ),
    (
        {"valid_from": "2026-03-01T02:00:00+02:00", "valid_until": date(2026, 3, 1)},
        EmptyPeriod,
        "later than its start",
    ),
    ({"valid_until": "2020-01-01"}, EmptyPeriod, "Give valid_from too"),
    ({"valid_from": "2026-03-01T09:00:00"}, ZonelessTime, "zone"),
    ({"valid_from": datetime(2026, 3, 1, 9)}, ZonelessTime, "zone"),  # noqa: DTZ001 - that is the fault
    ({"valid_until": "2026-03-01 09:00"}, ZonelessTime, "zone"),
    ({"valid_from": "yesterday"}, UnreadableTime, "valid_from: 'yesterday' cannot be read"),
    ({"valid_from": ""}, UnreadableTime, "Write ISO 8601"),
    ({"valid_from": "2026-02-30"}, UnreadableTime, "Write ISO 8601"),
    ({"valid_from": "2026-03-01T25:00:00Z"}, UnreadableTime, "Write ISO 8601"),
    ({"valid_from": NUL}, UnreadableTime, "Write ISO 8601"),
    ({"valid_from": SURROGATE}, UnreadableTime, "Write ISO 8601"),
    ({"valid_from": 1_772_323_200}, UnreadableTime, "int, which is not a time"),
    ({"valid_from": "12026-03-01"}, AbsurdTime, "outside the years 1 to 9999"),
    ({"valid_from": "0000-03-01"}, AbsurdTime, "outside the years 1 to 9999"),
    ({"valid_from": "0001-01-01T00:00:00+14:00"}, AbsurdTime, "outside the years 1 to 9999"),
    (
        {"valid_until": datetime(9999, 12, 31, 23, tzinfo=timezone(-timedelta(hours=2)))},
        AbsurdTime,
        "outside the years 1 to 9999",
    ),
]


@pytest.mark.parametrize("period, error, says", PERIODS, ids=lambda value: str(value)[:60])
def test_a_period_that_cannot_be_is_refused(
    memory: AgentMemory, period: dict[str, Any], error: type[MunimentError], says: str
) -> None:
    refused(memory, lambda m: m.add("Mike lives in Bath", **period), error, says)


def test_the_years_1_to_9999_can_be_told(opened: AgentMemory) -> None:
    first = datetime(1, 1, 1, tzinfo=UTC)
    last = datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
    written = opened.add("The world is", entity="the world", category="being", valid_from=first)
    assert opened.get(written.id, valid_at=last).valid_from == first
    opened.end(written.id, last)
    assert opened.get(written.id, valid_at=first).valid_until == last
    refused(opened, lambda m: m.end(written.id, last), AlreadyEnded, "nothing of the memory")


def test_who_ends_what_has_ended_is_told_how_its_end_is_corrected(opened: AgentMemory) -> None:
    written = opened.add("Mike lives in Bath", valid_from="2026-01-01", valid_until="2026-02-01")
    refused(
        opened,
        lambda m: m.end(written.id, "2026-03-01"),
        AlreadyEnded,
        "If it ended later, update its valid_until",
    )


def of(call: Callable[[AgentMemory, str], object], id_: str) -> Call:
    return lambda memory: call(memory, id_)


@pytest.mark.parametrize(
    "call",
    [
        lambda m, id_: m.get(id_),
        lambda m, id_: m.update(id_, "Mike lives in Bath"),
        lambda m, id_: m.end(id_),
        lambda m, id_: m.forget(id_),
        lambda m, id_: m.retract(id_),
        lambda m, id_: m.history(id_),
        lambda m, id_: m.explain(id_),
    ],
    ids=["get", "update", "end", "forget", "retract", "history", "explain"],
)
def test_an_id_of_nothing_of_a_turn_or_of_somebody_else_is_not_found_and_a_malformed_one_is_told(
    memory: AgentMemory, url: str, call: Callable[[AgentMemory, str], object]
) -> None:
    refused(memory, lambda m: call(m, NOBODY), MemoryNotFound, f"there is no memory {NOBODY}")
    refused(memory, lambda m: call(m, episode(m)), MemoryNotFound, "ask for the episode")
    for malformed in ("", "7", "not an id", NOBODY[:-1], "%s"):
        refused(memory, of(call, malformed), InvalidValue, "An id is a UUID")
    ours = city(memory)
    elsewhere: list[dict[str, Any]] = [{"tenant": "acme"}, {"user": "anna"}, {"user": None}]
    for strangers in elsewhere:
        with AgentMemory(url, embedder=HashedEmbedder(), founding=True, **strangers) as other:
            before = other.verify().head_hash
            refused(other, lambda m: call(m, ours), MemoryNotFound, f"there is no memory {ours}")
            assert other.verify().head_hash == before


def test_an_unknown_turn_or_answer_is_told(memory: AgentMemory) -> None:
    refused(memory, lambda m: m.get_episode(NOBODY), EpisodeNotFound, "no episode")
    refused(memory, lambda m: m.forget_episode(NOBODY), EpisodeNotFound, "no episode")
    refused(memory, lambda m: m.get_episode(city(m)), EpisodeNotFound, "no episode")
    refused(memory, lambda m: m.add("x", episode_id=NOBODY), EpisodeNotFound, "no episode")
    refused(memory, lambda m: m.replay(NOBODY), RecallNotFound, "no traced recall")


AT_A_BASIS: dict[str, Callable[[AgentMemory, Any], object]] = {
    "recall": lambda m, as_of: m.recall("Where?", as_of=as_of),
    "get": lambda m, as_of: m.get(city(m), as_of=as_of),
    "search": lambda m, as_of: m.search(as_of=as_of),
    "current_facts": lambda m, as_of: m.current_facts("Mike", as_of=as_of),
    "timeline": lambda m, as_of: m.timeline("Mike", as_of=as_of),
    "diff": lambda m, as_of: m.diff(0, as_of),
}


@pytest.mark.parametrize("asking", AT_A_BASIS)
def test_a_basis_that_is_not_there_is_told(memory: AgentMemory, asking: str) -> None:
    ask = AT_A_BASIS[asking]
    refused(memory, lambda m: ask(m, 1_000_000), TransactionNotFound, "no transaction 1000000")
    hint = "until is 2999-01-01" if asking == "diff" else "Use valid_at to ask ahead"
    refused(memory, lambda m: ask(m, "2999-01-01"), FutureBasis, hint)
    refused(memory, lambda m: ask(m, -1), InvalidValue, "numbered from 1")
    refused(
        memory, lambda m: ask(m, "soon"), UnreadableTime, "The number of a transaction works too"
    )


WORDS: list[tuple[Call, str]] = [
    (
        lambda m: m.add("x", scope="planet"),  # type: ignore[arg-type]  # a checker says so
        "scope is 'planet'; it must be one of global, user, container",
    ),
    (lambda m: m.add("x", visibility="secret"), "it must be one of private, team, public"),  # type: ignore[arg-type]  # a checker says so
    (lambda m: m.add("x", standing="true"), "it must be one of held, contested, quarantined"),  # type: ignore[arg-type]  # a checker says so
    (lambda m: m.add("x", scope="container"), "takes a container"),
    (lambda m: m.add("x", container="project:x"), "takes a container"),
    (lambda m: m.add("x", visibility="private"), "set `agent`"),
    (lambda m: m.set_cardinality("city", "two"), "it must be one of one, many"),  # type: ignore[arg-type]  # a checker says so
    (lambda m: m.add("x", span=(0, 1)), "name the turn as episode_id"),
    (lambda m: m.replay("x" * 999), f"recall is '{'x' * 79}, which is not an id"),
    (lambda m: m.search(kind="dream"), "kind is 'dream'; it must be one of memory, episode"),  # type: ignore[arg-type]  # a checker says so
    (lambda m: m.search(status="lost"), "it must be one of current, ended, all"),  # type: ignore[arg-type]  # a checker says so
    (lambda m: m.add("x", confidence=float("nan")), "write a number from 0 to 1"),
    (lambda m: m.add("x", confidence=1.01), "confidence is 1.01; write a number from 0 to 1"),
    (lambda m: m.add("x", confidence=-0.01), "write a number from 0 to 1"),
    (lambda m: m.add("x", confidence=float("inf")), "write a number from 0 to 1"),
    (lambda m: m.update(city(m), confidence=float("nan")), "write a number from 0 to 1"),
    (lambda m: m.add("x", tags=[f"t{n}" for n in range(33)]), "there are 33 tags; at most 32"),
    (lambda m: m.add("x", tags=["t" * 129]), "at most 128 characters"),
    (lambda m: m.add("x", tags=[" "]), "tag is blank"),
    (lambda m: m.add("x", tags="london"), "list"),
    (lambda m: m.add("x", entity=" "), "entity is blank"),
    (lambda m: m.add("x", entity="\u200b"), "entity is blank"),
    (lambda m: m.timeline("\u2060"), "entity is blank"),
    (lambda m: m.timeline(""), "entity is blank"),
    (lambda m: m.timeline("Mike", category=" "), "category is blank"),
    (lambda m: m.current_facts(" "), "entity is blank"),
    (lambda m: m.current_facts(category=""), "category is blank"),
    (lambda m: m.search(entity=""), "entity is blank"),
    (lambda m: m.search(category=" "), "category is blank"),
    (lambda m: m.search(tags=["home", ""]), "tag is blank"),
    (lambda m: m.diff(entity=" "), "entity is blank"),
    (lambda m: m.facts(""), "subject is blank"),
    (lambda m: m.facts("Mike", predicate=" "), "predicate is blank"),
    (lambda m: m.facts(object=""), "object is blank"),
    (lambda m: m.graph(" "), "entity is blank"),
    (lambda m: m.find_duplicates(""), "entity is blank"),
    (lambda m: m.find_contradictions(" "), "entity is blank"),
    (lambda m: m.resolve_entity(""), "name is blank"),
    (lambda m: m.add("x", entity="e" * 257), "a name may have at most 256"),
    (lambda m: m.add("x", source="s" * 20_001), "source has 20001 characters"),
    (lambda m: m.add("x", metadata={"key": float("nan")}), "metadata is not valid JSON"),
    (lambda m: m.add("x", metadata={"key": {1, 2}}), "metadata is not valid JSON.*as a text"),
    (lambda m: m.add("x", metadata={"key": nested(100_000)}), "metadata is not valid JSON"),
    (
        lambda m: m.add("x", metadata={"key": "v" * 16_384}),
        "`limits.metadata_bytes_max` allows 16384",
    ),
    (lambda m: m.add("x", subject="Mike"), "give all three or none"),
    (lambda m: m.add(), "needs a content"),
    (lambda m: m.add("x", episode_id=episode(m), span=(5, 5)), "span"),
    (lambda m: m.add("x", episode_id=episode(m), span=(0, 5_000)), "span"),
    (lambda m: m.add("x", episode_id=episode(m), span=(-1, 4)), "span"),
    (lambda m: m.add_many(["x"] * 1001), "1001 memories in one write; `limits.batch_max`"),
    (lambda m: m.ingest_turns([turn()] * 1001), "1001 turns in one write; `limits.batch_max`"),
    (
        lambda m: m.ingest_rounds([{"user_message": "x", "assistant_message": "y"}] * 501),
        "1002 turns in one write; `limits.batch_max`",
    ),
    (lambda m: m.update(city(m)), "must say what to correct"),
    (
        lambda m: m.update(city(m), content=NOTHING),
        "content is None, of type NoneType; write a text.$",
    ),
    (
        lambda m: m.recall("Where?", context=PLANNER),
        "'planner', of type str; give an AgentContext",
    ),
    (lambda m: m.add("x", context=PLANNER), "'planner', of type str; give an AgentContext"),
    (lambda m: m.recall("Where?", limit=0), "at least 1"),
    (lambda m: m.recall("Where?", budget=0), "at least 1"),
    (lambda m: m.recall("Where?", budget=-5), "at least 1"),
    (lambda m: m.search(limit=0), "limit"),
    (lambda m: m.search(limit=-1), "limit"),
    (lambda m: m.search(limit=1001), "write a number from 1 to 1000"),
    (lambda m: m.search(limit=10**12), "limit"),
    (lambda m: m.find_duplicates(limit=0), "limit is 0"),
    (lambda m: m.graph("Mike", depth=0), "depth is 0; write a number from 1 to 3"),
    (lambda m: m.graph("Mike", depth=4), "depth is 4"),
    (lambda m: m.graph("Mike", edges_max=0), "edges_max is 0"),
    (lambda m: m.graph("Mike", edges_max=2001), "write a number from 1 to 2000"),
    (lambda m: m.reflect(limit=0), "limit is 0"),
    (lambda m: m.reflect(episodes_min=0), "episodes_min is 0"),
    (lambda m: m.current_facts("Mike", limit=0), "limit"),
    (lambda m: m.diff(0, limit=0), "limit"),
    (lambda m: m.transactions(limit=0), "limit"),
    (lambda m: m.recall(" "), "blank"),
    (lambda m: m.recall("\u200b\ufeff"), "blank"),
    (lambda m: m.recall("Where?", time_window=(None, None)), "both bounds are None"),
    (lambda m: m.search(cursor="from elsewhere"), "this is not a cursor"),
    (lambda m: m.search(cursor="WyJhIiwgMV0"), "this is not a cursor"),
    (lambda m: m.search(limit=1, text="London", cursor=page_of_another(m)), "another question"),
    (lambda m: m.current_facts("Mike", cursor=page_of_another(m)), "another question|not a cursor"),
]


def nested(depth: int) -> list[object]:
    inner: list[object] = []
    for _ in range(depth):
        inner = [inner]
    return inner


def page_of_another(memory: AgentMemory) -> str:
    cursor = memory.search(limit=1, status="all").cursor
    assert cursor is not None
    return cursor


@pytest.mark.parametrize("call, says", WORDS, ids=[says for _, says in WORDS])
def test_a_value_outside_what_is_allowed_is_told_with_what_is(
    memory: AgentMemory, call: Call, says: str
) -> None:
    refused(memory, call, InvalidValue, says)


def test_a_window_that_is_empty_is_told(memory: AgentMemory) -> None:
    backwards = ("2026-03-02", "2026-03-01")
    refused(memory, lambda m: m.recall("Where?", time_window=backwards), EmptyPeriod, "later")
    refused(memory, lambda m: m.search(time_window=backwards), EmptyPeriod, "later")
    start, end = ("2026-03-02", "2026-03-01")
    for call in (
        lambda m: m.search(created_from=start, created_until=end),
        lambda m: m.traces(asked_from=start, asked_until=start),
    ):
        refused(memory, call, EmptyPeriod, "later than its start")


@pytest.mark.parametrize("place", [0, 499, 999])
def test_one_wrong_item_among_a_thousand_writes_none(memory: AgentMemory, place: int) -> None:
    many = [NewMemory(content=f"belief {number}") for number in range(1000)]
    many[place] = NewMemory(content="belief", valid_from="2026-03-02", valid_until="2026-03-01")
    which = f"memories, {place + 1} of 1000: The period from"
    refused(memory, lambda m: m.add_many(many, embed=False), EmptyPeriod, which)
    many[place] = NewMemory(content="belief", valid_from="soon")
    which = f"memories, {place + 1} of 1000: valid_from: 'soon'"
    refused(memory, lambda m: m.add_many(many, embed=False), UnreadableTime, which)
    many[place] = NewMemory(content="belief", valid_until="2020-01-01")
    refused(memory, lambda m: m.add_many(many, embed=False), EmptyPeriod, "Give valid_from too")
    many[place] = NewMemory(content="belief", episode_id=NOBODY)
    refused(memory, lambda m: m.add_many(many, embed=False), EpisodeNotFound, "no episode")
    turns = [turn(source_id=str(number)) for number in range(1000)]
    turns[place] = turn(content=NUL)
    which = f"turns, {place + 1} of 1000: content holds a NUL"
    refused(memory, lambda m: m.ingest_turns(turns, embed=False), UnstorableText, which)


def second_round(wrong: dict[str, object]) -> Call:
    return lambda memory: memory.ingest_rounds([{"user_message": "I live in Bath."}, wrong])


def test_the_round_the_turn_or_the_belief_that_is_wrong_is_named(memory: AgentMemory) -> None:
    rounds: list[tuple[dict[str, object], type[MunimentError], str]] = [
        ({"user_message": " "}, BlankContent, "rounds, 2 of 2: The content is empty"),
        ({"message": "hello"}, InvalidValue, "rounds, 2 of 2: 'message' is not a field"),
        ({"caption": "a cat"}, InvalidValue, "rounds, 2 of 2: a round has a message"),
    ]
    for wrong, error, says in rounds:
        refused(memory, second_round(wrong), error, says)
    strange: list[Any] = ["Tea is at four", 5]
    refused(memory, lambda m: m.add_many(strange), InvalidValue, "memories, 2 of 2: 5 is of type")
    strange = [turn(), {"session": "chat"}]
    refused(
        memory, lambda m: m.ingest_turns(strange), InvalidValue, "turns, 2 of 2: a NewTurn needs"
    )


def test_names_that_are_too_long_together_are_told_as_such(memory: AgentMemory) -> None:
    letters = [chr(0x20000 + 7 * number) for number in range(768)]
    names = ["".join(letters[start : start + 256]) for start in (0, 256, 512)]
    triple = dict(zip(("subject", "predicate", "object"), names, strict=True))
    refused(memory, lambda m: m.append_facts([triple]), InvalidValue, "Write shorter names")


def test_what_is_no_basis_is_told_what_would_be_one(memory: AgentMemory) -> None:
    answer: Any = memory.recall("Where does Mike live?")
    says = "works too, and so does the receipt of an answer"
    refused(memory, lambda m: m.recall("Where?", as_of=answer), UnreadableTime, says)
    refused(memory, lambda m: m.recall("Where?", as_of="soon"), UnreadableTime, "works too.$")


def test_the_same_a_thousand_times_is_one_belief_and_one_turn(opened: AgentMemory) -> None:
    same = NewMemory(
        content="Tea is at four", entity="tea", category="hour", valid_from="2026-03-01"
    )
    written = opened.add_many([same] * 1000, embed=False)
    assert len({each.id for each in written}) == 1
    assert [each.outcome.value for each in written] == ["ADD"] + ["NOOP"] * 999
    ingested = opened.ingest_turns([turn(source_id="one")] * 1000, embed=False)
    assert (ingested.stored, ingested.known_already) == (1, 999)
    assert len(set(ingested.episodes)) == 1


def test_a_limit_and_a_budget_beyond_all_there_is_are_allowed(memory: AgentMemory) -> None:
    answer = memory.recall("Where does Mike live?", limit=10**12, budget=10**15)
    assert "Mike lives in London" in [each.memory.content for each in answer]


@pytest.mark.parametrize(
    "setting", [{"tenant": ""}, {"user": SURROGATE}, {"agent": " x"}, {"tenants": 1}]
)
def test_a_setting_that_cannot_be_is_refused_before_anything_is_opened(
    setting: dict[str, Any],
) -> None:
    with pytest.raises(UnknownSetting) as caught:
        AgentMemory("postgresql://nobody@localhost:1/x", **setting)
    assert next(iter(setting)) in caught.value.message


def test_a_name_of_a_tenant_that_cannot_be_stored_is_refused(url: str) -> None:
    with pytest.raises(UnstorableText):
        AgentMemory(url, embedder=HashedEmbedder(), tenant=NUL)


def test_a_backslash_in_metadata_is_no_nul(opened: AgentMemory) -> None:
    said = {"\\u0000": ["\\u0000", "\\\\u0000", "C:\\users"]}
    written = opened.add("Mike writes escapes", metadata=said)
    assert opened.get(written.id).metadata == said


def test_an_id_may_be_a_uuid_or_its_text(memory: AgentMemory) -> None:
    ours = city(memory)
    assert memory.get(UUID(ours)) == memory.get(ours.upper()) == memory.get(ours)
