"""Tell what a noun of a parsed message stands for: a place, an employer, a trade, an illness."""

from __future__ import annotations

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.wordlists import words
from muniment.ports.parser import Word

WORKPLACES = words("""
hospital clinic school university college library bakery restaurant cafe café bar pub hotel shop store supermarket office bank factory plant
warehouse lab laboratory museum gallery theatre theater studio garage farm nursery kindergarten daycare council ministry government
embassy consulate court airport station port railway agency firm company startup start-up bureau practice surgery pharmacy newspaper magazine
publisher publishing brewery vineyard salon gym charity ngo foundation institute institution church city municipality state county
maker manufacturer retailer brand consultancy contractor utility insurer carrier airline shipyard mine mill foundry site depot department
service centre center guesthouse hostel b&b clinic boutique laundry dealership carpenter workshop nonprofit authority office tribunal parliament ballet opera
post zoo aquarium winery dairy hospice prison army navy force police academy archive cooperative co-op kitchen bookshop bookstore
""")
PLACES = words("""
city town village suburb suburbs country countryside coast island mountains hills outskirts capital district neighbourhood neighborhood street
flat apartment house cottage bungalow condo studio cabin farm caravan boat houseboat dorm dormitory loft basement attic houseshare flatshare
outside north south east west centre center abroad
""")
FIELDS = lexicon.FIELDS | lexicon.STUDIES
TEAMS = words(
    "team department unit group lab shop store practice bakery restaurant cafe café school clinic firm company business project kitchen farm studio office agency branch division ward section desk programme program workshop nursery"
)
_PRONOUNS = frozenset({"PRP", "PRP$", "WP", "DT", "EX", "WDT"})


def singular(word: Word) -> str:
    """Return the singular of a noun in lower case."""
    one = lexicon.singular(word.norm)
    return word.lemma if one == word.norm and word.tag in {"NNS", "NNPS"} else one


def is_name(word: Word) -> bool:
    """Tell whether a word is a name."""
    return (
        word.text[:1].isupper()
        and (word.pos == "PROPN" or bool(word.entity) or word.index > 0)
        and word.tag not in _PRONOUNS
        and word.norm not in lexicon.NATIONALITIES
    )


def is_pronoun(word: Word) -> bool:
    """Tell whether a word only points to something."""
    return word.tag in _PRONOUNS or word.pos == "PRON"


def is_number(word: Word) -> bool:
    """Tell whether a word is a number."""
    return word.pos == "NUM" or word.tag == "CD" or any(each.isdigit() for each in word.text)


def is_place(noun: Word) -> bool:
    """Tell whether one may live in what a noun names."""
    if noun.entity in {"GPE", "LOC", "FAC", "NORP"} or noun.norm in PLACES or noun.lemma in PLACES:
        return True
    return is_name(noun) and noun.entity not in {"PERSON", "DATE", "TIME", "EVENT"}


def is_employer(noun: Word) -> bool:
    """Tell whether one may work at what a noun names."""
    if noun.entity in {"DATE", "TIME", "CARDINAL", "MONEY"}:
        return False
    return noun.lemma in WORKPLACES or noun.norm in WORKPLACES or is_name(noun)


def is_occupation(noun: Word) -> bool:
    """Tell whether a noun is a trade or a post."""
    return lexicon.is_occupation(noun.norm) or lexicon.is_occupation(singular(noun))


def relation(word: Word) -> str | None:
    """Return which relative or acquaintance a noun names, in the singular."""
    one = singular(word)
    return one if one in lexicon.RELATIONS or word.norm in lexicon.RELATIONS else None


def is_ailment(noun: Word) -> bool:
    """Tell whether a noun is an illness or an injury."""
    return lexicon.is_ailment(noun.norm) or lexicon.is_ailment(singular(noun))
