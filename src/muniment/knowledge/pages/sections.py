"""Say under which heading a category stands on a page, and which categories are of persons."""

from __future__ import annotations

from typing import Final

from muniment.model.claims import DENIED, MANY_RELATIONS

RELATIONS: Final = MANY_RELATIONS | frozenset(
    {"wife", "husband", "partner", "spouse", "girlfriend", "boyfriend", "fiancé", "fiancée"}
    | {"mother", "father", "mom", "mum", "dad", "parent", "boss", "manager", "landlord", "ex"}
    | {"married_to", "knows", "reports_to"}
)
"""Categories that say how two persons stand to each other."""

# fmt: off
_SECTIONS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("Identity", frozenset({
        "name", "alias_of", "age", "born_on", "birthday", "birthplace", "from", "nationality",
        "gender", "pronouns", "language", "status", "religion",
    })),
    ("Home", frozenset({"lives_in", "city", "country", "address", "home", "location"})),
    ("Work and study", frozenset({
        "works_at", "works_as", "works_for", "employer", "role", "job", "occupation", "profession",
        "company", "team", "project", "career", "studies", "school", "degree", "skill",
    })),
    ("People", RELATIONS),
    ("Likes and habits", frozenset({
        "likes", "dislikes", "hobby", "preference", "diet", "drink", "food", "habit", "routine",
        "interest",
    })),
    ("Health", frozenset({"condition", "health", "allergy", "medication", "mood"})),
    ("Belongings", frozenset({"owns", "pet", "car"})),
    ("Plans", frozenset({"plan", "goal", "task", "constraint"})),
    ("Events", frozenset({"event", "trip"})),
    ("Opinions", frozenset({"opinion", "belief"})),
)
# fmt: on

OTHER: Final = "Other"
CONNECTIONS: Final = "Connections"
CHANGED: Final = "What changed"
CONTESTED: Final = "Contested"
SAID: Final = "Said lately"

_PLACES: Final = {
    category: title for title, categories in _SECTIONS for category in sorted(categories)
}
_FAVOURITE: Final = "favourite "
_COUNT: Final = "number of "

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
    """Return the heading that a category stands under."""
    if category_key is None:
        return OTHER
    category_key = category_key.removeprefix(DENIED)
    if category_key.startswith(_FAVOURITE):
        return "Likes and habits"
    if category_key.startswith(_COUNT):
        return "Belongings"
    return _PLACES.get(category_key, OTHER)


def is_personal(category_key: str) -> bool:
    """Tell whether a category is of persons."""
    return category_key in PERSONAL or category_key.startswith(_FAVOURITE)
