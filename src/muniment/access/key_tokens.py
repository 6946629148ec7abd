"""Write and read the token of an API key: the tenant and the key it names, and a secret."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final
from uuid import UUID

from muniment.model.ids import TenantId

PREFIX: Final = "muniment_"
"""What a token begins with, so that a scan for secrets knows it."""

_ID_BYTES: Final = 16
_SECRET_BYTES: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyToken:
    """What the bearer of a key shows."""

    tenant_id: TenantId
    key_id: UUID
    secret: bytes = field(repr=False)

    def __str__(self) -> str:
        content = self.tenant_id.bytes + self.key_id.bytes + self.secret
        return PREFIX + urlsafe_b64encode(content).decode().rstrip("=")

    @property
    def secret_hash(self) -> bytes:
        """What is kept of the secret. It is 256 random bits: no slow hash is needed to hide it."""
        return sha256(self.secret).digest()

    def fits(self, secret_hash: bytes) -> bool:
        """Tell whether this is the secret of a hash, in a time that does not tell how far it fits."""
        return hmac.compare_digest(self.secret_hash, secret_hash)


def fresh_token(tenant_id: TenantId, key_id: UUID) -> KeyToken:
    """Return a token with a secret that nobody has seen."""
    return KeyToken(tenant_id=tenant_id, key_id=key_id, secret=secrets.token_bytes(_SECRET_BYTES))


def read_token(text: str) -> KeyToken | None:
    """Read a token; None if it is none."""
    if not text.startswith(PREFIX):
        return None
    encoded = text.removeprefix(PREFIX)
    try:
        content = urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
    except (Error, ValueError):
        return None
    if len(content) != 2 * _ID_BYTES + _SECRET_BYTES:
        return None
    return KeyToken(
        tenant_id=TenantId(UUID(bytes=content[:_ID_BYTES])),
        key_id=UUID(bytes=content[_ID_BYTES : 2 * _ID_BYTES]),
        secret=content[2 * _ID_BYTES :],
    )
