"""List the frameworks that Muniment is a memory of, and try each in an environment of its own.

    python -m tests.integrations.frameworks [EXTRA ...]

For each extra: a fresh environment, `pip install '.[EXTRA]'`, its test, and the example of its how-to page.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import Final

MODULES: Final = {
    "langgraph": "langgraph",
    "langchain": "langchain_core",
    "llamaindex": "llama_index.core",
    "autogen": "autogen_core",
    "crewai": "crewai",
    "openai-agents": "agents",
    "pydantic-ai": "pydantic_ai",
    "claude-agent-sdk": "claude_agent_sdk",
}
"""What each extra has to have installed, by the extra."""

RUNNER: Final = ("hypothesis", "pytest", "pytest-timeout")
ROOT: Final = Path(__file__).resolve().parents[2]


def page_of(extra: str) -> str:
    """Return the how-to page of an extra."""
    return f"docs/howto/use-with-{extra}.md"


def trial_of(extra: str) -> str:
    """Return the tests of an extra."""
    return f"tests/integrations/test_{extra.replace('-', '_')}.py"


def try_apart(extra: str, place: Path) -> bool:
    """Install an extra into a fresh environment, and run its tests and its how-to page there."""
    began = time.perf_counter()
    venv.create(place, with_pip=True, clear=True)
    python = str(place / ("Scripts" if os.name == "nt" else "bin") / "python")
    install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    tests = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", trial_of(extra)]
    pages = [
        "tests/docs/test_snippets.py",
        "-k",
        f"{Path(trial_of(extra)).name} or {page_of(extra)}",
    ]
    for step in ([*install, f".[{extra}]", *RUNNER], [*tests, *pages]):
        if subprocess.run(step, cwd=ROOT, check=False).returncode != 0:
            print(f"{extra}: FAILED, {step[3]}", flush=True)
            return False
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file()) / 1e6
    took = time.perf_counter() - began
    print(f"{extra}: passed, {size:.0f} MB installed, {took:.0f} s", flush=True)
    return True


def main(extras: list[str]) -> int:
    """Try the named extras, or all."""
    unknown = sorted(set(extras) - MODULES.keys())
    if unknown:
        print(f"There is no extra {', '.join(unknown)}; there are {', '.join(MODULES)}.")
        return 2
    passed = []
    for extra in extras or MODULES:
        with tempfile.TemporaryDirectory(prefix="muniment-adapter-") as directory:
            passed.append(try_apart(extra, Path(directory)))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
