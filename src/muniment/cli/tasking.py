"""Offer the operations on tasks."""

from __future__ import annotations

import typer
from rich.console import RenderableType

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.pages import lines, more_line, pairs, table
from muniment.model.plain import plain
from muniment.model.tasks import PendingRun, Task, TaskList, TasksRun
from muniment.model.worded import named
from muniment.operations import tasks

app = typer.Typer()


def tasks_page(found: TaskList) -> RenderableType:
    """List tasks."""
    if not found.items:
        return lines("No tasks.")
    return lines(
        table(
            (
                "id",
                "kind",
                "state",
                "attempts",
                "due at",
                "ended at",
                "user",
                "access key",
                "error",
            ),
            (
                (
                    each.id,
                    each.kind,
                    each.state.value,
                    f"{each.attempts} of {each.attempts_max}",
                    each.due_at,
                    each.ended_at,
                    each.user,
                    each.access_key,
                    each.error,
                )
                for each in found
            ),
        ),
        more_line(found.cursor),
    )


def task_page(task: Task) -> RenderableType:
    """Show one task."""
    done, total = task.progress_done, task.progress_total
    return pairs(
        [
            ("id", task.id),
            ("kind", task.kind),
            ("arguments", str(plain(task.arguments)) if task.arguments else None),
            ("state", task.state.value),
            ("to be cancelled", task.cancel_asked_at if task.ended_at is None else None),
            ("user", task.user),
            ("agent", task.agent),
            ("key", task.key),
            ("access key", task.access_key),
            ("attempts", f"{task.attempts} of {task.attempts_max}"),
            ("progress", None if done is None else f"{done} of {'?' if total is None else total}"),
            ("result", None if task.result is None else str(task.result)),
            ("error", task.error),
            ("worker", task.worker_id),
            ("enqueued at", task.enqueued_at),
            ("due at", task.due_at),
            ("started at", task.started_at),
            ("last seen at", task.beat_at),
            ("ended at", task.ended_at),
        ]
    )


def ran_line(ran: TasksRun) -> str:
    """Say how tasks ended."""
    told = f"{ran.done} done, {ran.postponed} to be tried again, {ran.parked} parked"
    return f"Tasks: {told}, {ran.cancelled} cancelled."


def _pending_page(pending: PendingRun) -> RenderableType:
    return lines(
        f"{pending.embedded} embedded, {pending.waiting} {named(pending.waiting, 'waits', 'wait')} still.",
        ran_line(pending.tasks),
    )


add_derived(app, Derived(what=tasks.tasks, page=tasks_page))
add_derived(app, Derived(what=tasks.get_task, page=task_page, first=("id",)))
add_derived(app, Derived(what=tasks.enqueue, page=task_page, first=("kind", "arguments")))
add_derived(app, Derived(what=tasks.cancel_task, page=task_page, first=("id",)))
add_derived(app, Derived(what=tasks.retry_task, page=task_page, first=("id",)))
add_derived(app, Derived(what=tasks.run_pending, page=_pending_page))
