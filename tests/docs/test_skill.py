"""That the skill in the package says what is so: every example in it is run."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from muniment.cli.commands import COMMANDS
from muniment.mcp.tools import TOOLS
from tests.docs.markdown import ROOT, code_spans, fences
from tests.docs.reader import RUN, Reader

SKILL = files("muniment.hooks").joinpath("files", "SKILL.md").read_text(encoding="utf-8")
COMMAND = files("muniment.hooks").joinpath("files", "install-muniment.md").read_text("utf-8")


@pytest.fixture
def reader(tmp_path: Path, home: Path, programs: str, source: str, tenant: str) -> Reader:
    """Lend somebody with an empty directory and a tenant of their own."""
    environment = {
        "PATH": programs,
        "HOME": str(tmp_path),
        "PYTHONPATH": source,
        "LANG": "C.UTF-8",
        "MUNIMENT_EXTRACTION__PARSER": "patterns",
        "MUNIMENT_HOME": str(home),
        "MUNIMENT_TENANT": tenant,
    }
    return Reader(directory=tmp_path, environment=environment)


def test_every_example_of_the_skill_does_what_it_says(reader: Reader) -> None:
    wrong = []
    try:
        for fence in fences(SKILL):
            wrong += [f"line {fence.line}: {each}" for each in reader.read(fence)]
    finally:
        reader.close()
    assert not wrong, "\n".join(wrong)
    assert len([fence for fence in fences(SKILL) if fence.language in RUN]) >= 9


@pytest.mark.parametrize("text", [SKILL, COMMAND])
def test_what_is_named_is_there(text: str) -> None:
    found = (re.match(r"muniment ([a-z][a-z-]+)", span) for span in code_spans(text))
    named = {each[1] for each in found if each is not None}
    assert named <= COMMANDS.keys()
    assert set(re.findall(r"`(memory_\w+)`", text)) <= TOOLS.keys()


def test_the_skill_says_when_it_is_to_be_used() -> None:
    head = SKILL.split("---")[1]

    assert re.search(r"^name: muniment$", head, re.MULTILINE)
    (description,) = re.findall(r"^description: (.+)$", head, re.MULTILINE)
    assert 100 < len(description) <= 1024
    assert re.search(r"^description: .+$", COMMAND.split("---")[1], re.MULTILINE)


def test_the_skill_is_a_part_of_the_package() -> None:
    package = ROOT / "src" / "muniment" / "hooks" / "files"
    assert {path.name for path in package.iterdir()} == {"SKILL.md", "install-muniment.md"}
