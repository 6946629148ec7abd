"""What long, loosely written conversations say: a wish goes on, a log is pasted, a name has "New" in it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from muniment.knowledge.reading_by_rules import read
from muniment.model.claims import Claim, Message, Role
from tests.unit.statement_words import SPEAKER, heard, values

SAID_AT = datetime(2026, 3, 20, 9, tzinfo=UTC)

LOG = """Faulting application name: OUTLOOK.EXE, version: 16.0.17328.20162, time stamp: 0x65f0c2aa
Faulting module name: KERNELBASE.dll
Exception code: 0xe0434352
Report id: 3a1f7c0e"""
CODE = "Here it is: ```\nname = 'Ann'\nMy rent is 900 euros.\n``` any idea"
SILENT = [
    "I want to quit and work at Google.",
    "I'd love to live in Rome and work at Fiat.",
    "He wants to leave Acme and work at Google.",
    "My mum wants me to be a doctor and live in London.",
    "I'm supposed to rest and take paracetamol.",
    "I'm not allowed to drink or drive a lorry.",
    "Tash is not allowed to lift or drive for six weeks.",
    "She can't eat nuts or play tennis.",
    "I need to get fit and play tennis.",
    "I'm not gonna lie, had a pint.",
    "I've never seen more than thirty.",
    "Freya is in Y6.",
    "I am in EURL because I passed the limit.",
    "I have Ms Farrow now.",
    "Strutts can whistle.",
    "I work for a company which allows remote.",
    "Kasia's put in her notice, last day is the 25th.",
    LOG,
    CODE,
]
SAID = [
    ("I live in New York.", ("lives_in", "New York")),
    ("My sister lives in New Zealand.", ("lives_in", "New Zealand")),
    ("I work for New Balance.", ("works_at", "New Balance")),
    ("My favourite paper is New Scientist.", ("favourite", "New Scientist")),
    ("I got a new Skoda.", ("owns", "Skoda")),
    ("My son has an allergy to nuts.", ("condition", "allergy to nuts")),
    ("My half PB is 1:44:30.", ("attribute", "1:44:30")),
    ("I live in Leeds and work at Acme.", ("works_at", "Acme")),
    ("I'm 58 and live in Newcastle.", ("lives_in", "Newcastle")),
    ("I like to swim and play tennis.", ("hobby", "play tennis")),
    ("My parents are retired and live in Spain.", ("lives_in", "Spain")),
    ("I quit! Last day is the 25th.", ("attribute", "25th")),
    ("I'm in the UK.", ("lives_in", "UK")),
    ("I'm captain of the second team in Jesmond chess club.", ("works_as", "captain of the second team")),
    ("Name: Ann Lee\nPolicy number: HH-3381", ("attribute", "HH-3381")),
]  # fmt: skip
AT_COMPANY = "I work at Siemens."
KEPT = [
    ("I live in Lagos.", "Visa granted at last! Flight is 9 July, Lagos to Manchester by Qatar.", "lives_in", {"Lagos"}),
    ("I live in Hamburg.", "We have decided: Braga. We will go on 1 July, the flat in Hamburg is cancelled.", "lives_in", {"Hamburg"}),
    (AT_COMPANY, "Siemens says no to Portugal. So I search a new job now.", "works_at", {"Siemens"}),
    ("I live in Leeds. My rent is 1700.", "Dr Roe is great. She used to work at Mount Sinai and live in Queens too.", "lives_in", {"Leeds"}),
    ("I live in Leeds.", "I'd love to retire now and live in Rome.", "lives_in", {"Leeds"}),
    (AT_COMPANY, "I want to quit and work at Google.", "works_at", {"Siemens"}),
    ("My husband is Bernard.", "Tracey's left, it's a young man now, Callum, Bernard calls him Tracey.", "husband", {"Bernard"}),
    ("My supervisor is Ann.", "We lost Ann. Tom's retired too.", "supervisor", {"Ann"}),
    ("My report id is 3a1f7c0e.", "Done, report is with Mimecast now.", "report id", {"3a1f7c0e"}),
    ("My client is Brasserie Lumière.", "New client!! Maison Perrache, 450 per day.", "client", {"Brasserie Lumière"}),
]  # fmt: skip
CHANGED = [
    ("I live in Hamburg.", "Hamburg was fun but we are in Braga now.", "lives_in", {"Braga"}),
    ("My cleaner is Rosa.", "Rosa quit and Milena took over.", "cleaner", {"Milena"}),
    ("My password is abc123.", "The password is now Mimecast.", "password", {"Mimecast"}),
    (AT_COMPANY, "New employer is Bosch since June.", "works_at", {"Bosch"}),
    ("My teacher is Mr Doyle.", "Mr Doyle left, we have Ms Farrow now.", "teacher", {"Ms Farrow"}),
    ("My client is Brasserie Lumière.", "Brasserie Lumière left, Maison Perrache is my new client.", "client", {"Maison Perrache"}),
]  # fmt: skip


def _read(text: str) -> tuple[Claim, ...]:
    return read(Message(text=text, speaker="Tom", role=Role.USER, occurred_at=SAID_AT))


@pytest.mark.parametrize("text", SILENT)
def test_what_is_not_said_to_be_so_is_no_claim(text: str) -> None:
    assert [each.sentence for each in _read(text)] == []


@pytest.mark.parametrize("text, claim", SAID)
def test_what_is_said_to_be_so_is_read_whole(text: str, claim: tuple[str, str]) -> None:
    assert claim in [(each.predicate, each.object) for each in _read(text)]


def test_what_a_property_is_called_keeps_its_abbreviation() -> None:
    assert [each.of for each in _read("My flight PNR is X7KQ2.")] == ["flight pnr"]


@pytest.mark.parametrize(
    "text, begins",
    [("I'm 63 next month.", "2026-04-01"), ("Lena is 7 in February.", "2027-02-01")],
)
def test_an_age_to_come_begins_then_and_does_not_end(text: str, begins: str) -> None:
    (claim,) = _read(text)
    assert claim.predicate == "age"
    assert str(claim.valid_from).startswith(begins)
    assert claim.valid_until is None


@pytest.mark.parametrize(
    "text, until",
    [
        ("The wedding is this Saturday.", "2026-03-22"),
        ("The boiler check is tomorrow.", "2026-03-22"),
        ("Choir practice is on Saturdays.", None),
    ],
)
def test_a_day_told_from_the_day_of_telling_is_so_until_it_is_over(
    text: str, until: str | None
) -> None:
    days = [each.valid_until for each in _read(text) if each.of in {"day", "date"}]
    assert [each and each.date().isoformat() for each in days] == [until]


def test_what_goes_on_with_a_future_is_no_fact_yet() -> None:
    read_of = _read("I will leave Acme and work at Google.")
    assert "works_at" not in {each.predicate for each in read_of}
    assert [
        each.predicate for each in _read("I'm going to run a race in July and stop smoking.")
    ] == ["plan"]


def _values(first: str, then: str, category: str) -> set[str]:
    context, _ = heard(first, then)
    return {
        value for subject, slot, value in values(context) if (subject, slot) == (SPEAKER, category)
    }


@pytest.mark.parametrize("first, then, category, kept", KEPT)
def test_a_name_in_passing_changes_nothing(
    first: str, then: str, category: str, kept: set[str]
) -> None:
    assert _values(first, then, category) == kept


@pytest.mark.parametrize("first, then, category, new", CHANGED)
def test_a_change_that_is_told_is_still_bound(
    first: str, then: str, category: str, new: set[str]
) -> None:
    assert _values(first, then, category) == new
