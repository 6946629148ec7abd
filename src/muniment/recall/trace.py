"""Keep receipts and find them again: in the database, or as JSON lines in a file."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import timedelta
from os import SEEK_END
from pathlib import Path
from typing import cast

from anyio import to_thread

from muniment.access.partition import container_id
from muniment.access.principal import Principal
from muniment.errors import Busy, Unavailable
from muniment.model.ids import RecallId
from muniment.model.plain import Plain, plain
from muniment.model.recalled import Recalled
from muniment.recall.troubles import Trouble
from muniment.settings import TraceTarget
from muniment.store.pool import Store
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedRow:
    """A kept receipt."""

    receipt: str


class Tracer:
    """Where recalls are traced to."""

    def __init__(
        self, store: Store, target: TraceTarget, path: Path, days: float | None = None
    ) -> None:
        self._store = store
        self._target = target
        self._path = path
        self._kept = None if days is None else timedelta(days=days)
        self._trouble = Trouble("recalls are not traced")

    @property
    def in_database(self) -> bool:
        """Whether receipts are kept in the database."""
        return self._target is TraceTarget.DATABASE

    def kept(self) -> None:
        """Note that a receipt was kept."""
        self._trouble.passed()

    def failed(self, error: Busy | Unavailable | OSError) -> str:
        """Note that a receipt could not be kept, and return why."""
        if isinstance(error, OSError):
            code, why = "trace_unwritable", f"its file: {error.strerror}."
        else:
            code, why = error.code, error.message
        self._trouble.met(code, why)
        return why

    async def keep(self, principal: Principal, recalled: Recalled, *, is_private: bool) -> None:
        """Keep the receipt of an answer, in a transaction of its own, with the ids that it rests on.

        What was dropped is left out: a replay finds it. A private one is read by the agent alone that
        asked.
        """
        if self._target is TraceTarget.OFF:
            return
        if self._target is TraceTarget.JSONL:
            agent = principal.agent if is_private else None
            await to_thread.run_sync(_append, self._path, principal, agent, _told(recalled))
            return
        async with self._store.writing(principal.as_setting()) as work:
            await self._write(work, principal, recalled, is_private=is_private)

    async def keep_next(
        self, work: Work, principal: Principal, recalled: Recalled, *, is_private: bool
    ) -> None:
        """Keep the receipt of an answer in the database, in the transaction after that of the answer."""
        await work.go_on_writing(principal.as_setting())
        await self._write(work, principal, recalled, is_private=is_private)

    async def find(self, principal: Principal, recall_id: RecallId) -> str | None:
        """Return the JSON of a kept receipt, None if there is none that the principal may read."""
        if self._target is TraceTarget.JSONL:
            return await to_thread.run_sync(_look_up, self._path, principal, recall_id)
        async with self._store.reading(principal.as_setting()) as work:
            row = await work.one(
                "recall_traced", TracedRow, tenant_id=principal.tenant_id, recall_id=recall_id
            )
        return None if row is None else row.receipt

    async def _write(
        self, work: Work, principal: Principal, recalled: Recalled, *, is_private: bool
    ) -> None:
        """Write the receipt of an answer, and take away some of the tenant's that are too old."""
        receipt = recalled.receipt
        await work.write(
            "recall_trace",
            tenant_id=principal.tenant_id,
            recall_id=receipt.recall_id,
            owner_id=principal.user_id,
            number=receipt.basis.as_of.number,
            digest=receipt.digest,
            request=receipt.question.query,
            receipt=_told(recalled),
            containers=[container_id(principal, name) for name in receipt.question.containers],
            agent=principal.agent if is_private else None,
            key_id=principal.key_id,
        )
        if self._kept is not None:
            await work.become(principal.sweeping().as_setting())
            await work.write("recalls_sweep", tenant_id=principal.tenant_id, kept=self._kept)


def _told(recalled: Recalled) -> str:
    """Return a receipt as JSON, and under `rests_on` the ids of its results and of the turns that these rest on."""
    receipt = cast("dict[str, Plain]", plain(replace(recalled.receipt, dropped=())))
    named = ((each.memory.id, *each.evidence, each.source_episode_id) for each in recalled.results)
    ids = dict.fromkeys(str(each) for ids in named for each in ids if each is not None)
    return json.dumps({**receipt, "rests_on": [*ids]}, ensure_ascii=False)


def _append(path: Path, principal: Principal, agent: str | None, told: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600, exist_ok=True)
    key = None if principal.key_id is None else str(principal.key_id)
    whose = {
        "tenant": str(principal.tenant_id),
        "user": str(principal.user_id),
        "agent": agent,
        "key": key,
    }
    line = json.dumps({**whose, "receipt": told}).encode() + b"\n"
    with path.open("a+b") as file:
        if file.tell():
            file.seek(-1, SEEK_END)
            if file.read(1) != b"\n":  # somebody was broken off within a line
                line = b"\n" + line
        file.write(line)


def _look_up(path: Path, principal: Principal, recall_id: RecallId) -> str | None:
    if not path.exists():
        return None
    ours = (str(principal.tenant_id), str(principal.user_id))
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            if str(recall_id) not in line:
                continue
            try:
                kept = cast("dict[str, str]", json.loads(line))
            except ValueError:
                continue  # the line of somebody who was broken off
            is_ours = (kept["tenant"], kept["user"]) == ours
            if is_ours and kept.get("agent") in (None, principal.agent):
                return kept["receipt"]
    return None
