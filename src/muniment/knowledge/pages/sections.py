"""Say under which heading a category stands on a page, and which categories are of persons."""

from __future__ import annotations

from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.wordlists import phrases
from muniment.model.claims import DENIED, MANY_RELATIONS

RELATIONS: Final = MANY_RELATIONS | frozenset(
    {"wife", "husband", "partner", "spouse", "girlfriend", "boyfriend", "fiancé", "fiancée"}
    | {"mother", "father", "mom", "mum", "dad", "parent", "boss", "manager", "landlord", "ex"}
    | {"married_to", "knows", "reports_to"}
)
"""Categories that say how two persons stand to each other."""

_NO_PERSONS: Final = phrases("chair, head, lead, model, cook, guard, porter, potter, principal")
"""Occupations whose names mean a thing as often, or what it is like."""

_PAST: Final = phrases("trip, holiday, vacation")
"""Occasions that are told of as often as they are planned."""

# fmt: off
_SECTIONS: Final = (
    ("Identity", phrases("""
        name, first name, last name, surname, maiden name, nickname, alias_of, age, born_on, birthday, date of birth,
        birthplace, place of birth, birth order, hometown, from, nationality, citizenship, gender, pronouns, language,
        native language, mother tongue, status, marital status, anniversary, religion, star sign, handedness, height,
        shoe, ring, waist, clothes, hair, eye colour, eye color, voice, character, passport, visa
    """)),
    ("Contact", phrases("""
        contact, emergency contact, phone, telephone, mobile, cell, fax, email, e-mail, email address, web address,
        website, homepage, url, blog, username, twitter, instagram, linkedin, mastodon, facebook, whatsapp, skype,
        github, timezone
    """)),
    ("Home", phrases("""
        lives_in, city, town, country, address, home, location, house, flat, apartment, room, bedroom, floor,
        postcode, zip, region, neighbourhood, neighborhood, district, heating, lease
    """)),
    ("Work and study", phrases("""
        works_at, works_as, works_for, works_on, employer, role, job, occupation, profession, trade, company,
        business, firm, department, position, job title, title, team, project, career, office, place of work,
        workplace, work, working, shift, day off, duty, responsibility, commute, notice, notice period, studies,
        study, school, university, college, degree, major, subject, thesis, grade, year of study, course, skill,
        qualification
    """)),
    ("Money", phrases("""
        bank, account, account number, iban, salary, wage, pay, income, pension, allowance, bonus, commission, rate,
        rent, mortgage, loan, debt, deposit, savings, budget, price, cost, fee, fare, payment, amount, bill, invoice,
        tax, insurance, insurer, premium, subscription, balance, discount, profit, revenue, turnover, stake
    """)),
    ("People", (RELATIONS - {"pet"}) | lexicon.PEOPLE | (lexicon.OCCUPATIONS - _NO_PERSONS) | {"family"}),
    ("Likes and habits", phrases("""
        likes, dislikes, hobby, preference, prefers, taste, diet, drink, food, habit, routine, interest, sport,
        workout, bedtime, sleep, class, lesson, football team, coffee, tea
    """)),
    ("Health", lexicon.AILMENTS | lexicon.DRUGS | lexicon.BODY | phrases("""
        condition, health, allergy, allergic to, medication, medicine, dose, dosage, mood, diagnosis, symptom,
        treatment, therapy, weight, blood, blood type, blood group, blood pressure, pulse, cholesterol, temperature
    """)),
    ("Belongings", lexicon.GOODS | phrases("""
        owns, has, pet, breed, species, plate, mileage, password, pin
    """)),
    ("Plans", (lexicon.OCCASIONS - _PAST) | phrases("""
        plan, plans, goal, task, constraint, due, target, schedule, availability, departure, arrival, gate, booking,
        renewal, expiry
    """)),
    ("Events", _PAST | {"event"}),
    ("Opinions", phrases("opinion, belief, thinks")),
)

# fmt: on

OTHER: Final = "Other"
CONNECTIONS: Final = "Connections"
CHANGED: Final = "What changed"
CONTESTED: Final = "Contested"
SAID: Final = "Said lately"

_PLACES: Final = {
    category.replace("_", " "): title
    for title, categories in reversed(_SECTIONS)
    for category in sorted(categories)
}
"""The heading of each category; of two that have it, the first."""

_FAVOURITE: Final = ("favourite ", "favorite ")
_COUNT: Final = "number of "
_COUNTED: Final = "Belongings"
_VAGUE: Final = phrases(
    "name, age, from, status, language, title, character, notice, temperature, work, account, date, has"
)
"""Words that tell where a category stands only by themselves: the name of a dog is no identity of its owner."""

ORDER: Final = {
    title: place
    for place, title in enumerate(
        [*(title for title, _ in _SECTIONS), OTHER, CONNECTIONS, CHANGED, CONTESTED, SAID]
    )
}
"""Where each section stands."""

PERSONAL: Final = (
    RELATIONS
    | frozenset({"name", "age", "born_on", "birthday", "nationality", "pronouns", "lives_in"})
    | frozenset({"works_at", "works_as", "works_for", "employer", "job", "occupation", "studies"})
    | frozenset({"likes", "dislikes", "hobby", "skill", "diet", "allergy", "condition", "mood"})
    | frozenset({"role", "city", "opinion", "habit"})
)
"""Categories that are of persons, as a rule."""


def section_of(category_key: str | None) -> str:
    """Return the heading that a category stands under, by its words if it is none that is listed.

    Of several words the last that says anything says it: a phone number is a contact, a yoga class
    a habit, somebody's second accountant a person.
    """
    if category_key is None:
        return OTHER
    category_key = category_key.removeprefix(DENIED)
    spoken = category_key.replace("_", " ")
    if spoken.startswith(_FAVOURITE):
        return "Likes and habits"
    if spoken.startswith(_COUNT):
        counted = section_of(spoken.removeprefix(_COUNT))
        return _COUNTED if counted == OTHER else counted
    if spoken in _PLACES:
        return _PLACES[spoken]
    parts = [lexicon.singular(each) for each in spoken.split()]
    telling = [
        each for each in parts if each in _PLACES and (len(parts) == 1 or each not in _VAGUE)
    ]
    return _PLACES[telling[-1]] if telling else OTHER


def is_personal(category_key: str) -> bool:
    """Tell whether a category is of persons."""
    return category_key in PERSONAL or category_key.startswith(_FAVOURITE)
