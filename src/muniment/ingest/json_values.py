"""Take values out of JSON, and say what is there instead of what was expected."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from muniment.errors import FieldRepeated, FileNotFound, UnreadableConversation
from muniment.model.json_texts import fields_of
from muniment.model.storable import is_blank

Object = Mapping[str, object]


class Unfit(ValueError):
    """What is there is not what was expected; the message ends a sentence that names the place."""

    kind: type[FieldRepeated | UnreadableConversation] = UnreadableConversation


class Repeated(Unfit):
    """An object names a field twice."""

    kind = FieldRepeated


def read_text(path: Path) -> str:
    """Return a file's text, in UTF-8.

    Raises:
        FileNotFound: there is no such file.
        UnreadableConversation: it cannot be opened, or is no UTF-8.
    """
    refuse_missing(path)
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None


def line_of(line: bytes, number: int) -> str:
    """Return the text of a line of a file in UTF-8, the first one without a byte order mark.

    Raises:
        UnicodeDecodeError: it is none.
    """
    return line.decode("utf-8-sig" if number == 1 else "utf-8")


def refuse_missing(path: Path, wanted: str = "LoCoMo JSON, or JSON lines of turns") -> None:
    """Raise FileNotFound unless there is a file."""
    if not path.is_file():
        kind = "is a directory" if path.is_dir() else "is not there"
        raise FileNotFound(f"{path} {kind}. Name a file: {wanted}.")


def unreadable(path: Path, error: OSError | UnicodeDecodeError) -> UnreadableConversation:
    """Return the error of ours for a file that cannot be read."""
    if isinstance(error, UnicodeDecodeError):
        return UnreadableConversation(f"{path} is not UTF-8: byte {error.start} cannot be read.")
    return UnreadableConversation(f"{path} cannot be read: {error.strerror}.")


def parsed(text: str) -> object:
    """Return the value of a JSON text.

    Raises:
        Unfit: it is no JSON; the message says in which line and column.
        Repeated: an object names a field twice.
    """
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=fields_of)
    except json.JSONDecodeError as error:
        said = error.msg.removesuffix(" at")
        line = f"line {error.lineno}, " if "\n" in text else ""
        raise Unfit(f"not valid JSON: {said} at {line}column {error.colno}") from None
    except FieldRepeated as error:
        raise Repeated(error.message.removesuffix(".")) from None
    except Unfit:
        raise
    except (RecursionError, ValueError):
        raise Unfit("JSON nested too deeply, or with a number of thousands of digits") from None


def _refuse_constant(name: str) -> float:
    raise Unfit(f"not valid JSON: {name} is not a number there")


def object_of(value: object, what: str) -> Object:
    """Return a JSON object.

    Raises:
        Unfit: it is something else.
    """
    if not isinstance(value, dict):
        raise _unfit(value, what, "an object")
    return cast("Object", value)


def list_of(value: object, what: str) -> list[object]:
    """Return a JSON array.

    Raises:
        Unfit: it is something else.
    """
    if not isinstance(value, list):
        raise _unfit(value, what, "a list")
    return value


def text_of(value: object, what: str) -> str:
    """Return a text.

    Raises:
        Unfit: it is something else.
    """
    if not isinstance(value, str):
        raise _unfit(value, what, "a text")
    return value


def optional_text(value: object, what: str) -> str | None:
    """Return a text, or None where there is nothing but white space.

    Raises:
        Unfit: it is something else.
    """
    return None if value is None or is_blank(text_of(value, what)) else text_of(value, what)


def _unfit(value: object, what: str, wanted: str) -> Unfit:
    if value is None:
        return Unfit(f"{what} is missing")
    return Unfit(f"{what} is {_kind(value)}, not {wanted}")


def _kind(value: object) -> str:
    names = {bool: "a truth value", int: "a number", float: "a number", str: "a text"}
    return names.get(type(value), "a list" if isinstance(value, list) else "an object")
