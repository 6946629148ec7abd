"""Whatever text is handed in is stored and read back the same, or refused with a coded error."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from muniment import AgentMemory
from muniment.errors import BlankContent, InvalidValue, UnstorableText
from muniment.model.storable import is_blank
from muniment.testing.embedder import HashedEmbedder
from tests.database import Server

TEXTS = st.text(st.characters(), max_size=40)
"""Any characters there are: controls, lone surrogates, unassigned ones and halves of others."""


@pytest.fixture(scope="module")
def memory(server: Server) -> Iterator[AgentMemory]:
    with (
        server.database() as database,
        AgentMemory(database.app, embedder=HashedEmbedder(), recall={"trace": "off"}) as opened,
    ):
        opened.set_cardinality("plan", "many")
        yield opened


def normal(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip()


def is_storable(text: str) -> bool:
    return "\x00" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def is_name(text: str | None) -> bool:
    return text is None or (is_storable(text) and not is_blank(text) and len(normal(text)) <= 256)


@given(
    content=TEXTS,
    entity=st.none() | TEXTS,
    category=st.none() | TEXTS,
    tags=st.lists(TEXTS, max_size=3),
)
@settings(max_examples=150)
@example(content="\ufeff", entity=None, category=None, tags=[])
@example(content="e\u0301", entity="E\u0301", category="\ufb01", tags=["e\u0301", "\u00e9"])
@example(content="\u1e9b\u0323", entity="İ", category="ß", tags=["\u2028"])
@example(content="%s %(a)s {} \\ ' \" $1 --", entity="%s", category="';", tags=["%", "\\", "{,}"])
@example(content="the and of", entity=None, category=None, tags=["a" * 128])
@example(content="x", entity="\u200b", category="\U0010ffff", tags=["\ufffe"])
@example(content="ﷺ" * 20, entity="ﷺ" * 20, category="ﷺ" * 20, tags=["ﷺ" * 20])
def test_any_text_is_stored_and_read_back_or_refused(
    memory: AgentMemory, content: str, entity: str | None, category: str | None, tags: list[str]
) -> None:
    before = memory.stats().transactions
    good = (
        is_storable(content)
        and not is_blank(content)
        and is_name(entity)
        and is_name(category)
        and all(is_name(tag) and len(normal(tag)) <= 128 for tag in tags)
    )
    if not good:
        with pytest.raises((BlankContent, UnstorableText, InvalidValue)):
            memory.add(content, entity=entity, category=category, tags=tags)
        assert memory.stats().transactions == before
        return
    written = memory.add(content, entity=entity, category=category, tags=tags)
    found = memory.get(written.id)
    assert found.content == normal(content)
    if written.outcome.value == "ADD":
        assert found.entity == (None if entity is None else normal(entity))
        assert found.category == (None if category is None else normal(category))
        assert found.tags == tuple(dict.fromkeys(normal(tag) for tag in tags))
    if entity is not None:
        assert written.id in {
            each.id for each in memory.search(entity=entity, status="all", limit=100).items
        }


@given(text=TEXTS)
@settings(max_examples=100)
def test_any_question_is_answered_or_refused(memory: AgentMemory, text: str) -> None:
    for ask in (
        lambda: memory.recall(text),
        lambda: memory.search(text=text),
        lambda: memory.current_facts(text),
        lambda: memory.timeline(text, category=text),
        lambda: memory.search(entity=text, tags=[text], namespace=text, cursor=None),
        lambda: memory.search(metadata={text: text}),
        lambda: memory.search(cursor=text),
    ):
        with suppress(UnstorableText, InvalidValue):
            ask()


def test_the_ledger_of_all_these_texts_verifies(memory: AgentMemory) -> None:
    told = memory.verify()
    assert told.findings == ()
    assert told.is_complete
    assert told.transactions > 50
