"""Tell which objects of a verb fit what it says: a place, an employer, a language, a pet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import MINE
from muniment.knowledge.extraction.lexicon import LAPSING
from muniment.knowledge.extraction.phrases import is_name
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.wordlists import words

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


def is_place(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a place to live in."""
    norms = {each.norm for each in tokens}
    near = any(is_name(each) for each in tokens[:4]) and tokens[0].norm not in {"long", "line"}
    return near or bool(norms & DWELLINGS)


def is_home(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is somewhere to live, not a waiting room or a mood."""
    norms = {each.norm for each in tokens}
    if tokens[0].norm in lexicon.FOODS | {"spite", "hope", "benefits", "edge"}:
        return False
    return not norms & _NO_HOMES and tokens[0].norm not in _PRONOUNS | words(
        "fear hope peace my denial harmony two own"
    )


def is_named(tokens: Sequence[Token]) -> bool:
    """Tell whether an object has a name in it."""
    return any(is_name(each) for each in tokens)


def all_named(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a name and nothing else."""
    return all(is_name(each) or each.norm in {"&", "of", "and", "the"} for each in tokens)


def is_employer(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is somebody to work for."""
    first = tokens[0].norm
    if first in _PRONOUNS | MINE | words(
        "home night nights kids children hours years days free fun living money speed least once weekends"
    ):
        return False
    if not is_named(tokens) and (len(tokens) == 1 and tokens[0].norm.endswith("s")):
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


def is_language(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a language."""
    return any(each.norm in lexicon.LANGUAGES for each in tokens)


def is_played(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a game or an instrument."""
    return any(each.norm in lexicon.GAMES | lexicon.INSTRUMENTS for each in tokens)


def is_food(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is food or drink."""
    return tokens[-1].norm in lexicon.FOODS or tokens[0].norm in lexicon.FOODS


def is_eaten(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is food or a way of eating."""
    return is_food(tokens) or tokens[0].norm in lexicon.DIETS


def is_vehicle(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a vehicle of one's own."""
    named = any(is_name(each) for each in tokens) or any(
        each.norm in lexicon.MAKES for each in tokens
    )
    return (named or tokens[-1].norm in lexicon.POSSESSIONS) and not is_driven(tokens)


def is_driven(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is what drivers drive for others."""
    return lexicon.singular(tokens[-1].norm) in words(
        "bus tram taxi lorry truck train cab forklift ambulance"
    )


def is_diet(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a way of eating."""
    return tokens[0].norm in lexicon.DIETS


def is_one_name(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is one person's name."""
    return len(tokens) <= 2 and all(is_name(each) for each in tokens)


def is_school(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a school."""
    return tokens[-1].norm in words(
        "university uni college kindergarten nursery academy gymnasium"
    ) or (tokens[-1].norm in {"school", "primary", "college"} and len(tokens) > 1)


def is_read(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a subject that one reads at university."""
    return len(tokens) <= 2 and tokens[0].norm in lexicon.STUDIES - {
        "literature",
        "science",
        "art",
        "music",
    }


def is_thing(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a thing to have, not food or tickets."""
    return (
        tokens[0].norm not in _PRONOUNS
        and tokens[-1].norm not in _GOODS
        and tokens[0].norm not in _GOODS
    )


def is_pet(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a pet."""
    return any(lexicon.singular(each.norm) in lexicon.PETS for each in tokens)


def is_possession(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a thing worth having."""
    return any(
        lexicon.singular(each.norm) in lexicon.POSSESSIONS | lexicon.MAKES for each in tokens
    )


def is_gained(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is such a thing, and not lost or got back."""
    return tokens[0].norm not in {"rid", "out", "back", "my"} and is_possession(tokens)


def is_date(tokens: Sequence[Token]) -> bool:
    """Tell whether an object has a number in it."""
    return any(each.norm[0].isdigit() for each in tokens)


def is_taste(tokens: Sequence[Token]) -> bool:
    """Tell whether an object can be liked for long, not "it" or "how"."""
    if any(each.norm in {"you", "your", "me", "us"} for each in tokens):
        return False
    if tokens[0].norm in words(
        "how when what that it this them you him her your these those being me us hearing seeing talking if"
    ):
        return False
    return tokens[0].norm != "to" or len(tokens) > 1


def is_business(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a business or a part of one."""
    return any(each.norm in _BUSINESS for each in tokens)


def is_subject(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a subject of study."""
    return tokens[0].norm not in {"hard", "for", "a", "it", "that", "this", "all"}


def is_discipline(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a discipline."""
    return any(each.norm in lexicon.STUDIES | lexicon.LANGUAGES for each in tokens)


def is_trade(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a trade or a post."""
    return any(lexicon.is_occupation(each.norm) for each in tokens) or any(
        each.norm in {"head", "lead", "chief"} for each in tokens
    )


def is_drug(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a medicine."""
    return any(
        each.norm in lexicon.DRUGS or each.norm.endswith(lexicon.DRUG_ENDINGS) for each in tokens
    )


def is_field(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a field of work."""
    return not is_name(tokens[0]) and any(each.norm in lexicon.FIELDS for each in tokens)


def is_schooling(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is schooling of any kind."""
    return (
        tokens[-1].norm
        in words(
            "university uni college school nursery kindergarten phd apprenticeship course degree"
        )
        and len(tokens) <= 3
    )


def is_charge(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is what one is in charge of."""
    if tokens[0].norm in _PRONOUNS:
        return False
    return tokens[-1].norm.endswith(("s", "ing")) or tokens[-1].norm in words(
        "newsletter marketing website archive budget payroll shop estate garden press kitchen"
    )


def is_taught(tokens: Sequence[Token]) -> bool:
    """Tell whether an object can be taught."""
    return tokens[0].norm not in _PRONOUNS and (
        tokens[0].norm in {"year", "grade", "reception"}
        or any(
            each.norm
            in lexicon.STUDIES | lexicon.LANGUAGES | lexicon.PASTIMES | lexicon.INSTRUMENTS
            for each in tokens
        )
    )


def is_pastime(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is done for pleasure."""
    return any(
        each.norm in lexicon.PASTIMES | lexicon.GAMES | lexicon.INSTRUMENTS for each in tokens
    )


def is_service(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a service one subscribes to."""
    return all_named(tokens) or lexicon.singular(tokens[-1].norm) in words(
        "subscription membership card account insurance policy contract gym broadband landline streaming cable"
    )


def is_running(tokens: Sequence[Token]) -> bool:
    """Tell whether an object runs until it ends."""
    return tokens[0].norm in LAPSING


def is_account(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is an account."""
    return tokens[0].norm in {"account", "accounts"} or (
        len(tokens) > 1 and tokens[1].norm in {"account", "accounts"}
    )


def is_degree(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a degree in something."""
    of = tokens[2:] if len(tokens) > 2 and tokens[1].norm == "in" else tokens[:1]
    is_doing = of[0].norm.endswith("ing") and of[0].norm not in lexicon.STUDIES | {"marketing"}
    return tokens[0].norm in _DEGREES and not is_doing


def is_ailment(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names an illness."""
    return any(lexicon.is_ailment(each.norm) for each in tokens)


def is_workplace(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a place of work one goes into."""
    return not is_field(tokens) and tokens[-1].norm in _BUSINESS | words(
        "hospital office warehouse factory pub supermarket mill mine call-centre kindergarten prison refinery laundry"
    ) - {"family", "group", "department", "section", "unit", "accounts", "team"}


def is_class(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a class or lessons in something."""
    return len(tokens) > 1 and tokens[-1].norm in words(
        "class classes lesson lessons course courses"
    )
