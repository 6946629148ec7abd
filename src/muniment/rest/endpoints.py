"""Make an endpoint of each operation: its fields become parameters and body, its docstring the text."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from json import JSONDecodeError
from typing import Annotated, Any, Final, TypeVar, cast

from anyio import fail_after
from fastapi import APIRouter, Body, Header, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

from muniment.errors import InvalidValue, RequestTimedOut, WriteOutcomeUnknown
from muniment.ledger.drafts import refuse_many
from muniment.model.json_texts import read_json
from muniment.operations.catalogue import Effect, Operation, perform
from muniment.operations.offered import OFFERED
from muniment.operations.once import perform_once
from muniment.operations.routes import ROOT, ROUTES, Method, Part, Route
from muniment.operations.shapes import Shape, shape_of
from muniment.rest.answers import answered, json_bytes
from muniment.rest.authenticating import Admitting
from muniment.rest.problems import PROBLEMS, misfit

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a service answers operations within; its state has it, so that services share endpoints."""

    admit: Admitting
    timeout_s: float
    items_max: int
    """How much may be written at once."""


def bounds_of(request: Request) -> Bounds:
    """Return those of the service that was asked."""
    bounds = request.app.state.bounds
    assert isinstance(bounds, Bounds), "every service has them"
    return bounds


_FIXING: Final = ("as_of", "until", "cursor")
"""The fields that, if given, name a state of the ledger that no later write changes."""

_SOME_ID: Final = "019c9f3e-1c00-7000-8000-000000000000"
"""What an example shows for an id, which only its caller knows."""

_KEY_ABOUT: Final = (
    "A name of your choice for this write. The same request sent again under it gets the same "
    "answer and is not written again."
)


@cache
def operations_router() -> APIRouter:
    """Return the router with every operation at its place."""
    router = APIRouter(prefix=ROOT, responses=PROBLEMS, route_class=BodyRoute)
    for name, route in ROUTES.items():
        what = OFFERED[name]
        router.add_api_route(
            route.path,
            Endpoint(what, route),
            methods=[route.method],
            name=name,
            route_class_override=AddressRoute if route.method is Method.GET else None,
            operation_id=name,
            tags=[route.tag],
            summary=what.summary,
            description=what.documentation,
            response_model=what.answer,
        )
    return router


class Endpoint:
    """One operation at its place. Its signature is what FastAPI checks and documents."""

    def __init__(self, what: Operation[Any, Any], route: Route) -> None:
        self._what = what
        self._in_path = route.in_path
        self._shapes = {part: _shape(what, route, part) for part in Part}
        self._fixing = _FIXING if route.method is Method.GET else ()
        self.__signature__ = _signature(what, route, self._shapes)

    async def __call__(self, request: Request, **given: Any) -> Response:
        """Answer a request that FastAPI has read."""
        values = {name: given[name] for name in self._in_path}
        for part in (Part.QUERY, Part.BODY):
            read = given.get(part)
            if isinstance(read, BaseModel):
                values |= self._shapes[part].values(read)
        return await self._answer(request, values)

    async def at(self, request: Request) -> Response:
        """Answer a request that says all in its address.

        Raises:
            InvalidValue, UnstorableText: the address does not fit the signature.
        """
        values: dict[str, object] = {name: request.path_params[name] for name in self._in_path}
        shape = self._shapes[Part.QUERY]
        try:
            read = shape.read(request.query_params.multi_items())
        except ValidationError as error:
            found = error.errors(include_url=False)
            raise misfit([each | {"loc": (Part.QUERY, *each["loc"])} for each in found]) from None
        return await self._answer(request, values | shape.values(read))

    def example(self) -> object:
        """Return a body that fits."""
        return _example(self._what, self._shapes[Part.BODY].model)

    def refuse_many(self, body: Mapping[str, object], items_max: int) -> None:
        """Refuse more than may be written at once, before each item is read: that takes long.

        Raises:
            InvalidValue: there is more.
        """
        for name in self._shapes[Part.BODY].model.model_fields:
            items = body.get(name)
            if isinstance(items, list) and items and isinstance(items[0], dict):
                refuse_many(len(items), name, items_max)

    async def _answer(self, request: Request, values: Mapping[str, object]) -> Response:
        what, bounds = self._what, bounds_of(request)
        asked = what.request(**values)
        services = await bounds.admit(request, what.permission)
        key = request.headers.get("idempotency-key")
        if what.effect is Effect.WRITES and key is not None:
            once = await within(bounds.timeout_s, what, perform_once(services, what, asked, key))
            return answered(request, once.encode())
        answer = await within(bounds.timeout_s, what, perform(services, what, asked))
        if getattr(asked, "wait_s", 0):
            await bounds.admit(request, what.permission, anew=True)
        is_fixed = any(getattr(asked, name, None) is not None for name in self._fixing)
        return answered(request, json_bytes(answer), is_fixed=is_fixed)


class AddressRoute(APIRoute):
    """The route of an endpoint whose requests say all in their address.

    FastAPI documents it, and would take an address apart field by field: the shape reads it whole.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what reads a request and answers it."""
        assert isinstance(self.endpoint, Endpoint), "made for operations"
        return self.endpoint.at


class BodyRoute(APIRoute):
    """A route whose requests say in their body nothing twice, and in their address nothing that is not read.

    One that does not fit is shown one that does.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what reads a request and answers it."""
        handler = super().get_route_handler()
        parameters = {field.alias for field in self.dependant.query_params}

        async def handled(request: Request) -> Response:
            unread = [name for name in request.query_params if name not in parameters]
            if unread:
                raise InvalidValue(
                    f"{unread[0]!r:.80} is not a parameter of this address; /openapi.json lists them. With POST, PUT "
                    f"and PATCH, put the fields into the body."
                )
            endpoint = self.endpoint if isinstance(self.endpoint, Endpoint) else None
            read = _Read(request.scope, request.receive)
            read.endpoint = endpoint
            try:
                return await handler(read)
            except RequestValidationError as error:
                raise misfit(error.errors(), self._example()) from None

        return handled

    def _example(self) -> object:
        """Return a body that fits: the operation's, or what the model of the body shows."""
        if isinstance(self.endpoint, Endpoint):
            return self.endpoint.example()
        model = None if self.body_field is None else self.body_field.field_info.annotation
        if not (isinstance(model, type) and issubclass(model, BaseModel)):
            return None
        shown = model.model_config.get("json_schema_extra")
        examples = shown.get("examples") if isinstance(shown, dict) else None
        return examples[0] if isinstance(examples, list) else None


class _Read(Request):
    endpoint: Endpoint | None = None

    async def json(self) -> Any:
        body = _json_of(await self.body())
        if self.endpoint is not None and isinstance(body, dict):
            self.endpoint.refuse_many(body, bounds_of(self).items_max)
        return body


def _json_of(body: bytes) -> object:
    """Return what a body says; what is wrong with one that can be read as a text is FastAPI's to tell."""
    try:
        return read_json(body)
    except JSONDecodeError:
        raise
    except UnicodeDecodeError:
        raise InvalidValue("the body is not UTF-8. Send JSON in UTF-8.") from None
    except RecursionError:
        raise InvalidValue(
            "the body is nested too deeply. Write it as /openapi.json says."
        ) from None
    except ValueError as error:
        raise InvalidValue(f"the body is not valid JSON: {error}.") from None


async def within(
    timeout_s: float, what: Operation[Any, Any], performing: Awaitable[Answer]
) -> Answer:
    """Wait for an operation, but not for ever.

    Raises:
        RequestTimedOut: a reading took longer.
        WriteOutcomeUnknown: a write took longer; it landed whole or not at all.
    """
    try:
        with fail_after(timeout_s):
            return await performing
    except TimeoutError:
        if what.effect is Effect.READS:
            raise RequestTimedOut from None
        raise WriteOutcomeUnknown(
            f"the write took longer than `rest.request_timeout_s` ({timeout_s:g}) allows, and was cut off: it landed whole or not at all. Send it again with its Idempotency-Key."
        ) from None


def _shape(what: Operation[Any, Any], route: Route, part: Part) -> Shape:
    names = tuple(each.name for each in fields(what.request) if route.part_of(each.name) is part)
    title = what.request.__name__ if part is Part.BODY else f"{what.request.__name__}_{part}"
    request = cast("Hashable", what.request)
    return shape_of(request, names, title=title, is_text=part is not Part.BODY)


def _signature(
    what: Operation[Any, Any], route: Route, shapes: Mapping[Part, Shape]
) -> inspect.Signature:
    """Return what FastAPI reads to make, check and document the parameters."""
    told = {each.name: str(each.metadata["about"]) for each in fields(what.request)}
    parameters = [_parameter("request", Request)]
    for name in route.in_path:
        extra = {"format": "uuid"} if name == "id" else None
        info = Path(description=told[name], min_length=1, json_schema_extra=extra)
        parameters.append(_parameter(name, Annotated[str, info]))
    query, body = shapes[Part.QUERY].model, shapes[Part.BODY].model
    if what.effect is Effect.WRITES and not route.has_secret:
        header = Header(description=_KEY_ABOUT, min_length=1, max_length=255, pattern=r"^[!-~]+$")
        parameters.append(_parameter("idempotency_key", Annotated[str, header], None))
    if query.model_fields:
        parameters.append(_parameter(Part.QUERY, Annotated[query, Query()]))
    if body.model_fields:
        is_needed = any(field.is_required() for field in body.model_fields.values())
        info = Body(openapi_examples=_examples(what, body))
        if is_needed:
            parameters.append(_parameter(Part.BODY, Annotated[body, info]))
        else:
            parameters.append(_parameter(Part.BODY, Annotated[body | None, info], None))
    return inspect.Signature(parameters)


def _examples(what: Operation[Any, Any], body: type[BaseModel]) -> dict[str, Any]:
    value = _example(what, body)
    return {"example": {"summary": what.summary, "value": value}} if value else {}


def _example(what: Operation[Any, Any], body: type[BaseModel]) -> Any:
    return as_given(
        {
            name: _SOME_ID if item == "" else item
            for name, item in dict(what.example).items()
            if name in body.model_fields
        }
    )


def as_given(value: Any) -> Any:
    """Return an example as a caller would write it: what was left out is left out."""
    if isinstance(value, Mapping):
        return {name: as_given(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return [as_given(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        return {
            each.name: as_given(getattr(value, each.name))
            for each in fields(value)
            if getattr(value, each.name) != each.default
        }
    return value


def _parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> Any:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default
    )
