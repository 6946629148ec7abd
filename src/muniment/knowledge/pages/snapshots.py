"""Take and read the snapshot of a user: what there is to know before the first question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muniment.access.partition import PartitionKey, partition_for
from muniment.access.principal import Permission, Principal
from muniment.errors import PageNotFound
from muniment.knowledge.pages.sources import Desk, open_desk
from muniment.knowledge.pages.subjects import SNAPSHOT_SLUG, snapshot_subject
from muniment.knowledge.pages.wording import (
    BeliefFound,
    Sources,
    sentences_of,
)
from muniment.ledger.pages import write_page
from muniment.ledger.writer import Ledger
from muniment.model.ids import MemoryId
from muniment.model.memory import Scope, Visibility
from muniment.model.pages import Compiled, CompiledPage, Mark, PageDraft, Sentence, Snapshot
from muniment.model.reading import AsOf
from muniment.recall.lookup.opening import Known
from muniment.recall.lookup.pages import GetPage, page_at, read_page
from muniment.store.pool import Store

BELIEFS_MAX: Final = 12
ALL_WELL: Final = "Nothing is contested, nothing waits to be embedded."


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthFound:
    """What a user's memory lacks."""

    contested: int
    not_embedded: int

    @property
    def told(self) -> str:
        """The same, as a sentence."""
        parts = []
        if self.contested:
            verb = "belief is" if self.contested == 1 else "beliefs are"
            parts.append(f"{self.contested} {verb} contested")
        if self.not_embedded:
            verb = "memory or turn is" if self.not_embedded == 1 else "memories or turns are"
            parts.append(f"{self.not_embedded} {verb} not embedded yet")
        return f"{', '.join(parts)}." if parts else ALL_WELL


def snapshot_place(principal: Principal, namespace: str) -> PartitionKey:
    """Return the place of a user's snapshots: never a container's."""
    return partition_for(
        principal, scope=Scope.USER, container=None, namespace=namespace, visibility=Visibility.TEAM
    )


async def snapshot_take(
    ledger: Ledger, principal: Principal, namespace: str, *, reason: str | None = None
) -> Compiled:
    """Make the snapshot of the principal's user anew; what did not change is not written.

    From memory of the user and of the whole tenant, whatever containers are open. The twelve
    beliefs that matter most are quoted: sure, said often, said lately.

    Raises:
        NotPermitted: the principal may not write.
    """
    principal.require(Permission.WRITE)
    place = snapshot_place(principal, namespace)
    async with ledger.store.reading(principal.as_setting()) as work:
        draft = await _draft(await open_desk(work, principal, place))
    return await write_page(ledger, principal, place, draft, reason=reason)


async def _draft(desk: Desk) -> PageDraft:
    named = desk.holding
    asked = await desk.work.send("snapshot_health", HealthFound, **named)
    beliefs = await desk.work.all("snapshot_beliefs", BeliefFound, limit=BELIEFS_MAX, **named)
    evidence, contradictions = await desk.vouched(beliefs)
    health = await asked.one()
    sources = Sources(
        beliefs=beliefs,
        contradictions=contradictions,
        evidence=evidence,
        turns=(),
        entity_keys=frozenset(),
        valid_at=desk.basis.valid_at,
    )
    return PageDraft(
        subject=snapshot_subject(desk.principal.user),
        sentences=sentences_of(sources),
        note=None if health is None else health.told,
        terms=(),
        derived_at=desk.basis.as_of.number,
        valid_at=desk.basis.valid_at,
    )


async def snapshot_get(
    store: Store, principal: Principal, namespace: str, *, as_of: AsOf = None
) -> Snapshot:
    """Return the snapshot of the principal's user that was known at a basis.

    Raises:
        PageNotFound: none had been taken by then.
    """
    asked = GetPage(page_id=None, slugs=(SNAPSHOT_SLUG,), namespace=namespace, as_of=as_of)
    async with Known.at(store, principal, as_of, namespace) as known:
        found = await page_at(known, asked, SNAPSHOT_SLUG)
        if found is None:
            raise PageNotFound(
                f"no snapshot of {principal.user or 'nobody'} had been taken. "
                "`take_snapshot` takes one."
            )
        page = await read_page(known, found)
    return _snapshot(page, principal.user)


def _snapshot(page: CompiledPage, user: str | None) -> Snapshot:
    shown = [each for each in page.sentences if each.since is None or not each.since.withholds]
    return Snapshot(
        user=user,
        summary=" ".join(_ended(each) for each in shown),
        memory_refs=tuple(dict.fromkeys(MemoryId(each.source.id) for each in shown)),
        health_note=page.note or ALL_WELL,
        generated_at=page.known_from,
        revision=page.revision,
        is_stale=page.is_stale,
        as_of=page.basis.as_of,
    )


def _ended(sentence: Sentence) -> str:
    text = sentence.text.strip()
    text = text if text.endswith((".", "!", "?", "…")) else f"{text}."
    return f"{text} (contested)" if sentence.mark is Mark.CONTESTED else text
