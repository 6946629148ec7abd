"""Speak as a memory sidecar does: the user is named in each request, and each answer has a status."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from muniment.model.ids import MemoryId, TaskId
from muniment.model.plain import plain
from muniment.model.sidecar import DeepAnswer, Enhanced, TurnAccepted
from muniment.model.tasks import TaskState
from muniment.operations import pages, sidecar, tasks
from muniment.operations.catalogue import Operation, perform
from muniment.operations.routes import ROOT
from muniment.operations.words import ReachWord, ReadModeWord
from muniment.rest.answers import MEDIA_TYPE, json_bytes
from muniment.rest.endpoints import BodyRoute, bounds_of, within
from muniment.rest.problems import PROBLEMS

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern="^[^\x00]*$"),
]
Write = Literal["auto"] | bool


def _example(**fields: Any) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [fields]})


class _Given(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Container(_Given):
    """A thread, project or session, by its id; its type informs and tells nothing apart."""

    id: Name
    type: str | None = None


class ScopePolicy(_Given):
    """Where what is learnt may go."""

    write_user: Write = "auto"
    write_global: Write = "auto"
    write_container: bool = True


class GivenTurn(_Given):
    """What was said."""

    user_message: str
    assistant_response: str | None = None
    occurred_at: str | None = None
    user_message_id: str | None = None
    assistant_message_id: str | None = None


class Process(_Given):
    """A turn that was held."""

    model_config = _example(
        user_id="user-7",
        containers=[{"id": "thread-1", "type": "thread"}],
        turn={"user_message": "I prefer pytest over unittest.", "user_message_id": "m-1"},
    )
    user_id: Name
    containers: Sequence[Container] = ()
    scope_policy: ScopePolicy = ScopePolicy()
    turn: GivenTurn
    metadata: dict[str, Any] | None = None


class Budgets(_Given):
    """How much may be looked at and said."""

    max_output_tokens: int | None = Field(default=None, ge=1)
    max_candidate_memories: int | None = Field(default=None, ge=1)


class _Asked(_Given):
    user_id: Name
    containers: Sequence[Container] = ()
    scope_level: ReachWord = "user_global"
    read_mode: ReadModeWord = "balanced"
    budgets: Budgets = Budgets()
    metadata: dict[str, Any] | None = None


class Context(_Asked):
    """A message that is about to be answered."""

    model_config = _example(user_id="user-7", message="Which test runner shall I use?")
    message: str


class Deep(_Asked):
    """A question to the memory."""

    model_config = _example(user_id="user-7", query="Which test runner does user-7 prefer?")
    query: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ProcessTold(TurnAccepted):
    """What is told of a turn that was given."""

    status: Literal["accepted"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ContextTold(Enhanced):
    """What is told for a message."""

    status: Literal["ok"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DeepTold(DeepAnswer):
    """What is told for a question."""

    status: Literal["ok"]


@dataclass(frozen=True, slots=True, kw_only=True)
class JobTold:
    """What is told of a job: the task that learns from a turn."""

    status: TaskState
    job_id: TaskId
    attempts: int
    error: str | None
    error_code: str | None
    result: object
    accepted_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotInside:
    """The words of a snapshot, and what they rest on."""

    summary: str
    memory_refs: tuple[MemoryId, ...]
    health_note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotTold:
    """What is told of a user."""

    status: Literal["ok"]
    user_id: str
    generated_at: datetime
    snapshot: SnapshotInside


router: Final = APIRouter(prefix=ROOT, tags=["sidecar"], responses=PROBLEMS, route_class=BodyRoute)
"""The endpoints of a sidecar."""


@router.post(
    "/process",
    operation_id="sidecar_process",
    status_code=202,
    response_model=ProcessTold,
)
async def process(request: Request, body: Process) -> Response:
    """Store a turn and enqueue what learns from it; users and containers appear by themselves."""
    turn, policy = body.turn, body.scope_policy
    asked = sidecar.ProcessTurn(
        user_message=turn.user_message,
        assistant_response=turn.assistant_response,
        containers=_ids(body.containers),
        occurred_at=turn.occurred_at,
        user_message_id=turn.user_message_id,
        assistant_message_id=turn.assistant_message_id,
        write_user=_word(policy.write_user),
        write_global=_word(policy.write_global),
        write_container=policy.write_container,
        metadata=body.metadata,
    )
    accepted = await _performed(request, body.user_id, sidecar.process_turn, asked)
    return _told(accepted, "accepted", status_code=202)


@router.get("/jobs/{id}", operation_id="sidecar_job", response_model=JobTold)
async def job(
    request: Request,
    id: Annotated[str, Path(min_length=1)],
    user_id: Annotated[Name | None, Query()] = None,
) -> Response:
    """Tell where a job is; a program that acts for users names the user."""
    task = await _performed(request, user_id, tasks.get_task, tasks.OneTask(id=id))
    return _json(
        JobTold(
            status=task.state,
            job_id=task.id,
            attempts=task.attempts,
            error=task.error,
            error_code=task.error_code,
            result=task.result,
            accepted_at=task.enqueued_at,
            started_at=task.started_at,
            ended_at=task.ended_at,
        )
    )


@router.post("/context", operation_id="sidecar_context", response_model=ContextTold)
async def context(request: Request, body: Context) -> Response:
    """Make a block of context for a message, or abstain."""
    asked = sidecar.EnhanceContext(message=body.message, **_where(body))
    answer = await _performed(request, body.user_id, sidecar.enhance_context, asked)
    return _told(answer)


@router.post("/deep-memory", operation_id="sidecar_deep_memory", response_model=DeepTold)
async def deep_memory(request: Request, body: Deep) -> Response:
    """Answer a question and give the evidence, or abstain."""
    asked = sidecar.AskDeeply(query=body.query, **_where(body))
    answer = await _performed(request, body.user_id, sidecar.deep_memory, asked)
    return _told(answer)


@router.get("/snapshot/{user_id}", operation_id="sidecar_snapshot", response_model=SnapshotTold)
async def snapshot(request: Request, user_id: Annotated[Name, Path()]) -> Response:
    """Give the latest snapshot of a user, made of what is the user's or everybody's."""
    found = await _performed(request, user_id, pages.get_snapshot, pages.GetSnapshot())
    inside = SnapshotInside(
        summary=found.summary, memory_refs=found.memory_refs, health_note=found.health_note
    )
    return _json(
        SnapshotTold(status="ok", user_id=user_id, generated_at=found.generated_at, snapshot=inside)
    )


async def _performed(
    request: Request, user: str | None, what: Operation[Asked, Answer], asked: Asked
) -> Answer:
    """Perform an operation for the user that a request names."""
    bounds = bounds_of(request)
    services = await bounds.admit(request, what.permission, user=user)
    return await within(bounds.timeout_s, what, perform(services, what, asked))


def _where(asked: _Asked) -> dict[str, Any]:
    return {
        "containers": _ids(asked.containers),
        "scope_level": asked.scope_level,
        "read_mode": asked.read_mode,
        **asked.budgets.model_dump(exclude_none=True),
    }


def _ids(containers: Sequence[Container]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.id for each in containers))


def _word(given: Write) -> str:
    if given == "auto":
        return "auto"
    return "yes" if given else "no"


def _told(
    answer: TurnAccepted | Enhanced | DeepAnswer, status: str = "ok", *, status_code: int = 200
) -> Response:
    fields = plain(answer)
    assert isinstance(fields, dict), "an answer is an object"
    return _json({"status": status, **fields}, status_code=status_code)


def _json(value: object, *, status_code: int = 200) -> Response:
    return Response(
        json_bytes(value),
        status_code=status_code,
        media_type=MEDIA_TYPE,
        headers={"Cache-Control": "no-store"},
    )
