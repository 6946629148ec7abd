"""What a conversation says is learnt, shown, explained and settled, from Python and from a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from muniment import AsyncAgentMemory
from muniment.model.decisions import RoundIngested
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.service import serving
from tests.surfaces.terminal import Terminal


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    settings = Settings(database_url=database.app, user="ola")
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        yield memory


async def say(
    memory: AsyncAgentMemory,
    text: str,
    day: str,
    *,
    answer: str | None = None,
    speaker: str = "Ola",
) -> RoundIngested:
    return await memory.ingest_round(
        text, answer, session="chat", occurred_at=f"2026-{day}T09:00:00+02:00", speaker=speaker
    )


def told(done: RoundIngested) -> list[tuple[str, str, str | None]]:
    return [(each.decision.value, each.outcome.value, each.sentence) for each in done.decisions]


async def test_a_move_is_learnt_from_two_messages(memory: AsyncAgentMemory) -> None:
    first = await say(memory, "I live in Leeds.", "03-01", answer="How is it there?")
    second = await say(memory, "We moved to Bath last week.", "06-10")

    assert told(first) == [("ADD", "new", "Ola lives in Leeds.")]
    assert [each[:2] for each in told(second)] == [("ADD", "superseded")]
    spring = await memory.current_facts("Ola", "lives_in", valid_at="2026-05-01")
    summer = await memory.current_facts("Ola", "lives_in", valid_at="2026-07-01")
    assert [[each.object for each in page] for page in (spring, summer)] == [["Leeds"], ["Bath"]]


async def test_a_bare_value_puts_right_what_its_session_told_before(
    memory: AsyncAgentMemory,
) -> None:
    await say(memory, "The deposit is 900 euros.", "03-01", answer="Noted. Anything else?")
    (right,) = (await say(memory, "Sorry, 950.", "03-01", answer="Who pays it?")).decisions
    elsewhere = await memory.ingest_round(
        "Sorry, 960.", session="other", occurred_at="2026-03-02T09:00:00+02:00", speaker="Ola"
    )

    assert (right.outcome.value, right.sentence) == ("corrected", "Ola's deposit is 950 euros.")
    assert told(elsewhere) == []
    assert [each.object for each in await memory.current_facts("Ola", "deposit")] == ["950 euros"]
    evidence = (await memory.explain(str(right.memory_id))).evidence
    assert "Sorry, 950." in [each.episode.content for each in evidence if each.episode is not None]


async def test_a_bare_value_puts_nothing_right_that_a_recall_told(
    memory: AsyncAgentMemory,
) -> None:
    await say(memory, "My rent is 700 euros.", "03-01")
    await say(memory, "The deposit is 900 euros.", "03-02")
    recalled = "<contextenhancement>Ola's rent is 700 euros.</contextenhancement>"
    await say(memory, f"{recalled} Fine.", "03-03")
    (right,) = (await say(memory, "Sorry, 950.", "03-04")).decisions

    assert (right.outcome.value, right.sentence) == ("corrected", "Ola's deposit is 950 euros.")


async def test_what_an_assistant_says_after_its_user_word_for_word_is_the_user_s(
    memory: AsyncAgentMemory,
) -> None:
    echoed = await say(memory, "My knees are shot.", "03-01", answer="My knees are shot.")
    other = await say(memory, "My rent is 900 euros.", "03-02", answer="My knees are fine.")

    knees = "Ola's knees are shot."
    assert told(echoed) == [("ADD", "new", knees), ("NOOP", "duplicate", knees)]
    found = (await memory.search(kind="memory", entity="assistant")).items
    assert [each[2] for each in told(other)][1:] == [each.content for each in found]
    assert knees not in [each.content for each in found]


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
async def test_a_tagger_that_cannot_run_leaves_the_round_to_the_rules(
    database: Database, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    async with serving(database, extraction={"tagger": "packaged"}) as service:
        done = await service.post("/v1/rounds", {"user_message": "I live in Leeds."})
        parts = {each["name"]: each for each in (await service.get("/v1/health"))["parts"]}
        ready = await service.get("/ready")

    assert [each["claim"]["object"] for each in done["decisions"]] == ["Leeds"]
    (degraded,) = done["degraded"]
    assert degraded.startswith("tagger ")
    assert degraded.endswith(": embedder_unavailable")
    assert parts["tagger"]["ok"] is False
    assert parts["tagger"]["detail"] == f"it needs {package}; until then the rules read alone"
    assert ready["ready"] is True


def test_the_doctor_tells_of_a_tagger_that_cannot_run(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_EXTRACTION__TAGGER", "packaged")
    sound = terminal("doctor")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    unsound = terminal("doctor")

    assert "what it needs is installed" in sound.out
    assert unsound.code == 1
    assert "it needs onnxruntime; until then the rules read alone" in unsound.out


async def test_a_speaker_has_no_article_however_the_name_is_written(
    memory: AsyncAgentMemory,
) -> None:
    anna = await say(memory, "I live in Berlin.", "03-01", speaker="anna")
    nameless = await memory.ingest_round("I live in Leeds. The boat is red.", session="chat")

    assert [each[2] for each in told(anna)] == ["anna lives in Berlin."]
    assert [each[2] for each in told(nameless)] == ["ola lives in Leeds.", "The boat is red."]


async def test_what_is_not_so_has_no_value_that_could_change(memory: AsyncAgentMemory) -> None:
    await say(memory, "I'm not allergic to nuts.", "03-01")

    changed = await say(memory, "We changed it from nuts to eggs.", "03-02")

    assert told(changed) == []
    found = await memory.current_facts("Ola", valid_at="2026-04-01")
    assert [each.content for each in found] == ["Ola is not allergic to nuts."]


UNMOVED = [
    "We are not moving to York after all.",
    "The move to York fell through.",
    "I won't be moving to York in November.",
    "We've decided not to move to York.",
    "Sad news: our move to York has been called off.",
    "We're staying in Leeds after all.",
    "We're not moving to York, we're staying in Leeds.",
]


@pytest.mark.parametrize("then", UNMOVED)
async def test_who_does_not_move_after_all_lives_where_they_lived(
    memory: AsyncAgentMemory, then: str
) -> None:
    await say(memory, "I live in Leeds.", "03-01")
    await say(memory, "We will move to York in November.", "03-02")

    await say(memory, then, "03-09")

    for day in ("2026-03-20", "2026-12-01"):
        homes = await memory.current_facts("Ola", "lives_in", valid_at=day)
        assert [each.object for each in homes] == ["Leeds"]


@pytest.mark.parametrize(
    "then",
    [
        "We are not moving to Bath after all.",
        "Tom is not moving to York after all.",
        "We're not moving to York until December.",
        "We're staying in Leeds this week.",
        "Are we not moving to York after all?",
        "If the move to York fell through, I would cry.",
    ],
)
async def test_who_may_still_move_lives_there_from_then_on(
    memory: AsyncAgentMemory, then: str
) -> None:
    await say(memory, "I live in Leeds.", "03-01")
    await say(memory, "We will move to York in November.", "03-02")

    await say(memory, then, "03-09")

    homes = await memory.current_facts("Ola", "lives_in", valid_at="2026-12-01")
    assert [each.object for each in homes] == ["York"]


async def test_a_name_that_shares_a_word_with_another_is_somebody_else(
    memory: AsyncAgentMemory,
) -> None:
    await say(memory, "Ida Roe lives in Leeds.", "03-01")
    await say(memory, "We moved Ida Moss to Bath.", "06-10")

    homes = await memory.current_facts("Ida Roe", "lives_in", valid_at="2026-07-01")
    assert [each.object for each in homes] == ["Leeds"]


async def test_relative_times_are_read_in_the_zone_of_the_message(memory: AsyncAgentMemory) -> None:
    done = await memory.ingest_round(
        "I moved to Bath today.", session="chat", occurred_at="2026-06-10T00:30:00+02:00"
    )

    (claim,) = [each.claim for each in done.decisions]
    assert claim is not None
    assert claim.valid_from is not None
    assert claim.valid_from.isoformat() == "2026-06-10T00:00:00+02:00"
    assert claim.subject == "ola"


async def test_a_prompt_that_comes_back_teaches_nothing(memory: AsyncAgentMemory) -> None:
    await say(memory, "I live in Leeds. I like tea.", "03-01")
    pack = await memory.recall_as_pack("Where does Ola live?")
    assert "Leeds" in pack.prompt

    echo = await say(memory, f"{pack.prompt}\n\nI own a kayak.", "03-02", speaker="Ann")

    assert told(echo) == [
        ("NOOP", "recalled", None),
        ("ADD", "new", "Ann has a kayak."),
    ]


async def test_a_turn_whose_plan_was_given_up_does_not_come_before_the_new_one(
    memory: AsyncAgentMemory,
) -> None:
    await say(memory, "I'm going to Oslo in June.", "03-01")
    changed = await say(memory, "I'm going to Bergen in June instead of Oslo.", "03-09")
    assert [each[:2] for each in told(changed)] == [
        ("INVALIDATE", "superseded"),
        ("ADD", "superseded"),
    ]

    found = await memory.recall("Where is Ola going in June?", valid_at="2026-03-10")

    assert "Bergen" in found[0].memory.content
    old = next(each for each in found if each.memory.content == "I'm going to Oslo in June.")
    assert old.superseded


async def test_rounds_are_learnt_in_one_transaction_in_their_order(
    memory: AsyncAgentMemory,
) -> None:
    said = [
        {"user_message": f"I live in {city}.", "session": "chat", "occurred_at": f"2026-0{n}-01"}
        for n, city in enumerate(("Leeds", "Bath", "York"), start=1)
    ]
    done = await memory.ingest_rounds(said)

    assert {each.transaction for each in done} == {2}
    assert [each.decisions[0].outcome.value for each in done] == ["new", "superseded", "superseded"]
    page = await memory.timeline("ola", category="lives_in")
    assert [entry.memory.object for entry in page] == ["Leeds", "Bath", "York"]


async def test_two_persons_are_heard_each_for_themselves(memory: AsyncAgentMemory) -> None:
    done = await memory.ingest_round(
        "I live in Leeds.",
        "I live in Oslo.",
        session="chat",
        occurred_at="2026-03-01",
        speaker="Ola",
        assistant="Siri",
        assistant_role="user",
    )

    assert [each[2] for each in told(done)] == ["Ola lives in Leeds.", "Siri lives in Oslo."]


def test_a_round_is_learnt_from_at_the_terminal(terminal: Terminal) -> None:
    said = ["--session", "chat", "--occurred-at", "2026-03-01", "--speaker", "Ola"]
    done = terminal.json("ingest-round", "I live in Leeds.", *said)
    shown = terminal("ingest-round", "I live in Leeds.", *said).out

    (decided,) = done["decisions"]
    assert (decided["decision"], decided["outcome"]) == ("ADD", "new")
    assert decided["claim"]["object"] == "Leeds"
    assert shown.startswith("1 turn known already, 1 decision.\n")
    assert "Ola lives in Leeds. · nothing was believed of it for this time." in shown
    assert terminal.json("decisions", "--memory", decided["memory_id"])["items"] == [decided]
    explained = terminal("explain", decided["memory_id"]).out
    assert "Ola lives in Leeds. · nothing was believed of it for this time." in explained


def test_a_file_is_learnt_from_turn_by_turn_and_once(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    lines = [
        {"text": "I live in Leeds.", "time": "2026-03-01", "speaker": "Ola", "id": "1"},
        {
            "text": "Noted, you live in Leeds.",
            "time": "2026-03-01",
            "speaker": "assistant",
            "id": "2",
        },
        {"text": "I moved to Bath.", "time": "2026-06-01", "speaker": "Ola", "id": "3"},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    first = terminal("ingest", str(path), "--learn").out
    again = terminal.json("ingest", str(path), "--learn")

    assert first == (
        f"3 turns stored, 0 known already, of 3 in {path} (talk).\n"
        "2 decisions: `muniment decisions` shows them.\n"
    )
    assert (again["stored"], again["known_already"], again["decisions"]) == (0, 3, 0)
    held = terminal.json("current-facts", "Ola", "--category", "lives_in")["items"]
    assert [each["object"] for each in held] == ["Bath"]


def test_what_was_stored_before_is_learnt_from_later(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    line = {"text": "I live in Leeds.", "time": "2026-03-01", "speaker": "Ola", "id": "1"}
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    terminal("ingest", str(path))

    later = terminal.json("ingest", str(path), "--learn")

    assert (later["stored"], later["decisions"]) == (1, 1)


def test_a_contradiction_is_listed_and_settled_at_the_terminal(terminal: Terminal) -> None:
    for speaker, text in (("Ola", "I live in Leeds."), ("Ann", "Ola lives in Rome.")):
        said = ["--session", "chat", "--occurred-at", "2026-03-01", "--speaker", speaker]
        assert terminal("ingest-round", text, *said).code == 0
    (waiting,) = terminal.json("review")["items"]
    shown = terminal("review").out

    assert (waiting["first"]["object"], waiting["second"]["object"]) == ("Leeds", "Rome")
    assert "Ola: “I live in Leeds”" in shown
    assert "Ann: “Ola lives in Rome”" in shown
    settled = terminal.json("settle-review", waiting["id"], "first", "--reason", "I asked her")
    assert (settled["kept"], settled["changed"]) == ("first", [waiting["second"]["id"]])
    shown = terminal("review").out
    assert "Nothing waits for a person.\n`muniment propose-contradictions` looks" in shown
    assert terminal.refusal("settle-review", waiting["id"], "first")[:2] == (
        4,
        "contradiction_already_settled",
    )
    assert terminal.refusal("settle-review", waiting["id"], "neither")[:2] == (2, "value_invalid")


def test_an_empty_round_is_refused(terminal: Terminal) -> None:
    code, name, message = terminal.refusal(
        "ingest-round", "--session", "s", "--occurred-at", "2026-03-01"
    )

    assert (code, name) == (2, "value_invalid")
    assert message == (
        "a round has a message, or an answer, or both: give user_message or assistant_message."
    )
