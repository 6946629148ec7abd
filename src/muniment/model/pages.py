"""Describe compiled knowledge: pages whose every sentence names what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Literal
from uuid import UUID

from muniment.model.ids import MemoryId, PageId
from muniment.model.memory import Outcome, Scope
from muniment.model.printed import Printed, in_line, lines_of, said_line, short
from muniment.model.worded import basis_line, moment, period
from muniment.temporal.basis import Basis, Point

SUMMARY_SHOWN: Final = 1000
"""How many characters of a snapshot's summary are printed."""


class PageKind(StrEnum):
    """What a page is about: an entity or a category, a person, or a user's memory as a whole."""

    TOPIC = "topic"
    PERSONA = "persona"
    SNAPSHOT = "snapshot"


class Mark(StrEnum):
    """How a sentence stood when its page was compiled.

    HOLDS: it was so. AHEAD: it is to be so later. FORMER: it was so before. CONTESTED: it
    contradicts another belief, and nobody has settled which is right. SAID: a turn, quoted.
    """

    HOLDS = "holds"
    AHEAD = "ahead"
    FORMER = "former"
    CONTESTED = "contested"
    SAID = "said"


class Since(StrEnum):
    """What became of a cited source, up to the basis that its page is read at."""

    SUPERSEDED = "superseded"
    ENDED = "ended"
    BEGUN = "begun"
    CORRECTED = "corrected"
    CONTESTED = "contested"
    SETTLED = "settled"
    FORGOTTEN = "forgotten"
    RETRACTED = "retracted"
    HIDDEN = "hidden"
    ERASED = "erased"

    @property
    def withholds(self) -> bool:
        """Whether the words must not be shown any more."""
        return self in (Since.FORGOTTEN, Since.RETRACTED, Since.HIDDEN, Since.ERASED)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Citation(Printed):
    """A belief or a turn that a sentence rests on; `span` is where in the turn its words are."""

    id: UUID
    kind: Literal["memory", "episode"]
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Phrase(Printed):
    """One sentence of a language model, and the sources that it was found to rest on."""

    text: str
    cites: tuple[UUID, ...]
    heading: str | None = None

    @property
    def told(self) -> str:
        """The words, and the ids of what they rest on."""
        return f"{self.text} [{', '.join(str(each) for each in self.cites)}]"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Sentence(Printed):
    """One sentence of a page: the words of a belief or a turn as they are, and what they rest on.

    There is no sentence without a `source`: the belief or turn whose words these are. `further`
    are the turns that a belief rests on, what took its place, or what it contradicts. `since`
    says what became of it after the page was compiled; None is nothing. `phrases`, which the
    first sentence of a page carries, are a language model's words for the page.
    """

    section: str
    text: str
    mark: Mark
    valid_from: datetime
    valid_until: datetime | None
    source: Citation
    further: tuple[Citation, ...] = ()
    since: Since | None = None
    phrases: tuple[Phrase, ...] = ()

    def _line(self) -> str:
        marks = [each.value for each in (self.mark, self.since) if each not in (Mark.HOLDS, None)]
        is_turn = self.mark is Mark.SAID
        times = moment(self.valid_from) if is_turn else period(self.valid_from, self.valid_until)
        return f"{self.section}: {said_line(self.text, ', '.join(marks), times)}"

    @property
    def citations(self) -> tuple[Citation, ...]:
        """All that it cites, its source first."""
        return (self.source, *self.further)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a page is about: an entity, a category, or neither (a snapshot)."""

    kind: PageKind
    slug: str
    title: str
    entity: str | None = None
    entity_key: str | None = None
    category: str | None = None
    category_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageDraft:
    """A page as it was compiled, not yet placed in the ledger."""

    subject: Subject
    sentences: tuple[Sentence, ...]
    note: str | None
    terms: tuple[str, ...]
    """The indexed words of the title."""
    derived_at: int
    valid_at: datetime

    @property
    def is_embedded(self) -> bool:
        """Whether it is found by meaning: nobody searches for a snapshot, or for a page that says nothing."""
        return bool(self.sentences) and self.subject.kind is not PageKind.SNAPSHOT


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PageEntry(Printed):
    """A page as a list shows it."""

    id: PageId
    kind: PageKind
    slug: str
    title: str
    entity: str | None
    category: str | None
    scope: Scope
    namespace: str
    revision: int
    sentences: int
    derived_at: int
    known_from: datetime


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CompiledPage(Printed):
    """One revision of a page, as it reads at a basis.

    `derived_at` is the transaction that it was compiled from, `valid_at` the instant for which
    it tells what holds. What became of a source since then is told beside its sentence; the
    words of what was forgotten, retracted, hidden or erased are not shown.
    """

    id: PageId
    kind: PageKind
    slug: str
    title: str
    entity: str | None
    category: str | None
    scope: Scope
    namespace: str
    revision: int
    sentences: tuple[Sentence, ...]
    note: str | None
    derived_at: int
    valid_at: datetime
    known_from: datetime
    known_until: datetime | None
    basis: Basis

    def _line(self) -> str:
        stale = ", stale" if self.is_stale else ""
        about = f"{self.kind.value} {in_line(self.slug)}, “{in_line(self.title)}”"
        return f"{about}, revision {self.revision}, sentences {len(self.sentences)}{stale}"

    def _parts(self) -> Iterator[str]:
        yield from lines_of(self.sentences)
        if self.note is not None:
            yield in_line(self.note)
        yield basis_line(self.basis)

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """The same in a language model's words, where one writes pages, as far as it still stands."""
        return tuple(phrase for sentence in self.sentences for phrase in sentence.phrases)

    @property
    def is_stale(self) -> bool:
        """Whether anything became of a source since the page was compiled."""
        return any(sentence.since is not None for sentence in self.sentences)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PageRevision(Printed):
    """One revision of a page, as its history shows it."""

    revision: int
    sentences: int
    derived_at: int
    valid_at: datetime
    known_from: datetime
    known_until: datetime | None
    transaction: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PageDiff(Printed):
    """What one revision of a page says that another one does not. `earlier` 0 is the empty page."""

    id: PageId
    slug: str
    earlier: int
    later: int
    added: tuple[Sentence, ...]
    removed: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Compiled(Printed):
    """What compiling did to a page: ADD, UPDATE, INVALIDATE (nothing is left of it), or NOOP.

    `degraded` says what of a language model's words was thrown away, or why it had none.
    """

    id: PageId | None
    slug: str
    kind: PageKind
    outcome: Outcome
    revision: int | None
    transaction: int | None
    sentences: int
    embedded: bool = True
    degraded: tuple[str, ...] = ()


class Flaw(StrEnum):
    """What is wrong with a page: a source has changed, none is left, or two contradict."""

    STALE = "stale"
    ORPHAN = "orphan"
    CONTRADICTORY = "contradictory"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LintFinding(Printed):
    """One thing that is wrong with a page, and the sources that it is wrong about."""

    page_id: PageId
    slug: str
    title: str
    flaw: Flaw
    since: Since | None
    sources: tuple[UUID, ...]
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Lint(Printed):
    """What is wrong with the pages at a basis, by slug."""

    pages: int
    findings: tuple[LintFinding, ...]
    basis: Basis

    @property
    def ok(self) -> bool:
        """Whether nothing is."""
        return not self.findings


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Snapshot(Printed):
    """The bulletin of a user: what there is to know before the first question.

    Made from memory of the user and of the tenant, never from a container's. `memory_refs` are
    the beliefs that the summary quotes.
    """

    user: str | None
    summary: str
    memory_refs: tuple[MemoryId, ...]
    health_note: str
    generated_at: datetime
    revision: int
    is_stale: bool
    as_of: Point

    def _line(self) -> str:
        stale = ", stale" if self.is_stale else ""
        taken = f"revision {self.revision} of {moment(self.generated_at)}{stale}"
        return f"{in_line(self.user)}, beliefs {len(self.memory_refs)}, {taken}"

    def _parts(self) -> Iterator[str]:
        yield short(self.summary, SUMMARY_SHOWN)
        yield in_line(self.health_note)
        yield f"as of transaction {in_line(self.as_of)}"
