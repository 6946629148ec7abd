"""Be an issuer of tokens: a server that publishes keys, and signs what a test asks for."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from jwt.algorithms import RSAAlgorithm

AUDIENCE = "muniment"
ISSUER = "https://issuer.example"


def _fresh_key() -> RSAPrivateKey:
    return generate_private_key(public_exponent=65537, key_size=2048)


@dataclass(slots=True, kw_only=True)
class Issuer:
    """Somebody who signs tokens, and whose public keys can be fetched."""

    url: str = ""
    key: RSAPrivateKey = field(default_factory=_fresh_key)
    kid: str = "one"
    fetched: int = 0
    is_away: bool = False
    breaks_off: bool = False
    """Whether a connection is reset when something was asked over it."""
    instead: bytes | None = None
    """What is published where keys should be."""

    def published(self) -> bytes:
        """Return the key set."""
        if self.instead is not None:
            return self.instead
        told = json.loads(RSAAlgorithm.to_jwk(self.key.public_key()))
        return json.dumps(
            {"keys": [told | {"kid": self.kid, "use": "sig", "alg": "RS256"}]}
        ).encode()

    def token(self, *, signed_by: Any = None, algorithm: str = "RS256", **claims: Any) -> str:
        """Sign a token for Mike that is valid for an hour, with some claims changed; None: left out."""
        now = datetime.now(UTC)
        told = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": "mike",
            "exp": now + timedelta(hours=1),
            **claims,
        }
        said = {name: value for name, value in told.items() if value is not None}
        return jwt.encode(said, signed_by or self.key, algorithm, headers={"kid": self.kid})

    @property
    def settings(self) -> dict[str, Any]:
        """What a service that trusts this issuer is configured with."""
        return {"jwt_jwks_url": self.url, "jwt_issuer": ISSUER, "jwt_audience": AUDIENCE}


@contextmanager
def issuing() -> Iterator[Issuer]:
    """Publish an issuer's keys on this machine."""
    issuer = Issuer()

    class Publishing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            issuer.fetched += 1
            if issuer.breaks_off:
                at_once = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
                self.connection.close()
                return
            self.send_response(503 if issuer.is_away else 200)
            self.end_headers()
            self.wfile.write(b"" if issuer.is_away else issuer.published())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Publishing) as server:
        issuer.url = f"http://127.0.0.1:{server.server_port}/jwks.json"
        thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield issuer
        finally:
            server.shutdown()
            thread.join()
