"""Read all that a page is made of, at the head, of what every reader of the page may read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.access.partition import PartitionKey, quotable
from muniment.access.principal import Principal
from muniment.knowledge.pages.chatting import tells_nothing
from muniment.knowledge.pages.wording import (
    BeliefFound,
    ContradictionFound,
    EvidenceFound,
    Sources,
    TurnFound,
    sentences_of,
)
from muniment.ledger.pages import open_page
from muniment.model.pages import PageDraft, Sentence, Subject
from muniment.model.sentences import read_sentences
from muniment.recall.lookup.entities import Names, known_as
from muniment.recall.lookup.listing import Terms
from muniment.recall.lookup.opening import ask
from muniment.store.work import Pending, Work

BELIEFS_MAX: Final = 200
TURNS_MAX: Final = 5
TURNS_READ_MAX: Final = 30
"""Among how many of the latest turns those are found that say something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectFound:
    """An entity, the categories that are said of it, and whether it speaks."""

    name: str
    key: str
    categories: list[str]
    speaks: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryFound:
    """A category, and how it is written."""

    key: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk(Names):
    """Where pages of one place are compiled: the partitions are what they may quote."""

    place: PartitionKey

    async def aliases_among(self, keys: Collection[str]) -> frozenset[str]:
        """Return which of some names stand for another one."""
        rows = await self.aliases(keys)
        return frozenset(row.alias_key for row in rows if row.alias_key != row.entity_key)

    async def entities(
        self, *, entity_key: str | None = None, beliefs_min: int = 1, limit: int = 1
    ) -> list[SubjectFound]:
        """Return whom and what the most beliefs are about."""
        if entity_key is not None:
            await self.work.plan_anew()
        return await self.work.all(
            "page_subjects",
            SubjectFound,
            entity_key=entity_key,
            beliefs_min=beliefs_min,
            limit=limit,
            **self.where,
        )

    async def categories(
        self,
        *,
        category_key: str | None = None,
        beliefs_min: int = 1,
        entities_min: int = 1,
        limit: int = 1,
    ) -> list[CategoryFound]:
        """Return the categories with the most beliefs."""
        if category_key is not None:
            await self.work.plan_anew()
        return await self.work.all(
            "page_categories",
            CategoryFound,
            category_key=category_key,
            beliefs_min=beliefs_min,
            entities_min=entities_min,
            limit=limit,
            **self.where,
        )

    async def open_sentences(self, slug: str) -> tuple[Sentence, ...]:
        """Return the sentences of the place's open page of a slug, as they were written."""
        found = await open_page(self.work, self.principal.tenant_id, self.place, slug)
        return () if found is None or found.body is None else read_sentences(found.body)

    @property
    def where_it_lies(self) -> dict[str, object]:
        """The parameters of the place itself."""
        return {"tenant_id": self.principal.tenant_id, **self.place.where}

    async def vouched(
        self, beliefs: Sequence[BeliefFound]
    ) -> tuple[list[EvidenceFound], list[ContradictionFound]]:
        """Return the turns that beliefs rest on, and what they contradict."""
        ids = [each.memory_id for each in beliefs]
        asked = await self.work.send(
            "page_contradictions", ContradictionFound, memory_ids=ids, **self.where
        )
        evidence = await self.work.all("page_evidence", EvidenceFound, memory_ids=ids, **self.where)
        return evidence, await asked.all()


async def open_desk(work: Work, principal: Principal, place: PartitionKey) -> Desk:
    """Resolve the basis (the head, now) and what pages of a place may quote. One round trip."""
    acting = principal.within(place.container_id)
    basis, partitions = await (await ask(work, acting, None, place.namespace)).answers(None)
    return Desk(
        work=work,
        principal=acting,
        place=place,
        basis=basis,
        partitions=quotable(partitions, place),
    )


async def draft_of(desk: Desk, subject: Subject) -> PageDraft:
    """Compile a subject: read its sources and make sentences of them."""
    words = await desk.work.send(
        "terms_of", Terms, tenant_id=desk.principal.tenant_id, text=subject.title
    )
    keys: frozenset[str] = frozenset()
    if subject.entity_key is not None:
        keys = await known_as(desk, subject.entity_key)
    beliefs = await desk.work.all(
        "page_beliefs",
        BeliefFound,
        entity_keys=sorted(keys),
        category_key=subject.category_key,
        limit=BELIEFS_MAX,
        **desk.holding,
    )
    turns: Pending[TurnFound] | None = None
    if keys:
        turns = await desk.work.send(
            "page_turns",
            TurnFound,
            entity_keys=sorted(keys),
            limit=TURNS_READ_MAX,
            **desk.holding,
        )
    evidence, contradictions = await desk.vouched(beliefs)
    found = Sources(
        beliefs=beliefs,
        contradictions=contradictions,
        evidence=evidence,
        turns=[] if turns is None or not beliefs else _telling(await turns.all()),
        entity_keys=keys,
        valid_at=desk.basis.valid_at,
    )
    terms = await words.one()
    return PageDraft(
        subject=subject,
        sentences=sentences_of(found),
        note=_note(beliefs),
        terms=() if terms is None else tuple(terms.terms),
        derived_at=desk.basis.as_of.number,
        valid_at=desk.basis.valid_at,
    )


def _telling(turns: Sequence[TurnFound]) -> list[TurnFound]:
    return [each for each in turns if not tells_nothing(each.content)][:TURNS_MAX]


def _note(beliefs: list[BeliefFound]) -> str | None:
    if not beliefs or beliefs[0].total <= len(beliefs):
        return None
    return (
        f"{len(beliefs)} of {beliefs[0].total} stretches are quoted: what holds, then the latest."
    )
