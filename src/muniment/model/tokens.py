"""Estimate how many tokens a text takes, the same for budgets of answers and of models."""

from __future__ import annotations

import math
from typing import Final

CHARACTERS_PER_TOKEN: Final = 4
"""English text has about four characters to a token; the estimate needs no tokenizer."""


def tokens_estimated(characters: int) -> int:
    """Estimate the tokens of a text of so many characters: a quarter of them, rounded up."""
    return math.ceil(characters / CHARACTERS_PER_TOKEN)
