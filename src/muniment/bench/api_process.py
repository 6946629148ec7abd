"""Run `muniment api` or `muniment ui` as a process of its own, which can be killed and started again."""

from __future__ import annotations

import http.client
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from muniment.bench.processes import plain_environment

STARTED_WITHIN_S: Final = 240.0


class ServiceProcess:
    """A service on the store of a home. Started again it listens where it did before."""

    def __init__(self, home: Path, command: str = "api", **settings: str) -> None:
        self.address = ""
        self._command = command
        self._environment: Mapping[str, str] = {
            **plain_environment(home),
            "MUNIMENT_HOME": os.fspath(home),
            **settings,
        }
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        """Its process, 0 while it is not started."""
        return 0 if self._process is None else self._process.pid

    def start(self) -> None:
        """Start it, and wait until it says where it listens.

        Raises:
            RuntimeError: it ended, or says nothing.
        """
        port = urlsplit(self.address).port or 0
        self._process = subprocess.Popen(  # noqa: S603 - this very interpreter, with a program of our own
            [sys.executable, "-m", "muniment", self._command, "--port", str(port)],
            env=dict(self._environment),
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None, "a pipe was asked for"
        ready, _, _ = select.select([self._process.stdout], [], [], STARTED_WITHIN_S)
        told = self._process.stdout.readline() if ready else ""
        place = re.search(r"http://[^\s,/]+", told)
        if place is None:
            self.kill()
            raise RuntimeError(f"muniment {self._command} does not start; run it by itself")
        self.address = place[0]

    def kill(self) -> None:
        """Kill it with SIGKILL, in the middle of whatever it does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self._end(signal.SIGTERM)

    def _end(self, with_signal: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(with_signal)
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None

    def connection(self) -> http.client.HTTPConnection:
        """Return a connection to it, which opens when it is first used."""
        place = urlsplit(self.address)
        assert place.hostname is not None, "a service says where it listens"
        return http.client.HTTPConnection(place.hostname, place.port, timeout=60)


@contextmanager
def service_process(home: Path, command: str = "api", **settings: str) -> Iterator[ServiceProcess]:
    """Start a service, and stop it when the block ends."""
    service = ServiceProcess(home, command, **settings)
    service.start()
    try:
        yield service
    finally:
        service.stop()
