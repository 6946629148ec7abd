"""The operations on schedules: what is enqueued again and again."""

from __future__ import annotations

import json
from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.errors import InvalidValue, ScheduleNotFound
from muniment.ledger.drafts import checked_name
from muniment.ledger.transacting import await_turn, transact_beside
from muniment.model.memory import Metadata
from muniment.model.tasks import Schedule
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.reads import Nothing
from muniment.operations.services import Services
from muniment.operations.standing_in import defaults_of
from muniment.operations.task_kinds import kind_named
from muniment.operations.tasks import checked_kind
from muniment.store.work import Work
from muniment.tasks.scheduling import NewSchedule, ScheduleRow, read_schedules
from muniment.tasks.scheduling import set_schedule as keep_schedule

UTC = "UTC"


@operation(Effect.READS, Permission.READ)
async def schedules(services: Services, request: Nothing) -> tuple[Schedule, ...]:
    """List schedules by name: the user's own; with the permission `govern`, all of the tenant's."""
    principal = services.principal.overseeing()
    async with services.store.reading(principal.as_setting()) as work:
        rows = await read_schedules(work, principal.tenant_id)
    return tuple(row.schedule() for row in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSchedule:
    """A schedule of this user's; what is left out stays as it was."""

    name: str = about("The name of the schedule, which no other has.")
    kind: str | None = about("The kind of task to enqueue.", None)
    cron: str | None = about(
        "A cron expression: minute, hour, day, month, weekday; or @hourly, @daily.", None
    )
    arguments: Metadata | None = about("The arguments of this kind, as a JSON object.", None)
    zone: str | None = about("The time zone of the cron expression; UTC if never set.", None)
    off: bool = about("Keep the schedule but enqueue nothing.", False)


@operation(Effect.WRITES, Permission.WRITE, name="nightly", kind="embed_backlog", cron="0 3 * * *")
async def set_schedule(services: Services, request: SetSchedule) -> Schedule:
    """Set a schedule: its task is enqueued for this user at each time the cron expression names.

    However many times pass while no worker is alive, one task makes up for them.
    """
    name = checked_name(request.name, "name", services.settings.limits)
    principal = services.principal

    async def plan(work: Work) -> Schedule:
        await await_turn(work, principal)
        rows = await read_schedules(
            work, principal.tenant_id, owner_id=principal.user_id, name=name
        )
        new = _new(services, request, name, rows[0] if rows else None)
        return await keep_schedule(work, principal, new, defaults_of(services))

    return await transact_beside(services.store, principal, plan)


def _new(
    services: Services, request: SetSchedule, name: str, before: ScheduleRow | None
) -> NewSchedule:
    kind = request.kind or (before and before.kind)
    cron = checked_name(request.cron or None, "cron", services.settings.limits) or (
        before and before.cron
    )
    if before is None and request.off:
        raise ScheduleNotFound(
            f"there is no schedule {name!r} to switch off; `schedules` lists them."
        )
    if not kind or not cron:
        raise InvalidValue(f"the schedule {name!r} is new: give a kind and a cron expression.")
    arguments = request.arguments
    if arguments is None and before is not None and before.kind == kind:
        arguments = json.loads(before.arguments)
    if request.off and request.kind is None and request.arguments is None:
        checked, taken = kind_named(kind), arguments or {}
        services.principal.require(checked.permission)  # what is kept can always be switched off
    else:
        checked, taken = checked_kind(services, kind, arguments)
    return NewSchedule(
        name=name,
        kind=checked.name,
        arguments=taken,
        cron=cron,
        zone=request.zone or (before.zone if before is not None else UTC),
        is_on=not request.off,
        attempts_max=checked.attempts_max,
    )
