"""Offer what is done in the background."""

from __future__ import annotations

from uuid import UUID

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.memory import Metadata
from muniment.model.tasks import PendingRun, Schedule, Task, TaskList
from muniment.model.writes import Healed
from muniment.operations.reads import Nothing
from muniment.operations.words import TaskStateWord


class Tasks(Performs):
    """Tasks and schedules: a worker runs them, or `run_pending` does."""

    async def enqueue(
        self,
        kind: str,
        arguments: Metadata | None = None,
        *,
        key: str | None = None,
        delay_s: float = 0.0,
        context: AgentContext | None = None,
    ) -> Task:
        """Enqueue a task for this user; for a key that was used before, return its task.

        Raises:
            InvalidValue: there is no such kind, or the arguments do not fit it.
            IdempotencyMismatch: the key stands for a task of another kind.
        """
        request = operations.tasks.EnqueueTask(
            kind=kind, arguments=arguments, key=key, delay_s=delay_s
        )
        return await self.perform(operations.tasks.enqueue, request, context)

    async def tasks(
        self,
        *,
        state: TaskStateWord | None = None,
        kind: str | None = None,
        limit: int = 100,
        cursor: str | None = None,
        context: AgentContext | None = None,
    ) -> TaskList:
        """List tasks, latest first: the user's own; with the permission `govern`, all of the tenant's."""
        request = operations.tasks.ListTasks(state=state, kind=kind, limit=limit, cursor=cursor)
        return await self.perform(operations.tasks.tasks, request, context)

    async def get_task(self, id: str | UUID, *, context: AgentContext | None = None) -> Task:
        """Show a task.

        Raises:
            TaskNotFound: there is none with this id.
        """
        return await self.perform(
            operations.tasks.get_task, operations.tasks.OneTask(id=str(id)), context
        )

    async def cancel_task(self, id: str | UUID, *, context: AgentContext | None = None) -> Task:
        """Cancel a task; one that is running is told to stop.

        Raises:
            TaskInOtherState: it has ended.
        """
        return await self.perform(
            operations.tasks.cancel_task, operations.tasks.OneTask(id=str(id)), context
        )

    async def retry_task(self, id: str | UUID, *, context: AgentContext | None = None) -> Task:
        """Put a parked task back in the queue, with all its attempts again.

        Raises:
            TaskInOtherState: it is not parked.
        """
        return await self.perform(
            operations.tasks.retry_task, operations.tasks.OneTask(id=str(id)), context
        )

    async def heal_backlog(
        self, *, units_max: int = 256, context: AgentContext | None = None
    ) -> Healed:
        """Embed what was written while the embedder was away, oldest first.

        Raises:
            EmbedderUnavailable: it is still away.
        """
        return await self.perform(
            operations.writes.heal_backlog, operations.writes.Heal(units_max=units_max), context
        )

    async def run_pending(
        self, *, units_max: int = 256, context: AgentContext | None = None
    ) -> PendingRun:
        """Embed what waits, then run every task that is due: what a worker would do, here and now.

        Raises:
            EmbedderUnavailable: units wait and the embedder is still away; the tasks were run.
        """
        return await self.perform(
            operations.tasks.run_pending, operations.tasks.RunPending(units_max=units_max), context
        )

    async def schedules(self, *, context: AgentContext | None = None) -> tuple[Schedule, ...]:
        """List schedules, by name."""
        return await self.perform(operations.schedules.schedules, Nothing(), context)

    async def set_schedule(
        self,
        name: str,
        kind: str | None = None,
        cron: str | None = None,
        *,
        arguments: Metadata | None = None,
        zone: str | None = None,
        off: bool = False,
        context: AgentContext | None = None,
    ) -> Schedule:
        """Set a schedule of this user; what is left out of an existing one stays.

        Raises:
            InvalidValue: the kind, its arguments, the cron expression or the zone is wrong.
        """
        request = operations.schedules.SetSchedule(
            name=name, kind=kind, cron=cron, arguments=arguments, zone=zone, off=off
        )
        return await self.perform(operations.schedules.set_schedule, request, context)
