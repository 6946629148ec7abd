"""Show where a connection goes without showing what opens it."""

from __future__ import annotations

import re

MASK = "***"
"""What stands in place of a secret."""

_SHOWN_PARAMETERS = frozenset(
    {
        "application_name",
        "channel_binding",
        "connect_timeout",
        "dbname",
        "gssencmode",
        "host",
        "hostaddr",
        "options",
        "port",
        "sslmode",
        "target_session_attrs",
        "user",
    }
)
_URL = re.compile(r"(?s)([A-Za-z][A-Za-z0-9+.-]*://)(.*)")
_PAIR = re.compile(r"(?s)\s*(\w+)\s*=\s*('(?:[^'\\]|\\.)*'|[^\s']\S*|)(?=\s|$)")


def redacted(url: str) -> str:
    """Return a connection URL, or a `host=… dbname=…` string, with every secret masked.

    Only user, host, port, path and parameters known to be harmless are shown; what cannot be
    read is masked whole. An `@` inside an unescaped password hides more, never less.
    """
    found = _URL.fullmatch(url)
    return _redacted_url(found[1], found[2]) if found else _redacted_pairs(url)


def _redacted_url(scheme: str, rest: str) -> str:
    userinfo, at, place = rest.rpartition("@")
    user, colon, _ = userinfo.partition(":")
    place, _, fragment = place.partition("#")
    place, question, query = place.partition("?")
    address, slash, path = place.partition("/")
    shown = [scheme, user, f":{MASK}" if colon else "", at, _redacted_address(address), slash, path]
    if question:
        shown += ["?", "&".join(_redacted_parameter(pair) for pair in query.split("&"))]
    if fragment:
        shown += ["#", MASK]
    return "".join(shown)


def _redacted_address(address: str) -> str:
    """Mask what follows the colon unless it is a port: `postgresql://user:secret` has no host."""
    if re.fullmatch(r"[^:]*|(?:(?:\[[0-9A-Fa-f:.%]*\]|[^:,]*)(?::\d{1,5})?,?)+", address):
        return address
    return f"{address.partition(':')[0]}:{MASK}"


def _redacted_parameter(pair: str) -> str:
    name, equals, value = pair.partition("=")
    if not equals:
        return MASK if pair else pair
    return f"{name}={value if name.lower() in _SHOWN_PARAMETERS else MASK}"


def _redacted_pairs(conninfo: str) -> str:
    position, shown = 0, []
    while conninfo[position:].strip():
        pair = _PAIR.match(conninfo, position)
        if pair is None:
            return MASK
        shown.append(f"{pair[1]}={pair[2] if pair[1].lower() in _SHOWN_PARAMETERS else MASK}")
        position = pair.end()
    return " ".join(shown)
