"""Read where a database is, and refuse an address that cannot be read without showing any of it."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow

from muniment.errors import UnknownSetting

_URL: Final = re.compile(r"(?s)(postgres(?:ql)?://)(?:[^@/?]*@)?([^?]*)\??(.*)")
"""The scheme of an address, its place, and its parameters, as the driver tells them apart."""


def read_address(conninfo: str, setting: str = "database_url") -> dict[str, str | int | None]:
    """Return the keywords of an address.

    Raises:
        UnknownSetting: it cannot be read; the message names the setting.
    """
    try:
        said = conninfo_to_dict(conninfo)
    except psycopg.Error:
        raise _misread(setting) from None
    # What libpq would say of these quotes the rest of a password that was not percent-encoded.
    if (
        "@" in str(said.get("host", ""))
        or not str(said.get("port", "0")).replace(",", "0").isdigit()
    ):
        raise _misread(setting)
    return said


def _misread(setting: str) -> UnknownSetting:
    return UnknownSetting(
        f"{setting} cannot be read. Write postgresql://user:password@host:5432/database, with every character of the password other than letters and digits percent-encoded."
    )


def as_role(conninfo: str, role: str, password: str) -> str:
    """Return an address with another role and its password; a URL stays one."""
    found = _URL.fullmatch(conninfo)
    if found is None:
        return make_conninfo(conninfo, user=role, password=password)
    pairs = [pair for pair in found[3].split("&") if not pair.startswith(("user=", "password="))]
    parameters = "&".join(filter(None, pairs))
    login = f"{quote(role, safe='')}:{quote(password, safe='')}"
    return f"{found[1]}{login}@{found[2]}{'?' if parameters else ''}{parameters}"


async def connected(owner_conninfo: str) -> AsyncConnection[TupleRow]:
    """Return a connection as the owner of the schema; each statement commits by itself.

    Raises:
        UnknownSetting: the address cannot be read.
    """
    read_address(owner_conninfo, "owner_url")
    return await AsyncConnection.connect(owner_conninfo, autocommit=True)
