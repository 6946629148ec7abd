"""Hold what verbs say of their subject: a table, a row for each reading of a verb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muniment.knowledge.extraction.fitting import (
    all_named,
    has_name,
    is_amount,
    is_business,
    is_date,
    is_discipline,
    is_driven_for_a_living,
    is_drug,
    is_employer,
    is_firm,
    is_food,
    is_language,
    is_lasting,
    is_medicine,
    is_organisation,
    is_part_of_body,
    is_pet,
    is_place,
    is_played,
    is_possession,
    is_school,
    is_service,
    is_taste,
    is_thing,
    is_trade,
    is_vehicle,
)
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.wordlists import words

Test = Callable[[Sequence[Token]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a verb says: the predicate, and where its object stands.

    `at` are the prepositions before the object, none for the verb's own object; `first` a word that
    must follow the verb, as in "grow up". A `change` began when it happened, a `loss` ended then;
    else it is so as long as the verb's tense says. `lists` may have several objects. The preposition
    follows the verb at once unless it may stand `far` behind; `behind` an object it has to: who runs at Bute Park runs nothing there.
    """

    predicate: str
    at: frozenset[str] = frozenset()
    first: str = ""
    change: bool = False
    loss: bool = False
    lists: bool = False
    whole: bool = False
    far: bool = False
    behind: bool = False
    passive: bool | None = None
    fits: Test | None = None
    object: str = "{o}"
    of: str | None = None


_ABROAD: Final = words("in at near outside on")
_LIVING: Final = (Row(predicate="lives_in", at=_ABROAD, whole=True, fits=is_place),)
_MOVING: Final = (
    Row(predicate="lives_in", at=words("to into"), change=True, whole=True, fits=is_place),
    Row(predicate="lives_in", at=words("of"), first="out", loss=True, fits=is_place),
)
_OF_ONESELF: Final = tuple(replace(row, passive=False) for row in _MOVING)
"""Who is moved up to Gold has not moved there."""
_NEW_SCHOOL: Final = Row(predicate="studies", at=words("to"), change=True, fits=is_school)
_WORK: Final = (
    Row(predicate="works_at", at=words("at for"), fits=is_employer),
    Row(predicate="works_at", at=words("with"), fits=all_named),
    Row(predicate="works_as", at=words("as"), fits=is_trade),
)
_EMPLOYED: Final = (
    Row(predicate="works_at", at=words("at by with"), passive=True, fits=has_name),
    Row(predicate="works_as", at=words("as"), far=True, passive=True, fits=is_trade),
)
_POST: Final = (
    Row(predicate="works_as", at=words("to as"), change=True, passive=True, fits=is_trade),
    Row(predicate="works_as", change=True, passive=True, fits=is_trade),
    Row(predicate="works_at", at=words("by at"), change=True, passive=True, fits=has_name),
)
_RUNNING: Final = (
    Row(predicate="works_as", object="{v} {o}", fits=is_business),
    Row(predicate="works_at", at=words("at"), far=True, behind=True, fits=is_employer),
    Row(predicate="works_at", at=words("for"), far=True, behind=True, fits=has_name),
)
_STUDYING: Final = (
    Row(predicate="studies", whole=True, fits=is_lasting),
    Row(predicate="studies", whole=True, change=True, fits=is_discipline),
)
_ENROLLING: Final = (
    Row(predicate="studies", at=words("in on at"), passive=True, whole=True),
    Row(predicate="studies", at=words("in on at"), change=True, whole=True),
)
_LIKING: Final = (Row(predicate="likes", whole=True, lists=True, fits=is_taste),)
_DISLIKING: Final = (Row(predicate="dislikes", whole=True, lists=True, fits=is_taste),)
_GAINING: Final = (Row(predicate="owns", change=True, lists=True, fits=is_thing),)
_LOSING: Final = (Row(predicate="owns", loss=True, lists=True, fits=is_thing),)
_HURTING: Final = (Row(predicate="condition", object="{v} {o}", change=True, fits=is_part_of_body),)
_EATING: Final = (Row(predicate="diet", lists=True, fits=is_food),)

ROWS: Final[dict[str, tuple[Row, ...]]] = {
    **dict.fromkeys(("live", "reside"), _LIVING),
    **dict.fromkeys(("relocate", "emigrate"), (*_MOVING, _NEW_SCHOOL)),
    "move": (*_OF_ONESELF, _NEW_SCHOOL),
    **dict.fromkeys(("transfer", "switch"), (_NEW_SCHOOL,)),
    "base": (Row(predicate="lives_in", at=_ABROAD, passive=True, fits=is_place),),
    "grow": (Row(predicate="from", at=_ABROAD | {"by"}, first="up", change=True, whole=True, fits=is_place),),
    "bear": (
        Row(predicate="born_on", passive=True, change=True, fits=is_date),
        Row(predicate="born_on", at=words("on in"), passive=True, change=True, fits=is_date),
        Row(predicate="from", at=words("in near"), passive=True, change=True, fits=is_place),
    ),
    **dict.fromkeys(("come", "hail"), (Row(predicate="from", at=words("from"), whole=True, fits=is_place),)),
    "work": _WORK,
    "employ": _EMPLOYED,
    "start": (Row(predicate="works_at", at=words("at"), change=True, fits=is_firm),),
    "join": (Row(predicate="works_at", change=True, fits=all_named),),
    **dict.fromkeys(("promote", "appoint", "elect", "hire", "make"), _POST),
    "become": (Row(predicate="works_as", change=True, fits=is_trade),),
    "leave": (Row(predicate="works_at", loss=True, fits=is_organisation),),
    "retire": (Row(predicate="works_at", at=words("from"), loss=True, fits=is_employer),),
    **dict.fromkeys(("run", "manage", "head", "lead"), _RUNNING),
    "teach": (
        Row(predicate="works_as", object="{o} teacher", fits=is_discipline),
        Row(predicate="works_at", at=words("at"), far=True, fits=is_employer),
    ),
    "study": _STUDYING,
    **dict.fromkeys(("enrol", "enroll"), _ENROLLING),
    "speak": (Row(predicate="skill", lists=True, fits=is_language),),
    "play": (Row(predicate="hobby", object="{v} {o}", lists=True, fits=is_played),),
    **dict.fromkeys(("love", "adore", "enjoy", "like"), _LIKING),
    **dict.fromkeys(("hate", "dislike", "detest", "loathe"), _DISLIKING),
    "own": (Row(predicate="owns", lists=True, fits=is_thing),),
    "drive": (
        Row(predicate="owns", fits=is_vehicle),
        Row(predicate="works_as", object="{v} {o}", fits=is_driven_for_a_living),
    ),
    **dict.fromkeys(("buy", "inherit", "purchase"), _GAINING),
    "adopt": (Row(predicate="owns", change=True, lists=True, fits=is_pet),),
    "get": (Row(predicate="owns", change=True, fits=is_possession),),
    "sell": _LOSING,
    "cancel": (Row(predicate="owns", loss=True, lists=True, fits=is_service),),
    **dict.fromkeys(("eat", "drink"), _EATING),
    "put": (Row(predicate="attribute", of="medication", at=words("on"), change=True, passive=True, fits=is_medicine),),
    "take": (
        Row(predicate="attribute", of="medication", fits=is_drug),
        Row(predicate="works_as", first="over", at=words("as"), far=True, change=True, fits=is_trade),
    ),
    "prefer": (Row(predicate="favourite", fits=is_taste),),
    "weigh": (Row(predicate="attribute", of="weight", fits=is_amount),),
    "earn": (Row(predicate="attribute", of="salary", whole=True, fits=is_amount),),
    "use": (Row(predicate="owns", lists=True, fits=all_named),),
    "go": (
        Row(predicate="attribute", of="nickname", at=words("by"), fits=all_named),
        Row(predicate="studies", at=words("to"), fits=is_school),
    ),
    "report": (Row(predicate="relation", of="boss", at=words("to"), fits=all_named),),
    "suffer": (Row(predicate="condition", at=words("from")),),
    "diagnose": (Row(predicate="condition", at=words("with"), passive=True, change=True),),
    **dict.fromkeys(("break", "sprain", "twist", "tear", "fracture", "injure"), _HURTING),
}  # fmt: skip
"""What each verb says."""
