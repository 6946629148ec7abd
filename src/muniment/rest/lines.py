"""Load beliefs and turns line by line, and give beliefs out the same way."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any, Final

from anyio import SpooledTemporaryFile
from fastapi import APIRouter, Header, Query, Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.responses import StreamingResponse

from muniment.access.principal import Permission
from muniment.errors import (
    AnswerLost,
    BodyTooLarge,
    Busy,
    Fault,
    FieldRepeated,
    IdempotencyMismatch,
    InvalidValue,
    MunimentError,
    Unavailable,
)
from muniment.model.json_texts import read_json
from muniment.model.writes import Ingested
from muniment.operations import reads, writes
from muniment.operations.belief_lines import ASKED, as_new, given_out
from muniment.operations.catalogue import Operation, perform
from muniment.operations.once import is_parted, part, perform_once
from muniment.operations.routes import ROOT
from muniment.operations.services import Services
from muniment.operations.shapes import body_of, shape_of
from muniment.rest.answers import LINES, json_line
from muniment.rest.endpoints import as_given, bounds_of, within
from muniment.rest.problems import PROBLEMS, misfit, problem, request_id_of

LINES_PER_TRANSACTION: Final = 256
LINE_BYTES_MAX: Final = 4_194_304
KEPT_IN_MEMORY_BYTES: Final = 1_048_576

_CONTENT: Final[dict[str, Any]] = {LINES: {"schema": {"type": "string"}}}
_ANSWERED: Final[dict[str, Any]] = {
    "content": _CONTENT,
    "description": 'One JSON object per line: `{"line": 1, "result": …}` with a `Written`, or for a turn its id; '
    '`{"line": 1, "problem": …}` with a `Problem`; `{"progress": …}` after each transaction; finally '
    '`{"done": …}`, or `{"broken_off": …}` with a `Problem`.',
}
_GIVEN_OUT: Final[dict[str, Any]] = {
    "content": _CONTENT,
    "description": "One `Memory` per line, with its `container` if it is in one. If the export breaks off, the last "
    'line is `{"broken_off": …}` with a `Problem`.',
    "headers": {
        "X-Muniment-As-Of": {
            "description": "The number of the last transaction that was known.",
            "schema": {"type": "integer"},
        }
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What is loaded: the operation, what a line is, and the field of its request that takes them."""

    what: Operation[Any, Any]
    item: type
    field: str
    read: Callable[[object], object] = lambda line: line
    besides: str = ""
    """What else is told of a line."""


class _Load(BaseModel):
    """What is asked of a whole load."""

    model_config = ConfigDict(extra="forbid")

    reason: str | None = Field(None, description="Why, for the ledger.")
    embed: bool = Field(True, description="Whether to embed now or leave it to a later run.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line, read: an item, or what is wrong with it."""

    number: int
    item: object = None
    error: MunimentError | None = None


_FROM_EXPORT: Final = (
    " A line of `GET /v1/memories/export` is loaded as it is: the id that it had is kept as its source, "
    "and its known times begin anew."
)
BELIEFS: Final = Loaded(
    what=writes.add_many,
    item=writes.NewMemory,
    field="memories",
    read=as_new,
    besides=_FROM_EXPORT,
)
TURNS: Final = Loaded(what=writes.ingest_turns, item=writes.NewTurn, field="turns")


@cache
def lines_router() -> APIRouter:
    """Return the router of what is loaded and given out line by line."""
    router = APIRouter(prefix=ROOT, responses=PROBLEMS)
    _add_loading(router, "/memories/bulk", BELIEFS)
    _add_loading(router, "/episodes/bulk", TURNS)
    _add_export(router)
    return router


def _add_loading(router: APIRouter, path: str, loaded: Loaded) -> None:
    async def load(
        request: Request,
        *,
        query: Annotated[_Load, Query()],
        idempotency_key: Annotated[
            str | None, Header(min_length=1, max_length=200, pattern=r"^[!-~]+$")
        ] = None,
    ) -> StreamingResponse:
        bounds = bounds_of(request)
        admit = partial(bounds.admit, request, loaded.what.permission)
        again = partial(admit, anew=True)
        loading = _Loading(
            await admit(),
            again,
            loaded,
            query,
            idempotency_key,
            bounds.timeout_s,
            request_id_of(request),
        )
        # Answers begin when the last line has come: a sender that does not listen while it sends
        # would wait for us, and we for it.
        file = await _received(request)
        return StreamingResponse(loading.answers(file), media_type=LINES)

    schema = body_of(loaded.item).model.model_json_schema()
    router.add_api_route(
        path,
        load,
        methods=["POST"],
        operation_id=f"{loaded.field}_bulk",
        tags=[loaded.field],
        summary=f"Load {loaded.field}, one JSON object per line; each line gets its own answer.",
        description=f"Each line is a `{loaded.item.__name__}`. {LINES_PER_TRANSACTION} lines make one "
        f"transaction. A line that is wrong is answered with a problem, and the others are "
        f"written. The last line says `done`; if it is missing, the load was broken off: send it "
        f"again from the first line without an answer.{loaded.besides}",
        response_class=StreamingResponse,
        responses={200: _ANSWERED},
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {
                    LINES: {
                        "schema": {"type": "string"},
                        "x-line-schema": schema,
                        "example": _example(loaded),
                    }
                },
            }
        },
    )


def _example(loaded: Loaded) -> str:
    """Return what the operation's own example says, line by line."""
    items = as_given(dict(loaded.what.example)[loaded.field])
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)


async def _received(request: Request) -> SpooledTemporaryFile[bytes]:
    file = await SpooledTemporaryFile[bytes](KEPT_IN_MEMORY_BYTES, mode="w+b").__aenter__()
    number, length = 1, 0
    try:
        async for chunk in request.stream():
            for place, piece in enumerate(chunk.split(b"\n")):
                if place:
                    number, length = number + 1, 0
                length += len(piece)
                if length > LINE_BYTES_MAX:
                    raise BodyTooLarge(f"line {number} is longer than {LINE_BYTES_MAX} bytes.")
            await file.write(chunk)
        await file.seek(0)
    except BaseException:
        await file.aclose()
        raise
    return file


class _Loading:
    """One load under way."""

    def __init__(
        self,
        services: Services,
        admit: Callable[[], Awaitable[Services]],
        loaded: Loaded,
        asked: _Load,
        key: str | None,
        timeout_s: float,
        request_id: str | None,
    ) -> None:
        self._services = services
        self._admit = admit
        self._loaded = loaded
        self._asked = asked
        self._key = key
        self._timeout_s = timeout_s
        self._request_id = request_id
        self._lines = self._written = self._refused = 0

    async def answers(self, file: SpooledTemporaryFile[bytes]) -> AsyncIterator[bytes]:
        """Write batch after batch, and give an answer to each line."""
        try:
            batch: list[Line] = []
            while line := await self._read(file):
                batch.append(line)
                if len(batch) == LINES_PER_TRANSACTION:
                    async for answer in self._written_batch(batch):
                        yield answer
                    batch = []
            async for answer in self._written_batch(batch):
                yield answer
            yield _line({"done": self._progress()})
        except MunimentError as error:
            yield _line({"broken_off": problem(error, self._request_id)})
        finally:
            await file.aclose()

    async def _read(self, file: SpooledTemporaryFile[bytes]) -> Line | None:
        """Return the next line that is not blank, None after the last."""
        while text := await file.readline():
            self._lines += 1
            if text.strip():
                return Line(number=self._lines, **_item(self._loaded, text))
        return None

    async def _written_batch(self, batch: Sequence[Line]) -> AsyncIterator[bytes]:
        if batch:
            self._services = await self._admit()
        # Before what may break off: whoever sends the rest again begins with the first that has no answer.
        for line in batch:
            if line.error is not None:
                yield self._refusal(line, line.error)
        async for answer in self._answers([line for line in batch if line.error is None]):
            yield answer
        if batch:
            yield _line({"progress": self._progress()})

    def _progress(self) -> dict[str, int]:
        return {"lines": self._lines, "written": self._written, "refused": self._refused}

    def _refusal(self, line: Line, error: MunimentError) -> bytes:
        self._refused += 1
        return _line({"line": line.number, "problem": problem(error)})

    async def _answers(self, lines: Sequence[Line]) -> AsyncIterator[bytes]:
        """Write lines in one transaction, or where one of them is refused, in smaller ones."""
        if not lines:
            return
        results: Sequence[object] | None = None
        try:
            if not await self._is_parted(lines):
                results = await self._write(lines)
        except (Busy, Unavailable, Fault):
            raise
        except MunimentError as error:
            # What stands under the key of all of them would be written again under those of parts.
            if len(lines) == 1 or isinstance(error, IdempotencyMismatch | AnswerLost):
                for line in lines:
                    yield self._refusal(line, error)
                return
            await self._part(lines)
        if results is None:
            half = len(lines) // 2
            for some in (lines[:half], lines[half:]):
                async for answer in self._answers(some):
                    yield answer
            return
        self._written += len(lines)
        for line, result in zip(lines, results, strict=True):
            yield _line({"line": line.number, "result": result})

    async def _is_parted(self, lines: Sequence[Line]) -> bool:
        """Tell whether these lines were refused together before: what landed of them stands under other keys."""
        if self._key is None or len(lines) == 1:
            return False
        key = self._key_of(lines)
        return await is_parted(self._services, self._loaded.what, self._request(lines), key)

    async def _part(self, lines: Sequence[Line]) -> None:
        if self._key is not None:
            key = self._key_of(lines)
            await part(self._services, self._loaded.what, self._request(lines), key)

    def _key_of(self, lines: Sequence[Line]) -> str:
        return f"{self._key}/{lines[0].number}-{lines[-1].number}"

    def _request(self, lines: Sequence[Line]) -> object:
        """Return the request that writes some lines in one transaction."""
        items = {self._loaded.field: [line.item for line in lines]}
        return self._loaded.what.request(**items, **self._asked.model_dump())

    async def _write(self, lines: Sequence[Line]) -> Sequence[object]:
        loaded, services = self._loaded, self._services
        request = self._request(lines)
        if self._key is None:
            answer = await within(
                self._timeout_s, loaded.what, perform(services, loaded.what, request)
            )
            if isinstance(answer, Ingested):
                return [{"id": episode} for episode in answer.episodes]
            return list(answer)
        once = perform_once(services, loaded.what, request, self._key_of(lines))
        told = json.loads(await within(self._timeout_s, loaded.what, once))
        if isinstance(told, dict):
            return [{"id": episode} for episode in told["episodes"]]
        return list(told)


def _item(loaded: Loaded, text: bytes) -> dict[str, Any]:
    shape = body_of(loaded.item)
    try:
        read = shape.model.model_validate(loaded.read(read_json(text)))
        return {"item": loaded.item(**shape.values(read))}
    except FieldRepeated as error:
        return {"error": error}
    except ValidationError as error:
        return {"error": misfit(error.errors(include_url=False), whole="the line")}
    except (ValueError, RecursionError) as error:
        return {"error": InvalidValue(f"the line is not valid JSON: {error}.")}


def _add_export(router: APIRouter) -> None:
    shape = shape_of(reads.Search, ASKED, title="Export", is_text=True)

    async def export(request: Request, *, query: Any) -> StreamingResponse:
        admit = partial(bounds_of(request).admit, request, Permission.READ, anew=True)
        asked = reads.Search(**shape.values(query))  # type: ignore[arg-type]  # the model saw to it
        pages = given_out(admit, asked)
        first = await anext(pages)

        async def lines() -> AsyncIterator[bytes]:
            try:
                for line in first.lines:
                    yield _line(line)
                async for page in pages:
                    for line in page.lines:
                        yield _line(line)
            except MunimentError as error:
                yield _line({"broken_off": problem(error, request_id_of(request))})

        basis = {"X-Muniment-As-Of": str(first.basis.as_of.number), "Cache-Control": "no-store"}
        return StreamingResponse(lines(), media_type=LINES, headers=basis)

    export.__annotations__["query"] = Annotated[shape.model, Query()]
    router.add_api_route(
        "/memories/export",
        export,
        methods=["GET"],
        operation_id="memories_export",
        tags=["memories"],
        summary="Export the current memories, one per line, at one basis.",
        response_class=StreamingResponse,
        responses={200: _GIVEN_OUT},
    )


def _line(value: object) -> bytes:
    return json_line(value) + b"\n"
