"""Write sets of words, and patterns of wordings, as the words themselves; count what words count."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

_ONES: Final = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBERS: Final = {
    **{word: count for count, word in enumerate(_ONES.split(), start=1)},
    **{word: 10 * count for count, word in enumerate(_TENS.split(), start=2)},
}
"""What each word for a number counts, in their order."""
_LETTERED: Final = re.compile(r"[a-z](?![?*+{])")
_CHOOSING: Final = re.compile(r"\(\?:(?P<words>[a-z ]+(?:\|[a-z ]+)*)\)(?P<rest>(?![?*+{]).*)")


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """Return the phrases of a text that has commas between them."""
    return frozenset(" ".join(each.split()) for each in text.split(",") if each.strip())


def any_of(text: str) -> re.Pattern[str]:
    """Return what finds any of some wordings in a text, as words of their own.

    A wording is a pattern; a comma and white space stand behind each but the last. Its letters are
    small or large ones in the text, its apostrophes straight or curly ones. Of two that begin alike
    the first one counts. A bar in a wording stands in parentheses.
    """
    wordings = re.split(r",\s+", re.sub(r"'(?=[a-z?])", "['’]", text.strip()))
    spelled = [each for wording in wordings for each in _spelled_out(wording)]
    return re.compile(rf"\b(?:{'|'.join(_by_letter(spelled))})(?!\w)", re.IGNORECASE)


def _spelled_out(wording: str) -> Iterator[str]:
    """Yield "got them" and "had them" for "(?:got|had) them": what begins with a letter is found sooner."""
    match = _CHOOSING.fullmatch(wording)
    if match is None:
        yield wording
    else:
        yield from (f"{each}{match['rest']}" for each in match["words"].split("|"))


def _by_letter(wordings: Sequence[str]) -> Iterator[str]:
    """Yield wordings with those of one first letter under it, so that few are tried at a word.

    One that begins with no letter keeps its place behind those before it.
    """
    for is_lettered, run in groupby(wordings, lambda each: _LETTERED.match(each) is not None):
        if not is_lettered:
            yield from run
            continue
        rests: defaultdict[str, list[str]] = defaultdict(list)
        for each in run:
            rests[each[0]].append(each[1:])
        for letter, rest in rests.items():
            yield f"{letter}(?:{'|'.join(rest)})"
