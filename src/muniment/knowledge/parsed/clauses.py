"""Find the clauses of a parsed message: subject, verb, complements, mood and time."""

from __future__ import annotations

from dataclasses import dataclass

from muniment.knowledge.extraction.function_words import NO_LONGER
from muniment.knowledge.extraction.verb_groups import STOPS
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.tree import Tree
from muniment.knowledge.wordlists import words
from muniment.ports.parser import Word

SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl", "csubj"})
_HEADS = frozenset({"ROOT", "conj", "ccomp", "advcl", "relcl", "parataxis", "acl", "dep", "appos"})
_HEADS_WITH_SUBJECT = frozenset(
    {"pcomp", "xcomp", "nsubj", "dobj", "attr", "oprd", "npadvmod", "amod", "pobj", "csubj"}
)
_MODALS = {"'d": "would", "'ll": "will", "wo": "will", "ca": "can", "sha": "shall"}
_AHEAD = words("go plan intend aim arrange schedule")
_STARTS = words("start begin")
_PASSED = words("""
keep continue tend get happen manage have give learn know help able want hope try need wish mean decide consider refuse
promise expect offer attempt agree
""")
"""Verbs that say only how it stands with what the verb within them says."""
_NEVER = words("never neither hardly barely")
_NOT = frozenset({"n't", "not", "no", "never", "nt"})
_RELATIVES = words("who which that")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause with its verb; of "used to play" and "stopped smoking" the verb is the inner one.

    `head` is the outermost verb. `subject` may stand in the clause before ("moved out and sold
    the car"), `lent` says so. `chain` holds the words that were passed over to reach the verb.
    """

    tree: Tree
    head: Word
    verb: Word
    subject: Word | None
    lent: bool
    negated: bool
    modal: str
    tense: Tense
    progressive: bool
    passive: bool
    ended: bool
    started: bool
    chain: tuple[str, ...]

    @property
    def lemma(self) -> str:
        """The verb, with its particle: "give up"."""
        particle = self.tree.kid(self.verb, "prt")
        return f"{self.verb.lemma} {particle.norm}" if particle is not None else self.verb.lemma

    @property
    def object(self) -> Word | None:
        """The direct object."""
        return self.tree.kid(self.verb, "dobj", "obj")

    @property
    def complement(self) -> Word | None:
        """What a copula says: a noun or an adjective."""
        return self.tree.kid(self.verb, "attr", "acomp", "oprd")

    def behind(self, *prepositions: str) -> Word | None:
        """Return the noun behind the first of some prepositions that stand behind the verb."""
        return next((noun for each, noun in self.prepositions if each.norm in prepositions), None)

    @property
    def prepositions(self) -> list[tuple[Word, Word]]:
        """The prepositions behind the verb with their nouns, whatever they lean on; no times."""
        found = []
        for each in self.own:
            if each.dep not in {"prep", "agent", "dative"} or each.index < self.verb.index:
                continue
            noun = self.tree.kid(each, "pobj", "pcomp")
            if (
                noun is not None
                and noun.index not in self.tree.timed
                and each.index not in self.tree.timed
            ):
                found.append((each, noun))
        return found

    @property
    def is_within(self) -> bool:
        """Tell whether it is said within another clause; two clauses with a comma between are not."""
        if self.head.dep in {"advcl", "acl", "relcl"}:
            return True
        return self.head.dep == "ccomp" and self.head.index > self.head.head

    @property
    def own(self) -> list[Word]:
        """The words of the clause, without the clauses within it and beside it."""
        inner = frozenset({"relcl", "advcl", "ccomp", "parataxis"})
        return [each for each in self.tree.below(self.head, inner) if not self._beside(each)]

    def _beside(self, word: Word) -> bool:
        """Tell whether a word belongs to a clause that is joined to this one by "and"."""
        while word is not self.head:
            if word.dep == "conj" and word.head in {self.head.index, self.verb.index}:
                return True
            word = self.tree.head(word)
        return False

    @property
    def start(self) -> int:
        """Where its subject, or else its verb, begins."""
        if self.subject is not None and not self.lent:
            return self.tree.below(self.subject)[0].start
        chained = [self.head, *self.tree.kids(self.head, "aux", "auxpass", "neg")]
        return min(each.start for each in chained)


def clauses_of(tree: Tree) -> list[Clause]:
    """Return the clauses of a message, in the order of their verbs."""
    found: dict[int, Clause] = {}
    for word in tree.words:
        if _heads(tree, word):
            found[word.index] = _clause(tree, word, found)
    return sorted(found.values(), key=lambda each: each.verb.index)


def _heads(tree: Tree, word: Word) -> bool:
    if word.pos not in {"VERB", "AUX"} and not word.tag.startswith("VB"):
        return False
    return word.dep in _HEADS or (
        word.dep in _HEADS_WITH_SUBJECT and bool(tree.kids(word, *SUBJECTS))
    )


def _clause(tree: Tree, head: Word, known: dict[int, Clause]) -> Clause:
    steps, chain = _steps(tree, head)
    verb = steps[-1]
    auxiliaries = [each for step in steps for each in tree.kids(step, "aux", "auxpass")]
    modals = [each.norm for each in auxiliaries if each.tag == "MD"]
    modal = _MODALS.get(modals[0], modals[0]) if modals else ""
    if modal == "would" and verb.tag == "VBN":
        modal = ""  # "I'd been working": the parser takes the "had" for a "would"
    norms = {each.norm for each in auxiliaries}
    near = [each for step in steps for each in tree.kids(step, "advmod", "neg", "preconj", "cc")]
    negated = any(each.dep == "neg" or each.norm in _NEVER for each in near)
    subject, lent = _subject(tree, steps, auxiliaries, known)
    return Clause(
        tree=tree, head=head, verb=verb, subject=subject, lent=lent, negated=negated, modal=modal,
        tense=_tense(head, norms, modal, chain), progressive=verb.tag == "VBG",
        passive=bool(tree.kids(verb, "auxpass")), started=bool(_STARTS & set(chain)), chain=chain,
        ended=chain[:1] == ("use",) or bool(STOPS & set(chain)) or _no_longer(tree, steps),
    )  # fmt: skip


def _steps(tree: Tree, head: Word) -> tuple[list[Word], tuple[str, ...]]:
    """Follow "used to", "going to", "stopped …ing" to the verb that says what."""
    steps, chain = [head], list[str]()
    while True:
        verb = steps[-1]
        inner = tree.kid(verb, "xcomp")
        if inner is None or not inner.tag.startswith("VB") or tree.kid(inner, "nsubj"):
            return steps, tuple(chain)
        to = any(each.norm == "to" for each in tree.kids(inner, "aux"))
        passes = (
            verb.lemma in _PASSED
            or (to and verb.lemma in _AHEAD | _STARTS | {"use"})
            or (inner.tag == "VBG" and verb.lemma in STOPS | _STARTS)
        )
        if not passes:
            return steps, tuple(chain)
        chain.append(verb.lemma)
        steps.append(inner)


def _subject(
    tree: Tree, steps: list[Word], auxiliaries: list[Word], known: dict[int, Clause]
) -> tuple[Word | None, bool]:
    """Return the subject of a clause, and whether it is lent by another one."""
    head = steps[0]
    holders = [head, steps[-1], *auxiliaries]
    own = next((found for each in holders if (found := tree.kid(each, *SUBJECTS))), None)
    if head.dep in {"relcl", "acl"}:
        stands_for = head.dep == "acl" or (own is not None and own.norm in _RELATIVES)
        return (tree.head(head) if stands_for else own), True
    before = known.get(head.head)
    if own is None and head.dep == "conj" and before is not None and before.subject is not None:
        return before.subject, True
    return own, False


def _no_longer(tree: Tree, steps: list[Word]) -> bool:
    near = [
        each
        for step in steps
        for each in tree.kids(step, "advmod", "npadvmod", "neg", "acomp", "dobj", "attr")
    ]
    norms = {each.norm for each in near} | {
        child.norm for each in near for child in tree.kids(each)
    }
    return bool(norms & _NOT) and bool(norms & NO_LONGER)


def _tense(head: Word, norms: set[str], modal: str, chain: tuple[str, ...]) -> Tense:
    if modal in {"will", "shall"} or set(chain) & _AHEAD:
        return Tense.FUTURE
    if "had" in norms or ("'d" in norms and not modal):
        return Tense.PAST
    if {"have", "has", "'ve"} & norms or {"'s", "been"} <= norms:
        return Tense.PERFECT
    if head.norm == "quit" and not norms:
        return Tense.PAST
    if {"did", "was", "were", "got"} & norms or head.tag == "VBD":
        return Tense.PAST
    if head.tag == "VBN" and not norms:
        return Tense.PERFECT if head.lemma == "be" else Tense.PAST
    return Tense.PRESENT
