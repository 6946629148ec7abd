"""Map the rows of the ledger that several rooms read, by the names that they have there."""

from __future__ import annotations

from dataclasses import dataclass
from shlex import quote
from typing import NamedTuple

from muniment.settings import DEFAULT_TENANT


class Key(NamedTuple):
    """The name of a ledger row: the transaction that wrote it and its place therein."""

    number: int
    ordinal: int

    @classmethod
    def read(cls, text: str) -> Key:
        """Read the text form, `number.ordinal`."""
        number, _, ordinal = text.partition(".")
        return cls(int(number), int(ordinal))

    def __str__(self) -> str:
        return f"{self.number}.{self.ordinal}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRow:
    """A row that was read with its name."""

    number: int
    ordinal: int

    @property
    def key(self) -> Key:
        """Its name."""
        return Key(self.number, self.ordinal)


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderFound(NamedRow):
    """The embedder that a tenant's vectors are compared with."""

    embedder_no: int
    name: str
    dimensions: int
    digest: str

    def way_to(self, configured: str, tenant: str = DEFAULT_TENANT) -> str:
        """Say what to do in a tenant where another embedder is configured, perhaps one of the same name."""
        named = "" if tenant == DEFAULT_TENANT else f" --tenant {quote(tenant)}"
        if configured == self.name:
            return (
                f"Both have this name, but another version or other settings. Run `muniment reembed{named}` to adopt "
                "the one of now."
            )
        return f"Name that embedder again, or run `muniment reembed{named}` to adopt this one."


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderAt(EmbedderFound):
    """The embedder whose vectors are compared at a basis."""

    is_adopted_later: bool
    """Whether it was adopted after the basis: none of its vectors was known there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaFound(NamedRow):
    """The quota of a user that is in force."""

    daily_writes: int | None
    memories: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How many there are."""

    count: int
