"""Turn what PostgreSQL says into Muniment's errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors as pg
from psycopg_pool import PoolClosed, PoolTimeout

from muniment import errors

_SCHEMA_GONE = (pg.UndefinedTable, pg.InvalidSchemaName, pg.UndefinedFunction, pg.UndefinedColumn)
_BUSY = (pg.LockNotAvailable, pg.DeadlockDetected, pg.SerializationFailure)
_ENDED = (pg.IdleInTransactionSessionTimeout, pg.TransactionTimeout)
_UNPREPARED = (pg.DuplicatePreparedStatement, pg.InvalidSqlStatementName)
_CROWDED = ("too many clients", "too many connections", "connection slots are reserved")
"""What PostgreSQL says of it to whoever is not let in: no code comes with it."""
_WANTS_CLEAR = "plaintext password"
"""What Neon says of a verifier in the place of a password, when the transaction commits: no code comes with it."""
_SHUT_OUT = "permission denied for database"
"""What PostgreSQL says to whoever may not connect to a database: no code comes with it."""
_POOLER_STRICT = "unsupported startup parameter"
"""What PgBouncer says to a client whose settings it was not told to ignore: no code comes with it."""
_GRANT_MISSING = "permission denied for"
"""What PostgreSQL says to a role that lacks a grant, and not to one whose row is against a policy."""
_UNSTORABLE = (pg.UntranslatableCharacter, pg.CharacterNotInRepertoire)
_NUL = "cannot contain NUL (0x00)"
"""What the driver says of a text that it does not send."""
_SAID_MAX = 600


def translate(error: psycopg.Error) -> errors.MunimentError:
    """Return the error of ours that a driver error stands for; the driver's text never carries data."""
    diagnosis = error.diag
    constraint = diagnosis.constraint_name or ""
    if isinstance(error, PoolTimeout):
        return _without_connection(error)
    if isinstance(error, PoolClosed):
        return errors.MemoryClosed()
    if isinstance(error, pg.DiskFull) or "No space left" in str(error):
        return errors.DiskFull()
    if isinstance(error, pg.ReadOnlySqlTransaction):
        return errors.DatabaseReadOnly()
    if isinstance(error, pg.QueryCanceled):
        return errors.StatementTimedOut(
            "a statement ran for longer than `pool.statement_timeout_s` allows, or was cancelled; "
            "nothing was written. Ask for less at once, try again when the database has less to do, or "
            "raise the setting."
        )
    if isinstance(error, _BUSY):
        return _busy(error)
    if isinstance(error, pg.InsufficientPrivilege):
        return _not_permitted(diagnosis.message_primary or "")
    if isinstance(error, pg.IntegrityError):
        return errors.IntegrityViolated(
            f"the constraint {constraint or diagnosis.message_primary} refused the change"
        )
    if isinstance(error, _SCHEMA_GONE):
        return errors.SchemaMissing(
            f"{diagnosis.message_primary}. As the owner of the schema: `muniment init --owner-url …`."
        )
    if isinstance(error, _UNPREPARED):
        return errors.PreparedStatementsLost()
    if isinstance(error, _UNSTORABLE) or _NUL in str(error):
        return errors.UnstorableText()
    if isinstance(error, pg.ProgramLimitExceeded):
        return errors.InvalidValue(
            f"this is larger than the database can hold: {one_line(error)}. Nothing was written. "
            "Write shorter names or texts."
        )
    if isinstance(error, psycopg.OperationalError) and any(each in str(error) for each in _CROWDED):
        return errors.ConnectionsSpent(
            f"the database accepts no more connections: {one_line(error)}. Lower `pool.size_max` of each "
            "process, or raise max_connections or the role's CONNECTION LIMIT."
        )
    if isinstance(error, psycopg.OperationalError) and _SHUT_OUT in str(error):
        return errors.NotPermitted(
            f"the role may not connect: {one_line(error)}. `muniment init --owner-url …` lets in the role "
            "of `database_url`; or as the owner of the database: GRANT CONNECT ON DATABASE … TO the role."
        )
    if isinstance(error, psycopg.OperationalError) and _POOLER_STRICT in str(error):
        return errors.DatabaseUnavailable(
            f"the pooler refuses to connect: {one_line(error)}. Set `ignore_startup_parameters = options` in "
            "PgBouncer's configuration, or connect past it."
        )
    if isinstance(error, (psycopg.OperationalError, *_ENDED)):
        return errors.DatabaseUnavailable(
            f"the database cannot be used: {one_line(error).rstrip('.?')}. Is it running, and are host, port, "
            "role and password right in `database_url` or `owner_url`?"
        )
    if _WANTS_CLEAR in str(error):
        return errors.NotPermitted(
            "this database service creates a login role only from a clear password, and Muniment "
            "sends a verifier. Create the role with the service's own tools, then as the owner "
            "run: "
            "GRANT muniment_writer TO that role; and put the role into database_url."
        )
    return errors.Unexpected(f"the database said {diagnosis.sqlstate}: {one_line(error)}")


def _without_connection(error: PoolTimeout) -> errors.MunimentError:
    if not isinstance(error.__cause__, psycopg.Error):
        return errors.DatabaseUnavailable(
            "no connection became free or could be made in time. Is the database up, "
            "and is `pool.size_max` large enough?"
        )
    refusal = translate(error.__cause__)
    # It could connect before: whoever asks now is not the one who may not.
    is_shut_out = isinstance(refusal, errors.NotPermitted)
    return errors.DatabaseUnavailable(refusal.message) if is_shut_out else refusal


def _not_permitted(said: str) -> errors.NotPermitted:
    if said.startswith("a change reached"):  # muniment.expect_rows
        return errors.NotPermitted(
            "this would change or end what is for the whole tenant, which needs the permission "
            "govern. Ask as a user who has it, without an agent, or write for the user (scope "
            "user)."
        )
    refused = f"the database refused it: {said}"
    if _GRANT_MISSING in said:
        refused += ". Its role lacks a grant: who runs it finds with `muniment doctor` which."
    return errors.NotPermitted(refused)


def _busy(error: psycopg.Error) -> errors.WriteContention:
    if isinstance(error, pg.LockNotAvailable):
        return errors.WriteContention(
            "other writers held the tenant for longer than `pool.lock_timeout_s` allows; nothing "
            "was written. Try again, or raise the setting."
        )
    return errors.WriteContention()


def ends_connection(error: psycopg.Error) -> bool:
    """Tell whether an error is the last that its connection says."""
    return error.diag.severity_nonlocalized in {"FATAL", "PANIC"}


def one_line(error: psycopg.Error) -> str:
    """Return what went wrong, on one line, without the server's details: they quote data."""
    told = error.diag.message_primary or _failures(str(error))
    said = " ".join(told.split()).rstrip(".") or type(error).__name__
    return said if len(said) <= _SAID_MAX else f"{said[:_SAID_MAX]} …"


def _failures(said: str) -> str:
    """Return what the driver says without libpq's questions, and of several hosts each failure once."""
    told = [line for line in said.splitlines() if not line.startswith("\t")]
    of_hosts = [line.removeprefix("- ") for line in told if line.startswith("- host: ")]
    return "; ".join(each.strip().rstrip(".") for each in of_hosts or told)


@contextmanager
def translated() -> Iterator[None]:
    """Raise Muniment's errors for the driver's."""
    try:
        yield
    except psycopg.Error as error:
        raise translate(error) from None
