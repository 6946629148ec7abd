"""Speak to Muniment through each surface: one way to call an operation, one form of the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

import httpx
from anyio import to_thread
from mcp import Client

from muniment import AsyncAgentMemory
from muniment.cli.group import loaded
from muniment.errors import MunimentError
from muniment.mcp.tools import TOOLS
from muniment.model.plain import plain
from muniment.operations.routes import ROOT, ROUTES, Method
from tests.surfaces.agents import good, refusal
from tests.surfaces.reachable import command_of
from tests.surfaces.terminal import Terminal


class Refusal(Exception):
    """The code that a call was refused with."""


class Speaker(Protocol):
    """A surface, as one tenant sees it."""

    async def call(self, name: str, given: Mapping[str, Any]) -> Any:
        """Run an operation and return its answer's plain form; raise Refusal with the code."""


class ThroughPython:
    """The methods of the library, here or over a service."""

    def __init__(self, memory: AsyncAgentMemory) -> None:
        self._memory = memory

    async def call(self, name: str, given: Mapping[str, Any]) -> Any:
        """Call the method of its name."""
        method = getattr(self._memory, name)
        try:
            return plain(await method(**given))
        except MunimentError as error:
            raise Refusal(error.code) from None


class ThroughRest:
    """Requests, written by hand from the table of routes."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def call(self, name: str, given: Mapping[str, Any]) -> Any:
        """Send the request that the list names."""
        route, left = ROUTES[name], dict(given)
        path = ROOT + route.path
        for field in route.in_path:
            path = path.replace("{" + field + "}", quote(str(left.pop(field)), safe=""))
        if route.method is Method.GET:
            params = {field: _in_address(value) for field, value in left.items()}
            response = await self._http.get(path, params=params)
        else:
            response = await self._http.request(route.method, path, json=left)
        if response.status_code != 200:
            raise Refusal(response.json()["code"])
        return response.json()


def _in_address(value: Any) -> Any:
    if isinstance(value, Mapping):
        return json.dumps(value)
    if isinstance(value, list):
        return ["" if item is None else str(item) for item in value]
    return value


TOOL_OF = {tool.what.name: tool for tool in TOOLS.values()}
"""The tool that runs each operation that has one."""


class ThroughAgent:
    """Calls of tools, by the official client; what no tool does is prepared over REST."""

    def __init__(self, client: Client, rest: ThroughRest) -> None:
        self._client = client
        self._rest = rest

    async def call(self, name: str, given: Mapping[str, Any]) -> Any:
        """Call the tool that runs an operation, and give its answer the operation's form."""
        if name not in TOOL_OF:
            return await self._rest.call(name, given)
        arguments = dict(given)
        if name == "add_many":
            (only,) = arguments.pop("memories")
            arguments |= only
        answer = await self._client.call_tool(TOOL_OF[name].name, arguments)
        if answer.is_error:
            raise Refusal(refusal(answer)[0])
        told = dict(good(answer))
        told.pop("notice", None)
        if name == "add_many":
            return [told]
        if name == "recall":
            return {"results": [{"memory": each} for each in told["records"]],
                    "receipt": told | {"basis": {"as_of": {"number": told["as_of"]}}}}  # fmt: skip
        return told["items"] if told.keys() == {"items"} else told


class ThroughTerminal:
    """Commands, with the fields as arguments and options."""

    def __init__(self, terminal: Terminal, tenant: str, folder: Path) -> None:
        self._terminal = terminal
        self._tenant = tenant
        self._folder = folder

    async def call(self, name: str, given: Mapping[str, Any]) -> Any:
        """Call the command that does it; what it must read from a file is put into one."""
        fields = dict(given)
        if name == "add_many":
            (only,) = fields.pop("memories")
            fields |= only
        if name == "ingest_turns":
            fields = {"path": self._file(fields["turns"])}
        if name == "append_facts":
            (only,) = fields.pop("facts")
            fields |= only
        command = command_of(name).split()
        # In a thread of its own: a command begins an event loop.
        finished = await to_thread.run_sync(
            lambda: self._terminal(*self._arguments(command, fields))
        )
        if finished.code not in (0, 1):
            raise Refusal(json.loads(finished.err)["error"]["code"])
        answer = json.loads(finished.out)
        return [answer] if name in {"append_facts", "add_many"} else answer

    def _arguments(self, command: list[str], fields: Mapping[str, Any]) -> list[str]:
        words = [word for word in command if not word.startswith("--")]
        found = loaded(words[0])
        for word in words[1:]:
            found = found.commands[word]
        placed, options = [], [word for word in command if word.startswith("--")]
        for parameter in found.params:
            if parameter.name not in fields:
                continue
            value = fields[parameter.name]
            texts = [_typed(each) for each in value] if isinstance(value, list) else [_typed(value)]
            option = parameter.opts[0]
            if not option.startswith("-"):
                placed += texts
            elif parameter.is_flag:
                options += [option] if value else []
            elif parameter.nargs > 1:
                options += [option, *texts]
            else:
                options += [part for text in texts for part in (option, text)]
        missing = set(fields) - {parameter.name for parameter in found.params}
        assert not missing, (command, missing)
        end = ["--", *placed] if placed else []
        return [*words, *options, "--tenant", self._tenant, "--json", *end]

    def _file(self, turns: list[dict[str, Any]]) -> str:
        path = self._folder / "chat.jsonl"
        named = {"content": "text", "occurred_at": "time", "source_id": "id"}
        lines = [{named.get(name, name): value for name, value in turn.items()} for turn in turns]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return str(path)


def _typed(value: Any) -> str:
    if value is None:
        return "null"
    return json.dumps(value) if isinstance(value, Mapping) else str(value)
