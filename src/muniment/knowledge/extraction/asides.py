"""Read what is said by the way with "my" and "me": pets, workplaces, numbers, names, what befell."""

from __future__ import annotations

from collections.abc import Sequence

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import MINE
from muniment.knowledge.extraction.phrases import is_name, is_numeral, name_end
from muniment.knowledge.extraction.scene import Draft, Entity, Scene
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

_MODIFIERS_MAX = 3
_CLOSERS = words(", ) - . ; :")
_NO_MODIFIERS = words("and or is was in at of on for with to 's , ( )")
_WORKPLACES = words(
    "team job boss manager desk work role position colleagues colleague contract internship shift apprenticeship placement department"
)
_REACHING = words("reach call text ring phone email contact write message")


def read_owned(scene: Scene, tokens: Sequence[Token], index: int, owner: str) -> None:
    """Draft what a phrase that begins with "my", "his" or "Ann's" says by the way."""
    _since_event(scene, tokens, index, owner)
    if tokens[index].norm in MINE:
        _pet(scene, tokens, index)
        _workplace(scene, tokens, index)
        _property(scene, tokens, index)


def read_called(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Draft how one reaches or calls the speaker: "call me Teddy"."""
    _reached(scene, tokens, index)
    _nicknamed(scene, tokens, index)


def read_here(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Read "I'm staying here in Villach": the speaker lives there."""
    end = name_end(tokens, index + 2)
    if [each.norm for each in tokens[index + 1 : index + 2]] == ["in"] and end > index + 2:
        scene.drafts.append(
            Draft(
                subject=scene.speaker, predicate="lives_in", object=scene.words(tokens[index + 2 : end]),
                act=Act.STATE, span=(tokens[index].start, tokens[end - 1].end), timeless=True,
            )
        )  # fmt: skip


def _pet(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Read "my dog Bruno": the speaker has it."""
    at = index + 1
    while at < len(tokens) and at - index <= _MODIFIERS_MAX and tokens[at].norm not in lexicon.PETS:
        if not tokens[at].norm[0].isalpha() or is_name(tokens[at]):
            return
        at += 1
    end = name_end(tokens, at + 1)
    if at >= len(tokens) or tokens[at].norm not in lexicon.PETS or end == at + 1:
        return
    scene.meet(scene.words(tokens[at + 1 : end]))
    scene.drafts.append(
        Draft(
            subject=scene.speaker, predicate="owns", object=scene.words(tokens[index + 1 : end]),
            act=Act.STATE, span=(tokens[index].start, tokens[end - 1].end), timeless=True,
        )
    )  # fmt: skip


def _workplace(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Read "my team at Nordlicht Energie": the speaker works there."""
    for at in range(index + 1, min(len(tokens) - 2, index + 4)):
        if tokens[at].norm in _WORKPLACES and tokens[at + 1].norm == "at":
            end = name_end(tokens, at + 2)
            if end > at + 2:
                scene.drafts.append(
                    Draft(
                        subject=scene.speaker, predicate="works_at", object=scene.words(tokens[at + 2 : end]),
                        act=Act.STATE, span=(tokens[index].start, tokens[end - 1].end), timeless=True,
                    )
                )  # fmt: skip
            return


def _property(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Read "my maiden name, Castellanos", and note what property was spoken of."""
    end = index + 1
    while (
        end < len(tokens)
        and end - index < 4
        and tokens[end].norm[0].isalpha()
        and tokens[end].norm not in _NO_MODIFIERS
    ):
        end += 1
        if tokens[end - 1].norm in lexicon.PROPERTIES:
            break
    of = tokens[index + 1 : end]
    if not of or of[-1].norm not in lexicon.PROPERTIES:
        return
    name = " ".join(each.norm for each in of)
    scene.property = Entity(
        name=scene.speaker, is_person=False, is_speaker=True, of=name, words=tuple(of)
    )
    if end + 1 >= len(tokens) or tokens[end].norm not in {",", "(", ":"}:
        return
    last = end + 1
    while (
        last < len(tokens)
        and (is_name(tokens[last]) or is_numeral(tokens[last]))
        and last - end < 5
    ):
        last += 1
    if last > end + 1 and (last == len(tokens) or tokens[last].norm in _CLOSERS):
        scene.drafts.append(
            Draft(
                subject=scene.speaker, predicate="attribute", of=name, object=scene.words(tokens[end + 1 : last]),
                act=Act.STATE, span=(tokens[index].start, tokens[last - 1].end), timeless=True,
            )
        )  # fmt: skip


def _reached(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Read "you can reach me at ana@example.org", "call me on 0771 900 412"."""
    if (
        index + 2 >= len(tokens)
        or tokens[index - 1].norm not in _REACHING
        or tokens[index + 1].norm
        not in {
            "at",
            "on",
            "under",
            "via",
        }
    ):
        return
    last = index + 2
    while last < len(tokens) and (is_numeral(tokens[last]) or "@" in tokens[last].norm):
        last += 1
    found = tokens[index + 2 : last]
    mail = bool(found) and "@" in found[0].norm
    if mail or sum(each.isdigit() for token in found for each in token.text) > 5:
        scene.drafts.append(
            Draft(
                subject=scene.speaker, predicate="attribute", of="email" if mail else "phone number",
                object=scene.words(found), act=Act.STATE, span=(tokens[index - 1].start, found[-1].end), timeless=True,
            )
        )  # fmt: skip


def _nicknamed(scene: Scene, tokens: Sequence[Token], index: int) -> None:
    """Read "always call me Teddy"."""
    end = name_end(tokens, index + 1)
    asks = index < 2 or tokens[index - 2].norm not in words("to will 'd you not they he she")
    if tokens[index - 1].norm == "call" and end > index + 1 and asks:
        scene.drafts.append(
            Draft(
                subject=scene.speaker, predicate="attribute", of="nickname", act=Act.STATE,
                object=scene.words(tokens[index + 1 : end]), timeless=True,
                span=(tokens[index - 1].start, tokens[end - 1].end),
            )
        )  # fmt: skip


_EVENTS = words(
    "fall operation surgery stroke accident divorce retirement injury breakup separation transplant miscarriage diagnosis crash burnout"
)


def _since_event(scene: Scene, tokens: Sequence[Token], index: int, owner: str) -> None:
    """Read "since my fall in January": it happened."""
    if index == 0 or tokens[index - 1].norm not in {"since", "after"}:
        return
    at = next(
        (i for i in range(index + 1, min(len(tokens), index + 4)) if tokens[i].norm in _EVENTS),
        None,
    )
    if at is not None:
        time = next(iter(scene.times_between(tokens[at].end, tokens[at].end + 4)), None)
        scene.drafts.append(
            Draft(
                subject=owner, predicate="event", object=scene.words(tokens[index + 1 : at + 1]),
                act=Act.STATE, span=(tokens[index].start, tokens[at].end), time=time,
            )
        )  # fmt: skip
