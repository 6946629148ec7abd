"""Call the command line as a person or a script does, on a database of the test's own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from muniment.cli.outermost import run

OPENED = "Opened the tenant "
"""How the line begins that tells of a tenant that what was written first has opened."""

UNKNOWN = "Nothing was ever written for the user "
"""How the line begins that tells of a user whose name may be mistyped."""

ALONE = "Only this namespace was read: "
"""How the line begins that names the namespace that was read, and others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """A terminal whose environment names the test's database and home."""

    home: Path
    environment: Mapping[str, str]
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str) -> Finished:
        """Call a command within this process."""
        self.capsys.readouterr()
        code = run(arguments)
        printed = self.capsys.readouterr()
        return Finished(code=code, out=printed.out, err=printed.err)

    def json(self, *arguments: str) -> Any:
        """Call a command that succeeds, and return the document that it prints."""
        finished = self(*arguments, "--json")
        assert finished.code == 0, finished.err
        assert finished.err == "" or finished.err.startswith((OPENED, UNKNOWN, ALONE)), finished.err
        return json.loads(finished.out)

    def refusal(self, *arguments: str) -> tuple[int, str, str]:
        """Call a command that fails, and return its exit code, its error's code and message."""
        finished = self(*arguments, "--json")
        assert finished.out == ""
        error = json.loads(finished.err)["error"]
        return finished.code, error["code"], error["message"]

    def process(
        self, *arguments: str, given: bytes = b"", more: Mapping[str, str] | None = None
    ) -> Finished:
        """Call a command as a process of its own."""
        finished = subprocess.run(
            [sys.executable, "-m", "muniment", *arguments],
            input=given,
            capture_output=True,
            env={**self.environment, **(more or {})},
            timeout=120,
        )
        return Finished(
            code=finished.returncode, out=finished.stdout.decode(), err=finished.stderr.decode()
        )

    def interrupted(self, *arguments: str, at: int) -> Finished:
        """Call a command as a process of its own, and interrupt it when the tenant has so many transactions."""
        process = subprocess.Popen(
            [sys.executable, "-m", "muniment", *arguments],
            env=dict(self.environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        while process.poll() is None and self.transactions() < at:
            pass
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        return Finished(code=process.returncode, out=out.decode(), err=err.decode())

    def add(self, *arguments: str) -> str:
        """Add a belief and return its id."""
        added = self.json("add", *arguments)
        assert isinstance(added["id"], str)
        return added["id"]

    def transactions(self) -> int:
        """Return how many transactions the tenant has."""
        return len(self.json("inspect"))


def environment_without_settings() -> dict[str, str]:
    """Return this process's environment without what configures Muniment."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MUNIMENT_")}
