"""What is stored stands in a context as one line, however it is laid out."""

from __future__ import annotations

from time import process_time

import pytest

from muniment.knowledge.answering.packets import _text


@pytest.mark.parametrize(
    "text, line", [("a \r\n\t b", "a b"), ("a\n\n\nb", "a b"), ("a  b", "a  b"), ("a \n", "a ")]
)
def test_the_lines_of_a_text_are_made_one(text: str, line: str) -> None:
    assert _text(text) == line


def test_a_long_text_of_nothing_but_spaces_is_made_one_line_in_good_time() -> None:
    begun = process_time()
    _text("a" + " " * 32_000)

    assert process_time() - begun < 1
