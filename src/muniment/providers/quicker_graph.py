"""Change a model's graph so that one text alone takes less time and memory.

Where weights are stored as int8 numbers with a scale a column, the model makes floats of them to
multiply. Here the product itself is one of whole numbers: the text's side is rounded to 8 bits as it
comes (dynamic quantisation: https://onnxruntime.ai/docs/performance/model-optimizations/quantization.html),
the weight's to 7, so that no processor's instructions saturate and all reach the same sums; a bias
that is added to it alone becomes part of it. A table of embeddings stays int8 too: floats are made of
the rows that a text looks up. Where some twenty nodes attend, one does, and one where five make up a
GELU: of ten words, the nodes cost as much as what they compute. No token is masked: only what is
padded has such.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from muniment.providers.fewer_nodes import CONTRIBUTED, MATRIX, with_one_for_many
from muniment.providers.onnx_messages import onnx_type

METHOD: Final = "products of 8 by 7 bits, heads attend at once"
"""What of this decides a vector, for the embedder's identity."""

_INT8: Final = 3
_PRODUCT: Final = "DynamicQuantizeMatMul"
_GRAPH_ATTRIBUTES: Final = {5, 10}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weight:
    """A stored matrix: its whole numbers, its scales, and the nodes that make floats of them."""

    numbers: Any
    scales: Any
    cast: Any
    multiply: Any

    @property
    def floats(self) -> str:
        """The name of the floats."""
        return str(self.multiply.output[0])


def quickened(path: Path) -> bytes:
    """Return a model's file with its graph changed; what is no model, or has graphs inside its nodes, as it is.

    Takes about 0.1 s for 22 MB, and three times the file's size while it runs.

    Raises:
        OSError: the file cannot be read.
    """
    from google.protobuf.message import DecodeError

    stored = path.read_bytes()
    model = onnx_type("ModelProto")()
    try:
        model.ParseFromString(stored)
    except DecodeError:
        return stored
    if any(each.type in _GRAPH_ATTRIBUTES for node in model.graph.node for each in node.attribute):
        return stored
    _keep(model.graph, with_one_for_many(_with_whole_products(model.graph), model.graph))
    if all(known.domain != CONTRIBUTED for known in model.opset_import):
        model.opset_import.add(domain=CONTRIBUTED, version=1)
    return bytes(model.SerializeToString())


def _with_whole_products(graph: Any) -> list[Any]:
    weights = {weight.floats: weight for weight in _weights(graph)}
    nodes: list[Any] = []
    spent: set[str] = set()
    for node in graph.node:
        weight = next((weights[name] for name in node.input if name in weights), None)
        changed = _changed(node, weight) if weight else ()
        if weight and changed:
            spent |= {weight.cast.output[0], weight.floats}
        nodes.extend(changed or [node])
    return _with_biases([node for node in nodes if node.output[0] not in spent], graph)


def _with_biases(nodes: Sequence[Any], graph: Any) -> list[Any]:
    """Have each product of whole numbers add what is added to it alone."""
    uses = Counter(name for node in nodes for name in node.input)
    products = {
        node.output[0]: node
        for node in nodes
        if node.op_type == _PRODUCT and uses[node.output[0]] == 1
    }
    biases = {tensor.name for tensor in graph.initializer if len(tensor.dims) == 1}
    kept = []
    for node in nodes:
        added = node.input if node.op_type == "Add" else ()
        product = next((products[name] for name in added if name in products), None)
        bias = next((name for name in added if name in biases), None)
        if product and bias:
            product.input.extend(["", bias])
            product.output[:] = node.output
        else:
            kept.append(node)
    return kept


def _keep(graph: Any, nodes: Sequence[Any]) -> None:
    """Keep some nodes of a graph, as far as its outputs need them, and the tensors that these use or that are inputs."""
    needed = {value.name for value in graph.output}
    kept = []
    for node in reversed(nodes):  # who uses a value comes after who makes it
        if not needed.isdisjoint(node.output):
            kept.append(node)
            needed.update(node.input)
    del graph.node[:]
    graph.node.extend(reversed(kept))
    needed.update(
        value.name for value in graph.input
    )  # without a default one would have to be given
    for place in reversed(range(len(graph.initializer))):
        if graph.initializer[place].name not in needed:
            del graph.initializer[place]


def _weights(graph: Any) -> Iterator[_Weight]:
    """Yield the matrices that are stored as int8, cast, multiplied by their scales, and used once."""
    uses = Counter(name for node in graph.node for name in node.input)
    stored = {tensor.name: tensor for tensor in graph.initializer if uses[tensor.name] == 1}
    casts = {node.output[0]: node for node in graph.node if node.op_type == "Cast"}
    for node in graph.node:
        if node.op_type != "Mul" or uses[node.output[0]] != 1:
            continue
        cast, scales = casts.get(node.input[0]), stored.get(node.input[1])
        numbers = stored.get(cast.input[0]) if cast else None
        if not (numbers and scales and numbers.raw_data and scales.raw_data):
            continue
        if numbers.data_type == _INT8 and len(numbers.dims) == MATRIX:
            yield _Weight(numbers=numbers, scales=scales, cast=cast, multiply=node)


def _changed(node: Any, weight: _Weight) -> Sequence[Any]:
    """Return what takes the place of a node that uses a weight; nothing if it must stay."""
    rows, columns = weight.numbers.dims
    used, scales = list(node.input).index(weight.floats), list(weight.scales.dims)
    if node.op_type == "MatMul" and used == 1 and scales == [1, columns]:
        return [_product(node, weight)]
    if node.op_type == "Gather" and used == 0 and scales == [rows, 1]:
        return _look_up(node, weight)
    return ()


def _product(node: Any, weight: _Weight) -> Any:
    import numpy

    numbers, scales = weight.numbers, weight.scales
    halves = numpy.rint(numpy.frombuffer(numbers.raw_data, dtype=numpy.int8) / 2)
    numbers.raw_data = halves.astype(numpy.int8).tobytes()
    scales.raw_data = (numpy.frombuffer(scales.raw_data, dtype="<f4") * 2).tobytes()
    scales.dims[:] = [numbers.dims[1]]
    return onnx_type("NodeProto")(
        op_type=_PRODUCT,
        domain=CONTRIBUTED,
        input=[node.input[0], numbers.name, scales.name],
        output=node.output,
    )


def _look_up(node: Any, weight: _Weight) -> Sequence[Any]:
    """Return nodes that look up whole numbers and their scales, and make floats of both."""
    out = node.output[0]
    numbers, scales, floats = f"{out}_numbers", f"{out}_scales", f"{out}_floats"
    return [
        _like(node, [weight.numbers.name, node.input[1]], numbers),
        _like(node, [weight.scales.name, node.input[1]], scales),
        _like(weight.cast, [numbers], floats),
        _like(weight.multiply, [floats, scales], out),
    ]


def _like(node: Any, inputs: Sequence[str], output: str) -> Any:
    copy = onnx_type("NodeProto")()
    copy.CopyFrom(node)
    copy.name, copy.input[:], copy.output[:] = output, inputs, [output]
    return copy
