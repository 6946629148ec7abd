"""Every error has its place in the tree, a code of its own and a message of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from muniment import errors


def below(category: type[errors.MunimentError]) -> Iterator[type[errors.MunimentError]]:
    for child in category.__subclasses__():
        yield child
        yield from below(child)


EVERY_ERROR = [
    error for error in below(errors.MunimentError) if error.__module__ == errors.__name__
]
CATEGORIES = errors.MunimentError.__subclasses__()
LEAVES = [error for error in EVERY_ERROR if error not in CATEGORIES]


def tree_drawn() -> dict[str, str]:
    """Read the drawing in the module's docstring: the category of each leaf that it names."""
    drawn: dict[str, str] = {}
    category = ""
    for line in (errors.__doc__ or "").splitlines():
        head = re.match(r"[├└]── (\w+)", line)
        if head:
            category = head[1]
        elif category:
            drawn.update(dict.fromkeys(re.findall(r"\w+", line), category))
    return drawn


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    actual = {
        leaf.__name__: category.__name__ for category in CATEGORIES for leaf in below(category)
    }

    assert tree_drawn() == actual


def test_no_two_errors_share_a_code() -> None:
    codes = [leaf.code for leaf in LEAVES]

    assert sorted(codes) == sorted(set(codes))


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: leaf.__name__)
def test_a_leaf_states_its_own_code_and_message(leaf: type[errors.MunimentError]) -> None:
    assert "code" in vars(leaf)
    assert re.fullmatch(r"[a-z][a-z0-9_]*", leaf.code)
    assert re.search(r"[.?]$", (vars(leaf)["__doc__"] or "").strip())


@pytest.mark.parametrize("category", CATEGORIES, ids=lambda category: category.__name__)
def test_every_category_is_told_on_every_surface(category: type[errors.MunimentError]) -> None:
    assert category in errors.TELLINGS


def test_no_two_categories_leave_the_shell_with_the_same_code() -> None:
    exit_codes = [telling.exit_code for telling in errors.TELLINGS.values()]

    assert len(exit_codes) == len(set(exit_codes))
    assert 0 not in exit_codes
