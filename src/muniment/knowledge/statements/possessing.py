"""Tell what a text says to be somebody else's: "Vera's boss", "her number", "my mum has a new phone"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import (
    ADVERBS,
    AUXILIARIES,
    BE,
    DETERMINERS,
    FILLERS,
    NEGATIONS,
    PREPOSITIONS,
    SPEAKER,
)
from muniment.knowledge.extraction.verbs import form_of, is_form
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import words
from muniment.model.names import folded

_NOUN: Final = r"[a-z][\w-]*"
_HAD: Final = re.compile(
    rf"(?:(?P<owner>[\w-]+)(?:['’]s|(?<=s)['’])|\b(?P<pronoun>(?i:his|her|their|your))) (?P<what>{_NOUN}(?: {_NOUN}){{0,2}})"
)
_OF: Final = re.compile(
    rf"\b(?P<what>{_NOUN}(?: {_NOUN})?) of (?:(?:my|our|the|his|her|their) )?(?P<owner>[\w-]+)"
)
_OWN: Final = re.compile(r"\b(?:my|our)((?: [\w-]+){1,3})(?!['’])|\b(?:mine|ours)\b", re.IGNORECASE)
_THEIRS: Final = re.compile(r"\b(?:hers|theirs|his(?= (?:is|was)\b))", re.IGNORECASE)
_SUBJECT: Final = re.compile(
    rf"^(?:[A-Z][\w.-]*\.? ){{0,3}}(?P<owner>[A-Z][\w-]*)['’]s (?P<what>{_NOUN})"
)
_NO_NOUN: Final = ADVERBS | AUXILIARIES | DETERMINERS | NEGATIONS | PREPOSITIONS
_PLACES: Final = words("replacement successor job post role place position")
"""What is said of the one who had it, and of the one who has it now."""
_WORD: Final = re.compile(r"[^\W_]+(?:[-&.][^\W_]+)*|['’]\w*")
_THEY: Final = words("he she they someone somebody everyone everybody")
_OURS: Final = SPEAKER | words("me us my our mine ours myself ourselves")
_POINTED_AT: Final = words("the this that my our")
"""What stands before a thing that need not be of whom a clause is about."""
_BEING: Final = BE | words("as become became becomes 's ’s")
"""What stands before what somebody is, and does not have: "took over as lead"."""
_MODIFIERS_MAX: Final = 3
_CHANGES_OWN: Final = re.compile(
    r"\b(?:his|her|their) [a-z]|\b(?:moved|switched|changed|went|gone|migrated|transferred)(?: over| back)? from\b",
    re.IGNORECASE,
)
"""What somebody does with what is theirs: "moved her account", "switched from Acme to Umbra"."""


def is_anothers(
    clauses: Sequence[Clause], owners: Sequence[str | None], index: int, belief: Believed
) -> bool:
    """Tell whether a clause says of somebody else what a belief is of, and not of its speaker too.

    `owners` are whom the clauses are about. A sentence that does not mention what the belief is of
    goes by the last one that did: "My sister changed dentists. Dr Osei is great".
    """
    of, sentence = stems(belief.medicine or belief.of or ""), clauses[index].said
    own = [match[1] for match in _OWN.finditer(sentence)]
    if any(each is None or not of.isdisjoint(stems(_phrase(each))) for each in own):
        return False
    if _CHANGES_OWN.search(clauses[index].text) and _is_anothers(clauses, owners, index, belief):
        return True
    if _THEIRS.search(sentence) is not None and not of.isdisjoint(stems(sentence)):
        return True
    if any(not of.isdisjoint(stems(what)) for what in _of_others(sentence, belief)):
        return True
    mentioned = (
        place for place in range(index, -1, -1) if not of.isdisjoint(stems(clauses[place].text))
    )
    last = next(mentioned, None)
    return (
        last is not None
        and _is_anothers(clauses, owners, last, belief)
        and _is_had(clauses[last].text, of)
    )


def _is_anothers(
    clauses: Sequence[Clause], owners: Sequence[str | None], index: int, belief: Believed
) -> bool:
    """Tell whether a clause is about what somebody else does: no "me", "us" or "our" is in it."""
    said = _WORD.findall(clauses[index].text)
    subject, rest = _split(said)
    plain = [each.lower() for each in subject]
    who = stems(owners[index] or "" if plain[-1:] and plain[-1] in _THEY else " ".join(subject))
    is_ours = any(each.lower() in _OURS for each in (*subject[1:], *rest))
    is_meant = not who.isdisjoint(belief.stems | stems(belief.of or ""))
    return bool(rest) and _is_somebody(subject) and not is_ours and not is_meant


def _is_had(text: str, of: frozenset[str]) -> bool:
    """Tell whether whom a clause is about has or gets a thing: "a new dentist", "dentists", not "the rent"."""
    subject, rest = _split(_WORD.findall(text.lower()))
    at = next((i for i, each in enumerate(rest) if not of.isdisjoint(stems(each))), 0)
    if not at or not of.isdisjoint(stems(" ".join(subject))):
        return False
    before = rest[max(0, at - _MODIFIERS_MAX) : at]
    phrase = list(takewhile(lambda word: not _is_joint(word), reversed(before)))
    led = before[-len(phrase) - 1] if len(phrase) < len(before) else ""
    return led not in _BEING and _POINTED_AT.isdisjoint(phrase)


def _is_joint(word: str) -> bool:
    """Tell whether a word stands before a noun phrase: a verb, a preposition."""
    return word in PREPOSITIONS | AUXILIARIES or word[0] in "'’" or form_of(word) is not None


def _split(said: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the words of a clause up to its verb, and those from there on."""
    for index, word in enumerate(said):
        plain, before = word.lower(), said[index - 1].lower() if index else ""
        following = said[index + 1].lower() if index + 1 < len(said) else ""
        if not index or before in DETERMINERS:
            continue
        form = form_of(plain)
        is_verb = form is not None and (
            not form.tags.isdisjoint(("past", "s"))
            or ("base" in form.tags and before.endswith("s") and not before.endswith("ss"))
        )
        is_short = plain[0] in "'’" and (plain[1:] != "s" or not _is_noun(following))
        if plain in AUXILIARIES or is_verb or is_short:
            return said[:index], said[index:]
    return (), ()


def _is_somebody(subject: Sequence[str]) -> bool:
    """Tell whether the words before a verb name people, and not the speaker among them."""
    end = next(
        (i for i, each in enumerate(subject) if i and each.lower() in PREPOSITIONS), len(subject)
    )
    if not end or any(each.lower() in SPEAKER for each in subject):
        return False
    last = subject[end - 1]
    plain = last.lower()
    is_name = last[:1].isupper() and not last.isupper() and plain not in _NO_NOUN | FILLERS
    return plain in _THEY or is_people(plain) or is_name


def is_people(noun: str) -> bool:
    """Tell whether a lower-case noun is one of people: a relative, an acquaintance, a trade."""
    one = lexicon.singular(noun)
    return one in lexicon.PEOPLE or noun in lexicon.PEOPLE or lexicon.is_occupation(one)


def _phrase(said: str) -> str:
    """Return the words of a noun phrase: those before a verb."""
    return " ".join(takewhile(lambda word: not _is_finite(word), said.split()))


def _is_finite(word: str) -> bool:
    return word.lower() in AUXILIARIES or is_form(word.lower(), "past")


def has_subject(text: str) -> bool:
    """Tell whether a clause is about what somebody has, and not about them: "Vera's daughter is nine"."""
    found = _SUBJECT.match(text)
    return found is not None and found["what"] not in _PLACES and _is_noun(found["what"])


def _of_others(sentence: str, belief: Believed) -> Iterator[str]:
    for match in _HAD.finditer(sentence):
        if _is_noun(match["what"].split()[0]) and (
            match["pronoun"] is not None or _is_person(match["owner"], belief)
        ):
            yield match["what"]
    for match in _OF.finditer(sentence):
        if _is_person(match["owner"], belief):
            yield match["what"]


def _is_person(owner: str, belief: Believed) -> bool:
    """Tell whether an owner is somebody, and not whom a belief is of or what it names: "the gym's fee"."""
    plain = lexicon.singular(owner.lower())
    if folded(owner) in belief.name_words or stems(owner) <= stems(belief.of or ""):
        return False
    return owner[:1].isupper() or plain in lexicon.RELATIONS or lexicon.is_occupation(plain)


def _is_noun(word: str) -> bool:
    """Tell whether a word behind 's may be had: not in "Eva's training me", "Eva's gone", "Eva's my boss"."""
    form = form_of(word)
    return word not in _NO_NOUN and (form is None or form.tags.isdisjoint(("ing", "pp")))
