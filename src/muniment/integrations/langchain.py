"""Be a retriever of LangChain: what a memory recalls, as documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ConfigDict

from muniment.integrations.faces import at_once, awaited, extra_missing, finished
from muniment.integrations.quoting import Asking, beside, packed, question_in, record_of
from muniment.library import AsyncAgentMemory

try:
    from langchain_core.callbacks import (
        AsyncCallbackManagerForRetrieverRun,
        CallbackManagerForRetrieverRun,
    )
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ModuleNotFoundError as missing:
    raise extra_missing("langchain") from missing


class MunimentRetriever(BaseRetriever):
    """Return documents that bear on the query, best first; none if nothing does.

    A document is one record, quoted as JSON with its id, so that a chain may put it before a model
    as data; with `verbatim` it is the bare words. Its metadata has the rest, and the basis. `as_of`,
    `valid_at` and `time_window` can be given to each call too: `invoke(query, as_of=7)`.
    """

    model_config = ConfigDict(extra="forbid")

    memory: Any
    namespace: str | None = None
    containers: Sequence[str] = ()
    as_of: Any = None
    valid_at: Any = None
    time_window: Any = None
    limit: int | None = None
    budget: int | None = None
    verbatim: bool = False

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **given: Any
    ) -> list[Document]:
        return finished(self._documents(at_once(self.memory), query, given))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **given: Any
    ) -> list[Document]:
        return await self._documents(awaited(self.memory), query, given)

    async def _documents(
        self, memory: AsyncAgentMemory, query: str, given: dict[str, Any]
    ) -> list[Document]:
        asking = Asking(
            namespace=self.namespace,
            as_of=self.as_of,
            valid_at=self.valid_at,
            time_window=self.time_window,
            containers=self.containers,
            limit=self.limit,
            budget=self.budget,
        )
        asking = asking.but(given)
        question = question_in(query)
        if question is None:
            return []
        pack = await packed(memory, question, asking)
        return [
            Document(
                id=str(entry.id),
                page_content=entry.content if self.verbatim else record_of(entry),
                metadata=beside(entry, pack),
            )
            for entry in pack.entries
        ]
