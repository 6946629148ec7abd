"""Show what is learnt from a conversation by rules: beliefs, and what is compiled from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import Final

from muniment import AgentMemory
from muniment.bench.conversations import told_as_round
from muniment.bench.showing import Showing
from muniment.errors import NothingToCompile
from muniment.model.decisions import Decided
from muniment.model.ids import MemoryId
from muniment.model.pages import Citation, CompiledPage
from muniment.model.worded import counted
from muniment.model.writes import Turn

SAMPLE: Final = 8
"""Beliefs and sentences that are shown one by one."""


def show_learning(
    show: Showing, memory: AgentMemory, turns: Sequence[Turn], namespace: str
) -> None:
    """Learn from every turn by itself, and read what came of it in each way there is."""
    show.step(
        "What is learnt from it",
        "Turn by turn, by rules: what each claims, and what that does to what is believed.",
    )
    decided = _learn(show, memory, turns, namespace)
    learnt = {each.memory_id for each in decided if each.memory_id is not None}
    _show_beliefs(show, memory, learnt, namespace)
    if not learnt:
        return
    speakers = sorted({turn.speaker for turn in turns if turn.speaker})
    for page in _pages(memory, speakers, namespace):
        _show_page(show, memory, page)
    for speaker in speakers:
        periods = len(memory.timeline(speaker, namespace=namespace))
        gaps = memory.audit_gaps(speaker, namespace=namespace)
        known = "" if gaps.coverage is None else f", coverage {gaps.coverage:.2f}"
        show.say(f"{speaker}: periods on the timeline {periods}, gaps {gaps.total}{known}")
    _show_snapshot(show, memory, namespace)


def _learn(
    show: Showing, memory: AgentMemory, turns: Sequence[Turn], namespace: str
) -> list[Decided]:
    rounds = [told_as_round(turn) for turn in turns]
    began = perf_counter()
    done = [
        ingested
        for each in rounds
        for ingested in memory.ingest_rounds([each], namespace=namespace, embed=False)
    ]
    took = perf_counter() - began
    decided = [each for ingested in done for each in ingested.decisions]
    show.say(
        f"{counted(len(turns), 'turn')}, one in a transaction, at {len(turns) / took:.0f} a second; "
        f"{counted(len(decided), 'decision')}"
    )
    return decided


def _show_beliefs(
    show: Showing, memory: AgentMemory, learnt: Iterable[MemoryId], namespace: str
) -> None:
    facts = list(memory.current_facts(namespace=namespace, limit=1000))
    show.table(
        ("since", "about", "what is so now"),
        [(f"{each.valid_from:%d %b %Y}", each.entity or "", each.content) for each in facts],
        most=SAMPLE,
    )
    show.say(f"{counted(len(facts), 'belief holds', 'beliefs hold')}")
    show.check(
        "every belief is traced to the words of a turn",
        all(_is_traced(memory, each) for each in learnt),
    )


def _is_traced(memory: AgentMemory, id: MemoryId) -> bool:
    return any(
        each.episode is not None
        and each.span is not None
        and each.episode.content[slice(*each.span)] == each.quotation
        for each in memory.explain(id).evidence
    )


def _pages(memory: AgentMemory, names: Iterable[str], namespace: str) -> Iterable[CompiledPage]:
    for name in names:
        try:
            compiled = memory.compile_persona_page(name, namespace=namespace)
        except NothingToCompile:
            continue
        yield memory.get_page(compiled.slug, namespace=namespace)


def _show_page(show: Showing, memory: AgentMemory, page: CompiledPage) -> None:
    show.say(f"\n{page.title}, as a page of {counted(len(page.sentences), 'sentence')}")
    show.table(
        ("section", "sentence", "cites"),
        [(each.section, each.text, str(len(each.citations))) for each in page.sentences],
        most=SAMPLE,
    )
    cited = [each for sentence in page.sentences for each in sentence.citations]
    show.check(
        f"the page of {page.title} cites {len(cited)} beliefs and turns, and each can be read",
        all(_is_there(memory, each) for each in cited),
    )


def _is_there(memory: AgentMemory, citation: Citation) -> bool:
    if citation.kind == "memory":
        return bool(memory.explain(citation.id).evidence)
    said = memory.get_episode(citation.id).content
    return citation.span is None or citation.span[1] <= len(said)


def _show_snapshot(show: Showing, memory: AgentMemory, namespace: str) -> None:
    memory.take_snapshot(namespace=namespace)
    snapshot = memory.get_snapshot(namespace=namespace)
    show.say(f"snapshot: {counted(len(snapshot.memory_refs), 'belief')}; {snapshot.health_note}")
    show.check("a snapshot quotes what is believed", bool(snapshot.memory_refs))
