"""Find the nodes of a graph that attend, or that make up a GELU, and have one node do what they do.

What is not known to be the same stays as it is, slower.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muniment.providers.onnx_messages import onnx_type

MATRIX: Final = 2
"""How many axes a matrix has."""
CONTRIBUTED: Final = "com.microsoft"
"""The domain of the nodes that onnxruntime has beyond the standard."""

_FLOAT_ATTRIBUTE: Final = 1
_INT_ATTRIBUTE: Final = 2
_BY_PLACE: Final = {"Less", "LessOrEqual", "Greater", "Trilu", "Abs"}
"""What tells places of tokens apart: a mask that is computed with it holds also where nothing is padded."""

_NUMBERS: Final = {1: "<f4", 7: "<i8"}
"""How stored numbers are written, by the type of a tensor."""

_GELU: Final = (0.5, 1.0, 2**0.5)
"""The constants of x * (1 + erf(x / √2)) / 2: Hendrycks and Gimpel, Gaussian Error Linear Units, 2016."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Links:
    """Which node makes each value, which use it, and the stored tensors."""

    makers: Mapping[str, Any]
    users: Mapping[str, Sequence[Any]]
    tensors: Mapping[str, Any]

    @classmethod
    def of(cls, nodes: Sequence[Any], graph: Any) -> _Links:
        users: defaultdict[str, list[Any]] = defaultdict(list)
        for node in nodes:
            for name in node.input:
                users[name].append(node)
        constants = {n.output[0]: n.attribute[0].t for n in nodes if n.op_type == "Constant"}
        return cls(
            makers={name: node for node in nodes for name in node.output},
            users=users,
            tensors={tensor.name: tensor for tensor in graph.initializer} | constants,
        )

    def maker(self, name: str, *kinds: str) -> Any | None:
        """Return the node of some kind that makes a value."""
        node = self.makers.get(name)
        return node if node is not None and node.op_type in kinds else None

    def user(self, name: str, *kinds: str) -> Any | None:
        """Return the first node of some kind that uses a value."""
        return next((node for node in self.users[name] if node.op_type in kinds), None)

    def numbers(self, name: str) -> list[float]:
        """Return the numbers that are stored as a value; none if it is computed."""
        import numpy

        tensor = self.tensors.get(name)
        if tensor is None or tensor.data_type not in _NUMBERS:
            return []
        return list(numpy.frombuffer(tensor.raw_data, dtype=_NUMBERS[tensor.data_type]).tolist())

    def last_number(self, name: str) -> float | None:
        """Return the last number of a shape, if it is stored."""
        while concat := self.maker(name, "Concat"):
            name = concat.input[-1]
        return next(reversed(self.numbers(name)), None)

    def is_mask(self, name: str) -> bool:
        """Tell whether a value is computed from no weight and no place: it masks what is padded."""
        waiting, seen = [name], set[str]()
        while waiting:
            name = waiting.pop()
            if name in self.tensors and len(self.tensors[name].dims) >= MATRIX:
                return False
            node = self.makers.get(name)
            if node is not None and node.op_type in _BY_PLACE:
                return False
            if node is not None and node.op_type != "Shape" and name not in seen:
                seen.add(name)
                waiting += node.input
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """What is parted into heads to attend: by which factor it is scaled, and into how many."""

    name: str
    factor: float
    heads: int | None


def with_one_for_many(nodes: Sequence[Any], graph: Any) -> list[Any]:
    """Have one node do what many do to attend, and what five do for a GELU."""
    links = _Links.of(nodes, graph)
    made = [_attention(each, links) for each in nodes if each.op_type == "Softmax"]
    made += [_gelu(each, links) for each in nodes if each.op_type == "Erf"]
    instead = {node.output[0]: node for node in made if node is not None}
    return [instead.get(node.output[0], node) for node in nodes]


def _attention(softmax: Any, links: _Links) -> Any | None:
    """Return a node that attends as those around a softmax do, None if they do something else."""
    masked = links.maker(softmax.input[0], "Add") or softmax
    scores = next(filter(None, (links.maker(name, "MatMul") for name in masked.input)), None)
    guard = links.user(softmax.output[0], "Where")
    weighted = links.user((guard or softmax).output[0], "MatMul")
    if scores is None or weighted is None or not _is_of_the_last_axis(softmax):
        return None
    if guard is not None and not _puts_in_place_of_none(guard, softmax.output[0], links):
        return None
    if not all(links.is_mask(name) for name in masked.input if name != scores.output[0]):
        return None
    query, key, value = (_side(name, links) for name in (*scores.input, weighted.input[1]))
    together = weighted
    while joining := links.user(together.output[0], "Transpose", "Reshape"):
        together = joining
    if query.heads is None or not query.heads == key.heads == value.heads:
        return None
    if value.factor != 1.0 or together is weighted:
        return None
    node = onnx_type("NodeProto")(
        op_type="MultiHeadAttention",
        domain=CONTRIBUTED,
        input=[query.name, key.name, value.name],
        output=together.output,
    )
    node.attribute.add(name="num_heads", i=query.heads, type=_INT_ATTRIBUTE)
    node.attribute.add(name="scale", f=query.factor * key.factor, type=_FLOAT_ATTRIBUTE)
    return node


def _is_of_the_last_axis(softmax: Any) -> bool:
    """Tell whether a softmax of four axes is over the last one."""
    return any(each.name == "axis" and each.i in {-1, 3} for each in softmax.attribute)


def _puts_in_place_of_none(guard: Any, name: str, links: _Links) -> bool:
    """Tell whether a node puts another number only where a value is none."""
    looks = links.maker(guard.input[0], "IsNaN")
    return looks is not None and name == looks.input[0] == guard.input[2]


def _side(name: str, links: _Links) -> _Side:
    """Walk back from where heads are multiplied to what was parted into them."""
    factor, shape = 1.0, ""
    while node := links.maker(name, "Mul", "Transpose", "Reshape"):
        if node.op_type == "Mul":
            numbers = links.numbers(node.input[1])
            if len(numbers) != 1:
                break
            factor *= numbers[0]
        shape = node.input[1] if node.op_type == "Reshape" else shape
        name = node.input[0]
    return _Side(name=name, factor=factor, heads=_heads(name, links.last_number(shape), links))


def _heads(name: str, head_width: float | None, links: _Links) -> int | None:
    """Return how many heads a side is parted into, by the width of the bias that was added to it."""
    product = links.makers.get(name)
    biases = [] if product is None else [links.tensors.get(each) for each in product.input]
    width = next((b.dims[0] for b in biases if b is not None and len(b.dims) == 1), None)
    if width is None or head_width is None or head_width < 1 or width % head_width:
        return None
    return int(width // head_width)


def _gelu(erf: Any, links: _Links) -> Any | None:
    """Return a node that computes a GELU as those around an error function do, None if they do something else."""
    share, last = links.maker(erf.input[0], "Div"), erf
    if share is None:
        return None
    used: list[str] = []
    for kind in ("Add", "Mul", "Mul"):
        last = links.user(last.output[0], kind)
        if last is None:
            return None
        used += last.input
    if share.input[0] not in used:
        return None
    used += share.input
    constants = sorted(number for name in used for number in links.numbers(name))
    if len(constants) != len(_GELU) or any(
        abs(found - asked) > 1e-6 for found, asked in zip(constants, _GELU, strict=True)
    ):
        return None
    return onnx_type("NodeProto")(
        op_type="Gelu", domain=CONTRIBUTED, input=[share.input[0]], output=last.output
    )
