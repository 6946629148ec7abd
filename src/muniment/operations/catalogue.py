"""Register operations, so that every surface offers the same ones."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from typing import Any, Final, Generic, TypeVar, cast

from anyio import current_time, sleep

from muniment.access.principal import Permission
from muniment.errors import BasisUnsettled, ConnectionLost
from muniment.model.memory import Visibility
from muniment.operations.fitting import refuse_misfit
from muniment.operations.services import Services

Request = TypeVar("Request")
Answer = TypeVar("Answer")
Field = TypeVar("Field")

UNSETTLED_S: Final = 0.005
"""How long a read waits before it looks again whether a write is done."""


class Effect(Enum):
    """Whether an operation changes the ledger."""

    READS = "reads"
    WRITES = "writes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[Request, Answer]):
    """One thing that Muniment can do.

    `example` is the request's fields as a caller would write them; a test runs it.
    """

    name: str
    effect: Effect
    permission: Permission
    request: type[Request]
    run: Callable[[Services, Request], Awaitable[Answer]]
    example: tuple[tuple[str, object], ...]

    @property
    def needs_embedder(self) -> bool:
        """Whether it is refused where the tenant's vectors are another embedder's than the configured one's."""
        if self.effect is Effect.READS:
            return self.name in COMPARING
        return self.name not in ADOPTING

    @property
    def summary(self) -> str:
        """The first line of its documentation."""
        return self.documentation.splitlines()[0]

    @property
    def documentation(self) -> str:
        """What it does, whole."""
        return inspect.getdoc(self.run) or ""

    @property
    def answer(self) -> Any:
        """The type of its answer."""
        return inspect.signature(self.run, eval_str=True).return_annotation


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One field of a request, as a surface shows it."""

    name: str
    about: str
    annotation: str
    required: bool
    default: object
    words: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


COMPARING: Final = frozenset(
    {"answer", "audit_gaps", "deep_memory", "enhance_context", "recall", "recall_as_pack"}
)
"""The reads that compare a question with the tenant's vectors."""

ADOPTING: Final = frozenset({"adopt_embedder", "heal_backlog"})
"""The writes that see for themselves whose vectors the tenant has."""

CATALOGUE: dict[str, Operation[Any, Any]] = {}
"""Every operation by name."""


def operation(
    effect: Effect, permission: Permission, /, **example: object
) -> Callable[[Callable[[Services, Request], Awaitable[Answer]]], Operation[Request, Answer]]:
    """Register an async function of services and a request as an operation, under its name."""

    def register(
        run: Callable[[Services, Request], Awaitable[Answer]],
    ) -> Operation[Request, Answer]:
        request = inspect.signature(run, eval_str=True).parameters["request"].annotation
        made: Operation[Request, Answer] = Operation(
            name=run.__name__,
            effect=effect,
            permission=permission,
            request=request,
            run=run,
            example=tuple(example.items()),
        )
        CATALOGUE[made.name] = made
        return made

    return register


async def perform(services: Services, what: Operation[Request, Answer], request: Request) -> Answer:
    """Run an operation as the services' principal.

    A read whose connection broke is run once more; a write has seen to that by itself. A read at a
    time that a write under way may precede waits for it, as long as a write would for another one.

    Raises:
        BasisUnsettled: that write takes longer.
        NotPermitted: the principal lacks the operation's permission.
        EmbedderMismatch: it writes or compares, and the tenant was embedded with another model.
        TenantNotFound: there is no such tenant, and it cannot begin with this.
        InvalidValue, UnstorableText: a value of the request is of the wrong kind.
    """
    services.principal.require(what.permission)
    refuse_misfit(request)
    services = services.speaking(await services.tenancy.admit(services.principal, what.name))
    if what.needs_embedder:
        await services.tenancy.refuse_other_embedder(services.principal)
    async with services.tenancy.begun(services.principal, what.name):
        return await _run(services, what, request)


async def _run(services: Services, what: Operation[Request, Answer], request: Request) -> Answer:
    patience = current_time() + services.settings.pool.lock_timeout_s
    has_lost = False
    while True:
        try:
            return await what.run(services, request)
        except ConnectionLost:
            if what.effect is Effect.WRITES or has_lost:
                raise
            has_lost = True
        except BasisUnsettled:
            if what.effect is Effect.WRITES or current_time() > patience:
                raise
            await sleep(UNSETTLED_S)


def about(
    text: str,
    default: Field | Any = MISSING,
    *,
    words: Iterable[str] = (),
    least: int | None = None,
    most: int | None = None,
) -> Field:
    """Declare a field of a request with the sentence that surfaces show for it.

    `words` are all that the field may say, `least` and `most` its bounds: surfaces tell them, and
    `perform` refuses what is beyond them.
    """
    listed = tuple(str(word) for word in words)
    told = {"about": text, "words": listed, "least": least, "most": most}
    if default is MISSING:
        return cast("Field", field(metadata=told))
    return cast("Field", field(default=default, metadata=told))


def about_readers() -> str | None:
    """Declare the field that says which agents may read what is written."""
    told = "Which agents may read it: private, team or public; the configured one if left out."
    return about(told, None, words=Visibility)


def arguments(request: type) -> tuple[Argument, ...]:
    """Return the fields of a request, in order."""
    return tuple(
        Argument(
            name=item.name,
            about=str(item.metadata.get("about", "")),
            annotation=str(item.type),
            required=item.default is MISSING,
            default=None if item.default is MISSING else item.default,
            words=item.metadata.get("words", ()),
            least=item.metadata.get("least"),
            most=item.metadata.get("most"),
        )
        for item in fields(request)
    )
