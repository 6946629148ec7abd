"""Check the addresses, keys and paths that a setting may hold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, SecretStr


def _plain_http(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("write an http:// or https:// address such as http://localhost:1/v1")
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


Address = Annotated[str, AfterValidator(_plain_http)]
"""An http or https address without user, password, parameters or a slash at its end."""

Key = Annotated[SecretStr, AfterValidator(_sendable)]
"""A key that fits into a header; never shown."""

AbsolutePath = Annotated[Path, BeforeValidator(_named), AfterValidator(_absolute)]
"""A path that is the same wherever the process goes."""
