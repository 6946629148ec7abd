"""Read a verb group: its verb, its tense, whether it is denied, ended, able, wished or planned."""

from __future__ import annotations

from collections.abc import Sequence

from muniment.knowledge.extraction.function_words import TAILS, UNREAL
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verb_reader import Tense, VerbGroup, VerbReader
from muniment.knowledge.extraction.verbs import Form, guessed_form
from muniment.knowledge.wordlists import words

_WISHES = words(
    "want hope wish dream long aspire like love need try mean prefer hate tend seem happen"
)
_PLANS = words("plan intend decide arrange agree aim promise")
STOPS = words("stop quit cease finish")
_GOT = words(
    "promoted hired fired appointed elected diagnosed employed accepted evicted burgled mugged sacked"
)
_STARTS = words("start begin resume restart")
_ADJECTIVES = words(
    "obsessed addicted hooked gone done finished terrified scared frightened petrified"
)
_DONE_BY_ONESELF = words(
    "move switch become leave start quit retire join get take break lose buy sell grow change give find go pass turn finish graduate begin stop"
)
"""Verbs that "'s" has before it, and not is: "she's moved"."""


def read_verb_group(tokens: Sequence[Token], start: int, *, pronoun: str) -> VerbGroup | None:
    """Read the verb group that begins at an index; None if none does."""
    reader = VerbReader(tokens, start, pronoun)
    reader.skip()
    word = reader.peek()
    if not word:
        return None
    if word in {"am", "is", "are", "was", "were", "its"}:
        return _be(reader, Tense.PAST if word in {"was", "were"} else Tense.PRESENT)
    if word == "'s":
        return _apostrophe_s(reader)
    if word in {"have", "has", "had"}:
        return _have(reader, Tense.PAST if word == "had" else Tense.PRESENT)
    if word in {"do", "does", "did"}:
        return _do(reader)
    if word in {"will", "wo"}:
        reader.at += 1
        return _bare(reader, Tense.FUTURE)
    if word == "can":
        reader.at += 1
        return _bare(reader, Tense.PRESENT, modal="can")
    if word in UNREAL or word == "'d":
        return _modal(reader)
    if word == "used" and reader.peek(1) == "to":
        reader.at += 2
        reader.ended = True
        return _bare(reader, Tense.PAST)
    if word == "been":
        return _been(reader)
    form = reader.form_behind_pronoun()
    if form is None:
        return None
    group = _chain(reader, form, _simple_tense(form, reader.pronoun))
    group.progressive = group.progressive or form.tags == {"ing"}
    return group


def _simple_tense(form: Form, pronoun: str) -> Tense:
    if {"base", "past"} <= form.tags and pronoun in {"he", "she", "it"}:
        return Tense.PAST
    if form.tags & {"base", "s", "ing"} and form.lemma not in {"quit", "split", "put", "set"}:
        return Tense.PRESENT
    return Tense.PAST


def _be(reader: VerbReader, tense: Tense) -> VerbGroup | None:
    reader.at += 1
    reader.skip()
    if reader.peek() == "going" and reader.peek(1) == "to" and reader.ahead(2, "base"):
        reader.at += 2
        return _bare(reader, Tense.FUTURE, modal="would" if tense is Tense.PAST else "")
    if reader.peek() in _ADJECTIVES:
        return _just(reader, "be", tense)
    return _behind_be(reader, tense)


def _behind_be(reader: VerbReader, tense: Tense) -> VerbGroup:
    """Read what stands behind a form of "be": "moving", "promoted", "a nurse"."""
    form = reader.form()
    if form is not None and "ing" in form.tags:
        group = _chain(reader, form, tense)
        group.progressive = True
        return group
    if form is not None and "pp" in form.tags and form.lemma not in {"be", "have", "do"}:
        return reader.group(form.lemma, tense, passive=True)
    return _just(reader, "be", tense)


def _just(reader: VerbReader, lemma: str, tense: Tense) -> VerbGroup:
    """Close a group whose verb is the auxiliary itself, with the adverbs that follow it."""
    reader.at -= 1
    return reader.group(lemma, tense)


def _apostrophe_s(reader: VerbReader) -> VerbGroup | None:
    done = _only_done(reader)
    if reader.peek(1) in {"been", "got", "had"} or (done and done.lemma in _DONE_BY_ONESELF):
        return _have(reader, Tense.PRESENT)
    return _be(reader, Tense.PRESENT)


def _only_done(reader: VerbReader) -> Form | None:
    """Return the participle that comes next, if it is no base form too."""
    form = reader.ahead(1, "pp")
    return None if form is None or "base" in form.tags else form


def _have(reader: VerbReader, tense: Tense) -> VerbGroup | None:
    reader.at += 1
    reader.skip()
    if reader.peek() in {"all", "both"} and reader.ahead(1, "pp") is not None:
        reader.at += 1
    if reader.peek() == "been":
        return _been(reader)
    if reader.peek() == "got" and reader.ahead(1, "pp") is None:
        return reader.group("have", tense)
    if reader.peek() == "to" and tense is Tense.PRESENT:
        reader.at += 1
        return _bare(reader, Tense.PRESENT, modal="must")
    form = reader.form()
    if form is not None and "pp" in form.tags:
        return _chain(reader, form, Tense.PERFECT)
    return _just(reader, "have", tense)


def _been(reader: VerbReader, tense: Tense = Tense.PERFECT) -> VerbGroup:
    reader.at += 1
    reader.skip()
    return _behind_be(reader, tense)


def _do(reader: VerbReader) -> VerbGroup | None:
    tense = Tense.PAST if reader.peek() == "did" else Tense.PRESENT
    reader.at += 1
    before = reader.at
    reader.skip()
    form = reader.form()
    if (
        form is not None
        and "base" in form.tags
        and (reader.at > before or reader.peek() not in {"work", "cook", "dance", "run"})
    ):
        return _chain(reader, form, tense)
    alone = all(each.norm in TAILS for each in reader.tokens[reader.at :])
    reader.at = reader.at if alone and reader.negated else before
    return _just(reader, "do", tense) if alone or not reader.negated else None


def _bare(reader: VerbReader, tense: Tense, modal: str = "") -> VerbGroup | None:
    reader.skip()
    form = reader.form()
    if form is None or "base" not in form.tags:
        return None
    is_be = form.lemma == "be"
    group = _been(reader, tense) if is_be else _chain(reader, form, tense)
    group.modal = group.modal or modal
    return group


def _modal(reader: VerbReader) -> VerbGroup | None:
    word = reader.peek()
    if word == "'d" and _only_done(reader):
        return _have(reader, Tense.PAST)
    reader.at += 1
    group = _bare(reader, Tense.PRESENT)
    if group is not None:
        group.modal = "must" if word == "must" else "would"
    return group


def _chain(reader: VerbReader, form: Form, tense: Tense) -> VerbGroup:
    """Read on from "stopped taking", "started to learn", "plan to move", "want to be"."""
    lemma, doing = form.lemma, reader.ahead(1, "ing")
    if lemma == "give" and reader.peek(1) == "up" and (inner := reader.ahead(2, "ing")):
        reader.at += 2
        reader.ended = True
        return reader.group(inner.lemma, tense)
    passive = guessed_form(reader.peek(1)) if lemma == "get" and reader.peek(1) in _GOT else None
    if passive is not None:
        reader.at += 1
        return reader.group(passive.lemma, tense, passive=True)
    if lemma in STOPS and doing is not None:
        reader.at += 1
        reader.ended = True
        return reader.group(doing.lemma, tense)
    if lemma in _STARTS and doing is not None:
        reader.at += 1
        return reader.group(doing.lemma, tense, begun=True)
    if reader.peek(1) == "to" and (inner := reader.ahead(2, "base")):
        if lemma in _STARTS:
            reader.at += 2
            return reader.group(inner.lemma, tense, begun=True)
        if lemma in _PLANS:
            reader.at += 2
            return reader.group(inner.lemma, Tense.FUTURE)
        if lemma == "need":
            reader.at += 2
            return reader.group(inner.lemma, tense, modal="must")
        if lemma == "learn":
            able = "would" if reader.peek() == "learning" else "learn"
            reader.at += 2
            return reader.group(inner.lemma, tense, modal=able)
        if lemma in _WISHES and lemma not in {"like", "love", "hate", "prefer"}:
            return reader.group(lemma, tense, modal="would")
    if lemma in {"think", "consider", "dream"} and (reader.peek(1) in {"of", "about"} or doing):
        return reader.group(lemma, tense, modal="would")
    return reader.group(lemma, tense)
