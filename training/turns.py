"""Turn what people found in turns into what the network is to say of their tokens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer

from muniment.bench.gold import GoldClaim, GoldTurn
from muniment.model.claims import WITH_OF
from muniment.providers.tagger.heads import ACTS, PREDICATES

Span = tuple[int, int]

WORDS_MIN = 3
"""How often a property must come in what is trained on to be one that the text need not write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A claim in tokens. `subject` (0, 0) is the speaker; what is None is not learnt from it."""

    predicate: int
    act: int
    object: Span
    subject: Span | None
    of: Span | int | None
    optional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A turn in tokens; `is_whole` is false where a claim is not in the words of the turn."""

    ids: list[int]
    capitals: list[int]
    body: list[bool]
    targets: list[Target]
    is_whole: bool


def properties_of(turns: Iterable[GoldTurn]) -> list[str]:
    """Return the properties that have a number, the most frequent first."""
    counted = Counter(claim.of.lower() for turn in turns for claim in turn.claims if claim.of)
    return [word for word, times in counted.most_common() if times >= WORDS_MIN]


def example_of(turn: GoldTurn, tokenizer: Tokenizer, words: Sequence[str]) -> Example:
    """Return a turn in tokens."""
    text = turn.message.text
    encoded = tokenizer.encode(f"{turn.message.role.value} :", text)
    body = [each == 1 for each in encoded.sequence_ids]
    places = [span if own else (-1, -1) for own, span in zip(body, encoded.offsets, strict=True)]
    targets = [_target(claim, turn, places, words) for claim in turn.claims]
    return Example(
        ids=encoded.ids,
        capitals=[
            int(own and text[span[0] : span[1]][:1].isupper())
            for own, span in zip(body, places, strict=True)
        ],
        body=body,
        targets=[each for each in targets if each is not None],
        is_whole=None not in targets,
    )


def _target(
    claim: GoldClaim, turn: GoldTurn, places: Sequence[Span], words: Sequence[str]
) -> Target | None:
    text = turn.message.text
    value = _tokens(places, _found(text, claim.object, claim.span))
    if value is None:
        return None
    subject = claim.subject.removeprefix(f"{turn.message.speaker}'s ")
    return Target(
        predicate=PREDICATES.index(claim.predicate),
        act=ACTS.index(claim.act),
        object=value,
        subject=(0, 0)
        if subject == turn.message.speaker
        else _tokens(places, _found(text, subject, claim.span)),
        of=_of(claim, text, places, words),
        optional=claim.optional,
    )


def _of(
    claim: GoldClaim, text: str, places: Sequence[Span], words: Sequence[str]
) -> Span | int | None:
    if claim.predicate not in WITH_OF or claim.of is None:
        return None
    of = claim.of.lower()
    if claim.predicate == "relation" and of in words:
        return words.index(of)
    forms = (of, f"{of}s", f"{of.removesuffix('y')}ies")
    written = next((at for form in forms if (at := _found(text, form, claim.span))), None)
    return _tokens(places, written) or (words.index(of) if of in words else None)


def _found(text: str, words: str, near: Span) -> Span | None:
    """Return where whole words stand in a text: within a span if they do, else nearest to it."""
    places = [
        match.span()
        for match in re.finditer(rf"(?<!\w){re.escape(words.strip())}(?!\w)", text, re.IGNORECASE)
        if match[0]
    ]
    return min(places, key=lambda each: _distance(each, near), default=None)


def _distance(one: Span, near: Span) -> int:
    if near[0] <= one[0] and one[1] <= near[1]:
        return 0
    return 1 + min(abs(one[0] - near[0]), abs(one[1] - near[1]))


def _tokens(places: Sequence[Span], span: Span | None) -> Span | None:
    """Return the first and the last token that have letters of a span."""
    if span is None:
        return None
    within = [
        index for index, (start, end) in enumerate(places) if end > span[0] and 0 <= start < span[1]
    ]
    return (within[0], within[-1]) if within else None
