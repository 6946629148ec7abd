"""What people say becomes claims: of themselves, of others, what changed, ended, was put right or denied."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from muniment.knowledge.extraction.rules import extract
from muniment.model.claims import Claim, Message, Role

SAID_AT = datetime(2026, 5, 20, 18, tzinfo=timezone(timedelta(hours=2)))


def claims_of(text: str, role: Role = Role.USER) -> tuple[Claim, ...]:
    speaker = "Sam" if role is Role.USER else "assistant"
    return extract(Message(text=text, speaker=speaker, role=role, occurred_at=SAID_AT))


def told(claim: Claim) -> str:
    of = f" of {claim.of}" if claim.of else ""
    start, end = (
        bound.strftime("%Y-%m-%d") if bound else ""
        for bound in (claim.valid_from, claim.valid_until)
    )
    period = f" [{start}..{end}]" if start or end else ""
    return f"{claim.act} {claim.subject} · {claim.predicate}{of} · {claim.object}{period}"


ASSERTIONS: list[tuple[str, list[str]]] = [
    ("Return moved to June 23.", ["state Return · event · moved"]),
    ("I visited Rome on March 23.", ["state Sam · event · visited Rome [2026-03-23..2026-03-24]"]),
    ("My new HbA1c is 52.", ["state Sam · attribute of hba1c · 52"]),
    ("my HbA1c is 58", ["state Sam · attribute of hba1c · 58"]),
    ("The weekly fee is 550 pounds.", ["state Sam · attribute of weekly fee · 550 pounds"]),
    (
        "The living room is 5.2 metres by 4.",
        ["state Sam · attribute of living room · 5.2 metres by 4"],
    ),
    ("Our budget for the kitchen is 18,000.", ["state Sam · attribute of kitchen budget · 18,000"]),
    ("I booked us into the Grand in Hove.", ["state Sam · plan · stay in the Grand in Hove"]),
    ("I booked us a table at Nico's.", ["state Sam · plan · table at Nico's"]),
    ("I used to work with Ingrid at Zeta.", ["end Sam · works_at · Zeta"]),
    ("I quit the bakery.", ["end Sam · works_at · bakery"]),
    ("i live in leeds", ["state Sam · lives_in · leeds"]),
    ("i'm based in leeds now and love it", ["state Sam · lives_in · leeds"]),
    ("i live in paris", ["state Sam · lives_in · paris"]),
    ("i live in athens", ["state Sam · lives_in · athens"]),
    (
        "i moved to management last month",
        ["state Sam · event · moved to management [2026-04-01..2026-05-01]"],
    ),
    (
        "we moved to postgres last week",
        ["state Sam · event · moved to postgres [2026-05-11..2026-05-18]"],
    ),
    ("we relocated to york last month", ["state Sam · lives_in · york [2026-04-01..]"]),
    ("I was born on July 4th, 1985.", ["state Sam · born_on · July 4th, 1985"]),
    ("My birthday is 4 July, 1985.", ["state Sam · born_on · 4 July, 1985"]),
    ("My deadline is March 1, 2027.", ["state Sam · attribute of deadline · March 1, 2027"]),
    ("I'm from Lyon, 1985 was my year.", ["state Sam · from · Lyon"]),
    ("I go by Lizzie.", ["state Sam · attribute of nickname · Lizzie"]),
    (
        "I'm employed at Havik Logistics as a planner.",
        ["state Sam · works_at · Havik Logistics", "state Sam · works_as · planner"],
    ),
    ("I'm on a prepaid phone plan.", ["state Sam · attribute of phone plan · prepaid"]),
    ("I'm on the Basic plan.", ["state Sam · attribute of subscription plan · Basic"]),
    ("My favourite bakery is Pain d'Or.", ["state Sam · favourite of bakery · Pain d'Or"]),
    (
        "Kadir is my sister Sevda's boyfriend.",
        ["state Sevda · relation of boyfriend · Kadir", "state Sam · relation of sister · Sevda"],
    ),
    (
        "Ida is my niece. Ida says that her favourite colour is red.",
        ["state Sam · relation of niece · Ida", "state Ida · favourite of colour · red"],
    ),
    ("Mike said his fave colour is blue.", ["state Mike · favourite of colour · blue"]),
    (
        "Mateo rang me. It's marine biology that he studies.",
        ["state Mateo · studies · marine biology"],
    ),
    (
        "I'm going to Crete for two weeks in August.",
        ["state Sam · plan · going to Crete [2026-08-01..2026-09-01]"],
    ),
    (
        "Helping Uncle Tom with his papers. He has 40 pear trees.",
        ["state Uncle Tom · count of pear tree · 40"],
    ),
    ("I use Vim and Firefox.", ["state Sam · owns · Vim", "state Sam · owns · Firefox"]),
    (
        "I'm originally from Recife but I've been in Lyon for about six years now.",
        ["state Sam · from · Recife", "state Sam · lives_in · Lyon [2020-01-01..]"],
    ),
    (
        "My wife Ingrid and I have been married since 2009 and we've got two kids, Jonas (11) and Tilde (8).",
        [
            "state Sam · relation of wife · Ingrid",
            "state Sam · status · married [2009-01-01..]",
            "state Sam · count of child · two",
            "state Sam · relation of child · Jonas",
            "state Sam · relation of child · Tilde",
            "state Jonas · age · 11",
            "state Tilde · age · 8",
        ],
    ),
    (
        "I'm 62, diabetic, and I walk with a stick.",
        ["state Sam · age · 62", "state Sam · condition · diabetic"],
    ),
    (
        "I teach maths at a secondary school in Leeds, year 9 mostly.",
        ["state Sam · works_as · maths teacher", "state Sam · works_at · secondary school"],
    ),
    (
        "I speak Tagalog, English and a bit of Spanish.",
        [
            "state Sam · skill · Tagalog",
            "state Sam · skill · English",
            "state Sam · skill · Spanish",
        ],
    ),
    (
        "My sister Amina works for the WHO in Geneva.",
        ["state Sam · relation of sister · Amina", "state Amina · works_at · WHO"],
    ),
    (
        "Our rent is 1,240 a month, heating included.",
        ["state Sam · attribute of rent · 1,240 a month"],
    ),
    ("my birthday is on the 9th of august", ["state Sam · born_on · 9th of august"]),
    (
        "My best friend Nadia is getting married in September in Split.",
        [
            "state Sam · relation of best friend · Nadia",
            "state Nadia · plan · getting married [2026-09-01..2026-10-01]",
        ],
    ),
    (
        "I've got a dentist appointment on Thursday at half past nine.",
        [
            "state Sam · plan · dentist appointment on Thursday at half past nine [2026-05-21..2026-05-22]"
        ],
    ),
    (
        "Me and my partner Luc just adopted a greyhound, her name is Fig.",
        ["state Sam · relation of partner · Luc", "state Sam · owns · greyhound Fig"],
    ),
    (
        "My dog Bruno has epilepsy.",
        ["state Sam · owns · dog Bruno", "state Bruno · condition · epilepsy"],
    ),
    ("I've never been to Africa.", ["deny Sam · event · been to Africa"]),
    (
        "We have three cats and a tortoise.",
        ["state Sam · count of cat · three", "state Sam · owns · tortoise"],
    ),
    (
        "My mother, Ilse, is 84 and still drives.",
        ["state Sam · relation of mother · Ilse", "state Ilse · age · 84"],
    ),
    (
        "Hello, Renzo here, 41, plumber by trade, currently between jobs.",
        [
            "state Sam · age · 41",
            "state Sam · works_as · plumber",
            "state Sam · status · between jobs",
        ],
    ),
    ("My pronouns are they/them.", ["state Sam · attribute of pronouns · they/them"]),
    (
        "My brother lives in Osaka with his wife Yuki and their two kids.",
        ["state Sam's brother · lives_in · Osaka", "state Sam's brother · relation of wife · Yuki"],
    ),
    ("Both my kids have asthma.", ["state Sam's kids · condition · asthma"]),
    (
        "im 19, 2nd yr nursing at bcu",
        ["state Sam · age · 19", "state Sam · studies · 2nd yr nursing at bcu"],
    ),
    (
        "I work at a small law firm in Galway, been there since March.",
        ["state Sam · works_at · small law firm"],
    ),
    ("My name is Ana Costa.", ["state Sam · attribute of name · Ana Costa"]),
    ("My name is Sam.", []),
    ("My last name is Miller.", ["state Sam · attribute of last name · Miller"]),
]
CHANGES: list[tuple[str, list[str]]] = [
    (
        "We moved to Aarhus last month, still living out of boxes.",
        ["state Sam · lives_in · Aarhus [2026-04-01..]"],
    ),
    ("I found a job at Bosch.", ["state Sam · works_at · Bosch"]),
    (
        "I got a new job as a nurse at Leeds General.",
        ["state Sam · works_as · nurse", "state Sam · works_at · Leeds General"],
    ),
    (
        "Bob and I got married.",
        ["state Sam · relation of spouse · Bob", "state Sam · status · married"],
    ),
    (
        "I got engaged to Emma on Saturday.",
        [
            "state Sam · status · engaged [2026-05-16..]",
            "state Sam · relation of fiancé · Emma [2026-05-16..]",
        ],
    ),
    ("I married Bob in May 2024.", ["state Sam · relation of spouse · Bob [2024-05-01..]"]),
    ("I got promoted to team lead yesterday!", ["state Sam · works_as · team lead [2026-05-19..]"]),
    (
        "My number has changed, the new one is 07700 900412.",
        ["state Sam · attribute of number · 07700 900412"],
    ),
    (
        "We sold the house in Kent and bought a narrowboat.",
        ["end Sam · owns · house", "state Sam · owns · narrowboat"],
    ),
    ("I've gone vegan as of January.", ["state Sam · diet · vegan [2026-01-01..]"]),
    ("Our rent went up to 980 in January.", ["state Sam · attribute of rent · 980 [2026-01-01..]"]),
    (
        "Changed my last name to Okonkwo after the wedding.",
        ["state Sam · attribute of last name · Okonkwo"],
    ),
    ("The launch has been pushed back to October.", ["state launch · attribute of date · October"]),
    (
        "We moved the review to the last Friday of May.",
        ["state review · attribute of date · last Friday of May"],
    ),
    (
        "I moved the billing service to Postgres 18 last Friday.",
        ["state Sam · event · moved the billing service to Postgres 18 [2026-05-15..2026-05-16]"],
    ),
    (
        "We moved the standup to room 4 on Tuesday.",
        ["state Sam · event · moved the standup to room 4 [2026-05-19..2026-05-20]"],
    ),
    (
        "We've postponed the wedding to next spring.",
        ["state wedding · attribute of date · next spring"],
    ),
    (
        "I retired in 2019 from the fire brigade.",
        [
            "state Sam · status · retired [2019-01-01..]",
            "end Sam · works_at · fire brigade [..2019-01-01]",
        ],
    ),
    (
        "Our daughter was born on 2 April, 3,4 kilos, her name is Alma.",
        ["state Alma · born_on · 2 April", "state Sam · relation of daughter · Alma"],
    ),
    (
        "I changed my wifi password to swordfish.",
        ["state Sam · attribute of wifi password · swordfish"],
    ),
    ("I changed my password to something.", []),
]
CORRECTIONS: list[tuple[str, list[str]]] = [
    ("No, I said Graz, not Gratz. I live in Graz.", ["correct Sam · lives_in · Graz"]),
    ("I'm not a doctor, I'm a vet.", ["correct Sam · works_as · vet"]),
    ("That isn’t right, I live in Leeds.", ["correct Sam · lives_in · Leeds"]),
    ("My daughter is nine, not eight, sorry.", ["correct Sam's daughter · age · nine"]),
    (
        "The wedding isn't in June, it's in July.",
        ["correct Sam · plan · wedding in July [2026-07-01..2026-08-01]"],
    ),
    (
        "Actually I'm allergic to cashews, not to almonds.",
        ["correct Sam · condition · allergic to cashews"],
    ),
    (
        "I misspoke earlier, we have four employees, not five.",
        ["correct Sam · count of employee · four"],
    ),
]
ENDINGS: list[tuple[str, list[str]]] = [
    ("I traded the Honda for a Tesla.", ["end Sam · owns · Honda", "state Sam · owns · Tesla"]),
    ("I no longer work at Deutsche Bank.", ["end Sam · works_at · Deutsche Bank"]),
    (
        "I used to play handball but my knee's shot.",
        ["end Sam · hobby · play handball", "state Sam · condition · knee shot"],
    ),
    ("I stopped eating meat two years ago.", ["end Sam · diet · meat [..2024-01-01]"]),
    ("We no longer live in Ghent.", ["end Sam · lives_in · Ghent"]),
    ("I don't smoke anymore.", ["end Sam · hobby · smoking"]),
    ("I sold my motorbike last week.", ["end Sam · owns · motorbike [..2026-05-11]"]),
    ("We broke up in March, me and Hugo.", ["end Sam · relation of partner · Hugo [..2026-03-01]"]),
    (
        "Ola and I split up before Christmas.",
        ["end Sam · relation of partner · Ola [..2025-12-25]"],
    ),
    ("I haven't eaten sugar since New Year.", ["end Sam · diet · sugar [..2026-01-01]"]),
    ("Just quit my job at the call centre.", ["end Sam · works_at · call centre"]),
    (
        "I'm off the antidepressants since February.",
        ["end Sam · attribute of medication · antidepressants [..2026-02-01]"],
    ),
    (
        "Nadia is no longer our contact, write to Pietro from now on.",
        ["end Sam · relation of contact · Nadia"],
    ),
    (
        "My subscription to the Economist ran out in May and I didn't renew it.",
        ["end Sam · owns · subscription to the Economist [..2026-05-01]"],
    ),
    ("I quit my job.", ["end Sam · works_at · job"]),
    ("I lost my job at Bosch.", ["end Sam · works_at · Bosch"]),
    (
        "Tom and I got divorced.",
        ["end Sam · relation of partner · Tom", "state Sam · status · divorced"],
    ),
]
DENIALS: list[tuple[str, list[str]]] = [
    ("I don't take insulin thank god", ["deny Sam · attribute of medication · insulin"]),
    ("I don't live in Leeds in the end", ["deny Sam · lives_in · Leeds"]),
    ("I don't have any siblings.", ["deny Sam · relation of sibling · siblings"]),
    ("I'm not married.", ["deny Sam · status · married"]),
    (
        "We don't have a car and I don't have a licence either.",
        ["deny Sam · owns · car", "deny Sam · owns · licence"],
    ),
    ("I don't speak any German.", ["deny Sam · skill · German"]),
    (
        "I can't drive and I can't ride a bike either.",
        ["deny Sam · skill · drive", "deny Sam · skill · ride a bike"],
    ),
    (
        "My brother isn't coming to the wedding.",
        ["deny Sam's brother · plan · coming to the wedding"],
    ),
    (
        "No kids, no pets, no plants.",
        ["deny Sam · relation of child · kids", "deny Sam · owns · pets"],
    ),
]
OF_ASSISTANTS: list[tuple[str, list[str]]] = [
    (
        "I've rescheduled the meeting to Thursday, 3 pm.",
        ["state meeting · attribute of date · Thursday"],
    ),
    (
        "I have sent the invoice to Mrs. Tan.",
        ["state assistant · event · sent the invoice to Mrs. Tan"],
    ),
    (
        "Your order #5521 has been shipped and will arrive on Friday.",
        ["state order #5521 · status · shipped"],
    ),
    (
        "Deployed version 2.8.1 to staging.",
        ["state assistant · event · Deployed version 2.8.1 to staging"],
    ),
    (
        "I submitted the form; the reference is AB-9931.",
        [
            "state assistant · event · submitted the form",
            "state form · attribute of reference · AB-9931",
        ],
    ),
    (
        "The quote from Lindemann is 4,300 euros, valid until 15 June.",
        ["state quote from Lindemann · attribute of amount · 4,300 euros"],
    ),
]


@pytest.mark.parametrize("text, claims", [*ASSERTIONS, *CHANGES, *CORRECTIONS, *ENDINGS, *DENIALS])
def test_a_person_claims(text: str, claims: list[str]) -> None:
    assert [told(claim) for claim in claims_of(text)] == claims


@pytest.mark.parametrize("text, claims", OF_ASSISTANTS)
def test_an_assistant_claims_what_it_brings_in(text: str, claims: list[str]) -> None:
    assert [told(claim) for claim in claims_of(text, Role.ASSISTANT)] == claims


@pytest.mark.parametrize(
    "text, words",
    [
        (
            "Well, I'm a nurse at St Olave's, since May.",
            ["I'm a nurse", "I'm a nurse at St Olave's"],
        ),
        ("my sister Maria lives in Porto", ["my sister Maria", "my sister Maria lives in Porto"]),
        ("Oh, and I don’t have a car.", ["I don’t have a car"]),
        ("im from Cork, dont ask", ["im from Cork"]),
    ],
)
def test_the_span_are_the_very_words(text: str, words: list[str]) -> None:
    assert [text[slice(*claim.span)] for claim in claims_of(text)] == words


@pytest.mark.parametrize(
    "text, sentences",
    [
        ("I'm a nurse at St Olave's.", ["Sam works as a nurse.", "Sam works at St Olave's."]),
        ("I don't have a car.", ["Sam does not have a car."]),
        ("I used to play the oud.", ["Sam no longer plays the oud."]),
        ("I'm not married.", ["Sam is not married."]),
        ("I speak Welsh but I can't swim.", ["Sam speaks Welsh.", "Sam cannot swim."]),
        ("I have two children.", ["Sam has two children."]),
        ("I grew up in a village near Kumasi.", ["Sam is from a village near Kumasi."]),
        ("My boss is Karen.", ["Sam's boss is Karen."]),
        ("The dishwasher's model number is SMV4.", ["The dishwasher's model number is SMV4."]),
        ("We're flying to Oslo next month.", ["Sam is flying to Oslo."]),
        ("I passed my driving test on Monday.", ["Sam passed their driving test."]),
        ("I'm allergic to nuts.", ["Sam is allergic to nuts."]),
        ("I run a bakery in Porto.", ["Sam runs a bakery."]),
        ("I was born in 1990.", ["Sam was born in 1990."]),
        ("My birthday is on May 3rd.", ["Sam was born on May 3rd."]),
        ("I'm lactose intolerant.", ["Sam is lactose intolerant."]),
        ("I broke my leg.", ["Sam broke their leg."]),
        ("I live at 5 Elm Street.", ["Sam lives at 5 Elm Street."]),
        ("I live in a flat on the ground floor.", ["Sam lives in a flat on the ground floor."]),
        ("My pronouns are they/them.", ["Sam's pronouns are they/them."]),
    ],
)
def test_the_sentence_says_it_in_the_third_person(text: str, sentences: list[str]) -> None:
    assert [claim.sentence for claim in claims_of(text)] == sentences


def test_a_correction_says_what_it_replaces() -> None:
    (claim,) = claims_of("Sorry, the wedding is in July, not in June.")
    assert (told(claim), claim.replaces) == (
        "correct Sam · plan · wedding in July [2026-07-01..2026-08-01]",
        "in June",
    )


def test_the_words_of_the_time_are_kept() -> None:
    (claim,) = claims_of("As of Monday I'm head of the ward.")
    assert claim.time_words == "As of Monday"
    assert claim.valid_from == datetime(2026, 5, 17, 22, tzinfo=UTC)


def test_a_long_turn_is_read_to_its_end_and_what_it_says_again_counts_once() -> None:
    again = "I live in Rome and my sister Maria, who works at Acme, moved last May. " * 200
    assert [told(claim) for claim in claims_of(again + "I own a loom.")] == [
        "state Sam · lives_in · Rome",
        "state Sam · relation of sister · Maria",
        "state Maria · works_at · Acme",
        "state Maria · event · moved [2025-05-01..2025-06-01]",
        "state Sam · owns · loom",
    ]
