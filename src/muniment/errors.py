"""Say what went wrong, whose fault it is, and what to do next: every error of Muniment.

MunimentError
├── Incorrect        the request is wrong; sending it again changes nothing
│   ├── BlankContent, ContentTooLong, UnstorableText
│   ├── EmptyPeriod, ZonelessTime, UnreadableTime, AbsurdTime, FutureBasis
│   ├── InvalidValue, FieldRepeated, UnreadableConversation, UnknownSetting, CommandUnreadable
│   ├── BodyTooLarge, MethodNotAllowed, MediaTypeUnsupported, AddressNeedsAuthentication
│   ├── AgentFileUnreadable, MemoryClosed
│   └── AlreadyEnded, AliasUnproven
├── NotFound         no such thing in this tenant, or not yours to see
│   ├── MemoryNotFound, EpisodeNotFound, RecallNotFound, TransactionNotFound, FileNotFound
│   ├── RouteNotFound, TaskNotFound, ScheduleNotFound, PageNotFound, NothingToCompile
│   ├── KeyNotFound, GrantNotFound, ContradictionNotFound, ContainerNotFound, TenantNotFound
├── Conflict         the store is in another state than the request assumes
│   ├── EmbedderMismatch, NotComparable, TaskInOtherState
│   ├── IdempotencyMismatch, AnswerLost, AlreadySettled, TurnDiffers
├── Forbidden        the principal may not do this
│   ├── NotPermitted, BudgetSpent, QuotaExceeded, NotAuthenticated
├── Unsupported      this database or platform cannot serve Muniment
│   ├── DatabaseTooOld, ExtensionMissing, RoleBypassesSecurity, SchemaMissing, SchemaMismatch,
│   │   PreparedStatementsLost, PlatformUnsupported, SettingsElsewhere, ExtraMissing
├── Busy             try again, the same request will succeed
│   ├── WriteContention, BasisUnsettled, ServerStarting
├── Unavailable      something outside Muniment is down or full
│   ├── DatabaseUnavailable, ConnectionLost, ConnectionsSpent, DatabaseReadOnly, DiskFull,
│   │   EmbedderUnavailable, WriteOutcomeUnknown, StatementTimedOut, RequestTimedOut, AddressTaken,
│   │   ModelUnavailable, ModelBudgetSpent, ModelAnswerUnusable, ServiceUnavailable
└── Fault            a defect, or evidence of tampering
    ├── LedgerCorrupt, IntegrityViolated, AnswerUnreadable, Unexpected
"""

from __future__ import annotations

import errno
from dataclasses import dataclass
from typing import ClassVar, Final

NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
"""The numbers of an OSError that says `DiskFull`: of a disk, or of what its user may fill."""


class MunimentError(Exception):
    """Something went wrong in Muniment."""

    code: ClassVar[str] = "error"
    http_status: ClassVar[int | None] = None
    """The status over HTTP where it is another one than its category's."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())

    @property
    def message(self) -> str:
        """What was given, what was expected and what to do."""
        return str(self.args[0])


def first_of(error: BaseException) -> BaseException:
    """Return an error as it is, and of a group of errors the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


class Incorrect(MunimentError):
    """The request is wrong; sending it again changes nothing."""


class NotFound(MunimentError):
    """There is no such thing in this tenant, or it is not yours to see."""


class Conflict(MunimentError):
    """The store is in another state than the request assumes."""


class Forbidden(MunimentError):
    """The principal may not do this."""


class Unsupported(MunimentError):
    """This database or platform cannot serve Muniment."""


class Busy(MunimentError):
    """The store is occupied; the same request will succeed later."""


class Unavailable(MunimentError):
    """Something outside Muniment is down or full."""

    wait_s: float = 0.0
    """For how many seconds to ask again is known to be in vain; 0 if that is not known."""


class Fault(MunimentError):
    """A defect, or evidence of tampering."""


class BlankContent(Incorrect):
    """The content is empty, or nothing of it is seen. Write a sentence."""

    code = "content_blank"


class ContentTooLong(Incorrect):
    """The content is longer than the setting `content_characters_max` allows."""

    code = "content_too_long"


class UnstorableText(Incorrect):
    """The text holds a NUL or a lone surrogate, which PostgreSQL cannot store. Remove it."""

    code = "text_unstorable"


class EmptyPeriod(Incorrect):
    """The period ends before it begins, or at the same instant."""

    code = "period_empty"


class ZonelessTime(Incorrect):
    """A time of day needs a zone: write 2026-03-01T09:00:00+00:00, or a date for midnight UTC."""

    code = "time_zoneless"


class UnreadableTime(Incorrect):
    """This is no time. Write ISO 8601, such as 2026-03-01 or 2026-03-01T09:00:00Z."""

    code = "time_unreadable"


class AbsurdTime(Incorrect):
    """The time lies outside the years 1 to 9999 in UTC."""

    code = "time_absurd"


class FutureBasis(Incorrect):
    """`as_of` lies in the future: nothing is known there yet. Use `valid_at` to ask ahead."""

    code = "basis_in_future"


class InvalidValue(Incorrect):
    """A value is outside what is allowed."""

    code = "value_invalid"


class FieldRepeated(Incorrect):
    """An object or an address names a field twice, and does not say which counts. Write it once."""

    code = "field_repeated"


class UnreadableConversation(Incorrect):
    """The file is neither a LoCoMo conversation nor JSON lines of turns."""

    code = "conversation_unreadable"


class UnknownSetting(Incorrect):
    """The configuration is wrong."""

    code = "setting_invalid"


class CommandUnreadable(Incorrect):
    """There is no such command, or it cannot be called like this. See `muniment --help`."""

    code = "command_unreadable"


class BodyTooLarge(Incorrect):
    """The body of the request is larger than the setting `rest.body_bytes_max` allows."""

    code = "body_too_large"
    http_status = 413


class MethodNotAllowed(Incorrect):
    """There is something at this path, and it is not called with this method."""

    code = "method_not_allowed"
    http_status = 405


class MediaTypeUnsupported(Incorrect):
    """The body is of another media type than this path reads."""

    code = "media_type_unsupported"
    http_status = 415


class AddressNeedsAuthentication(Incorrect):
    """Without authentication the service is offered to this machine alone: 127.0.0.1 or ::1."""

    code = "address_needs_authentication"


class AgentFileUnreadable(Incorrect):
    """The configuration of the agent cannot be read as what it should be. Mend it first."""

    code = "agent_file_unreadable"


class MemoryClosed(Incorrect):
    """This memory was closed. Open a new one."""

    code = "memory_closed"
    http_status = 503


class AlreadyEnded(Incorrect):
    """Nothing of this memory holds at or after the given time."""

    code = "memory_already_ended"


class AliasUnproven(Incorrect):
    """The quotation does not name both the alias and what it stands for."""

    code = "alias_unproven"


class MemoryNotFound(NotFound):
    """There is no memory with this id."""

    code = "memory_not_found"


class EpisodeNotFound(NotFound):
    """There is no episode with this id."""

    code = "episode_not_found"


class ContradictionNotFound(NotFound):
    """There is no contradiction with this id."""

    code = "contradiction_not_found"


class RecallNotFound(NotFound):
    """There is no traced recall with this id. Was tracing on when it ran?"""

    code = "recall_not_found"


class TransactionNotFound(NotFound):
    """There is no such transaction in this tenant."""

    code = "transaction_not_found"


class ContainerNotFound(NotFound):
    """There is no project or session of this name."""

    code = "container_not_found"


class TenantNotFound(NotFound):
    """There is no such tenant. What is written to it first opens it, and so do `muniment init` and, in Python, `founding=True`."""

    code = "tenant_not_found"


class FileNotFound(NotFound):
    """There is no such file."""

    code = "file_not_found"


class RouteNotFound(NotFound):
    """There is nothing at this path. /openapi.json lists what there is."""

    code = "route_not_found"


class TaskNotFound(NotFound):
    """There is no task with this id."""

    code = "task_not_found"


class ScheduleNotFound(NotFound):
    """There is no schedule of this name."""

    code = "schedule_not_found"


class PageNotFound(NotFound):
    """There is no such page at this basis. `muniment pages` lists those there are."""

    code = "page_not_found"


class NothingToCompile(NotFound):
    """There is nothing that a page could be made of."""

    code = "nothing_to_compile"


class KeyNotFound(NotFound):
    """There is no API key with this id."""

    code = "key_not_found"


class GrantNotFound(NotFound):
    """There is no grant with this id."""

    code = "grant_not_found"


class EmbedderMismatch(Conflict):
    """The store was embedded with another model. Run `muniment reembed` to adopt this one."""

    code = "embedder_mismatch"


class NotComparable(Conflict):
    """The answer cannot be compared: the embedder or the ranking version has changed since."""

    code = "replay_not_comparable"


class TaskInOtherState(Conflict):
    """The task is in a state in which this cannot be done."""

    code = "task_in_other_state"


class IdempotencyMismatch(Conflict):
    """Another request was sent under this Idempotency-Key, or another task enqueued under this key."""

    code = "idempotency_mismatch"


class AnswerLost(Conflict):
    """The write landed, its answer was lost, and it is not written again: read what it wrote."""

    code = "answer_lost"


class AlreadySettled(Conflict):
    """A person has settled this contradiction already."""

    code = "contradiction_already_settled"


class TurnDiffers(Conflict):
    """A turn is stored under this id with other words, and a turn never changes."""

    code = "turn_differs"


class NotPermitted(Forbidden):
    """The principal lacks the permission for this operation."""

    code = "not_permitted"


class BudgetSpent(Forbidden):
    """The recalls of this agent's context have taken all the tokens of its budget."""

    code = "budget_spent"


class NotAuthenticated(Forbidden):
    """Who asks is not known by a key or token. Send `Authorization: Bearer` with one that is valid."""

    code = "not_authenticated"
    http_status = 401


class QuotaExceeded(Forbidden):
    """The user would write or keep more than its quota allows."""

    code = "quota_exceeded"
    http_status = 429


class DatabaseTooOld(Unsupported):
    """Muniment needs PostgreSQL 16 or newer."""

    code = "database_too_old"


class ExtensionMissing(Unsupported):
    """The database lacks an extension that Muniment needs."""

    code = "extension_missing"


class RoleBypassesSecurity(Unsupported):
    """The database role could bypass row-level security."""

    code = "role_bypasses_security"


class SchemaMissing(Unsupported):
    """The database has no Muniment schema. As its owner: `muniment init --owner-url …`."""

    code = "schema_missing"


class SchemaMismatch(Unsupported):
    """The schema of the database does not fit this version of Muniment."""

    code = "schema_mismatch"


class PreparedStatementsLost(Unsupported):
    """A pooler before the database loses prepared statements between transactions. Use PgBouncer 1.21 or newer with `max_prepared_statements = 200`, or `pool_mode = session`, or connect past it."""

    code = "prepared_statements_lost"


class PlatformUnsupported(Unsupported):
    """The bundled server cannot run here. Set `database_url` to a PostgreSQL of your own."""

    code = "platform_unsupported"


class SettingsElsewhere(Unsupported):
    """A client has no settings: those in force are the service's."""

    code = "settings_elsewhere"


class ExtraMissing(Unsupported):
    """This needs a package that is not installed."""

    code = "extra_missing"


class WriteContention(Busy):
    """Other writers held the tenant for too long. Try again."""

    code = "write_contention"


class BasisUnsettled(Busy):
    """A write is under way that may be of an earlier time than the as_of asked for. Try again."""

    code = "basis_unsettled"


class ServerStarting(Busy):
    """The bundled server is still starting. Try again."""

    code = "server_starting"


class DatabaseUnavailable(Unavailable):
    """The database cannot be reached."""

    code = "database_unavailable"


class ConnectionLost(DatabaseUnavailable):
    """The connection to the database broke. Nothing was written: try again."""

    code = "connection_lost"


class ConnectionsSpent(DatabaseUnavailable):
    """The database takes no more connections."""

    code = "connections_spent"


class DatabaseReadOnly(Unavailable):
    """The database takes no writes: it is a standby, or is set to be read only. Nothing was written."""

    code = "database_read_only"


class DiskFull(Unavailable):
    """The disk of the database is full. The transaction that met it wrote nothing, those before it stay: free room, then try again."""

    code = "disk_full"


class EmbedderUnavailable(Unavailable):
    """The embedder cannot be reached."""

    code = "embedder_unavailable"


class ModelUnavailable(Unavailable):
    """The language model cannot be reached."""

    code = "model_unavailable"


class ModelBudgetSpent(Unavailable):
    """The language model has spent the tokens that its role may spend in a day."""

    code = "model_budget_spent"


class ModelAnswerUnusable(Unavailable):
    """The language model's answer is not in the form that it was asked for."""

    code = "model_answer_unusable"


class WriteOutcomeUnknown(Unavailable):
    """The connection broke while committing: the write landed whole or not at all."""

    code = "write_outcome_unknown"


class StatementTimedOut(Unavailable):
    """A statement took longer than the setting `pool.statement_timeout_s` allows. Nothing was written."""

    code = "statement_timed_out"


class RequestTimedOut(Unavailable):
    """The request took longer than the setting `rest.request_timeout_s` allows."""

    code = "request_timed_out"


class AddressTaken(Unavailable):
    """The address cannot be listened at: another program may hold it."""

    code = "address_taken"


class ServiceUnavailable(Unavailable):
    """The service cannot be reached."""

    code = "service_unavailable"


class LedgerCorrupt(Fault):
    """The ledger does not verify."""

    code = "ledger_corrupt"


class IntegrityViolated(Fault):
    """A constraint of the store refused a change that Muniment should not have made."""

    code = "integrity_violated"


class AnswerUnreadable(Fault):
    """The service answered something that this version cannot read."""

    code = "answer_unreadable"


class Unexpected(Fault):
    """Something unexpected happened. Please report it."""

    code = "unexpected"


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """How one category of errors is told on each surface."""

    http_status: int
    mcp_code: int
    exit_code: int


TELLINGS: dict[type[MunimentError], Telling] = {
    Incorrect: Telling(http_status=422, mcp_code=-32602, exit_code=2),
    NotFound: Telling(http_status=404, mcp_code=-32002, exit_code=3),
    Conflict: Telling(http_status=409, mcp_code=-32009, exit_code=4),
    Forbidden: Telling(http_status=403, mcp_code=-32003, exit_code=5),
    Unsupported: Telling(http_status=501, mcp_code=-32004, exit_code=6),
    Busy: Telling(http_status=429, mcp_code=-32005, exit_code=7),
    Unavailable: Telling(http_status=503, mcp_code=-32006, exit_code=8),
    Fault: Telling(http_status=500, mcp_code=-32603, exit_code=9),
}


def telling_of(error: MunimentError) -> Telling:
    """Return how an error is told, by the nearest category above its class."""
    for ancestor in type(error).__mro__:
        if ancestor in TELLINGS:
            return TELLINGS[ancestor]
    return TELLINGS[Fault]


def http_status_of(error: MunimentError) -> int:
    """Return the status that an error is told with over HTTP."""
    return error.http_status or telling_of(error).http_status
