"""Lend language models to the tests of the roles that they play."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.unit.role_models import Bench, bench


@pytest.fixture(scope="module", params=["openai", "anthropic"])
async def lent(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    """Lend a model of each protocol, with its server, to a module."""
    with bench(request.param) as made:
        yield made
        await made.close()


@pytest.fixture
def at(lent: Bench) -> Bench:
    """Lend it with nothing in its script."""
    lent.begin_anew()
    return lent
