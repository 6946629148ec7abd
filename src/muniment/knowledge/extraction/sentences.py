"""Read the clauses of a sentence in order: whom each is about, and whether it counts."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.clauses import Clause, Sentence
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.fragments import read_fragments, read_labelled
from muniment.knowledge.extraction.function_words import (
    OPENING,
    PREPOSITIONS,
    SAYING,
    SPEAKER,
    TAILS,
)
from muniment.knowledge.extraction.moods import asserted, contrast
from muniment.knowledge.extraction.phrases import is_name, relation_in
from muniment.knowledge.extraction.restricting import is_restricted
from muniment.knowledge.extraction.scene import Draft, Entity, Scene
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import value
from muniment.knowledge.extraction.verb_reader import Tense, VerbGroup
from muniment.knowledge.extraction.verbs import is_form
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act, Role

_SHARING = words("and but , then plus or so")


_THIRD: Final = words("is has does was")


class SentenceReader:
    """Read one sentence of a scene."""

    def __init__(self, scene: Scene, sentence: Sentence, *, vouched: bool) -> None:
        self._scene = scene
        self._sentence = sentence
        self._clauses = list(asserted(sentence, scene.timed, vouched=vouched))
        self._who: Entity | None = None
        self._fragment: Sequence[Token] = ()
        self._denied: Clause | None = None
        self._denied_of: Entity | None = None
        self._last: Sequence[Draft] = ()

    def read(self, drafts_of: Callable[[Reading], Iterator[Draft]]) -> None:
        """Draft what the sentence claims; `drafts_of` says what one clause claims."""
        self._read_phrases()
        if any(clause.verb is not None for clause, _ in self._clauses):
            norms = {each.norm for each in self._sentence.tokens}
            self._scene.supposing = "would" in norms or norms >= {"if", "'d"}
        for index, (clause, stands) in enumerate(self._clauses):
            if clause.verb is None:
                self._fragment = clause.rest
                continue
            self._scene.now = (clause.subject or clause.verb.tokens)[0].start
            reading = self._reading(index, clause)
            self._scene.now = sys.maxsize
            self._fragment = ()
            if reading is None or not stands or self._scene.joking:
                continue
            if _leaves_out(clause) and reading.who.is_person:
                self._scene.drafts.extend(_same_of(self._last, reading.who, clause))
            else:
                self._draft(reading, drafts_of, self._following(index))

    def _read_phrases(self) -> None:
        """Draft what stands there without a verb."""
        scene, clauses = self._scene, self._sentence.clauses
        scene.drafts.extend(read_labelled(scene, self._sentence.tokens))
        first = clauses[0] if clauses else None
        if first is None or first.verb is not None or _orders(first) or scene.supposing:
            return
        if self._sentence.mark != "?" and scene.role is Role.USER:
            tails = (segment.tokens for segment in first.tail)
            scene.drafts.extend(read_fragments(scene, [[*first.lead, *first.rest], *tails]))

    def _reading(self, index: int, clause: Clause) -> Reading | None:
        """Return a clause with whom it is about; None where that is unknown or denied next."""
        assert clause.verb is not None
        beside = self._beside(clause)
        who = self._who = self._subject(index, clause)
        following = self._following(index)
        denied = self._denied
        replaced = denied is not None and contrast(denied, clause)
        if replaced and self._denied_of is not None:
            who = self._who = self._denied_of
        if following is not None and contrast(clause, following):
            self._denied, self._denied_of = clause, who
            if clause.verb.lemma == "be":
                return None
        if who is None:
            return None
        return Reading(
            scene=self._scene,
            clause=clause,
            verb=clause.verb,
            who=who,
            corrects=(self._scene.correcting and not self._is_beside(who))
            or (replaced and clause.verb.lemma == "be"),
            beside=beside,
        )

    def _following(self, index: int) -> Clause | None:
        return self._clauses[index + 1][0] if index + 1 < len(self._clauses) else None

    def _is_beside(self, who: Entity) -> bool:
        """Tell whether somebody else was put right already: of them it is only said."""
        return who.is_person and any(
            each.act is Act.CORRECT and each.subject != who.name for each in self._last
        )

    def _beside(self, clause: Clause) -> Sequence[Token]:
        """Return who else it is about: of "Ola and I split up" the first name."""
        if not self._fragment or clause.before != "and":
            return ()
        first = self._clauses[0][0]
        if first.verb is None:
            clause.lead = [*first.lead, *clause.lead]
        return clause.subject if self._fragment[0].norm == "me" else self._fragment

    def _subject(self, index: int, clause: Clause) -> Entity | None:
        assert clause.verb is not None
        scene = self._scene
        turned = _as_passive(clause, clause.verb)
        if turned is not None:
            clause.verb = turned
            return scene.self()
        described = self._clauses[index - 1][0] if index else None
        who = _subject(scene, clause, self._who, self._fragment, described)
        charged = who is None or who.name.rsplit(" ", maxsplit=1)[-1] in _CHARGING
        if charged and _sets_a_price(clause):
            return scene.self()
        if who is None and [each.norm for each in clause.subject] == ["it"]:
            return scene.self() if _names_illness(clause) else scene.property
        return who

    def _draft(
        self,
        reading: Reading,
        drafts_of: Callable[[Reading], Iterator[Draft]],
        following: Clause | None,
    ) -> None:
        scene, who, clause = self._scene, reading.who, reading.clause
        points = [each.norm for each in reading.rest[:1]]
        if reading.verb.negated and not reading.ended and points in (["it"], ["them"]):
            scene.take_back(who.name, reading.lemma)
        before = len(scene.drafts)
        self._last = [
            each for each in drafts_of(reading) if not is_restricted(reading, each, following)
        ]
        if self._last and not reading.verb.negated:
            scene.told[who.name, reading.lemma] = [*self._last]
        scene.drafts.extend(self._last)
        if clause.tail and who.is_speaker and who.of is None and scene.role is Role.USER:
            scene.drafts.extend(_further(scene, clause, self._last))
        scene.note_pet(before)
        if who.of is not None:
            scene.property = who
        elif not who.is_person and reading.lemma not in SAYING:
            scene.thing = who.name


_DONE_TO_ME: Final = words(
    "make promote appoint hire fire sack diagnose elect transfer accept invite evict reject put"
)


def _as_passive(clause: Clause, verb: VerbGroup) -> VerbGroup | None:
    """Turn "they made me team lead" into "I was made team lead"; None of any other clause.

    What was done to the speaker stands behind the verb afterwards. Who "'s made me" it has made me it.
    """
    first = clause.rest[0].norm if clause.rest else ""
    is_passive = verb.passive and verb.tokens[0].norm != "'s"
    if first not in {"me", "us"} or verb.lemma not in _DONE_TO_ME or is_passive or verb.modal:
        return None
    is_now = verb.tense is Tense.PRESENT and not verb.passive
    if not clause.subject or clause.subject[0].norm in SPEAKER or is_now:
        return None
    clause.rest = clause.rest[1:]
    return replace(verb, passive=True, tense=Tense.PERFECT if verb.passive else verb.tense)


_CHARGING: Final = words("landlord landlady bank insurer agency council provider gym employer")


def _sets_a_price(clause: Clause) -> bool:
    """Tell whether somebody changes what the speaker pays: "they put the rent up", "my landlord raised the rent"."""
    assert clause.verb is not None
    raised = clause.verb.lemma in {"put", "raise", "increase", "lower", "cut"}
    return raised and any(each.norm in lexicon.PROPERTIES for each in clause.rest[1:3])


def _names_illness(clause: Clause) -> bool:
    """Tell whether a clause gives what ails its speaker a name: "it's tendinitis"."""
    assert clause.verb is not None
    said = value(clause.rest)
    return (
        clause.verb.lemma == "be"
        and [each.norm for each in clause.subject] == ["it"]
        and 0 < len(said) < 4
        and lexicon.is_ailment(said[-1].norm)
        and said[-1].norm not in {"cold", "fever", "infection", "virus"}
    )


def _leaves_out(clause: Clause) -> bool:
    """Tell whether a clause says no more than that it is so, or not so: "Peter isn't"."""
    verb = clause.verb
    assert verb is not None
    auxiliary = verb.lemma in {"be", "do", "have"} and len(verb.tokens) <= 3
    return (
        auxiliary
        and bool(clause.subject)
        and not verb.ended
        and all(each.norm in TAILS for each in clause.rest)
    )


def _same_of(drafts: Sequence[Draft], who: Entity, clause: Clause) -> Iterator[Draft]:
    """Say the same of somebody else, or the contrary."""
    assert clause.verb is not None
    span = (clause.subject[0].start, clause.verb.tokens[-1].end)
    for draft in drafts:
        if draft.act in {Act.STATE, Act.DENY} and draft.subject != who.name:
            act = Act.DENY if clause.verb.negated else Act.STATE
            yield replace(draft, subject=who.name, act=act, span=span)


def _orders(clause: Clause) -> bool:
    """Tell whether a clause begins as an instruction: "Fill in the form with dummy data"."""
    return len(clause.rest) > 2 and is_form(clause.rest[0].norm, "base")


def _further(scene: Scene, clause: Clause, drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Read on behind "I'm Halvard, sixty-one, dairy farmer"."""
    said = {(each.predicate, each.object) for each in drafts}
    tails = [segment.tokens for segment in clause.tail if segment.before in {",", "and"}]
    assert clause.verb is not None
    known = bool(drafts) or all(is_name(each) for each in clause.rest)
    least = 9 if clause.verb.lemma != "be" else 1 if known else 2
    for draft in read_fragments(scene, tails, least=least):
        if (draft.predicate, draft.object) not in said:
            yield draft


def _subject(
    scene: Scene,
    clause: Clause,
    previous: Entity | None,
    fragment: Sequence[Token],
    described: Clause | None,
) -> Entity | None:
    """Return what a clause is about: its subject, or what is left out of it."""
    if clause.subject and clause.before == "and" and [each.norm for each in fragment] == ["me"]:
        return scene.self()
    if clause.subject:
        return scene.entity(clause.subject)
    assert clause.verb is not None
    third = clause.verb.tokens[0].norm in _THIRD or clause.verb.is_third
    if clause.before == "who":
        if described is not None and _is_of_anybody(described):
            return None
        return _described(scene, described) or _antecedent(scene, clause)
    if fragment and (third or clause.before == ","):
        found = scene.entity(list(fragment))
        if found is not None and (found.is_person or found.of is not None):
            return found
    if fragment and clause.before == ")":
        return None
    if previous is not None and clause.before in _SHARING:
        return previous if not (third and previous.is_speaker) else scene.last_person()
    if third or (clause.before in _SHARING and _is_of_somebody(described)):
        return None
    return scene.self()


def _is_of_somebody(clause: Clause | None) -> bool:
    """Tell whether a clause is about somebody who is not known: "he's thirty and can't cook"."""
    subject = [] if clause is None or clause.verb is None else clause.subject
    return bool(subject) and subject[0].norm in _SOMEBODY


_SOMEBODY: Final = words("he she they")


def _last_said(clause: Clause) -> Sequence[Token]:
    return clause.tail[-1].tokens if clause.tail else clause.rest


def _is_of_anybody(clause: Clause) -> bool:
    """Tell whether "who" speaks of nobody in particular: of "a waiter who speaks French", unless one has him."""
    tokens = _last_said(clause)
    norms = [each.norm for each in tokens[-_ANYBODY_WORDS:-1]]
    if _ANY.isdisjoint(norms) or is_name(tokens[-1]):
        return False
    verb = clause.verb
    if not PREPOSITIONS.isdisjoint(norms):
        return True
    if verb is not None and (verb.modal or verb.lemma not in _INTRODUCING_VERBS):
        return True
    return (verb is None or verb.lemma != "be") and relation_in(tokens[-1:]) is None


_ANY: Final = words("a an any some every")
_ANYBODY_WORDS: Final = 4
_INTRODUCING_VERBS: Final = words("have get be")


def _antecedent(scene: Scene, clause: Clause) -> Entity | None:
    """Return who "who" speaks of: whose name stands right before it, else the person named last."""
    assert clause.verb is not None
    named = _NAME_BEFORE.search(scene.text, 0, clause.verb.tokens[0].start)
    if named is None:
        return scene.last_person()
    known = (name for name, _, _ in reversed(scene.people) if name.endswith(named[1]))
    name = next(known, None)
    return None if name is None else Entity(name=name, is_person=True)


_NAME_BEFORE: Final = re.compile(
    r"(?<![^\W\d_])(?=[a-z]*+[^\W\d_a-z][^\W\d_])([^\W\d_]++)[,\s(-]++who\s*$"
)


def _described(scene: Scene, clause: Clause | None) -> Entity | None:
    """Return the relative that "who" speaks of: "and a sister who's a nun"."""
    if clause is None:
        return None
    tokens = _last_said(clause)
    relation = relation_in(tokens[-1:])
    introduced = len(tokens) > 1 and tokens[-2].norm in OPENING
    if relation is None or not introduced:
        return None
    scene.meet(f"{scene.speaker}'s {relation}", relation)
    return scene.last_person()
