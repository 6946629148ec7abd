"""A turn is stored once and never changes: under a known id it is passed over, or refused with other words."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from muniment.audit.verify import verify
from muniment.errors import TurnDiffers
from muniment.knowledge.learning.reading_rounds import Round, Said
from muniment.ledger.turns import forget_episode, ingest_turns
from muniment.model.claims import Role
from muniment.model.reading import GetEpisode
from muniment.model.writes import Ingested, Turn
from muniment.recall.lookup.one import get_episode
from muniment.testing.extractor import claim_of
from tests.database import Desk
from tests.store.lookup_words import day
from tests.store.round_words import Talk, head_of


def turn(source_id: str | None, content: str = "I moved to Bath.", speaker: str = "Mike") -> Turn:
    return Turn(
        content=content, speaker=speaker, occurred_at=day(6), session="chat", source_id=source_id
    )


async def stored(desk: Desk, *turns: Turn) -> Ingested:
    return await ingest_turns(desk.ledger, desk.principal, turns)


async def test_other_words_under_a_known_id_are_refused_and_nothing_of_the_batch_is_written(
    desk: Desk,
) -> None:
    first = await stored(desk, turn("1"))
    head = await head_of(desk)

    with pytest.raises(TurnDiffers) as refused:
        await stored(desk, turn("2"), turn("1", "I moved to Rome."))

    assert "the turn '1' of the session 'chat' is stored with other words" in refused.value.message
    assert str(first.episodes[0]) in refused.value.message
    assert "an id of their own" in refused.value.message
    assert await head_of(desk) == head
    assert (await stored(desk, turn("2"))).stored == 1
    kept = await get_episode(desk.store, desk.principal, GetEpisode(episode_id=first.episodes[0]))
    assert kept.content == "I moved to Bath."
    assert (await verify(desk.store, desk.principal)).findings == ()


async def test_two_turns_of_one_batch_have_one_id_only_with_the_same_words(desk: Desk) -> None:
    head = await head_of(desk)

    with pytest.raises(TurnDiffers, match="'1' of the session 'chat'"):
        await stored(desk, turn("1"), turn("1", "I moved to Rome."))

    assert await head_of(desk) == head
    assert (await stored(desk, turn("1"), turn("1"))).stored == 1


async def test_the_same_words_are_known_whoever_is_said_to_say_them_and_whenever(
    desk: Desk,
) -> None:
    await stored(desk, turn("1"))
    again = replace(turn("1", speaker="Michael"), occurred_at=day(7), caption="A van.")

    told = await stored(desk, again, turn(None, "I moved to Rome."))

    assert (told.stored, told.known_already) == (1, 1)


async def test_an_id_belongs_to_its_session(desk: Desk) -> None:
    await stored(desk, turn("1"))

    told = await stored(desk, replace(turn("1", "I moved to Rome."), session="another"))

    assert told.stored == 1


async def test_a_turn_that_was_hidden_is_not_replaced_under_its_id(desk: Desk) -> None:
    first = await stored(desk, turn("1"))
    await forget_episode(desk.ledger, desk.principal, first.episodes[0])

    with pytest.raises(TurnDiffers):
        await stored(desk, turn("1", "I moved to Rome."))
    assert (await stored(desk, turn("1"))).known_already == 1


async def test_a_round_that_differs_is_refused_and_nothing_is_learnt(desk: Desk) -> None:
    talk = Talk.at(desk)
    lund = talk.turn("Mike", day(3), claim_of("Mike", "lives_in", "Lund"), source_id="1")
    rome = talk.turn("Mike", day(4), claim_of("Mike", "lives_in", "Rome"), source_id="1")
    await talk.ingest(Round(said=(Said(turn=lund, role=Role.USER),), assistant="assistant"))
    head = await head_of(desk)

    with pytest.raises(TurnDiffers, match="'1' of the session 'talk'"):
        await talk.ingest(Round(said=(Said(turn=rome, role=Role.USER),), assistant="assistant"))

    assert await head_of(desk) == head
    assert await talk.current("Mike", "lives_in") == ["Lund"]


async def test_the_test_of_one_batch_turns_red_if_all_words_are_taken_for_the_same(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.ledger.placing.sha256", lambda words: sha256())

    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        await test_two_turns_of_one_batch_have_one_id_only_with_the_same_words(desk)
