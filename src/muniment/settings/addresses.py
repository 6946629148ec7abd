"""Check the addresses, keys and paths that a setting may hold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, SecretStr


def is_http(url: str) -> bool:
    """Tell whether an address leads to a host, over http or https."""
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # its message shows what was written, such as a password
        return False


def plain_http(url: str) -> str:
    """Return an address without slashes at its end.

    Raises:
        ValueError: it is none, or has user, password or parameters; the message shows nothing of it.
    """
    if not is_http(url):
        raise ValueError("write an http:// or https:// address such as http://localhost:1/v1")
    parts = urlsplit(url)
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("write it without user, password or parameters; the key is a setting")
    return url.rstrip("/")


def _sendable(key: SecretStr) -> SecretStr:
    if not re.fullmatch(r"[!-~]+", key.get_secret_value()):
        raise ValueError("write a key of visible ASCII characters, without spaces or newlines")
    return key


def _named(path: object) -> object:
    if isinstance(path, str) and not path.strip():
        raise ValueError("write a path; the current directory is '.'")
    return path


def _absolute(path: Path) -> Path:
    return path.expanduser().absolute()


Address = Annotated[str, AfterValidator(plain_http)]
"""An http or https address without user, password, parameters or a slash at its end."""

Key = Annotated[SecretStr, AfterValidator(_sendable)]
"""A key that fits into a header; never shown."""

AbsolutePath = Annotated[Path, BeforeValidator(_named), AfterValidator(_absolute)]
"""A path that is the same wherever the process goes."""
