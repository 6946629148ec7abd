"""Turn what PostgreSQL says into Muniment's errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors as pg
from psycopg_pool import PoolTimeout

from muniment import errors

_SCHEMA_GONE = (pg.UndefinedTable, pg.InvalidSchemaName, pg.UndefinedFunction, pg.UndefinedColumn)
_BUSY = (pg.LockNotAvailable, pg.QueryCanceled, pg.DeadlockDetected, pg.SerializationFailure)


def translate(error: psycopg.Error) -> errors.MunimentError:
    """Return the error of ours that a driver error stands for; the driver's text never carries data."""
    diagnosis = error.diag
    constraint = diagnosis.constraint_name or ""
    if isinstance(error, PoolTimeout):
        return errors.DatabaseUnavailable(
            "no connection became free or could be made in time. Is the database up, "
            "and is `pool_max` large enough?"
        )
    if isinstance(error, (pg.DiskFull, pg.OutOfMemory)) or "No space left" in str(error):
        return errors.DiskFull()
    if isinstance(error, _BUSY):
        return errors.WriteContention()
    if isinstance(error, pg.InsufficientPrivilege):
        return errors.NotPermitted(f"the database refused it: {diagnosis.message_primary}")
    if isinstance(error, pg.IntegrityError):
        return errors.IntegrityViolated(
            f"the constraint {constraint or diagnosis.message_primary} refused the change"
        )
    if isinstance(error, _SCHEMA_GONE):
        return errors.SchemaMissing(f"{diagnosis.message_primary}. Run `muniment init`.")
    if isinstance(error, (pg.UntranslatableCharacter, pg.CharacterNotInRepertoire)):
        return errors.UnstorableText()
    if isinstance(error, psycopg.OperationalError):
        return errors.DatabaseUnavailable(f"the database cannot be reached: {first_line(error)}")
    return errors.Unexpected(f"the database said {diagnosis.sqlstate}: {first_line(error)}")


def first_line(error: BaseException) -> str:
    """Return the first line of what the driver said."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


@contextmanager
def translated() -> Iterator[None]:
    """Raise Muniment's errors for the driver's."""
    try:
        yield
    except psycopg.Error as error:
        raise translate(error) from None
