"""Tag beliefs with what people call them when they ask, where their sentences do not say it."""

from __future__ import annotations

from typing import Final

from muniment.knowledge.resolution.families import PARTNERS, STATE_FAMILIES
from muniment.knowledge.wordlists import words
from muniment.model.claims import Claim
from muniment.model.names import folded

_BY_PREDICATE: Final = {
    "lives_in": ("live", "home", "based", "city", "address"),
    "from": ("from", "hometown"),
    "works_at": ("work", "job", "employer", "company"),
    "works_as": ("job", "role", "occupation", "profession", "job title", "position"),
    "studies": ("study", "studies", "degree"),
    "age": ("age", "old"),
    "born_on": ("birthday", "born"),
    "diet": ("diet", "eat", "dietary"),
    "condition": ("health", "condition"),
    "plan": ("plan", "plans", "planning"),
    "hobby": ("hobby", "hobbies", "spare time", "free time"),
}
_BY_PROPERTY: Final = {
    "weight": ("weigh", "heavy"),
    "salary": ("earn", "paid", "income", "make"),
    "rent": ("pay",),
    "price": ("cost", "costs", "pay"),
    "deadline": ("due",),
    "location": ("keep", "where", "stored"),
    "size": ("big", "large"),
    "height": ("tall", "high"),
    "length": ("long",),
    "distance": ("far",),
    "temperature": ("warm", "hot"),
    "speed": ("fast",),
}
_BY_RELATION: Final = {
    "manager": ("boss",),
    "supervisor": ("boss",),
    "boss": ("manager",),
    "coach": ("trainer",),
    "trainer": ("coach",),
    "flatmate": ("roommate", "live with"),
    "roommate": ("flatmate", "live with"),
    "gp": ("doctor",),
}
_MARITAL: Final = ("marital status", "relationship status", "relationship", "married")
_WORKING: Final = (
    "employment",
    "employment status",
    "work situation",
    "job situation",
    "working",
    "work",
    "job",
)
_VEHICLES: Final = words("""
car bike van motorbike scooter suv hatchback volvo toyota honda ford fiat renault peugeot citroen vw golf audi bmw
mercedes skoda škoda seat opel corsa mazda nissan hyundai kia tesla subaru suzuki jeep mini vespa yamaha dacia polo
clio passat
""")


def tags_of(claim: Claim) -> tuple[str, ...]:
    """Return the tags of a claim's belief: words that questions have and its sentence has not."""
    said = folded(claim.sentence)
    words = [*_BY_PREDICATE.get(claim.predicate, ()), *_of_property(claim)]
    return tuple(
        dict.fromkeys(word for word in words if f" {word} " not in f" {said.rstrip('.')} ")
    )


def _of_property(claim: Claim) -> tuple[str, ...]:
    value = folded(claim.object)
    if claim.predicate == "status":
        return _state(value)
    if claim.predicate == "owns" and _VEHICLES.intersection(value.split()):
        return ("car", "drive") if "vespa" not in value else ("scooter", "ride")
    if claim.predicate == "relation" and claim.of is not None and folded(claim.of) in PARTNERS:
        return ("partner", "relationship")
    if claim.predicate == "relation" and claim.of is not None:
        return _BY_RELATION.get(folded(claim.of).split()[-1], ())
    if claim.predicate == "attribute" and claim.of is not None:
        return _BY_PROPERTY.get(folded(claim.of), ())
    return ()


def _state(value: str) -> tuple[str, ...]:
    said = f" {value} "
    found: list[str] = ["status", "state", "situation"]
    for family, tags in ((STATE_FAMILIES[0], _MARITAL), (STATE_FAMILIES[1], _WORKING)):
        if any(f" {each} " in said for each in family):
            found += tags
    return tuple(found)
