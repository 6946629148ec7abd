"""Find which entity a name stands for: by the name, an alias, its form, its meaning, in that order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pgvector import HalfVector

from muniment.access.principal import Principal
from muniment.errors import EmbedderUnavailable
from muniment.knowledge.names.name_forms import (
    apart,
    have_trigrams,
    is_initials_of,
    is_slip,
    trigram_likeness,
    trigrams,
    words_of_folded,
    words_of_name,
)
from muniment.model.entities import NameCandidate, NamePath, NameResolved, ResolveName
from muniment.model.ids import MemoryId
from muniment.ports.embedder import Embedder
from muniment.recall.lookup.entities import Followed, Names, follow
from muniment.recall.lookup.opening import key_named
from muniment.store.pool import Store

CANDIDATES_MAX: Final = 10
TRIGRAMS_MIN: Final = 0.3
"""How alike two names have to be to be told of."""

COSINE_MIN: Final = 0.75
COSINE_SURE: Final = 0.92
COSINE_AHEAD: Final = 0.05
"""How near in meaning a name has to be to be told of; to be taken for the same; and ahead of the next."""

INITIALS_SCORE: Final = 0.9
AMBIGUOUS: Final = "others fit as well"
OTHER_LETTERS: Final = "other letters"
OTHER_MEANING: Final = "not near enough"


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """How alike a known name is, by its folded form."""

    key: str
    path: NamePath
    score: float
    against: str | None


async def resolve_name(
    store: Store, principal: Principal, request: ResolveName, embedder: Embedder | None
) -> NameResolved:
    """Return the entity that a name stands for, or candidates where that is not certain.

    A known name is the entity itself, or leads to it along its aliases. An unknown one is the
    entity of which it is a slip of writing, or the only one that its initials abbreviate. Failing
    that, the one that its embedding is next to, well ahead of others. Numbers, titles, initials
    and other words of a name keep names apart, however alike they look.

    Raises:
        InvalidValue: the name is blank.
    """
    key = key_named(request.name, "name")
    place = (request.as_of, request.namespace, request.containers)
    async with Names.at(store, principal, *place, valid_at=request.valid_at) as names:
        degraded: tuple[str, ...] = ()
        found = (
            [Likeness(key=key, path=NamePath.NAME, score=1.0, against=None)]
            if await names.spelled([key])
            else await _by_form(names, key)
        )
        if not found:
            found, degraded = await _by_meaning(names, key, embedder)
        return await _resolved(names, request.name, found, degraded)


async def _by_form(names: Names, key: str) -> list[Likeness]:
    asked = words_of_name(key)
    if not asked:
        return []
    letters = {key[0], *(word[0] for word in asked)}
    known = await names.near(letters, round(len(key) * 0.6), round(len(key) / 0.6))
    return alike(key, known)


def alike(key: str, known: Sequence[str]) -> list[Likeness]:
    """Return the names that a name resembles in form: those it may be first, then the likest.

    The known names are folded. What a name may be, or is told of, shares a trigram with it.
    """
    asked = words_of_name(key)
    sought = trigrams(asked)
    likely = TRIGRAMS_MIN * len(sought)
    found: list[Likeness] = []
    for name in known:
        words = words_of_folded(name)
        shared = have_trigrams(words, sought)
        if not shared or (shared < likely and not _may_be_one(asked, words)):
            continue
        against = apart(asked, words)
        if against is None and (is_initials_of(asked, words) or is_initials_of(words, asked)):
            found.append(
                Likeness(key=name, path=NamePath.INITIALS, score=INITIALS_SCORE, against=None)
            )
            continue
        score = trigram_likeness(asked, words)
        is_same = against is None and is_slip(asked, words)
        if is_same or score >= TRIGRAMS_MIN:
            reason = None if is_same else against or OTHER_LETTERS
            found.append(Likeness(key=name, path=NamePath.TRIGRAMS, score=score, against=reason))
    return sorted(
        found,
        key=lambda each: (
            each.against is not None,
            each.path is NamePath.INITIALS,
            -each.score,
            each.key,
        ),
    )


def _may_be_one(asked: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return is_slip(asked, words) or is_initials_of(asked, words) or is_initials_of(words, asked)


async def _by_meaning(
    names: Names, key: str, embedder: Embedder | None
) -> tuple[list[Likeness], tuple[str, ...]]:
    if embedder is None:
        return [], ("embedding: no embedder is configured",)
    opened = await names.embedded_with()
    if opened is None or opened.digest != embedder.identity.digest:
        return [], ("embedding: the tenant was embedded with another model",)
    if opened.is_adopted_later:
        return [], (f"embedding: nothing was embedded with {opened.name} then",)
    try:
        (vector,) = await embedder.embed_documents([key])
        known = await names.meant(HalfVector(vector), opened.embedder_no)
        vectors = await embedder.embed_documents(known)
    except EmbedderUnavailable:
        return [], ("embedding: embedder unreachable (`muniment doctor` says why)",)
    scored = sorted(
        (-round(float(vector @ other), 4), name) for name, other in zip(known, vectors, strict=True)
    )
    return _meant(key, [(-score, name) for score, name in scored if -score >= COSINE_MIN]), ()


def _meant(key: str, scored: Sequence[tuple[float, str]]) -> list[Likeness]:
    """Return the names near in meaning; the nearest is the same if it is, and stands alone."""
    asked = words_of_name(key)
    found: list[Likeness] = []
    for place, (score, name) in enumerate(scored):
        against = apart(asked, words_of_name(name))
        ahead = score - (scored[place + 1][0] if place + 1 < len(scored) else 0.0)
        if against is None and (place or score < COSINE_SURE or ahead < COSINE_AHEAD):
            against = OTHER_MEANING
        found.append(Likeness(key=name, path=NamePath.EMBEDDING, score=score, against=against))
    return found


async def _resolved(
    names: Names, name: str, found: Sequence[Likeness], degraded: tuple[str, ...]
) -> NameResolved:
    """Follow the aliases of what a name may be; it is certain where they all end in one entity."""
    possible = [each for each in found if each.against is None]
    if possible:
        possible = [each for each in possible if each.path is possible[0].path]
    followed = [await follow(names, each.key) for each in possible]
    ends = sorted({end for each in followed for end in each.ends})
    told = [*_candidates(possible, followed), *(each for each in found if each not in possible)]
    told = told[:CANDIDATES_MAX]
    spelled = await names.spelled([*ends, *(each.key for each in told)])
    if len(ends) == 1:
        ways = [aliases for each in followed for aliases in each.aliases]
        path = NamePath.ALIAS if ways and possible[0].path is NamePath.NAME else possible[0].path
        return NameResolved(
            name=name,
            entity=spelled.get(ends[0], ends[0]),
            path=path,
            score=possible[0].score,
            aliases=tuple(MemoryId(each) for each in dict.fromkeys(ways)),
            candidates=(),
            degraded=degraded,
            basis=names.basis,
        )
    return NameResolved(
        name=name,
        entity=None,
        path=None,
        score=None,
        aliases=(),
        candidates=tuple(
            NameCandidate(
                entity=spelled.get(each.key, each.key),
                path=each.path,
                score=each.score,
                against=each.against,
            )
            for each in told
        ),
        degraded=degraded,
        basis=names.basis,
    )


def _candidates(possible: Sequence[Likeness], followed: Sequence[Followed]) -> list[Likeness]:
    """Return the ends of what is possible, each once: they fit equally well."""
    ends: dict[str, Likeness] = {}
    for each, way in zip(possible, followed, strict=True):
        for end in way.ends:
            path = NamePath.ALIAS if way.aliases else each.path
            ends.setdefault(end, Likeness(key=end, path=path, score=each.score, against=AMBIGUOUS))
    return [ends[key] for key in sorted(ends)]
