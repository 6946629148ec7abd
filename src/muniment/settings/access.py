"""Describe the section of the configuration that says how callers of a service are known."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator

from muniment.settings.addresses import is_http
from muniment.settings.sections import Seconds, Section

Algorithm = Literal["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"]
"""The algorithms whose keys can be published: whoever checks a token must not be able to make one."""


class AccessSettings(Section):
    """How callers of the service are known. With neither keys nor tokens, it serves this machine alone."""

    keys: bool = Field(
        False,
        description="Whether the service requires API keys; `muniment create-key` makes them.",
    )
    jwt_jwks_url: str | None = Field(
        None,
        description="Where the issuer publishes the keys (JWKS) of its tokens. If set, JSON Web Tokens are "
        "accepted.",
    )
    jwt_issuer: str | None = Field(None, description="The issuer (`iss`) that tokens must name.")
    jwt_audience: str | None = Field(
        None, description="The audience (`aud`) that tokens must name."
    )
    jwt_algorithms: Annotated[tuple[Algorithm, ...], Field(min_length=1)] = Field(
        ("RS256", "ES256", "EdDSA"),
        description="The algorithms that tokens may be signed with; those with shared secrets are "
        "never accepted.",
    )
    jwt_tenant_claim: str | None = Field(
        None, description="The claim that names the tenant. Unset: the setting `tenant`."
    )
    jwt_user_claim: str = Field("sub", description="The claim that names the user.")
    jwt_role_claim: str = Field(
        "role", description="The claim that names the role; a token without it acts as a user."
    )
    jwt_leeway_s: Seconds = Field(
        30.0, description="How many seconds the clocks of issuer and service may be apart."
    )

    @property
    def is_on(self) -> bool:
        """Whether callers are asked who they are."""
        return self.keys or self.jwt_jwks_url is not None

    @field_validator("jwt_jwks_url")
    @classmethod
    def _published(cls, url: str | None) -> str | None:
        if url is not None and not is_http(url):
            raise ValueError(
                "write an https:// address, such as https://issuer/.well-known/jwks.json"
            )
        if url is not None and "@" in urlsplit(url).netloc:
            raise ValueError("write it without user and password; an issuer publishes its keys")
        return url

    @model_validator(mode="after")
    def _complete(self) -> AccessSettings:
        named = (self.jwt_jwks_url, self.jwt_issuer, self.jwt_audience)
        if any(named) and not all(named):
            raise ValueError(
                "access.jwt_jwks_url, access.jwt_issuer and access.jwt_audience go together: a token meant for somebody else must not be accepted"
            )
        return self
