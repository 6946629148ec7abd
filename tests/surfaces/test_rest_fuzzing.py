"""Whatever is sent to whatever path, the service answers or refuses, and never fails."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import httpx
import pytest

from tests.database import Database, Server
from tests.surfaces.fuzzing import LEFT_OUT, Tally, fuzz, report, streams_that_end
from tests.surfaces.service import listening_service

CASES = int(os.environ.get("FUZZ_CASES", "231"))
"""How many cases in all; `make fuzz` asks for more."""


@pytest.fixture(scope="module")
def tallies(server: Server) -> Iterator[dict[str, Tally]]:
    with server.database() as database, streams_that_end():
        yield _fuzzed(database)


def _fuzzed(database: Database) -> dict[str, Tally]:
    with listening_service(database, embedder={"name": "none"}) as url:
        document = httpx.get(f"{url}/openapi.json", timeout=60).json()
        operations = sum(len(path) for path in document["paths"].values())
        tallies = fuzz(url, database.admin, -(-CASES // operations))
    if "FUZZ_CASES" in os.environ:
        sys.stdout.write("\n" + report(tallies) + "\n")
    return tallies


def test_no_request_makes_the_service_fail(tallies: dict[str, Tally]) -> None:
    assert {name: tally.faults for name, tally in tallies.items() if tally.faults} == {}


def test_every_answer_is_as_the_document_says(tallies: dict[str, Tally]) -> None:
    assert {name: tally.misfits for name, tally in tallies.items() if tally.misfits} == {}


def test_of_each_operation_half_the_cases_are_answered(tallies: dict[str, Tally]) -> None:
    assert {name: tally.refused for name, tally in tallies.items() if tally.share < 0.5} == {}


def test_every_operation_is_sent_cases(tallies: dict[str, Tally]) -> None:
    assert all(tally.cases >= 1 for tally in tallies.values())
    assert len(tallies) > 70
    assert LEFT_OUT.isdisjoint(tallies)
