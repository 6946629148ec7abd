"""Tell whether a message puts right what was said before, and which clauses do."""

from __future__ import annotations

import itertools
import re
from typing import Final

from muniment.knowledge.extraction.moods import corrects
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.clauses import Clause

_OWN_WORDS: Final = re.compile(
    r"(?<!as )(?<!like )(?<!when )\bI (?:said|told you(?: that)?|wrote|typed|put down|gave you|meant)\b(?! (?:to|yes|no|hi|hello|goodbye|i'd|so)\b)",
    re.IGNORECASE,
)
_WRONG: Final = re.compile(
    r"\bgot (?:the|my|that|it|his|her|their|those)(?: \w+){0,2} wrong\b|\bgot (?:me|it|that|my \w+) (?:down )?(?:wrong|as)\b"
    r"|^(?:it|that) (?:was not|wasn't|isn't|is not)\b|^not (?!bad|much|sure|really|yet|at|that|only|to|a )\w+|\bmake that\b|\bstrictly speaking\b"
    r"|\bnot (?:at |on |in )?[\w:]+ (?:like|as) i (?:said|wrote|told you)\b|\brather than (?:the )?\d",
    re.IGNORECASE,
)
_ACTUALLY: Final = re.compile(r"\bactually\b", re.IGNORECASE)
_PUTS: Final = re.compile(
    r"\b(?:is|are|am|was|were|not|never|meant|mean)\b|['’](?:s|m|re)\b|n['’]t\b|^no\b",
    re.IGNORECASE,
)
"""What an "actually" puts right stands in: "Actually I just took a week off" only tells."""
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?\n]*")


def puts_right(text: str) -> bool:
    """Tell whether a message says that something was said or noted wrongly."""
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip()
        if sentence.endswith("?"):
            continue
        if "actually" in sentence.lower() and not _PUTS.search(sentence):
            sentence = _ACTUALLY.sub("", sentence)
        if corrects(sentence) or _OWN_WORDS.search(sentence) or _WRONG.search(sentence):
            return True
    return False


def contrasted(clauses: list[Clause]) -> tuple[set[int], set[int]]:
    """Return the heads of clauses that are denied only to be put right, and of those that do so.

    "I'm not a nurse, I'm a nursing assistant."
    """
    denied: set[int] = set()
    right: set[int] = set()
    for first, second in itertools.pairwise(clauses):
        if (
            first.negated
            and not second.negated
            and not first.ended
            and first.verb.lemma == second.verb.lemma
            and first.tense is second.tense is Tense.PRESENT
            and _same(first, second)
            and (first.complement is not None or first.object is not None or first.prepositions)
        ):
            denied.add(first.head.index)
            right.add(second.head.index)
    return denied, right


def _same(first: Clause, second: Clause) -> bool:
    if first.subject is None or second.subject is None:
        return False
    between = first.tree.words[first.verb.index : second.verb.index]
    if second.lent or any(each.text in {".", "!", "?"} for each in between):
        return False
    return second.subject.norm in {first.subject.norm, "it", "he", "she", "they"}


def turns_down(clause: Clause) -> bool:
    """Tell whether a clause names what it is instead of: "Corfu, not Crete"."""
    return any(
        each.norm == "not"
        and each.index > clause.verb.index + 1
        and clause.tree.words[each.index - 1].text == ","
        for each in clause.own
    )
