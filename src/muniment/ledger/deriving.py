"""Derive from a change what searching needs: words, labels, totals, places of rivals, embeddings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from muniment.ledger.change import Change, Unit
from muniment.ports.embedder import Vector
from muniment.store.arrays import Bigints, HalfVectors, Integers, Texts, Uuids
from muniment.store.found import EmbedderFound
from muniment.store.rows import MemoryRow
from muniment.store.work import Work


async def derive(
    work: Work, change: Change, tenant_id: UUID, language: str, embedder: EmbedderFound | None
) -> None:
    """Queue the statements that index what a change opens and close what it closes.

    They read nothing that the change itself writes but its new partitions.
    """
    opened, closed = change.opened_units, change.closed_units
    stamp = {"tenant_id": tenant_id, "recorded_at": change.recorded_at}
    if opened or closed or change.healed_units:
        await _open(work, change, stamp, language, embedder)
    if closed:
        await _close(work, closed, stamp, language, embedder)
    waiting = [unit for unit in opened if unit.embedding is None]
    if embedder is not None and waiting:
        await work.write(
            "backlog_write",
            **stamp,
            embedder_no=embedder.embedder_no,
            unit_nos=Bigints([unit.unit_no for unit in waiting]),
            partition_nos=Integers([unit.partition_no for unit in waiting]),
        )
    if embedder is not None and change.healed_units:
        await work.write(
            "backlog_heal",
            **stamp,
            embedder_no=embedder.embedder_no,
            unit_nos=Bigints([unit.unit_no for unit in change.healed_units]),
        )


async def _open(
    work: Work,
    change: Change,
    stamp: Mapping[str, object],
    language: str,
    embedder: EmbedderFound | None,
) -> None:
    opened, closed = change.opened_units, change.closed_units
    labelled = [
        (unit, kind, label)
        for unit in opened
        for kind, names in (
            ("tag", unit.tags),
            ("entity", unit.entities),
            ("speaker", unit.speakers),
        )
        for label in dict.fromkeys(names)
    ]
    held = [row for row in change.written if isinstance(row, MemoryRow) and row.standing == "held"]
    embedded = [] if embedder is None else _embedded([*opened, *change.healed_units])
    await work.write(
        "units_open",
        **stamp,
        language=language,
        embedder_no=0 if embedder is None else embedder.embedder_no,
        unit_nos=Bigints([unit.unit_no for unit in opened]),
        partition_nos=Integers([unit.partition_no for unit in opened]),
        texts=Texts([unit.text for unit in opened]),
        closed_nos=Bigints([unit.unit_no for unit in closed]),
        closed_partitions=Integers([unit.partition_no for unit in closed]),
        label_units=Bigints([unit.unit_no for unit, _, _ in labelled]),
        label_partitions=Integers([unit.partition_no for unit, _, _ in labelled]),
        kinds=Texts([kind for _, kind, _ in labelled]),
        labels=Texts([label for _, _, label in labelled]),
        match_keys=Uuids([row.match_key for row in held]),
        match_partitions=Integers([row.partition_no for row in held]),
        rivals_keys=Uuids([row.rivals_key for row in held]),
        vector_units=Bigints([unit.unit_no for unit, _ in embedded]),
        vector_partitions=Integers([unit.partition_no for unit, _ in embedded]),
        embeddings=HalfVectors([vector for _, vector in embedded]),
    )


def _embedded(units: Sequence[Unit]) -> list[tuple[Unit, Vector]]:
    return [(unit, unit.embedding) for unit in units if unit.embedding is not None]


async def _close(
    work: Work,
    closed: Sequence[Unit],
    stamp: Mapping[str, object],
    language: str,
    embedder: EmbedderFound | None,
) -> None:
    unit_nos = Bigints([unit.unit_no for unit in closed])
    partition_nos = Integers([unit.partition_no for unit in closed])
    await work.write(
        "words_close",
        **stamp,
        language=language,
        unit_nos=unit_nos,
        partition_nos=partition_nos,
        texts=Texts([unit.text for unit in closed]),
    )
    await work.write(
        "units_close",
        **stamp,
        embedder_no=0 if embedder is None else embedder.embedder_no,
        unit_nos=unit_nos,
        partition_nos=partition_nos,
    )
