"""The committed list says where each operation is reached, and every surface agrees."""

from __future__ import annotations

import importlib
import inspect
import re

import pytest

from muniment import AgentMemory, AsyncAgentMemory
from muniment.cli.commands import COMMANDS
from muniment.cli.group import loaded
from muniment.operations.offered import OFFERED
from muniment.operations.routes import ROUTES
from tests.surfaces.reachable import REACHABLE

FOR_MANY = {"backlog_heal", "tasks_run"}
"""What one method of the library does together."""


def test_the_list_names_every_operation_and_no_other() -> None:
    assert sorted(REACHABLE) == sorted(OFFERED)


@pytest.mark.parametrize("name", sorted(REACHABLE))
def test_a_request_reaches_it_where_the_list_says(name: str) -> None:
    assert f"{ROUTES[name].method} {ROUTES[name].path}" == REACHABLE[name].request


@pytest.mark.parametrize("name", sorted(REACHABLE))
def test_a_method_of_the_library_reaches_it(name: str) -> None:
    method = REACHABLE[name].method
    assert callable(getattr(AgentMemory, method))
    source = inspect.getsource(getattr(AsyncAgentMemory, method))
    room = OFFERED[name].run.__module__.rpartition(".")[2]
    assert name in FOR_MANY or re.search(rf"\b(?:{room}\.)?{name}\b", source), source


@pytest.mark.parametrize("name", sorted(REACHABLE))
def test_a_command_reaches_it(name: str) -> None:
    command, *rest = REACHABLE[name].command.split()
    found = loaded(command)
    for word in rest:
        if word.startswith("--"):
            assert any(word in parameter.opts for parameter in found.params)
        else:
            found = found.commands[word]
    module = importlib.import_module(COMMANDS[command].module)
    words = {name, "verify" if name == "audit_verify" else name}
    assert any(re.search(rf"\b{word}\b", inspect.getsource(module)) for word in words) or (
        # `doctor` asks in a module beside it.
        name == "health"
    )
