"""Tell whether a question may ask for a part of a turn: what was replaced of it counts where it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from muniment.recall.candidates import Candidate
from muniment.recall.question import stems_among
from muniment.recall.whose import words_of


def is_asked(
    said: Sequence[int], turn: Candidate, successor: Candidate | None, terms: Sequence[str]
) -> bool:
    """Tell whether a question may ask for what was replaced: unless the rest of the turn alone says most of what is asked.

    `said` is how often the words that told it have each of the question's `terms`. What holds in its place
    says something of the question too, if not by the names of whom it is about.
    """
    if any(said) or (successor is not None and _says(successor, terms)):
        return True
    found = sum(count > 0 for count in turn.term_counts[: len(terms)])
    return 2 * found <= len(terms)


def _says(belief: Candidate, terms: Sequence[str]) -> bool:
    """Tell whether a belief has any of some terms besides names."""
    names = stems_among(terms, [word for name in belief.names for word in words_of(name)])
    counts = zip(belief.term_counts, names, strict=False)
    return any(count and not is_name for count, is_name in counts)
