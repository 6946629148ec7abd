"""A receipt is read back from its JSON form, and one that was altered is refused with what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from muniment.errors import InvalidValue
from muniment.model.receipts import read_receipt

RECEIPT: dict[str, Any] = {
    "recall_id": "01a20966-f2f3-7a23-84f2-f41a9e93bd19",
    "question": {
        "query": "Where does Mike live?",
        "namespace": "default",
        "containers": ["project:boat"],
        "limit": 10,
        "budget_tokens": 20_000,
        "candidates_max": 60,
        "mmr_lambda": 0.7,
        "weights": [{"name": "words", "value": 1}],
    },
    "basis": {
        "valid_at": "2026-06-20T00:00:00+00:00",
        "as_of": {"number": 0, "time": "0001-01-01T00:00:00+00:00"},
        "window": None,
    },
    "ranking_version": "1",
    "embedder": None,
    "tokens": 0,
    "degraded": [],
    "abstained": "nothing bears on it",
    "digest": "0" * 64,
}
ALTERED: list[tuple[tuple[str, ...], object, str]] = [
    (("question", "limit"), None, "None is not a whole number from 1 on"),
    (("question", "limit"), "10", "'10' is not a whole number from 1 on"),
    (("question", "budget_tokens"), 0, "0 is not a whole number from 1 on"),
    (("question", "candidates_max"), True, "True is not a whole number from 1 on"),
    (("question", "containers"), [1], "1 is not a text"),
    (("question", "mmr_lambda"), float("nan"), "nan is not a number"),
    (("question", "weights"), [{"name": "words", "value": "1"}], "'1' is not a number"),
    (("question", "query"), ["x" * 9_999], "is not a text"),
    (
        ("basis", "as_of"),
        {"number": -1, "time": "2026-06-20"},
        "-1 is not a whole number from 0 on",
    ),
    (("tokens",), 0.5, "0.5 is not a whole number from 0 on"),
    (("degraded",), [None], "None is not a text"),
    (("question", "candidates_max"), 10_001, "10001 is more than 10000"),
    (("question", "limit"), 2**63, f"{2**63} is more than {2**63 - 1}"),
    (("basis", "as_of"), {"number": 10**30, "time": "2026-06-20"}, "is more than"),
    (("question", "passages"), ["x"] * 17, "17 texts are more than 16"),
    (("question", "wordings"), ["x"] * 17, "17 texts are more than 16"),
    (("question", "passages"), ["x" * 20_001], "a text has more than 20000 characters"),
    (
        ("question", "order"),
        ["01a20966-f2f3-7a23-84f2-f41a9e93bd19"] * 10_001,
        "10001 texts are more than 10000",
    ),
]


def test_a_receipt_is_read_with_all_that_a_replay_needs() -> None:
    read = read_receipt(json.dumps(RECEIPT))

    assert (read.question.limit, read.question.containers) == (10, ("project:boat",))
    assert [(each.name, each.value) for each in read.question.weights] == [("words", 1.0)]
    assert (read.basis.as_of.number, read.tokens, read.embedder) == (0, 0, None)


@pytest.mark.parametrize("place, value, told", ALTERED)
def test_a_receipt_that_was_altered_is_refused(
    place: tuple[str, ...], value: object, told: str
) -> None:
    altered = json.loads(json.dumps(RECEIPT))
    within = altered
    for name in place[:-1]:
        within = within[name]
    within[place[-1]] = value

    with pytest.raises(InvalidValue, match="this is not a receipt of a recall") as refused:
        read_receipt(json.dumps(altered))

    assert told in refused.value.message
    assert len(refused.value.message) < 200


@pytest.mark.parametrize("text", ["", "[]", "[" * 100_000, '{"tokens": 1e999}'])
def test_a_text_that_is_no_receipt_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match="this is not a receipt of a recall"):
        read_receipt(text)
