"""Put the service together: operations, feeds, condition, and whatever else is mounted beside them."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping, Sequence
from typing import Final

from fastapi import APIRouter, FastAPI, Request
from starlette.types import ASGIApp

from muniment.access.acting import read_acting
from muniment.access.principal import Permission
from muniment.operations.services import Services
from muniment.rest.bounds import Bounded
from muniment.rest.condition import condition_router
from muniment.rest.endpoints import operations_router
from muniment.rest.problems import tell_problems

ACTING: Final = "X-Muniment-Acting"
"""The header that says as which agent of a team a request is made; it can only narrow."""

LOOPBACK_NAMES: Final = ("127.0.0.1", "::1", "localhost")

_ABOUT: Final = (
    "Memory for agent teams: two times, exact recall, and an answer that can be given again. "
    "Errors are problem documents (RFC 9457) with a stable `code`."
)


def create_app(
    services: Services,
    *,
    routers: Sequence[APIRouter] = (),
    mounts: Mapping[str, ASGIApp] | None = None,
) -> FastAPI:
    """Return the service as an ASGI app.

    `routers` and `mounts` (by path) are served beside the operations.
    """
    rest = services.settings.rest
    app = FastAPI(
        title="Muniment",
        version=importlib.metadata.version("muniment"),
        description=_ABOUT,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        separate_input_output_schemas=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    tell_problems(app)

    async def admit(request: Request, permission: Permission) -> Services:
        told = request.headers.get(ACTING)
        return services if told is None else services.acting_as(read_acting(told))

    app.include_router(condition_router(services))
    app.include_router(operations_router(admit, rest.request_timeout_s))
    for router in routers:
        app.include_router(router)
    for path, mounted in (mounts or {}).items():
        app.mount(path, mounted)
    app.add_middleware(Bounded, hosts=LOOPBACK_NAMES, body_bytes_max=rest.body_bytes_max)
    return app
