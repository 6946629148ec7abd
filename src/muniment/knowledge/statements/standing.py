"""Read how things stand: when they start or end, where they are kept, how high they are set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.kinds import (
    MEASURE,
    Kind,
    before_time,
    family_of,
    kind_of,
    moment_of,
)
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.referents import referent_of
from muniment.knowledge.statements.trimming import trimmed, without_on
from muniment.knowledge.statements.worded import worded
from muniment.knowledge.wordlists import words
from muniment.model.claims import Claim

_ADV: Final = (
    r"(?:(?:now|currently|still|usually|always|normally|only|already|officially|actually) )*"
)
_THING: Final = r"(?:my|our|the) [\w '’-]{1,40}?"
_HAPPENS: Final = (
    r"drops?|airs?|goes out|go out|comes out"
    r"|gets? collected|is collected|are collected|is due|are due|falls due"
)
_ENDS: Final = r"ends?|finish(?:es)?|lasts?|runs?(?= (?:until|till|through))"
_VALID: Final = (
    r"expires?|(?:is|are|stays?|remains?)(?: now| still)? (?:valid|good)(?= (?:until|till|through))"
)
_SCHEDULED: Final = re.compile(
    rf"^(?P<what>{_THING}) {_ADV}(?:(?P<starts>starts?|begins?)|(?P<ends>{_ENDS})|(?P<expires>{_VALID})|(?P<departs>departs?|leaves?|takes? off)"
    rf"|(?P<opens>opens?)|(?P<closes>closes?|shuts?)|{_HAPPENS}) {_ADV}"
    r"(?P<value>(?:on|at|in|by|until|till|through|every|each|next|this) .{1,40})$",
    re.IGNORECASE,
)
_UNTIL: Final = re.compile(r"^(?:until|till|through|by) ", re.IGNORECASE)
_YEAR: Final = re.compile(r"^(?:19|20)\d{2}$")
_LEADS: Final = {
    "starts": "start ", "ends": "end ", "expires": "expiry ", "departs": "departure ", "opens": "opening ", "closes": "closing ",
}  # fmt: skip
_KEPT: Final = re.compile(
    rf"^(?:i|we) {_ADV}(?:keep|store|stash|hide|park|moor) (?P<what>{_THING})"
    r" (?P<lead>(?:in|on|at|under|behind|inside|beside|next to|above|below|near)(?: (?:the|a|an|my|our|his|her|their))?)"
    r" (?P<value>[\w'’ -]{2,40})$",
    re.IGNORECASE,
)
_SET: Final = re.compile(
    rf"^(?:(?:i|we) {_ADV}(?:keep|set|run|hold) (?P<kept>{_THING}) at"
    rf"|(?P<set>{_THING})(?:['’]s| is| are) {_ADV}(?:set|fixed|kept|held|capped) (?:at|to))"
    rf" (?P<value>{MEASURE})(?: (?:until|till|for) .+)?$",
    re.IGNORECASE,
)
_PROVIDED: Final = re.compile(
    rf"^(?P<what>(?:(?:my|our|(?:the )?[\w-]+['’]s) )?[\w '’-]{{1,40}}?)(?:['’]s| is| are) {_ADV}with (?P<value>(?-i:[^\W\d_a-z])[\w'’& -]{{1,40}})$",
    re.IGNORECASE,
)
_BOUGHT: Final = re.compile(
    rf"^(?:i|we) {_ADV}(?:buy|get|order|source) (?:all )?(?:my|our|the) (?P<what>[\w -]{{2,30}}?) from (?P<value>(?-i:[^\W\d_a-z])[\w'’& -]{{1,40}})$",
    re.IGNORECASE,
)
_SUPPLIED: Final = re.compile(
    rf"^(?:my|our) (?P<what>[\w -]{{2,30}}?) {_ADV}comes? from (?P<value>(?-i:[^\W\d_a-z])[\w'’& -]{{1,40}})$",
    re.IGNORECASE,
)
_SERVED: Final = re.compile(
    rf"^(?:i|we)(?:['’]m| am|['’]re| are)? {_ADV}(?P<way>bank|insured) with (?P<value>(?-i:[^\W\d_a-z])[\w'’& -]{{1,40}})$",
    re.IGNORECASE,
)
_SERVICES: Final = words("""
insurance account contract policy mortgage pension broadband internet electricity gas phone loan savings energy cover
subscription website hosting domain membership bank
""")
_NO_THINGS: Final = lexicon.PEOPLE | lexicon.BODY | lexicon.PETS | lexicon.RELATIONS
_MOODS: Final = words("loop dark mind eye go run back end heart head line place prize ball road")
"""Where one keeps no thing: "in the loop", "in mind", "on the road"."""
_OTHER: Final = re.compile(
    r"\b(?!(?:the|an?|at|on|in|by|from|until|till|every|each|next|this|about|around|early|late|noon|\d+)\b)[a-z]+",
    re.IGNORECASE,
)
_HOUR: Final = re.compile(r"^(?:at|until) \d{1,2}$", re.IGNORECASE)
_AT_AN_HOUR: Final = re.compile(r"^(?:at|until) \d", re.IGNORECASE)
_OURS: Final = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_NEWEST: Final = re.compile(r"^(?:current|new|latest|own) ", re.IGNORECASE)
_OF_FAMILY: Final = {"degree": "temperature", "percent": "level", "%": "level", "mass": "weight"}


def standing(clause: Clause, speaker: str) -> Iterator[Claim]:
    """Yield what a clause says of when a thing is, where it is kept, how high it is set, who provides it."""
    yield from _scheduled(clause, speaker)
    yield from _kept(clause, speaker)
    yield from _set(clause, speaker)
    yield from _provided(clause, speaker)


def _scheduled(clause: Clause, speaker: str) -> Iterator[Claim]:
    """Read "the newsletter goes out on Mondays": the slot of "is on Mondays"; a start, an end have their own."""
    found = _SCHEDULED.match(clause.text)
    thing = None if found is None else _thing(found["what"], speaker)
    if found is None or thing is None:
        return
    value = trimmed(found["value"])
    is_hour = _HOUR.match(value) is not None
    time = without_on(_UNTIL.sub("", value))
    is_year = found["expires"] is not None and _YEAR.match(time) is not None
    is_time = is_hour or is_year
    if not is_time and (kind_of(time) is not Kind.WHEN or _OTHER.search(before_time(time))):
        return
    if "good" in clause.text.lower().split() and not _is_paper(found["what"]):
        return
    moment = "date" if is_year else moment_of(value)
    if is_hour or (moment == "day" and _AT_AN_HOUR.match(value)):
        moment = "time"
    lead = next((name for group, name in _LEADS.items() if found[group]), "")
    yield _claim(clause, thing, f"{lead}{moment}", time)


def _is_paper(what: str) -> bool:
    """Tell whether something is good until a time by right: a badge is, the weather or a cake is not."""
    return not _PAPERS.isdisjoint(lexicon.singular(each) for each in what.lower().split())


_PAPERS: Final = words("""
badge pass ticket permit licence license card voucher code coupon offer quote price visa passport certificate membership
subscription warranty guarantee deal discount booking reservation key token prescription contract lease policy insurance
""")


def _kept(clause: Clause, speaker: str) -> Iterator[Claim]:
    found = _KEPT.match(clause.text)
    thing = None if found is None else _thing(found["what"], speaker)
    if found is None or thing is None:
        return
    place = trimmed(found["value"])
    if kind_of(place) is not Kind.WHEN and place.split()[-1].lower() not in _MOODS:
        yield _claim(clause, thing, "location", place, lead=found["lead"].lower())


def _set(clause: Clause, speaker: str) -> Iterator[Claim]:
    """Read "we keep the cellar at 12 degrees"; of what one pays by percent, as "my mortgage is 3 percent"."""
    found = _SET.match(clause.text)
    if found is None:
        return
    what, value = found["kept"] or found["set"], found["value"]
    referent = referent_of(what, speaker)
    of = _OF_FAMILY.get(family_of(value))
    if referent is not None and referent.is_mine and referent.head in _SERVICES:
        yield _claim(clause, speaker, referent.noun.lower(), value)
    elif of is not None and (thing := _thing(what, speaker)) is not None:
        yield _claim(clause, thing, of, value)


def _provided(clause: Clause, speaker: str) -> Iterator[Claim]:
    """Read "our insurance is with Umbra", "we get our flour from Umbra", "I bank with Umbra"."""
    with_ = _PROVIDED.match(clause.text)
    referent = None if with_ is None else referent_of(with_["what"], speaker)
    if with_ is not None and referent is not None and referent.head in _SERVICES:
        of = f"{referent.noun.lower()} provider"
        is_bare = referent.owner is None and not referent.is_definite
        owner = speaker if is_bare else referent.owner
        if owner is not None:
            yield _claim(clause, owner, of, trimmed(with_["value"]))
    bought = _BOUGHT.match(clause.text) or _SUPPLIED.match(clause.text)
    if bought is not None and lexicon.singular(bought["what"].split()[-1]) not in _NO_THINGS:
        of = f"{bought['what'].lower()} supplier"
        yield _claim(clause, speaker, of, trimmed(bought["value"]))
    served = _SERVED.match(clause.text)
    if served is not None:
        of = "bank" if served["way"].lower() == "bank" else "insurer"
        yield _claim(clause, speaker, of, trimmed(served["value"]))


def _thing(what: str, speaker: str) -> str | None:
    """Return the name of a thing of the speaker's or of nobody's; None of people, pets and bodies."""
    plain = _OURS.sub("the", what.split(" ", 1)[1].partition(" for ")[0])
    nouns = {lexicon.singular(word) for word in plain.lower().split()}
    if referent_of(f"the {plain}", speaker) is None or not _NO_THINGS.isdisjoint(nouns):
        return None
    return _NEWEST.sub("", plain)


def _claim(clause: Clause, subject: str, of: str, value: str, *, lead: str = "") -> Claim:
    return worded(
        subject=subject,
        predicate="attribute",
        object=value,
        of=of,
        span=clause.span,
        lead=lead,
    )
