"""Extract the claims of a parsed message: clause by clause, by frames of verbs, silent where in doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.clauses import sentences_of
from muniment.knowledge.extraction.kinships import meet_all
from muniment.knowledge.extraction.moods import (
    is_joke,
    is_taken_over,
    without_drafts,
    without_quotations,
)
from muniment.knowledge.extraction.rules import claims_of
from muniment.knowledge.extraction.rules import extract as extract_by_patterns
from muniment.knowledge.extraction.scene import Draft, Scene
from muniment.knowledge.extraction.tokens import Token, tokens_of
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed import happening, health, living, properties, things
from muniment.knowledge.parsed.being import is_so, state_of
from muniment.knowledge.parsed.clauses import Clause, clauses_of
from muniment.knowledge.parsed.corrections import contrasted, puts_right, turns_down
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.frames import FRAMES
from muniment.knowledge.parsed.moods import asserted
from muniment.knowledge.parsed.subjects import meet_named, subject_of
from muniment.knowledge.parsed.tidy import tidied
from muniment.knowledge.parsed.tree import Tree
from muniment.knowledge.parsed.verbless import read_verbless
from muniment.knowledge.wordlists import words
from muniment.model.claims import Claim, Message, Role
from muniment.ports.parser import Parser, Word

_OF_PETS: Final = words("be turn die like love hate eat have pass")
_POINTING: Final = words("""
it this that these those ours mine yours his hers theirs one ones everyone someone nobody anyone there here he she they you who
""")
_OF_THE_PATTERNS: Final = words("count relation favourite condition")
"""What the patterns read well also where there is a verb."""


def extract(message: Message, parser: Parser) -> tuple[Claim, ...]:
    """Return what a message claims, in the order of its words; nothing where the rules see nothing.

    What stands without a verb ("two cats, no kids") is read by the patterns.
    """
    text = without_drafts(without_quotations(message.text))
    tidy = tidied(text)
    parsed = parser.parse(tidy.text)
    placed = tuple(_placed(parsed, tidy.place))
    claims = [
        each for each in _read(message, text, placed) if each.subject.lower() not in _POINTING
    ]
    return _completed(claims, placed, extract_by_patterns(message))


def _placed(parsed: Sequence[Word], place: Callable[[int, int], tuple[int, int]]) -> Iterator[Word]:
    for word in parsed:
        start, end = place(word.start, word.end)
        yield replace(word, start=start, end=end)


def _read(message: Message, text: str, parsed: tuple[Word, ...]) -> Iterator[Claim]:
    tokens = tokens_of(text)
    scene = Scene.of(message, text, tokens)
    timed = (each.index for each in parsed if scene.times_between(each.start, each.start))
    tree = Tree.of(parsed, message.text, timed)
    scene.correcting = puts_right(text)
    every = clauses_of(tree)
    denied, right = contrasted(every)
    standing = [
        e for e in asserted(every, vouched=is_taken_over(text)) if e.head.index not in denied
    ]
    for sentence in sentences_of(tokens, scene.timed):
        if is_joke(text[sentence.start : sentence.end]):
            continue
        scene.find_topic(sentence.tokens)
        if message.role is Role.USER:
            meet_all(scene, sentence.tokens)
            scene.drafts.extend(read_verbless(scene, sentence.start, sentence.end))
        for clause in standing:
            if sentence.start <= clause.verb.start < sentence.end:
                meet_named(scene, tree, clause.verb.start)
                _read_clause(scene, clause, tokens, put_right=clause.head.index in right)
    return claims_of(scene)


def _read_clause(scene: Scene, clause: Clause, tokens: Sequence[Token], *, put_right: bool) -> None:
    who = subject_of(scene, clause, tokens)
    if who is None:
        return
    corrects = scene.correcting or put_right or turns_down(clause)
    drafts = _drafts(Statement(scene=scene, clause=clause, who=who, corrects=corrects))
    before = len(scene.drafts)
    scene.drafts.extend(drafts)
    scene.note_pet(before)
    if who.of is not None:
        scene.property = who
    elif not who.is_person:
        scene.thing = who.name


def _drafts(said: Statement) -> list[Draft]:
    """Return what one clause says, by whatever reads its kind of subject and verb."""
    who, assistant = said.who, said.scene.role is Role.ASSISTANT
    if assistant and who.is_speaker:
        return list(happening.arranged(said))
    if who.of is not None:
        return list(properties.property_said(said))
    if not who.is_person:
        return list(things.thing_said(said))
    if assistant:
        return list(happening.plans(said)) if said.is_ahead else []
    kin = said.scene.relation_of(who.name)
    if kin is not None and kin[1] in lexicon.PETS and said.lemma not in _OF_PETS:
        return []
    return _of_person(said)


def _of_person(said: Statement) -> list[Draft]:
    if said.lemma == "turn" and (aged := list(health.turns(said))):
        return aged
    if (said.is_ahead and said.times) or said.clause.tense is Tense.FUTURE:
        age = is_so(said) if said.lemma == "be" else ()
        return list(age) or list(happening.plans(said))
    if said.clause.passive and (state := state_of(said)) is not None:
        return [state]
    drafts: list[Draft] = []
    for frame in FRAMES.get(said.lemma, ()):
        drafts += frame(said)
        if drafts and frame is not living.comes:
            break
    return drafts or list(happening.plans(said)) or list(happening.events(said))


def _completed(
    claims: Sequence[Claim], parsed: Sequence[Word], others: Sequence[Claim]
) -> tuple[Claim, ...]:
    """Add what the patterns read where there is no verb, and what they read well anywhere."""
    verbs = [
        each.start
        for each in parsed
        if each.tag.startswith(("VB", "MD")) and each.dep not in {"amod", "compound"}
    ]
    kept = list(claims)
    for other in others:
        verbless = not any(other.span[0] <= start < other.span[1] for start in verbs)
        wanted = verbless or other.predicate in _OF_THE_PATTERNS
        if wanted and not any(_rivals(each, other) for each in claims):
            kept.append(other)
    return tuple(sorted(kept, key=lambda each: each.span))


def _rivals(one: Claim, other: Claim) -> bool:
    """Tell whether two claims say something of one slot, or one thing of one stretch of the text."""
    if (one.predicate, one.of, one.subject) == (other.predicate, other.of, other.subject):
        return True
    overlaps = one.span[0] < other.span[1] and other.span[0] < one.span[1]
    return overlaps and one.object == other.object
