"""Name the tenant of the repository that an agent works in."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

_NAME_MAX: Final = 256
PREFIX: Final = "repository:"
"""How the names of such tenants begin."""

_SECTION: Final = re.compile(r'^\s*\[\s*remote\s+"origin"\s*\]\s*$', re.IGNORECASE)
_ANY_SECTION: Final = re.compile(r"^\s*\[")
_URL: Final = re.compile(r"^\s*url\s*=\s*(?P<url>.+?)\s*$", re.IGNORECASE)
_SCP: Final = re.compile(r"^(?:[^@/]+@)?(?P<host>[^:/]+):(?!//)(?P<path>.+)$")


def tenant_of(directory: Path) -> str:
    """Return the tenant of the repository that a directory is in.

    It is named for the repository's remote, so that all clones share it; without a remote for its
    path, and without a repository for the directory's.
    """
    start = directory.expanduser().resolve()
    for place in (start, *start.parents):
        config = _config_of(place / ".git")
        if config is not None:
            remote = _remote(config)
            return _named(str(place) if remote is None else remote)
    return _named(str(start))


def _config_of(git: Path) -> str | None:
    """Return the text of a repository's configuration; a worktree has it elsewhere."""
    if git.is_file():
        line = git.read_text(encoding="utf-8", errors="replace").strip()
        git = (git.parent / line.removeprefix("gitdir:").strip()).resolve()
        common = git / "commondir"
        if common.is_file():
            git = (git / common.read_text(encoding="utf-8", errors="replace").strip()).resolve()
    config = git / "config"
    return config.read_text(encoding="utf-8", errors="replace") if config.is_file() else None


def _remote(config: str) -> str | None:
    """Return host and path of the remote `origin`, without user, password, port and `.git`."""
    in_origin = False
    for line in config.splitlines():
        if _ANY_SECTION.match(line):
            in_origin = _SECTION.match(line) is not None
            continue
        found = _URL.match(line) if in_origin else None
        if found is not None:
            return _plain(found["url"].strip('"'))
    return None


def _plain(url: str) -> str | None:
    parts = urlsplit(url)
    if parts.scheme and parts.hostname:
        host, path = parts.hostname, parts.path
    elif (found := _SCP.match(url)) is not None:
        host, path = found["host"], found["path"]
    else:
        return None
    name = path.strip("/").removesuffix(".git").rstrip("/")
    return f"{host.lower()}/{name}" if name else None


def _named(text: str) -> str:
    name = PREFIX + text.strip()
    if len(name) <= _NAME_MAX:
        return name
    return PREFIX + sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
