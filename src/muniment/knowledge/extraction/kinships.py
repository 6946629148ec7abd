"""Read who is who where it is said by the way: "my sister Maria", "our cleaner, Mrs Okafor"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.asides import read_age, read_called, read_owned, read_since
from muniment.knowledge.extraction.function_words import AUXILIARIES, MINE, PREPOSITIONS, SPEAKER
from muniment.knowledge.extraction.phrases import (
    TITLES,
    apart_in,
    is_name,
    is_number,
    name_end,
    relation_in,
    untitled,
)
from muniment.knowledge.extraction.scene import OWN_KIN, Scene
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.wordlists import words

_MODIFIERS_MAX = 3
_OPENERS = words(", ( - :")
_CLOSERS = words(", ) - . ; :")
_NO_MODIFIERS = AUXILIARIES | words("and or in at of on for with to got gets as 's , ( )")
_AFTER_REVERSED = words(", ) who -")


_BEHIND_AGE = words(", ) and")
_GENDERED = lexicon.MALE | lexicon.FEMALE


_TELLING = MINE | OWN_KIN | TITLES | words("his her the me at")
"""What may say who somebody is; so may a name and a number."""


def meet_all(scene: Scene, tokens: Sequence[Token]) -> None:
    """Draft the relations that phrases of a sentence name, whatever its mood, and note the people."""
    for index, token in enumerate(tokens):
        if not (token.is_capital or token.norm in _TELLING or is_number(token.norm)):
            continue
        owner = _owner(scene, tokens, index)
        if owner is not None:
            _after(scene, tokens, index + 1, owner, token.start)
            read_since(scene, tokens, index, owner)
            if token.norm in MINE:
                read_owned(scene, tokens, index)
        elif index == 0 and token.norm in OWN_KIN and token.norm in _GENDERED:
            scene.meet(f"{scene.speaker}'s {token.norm}", token.norm)
        elif is_name(token) or token.norm in TITLES:
            _reversed(scene, tokens, index)
            _titled(scene, tokens, index)
        if token.norm == "me" and 0 < index < len(tokens) - 1:
            read_called(scene, tokens, index)
        if token.norm == "at":
            read_age(scene, tokens, index)
        if is_number(token.norm) and index + 1 < len(tokens):
            _counted(scene, tokens, index)


def _owner(scene: Scene, tokens: Sequence[Token], index: int) -> str | None:
    following = tokens[index + 1].norm if index + 1 < len(tokens) else ""
    if tokens[index].norm in MINE or (tokens[index].norm == "the" and following == "twins"):
        return scene.speaker
    if tokens[index].norm in {"his", "her"}:
        return scene.meant_by(tokens[index].norm)
    return None


def _titled(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Note "Mr Petrescu" and "Uncle Jo", so that "his" can mean him."""
    end = name_end(tokens, index)
    title = tokens[index].norm
    if (title in TITLES or title in OWN_KIN) and end > index + 1:
        gender = {"mr": "brother", "mrs": "sister", "ms": "sister", "miss": "sister"}.get(
            title, title
        )
        scene.meet(scene.words(untitled(tokens[index:end])), gender, at=tokens[index].start)


def _relation_at(tokens: Sequence[Token], start: int) -> int | None:
    """Return the index of the relation noun that a phrase beginning there has, if it has one."""
    for index in range(start, min(len(tokens), start + _MODIFIERS_MAX + 1)):
        token = tokens[index]
        if not token.norm[0].isalpha() or token.norm in _NO_MODIFIERS:
            return None
        if _is_relation(token):
            following = tokens[index + 1] if index + 1 < len(tokens) else None
            if following is not None and _is_relation(following):
                continue
            return index
    return None


def _is_relation(token: Token) -> bool:
    return token.norm in lexicon.RELATIONS or lexicon.singular(token.norm) in lexicon.RELATIONS


def _is_plural(token: Token) -> bool:
    return token.norm not in lexicon.RELATIONS


def _relation(tokens: Sequence[Token]) -> str:
    last = tokens[-1]
    as_one = last._replace(norm=lexicon.singular(last.norm)) if _is_plural(last) else last
    return relation_in([*tokens[:-1], as_one]) or ""


def _after(scene: Scene, tokens: Sequence[Token], start: int, owner: str, begin: int) -> None:
    at = _relation_at(tokens, start)
    if at is None:
        return
    relation = _relation(tokens[start : at + 1])
    plural = _is_plural(tokens[at])
    if tokens[start - 1].norm in {"his", "her"} and not (
        at + 1 < len(tokens) and is_name(tokens[at + 1])
    ):
        return
    found = False
    for first, last in _names(tokens, at + 1, plural=plural):
        found = True
        _draft(scene, owner, relation, tokens[first:last], begin, unique=not plural)
        _aged(scene, tokens, first, last)
    if not found and not plural:
        apart = "" if " " in relation else apart_in(tokens[start : at + 1])
        name = f"{owner}'s {apart}{relation}"
        name = scene.names.get(name, name)
        scene.meet(name, relation, at=begin)


def _names(tokens: Sequence[Token], start: int, *, plural: bool) -> Iterator[tuple[int, int]]:
    """Yield the runs of names that stand in apposition from there on."""
    at = start
    opened = at < len(tokens) and tokens[at].norm in _OPENERS
    if opened:
        at += 1
    end = name_end(tokens, at)
    if end == at:
        return
    closes = end == len(tokens) or tokens[end].norm in _CLOSERS or plural
    if opened and not closes:
        return
    yield at, end
    while plural:
        at = _next_in_list(tokens, end)
        end = name_end(tokens, at)
        if end == at:
            return
        yield at, end


def _next_in_list(tokens: Sequence[Token], end: int) -> int:
    """Return where the next item of a list may begin: behind a comma or an "and"."""
    at = end
    while at < len(tokens) and at - end < 6 and tokens[at].norm not in {",", "and"}:
        at += 1
    while at < len(tokens) and (tokens[at].norm in {",", "and"} or is_number(tokens[at].norm)):
        at += 1
    return min(at, len(tokens))


def _aged(scene: Scene, tokens: Sequence[Token], first: int, last: int) -> None:
    """Read the age in "Jonas (11)" and "Jonas, 11,"."""
    if last + 1 >= len(tokens) or tokens[last].norm not in {",", "("}:
        return
    age = tokens[last + 1]
    closed = last + 2 == len(tokens) or tokens[last + 2].norm in _BEHIND_AGE
    if is_number(age.norm) and closed and (not age.norm.isdigit() or 0 < int(age.norm) < 116):
        name, span = scene.words(tokens[first:last]), (tokens[first].start, age.end)
        scene.drafts.append(scene.aside("age", age.text, span, subject=name))


def _reversed(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Read "Tom, my brother, …" and "Tom (my brother)"."""
    if index and (is_name(tokens[index - 1]) or tokens[index - 1].norm in TITLES):
        return
    end = name_end(tokens, index)
    if (
        end + 2 >= len(tokens)
        or tokens[end].norm not in {",", "("}
        or tokens[end + 1].norm not in MINE
    ):
        return
    at = _relation_at(tokens, end + 2)
    if at is None or _is_plural(tokens[at]):
        return
    if at + 1 < len(tokens) and tokens[at + 1].norm not in _AFTER_REVERSED:
        return
    if tokens[end].norm == "," and _is_addressed(tokens, index, at + 1):
        return
    relation = _relation(tokens[end + 2 : at + 1])
    _draft(
        scene, scene.speaker, relation, tokens[index:end], tokens[index].start, until=tokens[at].end
    )


def _is_addressed(tokens: Sequence[Token], index: int, end: int) -> bool:
    """Tell whether somebody is spoken to: "Selam, my brother!", "Greetings from Oslo, my friend, …"."""
    if index and tokens[index - 1].norm not in _FROM:
        return False
    behind = [each.norm for each in tokens[end : end + 2]]
    return not behind or (behind[0] == "," and behind[-1] in PREPOSITIONS | SPEAKER)


_FROM = words("from in at")


def _counted(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Read the names behind "two grown sons (Anselm in Graz, Lukas …)"."""
    at = _relation_at(tokens, index + 1)
    if at is None or not _is_plural(tokens[at]):
        return
    relation = lexicon.singular(tokens[at].norm)
    for first, last in _names(tokens, at + 1, plural=True):
        _draft(
            scene, scene.speaker, relation, tokens[first:last], tokens[index].start, unique=False
        )
        _aged(scene, tokens, first, last)
        if last + 1 < len(tokens) and tokens[last].norm == "in" and is_name(tokens[last + 1]):
            name, place = scene.words(tokens[first:last]), tokens[last + 1]
            span = (tokens[first].start, place.end)
            home = scene.words([place])
            scene.drafts.append(scene.aside("lives_in", home, span, subject=name))


def _draft(
    scene: Scene,
    owner: str,
    relation: str,
    name: Sequence[Token],
    begin: int,
    until: int = 0,
    *,
    unique: bool = True,
) -> None:
    if not relation:
        return
    written = scene.words(untitled(name))
    scene.meet(written, relation, at=begin)
    if unique:
        scene.names.setdefault(f"{owner}'s {relation}", written)
    span, of = (begin, max(until, name[-1].end)), lexicon.standard(relation)
    scene.drafts.append(scene.aside("relation", written, span, of=of, subject=owner))
