"""Read messages by rules and by a trained tagger, which doubts some of their claims and adds others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from anyio import to_thread

from muniment.errors import EmbedderUnavailable
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.rules import claims_of
from muniment.knowledge.extraction.scene import Draft, Scene
from muniment.knowledge.extraction.tokens import sentence_around
from muniment.model.claims import WITH_OF, Act, Claim, Message, Role
from muniment.ports.extractor import Extraction, Extractor
from muniment.ports.tagger import Tag, Tagger
from muniment.recall.times import TimePhrase

SURE: Final = 0.6
"""From which score on a tag is a claim by itself."""

HINT: Final = 0.05
"""The score of a tag of its predicate that a claim of the rules needs to stay."""

_ARTICLE: Final = re.compile(r"^(?:an?|the|my|our|some) (?=\S)", re.IGNORECASE)
_VERB_OF_DIET: Final = re.compile(r"^(?:eats?|drinks?) (?=\S)", re.IGNORECASE)
_NONE_OF: Final = re.compile(r"^no (?=\S)", re.IGNORECASE)


def weighed(
    message: Message, claims: Sequence[Claim], tags: Sequence[Tag]
) -> tuple[tuple[Claim, ...], tuple[Claim, ...]]:
    """Return the claims of rules that tags bear out, and those of sure tags that no rule read so already.

    A claim of the rules goes where the tagger takes its words for nothing of the kind.
    """
    hints = [tag for tag in tags if tag.score >= HINT]
    borne_out = tuple(claim for claim in claims if any(_is_of(tag, claim) for tag in hints))
    sure = [
        tag
        for tag in tags
        if tag.score >= SURE
        and not any(_is_of(tag, claim) and tag.act is claim.act for claim in claims)
    ]
    return borne_out, _claims(message, sure)


def _is_of(tag: Tag, claim: Claim) -> bool:
    start, end = tag.object
    return tag.predicate == claim.predicate and claim.span[0] < end and start < claim.span[1]


def _claims(message: Message, tags: Sequence[Tag]) -> tuple[Claim, ...]:
    scene = Scene.of(message, message.text)
    scene.drafts.extend(_drafts(scene, tags))
    return tuple(claims_of(scene))


def _drafts(scene: Scene, tags: Sequence[Tag]) -> Iterator[Draft]:
    for tag in tags:
        if scene.role is Role.ASSISTANT and tag.subject is None and tag.predicate != "event":
            continue
        said = sentence_around(scene.text, tag.object)
        act, object_ = _meant(tag, _ARTICLE.sub("", scene.text[slice(*tag.object)]))
        yield Draft(
            subject=_subject(scene, tag),
            predicate=tag.predicate,
            object=object_,
            act=act,
            span=said,
            of=_of(scene.text, tag),
            time=_time(scene, tag, said),
            article=scene.article_before(tag.object[0]),
            confidence=round(tag.score, 2),
            changes=tag.act is Act.STATE,
        )


def _meant(tag: Tag, said: str) -> tuple[Act, str]:
    """Return what is meant by a value as it was said: "no cheese" of a diet denies cheese."""
    if tag.predicate != "diet":
        return tag.act, said
    eaten = _VERB_OF_DIET.sub("", said)
    if tag.act is Act.STATE and _NONE_OF.match(eaten):
        return Act.DENY, _NONE_OF.sub("", eaten)
    return tag.act, eaten


def _subject(scene: Scene, tag: Tag) -> str:
    """Return of whom or what it is said: the speaker's own thing, as another's "my dog" is another dog."""
    if tag.subject is None:
        return scene.speaker
    start, end = tag.subject
    noun = _ARTICLE.sub("", scene.text[start:end])
    is_own = scene.article_before(end - len(noun)) == "their"
    return f"{scene.speaker}'s {noun}" if is_own else noun


def _of(text: str, tag: Tag) -> str | None:
    if tag.predicate not in WITH_OF or tag.of is None:
        return None
    of = tag.of if isinstance(tag.of, str) else text[slice(*tag.of)].lower()
    *rest, last = _ARTICLE.sub("", of).split() or [of]
    return " ".join([*rest, lexicon.singular(last)])


def _time(scene: Scene, tag: Tag, said: tuple[int, int]) -> TimePhrase | None:
    """Return the time expression of a value's sentence that is nearest to it, and not within it."""
    start, end = tag.object
    apart = [
        each
        for each in scene.times_between(*said)
        if not (start <= each.start and each.end <= end) or tag.predicate in ("plan", "event")
    ]
    return min(apart, key=lambda each: max(each.start - end, start - each.end), default=None)


class TaggingExtractor:
    """Read messages by rules and a tagger. Its name holds those of both."""

    def __init__(self, rules: Extractor, tagger: Tagger) -> None:
        self._rules = rules
        self._tagger = tagger

    @property
    def by(self) -> str:
        """Tell who reads: the rules, and the tagger."""
        return f"{self._rules.by}, {self._tagger.name}"

    @property
    def is_quick(self) -> bool:
        """Tell that tagging costs more than asking the database whether a turn is known."""
        return False

    async def extract(self, message: Message) -> Extraction:
        """Return what the rules and the tagger see in a message, or the rules alone where it cannot run."""
        read = await self._rules.extract(message)
        try:
            tags = await to_thread.run_sync(self._tagger.tags, message.text, message.role)
        except EmbedderUnavailable as error:
            return replace(read, degraded=f"{self._tagger.name}: {error.code}")
        claims, beside = weighed(message, read.claims, tags)
        return Extraction(claims=claims, by=self.by, beside=beside)
