"""What a worker or a service warns of reaches whoever runs it."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from muniment.cli.streams import tell_warnings


@pytest.fixture
def restored() -> Iterator[None]:
    logger = logging.getLogger("muniment")
    before = list(logger.handlers)
    yield
    logger.handlers = before


@pytest.mark.usefixtures("restored")
def test_a_warning_is_printed_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    tell_warnings()

    logging.getLogger("muniment.worker").warning("the queue cannot be reached: %s", "refused")
    logging.getLogger("muniment.worker").info("all is well")

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith(" muniment.worker: the queue cannot be reached: refused\n")


@pytest.mark.usefixtures("restored")
def test_a_warning_is_one_line_that_moves_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    tell_warnings()

    logging.getLogger("muniment.worker").warning("%s lacks a grant", "a\nb \x1b[31m\u202e")
    try:
        raise ValueError("\x1b[2J")
    except ValueError:
        logging.getLogger("muniment.worker").exception("it failed")

    first, *_, last = capsys.readouterr().err.splitlines()
    assert first.endswith(r" muniment.worker: a\nb \x1b[31m\u202e lacks a grant")
    assert last == r"ValueError: \x1b[2J"
