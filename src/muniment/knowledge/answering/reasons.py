"""Tell whether words can answer a question why something is so, or which of several is the most so; pure, in English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from muniment.knowledge.answering.designations import times_in
from muniment.knowledge.answering.findings import Finding
from muniment.knowledge.attributes import content_words
from muniment.knowledge.wordlists import any_of
from muniment.model.memory import Episode, Memory

_WHY: Final = any_of("why, how come, what for, for (?:what|which) reason")
_BECAUSE: Final = any_of(
    "because, since, so (?:that|as), due to, owing to, thanks to, in order to, as, for, after, to"
)
_FINITE_SUBJECTS: Final = (
    "i|we|he|she|it|they|you|the|my|our|his|her|their|its|there|nobody|everybody"
)
_BECAUSE_CLAUSE: Final = re.compile(
    rf"\b(?:because|since|so (?:that|as)|due to|owing to|thanks to|in order to)\b|[,;:–—] ?(?:{_FINITE_SUBJECTS}) ",
    re.IGNORECASE,
)
"""What gives a reason: a conjunction, or a further clause."""
_NAME: Final = re.compile(r"[^\W\d_a-z][\w’'-]*")
_MOST: Final = tuple(
    any_of(each.strip())
    for each in """
highest, tallest; lowest; longest; shortest; biggest, largest; smallest; heaviest; lightest; fastest, quickest; slowest; earliest
cheapest; dearest, most expensive; oldest, eldest; youngest; thickest; thinnest; widest; narrowest; deepest; shallowest; strongest
weakest; warmest, hottest; coldest, coolest; closest, nearest; farthest, furthest
""".replace("\n", ";")
    .strip(";")
    .split(";")
)
"""Which of several is more so than the others: one has to compare them all, unless words say it."""


def lacks_reason(question: str, said: str) -> bool:
    """Tell whether words say but what is asked the reason of, whom it is of, and when it was so."""
    if _WHY.match(question.lstrip()) is None or _BECAUSE.search(said) is not None:
        return False
    left = said
    for start, end in times_in(said):
        left = left[:start] + " " * (end - start) + left[end:]
    first, _, rest = left.lstrip().partition(" ")
    told = content_words(f"{first} {_NAME.sub(' ', rest)}")
    names = content_words(" ".join(_NAME.findall(question)))
    return {each for each in told if not each.isdigit()} <= content_words(question) | names


def is_without_reason(question: str, found: Finding, said: Iterable[Memory | Episode]) -> bool:
    """Tell whether a belief does not say why, where that is asked and a turn that it rests on does."""
    is_why = _WHY.match(question.lstrip()) is not None and isinstance(found.said, Memory)
    if not is_why or _BECAUSE_CLAUSE.search(found.said.content) is not None:
        return False
    turns = (each.content for each in said if each.id in found.turns)
    return any(_BECAUSE_CLAUSE.search(each) is not None for each in turns)


def lacks_comparison(question: str, said: str) -> bool:
    """Tell whether it is asked which of several is the most so, and words do not say that of any."""
    return not all(each.search(said) for each in _mosts_in(question))


@lru_cache(maxsize=64)
def _mosts_in(question: str) -> tuple[re.Pattern[str], ...]:
    return tuple(each for each in _MOST if each.search(question))
