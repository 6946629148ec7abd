"""Hold what is believed while the turns of a write are read, in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol
from uuid import UUID

from muniment.access.partition import PartitionKey
from muniment.access.principal import Principal
from muniment.knowledge.extraction.moods import corrects
from muniment.knowledge.extraction.small_letters import unshouted
from muniment.knowledge.extraction.tokens import said_around
from muniment.knowledge.resolution.likeness import LIKENESS_MIN, is_generic, likeness
from muniment.knowledge.resolution.recalled_text import own_words
from muniment.knowledge.statements.amended import NEAR_MAX, Turn
from muniment.knowledge.statements.amending import amendments_of
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.binding import bound
from muniment.knowledge.statements.ceasing import tells_ceasing
from muniment.knowledge.statements.clauses import clauses_of
from muniment.knowledge.statements.consenting import consented, consents, proposal_of
from muniment.knowledge.statements.parting import tells_parting
from muniment.knowledge.statements.patterns import CHANGED
from muniment.knowledge.statements.spans import typed_in
from muniment.knowledge.statements.staying import tells_staying
from muniment.knowledge.statements.undergone import tells_undergone
from muniment.knowledge.wordlists import words
from muniment.ledger.meant import MeantRow, read_meant, read_turns_before
from muniment.ledger.placing import PreparedTurn
from muniment.ledger.writer import Ledger
from muniment.model.claims import DENIED, Act, Claim, Message, Role
from muniment.model.names import folded
from muniment.ports.extractor import Extraction
from muniment.recall.question import name_keys

_SEVERAL: Final = words(
    "friend colleague coworker neighbour neighbor cousin uncle aunt niece nephew client customer patient student"
)
"""Of whom one has several, and names one of them: the next may be another."""


@dataclass(slots=True)
class Context:
    """What is believed of whom a write speaks of, and what its turns have added so far."""

    believed: list[Believed] = field(default_factory=list)
    turns: dict[UUID | None, list[Turn]] = field(default_factory=dict)
    """The last turns of each session."""

    def bind(
        self,
        message: Message,
        claims: Sequence[Claim],
        beside: Sequence[Claim] = (),
        session: UUID | None = None,
    ) -> tuple[Claim, ...]:
        """Return the claims of a message as they stand to what is believed; note them too.

        What was first said after it is not meant by it.
        """
        claims, beside = self._by_name(message, claims), self._by_name(message, beside)
        before = self.turns.setdefault(session, [])
        heard = [each for each in self.believed if each.is_heard_by(message.occurred_at)]
        found = bound(message, claims, heard, beside, before)
        slots = {each.slot for each in found}
        agreed = consented(message, heard, before)
        found = (*found, *(each for each in agreed if each.slot not in slots))
        self.turns[session] = [*before, Turn(speaker=message.speaker, text=message.text)][
            -NEAR_MAX:
        ]
        order = 1 + max((each.order for each in self.believed), default=0)
        for claim in found:
            told = said_around(message.text, claim.span)
            self._note(claim, order, told, is_home_kept=_is_to_come(claim, message))
        return found

    def _by_name(self, message: Message, claims: Sequence[Claim]) -> list[Claim]:
        """Return claims of "my wife" as claims of Eva, where she is the only one known."""
        meant = {
            each.subject: name
            for each in claims
            if (name := self._named(each.subject, message.speaker)) is not None
        }
        return [
            replace(each, subject=name, sentence=each.sentence.replace(each.subject, name, 1))
            if (name := meant.get(each.subject)) is not None and name != each.object
            else each
            for each in claims
        ]

    def _named(self, subject: str, speaker: str) -> str | None:
        """Return who "my sister" is, the only one known; who "my younger sister" is, where one was told to be that."""
        kin = subject.removeprefix(f"{speaker}'s ")
        plain = kin.rsplit(" ", maxsplit=1)[-1]
        if kin == subject or plain in _SEVERAL:
            return None
        own = [
            each
            for each in self.believed
            if each.predicate == "relation" and folded(each.subject) == folded(speaker)
        ]
        names = {each.object for each in own if each.of == kin} or {
            each.object
            for each in own
            if each.of == plain and f" {kin} " in f" {folded(each.told)} "
        }
        return names.pop() if len(names) == 1 else None

    def _note(self, claim: Claim, order: int, sentence: str, *, is_home_kept: bool) -> None:
        """Note what a claim adds and what it leaves; a home is left only when the move has come."""
        told = Believed.of_claim(claim, order, sentence)
        gone, slot = claim.object if told is None else claim.replaces, claim.slot
        self.believed = [
            each
            for each in self.believed
            if each.slot != slot
            or (is_home_kept and each.predicate == "lives_in")
            or (
                (each.is_many or claim.act is Act.DENY)
                and (gone is None or folded(each.object) != folded(gone))
            )
            or (claim.act is Act.END and _is_another(claim, each))
        ]
        if told is not None:
            self.believed.append(told)


def _is_another(claim: Claim, belief: Believed) -> bool:
    """Tell whether what ended is not what is believed: who left Leeds in May may live in Bath since."""
    if is_generic(claim.object, claim.of):
        return False
    return likeness(claim.object, belief.object) < LIKENESS_MIN


def _is_to_come(claim: Claim, message: Message) -> bool:
    """Tell whether a claim begins after its message; a time without a zone is refused later."""
    start = claim.valid_from
    return start is not None and start.tzinfo is not None and start > message.occurred_at


class Found(Protocol):
    """A message with what was extracted from it."""

    @property
    def message(self) -> Message:
        """The message."""
        ...

    @property
    def extraction(self) -> Extraction:
        """What was extracted."""
        ...


async def read_context(
    ledger: Ledger,
    principal: Principal,
    partition: PartitionKey,
    turns: Iterable[tuple[PreparedTurn, Found | None]],
    *,
    without: Sequence[UUID] = (),
) -> Context:
    """Return what messages may mean without naming it; nothing is read where none states a thing.

    `without` are turns that are stored already and are not what was said before.
    """
    read = [(turn, found) for turn, found in turns if found is not None]
    stating = [(turn, found.message) for turn, found in read if _states(found)]
    if not stating:
        return Context()
    sessions = {turn.session_id for turn, _ in stating}
    told_from = min(message.occurred_at for _, message in stating)
    looking = {
        turn.session_id
        for turn, message in stating
        if amendments_of(message.text) or consents(message.text)
    }
    before = (
        await read_turns_before(
            ledger.store,
            principal,
            partition.namespace,
            sorted(looking),
            told_from,
            NEAR_MAX,
            without,
        )
        if looking
        else []
    )
    spoken = [(message.speaker, message.text) for _, message in stating]
    spoken += [
        (speaker, text)
        for speaker, text in (
            *((found.message.speaker, found.message.text) for _, found in read),
            *((each.speaker or "", each.content) for each in before),
        )
        if proposal_of(text) is not None
    ]
    keys = {folded(speaker) for speaker, _ in spoken}
    for _, text in spoken:
        keys.update(name_keys(text))
    rows = await read_meant(
        ledger.store,
        principal,
        partition,
        sorted(keys),
        sorted(sessions),
        told_from,
    )
    context = Context([_believed(row) for row in rows if not row.category_key.startswith(DENIED)])
    for each in before:
        text = unshouted(own_words(each.content))
        said = Turn(speaker=each.speaker or Role.USER.value, text=text)
        context.turns.setdefault(each.session_id, []).append(said)
    return context


def _believed(row: MeantRow) -> Believed:
    told = ""
    if row.around is not None and row.span_from is not None and row.span_until is not None:
        told = said_around(row.around, (row.span_from, row.span_until))
    read = Believed.read(row.entity, row.category_key, row.object, row.told, told)
    return replace(read, heard_at=row.heard_at)


def _states(found: Found) -> bool:
    """Tell whether a person's message claims or states something, or anybody's agrees to something."""
    message = found.message
    if not found.extraction.advice and consents(message.text):
        return True
    if message.role is not Role.USER or found.extraction.advice:
        return False
    if found.extraction.claims or found.extraction.beside:
        return True
    clauses = clauses_of(message.text)
    return bool(clauses) and (
        CHANGED.search(message.text) is not None
        or tells_parting(message)
        or tells_ceasing(clauses)
        or tells_undergone(clauses)
        or tells_staying(clauses)
        or corrects(message.text)
        or bool(amendments_of(message.text))
        or any(typed_in(clause) for clause in clauses)
    )
