"""What is asked of models: forms that every server takes, and spans that hold no words."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from muniment.knowledge.roles import (
    answering,
    claim_checks,
    page_writing,
    reflecting,
    reranking,
    resolving,
    rewriting,
)
from muniment.knowledge.staging.tools import TOOLS
from muniment.model.plain import Plain
from muniment.ports.language_model import Ask, JsonObject, Said
from muniment.testing.model_script import Replies
from tests.unit.role_models import bench

FORMS = {
    form.name: form.schema
    for form in (
        answering.FORM,
        claim_checks.FORM,
        page_writing.FORM,
        reflecting.FORM,
        reranking.FORM,
        resolving.FORM,
        rewriting.HYDE_FORM,
        rewriting.MULTI_QUERY_FORM,
    )
}
SCHEMAS = FORMS | {tool.name: tool.parameters for tool in TOOLS}
KEYWORDS = {"type", "properties", "required", "additionalProperties", "items", "enum", "anyOf"}


def objects_in(schema: Plain | JsonObject) -> Iterator[JsonObject]:
    if isinstance(schema, list):
        for each in schema:
            yield from objects_in(each)
    elif isinstance(schema, dict):
        yield schema
        properties = schema.get("properties", {})
        inner = list(properties.values()) if isinstance(properties, dict) else []
        yield from objects_in([*inner, schema.get("items"), schema.get("anyOf")])


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_form_is_written_in_the_part_of_json_schema_that_strict_servers_take(name: str) -> None:
    for schema in objects_in(SCHEMAS[name]):
        assert set(schema) <= KEYWORDS
        if schema.get("type") == "object":
            properties = schema["properties"]
            assert isinstance(properties, dict)
            assert schema["required"] == list(properties)
            assert schema["additionalProperties"] is False


@dataclass
class Recorder:
    """Take the place of a tracer, and keep what it is told."""

    told: dict[str, object] = field(default_factory=dict)

    @contextmanager
    def start_as_current_span(self, name: str, attributes: dict[str, object]) -> Iterator[Recorder]:
        self.told |= {"name": name, **attributes}
        yield self

    def set_attribute(self, name: str, value: object) -> None:
        self.told[name] = value


async def test_a_span_holds_names_and_counts_and_no_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recorder = Recorder()
    monkeypatch.setattr("opentelemetry.trace.get_tracer", lambda _: recorder)
    with bench("openai") as lent:
        lent.server.script(Replies(text="In Bath.", tokens_in=12, tokens_out=3))
        await lent.model.reply(Ask(instructions="Answer.", parts=(Said(text="Where is Mike?"),)))
        await lent.close()
    assert recorder.told == {
        "name": "chat m",
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "m",
        "muniment.model_role": "role",
        "gen_ai.usage.input_tokens": 12,
        "gen_ai.usage.output_tokens": 3,
    }


async def test_a_model_is_asked_without_telemetry_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with bench("openai") as lent:
        lent.server.script(Replies(text="In Bath."))
        ask = Ask(instructions="Answer.", parts=(Said(text="Where is Mike?"),))
        assert (await lent.model.reply(ask)).text == "In Bath."
        await lent.close()
