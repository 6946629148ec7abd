"""Read rounds in sessions: what a model stages about a round becomes claims with advice on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from muniment.knowledge.learning.reading_rounds import Place, Round, message_of
from muniment.knowledge.staging.adjudicating import Look, adjudicate
from muniment.knowledge.staging.session import Session
from muniment.knowledge.staging.staged import Adjudicated, Stage, Staged
from muniment.ledger.drafts import checked_turn
from muniment.model.advice import Advice
from muniment.model.claims import Message
from muniment.model.memory import Outcome
from muniment.model.worded import joined
from muniment.ports.extractor import Extraction, Extractor
from muniment.ports.language_model import LanguageModel
from muniment.settings import LimitSettings


@dataclass(slots=True, kw_only=True)
class SessionExtractor:
    """Hold one session for each round, when the first of its messages is to be read.

    A round that is known already is not read, and so has no session. Where a session fails,
    `otherwise` reads the round, and the answer says so.
    """

    model: LanguageModel
    looking: Look
    rounds: Sequence[Round]
    place: Place
    limits: LimitSettings
    otherwise: Extractor
    _held: dict[int, Adjudicated] = field(default_factory=dict)

    @property
    def by(self) -> str:
        """Tell who reads: the model."""
        return self.model.identity.name

    @property
    def is_quick(self) -> bool:
        """Tell that a session costs more than asking the database."""
        return False

    async def extract(self, message: Message) -> Extraction:
        """Return what was staged about a message, with advice on each claim."""
        number, key, messages = self._round_of(message)
        if number not in self._held:
            session = Session(
                messages=messages, scope=self.place.scope, namespace=self.place.namespace
            )
            self._held[number] = await adjudicate(self.model, session, self.looking)
        held = self._held[number]
        if held.degraded is not None:
            read = await self.otherwise.extract(message)
            return replace(read, degraded=joined(held.degraded, read.degraded))
        name = self.model.identity.name
        staged = [each for each in held.staged if each.message == key]
        told_refused = f"adjudicator {name}: {len(held.refused)} stages refused"
        return Extraction(
            claims=tuple(each.claim for each in staged),
            by=name,
            degraded=told_refused if held.refused and key == next(iter(messages)) else None,
            advice=tuple(_advice_of(each, name) for each in staged),
        )

    def _round_of(self, message: Message) -> tuple[int, str, dict[str, Message]]:
        for number, each in enumerate(self.rounds):
            messages = {
                f"t{place}": message_of(checked_turn(said.turn, self.limits), said.role)
                for place, said in enumerate(each.said, 1)
            }
            for key, known in messages.items():
                if known == message:
                    return number, key, messages
        raise AssertionError("only messages of the rounds are read")


def _advice_of(staged: Staged, by: str) -> Advice:
    """Return what a staged change advises to make of its claim."""
    memory_id = None if staged.memory is None else staged.memory.id
    decision = {
        Stage.CREATE: Outcome.ADD,
        Stage.CONFIRM: Outcome.NOOP,
        Stage.UPDATE: Outcome.UPDATE,
        Stage.END: Outcome.INVALIDATE,
        Stage.MERGE: Outcome.NOOP,
    }[staged.stage]
    return Advice(
        decision=decision,
        by=by,
        memory_id=memory_id,
        merged=None if staged.other is None else staged.other.id,
        against=None if staged.against is None else staged.against.id,
        rationale=staged.rationale,
    )
