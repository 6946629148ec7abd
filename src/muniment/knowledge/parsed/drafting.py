"""Say what one clause that counts gives to the frames of verbs, and draft claims from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from muniment.knowledge.extraction.scene import Draft, Entity, Scene
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.clauses import Clause
from muniment.knowledge.parsed.tree import Tree
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word
from muniment.recall.times import Extent, TimePhrase, time_beside

_NONE = words("no zero neither")
_LEADS = words("on at in the for to")
_INTENDING = words("go plan intend aim hope want arrange")
_TIMETABLED = words("fly leave depart land travel sail return start begin arrive open close meet")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A clause that is asserted, with its subject resolved."""

    scene: Scene
    clause: Clause
    who: Entity
    corrects: bool

    @property
    def tree(self) -> Tree:
        """The words of the message."""
        return self.clause.tree

    @property
    def lemma(self) -> str:
        """The verb with its particle."""
        return self.clause.lemma

    @property
    def act(self) -> Act:
        """What the clause does with its claim."""
        if self.clause.ended:
            return Act.END
        if self.negated:
            return Act.DENY
        still = any(each.norm == "still" for each in self.tree.kids(self.clause.verb, "advmod"))
        return Act.CORRECT if self.corrects and not still else Act.STATE

    @property
    def negated(self) -> bool:
        """Tell whether the verb is negated, or what it has: "I have no car"."""
        if self.clause.negated:
            return True
        said = self.clause.object or self.clause.complement
        return said is not None and any(
            each.norm in _NONE for each in self.tree.kids(said, "det", "neg")
        )

    @property
    def holds_now(self) -> bool:
        """Tell whether the tense speaks of the present, or of a past that ended."""
        return self.clause.ended or self.clause.tense in {Tense.PRESENT, Tense.PERFECT}

    @property
    def is_past(self) -> bool:
        """Tell whether it tells of what happened."""
        return self.clause.tense in {Tense.PAST, Tense.PERFECT}

    @property
    def times(self) -> list[TimePhrase]:
        """The time expressions of the clause, in order."""
        own = [each.start for each in self.clause.own]
        if not own:
            return []
        found = self.scene.times_between(min(own), max(own) + 1)
        return [each for each in found if any(each.start <= start < each.end for start in own)]

    @property
    def is_ahead(self) -> bool:
        """Tell whether it speaks of what is to come: a future, or a present with a time to come."""
        if self.clause.tense is Tense.FUTURE:
            return True
        if self.clause.negated and self.clause.progressive and self.clause.tense is Tense.PRESENT:
            return any(phrase.is_ahead for phrase in self.times) or any(
                each.norm == "after" for each in self.clause.own
            )
        coming = any(phrase.is_ahead for phrase in self.times)
        present = self.clause.tense is Tense.PRESENT and not self.clause.passive
        return (
            present
            and coming
            and (self.clause.progressive or self.clause.verb.lemma in _TIMETABLED)
        )

    @property
    def is_habitual(self) -> bool:
        """Tell whether it says what somebody does as a rule: a plain present."""
        clause = self.clause
        plain = not clause.progressive and not clause.modal and self.who.is_person
        return plain and clause.tense is Tense.PRESENT

    def behind_verb_timed(self) -> list[Word]:
        """Return the words behind the verb that say when, without what leads in to them."""
        verb, timed = self.clause.verb.index, self.tree.timed
        return _without_lead([e for e in self.clause.own if e.index in timed and e.index > verb])

    def timed_behind_verb(self, phrase: TimePhrase) -> list[Word]:
        """Return the words of one time behind the verb."""
        verb = self.clause.verb.index
        own = [each for each in self.clause.own if each.index > verb]
        return _without_lead([each for each in own if phrase.start <= each.start < phrase.end])

    def value(self, head: Word, *prepositions: str) -> list[Word]:
        """Return the words of a value; of its prepositional phrases those with "of" and some more."""
        return self.tree.phrase(head, prepositions=frozenset({"of", *prepositions}))

    def numeral(self, number: Word) -> list[Word]:
        """Return the words of a number: of "seventy-three" all three."""
        run = [number]
        for step in (-1, 1):
            at = number.index + step
            while 0 <= at < len(self.tree.words) and (
                self.tree.words[at].tag == "CD" or self.tree.words[at].text == "-"
            ):
                run.append(self.tree.words[at])
                at += step
        run.sort(key=lambda each: each.index)
        while run[-1].text == "-":
            run.pop()
        while run[0].text == "-":
            run.pop(0)
        return run

    def whole(self, head: Word) -> list[Word]:
        """Return the words of a value with all its prepositional phrases."""
        return self.tree.phrase(head)

    def text(self, run: Sequence[Word]) -> str:
        """Return what the message writes where words stand."""
        return self.tree.written(run)

    def verb_phrase(self, *, whole: bool = False) -> list[Word]:
        """Return the words of what somebody does: verb, object and complements, times left out.

        The `whole` of "plans to learn to sail" begins at "learn".
        """
        verb = self.clause.verb
        while (
            whole and verb is not self.clause.head and self.tree.head(verb).lemma not in _INTENDING
        ):
            verb = self.tree.head(verb)
        inner = frozenset({"relcl", "advcl", "ccomp", "parataxis", "conj", "cc", "appos"})
        kept = [each for each in self.tree.below(verb, inner) if each.index >= verb.index]
        run: list[Word] = []
        for each in kept:
            if run and each.index != run[-1].index + 1:
                break
            if each.index in self.tree.timed or (each.pos == "PUNCT" and each.tag != "HYPH"):
                break
            run.append(each)
        while len(run) > 1 and run[-1].index in self.tree.timed:
            run.pop()
        if [each.norm for each in run[-2:]] == ["after", "all"]:
            del run[-2:]
        while (
            len(run) > 1
            and run[-1].tag in {"IN", "TO", "CC", "DT", "PRP$"}
            and run[-1].dep != "prt"
        ):
            run.pop()
        return run

    def claim(
        self,
        predicate: str,
        object: Sequence[Word] | str,
        *,
        of: str | None = None,
        act: Act | None = None,
        subject: str | None = None,
        changes: bool = False,
        at: Sequence[Word] = (),
        start: int | None = None,
        timeless: bool = False,
    ) -> Draft:
        """Draft a claim whose span reaches from the clause's subject to the end of its object."""
        said = object if isinstance(object, str) else self.text(object)
        spoken = list(at) if at or isinstance(object, str) else list(object)
        begin = self.clause.start if start is None else start
        ends = [each.end for each in (*spoken, self.clause.verb)]
        first = min([begin, *(each.start for each in spoken)])
        last = max(ends) if spoken else self.clause.verb.end
        phrase = time_beside(self.times, spoken[-1].end if spoken else self.clause.verb.end)
        if phrase is not None and self.is_past:
            phrase = replace(phrase, is_ahead=False)
        return Draft(
            subject=subject or self.who.name,
            predicate=predicate,
            object=said,
            act=act or self.act,
            span=(first, last),
            of=of,
            changes=changes or (phrase is not None and self._is_since(phrase)),
            time=phrase,
            timeless=timeless,
            looks_ahead=self._begins_ahead(phrase),
            article=self.scene.article_before(spoken[0].start)
            if spoken and not isinstance(object, str)
            else "",
        )

    def _is_since(self, phrase: TimePhrase) -> bool:
        """Tell whether it holds from then on: "since May", "since his stroke in November"."""
        return phrase.extent is Extent.SINCE or any(
            each.norm == "since" and each.start < phrase.start for each in self.clause.own
        )

    def _begins_ahead(self, phrase: TimePhrase | None) -> bool:
        if phrase is None or self.is_past:
            return False
        said = self.scene.text[phrase.start : phrase.end].lower()
        return said.startswith(("from", "starting", "beginning", "effective", "as of"))


def _without_lead(run: list[Word]) -> list[Word]:
    while run and run[0].norm in _LEADS:
        run = run[1:]
    return run
