"""Read what somebody intends: "I'm buying a road bike", "we've settled on a tortoise"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction.function_words import PREPOSITIONS
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.trimming import trimmed
from muniment.knowledge.statements.worded import worded
from muniment.knowledge.wordlists import phrases, words
from muniment.model.claims import Claim

_CLEFT: Final = re.compile(
    r"^it(?:['’]s| is|['’]ll be) (?P<what>(?:the|a|an|my|our) .+?|[A-Z][\w'’ -]+?) (?:that |which )?(?P<who>i|we)(?:['’]m|['’]re| am| are) (?:now )?(?:going to |planning to )?(?P<verb>\w+(?: (?:for|to|in|on|at|with))?)$",
    re.IGNORECASE,
)
_ADVERBS: Final = r"(?:(?:now|also|both|definitely|finally|actually|all|just|instead|still|then|rather|officially) )*"
_PROGRESSIVE: Final = re.compile(
    rf"^(?P<when>(?:in|on|this|next|for|over|at) [\w ]{{2,20}} )?(?:i|we)(?:['’]m|['’]re| am| are|['’]ll be| will be) {_ADVERBS}(?P<verb>[a-z]+ing) (?P<rest>.+)$",
    re.IGNORECASE,
)
_INTENT: Final = re.compile(
    rf"^(?:(?:in|on|this|next|for|over|at|after|with|by|before|when i|once i|when we|once we) [\w'’ -]{{2,40}} )?(?:(?:i|we)(?:['’]m|['’]re|['’]ve| am| are| have)? ?|(?=gonna |planning to ))"
    rf"{_ADVERBS}"
    r"(?P<lead>going to|gonna|planning to|plan to|intend to|decided to|set on|planning on|decided on|settled on|opted for|opted to|chosen to|chose to|made up my mind to"
    rf"|made up our minds to|going with|gone with|went with|will be|will|['’]ll) {_ADVERBS}(?P<rest>.+)$",
    re.IGNORECASE,
)
_THE_PLAN: Final = re.compile(
    r"^(?:the|my|our) (?:new |current |latest )?(?:plan|intention|resolution) (?:is|['’]s|was)(?: now| still)? (?:to|for (?:me|us) to) (?P<rest>.+)$",
    re.IGNORECASE,
)
_ABOUT: Final = phrases(
    "going with, gone with, went with, decided on, opted for, settled on, set on"
)
_NO_PLAN: Final = re.compile(
    r"(?:to|out|a (?:lot|ton|bit|difference|break|shot)|the time|time|my best|all my|it(?! out )|this|that|into|late|low|short|on|well|mad|crazy|through|by|for|from) \w",
    re.IGNORECASE,
)
_DEPENDS: Final = re.compile(r"\W*(?:if|unless)\b", re.IGNORECASE)
_WHY: Final = re.compile(
    r" (?:with (?:it|that)|because|so that|as soon as|once|if|when|since) ?.*$", re.IGNORECASE
)
_INTENDED: Final = words("""
buy visit fly go travel move hold host spend apply throw rent adopt sign enrol enroll sell train book cook serve paint
build open launch start study join hire propose celebrate marry drive ride camp sail walk hike climb run race renovate
replace repaint order plant convert rebuild redo retire quit switch wear donate present perform learn write invite
meet head volunteer rip put tear knock extend refurbish hand pass restore redecorate lay dig install swap trade
upgrade audition compete enter attend dye drill plough weld brew bake sew knit teach wed honeymoon replant tile
insulate leave return close sublet lease invest
""")


_OPEN: Final = re.compile(
    r"\w+ (?:with |for |to )?(?:them|it|that|this|those|these)(?: (?:in|on|at|next|this|from|by)\b.*)?$",
    re.IGNORECASE,
)
"""What leaves open what is planned: "go with them in September"."""
_DONE_FOR: Final = words("apply drill train study audition volunteer")
"""What one does for something: "apply for a visa"."""
_OF_NOTE: Final = re.compile(
    r"(?:do|give|get|have) (?:(?:him|her|them) )?(?:an?|my|our) (?!bit|lot|try|go|call|look|break|best|thing|rest|nap|walk|shower)\w+",
    re.IGNORECASE,
)
_ONCE: Final = words("buy rent adopt hold host sell order book hire sign retire renovate launch")
"""What is still to come where somebody is doing it: all else may be going on for years."""


def intentions(clause: Clause, speaker: str) -> Iterator[Claim]:
    """Yield what a clause says that the speaker intends, whatever comes."""
    plan = "" if _DEPENDS.match(clause.said) else _plan(clause.text)
    parts = plan.lower().split()
    is_open = len(parts) >= 2 and _OPEN.match(plan) is not None
    if len(parts) >= 2 and parts[0] not in PREPOSITIONS and "you" not in parts and not is_open:
        span = clause.span
        yield worded(subject=speaker, predicate="plan", object=plan, of=None, span=span)


def _plan(text: str) -> str:
    cleft = _CLEFT.match(trimmed(text))
    if cleft is not None:
        return f"{cleft['verb']} {cleft['what']}"
    planned = _THE_PLAN.match(text)
    if planned is not None:
        return _intended(_short(planned["rest"]))
    intent = _INTENT.match(text)
    if intent is not None:
        return _intent(intent["lead"].lower(), _short(intent["rest"]))
    going = _PROGRESSIVE.match(text)
    if going is None or not (going["when"] or _base(going["verb"]) in _ONCE):
        return ""
    return _intended(f"{going['verb']} {_short(going['rest'])}")


def _intent(lead: str, rest: str) -> str:
    if lead not in _ABOUT:
        return _intended(rest)
    return rest if rest.split(" ", 1)[0].lower().endswith("ing") else f"going with {rest}"


def _intended(plan: str) -> str:
    """Return a plan; nothing, where it is none that could be said to be over one day."""
    verb, _, what = plan.partition(" ")
    is_for = what.startswith("for ") and _base(verb) in _DONE_FOR
    is_one = _base(verb) in _INTENDED and (is_for or _NO_PLAN.match(what) is None)
    return plan if is_one or _OF_NOTE.match(plan) is not None else ""


def _base(verb: str) -> str:
    stem = verb.lower().removesuffix("ing")
    if stem in _INTENDED:
        return stem
    if f"{stem}e" in _INTENDED:
        return f"{stem}e"
    return stem[:-1] if stem[-1:] == stem[-2:-1] else stem


def _short(text: str) -> str:
    return trimmed(_WHY.sub("", text))
