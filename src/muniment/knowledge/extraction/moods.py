"""Tell which clauses of a message are asserted: no question, order, wish, joke or others' words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.extraction.clauses import Clause, Sentence
from muniment.knowledge.extraction.function_words import (
    AUXILIARIES,
    FILLERS,
    JOKING,
    SAYING,
    SPEAKER,
    SUPPOSING,
    UNSURE,
    WH,
    WHEN,
)
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verb_groups import Tense

_QUOTED: Final = re.compile(r"[\"“„«]([^\"“”„«»]*)[\"”“»]|(?<![\w])['‘]([^'‘’\n]{2,}?)['’](?![\w])")
_NAMED: Final = re.compile(r"^[\w.&-]+(?: [\w.&-]+){0,3}$")
_VOICES: Final = frozenset(
    ["i", "i'm", "i've", "my", "we", "you", "he", "she", "they", "me", "please", "is", "are", "am"]
)
_DRAFT: Final = re.compile(
    r"\b(?:translate|rewrite|rephrase|proofread|reword|draft|here'?s (?:a|the|my|your) (?:draft|text|version|poem|story|letter|email)|correct this|"
    r"fix this|edit this|summari[sz]e|write (?:me |us )?(?:a|an|the|something)|pretend|imagine|suppose|let's say|role-?play|"
    r"dear \w+ \w+,|for example|e\.g\.|hypothetically)\b.{0,80}?(?:[:\n]|$)",
    re.IGNORECASE | re.DOTALL,
)
_RECAP: Final = re.compile(
    r"\b(?:you (?:told|said|mentioned)|recap|to sum up|you've told|as you (?:said|mentioned)|from what you)\b",
    re.IGNORECASE,
)
_TAKEN_OVER: Final = re.compile(
    r"\b(?:it'?s true|that'?s true|is right|are right|was right|were right|and (?:yeah|yes)|she'?s right|he'?s right|they'?re right|confirmed)\b",
    re.IGNORECASE,
)
_AUTHORITIES: Final = frozenset(
    [
        "doctor",
        "dentist",
        "vet",
        "gp",
        "physio",
        "therapist",
        "cardiologist",
        "surgeon",
        "optician",
        "dermatologist",
        "consultant",
        "doc",
        "psychiatrist",
        "midwife",
    ]
)
_TAGS: Final = frozenset(
    ["right", "no", "eh", "huh", "isn't", "innit", "correct", "yeah", "remember"]
)
_CORRECTION: Final = re.compile(
    r"\b(?:actually|correction|i mean(?:t)?|scratch that|typo|my mistake|my bad|let me correct|put that right|oops|misspoke|"
    r"mistyped|strike that|should have said|mixed up|got that wrong|got it wrong|was wrong|is wrong|isn't right|not right|slip of the|no no|"
    r"(?:got|have) me down as|i said \w+[^.]{0,40}\bbut|wasn't quite|to be precise|in fact|sorry|wait)\b",
    re.IGNORECASE,
)
_NO_CORRECTION: Final = re.compile(
    r"(?:\bi'?m (?:so |really |very )?sorry|\bsorry (?:to|for|about|if|i'm|that)|can'?t wait|\bwait (?:for|to|until|till)|waiting|haven'?t actually|not actually|sorry,? (?:can|could|do))\b",
    re.IGNORECASE,
)
_NO_CORRECTION_START: Final = re.compile(r"^(?:oh )?no[,.]", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asserted:
    """A clause and whether it corrects what was said before; `whole` is all that counts of it."""

    clause: Clause
    corrects: bool
    presupposes_only: bool = False


def without_quotations(text: str) -> str:
    """Return the text with what is quoted blanked out, each other character in its place.

    A quoted name stays, without its marks.
    """

    def blank(match: re.Match[str]) -> str:
        inner = match[1] if match[1] is not None else match[2]
        is_name = _NAMED.match(inner) and not _VOICES & set(inner.lower().split())
        return f" {inner} " if is_name else " " * (len(match[0]) - 1) + '"'

    return _QUOTED.sub(blank, text)


def without_drafts(text: str) -> str:
    """Blank out what follows a request or an offer to word something: it is nobody's claim."""
    match = _DRAFT.search(text)
    if match is None:
        return text
    return text[: match.start()] + " " * (len(text) - match.start())


def is_joke(text: str) -> bool:
    """Tell whether a sentence shows that it is not meant."""
    lowered = text.lower()
    return any(mark in lowered for mark in JOKING)


def is_recap(text: str) -> bool:
    """Tell whether an assistant repeats what it was told."""
    return _RECAP.search(text) is not None


def is_taken_over(text: str) -> bool:
    """Tell whether the speaker vouches for what others said."""
    return _TAKEN_OVER.search(text) is not None


def corrects(text: str) -> bool:
    """Tell whether a sentence says that what was said before was wrong."""
    return bool(_NO_CORRECTION_START.match(text.strip())) or (
        _CORRECTION.search(_NO_CORRECTION.sub("", text)) is not None
    )


def asserted(sentence: Sentence, *, vouched: bool) -> Iterator[tuple[Clause, bool]]:
    """Yield the clauses of a sentence, and whether each is asserted.

    A clause that is not may still say who is who ("can my sister Ana come?").
    """
    asked_from = _asked_from(sentence)
    blocked_rest = supposed = False
    for index, clause in enumerate(sentence.clauses):
        norms = clause.norms
        stands = not blocked_rest and index < asked_from
        if clause.before in {"if", "unless", "whether", "suppose"} or _supposes(norms):
            stands = False
            blocked_rest = blocked_rest or (
                norms[:1] != []
                and norms[0] in SUPPOSING - {"if", "unless", "wish", "wished", "whether"}
            )
            supposed = not _concludes(norms)
        elif supposed and stands:
            stands, supposed = False, False
        if clause.before in WHEN or clause.before in {"why", "how", "whether"}:
            stands = False
        if clause.before == "so" and norms[:1] == ["that"]:
            stands = False
        if _is_unsure(clause):
            stands = False
        yield clause, stands
        if _reports(clause) and not vouched:
            blocked_rest = True


def _supposes(norms: Sequence[str]) -> bool:
    if not norms:
        return False
    for index, norm in enumerate(norms):
        if norm in SUPPOSING and not (norm == "picture" and index):
            return True
    return (
        norms[0] in {"were", "had", "should"}
        and len(norms) > 1
        and norms[1] in SPEAKER | {"you", "he", "she", "they", "it"}
    )


def _concludes(norms: Sequence[str]) -> bool:
    """Tell whether the clause has its own "then": "unless they fix it I'd move"."""
    return bool({"would", "'d", "could", "will"} & set(norms))


def _is_unsure(clause: Clause) -> bool:
    verb = clause.verb
    if verb is None:
        return False
    if verb.modal == "would":
        return True
    near = [*(each.norm for each in clause.lead), *(each.norm for each in verb.tokens)]
    after = [each.norm for each in clause.rest[:3]]
    if UNSURE & set(near) or UNSURE & set(after):
        return True
    return verb.lemma in {
        "hope",
        "wish",
        "wonder",
        "guess",
        "imagine",
        "suppose",
        "dream",
        "want",
        "need",
        "doubt",
    }


def _reports(clause: Clause) -> bool:
    """Tell whether what follows are somebody's words."""
    norms = [each.norm for each in clause.tokens]
    if norms[:2] == ["according", "to"]:
        return True
    if clause.verb is None or clause.verb.lemma not in SAYING:
        return False
    if (
        clause.subject
        and clause.subject[-1].norm in _AUTHORITIES
        and clause.verb.lemma in {"say", "tell", "confirm", "think"}
    ):
        return False
    return not (
        clause.verb.lemma in {"know", "mean", "find", "hear", "feel"}
        and clause.subject
        and clause.subject[0].norm in SPEAKER
    )


def _asked_from(sentence: Sentence) -> int:
    """Return the index of the first clause that asks; that of the first one if all may."""
    count = len(sentence.clauses)
    for index, clause in enumerate(sentence.clauses):
        if _asks(clause):
            return 0 if index == 0 else index
        for segment in clause.tail:
            if _asks_words(segment.tokens) and segment.before in {
                ",",
                "-",
                ":",
                ";",
                "so",
                "and",
                "but",
                "(",
            }:
                return index + 1 if not _is_tag(segment.tokens) else 0
    return 0 if sentence.mark == "?" else count


def _asks(clause: Clause) -> bool:
    words = [
        *clause.lead,
        *clause.subject,
        *(clause.verb.tokens if clause.verb else ()),
        *clause.rest,
    ]
    if (
        clause.subject
        and clause.verb is not None
        and clause.subject[0].norm not in WH | AUXILIARIES
    ):
        return False
    return _asks_words(words) and clause.before not in {
        "which",
        "who",
        "where",
        "when",
        "why",
        "how",
    }


def _asks_words(words: Sequence[Token]) -> bool:
    norms = [each.norm for each in words]
    while norms and norms[0] in FILLERS - {"not"}:
        norms = norms[1:]
    if not norms:
        return False
    first, second = norms[0], norms[1] if len(norms) > 1 else ""
    if first in WH - {"which", "who", "where", "when"} or (
        first in WH and second in AUXILIARIES | {"'s"}
    ):
        return True
    if first in {"any", "which", "who"} and len(norms) > 1:
        return True
    subjects = SPEAKER | {
        "you",
        "he",
        "she",
        "it",
        "they",
        "there",
        "that",
        "this",
        "the",
        "my",
        "your",
        "our",
        "not",
        "a",
        "his",
        "her",
    }
    if first in AUXILIARIES and (
        second in subjects or (len(words) > 1 and words[-len(norms) + 1].is_capital)
    ):
        return first not in {"had", "were", "been"} or second not in SPEAKER
    return False


def _is_tag(words: Sequence[Token]) -> bool:
    norms = [each.norm for each in words]
    return len(norms) <= 3 and (norms[0] in AUXILIARIES or norms[0] in _TAGS)


def orders(clause: Clause) -> bool:
    """Tell whether a clause is an instruction."""
    return clause.verb is None


def is_stative(tense: Tense) -> bool:
    """Tell whether a tense says that it is so now."""
    return tense in {Tense.PRESENT, Tense.PERFECT}
