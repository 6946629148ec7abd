"""Hold a statement with what was said around it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.forms import Statement
from muniment.knowledge.statements.patterns import CHANGED
from muniment.knowledge.statements.stems import stems


@dataclass(frozen=True, kw_only=True)
class Saying:
    """A statement, the clauses before it in the message, and whose message it is."""

    statement: Statement
    before: tuple[Clause, ...]
    speaker: str

    @cached_property
    def what(self) -> frozenset[str]:
        """The stems of what it is of, as far as it says so."""
        return stems(self.statement.what)

    @cached_property
    def around(self) -> frozenset[str]:
        """The stems of its whole sentence, without its value."""
        return stems(self.statement.clause.said)

    @cached_property
    def earlier(self) -> frozenset[str]:
        """The stems of what the message said before."""
        return stems(" ".join(each.text for each in self.before[-6:]))

    @cached_property
    def is_changing_before(self) -> bool:
        """Whether the clauses just before tell of a change."""
        return any(CHANGED.search(each.said) for each in self.before[-3:])

    @cached_property
    def text(self) -> str:
        """The message up to the end of the sentence."""
        seen = dict.fromkeys([*(each.said for each in self.before), self.statement.clause.said])
        return " ".join(seen)
