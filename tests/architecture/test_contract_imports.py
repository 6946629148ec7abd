"""The contract of fact stores is for anybody's runner: importing it needs none."""

from __future__ import annotations

from tests.architecture.test_front_door import loaded_after


def test_the_contract_of_fact_stores_loads_no_test_runner_and_no_database() -> None:
    loaded = loaded_after("import muniment.testing.fact_store_contract")

    assert "muniment.testing.fact_store_contract" in loaded
    assert loaded & {"pytest", "_pytest", "psycopg", "hypothesis", "muniment.library"} == set()


def test_the_store_in_memory_loads_no_database() -> None:
    loaded = loaded_after("from muniment import InMemoryFactStore")

    assert loaded & {"psycopg", "pydantic", "muniment.library", "muniment.store"} == set()
