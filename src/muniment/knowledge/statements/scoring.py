"""Score how surely a statement is about a belief, by the words that mean it."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.resolution.likeness import is_same_value, likeness
from muniment.knowledge.statements.believed import MEANT, Believed
from muniment.knowledge.statements.kinds import Kind, kind_of, number_of
from muniment.knowledge.statements.sayings import Saying
from muniment.knowledge.statements.stems import stems
from muniment.model.names import called

_CAR: Final = stems("car")
_OTHERS: Final = re.compile(r"\b(?:he|she|his|her|him|hers|they|their)\b", re.IGNORECASE)
_UNTYPED: Final = frozenset({Kind.WORDS, Kind.NAME, Kind.CODE})
_TYPED: Final = frozenset({Kind.MONEY, Kind.MEASURE, Kind.WHEN})
_LEAVES: Final = re.compile(
    r"\b(?:quit|quits|left|leaves|leaving|retired|retires|resigned|moved (?:out|on|away)|fired|gone|died|sold|broke|stepped down|replac\w+|dumped|split|on leave|no longer|promoted|out sick|stopped)\b",
    re.IGNORECASE,
)
_BARE: Final = frozenset({"it", "make", "bare", "moves", "moved"})
_BY_CHANCE: Final = frozenset({"bare", "it", "make", "down", "moves", "there", "state", "typed"})
_SHARING: Final = frozenset(
    {"moved", "copula", "counted", "reversed", "at", "stored", "has", "colon"}
)
_REPLACES: Final = re.compile(
    r"\b(?:now|no longer|any ?more|instead|switch\w*|changed|changing|replac\w+|new|these days|settled on|turn(?:s|ed) out|became|as of|moved"
    r"|upgraded|downgraded|promoted|swapped|traded)\b",
    re.IGNORECASE,
)
_OWNED: Final = re.compile(
    r"^(?:my|our|the|his|her|their|this|new|latest)\b|^.+['’]s? \w", re.IGNORECASE
)


def score_of(saying: Saying, belief: Believed) -> float:
    """Return how surely a statement is about a belief; 0 where it is not.

    4: all its words are said of what the statement is of. 3: only such words are. Below that the
    message must tell of a change: 2.5, it names the old value; 2, half of the words are shared;
    1.5, they are in the sentence; 1, in what was said before; 0.5, none is, but the value has a kind.
    """
    statement, what = saying.statement, saying.what
    is_others = not belief.names & frozenset(called(saying.speaker)) and not belief.is_thing
    own = belief.words
    said = what - stems(belief.subject) if is_others else what
    is_old = statement.old is not None and _mentions(statement.old, belief.object)
    is_old = is_old or _is_left(saying, belief)
    if own and said:
        if own < said and not _is_head(statement.what, own) and kind_of(belief.object) in _UNTYPED:
            return 0.0
        if own <= said:
            return 4.0 + len(own) / 10 + is_old
        if said <= own:
            return 3.0 + len(said) / 10 + is_old
    if statement.form in {"state", "pointed"} or not _tells_change(saying):
        return 0.0
    if is_old:
        return 2.5
    if _is_loose(saying, belief):
        return 0.0
    if statement.form in _SHARING and what - own:
        shared = own & what
        return 2.0 + len(shared) / len(own | what) if _is_enough(shared, belief) else 0.0
    if statement.form == "typed" and not belief.words <= saying.around | saying.earlier:
        return 0.0
    for base, words in ((1.5, saying.around), (1.0, saying.earlier)):
        if _is_enough(own & words, belief):
            return base + len(own & words) / 10
    return _alone(saying, belief, is_others=is_others)


def _tells_change(saying: Saying) -> bool:
    return saying.statement.is_change or (
        saying.statement.form == "it" and saying.is_changing_before
    )


def _is_enough(shared: frozenset[str], belief: Believed) -> bool:
    """Tell whether so many of the words of a belief mean it."""
    if not shared:
        return False
    if belief.predicate in MEANT or (belief.predicate == "owns" and shared >= _CAR):
        return True
    return len(shared) * 2 >= len(belief.words)


def _is_head(what: str, own: frozenset[str]) -> bool:
    """Tell whether the words of a belief are what a phrase is of, and not only beside it."""
    words = what.split()
    return bool(_OWNED.match(what)) and (
        stems(words[-1]) <= own or bool(own & stems(" ".join(words[:4])))
    )


def _is_loose(saying: Saying, belief: Believed) -> bool:
    """Tell whether a value is so only by chance: words of no kind, where nothing is replaced."""
    statement = saying.statement
    if kind_of(belief.object) not in _UNTYPED or statement.form not in _BY_CHANCE or statement.what:
        return False
    near = saying.before[-2:] if statement.form == "it" else ()
    around = (each.text for each in near if belief.words & stems(each.text))
    return not any(_REPLACES.search(text) for text in (statement.clause.text, *around))


def _alone(saying: Saying, belief: Believed, *, is_others: bool) -> float:
    """Return how a bare value fits: "it's 980 euros now" is of whatever has such a value.

    Where the message speaks of anything else, that is what the value is of.
    """
    statement = saying.statement
    is_named = is_others and bool(stems(belief.subject) & saying.around)
    if not is_named and len((saying.earlier | saying.around) - stems(statement.value)) > 1:
        return 0.0
    if statement.form not in _BARE or statement.what:
        return 0.0
    if kind_of(statement.value) not in _TYPED or _OTHERS.search(statement.clause.text):
        return 0.0
    return 0.6 if is_others else 0.5


def _is_left(saying: Saying, belief: Believed) -> bool:
    """Tell whether the message says that the one who is believed has left: "Rosa quit"."""
    if belief.predicate not in {"relation", "owns"} or not _LEAVES.search(saying.text):
        return False
    return belief.object in saying.text or belief.object.split(" ")[0] in saying.text.split(" ")


def _mentions(old: str, value: str) -> bool:
    one, other = number_of(old), number_of(value)
    if one is not None and one == other:
        return True
    return is_same_value(old, value) or likeness(old, value) >= 0.7
