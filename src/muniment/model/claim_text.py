"""Write a claim as JSON text, and read it back."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Final, cast

from muniment.model.claims import Act, Claim
from muniment.model.plain import plain

_TIMES: Final = ("valid_from", "valid_until")


def claim_text(claim: Claim) -> str:
    """Return a claim as JSON, byte for byte the same for the same claim."""
    return json.dumps(plain(claim), sort_keys=True, ensure_ascii=False)


def read_claim(text: str | None) -> Claim | None:
    """Return the claim that a text says; None of none."""
    if text is None:
        return None
    told = cast("dict[str, object]", json.loads(text))
    for name in _TIMES:
        if told[name] is not None:
            told[name] = datetime.fromisoformat(str(told[name]))
    start, end = cast("list[int]", told["span"])
    told |= {"act": Act(str(told["act"])), "span": (start, end)}
    return Claim(**told)  # type: ignore[arg-type]  # the fields are those that `plain` wrote
