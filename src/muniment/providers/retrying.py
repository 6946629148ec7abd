"""Try again with patience: which refusals pass, how long to wait, and when to give up; the same for every server."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final, TypeVar

import anyio

BACK_OFF_S: Final = (0.5, 1.0, 2.0)
"""Pauses before the second and later attempts, in seconds; there is one attempt more."""

SHARE: Final = 0.5
"""Of what is left until its caller is broken off, the most that a server may take: the caller goes on without it."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """That an attempt failed and the next one may not; `pause_s` is what the server asked for."""

    reason: str
    pause_s: float = 0.0


async def patiently(
    attempt: Callable[[], Awaitable[Answer | Passing]],
    *,
    timeout_s: float,
    back_off_s: Sequence[float],
    again: Callable[[], None] = lambda: None,
) -> Answer | Passing:
    """Return the first answer that is not passing, or why there is none.

    Between attempts are pauses that are always the same, or longer where the server asks for it. All
    of it takes `timeout_s` at most: a pause that would end later is not begun. `again` is called
    before each attempt but the first.
    """
    granted_s = min(timeout_s, SHARE * (anyio.current_effective_deadline() - anyio.current_time()))
    failed: list[Passing] = []
    with anyio.move_on_after(granted_s) as scope:
        for pause_s in (*back_off_s, math.inf):
            answer = await attempt()
            if not isinstance(answer, Passing):
                return answer
            failed.append(answer)
            waiting_s = max(pause_s, answer.pause_s)
            if anyio.current_time() + waiting_s >= scope.deadline:
                break
            again()
            await anyio.sleep(waiting_s)
    if scope.cancelled_caught:
        return Passing(reason=f"did not answer within {granted_s:.3g} s")
    last = failed[-1]
    times = f", {len(failed)} times in a row" if len(failed) > 1 else ""
    return replace(last, reason=f"{last.reason}{times}")


def is_passing(status: int) -> bool:
    """Return whether the same request may succeed later."""
    return status in {408, 429} or status >= 500


def retry_after_s(headers: Mapping[str, str]) -> float:
    """Return the pause that a `Retry-After` asks for: seconds, or a date (RFC 9110, 10.2.3).

    What the server says is now, its `Date`, is what a date is measured by.
    """
    asked = headers.get("Retry-After", "0")
    try:
        pause_s = float(asked)
    except ValueError:
        until, now = _date_of(asked), _date_of(headers.get("Date", ""))
        pause_s = 0.0 if until is None or now is None else (until - now).total_seconds()
    return pause_s if math.isfinite(pause_s) and pause_s > 0 else 0.0


def _date_of(told: str) -> datetime | None:
    """Return a date of HTTP in any of its three forms, one of which names no zone; None if it is none."""
    try:
        date = parsedate_to_datetime(told)
    except ValueError:
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)
