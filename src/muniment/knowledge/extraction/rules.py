"""Extract the claims of a message by rules: pure, deterministic, and silent where in doubt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from muniment.knowledge.extraction.abiding import read_abiding, read_ability
from muniment.knowledge.extraction.bookings import read_booking
from muniment.knowledge.extraction.changing import read_change, read_state_entered
from muniment.knowledge.extraction.clauses import sentences_of
from muniment.knowledge.extraction.copula import read_person
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.endings import read_ending
from muniment.knowledge.extraction.events import read_death, read_event
from muniment.knowledge.extraction.frames import read_rows
from muniment.knowledge.extraction.habits import read_end, read_hobby
from muniment.knowledge.extraction.having import read_have
from muniment.knowledge.extraction.kinships import meet_all
from muniment.knowledge.extraction.moods import (
    admits_slip,
    corrects,
    is_dreamt,
    is_joke,
    is_taken_over,
    opens_dream,
    puts_right,
    without_drafts,
    without_quotations,
)
from muniment.knowledge.extraction.opinions import read_opinions
from muniment.knowledge.extraction.plans import read_cancelled, read_plan
from muniment.knowledge.extraction.properties import is_of_another, is_the_new_one, read_property
from muniment.knowledge.extraction.scene import Draft, Entity, Scene
from muniment.knowledge.extraction.sentences import SentenceReader
from muniment.knowledge.extraction.small_letters import with_names
from muniment.knowledge.extraction.things import read_thing
from muniment.knowledge.extraction.tokens import tokens_of
from muniment.knowledge.extraction.wording import sentence_of
from muniment.knowledge.kinds import is_when
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act, Claim, Message, Role
from muniment.recall.times import Extent, TimePhrase

_OWN_TO_SAY = words(
    "likes dislikes hobby diet skill favourite opinion from born_on lives_in age owns condition studies"
)
"""What an assistant does not know of anybody by itself."""


_CLAUSAL: Final = words("i we you he she they that who which")
"""What no subject ends with, unless a clause was taken for it: "the pass you bought is lost"."""


def extract(message: Message) -> tuple[Claim, ...]:
    """Return what a message claims, in the order of its words; nothing where the rules see nothing.

    Of a person's message, what that person says of themselves and of the world; of the assistant's,
    what the assistant brings in itself.
    """
    text = without_drafts(without_quotations(message.text))
    tokens = with_names(tokens_of(text), text)
    scene = Scene.of(message, text, tokens)
    vouched, jokes = is_taken_over(text), is_joke(text)
    sentences = [(each, text[each.start : each.end]) for each in sentences_of(tokens, scene.timed)]
    for index, (sentence, said) in enumerate(sentences):
        following = sentences[index + 1][1] if index + 1 < len(sentences) else ""
        scene.joking = scene.joking or opens_dream(said)
        is_meant = not (scene.joking or (jokes and is_joke(said)) or is_dreamt(said))
        if not is_meant or following.strip().lower() == "again":
            continue
        scene.putting_right = admits_slip(following) or puts_right(said) or scene.putting_right
        doubts = sentence.mark != "?" and corrects(said)
        scene.correcting = scene.putting_right or doubts or scene.correcting
        scene.find_topic(sentence.tokens)
        if message.role is Role.USER:
            meet_all(scene, sentence.tokens)
            scene.drafts.extend(read_opinions(scene, sentence))
        SentenceReader(scene, sentence, vouched=vouched).read(_drafts)
    return tuple(claims_of(scene))


def _drafts(reading: Reading) -> Iterator[Draft]:
    """Yield what one clause says, by whatever reads its kind of subject and verb."""
    who = reading.who
    if reading.scene.role is Role.ASSISTANT and who.is_speaker and who.of is None:
        yield from read_booking(reading)
    elif reading.scene.property is not None and is_of_another(reading):
        return
    elif reading.scene.property is not None and is_the_new_one(reading):
        yield from read_property(replace(reading, who=reading.scene.property))
    elif who.of is not None:
        drafts = list(read_property(reading))
        if not drafts and who.is_speaker and reading.clause.subject:
            as_thing = Entity(name=reading.text(who.words), words=who.words)
            drafts = list(read_thing(replace(reading, who=as_thing)))
        yield from drafts
    elif who.is_person:
        yield from _of_person(reading)
    else:
        yield from read_thing(reading)


def _of_person(reading: Reading) -> Iterator[Draft]:
    verb = reading.verb
    drafts = [each for read in _AT_ONCE for each in read(reading)]
    if verb.lemma == "be" and not verb.passive:
        drafts += read_person(reading)
    elif verb.lemma == "have":
        drafts += read_have(reading)
    if reading.scene.role is Role.ASSISTANT:
        drafts = [each for each in drafts if each.predicate not in _OWN_TO_SAY]
    for read in _ELSE:
        drafts = drafts or list(read(reading))
    yield from drafts
    yield from read_death(reading)


_AT_ONCE: Final = (
    read_rows,
    read_state_entered,
    read_change,
    read_ability,
    read_abiding,
    read_ending,
    read_cancelled,
)
_ELSE: Final = (read_hobby, read_end, read_plan, read_event)
"""What reads a clause that nothing else has read, in this order."""


def claims_of(scene: Scene) -> Iterator[Claim]:
    """Yield what was drafted as claims, with their times, in the order of the words; nothing twice."""
    seen: set[tuple[str, str, str | None, str]] = set()
    for draft in sorted(scene.drafts, key=lambda each: each.span):
        named = replace(draft, subject=scene.names.get(draft.subject, draft.subject))
        key = (named.subject.casefold(), named.predicate, named.of, named.object.casefold())
        of_oneself = named.predicate == "relation" and key[0] == key[3]
        is_clause = key[0].rpartition(" ")[2] in _CLAUSAL and named.subject != scene.speaker
        if key in seen or of_oneself or is_clause or not named.object or not named.subject:
            continue
        seen.add(key)
        yield _claim(scene, named)


def _claim(scene: Scene, draft: Draft) -> Claim:
    phrase = None if draft.timeless or draft.predicate == "born_on" else draft.time
    if phrase is not None and draft.predicate == "event" and _is_aimed_at(scene.text, phrase):
        phrase = None
    said = None if phrase is None else scene.text[phrase.start : phrase.end]
    if said is not None and draft.predicate == "attribute" and _is_the_value(said, draft.object):
        phrase = said = None
    valid_from, valid_until = (None, None) if phrase is None else _period(phrase, draft)
    return Claim(
        subject=draft.subject,
        predicate=draft.predicate,
        object=draft.object,
        act=draft.act,
        sentence=sentence_of(
            draft.subject,
            draft.predicate,
            draft.object,
            draft.act,
            draft.of,
            article=draft.article,
            was=draft.was,
        ),
        span=draft.span,
        of=draft.of,
        valid_from=valid_from,
        valid_until=valid_until,
        time_words=said,
        replaces=draft.replaces,
        confidence=draft.confidence,
    )


def _is_aimed_at(text: str, phrase: TimePhrase) -> bool:
    """Tell whether a time is what something was done for, not when: "moved to May 23", "reserved it for June 22"."""
    said = text[phrase.start : phrase.end]
    before = text[max(0, phrase.start - len(" to ")) : phrase.start].lower()
    is_aim = said.lower().startswith(("for ", "until ", "till ")) or before == " to "
    return is_aim and is_when(said)


def _is_the_value(time: str, value: str) -> bool:
    """Tell whether a time is what a property is, and not when it is so: "due on 22 May"."""
    bare = time.removeprefix("on ").removeprefix("at ").removeprefix("in ")
    return time.endswith(value) or bare in value


def _period(phrase: TimePhrase, draft: Draft) -> tuple[datetime | None, datetime | None]:
    is_until = phrase.extent is Extent.UNTIL and draft.act is not Act.END
    is_ahead = draft.predicate == "plan" or is_until or draft.looks_ahead
    start, end = phrase.bounds(looks_ahead=is_ahead)
    if draft.act is Act.END and draft.predicate != "plan":
        return None, start or end
    if draft.changes and draft.predicate != "event":
        return start, None
    return start, end
