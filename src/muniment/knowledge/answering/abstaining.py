"""Say why nothing answers a question; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from muniment.knowledge.answering.designations import designated_in, has, name_like
from muniment.knowledge.answering.findings import Finding
from muniment.knowledge.answering.ways import Ways, names_of
from muniment.knowledge.earnest import asks_whether
from muniment.knowledge.names.name_forms import parts_of, without_accents
from muniment.model.memory import Memory
from muniment.model.names import folded
from muniment.recall.question import name_keys

_NOUNS_HAVE_CAPITALS: Final = frozenset({"german"})


def lacking(
    question: str,
    ways: Ways,
    found: Sequence[Finding],
    reached: Sequence[Finding],
    language: str,
) -> str | None:
    """Return why there is no answer, None if there is."""
    named = ways.named | ways.aliases.keys()
    names = [] if language in _NOUNS_HAVE_CAPITALS else name_like(question)
    unsaid = "nothing that was found says what is asked"
    if asks_whether(question) and _tells_what_is_so(names, ways.named, reached):
        return None
    told = _names_in(found) | named
    for name in names:
        if not _is_in(name, told):
            return f"“{name}” occurs in nothing that was found"
    for designated in designated_in(question, ways.named):
        if not any(has(each.said.content, designated) for each in found):
            return f"“{designated}” occurs in nothing that was found"
    if not reached:
        whom = ", ".join(sorted(ways.named))
        return f"{unsaid}{f' of {whom}' if whom else ''}"
    told = _names_in(reached) | named
    for name in names:
        if not _is_in(name, told):
            return f"{unsaid} of {name}"
    return None


def _tells_what_is_so(
    names: Sequence[str], named: Collection[str], reached: Sequence[Finding]
) -> bool:
    """Tell whether beliefs about whom a question names say what is so, and have no other name of it: it is not so."""
    about = [each.said.entity for each in reached if isinstance(each.said, Memory)]
    others = [name for name in names if not _is_in(name, named)]
    told = _names_in(reached)
    return (
        bool(reached)
        and len(about) == len(reached)
        and all(folded(each or "") in named for each in about)
        and not any(_is_in(each, told) for each in others)
    )


def _is_in(name: str, said: Iterable[str]) -> bool:
    return any(without_accents(name) in parts_of(without_accents(each)) for each in said)


def _names_in(found: Iterable[Finding]) -> set[str]:
    said = [each.said for each in found]
    return {word for each in said for word in (*name_keys(each.content), *names_of(each))}
