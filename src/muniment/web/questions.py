"""Ask, at two bases side by side, and see why each result is there or was dropped."""

from __future__ import annotations

from starlette.requests import Request

from muniment.model.recalled import Recalled
from muniment.operations.services import Services
from muniment.web.asking import ask as run
from muniment.web.asking import given, point
from muniment.web.showing import Shown


async def ask(services: Services, request: Request) -> Shown:
    """Recall a question at one basis, and at another beside it if one is named."""
    query = given(request, "query")
    answers: list[tuple[str, Recalled]] = []
    if query is not None:
        answers.append(("At this basis", await _answer(services, request, query, "")))
        if point(request, "as_of_2") is not None or given(request, "valid_at_2") is not None:
            answers.append(("And at this one", await _answer(services, request, query, "_2")))
    return Shown(template="ask.html", title="Ask", told={"answers": answers})


async def _answer(services: Services, request: Request, query: str, suffix: str) -> Recalled:
    recalled: Recalled = await run(
        services,
        "recall",
        query=query,
        as_of=point(request, f"as_of{suffix}"),
        valid_at=given(request, f"valid_at{suffix}"),
        namespace=given(request, "namespace"),
        full_receipt=True,
    )
    return recalled


async def traces(services: Services, request: Request) -> Shown:
    """List past answers, and give one again."""
    again = None
    recall_id = given(request, "replay")
    if recall_id is not None:
        again = await run(services, "replay", recall=recall_id)
    fields = ("text", "asked_from", "asked_until", "cursor")
    found = await run(services, "traces", **{name: given(request, name) for name in fields})
    return Shown(template="traces.html", title="Traces", told={"found": found, "again": again})
