"""Find the ground a question stands on: what is asked, at which basis, and where to look."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from muniment.access.partition import PartitionFound
from muniment.access.principal import Principal
from muniment.errors import ContentTooLong, InvalidValue, UnstorableText
from muniment.model.reading import AsOf
from muniment.recall.basis import ask_basis, basis_of
from muniment.recall.question import name_keys
from muniment.store.work import Work
from muniment.temporal.basis import Basis
from muniment.temporal.period import Period

QUERY_CHARACTERS_MAX: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question, where to look for its answer, and at which basis."""

    query: str
    namespace: str
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    window: Period | None = None
    limit: int = 10
    budget_tokens: int = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRow:
    """A fresh id, and the embedder whose vectors are compared."""

    recall_id: UUID
    embedder_no: int | None
    name: str | None
    digest: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TermRow:
    """One stemmed word of a question."""

    term: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRow:
    """A name in the question that is known as a tag, an entity or a speaker."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRow:
    """How many units had no embedding yet."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What the first round trip says: where the answer is sought."""

    basis: Basis
    opened: OpenRow
    partitions: tuple[int, ...]
    terms: tuple[str, ...]
    tags: tuple[str, ...]
    names: tuple[str, ...]
    speakers: tuple[str, ...]


async def read_grounds(work: Work, principal: Principal, ask: Ask, language: str) -> Grounds:
    """Read where an answer is sought: basis, partitions, words and names. One round trip."""
    where = {
        "tenant_id": principal.tenant_id,
        "user_id": principal.user_id,
        "namespace": ask.namespace,
        "container_ids": list(principal.containers),
    }
    asked_basis = await ask_basis(work, principal, ask.as_of)
    opened = await work.send("recall_open", OpenRow, tenant_id=principal.tenant_id)
    partitions = await work.send("partitions_readable", PartitionFound, **where)
    terms = await work.send("recall_terms", TermRow, language=language, query=ask.query)
    names = await work.send(
        "recall_names",
        NameRow,
        names=list(name_keys(ask.query)),
        as_of_time=ask.as_of if isinstance(ask.as_of, datetime) else None,
        as_of_number=ask.as_of if isinstance(ask.as_of, int) else None,
        **where,
    )
    basis = basis_of(await asked_basis.one(), ask.as_of, ask.valid_at, ask.window)
    opened_row = await opened.one()
    assert opened_row is not None
    found = tuple(row.partition_no for row in await partitions.all())
    stems = tuple(row.term for row in await terms.all())
    known = await names.all()
    return Grounds(
        basis=basis,
        opened=opened_row,
        partitions=found,
        terms=stems,
        tags=tuple(row.name for row in known if row.kind == "tag"),
        names=tuple(row.name for row in known if row.kind == "entity"),
        speakers=tuple(row.name for row in known if row.kind == "speaker"),
    )


def refuse_wrong(query: object) -> None:
    """Raise unless a question is a text that can be stored and says something."""
    if not isinstance(query, str):
        raise InvalidValue(f"the question is a {type(query).__name__}; write a text.")
    if not query.strip():
        raise InvalidValue("the question is blank. Write what you want to know.")
    if len(query) > QUERY_CHARACTERS_MAX:
        raise ContentTooLong(f"the question has more than {QUERY_CHARACTERS_MAX} characters.")
    if "\x00" in query or any("\ud800" <= letter <= "\udfff" for letter in query):
        raise UnstorableText("the question holds a NUL or a lone surrogate. Remove it.")
