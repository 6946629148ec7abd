"""Read JSON Web Tokens: signed by the issuer, for this audience, in force, by a pinned algorithm."""

from __future__ import annotations

import logging
import time
from typing import Any, Final

import jwt
from anyio import CapacityLimiter, to_thread

from muniment.access.acting import NAME_MAX
from muniment.access.authority import Holder
from muniment.access.roles import ROLES, KeyRole
from muniment.errors import NotAuthenticated, ServiceUnavailable
from muniment.model.ids import tenant_named
from muniment.model.redaction import redacted
from muniment.model.storable import is_storable
from muniment.settings import AccessSettings

KEYS_KEPT_S: Final = 300
FETCH_TIMEOUT_S: Final = 10
FETCH_PAUSE_S: Final = 30
"""How long the issuer is not asked again on account of a token whose key is not known, or after it failed."""

THREADS_MAX: Final = 4
"""How many tokens are checked at once, so that an issuer that does not answer holds up no others."""

_WRONG: Final[tuple[tuple[type[jwt.PyJWTError], str], ...]] = (
    (jwt.ExpiredSignatureError, "it has expired. Ask its issuer for another one."),
    (
        jwt.ImmatureSignatureError,
        "it is not in force yet (its `nbf` or `iat` lies ahead). Are the clocks of issuer and service right?",
    ),
    (
        jwt.InvalidAudienceError,
        "it is for another audience (`aud`). Ask its issuer for one for this service.",
    ),
    (jwt.InvalidIssuerError, "it comes from another issuer (`iss`) than this service trusts."),
    (jwt.InvalidSignatureError, "its signature was not made with the key that it names."),
    (
        jwt.InvalidAlgorithmError,
        "it is signed with an algorithm that this service does not accept.",
    ),
    (
        jwt.PyJWKClientError,
        f"its issuer publishes no key of this name (`kid`); a new one is known within {FETCH_PAUSE_S} seconds.",
    ),
    (jwt.DecodeError, "it is not a whole JSON Web Token."),
)
"""What is wrong with a token that is refused; the first that fits is told."""

_log = logging.getLogger("muniment.access")
_log.addHandler(logging.NullHandler())


class _Keys(jwt.PyJWKClient):
    """The keys of an issuer. Who asks for one that is none makes it no busier than it is."""

    _failed_at = -float(FETCH_PAUSE_S)

    def fetch_data(self) -> Any:
        if time.monotonic() - self._failed_at < FETCH_PAUSE_S:
            raise jwt.PyJWKClientConnectionError("it did not answer a short while ago")
        try:
            return super().fetch_data()
        except (jwt.PyJWTError, OSError, ValueError) as error:
            self._failed_at = time.monotonic()
            _log.warning(
                "the keys of the tokens' issuer cannot be had at %s: %s", redacted(self.uri), error
            )
            raise jwt.PyJWKClientConnectionError("it published no keys") from None


class SignedTokens:
    """The tokens of one issuer."""

    def __init__(self, settings: AccessSettings, tenant: str) -> None:
        assert settings.jwt_jwks_url is not None
        self._settings = settings
        self._tenant = tenant
        self._threads = CapacityLimiter(THREADS_MAX)
        self._keys = _Keys(
            settings.jwt_jwks_url,
            lifespan=KEYS_KEPT_S,
            timeout=FETCH_TIMEOUT_S,
            cooldown_duration=FETCH_PAUSE_S,
        )

    async def holder(self, token: str) -> Holder:
        """Return whom a token stands for.

        Raises:
            NotAuthenticated: it is none, or not of the issuer, or not for this audience, or not in
                force, or names nobody.
            ServiceUnavailable: the issuer's keys cannot be had.
        """
        # The keys are fetched, and signatures checked, by code that waits.
        claims = await to_thread.run_sync(self._checked, token, limiter=self._threads)
        settings = self._settings
        user = _name(claims, settings.jwt_user_claim)
        tenant = self._tenant
        if settings.jwt_tenant_claim is not None:
            tenant = _name(claims, settings.jwt_tenant_claim)
        role = claims.get(settings.jwt_role_claim, KeyRole.USER.value)
        if not isinstance(role, str) or role not in ROLES:
            raise NotAuthenticated(
                f"the token names the role {role!r:.80}; it must be one of {', '.join(ROLES)}."
            )
        return Holder(
            tenant_id=tenant_named(tenant),
            tenant=tenant,
            name=user,
            user=user,
            agent=None,
            role=role,
        )

    def _checked(self, token: str) -> dict[str, object]:
        settings = self._settings
        try:
            key = self._keys.get_signing_key_from_jwt(token)
            claims: dict[str, object] = jwt.decode(
                token,
                key,
                algorithms=list(settings.jwt_algorithms),
                audience=settings.jwt_audience,
                issuer=settings.jwt_issuer,
                leeway=settings.jwt_leeway_s,
                options={"require": ["exp", "iss", "aud", settings.jwt_user_claim]},
            )
        except jwt.PyJWKClientConnectionError:
            raise ServiceUnavailable(
                "the keys of the tokens' issuer cannot be fetched. The log of the service says why."
            ) from None
        except (jwt.PyJWTError, ValueError) as error:
            raise NotAuthenticated(f"the token is not accepted: {_told(error)}") from None
        return claims


def _told(error: jwt.PyJWTError | ValueError) -> str:
    if isinstance(error, jwt.MissingRequiredClaimError):
        return f"it lacks the claim {error.claim!r}."
    return next(
        (told for kind, told in _WRONG if isinstance(error, kind)),
        "it cannot be read as a JSON Web Token.",
    )


def _name(claims: dict[str, object], claim: str) -> str:
    name = claims.get(claim)
    if (
        not isinstance(name, str)
        or not name
        or name != name.strip()
        or len(name) > NAME_MAX
        or not is_storable(name)
    ):
        raise NotAuthenticated(
            f"the token's claim {claim!r} is not a name: it must be a text of at most {NAME_MAX} characters, without white "
            f"space around it."
        )
    return name
