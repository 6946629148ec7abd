"""Recall with the help of the language models that play a part in it: before it, and after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muniment.knowledge.roles.records import record_of
from muniment.knowledge.roles.reranking import rerank
from muniment.knowledge.roles.rewriting import Rewritten, rewrite_hyde, rewrite_multi_query
from muniment.model.memory import Visibility
from muniment.model.recalled import Recalled, Result
from muniment.operations.services import Services
from muniment.ports.language_model import LanguageModel, ModelRole
from muniment.recall.grounds import Ask
from muniment.recall.reranking import NewOrder, Rerank
from muniment.settings import RewriteMode


async def recalled(services: Services, ask: Ask) -> Recalled:
    """Answer a question; a rewriter and a reranker are asked where the settings name them.

    What they bring in is in the receipt, and so is their absence. Neither decides what is true:
    the one widens the search, the other orders its results. Whose visibility is private asks in
    private.
    """
    rewriter = services.models.get(ModelRole.QUERY_REWRITER)
    lacking: str | None = None
    if rewriter is not None and ask.query.strip():
        mode = services.settings.models.query_rewriter.mode
        rewritten = await _rewritten(rewriter, mode, ask.query)
        lacking = rewritten.degraded
        if mode is RewriteMode.HYDE:
            ask = replace(ask, passages=rewritten.texts)
        else:
            ask = replace(ask, wordings=rewritten.texts)
    reranker = services.models.get(ModelRole.RERANKER)
    return await services.recaller.recall(
        services.principal,
        ask,
        rerank=None if reranker is None else _reranking(reranker),
        lacking=() if lacking is None else (lacking,),
        is_private=services.visibility_of() is Visibility.PRIVATE,
    )


async def _rewritten(model: LanguageModel, mode: RewriteMode, query: str) -> Rewritten:
    if mode is RewriteMode.HYDE:
        return await rewrite_hyde(model, query)
    return await rewrite_multi_query(model, query)


def _reranking(model: LanguageModel) -> Rerank:
    async def ordered(question: str, results: Sequence[Result]) -> NewOrder:
        ranked = await rerank(model, question, [record_of(each) for each in results])
        if ranked.degraded is not None:
            return NewOrder(degraded=ranked.degraded)
        return NewOrder(ids=ranked.ids)

    return ordered
