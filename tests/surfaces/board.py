"""Lend the pages to a test, over a store of its own in which Mike moved."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from starlette.requests import Request

from muniment.bootstrap.wiring import opened, viewing
from muniment.model.ids import EpisodeId
from muniment.operations import pages, writes
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from muniment.web.app import create_ui
from tests.database import VIEWER, Database

TAGGED = "I live in London <script>alert(1)</script> now."


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Pages over a store in which Mike moved, and the ids of what is in it."""

    viewer: Services
    client: httpx.AsyncClient
    writer: Services
    bath: str
    london: str
    turn: str

    async def text(self, path: str, **query: str) -> str:
        answer = await self.client.get(path, params=query)
        assert answer.status_code == 200
        return answer.text


@asynccontextmanager
async def board_of(database: Database, **more: Any) -> AsyncIterator[Board]:
    """Show a test's database, in which Mike moved."""
    settings = Settings(
        **more,
        database_url=database.app,
        web={"database_url": database.server.lease.conninfo(database.name, VIEWER)},
    )
    async with opened(settings, embedder=HashedEmbedder()) as services, viewing(services) as viewer:
        turn = writes.NewTurn(
            content=TAGGED, occurred_at="2026-03-01T09:00:00Z", session="chat", speaker="Mike"
        )
        told = await perform(services, writes.ingest_turns, writes.Ingest(turns=(turn,)))
        episode: EpisodeId = told.episodes[0]
        added = [
            await perform(
                services,
                writes.add_many,
                writes.Add(memories=(memory,), reason="told"),
            )
            for memory in (
                city("London", "2026-03-01", episode_id=str(episode), span=(0, 16)),
                city("Bath", "2026-06-01"),
            )
        ]

        async def reach(_: Request) -> Services:
            return viewer

        transport = httpx.ASGITransport(app=create_ui(reach))
        async with httpx.AsyncClient(transport=transport, base_url="http://board") as client:
            yield Board(
                viewer=viewer,
                writer=services,
                client=client,
                london=str(added[0][0].id),
                bath=str(added[1][0].id),
                turn=str(episode),
            )


def city(
    name: str,
    since: str,
    episode_id: str | None = None,
    span: tuple[int, int] | None = None,
    subject: str = "Mike",
) -> writes.NewMemory:
    return writes.NewMemory(
        content=f"Mike lives in <b>{name}</b>",
        subject=subject,
        predicate="city",
        object=name,
        valid_from=since,
        episode_id=episode_id,
        span=span,
    )


async def boxed(board: Board) -> str:
    """Believe something in a container alone; return its id."""
    belief = writes.NewMemory(
        content="Ines boxes on Mondays",
        entity="Ines",
        category="hobby",
        scope="container",
        container="project:move",
    )
    (added,) = await perform(board.writer, writes.add_many, writes.Add(memories=(belief,)))
    await perform(
        board.writer,
        pages.compile_page,
        pages.CompilePage(topic="Ines", scope="container", container="project:move"),
    )
    return str(added.id)
