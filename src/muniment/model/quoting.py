"""Quote what others said, so that nothing of it is taken for markup, for layout or for an order of words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from muniment.model.plain import Plain

# Controls, ends of lines that are not \n, marks that turn the direction of a text, characters of no
# width that carry hidden words, and halves of surrogates. Joiners stay: languages are written with them.
_MISLEADING: Final = (
    "\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff\ud800-\udfff"
    "\U000e0000-\U000e007f"
)
_IN_JSON: Final = re.compile(f"[{_MISLEADING}]")
_IN_TEXT: Final = re.compile(f"[\x00-\x08\x0b-\x1f{_MISLEADING}]")


def quoted(value: Plain | Mapping[str, Plain]) -> str:
    """Return a value as one line of JSON in which nothing looks like markup or hides."""
    text = json.dumps(value, ensure_ascii=False)
    return unmistakable(text).replace("<", "\\u003c").replace(">", "\\u003e")


def unmistakable(text: str) -> str:
    """Return a JSON document with its misleading characters escaped: it says the same."""
    return _IN_JSON.sub(_escaped, text)


def written_out(text: str) -> str:
    """Return a text whose misleading characters are written out, to be shown as text."""
    return _IN_TEXT.sub(lambda found: spelled_out(found[0]), text)


def spelled_out(char: str) -> str:
    """Return a character as its number, as Python writes it in a text."""
    code = ord(char)
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    return f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}"


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
