"""That make sets up an environment of its own, and neither empties nor removes one that is somebody else's."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.markdown import ROOT


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a directory with the Makefile, and interpreters that note what they are asked to do."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    for place in (tmp_path / "python", tmp_path / ".venv" / "bin" / "python"):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f'#!/bin/sh\necho "$@" >>"{tmp_path}/asked"\n', encoding="utf-8")
        place.chmod(0o755)
    return tmp_path


def made(clone: Path, target: str) -> list[str]:
    """Make a target; return what the interpreters were asked to do for it."""
    asked = clone / "asked"
    asked.write_text("", encoding="utf-8")
    subprocess.run(
        ["make", target, f"PYTHON={clone}/python"],
        cwd=clone,
        env={**os.environ, "MAKEFLAGS": ""},
        check=True,
        capture_output=True,
    )
    return asked.read_text(encoding="utf-8").splitlines()


def test_an_environment_that_was_made_by_hand_is_installed_into_and_kept(clone: Path) -> None:
    asked = made(clone, "demo")
    again = made(clone, "demo")
    (clone / "src").mkdir()
    (clone / "tests").mkdir()
    made(clone, "clean")

    assert [line for line in asked if line.startswith("-m venv")] == []
    assert asked[-2:] == [
        "-m pip install -qq --constraint constraints.txt --editable .[dev]",
        "-m muniment.bench.demo",
    ]
    assert again == ["-m muniment.bench.demo"]
    assert sorted(each.name for each in (clone / ".venv").iterdir()) == ["bin"]


def test_an_environment_that_make_made_is_made_anew_and_removed(clone: Path) -> None:
    (clone / ".venv" / ".made-by-make").touch()

    asked = made(clone, "demo")
    (clone / "src").mkdir()
    (clone / "tests").mkdir()
    made(clone, "clean")

    assert "-m venv --clear .venv" in asked
    assert not (clone / ".venv").exists()


def test_where_there_is_no_environment_make_makes_its_own(clone: Path) -> None:
    (clone / ".venv").rename(clone / "kept")
    (clone / "python").write_text(
        f'#!/bin/sh\ncase "$*" in "-m venv"*) cp -r {clone}/kept {clone}/.venv;; esac\n',
        encoding="utf-8",
    )

    made(clone, "demo")

    assert (clone / ".venv" / ".made-by-make").exists()
