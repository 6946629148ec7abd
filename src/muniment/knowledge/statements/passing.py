"""Tell words that a clause names only in passing from a new value: where one was, whom one saw, what one lifted."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.extraction.function_words import ADVERBS
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.kinds import Kind
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.likening import AMOUNTS
from muniment.knowledge.statements.spans import Span
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import words
from muniment.model.names import folded

_PUT: Final = re.compile(
    r"\b(?:mov|switch|shift|transferr?|relocat)(?:e|ed|ing) (?:(?:all|both|some|most)(?: of)? )?"
    r"(?:my|our|the|his|her|their|its|an?|this|that|these|those|(?-i:[^\W\d_a-z])\w+)\b"
    r"(?!(?: \w+)? (?:famil(?:y|ies)|home|household|li(?:fe|ves)|kids|children|wife|husband|partner)\b)"
    r" .*\b(?:in|at|to|into|near|with)(?: the)?\s+$",
    re.IGNORECASE,
)
"""What stands before where a thing was put: who moved an account to Monzo does not live there."""
_ONCE: Final = re.compile(
    r"(?<!\bhave )(?<!\bhas )(?<!['’]ve )(?<!['’]s )\b(?:lived|was living|were living|grew up|was born|were born)\b[^,]*\s$",
    re.IGNORECASE,
)
"""What stands before a town that somebody lived in once."""
_LIVING: Final = re.compile(r"\bliv(?:e|es|ing) in(?: the)?\s+$", re.IGNORECASE)
_VISITING: Final = re.compile(
    r"\b(?:went|been|flew|drove|travell?ed|cycled|visited|trip|taken|took) (?:\w+ )?(?:to|in|near)\s+$",
    re.IGNORECASE,
)
_ACQUIRED: Final = re.compile(
    r"\b(?:bought|buying|found|sold|selling|saw|seen|viewed|viewing|inherited|built|rented out|let)\b.*\b(?:in|near|outside)\s+$",
    re.IGNORECASE,
)
"""What stands before where a house is that somebody need not have moved into."""
_SEEN: Final = re.compile(
    r"\b(?:saw|met|rang|called|visited|(?:spoke|talked|chatted|lunch|coffee|dinner) (?:to|with))\s+$",
    re.IGNORECASE,
)
"""What stands before somebody with whom one had to do once."""
_FORMER: Final = re.compile(r"\b(?:old|former|previous|ex)[ -]\w+\s+$", re.IGNORECASE)
"""What stands before the name of whom one has no more: "my old boss Callum"."""
_EMPLOYED: Final = re.compile(
    r"\b(?:quit|left|leaving|joined|joining|resigned from|(?:work|start)(?:s|ed|ing)? (?:at|for)|play(?:s|ed|ing)? for)\s+$",
    re.IGNORECASE,
)
"""What stands before a name that is none of a person: "he quit Airbus"."""
_LEAVES: Final = re.compile(
    r"(?:['’]s|['’]ve| has| have| is| was)?(?: (?:just|now|already|also|finally|been))*"
    r" (?:left|gone|quit|retired|resigned|leaving|retiring|dead|died|passed away|sacked|fired)\b(?! it\b)",
    re.IGNORECASE,
)
"""What stands behind somebody who is nobody's anything any more: "Tracey's left"."""
_LENT: Final = re.compile(
    r"\b(?:borrow|rent|hir|test[- ]driv)(?:ed|ing|e)\b.*\s$|\w (?:my|our|the|his|her|their) \w+['’]s\s+$",
    re.IGNORECASE,
)
"""What stands before a thing that is somebody else's."""
_FOR_OTHERS: Final = re.compile(
    r"\b(?:got|bought|ordered|chose|picked)\b[^.!?;]*, for (?:my|our|his|her|their|[^\W\d_a-z]\w+['’]s) (?!birthday\b|work\b)\w+",
    re.IGNORECASE,
)
"""What says of a thing that it was got for somebody else."""
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_IN: Final = re.compile(r"\b(?:in|since|until|till|from|by|of)\s+$", re.IGNORECASE)
"""What stands before a year: "one of my cats died in 2019" counts no cats."""
_MEASURED: Final = words(
    "be have own keep get make run weigh pay cost charge earn hit reach become come go drop rise rent owe measure take drink eat"
    " smoke read sit stand set cut raise lower put total average register show say need want"
)
"""Verbs whose amount says how much something is; whoever "lifted 90 kilos" weighs no more than before."""


_DENYING: Final = r"(?:n['’]t| not| never)\b(?! (?:only|just|until|till|before)\b)"
_DENIED: Final = re.compile(
    rf"{_DENYING}(?!.*\b(?:but|until|till|before|any ?more|any longer|instead)\b)", re.IGNORECASE
)
"""What stands before what is not so: "we are not moving to Derby"."""
_DENIES: Final = re.compile(rf"(?: \w+(?<!\w['’]s))?{_DENYING}|['’]s not\b", re.IGNORECASE)
"""What stands behind somebody who does not do a thing: "Pete doesn't do boilers any more"."""


def is_denied(span: Span) -> bool:
    """Tell whether a clause says of words only what is not so."""
    if _DENIED.search(f" {span.before}") is not None:
        return True
    return span.start == 0 and _DENIES.match(span.after) is not None


def is_passing(span: Span, belief: Believed) -> bool:
    """Tell whether words name a place, a person or a thing that need not be what a belief's is now."""
    if is_denied(span):
        return True
    if span.kind is Kind.NUMBER and _YEAR.fullmatch(span.text) and _IN.search(span.before):
        return True
    if belief.predicate == "lives_in":
        return any(each.search(span.before) for each in (_PUT, _ONCE, _VISITING, _ACQUIRED))
    if belief.predicate == "count":
        return _is_had_by_others(span, belief)
    if belief.predicate == "works_at":
        return _ONCE.search(span.before) is not None or _LIVING.search(span.before) is not None
    if belief.predicate == "relation":
        if _LEAVES.match(span.after) is not None:
            return True
        return any(each.search(span.before) for each in (_SEEN, _FORMER, _EMPLOYED))
    if belief.kind not in {Kind.NAME, Kind.WORDS}:
        return False
    return _FOR_OTHERS.search(span.clause.said) is not None or _LENT.search(span.before) is not None


def _is_had_by_others(span: Span, belief: Believed) -> bool:
    """Tell whether a number is of what somebody else has: "next door have four cats now"."""
    found = _HAVERS.match(span.before)
    if found is None:
        return False
    who = set(folded(found["who"]).split())
    own = belief.name_words | _OURS
    return who.isdisjoint(own) and stems(found["who"]).isdisjoint(stems(belief.of or ""))


_HAVERS: Final = re.compile(
    r"(?P<who>.+?)(?:['’]s got| have| has| had| own| owns| keep| keeps)\b", re.IGNORECASE
)
_OURS: Final = words("i i've we we've it there that which he she they who you my our")


def is_done_to(span: Span) -> bool:
    """Tell whether an amount is that of what a verb does: "I lifted 90 kilos", not "I weigh 90 kilos"."""
    if span.kind not in AMOUNTS:
        return False
    said = [each for each in span.before.lower().split() if each not in ADVERBS]
    form = form_of(said[-1]) if said else None
    is_done = form is not None and form.lemma not in _MEASURED
    return is_done or _HANDED_OVER.search(span.before) is not None


_HANDED_OVER: Final = re.compile(
    r"\b(?:(?:paid|gave|lent|sent|refunded|transferred|tipped) (?:me|him|her|them|you|us|the \w+|(?-i:[^\W\d_a-z])\w+)"
    r"|(?:sold|bought|traded|swapped)\b.* for)(?: (?:only|just|about|around))?\s+$",
    re.IGNORECASE,
)
"""What stands before an amount that changed hands once: "I paid him 500", "we sold the desk for 80"."""
