"""Tell what a clause denies, or says to be over, only of some times, places, people or a degree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from muniment.knowledge.extraction.clauses import AGAIN, Clause
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import PRONOUNS
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.wordlists import phrases, words
from muniment.model.claims import Act
from muniment.recall.times import Extent

_NARROWING: Final = words(
    "as at on with to for during after before without except unless every each often well late full-time part-time"
)
"""What says, behind what is denied, when, where, with whom, what for or how well."""
_WHOLLY: Final = phrases(
    "after all, at all, at the, at present, at this, for good, for now, for ever, for health, as of, as from, due to, thanks to, owing to"
)
"""What only says how surely, since when or why."""
_PARTS_OF_DAYS: Final = AGAIN | words("morning afternoon evening night weekend summer winter")
_TASTES: Final = words("likes dislikes")
_LASTING: Final = words(
    "attribute diet dislikes favourite hobby likes lives_in owns skill studies works_as works_at"
)
"""What is so at any time and place; a plan, a state has its own."""
_ONLY_THEN: Final = words("when whenever if unless while")


def is_restricted(reading: Reading, draft: Draft, following: Clause | None) -> bool:
    """Tell whether a denial or an end is one of a part: "I don't play chess as well as Tom", "for a week once".

    `following` is the clause behind it: "I don't drive it when it snows".
    """
    verb = reading.verb
    is_turned = draft.predicate == "dislikes" and verb.negated
    if draft.predicate not in _LASTING:
        return False
    if draft.act.asserts and not is_turned:
        return False
    if draft.act is Act.END and verb.tense is Tense.PAST and _is_for_a_time(reading, draft):
        return True
    was_so = any(each.norm == "used" for each in verb.tokens)
    if was_so or not (verb.negated or verb.ended or draft.act is Act.DENY):
        return False
    if following is not None and following.before in _ONLY_THEN and draft.act is Act.DENY:
        return True
    behind = list(
        takewhile(
            lambda each: each.norm not in PRONOUNS,
            (each for each in reading.rest if each.start >= draft.span[1]),
        )
    )
    joined = reading.clause.tail[0] if reading.clause.tail else following
    compared = joined is not None and joined.before == "as"
    if [each.norm for each in behind] == ["as", "well"] and not compared:
        return False
    return any(_narrows(behind, index, reading, draft) for index in range(len(behind)))


def _is_for_a_time(reading: Reading, draft: Draft) -> bool:
    """Tell whether something stopped only for a while: "for a week", "once"."""
    lasting = draft.time is not None and draft.time.extent is Extent.LASTING
    return lasting or any(each.norm == "once" for each in reading.clause.tokens)


def _narrows(behind: Sequence[Token], index: int, reading: Reading, draft: Draft) -> bool:
    token = behind[index]
    following = behind[index + 1] if index + 1 < len(behind) else None
    norm, pair = token.norm, f"{token.norm} {'' if following is None else following.norm}"
    if norm in _PARTS_OF_DAYS:
        return True
    if norm == "much":
        return draft.predicate not in _TASTES
    if norm not in _NARROWING or pair in _WHOLLY:
        return False
    is_employer = draft.predicate == "works_as" and following is not None and following.is_capital
    return not is_employer and (token.start not in reading.timed or norm in {"every", "each"})
