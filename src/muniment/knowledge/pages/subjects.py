"""Say what a page is about and what it is called: an entity, a category, or a user's memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.pages.sections import is_personal
from muniment.model.names import folded, slug_of
from muniment.model.pages import PageKind, Subject

CATEGORY_PREFIX: Final = "category:"
SNAPSHOT_SLUG: Final = "snapshot:user"


@dataclass(frozen=True, kw_only=True)
class SubjectFound:
    """The part of a page's row that tells what the page is about."""

    __slots__ = ()

    kind: str
    slug: str
    title: str
    entity: str | None
    entity_key: str | None
    category: str | None
    category_key: str | None

    @property
    def subject(self) -> Subject:
        """What it is about."""
        return Subject(
            kind=PageKind(self.kind),
            slug=self.slug,
            title=self.title,
            entity=self.entity,
            entity_key=self.entity_key,
            category=self.category,
            category_key=self.category_key,
        )


def entity_subject(name: str, *, is_person: bool) -> Subject:
    """Return the subject of an entity's page."""
    return Subject(
        kind=PageKind.PERSONA if is_person else PageKind.TOPIC,
        slug=slug_of(name),
        title=name,
        entity=name,
        entity_key=folded(name),
    )


def category_subject(name: str) -> Subject:
    """Return the subject of a category's page."""
    return Subject(
        kind=PageKind.TOPIC,
        slug=CATEGORY_PREFIX + slug_of(name),
        title=name,
        category=name,
        category_key=folded(name),
    )


def snapshot_subject(user: str | None) -> Subject:
    """Return the subject of a user's snapshot."""
    return Subject(
        kind=PageKind.SNAPSHOT, slug=SNAPSHOT_SLUG, title=f"Snapshot of {user or 'nobody'}"
    )


def is_person(categories: Iterable[str], *, speaks: bool) -> bool:
    """Tell whether an entity is like a person: it speaks, or beliefs say of it what is said of persons."""
    return speaks or any(is_personal(each) for each in categories)
