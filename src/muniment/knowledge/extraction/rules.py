"""Extract the claims of a message by rules: pure, deterministic, and silent where in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from muniment.knowledge.extraction.abiding import read_abiding, read_ability
from muniment.knowledge.extraction.bookings import read_booking
from muniment.knowledge.extraction.changing import read_change, read_state_entered
from muniment.knowledge.extraction.clauses import Clause, Sentence, sentences_of
from muniment.knowledge.extraction.copula import read_person
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.events import read_event
from muniment.knowledge.extraction.fragments import read_fragments
from muniment.knowledge.extraction.frames import read_rows
from muniment.knowledge.extraction.habits import read_end, read_hobby
from muniment.knowledge.extraction.having import read_have
from muniment.knowledge.extraction.kinships import meet_all
from muniment.knowledge.extraction.moods import (
    asserted,
    contrast,
    corrects,
    is_joke,
    is_recap,
    is_taken_over,
    without_drafts,
    without_quotations,
)
from muniment.knowledge.extraction.phrases import is_name
from muniment.knowledge.extraction.plans import read_cancelled, read_plan
from muniment.knowledge.extraction.properties import is_the_new_one, read_property
from muniment.knowledge.extraction.scene import Draft, Entity, Scene
from muniment.knowledge.extraction.things import read_thing
from muniment.knowledge.extraction.tokens import Token, tokens_of
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.extraction.wording import sentence_of
from muniment.knowledge.extraction.wordlists import words
from muniment.knowledge.times import Extent, TimePhrase, read_times
from muniment.model.claims import Act, Claim, Message, Role

_SHARING = words("and but , then plus or so")


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
    within = {offset for each in times for offset in range(each.start, each.end)}
    timed = frozenset(token.start for token in tokens if token.start in within)
    scene = Scene(
        text=message.text, speaker=message.speaker, role=message.role, times=times, timed=timed
    )
    vouched = is_taken_over(text)
    for sentence in sentences_of(tokens, timed):
        said = text[sentence.start : sentence.end]
        if is_joke(said):
            continue
        scene.correcting = corrects(said) or scene.correcting
        scene.find_topic(sentence.tokens)
        if message.role is Role.USER:
            meet_all(scene, sentence.tokens)
        _read(scene, sentence, vouched=vouched)
    return tuple(_claims(scene))


def _read(scene: Scene, sentence: Sentence, *, vouched: bool) -> None:
    who: Entity | None = None
    fragment: Sequence[Token] = ()
    first = sentence.clauses[0] if sentence.clauses else None
    if (
        first is not None
        and first.verb is None
        and sentence.mark != "?"
        and not _orders(first)
        and scene.role is Role.USER
    ):
        scene.drafts.extend(
            read_fragments(scene, [[*first.lead, *first.rest], *(s.tokens for s in first.tail)])
        )
    denied: Clause | None = None
    denied_of: Entity | None = None
    clauses = list(asserted(sentence, scene.timed, vouched=vouched))
    for index, (clause, stands) in enumerate(clauses):
        if clause.verb is None:
            fragment = clause.rest
            continue
        who = _subject(scene, clause, who, fragment)
        beside = fragment if clause.before == "and" else ()
        fragment = ()
        if who is None and denied is not None and contrast(denied, clause):
            who = denied_of
        if who is None or not stands:
            continue
        puts_right = denied is not None and contrast(denied, clause)
        if puts_right and denied_of is not None:
            who = denied_of
        if index + 1 < len(clauses) and contrast(clause, clauses[index + 1][0]):
            denied, denied_of = clause, who
            continue
        reading = Reading(
            scene=scene,
            clause=clause,
            verb=clause.verb,
            who=who,
            corrects=scene.correcting or puts_right,
            beside=beside,
        )
        before = len(scene.drafts)
        drafts = list(_drafts(reading))
        scene.drafts.extend(drafts)
        if clause.tail and who.is_speaker and who.of is None and clause.verb.lemma == "be":
            scene.drafts.extend(_further(scene, clause, drafts))
        scene.note_pet(before)
        if who.of is not None:
            scene.property = who
        if not who.is_person and who.of is None:
            scene.thing = who.name


def _orders(clause: Clause) -> bool:
    """Tell whether a clause begins as an instruction: "Fill in the form with dummy data"."""
    form = form_of(clause.rest[0].norm) if clause.rest else None
    return form is not None and "base" in form.tags and len(clause.rest) > 2


def _further(scene: Scene, clause: Clause, drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Read on behind "I'm Halvard, sixty-one, dairy farmer"."""
    said = {(each.predicate, each.object) for each in drafts}
    tails = [segment.tokens for segment in clause.tail if segment.before in {",", "and"}]
    known = bool(drafts) or all(is_name(each) for each in clause.rest)
    for draft in read_fragments(scene, tails, least=1 if known else 2):
        if (draft.predicate, draft.object) not in said:
            yield draft


def _subject(
    scene: Scene, clause: Clause, previous: Entity | None, fragment: Sequence[Token]
) -> Entity | None:
    """Return what a clause is about: its subject, or what is left out of it."""
    if clause.subject and clause.before == "and" and [each.norm for each in fragment] == ["me"]:
        return Entity(name=scene.speaker, is_person=True, is_speaker=True)
    if clause.subject:
        return scene.entity(clause.subject)
    assert clause.verb is not None
    third = clause.verb.tokens[0].norm in words("is has does was") or clause.verb.is_third
    if clause.before == "who":
        return scene.last_person()
    if fragment and (third or clause.before == ","):
        found = scene.entity(list(fragment))
        if found is not None and (found.is_person or found.of is not None):
            return found
    if previous is not None and clause.before in _SHARING:
        return previous if not (third and previous.is_speaker) else scene.last_person()
    if third:
        return None
    return Entity(name=scene.speaker, is_person=True, is_speaker=True)


def _drafts(reading: Reading) -> Iterator[Draft]:
    """Yield what one clause says, by whatever reads its kind of subject and verb."""
    who, verb = reading.who, reading.verb
    if reading.scene.role is Role.ASSISTANT and who.is_speaker and who.of is None:
        yield from read_booking(reading)
        return
    named_before = reading.scene.property
    if named_before is not None and is_the_new_one(reading):
        yield from read_property(replace(reading, who=named_before))
        return
    if who.of is not None:
        yield from read_property(reading)
        return
    if not who.is_person:
        yield from read_thing(reading)
        return
    drafts = [
        *read_rows(reading),
        *read_state_entered(reading),
        *read_change(reading),
        *read_ability(reading),
        *read_abiding(reading),
    ]
    if verb.lemma == "be" and not verb.passive:
        drafts += read_person(reading)
    elif verb.lemma == "have":
        drafts += read_have(reading)
    drafts += read_cancelled(reading)
    for read in (read_hobby, read_end, read_plan, read_event):
        drafts = drafts or list(read(reading))
    yield from drafts


def _claims(scene: Scene) -> Iterator[Claim]:
    seen: set[tuple[str, str, str | None, str]] = set()
    for draft in sorted(scene.drafts, key=lambda each: each.span):
        named = replace(draft, subject=scene.names.get(draft.subject, draft.subject))
        key = (named.subject.casefold(), named.predicate, named.of, named.object.casefold())
        if key in seen or not named.object or not named.subject:
            continue
        seen.add(key)
        yield _claim(scene, named)


def _claim(scene: Scene, draft: Draft) -> Claim:
    phrase = None if draft.timeless or draft.predicate == "born_on" else draft.time
    if (
        phrase is not None
        and draft.predicate == "attribute"
        and scene.text[phrase.start : phrase.end].endswith(draft.object)
    ):
        phrase = None
    valid_from, valid_until = (None, None) if phrase is None else _period(phrase, draft)
    return Claim(
        subject=draft.subject,
        predicate=draft.predicate,
        object=draft.object,
        act=draft.act,
        sentence=sentence_of(
            draft.subject, draft.predicate, draft.object, draft.act, draft.of, article=draft.article
        ),
        span=draft.span,
        of=draft.of,
        valid_from=valid_from,
        valid_until=valid_until,
        time_words=None if phrase is None else scene.text[phrase.start : phrase.end],
        replaces=draft.replaces,
        confidence=draft.confidence,
    )


def _period(phrase: TimePhrase, draft: Draft) -> tuple[datetime | None, datetime | None]:
    is_until = phrase.extent is Extent.UNTIL and draft.act is not Act.END
    ahead = draft.predicate == "plan" or is_until
    ahead = ahead or draft.looks_ahead or (draft.predicate == "age" and phrase.is_ahead)
    start, end = phrase.bounds(looks_ahead=ahead)
    if draft.act is Act.END and draft.predicate != "plan":
        return None, start or end
    if draft.changes and draft.predicate != "event":
        return start, None
    return start, end
