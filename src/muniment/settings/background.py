"""Describe the section of the configuration that workers have."""

from __future__ import annotations

from pydantic import Field

from muniment.settings.sections import Seconds, Section


class WorkerSettings(Section):
    """How tasks are run in the background."""

    auto_start: bool = Field(False, description="Whether the REST service runs a worker inside it.")
    concurrency: int = Field(
        2, ge=1, le=256, description="The most tasks that one worker runs at once."
    )
    lease_s: Seconds = Field(
        60.0,
        description="How many seconds a worker may be silent before another one takes its task over. "
        "A worker that lives speaks at least three times as often.",
    )
    poll_s: Seconds = Field(
        10.0,
        description="How many seconds a worker waits at most before it looks for tasks without being "
        "told of one.",
    )
    backoff_first_s: Seconds = Field(
        5.0,
        description="How many seconds a task waits after its first failed attempt; twice as many "
        "after each further one.",
    )
    backoff_max_s: Seconds = Field(
        3_600.0,
        description="The most seconds that a task waits between attempts; one that embeds what waits "
        "for the embedder, 60 at most.",
    )
    stop_timeout_s: Seconds = Field(
        300.0,
        description="How many seconds a worker that is to stop lets its tasks come to their end. What "
        "has not is given back.",
    )
    kept_days: float = Field(
        7.0,
        gt=0,
        le=3_650,
        allow_inf_nan=False,
        description="For how many days tasks that are done or cancelled are kept, and with them the "
        "keys that enqueue once.",
    )
