"""Write a message out as a parser expects it, and remember where each character stood."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_SLOPPY: Final = {
    "im": "I'm", "ive": "I've", "ill": "I'll", "id": "I'd", "dont": "don't", "didnt": "didn't", "doesnt": "doesn't",
    "cant": "can't", "wont": "won't", "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't",
    "werent": "weren't", "havent": "haven't", "hasnt": "hasn't", "hadnt": "hadn't",
    "couldnt": "couldn't", "wouldnt": "wouldn't", "hes": "he's", "shes": "she's",
    "thats": "that's", "theyre": "they're", "youre": "you're", "weve": "we've", "theyve": "they've",
    "gonna": "going to", "wanna": "want to", "gotta": "got to", "theres": "there's", "aint": "isn't",
    "u": "you", "ur": "your", "pls": "please", "plz": "please", "tho": "though", "bc": "because", "cuz": "because",
    "coz": "because", "w": "with", "i": "I", "tmrw": "tomorrow", "rn": "right now", "yr": "year", "yrs": "years",
    "'m": "I'm", "&": "and", "btw": "", "lol": "", "tbh": "", "haha": "", "hahaha": "", "fyi": "", "imo": "", "imho": "", "ngl": "", "fr": "",
}  # fmt: skip
_AMBIGUOUS: Final = frozenset({"ill", "id"})
_WORD: Final = re.compile(r"(?<![\w'’.@/-])(?:[A-Za-z]+|&)(?![\w'’@/]|\.\w|-\w)")
_IS: Final = re.compile(
    r"(?<=\w)['’]s(?= (?:an?|the|not|now|no|in|at|on|from|about|around|still|currently|also|always|never|only|just|actually|"
    r"allergic|called|named|fine|over|gone|broken|due|back|off|out|up|down|[£$€]?\d[\d.,]*|my|our|his|her|that|this|some|one|two|three|four|five|six|probably|definitely|\w+ing)\b)",
)
_HAS: Final = re.compile(
    r"(?<=\w)['’]s(?= (?:\w+ly )?(?:been|got|had|moved|left|gone|started|turned|just|already)\b)"
)
_NOUN_BEFORE: Final = re.compile(
    r"\b(?:it|he|she|that|there|what|who|where|here|how|let)$", re.IGNORECASE
)
_OWNED: Final = re.compile(
    r" (?:an?|the|in|at|on|from|about|over|off|out|up|down|back|only|\w+ing)\b"
)


_BEGINS: Final = re.compile(
    r"(?:^|[.,;:!?(] ?|\b(?:and|but|so|because|that|since|cause|now|though) )(?:my|our|his|her|their|the|this|[A-Z]\w+)(?: [\w-]+){0,2}$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tidied:
    """A text as a parser reads it, with the offset in the message that each character stands for."""

    text: str
    offsets: tuple[int, ...]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where in the message a stretch of the text stands."""
        return self.offsets[start], self.offsets[end - 1] + 1 if end > start else self.offsets[
            start
        ]


def tidied(text: str) -> Tidied:
    """Return a text with sloppy words and apostrophes written out."""
    edits = sorted(_edits(text))
    out: list[str] = []
    offsets: list[int] = []
    at = 0
    for start, end, written in edits:
        if start < at:
            continue
        for index in range(at, start):
            out.append(_plain(text[index]))
            offsets.append(index)
        for index, character in enumerate(written):
            out.append(character)
            offsets.append(min(start + index, end - 1))
        if written:
            offsets[-1] = end - 1
        at = end
    for index in range(at, len(text)):
        out.append(_plain(text[index]))
        offsets.append(index)
    offsets.append(len(text))
    return Tidied(text="".join(out), offsets=tuple(offsets))


def _plain(character: str) -> str:
    return {"’": "'", "‘": "'", "“": '"', "”": '"', "\t": " ", "—": ","}.get(character, character)


def _edits(text: str) -> list[tuple[int, int, str]]:
    edits = []
    for match in _WORD.finditer(text):
        written = _SLOPPY.get(match[0].lower())
        if written is None or (match[0].lower() in _AMBIGUOUS and match[0] != match[0].lower()):
            continue
        if match[0].lower() in _AMBIGUOUS and not re.match(
            r" (?:be|have|need|never|\w+ing|been|rather|love|like)\b", text[match.end() :]
        ):
            continue
        if match[0].isupper() and len(match[0]) > 1:
            continue
        if match[0] != written:
            edits.append((match.start(), match.end(), written))
    for pattern, word in ((_HAS, " has"), (_IS, " is")):
        for match in pattern.finditer(text):
            before = text[: match.start()][-40:]
            if _OWNED.match(text[match.end() :]) and not _BEGINS.search(before):
                continue
            if not _NOUN_BEFORE.search(before[-8:]):
                edits.append((match.start(), match.end(), word))
    return edits
