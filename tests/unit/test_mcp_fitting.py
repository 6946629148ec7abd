"""The long texts of a list are cut where all of them are too much; short ones never are."""

from __future__ import annotations

from muniment.mcp.fitting import fitting
from muniment.model.plain import Plain


def entry(text: str) -> dict[str, Plain]:
    return {"id": "1", "content": text}


def test_short_texts_are_told_whole_however_many_there_are() -> None:
    many: list[Plain] = [entry("salt " * 40) for _ in range(500)]

    assert fitting(many) == many


def test_a_long_text_is_told_whole_where_it_is_alone() -> None:
    alone: list[Plain] = [entry("salt " * 4_000)]

    assert fitting(alone) == alone


def test_a_text_that_is_cut_says_how_much_is_left_out() -> None:
    long: list[Plain] = [{"memory": entry("x" * 20_000), "supersedes": None} for _ in range(20)]

    told = fitting(long)

    assert told[0] == {
        "memory": entry("x" * 1_999 + "… (18001 characters more: list fewer at once)"),
        "supersedes": None,
    }
