"""A value, an owner and a speaker are read from the whole phrase, not from the name or number in it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from muniment.knowledge.reading_by_rules import read
from muniment.model.claims import Message, Role

SPEAKER = "Nora"

READ = [
    ("The coach to Verona costs 38 euros.", ("coach to Verona", "attribute", "price", "38 euros")),
    ("Our cabin in Bergen costs 900 kroner a night.", ("cabin in Bergen", "attribute", "price", "900 kroner a night")),
    ("The clinic moved the scan to 9 April.", ("scan", "attribute", "date", "9 April")),
    ("The garage has pushed my service back to Thursday.", ("service", "attribute", "date", "Thursday")),
    ("I prefer running in the rain.", (SPEAKER, "likes", None, "running in the rain")),
    ("I prefer my coffee without milk.", (SPEAKER, "likes", None, "coffee without milk")),
    ("I prefer a corner seat in trains.", (SPEAKER, "favourite", "seat", "corner seat")),
    ("My kettle is a 2-litre.", (SPEAKER, "attribute", "kettle", "2-litre")),
    ("My blood group is AB-.", (SPEAKER, "attribute", "blood group", "AB-")),
    ("My loan payment is P1,250.", (SPEAKER, "attribute", "loan payment", "P1,250")),
    ("Chess club is at Ravi's house.", ("Chess club", "attribute", "location", "Ravi's house")),
    ("The treasurer is my cousin Odile.", (SPEAKER, "relation", "cousin", "Odile")),
    ("Ivo, my brother, lives in Graz.", (SPEAKER, "relation", "brother", "Ivo")),
    ("Lena and I got married in Pisa. She's my wife now!", (SPEAKER, "relation", "wife", "Lena")),
    ("I have a vet who speaks Basque.", (f"{SPEAKER}'s vet", "skill", None, "Basque")),
    ("A brother, and a sister who's a baker.", (f"{SPEAKER}'s sister", "works_as", None, "baker")),
    ("I'm fine again.", (SPEAKER, "status", None, "fine")),
]  # fmt: skip

UNREAD = [
    "I'm fine, thanks for asking.",
    "I'm well, and you?",
    "We retired the old tractor.",
    "She gave me a towel and said training is at seven.",
    "Merhaba, my friend!",
    "Greetings from Lima, my brother.",
    "Make it shorter. She's still my editor.",
    "Guess the tune. He's still my uncle.",
    "Ravi isn't the landlord. It's my aunt.",
    "Enjoy every slice of it.",
    "We adore each other.",
    "I don't have a favourite sister.",
    "We've all missed the bus.",
    "Our office moved to Harbour Street in May.",
    "The house in Porto is 90 square metres.",
    "I need an example of a letter for a cook who speaks Thai.",
    "It'd be nice to have a vet who speaks Basque.",
    "If the weather holds, we'll paint the fence on Sunday.",
    "Unless it rains, I'm flying to Lima on Friday.",
    "We were going to paint the hall this summer.",
]


def _read(text: str) -> list[tuple[str, str, str | None, str]]:
    message = Message(
        text=text, speaker=SPEAKER, role=Role.USER, occurred_at=datetime(2026, 6, 1, tzinfo=UTC)
    )
    return [(each.subject, each.predicate, each.of, each.object) for each in read(message)]


@pytest.mark.parametrize("text, claim", READ)
def test_it_is_read_whole(text: str, claim: tuple[str, str, str | None, str]) -> None:
    assert claim in _read(text)


@pytest.mark.parametrize("text", UNREAD)
def test_it_claims_nothing(text: str) -> None:
    assert [each for each in _read(text) if each[1] != "event"] == []
