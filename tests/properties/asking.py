"""Ask questions that are ranked, and write down everything that an answer must repeat."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from muniment.access.principal import Principal
from muniment.model.plain import Plain, plain
from muniment.model.recalled import Recalled
from muniment.recall.grounds import Ask
from muniment.recall.recaller import Recaller
from muniment.recall.trace import Tracer
from muniment.settings import RecallSettings, TraceTarget
from muniment.store.pool import PoolLimits, Store
from muniment.testing.embedder import HashedEmbedder
from tests.database import principal_of

QUESTIONS = (
    "Where does Mike live?",
    "Who plays chess in London or in Bath?",
    "What does Zoe say of the harbour?",
)


def recaller_on(store: Store, candidates_max: int = 100) -> Recaller:
    """Return a recaller that leaves no trace."""
    settings = RecallSettings(candidates_max=candidates_max)
    tracer = Tracer(store, TraceTarget.OFF, Path("nowhere"))
    return Recaller(store, HashedEmbedder(), settings, "english", tracer)


def ask_at(query: str, number: int | None, valid: datetime | None, limit: int = 10) -> Ask:
    return Ask(query=query, namespace="default", as_of=number, valid_at=valid, limit=limit)


def repeatable(recalled: Recalled) -> dict[str, Plain]:
    """Return all of an answer but its id and its timings."""
    receipt = plain(replace(recalled.receipt, steps=()))
    assert isinstance(receipt, dict)
    del receipt["recall_id"]
    return {"results": plain(recalled.results), "receipt": receipt}


def recalled_bytes(recalled: Recalled) -> bytes:
    return json.dumps(repeatable(recalled), ensure_ascii=False, sort_keys=True).encode()


async def recalls(
    recaller: Recaller, principal: Principal, number: int, valid_times: tuple[datetime, ...]
) -> dict[str, bytes]:
    """Ask every question at one transaction."""
    return {
        f"{query} at {valid} as of {number}": recalled_bytes(
            await recaller.recall(principal, ask_at(query, number, valid))
        )
        for query in QUESTIONS
        for valid in valid_times
    }


async def _ask_again(conninfo: str, tenant: str, number: int, valid: datetime) -> str:
    store = Store(conninfo, PoolLimits(pool_max=1))
    await store.open()
    try:
        told = await recalls(recaller_on(store), principal_of(tenant), number, (valid,))
    finally:
        await store.close()
    return json.dumps({question: answer.decode() for question, answer in told.items()})


if __name__ == "__main__":
    _, database, of_tenant, as_of, at = sys.argv
    again = _ask_again(database, of_tenant, int(as_of), datetime.fromisoformat(at))
    sys.stdout.write(asyncio.run(again))
