"""Count a belief and the turn it came from as one result, and never rank what was given up first."""

from __future__ import annotations

from collections.abc import Sequence

from muniment.recall.candidates import Candidate

STEP = 1e-6
"""The least difference between two rounded scores."""


def below_successors(
    ranked: Sequence[tuple[int, float]], candidates: Sequence[Candidate]
) -> list[tuple[int, float]]:
    """Put what was given up, or contradicts what is held, just below what holds in its place.

    The best successor comes up to its place; but a turn of which something else still holds comes
    down: that may be what it is found for.
    """
    if not any(candidates[index].successors for index, _ in ranked):
        return list(ranked)
    scores = {candidates[index].item_id: score for index, score in ranked}
    successors = {
        index: [each for each in candidates[index].successors if each in scores]
        for index, _ in ranked
    }
    # What takes the place of a turn may be a contested belief; what is held in the place of that has no successor.
    turns_first = sorted(successors, key=lambda index: candidates[index].kind == "memory")
    for index in turns_first:
        item_id = candidates[index].item_id
        if successors[index] and not candidates[index].still_tells:
            best = max(successors[index], key=scores.__getitem__)
            scores[best] = max(scores[best], scores[item_id])
    for index in reversed(turns_first):
        item_id = candidates[index].item_id
        scores[item_id] = min(
            [scores[item_id], *(scores[each] - STEP for each in successors[index])]
        )
    return [(index, scores[candidates[index].item_id]) for index, _ in ranked]


def paired(
    order: Sequence[int], candidates: Sequence[Candidate]
) -> tuple[list[int], dict[int, list[int]]]:
    """Let the better of a belief and its turn stand for both.

    Returns the indices that stay, in order, and for each of them those that it stands for. Several
    beliefs of one turn that rank above it stay apart: they say different things. The turn then
    goes to the first of them.
    """
    kept: list[int] = []
    absorbed: dict[int, list[int]] = {}
    turns: dict[str, int] = {}
    beliefs: dict[str, int] = {}
    for index in order:
        candidate = candidates[index]
        if candidate.kind == "episode":
            host = beliefs.get(candidate.item_id)
        elif candidate.sources:
            host = next((turns[s] for s in candidate.sources if s in turns), None)
        else:
            host = None
        if host is not None:
            absorbed.setdefault(host, []).append(index)
            continue
        kept.append(index)
        if candidate.kind == "episode":
            turns[candidate.item_id] = index
        else:
            for source in candidate.sources:
                beliefs.setdefault(source, index)
    return kept, absorbed
