"""Lay out what operations answer."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from muniment.cli.hints import hint
from muniment.cli.pages import (
    NOTHING_FITS,
    degraded_lines,
    lines,
    memory_page,
    more_line,
    nothing,
    nothing_known,
    pairs,
    table,
    told,
)
from muniment.cli.printing import visible
from muniment.model.decisions import claim_and_why
from muniment.model.feed import Feed
from muniment.model.ids import MemoryId
from muniment.model.memory import Episode, Evidence, Memory, Transaction, Version, about, when
from muniment.model.printed import in_line
from muniment.model.reading import Change, Diff, KnownUser, Page, Provenance, Stats, TimelineEntry
from muniment.model.recalled import ContextPack, Recalled, Replayed
from muniment.model.traces import TraceList
from muniment.model.worded import basis_line, counted, moment, period, periods
from muniment.model.writes import Written


def written_page(written: Written) -> RenderableType:
    """Say what a write did."""
    return lines(
        f"{written.outcome.value} {written.id} in transaction {written.transaction}",
        _naming("displaced", written.displaced),
        _naming("It holds at no time; what holds instead", written.outranked_by),
        None if written.embedded else hint("Not embedded yet: `muniment reembed` does it."),
    )


def _naming(what: str, memories: tuple[MemoryId, ...]) -> str | None:
    return f"{what}: {told(memories)}" if memories else None


def recalled_page(recalled: Recalled) -> RenderableType:
    """Lay out results, best first, and the receipt below them."""
    receipt = recalled.receipt
    found = table(
        ("score", "id", "when", "about", "content"),
        (
            (
                f"{each.score:.3f}",
                each.memory.id,
                when(each.memory),
                each.about,
                each.memory.content,
            )
            for each in recalled
        ),
    )
    return lines(
        found if len(recalled) else None,
        None if receipt.empty_because is None else f"No answer: {visible(receipt.empty_because)}",
        nothing_known() if receipt.basis.as_of.number <= 1 else None,
        *degraded_lines(receipt.degraded),
        f"{basis_line(receipt.basis)}; recall {receipt.recall_id}",
    )


def pack_page(pack: ContextPack) -> RenderableType:
    """Show the prompt of a pack."""
    return Text(visible(pack.prompt))


def replayed_page(replayed: Replayed) -> RenderableType:
    """Say whether a past answer is the same, and show it."""
    verdict = (
        f"The same, byte for byte: {replayed.digest_now}"
        if replayed.same
        else f"Not the same: then {replayed.digest_then}, now {replayed.digest_now}"
    )
    return lines(recalled_page(replayed.recalled), verdict, replayed.note)


def traces_page(traces: TraceList) -> RenderableType:
    """List past recalls."""
    untold = None
    if traces.untold:
        untold = (
            f"{counted(traces.untold, 'older trace does', 'older traces do')} not tell what the answer rests on: "
            "a replay does."
        )
    if not traces.items:
        return lines("No such recall was traced.", untold)
    return lines(
        table(
            ("id", "at", "user", "by", "key", "valid at", "as of", "question"),
            (
                (
                    each.id,
                    each.traced_at,
                    each.user,
                    each.asked_by,
                    each.key,
                    each.valid_at,
                    each.transaction,
                    each.query,
                )
                for each in traces
            ),
        ),
        untold,
        more_line(traces.cursor),
    )


def entries_page(page: Page[Memory | Episode]) -> RenderableType:
    """List memories and turns."""
    if not page.items:
        return nothing(page.basis)
    return lines(
        table(
            ("id", "when", "about", "content"),
            ((each.id, when(each), about(each), each.content) for each in page),
        ),
        basis_line(page.basis),
        more_line(page.cursor),
    )


def history_page(page: Page[Version]) -> RenderableType:
    """List the rows of a memory."""
    rows = table(
        ("valid", "known", "transaction", "closed by", "standing", "content", "successor"),
        (
            (
                period(each.valid_from, each.valid_until),
                period(each.known_from, each.known_until),
                each.transaction,
                each.closed_by,
                "gap" if each.gap else each.standing.value,
                each.content if each.gap else each.told,
                each.superseded_by,
            )
            for each in page
        ),
    )
    return lines(rows, basis_line(page.basis), more_line(page.cursor))


def timeline_page(page: Page[TimelineEntry]) -> RenderableType:
    """List the stretches of an entity's valid time."""
    if not page.items:
        return nothing(page.basis)
    return lines(
        table(
            ("valid", "id", "about", "content"),
            (
                (when(each.memory), each.memory.id, about(each.memory), each.memory.content)
                for each in page
            ),
        ),
        basis_line(page.basis),
        more_line(page.cursor),
    )


def feed_page(feed: Feed) -> RenderableType:
    """List transactions with what they changed, and say where to go on."""
    if not feed.entries:
        return lines(f"Nothing after transaction {feed.last}.")
    return lines(
        table(
            ("transaction", "recorded at", "by", "operation", "change", "id", "content"),
            (
                (
                    entry.transaction.number,
                    entry.transaction.recorded_at,
                    entry.transaction.actor,
                    entry.transaction.operation,
                    None if change is None else change.kind.value,
                    None if change is None else change.memory_id,
                    None if change is None else change.content_after or change.content_before,
                )
                for entry in feed.entries
                for change in entry.changes or (None,)
            ),
        ),
        more_line(feed.cursor) or f"Continue with --after {feed.last}.",
    )


def diff_page(diff: Diff) -> RenderableType:
    """List what changed."""
    between = f"after transaction {diff.since.number}, up to {diff.until.number}"
    if not diff.changes:
        return lines(f"Nothing changed {between}.")
    return lines(
        table(
            (
                "change",
                "transaction",
                "recorded at",
                "id",
                "before",
                "after",
                "content",
                "by",
                "why",
            ),
            (
                (
                    each.kind.value,
                    each.transaction,
                    each.recorded_at,
                    each.memory_id,
                    periods(each.periods_before),
                    periods(each.periods_after),
                    _changed_words(each),
                    each.actor,
                    each.reason,
                )
                for each in diff
            ),
        ),
        between,
        more_line(diff.cursor),
    )


def _changed_words(change: Change) -> str | None:
    """Return what a memory says now, behind what it said before if that was something else."""
    before, after = change.content_before, change.content_after
    if before is None or after is None or before == after:
        return before if after is None else after
    return f"{before} → {after}"


def provenance_page(provenance: Provenance) -> RenderableType:
    """Show what is believed, its evidence down to the words of a turn, and the beliefs before and after."""
    return lines(
        None if provenance.memory is None else memory_page(provenance.memory),
        None if provenance.missing is None else f"No longer believed: {provenance.missing}",
        "",
        _evidence_table(provenance),
        _chain_table(provenance),
        _decisions_table(provenance),
        basis_line(provenance.basis),
    )


def _evidence_table(provenance: Provenance) -> RenderableType:
    heads = (
        *("valid", "by", "session", "confidence", "transaction"),
        *("reason", "withdrawn", "source", "content"),
    )
    rows = (
        (
            period(each.valid_from, each.valid_until) + (" (gap)" if each.gap else ""),
            _who(each),
            each.session,
            each.confidence,
            each.transaction,
            each.reason,
            _withdrawn(each),
            _source(each),
            None if each.quotation is None else f"“{each.quotation}”",
        )
        for each in provenance.evidence
    )
    return table(heads, rows)


def _chain_table(provenance: Provenance) -> RenderableType | None:
    chain = [("before", each) for each in provenance.earlier]
    chain += [("after", each) for each in provenance.later]
    if not chain:
        return None
    rows = (
        (where, each.memory_id, period(each.valid_from, each.valid_until), each.content)
        for where, each in chain
    )
    return table(("chain", "id", "valid", "content"), rows)


def _decisions_table(provenance: Provenance) -> RenderableType | None:
    if not provenance.decisions:
        return None
    rows = (
        (
            each.decision.value,
            each.outcome.value,
            each.transaction,
            each.decided_by,
            claim_and_why(each),
        )
        for each in provenance.decisions
    )
    return table(("decision", "outcome", "transaction", "by", "content"), rows)


def _who(evidence: Evidence) -> str:
    """Return who said so, through whom, and in what part."""
    said_by = " > ".join(evidence.trail) or evidence.actor
    return f"{said_by} ({evidence.role})"


def _withdrawn(evidence: Evidence) -> str | None:
    if evidence.known_until is None or evidence.withdrawal is None:
        return None
    return f"{moment(evidence.known_until)}, {in_line(evidence.withdrawal)}"


def _source(evidence: Evidence) -> str | None:
    if evidence.episode is None:
        return evidence.source
    episode = evidence.episode
    return f"{episode.speaker or 'somebody'}, {moment(episode.occurred_at)}, {episode.id}"


def stats_page(stats: Stats) -> RenderableType:
    """Show counts."""
    size = stats.size_bytes
    return pairs(
        [
            ("memories", f"{stats.memories} ({stats.memories_current} of them current)"),
            ("episodes", stats.episodes),
            ("entities", stats.entities),
            ("categories", stats.categories),
            ("transactions", stats.transactions),
            ("not embedded", stats.not_embedded),
            ("size on disk", None if size is None else f"{size / 1_000_000:.1f} MB, all tenants"),
            ("last transaction", f"{stats.head.number} ({moment(stats.head.time)})"),
        ]
    )


def users_page(users: tuple[KnownUser, ...]) -> RenderableType:
    """List users."""
    if not users:
        return lines(NOTHING_FITS)
    return table(
        ("name", "first written", "last written"),
        ((each.name, each.first_written_at, each.last_written_at) for each in users),
    )


def transactions_page(transactions: tuple[Transaction, ...]) -> RenderableType:
    """List transactions."""
    return table(
        (
            "number",
            "recorded at",
            "user",
            "by",
            "role",
            "session",
            "operation",
            "why",
            "key",
            "hash",
        ),
        (
            (
                each.number,
                each.recorded_at,
                each.user,
                each.actor,
                each.role,
                each.session,
                each.operation,
                each.reason,
                each.key,
                f"{each.hash[:16]}…",
            )
            for each in transactions
        ),
    )
