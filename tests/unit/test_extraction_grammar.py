"""Shapes of speech that no list knows: what is left out, turned round, given up, put right, thought."""

from __future__ import annotations

import pytest

from tests.unit.test_extraction_claims import claims_of, told

WHERE: list[tuple[str, list[str]]] = [
    ("I've lived in Antwerp all my life.", ["state Sam · lives_in · Antwerp"]),
    ("My parents still live in Split.", ["state Sam's parents · lives_in · Split"]),
]
WORK: list[tuple[str, list[str]]] = [
    ("I'm a freelance illustrator.", ["state Sam · works_as · freelance illustrator"]),
    ("I work nights at the bakery on Mill Street.", ["state Sam · works_at · bakery"]),
    (
        "So basically I do plumbing for Hargreaves & Sons.",
        ["state Sam · works_as · plumbing", "state Sam · works_at · Hargreaves & Sons"],
    ),
    ("I groom poodles and I'm happy with it.", ["state Sam · works_as · groom poodles"]),
    ("They made me team lead in March.", ["state Sam · works_as · team lead [2026-03-01..]"]),
    ("My boss promoted me to head of design.", ["state Sam · works_as · head of design"]),
    ("I'm their compliance officer.", ["state Sam · works_as · compliance officer"]),
    ("Tiler by trade.", ["state Sam · works_as · Tiler"]),
    ("I lost my job at the mill.", ["end Sam · works_at · mill"]),
    ("Dr. Mbeki isn't with the practice any more.", ["end Dr. Mbeki · works_at · practice"]),
]
LEFT_OUT: list[tuple[str, list[str]]] = [
    ("rent went up to 640 in May", ["state Sam · attribute of rent · 640 [2026-05-01..]"]),
    ("rent's going up again, 710 from July", ["state Sam · attribute of rent · 710"]),
    ("bday is 4 march", ["state Sam · born_on · 4 march"]),
    ("fave colour is teal", ["state Sam · favourite of colour · teal"]),
    ("knees are shot", ["state Sam · condition · knees shot"]),
    (
        "Plumber's coming on Monday.",
        ["state Sam · plan · Plumber coming on Monday [2026-05-25..2026-05-26]"],
    ),
    (
        "Ran the parkrun on Sunday, at 71!",
        ["state Sam · event · Ran the parkrun [2026-05-17..2026-05-18]", "state Sam · age · 71"],
    ),
    ("Allergic to walnuts over here.", ["state Sam · condition · Allergic to walnuts"]),
    (
        "My client, Mr. Alan Pym, is retired.",
        ["state Sam · relation of client · Alan Pym", "state Alan Pym · status · retired"],
    ),
    ("Dr Ito is my GP.", ["state Sam · relation of gp · Dr Ito"]),
    ("me and petra broke up", ["end Sam · relation of partner · petra"]),
]
PLAIN: list[tuple[str, list[str]]] = [
    ("I weigh 80 kilos.", ["state Sam · attribute of weight · 80 kilos"]),
    ("I earn 3,200 a month.", ["state Sam · attribute of salary · 3,200 a month"]),
    ("I prefer tea.", ["state Sam · likes · tea"]),
    ("I prefer a window seat.", ["state Sam · favourite of seat · window seat"]),
    ("My new address is 12 Hill Road.", ["state Sam · attribute of address · 12 Hill Road"]),
]
WHOSE: list[tuple[str, list[str]]] = [
    (
        "My brother turned 50 on Friday.",
        ["state Sam's brother · age · 50 [2026-05-15..]"],
    ),
    (
        "The twins, Ben and Lia, are here.",
        ["state Sam · relation of twin · Ben", "state Sam · relation of twin · Lia"],
    ),
    (
        "My aunt Rosa and Mr Lund, who is diabetic, are here.",
        ["state Sam · relation of aunt · Rosa", "state Mr Lund · condition · diabetic"],
    ),
    ("Ida Berg's dad called: Ida has measles.", ["state Ida Berg · condition · measles"]),
    (
        "My fridge gave up on Tuesday.",
        ["state Sam · event · fridge gave up [2026-05-19..2026-05-20]"],
    ),
    ("I'm a nurse in Leeds.", ["state Sam · works_as · nurse", "state Sam · lives_in · Leeds"]),
    ("Otto went on paternity leave.", ["state Otto · status · on paternity leave"]),
    ("I've never been on a ferry.", ["deny Sam · event · been on a ferry"]),
    ("We haven't got kids.", ["deny Sam · relation of child · kids"]),
    ("Ana has left the sales team.", ["end Ana · works_at · sales team"]),
    ("Write down that Mrs. Abe isn't diabetic.", ["deny Mrs. Abe · condition · diabetic"]),
    ("Our son is seven months.", ["state Sam's son · age · seven months"]),
    (
        "I'm going to Lyon from 3 to 5 June.",
        ["state Sam · plan · going to Lyon [2026-06-03..2026-06-06]"],
    ),
    (
        "No, my sister is 30, Ben is my cousin.",
        ["correct Sam's sister · age · 30", "state Sam · relation of cousin · Ben"],
    ),
]
PEOPLE: list[tuple[str, list[str]]] = [
    ("Dr. Petrosyan is my cardiologist.", ["state Sam · relation of cardiologist · Dr. Petrosyan"]),
    (
        "Remind me to ring Dr. Okafor before Friday, she's my midwife.",
        ["state Sam · relation of midwife · Dr. Okafor"],
    ),
    (
        "The new contact at Siemens is Frau Beck.",
        ["state Siemens · relation of contact · Frau Beck"],
    ),
    (
        "My brother turns 60 on the 11th of June.",
        [
            "state Sam's brother · age · 60 [2026-06-11..]",
            "state Sam's brother · born_on · 11th of June",
        ],
    ),
    (
        "Two brothers, Wilmer and Edison, and a sister who's a nun.",
        [
            "state Sam · count of brother · Two",
            "state Sam · relation of brother · Wilmer",
            "state Sam · relation of brother · Edison",
            "state Sam's sister · works_as · nun",
        ],
    ),
    ("Me and Jess broke up.", ["end Sam · relation of partner · Jess"]),
    ("My girlfriend and I have split up.", ["end Sam · relation of girlfriend · girlfriend"]),
    ("I'm vegan, Peter isn't.", ["state Sam · diet · vegan", "deny Peter · diet · vegan"]),
    (
        "I love jazz, my brother doesn't.",
        ["state Sam · likes · jazz", "deny Sam's brother · likes · jazz"],
    ),
]
HEALTH_AND_FOOD: list[tuple[str, list[str]]] = [
    (
        "I'm allergic to penicillin and latex.",
        [
            "state Sam · condition · allergic to penicillin",
            "state Sam · condition · allergic to latex",
        ],
    ),
    ("I'm on 20 mg of citalopram.", ["state Sam · attribute of citalopram dose · 20 mg"]),
    ("My knees are shot.", ["state Sam · condition · knees shot"]),
    ("My back's all healed now.", ["end Sam · condition · back"]),
    ("My GP says it's tendinitis.", ["state Sam · condition · tendinitis"]),
    (
        "Coeliac here, so no gluten at all.",
        ["state Sam · condition · Coeliac", "state Sam · diet · no gluten"],
    ),
    ("Not vegan anymore tbh.", ["end Sam · diet · vegan"]),
    ("I gave up sugar in March.", ["end Sam · diet · sugar [..2026-03-01]"]),
]
HAVING: list[tuple[str, list[str]]] = [
    (
        "I have two huskies, Buran and Zlata.",
        [
            "state Sam · count of husky · two",
            "state Sam · owns · husky Buran",
            "state Sam · owns · husky Zlata",
        ],
    ),
    ("Mozart is my beagle.", ["state Sam · owns · beagle Mozart"]),
    (
        "Our old dog Pepper died on Sunday.",
        [
            "end Sam · owns · old dog Pepper [..2026-05-17]",
            "state Pepper · event · died [2026-05-17..2026-05-18]",
        ],
    ),
    (
        "We have two goats and a hen, plus Mitzi, the cat.",
        ["state Sam · count of goat · two", "state Sam · owns · hen"],
    ),
    ("I have an allotment of 180 square metres.", ["state Sam · owns · allotment"]),
    ("The apprentice is called Zoe.", ["state Sam · relation of apprentice · Zoe"]),
    ("I drive a dented 2009 Hilux.", ["state Sam · owns · dented 2009 Hilux"]),
    ("I gave my piano away.", ["end Sam · owns · piano"]),
    ("My gym membership has expired.", ["end Sam · owns · gym membership"]),
]
LEISURE: list[tuple[str, list[str]]] = [
    ("I'm done with CrossFit.", ["end Sam · hobby · CrossFit"]),
    ("Quit smoking in March!", ["end Sam · hobby · smoking [..2026-03-01]"]),
    ("I go bouldering pretty much every Tuesday.", ["state Sam · hobby · bouldering"]),
    ("In my spare time I restore old radios.", ["state Sam · hobby · restore old radios"]),
    ("I'm not a fan of open offices.", ["state Sam · dislikes · open offices"]),
    ("I don't like bread.", ["state Sam · dislikes · bread"]),
    ("I knit basically every day after work.", ["state Sam · hobby · knit"]),
]
OPINIONS: list[tuple[str, list[str]]] = [
    (
        "I honestly think the four-day week is a great idea, and my boss agrees.",
        ["state Sam · opinion · the four-day week is a great idea"],
    ),
    (
        "In my opinion the new office is way too loud.",
        ["state Sam · opinion · the new office is way too loud"],
    ),
    ("If you ask me, the old logo was better.", ["state Sam · opinion · the old logo was better"]),
]
THINGS: list[tuple[str, list[str]]] = [
    (
        "Rent for the Aarhus office is 14,500 kroner a month.",
        ["state Aarhus office · attribute of rent · 14,500 kroner a month"],
    ),
    (
        "Orion's deploy window is Thursdays 22:00 to 23:30.",
        ["state Orion · attribute of deploy window · Thursdays 22:00 to 23:30"],
    ),
    (
        "The staging db runs on Postgres 14.9.",
        ["state staging db · attribute of version · Postgres 14.9"],
    ),
    ("My rent's gone up again, it's 1,180 now.", ["state Sam · attribute of rent · 1,180"]),
    ("They put the rent up to 1,050.", ["state Sam · attribute of rent · 1,050"]),
    (
        "Milk price went up to 47 cents a litre.",
        ["state Milk · attribute of price · 47 cents a litre"],
    ),
    ("New phone number: 07700 900418.", ["state Sam · attribute of phone number · 07700 900418"]),
    ("Favourite colour: green.", ["state Sam · favourite of colour · green"]),
    (
        "The quote for the roof came to 11,400 euros.",
        ["state quote for the roof · attribute of amount · 11,400 euros"],
    ),
    (
        "The plumber is coming on Friday at 8.",
        ["state Sam · plan · plumber coming on Friday at 8 [2026-05-22..2026-05-23]"],
    ),
    (
        "The boiler was serviced in October.",
        ["state boiler · event · serviced [2025-10-01..2025-11-01]"],
    ),
]
CORRECTIONS: list[tuple[str, list[str]]] = [
    (
        "Actually it's Ghent where my mum lives, not Lille.",
        ["correct Sam's mum · lives_in · Ghent"],
    ),
    ("It's smooth jazz I can't bear.", ["state Sam · dislikes · smooth jazz"]),
    ("The quote was 8,900 not 9,800, my bad.", ["correct quote · attribute of amount · 8,900"]),
    ("I said forty-five earlier, I'm forty-six.", ["correct Sam · age · forty-six"]),
    ("I'm not a nurse, I'm a nursing assistant.", ["correct Sam · works_as · nursing assistant"]),
    (
        "I didn't study medicine, I studied pharmacy.",
        ["deny Sam · studies · medicine", "state Sam · studies · pharmacy"],
    ),
    (
        "I got the year wrong, we opened the bakery in 2017.",
        ["correct Sam · event · opened the bakery [2017-01-01..2018-01-01]"],
    ),
    (
        "My surname is Ilieva now, not Petkova any more.",
        ["state Sam · attribute of surname · Ilieva"],
    ),
    ("Correction: four grandchildren.", ["correct Sam · count of grandchild · four"]),
]


@pytest.mark.parametrize(
    "text, claims",
    [
        *WHERE,
        *WORK,
        *LEFT_OUT,
        *PLAIN,
        *WHOSE,
        *PEOPLE,
        *HEALTH_AND_FOOD,
        *HAVING,
        *LEISURE,
        *OPINIONS,
        *THINGS,
        *CORRECTIONS,
    ],
)
def test_a_shape_of_speech_is_read(text: str, claims: list[str]) -> None:
    assert [told(claim) for claim in claims_of(text)] == claims
