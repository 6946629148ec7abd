"""Keep schedules: an alarm in the queue brings each up, and whoever gets it enqueues the task."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croniter import CroniterBadDateError, croniter

from muniment.errors import InvalidValue
from muniment.model.ids import TaskId, TenantId, UserId
from muniment.model.memory import Metadata
from muniment.model.tasks import Schedule
from muniment.store.work import Work
from muniment.tasks.enqueueing import (
    Defaults,
    Enqueued,
    Enqueuer,
    NewTask,
    arguments_text,
    columns_of,
    enqueue,
)
from muniment.tasks.queue import Taken, drop, put_back

_WORDS: Final = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun"
_FIELD: Final = rf"(?:[0-9*/,#L-]|{_WORDS})+"
_FIELDS: Final = re.compile(rf"{_FIELD}(?: {_FIELD}){{4}}", re.IGNORECASE)
_NAMED: Final = ("@hourly", "@daily", "@weekly", "@monthly", "@yearly")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSchedule:
    """A schedule to set; `is_on` False keeps it without enqueueing anything."""

    name: str
    kind: str
    arguments: Metadata
    cron: str
    zone: str
    is_on: bool
    attempts_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRow:
    """The database's clock."""

    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleRow(Enqueued):
    """A schedule as it is stored, and the clock."""

    schedule_id: UUID
    name: str
    kind: str
    arguments: str
    cron: str
    zone: str
    is_on: bool
    attempts_max: int
    job_no: int | None
    set_at: datetime
    next_at: datetime | None
    last_at: datetime | None
    last_task_id: TaskId | None
    now: datetime

    def schedule(self) -> Schedule:
        """Return it as it is shown."""
        return Schedule(
            id=self.schedule_id,
            name=self.name,
            kind=self.kind,
            arguments=json.loads(self.arguments),
            cron=self.cron,
            zone=self.zone,
            user=self.user_name,
            agent=self.agent,
            set_at=self.set_at,
            next_at=self.next_at,
            last_at=self.last_at,
            last_task_id=self.last_task_id,
            access_key=self.key_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedRow:
    """A schedule that was taken away: which one, and when it last enqueued what."""

    schedule_id: UUID
    last_at: datetime | None
    last_task_id: TaskId | None


def next_time(cron: str, zone: str, now: datetime) -> datetime:
    """Return the first instant after now that a cron expression names, in a zone of the world.

    Raises:
        InvalidValue: it is no expression of five fields, or the zone is unknown.
    """
    try:
        local = now.astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidValue(
            f"zone is {zone!r}; write the name of a time zone, such as UTC or Europe/London."
        ) from None
    if not (cron in _NAMED or _FIELDS.fullmatch(cron)) or not croniter.is_valid(cron):
        raise InvalidValue(
            f"cron is {cron!r}; write five fields (minute, hour, day, month, weekday) such as "
            f"'0 3 * * *', or one of {', '.join(_NAMED)}."
        )
    try:
        found: datetime = croniter(cron, local).get_next(datetime)
    except CroniterBadDateError:
        raise InvalidValue(f"cron is {cron!r}, which names a day that never comes.") from None
    return found


async def set_schedule(
    work: Work, enqueuer: Enqueuer, new: NewSchedule, defaults: Defaults
) -> Schedule:
    """Store a schedule for the transaction's principal, in place of the one of this name.

    It keeps the id of that one, and when it last enqueued what.

    Raises:
        InvalidValue: the cron expression or the zone cannot be read, or the name is taken by a
            schedule that the enqueuer may not see.
    """
    clock = await work.one("clock_read", ClockRow)
    assert clock is not None, "a SELECT without FROM answers one row"
    next_at = next_time(new.cron, new.zone, clock.now)
    before = await work.one(
        "schedule_drop",
        DroppedRow,
        tenant_id=enqueuer.tenant_id,
        owner_id=enqueuer.user_id,
        called=new.name,
    )
    await work.write(
        "schedule_write",
        called=new.name,
        kind=new.kind,
        arguments=arguments_text(new.arguments),
        cron=new.cron,
        zone=new.zone,
        attempts_max=new.attempts_max,
        next_at=next_at if new.is_on else None,
        schedule_id=before and before.schedule_id,
        last_at=before and before.last_at,
        last_task_id=before and before.last_task_id,
        **columns_of(enqueuer, defaults),
    )
    found = await read_schedules(work, enqueuer.tenant_id, owner_id=enqueuer.user_id, name=new.name)
    if not found:
        raise InvalidValue(
            f"the name {new.name!r} is taken by a schedule of {enqueuer.user or 'nobody'} that cannot be seen here. Use "
            f"another name."
        )
    return found[0].schedule()


async def read_schedules(
    work: Work, tenant_id: TenantId, *, owner_id: UserId | None = None, name: str | None = None
) -> list[ScheduleRow]:
    """Return the schedules that the principal may see, by name."""
    return await work.all(
        "schedules_read", ScheduleRow, tenant_id=tenant_id, owner_id=owner_id, called=name
    )


async def read_due(work: Work, taken: Taken) -> ScheduleRow | None:
    """Lock the schedule whose alarm this worker holds; None if the alarm stands for nothing any more."""
    return await work.one(
        "schedule_due",
        ScheduleRow,
        tenant_id=taken.tenant_id,
        schedule_id=taken.schedule_id,
        job_no=taken.job_no,
        worker_id=taken.worker_id,
    )


async def switch_off(work: Work, taken: Taken) -> None:
    """Switch the schedule off whose alarm this worker holds, and take the alarm away."""
    await work.write(
        "schedule_switch_off",
        tenant_id=taken.tenant_id,
        schedule_id=taken.schedule_id,
        job_no=taken.job_no,
    )
    await drop(work, taken)


async def fire(work: Work, enqueuer: Enqueuer, taken: Taken) -> None:
    """Enqueue the task of a schedule that is due, once for each time, and set its alarm anew.

    Times that passed while no worker was alive are made up for by one task. An alarm that stands
    for nothing any more is taken away; one that comes early, because the clock was set back, is set
    for the next time that the clock comes to.
    """
    row = await read_due(work, taken)
    if row is None or row.next_at is None:
        await drop(work, taken)
        return
    following = next_time(row.cron, row.zone, row.now)
    if row.next_at > row.now:
        named = {"tenant_id": row.tenant_id, "schedule_id": row.schedule_id}
        await work.write("schedule_moved", next_at=following, **named)
        await put_back(work, taken, following - row.now)
        return
    key = f"schedule {row.schedule_id} {row.next_at.isoformat()}"
    task = NewTask(
        kind=row.kind,
        arguments=json.loads(row.arguments),
        key=key,
        attempts_max=row.attempts_max,
        schedule_id=row.schedule_id,
    )
    defaults = Defaults(namespace=row.namespace, visibility=row.visibility)
    await enqueue(work, enqueuer, [task], defaults)
    await work.write(
        "schedule_fired",
        tenant_id=row.tenant_id,
        owner_id=row.owner_id,
        schedule_id=row.schedule_id,
        key=key,
        next_at=following,
    )
    await put_back(work, taken, following - row.now)
