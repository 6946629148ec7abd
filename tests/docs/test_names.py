"""That documents lead somewhere, and name nothing that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from muniment import AgentMemory, AsyncAgentMemory
from muniment.cli.commands import COMMANDS
from muniment.settings import settings_reference
from tests.docs.markdown import ROOT, anchors, code_spans, documents, fences, links, name_of

EVERY = [name_of(document) for document in documents()]
SHELL = {"bash", "console"}

_COMMAND = re.compile(
    r"(?:^|[|&;$] )(?:MUNIMENT_\w+='[^']*' )?muniment ([a-z][a-z-]*)", re.MULTILINE
)
_METHOD = re.compile(r"(?<![.\w])(?:memory|planner|critic|anna|mike|AgentMemory)\.([a-z_]+)\(?")
_VARIABLE = re.compile(r"\bMUNIMENT_[A-Z_]+\b")
_PATH = re.compile(r"(?:docs|tests|src)/[\w./-]+")
_TARGET = re.compile(r"^make ([a-z]+)", re.MULTILINE)


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def said_in_code(document: str) -> list[str]:
    """Return what a document sets as code: spans, programs and sessions."""
    text = text_of(document)
    run = [fence.text for fence in fences(text) if fence.language in SHELL | {"python"}]
    return [*code_spans(text), *run]


@pytest.mark.parametrize("document", EVERY)
def test_every_link_leads_somewhere(document: str) -> None:
    lost = []
    for link in links(text_of(document)):
        if link.startswith("https://"):
            continue
        place, _, anchor = link.partition("#")
        target = (ROOT / document).parent / place if place else ROOT / document
        if not target.exists() or (
            anchor and anchor not in anchors(target.read_text(encoding="utf-8"))
        ):
            lost.append(link)
    assert lost == []


@pytest.mark.parametrize("document", EVERY)
def test_every_command_that_is_named_exists(document: str) -> None:
    named = {name for said in said_in_code(document) for name in _COMMAND.findall(said)}
    assert named <= COMMANDS.keys()


@pytest.mark.parametrize("document", EVERY)
def test_every_method_that_is_named_exists(document: str) -> None:
    named = {name for said in said_in_code(document) for name in _METHOD.findall(said)}
    assert {name for name in named if not hasattr(AgentMemory, name)} == set()


@pytest.mark.parametrize("document", EVERY)
def test_every_variable_that_is_named_is_a_setting(document: str) -> None:
    known = {entry.variable for entry in settings_reference()} | {"MUNIMENT_CONFIG"}
    assert set(_VARIABLE.findall(text_of(document))) <= known


@pytest.mark.parametrize("document", EVERY)
def test_every_file_that_is_named_is_there(document: str) -> None:
    named = {path for said in code_spans(text_of(document)) for path in _PATH.findall(said)}
    assert {path for path in named if not (ROOT / path).exists()} == set()


@pytest.mark.parametrize("document", EVERY)
def test_every_make_target_that_is_named_exists(document: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {name for said in said_in_code(document) for name in _TARGET.findall(said)}
    assert named <= targets


def test_the_library_has_one_set_of_methods() -> None:
    waiting = {name for name in dir(AgentMemory) if not name.startswith("_")}
    assert {name for name in waiting if not hasattr(AsyncAgentMemory, name)} == set()


def test_the_glossary_is_in_alphabetical_order() -> None:
    words = re.findall(r"^\*\*(.+?)\*\*", text_of("GLOSSARY.md"), re.MULTILINE)
    assert words == sorted(words, key=lambda word: word.casefold().replace("_", " "))
    assert len(words) == len(set(words)) > 80


def test_the_reading_order_begins_in_the_readme() -> None:
    order = [link for link in links(text_of("README.md")) if Path(link).stem.isupper()]
    assert order[:2] == ["ARCHITECTURE.md", "GLOSSARY.md"]
    assert "docs/tutorial/first-memory.md" in links(text_of("README.md"))
    named = {name_of((ROOT / link).resolve()) for link in links(text_of("README.md"))}
    assert {document for document in EVERY if document not in named} == {"README.md"}
