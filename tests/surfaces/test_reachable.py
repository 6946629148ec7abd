"""The committed list says where each operation is reached, and every surface agrees."""

from __future__ import annotations

import importlib
import inspect
import re

import pytest

from muniment import AgentMemory, AsyncAgentMemory
from muniment.cli.commands import COMMANDS
from muniment.operations.offered import OFFERED
from muniment.operations.routes import ROUTES
from tests.surfaces.reachable import REACHABLE, command_of


def test_the_list_names_every_operation_and_no_other() -> None:
    assert sorted(REACHABLE) == sorted(OFFERED)


@pytest.mark.parametrize("name", sorted(REACHABLE))
def test_a_request_reaches_it_where_the_list_says(name: str) -> None:
    assert f"{ROUTES[name].method} {ROUTES[name].path}" == REACHABLE[name]


@pytest.mark.parametrize("name", sorted(REACHABLE))
def test_the_method_of_its_name_reaches_it(name: str) -> None:
    assert callable(getattr(AgentMemory, name))
    source = inspect.getsource(getattr(AsyncAgentMemory, name))
    room = OFFERED[name].run.__module__.rpartition(".")[2]
    assert re.search(rf"\b{room}\.{name}\b", source), source


@pytest.mark.parametrize("name", sorted(REACHABLE))
def test_its_command_reaches_it(name: str) -> None:
    module = importlib.import_module(COMMANDS[command_of(name).split()[0]].module)
    # `doctor` asks in a module beside it.
    assert name == "health" or re.search(rf"\b{name}\b", inspect.getsource(module))
