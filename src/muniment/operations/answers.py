"""The operations that answer from what is believed, and that say what is lacking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.knowledge.answering import gaps
from muniment.knowledge.answering.answers import COMPARED, grounded_answer
from muniment.knowledge.answering.phrasing import phrased
from muniment.ledger.drafts import checked_name
from muniment.model.answers import Answer
from muniment.model.lacks import Lacks
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.moments import BasisLike, Moment, as_of, instant, window
from muniment.operations.recalling import recalled
from muniment.operations.services import Services
from muniment.ports.language_model import ModelRole
from muniment.recall.grounds import Ask
from muniment.recall.lookup.opening import PAGE_MAX


@dataclass(frozen=True, slots=True, kw_only=True)
class AskForAnswer:
    """A question, and the basis to answer it at."""

    question: str = about("The question, in plain words.")
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    time_window: Sequence[Moment | None] | None = about(
        "What was true at any time between two moments; replaces valid_at.", None
    )
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    speaker: str | None = about("Who I and my refer to; the user if left out.", None)
    limit: int = about("The most beliefs and turns to answer with.", 5, least=1, most=PAGE_MAX)


@operation(Effect.READS, Permission.READ, question="Where does Mike live?")
async def answer(services: Services, request: AskForAnswer) -> Answer:
    """Answer with quotations: beliefs and turns that bear on the question, or why there is no answer.

    Each statement says what it is quoted from, the words of the turns that it rests on, and how it was reached:
    directly, by an alias, by facts or by a page. Both sides of a contradiction are given. Nothing is added. Where a
    model plays the role `deep_memory`, it also puts the statements into its own words, and what its citations do not
    say is thrown away.
    """
    ask = Ask(
        query=request.question,
        namespace=services.namespace_of(request.namespace),
        speaker=services.speaker_of(request.speaker),
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        window=window(request.time_window),
        limit=max(request.limit, COMPARED),
        budget_tokens=services.settings.recall.budget_tokens,
    )
    found = await recalled(services, ask)
    quoted = await grounded_answer(
        services.store,
        services.principal,
        found,
        language=services.ledger.language,
        limit=request.limit,
    )
    model = services.models.get(ModelRole.DEEP_MEMORY)
    return quoted if model is None else await phrased(model, quoted)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskForGaps:
    """Whom or what to look at."""

    entity: str | None = about("The entity to examine.", None)
    question: str | None = about("The question to be answered.", None)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most lacks to list, worst first.", 100, least=1, most=PAGE_MAX)


@operation(Effect.READS, Permission.READ, entity="Mike")
async def audit_gaps(services: Services, request: AskForGaps) -> Lacks:
    """List what memory lacks on an entity, for a question, or (given neither) in the namespace, worst first.

    Unknown: what comparable entities have. Unanswered: what was asked in vain. Stale, single-sourced, contradicted,
    doubtful: what nobody can vouch for. The coverage is computed from what comparable entities have, else from the
    questions that were asked, or from the words of the question; it is null where there is nothing to compute it
    from. In a namespace it covers the fifty entities with the most beliefs: `entities_total` and `beliefs_total` say
    how many there are.
    """
    limits = services.ledger.limits
    asked = gaps.AuditGaps(
        entity=checked_name(request.entity, "entity", limits),
        question=request.question,
        speaker=services.speaker_of(),
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        limit=request.limit,
    )
    return await gaps.audit_gaps(services.store, services.recaller, services.principal, asked)
