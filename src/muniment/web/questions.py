"""Ask, at two bases side by side, and see why each result is there or was dropped."""

from __future__ import annotations

from starlette.requests import Request

from muniment.model.recalled import Recalled, Receipt
from muniment.operations.moments import number_written
from muniment.operations.services import Services
from muniment.web.reads import ask as run
from muniment.web.reads import basis, given, within
from muniment.web.showing import Shown


async def ask(services: Services, request: Request) -> Shown:
    """Recall a question at one basis, and at another beside it if one is named."""
    query = given(request, "query")
    answers: list[tuple[str, dict[str, object], Recalled]] = []
    if query is not None:
        first, second = basis(request), basis(request, "_2")
        container = {"container": given(request, "container")}
        answers.append(("At this basis", first | container, await _answer(services, query, first)))
        if any(second[name] is not None for name in ("as_of", "valid_at")):
            beside = await _answer(services, query, second)
            answers.append(("And at this one", second | container, beside))
    return Shown(title="Ask", told={"answers": answers})


async def _answer(services: Services, query: str, at: dict[str, object]) -> Recalled:
    recalled: Recalled = await run(services, "recall", query=query, full_receipt=True, **at)
    return recalled


async def traces(services: Services, request: Request) -> Shown:
    """List past answers, and give one again."""
    again, then = None, None
    recall_id = given(request, "replay")
    if recall_id is not None:
        again = await run(services, "replay", recall=recall_id)
        then = _asked_at(again.recalled.receipt)
    fields = ("text", "asked_from", "asked_until", "key", "rests_on", "cursor")
    asked = {name: given(request, name) for name in fields}
    found = await run(within(services, request), "traces", **asked)
    of_all = asked["key"] is not None or asked["rests_on"] is not None
    return Shown(
        title="Traces", told={"found": found, "again": again, "then": then, "of_all": of_all}
    )


def _asked_at(receipt: Receipt) -> dict[str, object]:
    """Return the fields that show a page as it stood for an answer."""
    question, basis = receipt.question, receipt.basis
    return {
        "as_of": number_written(basis.as_of.number),
        "valid_at": basis.valid_at.isoformat(),
        "namespace": question.namespace,
        "container": next(iter(question.containers), None),
    }
