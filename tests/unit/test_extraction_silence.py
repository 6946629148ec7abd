"""What is asked, supposed, wished, ordered, joked, quoted or only said in passing is no claim."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from muniment.knowledge.extraction.rules import extract
from muniment.knowledge.reading_by_rules import read
from muniment.model.claims import Message, Role

SAID_AT = datetime(2026, 5, 20, 18, tzinfo=UTC)

QUESTIONS = """
Is my passport valid for Vietnam?
Do I live in Berlin or in Bonn, according to you?
Am I vegetarian or am I vegan, in your notes?
As a diabetic, am I allowed to donate blood?
Did I tell you that I moved to Leeds?
What time is my appointment on Monday?
I'm a vegetarian, right?
"""
SUPPOSED = """
If I won the lottery I'd buy a house in Madeira.
I wish I had a dog.
I might move to Berlin next year.
I might take a job at Bosch.
Maybe I'm allergic to cats.
We're thinking about moving to the coast.
Let's say I had two kids and a mortgage.
Suppose we live in Rome: what then?
Imagine I'm your boss.
Say I earn 4,000 a month, what would I pay in taxes?
I'd love to have a cat one day.
I want to learn Korean.
I hope to retire at sixty.
Had I known, I would have moved to Turin.
We almost bought a house in Ghent.
Unless I work at Siemens I'll have to move.
I was going to study medicine.
If I won I'd buy a farm. Fifty hectares, two donkeys, one rude sign at the gate.
"""
JOKES = """
yeah right, I love being on hold for 50 minutes
I'm married to my job.
I've been married to this spreadsheet since Tuesday.
I'm allergic to Mondays.
I'm basically 104 years old this morning.
I live at the office these days, might as well bring a bed.
My blood type is espresso.
My toddler is the CEO of this household.
I have a PhD in losing umbrellas.
I'm 39. Again.
I just LOVE being woken at six.
I've got a black belt in procrastination.
"""
OF_WHOM_IT_IS_SAID_TO = """
Welcome! Your buddy is Dmitri.
Your sister is Maria.
your rent is 900 euros
"""
NO_HOME_AND_NO_EMPLOYER = """
Wren is in Manchester on Thursdays.
My mother is in the university hospital.
Dr Patel looked at Tom's knee, it is only a sprain.
Teodora from my office has Professor Babić as supervisor.
I've been moved up to Gold.
We're in the Kgale Mews building now.
We're in the Riverside hotel instead.
I used to work with Ingrid.
We dropped Umbra and use Penumbra now.
"""
OTHERS_WORDS = """
The letter says "I moved to Oslo last year".
My neighbour says he is a spy.
Tom told me he's moving to Peru.
She wrote: I am leaving you.
According to Layla the flat upstairs is haunted.
They say I'm a vegetarian.
Apparently Lucy is pregnant.
He says he's vegan but I've seen him eat bacon.
The landlord claims the boiler is broken.
Ben thinks he is the boss of this house.
He's thirty-one and still can't cook.
"""
ORDERS = """
Write an email to my landlord saying that the heating is broken.
Translate: I have two brothers.
Rewrite this in a friendlier tone: We have moved our office to Cork.
Summarise this: We founded the company in 2004 and have 30 employees.
Write a story about a girl who lives in Lisbon and has two cats.
Book a table for two at Luigi's on Friday.
Don't use any libraries and keep it under 50 lines.
"""
IN_PASSING = """
Thanks, you're the best!
I'm fine, how are you?
I'm so tired today.
I love it!
Love the necklace, any special meaning to it?
I love your style.
I dance it out.
I have three tabs open.
My hands are full.
I'm into it.
I broke up with him.
I left the restaurant early.
Temperature is 30 degrees today.
My favourite tunes are usually enough.
My favourite book growing up was Charlotte's Web.
My best dish was Anna's pie.
My first one is a canal survey of 1794.
My old ones are size 42.
I'm running for office again.
I've never been to something like that.
Love having you there!
I like that one.
It's raining again.
I'm on the train right now.
I'm sorry, I was distracted.
I have a question.
I have no idea.
I've got a headache.
My phone is almost dead.
We had pasta last night.
I'm in a hurry.
I'm working on it.
I'm at the airport.
I'm usually in Basel.
We haven't talked in a few days.
I'll always remember our trip last year.
We're all in it together.
Let's create some content and manage your accounts.
Dinner is on the table.
Milk's fine, apparently.
Four of us meet on Wednesdays.
The standup moved around a lot but these days it's on Mondays.
From June on there are no Saturday classes.
Everybody's on the new server.
The budget's whatever is in the biscuit tin.
The allotment is gone.
I own four of your pumps.
Range on paper is 465 km.
I sold every record.
I gave you the wrong price last week.
IU is the best there is.
I'm making a difference.
I'm learning a great deal.
We'll make it!
I swapped shifts with Tom for a favour.
i live in fear of mondays
i live in hope
we moved to plan b
i live in jeans
i live in denim
i basically live in hoodies
i live in spreadsheets
i live near campus
I moved to tears.
I found my son a job at Bosch.
I got a job interview at Bosch.
I go by train.
We use Teams because we must.
I use it every day.
We pay 4,200 dollars a month for it.
It'll cost 3,100 dollars a month.
Somebody owes me 5 quid.
A double room is 95 euros a night until Easter. Singles are 70.
Yes, I'm your manager. The HR tool is wrong.
The release was planned for Thursday.
I'm on call now.
"""


def lines(*groups: str) -> list[str]:
    return [line for group in groups for line in group.strip().splitlines()]


@pytest.mark.parametrize(
    "text",
    lines(
        QUESTIONS,
        SUPPOSED,
        JOKES,
        OF_WHOM_IT_IS_SAID_TO,
        NO_HOME_AND_NO_EMPLOYER,
        OTHERS_WORDS,
        ORDERS,
        IN_PASSING,
    ),
)
def test_nothing_is_claimed(text: str) -> None:
    message = Message(text=text, speaker="Sam", role=Role.USER, occurred_at=SAID_AT)
    assert read(message) == ()


@pytest.mark.parametrize(
    "text",
    lines(
        """
        You told me that you live in Norwich and have two children.
        To recap: you work at Acme and your rent is 950 euros.
        Your sister Maria lives in Porto.
        I live in the cloud and I love puzzles.
        I'm an assistant at Acme.
        Here's a draft: I have lived in Bristol for six years and speak Catalan.
        The Battle of Hastings took place in 1066.
        Python 3.12 was released in October 2023.
        To make the dough you need 500 g of flour.
        I've rewritten the paragraph for you.
        I found three flights; the cheapest one costs 89 euros.
        Congratulations on your new job at Acme!
        Reserved in your calendar.
        """.replace("        ", "")
    ),
)
def test_an_assistant_claims_nothing_of_the_user_of_itself_or_of_the_world(text: str) -> None:
    message = Message(text=text, speaker="assistant", role=Role.ASSISTANT, occurred_at=SAID_AT)
    assert extract(message) == ()


@pytest.mark.parametrize(
    "text, sentences",
    [
        ("Sam's replacement is Yusuf. He starts on 1 December.", ["Sam's replacement is Yusuf.", "Yusuf starts."]),
        ("Lena from Datalark is our account manager.", ["Sam's account manager is Lena."]),
        ("Tobias is our SRE lead.", ["Sam's sre lead is Tobias."]),
        ("Number Theory is on Tuesdays.", ["Number Theory is Tuesdays."]),
        ("I'm on call this week.", ["Sam is on call."]),
    ],
)  # fmt: skip
def test_it_is_said_of_whom_and_what_it_is_said_of(text: str, sentences: list[str]) -> None:
    message = Message(text=text, speaker="Sam", role=Role.USER, occurred_at=SAID_AT)
    assert [claim.sentence for claim in read(message)] == sentences


@pytest.mark.parametrize(
    "text, subjects",
    [
        ("Flat 5: the new tenant is Lucía Ferrer, she moves in in May. Rent is 740.", ["Lucía Ferrer"]),
        ("If my sister Clara moves to Rome, I'll visit her.", ["Clara"]),
        ("My knee's been clicking, is that something for a physio?", ["knee clicking"]),
        ("I'm on warfarin, can I eat grapefruit?", ["warfarin"]),
        ("I'm your stage manager, call me any time.", ["stage manager"]),
        ("Raquel told me she's leaving for Maputo in July, and it's true.", ["leaving for Maputo"]),
        (
            "My doctor says I have high blood pressure and asthma.",
            ["high blood pressure", "asthma"],
        ),
        ("Remember that I'm allergic to shellfish.", ["allergic to shellfish"]),
        ("Unless they fix the lift I'd have to go, I live in Rome.", ["Rome"]),
        ("My phone number is 555-0101, at work it's 555-0202.", ["555-0101"]),
        ("My rent is 900, with heating it's 980.", ["900"]),
        ("I live in Noordwijk and work at the Rijksmuseum.", ["Noordwijk", "Rijksmuseum"]),
        ("I live in Leeds at this point.", ["Leeds"]),
        ("I raised a million once, and obviously I live in Bonn.", ["Bonn"]),
    ],
)  # fmt: skip
def test_what_is_asserted_beside_it_is_still_claimed(text: str, subjects: list[str]) -> None:
    message = Message(text=text, speaker="Sam", role=Role.USER, occurred_at=SAID_AT)
    assert [claim.object for claim in extract(message)] == subjects
