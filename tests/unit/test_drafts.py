"""What a writer hands in is brought into normal form, or refused before anything is locked."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from muniment.errors import (
    BlankContent,
    ContentTooLong,
    EmptyPeriod,
    InvalidValue,
    MunimentError,
    UnstorableText,
)
from muniment.ledger.drafts import checked_draft, checked_turn, metadata_text
from muniment.model.writes import Draft, Turn
from muniment.settings import LimitSettings

LIMITS = LimitSettings(content_characters_max=10, metadata_bytes_max=20, tags_max=2)
MARCH = datetime(2026, 3, 1, tzinfo=UTC)
DRAFT = Draft(content="Tea")
TURN = Turn(content="Tea?", speaker="Mike", occurred_at=MARCH, session="chat")


def test_content_and_names_are_trimmed_and_composed() -> None:
    draft = Draft(
        content=" e\u0301 \n", entity=" A\u030a", category="\tx ", tags=("e\u0301", " é ")
    )
    checked = checked_draft(draft, LIMITS)
    assert (checked.content, checked.entity, checked.category) == ("é", "Å", "x")
    assert checked.tags == ("é",)


def test_a_turn_keeps_its_words_as_they_were_said() -> None:
    checked = checked_turn(replace(TURN, content="  e\u0301 \n"), LIMITS)
    assert checked.content == "  e\u0301 \n"


def test_the_limit_counts_characters_after_trimming() -> None:
    assert checked_draft(replace(DRAFT, content=" " * 50 + "x" * 10), LIMITS).content == "x" * 10
    with pytest.raises(ContentTooLong, match="has 11 characters"):
        checked_draft(replace(DRAFT, content="x" * 11), LIMITS)


@pytest.mark.parametrize(
    "field, value, error",
    [
        ("content", "", BlankContent),
        ("content", "\u00a0\u3000", BlankContent),
        ("content", "a\x00", UnstorableText),
        ("content", "\udfff", UnstorableText),
        ("content", 5, InvalidValue),
        ("content", b"Tea", InvalidValue),
        ("entity", 5, InvalidValue),
        ("entity", "", InvalidValue),
        ("entity", "\ud800", UnstorableText),
        ("namespace", "a\x00", UnstorableText),
        ("container", "\ud800", UnstorableText),
        ("container", "c" * 257, InvalidValue),
        ("object", "London", InvalidValue),
        ("tags", "tea", InvalidValue),
        ("tags", ("a", 5), InvalidValue),
        ("tags", ("a", "b", "c"), InvalidValue),
        ("tags", ("a" * 129,), InvalidValue),
        ("confidence", float("nan"), InvalidValue),
        ("confidence", 1.5, InvalidValue),
        ("confidence", True, InvalidValue),
        ("confidence", "1", InvalidValue),
        ("confidence", None, InvalidValue),
        ("source", "s" * 11, InvalidValue),
        ("source", "a\x00", UnstorableText),
        ("span", (0, 4), InvalidValue),
        ("metadata", [], InvalidValue),
        ("metadata", {5: 1}, InvalidValue),
        ("metadata", {"a": float("inf")}, InvalidValue),
        ("metadata", {"a": "x" * 20}, InvalidValue),
        ("metadata", {"a": "\x00"}, UnstorableText),
        ("metadata", {"\ud800": 1}, UnstorableText),
    ],
)
def test_what_cannot_be_kept_is_refused(field: str, value: Any, error: type[MunimentError]) -> None:
    with pytest.raises(error) as caught:
        checked_draft(replace(DRAFT, **{field: value}), LIMITS)
    assert type(caught.value) is error


@pytest.mark.parametrize("until", [MARCH, datetime(2026, 2, 1, tzinfo=UTC)])
def test_a_period_that_ends_before_it_begins_is_refused(until: datetime) -> None:
    with pytest.raises(EmptyPeriod):
        checked_draft(replace(DRAFT, valid_from=MARCH, valid_until=until), LIMITS)


@pytest.mark.parametrize(
    "field, value, error",
    [
        ("content", " ", BlankContent),
        ("session", "", InvalidValue),
        ("speaker", "\ud800", UnstorableText),
        ("source_id", "s" * 257, InvalidValue),
        ("caption", "c" * 11, InvalidValue),
        ("metadata", {"a": "x" * 20}, InvalidValue),
    ],
)
def test_a_turn_that_cannot_be_kept_is_refused(
    field: str, value: Any, error: type[MunimentError]
) -> None:
    with pytest.raises(error):
        checked_turn(replace(TURN, **{field: value}), LIMITS)


def test_metadata_is_kept_as_sorted_json_and_a_backslash_is_no_nul() -> None:
    assert metadata_text({"b": 1, "a": "é"}, LIMITS) == '{"a": "é", "b": 1}'
    assert metadata_text({"a": "\\u0000"}, LIMITS) == '{"a": "\\\\u0000"}'
    with pytest.raises(UnstorableText):
        metadata_text({"a": "\\\x00"}, LIMITS)


def test_metadata_that_is_too_large_is_told_how_large_it_may_be() -> None:
    with pytest.raises(InvalidValue, match=r"has 23 bytes; `limits.metadata_bytes_max` allows 20"):
        metadata_text({"a": "é" * 7}, LIMITS)


def test_metadata_that_is_nested_without_end_is_refused() -> None:
    endless: dict[str, object] = {}
    endless["a"] = endless
    with pytest.raises(InvalidValue, match="not valid JSON"):
        metadata_text(endless, LIMITS)
