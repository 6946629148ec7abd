"""Read a question without a model: who it names, and the text that is left to compare."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from muniment.model.names import called, folded
from muniment.recall.tenses import is_past
from muniment.recall.whose import NOBODY_MET, OWN, Met, Phrase, with_names, words_of
from muniment.temporal.period import Period

NAME_WORDS_MAX = 4

_ASSISTANT = "assistant"

_WORD = re.compile(r"[^\W_]")
_POSSESSIVE = r"(?:['’]s\b|['’](?!\w))?"
_OWN = re.compile(
    r"\b(?:i|i['’](?:m|ve|ll|d)|my|mine|me|myself|we|we['’](?:re|ve|ll|d)|our|ours|us)\b",
    re.IGNORECASE,
)
_DID_YOU = re.compile(
    r"\b(?:do|did|have|had|were) you\b"
    r"(?! (?:know|knew|known|remember|recall|think|thought|see|mind|need|want|have|got|happen)\b)",
    re.IGNORECASE,
)
_YOU = re.compile(r"\byou(?: have|['’]ve|['’]d)? ([^\W\d_]+)", re.IGNORECASE)
_LOOSE_SPACE = re.compile(r"\s+([?!.,;:])|\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRead:
    """Hold a question as it was read.

    `names` are the known names it mentions, folded, as `Candidate.names` spells them. `topic` is
    the question without the names of speakers: the text to embed, since who speaks is known
    exactly and need not be guessed from a vector. `windows` are the periods it speaks of.
    `asker` is who asks, folded, where that is known; `knows_asker` says that they, if they say I, are among the names. `meant` are the words that
    mean somebody by other names ("Mike's sister"), and the names; `leading` the pairs of names that
    a fact connects which only says who is meant.
    """

    text: str
    topic: str
    names: frozenset[str] = frozenset()
    windows: tuple[Period, ...] = ()
    asker: str | None = None
    knows_asker: bool = False
    meant: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    leading: frozenset[frozenset[str]] = frozenset()

    def asked_by(self, speakers: Iterable[tuple[str, ...]]) -> QuestionRead:
        """Return the question as it is asked of those who speak in what was found.

        `speakers` are the forms that the speaker of each turn goes by. "Which hotel did you book for me?" is about the
        assistant. "How much do I pay?" is about whoever asks; where that is unknown, about whoever says I, and where
        several people speak, nobody knows who that is.
        """
        voices = {forms[0] for forms in speakers if forms}
        people = voices - {_ASSISTANT}
        if voices != people and asks_of_assistant(self.text):
            return replace(self, names=(self.names - {self.asker}) | {_ASSISTANT})
        if self.knows_asker or len(people) != 1 or not says_own(self.text):
            return self
        return replace(self, names=self.names | people)

    def names_among(self, terms: Sequence[str]) -> list[bool]:
        """Tell for each term whether it is the stem of a word of a name."""
        return stems_among(terms, [part for name in self.names for part in words_of(name)])

    def said_of(self, terms: Sequence[str]) -> Iterator[tuple[list[bool], frozenset[str]]]:
        """Yield which terms are stems of words that mean somebody by other names, and those names."""
        for words, names in self.meant:
            yield stems_among(terms, words), names


def stems_among(terms: Sequence[str], words: Collection[str]) -> list[bool]:
    """Tell for each term whether it is the stem of one of some words."""
    return [
        any(word.startswith(term) and len(term) >= len(word) - 2 for word in words)
        for term in terms
    ]


def says_own(text: str) -> bool:
    """Tell whether a question is about whoever asks it: I, my, us."""
    return _OWN.search(text) is not None


def asks_of_assistant(text: str) -> bool:
    """Tell whether a question is about what the one that is asked did: "did you", "you booked"."""
    if _DID_YOU.search(text) is not None:
        return True
    return any(is_past(each[1]) for each in _YOU.finditer(text))


def asked_names(query: str, asker: str | None) -> tuple[str, ...]:
    """Return what a known name may equal that a question is about: its words, and who says I in it."""
    own = (folded(asker),) if asker is not None and says_own(query) else ()
    return tuple(sorted({*name_keys(query), *own}))


def name_keys(text: str) -> tuple[str, ...]:
    """Return every run of one to four words of a text, folded: what a known name may equal.

    The store looks these up among its speakers and entities. Sorted, without repetition.
    """
    return tuple(sorted(_runs(words_of(text))))


def read_question(
    text: str,
    *,
    windows: tuple[Period, ...] = (),
    asker: str | None = None,
    speakers: Iterable[str] = (),
    entities: Iterable[str] = (),
    met: Met = NOBODY_MET,
) -> QuestionRead:
    """Read a question: the names among the given ones. The periods it speaks of are read by `windows_in`.

    A speaker's name of several words is also known by its first word, if that has three letters
    or more. Where nothing but names is asked, the topic is the whole question. `met` has those
    whom "my mother" and "Mike's sister" mean: the question is about them, and not about whose they
    are where nothing else in it is said of these; and the other names that each goes by.
    """
    words, meant = words_of(text), met.meant
    owned = len([at for at in meant.words if words[at] in OWN])
    asks_of_own = len(_OWN.findall(text)) > owned
    keys = _runs_but_for(words, meant.words)
    if asker is not None and asks_of_own:
        keys.add(folded(asker))
    known = {folded(name) for name in entities}
    named = {folded(name) for name in _spoken(keys, speakers)} | keys & known | meant.names
    phrases = (*meant.phrases, *_aliases(words, met))
    pairs = {frozenset((name, other)) for name in named for other in met.others(name)}
    names = named.union(*map(met.others, named))
    return QuestionRead(
        text=text,
        topic=topic_of(with_names(text, phrases), speakers),
        names=frozenset(names),
        windows=windows,
        asker=None if asker is None else folded(asker),
        knows_asker=not asks_of_own or (asker is not None and folded(asker) in names),
        meant=tuple((frozenset(words[each.first : each.end]), each.names) for each in phrases),
        leading=meant.pairs | pairs,
    )


def _aliases(words: Sequence[str], met: Met) -> Iterator[Phrase]:
    """Yield the words that name somebody by another name, if it stands for one only."""
    taken = {word for each in met.meant.phrases for word in range(each.first, each.end)}
    for size in range(NAME_WORDS_MAX, 0, -1):
        for first in range(len(words) - size + 1):
            run = range(first, first + size)
            ends = met.ends(" ".join(words[first : first + size]))
            if len(ends) == 1 and taken.isdisjoint(run):
                taken.update(run)
                yield Phrase(first, first + size, ends)


def topic_of(text: str, speakers: Iterable[str]) -> str:
    """Return the text of a question to embed, see `QuestionRead.topic`."""
    return _without(text, _spoken(frozenset(name_keys(text)), speakers))


def _spoken(keys: Set[str], speakers: Iterable[str]) -> list[str]:
    return sorted(name for name in speakers if not keys.isdisjoint(called(name)))


def _runs(words: Sequence[str]) -> set[str]:
    return {
        " ".join(words[start : start + size])
        for size in range(1, NAME_WORDS_MAX + 1)
        for start in range(len(words) - size + 1)
    }


def _runs_but_for(words: Sequence[str], left_out: Collection[int]) -> set[str]:
    """Return the runs of words in which some of them are not."""
    runs: set[str] = set()
    begin = 0
    for end in (*sorted(left_out), len(words)):
        runs |= _runs(words[begin:end])
        begin = end + 1
    return runs


def _without(text: str, speakers: Sequence[str]) -> str:
    spellings = sorted(
        {form for speaker in speakers for form in called(speaker)}, key=lambda s: (-len(s), s)
    )
    left = text
    for spelling in spellings:
        pattern = rf"\b{re.escape(spelling)}\b{_POSSESSIVE}"
        left = re.sub(pattern, " ", left, flags=re.IGNORECASE)
    left = _LOOSE_SPACE.sub(lambda found: found[1] or " ", left).strip()
    return left if _WORD.search(left) else text
