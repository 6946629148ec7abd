"""A cursor carries on where a page ended, and what nobody was given is no cursor."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime
from uuid import UUID

import pytest

from muniment.errors import InvalidValue
from muniment.recall.lookup.cursor import VersionCursor

CURSOR = VersionCursor(
    as_of=7,
    after_from=datetime(2026, 6, 1, tzinfo=UTC),
    after_id=UUID("0198c0de-1111-7222-8333-444455556666"),
    after_number=2**63 - 1,
    after_ordinal=2**31 - 1,
)


def written(place: int, value: object) -> str:
    """Return the text of the cursor with another value in a place."""
    text = CURSOR.write("question")
    values = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    values[place] = value
    return urlsafe_b64encode(json.dumps(values).encode()).decode()


def test_a_cursor_is_read_back() -> None:
    assert VersionCursor.read(CURSOR.write("question"), "question") == CURSOR


@pytest.mark.parametrize(
    "place, value",
    [(1, -1), (1, 2**63), (4, 10**30), (5, 2**31), (5, "one"), (2, "2026-06-01"), (3, "me")],
)
def test_a_cursor_with_what_no_place_has_is_none(place: int, value: object) -> None:
    with pytest.raises(InvalidValue, match="this is not a cursor"):
        VersionCursor.read(written(place, value), "question")


def test_a_cursor_that_is_nested_without_end_is_none() -> None:
    text = urlsafe_b64encode(b"[" * 100_000).decode()

    with pytest.raises(InvalidValue, match="this is not a cursor"):
        VersionCursor.read(text, "question")
