"""Word a claim as a sentence in the third person that can be read by itself."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.verbs import form_of, is_form, third_person_of
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act

_SAID: Final = {
    "lives_in": ("lives in {o}", "no longer lives in {o}", "does not live in {o}"),
    "from": ("is from {o}", "is no longer from {o}", "is not from {o}"),
    "works_at": ("works at {o}", "no longer works at {o}", "does not work at {o}"),
    "works_as": ("works as {o}", "no longer works as {o}", "does not work as {o}"),
    "studies": ("studies {o}", "no longer studies {o}", "does not study {o}"),
    "age": ("is {o} years old", "is no longer {o} years old", "is not {o} years old"),
    "born_on": ("was born on {o}", "was not born on {o}", "was not born on {o}"),
    "status": ("is {o}", "is no longer {o}", "is not {o}"),
    "diet": ("eats and drinks {o}", "no longer eats or drinks {o}", "does not eat or drink {o}"),
    "condition": ("has {o}", "no longer has {o}", "does not have {o}"),
    "likes": ("likes {o}", "no longer likes {o}", "does not like {o}"),
    "dislikes": ("dislikes {o}", "no longer dislikes {o}", "does not dislike {o}"),
    "hobby": ("has {o} as a hobby", "no longer has {o} as a hobby", "does not have {o} as a hobby"),
    "skill": ("is skilled in {o}", "is no longer skilled in {o}", "is not skilled in {o}"),
    "owns": ("has {o}", "no longer has {o}", "does not have {o}"),
    "plan": ("has this planned: {o}", "no longer has this planned: {o}", "does not have this planned: {o}"),
    "event": ("had this happen: {o}", "no longer has this: {o}", "has not had this happen: {o}"),
    "opinion": ("thinks that {o}", "no longer thinks that {o}", "does not think that {o}"),
}  # fmt: skip
"""What is said of each predicate: that it is so, that it is so no more, that it is not so."""

Forms = tuple[str, str, str]
"""How something is said, is said to be over, and is denied."""
_IS: Final = ("is {o}", "is no longer {o}", "is not {o}")
_VERBAL: Final = {
    "base": ("{s}", "no longer {s}", "does not {b}"),
    "ing": ("is {o}", "is no longer {o}", "is not {o}"),
    "past": ("{o}", "no longer {o}", "has not {o}"),
    "pp": ("has {o}", "has no longer {o}", "has not {o}"),
}
"""The same of an object that begins with a verb in one of its forms; `s` is its third person, `b` its base."""

_VERBAL_PREDICATES: Final = frozenset({"hobby", "works_as", "plan", "event", "status"})
_THEIRS: Final = {"my": "their", "our": "their", "me": "them", "us": "them", "myself": "themselves"}
_OWN: Final = re.compile(r"\b(?:my|our|me|us|myself)\b", re.IGNORECASE)


def theirs(object: str) -> str:
    """Return what a speaker says of themselves as others say it: "back at my desk" is "at their desk"."""
    return _OWN.sub(lambda match: _THEIRS[match[0].lower()], object)


def sentence_of(
    subject: str,
    predicate: str,
    object: str,
    act: Act,
    of: str | None = None,
    *,
    article: str = "",
    was: str = "",
) -> str:
    """Return the sentence of a claim; `article` is what stood before the value in the turn.

    `was` is what stands before an event that was done to its subject.
    """
    which = {Act.END: 1, Act.DENY: 2}.get(act, 0)
    named = f"The {subject}" if subject[:1].islower() else subject
    bare = theirs(object)
    said = f"{article} {bare}" if article else bare
    if of is not None:
        return _ended(_of_something(named, predicate, of, said, which))
    if predicate == "condition" and (ailing := _of_the_body(named, bare, which)) is not None:
        return _ended(ailing)
    if was and which == 0:
        return _ended(_befell(named, was, said))
    first, _, rest = bare.partition(" ")
    form = form_of(first.lower())
    third = f"{third_person_of(form.lemma)} {rest}".strip() if form is not None else said
    does = f"{form.lemma} {rest}".strip() if form is not None else said
    template = _template(predicate, said, which)
    return _ended(agreeing(named, template.format(o=said, s=third, b=does)))


def agreeing(subject: str, said: str) -> str:
    """Return what is said of a subject behind it, of several things in the plural: "The boxes are here"."""
    return f"{subject} {_SAID_OF_ONE.sub(_in_plural, said) if _are_several(subject) else said}"


def _are_several(subject: str) -> bool:
    noun = _BEHIND_NOUN.split(subject, maxsplit=1)[0].rsplit(" ", maxsplit=1)[-1]
    return noun.islower() and noun not in _SINGULAR and lexicon.singular(noun) != noun


def _in_plural(match: re.Match[str]) -> str:
    form = form_of(match[2])
    return f"{match[1] or ''}{_PLURAL.get(match[2]) or (form.lemma if form else match[2])}"


_BEHIND_NOUN: Final = re.compile(r" (?:of|with|for|in|at|on|from|to|between|near|by) ")
_PLURAL: Final = {"is": "are", "has": "have", "was": "were", "does": "do"}
_SAID_OF_ONE: Final = re.compile(
    r"^(no longer )?(is|has|was|does|lives|works|likes|dislikes|studies|eats|thinks|plays|speaks)\b"
)
_SINGULAR: Final = words(
    "news maths physics economics politics gymnastics diabetes athletics always"
)
"""Nouns that end as plurals do, and are none."""


def _template(predicate: str, object: str, which: int) -> str:
    first = object.split(" ", 1)[0].lower()
    forms = _forms(predicate, object, first)
    if forms is not None:
        return forms[which]
    form = form_of(first)
    if predicate in _VERBAL_PREDICATES and form is not None and not _is_occasion(object, first):
        tags = form.tags - {"base"} if predicate == "event" else form.tags
        if tags:
            return _verbal(predicate, tags)[which]
    return _SAID[predicate][which]


def _forms(predicate: str, object: str, first: str) -> Forms | None:
    """Return how it is said, is over and is denied where the object asks for words of its own."""
    match predicate:
        case "skill":
            return _skill(first, object)
        case "condition":
            return _condition(first, object)
        case "born_on" if _DAY_ALONE.fullmatch(object):
            return (
                "has a birthday on {o}",
                "does not have a birthday on {o}",
                "does not have a birthday on {o}",
            )
        case "born_on" if not _DAY.search(object):
            return ("was born in {o}", "was not born in {o}", "was not born in {o}")
        case "lives_in" if first[:1].isdigit():
            return ("lives at {o}", "no longer lives at {o}", "does not live at {o}")
        case "age" if object.endswith(" old"):
            return _IS
        case "age" if object.endswith(_SPANS):
            return ("is {o} old", "is no longer {o} old", "is not {o} old")
        case "diet" if first in lexicon.DIETS | {"a"}:
            return _IS
        case "studies" if _CLASS.search(object) and "teach" not in object:
            return ("is in {o}", "is no longer in {o}", "is not in {o}")
        case "studies" if _names_school(object):
            return ("studies at {o}", "no longer studies at {o}", "does not study at {o}")
        case "works_as" if first == "in":
            return ("works {o}", "no longer works {o}", "does not work {o}")
        case "status" if first in lexicon.STATES:
            return _IS
        case _:
            return None


def _is_occasion(object: str, first: str) -> bool:
    """Tell whether words name what takes place, and do not begin with a verb: "swimming lesson"."""
    second = object.split(" ", 2)[1].lower() if " " in object else ""
    return (
        first in _NOUNS
        or (first in _KINDS and second in lexicon.OCCASIONS)
        or (_OCCASION.match(object) is not None and first in lexicon.OCCASIONS | {"fitting"})
    )


_SPANS: Final = (" days", " weeks", " months", " day", " week", " month")
_OCCASION: Final = re.compile(
    r"\w+ (?:on|at|in|next|this|tomorrow|every)\b",
    re.IGNORECASE,
)
_ACHES: Final = words("hurts hurt aches ache swells swell throbs itches")
_CLASS: Final = re.compile(
    r"\b(?:grade|year|kindergarten|nursery|primary|secondary)\b", re.IGNORECASE
)
"""What one is in at school."""

_NOUNS: Final = words("head lead dance drink cook guide coach nurse train call date flight plant")
"""Words that are nouns where a claim begins with them, though verbs have the same form."""


_KINDS: Final = words("design test support release work study report search dress dance swim check")
"""What an occasion is one of, though verbs have the same form: "design review"."""


def _verbal(predicate: str, tags: frozenset[str]) -> Forms:
    if predicate == "plan" and "base" in tags:
        return ("is going to {o}", "is no longer going to {o}", "is not going to {o}")
    if predicate == "status" and "base" not in tags:
        return _IS
    if predicate == "hobby" and "ing" in tags:
        return _VERBAL["base"]
    for tag in ("base", "ing", "past", "pp"):
        if tag in tags:
            return _VERBAL[tag]
    return _VERBAL["past"]


_DAY_ALONE: Final = re.compile(r"(?:the )?\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)
_DAY: Final = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?\b|[./-]\d|\bday\b", re.IGNORECASE)


def _names_school(object: str) -> bool:
    """Tell whether an object is a school and nothing else: not "medicine at Hill School"."""
    words = object.removeprefix("the ").split()
    first, last = words[0], words[-1]
    is_named = first[0].isupper() and last.lower() in lexicon.SCHOOLS
    return len(words) > 1 and (is_named or first.lower() in lexicon.SCHOOLS)


def _condition(first: str, object: str) -> Forms:
    last = object.rsplit(" ", 1)[-1].lower()
    if {first, last} & {"allergic", "intolerant"} or first in lexicon.AILING:
        return _IS
    form = form_of(first)
    if form is not None and form.tags == {"past"}:
        return _VERBAL["past"]
    return _SAID["condition"]


def _of_the_body(whose: str, object: str, which: int) -> str | None:
    """Return "Ann's knees are bad", "Ann's hip hurts"; None of what is no part of the body that ails."""
    part, _, state = object.partition(" ")
    first = state.split(" ", 1)[0].lower()
    form = form_of(first)
    hurts = form is not None and form.lemma in lexicon.HURTS
    if part.lower() not in lexicon.BODY or not (hurts or first in lexicon.ILL):
        return None
    several = lexicon.singular(part) != part
    be = "" if first in _ACHES else "are " if several else "is "
    state = f"{state} them" if first in {"killing", "bothering"} else state
    no_more = f"{be}no longer " if which == 1 else f"{be}not " if which else be
    return f"{_possessive(whose)} {part} {no_more}{state}"


def _befell(subject: str, was: str, done: str) -> str:
    """Return "Ann was promoted", "Ann's bike was stolen", "Ann's lease ended"."""
    if not was.startswith("'s "):
        return f"{subject} {was} {done}"
    thing = was.removeprefix("'s ").removesuffix(" was").removesuffix(" were")
    be = was.removeprefix(f"'s {thing}")
    return f"{_possessive(subject)} {thing}{be} {done.removeprefix(f'{thing} ')}"


def _skill(first: str, object: str) -> Forms:
    if object.lower() in lexicon.LANGUAGES:
        return ("speaks {o}", "no longer speaks {o}", "does not speak {o}")
    if is_form(first, "base"):
        return ("can {o}", "can no longer {o}", "cannot {o}")
    return _SAID["skill"]


def _of_something(subject: str, predicate: str, of: str, said: str, which: int) -> str:
    if predicate == "count":
        verb = ("has", "no longer has", "does not have")[which]
        many = of if said in {"one", "1"} else lexicon.plural(of)
        return agreeing(subject, f"{verb} {said} {many}")
    named = f"favourite {of}" if predicate == "favourite" else of
    if which == 2 and lexicon.singular(of.rsplit(" ", maxsplit=1)[-1]) in lexicon.singular(said):
        return f"{subject} does not have {said}"
    verb = ("is", "is no longer", "is not")[which]
    if of in _SEVERAL or _are_several(named):
        verb = verb.replace("is", "are", 1)
    return f"{_possessive(subject)} {named} {verb} {said}"


_SEVERAL: Final = frozenset({"pronouns", "opening hours", "hours", "initials"})
"""Properties of which one speaks in the plural."""


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _ended(sentence: str) -> str:
    tidy = " ".join(sentence.split())
    return tidy if tidy.endswith((".", "!", "?")) else f"{tidy}."
