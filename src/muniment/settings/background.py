"""Describe the section of the configuration that workers have."""

from __future__ import annotations

from pydantic import Field

from muniment.settings.sections import Seconds, Section


class WorkerSettings(Section):
    """How tasks are run in the background."""

    auto_start: bool = Field(False, description="Whether the REST service also runs a worker.")
    concurrency: int = Field(
        2, ge=1, le=256, description="The most tasks that one worker runs at once."
    )
    lease_s: Seconds = Field(
        60.0,
        description="How many seconds a worker may be silent before another one takes over its task. A live "
        "worker reports at least three times as often.",
    )
    poll_s: Seconds = Field(
        10.0,
        description="The most seconds a worker waits before it looks for tasks without being notified.",
    )
    backoff_first_s: Seconds = Field(
        5.0,
        description="How many seconds a task waits after its first failed attempt; this doubles with each "
        "further one.",
    )
    backoff_max_s: Seconds = Field(
        3_600.0,
        description="The most seconds that a task waits between attempts (at most 60 for one that embeds "
        "the backlog).",
    )
    stop_timeout_s: Seconds = Field(
        300.0,
        description="How many seconds a stopping worker gives its tasks to finish. Unfinished tasks are given "
        "back.",
    )
    kept_days: float = Field(
        7.0,
        gt=0,
        le=3_650,
        allow_inf_nan=False,
        description="For how many days done and cancelled tasks are kept, and with them the keys that enqueue "
        "once.",
    )
