"""Find the ground a question stands on: what is asked, at which basis, and where to look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import ContentTooLong, InvalidValue
from muniment.model.reading import QUERY_CHARACTERS_MAX, AsOf
from muniment.model.storable import is_blank, refuse_unstorable
from muniment.recall.basis import ask_basis, basis_of, number_of
from muniment.recall.expressions import TimesAsked, reach_of, times_asked, windows_in
from muniment.recall.lane_rows import Span
from muniment.recall.question import QuestionRead, asked_names, read_question
from muniment.recall.thesaurus import worded
from muniment.recall.whose import Met, MetRow, Whose, met_by, whose
from muniment.store.arrays import Integers, Texts, Uuids
from muniment.store.found import Count
from muniment.store.work import Pending, Work
from muniment.temporal.basis import Basis, Point
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question, where to look for its answer, and at which basis.

    `speaker` is who says I in it; `passages` and `wordings` are other words for it, see `Question`.
    """

    query: str
    namespace: str
    speaker: str | None = None
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    window: Period | None = None
    limit: int = 10
    budget_tokens: int = 20_000
    passages: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()


class GroundRow(NamedTuple):
    """Where a question is answered, besides the basis."""

    recall_id: UUID
    embedder_no: int | None
    name: str | None
    digest: str | None
    """Of the embedder whose vectors are compared."""
    partitions: list[int]
    has_scopes: bool
    """Whether the partitions are of several scopes: a belief of a wider one may be overruled."""
    terms: list[str]
    related: list[str]
    """The stems of the words that are related to those of the question, see `Wording`."""
    tags: list[str]
    names: list[str]
    speakers: list[str]
    met_places: list[int]
    """Who was met by what is believed of the names: at which place of the question, by which name."""
    met_vias: list[str]
    met_names: list[str]
    met_are_aliases: list[bool]
    met_from: list[datetime]
    met_until: list[datetime | None]
    waiting: int
    """How many units had no embedding yet."""
    has_pages: bool
    """Whether the tenant had compiled a page by then."""
    is_adopted_later: bool
    """Whether the embedder was adopted after the basis: none of its vectors was known there."""
    reads_few: bool
    """Whether the reader reads a small part of all vectors, as far as the database has counted them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What the first round trip says: where the answer is sought."""

    basis: Basis
    span: Span
    """The valid time asked for: that of the basis, and what the question looks back or ahead to."""
    times: TimesAsked
    row: GroundRow
    met: Met
    """Who is meant at the basis besides the names in the question."""
    telling: Mapping[str, Sequence[str]]
    """The terms that tell what some terms of the question ask for."""
    erased: int
    """How many memories and turns were known there and were erased since."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of entities that the question is about, and the others that they go by."""
        named = {*self.row.names, *self.met.meant.names}
        return tuple(sorted(named.union(*(self.met.others(name) for name in named))))


async def read_grounds(work: Work, principal: Principal, ask: Ask, language: str) -> Grounds:
    """Read where an answer is sought: basis, partitions, words and names. One round trip."""
    asked_basis = await ask_basis(work, principal, ask.as_of)
    where = {
        "tenant_id": principal.tenant_id,
        "user_id": principal.user_id,
        "namespace": ask.namespace,
        "container_ids": Uuids(principal.containers),
        "as_of_time": ask.as_of if isinstance(ask.as_of, datetime) else None,
        "as_of_number": number_of(ask.as_of) if isinstance(ask.as_of, int | Point) else None,
    }
    asked_erased: Pending[Count] | None = None
    if ask.as_of is not None:
        asked_erased = await work.send("recall_erased", Count, **where)
    read = whose(ask.query, ask.speaker)
    wording = worded(ask.query, language)
    row = await work.one(
        "recall_ground",
        GroundRow,
        language=language,
        query="\n".join((wording.text, *ask.wordings)),
        related=Texts(wording.words),
        names=Texts(asked_names(ask.query, ask.speaker)),
        owner_places=Integers([owner.place for owner in read.owners]),
        owners=Texts([owner.name for owner in read.owners]),
        link_places=Integers([link.place for link in read.links]),
        relations=Texts([link.relation for link in read.links]),
        link_ends=Integers([link.place_to for link in read.links]),
        **where,
    )
    assert row is not None
    basis = basis_of(await asked_basis.one(), ask.as_of, ask.valid_at, ask.window)
    times = times_asked(ask.query, basis.valid_at)
    span = Span.of(basis)
    if basis.window is None:
        span = span.reaching(reach_of(times))
    return Grounds(
        basis=basis,
        span=span,
        times=times,
        row=row,
        met=_met(row, span, read),
        telling=wording.by_term(row.related, row.terms),
        erased=0 if asked_erased is None else (await asked_erased.all())[0].count,
    )


def question_on(grounds: Grounds, ask: Ask) -> QuestionRead:
    """Read a question on the ground that it stands on."""
    return read_question(
        ask.query,
        windows=windows_in(grounds.times),
        asker=ask.speaker,
        speakers=grounds.row.speakers,
        entities=grounds.row.names,
        met=grounds.met,
    )


def _met(row: GroundRow, span: Span, read: Whose) -> Met:
    """Return who was met that holds within a span."""
    found = zip(row.met_places, row.met_vias, row.met_names, row.met_are_aliases, strict=True)
    periods = zip(row.met_from, row.met_until, strict=True)
    holding = [
        MetRow(*each)
        for each, (start, end) in zip(found, periods, strict=True)
        if start <= span.last and (end is None or end > span.first)
    ]
    return met_by(holding, row.names, read)


def refuse_wrong(query: object) -> None:
    """Raise unless a question is a text that can be stored and says something."""
    if not isinstance(query, str):
        raise InvalidValue(f"the question is a {type(query).__name__}; write a text.")
    if is_blank(query):
        raise InvalidValue("the question is blank. Write what you want to know.")
    if len(query) > QUERY_CHARACTERS_MAX:
        raise ContentTooLong(f"the question has more than {QUERY_CHARACTERS_MAX} characters.")
    refuse_unstorable(query, "the question")
