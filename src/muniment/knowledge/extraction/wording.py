"""Word a claim as a sentence in the third person that can be read by itself."""

from __future__ import annotations

import re
from typing import Final

from muniment.model.claims import Act

_STATED: Final = {
    "lives_in": ("lives in {o}", "no longer lives in {o}", "does not live in {o}"),
    "from": ("comes from {o}", "no longer comes from {o}", "does not come from {o}"),
    "works_at": ("works at {o}", "no longer works at {o}", "does not work at {o}"),
    "works_as": ("works as {o}", "no longer works as {o}", "does not work as {o}"),
    "studies": ("studies {o}", "no longer studies {o}", "does not study {o}"),
    "age": ("is {o} years old", "is no longer {o} years old", "is not {o} years old"),
    "born_on": ("was born on {o}", "was not born on {o}", "was not born on {o}"),
    "status": ("is {o}", "is no longer {o}", "is not {o}"),
    "diet": ("has this diet: {o}", "no longer has this diet: {o}", "does not eat or drink {o}"),
    "condition": ("has this condition: {o}", "no longer has this condition: {o}", "does not have this condition: {o}"),
    "likes": ("likes {o}", "no longer likes {o}", "does not like {o}"),
    "dislikes": ("dislikes {o}", "no longer dislikes {o}", "does not dislike {o}"),
    "hobby": ("has this hobby: {o}", "no longer has this hobby: {o}", "does not have this hobby: {o}"),
    "skill": ("has this skill: {o}", "no longer has this skill: {o}", "does not have this skill: {o}"),
    "owns": ("has {o}", "no longer has {o}", "does not have {o}"),
    "plan": ("plans this: {o}", "no longer plans this: {o}", "does not plan this: {o}"),
    "event": ("had this happen: {o}", "no longer: {o}", "never had this happen: {o}"),
    "opinion": ("thinks so: {o}", "no longer thinks so: {o}", "does not think so: {o}"),
}  # fmt: skip
_PAST_EVENT: Final = re.compile(
    r"^[a-z]+(?:ed|t|d|n|k|m|g|ew|aw|ame|ave|ode|ote|oke|ose|ook|ove)\b"
)
_VOWELS: Final = "aeiou"


def sentence_of(
    subject: str,
    predicate: str,
    object: str,
    act: Act,
    of: str | None = None,
    *,
    verbal: bool = False,
) -> str:
    """Return the sentence of a claim; `verbal` says that the object begins with its verb."""
    which = {Act.END: 1, Act.DENY: 2}.get(act, 0)
    if predicate in {"relation", "attribute", "favourite", "count"}:
        return _of_something(subject, predicate, of or "value", object, which)
    if verbal and which == 0:
        return _ended(f"{subject} {object}")
    return _ended(
        f"{subject} {_STATED[predicate][which].format(o=_with_article(predicate, object))}"
    )


def _of_something(subject: str, predicate: str, of: str, object: str, which: int) -> str:
    if predicate == "count":
        verb = ("has", "no longer has", "does not have")[which]
        return _ended(f"{subject} {verb} this number of {of}: {object}")
    named = f"favourite {of}" if predicate == "favourite" else of
    verb = ("is", "is no longer", "is not")[which]
    return _ended(f"{_possessive(subject)} {named} {verb} {object}")


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _with_article(predicate: str, object: str) -> str:
    if predicate != "works_as" or not object[:1].islower() or object.startswith(("in ", "head of")):
        return object
    return f"{'an' if object[0] in _VOWELS else 'a'} {object}"


def _ended(sentence: str) -> str:
    tidy = " ".join(sentence.split())
    return tidy if tidy.endswith((".", "!", "?")) else f"{tidy}."
