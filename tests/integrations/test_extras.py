"""A framework is loaded where its own module is, and one that is missing says how it is had."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from tests.architecture.test_front_door import loaded_after
from tests.docs.markdown import ROOT
from tests.integrations.frameworks import MODULES, page_of, trial_of

PACKAGES = {module.partition(".")[0] for module in MODULES.values()}


def adapter_of(extra: str) -> str:
    return f"muniment.integrations.{extra.replace('-', '_')}"


def test_the_library_loads_no_framework() -> None:
    loaded = loaded_after("import muniment.library.remote, muniment.integrations.tools")
    assert "muniment.library" in loaded
    assert loaded & PACKAGES == set()


@pytest.mark.parametrize("extra", MODULES)
def test_a_missing_framework_is_named_with_the_command_that_installs_it(extra: str) -> None:
    missing = MODULES[extra].partition(".")[0]
    program = f"import sys; sys.modules[{missing!r}] = None; import {adapter_of(extra)}"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    told = finished.stderr.strip().splitlines()[-1]
    assert told == (
        "muniment.errors.ExtraMissing: this needs a framework that is not installed. "
        f"Run: pip install 'muniment[{extra}]'"
    )


@pytest.mark.parametrize("extra", MODULES)
def test_each_framework_has_an_extra_a_test_and_a_page(extra: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert extra in project["optional-dependencies"]
    assert (ROOT / trial_of(extra)).exists()
    assert f"pip install 'muniment[{extra}]'" in (ROOT / page_of(extra)).read_text("utf-8")


def test_an_older_sdk_of_mcp_is_refused_where_mcp_is_spoken_and_nowhere_else() -> None:
    older = "import mcp; del mcp.MCPError"
    program = f"{older}; import muniment.library.remote, muniment.mcp.wording; import muniment.mcp.serving"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "mcp/serving.py" in finished.stderr
    told = finished.stderr.strip().splitlines()[-1]
    assert told.startswith("muniment.errors.ExtraMissing: this speaks MCP and needs its SDK of ver")
