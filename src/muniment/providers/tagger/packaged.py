"""The tagger that comes in the package: MiniLM trained end to end, its weights whole numbers."""

from __future__ import annotations

import io
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, TypeAlias
from zipfile import BadZipFile

from muniment.errors import EmbedderUnavailable
from muniment.model.claims import Role
from muniment.ports.tagger import Tag
from muniment.providers.encoding import encoder_of
from muniment.providers.minilm import packaged_tokenizer
from muniment.providers.tagger.heads import OUTPUTS, Heads

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    from muniment.providers.tagger.heads import Mask, Seen

Span: TypeAlias = tuple[int, int]

_HERE: Final = Path(__file__).parent
_ENCODER: Final = _HERE / "model.onnx"
_HEADS: Final = _HERE / "heads.npz"
_WORDS: Final = _HERE / "words.json"
_NEEDED: Final = ("onnxruntime", "tokenizers")
TOKENS_MAX: Final = 256
"""Tokens of one piece of a text that the model reads, the special ones and the role included."""

_PIECE: Final = re.compile(r"\S(?:.{0,700}(?<=[.!?\n])(?=\s|$)|.{0,499}(?:(?=\s|$)|))", re.DOTALL)
"""A piece of a text that is read at once: as many whole sentences as fit, else as many words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What the model tells of the tokens of a text, and where they stand in it."""

    seen: Seen
    body: Mask
    offsets: list[Span]

    def span(self, tokens: Span) -> Span:
        """Return the part of the text from a first token to a last one."""
        return self.offsets[tokens[0]][0], self.offsets[tokens[1]][1]


class PackagedTagger:
    """Tag with the model of the package; it is loaded when the first text comes.

    The same text gives the same tags with the same
    runtime on the same kind of processor; others may round otherwise.
    """

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._lock = Lock()

    @cached_property
    def name(self) -> str:
        """Tell the digest of its files: any other weights are another tagger."""
        digest = sha256()
        for path in (_ENCODER, _HEADS, _WORDS):
            known = path.read_bytes() if path.is_file() else b""
            digest.update(sha256(known).digest())
        return f"tagger {digest.hexdigest()[:12]}"

    @property
    def lacks(self) -> str | None:
        """Tell which packages it needs that are not installed, None if all are there."""
        missing = [name for name in _NEEDED if find_spec(name) is None]
        return " and ".join(missing) or None

    def tags(self, text: str, role: Role) -> tuple[Tag, ...]:
        """Return what the words of a message seem to claim, piece by piece."""
        with self._lock:
            return tuple(
                tag
                for piece in _PIECE.finditer(text)
                for tag in self._of_piece(piece[0], piece.start(), role)
            )

    def _of_piece(self, text: str, offset: int, role: Role) -> Iterator[Tag]:
        read = self._read(text, role)

        def within(tokens: Span) -> Span:
            start, end = read.span(tokens)
            return offset + start, offset + end

        for found in self._heads.tags(read.seen, read.body):
            yield replace(
                found,
                object=within(found.object),
                subject=None if found.subject is None else within(found.subject),
                of=within(found.of) if isinstance(found.of, tuple) else found.of,
            )

    def _read(self, text: str, role: Role) -> _Read:
        import numpy

        known = text.encode("utf-8", "replace").decode("utf-8")
        encoded = self._tokenizer.encode(f"{role.value} :", known)
        body = numpy.array([each == 1 for each in encoded.sequence_ids], dtype=numpy.bool_)
        capitals = [
            int(own and known[start:end][:1].isupper())
            for own, (start, end) in zip(body, encoded.offsets, strict=True)
        ]
        ids = numpy.array([encoded.ids], dtype=numpy.int64)
        given = {
            "input_ids": ids,
            "attention_mask": numpy.ones_like(ids),
            "token_type_ids": numpy.array([capitals], dtype=numpy.int64),
        }
        told = (numpy.asarray(output)[0] for output in self._encoder.run(OUTPUTS, given))
        return _Read(seen=dict(zip(OUTPUTS, told, strict=True)), body=body, offsets=encoded.offsets)

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return packaged_tokenizer(TOKENS_MAX)

    @cached_property
    def _encoder(self) -> InferenceSession:
        return encoder_of("The tagger", _ENCODER, self._threads, OUTPUTS, is_packaged=True)

    @cached_property
    def _heads(self) -> Heads:
        import numpy

        try:
            with numpy.load(io.BytesIO(_HEADS.read_bytes())) as stored:
                weights = {name: stored[name].astype(numpy.float32) for name in stored.files}
            return Heads(weights, json.loads(_WORDS.read_bytes())["ofs"])
        except (
            OSError,
            EOFError,
            ValueError,
            TypeError,
            KeyError,
            BadZipFile,
            zlib.error,
        ) as broken:
            raise EmbedderUnavailable(
                f"{_HEADS} or {_WORDS.name} cannot be loaded ({type(broken).__name__}): it is damaged. "
                "Install muniment again, or set extraction.tagger to 'none'."
            ) from None
