"""Draft claims from one clause: its act, its span, and what the frames of all verbs share."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from muniment.knowledge.extraction.clauses import Clause
from muniment.knowledge.extraction.function_words import NO_LONGER
from muniment.knowledge.extraction.scene import Draft, Entity, Scene
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import value
from muniment.knowledge.extraction.verb_reader import Tense, VerbGroup
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.recall.times import Extent, TimePhrase, time_beside

_PUT_RIGHT = words(
    "lives_in from works_at works_as age born_on relation count attribute plan studies status"
)
_ABIDING = words(
    "be have know like love hate want need live work stay mean seem think cost own prefer study speak hope play use keep"
)
_SEVERAL = words("were are have 've")
TIMETABLED = words(
    "fly leave depart land travel sail return start begin finish arrive move retire graduate"
)
"""Verbs whose present with a time to come is a plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A clause that counts, with its subject resolved and its verb known."""

    scene: Scene
    clause: Clause
    verb: VerbGroup
    who: Entity
    corrects: bool
    beside: Sequence[Token] = ()

    @property
    def rest(self) -> list[Token]:
        """The words behind the verb."""
        return self.clause.rest

    @property
    def timed(self) -> frozenset[int]:
        """The offsets of words within time expressions."""
        return self.scene.timed

    @property
    def lemma(self) -> str:
        """The verb."""
        return self.verb.lemma

    @property
    def ended(self) -> bool:
        """Tell whether it is so no more."""
        norms = self.clause.norms
        pairs = set(itertools.pairwise(norms))
        trailing = "anymore" in norms or pairs & {
            ("any", "more"),
            ("any", "longer"),
            ("no", "more"),
        }
        return self.verb.ended or (bool(trailing) and self.verb.negated)

    @property
    def act(self) -> Act:
        """What the clause does with its claim."""
        if self.ended:
            return Act.END
        if self.verb.negated:
            return Act.DENY
        still = any(each.norm == "still" for each in (*self.verb.tokens, *self.clause.rest[:1]))
        return Act.STATE if still else self.stated

    @property
    def stated(self) -> Act:
        """What it does with a claim that its verb denies another by: "can't stand"."""
        return Act.CORRECT if self.corrects else Act.STATE

    @property
    def holds_now(self) -> bool:
        """Tell whether the tense speaks of the present, or of a past that ended."""
        return self.ended or self.verb.tense in {Tense.PRESENT, Tense.PERFECT}

    @property
    def is_ahead(self) -> bool:
        """Tell whether it speaks of what is to come: a future, or a progressive with a time."""
        if self.verb.tense is Tense.FUTURE:
            return True
        timetabled = self.verb.lemma in TIMETABLED or not self.who.is_speaker
        if timetabled and self.verb.tense is Tense.PRESENT and not self.verb.progressive:
            return self.has_future and self.verb.lemma not in _ABIDING
        return self.verb.tense is Tense.PRESENT and self.verb.progressive and self.has_future

    @property
    def has_time(self) -> bool:
        """Tell whether the clause names a time."""
        return any(each.start in self.timed for each in (*self.clause.lead, *self.clause.rest))

    @property
    def has_future(self) -> bool:
        """Tell whether the clause names a time that is still to come."""
        return any(phrase.is_ahead for phrase in self.times)

    def _times_of(self, predicate: str) -> list[TimePhrase]:
        """Return the times that a claim may have: "for two weeks" says of a plan how long, not since when."""
        is_plan = predicate == "plan"
        return [each for each in self.times if not (is_plan and each.extent is Extent.LASTING)]

    @property
    def times(self) -> list[TimePhrase]:
        """The time expressions of the clause, in order."""
        spoken = {each.start for each in (*self.clause.lead, *self.clause.rest)}
        if not spoken:
            return []
        return [
            phrase
            for phrase in self.scene.times_between(min(spoken), max(spoken))
            if any(phrase.start <= start < phrase.end for start in spoken)
        ]

    @property
    def since(self) -> bool:
        """Tell whether the clause names since when."""
        return any(phrase.extent is Extent.SINCE for phrase in self.times) or any(
            each.norm == "since" for each in self.rest
        )

    @property
    def replaces(self) -> str | None:
        """The value that the clause says is wrong: "not Thursday"."""
        for tokens in (self.clause.rest, *(tail.tokens for tail in self.clause.tail[:1])):
            norms = [each.norm for each in tokens]
            for marks in (["not"], ["rather", "than"], ["instead", "of"]):
                for index in range(len(norms) - len(marks)):
                    if norms[index : index + len(marks)] == marks:
                        old = value(tokens[index + len(marks) :])
                        return self.text(old) if 0 < len(old) <= 4 else None
        return None

    def text(self, tokens: Sequence[Token]) -> str:
        """Return what the message writes where tokens stand."""
        return self.scene.words(tokens)

    def claim(
        self,
        predicate: str,
        object: Sequence[Token] | str,
        *,
        of: str | None = None,
        act: Act | None = None,
        subject: str | None = None,
        changes: bool = False,
        end: int | None = None,
        article: str | None = None,
    ) -> Draft:
        """Draft a claim whose span reaches from the clause's subject to the end of its object."""
        words = object if isinstance(object, str) else self.text(object)
        said_act = act or self.act
        if said_act is Act.STATE and predicate in _PUT_RIGHT and self._denies_another():
            said_act = Act.CORRECT
        begin = self.clause.subject or self.verb.tokens
        if end is None:
            end = (
                self.verb.tokens[-1].end
                if isinstance(object, str) or not object
                else object[-1].end
            )
        return Draft(
            subject=subject or self.who.name,
            predicate=predicate,
            object=words,
            act=said_act,
            span=(begin[0].start, max(end, begin[0].end)),
            of=of,
            changes=changes,
            time=time_beside(self._times_of(predicate), end),
            looks_ahead=self._begins_ahead(end),
            replaces=self.replaces if said_act is Act.CORRECT else None,
            article=self._article(object) if article is None else article,
            was=self.was(by_thing=not self.who.is_person) if predicate == "event" else "",
        )

    def was(self, *, by_thing: bool) -> str:
        """Return what a passive has before its verb where it is told: "was", of several things "were"."""
        several = by_thing and any(each.norm in _SEVERAL for each in self.verb.tokens)
        return ("were" if several else "was") if self.verb.passive else ""

    def _denies_another(self) -> bool:
        """Tell whether another value is denied behind it: "on Friday, not Thursday"."""
        inner = [each.norm for each in self.clause.rest[1:-1]]
        return (inner.count("not") == 1 and self.verb.lemma == "be") or any(
            segment.tokens[0].norm == "not" and 1 < len(segment.tokens) < 6
            for segment in self.clause.tail[:2]
            if segment.before in {",", "-", "("}
            and not NO_LONGER & {each.norm for each in segment.tokens}
        )

    def _article(self, object: Sequence[Token] | str) -> str:
        if isinstance(object, str) or not object:
            return ""
        return self.scene.article_before(object[0].start)

    def _begins_ahead(self, end: int) -> bool:
        """Tell whether it begins with a time to come: "from September I'm enrolled"."""
        phrase = time_beside(self.times, end)
        if phrase is None or self.verb.is_past:
            return False
        words_of = self.scene.text[phrase.start : phrase.end].lower()
        return words_of.startswith(("from", "starting", "beginning", "effective"))
