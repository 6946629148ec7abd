"""Find a value of a belief's own kind in a sentence that speaks of a change of it, whatever its form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from muniment.knowledge.statements import kinds
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.forms import Statement
from muniment.knowledge.statements.kinds import Kind

_WHEN: Final = re.compile(
    rf"(?:{kinds.DAY}|{kinds.DATE}|{kinds.CLOCK})(?:,? (?:the |at |on |of )*(?:{kinds.DAY}|{kinds.DATE}|{kinds.CLOCK}|mornings?|evenings?|afternoons?|nights?))*",
    re.IGNORECASE,
)
_PATTERNS: Final = {
    Kind.MONEY: re.compile(kinds.MONEY, re.IGNORECASE),
    Kind.MEASURE: re.compile(kinds.MEASURE, re.IGNORECASE),
    Kind.WHEN: _WHEN,
    Kind.NAME: re.compile(
        r"\b(?:Dr|Mr|Mrs|Ms|Prof)\.? [^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?"
    ),
}
_FROM: Final = re.compile(
    r"\b(?:from|instead of|rather than|not|was|than|after) (?:a |the |on |at )?$", re.IGNORECASE
)


def typed_values(clause: Clause, *, is_change: bool) -> Iterator[Statement]:
    """Yield a statement for each kind of which a clause has one value, what is given as past aside."""
    for pattern in _PATTERNS.values():
        found = [
            match
            for match in pattern.finditer(clause.text)
            if not _FROM.search(clause.text[: match.start()])
        ]
        if len(found) == 1:
            yield Statement(
                clause=clause,
                form="typed",
                what=clause.text.replace(found[0][0], " "),
                value=found[0][0].strip(),
                start=clause.start,
                is_change=is_change,
            )
