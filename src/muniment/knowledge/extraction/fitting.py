"""Tell which objects of a verb fit what it says: a place, an employer, a language, a pet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muniment.knowledge.differing import tells_difference
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import MINE, PREPOSITIONS
from muniment.knowledge.extraction.phrases import is_name, is_numeral
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.wordlists import words

_DWELLINGS: Final = words(
    "flat apartment house cottage village town city countryside suburbs farm coast island mountains"
    " studio bungalow caravan boat houseboat farmhouse outskirts place home floor"
)
_BUSINESSES: Final = words(
    "team department bakery shop café cafe restaurant company business farm hotel bar pub studio clinic practice agency firm"
    " school nursery laboratory theatre gallery branch office startup charity library museum garage program programme unit ward"
)
_CLASSES: Final = words(
    "form grade year class primary secondary key block room gate terminal erasmus"
)
"""What one is in that is counted: "Form Two", "Block D"."""
_POSTS: Final = words(
    "branch depot dealer office team department hospital clinic ward icu class course meeting queue"
    " club squad choir band orchestra league society committee union"
)
_WORKROOMS: Final = words(
    "building tower block wing annexe campus room hall warehouse workshop lab laboratory boardroom"
)
"""What a place is that people are in to work: "the Kgale Mews building"."""
_TRADE_VEHICLES: Final = words("lorry bus tram taxi cab train ambulance forklift coach truck")
_ORGANISATIONS: Final = words(
    "team company firm department agency startup charity foundation business"
)
_POINTERS: Final = words(
    "it them that this these those me us him her you myself ourselves some something everything nothing anything"
    " what how where when who being all none one ones more less enough much many"
)
_CONSUMED: Final = words(
    "lunch dinner breakfast ticket tickets groceries time round idea gift gifts present presents way"
)
_PURPOSES: Final = words("home night free fun living money speed least once such other most")
_DOSED: Final = words("mg mcg ml micrograms units")


_NOT_GAINED: Final = _POINTERS | {"rid", "out", "back"}
_NO_EMPLOYERS: Final = _POINTERS | MINE | _PURPOSES
_ANY_FIRM: Final = words("company firm business organisation organization employer place")
_NO_SUBJECTS: Final = _POINTERS | words("hard for a")
_NO_TASTES: Final = _POINTERS | words("to if hearing seeing getting each")
_NO_THINGS: Final = _POINTERS | _CONSUMED | lexicon.FOODS | words("every each half")
_USED_UP: Final = _CONSUMED | lexicon.FOODS


def _any(tokens: Sequence[Token], known: frozenset[str]) -> bool:
    return any(each.norm in known or lexicon.singular(each.norm) in known for each in tokens)


def is_place(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a place to live in: no form of a school, no branch, no floor alone."""
    alone = len(tokens) < 3 and tokens[-1].norm == "floor"
    unnamed = [each for each in tokens if not is_name(each)]
    if (
        alone
        or tokens[0].norm in lexicon.PROVIDERS
        or tokens[-1].text in _WORKROOMS
        or is_school(tokens)
        or tokens[0].norm in _CLASSES
        or (_any(tokens, _POSTS) and not _any(unnamed, _DWELLINGS - {"floor"}))
    ):
        return False
    return any(is_name(each) for each in tokens[:4]) or _any(tokens, _DWELLINGS)


def is_school(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is the name of a school: "Hill School", "the University of Leeds"."""
    return has_name(tokens) and bool({tokens[0].norm, tokens[-1].norm} & lexicon.SCHOOLS)


def is_firm(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a name, and not of a school: one may start there to learn or to teach."""
    return has_name(tokens) and not is_school(tokens)


def has_name(tokens: Sequence[Token]) -> bool:
    """Tell whether an object has a name in it."""
    return any(is_name(each) for each in tokens)


def all_named(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a name and nothing else."""
    return all(is_name(each) or each.norm in {"&", "of", "and", "the"} for each in tokens)


def is_amount(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a number of something, and not by how much it is more."""
    said = " ".join(each.text for each in tokens)
    return is_numeral(tokens[0]) and not tells_difference(said)


def is_employer(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is somebody to work for, not a time, a purpose or many."""
    first = tokens[0].norm
    if first in _NO_EMPLOYERS or first[0].isdigit() or (len(tokens) == 1 and first in _ANY_FIRM):
        return False
    return has_name(tokens) or not tokens[-1].norm.endswith("s")


def is_language(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a language: one that is known, or whatever has a capital."""
    alone = len(tokens) == 1 or tokens[1].norm in PREPOSITIONS
    return (alone and is_name(tokens[0])) or any(e.norm in lexicon.LANGUAGES for e in tokens)


def is_played(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a game or an instrument."""
    return any(each.norm in lexicon.PLAYED for each in tokens)


def is_food(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is food or a way of eating; "vegan cheese" is only on a plate."""
    first, last = tokens[0].norm, tokens[-1].norm
    if first in lexicon.DIETS:
        return last not in lexicon.FOODS
    return first in lexicon.FOODS or last in lexicon.FOODS


def is_thing(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a thing to have, not food or tickets."""
    return tokens[0].norm not in _NO_THINGS and tokens[-1].norm not in _USED_UP


def is_pet(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a pet."""
    return _any(tokens, lexicon.PETS)


def is_possession(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a thing worth having."""
    return tokens[0].norm not in _NOT_GAINED and _any(tokens, lexicon.GOODS)


def is_driven_for_a_living(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is what one drives for others: "a lorry", "a delivery van"."""
    return _any(tokens[-1:], _TRADE_VEHICLES) or [each.norm for each in tokens[-2:]] == [
        "delivery",
        "van",
    ]


def is_vehicle(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is what one drives for oneself: a kind or a make."""
    if is_driven_for_a_living(tokens):
        return False
    return is_possession(tokens) or has_name(tokens)


def is_date(tokens: Sequence[Token]) -> bool:
    """Tell whether an object has a number in it."""
    return any(each.norm[0].isdigit() for each in tokens)


def is_taste(tokens: Sequence[Token]) -> bool:
    """Tell whether an object can be liked for long, not "it" or "how" or "getting up"."""
    if any(each.norm in {"you", "your", "me", "us"} for each in tokens):
        return False
    return tokens[0].norm not in _NO_TASTES


def is_business(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a business or a part of one."""
    return _any(tokens, _BUSINESSES)


def is_organisation(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is people who work together, not a house that one goes out of."""
    return _any(tokens[-1:], _ORGANISATIONS)


def is_lasting(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a subject of study."""
    return tokens[0].norm not in _NO_SUBJECTS


def is_discipline(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a discipline."""
    return any(each.norm in lexicon.TAUGHT for each in tokens)


def is_trade(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a trade or a post."""
    return any(lexicon.is_occupation(each.norm) for each in tokens)


def is_drug(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a medicine, or a dose of one."""
    named = any(
        each.norm in lexicon.DRUGS or each.norm.endswith(lexicon.DRUG_ENDINGS) for each in tokens
    )
    if any(each.norm in _POINTERS for each in tokens):
        return False
    return named or (is_dose(tokens) and len(tokens) > 2)


def is_medicine(tokens: Sequence[Token]) -> bool:
    """Tell whether an object names a medicine, and not only that it is one: "the tablets"."""
    return is_drug(tokens) and tokens[-1].norm not in _ANY_MEDICINE


_ANY_MEDICINE: Final = words("tablets pills pill medication meds supplements")


def is_dose(tokens: Sequence[Token]) -> bool:
    """Tell whether words begin with how much of a medicine is taken: "500 mg twice a day"."""
    return is_numeral(tokens[0]) and _any(tokens[1:2], _DOSED)


def dose_in(
    tokens: Sequence[Token],
) -> tuple[Sequence[Token], Sequence[Token]] | None:
    """Return the dose and the medicine in "20 mg of citalopram"."""
    at = next((i for i, each in enumerate(tokens) if each.norm == "of"), None)
    if at is None or not is_numeral(tokens[0]) or at + 1 >= len(tokens):
        return None
    return tokens[:at], tokens[at + 1 :]


def is_service(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a service one subscribes to."""
    return all_named(tokens) or _any(tokens[-1:], lexicon.LAPSING)


def is_part_of_body(tokens: Sequence[Token]) -> bool:
    """Tell whether an object is a part of the body."""
    return any(each.norm in lexicon.BODY for each in tokens)
