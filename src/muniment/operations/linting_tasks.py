"""Look over pages in the background, and see to it that what is wrong with them is mended."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.model.pages import Flaw, Lint
from muniment.operations import pages
from muniment.operations.background import task_kind
from muniment.operations.catalogue import perform
from muniment.operations.pages import LintPages
from muniment.operations.services import Services
from muniment.operations.standing_in import defaults_of
from muniment.tasks.enqueueing import NewTask, enqueue
from muniment.tasks.holding import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    """How many pages were looked at, how many findings there are of each flaw, and whether mending is due."""

    pages: int
    findings: dict[str, int]
    is_mending_due: bool


@task_kind("lint_pages", Permission.READ, read=pages.namespace_and_basis)
async def lint_pages(services: Services, request: LintPages, progress: Progress) -> Linted:
    """Find pages that are stale, orphaned or contradictory; enqueue `refresh_pages` if any can be mended."""
    lint = await perform(services, pages.lint_pages, request)
    is_due = _can_be_mended(services, request, lint)
    if is_due:
        await _enqueue_mending(services, request)
    flaws = Counter(finding.flaw.value for finding in lint.findings)
    return Linted(pages=lint.pages, findings=dict(sorted(flaws.items())), is_mending_due=is_due)


def _can_be_mended(services: Services, request: LintPages, lint: Lint) -> bool:
    """Tell whether there is something to mend today; a contradiction is for a person to settle."""
    if request.as_of is not None or Permission.WRITE not in services.principal.permissions:
        return False
    return any(finding.flaw is not Flaw.CONTRADICTORY for finding in lint.findings)


async def _enqueue_mending(services: Services, request: LintPages) -> None:
    """Enqueue it for the principal, unless it waits already."""
    namespace, containers = services.namespace_of(request.namespace), sorted(request.containers)
    task = NewTask(
        kind="refresh_pages",
        arguments={"namespace": namespace, "containers": containers},
        key=" ".join(["refresh after lint:", namespace, *containers, services.principal.reach]),
        key_lasts=False,
    )
    async with services.store.writing(services.principal.as_setting()) as work:
        await enqueue(work, services.principal, [task], defaults_of(services))
