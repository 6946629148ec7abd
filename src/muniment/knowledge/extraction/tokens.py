"""Cut a text into words that remember where they stand, with contractions written out, and into sentences."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from muniment.knowledge.extraction.lexicon import PEOPLE
from muniment.knowledge.wordlists import words
from muniment.recall.time_words import MONTHS


class Token(NamedTuple):
    """A word or a mark: as it is written, as rules read it, and where it stands."""

    text: str
    norm: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Tell whether it is a word or a number, not a mark."""
        return self.norm[0].isalnum() or self.norm[0] in "'$€£#"

    @property
    def is_capital(self) -> bool:
        """Tell whether it is written with a capital letter."""
        return self.text[0].isupper()


_WORD: Final = re.compile(
    r"(?P<number>(?:[$€£¥#₹₦]|\bR(?=\d)|\bP(?=\d+,\d{3}))?\d+(?:[.,:/x-]\d+)*(?:-[A-Z]{1,3}\b|-(?:lit(?:re|er)|inch|met(?:re|er)|kilo(?:gram)?|gram|watt|volt|gig|seater)s?\b)?[^\W_]*%?)"
    r"|(?P<word>\b(?:AB|[ABO])[+-](?![\w-])|[^\W\d_](?:\.[^\W\d_])+\.?|[^\W_]+(?:(?:[-&/_@]|\.(?=[a-z0-9])|(?<=\b[dlDL])['’](?=[^\W\d_a-z]))[^\W_]+)*)"
    r"|(?P<dots>\.\.+|…)"
    r"|(?P<line>(?:(?<!\s)\s*)?\n\s*)"
    r"|(?P<dash>\s[-–—]+\s|—|–|--+)"
    r"|(?P<mark>[^\w\s])"
)
_TAIL: Final = re.compile(r"['’](?:m|re|ve|ll|d|s|t|em)\b", re.IGNORECASE)
_OWNER: Final = re.compile(
    r"(?<!\bof )(?:\b(?:my|our|his|her|their) (?:[\w-]+ )?|['’]s )(?P<who>[\w-]+s)$", re.IGNORECASE
)
_OWNER_MAX: Final = 40
"""How many characters before a mark may say whose it is: "my parents'"."""
_WHAT: Final = re.compile(
    r" (?!(?:association|committee|council|evening|group|party|union)\b)[a-z]"
)
"""What several people have, and not what is called by them: "my parents' house", not "our parents' evening"."""
_TAILS: Final = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "'d", "'s": "'s"}
_ABBREVIATIONS: Final = words("dr mr mrs ms prof st sr jr no vs etc approx dept inc ltd co e.g i.e")
_SLOPPY: Final = {
    "im": (1, "i", "am"), "ive": (1, "i", "have"), "dont": (2, "do", "not"), "didnt": (3, "did", "not"),
    "doesnt": (4, "does", "not"), "cant": (2, "can", "not"), "wont": (2, "will", "not"),
    "isnt": (2, "is", "not"), "arent": (3, "are", "not"), "wasnt": (3, "was", "not"),
    "werent": (4, "were", "not"), "havent": (4, "have", "not"), "hasnt": (3, "has", "not"),
    "hadnt": (3, "had", "not"), "couldnt": (5, "could", "not"), "wouldnt": (5, "would", "not"),
    "hes": (2, "he", "'s"), "shes": (3, "she", "'s"), "thats": (4, "that", "'s"),
    "theyre": (4, "they", "are"), "youre": (3, "you", "are"), "weve": (2, "we", "have"),
    "youve": (3, "you", "have"), "theyve": (4, "they", "have"), "gonna": (3, "going", "to"),
    "wanna": (3, "want", "to"), "gotta": (3, "got", "to"), "cannot": (3, "can", "not"),
    "theres": (5, "there", "'s"), "whats": (4, "what", "'s"), "dunno": (2, "do", "not"),
    "imma": (1, "i", "will"), "itll": (2, "it", "will"), "aint": (2, "is", "not"),
}  # fmt: skip
_MONTH: Final = rf"(?:{'|'.join(f'{each[:3]}(?:{each[3:]})?' for each in MONTHS)}|sept)\.?"
_DAY: Final = re.compile(
    rf"\b(?:{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}),$",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r" (?:19|20)\d\d\b(?![:.]\d)")
_DAY_MAX: Final = 24
"""How many characters the day and month before a year may have."""
_ACRONYMS: Final = words("WHO IT US")
_SHOUTS: Final = re.compile(r"\s[A-Z]{2,}\b")
_STOP: Final = re.compile(r"[.!?…](?=\s)|\n")
_WHOLE: Final = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_PLAIN: Final = {"u": "you", "ur": "your", "r": "are", "pls": "please", "tho": "though", "bc": "because",
                 "cuz": "because", "coz": "because", "cos": "because", "cause": "because", "w": "with", "&": "and"}  # fmt: skip


def tokens_of(text: str) -> list[Token]:
    """Return the words and marks of a text, in order.

    "I'm" are two tokens, "I" and "am"; so is "dont". Offsets are those of the text. The comma in
    "July 4th, 1985" is none: it is one date.
    """
    found: list[Token] = []
    position = 0
    while (match := _WORD.search(text, position)) is not None:
        position = match.end()
        kind = match.lastgroup
        if kind == "line":
            found.append(Token("\n", "\n", match.start(), match.end()))
        elif kind == "dash":
            start = match.start() + (match[0] != match[0].lstrip())
            found.append(Token(match[0].strip(), "-", start, start + len(match[0].strip())))
        elif kind == "dots":
            found.append(Token(match[0], "...", match.start(), match.end()))
        elif kind == "mark":
            mark = match[0]
            if mark == "," and is_within_a_date(text, match.start(), match.end()):
                continue
            found.append(Token(mark, _norm(text, match), match.start(), match.end()))
        else:
            position = _word(text, match, found)
    return found


def _norm(text: str, mark: re.Match[str]) -> str:
    """Return a mark as rules read it: "'s" behind people of somebody's who have something: "my boss'"."""
    if mark[0] not in "’'":
        return mark[0]
    if text[mark.start() - 1 : mark.start()] != "s" or not _WHAT.match(text, mark.end()):
        return "'"
    found = _OWNER.search(text, max(0, mark.start() - _OWNER_MAX), mark.start())
    who = "" if found is None else found["who"].lower()
    return "'s" if who in PEOPLE or who[:-1] in PEOPLE else "'"


def is_within_a_date(text: str, start: int, end: int) -> bool:
    """Tell whether a comma stands between a day and its year."""
    if _YEAR.match(text, end) is None:
        return False
    return _DAY.search(text[max(0, start - _DAY_MAX) : end]) is not None


def _word(text: str, match: re.Match[str], found: list[Token]) -> int:
    """Add the tokens of a word and of the contraction at its end; return where it ends."""
    start, end = match.span()
    written = match[0]
    norm = written.lower()
    if norm in _ABBREVIATIONS and text[end : end + 1] == ".":
        end += 1
    tail = _TAIL.match(text, end)
    if tail is not None and len(norm) > 1 and norm.endswith("n") and tail[0][1:].lower() == "t":
        whole = norm[:-1]
        found.append(Token(text[start : end - 1], _WHOLE.get(whole, whole), start, end - 1))
        found.append(Token(text[end - 1 : tail.end()], "not", end - 1, tail.end()))
        return tail.end()
    if norm in _SLOPPY and tail is None:
        cut, first, second = _SLOPPY[norm]
        found.append(Token(written[:cut], first, start, start + cut))
        found.append(Token(written[cut:], second, start + cut, end))
        return end
    norm = (
        written if written in _ACRONYMS and not _SHOUTS.match(text, end) else _PLAIN.get(norm, norm)
    )
    found.append(Token(text[start:end], norm, start, end))
    if tail is None:
        return end
    ending = "'" + tail[0][1:].lower()
    if ending in _TAILS:
        found.append(Token(tail[0], _TAILS[ending], tail.start(), tail.end()))
    return tail.end()


def sentence_around(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """Return where the sentence of a text stands that a span begins in, up to where the span ends."""
    begin = max((match.end() for match in _STOP.finditer(text, 0, span[0])), default=0)
    stop = _STOP.search(text, max(begin, min(span[1], len(text)) - 1))
    said = text[begin : len(text) if stop is None else stop.end()]
    return begin + len(said) - len(said.lstrip()), begin + len(said.rstrip())


def said_around(text: str, span: tuple[int, int]) -> str:
    """Return the words of that sentence."""
    return text[slice(*sentence_around(text, span))]
