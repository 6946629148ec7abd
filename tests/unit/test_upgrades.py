"""What somebody upgraded to is the version of what is believed to run on an earlier one, and of nothing else."""

from __future__ import annotations

import pytest

from tests.unit.statement_words import heard, values

BILLING = "The billing service runs on Postgres 14."
SEARCH = "The search service runs on Postgres 13."


@pytest.mark.parametrize(
    "first, then, version",
    [
        (BILLING, "We upgraded to Postgres 16 over the weekend.", "Postgres 16"),
        (BILLING, "The billing service is on Postgres 16 now.", "Postgres 16"),
        (BILLING, "We moved to Postgres 16.2 last night because 14 was slow.", "Postgres 16.2"),
        (BILLING, "We haven't upgraded to Postgres 16 yet.", "Postgres 14"),
        (BILLING, "We should upgrade to Postgres 16.", "Postgres 14"),
        (BILLING, "The analytics team upgraded to Postgres 16.", "Postgres 14"),
        (BILLING, "We upgraded the search cluster to Postgres 16.", "Postgres 14"),
        (BILLING, "We upgraded to Ubuntu 24.04.", "Postgres 14"),
        ("Our API runs on Python 3.11.", "We've upgraded the API to Python 3.13.", "Python 3.13"),
        ("Our API runs on Python 3.11.", "The API was moved to Python 3.13.", "Python 3.13"),
    ],
)
def test_an_upgrade_is_of_what_runs_on_it(first: str, then: str, version: str) -> None:
    context, _ = heard(first, then)
    assert [value for _, of, value in values(context) if of == "version"] == [version]
    assert "location" not in {of for _, of, _ in values(context)}


def test_of_two_that_run_on_it_none_is_meant_unless_it_is_named() -> None:
    unnamed, _ = heard(BILLING, SEARCH, "We upgraded to Postgres 16.")
    named, _ = heard(BILLING, SEARCH, "We upgraded the search service to Postgres 16.")
    assert {each for each in values(unnamed) if each[1] == "version"} == {
        ("billing service", "version", "Postgres 14"),
        ("search service", "version", "Postgres 13"),
    }
    assert ("search service", "version", "Postgres 16") in values(named)
    assert ("billing service", "version", "Postgres 14") in values(named)
