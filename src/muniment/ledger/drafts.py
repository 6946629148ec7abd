"""Check what a writer hands in, before anything is locked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar, overload
from unicodedata import normalize

from muniment.errors import BlankContent, ContentTooLong, Incorrect, InvalidValue, UnstorableText
from muniment.model.facts import checked_confidence
from muniment.model.storable import is_blank, refuse_unstorable
from muniment.model.writes import Draft, Turn
from muniment.settings import LimitSettings
from muniment.temporal.period import Period

Given = TypeVar("Given")
Checked = TypeVar("Checked")

_ESCAPED_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""A NUL in JSON: its backslash is not itself escaped by one before it."""


def refuse_many(number: int, what: str, most: int) -> None:
    """Refuse more than the setting `limits.batch_max` allows.

    Raises:
        InvalidValue: there is more.
    """
    if number > most:
        raise InvalidValue(f"{number} {what} in one write; `limits.batch_max` allows {most}.")


def each_checked(
    what: str, items: Sequence[Given], check: Callable[[Given], Checked]
) -> list[Checked]:
    """Return what a check makes of items; of several, an error names the one that is wrong."""
    checked: list[Checked] = []
    for item in items:
        try:
            checked.append(check(item))
        except Incorrect as error:
            if len(items) == 1:
                raise
            place = f"{what}, {len(checked) + 1} of {len(items)}"
            raise type(error)(f"{place}: {error.message}") from None
    return checked


def checked_draft(draft: Draft, limits: LimitSettings) -> Draft:
    """Return a draft in normal form.

    Raises:
        BlankContent, ContentTooLong, UnstorableText, EmptyPeriod, InvalidValue.
    """
    if draft.valid_from is not None and draft.valid_until is not None:
        Period(start=draft.valid_from, end=draft.valid_until)
    confidence = checked_confidence(draft.confidence)
    metadata_text(draft.metadata, limits)
    entity = checked_name(draft.entity, "entity", limits)
    category = checked_name(draft.category, "category", limits)
    if draft.object is not None and (entity is None or category is None):
        raise InvalidValue("a fact has subject, predicate and object: give all three or none.")
    if draft.span is not None and draft.episode_id is None:
        raise InvalidValue(
            "a span is part of a turn: name the turn as episode_id, or leave out the span."
        )
    return replace(
        draft,
        content=checked_content(draft.content, limits),
        entity=entity,
        category=category,
        object=checked_name(draft.object, "object", limits),
        namespace=checked_name(draft.namespace, "namespace", limits),
        container=checked_name(draft.container, "container", limits),
        tags=checked_tags(draft.tags, limits),
        confidence=confidence,
        source=checked_note(draft.source, "source", limits),
    )


def checked_turn(turn: Turn, limits: LimitSettings) -> Turn:
    """Return a turn, its words untouched.

    Raises:
        BlankContent, ContentTooLong, UnstorableText, InvalidValue.
    """
    checked_content(turn.content, limits)
    metadata_text(turn.metadata, limits)
    return replace(
        turn,
        session=checked_name(turn.session, "session", limits),
        speaker=checked_name(turn.speaker, "speaker", limits),
        source_id=checked_name(turn.source_id, "source_id", limits),
        namespace=checked_name(turn.namespace, "namespace", limits),
        caption=checked_note(turn.caption, "caption", limits),
    )


def checked_content(content: str, limits: LimitSettings) -> str:
    """Return content in NFC, trimmed."""
    text = normalize("NFC", checked_text(content, "content")).strip()
    if is_blank(text):
        raise BlankContent
    if len(text) > limits.content_characters_max:
        raise ContentTooLong(
            f"the content has {len(text)} characters; `limits.content_characters_max` allows "
            f"{limits.content_characters_max}. Split it, or raise the setting."
        )
    return text


def checked_note(note: object, field: str, limits: LimitSettings) -> str | None:
    """Return a text that goes with a content and is no longer than one; None stays None."""
    if note is None:
        return None
    text = checked_text(note, field)
    if len(text) > limits.content_characters_max:
        raise InvalidValue(
            f"{field} has {len(text)} characters; `limits.content_characters_max` allows "
            f"{limits.content_characters_max}."
        )
    return text


def checked_text(text: object, field: str) -> str:
    """Return a text that PostgreSQL can store."""
    if not isinstance(text, str):
        raise InvalidValue(f"{field} is a {type(text).__name__}; write a text.")
    refuse_unstorable(text, field)
    return text


@overload
def checked_name(name: str, field: str, limits: LimitSettings) -> str: ...
@overload
def checked_name(name: object, field: str, limits: LimitSettings) -> str | None: ...
def checked_name(name: object, field: str, limits: LimitSettings) -> str | None:
    """Return a name in NFC, trimmed; None stays None."""
    if name is None:
        return None
    text = normalize("NFC", checked_text(name, field)).strip()
    if is_blank(text):
        raise InvalidValue(f"{field} is blank. Leave it out, or write a name.")
    if len(text) > limits.name_characters_max:
        raise InvalidValue(
            f"{field} has {len(text)} characters; a name may have at most {limits.name_characters_max}."
        )
    return text


def checked_tags(tags: Sequence[str], limits: LimitSettings) -> tuple[str, ...]:
    """Return tags in normal form, each once, in the order given."""
    if isinstance(tags, str):
        raise InvalidValue("tags is a text; write a list of texts.")
    found = tuple(dict.fromkeys(checked_name(tag, "tag", limits) for tag in tags))
    if len(found) > limits.tags_max:
        raise InvalidValue(f"there are {len(found)} tags; at most {limits.tags_max} are allowed.")
    if any(len(tag) > limits.tag_characters_max for tag in found):
        raise InvalidValue(f"a tag may have at most {limits.tag_characters_max} characters.")
    return found


def metadata_written(metadata: Mapping[str, object]) -> str:
    """Return metadata that was checked as the JSON text that is stored."""
    return json.dumps(dict(metadata), sort_keys=True, ensure_ascii=False, allow_nan=False)


def metadata_text(
    metadata: Mapping[str, object] | None, limits: LimitSettings, field: str = "metadata"
) -> str | None:
    """Return metadata (or another field of its kind) as the JSON text that is stored, byte for byte.

    Raises:
        InvalidValue: it is no JSON object, or too large.
        UnstorableText: a text in it cannot be stored.
    """
    if metadata is None:
        return None
    given: object = metadata
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise InvalidValue(f"{field} must be an object whose keys are texts.")
    try:
        text = metadata_written(metadata)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidValue(
            f"{field} is not valid JSON: {error}. Write whatever is not a text, number, truth value, list or object as a text."
        ) from None
    if _ESCAPED_NUL.search(text):
        raise UnstorableText(f"{field} holds a NUL or a lone surrogate. Remove it.")
    checked_text(text, field)
    size = len(text.encode())
    if size > limits.metadata_bytes_max:
        raise InvalidValue(
            f"{field} has {size} bytes; `limits.metadata_bytes_max` allows {limits.metadata_bytes_max}. "
            "Keep less beside the words, or raise the setting."
        )
    return text
