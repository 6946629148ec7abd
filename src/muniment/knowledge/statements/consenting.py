"""Read what somebody agrees to: "can we leave on May 16 instead?" - "sure", "move it to Friday" - "done, I moved it to Friday"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muniment.knowledge.statements.amended import Turn
from muniment.knowledge.statements.amending import Value, values_in
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.binding import bound
from muniment.knowledge.statements.likening import TYPED
from muniment.knowledge.wordlists import any_of
from muniment.model.claims import Act, Claim, Message, Role
from muniment.model.names import folded

REPLY_MAX: Final = 200
"""How many characters a reply has at most that agrees to what was proposed."""

_CONSENT: Final = re.compile(
    r"\W*(?:yes|yeah|yep|yup|sure|ok|okay|done|all (?:set|done)|perfect|agreed|deal|absolutely|of course|certainly|great|fine|no problem"
    r"|sounds (?:good|great|fine|perfect)|(?:that |it )?works(?: for me)?|alright|all right|good idea|will do|confirmed|let['’]?s do (?:that|it))(?=\W|$)",
    re.IGNORECASE,
)
_RESERVED: Final = any_of("""
but, not, no, nope, never, unless, if, until, once, sorry, unfortunately, however, maybe, perhaps, probably, might, could, would, should,
let me, i'll (?:ask|check|see|try), will (?:ask|check|see|try), ask, asking, check, checking, first, instead, rather, can't, cannot, won't, don't,
didn't, couldn't, isn't, wasn't, hasn't, haven't, tried, trying, wait
""")
"""What a reply says that agrees to something else, or only in part."""
_PROPOSED: Final = re.compile(
    r"(?:\b(?:can|could|shall|should|may) (?:we|you|i) (?:please |maybe |just |perhaps )*|\b(?:how|what) about (?:we )?|\bplease (?:can you |could you )?|\blet['’]s )"
    r"(?P<what>[^?.!\n]+)",
    re.IGNORECASE,
)
_CHANGING: Final = re.compile(
    r"\b(?:instead|rather)\b|^(?:move|change|switch|reschedule|push|shift|postpone|delay|make|set|bring|put|swap)\b",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(r"(?:,? (?:instead|please|then|rather|maybe))+\s*$", re.IGNORECASE)
_BARE: Final = re.compile(
    r"(?:(?:move|change|switch|reschedule|push|shift|postpone|delay|make|set|bring|put|swap|do|meet|say|go (?:for|with))\b)?"
    r"(?: (?:it|that|this|back|forward|up))*(?: ?(?:to|on|at|for|until))?\s*",
    re.IGNORECASE,
)
_HOUR: Final = re.compile(r"[1-9]|1\d|2[0-4]")
"""What may be an hour, and a number of anything: nothing tells which."""
_YOUR: Final = re.compile(r"\byour\b", re.IGNORECASE)
_OWN: Final = re.compile(r"\b(?:my|me|mine)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a turn proposes, without the question around it, and the one value that it names."""

    what: str
    value: Value

    @property
    def is_bare(self) -> bool:
        """Whether it names nothing but the value: "do Saturday instead"."""
        return _BARE.fullmatch(f"{self.what[: self.value.start]}") is not None and not (
            self.what[self.value.end :].strip()
        )


def consents(text: str) -> bool:
    """Tell whether a message agrees to what was proposed, and says nothing against it."""
    found = _CONSENT.match(text) if len(text) <= REPLY_MAX and "?" not in text else None
    return found is not None and _RESERVED.search(text, found.end()) is None


def proposal_of(text: str) -> Proposal | None:
    """Return the change that a turn proposes or asks for; None where it proposes several things, or none."""
    found = list(_PROPOSED.finditer(text))
    if len(found) != 1 or _CHANGING.search(found[0]["what"]) is None:
        return None
    what = _TAIL.sub("", found[0]["what"].strip())
    values = [each for each in values_in(what) if each.kind in TYPED]
    if len(values) != 1 or _HOUR.fullmatch(values[0].text) is not None:
        return None
    return Proposal(what=what, value=values[0])


def consented(
    message: Message, believed: Sequence[Believed], before: Sequence[Turn]
) -> tuple[Claim, ...]:
    """Return what is so since a message agrees to what the turn before it proposed: the new value of one belief."""
    last = before[-1] if before else None
    if last is None or folded(last.speaker) == folded(message.speaker):
        return ()
    proposal = proposal_of(last.text) if consents(message.text) else None
    if proposal is None or not _is_same_value(message.text, proposal):
        return ()
    for speaker, text in _wordings(message, last, proposal):
        said = replace(message, text=text, speaker=speaker, role=Role.USER)
        found = [
            each
            for each in bound(said, (), believed, (), before[:-1])
            if each.replaces is not None and each.act.asserts and proposal.value.text in each.object
        ]
        if len(found) == 1:
            span = (0, len(message.text.rstrip()))
            return (replace(found[0], span=span, act=Act.STATE),)
    return ()


def _is_same_value(text: str, proposal: Proposal) -> bool:
    """Tell whether a reply names no other value than the one that was proposed."""
    said = (each for each in values_in(text) if each.kind in TYPED)
    return all(folded(each.text) == folded(proposal.value.text) for each in said)


def _wordings(message: Message, last: Turn, proposal: Proposal) -> Iterator[tuple[str, str]]:
    """Yield what was agreed on as somebody would state it, the surest first: who, and in which words.

    An assistant agrees to what is the other's.
    """
    is_other = message.role is not Role.USER or _OWN.search(proposal.what) is not None
    first, second = (last.speaker, message.speaker) if is_other else (message.speaker, last.speaker)
    speakers = (first,) if message.role is not Role.USER else (first, second)
    if not proposal.is_bare:
        what = _YOUR.sub("my", proposal.what)
        yield from ((each, f"{what} instead") for each in speakers)
        return
    told = _CONSENT.sub("", message.text, count=1).strip(" ,.:;!–—-")
    if proposal.value.text in told:
        yield from ((each, told) for each in speakers)
    yield from ((each, f"make that {proposal.value.text}") for each in speakers)
