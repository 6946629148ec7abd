"""Pack the best that fits."""

from __future__ import annotations

from collections.abc import Sequence

from muniment.recall.candidates import Candidate


def packed(
    order: Sequence[int], candidates: Sequence[Candidate], *, budget_tokens: int, limit: int
) -> tuple[list[int], dict[int, str]]:
    """Take candidates in order while they fit; return those taken, and why each other was not.

    Greedy: one that is too long is passed over, and a shorter, lesser one may still fit.
    """
    taken: list[int] = []
    passed: dict[int, str] = {}
    left = budget_tokens
    beyond = f"beyond the limit of {limit} results"
    for index in order:
        tokens = candidates[index].token_count
        if len(taken) >= limit:
            passed[index] = beyond
        elif tokens > left:
            passed[index] = f"needs {tokens} tokens, {left} of {budget_tokens} are left"
        else:
            taken.append(index)
            left -= tokens
    return taken, passed
