"""Measure what each new process pays: imports, help, the first start and later ones, memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Final

from muniment.bench.figures import Figure, median
from muniment.bench.homes import temporary_home

_COMPILED: Final = "import muniment, muniment.cli; muniment.AgentMemory"
_HELP: Final = "import sys; sys.argv[0] = 'muniment'; from muniment.cli import main; main()"


def process_figures(runs: int) -> Iterator[Figure]:
    """Measure in fresh processes; the median of `runs`, and one first start."""
    with temporary_home() as home:
        environment = plain_environment(home)
        _run(environment, "-c", _COMPILED)
        imported = [_seconds(environment, "-c", "import muniment") for _ in range(runs)]
        helped = [_seconds(environment, "-c", _HELP, "--help") for _ in range(runs)]
        first, *later = [_started(environment, home / "store") for _ in range(1 + runs)]
    yield Figure(
        name="import muniment", value=median(imported), unit="s", bar=0.3, note="whole process"
    )
    yield Figure(
        name="muniment --help", value=median(helped), unit="s", bar=0.6, note="whole process"
    )
    yield Figure(
        name="first start",
        value=first["opened_s"],
        unit="s",
        bar=5.0,
        note="database and schema made, library imported",
    )
    yield Figure(
        name="later start",
        value=median([each["opened_s"] for each in later]),
        unit="s",
        bar=1.0,
        note="server stopped before, library imported",
    )
    yield Figure(
        name="client's peak of memory",
        value=max(each["peak_mb"] for each in later),
        unit="MB",
        bar=400.0,
        note="model loaded, one add, one recall",
    )


def plain_environment(home: Path) -> Mapping[str, str]:
    """Return an environment in which no setting of the user's has a say.

    Bytecode is kept, as that of an installed program is: in the home, where not beside the source.
    """
    config = home / "empty.toml"
    config.touch()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MUNIMENT_")}
    if kept.pop("PYTHONDONTWRITEBYTECODE", None):
        kept["PYTHONPYCACHEPREFIX"] = os.fspath(home / "bytecode")
    return {**kept, "MUNIMENT_CONFIG": os.fspath(config)}


def _started(environment: Mapping[str, str], home: Path) -> dict[str, float]:
    told: dict[str, float] = json.loads(
        _run(environment, "-m", "muniment.bench.started", os.fspath(home))
    )
    return told


def _seconds(environment: Mapping[str, str], *arguments: str) -> float:
    began = perf_counter()
    _run(environment, *arguments)
    return perf_counter() - began


def _run(environment: Mapping[str, str], *arguments: str) -> str:
    finished = subprocess.run(  # noqa: S603 - this very interpreter, with programs of our own
        [sys.executable, *arguments],
        env=dict(environment),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return finished.stdout
