"""A type checker knows which words a method takes, and they are those that the operation takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, get_args

import pytest

from muniment import AgentContext, AgentMemory, AsyncAgentMemory, BoundContext
from muniment.access.roles import AgentRole
from muniment.errors import InvalidValue
from muniment.model.memory import Cardinality, Scope, Standing, Visibility
from muniment.model.reading import Status
from muniment.operations.catalogue import arguments
from muniment.operations.offered import OFFERED
from muniment.operations.writes import NewMemory
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database


@pytest.fixture
def waiting(database: Database) -> Iterator[AgentMemory]:
    settings = Settings(database_url=database.app)
    with AgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        yield memory


def hint_of(method: Callable[..., Any], name: str) -> Any:
    annotation = inspect.signature(method).parameters[name].annotation
    return eval(annotation, inspect.unwrap(method).__globals__)


def said_in(hint: Any) -> set[str]:
    """Return the words of a hint, whose enums say the same ones."""
    kinds = get_args(hint) or (hint,)
    enums = {kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Enum)}
    words = {word for kind in (hint, *kinds) for word in get_args(kind) if isinstance(word, str)}
    assert not enums or {each.value for enum in enums for each in enum} == words
    return words


REQUESTS = {name: what.request for name, what in OFFERED.items()} | {"add": NewMemory}
PARAMETERS = [
    (name, each.name, set(each.words))
    for name, request in sorted(REQUESTS.items())
    if hasattr(AsyncAgentMemory, name)
    for each in arguments(request)
    if each.words and each.name in inspect.signature(getattr(AsyncAgentMemory, name)).parameters
]


def test_the_parameters_that_take_words_are_found() -> None:
    found = {(method, name) for method, name, _ in PARAMETERS}

    assert {("add", "scope"), ("search", "kind"), ("settle_review", "keep")} < found


@pytest.mark.parametrize("method, name, words", PARAMETERS)
def test_a_parameter_is_typed_with_the_words_that_its_operation_takes(
    method: str, name: str, words: set[str]
) -> None:
    assert said_in(hint_of(getattr(AsyncAgentMemory, method), name)) == words


@pytest.mark.parametrize(
    "making", [AgentContext.__init__, AgentContext.as_agent, AgentMemory.context]
)
def test_the_makers_of_contexts_are_typed_with_roles_and_visibilities(
    making: Callable[..., Any],
) -> None:
    assert said_in(hint_of(making, "role")) == {role.value for role in AgentRole}
    assert said_in(hint_of(making, "visibility")) == {each.value for each in Visibility}


def test_a_checker_takes_a_word_and_the_member_of_the_enum(waiting: AgentMemory) -> None:
    context: BoundContext = waiting.context("planner", role="planner", visibility="team")
    context.as_agent("checker", role=AgentRole.REVIEWER, visibility=Visibility.TEAM)
    waiting.set_cardinality("hobby", Cardinality.MANY)
    context.add("Mike cycles", scope="user", standing="held")
    waiting.add("Mike swims", scope=Scope.USER, visibility="team", standing=Standing.CONTESTED)

    assert len(waiting.search(kind="memory", status="all", scope=Scope.USER)) == 2
    assert len(waiting.search(status=Status.CURRENT, standing="held")) == 1


async def test_a_checker_refuses_other_words(memory: AsyncAgentMemory) -> None:
    with pytest.raises(InvalidValue):
        memory.context("planner", role="planer")  # type: ignore[arg-type]  # a checker says so
    with pytest.raises(InvalidValue):
        await memory.add("Mike swims", scope="usr")  # type: ignore[arg-type]  # a checker says so
    with pytest.raises(InvalidValue):
        await memory.context("planner").add("Mike swims", visibility="all")  # type: ignore[arg-type]  # a checker says so
    with pytest.raises(InvalidValue):
        await memory.enhance_context("Where?", read_mode="quick")  # type: ignore[arg-type]  # a checker says so


def test_a_checker_refuses_other_words_of_what_waits(waiting: AgentMemory) -> None:
    with pytest.raises(InvalidValue):
        waiting.add("Mike swims", scope="usr")  # type: ignore[arg-type]  # a checker says so
    with pytest.raises(InvalidValue):
        waiting.tasks(state="failed")  # type: ignore[arg-type]  # a checker says so
    with pytest.raises(InvalidValue):
        waiting.context("planner").settle_review("x", "neither")  # type: ignore[arg-type]  # a checker says so
