"""Callers over a network are told what went wrong; where servers are is for the log."""

from __future__ import annotations

import pytest

from muniment.errors import (
    ConnectionsSpent,
    DatabaseUnavailable,
    EmbedderUnavailable,
    LedgerCorrupt,
    MemoryNotFound,
    ModelUnavailable,
    MunimentError,
)
from muniment.operations.abroad import told_abroad


@pytest.mark.parametrize(
    "kind", [DatabaseUnavailable, ConnectionsSpent, EmbedderUnavailable, ModelUnavailable]
)
def test_where_a_server_is_stands_in_the_log_alone(
    kind: type[MunimentError], caplog: pytest.LogCaptureFixture
) -> None:
    told = told_abroad(kind("http://10.0.0.5:11434/v1 cannot be reached"), "request-7")

    assert "10.0.0.5" not in told
    assert told.endswith(" The log of the service says why.")
    assert caplog.messages == [
        f"the request request-7 failed with {kind.code}: http://10.0.0.5:11434/v1 cannot be reached"
    ]


def test_a_fault_is_logged_by_its_code_and_told_whole(caplog: pytest.LogCaptureFixture) -> None:
    assert told_abroad(LedgerCorrupt("row 7 was altered"), "request-8") == "row 7 was altered"
    assert caplog.messages == ["the request request-8 failed with ledger_corrupt"]


def test_what_a_caller_did_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert told_abroad(MemoryNotFound("there is none"), "request-9") == "there is none"
    assert caplog.messages == []
