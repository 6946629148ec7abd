"""Bind what somebody is done with to what is believed: a home left, a plan called off, a diet given up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.resolution.likeness import best_fit
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.trimming import bare, trimmed, without_time
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import words
from muniment.model.names import folded
from muniment.recall.time_words import MONTHS

_HAVE: Final = (
    r"^(?:i|we)(?:['’]ve| have)?(?: (?:just|finally|recently|actually|now|both|since|already))*"
)
_AM: Final = r"^(?:i|we)(?:['’](?:m|re)| am| are)(?: (?:just|finally|actually|now|both))*"
_IS: Final = r"(?:['’]s|['’]re| is| are| was| were| got)(?: (?:now|just|sadly|officially))*"
_GONE: Final = r"(?:cancell?ed|called off|scrapped)"
_AFTER_ALL: Final = r"(?: (?:now|again|any ?more|after all|for good|btw|by the way|though|tho|then|sadly|tbh|lol|because of .+))*"
_IN: Final = rf"in (?:\d{{4}}|{'|'.join(MONTHS)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ceasing:
    """How one says that something of some predicates is no more; `what` are the words that name it."""

    predicates: frozenset[str]
    said: re.Pattern[str]


def _ceasing(predicates: str, *said: str) -> _Ceasing:
    return _Ceasing(predicates=words(predicates), said=re.compile("|".join(said), re.IGNORECASE))


_WAYS: Final = (
    _ceasing(
        "lives_in",
        rf"{_HAVE} (?:left|moved away from|moved out of) (?P<what>[^\d,]+?)"
        r"(?: (?:for good|last (?:week|month|year|spring|summer|autumn|winter)"
        rf"|{_IN}|(?:\w+ ){{1,2}}ago))?$",
    ),
    _ceasing(
        "plan",
        rf"{_HAVE} (?:{_GONE}|decided against|decided not to|changed (?:my|our) minds? about"
        r"|backed out of|pulled out of|abandoned) (?P<what>.+)$",
        rf"{_HAVE}(?: had to| decided to) (?:cancel|call off|scrap|pull out of|back out of) (?P<cancelled>.+)$",
        rf"{_HAVE} let (?P<let>.+?)(?: idea| plan)? go$",
        r"^(?:forget|scrap|never mind) (?:about )?(?P<forgotten>(?:the|my|our) .+)$",
        rf"^(?:the|my|our|that) (?P<occasion>[\w '’-]+?)(?:{_IS}| has been| have been|['’]s been)"
        rf" (?:{_GONE}|not happening){_AFTER_ALL}$",
        rf"^(?:the|my|our|that) (?P<off>[\w '’-]+?){_IS} off{_AFTER_ALL}$",
        rf"^(?P<place>(?-i:[^\W\d_a-z])[\w'’-]+)(?:{_IS}|(?:['’]s| has) been) (?:off|{_GONE}){_AFTER_ALL}$",
        r"^(?:the|my|our|that) (?P<fallen>[\w '’-]+?) (?:fell|has fallen) through$",
        rf"(?:{_AM} |^)not (?:going to )?(?:(?:doing|going on|going to|having|making) )?(?P<undone>.+?) (?:after all|any ?more|any longer)$",
    ),
    _ceasing(
        "status",
        r"^(?:(?:my|the) )?(?P<what>(?:\w+ )?(?:leave|probation|sabbatical|furlough))(?:['’]s| is) (?:now )?over$",
    ),
    _ceasing(
        "works_as",
        rf"{_HAVE} (?:stepped down|stood down|resigned|retired|quit) as (?P<post>.+)$",
        rf"{_HAVE} (?:left|quit|given up) (?P<trade>\w+ing)(?: for good)?$",
    ),
    _ceasing(
        "attribute",
        r"^(?:they|he|she|(?:my|the) \w+|dr \w+)(?:['’](?:ve|s)| have| has)?(?: just| finally)? (?:took|taken) me off (?P<drug>.+)$",
        rf"{_HAVE} quit (?P<club>.+)$",
        rf"{_HAVE} (?:stopped(?: taking)?|come off|came off|finished(?: with)?) (?P<course>.+)$",
    ),
    _ceasing("likes favourite", rf"{_HAVE} (?:gone|went) off (?P<what>.+)$"),
    _ceasing(
        "owns",
        rf"{_HAVE}(?: had to| needed to)? put (?P<what>[\w '’]+?) (?:down|to sleep)$",
        rf"{_HAVE} had (?P<asleep>[\w '’]+?) put (?:down|to sleep)$",
        rf"{_HAVE}(?: had to| needed to)? (?:give|gave|given) (?P<given>[\w '’]+?) away$",
    ),
    _ceasing(
        "condition",
        rf"{_AM} over (?:my|the) (?P<what>.+)$",
        rf"{_HAVE} (?:got over|recovered from|beat(?:en)?|outgrown|outgrew) (?:my |the )?(?P<beaten>.+)$",
        r"^(?:my|the) (?P<healed>[\w '’-]+?)(?: (?:is|are|has|have)|['’]s)(?: \w+ly)? (?:gone|cured|healed|cleared up)(?: away)?$",
    ),
)
_BORN: Final = re.compile(
    rf"(?:{_HAVE} (?:had (?:the|our|my|a) (?:baby|babies|twins)(?: (?:boy|girl)s?)?"
    r"|(?:gave|given) birth(?: to (?:(?:a|the|our|my|two|healthy|beautiful) )*(?:baby|boy|girl|son|daughter|twin|child)\w*)?)"
    r"|^(?:the|our) (?:baby|twins?) (?:was born|were born|arrived|(?:is|are|has|['’]s) (?:here|arrived|born)))"
    rf"(?=$|[ ](?:last|this|yesterday|today|tonight|at last|on (?:\w+day|\d)|(?:\w+ ){{1,3}}ago|{_IN})\b)",
    re.IGNORECASE,
)
_EXPECTING: Final = words("pregnant expecting")
_EATEN: Final = re.compile(
    rf"(?:{_HAVE} (?:eat|started eating|started to eat|gone back to(?: eating)?|went back to(?: eating)?)"
    rf"|{_AM} (?:eating|back to eating|back on)) (?P<what>.+?)(?P<again> (?:again|now|these days))?$",
    re.IGNORECASE,
)
_BEGUN: Final = re.compile(r"\b(?:started|back)\b", re.IGNORECASE)
_MEAT: Final = "meat beef pork lamb chicken turkey bacon ham sausages steak"
_FISH: Final = "fish seafood tuna salmon"
_DAIRY: Final = "dairy cheese milk butter yoghurt yogurt eggs"
_RULED_OUT: Final = {
    "vegetarian": words(f"{_MEAT} {_FISH}"),
    "veggie": words(f"{_MEAT} {_FISH}"),
    "vegan": words(f"{_MEAT} {_FISH} {_DAIRY}"),
    "pescatarian": words(_MEAT),
    "plant-based": words(f"{_MEAT} {_FISH} {_DAIRY}"),
    "dairy-free": words(_DAIRY),
    "gluten-free": words("gluten bread wheat"),
    "sugar-free": words("sugar sweets"),
}
"""What somebody of a diet does not eat."""
_FOOD: Final = re.compile(
    r"(?:(?:some|red|white) )?(?P<food>\w+)"
    r"(?: (?:again|now|on|at|in|after|since|for|with|once|twice|every|last|this)\b.*)?",
    re.IGNORECASE,
)
"""What is eaten, as itself: not *no meat*, *less meat* or *vegan cheese*."""

_PATTERNS: Final = (*(each.said for each in _WAYS), _BORN, _EATEN)


def ceased(clause: Clause, own: Sequence[Believed]) -> Iterator[Believed]:
    """Yield what of somebody's beliefs a clause of theirs says is no more."""
    for way in _WAYS:
        found = way.said.search(clause.text)
        if found is not None:
            what = trimmed(next(each for each in found.groups() if each is not None))
            meant = _named(what, [each for each in own if each.predicate in way.predicates])
            yield from (each for each in meant if _is_meant(each, found.lastgroup, what))
    if _BORN.search(clause.text) is not None:
        for each in own:
            if each.predicate == "status" and folded(each.object) in _EXPECTING:
                yield each
    eaten = _EATEN.search(clause.text)
    if eaten is not None and (eaten["again"] or _BEGUN.search(clause.text)):
        for each in own:
            if each.predicate == "diet" and _is_ruled_out(eaten["what"], each.object):
                yield each


def tells_ceasing(clauses: Sequence[Clause]) -> bool:
    """Tell whether clauses may say that something is no more."""
    return any(each.search(clause.text) for clause in clauses for each in _PATTERNS)


def _named(what: str, own: Sequence[Believed]) -> Sequence[Believed]:
    """Return the one belief that words name; none where several fit alike, or where it is a home's town."""
    homes = [each for each in own if each.predicate == "lives_in"]
    if homes:
        return [each for each in homes if folded(each.object) == folded(what)]
    fitting = best_fit(what, [(each.object, each) for each in own])
    said = stems(what)
    if not fitting and said:
        fitting = [each for each in own if each.predicate == "plan" and said == _undertaken(each)]
    return fitting if len(fitting) == 1 else ()


def _undertaken(plan: Believed) -> frozenset[str]:
    """Return the stems of what a plan is to do something to: "open a barbershop in Bath" a barbershop."""
    return stems(bare(_ASIDE.sub("", plan.object.partition(" ")[2])))


_ASIDE: Final = re.compile(r" (?:in|at|on|for|with|to|from|by|near) .*$")


def _is_meant(belief: Believed, way: str | None, what: str) -> bool:
    """Tell whether a way of ceasing is meant for a belief: a place that is "off" for a journey there.

    A medicine is stopped by its bare name: not "for a week once".
    """
    if way == "off":
        return _is_at(belief, what)
    if way == "place":
        return re.search(rf" (?:to|in|at) {re.escape(what)}\b", f" {belief.object}") is not None
    if way == "course":
        drug = folded(belief.object.partition(",")[0])
        return belief.of == "medication" and drug == folded(bare(what))
    return True


def _is_at(belief: Believed, occasion: str) -> bool:
    """Tell whether a belief is an occasion by that name, not what somebody does: milk can be off."""
    named = folded(bare(without_time(belief.object)))
    is_doing = form_of(named.split(" ")[0]) is not None
    return f"{named} ".startswith(f"{folded(occasion)} ") or (
        not is_doing and named.endswith(f" {folded(occasion)}")
    )


def _is_ruled_out(eaten: str, diet: str) -> bool:
    found = _FOOD.fullmatch(eaten)
    if found is None:
        return False
    plain, food = folded(diet), folded(found["food"])
    if plain.startswith("no "):
        return plain.removeprefix("no ") == food
    return food in _RULED_OUT.get(plain.removesuffix(" diet"), ())
