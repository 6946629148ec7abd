"""Note that a name stands for an entity, with the words of a turn that prove it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muniment.access.principal import Permission, Principal
from muniment.errors import AliasUnproven, InvalidValue
from muniment.knowledge.names.name_forms import without_accents
from muniment.knowledge.names.spelling import add_as_spelled
from muniment.ledger.opening import Opening
from muniment.ledger.writer import Ledger
from muniment.model.facts import Fact
from muniment.model.ids import EpisodeId
from muniment.model.memory import Episode, Visibility
from muniment.model.names import called, folded
from muniment.model.reading import GetEpisode
from muniment.model.writes import Draft, Written
from muniment.recall.lookup.entities import Names, follow
from muniment.recall.lookup.one import get_episode
from muniment.recall.lookup.opening import ask_partitions, reader
from muniment.recall.lookup.triples import Spelled
from muniment.store.work import Work
from muniment.temporal.basis import Basis, Point

ALIAS_OF: Final = "alias_of"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAlias:
    """A name, the entity it stands for, and where that is said; without a span, in the whole turn."""

    alias: str
    entity: str
    episode_id: EpisodeId
    span: tuple[int, int] | None = None
    valid_from: datetime | None = None
    confidence: float = 1.0
    namespace: str = "default"
    visibility: Visibility = Visibility.TEAM


async def add_alias(
    ledger: Ledger, principal: Principal, new: NewAlias, *, reason: str | None = None
) -> Written:
    """Add the belief that a name is an alias, from when the turn was said unless told otherwise.

    It is a fact like any other: it has both times and its evidence, and retracting it undoes it.
    The same names again, in whatever letters, are a NOOP that adds the evidence.

    Raises:
        AliasUnproven: the quotation does not name the alias, or names neither the entity nor was
            said by it.
        EpisodeNotFound: there is no such turn to read.
        InvalidValue: a name is blank, both are one name, or the entity is itself an alias of it.
        WriteContention: others kept writing the same names in other letters.
    """
    principal.require(Permission.WRITE)
    alias, entity = folded(new.alias), folded(new.entity)
    if not alias or not entity:
        raise InvalidValue("alias and entity are names, but one of them is blank.")
    if alias == entity:
        raise InvalidValue(f"{new.alias!r} and {new.entity!r} are the same name already.")
    episode = await get_episode(ledger.store, principal, GetEpisode(episode_id=new.episode_id))
    _refuse_unproven(new, episode)

    def drafts_of(known: Mapping[int, Spelled]) -> list[Draft]:
        said = known.get(0, _told(new))
        return [
            Draft(
                content=f"{said.subject} is another name of {said.object}",
                entity=said.subject,
                category=ALIAS_OF,
                object=said.object,
                namespace=new.namespace,
                visibility=new.visibility,
                confidence=new.confidence,
                valid_from=episode.occurred_at if new.valid_from is None else new.valid_from,
                episode_id=new.episode_id,
                span=new.span,
            )
        ]

    async def refuse_circle(work: Work, opening: Opening) -> None:
        await _refuse_circle(work, opening, new)

    (written,) = await add_as_spelled(
        ledger,
        principal,
        new.namespace,
        [_told(new)],
        drafts_of,
        reason=reason,
        under_lock=refuse_circle,
    )
    return written


def _told(new: NewAlias) -> Fact:
    return Fact(subject=new.alias, predicate=ALIAS_OF, object=new.entity)


def _refuse_unproven(new: NewAlias, episode: Episode) -> None:
    start, end = (0, len(episode.content)) if new.span is None else new.span
    if not 0 <= start < end <= len(episode.content):
        raise InvalidValue(
            f"the span {new.span} is not in the episode {episode.id}, which has "
            f"{len(episode.content)} characters."
        )
    quotation = episode.content[start:end]
    speaker = () if episode.speaker is None else called(episode.speaker)
    if not names(quotation, new.alias):
        raise AliasUnproven(
            f"the quotation {quotation!r:.200} does not name {new.alias!r:.80}. Give the span that says "
            "what the alias stands for."
        )
    if not names(quotation, new.entity) and folded(new.entity) not in speaker:
        raise AliasUnproven(
            f"the quotation {quotation!r:.200} does not name {new.entity!r:.80}, and the turn was said by "
            f"{episode.speaker or 'somebody unknown'}. Give the span that says whose name it is."
        )


def names(quotation: str, name: str) -> bool:
    """Tell whether a quotation has a name, its words side by side, with accents or without."""
    text, sought = without_accents(folded(quotation)), without_accents(folded(name))
    return re.search(rf"(?<!\w){re.escape(sought)}(?!\w)", text) is not None


async def _refuse_circle(work: Work, opening: Opening, new: NewAlias) -> None:
    """Follow the entity under the lock, so that what is written at once does not lead back either."""
    principal, now = reader(opening.principal), opening.change.recorded_at
    believed = Names(
        work=work,
        principal=principal,
        basis=Basis(valid_at=now, as_of=Point(number=opening.change.head.number, time=now)),
        partitions=await (await ask_partitions(work, principal, new.namespace)).all(),
    )
    if folded(new.alias) in (await follow(believed, folded(new.entity))).names:
        raise InvalidValue(
            f"{new.entity!r} is already an alias of {new.alias!r}. Retract that first, or leave it as it is."
        )
