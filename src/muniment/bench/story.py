"""Show two times and what follows from them, on a small conversation of two invented people."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from time import perf_counter

from muniment import AgentMemory
from muniment.bench.conversations import Told, progress, read_all, tell
from muniment.bench.learning import show_learning
from muniment.bench.proofs import show_abstention, show_chain, show_explanation, show_replay
from muniment.bench.showing import Showing
from muniment.model.memory import Episode, Memory
from muniment.model.recalled import Recalled
from muniment.model.worded import counted
from muniment.model.writes import Written

CITY = "Which city does Mike live in?"
BOAT = "What is the boat of Ines called?"
APRIL, JULY, OCTOBER = "2024-04-01", "2024-07-01", "2024-10-01"


def show_story(show: Showing, memory: AgentMemory, home: Path) -> None:
    """Show every step in turn."""
    told = _show_turns(show, memory)
    _show_question(show, memory)
    early = _show_belief(show, memory, told)
    bath = _show_two_times(show, memory, told, early)
    _show_correction(show, memory, told)
    show_replay(show, memory, early)
    show_explanation(show, memory, bath.id, "now I live in Bath")
    abstained = show_abstention(show, memory)
    show.check("nothing is answered, and the receipt says why", _says_nothing(abstained))
    show_learning(show, memory, list(told.turns.values()), "learnt")
    show_chain(show, memory, home, told.episodes["boat:3"])


def believed(recalled: Recalled) -> str | None:
    """Return what the best belief of an answer says."""
    return next((each.memory.content for each in recalled if isinstance(each.memory, Memory)), None)


def _show_turns(show: Showing, memory: AgentMemory) -> Told:
    show.step("Two people talk", "Every turn is kept verbatim, and can be searched at once.")
    with as_file(files("muniment.bench") / "demo_conversation.jsonl") as path:
        (conversation,) = read_all([path])
        began = perf_counter()
        with progress() as bar:
            told = tell(memory, conversation, memory.settings.namespace, bar)
    took = perf_counter() - began
    sessions = {turn.session for turn in told.turns.values()}
    show.say(
        f"{counted(len(told.turns), 'turn')} of {counted(len(sessions), 'session')} in {took:.1f} s"
    )
    show.check("every turn is stored", memory.stats().episodes == len(told.turns))
    return told


def _show_question(show: Showing, memory: AgentMemory) -> None:
    question = "On which mooring in Whitby does the boat lie?"
    show.step("A question, and the turns that answer it", "No language model takes part in this.")
    show.say(question)
    recalled = memory.recall(question, limit=3)
    said = [result.memory for result in recalled if isinstance(result.memory, Episode)]
    show.table(
        ("said on", "by", "words"),
        [(f"{each.occurred_at:%d %b %Y}", each.speaker or "", each.content) for each in said],
    )
    show.check("the answer is among them", "boat:3" in [each.source_id for each in said])


def _show_belief(show: Showing, memory: AgentMemory, told: Told) -> Recalled:
    show.step(
        "A belief, and the words it comes from",
        "A sentence in a slot (Mike, city), true from a day on, with the span of the turn it rests on.",
    )
    london = _add(
        memory,
        told,
        "arrival:2",
        "I live in London since the first of March",
        {"content": "Mike lives in London", "entity": "Mike", "category": "city"},
        "2024-03-01",
    )
    show.say(f"Mike lives in London, from 1 March 2024: transaction {london.transaction}")
    early = memory.recall(CITY, valid_at=JULY)
    show.say(f"{CITY} On 1 July 2024, as far as we know by now: {believed(early)}")
    show.check("it is London", believed(early) == "Mike lives in London")
    return early


def _show_two_times(show: Showing, memory: AgentMemory, told: Told, early: Recalled) -> Written:
    show.step(
        "Two times, two answers",
        "valid_at is when it was so; as_of is what we knew. Later we learn that Mike moved in June.",
    )
    bath = _add(
        memory,
        told,
        "weir:1",
        "now I live in Bath",
        {"content": "Mike lives in Bath", "entity": "Mike", "category": "city"},
        "2024-06-01",
    )
    then = early.receipt.basis.as_of.number
    asked = [
        (APRIL, None, "Mike lives in London"),
        (JULY, None, "Mike lives in Bath"),
        (JULY, then, "Mike lives in London"),
    ]
    answers = [
        believed(memory.recall(CITY, valid_at=valid_at, as_of=as_of))
        for valid_at, as_of, _ in asked
    ]
    show.table(
        ("valid_at", "as_of", CITY),
        [
            (valid_at, "now" if as_of is None else f"transaction {as_of}", answer or "nothing")
            for (valid_at, as_of, _), answer in zip(asked, answers, strict=True)
        ],
    )
    show.check("each answer is the right one", answers == [expected for *_, expected in asked])
    return bath


def _show_correction(show: Showing, memory: AgentMemory, told: Told) -> None:
    show.step(
        "A correction",
        "We had it wrong. From now on the answer is another; what we said before can still be asked.",
    )
    boat = _add(
        memory,
        told,
        "boat:1",
        "she is called Kittiwake",
        {"content": "The boat of Ines is called Kittiwake", "entity": "Ines", "category": "boat"},
        "2024-04-14",
    )
    fixed = memory.update(
        boat.id, "The boat of Ines is called Kingfisher", reason="Ines painted the old name over"
    )
    now = believed(memory.recall(BOAT, valid_at=OCTOBER))
    before = believed(memory.recall(BOAT, valid_at=OCTOBER, as_of=boat.transaction))
    show.table(
        ("as_of", BOAT),
        [
            (f"transaction {boat.transaction}", before or "nothing"),
            (f"now, after transaction {fixed.transaction}", now or "nothing"),
        ],
    )
    show.check("now it is Kingfisher", now == "The boat of Ines is called Kingfisher")
    show.check("then it was Kittiwake", before == "The boat of Ines is called Kittiwake")


def _add(
    memory: AgentMemory,
    told: Told,
    turn: str,
    words: str,
    belief: Mapping[str, str],
    valid_from: str,
) -> Written:
    start = told.turns[turn].content.index(words)
    return memory.add(
        belief["content"],
        entity=belief["entity"],
        category=belief["category"],
        valid_from=valid_from,
        episode_id=str(told.episodes[turn]),
        span=(start, start + len(words)),
    )


def _says_nothing(recalled: Recalled) -> bool:
    return not len(recalled) and recalled.receipt.abstained is not None
