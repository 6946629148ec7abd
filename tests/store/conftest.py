"""Lend a server that replies as language models do, from a script."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muniment.testing.model_server import ModelServer, model_server


@pytest.fixture
def scripted() -> Iterator[ModelServer]:
    """Lend one whose script is empty."""
    with model_server() as served:
        yield served
