"""Of what was erased it is told that it was, and to who governs why."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from muniment.access.principal import OWN
from muniment.audit.verify import verify
from muniment.cli.answer_pages import history_page
from muniment.errors import EpisodeNotFound
from muniment.ledger.erasing import purge_user
from muniment.ledger.turns import ingest_turns
from muniment.model.memory import Visibility
from muniment.model.reading import GetEpisode
from muniment.model.writes import Turn
from muniment.operations import reads
from muniment.operations.catalogue import perform
from muniment.operations.erasing import Purge
from muniment.operations.erasing import purge as purge_operation
from muniment.recall.lookup.one import get_episode
from muniment.recall.lookup.transactions import transaction
from tests.database import Desk, principal_of
from tests.store.ledgers import draft
from tests.store.lookup_words import add, day, lives_in
from tests.store.tasking import serving


async def test_of_a_turn_it_is_said_that_it_was_erased(desk: Desk) -> None:
    met = Turn(content="I met Ruth.", occurred_at=day(2), session="s", speaker="Mike")
    ingested = await ingest_turns(desk.ledger, desk.principal, [met])
    asked = GetEpisode(episode_id=ingested.episodes[0])
    ann = principal_of(desk.principal.tenant, "ann")
    await purge_user(desk.ledger, desk.principal, "mike", reason="request 4711")

    for each in (asked, replace(asked, as_of=ingested.transaction)):
        with pytest.raises(EpisodeNotFound, match="was erased"):
            await get_episode(desk.store, desk.principal, each)
    for reader, each in ((ann, asked), (desk.principal, replace(asked, as_of=1))):
        with pytest.raises(EpisodeNotFound, match="there is no episode"):
            await get_episode(desk.store, reader, each)


async def test_a_row_of_history_says_that_its_words_were_erased(desk: Desk) -> None:
    london, bath = await add(desk, lives_in("London", day(3)), lives_in("Bath", day(5)))
    purge = Purge(reason="request 4711", memories=[str(bath)])
    async with serving(desk.database) as opened:
        services = replace(opened, principal=desk.principal)
        await perform(services, purge_operation, purge)
        rows = await perform(services, reads.history, reads.History(id=str(bath)))
        page = Console(width=200, record=True, file=StringIO())
        page.print(history_page(rows))
        told = await perform(services, reads.explain, reads.Get(id=str(london), as_of=2))

    assert [each.told for each in rows] == ["erased", "gap"]
    assert "erased" in page.export_text()
    assert [each.told for each in told.later] == ["erased"]


async def test_who_governs_is_told_why_also_where_an_agent_kept_it_to_itself(desk: Desk) -> None:
    admin = principal_of(desk.principal.tenant, "admin")
    secret = draft("Mike is tired", category="mood", visibility=Visibility.PRIVATE)
    await add(desk, secret, principal=replace(desk.principal, agent="clerk"))

    purged = await purge_user(desk.ledger, admin, "mike", reason="request 4711")

    (certificate,) = purged.certificates
    told = await transaction(desk.store, admin, certificate.transaction)
    mike = replace(desk.principal, permissions=OWN)
    other = await transaction(desk.store, mike, certificate.transaction)
    assert (told.operation, told.reason, other.reason) == ("purge", "request 4711", None)
    assert (await verify(desk.store, admin)).holds
