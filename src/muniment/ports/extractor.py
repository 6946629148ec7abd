"""Say what an extractor is: one message in, the claims that it makes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from muniment.model.advice import Advice
from muniment.model.claims import Claim, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """The claims of one message, in the order they are made, and who read them.

    `by` is 'rules' or a model's name. `degraded` says what was lacking, such as a model that did
    not answer so that rules read the message instead. `advice` is what an extractor that knows
    what is believed advises to make of each claim; without it, nothing is advised. `beside` are
    claims that are left out where their words turn out to be the new value of what is believed.
    """

    claims: tuple[Claim, ...]
    by: str
    degraded: str | None = None
    advice: tuple[Advice | None, ...] = ()
    beside: tuple[Claim, ...] = ()


class Extractor(Protocol):
    """Read a message for what it claims; what it yields is checked before it is believed."""

    @property
    def by(self) -> str:
        """Tell who reads, as its extractions say it; another name wherever it reads otherwise."""

    @property
    def is_quick(self) -> bool:
        """Tell whether reading a message costs less than asking the database whether it is known."""

    async def extract(self, message: Message) -> Extraction:
        """Return the claims of a message; of one without any, none."""
