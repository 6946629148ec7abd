"""A belief is searched by all that it says: also by what its sentence leaves to the slot."""

from __future__ import annotations

import pytest

from muniment.ledger.keys import searchable_text


@pytest.mark.parametrize(
    "content, entity, category, object_, text",
    [
        ("vegan", "Mei", "diet", None, "Mei: diet: vegan"),
        ("Mei's diet is vegan", "Mei", "diet", "vegan", "Mei's diet is vegan"),
        ("moved north", "Mei", "lives_in", "Leeds", "Mei: lives in: Leeds: moved north"),
        ("Blue", "Ann", "favourite colour", "blue", "Ann: favourite colour: Blue"),
        (
            "Zoe no longer lives in Bath.",
            "Zoe",
            "not lives_in",
            "Bath",
            "Zoe no longer lives in Bath.",
        ),
        ("It rains", None, None, None, "It rains"),
        ("It rains", None, "_", None, "It rains"),
    ],
)
def test_what_the_sentence_does_not_name_is_searched_beside_it(
    content: str, entity: str | None, category: str | None, object_: str | None, text: str
) -> None:
    assert searchable_text(content, entity, category, object_) == text
