"""Send drawn requests to every path of the OpenAPI document, and count how they are answered."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig
from schemathesis.core import NotSet
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
)

from muniment.rest import feed
from muniment.rest.authenticating import HEADERS
from tests.surfaces.fuzz_world import World, sensible

HALF: Final = 0.5
SEED: Final = os.environ.get("FUZZ_SEED")
"""What to draw other cases from than those of every run."""

LAST: Final = ("set_quota",)
"""Asked after all others: what it changes would have them refused."""

LEFT_OUT: Final = frozenset({"memories_bulk", "turns_bulk"})
"""Loads, whose bodies are lines: they have tests of their own."""


@dataclass(slots=True, kw_only=True)
class Tally:
    """How the cases of one operation were answered."""

    cases: int = 0
    answered: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    misfits: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """What those were told that were refused."""

    @property
    def share(self) -> float:
        """The share of the cases that were answered with what was asked for."""
        return self.answered / self.cases if self.cases else 0.0


def fuzz(url: str, admin: str, cases: int) -> dict[str, Tally]:
    """Send so many cases to each operation: four in five sensible, the rest as they are drawn."""
    generation = GenerationConfig(allow_x00=False, deterministic=True, codec="utf-8")
    project = ProjectConfig(generation=generation)
    config = SchemathesisConfig(projects=ProjectsConfig(default=project))
    schema = schemathesis.openapi.from_url(f"{url}/openapi.json", config=config)
    tallies: dict[str, Tally] = {}
    with httpx.Client(base_url=url, timeout=60) as http:
        world = World(http=http, admin=admin)
        world.page()
        world.post("/snapshot", {})
        found: list[Any] = [each.ok() for each in schema.get_all_operations()]  # type: ignore[union-attr]  # ours can be read
        named = {each.definition.raw["operationId"]: each for each in found}
        # As whom a request asks is tested by itself: drawn names would have most requests refused.
        for each in found:
            each.headers.items = [one for one in each.headers.items if one.name not in HEADERS]
        for name in sorted(named, key=lambda name: (name in LAST, name)):
            if name not in LEFT_OUT:
                tallies[name] = _fuzz_one(name, named[name], world, cases)
    return tallies


def _fuzz_one(name: str, operation: Any, world: World, cases: int) -> Tally:
    tally = Tally()
    wild = max(1, cases // 5)
    # What takes nothing cannot be asked wrongly.
    mode = GenerationMode.NEGATIVE if operation.body or operation.query else GenerationMode.POSITIVE

    def sensibly(case: Any) -> None:
        _make_sensible(name, case, world)
        _send(case, tally)

    _draw(operation, GenerationMode.POSITIVE, cases - wild, sensibly)
    _draw(operation, mode, wild, lambda case: _send(case, tally))
    return tally


def _draw(operation: Any, mode: GenerationMode, count: int, act: Callable[[Any], None]) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def drawn(case: Any) -> None:
        act(case)

    (drawn if SEED is None else seed(int(SEED))(drawn))()


def _make_sensible(name: str, case: Any, world: World) -> None:
    places = {
        "path_parameters": dict(case.path_parameters or {}),
        "query": dict(case.query or {}),
        "body": dict(case.body) if isinstance(case.body, dict) else {},
    }
    drawn = {key: value for place in places.values() for key, value in place.items()}
    wanted = sensible(name, drawn, world)
    fields = {
        "path_parameters": {each.name for each in case.operation.path_parameters},
        "query": {each.name for each in case.operation.query},
    }
    case.path_parameters = {key: wanted[key] for key in fields["path_parameters"] if key in wanted}
    case.query = {key: wanted[key] for key in fields["query"] if key in wanted}
    in_body = set(wanted) - fields["path_parameters"] - fields["query"]
    if not isinstance(case.body, NotSet) or in_body:
        case.body = {key: wanted[key] for key in in_body}
        case.media_type = "application/json"
    case.headers = {"Idempotency-Key": f"case-{world.made}"} if case.headers else {}
    world.made += 1


def _send(case: Any, tally: Tally) -> None:
    response = case.call(timeout=60)
    tally.cases += 1
    if response.status_code >= 500:
        tally.faults.append(
            f"{response.status_code} {response.text[:300]} for {case.as_curl_command()}"
        )
        return
    if response.status_code >= 400:
        told = response.json()
        code = str(told.get("code"))
        tally.told.append(f"{told.get('detail')} for {case.query} {case.body}"[:400])
        tally.refused[code] = tally.refused.get(code, 0) + 1
        return
    tally.answered += 1
    try:
        case.validate_response(
            response, checks=[response_schema_conformance, content_type_conformance]
        )
    except FailureGroup as misfit:
        tally.misfits.append(str(misfit.exceptions[0])[:600])


@contextmanager
def streams_that_end() -> Iterator[None]:
    """Have the stream of changes end when it has told what there is."""
    lasts, feed.STREAM_S = feed.STREAM_S, 0.0  # type: ignore[misc]  # a constant, but not of nature
    try:
        yield
    finally:
        feed.STREAM_S = lasts  # type: ignore[misc]  # as above


def report(tallies: dict[str, Tally]) -> str:
    """Return a line for each operation, what went wrong below it, and a line for all."""
    lines = []
    for name, tally in tallies.items():
        lines.append(f"{name:20} {tally.cases:5} {tally.share:6.0%}  {json.dumps(tally.refused)}")
        shown = tally.told[:5] if tally.share < HALF else []
        lines += [f"    {told}" for told in (*tally.faults[:3], *tally.misfits[:3], *shown)]
    every = tallies.values()
    lines.append(
        f"{sum(each.cases for each in every)} cases of {len(tallies)} operations, "
        f"{sum(len(each.faults) for each in every)} server errors, "
        f"least share answered {min(each.share for each in every):.0%}"
    )
    return "\n".join(lines)
