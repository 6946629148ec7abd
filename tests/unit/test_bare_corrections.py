"""A correction that names only a value puts right the one value of its kind that its speaker told last, and nothing else."""

from __future__ import annotations

import time

import pytest

from muniment.knowledge.statements.amending import amendments_of, values_in
from muniment.knowledge.statements.context import Context
from muniment.model.claims import Act, Claim
from tests.unit.statement_words import SPEAKER, said, values

Said = tuple[str, str]
"""Who speaks, Ann or Bo, and what they say."""

_NAMES = {"A": SPEAKER, "B": "Bo Roe"}


def talked(*turns: Said, speaker: str = SPEAKER) -> tuple[Context, tuple[Claim, ...]]:
    """Return what is believed after some turns of two people, and the claims of the last one."""
    context, claims = Context(), tuple[Claim, ...]()
    names = {**_NAMES, "A": speaker}
    for who, text in turns:
        message, read = said(text, 0, names[who])
        claims = context.bind(message, read)
    return context, claims


PUT_RIGHT = [
    ("The deposit is 900.", "Sorry, 950.", "deposit", "950"),
    ("The deposit is 900 euros.", "no, 950", "deposit", "950 euros"),
    ("My rent is 900 euros a month.", "Sorry, it's 950.", "rent", "950 euros a month"),
    ("My salary is €3,000.", "Oops! €3,100.", "salary", "€3,100"),
    ("My room number is 9.", "not 9, 10", "room number", "10"),
    ("My flight number is BA117.", "Whoops, BA119.", "flight number", "BA119"),
    ("We have 40 chairs.", "45 instead of 40, sorry.", "number of chair", "45"),
    ("I weigh 82 kilos.", "Okay. 84, actually.", "weight", "84 kilos"),
    ("I'm 34 years old.", "Sorry, 35.", "age", "35"),
    ("I take losartan 50 mg.", "Sorry, 25 mg.", "medication", "losartan 25 mg"),
    ("The meeting is on Wednesday.", "make that Thursday", "plan", "meeting on Thursday"),
    ("The meeting is on Wednesday.", "it's Thursday, not Wednesday", "plan", "meeting on Thursday"),
    ("I have a dentist's appointment on 12 March at 9:30.", "Correction: 10:30.", "plan",
     "dentist's appointment on 12 March at 10:30"),
    ("The flight is on 12 March at 9:30.", "Sorry, 13 March.", "plan", "flight on 13 March at 9:30"),
    ("I live in Bristol.", "I mean Bath", "lives_in", "Bath"),
    ("My doctor is Dr Moss.", "No, Dr Voss, not Dr Moss.", "doctor", "Dr Voss"),
    ("The meeting is on Wednesday.", "Yes, all of us. Sorry, Thursday.", "plan", "meeting on Thursday"),
    ("My doctor is Dr. Moss.", "I mean Dr. Voss.", "doctor", "Dr. Voss"),
    ("The deposit is 900.", "Sorry, 940. Wait, 950.", "deposit", "950"),
    ("The meeting is on Wednesday.", "make that Thursday at 3", "plan", "meeting on Thursday at 3"),
    ("The meeting is on Wednesday at 2.", "make that Thursday at 3pm", "plan", "meeting on Thursday at 3pm"),
    ("The meeting is on Wednesday at 2.", "sorry, Thursday", "plan", "meeting on Thursday at 2"),
    ("The meeting is on Monday at 6.", "actually make that Monday at 4", "plan", "meeting on Monday at 4"),
    ("The meeting is on Wednesday.", "make that next Thursday", "plan", "meeting next Thursday"),
    ("The meeting is next Wednesday at 2.", "make that next Friday", "plan", "meeting next Friday at 2"),
    ("The meeting is on Wednesday.", "Sorry, Thursday evening.", "plan", "meeting on Thursday evening"),
    ("The meeting is on 12 March at 9:30.", "make that 13 March at 10:30", "plan", "meeting on 13 March at 10:30"),
    ("I live in York.", "sorry, in Leeds", "lives_in", "Leeds"),
    ("The meeting is on 1 June.", "scrap that, 15 June", "plan", "meeting on 15 June"),
    ("The meeting is on Wednesday.", "Forget that. Thursday.", "plan", "meeting on Thursday"),
]  # fmt: skip


@pytest.mark.parametrize("first, then, category, value", PUT_RIGHT)
def test_a_bare_value_puts_right_what_was_told_last(
    first: str, then: str, category: str, value: str
) -> None:
    context, claims = talked(("A", first), ("B", "ok"), ("A", then))
    assert (SPEAKER, category, value) in values(context)
    assert len([each for each in values(context) if each[1] == category]) == 1
    (claim,) = claims
    assert claim.object == value
    assert claim.replaces is not None


def test_the_correction_is_what_says_so() -> None:
    _, (claim,) = talked(("A", "The deposit is 900."), ("A", "Sorry, 950."))
    assert (claim.act, claim.span, claim.sentence) == (
        Act.CORRECT,
        (7, 10),
        "Ann Lee's deposit is 950.",
    )


def test_the_sister_that_was_spoken_of_is_put_right() -> None:
    context, _ = talked(("A", "My sister lives in Bristol."), ("B", "Nice."), ("A", "I mean Bath."))
    assert values(context) == {("Ann Lee's sister", "lives_in", "Bath")}


DISTRACTING = [
    "Sorry, 10 minutes late.",
    "no, 14 is my son's age",
    "Sorry, Monday I'm off.",
    "No, Thursday is fine for me.",
    "I mean it.",
    "Eggs, I mean.",
    "Sorry, Bo.",
    "No worries.",
    "Is it 950?",
    "Sorry, 950 or 960.",
    "Sorry, Thursday at 3 I'm off.",
    "Thursday at 3 works for me.",
]


@pytest.mark.parametrize("then", DISTRACTING)
@pytest.mark.parametrize(
    "first", ["The deposit is 900.", "I live in Bristol.", "The meeting is on Wednesday."]
)
def test_a_value_in_other_words_puts_nothing_right(first: str, then: str) -> None:
    before, _ = talked(("A", first))
    context, _ = talked(("A", first), ("B", "ok"), ("A", then))
    assert values(before) <= values(context)


AMBIGUOUS: list[list[Said]] = [
    [("A", "The deposit is 900 and the rent is 1200."), ("A", "Sorry, 950.")],
    [("A", "The deposit is 900 and the rent is 900."), ("A", "Sorry, 950, not 900.")],
    [("A", "The deposit is 900."), ("A", "It's 14 degrees. Sorry, 15.")],
    [("A", "The deposit is 900."), ("B", "How many people come?"), ("A", "Sorry, 14.")],
    [("A", "The deposit is 900."), ("B", "Did it rain?"), ("A", "No, 14.")],
    [("A", "The deposit is 900."), ("B", "Max pays 800."), ("A", "No, 850.")],
    [("A", "The deposit is 900."), ("B", "Max pays 800."), ("A", "Sorry, 850.")],
    [("A", "The deposit is 900."), ("B", "Is my deposit 900 too?"), ("A", "No, 950.")],
    [("A", "The deposit is 900."), ("B", "Did you pay Max 900?"), ("A", "No, 850.")],
    [("A", "The deposit is 900."), ("B", "No, 950.")],
    [("A", "The deposit is 900."), *[("B", f"Look {x}.") for x in "abcdefg"], ("A", "Sorry, 950.")],
    [("A", "The meeting is on Wednesday."), ("B", "Shall we eat on Wednesday?"), ("A", "No, Friday.")],
    [("A", "The meeting is on Wednesday."), ("B", "When do you need it?"), ("A", "Sorry, Friday.")],
    [("A", "I live in Bristol."), ("A", "make that Thursday at 3")],
    [("A", "The meeting is on 12 March."), ("A", "make that Thursday at 3")],
    [("A", "I live in Bristol."), ("A", "my handle is annlee"), ("A", "sorry, ann-lee")],
    [("A", "I live in Bristol."), ("A", "Sorry, Steve.")],
    [("A", "My wife is Liis."), ("A", "I like them fried now. Eggs, I mean.")],
    [("A", "My sister Eva lives in Bristol."), ("A", "I mean Bath.")],
]  # fmt: skip


@pytest.mark.parametrize("turns", AMBIGUOUS)
def test_what_a_value_puts_right_is_not_guessed(turns: list[Said]) -> None:
    before, _ = talked(turns[0])
    context, claims = talked(*turns)
    assert (values(context), claims) == (values(before), ())


@pytest.mark.parametrize(
    "speaker", ["local", "ann", "user1", "customer-7", "ann.lee", "ann@example.org", "7"]
)
def test_a_speaker_is_a_person_however_the_name_is_written(speaker: str) -> None:
    for first, then, category, value in PUT_RIGHT:
        context, _ = talked(("A", first), ("B", "ok"), ("A", then), speaker=speaker)
        assert (speaker, category, value) in values(context)
    _, (claim,) = talked(("A", "The meeting is on Wednesday, I mean Thursday."), speaker=speaker)
    assert claim.object == "meeting on Thursday"


ASKED: list[tuple[str, str, str]] = [
    ("Is the deposit still 900?", "No, 950.", "950"),
    ("900?", "No, 950.", "950"),
    ("Good, 900.", "No, 950.", "950"),
]


@pytest.mark.parametrize("asked, answer, value", ASKED)
def test_a_denial_puts_right_what_was_asked_about(asked: str, answer: str, value: str) -> None:
    context, _ = talked(("A", "The deposit is 900."), ("B", asked), ("A", answer))
    assert values(context) == {(SPEAKER, "deposit", value)}


OF_THINGS: list[tuple[str, str, set[tuple[str, str, str]]]] = [
    ("The disk of the build server is 92 percent full.", "no, 97",
     {("build server", "disk", "97 percent full")}),
    ("The retreat has 24 participants.", "No, it's 26.", {("retreat", "number of participant", "26")}),
    ("The grant application is due 3 April.", "No, 10 April.",
     {("grant application", "due date", "10 April")}),
]  # fmt: skip


@pytest.mark.parametrize("first, then, known", OF_THINGS)
def test_somebody_else_may_put_right_what_was_just_said_of_a_thing(
    first: str, then: str, known: set[tuple[str, str, str]]
) -> None:
    context, (claim,) = talked(("A", first), ("B", then))
    assert values(context) == known
    assert claim.act is Act.CORRECT


def test_a_correction_is_put_right_again() -> None:
    context, _ = talked(
        ("A", "The deposit is 900."), ("A", "Sorry, 950."), ("B", "ok"), ("A", "I mean 960.")
    )
    assert values(context) == {(SPEAKER, "deposit", "960")}


def test_a_sentence_puts_right_itself() -> None:
    _, (claim,) = talked(("A", "The meeting is on Wednesday, I mean Thursday."))
    assert (claim.act, claim.object) == (Act.STATE, "meeting on Thursday")


def test_what_is_told_again_and_put_right_at_once_takes_the_place_of_what_was_told() -> None:
    context, (claim,) = talked(
        ("A", "The deposit is 900."), ("A", "The deposit is 900. Sorry, 950.")
    )
    assert (claim.act, claim.object) == (Act.STATE, "950")
    assert values(context) == {(SPEAKER, "deposit", "950")}


def test_what_is_put_right_twice_in_one_message_is_as_it_was_told_last() -> None:
    _, (claim,) = talked(("A", "The deposit is 900. Sorry, 950. Sorry, 960."))
    assert (claim.act, claim.object, claim.replaces) == (Act.STATE, "960", None)
    _, (claim,) = talked(("A", "The deposit is 900."), ("A", "Sorry, 950. Wait, 960."))
    assert (claim.act, claim.object, claim.replaces) == (Act.CORRECT, "960", "900")


LENGTHY = {
    "many regrets": "9, " + "sorry, " * 2_800 + "Monday",
    "many numbers": "1 2 " * 5_000,
}


@pytest.mark.parametrize("text", LENGTHY.values(), ids=LENGTHY)
def test_a_long_message_is_read_in_time_that_grows_with_its_length(text: str) -> None:
    begun = time.process_time()
    amendments_of(text)
    values_in(text)
    assert time.process_time() - begun < 2.0


def test_the_named_wrong_value_tells_which_of_two_is_meant() -> None:
    context, _ = talked(
        ("A", "The deposit is 900 and the rent is 1200."), ("A", "Sorry, 950, not 900.")
    )
    assert values(context) == {(SPEAKER, "deposit", "950"), (SPEAKER, "rent", "1200")}
