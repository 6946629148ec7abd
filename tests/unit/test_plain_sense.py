"""What the rules believe makes sense, and reads as a person would say it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from muniment.knowledge.extraction.lexicon import plural
from muniment.knowledge.reading_by_rules import read
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.context import Context
from muniment.model.claims import Claim, Message, Role
from tests.unit.statement_words import heard

SAID_AT = datetime(2026, 9, 1, 9, tzinfo=UTC)


def claims_of(text: str) -> tuple[Claim, ...]:
    return read(Message(text=text, speaker="Ann Lee", role=Role.USER, occurred_at=SAID_AT))


@pytest.mark.parametrize(
    "text",
    [
        "She does the dishes.",
        "I don't drink coffee after noon any more.",
        "My daughter is in Form Two.",
        "I live on the third floor.",
        "I feel awful about it.",
        "We're renewing it this week.",
        "My teeth are covered by Allianz.",
        "My knee is strong again.",
        "I'm down to two coffees a day.",
        "I work three days a week.",
        "Together I make about 110,000 yen a month.",
        "The stable kernel is 6.12 here.",
        "The tablecloths are 2.40 by 1.50.",
        "The roof is being done from Monday.",
        "The pharmacy is closed between one and three.",
        "The car isn't insured for my son.",
        "I like working when the office is empty.",
        "He waits until the exams are over.",
        "The christening is small, since Gamle Aker is repaired.",
        "5 or 7, maybe 12 and 15",
        "Not 30 chairs, 28.",
        "My uncle says he's learning to ski, at 66!",
        "My wife and I went sailing, he says that's brave, at 71.",
        "Where's my parcel? number 51120",
        "Ida has violin on Thursdays at five.",
        "The ticket you sent on Monday was lost.",
        "We changed clubs, I'm at Redhill Harriers now.",
        "I'm in Payroll Ops.",
        "I'm down to one beer.",
        "I hate cricket. Actually no, I don't hate it.",
    ],
)
def test_what_would_be_a_silly_belief_is_none(text: str) -> None:
    kept = [each for each in claims_of(text) if each.predicate != "likes"]
    assert [each.sentence for each in kept] == []


@pytest.mark.parametrize(
    "text, sentences",
    [
        ("My last day is the 31st of March.", ["Ann Lee's last day is the 31st of March."]),
        ("Last day is the 31st of March.", ["Ann Lee's last day is 31st of March."]),
        ("The due date is the 16th of July.", ["Ann Lee's due date is the 16th of July."]),
        (
            "I moved to the Stavanger branch after Christmas.",
            ["Ann Lee moved to the Stavanger branch."],
        ),
        ("Meera is coming over from Pune on the 12th.", ["Meera is coming over from Pune."]),
        ("The python version is 3.12.", ["The python's version is 3.12."]),
        ("The gate code is 1234.", ["The gate's code is 1234."]),
        ("My daughter is in second grade.", ["Ann Lee's daughter is in second grade."]),
        ("I do the payroll for 85 people.", ["Ann Lee does the payroll."]),
        ("I drive a delivery van for DPD.", ["Ann Lee drives a delivery van."]),
        ("I drive a Škoda Fabia.", ["Ann Lee has a Škoda Fabia."]),
        ("I bought a new car.", ["Ann Lee has a car."]),
        ("My perfume is called Eau des Merveilles.", ["The perfume's name is Eau des Merveilles."]),
        ("The restaurant is closed for repairs.", ["The restaurant is closed for repairs."]),
        ("I'm expecting, nine weeks.", ["Ann Lee is expecting."]),
        ("Turns out we live in Bonn after all.", ["Ann Lee lives in Bonn."]),
        ("The rust is back 😤", ["The rust is back."]),
        ("I got a new job, I'm at Kestrel Labs now.", ["Ann Lee works at Kestrel Labs."]),
        ("Our studio is on the 2nd floor.", ["The studio is on the 2nd floor."]),
        ("Vera moved in on the 3rd of May.", ["Vera moved in."]),
        ("I'm moving out on Friday.", ["Ann Lee is moving out."]),
        ("Our exam is on 25 October.", ["Ann Lee has this planned: exam on 25 October."]),
        ("Our visit is on 25 October.", ["Ann Lee has this planned: visit on 25 October."]),
    ],
)
def test_what_is_said_plainly_is_believed_as_it_was_said(text: str, sentences: list[str]) -> None:
    assert [each.sentence for each in claims_of(text)] == sentences


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("Our house was built in 1927.", "The house was built."),
        ("The parcels were sent on Monday.", "The parcels were sent."),
        ("I was promoted to first clarinet in May.", "Ann Lee was promoted to first clarinet."),
        ("My bike was stolen last night.", "Ann Lee's bike was stolen."),
        ("My phone number changed last week.", "Ann Lee's phone number changed."),
        ("The meeting is at 9.15.", "Ann Lee has this planned: meeting at 9.15."),
        (
            "the design review is on Wednesday",
            "Ann Lee has this planned: design review on Wednesday.",
        ),
        ("I'm going to design things on Wednesday.", "Ann Lee is going to design things."),
        ("My knees are bad.", "Ann Lee's knees are bad."),
        ("My back's been killing me.", "Ann Lee's back is killing them."),
        ("Tom's birthday is on the 23rd.", "Tom has a birthday on the 23rd."),
        (
            "The plumber is coming on Friday between 8 and 10.",
            "Ann Lee has this planned: plumber coming on Friday.",
        ),
        ("My hip hurts on stairs.", "Ann Lee's hip hurts."),
        ("The boxes are in the hall.", "The boxes are in the hall."),
        ("Our links are dead.", "The links are dead."),
        ("My brothers live in Novi Sad.", "Ann Lee's brothers live in Novi Sad."),
        ("I'm a freelance illustrator based in Lyon.", "Ann Lee works as a freelance illustrator."),
        ("I'm a self-employed plumber.", "Ann Lee works as a self-employed plumber."),
        ("I'm a retired teacher living in Bath.", "Ann Lee is retired."),
        ("Since my fall in January I sleep badly.", "Ann Lee had this happen: fall."),
        ("My skates are size 44.", "Ann Lee's skates are size 44."),
    ],
)
def test_a_belief_reads_as_a_person_would_say_it(text: str, sentence: str) -> None:
    assert [each.sentence for each in claims_of(text)] == [sentence]


def test_the_day_on_which_something_was_booked_is_not_the_day_that_it_is_for() -> None:
    assert [each.valid_from for each in claims_of("I booked the hall yesterday.")] == [None]


def test_a_noun_that_hisses_has_its_plural() -> None:
    assert [plural(each) for each in ("branch", "dish", "box", "cat")] == [
        "branches",
        "dishes",
        "boxes",
        "cats",
    ]


def test_the_name_of_a_street_is_no_town_that_somebody_lives_in() -> None:
    context, _ = heard(
        "I live in Helsinki.",
        "I moved in with my girlfriend, new address is Mechelininkatu 12 B 4.",
    )
    assert {each.object for each in context.believed if each.predicate == "lives_in"} == {
        "Helsinki"
    }


def test_what_is_his_is_nobody_who_takes_his_place() -> None:
    context = Context()
    context.believed = [Believed.read("Ann Lee", "deputy", "Callum", 0)]
    message = Message(
        text="Callum handed in his notice, his last day is the 12th of June.",
        speaker="Ann Lee",
        role=Role.USER,
        occurred_at=SAID_AT,
    )
    assert [each.sentence for each in context.bind(message, read(message))] == []
