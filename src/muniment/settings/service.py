"""Describe the sections of the configuration that what is served has."""

from __future__ import annotations

from pydantic import Field, SecretStr

from muniment.settings.sections import Seconds, Section


class RestSettings(Section):
    """How the REST service is offered, and what one request may take."""

    host: str = Field(
        "127.0.0.1", min_length=1, description="The address that the service listens at."
    )
    port: int = Field(
        8080,
        ge=0,
        le=65_535,
        description="The port that the service listens at; 0 takes a free one.",
    )
    processes: int = Field(
        1,
        ge=1,
        le=256,
        description="How many processes serve. Each uses one core and has its own connection pool and model.",
    )
    body_bytes_max: int = Field(
        8_388_608, ge=1_024, le=1_073_741_824, description="The most bytes in one request's body."
    )
    bulk_bytes_max: int = Field(
        268_435_456,
        ge=1_024,
        le=17_179_869_184,
        description="The most bytes in the body of a bulk load, which is read line by line.",
    )
    idempotency_hours: int = Field(
        24,
        ge=1,
        le=8_760,
        description="For how many hours the answer of a write is kept under its Idempotency-Key.",
    )
    request_timeout_s: Seconds = Field(
        60.0, description="How many seconds one request may take before it is cut off."
    )


class WebSettings(Section):
    """How the pages for people are offered."""

    host: str = Field("127.0.0.1", description="The address that `muniment ui` listens at.")
    port: int = Field(8081, ge=0, le=65_535, description="The port; 0 takes a free one.")
    prefix: str = Field(
        "",
        pattern=r"^(/[A-Za-z0-9._~-]+)*$",
        description="The path prefix that a proxy removes before the pages see it, such as '/memory'; their "
        "links begin with it.",
    )
    database_url: SecretStr | None = Field(
        None,
        description="Your own PostgreSQL as a role that may only read: a member of muniment_reader "
        "and not of muniment_writer. Never shown with its password.",
    )
