"""Embed with any server that speaks OpenAI's `/v1/embeddings` over HTTP."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from muniment.errors import EmbedderUnavailable
from muniment.model.storable import refuse_unstorable
from muniment.ports.embedder import EmbedderIdentity, Matrix, Vector
from muniment.providers.packaged import digest_of
from muniment.providers.retrying import BACK_OFF_S, Passing, is_passing, patiently, retry_after_s
from muniment.providers.token_budget import Breaker, Clock
from muniment.providers.vectors import unit
from muniment.providers.wire import bounded

if TYPE_CHECKING:
    import httpx

    from muniment.settings import SecretStr

CHARACTERS_MAX = 200_000
"""Characters that one request holds, unless a single text has more."""

NUMBER_BYTES_MAX = 64
"""Bytes that one number of a vector may take in an answer, with what stands between it and the next."""

BESIDE_BYTES_MAX = 1_048_576
"""Bytes of an answer beside its vectors."""

UNFIT = frozenset({400, 422})
"""What servers answer to a field that they, or the model, do not take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingServer:
    """Where to embed and with what; `dimensions` is sent if it is requested, and checked anyway.

    The prefixes are what a model was trained to see before a question, and before what answers it.
    """

    base_url: str
    model: str
    dimensions: int
    dimensions_requested: bool = False
    query_prefix: str = ""
    document_prefix: str = ""
    api_key: SecretStr | None = None
    timeout_s: float = 30.0
    batch_max: int = 128


class OpenAiCompatibleEmbedder:
    """Embed over HTTP, in batches, trying again where the server asks for it.

    The identity is the model's name, dimensions and prefixes, not the address: the same model may
    move. A server that takes a request only without `dimensions` is asked without from then on:
    their length is checked in each answer. One that took them once refuses for another reason.
    Attempts are repeated after 408, 429, any 5xx and a connection that broke. After several texts
    in a row for which none succeeded the server is left alone for a while, and then tried by one
    request. The bodies of refusals are not quoted, since servers repeat keys and texts in them.
    """

    def __init__(
        self,
        server: EmbeddingServer,
        *,
        back_off_s: Sequence[float] = BACK_OFF_S,
        clock: Clock = time.monotonic,
    ) -> None:
        self._server = server
        self._back_off_s = tuple(back_off_s)
        self._breaker = Breaker(clock)
        self._client: httpx.AsyncClient | None = None
        self._sends_dimensions = server.dimensions_requested
        self._takes_dimensions = False
        prefixes = (server.query_prefix, server.document_prefix)
        digest = digest_of(
            "openai-compatible",
            server.model,
            str(server.dimensions),
            *(prefixes if any(prefixes) else ()),
        )
        self._identity = EmbedderIdentity(
            name=f"openai:{server.model}", dimensions=server.dimensions, digest=digest
        )

    @property
    def identity(self) -> EmbedderIdentity:
        """Return who embeds; the server is not asked."""
        return self._identity

    async def embed_query(self, text: str) -> Vector:
        """Embed a question: as a document would be, where no prefix says otherwise.

        Raises:
            EmbedderUnavailable: the server cannot be reached, refuses, or answers nonsense.
            UnstorableText: the text holds a NUL or a lone surrogate.
        """
        matrix = await self._embedded([text], self._server.query_prefix)
        first: Vector = matrix[0]
        return first

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Embed documents in their order, shape (n, d), in as few requests as the limits allow.

        Raises:
            EmbedderUnavailable: the server cannot be reached, refuses, or answers nonsense.
            UnstorableText: a text holds a NUL or a lone surrogate.
        """
        return await self._embedded(texts, self._server.document_prefix)

    async def aclose(self) -> None:
        """Close the connections; the next text opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _embedded(self, texts: Sequence[str], prefix: str) -> Matrix:
        import numpy

        for text in texts:
            refuse_unstorable(text)
        rows: list[Vector] = []
        for batch in _batches([prefix + text for text in texts], self._server.batch_max):
            rows += self._read(await self._answer(batch), len(batch))
        matrix = numpy.empty((len(rows), self._server.dimensions), dtype=numpy.float32)
        for number, row in enumerate(rows):
            matrix[number] = row
        return matrix

    async def _answer(self, batch: Sequence[str]) -> httpx.Response:
        if not self._sends_dimensions:
            return self._accepted(await self._asked(batch, has_dimensions=False))
        answer = await self._asked(batch, has_dimensions=True)
        if answer.status_code == 200:
            self._takes_dimensions = True
        elif answer.status_code in UNFIT and not self._takes_dimensions:
            without = await self._asked(batch, has_dimensions=False)
            if without.status_code == 200:
                self._sends_dimensions = False
                return without
        return self._accepted(answer)

    async def _asked(self, batch: Sequence[str], *, has_dimensions: bool) -> httpx.Response:
        if not self._breaker.lets_ask():
            raise self._resting()
        try:
            answer = await patiently(
                partial(self._attempt, batch, has_dimensions=has_dimensions),
                timeout_s=self._server.timeout_s,
                back_off_s=self._back_off_s,
            )
            if isinstance(answer, Passing):
                raise self._unavailable(answer.reason)
        except EmbedderUnavailable as error:
            self._breaker.failed()
            error.wait_s = self._breaker.rest_left_s
            raise
        self._breaker.succeeded()  # a refusal is an answer: it says what to set
        return answer

    async def _attempt(
        self, batch: Sequence[str], *, has_dimensions: bool
    ) -> httpx.Response | Passing:
        import httpx

        body: dict[str, object] = {
            "model": self._server.model,
            "input": list(batch),
            "encoding_format": "float",
        }
        if has_dimensions:
            body["dimensions"] = self._server.dimensions
        try:
            response: httpx.Response = await self._opened().post(
                f"{self._server.base_url}/embeddings", json=body
            )
        except httpx.HTTPError as broken:
            why = type(broken).__name__
            if isinstance(broken, httpx.ConnectError):
                raise self._unavailable(f"cannot be reached ({why})") from None
            return Passing(reason=f"broke off ({why})")
        if not is_passing(response.status_code):
            return response
        asked_s = retry_after_s(response.headers)
        return Passing(reason=f"answered {response.status_code}", pause_s=asked_s)

    def _accepted(self, response: httpx.Response) -> httpx.Response:
        status = response.status_code
        if status in {401, 403}:
            raise self._unavailable(f"refused the key ({status}). Set embedder.api_key")
        if status == 404:
            raise self._unavailable(
                f"knows no such model or address (404). Check embedder.model, which is "
                f"{self._server.model!r}, and embedder.base_url, which ends with the version"
            )
        if status != 200:
            raise self._unavailable(f"answered {status}, expected 200")
        return response

    def _read(self, response: httpx.Response, count: int) -> list[Vector]:
        """Read one vector for each text from `{"data": [{"index": 0, "embedding": [...]}]}`."""
        import numpy

        try:
            items = {item["index"]: item["embedding"] for item in response.json()["data"]}
            arrays = [numpy.array(items[index], dtype=numpy.float64) for index in range(count)]
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            raise self._unavailable(
                f"gave no answer that can be read, expected {count} embeddings as JSON"
            ) from None
        if len(items) != count:
            raise self._unavailable(f"answered with {len(items)} embeddings, expected {count}")
        return [unit(array, self._server.dimensions, self._identity.name) for array in arrays]

    def _opened(self) -> httpx.AsyncClient:
        if self._client is None:
            import httpx

            key = self._server.api_key
            headers = {"Authorization": f"Bearer {key.get_secret_value()}"} if key else {}
            numbers_max = self._server.batch_max * self._server.dimensions
            kind = bounded(httpx.AsyncClient, numbers_max * NUMBER_BYTES_MAX + BESIDE_BYTES_MAX)
            self._client = kind(headers=headers, timeout=None)
        return self._client

    def _resting(self) -> EmbedderUnavailable:
        left_s = self._breaker.rest_left_s
        resting = self._unavailable(
            f"failed {self._breaker.failures} times in a row. It will be asked again in {left_s:.0f} s"
        )
        resting.wait_s = left_s
        return resting

    def _unavailable(self, what: str) -> EmbedderUnavailable:
        return EmbedderUnavailable(f"The embedding server {self._server.base_url} {what}.")


def _batches(texts: Sequence[str], batch_max: int) -> Iterator[list[str]]:
    batch: list[str] = []
    characters = 0
    for text in texts:
        if batch and (len(batch) == batch_max or characters + len(text) > CHARACTERS_MAX):
            yield batch
            batch, characters = [], 0
        batch.append(text)
        characters += len(text)
    if batch:
        yield batch
