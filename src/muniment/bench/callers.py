"""Call a service from many connections at once, and keep how long each request took."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from threading import Barrier
from time import perf_counter, sleep

from muniment.bench.api_process import ServiceProcess

OK = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request."""

    method: str
    path: str
    body: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What a service did under a load: milliseconds of each request, and seconds of the whole."""

    took: Sequence[float]
    seconds: float

    @property
    def per_second(self) -> float:
        """How many requests were answered in a second."""
        return len(self.took) / self.seconds


def load(
    service: ServiceProcess, calls: Sequence[Call], *, connections: int, per_second: float = 0.0
) -> Load:
    """Send calls in their order over some connections, each sending its next when one is answered.

    With `per_second` the calls set out at that rate instead, as long as a connection is free; a
    call that had to wait for one took the longer.

    Raises:
        RuntimeError: something was not answered with 200.
    """
    numbers = count()
    together = Barrier(connections + 1)

    def due_at(began: float, number: int) -> float:
        return began + number / per_second if per_second else 0.0

    def call_on_and_on() -> list[float]:
        connection = service.connection()
        connection.connect()
        together.wait()
        began = perf_counter()
        took: list[float] = []
        while (number := next(numbers)) < len(calls):
            set_out = due_at(began, number)
            sleep(max(0.0, set_out - perf_counter()))
            at = set_out or perf_counter()
            send(connection, calls[number])
            took.append((perf_counter() - at) * 1000)
        connection.close()
        return took

    with ThreadPoolExecutor(connections) as threads:
        callers = [threads.submit(call_on_and_on) for _ in range(connections)]
        together.wait()
        began = perf_counter()
        took = [each for caller in callers for each in caller.result()]
    return Load(took=took, seconds=perf_counter() - began)


def one_after_another(calls: Sequence[Callable[[], object]]) -> list[float]:
    """Make calls of this process one after another; return the milliseconds of each."""
    took = []
    for each in calls:
        began = perf_counter()
        each()
        took.append((perf_counter() - began) * 1000)
    return took


def send(connection: http.client.HTTPConnection, call: Call) -> bytes:
    """Send one request and return the content of its answer.

    Raises:
        RuntimeError: it was not answered with 200.
    """
    headers = {} if call.body is None else {"Content-Type": "application/json"}
    connection.request(call.method, call.path, call.body, headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != OK:
        raise RuntimeError(f"{call.method} {call.path}: {answer.status} {content[:300]!r}")
    return content
