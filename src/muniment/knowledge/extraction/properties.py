"""Read what is said of a property: "my rent is 950 euros", "Ann's birthday is on 3 May"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.phrases import is_name
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import value
from muniment.knowledge.extraction.verb_groups import Tense

NUMBERS: Final = frozenset(
    [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "sixty",
        "seventy",
        "eighty",
        "ninety",
    ]
)
_NUMERAL: Final = re.compile(r"^(?:\d{1,3}|[a-z]+(?:-[a-z]+)?)$")
_VAGUE: Final = frozenset(
    [
        "good",
        "great",
        "fine",
        "ok",
        "okay",
        "nice",
        "bad",
        "terrible",
        "awful",
        "lovely",
        "perfect",
        "right",
        "wrong",
        "true",
        "sure",
        "sorry",
        "glad",
        "happy",
        "sad",
        "tired",
        "late",
        "early",
        "here",
        "there",
        "back",
        "done",
        "ready",
        "busy",
        "free",
        "available",
        "able",
        "it",
        "this",
        "that",
        "so",
        "such",
        "beautiful",
        "amazing",
        "fun",
        "funny",
        "cool",
        "weird",
        "strange",
        "hard",
        "easy",
        "difficult",
        "important",
        "interesting",
        "boring",
        "crazy",
        "possible",
        "impossible",
        "clear",
        "obvious",
        "mine",
        "yours",
        "ours",
        "hers",
        "gone",
        "over",
        "off",
        "on",
        "up",
        "down",
        "in",
        "out",
        "plenty",
        "enough",
        "everything",
        "nothing",
        "something",
        "fantastic",
        "wonderful",
        "brilliant",
        "horrible",
        "insane",
        "annoying",
        "ridiculous",
        "worth",
    ]
)


def is_number(word: str) -> bool:
    """Tell whether a lower-case word is a number up to 110 or so."""
    if word.isdigit():
        return True
    parts = word.split("-")
    return all(part in NUMBERS for part in parts) and len(parts) <= 2


_BIRTHDAY: Final = frozenset({"birthday", "date of birth", "birth date", "birthdate", "dob"})


def read_property(reading: Reading) -> Iterator[Draft]:
    """Read "my rent is 950 euros", "Ann's birthday is on 3 May"."""
    of = reading.who.of or ""
    said = _with_times(reading)
    if not said or reading.verb.tense is Tense.PAST:
        return
    head = of.split(" ")[-1]
    norms = [each.norm for each in said]
    if of in _BIRTHDAY:
        yield reading.claim("born_on", _last_given(reading, said))
        return
    if of.startswith(("favourite ", "favorite ")):
        yield reading.claim("favourite", said, of=lexicon.singular(of.split(" ", 1)[1]))
        return
    if head in lexicon.BODY:
        if norms[0] in {"fine", "better", "ok", "okay"}:
            return
        yield reading.claim("condition", f"{head} {reading.text(said)}", end=said[-1].end)
        return
    if head in {"job", "occupation", "profession"} or of == "job title":
        yield reading.claim("works_as", said)
    elif head == "employer":
        yield reading.claim("works_at", said)
    elif head in {"hobby", "hobbies", "pastime"}:
        yield reading.claim("hobby", said)
    elif head in {"name", "nickname"} and not is_name(said[0]):
        return
    elif head in lexicon.COLLECTIVES and is_number(norms[0]):
        yield reading.claim("count", said[:1], of=f"{head} member", end=said[-1].end)
    elif is_telling(said, definite=True):
        yield reading.claim("attribute", said, of=of)


def is_telling(said: Sequence[Token], *, definite: bool) -> bool:
    """Tell whether a value is one to keep: a number, a name, a date, a code."""
    norms = [each.norm for each in said]
    if not norms or norms[0] in _VAGUE or len(said) > 7:
        return False
    if any(any(c.isdigit() for c in norm) for norm in norms) or is_number(norms[0]):
        return True
    return definite and (
        is_name(said[0]) or all(is_name(each) or each.norm in {"of", "the", "and"} for each in said)
    )


def _with_times(reading: Reading) -> list[Token]:
    """Return the value, dates included."""
    said = value(reading.rest)
    return said[1:] if said and said[0].norm in {"on", "at", "in"} and len(said) > 1 else said


def _last_given(reading: Reading, said: list[Token]) -> list[Token]:
    """Return a value that was corrected on the spot: "the 2nd, sorry, the 12th"."""
    tails = reading.clause.tail
    if len(tails) > 1 and [each.norm for each in tails[0].tokens] in (
        ["sorry"],
        ["no"],
        ["wait"],
        ["i", "mean"],
    ):
        return value(tails[1].tokens)
    return said
