"""An operation has one name on every surface, and so has each of its parameters."""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields

import pytest

from muniment import AgentMemory, AsyncAgentMemory
from muniment.cli.chosen import OPTIONS
from muniment.cli.commands import COMMANDS
from muniment.cli.group import loaded
from muniment.mcp.prompts import PROMPTS
from muniment.mcp.resources import KINDS
from muniment.mcp.tools import TOOLS
from muniment.operations.catalogue import arguments
from muniment.operations.facts import NewFact
from muniment.operations.offered import OFFERED
from muniment.operations.routes import ROUTES
from muniment.operations.writes import NewMemory
from tests.surfaces.reachable import OTHER_COMMANDS, OTHER_TOOLS, command_of

NOT_OPERATIONS = {"add", "close", "context", "perform", "settings"}
"""Methods of the library that are no operation. `add` is `add_many` with one belief."""

PROGRAMS = {
    "api", "bench", "hook", "index-vectors", "init", "mcp", "quickstart", "serve", "setup", "tenants", "ui", "worker",
}  # fmt: skip
"""Commands that run something, and are no operation."""

BY_HAND = {"audit verify", "doctor", "ingest", "inspect", "reembed", "replay"}
"""Commands that take more than fields: a file, or what the home remembers."""

RESOURCES = {"episodes", "memories", "pages", "sidecar", "tasks"}
"""What paths are of, whatever is done with it."""

OTHER_WORDS = {
    "ingest_rounds": {"batch"},  # one address does not take two kinds of body
    "replay": {"recall"},
    "verify": {"audit"},
}
"""The words of a path that its operation's name does not say."""

ONE_OF = {"add_many": fields(NewMemory), "append_facts": fields(NewFact)}
"""The fields of one of a list, where the command writes one at a time."""

OTHER_PARAMETERS = {
    "The question, in plain words.": {"query", "question"},  # recall's and answer's are settled
    "What was answered.": {"assistant_message", "assistant_response"},  # the sidecar's is settled
}
"""What is asked for by more than one name."""


def test_every_method_of_the_library_is_named_for_its_operation() -> None:
    methods = {name for name in dir(AgentMemory) if not name.startswith("_")}
    assert methods - NOT_OPERATIONS == OFFERED.keys()


def _commands() -> Iterator[str]:
    for name in COMMANDS.keys() - PROGRAMS:
        below = getattr(loaded(name), "commands", None)
        yield from [name] if below is None else (f"{name} {each}" for each in below)


def test_every_command_is_named_for_its_operation() -> None:
    assert set(_commands()) == {*OTHER_COMMANDS, *(command_of(name) for name in OFFERED)}


def test_every_tool_is_named_for_its_operation() -> None:
    assert {name: tool.what.name for name, tool in TOOLS.items()} == {
        name: OTHER_TOOLS.get(name, name.removeprefix("memory_")) for name in TOOLS
    }


@pytest.mark.parametrize("name", sorted(OFFERED))
def test_a_path_says_no_word_that_its_operation_does_not(name: str) -> None:
    path = re.sub(r"\{\w+\}", "", ROUTES[name].path)
    said = {each for word in name.split("_") for each in (word, *_plurals(word))}
    assert set(re.findall(r"\w+", path)) - RESOURCES - OTHER_WORDS.get(name, set()) <= said


def _plurals(word: str) -> tuple[str, ...]:
    return f"{word}s", f"{word}es", f"{word.removesuffix('y')}ies"


@pytest.mark.parametrize("name", sorted(OFFERED))
def test_a_method_takes_what_its_operation_takes(name: str) -> None:
    taken = set(inspect.signature(getattr(AsyncAgentMemory, name)).parameters)
    assert taken - {"self", "context"} == {item.name for item in fields(OFFERED[name].request)}


@pytest.mark.parametrize("name", sorted(OFFERED.keys()))
def test_a_command_takes_what_its_operation_takes(name: str) -> None:
    command = command_of(name)
    if command not in BY_HAND:
        ours = {option.name for option in OPTIONS}
        taken = {parameter.name for parameter in loaded(command).params} - ours
        asked = (*fields(OFFERED[name].request), *ONE_OF.get(name, ()))
        assert taken <= {item.name for item in asked}


def test_resources_and_prompts_take_what_their_operation_takes() -> None:
    for kind in KINDS.values():
        taken = {*kind.fields, *([] if kind.parameter is None else [kind.parameter])}
        assert taken <= {item.name for item in fields(kind.what.request)}, kind.name
    for prompt, operation in (("recall", "recall_as_pack"), ("timeline", "timeline")):
        taken = {name for name, _ in (*PROMPTS[prompt].needed, *PROMPTS[prompt].wanted)}
        assert taken <= {item.name for item in fields(OFFERED[operation].request)}


def test_what_is_asked_for_in_the_same_words_has_the_same_name() -> None:
    named: dict[str, set[str]] = defaultdict(set)
    for operation in OFFERED.values():
        for argument in arguments(operation.request):
            named[argument.about].add(argument.name)
    assert {about: names for about, names in named.items() if len(names) > 1} == OTHER_PARAMETERS
