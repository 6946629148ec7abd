"""Lend mutants what several of them share."""

from __future__ import annotations

from collections.abc import Callable

from psycopg import sql

from muniment.temporal.holding import Assertion, Claim, Row, claim
from tests.database import Desk


def as_owner(desk: Desk, *statements: str) -> None:
    """Change the schema of a test's own database."""
    with desk.database.as_admin() as connection:
        for statement in statements:
            connection.execute(sql.SQL(statement))


def claim_losing(part: Callable[[Claim], Claim]) -> Callable[..., Claim]:
    def mutant(
        rows: tuple[Row, ...],
        beaters: tuple[Assertion, ...],
        claimant: Assertion,
        twins: frozenset[str],
    ) -> Claim:
        return part(claim(rows, beaters, claimant, twins))

    return mutant


def claim_of_the_last_word(
    rows: tuple[Row, ...],
    beaters: tuple[Assertion, ...],
    claimant: Assertion,
    twins: frozenset[str],
) -> Claim:
    """Let whoever comes last win, whatever it outranks."""
    del beaters
    return claim(rows, (), claimant, twins)
