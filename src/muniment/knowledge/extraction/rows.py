"""Hold what verbs say of their subject: a table, a row for each reading of a verb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import MINE
from muniment.knowledge.extraction.lexicon import LAPSING
from muniment.knowledge.extraction.phrases import is_name
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


DWELLINGS: Final = words(
    "flat apartment house cottage village town city countryside suburbs farm coast island mountains"
    " studio bungalow caravan home hospice boat houseboat farmhouse outskirts place villa condo dorm hostel"
)
_BUSINESS: Final = words(
    "guest guesthouse b&b "
    "shelter hostel centre center service surgery dairy brewery vineyard orchard estate channel podcast blog stall market camp website"
    " forum archive festival "
    "department bakery shop café cafe restaurant company business farm hotel bar pub salon studio clinic practice"
    " agency team firm bookshop school nursery kindergarten kitchen lab laboratory theatre gallery branch office startup"
    " charity foundation club library museum workshop garage project programme program section unit ward store bookstore"
    " division group family association committee council board union fund choir society tenants residents accounts"
)
_PRONOUNS: Final = words(
    "it them that this these those me us him her you myself ourselves some something everything nothing anything"
    " what how where when who to being all none one ones more less enough much many"
)
_DEGREES: Final = words("phd doctorate master's masters bachelor's mba diploma msc bsc")
_GOODS: Final = words(
    "lunch dinner breakfast tickets groceries milk bread coffee drinks food time ticket bill round idea story crap beer"
    " pizza sandwich snack gift gifts present presents flowers way cake"
)


_NO_HOMES: Final = words(
    "office work desk gym airport supermarket library station computer spreadsheet waiting room car past present moment leggings pyjamas bubble edge"
)


def _is_place(tokens: Sequence[Token]) -> bool:
    norms = {each.norm for each in tokens}
    return any(is_name(each) for each in tokens) or bool(norms & DWELLINGS)


def _is_home(tokens: Sequence[Token]) -> bool:
    norms = {each.norm for each in tokens}
    return not norms & _NO_HOMES and tokens[0].norm not in _PRONOUNS | words(
        "fear hope peace my denial harmony two own"
    )


def _is_named(tokens: Sequence[Token]) -> bool:
    return any(is_name(each) for each in tokens)


def _all_named(tokens: Sequence[Token]) -> bool:
    return all(is_name(each) or each.norm in {"&", "of", "and", "the"} for each in tokens)


def _is_employer(tokens: Sequence[Token]) -> bool:
    first = tokens[0].norm
    if first in _PRONOUNS | MINE | words(
        "home night nights kids children hours years days free fun living money speed least once weekends"
    ):
        return False
    if not _is_named(tokens) and (len(tokens) == 1 and tokens[0].norm.endswith("s")):
        return False
    if first in words(
        "such different many various several other people clients influencers most all full"
    ):
        return False
    return (
        not first.isdigit()
        and not first[0].isdigit()
        and tokens[-1].norm not in {"hours", "years", "desk", "computer"}
    )


def _is_language(tokens: Sequence[Token]) -> bool:
    return any(each.norm in lexicon.LANGUAGES for each in tokens)


def _is_played(tokens: Sequence[Token]) -> bool:
    return any(each.norm in lexicon.GAMES | lexicon.INSTRUMENTS for each in tokens)


def _is_food(tokens: Sequence[Token]) -> bool:
    return tokens[-1].norm in lexicon.FOODS or tokens[0].norm in lexicon.FOODS


def _is_eaten(tokens: Sequence[Token]) -> bool:
    return _is_food(tokens) or tokens[0].norm in lexicon.DIETS


def _is_vehicle(tokens: Sequence[Token]) -> bool:
    named = any(is_name(each) for each in tokens) or any(
        each.norm in lexicon.MAKES for each in tokens
    )
    return (named or tokens[-1].norm in lexicon.POSSESSIONS) and not _is_driven(tokens)


def _is_driven(tokens: Sequence[Token]) -> bool:
    return tokens[-1].norm in words("bus tram taxi lorry truck train cab forklift ambulance")


def _is_diet(tokens: Sequence[Token]) -> bool:
    return tokens[0].norm in lexicon.DIETS


def _is_one_name(tokens: Sequence[Token]) -> bool:
    return len(tokens) <= 2 and all(is_name(each) for each in tokens)


def _is_school(tokens: Sequence[Token]) -> bool:
    return tokens[-1].norm in words(
        "university uni college kindergarten nursery academy gymnasium"
    ) or (tokens[-1].norm in {"school", "primary", "college"} and len(tokens) > 1)


def _is_read(tokens: Sequence[Token]) -> bool:
    return len(tokens) <= 2 and tokens[0].norm in lexicon.STUDIES - {
        "literature",
        "science",
        "art",
        "music",
    }


def _is_thing(tokens: Sequence[Token]) -> bool:
    return (
        tokens[0].norm not in _PRONOUNS
        and tokens[-1].norm not in _GOODS
        and tokens[0].norm not in _GOODS
    )


def _is_pet(tokens: Sequence[Token]) -> bool:
    return any(lexicon.singular(each.norm) in lexicon.PETS for each in tokens)


def _is_possession(tokens: Sequence[Token]) -> bool:
    return any(
        lexicon.singular(each.norm) in lexicon.POSSESSIONS | lexicon.MAKES for each in tokens
    )


def _is_gained(tokens: Sequence[Token]) -> bool:
    return tokens[0].norm not in {"rid", "out", "back", "my"} and _is_possession(tokens)


def _is_date(tokens: Sequence[Token]) -> bool:
    return any(each.norm[0].isdigit() for each in tokens)


def _is_taste(tokens: Sequence[Token]) -> bool:
    if any(each.norm in {"you", "your", "me", "us"} for each in tokens):
        return False
    if tokens[0].norm in words(
        "how when what that it this them you him her your these those being me us hearing seeing talking if"
    ):
        return False
    return tokens[0].norm != "to" or len(tokens) > 1


def _is_business(tokens: Sequence[Token]) -> bool:
    return any(each.norm in _BUSINESS for each in tokens)


def _is_subject(tokens: Sequence[Token]) -> bool:
    return tokens[0].norm not in {"hard", "for", "a", "it", "that", "this", "all"}


def _is_discipline(tokens: Sequence[Token]) -> bool:
    return any(each.norm in lexicon.STUDIES | lexicon.LANGUAGES for each in tokens)


def _is_trade(tokens: Sequence[Token]) -> bool:
    return any(lexicon.is_occupation(each.norm) for each in tokens) or any(
        each.norm in {"head", "lead", "chief"} for each in tokens
    )


def _is_drug(tokens: Sequence[Token]) -> bool:
    return any(
        each.norm in lexicon.DRUGS or each.norm.endswith(lexicon.DRUG_ENDINGS) for each in tokens
    )


def _is_field(tokens: Sequence[Token]) -> bool:
    return not is_name(tokens[0]) and any(each.norm in lexicon.FIELDS for each in tokens)


def _is_schooling(tokens: Sequence[Token]) -> bool:
    return (
        tokens[-1].norm
        in words(
            "university uni college school nursery kindergarten phd apprenticeship course degree"
        )
        and len(tokens) <= 3
    )


def _is_charge(tokens: Sequence[Token]) -> bool:
    if tokens[0].norm in _PRONOUNS:
        return False
    return tokens[-1].norm.endswith(("s", "ing")) or tokens[-1].norm in words(
        "newsletter marketing website archive budget payroll shop estate garden press kitchen"
    )


def _is_taught(tokens: Sequence[Token]) -> bool:
    return tokens[0].norm not in _PRONOUNS and (
        any(
            each.norm
            in lexicon.STUDIES | lexicon.LANGUAGES | lexicon.PASTIMES | lexicon.INSTRUMENTS
            for each in tokens
        )
    )


def _is_pastime(tokens: Sequence[Token]) -> bool:
    return any(
        each.norm in lexicon.PASTIMES | lexicon.GAMES | lexicon.INSTRUMENTS for each in tokens
    )


def _is_service(tokens: Sequence[Token]) -> bool:
    return _all_named(tokens) or lexicon.singular(tokens[-1].norm) in words(
        "subscription membership card account insurance policy contract gym broadband landline streaming cable"
    )


def _is_running(tokens: Sequence[Token]) -> bool:
    return tokens[0].norm in LAPSING


def _is_account(tokens: Sequence[Token]) -> bool:
    return tokens[0].norm in {"account", "accounts"} or (
        len(tokens) > 1 and tokens[1].norm in {"account", "accounts"}
    )


def _is_degree(tokens: Sequence[Token]) -> bool:
    of = tokens[2:] if len(tokens) > 2 and tokens[1].norm == "in" else tokens[:1]
    is_doing = of[0].norm.endswith("ing") and of[0].norm not in lexicon.STUDIES | {"marketing"}
    return tokens[0].norm in _DEGREES and not is_doing


def _is_ailment(tokens: Sequence[Token]) -> bool:
    return any(lexicon.is_ailment(each.norm) for each in tokens)


_ABROAD: Final = words("in at near outside on")
_WORK: Final = (
    Row(predicate="works_at", at=words("at for"), fits=_is_employer),
    Row(predicate="works_at", at=words("with"), fits=_all_named),
    Row(predicate="works_as", at=words("as")),
    Row(predicate="works_as", at=words("in"), object="in {o}", fits=_is_field),
)
_MEMBER: Final = (Row(predicate="works_as", at=words("as"), change=True, far=True, fits=_is_trade),)
_LIKING: Final = (Row(predicate="likes", whole=True, lists=True, fits=_is_taste),)
_DISLIKING: Final = (Row(predicate="dislikes", whole=True, lists=True, fits=_is_taste),)
_GAINING: Final = (Row(predicate="owns", change=True, lists=True, fits=_is_thing),)
_LOSING: Final = (Row(predicate="owns", loss=True, lists=True, fits=_is_thing),)
_ENROLLING: Final = (
    Row(predicate="studies", at=words("in on at"), passive=True, whole=True),
    Row(predicate="studies", at=words("in on at"), change=True, whole=True),
)
_EMPLOYED_AT: Final = Row(predicate="works_at", at=words("at"), far=True, fits=_is_employer)
_RUNNING: Final = (Row(predicate="works_as", object="{v} {o}", fits=_is_business), _EMPLOYED_AT)
_HURTING: Final = (
    Row(
        predicate="condition",
        object="{v} {o}",
        change=True,
        fits=lambda t: any(e.norm in lexicon.BODY for e in t),
    ),
)

ROWS: Final[dict[str, tuple[Row, ...]]] = {
    **dict.fromkeys(("live", "reside", "dwell"), (Row(predicate="lives_in", at=_ABROAD, whole=True, fits=_is_home),)),
    "base": (Row(predicate="lives_in", at=_ABROAD | {"out"}, passive=True),),
    "move": (
        Row(predicate="lives_in", at=words("to into"), change=True, whole=True, fits=_is_place),
        Row(predicate="lives_in", at=words("of"), first="out", loss=True, fits=_is_place),
    ),
    **dict.fromkeys(("relocate", "emigrate", "immigrate"), (Row(predicate="lives_in", at=words("to"), change=True),)),
    "settle": (Row(predicate="lives_in", at=words("in"), change=True, fits=_is_named),),
    "grow": (Row(predicate="from", at=words("in on near outside by"), first="up", change=True, whole=True, fits=_is_place),),
    "raise": (Row(predicate="from", at=words("in on near"), change=True, fits=_is_named),),
    "bear": (
        Row(predicate="born_on", passive=True, change=True, fits=_is_date),
        Row(predicate="born_on", at=words("on"), passive=True, change=True, fits=_is_date),
        Row(predicate="born_on", at=words("in"), passive=True, change=True, fits=_is_date),
        Row(predicate="from", at=words("in near"), passive=True, change=True, fits=_is_place),
    ),
    "come": (Row(predicate="from", at=words("from"), whole=True, fits=_is_place),),
    "hail": (Row(predicate="from", at=words("from"), fits=_is_place),),
    "work": _WORK,
    "freelance": (Row(predicate="works_as", at=words("as")),),
    "start": (
        Row(predicate="works_at", at=words("at with"), change=True, fits=_all_named),
        Row(predicate="studies", change=True, fits=_is_schooling),
    ),
    **dict.fromkeys(("handle", "oversee", "coordinate"), (Row(predicate="works_as", object="{v} {o}", fits=_is_charge),)),
    "look": (Row(predicate="works_as", at=words("after"), object="look after {o}", fits=_is_charge), _EMPLOYED_AT),
    "chair": (Row(predicate="works_as", object="{v} {o}", fits=_is_business),),
    "serve": (Row(predicate="works_as", at=words("as")),),
    "employ": (Row(predicate="works_at", at=words("by at with"), passive=True), Row(predicate="works_as", at=words("as"), passive=True)),
    "join": (Row(predicate="works_at", change=True, fits=_all_named), *_MEMBER),
    "hire": (Row(predicate="works_as", at=words("as"), change=True, passive=True), Row(predicate="works_at", at=words("by at"), change=True, passive=True)),
    **dict.fromkeys(("promote", "appoint", "elect", "name"), (
        Row(predicate="works_as", at=words("to as"), change=True, passive=True, fits=_is_trade),
        Row(predicate="works_as", change=True, passive=True, fits=_is_trade),
    )),
    "make": (Row(predicate="works_as", change=True, passive=True, fits=_is_trade),),
    "become": (Row(predicate="works_as", change=True, fits=_is_trade),),
    "qualify": _MEMBER,
    **dict.fromkeys(("train", "retrain"), (Row(predicate="studies", at=words("as to"), fits=_is_trade),)),
    "step": (Row(predicate="works_as", at=words("as"), first="down", loss=True),),
    **dict.fromkeys(("run", "manage", "head", "lead", "direct", "supervise"), _RUNNING),
    "teach": (Row(predicate="works_as", object="{o} teacher", fits=_is_taught), _EMPLOYED_AT),
    "study": (Row(predicate="studies", whole=True, fits=_is_subject), Row(predicate="studies", whole=True, change=True, fits=_is_discipline)),
    "major": (Row(predicate="studies", at=words("in")),),
    "enrol": _ENROLLING,
    "enroll": _ENROLLING,
    "speak": (Row(predicate="skill", lists=True, fits=_is_language),),
    "play": (Row(predicate="hobby", object="{v} {o}", lists=True, fits=_is_played),),
    "practise": (Row(predicate="hobby", object="{v} {o}", fits=_is_pastime),),
    "practice": (Row(predicate="hobby", object="{v} {o}", fits=_is_pastime),),
    "collect": (Row(predicate="hobby", object="{v} {o}", fits=_is_thing),),
    "take": (Row(predicate="hobby", first="up", change=True, fits=_is_thing), Row(predicate="attribute", of="medication", fits=_is_drug), Row(predicate="diet", fits=_is_food)),
    "do": (Row(predicate="hobby", object="{o}", lists=True, fits=_is_pastime), Row(predicate="diet", fits=_is_diet)),
    "attend": (Row(predicate="studies", fits=_is_school),),
    "go": (Row(predicate="studies", at=words("to"), fits=_is_school),),
    "date": (Row(predicate="relation", of="partner", fits=_is_one_name),),
    "avoid": (Row(predicate="diet", lists=True, fits=_is_food),),
    "read": (Row(predicate="studies", fits=_is_read),),
    "cut": (Row(predicate="diet", first="out", loss=True, lists=True, fits=_is_food),),
    **dict.fromkeys(("outgrow", "beat"), (Row(predicate="condition", loss=True, fits=_is_ailment),)),
    "recover": (Row(predicate="condition", at=words("from"), loss=True, fits=_is_ailment),),
    "have": (Row(predicate="attribute", of="degree", whole=True, fits=_is_degree),),
    **dict.fromkeys(("love", "adore", "enjoy", "like"), _LIKING),
    **dict.fromkeys(("hate", "dislike", "detest", "loathe", "despise"), _DISLIKING),
    "own": (Row(predicate="owns", lists=True, fits=_is_thing),),
    "keep": (Row(predicate="owns", fits=lambda t: lexicon.singular(t[-1].norm) in lexicon.PETS | {"bee", "beehive"}),),
    "drive": (Row(predicate="owns", fits=_is_vehicle), Row(predicate="works_as", object="{o} driver", fits=_is_driven), Row(predicate="works_at", at=words("for"), far=True, fits=_is_employer)),
    **dict.fromkeys(("buy", "inherit", "purchase"), _GAINING),
    "adopt": (Row(predicate="owns", change=True, lists=True, fits=_is_pet),),
    "get": (Row(predicate="owns", change=True, fits=_is_gained), Row(predicate="hobby", at=words("into"), change=True, fits=_is_pastime), Row(predicate="owns", at=words("of"), first="rid", loss=True, fits=_is_thing)),
    **dict.fromkeys(("sell", "scrap", "donate", "rehome"), _LOSING),
    "give": (Row(predicate="owns", first="away", loss=True, fits=_is_thing),),
    "cancel": (Row(predicate="owns", loss=True, lists=True, fits=_is_service),),
    "eat": (Row(predicate="diet", lists=True, fits=_is_eaten),),
    "drink": (Row(predicate="diet", lists=True, fits=_is_food),),
    "suffer": (Row(predicate="condition", at=words("from")),),
    "diagnose": (Row(predicate="condition", at=words("with"), passive=True, change=True),),
    "catch": (Row(predicate="condition", change=True, fits=_is_ailment),),
    **dict.fromkeys(("break", "sprain", "twist", "tear", "fracture", "injure", "dislocate", "bruise", "pull"), _HURTING),
    "retire": (Row(predicate="works_at", at=words("from"), loss=True, fits=_is_employer),),
    "unsubscribe": (Row(predicate="owns", at=words("from"), loss=True),),
    **dict.fromkeys(("end", "terminate"), (Row(predicate="owns", loss=True, whole=True, fits=_is_running),)),
    "close": (Row(predicate="owns", loss=True, whole=True, fits=_is_account),),
    "resign": (Row(predicate="works_at", at=words("from"), loss=True, fits=_is_named), Row(predicate="works_as", at=words("as"), loss=True)),
    "prefer": (Row(predicate="favourite", whole=False, fits=_is_thing),),
}  # fmt: skip
"""What each verb says."""
