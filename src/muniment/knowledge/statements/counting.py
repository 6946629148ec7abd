"""Read how many of something there are: "I have six hens", "seven chapters are done"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.differing import tells_difference
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.conditions import person_of
from muniment.knowledge.statements.forms import Statement
from muniment.knowledge.statements.referents import owner_of
from muniment.knowledge.statements.trimming import bare
from muniment.knowledge.statements.worded import stated
from muniment.knowledge.statements.words import NO_COUNT
from muniment.model.claims import Claim

_CUT: Final = re.compile(
    r"\s(?:to|for|in|on|at|with|from|under|that|who|left|now|these|this|so|already|altogether|total|over|between|after|because|per|a|by|since|as)\b.*$",
    re.IGNORECASE,
)
_RATE: Final = re.compile(
    r"\s(?:a|an|per|each|every) (?:day|night|week|weekend|month|year|hour)\b", re.IGNORECASE
)
"""How often is no how many: "two coffees a day"."""
_INSIDE: Final = re.compile(r" (?:in|on|at) (?:my|our|the) (?P<thing>[\w -]+)$", re.IGNORECASE)
_WITHIN: Final = re.compile(
    r"^(?:in|on|at) (?:my|our|the) (?P<thing>[\w -]+?),? there\b", re.IGNORECASE
)
_HAVING: Final = re.compile(
    r"\b(?:have|has|own|owns|['’]ve got|['’]s got|keep|keeps|run|runs|teach|teaches|manage|manages|employ|employs|coach|coaches|look after|looks after|lead|leads|pay for|pays for|subscribe to|left with|down to|up to|supervise|mentor|raise)\b",
    re.IGNORECASE,
)


def done(said: Statement, speaker: str) -> Iterator[Claim]:
    """Read "seven chapters of my novel are done"."""
    noun, _, whole = said.what.partition(" of ")
    of = lexicon.singular(noun.split()[-1].lower())
    subject = speaker if not whole else bare(whole)
    if noun.endswith("s") and of not in NO_COUNT:
        yield stated(
            said, subject, "count", said.value, of=" ".join([*noun.lower().split()[:-1], of])
        )


def counted(said: Statement, before: Sequence[Clause], speaker: str) -> Iterator[Claim]:
    """Read "I have six hens"."""
    noun = _CUT.sub("", f" {said.what}").strip(" ,.").lower()
    head = lexicon.singular(noun.split()[-1]) if noun else ""
    if (
        not noun
        or head in NO_COUNT
        or len(noun.split()) > 3
        or noun.startswith("of ")
        or not noun.replace(" ", "").replace("-", "").isalpha()
    ):
        return
    is_rate = (head == "day" and " " not in noun) or _RATE.search(said.what)
    if is_rate or tells_difference(f"{said.value} {noun}"):
        return
    if (
        not noun.endswith(("s", "children"))
        and noun.split()[-1] not in lexicon.PLURALS
        and said.value.lower() not in {"one", "1"}
    ):
        return
    if said.form == "there":
        inside = _INSIDE.search(said.what) or _WITHIN.match(said.clause.text)
        who = None if inside is None else inside["thing"]
    else:
        who = _who(said.clause.text, before, speaker)
    if who is not None:
        of = " ".join([*noun.split()[:-1], head])
        yield stated(said, who, "count", said.value, of=of)


def _who(text: str, before: Sequence[Clause], speaker: str) -> str | None:
    """Return who has something, where a clause says that somebody has it."""
    having = _HAVING.search(text)
    if having is None:
        return None
    who = _HAD.sub("", text[: having.start()].strip())
    if who:
        return person_of(who, before, speaker)
    previous = before[-1].text if before else ""
    is_name = previous[:1].isupper() and len(previous.split()) <= 3
    return owner_of(previous, speaker) if is_name else None


_HAD: Final = re.compile(
    r"(?:['’](?:ve|s|m|re))?(?:(?<!\s)\s++)?(?:\b(?:am|are|is|been|only|now|currently))?$"
)
