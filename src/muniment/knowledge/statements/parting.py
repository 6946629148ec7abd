"""Bind a parting to what is believed: an employer that somebody left, a pet that has died."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.kinds import number_of
from muniment.knowledge.resolution.families import PARTNERS
from muniment.knowledge.statements.beginning import times_within
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.ceasing import ceased
from muniment.knowledge.statements.clauses import Clause, clauses_of
from muniment.knowledge.statements.referents import owner_of
from muniment.knowledge.statements.worded import worded
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import NUMBERS, phrases, words
from muniment.model.claims import HOLDS_MANY, Act, Claim, Message
from muniment.model.names import called, folded
from muniment.recall.times import Extent, read_times

_DISMISSED: Final = r"(?:was|got|have been|['’]ve been) (?:just )?(?:fired|sacked|laid off|let go|made redundant|dismissed)"
_PARTED: Final = re.compile(
    rf"\bI(?:['’]ve| have)?(?: just| finally| recently)? ?(?:(?:left|quit|resigned from)\b|{_DISMISSED}\b(?: (?:from|by|at)\b)?)\s*",
    re.IGNORECASE,
)
"""What somebody says who works there no more."""
_ONWARDS: Final = re.compile(
    r"\s*$|\s+(?:last|in|after|yesterday|because|as of|this|two|a|ago)\b", re.IGNORECASE
)
"""What may stand behind the name of an employer that was left; not "left Acme at six"."""
_RECOVERED: Final = re.compile(
    r"^(?P<who>[\w'’ -]+?)(?:['’](?:s|m|re|ve)| (?:is|am|are|feels?|has|have))(?: (?:feeling|all|completely|fully|finally|now))*"
    r" (?:(?:fine|well|healthy|better|ok|okay|all right|alright) (?:again|now)|recovered(?: now)?)$",
    re.IGNORECASE,
)
"""What is said of somebody who was ill: "Max is fine again", "Eva has recovered"."""
_HEALED: Final = re.compile(
    r"^(?:my |the )?(?P<part>[\w-]+(?: [\w-]+)?)(?:['’](?:s|re|ve)| (?:is|are|has|have|feels?))(?: (?:all|completely|fully|finally|now))*"
    r" (?:(?:fine|good|well|ok|okay|all right|alright|back to normal) (?:again|now)|better now|healed(?: up)?|mended|recovered)(?: now| again)?$",
    re.IGNORECASE,
)
"""What is said of a part of the speaker's body that ailed: "my back is fine now", "my wrist has healed"."""
_BACK: Final = re.compile(
    r"^(?P<who>[\w'’ -]+?)(?:['’](?:s|m|re)| is| am| are)(?: (?:now|finally|already|safely))* back(?! in (?:the )?(?:hospital|rehab))"
    r"(?: (?:now|again|home|at work|at (?:his|her|their|my) desk|in the office|with us|on \w+day)){0,3}(?: (?:in|from) .+)?$",
    re.IGNORECASE,
)
"""What is said of somebody who was away: "Shirin's back", "my mum is back home in Hull"."""
_AWAY: Final = phrases(
    "away, on holiday, on holidays, on vacation, on leave, on sick leave, off sick, on maternity leave, on paternity leave,"
    " on parental leave, travelling, traveling, out of office, in hospital, in the hospital, in rehab"
)
_WELL: Final = phrases("fine, well, healthy, better, ok, okay, all right, alright, recovered")
_CAUGHT: Final = words(
    "flu cold fever cough covid pneumonia bronchitis tonsillitis laryngitis gastroenteritis infection virus measles mumps headache"
)
"""Illnesses that somebody no more has who is well again."""
_ILL: Final = phrases("sick, ill, unwell, poorly, in hospital, in the hospital, under the weather")
_DIED: Final = re.compile(
    r"^(?:(?:i|we)(?:['’]ve| have)?(?: \w+ly)? lost (?P<lost>(?-i:[^\W\d_a-z])\w+)(?=$| (?:last|yesterday|to)\b| in \w+$)"
    r"|(?P<who>[\w '’-]+?)(?: has| have|['’]s)?(?: \w+ly)? (?:died|passed away)\b)",
    re.IGNORECASE,
)
_NO_LONGER: Final = re.compile(
    r"^(?P<who>[\w '’-]{1,60}?)(?:['’](?:s|m|re)| is| am| are)(?: now)?"
    r"(?: no longer (?P<what>.+)|(?: not|n['’]t) (?P<not>.+?) (?:any ?more|any longer))$",
    re.IGNORECASE,
)


def parted(
    message: Message, claims: Sequence[Claim], believed: Sequence[Believed]
) -> Iterator[Claim]:
    """Yield the ends of what is believed that a message says somebody has left or lost."""
    own = [each for each in believed if _is_own(each, message)]
    yield from _gone(message, claims, believed)
    yield from _fewer(message, claims, own)
    yield from _single(message, claims, own)
    yield from _recovered(message, claims, believed)
    yield from _healed(message, own)
    yield from _ceased(message, claims, own)
    yield from _sold(message, claims, own)
    employers = [each for each in own if each.predicate == "works_at"]
    if len(employers) == 1 and not any(each.predicate == "works_at" for each in claims):
        for clause in clauses_of(message.text):
            if _is_left(clause, employers[0]):
                yield _ended(employers[0], clause.span, message)
                return


def tells_parting(message: Message) -> bool:
    """Tell whether a message may say that somebody left, or is well again."""
    return _PARTED.search(message.text) is not None or any(
        _SOLD.match(clause.text)
        or _RECOVERED.match(clause.text.strip(" .!"))
        or _BACK.match(clause.text.strip(" .!"))
        or _HEALED.match(clause.text)
        for clause in clauses_of(message.text)
    )


def _single(message: Message, claims: Sequence[Claim], own: Sequence[Believed]) -> Iterator[Claim]:
    """Yield the end of a marriage or an engagement, where it is told that its partner is none any more."""
    partners = {folded(each.object) for each in own if each.of in PARTNERS}
    told = [each for each in claims if each.predicate == "status"]
    for claim in claims:
        is_own = folded(claim.subject) == folded(message.speaker) and not told
        if (
            is_own
            and claim.act is Act.END
            and claim.of in PARTNERS
            and partners == {folded(claim.object)}
        ):
            for each in own:
                if each.predicate == "status" and folded(each.object) in _UNITED:
                    yield _ended(each, claim.span, message)
            return


_UNITED: Final = phrases("married, engaged, in a relationship")


def _gone(
    message: Message, claims: Sequence[Claim], believed: Sequence[Believed]
) -> Iterator[Claim]:
    """Yield the end of a pet that has died, and of a state that is denied in its own words."""
    ended = {(folded(each.subject), folded(each.object)) for each in claims if each.act is Act.END}
    for clause in clauses_of(message.text):
        died, denied = _DIED.match(clause.text), _NO_LONGER.match(clause.text.strip(" .!"))
        for each in believed:
            told = (folded(each.subject), folded(each.object))
            if told in ended:
                continue
            is_dead = died is not None and _is_named(each.object, died["lost"] or died["who"])
            if (each.predicate == "owns" and is_dead) or (
                each.predicate in _STATES
                and denied is not None
                and _is_denied(each, denied, message)
            ):
                ended.add(told)
                yield _ended(each, clause.span, message)


def _fewer(message: Message, claims: Sequence[Claim], own: Sequence[Believed]) -> Iterator[Claim]:
    """Yield how many there still are of what somebody has some of, where one of them has died."""
    told = {each.of for each in claims if each.predicate == "count"}
    for clause in clauses_of(message.text):
        died = _DIED.match(clause.text)
        what = "" if died is None else died["lost"] or died["who"]
        one = _ONE_OF.match(what)
        named = [each.object.split(" ")[0] for each in own if _is_named(each.object, what)]
        kind = lexicon.singular(one["kind"].lower()) if one else named[0] if named else None
        for each in own:
            if kind not in lexicon.PETS or (each.predicate, each.of) != ("count", kind):
                continue
            if each.of not in told and _is_of_late(message, clause):
                told.add(each.of)
                yield _less_one(each, clause.span)


def _less_one(belief: Believed, span: tuple[int, int]) -> Claim:
    """Return a count less one, written as it was; the end of one that was of one."""
    number = number_of(belief.object) or 1
    left = str(int(number) - 1)
    if not belief.object[:1].isdigit():
        left = next((word for word, counted in NUMBERS.items() if counted == number - 1), "")
    if number <= 1 or not left:
        return _end(belief, span)
    return worded(
        subject=belief.subject,
        predicate="count",
        object=left,
        of=belief.of,
        span=span,
        replaces=belief.object,
    )


def _is_of_late(message: Message, clause: Clause) -> bool:
    """Tell whether what a clause tells of may have happened since the last that was told."""
    starts = (
        each.bounds(looks_ahead=False)[0]
        for each in read_times(message.text, message.occurred_at)
        if clause.start <= each.start < clause.end
    )
    return all(start is None or message.occurred_at - start < _OF_LATE for start in starts)


_OF_LATE: Final = timedelta(days=31)
_ONE_OF: Final = re.compile(r"^one of (?:my|our|the) (?P<kind>\w+)$", re.IGNORECASE)
_STATES: Final = frozenset({"status", "condition"})


def _is_denied(belief: Believed, denied: re.Match[str], message: Message) -> bool:
    """Tell whether a denial is of a belief: of whom it is, and of what, word for word."""
    who, what = folded(denied["who"]), folded(denied["what"] or denied["not"])
    is_own = who in {"i", "we"} and _is_own(belief, message)
    named = {who, who.removeprefix("the "), who.removeprefix("my "), who.removeprefix("our ")}
    return what == folded(belief.object) and (is_own or folded(belief.subject) in named)


def _ceased(message: Message, claims: Sequence[Claim], own: Sequence[Believed]) -> Iterator[Claim]:
    """Yield what its speaker says is no more, where no claim says anything of its kind; of several it may."""
    told = {
        (each.predicate, each.of)
        for each in claims
        if folded(each.subject) == folded(message.speaker)
    }
    for clause in clauses_of(message.text):
        for each in ceased(clause, own):
            if (each.predicate, each.of) not in told or each.of in HOLDS_MANY:
                told.add((each.predicate, each.of))
                yield _ended(each, clause.span, message)


def _sold(message: Message, claims: Sequence[Claim], own: Sequence[Believed]) -> Iterator[Claim]:
    """Yield the end of what somebody says to have sold, where the clauses before name it alone: "Sold it"."""
    clauses = clauses_of(message.text)
    for index, clause in enumerate(clauses):
        found = _SOLD.match(clause.text)
        if found is None:
            continue
        before = [each for each in clauses[:index] if clause.sentence - each.sentence < 2]
        said = stems(" ".join(each.text for each in before))
        named = [each for each in own if each.predicate == "owns" and each.stems <= said]
        got = [each for each in claims if each.predicate == "owns" and each.span[0] < clause.start]
        is_several = found["what"].lower() == "them"
        if len(named) == 1 and not got and is_several is _is_plural(named[0].object):
            yield _ended(named[0], clause.span, message)


_SOLD: Final = re.compile(
    r"(?:(?:i|we)(?:['’]ve| have)?(?: (?:just|finally|recently|already))? )?(?:sold|gave|donated|got rid of|binned) (?P<what>it|them)\b(?! (?:back|all|a|an|the|some|my|our)\b)",
    re.IGNORECASE,
)


def _is_plural(thing: str) -> bool:
    """Tell whether a thing is several: "boots"."""
    last = folded(thing).split(" ")[-1]
    return lexicon.singular(last) != last


def _recovered(
    message: Message, claims: Sequence[Claim], believed: Sequence[Believed]
) -> Iterator[Claim]:
    """Yield the end of an illness of whoever is said to be well again, by name or by kin."""
    told = {
        folded(each.subject)
        for each in claims
        if each.predicate == "status"
        and folded(each.object) not in _WELL
        and not folded(each.object).startswith("back")
    }
    for clause in clauses_of(message.text):
        said = clause.text.strip(" .!")
        well, back = _RECOVERED.match(said), _BACK.match(said)
        found = well or back
        if found is None or clause.said.rstrip().endswith("?"):
            continue
        whose = owner_of(found["who"], message.speaker)
        kin = f"{found['who']} ".lower().removeprefix("my ").strip()
        meant = {folded(whose)} if whose is not None else set()
        meant |= {
            folded(each.object) for each in believed if each.of == kin and _is_own(each, message)
        }
        for each in believed:
            is_over = folded(each.object) in (_ILL if well is not None else _AWAY)
            is_over = is_over and each.predicate == "status"
            if well is not None and each.predicate == "condition":
                is_over = folded(each.object).rsplit(" ", maxsplit=1)[-1] in _CAUGHT
            if is_over and folded(each.subject) in meant - told:
                yield _ended(each, clause.span, message)


def _healed(message: Message, own: Sequence[Believed]) -> Iterator[Claim]:
    """Yield the ends of what ailed a part of the speaker's body that is well again."""
    for clause in clauses_of(message.text):
        found = _HEALED.match(clause.text)
        part = "" if found is None else lexicon.singular(found["part"].lower().split()[-1])
        if part not in lexicon.BODY:
            continue
        for each in own:
            ailing = {lexicon.singular(word) for word in folded(each.object).split()}
            if each.predicate == "condition" and part in ailing:
                yield _ended(each, clause.span, message)


def _is_named(thing: str, name: str) -> bool:
    """Tell whether a thing is one that goes by a name: "dog Rex"."""
    return " " in thing and folded(thing).split(" ")[-1] == folded(name)


def _is_own(belief: Believed, message: Message) -> bool:
    return not called(message.speaker) or folded(belief.subject) in called(message.speaker)


def _is_left(clause: Clause, belief: Believed) -> bool:
    found = _PARTED.search(clause.text)
    if found is None:
        return False
    rest = clause.text[found.end() :].rstrip(" .!")
    if folded(rest).startswith(folded(belief.object)):
        return _ONWARDS.match(rest, len(belief.object)) is not None
    is_dismissed = re.search(_DISMISSED, found[0], re.IGNORECASE) is not None
    return is_dismissed and _ONWARDS.match(f" {rest}" if rest else "") is not None


def _end(belief: Believed, span: tuple[int, int]) -> Claim:
    return worded(
        subject=belief.subject,
        predicate=belief.predicate,
        object=belief.object,
        of=belief.of,
        span=span,
        act=Act.END,
    )


def _ended(belief: Believed, span: tuple[int, int], message: Message) -> Claim:
    return _dated(_end(belief, span), message)


def _dated(claim: Claim, message: Message) -> Claim:
    """Return it with the time that its clause speaks of, if that is one and says not only how long."""
    at, stop = claim.span
    begin = max((each.end for each in clauses_of(message.text) if each.end <= at), default=0)
    times = times_within(message, begin, stop)
    if len(times) != 1 or times[0].extent is Extent.LASTING:
        return claim
    start, end = times[0].bounds(looks_ahead=False)
    words = message.text[times[0].start : times[0].end]
    return replace(claim, valid_until=start or end, time_words=words)
