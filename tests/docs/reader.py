"""Do what a document says, snippet after snippet, as somebody who reads it from the top would."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import mcp.client.stdio  # noqa: F401  (it keeps the stderr that it is first imported under)

from muniment import AgentMemory
from tests.docs.markdown import Fence

EXEMPT: Final = (
    re.compile(r"git clone \S+"),
    re.compile(r"cd muniment"),
    re.compile(r"(?:\.venv/bin/)?(?:python3? -m )?pip install [^;&|]+"),
    re.compile(r"python3? -m venv \.venv"),
    re.compile(r"(?:npm install|npx openapi-typescript) [^;&|]+"),
    re.compile(r"python -m tests\.docs\.reference_pages"),
    re.compile(r"make(?: \w+)?(?: [A-Z]+=\S+| [A-Z]+=\"[^\"]*\")*(?: +#.*)?"),
)
"""Lines that are shown and not run: they set up an environment, run the tests or rewrite documents."""

RUN: Final = frozenset({"python", "bash", "console"})
SHOWN: Final = frozenset({"text", "toml", "json", "jsonl", "sql", "dockerfile", "ts"})
OUTPUT: Final = "output"
"""The word after ```text that says: this is what the snippet before it prints."""

FILE: Final = re.compile(r"file=(\S+)")
"""The word after a language that says: save this under that name."""

_TIMEOUT_S: Final = 120


@dataclass(slots=True, kw_only=True)
class Reader:
    """Somebody at a terminal, with a directory, an environment and a Python that remembers."""

    directory: Path
    environment: dict[str, str]
    replaced: Mapping[str, str] = field(default_factory=dict)
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "__main__"})
    printed: str = ""

    def read(self, fence: Fence) -> list[str]:
        """Do what a fence says; return what came out otherwise than it says."""
        saved = FILE.search(fence.note)
        if saved is not None:
            place = Path(saved[1].replace("~", self.environment["HOME"], 1))
            (self.directory / place).write_text(self._here(fence.text), encoding="utf-8")
            return []
        match (fence.language, fence.note):
            case ("python", _):
                self.printed = self._python(fence)
            case ("bash", _):
                self.printed = self._shell(fence.text)
            case ("console", _):
                return self._session(fence.text)
            case ("text", note) if note == OUTPUT:
                return difference(self._here(fence.text), self.printed)
            case (language, _) if language not in SHOWN:
                return [f"nobody knows what to do with {language!r}"]
            case _:
                pass
        return []

    def close(self) -> None:
        """Close what the document left open."""
        for value in self.names.values():
            if isinstance(value, AgentMemory):
                value.close()
            if isinstance(value, subprocess.Popen):
                value.terminate()
                value.communicate(timeout=_TIMEOUT_S)

    def _here(self, text: str) -> str:
        for there, here in self.replaced.items():
            text = text.replace(there, here)
        return text

    def _python(self, fence: Fence) -> str:
        printed = io.StringIO()
        code = compile(self._here(fence.text), f"line {fence.line}", "exec")
        before = dict(os.environ)
        os.environ.update(self.environment)
        try:
            with contextlib.chdir(self.directory), contextlib.redirect_stdout(printed):
                exec(code, self.names)
        finally:
            os.environ.clear()
            os.environ.update(before)
        return printed.getvalue()

    def _shell(self, text: str) -> str:
        lines = []
        for line in self._here(text).splitlines():
            if any(each.fullmatch(line.strip()) for each in EXEMPT):
                continue
            if line.startswith("export "):
                for given in shlex.split(line.removeprefix("export ")):
                    name, _, value = given.partition("=")
                    self.environment[name] = value
                continue
            lines.append(line)
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", "\n".join(lines)],
            cwd=self.directory,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_TIMEOUT_S,
        )
        assert ran.returncode == 0, f"{text}\nended with {ran.returncode}:\n{ran.stdout}"
        return ran.stdout

    def _session(self, text: str) -> list[str]:
        wrong = []
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command = re.match(r"(?:[^\n]*\\\n)*[^\n]*\n?", part)
            assert command is not None
            expected = part[command.end() :]
            printed = self._shell(command[0])
            if expected.strip():
                wrong += difference(self._here(expected), printed)
        return wrong


def difference(expected: str, printed: str) -> list[str]:
    """Return how an output is not as it is shown.

    `…` stands for anything within a line, and alone on a line for any lines. White space at the
    ends of lines does not count.
    """
    shown = _trimmed(expected)
    pattern = "\n".join(
        r"[\s\S]*?" if line == "…" else re.escape(line).replace("…", r"[^\n]*?")
        for line in shown.split("\n")
    ).replace("[\\s\\S]*?\n", r"(?:[^\n]*\n)*?")
    if re.fullmatch(pattern, _trimmed(printed)):
        return []
    return [f"shown:\n{shown}\n\nprinted:\n{_trimmed(printed)}\n"]


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def write_programs(directory: Path) -> None:
    """Put `muniment` and `python` into a directory: this interpreter, and this source."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, arguments in (("muniment", "-m muniment "), ("python", "")):
        program = directory / name
        program.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" {arguments}"$@"\n', encoding="utf-8"
        )
        program.chmod(0o755)
