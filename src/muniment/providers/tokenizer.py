"""Read the tokenizer of a model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from muniment.errors import EmbedderUnavailable
from muniment.providers.packaged import ChosenFile

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def tokenizer_of(file: ChosenFile, *, tokens_max: int | None) -> Tokenizer:
    """Return a tokenizer that pads nothing and cuts texts off after `tokens_max` tokens.

    Raises:
        EmbedderUnavailable: the file is missing or altered, is no tokenizer.json, or the package
            `tokenizers` is missing.
    """
    path = file.verified()
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise EmbedderUnavailable(
            "The embedder needs the package 'tokenizers'. Run: pip install tokenizers"
        ) from None
    # The package raises a bare Exception for a bad file, so the file is looked at first.
    try:
        content = json.loads(path.read_bytes())
    except ValueError:
        content = None
    if not isinstance(content, dict) or not isinstance(content.get("model"), dict):
        raise EmbedderUnavailable(f"{path} cannot be loaded: it is not a tokenizer.json.")
    tokenizer: Tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    if tokens_max is None:
        tokenizer.no_truncation()
    else:
        tokenizer.enable_truncation(tokens_max)
    return tokenizer
