"""Reach a model's server through an SDK: one attempt at a time, with no retries of the SDK's own."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import anyio
import anyio.to_thread

from muniment.errors import ModelUnavailable
from muniment.ports.language_model import Ask, ModelIdentity, Reply
from muniment.providers.retrying import Passing, retry_after_s
from muniment.providers.wire import ANSWER_BYTES_MAX, Sent, Unanswered, bounded, passing_of

if TYPE_CHECKING:
    from muniment.settings import SecretStr


class _Response(Protocol):
    """The part of httpx's response that is used."""

    async def aread(self) -> bytes:
        """Read the body."""


class _Raw(Protocol):
    """What both SDKs answer with when asked for the response as it came."""

    @property
    def http_response(self) -> _Response:
        """The response."""


class SdkModelServer(ABC):
    """Reply over HTTP. The SDKs are of one make: their errors have the same names.

    The package is imported by the first ask, in a thread: it takes a second.
    """

    provider: ClassVar[str]
    """The name of the provider, of the SDK's package and of our extra."""
    address: ClassVar[str]

    def __init__(
        self,
        *,
        role: str,
        model: str,
        base_url: str | None = None,
        api_key: SecretStr | None = None,
    ) -> None:
        self._role = role
        self._api_key = api_key
        self._identity = ModelIdentity(provider=self.provider, model=model)
        self._client: Any = None
        self._making = anyio.Lock()
        self._refused: set[str] = set()
        self.place = base_url or self.address

    @property
    def identity(self) -> ModelIdentity:
        """Return who replies."""
        return self._identity

    async def attempt(self, ask: Ask, tokens_max: int) -> Reply | Passing:
        """Send an ask once, and once more for each thing that the server will not have.

        Raises:
            ModelUnavailable: the SDK is missing, or the server refuses for good.
        """
        while True:
            sent = await self._sent(ask, tokens_max)
            if isinstance(sent, Sent) and sent.status == 200:
                return self._read(sent.body)
            if not (isinstance(sent, Sent) and self._gives_way(sent)):
                return passing_of(self.place, self._role, sent)

    async def aclose(self) -> None:
        """Close the connections; the next ask opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def _sent(self, ask: Ask, tokens_max: int) -> Sent | Unanswered:
        async with self._making:
            if self._client is None:
                self._client = await anyio.to_thread.run_sync(self._made)
        sdk = self._sdk()
        try:
            raw = await self._create(self._client, ask, tokens_max)
            return Sent(body=(await raw.http_response.aread()).decode(errors="replace"))
        except sdk.APIStatusError as error:
            pause_s = retry_after_s(error.response.headers)
            return Sent(status=error.status_code, body=error.response.text, pause_s=pause_s)
        except sdk.APIConnectionError as error:
            return Unanswered.of(error)

    def _sdk(self) -> Any:
        try:
            return importlib.import_module(self.provider)
        except ImportError:
            raise ModelUnavailable(
                f"The provider '{self.provider}' needs its SDK. "
                f"Run: pip install 'muniment[{self.provider}]'"
            ) from None

    def _http(self) -> object:
        """Make the SDK's own HTTP client, with a bound; its key goes nowhere but where it was given for."""
        kind = bounded(self._sdk().DefaultAsyncHttpxClient, ANSWER_BYTES_MAX)
        return kind(follow_redirects=False)

    def _key(self) -> str:
        return "none" if self._api_key is None else self._api_key.get_secret_value()

    def _gives_way(self, sent: Sent) -> bool:
        """Return whether asking without what the server refused is worth it."""
        return False

    @abstractmethod
    def _made(self) -> object:
        """Make the SDK's client."""

    @abstractmethod
    async def _create(self, client: Any, ask: Ask, tokens_max: int) -> _Raw:
        """Send the request."""

    @abstractmethod
    def _read(self, body: str) -> Reply | Passing:
        """Read an answer."""
