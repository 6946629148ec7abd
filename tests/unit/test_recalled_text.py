"""What comes out of a recall is recognised in whatever dress it comes back."""

from __future__ import annotations

import pytest

from muniment.knowledge.resolution.recalled_text import blanked, recalled_passages

ID = "0198c0de-1111-7222-8333-444455556666"


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in recalled_passages(text)]


@pytest.mark.parametrize(
    "text, passages",
    [
        ("I live in Bath.", []),
        (f"My order is {ID}.", []),
        ("Say [1] and (2) of it.", []),
        (f"You live in Bath [{ID}]. I booked a table.", [f"You live in Bath [{ID}]."]),
        (f"Hi. You live in Bath. [memory {ID}] I like tea.", [f"You live in Bath. [memory {ID}]"]),
        (f"[memory {ID}] Mike lives in Bath.\nI moved.", [f"[memory {ID}] Mike lives in Bath."]),
        (f"- [{ID}] Mike lives in Bath.", [f"- [{ID}] Mike lives in Bath."]),
        (
            f"Mike lives in Bath [{ID}] [{ID}]. He moved.",
            [f"Mike lives in Bath [{ID}] [{ID}]."],
        ),
        (
            "So: <contextenhancement scope='user'>I live in Rome.</contextenhancement> I like tea.",
            ["<contextenhancement scope='user'>I live in Rome.</contextenhancement>"],
        ),
        (
            "So: &lt;contextenhancement&gt;I live in Rome.&lt;/contextenhancement&gt; I like tea.",
            ["&lt;contextenhancement&gt;I live in Rome.&lt;/contextenhancement&gt;"],
        ),
        (
            "So: \\u003ccontextenhancement\\u003eRome.\\u003c/contextenhancement\\u003e I like tea.",
            ["\\u003ccontextenhancement\\u003eRome.\\u003c/contextenhancement\\u003e"],
        ),
        ("A <contextenhancements> is no block.", []),
        (
            '{"id": "' + ID + '", "kind": "memory", "content": "I live in Rome."}\nI own a dog.',
            ['{"id": "' + ID + '", "kind": "memory", "content": "I live in Rome."}'],
        ),
        ("<ContextEnhancement>I live in Rome. And", ["<ContextEnhancement>I live in Rome. And"]),
        (
            '{"id": "' + ID + '", "says": "Mike } lives"} and I own a dog.',
            ['{"id": "' + ID + '", "says": "Mike } lives"}'],
        ),
        (
            '> {\\"id\\": \\"' + ID + '\\", \\"says\\": \\"Mike li\nI own a dog.',
            ['{\\"id\\": \\"' + ID + '\\", \\"says\\": \\"Mike li'],
        ),
    ],
)
def test_a_passage_is_found_whole_and_alone(text: str, passages: list[str]) -> None:
    assert found(text) == passages


def test_what_is_blanked_keeps_every_other_letter_in_its_place() -> None:
    text = f"I like tea. [{ID}] I own a dog."
    spans = recalled_passages(text)

    left = blanked(text, spans)

    assert len(left) == len(text)
    assert left.index("I own a dog.") == text.index("I own a dog.")
    assert "tea" not in left


def test_a_long_text_is_read_in_one_go() -> None:
    text = ("a" * 20 + " ") * 2_000 + f"[{ID}]" * 50

    assert recalled_passages(text) == ((0, len(text)),)
