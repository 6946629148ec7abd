"""The namespaces that somebody reads are listed, as they were known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muniment import AgentMemory
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database


@pytest.fixture
def memory(database: Database) -> Iterator[AgentMemory]:
    with opened(database, "mike") as memory:
        for namespace in ("users.ann", "users.bob", "project:acme", "Users"):
            memory.add("Tea is ready", namespace=namespace)
        yield memory


def opened(database: Database, user: str) -> AgentMemory:
    settings = Settings(database_url=database.app, user=user)
    return AgentMemory(settings=settings, embedder=HashedEmbedder())


def test_namespaces_are_listed_in_the_order_of_their_characters(memory: AgentMemory) -> None:
    assert memory.namespaces() == ("Users", "project:acme", "users.ann", "users.bob")


def test_they_can_be_asked_for_by_how_they_begin_and_a_few_at_a_time(memory: AgentMemory) -> None:
    assert memory.namespaces("users.") == ("users.ann", "users.bob")
    assert memory.namespaces("users.%") == ()
    assert memory.namespaces(limit=2) == ("Users", "project:acme")
    assert memory.namespaces(after="project:acme", limit=2) == ("users.ann", "users.bob")


def test_what_was_written_into_later_was_not_known_then(memory: AgentMemory) -> None:
    second = memory.transactions()[2].number
    assert memory.namespaces(as_of=second) == ("users.ann", "users.bob")
    assert memory.namespaces(as_of=1) == ()


def test_the_namespaces_of_others_and_of_closed_containers_are_not_listed(
    memory: AgentMemory, database: Database
) -> None:
    memory.add("Tea is ready", namespace="kitchen", scope="container", container="thread:1")
    assert "kitchen" not in memory.namespaces()
    assert "kitchen" in memory.namespaces(containers=["thread:1"])
    with opened(database, "ann") as anns:
        anns.add("Tea is cold", namespace="hers")
        assert anns.namespaces() == ("hers",)


def test_a_namespace_is_asked_for_as_it_was_written(memory: AgentMemory) -> None:
    memory.add("Tea is cold", namespace=" Cafe\u0301 ")
    for name in ("Caf\u00e9", " Cafe\u0301 "):
        assert [each.content for each in memory.search("tea", namespace=name)] == ["Tea is cold"]
        assert [each.memory.content for each in memory.recall("Is tea cold?", namespace=name)]
