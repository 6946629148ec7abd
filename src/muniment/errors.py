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
│   ├── DatabaseTooOld, DatabaseEncodingUnfit, ExtensionMissing, RoleBypassesSecurity, SchemaMissing,
│   │   SchemaMismatch, PreparedStatementsLost, PlatformUnsupported, SettingsElsewhere, ExtraMissing
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
from typing import ClassVar, Final, TypeGuard

_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
"""The numbers of an OSError that says `DiskFull`: of a disk, or of what its user may fill."""


class MunimentError(Exception):
    """Something went wrong in Muniment."""

    code: ClassVar[str] = "error"
    http_status: ClassVar[int | None] = None
    """The status over HTTP where it is another one than its category's."""

    def __init_subclass__(cls, *, code: str | None = None, http_status: int | None = None) -> None:
        super().__init_subclass__()
        if code is not None:
            cls.code = code
        if http_status is not None:
            cls.http_status = http_status

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


def is_without_room(error: BaseException) -> TypeGuard[OSError]:
    """Tell whether an error of the system says that a disk is full, or what its user may fill of it."""
    return isinstance(error, OSError) and error.errno in _NO_ROOM


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


class BlankContent(Incorrect, code="content_blank"):
    """The content is empty, or holds nothing visible. Write a sentence."""


class ContentTooLong(Incorrect, code="content_too_long"):
    """The content is longer than the setting `content_characters_max` allows."""


class UnstorableText(Incorrect, code="text_unstorable"):
    """The text holds a NUL or a lone surrogate, which PostgreSQL cannot store. Remove it."""


class EmptyPeriod(Incorrect, code="period_empty"):
    """The period ends before it begins, or at the same instant."""


class ZonelessTime(Incorrect, code="time_zoneless"):
    """A time of day needs a zone: write 2026-03-01T09:00:00+00:00, or a date for midnight UTC."""


class UnreadableTime(Incorrect, code="time_unreadable"):
    """This is not a time. Write ISO 8601, such as 2026-03-01 or 2026-03-01T09:00:00Z."""


class AbsurdTime(Incorrect, code="time_absurd"):
    """The time lies outside the years 1 to 9999 in UTC."""


class FutureBasis(Incorrect, code="basis_in_future"):
    """`as_of` lies in the future, of which nothing is known yet. Use `valid_at` to ask ahead."""


class InvalidValue(Incorrect, code="value_invalid"):
    """A value is outside what is allowed."""


class FieldRepeated(Incorrect, code="field_repeated"):
    """An object, an address or the headers name a field twice, so it is unclear which counts. Write it once."""


class UnreadableConversation(Incorrect, code="conversation_unreadable"):
    """The file is neither a LoCoMo conversation nor JSON lines of turns."""


class UnknownSetting(Incorrect, code="setting_invalid"):
    """The configuration is wrong."""


class CommandUnreadable(Incorrect, code="command_unreadable"):
    """There is no such command, or it does not take these arguments. See `muniment --help`."""


class BodyTooLarge(Incorrect, code="body_too_large", http_status=413):
    """The body of the request is larger than the setting `rest.body_bytes_max` allows."""


class MethodNotAllowed(Incorrect, code="method_not_allowed", http_status=405):
    """There is something at this path, but it does not accept this method."""


class MediaTypeUnsupported(Incorrect, code="media_type_unsupported", http_status=415):
    """This path does not read bodies of this media type."""


class AddressNeedsAuthentication(Incorrect, code="address_needs_authentication"):
    """Without authentication the service may listen only on this machine: 127.0.0.1 or ::1."""


class AgentFileUnreadable(Incorrect, code="agent_file_unreadable"):
    """The agent's configuration file is not in the form it should be. Fix it first."""


class MemoryClosed(Incorrect, code="memory_closed", http_status=503):
    """This memory was closed. Open a new one."""


class AlreadyEnded(Incorrect, code="memory_already_ended"):
    """Nothing of this memory holds at or after the given time."""


class AliasUnproven(Incorrect, code="alias_unproven"):
    """The quotation does not name both the alias and what it stands for."""


class MemoryNotFound(NotFound, code="memory_not_found"):
    """There is no memory with this id."""


class EpisodeNotFound(NotFound, code="episode_not_found"):
    """There is no episode with this id."""


class ContradictionNotFound(NotFound, code="contradiction_not_found"):
    """There is no contradiction with this id. Does it belong to this user, and was its container named?"""


class RecallNotFound(NotFound, code="recall_not_found"):
    """There is no traced recall with this id. Was tracing on when it ran, and does it belong to this user?"""


class TransactionNotFound(NotFound, code="transaction_not_found"):
    """There is no such transaction in this tenant."""


class ContainerNotFound(NotFound, code="container_not_found"):
    """There is no project or session of this name."""


class TenantNotFound(NotFound, code="tenant_not_found"):
    """There is no such tenant. The first write opens it, as do `muniment init` and, in Python, `founding=True`."""


class FileNotFound(NotFound, code="file_not_found"):
    """There is no such file."""


class RouteNotFound(NotFound, code="route_not_found"):
    """There is nothing at this path. /openapi.json lists what there is."""


class TaskNotFound(NotFound, code="task_not_found"):
    """There is no task with this id."""


class ScheduleNotFound(NotFound, code="schedule_not_found"):
    """There is no schedule of this name."""


class PageNotFound(NotFound, code="page_not_found"):
    """There is no such page at this basis. `pages` lists the pages there are."""


class NothingToCompile(NotFound, code="nothing_to_compile"):
    """There is nothing to make a page of."""


class KeyNotFound(NotFound, code="key_not_found"):
    """There is no API key with this id."""


class GrantNotFound(NotFound, code="grant_not_found"):
    """There is no grant with this id."""


class EmbedderMismatch(Conflict, code="embedder_mismatch"):
    """The store was embedded with another model. Run `muniment reembed` to adopt this one."""


class NotComparable(Conflict, code="replay_not_comparable"):
    """The answer cannot be compared: the embedder or the ranking version has changed since."""


class TaskInOtherState(Conflict, code="task_in_other_state"):
    """The task is in a state that does not allow this."""


class IdempotencyMismatch(Conflict, code="idempotency_mismatch"):
    """This Idempotency-Key was used for another request, or this key for another task."""


class AnswerLost(Conflict, code="answer_lost"):
    """The write landed but its answer was lost. It is not written again: read what it wrote."""


class AlreadySettled(Conflict, code="contradiction_already_settled"):
    """A person has settled this contradiction already."""


class TurnDiffers(Conflict, code="turn_differs"):
    """A turn with this id is stored with other words, and a turn never changes."""


class NotPermitted(Forbidden, code="not_permitted"):
    """The principal lacks the permission for this operation."""


class BudgetSpent(Forbidden, code="budget_spent"):
    """The recalls of this agent's context have used up its token budget."""


class NotAuthenticated(Forbidden, code="not_authenticated", http_status=401):
    """No valid key or token says who asks. Send one in `Authorization: Bearer`."""


class QuotaExceeded(Forbidden, code="quota_exceeded", http_status=429):
    """The user would write or keep more than its quota allows."""


class DatabaseTooOld(Unsupported, code="database_too_old"):
    """Muniment needs PostgreSQL 16 or newer."""


class DatabaseEncodingUnfit(Unsupported, code="database_encoding_unfit"):
    """The database must be in UTF-8, with a locale that knows letters beyond ASCII, to keep and find what it is told."""


class ExtensionMissing(Unsupported, code="extension_missing"):
    """The database lacks an extension that Muniment needs."""


class RoleBypassesSecurity(Unsupported, code="role_bypasses_security"):
    """The database role could bypass row-level security."""


class SchemaMissing(Unsupported, code="schema_missing"):
    """The database has no Muniment schema. As its owner: `muniment init --owner-url …`."""


class SchemaMismatch(Unsupported, code="schema_mismatch"):
    """The schema of the database does not fit this version of Muniment."""


class PreparedStatementsLost(Unsupported, code="prepared_statements_lost"):
    """A pooler in front of the database loses prepared statements between transactions. Use PgBouncer 1.21 or newer with `max_prepared_statements = 200`, or `pool_mode = session`, or connect past it."""


class PlatformUnsupported(Unsupported, code="platform_unsupported"):
    """The bundled server cannot run here. Set `database_url` to a PostgreSQL of your own."""


class SettingsElsewhere(Unsupported, code="settings_elsewhere"):
    """A client has no settings of its own: the service's are in force."""


class ExtraMissing(Unsupported, code="extra_missing"):
    """This needs a package that is not installed."""


class WriteContention(Busy, code="write_contention"):
    """Other writers held the tenant for too long. Try again."""


class BasisUnsettled(Busy, code="basis_unsettled"):
    """A write in progress may have an earlier time than this as_of. Try again."""


class ServerStarting(Busy, code="server_starting"):
    """The bundled server is still starting. Try again."""


class DatabaseUnavailable(Unavailable, code="database_unavailable"):
    """The database cannot be reached."""


class ConnectionLost(DatabaseUnavailable, code="connection_lost"):
    """The connection to the database broke. Nothing was written: try again."""


class ConnectionsSpent(DatabaseUnavailable, code="connections_spent"):
    """The database accepts no more connections."""


class DatabaseReadOnly(Unavailable, code="database_read_only"):
    """The database accepts no writes: it is a standby, or set to read-only. Nothing was written."""


class DiskFull(Unavailable, code="disk_full"):
    """The disk of the database is full. This transaction wrote nothing; earlier ones stay. Free some space, then try again."""


class EmbedderUnavailable(Unavailable, code="embedder_unavailable"):
    """The embedder cannot be reached."""


class ModelUnavailable(Unavailable, code="model_unavailable"):
    """The language model cannot be reached."""


class ModelBudgetSpent(Unavailable, code="model_budget_spent"):
    """The language model has spent its role's tokens for the day."""


class ModelAnswerUnusable(Unavailable, code="model_answer_unusable"):
    """The language model's answer is not in the requested form."""


class WriteOutcomeUnknown(Unavailable, code="write_outcome_unknown"):
    """The connection broke during the commit: the write landed whole or not at all."""


class StatementTimedOut(Unavailable, code="statement_timed_out"):
    """A statement took longer than the setting `pool.statement_timeout_s` allows. Nothing was written."""


class RequestTimedOut(Unavailable, code="request_timed_out"):
    """The request took longer than the setting `rest.request_timeout_s` allows."""


class AddressTaken(Unavailable, code="address_taken"):
    """The service cannot listen at this address: another program may hold it."""


class ServiceUnavailable(Unavailable, code="service_unavailable"):
    """The service cannot be reached."""


class LedgerCorrupt(Fault, code="ledger_corrupt"):
    """The ledger does not verify."""


class IntegrityViolated(Fault, code="integrity_violated"):
    """A constraint of the store refused a change that Muniment should not have made."""


class AnswerUnreadable(Fault, code="answer_unreadable"):
    """The service gave an answer that this version cannot read."""


class Unexpected(Fault, code="unexpected"):
    """Something unexpected happened. Please report it."""


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
