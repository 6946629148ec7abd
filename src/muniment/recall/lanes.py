"""Run the lanes at one basis, and a lane again for more only where too little of what it found holds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from pgvector import HalfVector

from muniment.recall.gathered import Found, Gathered, Sought
from muniment.recall.lane_rows import (
    CitedRow,
    Labelled,
    LabelsRow,
    MeasuredRow,
    OverruledRow,
    Unit,
    VectorRow,
    WordsRow,
    candidate_of,
)
from muniment.recall.page_lanes import ask_cited
from muniment.recall.support import COSINE_REACH, WORDS_REACH
from muniment.store.arrays import Bigints, Integers, Texts
from muniment.store.work import Pending, Work

BESIDE: Final = max(WORDS_REACH, COSINE_REACH)
"""How many turns on either side of a found one are read along, because they lend it support."""

_DEEPER: Final = 8

_LANES: Final = ("vector", "words", "tags", "graph", "pages", "snapshot")


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsAsked:
    """The lanes that need no vector, as they were asked in one round trip, and how deep."""

    deep: int
    words: Pending[WordsRow] | None
    labels: Pending[LabelsRow] | None


async def ask_words(work: Work, sought: Sought) -> WordsAsked:
    """Queue the lanes that need no vector: words, tags and graph.

    Each names four times as many units as it may hand on, because not all of them may hold.
    """
    return await _ask_words(work, sought, 4 * sought.candidates_max, _LANES)


async def gather_words(sought: Sought, asked: WordsAsked) -> Gathered:
    """Gather what the lanes find that need no vector."""
    gathered = Gathered(deep=asked.deep)
    await _gather_words(sought, gathered, asked)
    return gathered


async def gather_near(
    work: Work, sought: Sought, gathered: Gathered, vector: HalfVector | None
) -> None:
    """Gather what is near to the question or cited, and how near all is that was found.

    Of each lane the exact top of what holds is kept, whatever share of the units does: a lane that
    the units that it named leave short although there were more is asked again, eight times as deep.
    """
    while True:
        measuring = _measuring(sought, gathered, vector)
        asked_cited: Pending[CitedRow] | None = None
        if sought.has_pages:
            asked_cited = await ask_cited(work, sought.names, sought.terms, measuring)
        asked_nearest = await _ask_nearest(work, sought, gathered, vector, measuring)
        gathered.read()
        nearest = await asked_nearest.one()
        assert nearest is not None, "it answers even if nothing is near"
        gathered.keep(nearest, "vector")
        gathered.measure(nearest, vector, len(sought.terms))
        if asked_cited is not None:
            cited = await asked_cited.one()
            assert cited is not None, "it answers even if nothing is cited"
            gathered.keep(cited, "pages", "snapshot")
            gathered.cited = frozenset(cited.cited_nos)
            gathered.measure(cited, vector, len(sought.terms))
        gathered.read()
        gathered.named["vector"] = nearest.named
        short = gathered.fell_short(sought.candidates_max)
        if not short:
            return
        gathered.deep *= _DEEPER
        asked = await _ask_words(work, sought, gathered.deep, short)
        await _gather_words(sought, gathered, asked)


async def found(work: Work, sought: Sought, gathered: Gathered, vector: HalfVector | None) -> Found:
    """Return the union of the lanes, each cut to `candidates_max` units that hold at the basis."""
    rows = {unit: gathered.holding[unit] for unit in gathered.handed_on}
    turns = [unit for unit, row in rows.items() if row.kind == "episode"]
    beside = await _beside(work, sought, gathered, turns, vector) if turns else {}
    rows |= beside
    overruled = [rows.pop(unit) for unit in await _overruled(work, sought, rows)]
    nothing = (0,) * len(sought.terms)
    none = Labelled()
    assert gathered.words is not None
    said, lengths, labels = gathered.said.get, gathered.lengths.get, gathered.labels.get
    distances, vectors = gathered.distances.get, gathered.vectors.get
    candidates = tuple(
        [
            candidate_of(
                row,
                said(unit, nothing),
                lengths(unit, row.length),
                labels(unit, none),
                distances(unit),
                vectors(unit),
                unit in gathered.cited,
            )
            for unit, row in rows.items()
        ]
    )
    return Found(
        candidates=candidates,
        words=gathered.words,
        counts={
            **{name: len(gathered.kept[name]) for name in _LANES if name in gathered.kept},
            "beside": len(beside),
        },
        overruled=tuple(overruled),
        contested=tuple([row.id for row in rows.values() if row.is_contested]),
        ids={row.item_id: row.id for row in (*rows.values(), *overruled)},
    )


async def _ask_nearest(
    work: Work,
    sought: Sought,
    gathered: Gathered,
    vector: HalfVector | None,
    measuring: Mapping[str, object],
) -> Pending[VectorRow]:
    """Queue the lane of what is near: all vectors are compared, unless an index is to lead to them."""
    asked = {
        "known_nos": Bigints(gathered.handed_on),
        "wide": 0 if vector is None else gathered.deep,
        **measuring,
    }
    if vector is not None and sought.approximate:
        await work.search_index()
        dimensions = vector.dimensions()
        return await work.send_sized("lane_vector_approximate", VectorRow, dimensions, **asked)
    is_led = vector is not None and sought.reads_few
    return await work.send("lane_vector_of_few" if is_led else "lane_vector", VectorRow, **asked)


async def _ask_words(work: Work, sought: Sought, deep: int, lanes: Collection[str]) -> WordsAsked:
    """Queue some of the lanes that need no vector."""
    where = {"wide": deep, **sought.where}
    words: Pending[WordsRow] | None = None
    labels: Pending[LabelsRow] | None = None
    if (sought.tags or sought.names) and not {"tags", "graph"}.isdisjoint(lanes):
        tags, names = Texts(sought.tags), Texts(sought.names)
        labels = await work.send("lane_labels", LabelsRow, tags=tags, names=names, **where)
    if "words" in lanes:
        terms = Texts(sought.terms)
        words = await work.send("lane_words", WordsRow, terms=terms, own_terms=sought.own, **where)
    return WordsAsked(deep=deep, words=words, labels=labels)


async def _gather_words(sought: Sought, gathered: Gathered, asked: WordsAsked) -> None:
    """Gather what some of the lanes find that need no vector."""
    gathered.named = {}
    if asked.words is not None:
        words = await asked.words.one()
        assert words is not None, "it answers even if no word is found"
        gathered.keep(words, "words")
        gathered.unread.append(partial(gathered.hear, words, sought))
        gathered.named["words"] = len(words.named_nos)
        gathered.unnamed = words.unnamed()
    if asked.labels is not None:
        labels = await asked.labels.one()
        assert labels is not None, "it answers even if nothing is labelled"
        gathered.keep(labels, "tags", "graph")
        gathered.unread.append(partial(gathered.label, labels))
        gathered.near_names = labels.hops_by_name(sought.names) if labels.is_cut else None
        gathered.named["tags"] = labels.hops.count(None)
        gathered.named["graph"] = len(labels.hops) - gathered.named["tags"]


async def _beside(
    work: Work,
    sought: Sought,
    gathered: Gathered,
    turns: Sequence[int],
    vector: HalfVector | None,
) -> dict[int, Unit]:
    """Read the turns beside some turns that were not found themselves."""
    row = await work.one(
        "lane_beside",
        MeasuredRow,
        unit_nos=Bigints(turns),
        handed_on=Bigints(gathered.handed_on),
        beside=BESIDE,
        **_measuring(sought, gathered, vector),
    )
    assert row is not None, "it answers even if nothing is beside"
    gathered.measure(row, vector, len(sought.terms))
    return {unit.unit_no: unit for unit in row.units()}


async def _overruled(work: Work, sought: Sought, rows: Mapping[int, Unit]) -> list[int]:
    """Return the beliefs that do not stand, because a narrower scope of their namespace says otherwise."""
    beliefs = [unit for unit, row in rows.items() if row.kind == "memory"]
    if not sought.has_scopes or not beliefs:
        return []
    found = await work.all(
        "recall_overruled",
        OverruledRow,
        tenant_id=sought.tenant_id,
        unit_nos=Bigints(beliefs),
        partitions=Integers(sought.partitions),
        known=sought.known,
        valid_first=sought.span.first,
        valid_last=sought.span.last,
        named_last=sought.span.named_last,
    )
    return [row.unit_no for row in found]


def _measuring(sought: Sought, gathered: Gathered, vector: HalfVector | None) -> dict[str, object]:
    """Return the parameters of the lanes that say how near their units are."""
    return {
        "embedder_no": sought.embedder_no,
        "vector": vector,
        "unnamed_terms": Texts([sought.terms[place - 1] for place in gathered.unnamed]),
        "unnamed_places": Integers(gathered.unnamed),
        "tags": Texts(sought.tags),
        "are_labels_cut": gathered.near_names is not None,
        "near_names": Texts(list(gathered.near_names or ())),
        "near_hops": Integers(list((gathered.near_names or {}).values())),
        **sought.where,
    }
