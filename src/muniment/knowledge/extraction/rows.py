"""Hold what verbs say of their subject: a table, a row for each reading of a verb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.fitting import (
    all_named,
    is_account,
    is_ailment,
    is_business,
    is_charge,
    is_class,
    is_date,
    is_degree,
    is_diet,
    is_discipline,
    is_driven,
    is_drug,
    is_eaten,
    is_employer,
    is_field,
    is_food,
    is_gained,
    is_home,
    is_language,
    is_named,
    is_one_name,
    is_pastime,
    is_pet,
    is_place,
    is_played,
    is_read,
    is_running,
    is_school,
    is_schooling,
    is_service,
    is_subject,
    is_taste,
    is_taught,
    is_thing,
    is_trade,
    is_vehicle,
    is_workplace,
)
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.wordlists import words

Test = Callable[[Sequence[Token]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a verb says: the predicate, and where its object stands.

    `at` are the prepositions before the object, none for the verb's own object; `first` a word that
    must follow the verb, as in "grow up". A `change` began when it happened, a `loss` ended then;
    else it is so as long as the verb's tense says. `lists` may have several objects. The preposition
    follows the verb at once unless it may stand `far` behind.
    """

    predicate: str
    at: frozenset[str] = frozenset()
    first: str = ""
    change: bool = False
    loss: bool = False
    lists: bool = False
    whole: bool = False
    far: bool = False
    passive: bool | None = None
    fits: Test | None = None
    object: str = "{o}"
    of: str | None = None


_ABROAD: Final = words("in at near outside on")
_WORK: Final = (
    Row(predicate="works_at", at=words("at for"), fits=is_employer),
    Row(predicate="works_at", at=words("with"), fits=all_named),
    Row(predicate="works_as", at=words("as")),
    Row(predicate="works_as", at=words("in"), object="in {o}", fits=is_field),
    Row(predicate="works_at", at=words("in"), fits=is_workplace),
)
_MEMBER: Final = (Row(predicate="works_as", at=words("as"), change=True, far=True, fits=is_trade),)
_LIKING: Final = (Row(predicate="likes", whole=True, lists=True, fits=is_taste),)
_DISLIKING: Final = (Row(predicate="dislikes", whole=True, lists=True, fits=is_taste),)
_GAINING: Final = (Row(predicate="owns", change=True, lists=True, fits=is_thing),)
_LOSING: Final = (Row(predicate="owns", loss=True, lists=True, fits=is_thing),)
_ENROLLING: Final = (
    Row(predicate="studies", at=words("in on at"), passive=True, whole=True),
    Row(predicate="studies", at=words("in on at"), change=True, whole=True),
)
_EMPLOYED_AT: Final = Row(predicate="works_at", at=words("at"), far=True, fits=is_employer)
_RUNNING: Final = (Row(predicate="works_as", object="{v} {o}", fits=is_business), _EMPLOYED_AT)
_HURTING: Final = (
    Row(
        predicate="condition",
        object="{v} {o}",
        change=True,
        fits=lambda t: any(e.norm in lexicon.BODY for e in t),
    ),
)

ROWS: Final[dict[str, tuple[Row, ...]]] = {
    **dict.fromkeys(("live", "reside", "dwell"), (Row(predicate="lives_in", at=_ABROAD, whole=True, fits=is_home),)),
    "base": (Row(predicate="lives_in", at=_ABROAD, passive=True), Row(predicate="lives_in", at=words("of"), first="out", passive=True)),
    **dict.fromkeys(("rent", "share"), (Row(predicate="lives_in", at=words("in"), far=True, fits=is_named),)),
    "touch": (Row(predicate="diet", lists=True, fits=is_food),),
    "move": (
        Row(predicate="lives_in", at=words("to into"), change=True, whole=True, fits=is_place),
        Row(predicate="lives_in", at=words("of"), first="out", loss=True, fits=is_place),
    ),
    **dict.fromkeys(("relocate", "emigrate", "immigrate"), (Row(predicate="lives_in", at=words("to"), change=True),)),
    "settle": (Row(predicate="lives_in", at=words("in"), change=True, fits=is_named),),
    "grow": (Row(predicate="from", at=words("in on near outside by"), first="up", change=True, whole=True, fits=is_place),),
    "raise": (Row(predicate="from", at=words("in on near"), change=True, fits=is_named),),
    "bear": (
        Row(predicate="born_on", passive=True, change=True, fits=is_date),
        Row(predicate="born_on", at=words("on"), passive=True, change=True, fits=is_date),
        Row(predicate="born_on", at=words("in"), passive=True, change=True, fits=is_date),
        Row(predicate="from", at=words("in near"), passive=True, change=True, fits=is_place),
    ),
    "come": (Row(predicate="from", at=words("from"), whole=True, fits=is_place),),
    "hail": (Row(predicate="from", at=words("from"), fits=is_place),),
    "work": _WORK,
    **dict.fromkeys(("moonlight", "double"), (Row(predicate="works_as", at=words("as")),)),
    "freelance": (Row(predicate="works_as", at=words("as")),),
    "start": (
        Row(predicate="works_at", at=words("at with"), change=True, fits=all_named),
        Row(predicate="studies", change=True, fits=is_schooling),
    ),
    **dict.fromkeys(("handle", "oversee", "coordinate"), (Row(predicate="works_as", object="{v} {o}", fits=is_charge),)),
    "look": (Row(predicate="works_as", at=words("after"), object="look after {o}", fits=is_charge), _EMPLOYED_AT),
    "chair": (Row(predicate="works_as", object="{v} {o}", fits=is_business),),
    "serve": (Row(predicate="works_as", at=words("as")),),
    "employ": (Row(predicate="works_at", at=words("by at with"), passive=True), Row(predicate="works_as", at=words("as"), passive=True)),
    "join": (Row(predicate="works_at", change=True, fits=all_named), *_MEMBER),
    "hire": (Row(predicate="works_as", at=words("as"), change=True, passive=True), Row(predicate="works_at", at=words("by at"), change=True, passive=True)),
    **dict.fromkeys(("promote", "appoint", "elect", "name"), (
        Row(predicate="works_as", at=words("to as"), change=True, passive=True, fits=is_trade),
        Row(predicate="works_as", change=True, passive=True, fits=is_trade),
    )),
    "make": (Row(predicate="works_as", change=True, passive=True, fits=is_trade),),
    "become": (Row(predicate="works_as", change=True, fits=is_trade),),
    "qualify": _MEMBER,
    **dict.fromkeys(("train", "retrain"), (Row(predicate="studies", at=words("as to"), fits=is_trade),)),
    "step": (Row(predicate="works_as", at=words("as"), first="down", loss=True),),
    **dict.fromkeys(("run", "manage", "head", "lead", "direct", "supervise"), _RUNNING),
    "teach": (Row(predicate="works_as", object="{o} teacher", fits=is_taught), _EMPLOYED_AT),
    "study": (Row(predicate="studies", whole=True, fits=is_subject), Row(predicate="studies", whole=True, change=True, fits=is_discipline)),
    "major": (Row(predicate="studies", at=words("in")),),
    "enrol": _ENROLLING,
    "enroll": _ENROLLING,
    "speak": (Row(predicate="skill", lists=True, fits=is_language),),
    "play": (Row(predicate="hobby", object="{v} {o}", lists=True, fits=is_played),),
    "practise": (Row(predicate="hobby", object="{v} {o}", fits=is_pastime),),
    "practice": (Row(predicate="hobby", object="{v} {o}", fits=is_pastime),),
    "collect": (Row(predicate="hobby", object="{v} {o}", fits=is_thing),),
    "take": (Row(predicate="studies", fits=is_class), Row(predicate="hobby", first="up", change=True, fits=is_thing), Row(predicate="attribute", of="medication", fits=is_drug), Row(predicate="diet", fits=is_food)),
    "do": (Row(predicate="hobby", object="{o}", lists=True, fits=lambda t: is_pastime(t[-1:])), Row(predicate="diet", fits=is_diet)),
    "attend": (Row(predicate="studies", fits=is_school),),
    "go": (Row(predicate="studies", at=words("to"), fits=is_school),),
    "date": (Row(predicate="relation", of="partner", fits=is_one_name),),
    "avoid": (Row(predicate="diet", lists=True, fits=is_food),),
    "read": (Row(predicate="studies", fits=is_read),),
    "cut": (Row(predicate="diet", first="out", loss=True, lists=True, fits=is_food),),
    **dict.fromkeys(("outgrow", "beat"), (Row(predicate="condition", loss=True, fits=is_ailment),)),
    "recover": (Row(predicate="condition", at=words("from"), loss=True, fits=is_ailment),),
    "have": (Row(predicate="attribute", of="degree", whole=True, fits=is_degree),),
    **dict.fromkeys(("love", "adore", "enjoy", "like"), _LIKING),
    **dict.fromkeys(("hate", "dislike", "detest", "loathe", "despise"), _DISLIKING),
    "own": (Row(predicate="owns", lists=True, fits=is_thing),),
    "keep": (Row(predicate="diet", fits=is_diet), Row(predicate="owns", fits=lambda t: lexicon.singular(t[-1].norm) in lexicon.PETS | {"bee", "beehive"}),),
    "drive": (Row(predicate="owns", fits=is_vehicle), Row(predicate="works_as", object="{o} driver", fits=is_driven), Row(predicate="works_at", at=words("for"), far=True, fits=is_employer)),
    **dict.fromkeys(("buy", "inherit", "purchase"), _GAINING),
    "adopt": (Row(predicate="owns", change=True, lists=True, fits=is_pet),),
    "get": (Row(predicate="owns", change=True, fits=is_gained), Row(predicate="hobby", at=words("into"), change=True, fits=is_pastime), Row(predicate="owns", at=words("of"), first="rid", loss=True, fits=is_thing)),
    **dict.fromkeys(("sell", "scrap", "donate", "rehome"), _LOSING),
    "give": (Row(predicate="owns", first="away", loss=True, fits=is_thing),),
    "cancel": (Row(predicate="owns", loss=True, lists=True, fits=is_service),),
    "eat": (Row(predicate="diet", lists=True, fits=is_eaten),),
    "drink": (Row(predicate="diet", lists=True, fits=is_food),),
    "suffer": (Row(predicate="condition", at=words("from")),),
    "diagnose": (Row(predicate="condition", at=words("with"), passive=True, change=True),),
    "catch": (Row(predicate="condition", change=True, fits=is_ailment),),
    **dict.fromkeys(("break", "sprain", "twist", "tear", "fracture", "injure", "dislocate", "bruise", "pull"), _HURTING),
    "retire": (Row(predicate="works_at", at=words("from"), loss=True, fits=is_employer),),
    "unsubscribe": (Row(predicate="owns", at=words("from"), loss=True),),
    **dict.fromkeys(("end", "terminate"), (Row(predicate="owns", loss=True, whole=True, fits=is_running),)),
    "close": (Row(predicate="owns", loss=True, whole=True, fits=is_account),),
    "resign": (Row(predicate="works_at", at=words("from"), loss=True, fits=is_named), Row(predicate="works_as", at=words("as"), loss=True)),
    "prefer": (Row(predicate="favourite", whole=False, fits=is_thing),),
}  # fmt: skip
"""What each verb says."""
