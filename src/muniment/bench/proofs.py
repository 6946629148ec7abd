"""Show what holds for any store: an answer given again, where a belief comes from, the chain."""

from __future__ import annotations

from pathlib import Path

from muniment import AgentMemory
from muniment.audit.digests import canonical
from muniment.bench.owner import as_owner
from muniment.bench.showing import Showing
from muniment.model.ids import EpisodeId, MemoryId, tenant_named
from muniment.model.plain import plain
from muniment.model.recalled import Recalled

UNTOLD = "Which enzyme splits the lactose in milk?"


def show_replay(show: Showing, memory: AgentMemory, past: Recalled) -> None:
    """Give a past answer again and compare it byte for byte."""
    receipt = past.receipt
    show.step(
        "An earlier answer, given again",
        "Much was written since. The receipt says at which basis to ask, and what came of it.",
    )
    again = memory.replay(receipt.recall_id)
    bytes_then = canonical(plain(past.results))
    bytes_now = canonical(plain(again.recalled.results))
    point = receipt.basis.as_of
    show.say(f"asked    {receipt.question.query!r} as of transaction {point.number}")
    show.say(f"then     {again.digest_then}   {len(bytes_then)} bytes of results")
    show.say(f"now      {again.digest_now}   {len(bytes_now)} bytes of results")
    show.check("the digests are the same", again.same)
    show.check("the results are the same, byte for byte", bytes_then == bytes_now)


def show_explanation(show: Showing, memory: AgentMemory, id: MemoryId, words: str) -> None:
    """Follow a belief down to the words of the turn that it comes from."""
    show.step("Why do you believe this?", "From the belief to the turn, and to its very words.")
    provenance = memory.explain(id)
    if provenance.memory is not None:
        show.say(f"believed: {provenance.memory.content}")
    for evidence in provenance.evidence:
        episode = evidence.episode
        if episode is None:
            continue
        show.say(
            f"{episode.occurred_at:%d %B %Y}, session {episode.session}, turn "
            f"{episode.source_id}; stored by {evidence.actor} in transaction {evidence.transaction}"
        )
        show.quotation(episode.speaker, episode.content, evidence.span)
    for earlier in provenance.earlier:
        show.say(f"before it held: {earlier.content}")
    quoted = [evidence.quotation for evidence in provenance.evidence]
    show.check(f"the source says: {words}", words in quoted)


def show_abstention(show: Showing, memory: AgentMemory, namespace: str | None = None) -> Recalled:
    """Ask what nobody told us about."""
    show.step("What nobody told us", "Nothing bears on the question, so nothing is answered.")
    recalled = memory.recall(UNTOLD, namespace=namespace)
    show.say(f"{UNTOLD}  →  {recalled.receipt.abstained or 'an answer'}")
    return recalled


def show_chain(show: Showing, memory: AgentMemory, home: Path, episode_id: EpisodeId) -> None:
    """Verify the ledger, exchange one letter of a turn behind its back, and have it found."""
    show.step("The chain", "Every row is digested, every transaction chained to the one before.")
    found = memory.verify()
    show.say(f"{found.transactions} transactions, {found.rows} rows, head {found.head_hash}")
    show.check("the ledger is as it was written", found.holds)
    show.step(
        "One altered byte",
        "Somebody who has the disk exchanges one letter of a turn, where no trigger looks.",
    )
    turn = memory.get_episode(episode_id)
    place = next(
        at for at, letter in enumerate(turn.content) if letter.isascii() and letter.isalpha()
    )
    letter = turn.content[place]
    other = "e" if letter != "e" else "a"
    _alter(memory, home, episode_id, place, other)
    altered = memory.verify()
    for finding in altered.findings:
        show.say(f"found: {finding.sentence}")
    first = altered.first
    show.check(
        "it is found, and named",
        first is not None and (first.what.value, first.table) == ("altered", "episodes"),
    )
    _alter(memory, home, episode_id, place, letter)
    show.check("with the letter put back, the ledger holds again", memory.verify().holds)


def _alter(memory: AgentMemory, home: Path, episode_id: EpisodeId, place: int, letter: str) -> None:
    as_owner(
        home,
        "bench_alteration",
        tenant_id=tenant_named(memory.settings.tenant),
        episode_id=episode_id,
        place=place + 1,
        letter=letter,
    )
