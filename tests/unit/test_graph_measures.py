"""A graph is measured the same however it is told, and without its library the error says what to do."""

from __future__ import annotations

import builtins
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType

import pytest

from muniment.errors import ExtraMissing
from muniment.projections.graph_measures import measure

PAIRS = [
    ("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "d"), ("a", "b"),
]  # fmt: skip


def test_central_nodes_rank_higher_and_close_ones_keep_together() -> None:
    measured = measure(PAIRS)

    assert {node: each.community for node, each in measured.items()} == {
        "a": 0, "b": 0, "c": 0, "d": 1, "e": 1, "f": 1,
    }  # fmt: skip
    # What networkx.pagerank gives for this graph.
    assert {node: each.pagerank for node, each in measured.items()} == {
        "a": 0.174659, "b": 0.174659, "c": 0.17889, "d": 0.193823, "e": 0.138985, "f": 0.138985,
    }  # fmt: skip
    assert {node: each.degree for node, each in measured.items()} == {
        "a": 3, "b": 3, "c": 3, "d": 3, "e": 2, "f": 2,
    }  # fmt: skip
    assert round(sum(each.pagerank for each in measured.values()), 5) == 1.0


def test_the_order_and_direction_of_pairs_change_nothing() -> None:
    assert measure((b, a) for a, b in reversed(PAIRS)) == measure(PAIRS)


def test_a_node_may_be_linked_to_itself_and_a_graph_may_be_empty() -> None:
    assert measure([]) == {}
    assert measure([("a", "a")])["a"].pagerank == 1.0


def test_every_run_of_python_finds_the_same_communities() -> None:
    program = (
        "from muniment.projections.graph_measures import measure\n"
        "pairs = [(f'n{i}', f'n{(i * 7 + 3) % 40}') for i in range(40)]\n"
        "print(sorted((n, m.community) for n, m in measure(pairs).items()))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


def test_without_networkx_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if name == "networkx":
            raise ImportError(name)
        return real(name, globals, locals, fromlist or (), level)

    monkeypatch.setattr(builtins, "__import__", without)

    with pytest.raises(ExtraMissing, match=r"pip install 'muniment\[graph\]'"):
        measure(PAIRS)
