"""Read a question without a model: who it names, and the text that is left to compare."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from muniment.model.names import called, folded
from muniment.recall.expressions import windows_in
from muniment.temporal.period import Period

NAME_WORDS_MAX = 4

_ASSISTANT = "assistant"

_WORD = re.compile(r"[^\W_]+(?:[-.&][^\W_]+)*")
_POSSESSIVE = r"(?:['’]s\b|['’](?!\w))?"
_OWN = re.compile(
    r"\b(?:i|i['’](?:m|ve|ll|d)|my|mine|me|myself|we|we['’](?:re|ve|ll|d)|our|ours|us)\b",
    re.IGNORECASE,
)
_THEIRS = frozenset({"my", "our"})
_ALSO = {
    name: names
    for names in (("mother", "mum", "mom"), ("father", "dad"), ("boss", "manager"))
    for name in names
}
_LOOSE_SPACE = re.compile(r"\s+([?!.,;:])|\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Hold a question as it was read.

    `names` are the known names it mentions, folded, as `Candidate.names` spells them. `topic` is
    the question without the names of speakers: the text to embed, since who speaks is known
    exactly and need not be guessed from a vector. `windows` are the periods it speaks of.
    `knows_asker` says that whoever asks, and says I, is among the names.
    """

    text: str
    topic: str
    names: frozenset[str] = frozenset()
    windows: tuple[Period, ...] = ()
    knows_asker: bool = False

    def asked_by(self, speakers: Iterable[tuple[str, ...]]) -> Question:
        """Return the question as the one person asks it who speaks in what was found.

        `speakers` are the forms that the speaker of each turn goes by. "How much do I pay?" is
        about whoever asks; where that is unknown, about whoever says I, and where several people
        speak, nobody knows who that is.
        """
        voices = {forms for forms in speakers if forms and forms[0] != _ASSISTANT}
        if self.knows_asker or len(voices) != 1 or not says_own(self.text):
            return self
        return replace(self, names=self.names | {form for forms in voices for form in forms[:1]})

    def names_among(self, terms: Sequence[str]) -> list[bool]:
        """Tell for each term whether it is the stem of a word of a name."""
        parts = [part for name in self.names for part in _words(name)]
        return [
            any(part.startswith(term) and len(term) >= len(part) - 2 for part in parts)
            for term in terms
        ]


def says_own(text: str) -> bool:
    """Tell whether a question is about whoever asks it: I, my, us."""
    return _OWN.search(text) is not None


def asked_names(query: str, asker: str | None) -> tuple[str, ...]:
    """Return what a known name may equal that a question is about: its words, and who says I in it."""
    own = (folded(asker),) if asker is not None and says_own(query) else ()
    return tuple(sorted({*name_keys(query), *own}))


def own_relations(query: str) -> tuple[str, ...]:
    """Return what whoever asks calls theirs, one or two words each: "my mother", "our best friend"."""
    words = _words(folded(query))
    found: set[str] = set()
    for index, word in enumerate(words):
        if word in _THEIRS:
            behind = words[index + 1 : index + 3]
            found |= {" ".join(behind[: size + 1]) for size in range(len(behind))}
    return tuple(sorted({other for name in found for other in _ALSO.get(name, (name,))}))


def name_keys(text: str) -> tuple[str, ...]:
    """Return every run of one to four words of a text, folded: what a known name may equal.

    The store looks these up among its speakers and entities. Sorted, without repetition.
    """
    words = _words(folded(text))
    runs = {
        " ".join(words[start : start + size])
        for size in range(1, NAME_WORDS_MAX + 1)
        for start in range(len(words) - size + 1)
    }
    return tuple(sorted(runs))


def read_question(
    text: str,
    *,
    reference: datetime,
    asker: str | None = None,
    speakers: Iterable[str] = (),
    entities: Iterable[str] = (),
    relatives: Iterable[str] = (),
) -> Question:
    """Read a question: names among the given ones, and times relative to `reference`.

    A speaker's name of several words is also known by its first word, if that has three letters
    or more. Where nothing but names is asked, the topic is the whole question. `relatives` are those
    whom "my mother" and the like mean, folded: where nothing else in it is said of whoever asks,
    the question is about them, and not about whoever asks.
    """
    keys = frozenset(asked_names(text, asker))
    spoken = _spoken(keys, speakers)
    known = [name for name in entities if folded(name) in keys]
    meant = frozenset(relatives)
    names = frozenset(folded(name) for name in (*spoken, *known)) | meant
    if meant and asker is not None and {own.lower() for own in _OWN.findall(text)} <= _THEIRS:
        names -= {folded(asker)} - frozenset(name_keys(text))
    knows_asker = asker is not None and says_own(text) and folded(asker) in names
    return Question(
        text=text,
        topic=_without(text, spoken),
        names=names,
        windows=windows_in(text, reference),
        knows_asker=knows_asker or bool(meant),
    )


def topic_of(text: str, speakers: Iterable[str]) -> str:
    """Return the text of a question to embed, see `Question.topic`."""
    return _without(text, _spoken(frozenset(name_keys(text)), speakers))


def _spoken(keys: frozenset[str], speakers: Iterable[str]) -> list[str]:
    return sorted(name for name in speakers if not keys.isdisjoint(called(name)))


def _words(text: str) -> list[str]:
    without_possessive = re.sub(r"['’]s\b", "", text)
    return _WORD.findall(without_possessive)


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
