"""Read the messages of a round: leave out what was recalled, extract, check, and prepare drafts."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from muniment.access.partition import PartitionKey
from muniment.access.principal import Principal
from muniment.knowledge.extraction.small_letters import unshouted
from muniment.knowledge.resolution.checking import refused
from muniment.knowledge.resolution.drafting import draft_of, ends_at, period_of
from muniment.knowledge.resolution.recalled_text import Span, own_words, recalled_passages
from muniment.knowledge.resolution.replacing_words import replaced_value, tells_change
from muniment.knowledge.statements.context import Context, read_context
from muniment.ledger.drafts import checked_turn, each_checked
from muniment.ledger.embedding import embeddings_of
from muniment.ledger.keys import searchable_text
from muniment.ledger.placing import PreparedTurn, Source, known_sources, prepare_turn
from muniment.ledger.prepared import Prepared, prepare
from muniment.ledger.writer import Ledger
from muniment.model.advice import Advice
from muniment.model.claims import Act, Claim, Message, Role
from muniment.model.memory import Cardinality, Scope, Visibility
from muniment.model.writes import Turn
from muniment.ports.extractor import Extraction, Extractor
from muniment.temporal.instants import format_instant
from muniment.temporal.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A turn of a round, and whose it is."""

    turn: Turn
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """What was said in one round, in order; `assistant` is the name an assistant goes by in it."""

    said: tuple[Said, ...]
    assistant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the beliefs of rounds go; the turns too, unless they are told in a container."""

    namespace: str = "default"
    scope: Scope = Scope.USER
    container: str | None = None
    told_in: str | None = None
    visibility: Visibility = Visibility.TEAM


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyClaim:
    """A claim that is good, with the period and the draft of its belief, and advice on it if any."""

    claim: Claim
    period: Period
    item: Prepared
    advice: Advice | None = None
    is_change: bool = False
    """Whether its message says that something intended is otherwise now."""

    @property
    def is_whole(self) -> bool:
        """Whether all of its slot bears on it, and not only what has its own object."""
        return self.advice is not None or self.claim.cardinality is Cardinality.ONE

    def order(self, occurred_at: datetime) -> tuple[datetime, bool]:
        """Return when it speaks of; at the same time ends come first, so that what is so stays."""
        if not self.claim.act.asserts:
            return (ends_at(self.claim, occurred_at), False)
        return (self.period.start, True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """A message, and what was extracted from it."""

    message: Message
    extraction: Extraction


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTurn:
    """A turn that was read: its claims, those that are refused, and what comes from a recall."""

    prepared: PreparedTurn
    role: Role
    assistant: str
    claims: tuple[ReadyClaim, ...] = ()
    refusals: tuple[tuple[Claim, str], ...] = ()
    passages: tuple[Span, ...] = ()
    extracted_by: str = ""
    degraded: str | None = None

    @property
    def speaker(self) -> str:
        """Who said it."""
        return self.prepared.turn.speaker or self.role.value

    def without_vectors(self) -> ReadTurn:
        """Return it as it waits to be embedded: another embedder was adopted meanwhile."""
        return replace(
            self,
            prepared=replace(self.prepared, embedding=None),
            claims=tuple(
                replace(ready, item=replace(ready.item, embedding=None)) for ready in self.claims
            ),
        )


def _source_id(turn: Turn) -> str:
    """Return the id of a turn that comes without one: a digest of what it says, when and who."""
    parts = (turn.session, format_instant(turn.occurred_at), turn.speaker or "", turn.content)
    digest = sha256("\x00".join(parts).encode("utf-8", "surrogatepass")).digest()[:16]
    return f"sha256:{digest.hex()}"


async def read_rounds(
    ledger: Ledger,
    extractor: Extractor,
    principal: Principal,
    rounds: Sequence[Round],
    place: Place,
    partitions: tuple[PartitionKey, PartitionKey],
    *,
    embed: bool,
) -> list[list[ReadTurn]]:
    """Return every turn, read and embedded; what was learnt from already is neither.

    `partitions` are those of the turns and of the beliefs.

    Raises:
        Incorrect: a turn is wrong.
    """
    turns, beliefs = partitions

    def prepared_round(each: Round) -> list[PreparedTurn]:
        return [prepared_turn(ledger, principal, said.turn, turns) for said in each.said]

    prepared = each_checked("rounds", rounds, prepared_round)
    every = [item for each in prepared for item in each]
    embedder = ledger.embedder if embed else None
    looks = embedder is not None or not extractor.is_quick
    known = await known_sources(ledger.store, principal, every) if looks else {}
    extracted = [
        await _extracted_round(extractor, items, each, known)
        for items, each in zip(prepared, rounds, strict=True)
    ]
    flat = [each for row in extracted for each in row]
    context = await read_context(ledger, principal, beliefs, zip(every, flat, strict=True))
    read = [
        [
            ReadTurn(prepared=item, role=said.role, assistant=each.assistant)
            if found is None
            else _ready_turn(
                ledger, found, item, said.role, each.assistant, place, beliefs, context
            )
            for item, said, found in zip(items, each.said, row, strict=True)
        ]
        for items, each, row in zip(prepared, rounds, extracted, strict=True)
    ]
    if embedder is None:
        return read
    return await embedded(ledger, read, known)


def prepared_turn(
    ledger: Ledger, principal: Principal, turn: Turn, partition: PartitionKey
) -> PreparedTurn:
    """Return a turn checked and prepared; one that comes without an id is known by what it says.

    Raises:
        Incorrect: the turn is wrong.
    """
    checked = checked_turn(turn, ledger.limits)
    if checked.source_id is None:
        checked = replace(checked, source_id=_source_id(checked))
    return prepare_turn(principal, checked, partition)


async def read_stored(
    ledger: Ledger,
    extractor: Extractor,
    principal: Principal,
    rounds: Sequence[tuple[PreparedTurn, Round]],
    place: Place,
    partition: PartitionKey,
    stored: Sequence[UUID],
) -> list[ReadTurn]:
    """Return stored turns, each a round of its own, read in order and checked, not embedded.

    What they leave out is bound to what is believed in the partition, as that of new rounds is.
    `stored` are the turns themselves, which are not what was said before them.
    """
    found = [
        await _extracted(extractor, message_of(prepared.turn, each.said[0].role))
        for prepared, each in rounds
    ]
    every = [prepared for prepared, _ in rounds]
    context = await read_context(
        ledger, principal, partition, zip(every, found, strict=True), without=stored
    )
    return [
        _ready_turn(
            ledger, told, prepared, each.said[0].role, each.assistant, place, partition, context
        )
        for told, (prepared, each) in zip(found, rounds, strict=True)
    ]


async def _extracted_round(
    extractor: Extractor,
    items: Sequence[PreparedTurn],
    told: Round,
    known: Mapping[Source, bool],
) -> list[Extracted | None]:
    """Return what the turns of a round say that are not known; an assistant that says a user's words after it, says the same."""
    found: list[Extracted | None] = []
    of_users: dict[str, Extracted] = {}
    for item, said in zip(items, told.said, strict=True):
        if known.get(item.source, False):
            found.append(None)
            continue
        words, is_user = item.turn.content, said.role is Role.USER
        again = None if is_user else of_users.get(words)
        read = again or await _extracted(extractor, message_of(item.turn, said.role))
        if is_user:
            of_users[words] = read
        found.append(read)
    return found


async def _extracted(extractor: Extractor, message: Message) -> Extracted:
    """Return a message with what was extracted from it."""
    extraction = await extractor.extract(message) if message.text.strip() else _NOTHING
    return Extracted(message=message, extraction=extraction)


def _ready_turn(
    ledger: Ledger,
    found: Extracted,
    prepared: PreparedTurn,
    role: Role,
    assistant: str,
    place: Place,
    partition: PartitionKey,
    context: Context,
) -> ReadTurn:
    """Return a turn with its claims checked; what they leave out is bound to what is believed."""
    turn, message, extraction = prepared.turn, found.message, found.extraction
    passages = recalled_passages(turn.content)
    claims = (
        extraction.claims
        if extraction.advice
        else context.bind(message, extraction.claims, extraction.beside, prepared.session_id)
    )
    judged = [
        refused(_without_article(claim, message.speaker), message, ledger.limits)
        for claim in claims
    ]
    advice = extraction.advice or (None,) * len(judged)
    ready = [
        replace(_ready(completed(claim, message.text), message, place, partition), advice=advises)
        for (claim, reason), advises in zip(judged, advice, strict=True)
        if reason is None
    ]
    return ReadTurn(
        prepared=prepared,
        role=role,
        assistant=assistant,
        claims=tuple(sorted(ready, key=lambda each: each.order(turn.occurred_at))),
        refusals=tuple((claim, reason) for claim, reason in judged if reason is not None),
        passages=passages,
        extracted_by=extraction.by,
        degraded=extraction.degraded,
    )


def message_of(turn: Turn, role: Role) -> Message:
    """Return a turn as an extractor reads it: without what comes from a recall, and not shouted."""
    return Message(
        text=unshouted(own_words(turn.content)),
        speaker=turn.speaker or role.value,
        role=role,
        occurred_at=turn.occurred_at,
    )


NOBODY = "nobody"
"""Who reads a turn that is nothing but what a recall answered."""

_NOTHING = Extraction(claims=(), by=NOBODY)


def _without_article(claim: Claim, speaker: str) -> Claim:
    """Return a claim that calls its speaker by name: "anna lives in Bath", not "The anna"."""
    if claim.subject != speaker or not claim.sentence.startswith(f"The {speaker}"):
        return claim
    return replace(claim, sentence=claim.sentence.removeprefix("The "))


def completed(claim: Claim, text: str) -> Claim:
    """Return a claim with the value that its sentence gives as replaced, if it has none yet."""
    if claim.replaces is not None or not claim.act.asserts:
        return claim
    return replace(
        claim, replaces=replaced_value(text, claim.span, corrects=claim.act is Act.CORRECT)
    )


def _ready(claim: Claim, message: Message, place: Place, partition: PartitionKey) -> ReadyClaim:
    period = period_of(claim, message.occurred_at)
    draft = draft_of(
        claim,
        period,
        namespace=place.namespace,
        scope=place.scope,
        container=place.container,
        visibility=place.visibility,
    )
    text = searchable_text(draft.content, draft.entity, draft.category, draft.object)
    return ReadyClaim(
        claim=claim,
        period=period,
        item=prepare(draft, partition, text, None),
        is_change=tells_change(message.text),
    )


async def embedded(
    ledger: Ledger, read: list[list[ReadTurn]], known: Container[Source]
) -> list[list[ReadTurn]]:
    """Return the turns with the vectors of their words and of their claims, made in one call."""
    texts: list[str] = []
    for each in read:
        for turn in each:
            texts += [] if turn.prepared.source in known else [turn.prepared.text]
            texts += [ready.item.text for ready in turn.claims]
    vectors = iter(await embeddings_of(ledger.embedder, texts))

    def with_vectors(turn: ReadTurn) -> ReadTurn:
        is_known = turn.prepared.source in known
        return replace(
            turn,
            prepared=turn.prepared if is_known else replace(turn.prepared, embedding=next(vectors)),
            claims=tuple(
                replace(ready, item=replace(ready.item, embedding=next(vectors)))
                for ready in turn.claims
            ),
        )

    return [[with_vectors(turn) for turn in each] for each in read]
