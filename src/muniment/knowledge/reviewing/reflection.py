"""Look back: what somebody keeps saying they want, what binds them, what changed, what is in dispute."""

from __future__ import annotations

import re
from typing import Final

from muniment.access.principal import Principal
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Evidence
from muniment.model.reflection import GetReflection, OpenContradiction, Reflection, StableBelief
from muniment.model.reviews import GetReviews, Review
from muniment.recall.lookup.reflected import Supported, look_back
from muniment.recall.lookup.reviews import reviews
from muniment.store.pool import Store

_PREFERRED: Final = frozenset(
    {"likes", "dislikes", "hobby", "hobbies", "preference", "preferences", "prefers", "taste"}
    | {"loves", "hates", "enjoys", "interest", "interests"}
)
_BOUND: Final = frozenset(
    {"diet", "condition", "allergy", "allergies", "constraint", "constraints", "restriction"}
    | {"requirement", "requirements", "limit", "limits", "rule", "rules", "boundary", "budget"}
)
_OPEN: Final = frozenset({"general", "opinion", "note"})
"""Categories that say nothing of the kind."""

_PREFERRING: Final = re.compile(
    r"\b(?:prefers?|favou?rite|likes?|loves?|enjoys?|dislikes?|hates?)\b"
)
_BINDING: Final = re.compile(
    r"\b(?:must|cannot|can(?:'|’)t|may not|never|always|only|allergic|intolerant|needs? to|"
    r"has to|have to|no (?:more|less|later|earlier) than|at (?:most|least)|under no)\b"
)


async def reflect(store: Store, principal: Principal, request: GetReflection) -> Reflection:
    """Look back at a basis; nothing is changed, and nothing settles by itself.

    A preference or a constraint is stable if it holds and was said in `episodes_min` turns or
    more. Which of them a belief is, its category says, else its words; what binds goes first.
    """
    looked = await look_back(store, principal, request)
    page = await reviews(
        store,
        principal,
        GetReviews(
            namespace=request.namespace,
            containers=request.containers,
            as_of=looked.basis.as_of.number,
            limit=request.limit,
        ),
    )
    bound = [_stable(each) for each in looked.supported if is_constraint(each)]
    preferred = [_stable(each) for each in looked.supported if is_preference(each)]
    lists = (bound, preferred, looked.changed)
    return Reflection(
        stable_preferences=tuple(preferred[: request.limit]),
        stable_constraints=tuple(bound[: request.limit]),
        changed_beliefs=looked.changed[: request.limit],
        contradictions_for_review=tuple(_open(each) for each in page),
        is_cut=page.cursor is not None or any(len(each) > request.limit for each in lists),
        basis=looked.basis,
    )


def is_preference(belief: Supported) -> bool:
    """Tell whether a belief says what somebody likes better or worse."""
    category = belief.category_key
    if category in _PREFERRED or category.startswith(("favourite", "favorite")):
        return True
    return _says(belief, _PREFERRING) and not is_constraint(belief)


def is_constraint(belief: Supported) -> bool:
    """Tell whether a belief says what binds somebody."""
    return belief.category_key in _BOUND or _says(belief, _BINDING)


def _says(belief: Supported, words: re.Pattern[str]) -> bool:
    """Tell whether a belief whose category leaves it open says so in its words."""
    return belief.category_key in _OPEN and words.search(belief.content.casefold()) is not None


def _stable(belief: Supported) -> StableBelief:
    return StableBelief(
        memory_id=MemoryId(belief.memory_id),
        content=belief.content,
        entity=belief.entity,
        category=belief.category,
        valid_from=belief.valid_from,
        episodes=tuple(EpisodeId(each) for each in belief.episode_ids),
    )


def _open(review: Review) -> OpenContradiction:
    return OpenContradiction(
        id=review.id,
        first_id=None if review.first is None else review.first.id,
        second_id=None if review.second is None else review.second.id,
        first_content=None if review.first is None else review.first.content,
        second_content=None if review.second is None else review.second.content,
        first_episodes=_episodes(review.first_evidence),
        second_episodes=_episodes(review.second_evidence),
        rationale=review.rationale,
    )


def _episodes(evidence: tuple[Evidence, ...]) -> tuple[EpisodeId, ...]:
    return tuple(dict.fromkeys(each.episode.id for each in evidence if each.episode is not None))
