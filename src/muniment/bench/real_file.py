"""Show two times on a conversation that somebody really had, and answer the questions about it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from time import perf_counter
from typing import Final

from muniment import AgentMemory
from muniment.bench.conversations import Outcome, Told, ask_all, progress, tell, turns_of
from muniment.bench.learning import show_learning
from muniment.bench.proofs import show_abstention, show_chain, show_explanation, show_replay
from muniment.bench.scores import Measured, print_measured
from muniment.bench.showing import Showing
from muniment.ingest.conversation import Conversation, Question
from muniment.model.recalled import Recalled

SAMPLE: Final = 2
"""Questions of each category that are shown one by one."""


def show_file(
    show: Showing, memory: AgentMemory, home: Path, conversations: Sequence[Conversation]
) -> None:
    """Ingest the conversations of a file and show every step on them."""
    show.step("A conversation of yours", "Every turn is kept verbatim, each once.")
    began = perf_counter()
    with progress() as bar:
        told = [tell(memory, each, each.name, bar) for each in conversations]
    took = perf_counter() - began
    turns = sum(len(each.turns) for each in told)
    show.say(f"{turns} turns in {took:.1f} s, embeddings included")
    show.check("every turn is stored", memory.stats().episodes == turns)
    early = _show_answers(show, memory, told) if any(each.questions for each in told) else None
    if early is not None:
        show_replay(show, memory, early)
    _show_source(show, memory, told[0])
    show_abstention(show, memory, told[0].namespace)
    show_learning(show, memory, list(told[0].turns.values()), f"{told[0].namespace}-learnt")
    show_chain(show, memory, home, next(iter(told[0].episodes.values())))


def _show_answers(show: Showing, memory: AgentMemory, told: Sequence[Told]) -> Recalled | None:
    show.step(
        "Its own questions",
        "Each question names the turns that answer it. Which of them are among the first ten?",
    )
    with progress() as bar:
        measured: Measured = [(each, list(ask_all(memory, each, bar))) for each in told]
    for each, outcomes in measured:
        _show_sample(show, each, outcomes)
    print_measured(show.console, "Evidence found", measured)
    for each, outcomes in measured:
        late = _answered_late(each, outcomes)
        if late is not None:
            return _show_two_times(show, memory, each, late)
    return None


def _show_sample(show: Showing, told: Told, outcomes: Sequence[Outcome]) -> None:
    rows = []
    for category in sorted({each.question.category or "" for each in outcomes}):
        alike = [each for each in outcomes if (each.question.category or "") == category]
        for each in alike[:SAMPLE]:
            found = [source for source in each.question.evidence if source in each.found]
            told_of = ", ".join(each.question.evidence)
            rows.append(
                (
                    category,
                    each.question.question,
                    each.question.answer or "",
                    told_of,
                    ", ".join(found) or "none",
                )
            )
    show.say(told.conversation.name)
    show.table(("category", "question", "answer", "evidence", "found"), rows)


def _answered_late(told: Told, outcomes: Sequence[Outcome]) -> Question | None:
    """Return a question whose evidence is found now, and was told in the later half."""
    middle = told.halfway
    for each in outcomes:
        if each.fraction == 1.0 and all(told.known[one] > middle for one in each.question.evidence):
            return each.question
    return None


def _show_two_times(show: Showing, memory: AgentMemory, told: Told, question: Question) -> Recalled:
    show.step(
        "Two times, two answers",
        "as_of is what was known: half of the turns. valid_at is when it was so: before it was said.",
    )
    evidence = set(question.evidence)
    said_at = min(told.turns[one].occurred_at for one in evidence)
    early = memory.recall(question.question, namespace=told.namespace, as_of=told.halfway)
    before = memory.recall(
        question.question, namespace=told.namespace, valid_at=said_at - timedelta(microseconds=1)
    )
    now = memory.recall(question.question, namespace=told.namespace)
    show.say(f"{question.question}  evidence: {', '.join(question.evidence)}")
    show.table(
        ("valid_at", "as_of", "turns found"),
        [
            ("now", f"transaction {told.halfway}", ", ".join(turns_of(early))),
            (f"before {said_at:%d %b %Y}", "now", ", ".join(turns_of(before))),
            ("now", "now", ", ".join(turns_of(now))),
        ],
    )
    show.check("now all of the evidence is found", evidence <= set(turns_of(now)))
    show.check(
        "what was not known then is not in the answer of then",
        all(told.known[one] <= told.halfway for one in turns_of(early)),
    )
    show.check(
        "what was not yet said is not in the answer before it",
        all(told.turns[one].occurred_at < said_at for one in turns_of(before)),
    )
    return early


def _show_source(show: Showing, memory: AgentMemory, told: Told) -> None:
    source, turn = max(told.turns.items(), key=lambda item: (len(item[1].content), item[0]))
    words = turn.content.partition(". ")[0]
    belief = memory.add(
        words,
        entity=turn.speaker,
        namespace=told.namespace,
        valid_from=turn.occurred_at,
        episode_id=str(told.episodes[source]),
        span=(0, len(words)),
    )
    show_explanation(show, memory, belief.id, words)
