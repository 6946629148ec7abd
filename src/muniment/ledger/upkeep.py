"""Keep a tenant in order: its first transaction, its embedder, its backlog and its categories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.access.principal import Permission, Principal
from muniment.audit.chain import genesis_hash
from muniment.errors import EmbedderMismatch, InvalidValue, UnknownSetting
from muniment.ledger.change import Unit
from muniment.ledger.drafts import checked_name
from muniment.ledger.embedding import EMBED_BACKLOG, backlog_key
from muniment.ledger.keys import searchable_text
from muniment.ledger.opening import KnownCategory, Opening, open_change
from muniment.ledger.pages import index_pages
from muniment.ledger.placing import turn_text
from muniment.ledger.sealing import Sealed, make_up_later
from muniment.ledger.transacting import Plan, await_turn, transact
from muniment.ledger.writer import Ledger
from muniment.model.memory import Cardinality
from muniment.model.names import folded
from muniment.model.writes import Healed
from muniment.ports.embedder import EmbedderIdentity
from muniment.store.found import Count, EmbedderFound
from muniment.store.rows import CategoryRow, EmbedderRow, TenantRow
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantFound:
    """A tenant's name and language."""

    name: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenant:
    """What a tenant's words are stemmed as, and whether its vectors are another embedder's than the configured one's."""

    language: str
    is_embedded_otherwise: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A text search configuration of the database."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitWords:
    """A unit, and what its words are made from."""

    unit_no: int
    partition_no: int
    content: str
    entity: str | None
    category: str | None
    object: str | None
    speaker: str | None
    caption: str | None
    is_episode: bool

    @property
    def text(self) -> str:
        """Its words, and what is embedded."""
        if self.is_episode:
            return turn_text(self.speaker, self.content, self.caption)
        return searchable_text(self.content, self.entity, self.category, self.object)


@dataclass(frozen=True, slots=True, kw_only=True)
class StillWaiting:
    """The number of a unit that waits to be embedded."""

    unit_no: int


async def open_tenant(ledger: Ledger, principal: Principal) -> str:
    """Make the tenant if it is new, adopt the embedder if there is none, and return the language.

    Raises:
        EmbedderMismatch: the tenant was embedded with another model.
        UnknownSetting: it is new, and the database does not know the language.
    """
    found = await find_tenant(ledger, principal)
    if found is None:
        return await _make_tenant(ledger, principal)
    if found.is_embedded_otherwise:
        await refuse_other_embedder(ledger, principal)
    return found.language


async def find_tenant(ledger: Ledger, principal: Principal) -> Tenant | None:
    """Return a tenant, None if it is not there; adopt the embedder if it has none."""
    async with ledger.store.reading(principal.as_setting()) as work:
        named = {"tenant_id": principal.tenant_id}
        asked = await work.send("tenant_current", TenantFound, **named)
        embedder = await work.one("embedder_current", EmbedderFound, **named)
        found = await asked.one()
    if found is None:
        return None
    if embedder is None and ledger.identity is not None:
        language = await _make_tenant(ledger, principal)
        return Tenant(language=language, is_embedded_otherwise=False)
    return Tenant(
        language=found.language, is_embedded_otherwise=_is_other(embedder, ledger.identity)
    )


async def refuse_other_embedder(ledger: Ledger, principal: Principal) -> None:
    """Refuse the configured embedder where the tenant's vectors are another's.

    Raises:
        EmbedderMismatch: they are; the message names both, and the command that adopts ours.
    """
    async with ledger.store.reading(principal.as_setting()) as work:
        known = await work.one("embedder_current", EmbedderFound, tenant_id=principal.tenant_id)
    _refuse_other(known, ledger.identity, principal)


def _is_other(known: EmbedderFound | None, ours: EmbedderIdentity | None) -> bool:
    return known is not None and ours is not None and known.digest != ours.digest


def _refuse_other(
    known: EmbedderFound | None, ours: EmbedderIdentity | None, principal: Principal
) -> None:
    if known is None or ours is None or not _is_other(known, ours):
        return
    raise EmbedderMismatch(
        f"the tenant was embedded with {known.name} ({known.dimensions} dimensions, digest "
        f"{known.digest[:12]}), but the settings name {ours.name} ({ours.dimensions} dimensions, digest "
        f"{ours.digest[:12]}). {known.way_to(ours.name, principal.tenant)}"
    )


async def _make_tenant(ledger: Ledger, principal: Principal) -> str:
    principal = principal.overseeing()
    return await transact(
        ledger.store, principal, lambda work: make_tenant(work, ledger, principal)
    )


async def make_tenant(
    work: Work, ledger: Ledger, principal: Principal
) -> tuple[str, Sealed | None]:
    """Make the tenant within a transaction; return its language, and None for what others had made.

    What was written before it had an embedder waits for this one.

    Raises:
        EmbedderMismatch: it is there, and was embedded with another model.
        UnknownSetting: it is new, and the database does not know the language.
    """
    identity = ledger.identity
    await work.write(
        "head_make", tenant_id=principal.tenant_id, hash=genesis_hash(principal.tenant_id)
    )
    opening = await open_change(work, principal)
    found = await work.one("tenant_current", TenantFound, tenant_id=principal.tenant_id)
    if found is None:
        await _refuse_unknown_language(work, ledger.language)
        opening.change.write(TenantRow(name=principal.tenant, language=ledger.language))
    language = ledger.language if found is None else found.language
    _refuse_other(opening.embedder, identity, principal)
    adopted = identity if opening.embedder is None else None
    if adopted is not None:
        opening.change.write(_embedder_row(adopted, 1))
    if not opening.change.written:
        return language, None
    sealed = await ledger.seal(work, opening, "open", None)
    if adopted is not None and found is not None:
        await _let_wait(work, opening, 1)
    return language, sealed


async def _refuse_unknown_language(work: Work, language: str) -> None:
    known = [each.name for each in await work.all("languages_there", Language)]
    if language not in known:
        raise UnknownSetting(
            f"language: the database has no text search configuration {language!r}; "
            f"it has {', '.join(known)}."
        )


def _embedder_row(identity: EmbedderIdentity, embedder_no: int) -> EmbedderRow:
    return EmbedderRow(
        embedder_no=embedder_no,
        name=identity.name,
        dimensions=identity.dimensions,
        digest=identity.digest,
    )


async def adopt_embedder(ledger: Ledger, principal: Principal, *, reason: str | None = None) -> int:
    """Make the configured embedder the tenant's, and put every open unit into its backlog.

    `heal` then embeds them; it can be interrupted and goes on where it stopped. Return how many
    units wait. With the tenant's own embedder nothing changes.
    """
    principal.require(Permission.GOVERN)
    principal = principal.overseeing()
    identity = ledger.needed_embedder().identity

    async def plan(work: Work) -> tuple[None, Sealed | None]:
        opening = await open_change(work, principal)
        current = opening.embedder
        if current is not None and current.digest == identity.digest:
            return None, None
        number = 1 if current is None else current.embedder_no + 1
        if current is not None:
            opening.change.close("embedders", current.key)
        opening.change.write(_embedder_row(identity, number))
        sealed = await ledger.seal(work, opening, "reembed", reason)
        await _let_wait(work, opening, number)
        return None, sealed

    await transact(ledger.store, principal, plan)
    return await backlog_size(ledger, principal)


async def _let_wait(work: Work, opening: Opening, embedder_no: int) -> None:
    """Put every open unit into the backlog of a newly adopted embedder."""
    tenant_id = opening.principal.tenant_id
    await work.write("backlog_fill", tenant_id=tenant_id, embedder_no=embedder_no)
    await make_up_later(work, opening)


async def backlog_size(ledger: Ledger, principal: Principal) -> int:
    """Return how many units wait to be embedded, of those that `heal` would reach."""
    async with ledger.store.reading(principal.overseeing().as_setting()) as work:
        row = await work.one("backlog_count", Count, tenant_id=principal.tenant_id)
    return 0 if row is None else row.count


async def await_writes(ledger: Ledger, principal: Principal) -> None:
    """Wait until the writes that hold the tenant's head are committed: what they leave unembedded is seen then."""
    async with ledger.store.writing(principal.as_setting()) as work:
        await await_turn(work, principal)


async def heal(ledger: Ledger, principal: Principal, *, units_max: int = 256) -> Healed:
    """Embed units of the backlog, oldest first, in one transaction of their own; pages come last.

    Who may govern heals the whole tenant's, others what they can read.

    Raises:
        EmbedderUnavailable: the embedder is still away; the backlog stays as it was.
        EmbedderMismatch: the configured embedder is not the tenant's.
    """
    principal.require(Permission.WRITE)
    principal = principal.overseeing()
    embedder = ledger.needed_embedder()
    if units_max < 1:
        raise InvalidValue(f"units_max is {units_max}; it must be at least 1.")
    async with ledger.store.reading(principal.as_setting()) as work:
        named = {"tenant_id": principal.tenant_id}
        asked = await work.send("embedder_current", EmbedderFound, **named)
        waiting = await work.all("backlog_waiting", UnitWords, limit=units_max, **named)
        _refuse_other(await asked.one(), embedder.identity, principal)
    if waiting:
        vectors = await embedder.embed_documents([unit.text for unit in waiting])
        units = [
            Unit(unit_no=unit.unit_no, partition_no=unit.partition_no, text="", embedding=vector)
            for unit, vector in zip(waiting, vectors, strict=True)
        ]
        await transact(ledger.store, principal, _healing(ledger, principal, units))
    if len(waiting) < units_max:
        await index_pages(ledger, principal, pages_max=units_max)
    return Healed(embedded=len(waiting), waiting=await backlog_size(ledger, principal))


async def heal_at_once(ledger: Ledger, principal: Principal, *, units_max: int) -> Healed:
    """Embed units of the backlog as `heal` does, for who does not wait for the tasks that would: once nothing waits, they are done."""
    healed = await heal(ledger, principal, units_max=units_max)
    if not healed.waiting:
        await _end_embedding_tasks(ledger, principal.overseeing())
    return healed


async def _end_embedding_tasks(ledger: Ledger, principal: Principal) -> None:
    """End the tasks that wait to embed, unless something waits to be embedded that the principal reaches."""
    named = {"tenant_id": principal.tenant_id}
    async with ledger.store.writing(principal.as_setting()) as work:
        # A writer that finds such a task enqueues no other: none may add to the backlog meanwhile.
        await await_turn(work, principal)
        left = await work.one("backlog_count", Count, **named)
        if left is not None and left.count:
            return
        key = None if Permission.GOVERN in principal.permissions else backlog_key(principal)
        await work.write("backlog_tasks_end", kind=EMBED_BACKLOG, key=key, **named)


def _healing(ledger: Ledger, principal: Principal, units: Sequence[Unit]) -> Plan[None]:
    async def plan(work: Work) -> tuple[None, Sealed | None]:
        opening = await open_change(work, principal)
        _refuse_other(opening.embedder, ledger.identity, principal)
        still = await work.all(
            "backlog_still_waiting",
            StillWaiting,
            tenant_id=principal.tenant_id,
            unit_nos=[unit.unit_no for unit in units],
        )
        open_nos = {row.unit_no for row in still}
        opening.change.healed_units.extend(unit for unit in units if unit.unit_no in open_nos)
        if not opening.change.healed_units:
            return None, None
        return None, await ledger.seal(work, opening, "embed", None)

    return plan


async def set_cardinality(
    ledger: Ledger,
    principal: Principal,
    category: str,
    cardinality: Cardinality,
    *,
    reason: str | None = None,
) -> int | None:
    """Say how many beliefs the slots of a category hold; later writes follow it.

    Return the number of the transaction, None if it was so already.
    """
    principal.require(Permission.GOVERN)
    named = checked_name(category, "category", ledger.limits)
    key = folded(named)

    async def plan(work: Work) -> tuple[int | None, Sealed | None]:
        opening = await open_change(work, principal)
        known = await work.all(
            "categories_read", KnownCategory, tenant_id=principal.tenant_id, category_keys=[key]
        )
        if known and known[0].cardinality == cardinality.value:
            return None, None
        for row in known:
            opening.change.close("categories", row.key)
        opening.change.write(
            CategoryRow(category_key=key, name=named, cardinality=cardinality.value)
        )
        sealed = await ledger.seal(work, opening, "set_cardinality", reason)
        return sealed.number, sealed

    return await transact(ledger.store, principal, plan)
