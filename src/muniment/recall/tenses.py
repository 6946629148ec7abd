"""Tell which way a question looks by the tense of its verb, in English: back, ahead, or at what is so now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Final

WORDS_MAX: Final = 200
"""Among how many words of a question its verb is looked for."""


class View(StrEnum):
    """Which way a question looks."""

    NOW = "now"
    BACK = "back"
    EVER = "ever"
    """At any time until now: "Where has Mike lived?", "Who used to run it?", "When did he live there?", "Where did he live years ago?"."""
    AHEAD = "ahead"


_TABLE: Final = """
be was been|bear bore born|become became become|begin began begun|bite bit bitten|blow blew blown|break broke broken
bring brought brought|build built built|burn burnt burnt|buy bought bought|catch caught caught
choose chose chosen|come came come|cost cost cost|cut cut cut|deal dealt dealt|do did done|draw drew drawn
dream dreamt dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feel felt felt
fight fought fought|find found found|fly flew flown|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung hung|have had had
hear heard heard|hide hid hidden|hit hit hit|hold held held|hurt hurt hurt|keep kept kept|know knew known
lay laid laid|lead led led|learn learnt learnt|leave left left|lend lent lent|let let let|lose lost lost
make made made|mean meant meant|meet met met|pay paid paid|put put put|quit quit quit|read read read
ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said|see saw seen|sell sold sold
send sent sent|set set set|sew sewed sewn|shake shook shaken|shoot shot shot|show showed shown|shut shut shut
sing sang sung|sit sat sat|sleep slept slept|speak spoke spoken|spend spent spent|smell smelt smelt|spell spelt spelt|split split split
stand stood stood|steal stole stolen|stick stuck stuck|swap swapped swapped|swim swam swum|take took taken
teach taught taught|tear tore torn|tell told told|think thought thought|throw threw thrown
understand understood understood|wake woke woken|wear wore worn|win won won|withdraw withdrew withdrawn
write wrote written|outgrow outgrew outgrown|undergo underwent undergone|cast cast cast|overcome overcame overcome
"""
IRREGULAR: Final = tuple(
    tuple(each.split()) for line in _TABLE.split("\n") for each in line.split("|") if each
)
"""Irregular verbs: each with its past and its participle."""

_PASTS: Final = {past: verb for verb, past, _ in IRREGULAR}
_PARTICIPLES: Final = frozenset(participle for *_, participle in IRREGULAR)
_LIKE_THEIR_VERB: Final = frozenset(past for past, verb in _PASTS.items() if past == verb)
_NO_PASTS: Final = frozenset(
    [
        "hundred",
        "sacred",
        "kindred",
        "naked",
        "wicked",
        "beloved",
        "shed",
        "sled",
        "need",
        "seed",
        "feed",
        "weed",
        "deed",
        "reed",
        "heed",
        "speed",
        "greed",
        "breed",
        "bleed",
        "creed",
        "steed",
        "tweed",
        "exceed",
        "proceed",
        "succeed",
        "indeed",
        "embed",
    ]
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|,")
_SENTENCE_ENDS: Final = re.compile(r"(?<=[a-z\d]{3}[.!?])\s+(?=[^\W\da-z])")
_POSSESSIVE: Final = "'s"
_SHORT: Final = {"ll": "will", "ve": "have", "re": "are", "m": "am", "s": "is"}
_DENIED: Final = {"wo": "will", "ca": "can", "sha": "shall"}

_WH: Final = frozenset(["who", "whom", "whose", "what", "which", "where", "when", "why", "how"])
_CONJUNCTIONS: Final = frozenset(["that", "while", "because", "if", "whether"])
_RELATIVES: Final = _WH | _CONJUNCTIONS
_SUBJECTS: Final = frozenset(["i", "he", "she", "we", "they"])
_EITHER: Final = frozenset(["you", "it"])
_THEM: Final = frozenset(["me", "him", "her", "us", "them"])
_THE: Final = frozenset(
    ["a", "an", "the", "my", "your", "his", "her", "its", "our", "their", "any", "some", "no"]
)
_WERE: Final = frozenset(["did", "was", "were", "had"])
_ARE: Final = frozenset(["is", "are", "am", "do", "does"])
_HAVE: Final = frozenset(["have", "has"])
_WILL: Final = frozenset(["will", "shall"])
_MAY: Final = frozenset(["can", "could", "would", "should", "may", "might", "must"])
_AUXILIARIES: Final = _WERE | _ARE | _HAVE | _WILL | _MAY
_BEFORE_A_VERB: Final = frozenset(
    ["all", "also", "else", "ever", "once", "really", "actually", "first", "previously", "formerly"]
)
_UNITS: Final = frozenset(
    ["date", "day", "decade", "hour", "month", "season", "time", "week", "weekend", "year"]
)
_ANY_MORE: Final = (" any more ", " anymore ", " any longer ")
_EARLIER: Final = frozenset(["previously", "formerly", "originally", "previous", "former"])
_OWNERS: Final = frozenset(["my", "your", "his", "her", "our", "their"])
_EARLIER_IN_THE_PAST: Final = _EARLIER | {"ever", "before"}
_TELLING: Final = frozenset(
    [
        "say",
        "tell",
        "mention",
        "write",
        "claim",
        "think",
        "believe",
        "know",
        "remember",
        "recall",
        "hear",
        "find",
        "hope",
        "promise",
        "suggest",
        "report",
        "explain",
        "show",
        "see",
        "wonder",
        "ask",
        "mean",
        "guess",
    ]
)
"""Verbs that govern a clause of their own, whose tense is that of what is told."""


_NO_PERIOD: Final = re.compile(
    r"\b(?:the other (?:day|night|week|weekend|month|year|time)|(?:the )?last time|earlier"
    r"|(?:while|ages|long|time|days|weeks|months|years|decades) (?:ago|back)|lately|recently|of late(?! \w)"
    r"|(?:in|over) (?:recent|the past|these past|the last) (?:days|weeks|months|years|times)|in the past"
    r"|in the (?:good )?old days|back in the day|back then|in those days|once upon a time"
    r"|at (?:one|some) (?:time|point)|at first|in the beginning"
    r"|as an? (?:child|kid|boy|girl|teenager|student|young \w+)"
    r"|in (?:my|your|his|her|our|their) (?:early |mid[ -]|late )?(?:teens|twenties|thirties|forties|fifties|youth|childhood)"
    r"|when (?:\w+ ){1,3}(?:was|were) (?:an? (?:child|kid|boy|girl|teenager|student)\b|young|little|small|\d))",
    re.IGNORECASE,
)


def names_no_period(text: str) -> bool:
    """Tell whether a text speaks of a past without saying which: "the other day", "years ago", "as a child"."""
    return _NO_PERIOD.search(text) is not None


def view_of(text: str) -> View:
    """Return which way a question looks.

    The tense is that of its first finite verb, an auxiliary before any other; where that is a verb
    of saying or knowing ("Do you know who lived there?", "What did he say he likes?"), that of the
    clause it governs. What stands in a relative clause does not count. The past is read from
    auxiliaries, irregular forms and -ed; a word with a capital is a name.
    """
    sentences = _SENTENCE_ENDS.split(text.strip())
    asked = next((each for each in reversed(sentences) if each.endswith("?")), sentences[-1])
    words = _question_in(_words(asked)[:WORDS_MAX])
    while (told := _told_in(words)) is not None:
        words = told
    view = _view(words)
    if view is not View.AHEAD and _means_earlier(words, view):
        return View.EVER
    return View.EVER if view is View.BACK and _asks_when(words) else view


def _words(text: str) -> list[str]:
    """Return the words of a question, small but for names, contractions in two; commas are words."""
    found: list[str] = []
    for each in _WORD.findall(text.replace("’", "'")):
        stem, _, rest = each.partition("'")
        small = stem.lower()
        stem = small if not found or small in _WH or stem == "I" else stem
        if rest == "t" and small.endswith("n"):
            found.append(_DENIED.get(small[:-1], small[:-1]))
        elif rest == "s" and small not in _WH | _SUBJECTS | _EITHER | {"there", "that"}:
            found.append(stem + _POSSESSIVE)
        else:
            found += [stem, *([_SHORT[rest]] if rest in _SHORT else [])]
    return found


def _question_in(words: Sequence[str]) -> Sequence[str]:
    """Return what is asked without what leads to it: "When he was in Rome, where did he live?"."""
    starts = [0, *(place + 1 for place, word in enumerate(words) if word == ",")]
    for start in starts:
        first, second = [*words[start : start + 2], "", ""][:2]
        opens = first.lower() in _AUXILIARIES or (first in _WH and first != "when")
        if opens or (first == "when" and second in _AUXILIARIES):
            return words[start:]
    found = next((place for place, word in enumerate(words) if word in _WH), 0)
    return words[found:]


def _view(words: Sequence[str]) -> View:
    place = _finite(words)
    if place is None:
        return View.NOW
    word, behind = words[place].lower(), words[place + 1 :]
    if word in _WILL or (word in _ARE and _is_going_to(behind)):
        return View.AHEAD
    if word in _HAVE:
        return _perfect(words, behind)
    if word in _MAY:
        return View.BACK if _have_done(behind) else View.NOW
    if word == "is" and "been" in behind:
        return _perfect(words, behind)
    return View.NOW if word in _ARE else View.BACK


def _told_in(words: Sequence[str]) -> Sequence[str] | None:
    """Return the clause that a verb of saying or knowing governs, None if there is none."""
    for place, word in enumerate(words[1:], start=1):
        if _PASTS.get(word, _without_ed(word)) not in _TELLING:
            continue
        behind = words[place + 1 :]
        if (len(behind) > 1 and behind[1] in _RELATIVES and _is_whom(behind[0])) or (
            behind and behind[0] in _THEM
        ):
            behind = behind[1:]
        if behind and (behind[0] in _RELATIVES | _SUBJECTS or _is_clause(behind)):
            return behind[behind[0] in _CONJUNCTIONS :]
        for at, pair in enumerate(pairwise(behind), start=1):
            if pair[0] in _CONJUNCTIONS and (pair[1] in _SUBJECTS | _EITHER or _is_name(pair[1])):
                return behind[at:]
    return None


def _is_whom(word: str) -> bool:
    return _is_name(word) or word in _THEM | _EITHER


def _is_clause(words: Sequence[str]) -> bool:
    """Tell whether a name, "you" or "it" has a verb behind it."""
    if len(words) < 2 or not (_is_name(words[0]) or words[0] in _EITHER):
        return False
    verb = words[1]
    return verb in _AUXILIARIES or is_past(verb) or (verb.endswith("s") and not _is_name(verb))


def _finite(words: Sequence[str]) -> int | None:
    """Return the place of the verb that has the tense, None where none is told from other words."""
    main = next(
        (place for place, word in enumerate(words) if place and word in _RELATIVES), len(words)
    )
    subject = 1
    while subject < main and words[subject] in _BEFORE_A_VERB:
        subject += 1
    if words and words[0] in ("who", "what") and subject < main:
        first = words[subject]
        if first in _AUXILIARIES or first in _PASTS or is_past(first):
            return subject
    for place in range(main):
        if words[place].lower() in _AUXILIARIES:
            return place
    for place in range(main):
        if words[place - 1 : place] and _is_third(words[place - 1], words[place]):
            return None
        if is_past(words[place]) and words[place] not in _LIKE_THEIR_VERB:
            return place
    return None


def _is_name(word: str) -> bool:
    """Tell whether a word is a name, and not whose something is."""
    return word[:1].isupper() and not word.endswith(_POSSESSIVE)


def _is_third(subject: str, word: str) -> bool:
    """Tell whether a word is the present of a verb: "Mike lives", "she lives"."""
    is_subject = _is_name(subject) or subject in ("he", "she", "it")
    return is_subject and word.endswith("s") and not word.endswith("ss") and not _is_name(word)


def is_past(word: str) -> bool:
    """Tell whether a word is the past of a verb; one with a capital is a name."""
    if word[:1].isupper() or word in _NO_PASTS:
        return False
    return word in _PASTS or (len(word) > 3 and word.endswith("ed"))


def _without_ed(word: str) -> str:
    if not word.endswith("ed"):
        return word
    return next((each for each in (word[:-2], word[:-1]) if each in _TELLING), word)


def _is_done(word: str) -> bool:
    return word in _PARTICIPLES or is_past(word)


def _have_done(words: Sequence[str]) -> bool:
    return "have" in words and any(map(_is_done, words[words.index("have") + 1 :]))


def _is_going_to(words: Sequence[str]) -> bool:
    return any(pair == ("going", "to") for pair in pairwise(words))


def _perfect(words: Sequence[str], behind: Sequence[str]) -> View:
    """Return what a perfect looks at: all that was, where it asks what; how it came out, where it asks whether."""
    after = zip(["", *behind], behind, strict=False)
    done = [word for before, word in after if _is_done(word) and before not in _THE]
    if not done or done[0] in ("got", "gotten"):
        return View.NOW
    comes_out = words[0] not in _WH or (done[0] == "been" and len(done) > 1)
    return View.BACK if comes_out else View.EVER


def _asks_when(words: Sequence[str]) -> bool:
    """Tell whether a question asks for a time: "When did he move?", "How long was he there?", "Which year was it?"."""
    first, second, third = [*words[:3], "", "", ""][:3]
    is_unit = second.removesuffix("s") in _UNITS and third in _AUXILIARIES
    return (
        first == "when"
        or (first, second) == ("how", "long")
        or (first in ("what", "which") and is_unit)
    )


def _means_earlier(words: Sequence[str], view: View) -> bool:
    """Tell whether words mean any earlier time: "before", "previous", "used to"."""
    pairs = pairwise(words)
    if any(pair in {("used", "to"), ("use", "to")} for pair in pairs):
        return view is not View.NOW
    if view is View.NOW and _asks_whether_it_lasts(words):
        return True
    if view is View.BACK and any(map(_is_old_one, pairwise(words))):
        return True
    meant = _EARLIER if view is View.NOW else _EARLIER_IN_THE_PAST
    return not meant.isdisjoint(words)


def _is_old_one(pair: tuple[str, str]) -> bool:
    """Tell whether words mean what somebody had earlier: "Ann's old phone", not "the old town"."""
    whose, word = pair
    return word == "old" and (whose.endswith(_POSSESSIVE) or whose in _OWNERS)


def _asks_whether_it_lasts(words: Sequence[str]) -> bool:
    """Tell whether a question asks if something is so that was: "Does he still live there?", "Who no longer does?"."""
    is_whether = bool(words) and words[0].lower() in _AUXILIARIES
    said = f"{' '.join(words)} "
    return (is_whether and "still" in words) or " no longer " in said or said.endswith(_ANY_MORE)
