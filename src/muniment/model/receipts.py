"""Read a receipt back from its JSON form."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from math import isfinite
from typing import Final, cast
from uuid import UUID

from muniment.errors import InvalidValue
from muniment.model.ids import RecallId
from muniment.model.recalled import EmbedderUsed, LaneScore, Question, Receipt
from muniment.temporal.basis import Basis, Point
from muniment.temporal.period import Period

Object = Mapping[str, object]

NUMBER_MAX: Final = 2**63 - 1
CANDIDATES_MAX: Final = 10_000
"""The most candidates that a recall asks of a lane, and so the most results that it orders."""

REWRITTEN_MAX: Final = 16
"""The most texts that a question was rewritten to: each is embedded, or searched with, by a replay."""

REWRITTEN_CHARACTERS_MAX: Final = 20_000


def read_receipt(text: str) -> Receipt:
    """Return the receipt that `plain` was written from, with all that a replay needs.

    Lanes, steps and what was dropped are not read: they say how it went, not what to do.

    Raises:
        InvalidValue: the text is no receipt.
    """
    try:
        told = cast("Object", json.loads(text))
        return _receipt(told)
    except KeyError as missing:
        raise InvalidValue(f"this is not a receipt of a recall: {missing} is missing.") from None
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InvalidValue(f"this is not a receipt of a recall: {error}.") from None


def _receipt(told: Object) -> Receipt:
    embedder = cast("Object | None", told["embedder"])
    abstained = cast("str | None", told["abstained"])
    return Receipt(
        recall_id=RecallId(UUID(_text(told["recall_id"]))),
        question=_question(cast("Object", told["question"])),
        basis=_basis(cast("Object", told["basis"])),
        ranking_version=_text(told["ranking_version"]),
        embedder=None
        if embedder is None
        else EmbedderUsed(name=_text(embedder["name"]), digest=_text(embedder["digest"])),
        lanes=(),
        steps=(),
        tokens=_number(told["tokens"]),
        dropped=(),
        degraded=_texts(told["degraded"]),
        abstained=abstained,
        digest=_text(told["digest"]),
        asked_by=None if told.get("asked_by") is None else _text(told["asked_by"]),
    )


def _question(told: Object) -> Question:
    weights = cast("Sequence[Object]", told["weights"])
    return Question(
        query=_text(told["query"]),
        namespace=_text(told["namespace"]),
        containers=_texts(told["containers"]),
        limit=_number(told["limit"], least=1),
        budget_tokens=_number(told["budget_tokens"], least=1),
        candidates_max=_number(told["candidates_max"], least=1, most=CANDIDATES_MAX),
        mmr_lambda=_finite(told["mmr_lambda"]),
        weights=tuple(
            LaneScore(name=_text(weight["name"]), value=_finite(weight["value"]))
            for weight in weights
        ),
        speaker=None if told.get("speaker") is None else _text(told["speaker"]),
        passages=_rewritten(told.get("passages", ())),
        wordings=_rewritten(told.get("wordings", ())),
        order=tuple(UUID(each) for each in _few(told.get("order", ()), CANDIDATES_MAX)),
        approximate=told.get("approximate") is True,
    )


def _basis(told: Object) -> Basis:
    point = cast("Object", told["as_of"])
    window = cast("Object | None", told["window"])
    return Basis(
        valid_at=_time(told["valid_at"]),
        as_of=Point(number=_number(point["number"]), time=_time(point["time"])),
        window=None
        if window is None
        else Period(
            start=_time(window["start"]),
            end=None if window["end"] is None else _time(window["end"]),
        ),
    )


def _rewritten(told: object) -> tuple[str, ...]:
    texts = _few(told, REWRITTEN_MAX)
    if any(len(each) > REWRITTEN_CHARACTERS_MAX for each in texts):
        raise ValueError(f"a text has more than {REWRITTEN_CHARACTERS_MAX} characters")
    return texts


def _few(told: object, most: int) -> tuple[str, ...]:
    texts = _texts(told)
    if len(texts) > most:
        raise ValueError(f"{len(texts)} texts are more than {most}")
    return texts


def _texts(told: object) -> tuple[str, ...]:
    return tuple(_text(each) for each in cast("Sequence[object]", told))


def _time(told: object) -> datetime:
    return datetime.fromisoformat(_text(told))


def _text(told: object) -> str:
    if not isinstance(told, str):
        raise TypeError(f"{told!r:.80} is not a text")
    return told


def _number(told: object, least: int = 0, most: int = NUMBER_MAX) -> int:
    if isinstance(told, bool) or not isinstance(told, int) or told < least:
        raise TypeError(f"{told!r:.80} is not a whole number from {least} on")
    if told > most:
        raise ValueError(f"{told!r:.80} is more than {most}")
    return told


def _finite(told: object) -> float:
    if isinstance(told, bool) or not isinstance(told, int | float) or not isfinite(told):
        raise TypeError(f"{told!r:.80} is not a number")
    return float(told)
