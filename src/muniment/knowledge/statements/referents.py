"""Tell whom or what a statement is about, and which property of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import ANAPHORS, BE, NOBODY, SAYING, SPEAKER, WHEN
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.wordlists import words

_OWNED: Final = re.compile(r"^(?P<owner>.+?)['’]s? (?P<noun>[^'’]+)$")
_MINE: Final = re.compile(r"^(?:my|our|mine)\b(?: own)?\s+(?P<noun>.+)$", re.IGNORECASE)
_THEIRS: Final = re.compile(r"^(?P<whose>your|his|her|their|its)\s+(?P<noun>.+)$", re.IGNORECASE)
_THE: Final = re.compile(r"^(?:the|this|that)\s+(?P<noun>.+)$", re.IGNORECASE)
_OF: Final = re.compile(
    r"^(?P<noun>[\w -]+?) (?:of|for) (?:my|our|the)?\s?(?P<owner>[\w'’ -]+)$", re.IGNORECASE
)
_NAME: Final = re.compile(
    r"((?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[^\W\d_a-z][\w'’.-]*(?: [^\W\d_a-z][\w'’-]*)*)$"
)
_PLACED: Final = re.compile(
    r"\w (?:in|at|to|from|near|outside|through|by|on|for|with|of|via) (?:the )?$", re.IGNORECASE
)
"""What stands before a name that only says which one is meant: "the bus to Ankara"."""
_NO_NOUNS: Final = SPEAKER | ANAPHORS
_OPEN: Final = words("i we i'd we'd he'd she'd i'll we'll i've we've i'm")
_NO_PHRASE: Final = (
    NOBODY
    | BE
    | WHEN
    | words("has have had do does did us me them whether whatever lot all since round yet")
)
"""What is no part of the name of a thing."""
_OWN_KIN: Final = words(
    "mum mom mother dad father grandma grandpa granny nan gran granddad grandad"
)
_NAMELESS: Final = NOBODY | ANAPHORS
_ANY: Final = re.compile(r"an? ", re.IGNORECASE)
"""What begins words for any of a kind, which is nobody's: "a double room"."""
_SHORT: Final = re.compile(r"['’](?:ll|d|ve|re|s)$")
"""What a pronoun may end with: "it'll"."""
_NOISE: Final = words(
    "point guess question problem issue day week weekend life head brain feet mood goal dream idea thing advice favourite favorite"
    " view thought take excuse reason fault bad pleasure hope fear worry heart stomach voice body nose eyes hands rest turn job"
    " stuff everything morning evening night afternoon news weather way world"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Referent:
    """Whose property, and which: nobody's, of a thing that is named by itself."""

    owner: str | None
    noun: str
    is_mine: bool = False
    is_definite: bool = True

    @property
    def head(self) -> str:
        """The last word of the noun, in the singular."""
        return lexicon.singular(self.noun.split()[-1])


def referent_of(what: str, speaker: str) -> Referent | None:
    """Return what words stand for; None if they are no noun phrase of three or four words or so."""
    said = what.strip()
    parts = re.split(r"[\s'’]+", said.lower())
    if not said or len(said.split()) > 9 or _NO_NOUNS.intersection(parts):
        return None
    owned = _OWNED.match(said)
    if owned is not None:
        owner = owner_of(owned["owner"], speaker)
        return None if owner is None else _made(owner, owned["noun"], is_mine=owner == speaker)
    mine = _MINE.match(said)
    if mine is not None:
        of = _OF.match(mine["noun"])
        if of is not None and not of["owner"].lower().startswith(("me", "us")):
            return _made(speaker, f"{of['owner']} {of['noun']}", is_mine=True)
        return _made(speaker, mine["noun"], is_mine=True)
    if _THEIRS.match(said):
        return None
    the = _THE.match(said)
    if the is not None:
        of = _OF.match(the["noun"])
        if of is not None:
            return _made(of["owner"], of["noun"])
        return _made(None, the["noun"])
    return None if _ANY.match(said) else _made(None, said, is_definite=False)


def owner_of(words: str, speaker: str) -> str | None:
    """Return whom a phrase before a possessive, or a subject, names."""
    said = words.strip()
    if said.lower() in {"i", "we", "me", "us"}:
        return speaker
    if not _OPEN.isdisjoint(said.lower().split()):
        return None
    if _SHORT.sub("", said.lower()) in _NAMELESS:
        return None
    if said.lower().removeprefix("my ").removeprefix("our ") in _OWN_KIN:
        return f"{speaker}'s {said.lower().removeprefix('my ').removeprefix('our ')}"
    named = _NAME.search(said)
    the = re.match(r"^(?:the|my|our|this) (?P<noun>[\w -]+)$", said, re.IGNORECASE)
    if named is not None and (the is None or _PLACED.search(said[: named.start()]) is None):
        return named[1]
    if the is None:
        return None
    noun = the["noun"].lower()
    if lexicon.singular(noun.split()[-1]) in lexicon.RELATIONS:
        return f"{speaker}'s {noun}" if said.lower().startswith(("my", "our")) else None
    return the["noun"]


def _says(word: str) -> bool:
    form = form_of(word)
    return form is not None and form.lemma in SAYING and not form.tags.isdisjoint(("s", "past"))


def _made(
    owner: str | None, noun: str, *, is_mine: bool = False, is_definite: bool = True
) -> Referent | None:
    plain = " ".join(noun.split()).strip(" ,.")
    for lead in ("current ", "new ", "latest ", "own ", "monthly ", "official "):
        if plain.lower().startswith(lead) and len(plain) > len(lead):
            plain = plain[len(lead) :]
    parts = plain.lower().split()
    if not parts or len(parts) > 6 or not _NO_PHRASE.isdisjoint(parts):
        return None
    if any(_says(each) for each in parts[:-1]):
        return None
    if parts[-1] in _NOISE and len(parts) == 1:
        return None
    return Referent(owner=owner, noun=plain, is_mine=is_mine, is_definite=is_definite)
