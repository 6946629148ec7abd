"""The operation that erases by law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.errors import InvalidValue
from muniment.ledger import erasing
from muniment.model.erasing import Purged
from muniment.model.ids import EpisodeId, MemoryId, read_uuid
from muniment.model.storable import is_blank
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.services import Services
from muniment.recall.lookup.users import has_asked, is_written_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Purge:
    """What is to be erased: memories and turns by their ids, or everything of a user."""

    reason: str | None = about(
        "Why, for the ledger; only a dry run needs none. It is kept for ever: name nobody in it.",
        None,
    )
    memories: Sequence[str] = about("Ids of memories.", ())
    episodes: Sequence[str] = about("Ids of turns.", ())
    keep_beliefs: bool = about("Keep the memories that rest on nothing but these turns.", False)
    everything_of: str | None = about("The user whose words are all erased.", None)
    dry_run: bool = about("Tell what would be erased, and erase nothing.", False)


@operation(Effect.WRITES, Permission.GOVERN, reason="request 4711", everything_of="local")
async def purge(services: Services, request: Purge) -> Purged:
    """Erase by law: remove the words of memories and turns from the ledger and from all that was derived from them.

    What is believed of them is forgotten first. Rows, times and digests stay, each with a tombstone, so the ledger
    verifies as before; an earlier `as_of` says that words were erased. This cannot be undone: a dry run first tells
    what would be erased. Backups, and what PostgreSQL keeps until it vacuums, are not reached.
    """
    named = bool(request.memories or request.episodes)
    if not request.dry_run and is_blank(request.reason or ""):
        raise InvalidValue(
            "an erasure needs a reason, for the ledger: the number of the request, for example."
        )
    if named == (request.everything_of is not None):
        raise InvalidValue(
            "say what to erase: ids of memories or turns, or a user of whom to erase everything."
        )
    if request.everything_of is not None:
        user = request.everything_of
        whom = services.principal.of_user(user)
        if not (
            await is_written_for(services.store, whom) or await has_asked(services.store, whom)
        ):
            raise InvalidValue(
                f"nothing was ever written for the user {user!r:.80}, and none of its questions is kept. `users` lists those that something was "
                f"written for."
            )
        return await erasing.purge_user(
            services.ledger,
            services.principal,
            user,
            reason=request.reason,
            dry_run=request.dry_run,
            seen=services.seen,
        )
    return await erasing.purge(
        services.ledger,
        services.principal,
        memories=[MemoryId(read_uuid(each, field="memories")) for each in request.memories],
        episodes=[EpisodeId(read_uuid(each, field="episodes")) for each in request.episodes],
        with_beliefs=not request.keep_beliefs,
        reason=request.reason,
        dry_run=request.dry_run,
    )
