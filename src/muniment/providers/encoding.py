"""Run an encoder with onnxruntime: how a session is opened, and what it may raise."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from muniment.errors import EmbedderUnavailable
from muniment.providers.quicker_graph import quickened

if TYPE_CHECKING:
    from onnxruntime import InferenceSession, SessionOptions

INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})
OUTPUT = "last_hidden_state"
_SLOWER_HERE = {"SkipLayerNormFusion"}
"""Optimisations that cost more than they save: this one five times over, a fifth of a text's time."""


def encoder_of(
    name: str,
    path: Path,
    threads: int,
    outputs: Sequence[str] = (OUTPUT,),
    *,
    is_packaged: bool,
) -> InferenceSession:
    """Return a session of an encoder of the tokens of one text, without padding.

    A packaged one is `quickened`, one of somebody's own runs as it is.

    Raises:
        EmbedderUnavailable: it is no such encoder, or onnxruntime is missing.
    """
    _silence_runtime()
    try:
        import onnxruntime
    except ImportError:
        raise EmbedderUnavailable(
            f"{name} needs the package 'onnxruntime'. Run: pip install onnxruntime"
        ) from None
    try:
        model = quickened(path) if is_packaged else path.read_bytes()
    except OSError as unread:
        raise EmbedderUnavailable(f"{path} cannot be read: {unread.strerror}.") from None
    try:
        session = onnxruntime.InferenceSession(
            model,
            _options(threads),
            providers=["CPUExecutionProvider"],
            disabled_optimizers=_SLOWER_HERE,
        )
    except model_errors() as broken:
        raise EmbedderUnavailable(f"{path} cannot be loaded: {broken}") from None
    inputs = {given.name for given in session.get_inputs()}
    if inputs != INPUTS or not {given.name for given in session.get_outputs()}.issuperset(outputs):
        raise EmbedderUnavailable(
            f"{path} cannot be loaded: it takes {sorted(inputs)}, expected {sorted(INPUTS)} and "
            f"{sorted(outputs)} out."
        )
    return session


def _silence_runtime() -> None:
    """Keep onnxruntime from collecting usage data: it must be told before it is imported."""
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")


def model_errors() -> tuple[type[Exception], ...]:
    """Return what the runtime raises for a model it cannot use: siblings without a parent."""
    from onnxruntime.capi import onnxruntime_pybind11_state as raised

    return (
        raised.Fail,
        raised.InvalidArgument,
        raised.InvalidGraph,
        raised.InvalidProtobuf,
        raised.NoSuchFile,
        raised.NotImplemented,
        raised.RuntimeException,
    )


def _options(threads: int) -> SessionOptions:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    # Arena and patterns keep memory for every length of text ever seen, and save no time here.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return options
