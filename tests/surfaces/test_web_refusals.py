"""What the pages say where something cannot be shown, and that the form stays."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime

import httpx
import pytest
from starlette.requests import Request

from muniment.model.memory import Transaction
from muniment.web.showing import Shown, page
from tests.surfaces.board import Board, boxed


@pytest.mark.parametrize(
    "path, status, code",
    [
        ("/memories/no-id", 422, "value_invalid"),
        ("/memories/01890000-0000-7000-8000-000000000000", 404, "memory_not_found"),
        ("/memories?valid_at=yesterday", 422, "time_unreadable"),
        (f"/memories?as_of={'9' * 5000}", 422, "time_unreadable"),
        ("/ledger?until=soon", 422, "value_invalid"),
        ("/nowhere", 404, "page_not_found"),
    ],
)
async def test_what_cannot_be_shown_is_a_page_that_says_why(
    board: Board, path: str, status: int, code: str
) -> None:
    answer = await board.client.get(path)
    assert answer.status_code == status
    assert f"<code>{code}</code>" in answer.text


@pytest.mark.parametrize(
    "path, field, called",
    [
        ("/memories?text=a+b&valid_at=24.11.2026", "valid_at", "True at"),
        ("/memories/{id}?valid_at=24.11.2026", "valid_at", "True at"),
        ("/entities?as_of=+24.11.2026", "as_of", "As known"),
        ("/entities/Mike?as_of=24.11.2026", "as_of", "As known"),
        ("/graph?entity=Mike&valid_at=24.11.2026", "valid_at", "True at"),
        ("/ask?query=Bath&as_of=1&as_of_2=24.11.2026", "as_of_2", "And as known"),
        ("/ask?query=Bath&valid_at_2=24.11.2026", "valid_at_2", "And true at"),
        ("/conversations?valid_at=24.11.2026", "valid_at", "True at"),
        ("/pages?as_of=24.11.2026", "as_of", "As known"),
        ("/pages/person-mike?as_of=24.11.2026", "as_of", "As known"),
        ("/pages/person-mike?revision=24.11.2026", "revision", "Revision"),
        ("/reviews?as_of=24.11.2026", "as_of", "As known"),
        ("/ledger?until=24.11.2026", "until", "Up to transaction"),
        ("/changes?since=24.11.2026", "since", "After"),
        ("/traces?asked_until=24.11.2026", "asked_until", "and before"),
    ],
)
async def test_what_is_typed_in_a_wrong_form_is_told_beside_its_field_by_what_it_is_called(
    board: Board, path: str, field: str, called: str
) -> None:
    answer = await board.client.get(path.format(id=board.bath))
    assert answer.status_code == 422
    label = next(line for line in answer.text.splitlines() if f'name="{field}"' in line)
    assert 'value="24.11.2026"' in label or 'value=" 24.11.2026"' in label
    assert 'aria-invalid="true" aria-describedby="wrong"' in label
    assert f'<span class="wrong" id="wrong" role="alert">{called}' in label
    assert answer.text.count('role="alert"') == 1


async def test_a_time_of_day_without_a_zone_is_told_beside_its_field(board: Board) -> None:
    answer = await board.client.get("/memories?valid_at=2026-03-10+14:00")
    (told,) = re.findall(r'id="wrong" role="alert">([^<]*)<', answer.text)
    assert told == (
        "True at: 2026-03-10T14:00:00 has a time of day but no zone. "
        "Write 2026-03-10T14:00:00+00:00 if it is UTC, or a date alone for midnight UTC."
    )


async def test_what_is_not_known_yet_is_told_by_the_names_of_the_fields(board: Board) -> None:
    answer = await board.client.get("/memories?as_of=2999-01-01")
    (told,) = re.findall(r'id="wrong" role="alert">([^<]*)<', answer.text)
    assert told.startswith("As known is 2999-01-01T00:00:00+00:00, and it is ")
    assert told.endswith(": nothing is known there yet. Use “True at” to ask ahead.")


@pytest.mark.parametrize(
    "path, told",
    [
        ("/memories?status=never", "status is &#39;never&#39;"),
        ("/memories?scope=team", "scope is &#39;team&#39;"),
        ("/graph?entity=Mike&depth=9", "depth is 9"),
        ("/tasks?state=late", "state is &#39;late&#39;"),
    ],
)
async def test_what_no_field_of_the_form_can_hold_is_told_too(
    board: Board, path: str, told: str
) -> None:
    answer = await board.client.get(path)
    assert answer.status_code == 422
    assert f'<p class="wrong" role="alert">{told}' in answer.text
    assert "<form" in answer.text


@pytest.mark.parametrize(
    "path, field", [("/memories", "text"), ("/ask", "query"), ("/memories?valid_at=soon", "entity")]
)
async def test_a_form_has_what_was_typed_also_where_it_cannot_be_seen(
    board: Board, path: str, field: str
) -> None:
    typed = '\u200f\u05d3\u05e0\u05d9\u200b "<Bath>'
    answer = await board.client.get(path, params=httpx.URL(path).params.add(field, typed))
    (value,) = re.findall(rf'name="{field}" dir="auto" value="([^"]*)"', answer.text)
    assert html.unescape(value) == typed


@pytest.mark.parametrize("method", ["POST", "DELETE", "OPTIONS"])
async def test_a_page_is_not_denied_to_who_would_write_to_it(board: Board, method: str) -> None:
    answer = await board.client.request(method, "/memories")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"
    assert "/memories can only be read." in answer.text
    assert "<code>method_not_allowed</code>" in answer.text


@pytest.mark.parametrize(
    "path, told",
    [
        ("/memories?as_of=", "as known at transaction 0 "),
        ("/changes?until=", "up to transaction 0."),
        ("/entities?as_of=", "as known at transaction 0 "),
    ],
)
async def test_eight_digits_are_a_date_as_everywhere_else(
    board: Board, path: str, told: str
) -> None:
    answer = await board.client.get(f"{path}20200101")
    assert answer.status_code == 200
    assert told in answer.text


def test_a_transaction_of_eight_digits_is_led_to_by_nine() -> None:
    late = Transaction(
        number=20260101,
        recorded_at=datetime(2026, 3, 1, tzinfo=UTC),
        actor="mike",
        role="user",
        operation="add",
        reason=None,
        hash="0" * 64,
    )
    told = {"shown": [late], "head": 20260101, "earlier": 0}
    request = Request({"type": "http", "path": "/ledger", "query_string": b"", "headers": []})
    answer = page(request, "ledger.html", Shown(title="Ledger", told=told))
    assert "/changes?since=020260100&amp;until=020260101" in bytes(answer.body).decode()


async def test_a_memory_of_a_container_can_be_asked_for_where_it_is_not_found(board: Board) -> None:
    path = f"/memories/{await boxed(board)}"
    refused = await board.client.get(path)
    assert refused.status_code == 404
    assert 'name="container"' in refused.text
    assert "<h1>Ines boxes on Mondays</h1>" in await board.text(path, container="project:move")


async def test_what_is_not_found_at_a_basis_leaves_the_form_as_it_was(board: Board) -> None:
    answer = await board.client.get("/memories?text=bath&as_of=999")
    assert answer.status_code == 404
    assert 'name="as_of" dir="auto" value="999"' in answer.text
    assert 'role="alert">there is no transaction 999' in answer.text
