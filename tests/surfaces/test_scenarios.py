"""The same steps have the same answers on every surface, and the same refusals."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from muniment import AsyncAgentMemory, AsyncMemoryClient
from muniment.bootstrap.wiring import opened
from muniment.mcp.serving import PATH, OverHttp
from muniment.mcp.tools import TOOLS
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, Server
from tests.surfaces.agents import speaking
from tests.surfaces.issuer import Issuer
from tests.surfaces.scenario_words import Scenario, differences, filled
from tests.surfaces.scenarios_read import SCENARIOS
from tests.surfaces.service import listening_service
from tests.surfaces.speaking import (
    TOOL_OF,
    Refusal,
    Speaker,
    ThroughAgent,
    ThroughPython,
    ThroughRest,
    ThroughTerminal,
)
from tests.surfaces.terminal import Terminal

SURFACES = ("library", "client", "rest", "terminal", "mcp")
"""Whoever adds a surface names it here, and makes its speaker below."""

SERVED = ("client", "rest", "mcp")
"""Those that reach the service, which has an embedder."""

WITHOUT_MODEL: dict[str, Any] = {"embedder": {"name": "none"}}


@pytest.fixture(scope="module")
def shared(server: Server) -> Iterator[Database]:
    with server.database() as lent:
        yield lent


@pytest.fixture(scope="module")
def address(shared: Database, issuer: Issuer) -> Iterator[str]:
    access = issuer.settings | {"jwt_tenant_claim": "tenant"}
    with listening_service(
        shared, mcp=OverHttp(), access=access, embedder=WITHOUT_MODEL["embedder"]
    ) as url:
        yield url


@pytest.fixture
def terminal(
    shared: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Terminal:
    """Name the shared database in the environment, and no model."""
    named = {
        "HOME": str(tmp_path),
        "MUNIMENT_DATABASE_URL": shared.app,
        "MUNIMENT_EMBEDDER__NAME": "none",
    }
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    return Terminal(home=tmp_path, environment=named, capsys=capsys)


@pytest.fixture
async def speaker(
    surface: str,
    scenario: Scenario,
    shared: Database,
    address: str,
    issuer: Issuer,
    terminal: Terminal,
) -> AsyncIterator[Speaker]:
    """Lend a surface to a scenario, in a tenant that was opened for it."""
    tenant = f"{surface}: {scenario.name}"
    settings = Settings(database_url=shared.app, tenant=tenant, **WITHOUT_MODEL)
    embedder = HashedEmbedder() if surface in SERVED else None
    async with opened(settings, embedder=embedder, founding=True):
        pass
    token = issuer.token(sub="local", role="admin", tenant=tenant)
    match surface:
        case "library":
            async with AsyncAgentMemory(settings=settings) as memory:
                yield ThroughPython(memory)
        case "client":
            async with AsyncMemoryClient(address, token) as client:
                yield ThroughPython(client)
        case "rest" | "mcp":
            headers = {"Authorization": f"Bearer {token}"}
            async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as http:
                rest = ThroughRest(http)
                if surface == "rest":
                    yield rest
                    return
                async with speaking(address + PATH, token) as client:
                    yield ThroughAgent(client, rest)
        case _:
            yield ThroughTerminal(terminal, tenant, terminal.home)


async def go_through(scenario: Scenario, speaker: Speaker) -> list[str]:
    """Take every step, and return where an answer or a refusal is not what it must be."""
    kept: dict[str, Any] = {}
    wrong: list[str] = []
    for step in scenario.steps:
        given = filled(step.given, kept)
        try:
            answer = await speaker.call(step.does, given)
        except Refusal as refusal:
            if str(refusal) != step.fails:
                return [*wrong, f"{step.does} is refused with {refusal}, not {step.fails}"]
            continue
        if step.fails is not None:
            return [*wrong, f"{step.does} is not refused: {answer}"]
        if step.kept is not None:
            kept[step.kept] = answer
        wrong += differences(step, answer, kept)
    return wrong


def reached(surface: str, scenario: Scenario) -> bool:
    """Say whether a surface offers anything of a scenario: agents have tools for what they need."""
    return surface != "mcp" or any(step.does in TOOL_OF for step in scenario.steps)


@pytest.mark.parametrize(
    "surface, scenario",
    [
        pytest.param(surface, scenario, id=f"{surface}: {scenario.name}")
        for surface in SURFACES
        for scenario in SCENARIOS
        if reached(surface, scenario)
    ],
)
async def test_every_surface_answers_as_the_table_says(
    surface: str, scenario: Scenario, speaker: Speaker
) -> None:
    assert await go_through(scenario, speaker) == []


def test_there_are_at_least_forty_scenarios_each_of_its_own_name() -> None:
    names = [scenario.name for scenario in SCENARIOS]

    assert len(names) == len(set(names)) >= 40


def test_the_table_goes_through_every_tool_of_an_agent() -> None:
    done = {step.does for scenario in SCENARIOS for step in scenario.steps}

    assert len(TOOL_OF) == len(TOOLS) == 16
    assert TOOL_OF.keys() - done == set()
