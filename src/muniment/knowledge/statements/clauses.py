"""Cut a message into the clauses that assert something, each with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from muniment.knowledge.extraction.moods import (
    corrects,
    is_dreamt,
    is_joke,
    opens_dream,
    without_drafts,
    without_quotations,
)
from muniment.knowledge.extraction.tokens import is_within_a_date
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.wordlists import any_of

_CHARACTERS_MAX: Final = 1_000
"""A longer clause is nobody's statement; patterns that try each of its words as the end of a name would take minutes."""

_ABBREVIATED: Final = re.compile(
    r"\b(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Jr|Rs|vs|approx|[ap]\.m)\.(?=\s+\S)"
)
_SENTENCE: Final = re.compile(r"[^.!?…\n]*(?:[.!?…]+(?!\s|$)[^.!?…\n]*)*[.!?…]*(?:\s|$)|\n")
_PARTS: Final = re.compile(
    r",(?=\s)|;|:(?=\s)|\s[-–—]+\s|—|[()]"
    r"|\s(?:and|but|so|because|which|who|while|although|though|then|(?-i:plus)|whereas)(?=\s)"
    r"|\s(?:since|until|when|before|after|where|that)(?=\s(?:i|we|he|she|they|it|my|our|the)\b)|\sas(?=\s(?:i|we|he|she|they|it)\b)",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(r"\b(?:no longer|is not|are not|isn['’]t|aren['’]t)\b", re.IGNORECASE)
_UNREAL: Final = any_of("""
if (?:i|we|he|she|they|it|the|my|only), what if, would, might, may be, maybe, perhaps, wish, hope, hoping, hopefully, could,
should, thinking (?:of|about), considering, wonder, probably, possibly, supposedly, allegedly, almost, nearly, imagine,
suppose, pretend, thinks, reckons, believes, pretends, unless, unsure, not sure, no idea, tempted, used to, dreamt, dreamed, dreaming, let me know, whether
""")
_NOT_UNREAL: Final = re.compile(r"\bif (?:you|that|it) (?:can|helps|matters|must)\b", re.IGNORECASE)
_MEANT_TO_BE: Final = re.compile(
    r"^\W*(?:it|that|this) should (?:be|say|read|have (?:been|said|read))\b", re.IGNORECASE
)
"""What gives the right value beside a slip: "that should be 45, typo"."""
_FILLER: Final = any_of(r"""
so, well, ok(?:ay)?, anyway, now, actually, btw, by the way, fyi, and, but, also, then, oh, hey, hi, hello, right, fine, yes,
yeah, yep, no(?! longer\b| more\b), nope, sorry, correction, lol, haha, wow, ugh, phew, hooray, yay, honestly, frankly,
basically, meanwhile, after all, in the end, officially, finally, sadly, luckily, thankfully, unfortunately, apparently,
(?:quick |small |little |big |another )?updates?(?: on [\w' ]+?)?, (?:good|bad|big|great|sad|happy|other) news,
heads[- ]up, just so you know, (?:it )?turns out(?: that)?, as it turns out, believe it or not, it's official,
for the record, note(?: to self)?, reminder, in short, long story short, in other words, to be clear, one more thing, i mean,
scrap that, forget that, change of plans?, new plan, plan b, you know what, guess what,
these days, nowadays, currently, today, yesterday, this (?:morning|week|month|year), last (?:week|month|night|year),
as of (?:today|now|this \w+|last \w+|next \w+|\w+), from (?:now on|today|tomorrow|next \w+|\w+day)(?: on(?:wards)?)?,
since (?:last \w+|\w+day|today|yesterday), starting (?:next \w+|\w+), effective \w+,
the (?:good news|truth|fact) is(?: that)?, fact is, i (?:think|guess|believe)(?: that)?,
i (?:just )?(?:realised|realized|learned|learnt|found out|heard|checked|decided)(?: that)?, it says(?: that)?,
they (?:say|said|told (?:me|us)|confirmed)(?: that)?, (?:he|she) (?:told (?:me|us)|says|said|informs us|announced)(?: that)?,
the (?:portal|letter|e?mail|app|website|doctor|vet|dentist|tracking|site) says(?: that)?
""")
_FILLERS: Final = re.compile(rf"^{_FILLER.pattern}[,:!]*\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Words between two marks or conjunctions; `sentence` counts, `said` is the sentence around it."""

    text: str
    start: int
    sentence: int
    said: str
    before: str = ""

    @property
    def end(self) -> int:
        """Where it ends in the message."""
        return self.start + len(self.text)

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands in the message."""
        return (self.start, self.end)


def sentences_of(message: str) -> Iterator[tuple[int, str]]:
    """Yield where each sentence of a message begins, and its words; what is quoted is blank."""
    text = without_drafts(without_quotations(message))
    masked = _ABBREVIATED.sub(lambda match: match[0][:-1] + "·", text)
    for match in _SENTENCE.finditer(masked):
        yield match.start(), text[match.start() : match.end()]


@lru_cache(maxsize=128)
def clauses_of(message: str) -> tuple[Clause, ...]:
    """Return the clauses of a message that assert something, in order.

    Questions, guesses, wishes, jokes and what is quoted are left out. Three readers ask it of each
    message, one after the other: it is answered once.
    """
    text = without_drafts(without_quotations(message))
    found: list[Clause] = []
    for number, (start, said) in enumerate(sentences_of(message)):
        if opens_dream(said):
            break
        if not said.strip() or said.rstrip().endswith("?") or is_dreamt(said):
            continue
        parts = list(_parts(text, said, start, number))
        if not any(is_joke(part.text) and len(part.text.split()) > 2 for part in parts):
            found += parts
    return tuple(found)


def _parts(text: str, said: str, offset: int, number: int) -> Iterator[Clause]:
    begin, before = 0, ""
    is_open = False
    for part in [*_PARTS.finditer(said), None]:
        if (
            part is not None
            and part[0].strip().lower() == "but"
            and _DENIED.search(said[begin : part.start()])
        ):
            continue
        if part is not None and part[0] == "," and is_within_a_date(said, part.start(), part.end()):
            continue
        end = len(said) if part is None else part.start()
        if not (is_open and before == "and" and _begins_bare(said[begin:end])):
            is_open = _opens(said[begin:end])
            clause = _clause(
                text,
                offset + begin,
                offset + end,
                number,
                text[offset : offset + len(said)],
                before,
            )
            if clause is not None:
                yield clause
        if part is not None:
            begin, before = part.end(), part[0].strip().lower()


_INFINITIVE: Final = re.compile(r"\bto ([a-z]+)", re.IGNORECASE)
_FIRST: Final = re.compile(r"\W*([a-z]+)", re.IGNORECASE)


def _opens(words: str) -> bool:
    """Tell whether a verb that follows may go on with what is no fact: "I want to quit (and work at Acme)"."""
    if _UNREAL.search(words) is not None:
        return True
    return any("base" in _tags_of(each[1]) for each in _INFINITIVE.finditer(words))


def _begins_bare(words: str) -> bool:
    first = _FIRST.match(words)
    tags = frozenset() if first is None else _tags_of(first[1])
    return "base" in tags and "past" not in tags


def _tags_of(word: str) -> frozenset[str]:
    form = form_of(word.lower())
    return frozenset() if form is None else form.tags


_EDGE: Final = r"[\s.!…,\u2190-\u2bff\ufe0f\u200d\U0001f000-\U0001f643\U0001f645-\U0001faff]"
_EDGES: Final = re.compile(rf"^{_EDGE}+|(?<!{_EDGE}){_EDGE}++$")
"""Marks and pictures at either end; the rolled eyes stay, that show a joke."""


def _clause(text: str, start: int, end: int, number: int, said: str, before: str) -> Clause | None:
    if end - start > _CHARACTERS_MAX:
        return None
    words = text[start:end]
    given = _MEANT_TO_BE.match(words)
    meant = words[given.end() :] if given is not None and corrects(said) else words
    unreal = _UNREAL.search(_NOT_UNREAL.sub("", meant))
    if not words.strip() or unreal is not None:
        return None
    stripped = _EDGES.sub("", words)
    start += words.index(stripped) if stripped else 0
    while (filler := _FILLERS.match(f"{stripped} ")) is not None:
        start += filler.end()
        stripped = stripped[filler.end() :]
    if not stripped:
        return None
    return Clause(text=stripped, start=start, sentence=number, said=said, before=before)
