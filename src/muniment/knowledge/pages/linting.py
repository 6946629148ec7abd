"""Find the pages that say what is so no longer, and compile them again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final
from uuid import UUID

from muniment.access.partition import PartitionFound, PartitionKey, quotable
from muniment.access.principal import Permission, Principal
from muniment.knowledge.pages.compiling import compile_subject
from muniment.knowledge.pages.snapshots import snapshot_take
from muniment.knowledge.pages.subjects import SubjectFound
from muniment.ledger.writer import Ledger
from muniment.model.ids import PageId
from muniment.model.memory import Scope
from muniment.model.pages import (
    Compiled,
    Flaw,
    Lint,
    LintFinding,
    Mark,
    PageKind,
    Sentence,
    Since,
    Subject,
)
from muniment.model.reading import AsOf
from muniment.model.sentences import read_sentences
from muniment.ports.language_model import LanguageModel
from muniment.recall.lookup.opening import ask, numbers_of, reader
from muniment.recall.lookup.sources import read_sources
from muniment.store.pool import Store
from muniment.store.work import Work

_TOLD: Final = {
    Since.SUPERSEDED: "another belief took the place of",
    Since.ENDED: "it stopped being so:",
    Since.BEGUN: "it has come to be so:",
    Since.CORRECTED: "the words, the time or the evidence are others now of",
    Since.CONTESTED: "something contradicts",
    Since.SETTLED: "what was contested is settled:",
    Since.FORGOTTEN: "forgotten:",
    Since.RETRACTED: "retracted:",
    Since.HIDDEN: "not to be read any more:",
    Since.ERASED: "erased:",
}

PAGES_AT_ONCE: Final = 100
"""The words of how many pages are read at once: it bounds the memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageToLint(PartitionFound, SubjectFound):
    """An open page, its place and its words."""

    page_id: UUID
    body: str


async def lint_pages(
    store: Store,
    principal: Principal,
    namespace: str,
    *,
    containers: tuple[str, ...] = (),
    as_of: AsOf = None,
) -> Lint:
    """Return what is wrong with the pages of a namespace at a basis, by slug.

    Stale: a source was superseded, ended, corrected, forgotten, retracted, hidden or erased
    since, has begun, or was settled. Orphan: no source is left. Contradictory: it cites both
    sides of a contradiction that nobody has settled.
    """
    acting = reader(principal, containers)
    async with store.reading(acting.as_setting()) as work:
        return (await linted(work, acting, namespace, as_of)).lint


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    """What is wrong with the pages of a namespace, and which of them to compile again."""

    lint: Lint
    wrong: tuple[tuple[PartitionKey, Subject], ...]


async def linted(work: Work, principal: Principal, namespace: str, as_of: AsOf) -> Linted:
    """Look at the pages of a namespace, some at a time, by slug."""
    asked = await ask(work, principal, as_of, namespace)
    basis, partitions = await asked.answers(None)
    pages = 0
    findings: list[LintFinding] = []
    wrong: list[tuple[PartitionKey, Subject]] = []
    async for some in work.walk(
        "pages_to_lint",
        PageToLint,
        PAGES_AT_ONCE,
        tenant_id=principal.tenant_id,
        partition_nos=numbers_of(partitions),
        as_of=basis.as_of.time,
    ):
        pages += len(some)
        said = [read_sentences(page.body) for page in some]
        sources = await read_sources(work, principal.tenant_id, basis, list(chain(*said)))
        for page, sentences in zip(some, said, strict=True):
            quotable_nos = numbers_of(quotable(partitions, page.key))
            found = flaws_of(page, sources.read(sentences, quotable_nos))
            findings += found
            if any(each.flaw is not Flaw.CONTRADICTORY for each in found):
                wrong.append((page.key, page.subject))
    lint = Lint(pages=pages, findings=tuple(findings), basis=basis)
    return Linted(lint=lint, wrong=tuple(wrong))


def flaws_of(page: PageToLint, sentences: Sequence[Sentence]) -> list[LintFinding]:
    """Return what is wrong with one page."""
    gone = [each for each in sentences if each.since is not None and each.since.withholds]
    if len(gone) == len(sentences):
        return [_finding(page, Flaw.ORPHAN, None, gone, "nothing is left of what it cites.")]
    by_since: defaultdict[Since, list[Sentence]] = defaultdict(list)
    for sentence in sentences:
        if sentence.since is not None:
            by_since[sentence.since].append(sentence)
    found = [
        _finding(
            page, Flaw.STALE, since, by_since[since], f"{_TOLD[since]} {_many(by_since[since])}"
        )
        for since in Since
        if since in by_since
    ]
    sides = [
        each
        for each in sentences
        if each.mark is Mark.CONTESTED
        and each.since is None
        and len([cite for cite in each.citations if cite.kind == "memory"]) > 1
    ]
    if sides:
        told = f"it cites both sides of {_many(sides, 'contradiction')}"
        found.append(_finding(page, Flaw.CONTRADICTORY, None, sides, told))
    return found


def _many(sentences: Sequence[Sentence], noun: str = "source") -> str:
    return f"{len(sentences)} {noun}{'' if len(sentences) == 1 else 's'}."


def _finding(
    page: PageToLint, flaw: Flaw, since: Since | None, sentences: Iterable[Sentence], told: str
) -> LintFinding:
    cites = [
        cite.id
        for each in sentences
        for cite in (each.citations if flaw is Flaw.CONTRADICTORY else (each.source,))
        if flaw is not Flaw.CONTRADICTORY or cite.kind == "memory"
    ]
    return LintFinding(
        page_id=PageId(page.page_id),
        slug=page.slug,
        title=page.title,
        flaw=flaw,
        since=since,
        sources=tuple(dict.fromkeys(cites)),
        sentence=told,
    )


async def refresh_pages(
    ledger: Ledger,
    principal: Principal,
    namespace: str,
    *,
    containers: tuple[str, ...] = (),
    reason: str | None = None,
    writer: LanguageModel | None = None,
) -> tuple[Compiled, ...]:
    """Compile again each page of a namespace that is stale or orphaned, by slug.

    A contradiction is for a person to settle: it stays on its page, marked. Pages of the whole
    tenant are left to whoever governs it.

    Raises:
        NotPermitted: the principal may not write.
    """
    principal.require(Permission.WRITE)
    governs = Permission.GOVERN in principal.permissions
    acting = reader(principal, containers)
    async with ledger.store.reading(acting.as_setting()) as work:
        wrong = (await linted(work, acting, namespace, None)).wrong
    done: list[Compiled] = []
    for place, subject in wrong:
        if place.scope is Scope.GLOBAL and not governs:
            continue
        if subject.kind is PageKind.SNAPSHOT:
            done.append(await snapshot_take(ledger, principal, place.namespace, reason=reason))
        else:
            done.append(
                await compile_subject(ledger, acting, place, subject, reason=reason, writer=writer)
            )
    return tuple(done)
