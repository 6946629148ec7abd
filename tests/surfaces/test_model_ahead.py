"""A service has loaded its model before it says that it listens, so that its first caller does not wait for it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import anyio
import httpx
import pytest

import muniment.providers.trained
from tests.surfaces.agents import good, listening, over_stdio
from tests.surfaces.terminal import Terminal

TOKENIZER: Final = Path(muniment.providers.trained.__path__[0], "tokenizer.json")
SERVICES: Final = [("api",), ("api", "--processes", "2"), ("mcp", "--http")]


def reading(terminal: Terminal, tokenizer: Path) -> Mapping[str, str]:
    """Return the environment of a service that loads this tokenizer with its model."""
    return {**terminal.environment, "MUNIMENT_EMBEDDER__TOKENIZER_PATH": str(tokenizer)}


def embedder_of(health: Mapping[str, Any]) -> str:
    """Return what is said of the embedder."""
    (found,) = [each["detail"] for each in health["parts"] if each["name"] == "embedder"]
    return str(found)


@pytest.mark.parametrize("command", [SERVICES[0], SERVICES[2]], ids=" ".join)
def test_a_service_that_listens_needs_the_files_of_its_model_no_more(
    terminal: Terminal, tmp_path: Path, command: tuple[str, ...]
) -> None:
    tokenizer = Path(shutil.copy(TOKENIZER, tmp_path))
    with listening(reading(terminal, tokenizer), command=command) as url:
        tokenizer.unlink()
        root = url.removesuffix("/mcp")
        added = {"memories": [{"content": "Mike plays the cello"}]}
        (written,) = httpx.post(f"{root}/v1/memories", json=added).json()
        assert written["embedded"] is True


@pytest.mark.parametrize("command", SERVICES, ids=" ".join)
def test_a_service_whose_model_cannot_be_loaded_listens_and_says_so(
    terminal: Terminal, tmp_path: Path, command: tuple[str, ...]
) -> None:
    tokenizer = tmp_path / "tokenizer.json"
    tokenizer.write_text("no tokenizer", encoding="utf-8")
    with listening(reading(terminal, tokenizer), command=command) as url:
        root = url.removesuffix("/mcp")
        assert "embedder_unavailable" in embedder_of(httpx.get(f"{root}/v1/health").json())
        assert httpx.get(f"{root}/ready").status_code == 200


async def test_a_server_that_an_agent_starts_loads_its_model_before_it_is_asked_for_it(
    terminal: Terminal, tmp_path: Path
) -> None:
    tokenizer = tmp_path / "tokenizer.json"
    tokenizer.write_text("no tokenizer", encoding="utf-8")
    async with over_stdio(reading(terminal, tokenizer)) as client:
        with anyio.fail_after(15):
            while "embedder_unavailable" not in embedder_of(
                good(await client.call_tool("memory_health", {}))
            ):
                pass
