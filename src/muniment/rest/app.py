"""Put the service together: operations, feeds, condition, and whatever else is mounted beside them."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fastapi import APIRouter, FastAPI
from starlette.applications import Starlette
from starlette.types import ASGIApp

from muniment.access.admission import Admission
from muniment.operations.services import Services
from muniment.rest import feed, sidecar
from muniment.rest.authenticating import OPEN_PATHS, Admitting, Authenticated
from muniment.rest.bounds import Bounded
from muniment.rest.condition import condition_router
from muniment.rest.describing import KEY, Document, described
from muniment.rest.endpoints import Bounds, operations_router
from muniment.rest.lines import lines_router
from muniment.rest.problems import tell_problems

LOOPBACK_NAMES: Final = ("127.0.0.1", "::1", "localhost")

_ABOUT: Final = (
    "Memory for agent teams: two times, exact recall, and answers that can be replayed. "
    "Errors are problem documents (RFC 9457) with a stable `code`. A caller that acts for users names one in the header `X-Muniment-User`; one that leads "
    "agents names one in `X-Muniment-Agent`."
)


class _Service(FastAPI):
    """A service whose description of itself is fit to make clients from."""

    def openapi(self) -> Document:
        """Return the description, which is made once."""
        if self.openapi_schema is None:
            self.openapi_schema = described(super().openapi())
        return self.openapi_schema


class _Guarded(_Service):
    """A service whose description of itself says that it is asked with a key."""

    def openapi(self) -> Document:
        """Return the description, which is made once."""
        document = super().openapi()
        document["components"]["securitySchemes"] = {"key": KEY}
        document["security"] = [{"key": []}]
        for path in OPEN_PATHS & document["paths"].keys():
            for operation in document["paths"][path].values():
                operation["security"] = []
        return document


def create_app(
    services: Services,
    *,
    routers: Sequence[Callable[[Admitting], APIRouter]] = (),
    mounts: Mapping[str, Callable[[Admitting], ASGIApp]] | None = None,
) -> FastAPI:
    """Return the service as an ASGI app.

    `routers` and `mounts` (by path) are served beside the operations. Each is made from the way
    from a request to the services as its principal; nobody reaches them without being known.
    What is mounted are pages for people: a browser may show its key there as a password.
    """
    rest = services.settings.rest
    admission = Admission(services.store, services.settings.access, services.principal)
    app = (_Guarded if admission.is_on else _Service)(
        title="Muniment",
        version=importlib.metadata.version("muniment"),
        description=_ABOUT,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        separate_input_output_schemas=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    tell_problems(app)

    admit = Admitting(services, admission)
    app.state.is_stopping = False
    app.state.bounds = Bounds(
        admit=admit, timeout_s=rest.request_timeout_s, items_max=services.settings.limits.batch_max
    )
    parts = (
        condition_router(services),
        feed.router,
        lines_router(),  # before /memories/{id}
        operations_router(),
        sidecar.router,
        *(router(admit) for router in routers),
    )
    # Not included as routers: each of those is searched twice for every request.
    for part in parts:
        app.router.routes += part.routes
    for path, mounted in (mounts or {}).items():
        app.mount(path, mounted(admit))
    _guard(app, services, admission, tuple(mounts or ()))
    return app


def create_pages(services: Services, made: Callable[[Admitting], Starlette]) -> Starlette:
    """Return pages for people by themselves, as well guarded as those that a service mounts."""
    admission = Admission(services.store, services.settings.access, services.principal)
    app = made(Admitting(services, admission))
    _guard(app, services, admission, ("",))
    return app


def _guard(app: Starlette, services: Services, admission: Admission, pages: Sequence[str]) -> None:
    rest = services.settings.rest
    app.add_middleware(Authenticated, admission=admission, pages=pages)
    app.add_middleware(
        Bounded,
        hosts=None if admission.is_on else LOOPBACK_NAMES,
        body_bytes_max=rest.body_bytes_max,
        bulk_bytes_max=rest.bulk_bytes_max,
    )
