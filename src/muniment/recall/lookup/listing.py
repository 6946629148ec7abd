"""List memories and episodes by what they are, page by page, without ranking."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.access.principal import Principal
from muniment.errors import InvalidValue
from muniment.model.memory import Episode, Memory, Standing
from muniment.model.reading import Page, Search, Status
from muniment.model.storable import refuse_unstorable
from muniment.recall.lookup.cursor import Cursor, Listing
from muniment.recall.lookup.opening import ask, key_of, numbers_of, reader
from muniment.recall.lookup.rows import EpisodeFound, MemoryFound
from muniment.store.pool import Store
from muniment.store.work import Pending, Work
from muniment.temporal.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The indexed words of a text."""

    terms: list[str]


_STANDINGS: Final[Mapping[Standing | None, tuple[Sequence[Standing], bool | None]]] = {
    None: ((Standing.HELD, Standing.CONTESTED), None),
    Standing.HELD: ((Standing.HELD,), False),
    Standing.CONTESTED: ((Standing.HELD, Standing.CONTESTED), True),
    Standing.QUARANTINED: ((Standing.QUARANTINED,), None),
}
"""What is listed for a standing: those written with one, and of held ones those that are under review or are not."""


async def search(store: Store, principal: Principal, request: Search) -> Page[Memory | Episode]:
    """List what fits every filter, newest valid time first, then by id.

    A cursor carries on at the basis of the first page, whatever was written since.

    Raises:
        InvalidValue: the cursor or the metadata is no good, or the text has no word
            that is indexed.
    """
    listing = Listing.of(Cursor, request)
    metadata = _metadata_text(request)
    principal = reader(principal, request.containers)
    async with store.reading(principal.as_setting()) as work:
        asked = await ask(work, principal, listing.as_of, request.namespace)
        words = await _ask_terms(work, principal, request.text)
        basis, partitions = await asked.answers(listing.valid_at, request.window)
        terms = None if words is None else _found_terms(await words.one(), request.text)
        shared = (
            _shared(principal, request, basis)
            | listing.part
            | {
                "partition_nos": numbers_of(
                    each for each in partitions if request.scope in (None, each.scope)
                ),
                "terms": terms,
                "metadata": metadata,
            }
        )
        await work.plan_anew()
        if _is_whole(request):
            await work.walk_in_order()
        memories = await _ask_memories(work, request, shared)
        episodes = await _ask_episodes(work, request, shared)
        found: list[Memory | Episode] = []
        if memories is not None:
            found += [row.memory() for row in await memories.all()]
        if episodes is not None:
            found += [row.episode() for row in await episodes.all()]
    found.sort(key=lambda item: item.id)
    found.sort(key=lambda item: item.valid_from, reverse=True)
    return listing.page(
        found,
        basis,
        shown=lambda item: item,
        place=lambda item: Cursor.behind(basis, item.valid_from, item.id),
    )


def _is_whole(request: Search) -> bool:
    """Tell whether next to everything is in a list, so that its first page is soon full.

    What was created before a time is passed over in the index.
    """
    narrowing = (
        *(request.text, request.entity, request.category, request.standing),
        *(request.metadata, request.window, request.created_until),
    )
    return not request.tags and all(each is None for each in narrowing)


async def _ask_terms(work: Work, principal: Principal, text: str | None) -> Pending[Terms] | None:
    if text is None:
        return None
    refuse_unstorable(text)
    return await work.send("terms_of", Terms, tenant_id=principal.tenant_id, text=text)


def _found_terms(found: Terms | None, text: str | None) -> list[str]:
    if found is None or not found.terms:
        raise InvalidValue(
            f"text: {text!r:.80} has no word that is indexed. Write a word that carries meaning."
        )
    return found.terms


def _metadata_text(request: Search) -> str | None:
    if request.metadata is None:
        return None
    try:
        return json.dumps(dict(request.metadata), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidValue(f"metadata is not valid JSON: {error}.") from None


def _shared(principal: Principal, request: Search, basis: Basis) -> dict[str, object]:
    window = request.window
    return {
        "tenant_id": principal.tenant_id,
        "as_of": basis.as_of.time,
        "valid_at": basis.valid_at,
        "window_from": None if window is None else window.start,
        "window_until": None if window is None else window.end,
        "entity_key": key_of(request.entity, "entity"),
        "created_from": request.created_from,
        "created_until": request.created_until,
    }


async def _ask_memories(
    work: Work, request: Search, shared: dict[str, object]
) -> Pending[MemoryFound] | None:
    if request.kind == "episode":
        return None
    standings, under_review = _STANDINGS[request.standing]
    tags = sorted({key for tag in request.tags if (key := key_of(tag, "tag")) is not None})
    return await work.send(
        "memories_list",
        MemoryFound,
        **shared,
        status=request.status.value,
        category_key=key_of(request.category, "category"),
        standings=[standing.value for standing in standings],
        under_review=under_review,
        tags=tags or None,
    )


async def _ask_episodes(
    work: Work, request: Search, shared: dict[str, object]
) -> Pending[EpisodeFound] | None:
    asks_memories_only = (
        request.category is not None
        or bool(request.tags)
        or request.standing is not None
        or request.status is Status.ENDED
    )
    if request.kind == "memory" or asks_memories_only:
        return None
    return await work.send("episodes_list", EpisodeFound, **shared)
