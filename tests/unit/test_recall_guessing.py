"""What of a question is embedded before the store says who speaks in it."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from muniment.access.principal import Principal
from muniment.model.ids import TenantId, UserId
from muniment.recall.guessing import Guesser

QUERY = "What did Mike buy?"
MIKE_AND_ANNA = ("mike", "anna")
READER = Principal(
    tenant_id=TenantId(UUID(int=1)),
    tenant="acme",
    user_id=UserId(UUID(int=2)),
    user="anna",
    role="user",
)


def test_a_speaker_is_left_out_once_a_question_has_named_one() -> None:
    guesser = Guesser()
    assert guesser.topic(READER, QUERY) == "What did Mike buy?"

    guesser.note(READER, MIKE_AND_ANNA)

    assert guesser.topic(READER, QUERY) == "What did buy?"
    assert guesser.topic(READER, "What did Bella buy?") == "What did Bella buy?"


def test_what_one_reader_asks_is_not_remembered_for_another() -> None:
    guesser = Guesser()
    guesser.note(READER, MIKE_AND_ANNA)

    assert (
        guesser.topic(replace(READER, user_id=UserId(UUID(int=3))), QUERY) == "What did Mike buy?"
    )
    assert (
        guesser.topic(replace(READER, tenant_id=TenantId(UUID(int=3))), QUERY)
        == "What did Mike buy?"
    )


def test_only_the_latest_speakers_and_readers_are_remembered() -> None:
    guesser = Guesser()
    guesser.note(READER, [f"speaker {number}" for number in range(64)])
    guesser.note(READER, ["mike"])
    assert guesser.topic(READER, QUERY) == "What did buy?"
    assert guesser.topic(READER, "What did Speaker 7 buy?") == "What did Speaker 7 buy?"

    for number in range(256):
        guesser.note(replace(READER, user_id=UserId(UUID(int=100 + number))), ["mike"])

    assert guesser.topic(READER, QUERY) == "What did Mike buy?"
