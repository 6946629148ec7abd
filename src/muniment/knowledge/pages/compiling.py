"""Compile pages: one topic, one persona, or all that a place has enough beliefs for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from muniment.access.partition import PartitionKey
from muniment.access.principal import Permission, Principal
from muniment.errors import NothingToCompile
from muniment.knowledge.pages.phrasing import phrased_page
from muniment.knowledge.pages.sources import Desk, draft_of, open_desk
from muniment.knowledge.pages.subjects import (
    CATEGORY_PREFIX,
    SubjectFound,
    category_subject,
    entity_subject,
    is_person,
)
from muniment.ledger.pages import write_page
from muniment.ledger.writer import Ledger
from muniment.model.names import folded, slug_of
from muniment.model.pages import Compiled, PageDraft, PageKind, Sentence, Subject
from muniment.ports.language_model import LanguageModel
from muniment.ports.progress import Seen, unseen
from muniment.recall.lookup.entities import follow

BELIEFS_MIN: Final = 3
ENTITIES_MIN: Final = 2
PAGES_MAX: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPage(SubjectFound):
    """An open page of a place, and its subject."""

    page_id: UUID


async def compile_page(
    ledger: Ledger,
    principal: Principal,
    place: PartitionKey,
    topic: str,
    *,
    as_persona: bool = False,
    reason: str | None = None,
    writer: LanguageModel | None = None,
) -> Compiled:
    """Compile the page of an entity, a category, a slug or an id; what did not change is not written.

    An entity that speaks, or of which is believed what is believed of persons, has a persona. A
    page of which nothing is left is closed.

    Raises:
        NothingToCompile: nothing is believed of such an entity or category, and no page has the slug.
        NotPermitted: the principal may not write there.
    """
    principal.require(Permission.WRITE)
    acting = principal.within(place.container_id)
    async with ledger.store.reading(acting.as_setting()) as work:
        desk = await open_desk(work, principal, place)
        subject = await _subject(desk, topic, as_persona=as_persona)
        drafted = await _drafted(desk, subject, writer)
    return await _written(ledger, principal, place, drafted, reason)


async def compile_subject(
    ledger: Ledger,
    principal: Principal,
    place: PartitionKey,
    subject: Subject,
    *,
    reason: str | None,
    writer: LanguageModel | None,
) -> Compiled:
    """Compile the page of a subject; one of which nothing is left is closed.

    A `writer` puts what is new into words, beside the quotations.

    Raises:
        NotPermitted: the principal may not write there.
    """
    acting = principal.within(place.container_id)
    async with ledger.store.reading(acting.as_setting()) as work:
        drafted = await _drafted(await open_desk(work, principal, place), subject, writer)
    return await _written(ledger, principal, place, drafted, reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drafted:
    """A draft, and who puts it into words, knowing what the page says `before`."""

    draft: PageDraft
    writer: LanguageModel | None
    before: tuple[Sentence, ...]


async def _drafted(desk: Desk, subject: Subject, writer: LanguageModel | None) -> _Drafted:
    draft = await draft_of(desk, subject)
    before = () if writer is None else await desk.open_sentences(subject.slug)
    return _Drafted(draft=draft, writer=writer, before=before)


async def _written(
    ledger: Ledger,
    principal: Principal,
    place: PartitionKey,
    drafted: _Drafted,
    reason: str | None,
) -> Compiled:
    """Write a page; no model is asked within a transaction."""
    draft = drafted.draft
    degraded: tuple[str, ...] = ()
    if drafted.writer is not None:
        draft, degraded = await phrased_page(drafted.writer, draft, drafted.before)
    compiled = await write_page(ledger, principal, place, draft, reason=reason)
    return replace(compiled, degraded=degraded)


async def compile_bank(
    ledger: Ledger,
    principal: Principal,
    place: PartitionKey,
    *,
    beliefs_min: int = BELIEFS_MIN,
    reason: str | None = None,
    writer: LanguageModel | None = None,
    seen: Seen = unseen,
) -> tuple[Compiled, ...]:
    """Compile every page of a place, each in a transaction of its own; tell how many of how many are done.

    A page for each entity with `beliefs_min` beliefs, one for each category with as many of two
    entities, and every page that is there already. By slug.

    Raises:
        NotPermitted: the principal may not write there.
    """
    principal.require(Permission.WRITE)
    acting = principal.within(place.container_id)
    async with ledger.store.reading(acting.as_setting()) as work:
        desk = await open_desk(work, principal, place)
        subjects = await _subjects(desk, beliefs_min)
    compiled: list[Compiled] = []
    for subject in subjects:
        seen(len(compiled), len(subjects))
        compiled.append(
            await compile_subject(ledger, principal, place, subject, reason=reason, writer=writer)
        )
    seen(len(compiled), len(subjects))
    return tuple(compiled)


async def _subject(desk: Desk, topic: str, *, as_persona: bool) -> Subject:
    """Find what a topic names: a page by its slug or id, an entity, a category."""
    pages = await _open_pages(desk)
    known = {name: page.subject for page in pages for name in (page.slug, str(page.page_id))}
    meant = (await follow(desk, folded(topic))).ends
    entity_key = meant[0] if len(meant) == 1 else folded(topic)
    there = known.get(topic) or known.get(slug_of(entity_key))
    if there is not None and (there.kind is PageKind.PERSONA or not as_persona):
        return await _named_now(desk, there)
    if not topic.startswith(CATEGORY_PREFIX):
        entities = await desk.entities(entity_key=entity_key)
        if entities:
            found = entities[0]
            person = as_persona or is_person(found.categories, speaks=found.speaks)
            return entity_subject(found.name, is_person=person)
    if not as_persona:
        name = topic.removeprefix(CATEGORY_PREFIX)
        categories = await desk.categories(category_key=folded(name))
        if categories:
            return category_subject(categories[0].name)
    raise NothingToCompile(
        f"nothing is believed about {topic!r:.80} that a page could quote. Name an entity or a category with beliefs in this namespace and "
        f"scope, or the slug or id of a page."
    )


async def _named_now(desk: Desk, subject: Subject) -> Subject:
    """Return the subject of a page that is there, as it is spelled and what it is like now."""
    if subject.entity_key is None:
        return subject
    entities = await desk.entities(entity_key=subject.entity_key)
    if not entities:
        return subject
    found = entities[0]
    person = subject.kind is PageKind.PERSONA or is_person(found.categories, speaks=found.speaks)
    return entity_subject(found.name, is_person=person)


async def _open_pages(desk: Desk) -> list[OpenPage]:
    return await desk.work.all(
        "pages_of_place",
        OpenPage,
        **desk.where_it_lies,
    )


async def _subjects(desk: Desk, beliefs_min: int) -> list[Subject]:
    known = {page.slug: page.subject for page in await _open_pages(desk)}
    found: dict[str, Subject] = {}
    entities = await desk.entities(beliefs_min=beliefs_min, limit=PAGES_MAX)
    aliases = await desk.aliases_among([each.key for each in entities])
    for each in entities:
        if each.key in aliases:
            continue
        person = is_person(each.categories, speaks=each.speaks)
        subject = entity_subject(each.name, is_person=person)
        before = known.get(subject.slug)
        if before is not None and before.kind is PageKind.PERSONA:
            subject = entity_subject(each.name, is_person=True)
        found[subject.slug] = subject
    categories = await desk.categories(
        beliefs_min=beliefs_min, entities_min=ENTITIES_MIN, limit=PAGES_MAX
    )
    for category in categories:
        subject = category_subject(category.name)
        found[subject.slug] = subject
    every = {slug: page for slug, page in known.items() if page.kind is not PageKind.SNAPSHOT}
    return [subject for _, subject in sorted({**every, **found}.items())]
