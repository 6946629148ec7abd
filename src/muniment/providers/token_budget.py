"""Keep a model within the tokens that it may spend, and let a server rest that keeps failing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

DAY_S: Final = 86_400.0

FAILURES_MAX: Final = 5
"""Failures in a row after which a server is left alone."""

REST_S: Final = 30.0
"""How long it is left alone before one ask may try again."""

Clock = Callable[[], float]
"""Seconds that only go up, from any start."""


@dataclass(slots=True)
class TokenBudget:
    """The tokens of a day, which begins with the first ask after the last one ended."""

    tokens_max: int | None
    clock: Clock
    spent: int = 0
    set_aside: int = 0
    """For asks that have no answer yet, whatever day they were made on."""
    began_at: float | None = None

    def take(self, needed: int, wished: int) -> int:
        """Set tokens aside for an ask and its answer; return how many the answer may have, perhaps 0."""
        if self.tokens_max is None:
            return wished
        now = self.clock()
        if self.began_at is None or now - self.began_at >= DAY_S:
            self.began_at, self.spent = now, 0
        granted = min(wished, self.tokens_max - self.spent - self.set_aside - needed)
        if granted <= 0:
            return 0
        self.set_aside += needed + granted
        return granted

    def settle(self, taken: int, used: int) -> None:
        """Spend what was used of what was set aside, and put back the rest."""
        if self.tokens_max is not None:
            self.set_aside -= taken
            self.spent += used


@dataclass(slots=True)
class Breaker:
    """Count failures in a row; after too many of them, let the server rest."""

    clock: Clock
    failures: int = 0
    rested_from: float | None = None

    @property
    def rest_left_s(self) -> float:
        """How many seconds the server is still left alone, 0 if it may be asked."""
        if self.rested_from is None:
            return 0.0
        return max(0.0, REST_S - (self.clock() - self.rested_from))

    def lets_ask(self) -> bool:
        """Return whether it may be asked; after a rest, one ask goes and the others wait for it."""
        if self.rest_left_s > 0:
            return False
        if self.rested_from is not None:
            self.rested_from = self.clock()
        return True

    def failed(self) -> None:
        """Note a failure; the one after a rest begins another rest."""
        self.failures += 1
        if self.failures >= FAILURES_MAX:
            self.rested_from = self.clock()

    def succeeded(self) -> None:
        """Note a success: all is well again."""
        self.failures, self.rested_from = 0, None
