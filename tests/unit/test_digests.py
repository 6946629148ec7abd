"""The digests of a row stay what they were, one by one and many at once: old chains are verified by them."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest

from muniment.audit.digests import digest_rows, written_row

COLUMNS = (
    "tenant_id", "number", "memory_id", "content", "entity", "object", "tags", "confidence",
    "gap", "salt", "known_from", "known_until",
)  # fmt: skip
ID = UUID("0195f3a1-2b3c-7d4e-8f90-a1b2c3d4e5f6")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ROWS: list[tuple[object, ...]] = [
    (ID, 1, ID, 'Mike says "tea"\n', "Mike", None, [], 0.5, False, b"\x00\xff", NOON, None),
    (ID, 2, ID, "straße \x1f\\", None, None, ["a", "ü"], 1.0, True, b"salt", NOON, NOON),
    (ID, 3, ID, "", "Ann", None, [ID, None], 1e-7, False, None, NOON.replace(microsecond=5), None),
]
PLAIN = [
    "aad8252da9ed076dff1eef161018f30b7eaffb2fca4d3d81ca214bdd1499520e",
    "f16894f47ea05536360f3816a99ced6eb82c2d27062d0708ad6b3b717e0c5127",
    "e9628fa0ee6549f0cd87deca40425b29856f917792d068200ddba2c9c521ea9f",
]
SALTED = [
    "04943e4835577df5d2a089ec53ff5d442039895380a5a15e08a2d79f8b0f6fec",
    "d24da7fcf1dc07d33f2d1d4bc293e3d84b69e1ddb539c8c4b2445edb7044e15f",
    "c48c29f33ee3d29bcb1a17c0280118eafeca6e0a575b06c24cff86cc2950d8d9",
]


def test_the_digests_of_rows_are_those_that_they_always_had() -> None:
    digests = digest_rows("memories", COLUMNS, ROWS)

    assert [each and each.plain for each in digests] == PLAIN
    assert [each and each.salted for each in digests] == SALTED


@pytest.mark.parametrize("table", ["memories", "versions", "pages"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_many_rows_have_the_digests_that_each_has(table: str, count: int) -> None:
    rows = ROWS[:count]

    assert digest_rows(table, COLUMNS, rows) == [
        written_row(table, dict(zip(COLUMNS, row, strict=True)), salt)[0]
        for row, salt in zip(rows, [b"\x00\xff", b"salt", None], strict=False)
    ]


def test_an_id_has_the_digest_of_its_text() -> None:
    texts = [tuple(str(value) if value is ID else value for value in row) for row in ROWS]

    assert digest_rows("memories", COLUMNS, texts) == digest_rows("memories", COLUMNS, ROWS)


def test_a_row_with_a_value_of_no_canonical_form_has_no_digests_and_the_others_have_theirs() -> (
    None
):
    strange = [ROWS[0], (*ROWS[1][:-1], NOON), (*ROWS[2][:3], object(), *ROWS[2][4:])]

    first, second, third = digest_rows("memories", COLUMNS, strange)

    assert [first, second] == digest_rows("memories", COLUMNS, ROWS[:2])
    assert third is None


def test_no_rows_have_no_digests() -> None:
    assert digest_rows("memories", COLUMNS, []) == []
