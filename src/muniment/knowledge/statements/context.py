"""Hold what is believed while the turns of a write are read, in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from muniment.access.partition import PartitionKey
from muniment.access.principal import Principal
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.binding import bound
from muniment.knowledge.statements.clauses import clauses_of
from muniment.knowledge.statements.forms import Statement, statements_of
from muniment.knowledge.statements.kinds import Kind, kind_of
from muniment.knowledge.statements.words import STATES
from muniment.ledger.meant import read_meant
from muniment.ledger.placing import PreparedTurn
from muniment.ledger.writer import Ledger
from muniment.model.claims import Claim, Message, Role
from muniment.model.names import folded
from muniment.ports.extractor import Extraction
from muniment.recall.question import name_keys


@dataclass(slots=True)
class Context:
    """What is believed of whom a write speaks of, and what its turns have added so far."""

    believed: list[Believed] = field(default_factory=list)

    def bind(self, message: Message, claims: Sequence[Claim]) -> tuple[Claim, ...]:
        """Return the claims of a message as they stand to what is believed; note them too."""
        found = bound(message, claims, self.believed)
        order = 1 + max((each.order for each in self.believed), default=0)
        for claim in found:
            self._note(claim, order)
        return found

    def _note(self, claim: Claim, order: int) -> None:
        told = Believed.of_claim(claim, order)
        gone = claim.object if told is None else claim.replaces
        slot = (folded(claim.subject), folded(claim.category))
        self.believed = [
            each
            for each in self.believed
            if (folded(each.subject), each.category) != slot
            or (each.is_many and (gone is None or folded(each.object) != folded(gone)))
        ]
        if told is not None:
            self.believed.append(told)


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
) -> Context:
    """Return what messages may mean without naming it; nothing is read where none states a thing."""
    stating = [
        (turn, found.message) for turn, found in turns if found is not None and _states(found)
    ]
    if not stating:
        return Context()
    keys = {folded(message.speaker) for _, message in stating}
    for _, message in stating:
        keys.update(name_keys(message.text))
    sessions = {turn.session_id for turn, _ in stating}
    rows = await read_meant(
        ledger.store,
        principal,
        partition,
        sorted(keys),
        sorted(sessions),
        min(message.occurred_at for _, message in stating),
    )
    return Context(
        [Believed.read(row.entity, row.category_key, row.object, row.told) for row in rows]
    )


def _states(found: Found) -> bool:
    """Tell whether a person's message claims or states something."""
    message = found.message
    if message.role is not Role.USER or found.extraction.advice:
        return False
    if found.extraction.claims:
        return True
    clauses = clauses_of(message.text)
    return any(
        _may_bind(statement)
        for index, clause in enumerate(clauses)
        for statement in statements_of(clause, clauses[:index])
    )


def _may_bind(statement: Statement) -> bool:
    if statement.form == "state":
        return statement.value.lower() in STATES
    return statement.is_change or bool(
        statement.what and kind_of(statement.value) is not Kind.WORDS
    )
