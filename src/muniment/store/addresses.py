"""Read where a database is, and refuse an address that cannot be read without showing any of it."""

from __future__ import annotations

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow

from muniment.errors import UnknownSetting


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
        f"{setting} cannot be read. Write postgresql://user:password@host:5432/database, with "
        "every character of the password that is neither letter nor digit percent-encoded."
    )


async def connected(owner_conninfo: str) -> AsyncConnection[TupleRow]:
    """Return a connection as the owner of the schema; each statement commits by itself.

    Raises:
        UnknownSetting: the address cannot be read.
    """
    read_address(owner_conninfo, "owner_url")
    return await AsyncConnection.connect(owner_conninfo, autocommit=True)
