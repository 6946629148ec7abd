"""Extract the claims of a message by rules: pure, deterministic, and silent where in doubt."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from muniment.knowledge.extraction.clauses import Clause, Sentence, sentences_of
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.frames import read_rows, read_special
from muniment.knowledge.extraction.moods import (
    asserted,
    corrects,
    is_joke,
    is_recap,
    is_taken_over,
    without_drafts,
    without_quotations,
)
from muniment.knowledge.extraction.phrases import nominal
from muniment.knowledge.extraction.scene import Draft, Entity, Scene
from muniment.knowledge.extraction.tokens import Token, tokens_of
from muniment.knowledge.extraction.wording import sentence_of
from muniment.knowledge.times import Extent, TimePhrase, read_times
from muniment.model.claims import Act, Claim, Message, Role


def extract(message: Message) -> tuple[Claim, ...]:
    """Return what a message claims, in the order of its words; nothing where the rules see nothing.

    Of a person's message, what that person says of themselves and of the world; of the assistant's,
    what the assistant brings in itself.
    """
    text = without_drafts(without_quotations(message.text))
    if message.role is Role.ASSISTANT and is_recap(text):
        return ()
    times = read_times(text, message.occurred_at)
    tokens = tokens_of(text)
    timed = frozenset(
        token.start
        for token in tokens
        if any(each.start <= token.start < each.end for each in times)
    )
    scene = Scene(
        text=message.text, speaker=message.speaker, role=message.role, times=times, timed=timed
    )
    vouched = is_taken_over(text)
    for sentence in sentences_of(tokens, timed):
        words = text[sentence.start : sentence.end]
        if is_joke(words):
            continue
        scene.correcting = corrects(words) or scene.correcting
        _read(scene, sentence, vouched=vouched)
    return tuple(_claims(scene, message))


def _read(scene: Scene, sentence: Sentence, *, vouched: bool) -> None:
    who: Entity | None = None
    for clause, stands in asserted(sentence, vouched=vouched):
        _introduce(scene, clause)
        if clause.verb is None:
            continue
        if clause.subject:
            who = scene.entity(clause.subject)
        elif (
            clause.before not in {"and", "but", ",", "then", "who", "plus", "or", "so"}
            or who is None
        ):
            who = Entity(name=scene.speaker, is_person=True, is_speaker=True)
        if who is None or not stands:
            continue
        if not who.is_person and who.of is None:
            scene.thing = who.name
        reading = Reading(
            scene=scene, clause=clause, verb=clause.verb, who=who, corrects=scene.correcting
        )
        for draft in (*read_rows(reading), *read_special(reading)):
            scene.drafts.append(draft)


def _introduce(scene: Scene, clause: Clause) -> None:
    """Draft who is who from the phrases in a clause, whatever its mood."""
    for run in _runs(clause):
        phrase = nominal(run)
        if (
            phrase is not None
            and phrase.relation is not None
            and phrase.name
            and phrase.possessive in {"my", "our"}
        ):
            scene.entity(run)


def _runs(clause: Clause) -> Iterator[list[Token]]:
    """Yield the phrases in a clause that begin with "my" or "our" and end in a name."""
    for tokens in (clause.rest, *(segment.tokens for segment in clause.tail)):
        for index, token in enumerate(tokens):
            if token.norm not in {"my", "our"}:
                continue
            end = index + 1
            while end < len(tokens) and tokens[end].norm[0].isalpha() and end - index < 6:
                if end > index + 1 and tokens[end - 1].is_capital and not tokens[end].is_capital:
                    break
                end += 1
            yield list(tokens[index:end])


def _claims(scene: Scene, message: Message) -> Iterator[Claim]:
    seen: set[tuple[str, str, str | None, str]] = set()
    for draft in sorted(scene.drafts, key=lambda each: each.span):
        key = (draft.subject.casefold(), draft.predicate, draft.of, draft.object.casefold())
        if key in seen or not draft.object or not draft.subject:
            continue
        seen.add(key)
        yield _claim(scene, draft)


def _claim(scene: Scene, draft: Draft) -> Claim:
    phrase = None if draft.timeless else _time_of(scene, draft)
    valid_from, valid_until = (None, None) if phrase is None else _period(phrase, draft)
    return Claim(
        subject=draft.subject,
        predicate=draft.predicate,
        object=draft.object,
        act=draft.act,
        sentence=sentence_of(draft.subject, draft.predicate, draft.object, draft.act, draft.of),
        span=draft.span,
        of=draft.of,
        valid_from=valid_from,
        valid_until=valid_until,
        time_words=None if phrase is None else scene.text[phrase.start : phrase.end],
        replaces=draft.replaces,
        confidence=draft.confidence,
    )


def _time_of(scene: Scene, draft: Draft) -> TimePhrase | None:
    """Return the time that stands beside or within the words of a claim."""
    start, end = draft.span
    near = [
        each
        for each in scene.times
        if (start <= each.start and each.end <= end)
        or 0 <= each.start - end <= 2
        or 0 <= start - each.end <= 2
    ]
    return near[0] if near else None


def _period(phrase: TimePhrase, draft: Draft) -> tuple[datetime | None, datetime | None]:
    ahead = draft.predicate == "plan" or phrase.extent is Extent.UNTIL
    start, end = phrase.bounds(looks_ahead=ahead)
    if draft.act is Act.END:
        return None, start or end
    if draft.predicate in {"plan", "event"}:
        return start, end
    if draft.changes:
        return start, None
    return start, end
