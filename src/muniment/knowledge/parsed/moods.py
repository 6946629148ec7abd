"""Tell which clauses are asserted: no question, wish, what-if, order, or report of others' words."""

from __future__ import annotations

from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import SPEAKER, UNREAL
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.clauses import SUBJECTS, Clause
from muniment.knowledge.parsed.tree import Tree
from muniment.knowledge.wordlists import words
from muniment.ports.parser import Word

_SUPPOSING: Final = words("if unless whether lest provided assuming suppose supposing")
_INVERTED: Final = words("should had were")
_OF_COURSE: Final = words("""
help helps matter matters know ask asks wondering interested curious relevant context
""")
"""What stands in an "if" that supposes nothing: "if it helps"."""
_UNSURE: Final = words("""
maybe perhaps probably possibly hopefully presumably supposedly allegedly apparently almost nearly likely technically
virtually literally practically
""")
_WISHES: Final = words(
    "want hope try need wish like mean decide consider prefer promise expect offer attempt"
)
_SAYING: Final = words("""
say tell claim reckon insist swear think believe write text ask suggest argue mention announce guess joke assume hear suspect
feel find admit promise warn email remind fear complain doubt imagine pretend explain declare hope wish want wonder dream
suppose bet like read go
""")
_TELLING: Final = words(
    "note remember put remind add know record save keep update tell log mind mark write"
)
_OWN_WORDS: Final = words("""
say tell mention know mean find hear feel realise realize notice remind admit write announce think remember note forget confirm
""")
_SAID_BEFORE: Final = words("say tell write mention think")
_ASIDE: Final = words("say claim reckon hope guess")
_NOT_YET: Final = words("when whenever before once until till where than how after like")
_WH: Final = frozenset({"WP", "WRB", "WDT", "WP$"})
_OPENERS: Final = words("so but and then also ok well")
_MARKS: Final = frozenset({",", ";", "-", "–", ":"})


def asserted(clauses: list[Clause], *, vouched: bool) -> list[Clause]:
    """Return the clauses that their speaker means; `vouched`: others' words are taken over."""
    known = {each.head.index: each for each in clauses}
    return [
        each
        for each in clauses
        if not (_is_unreal(each) or _is_order(each) or _asks(each) or _is_supposed(each))
        and not _is_in_others_words(each, known, vouched=vouched)
    ]


def _is_unreal(clause: Clause) -> bool:
    """Tell whether it is a guess, a wish or an idea; what somebody could not do counts."""
    if clause.modal in UNREAL and not (clause.modal == "could" and clause.negated):
        return True
    adverbs = (clause.tree.kids(each, "advmod") for each in (clause.head, clause.verb))
    unsure = any(each.norm in _UNSURE for near in adverbs for each in near)
    return unsure or bool(_WISHES & set(clause.chain))


def _is_order(clause: Clause) -> bool:
    """Tell whether it is an imperative: a bare verb without a subject."""
    tree, head = clause.tree, clause.head
    if (clause.subject is not None and not clause.lent) or _goes_on(clause):
        return False
    auxiliaries = tree.kids(head, "aux", "auxpass")
    if head.norm == "quit" and not auxiliaries:
        return False
    if head.dep in {"advcl", "relcl", "acl"} or head.tag not in {"VB", "VBP"}:
        return False
    if any(each.norm not in {"do", "to"} for each in auxiliaries):
        return False
    return head.tag == "VB" or clause.subject is None


def _goes_on(clause: Clause) -> bool:
    """Tell whether a bare verb goes on what the speaker tells of themselves: "I'm 19, live in Turin"."""
    tree, head = clause.tree, clause.head
    first = tree.below(head)[0].index
    if not head.index or (head.tag == "VB" and head.dep == "ROOT" and head.index == first):
        return False
    near = tree.words[max(0, head.index - 12) : head.index]
    subjects = [each for each in near if each.dep in SUBJECTS]
    joined = tree.words[head.index - 1].text in {",", "and", ";"}
    return joined and bool(subjects) and subjects[-1].norm in SPEAKER


def _asks(clause: Clause) -> bool:
    """Tell whether a clause asks, or belongs to the part of a question that does."""
    independent = clause.head.dep in {"ROOT", "conj", "ccomp", "parataxis"}
    if independent and _begins_as_question(clause):
        return True
    root = _root(clause)
    sentence = clause.tree.below(root)
    if not any(each.text == "?" for each in sentence[-3:]):
        return False
    return not _is_told_on_the_way(clause, root)


def _begins_as_question(clause: Clause) -> bool:
    tree = clause.tree
    spoken = [each for each in clause.own if each.pos not in {"PUNCT", "CCONJ", "INTJ"}]
    first = next((each for each in spoken if each.norm not in _OPENERS), None)
    if first is None:
        return False
    if first.tag in _WH:
        return clause.head.dep != "ccomp"
    if clause.subject is None or clause.lent:
        return False
    verb = [*tree.kids(clause.head, "aux", "auxpass"), clause.verb][0]
    return verb is first and verb.pos == "AUX" and verb.index < clause.subject.index


def _is_told_on_the_way(clause: Clause, root: Word) -> bool:
    """Tell whether a clause of a question stands by itself before what asks."""
    tree, head = clause.tree, clause.head
    if head is root:
        below = tree.below(root)
        later = [
            e for e in below if e.dep in {"conj", "parataxis", "ccomp"} and e.index > root.index
        ]
        return any(_asks_itself(tree, each) for each in later)
    between = tree.words[head.index : root.index]
    return head.dep in {"ccomp", "parataxis"} and any(each.text in _MARKS for each in between)


def _asks_itself(tree: Tree, head: Word) -> bool:
    subject = tree.kid(head, *SUBJECTS)
    verb = [*tree.kids(head, "aux", "auxpass"), head][0]
    inverted = subject is not None and verb.index < subject.index and verb.pos == "AUX"
    return inverted or any(each.tag in _WH for each in tree.below(head)[:2])


def _root(clause: Clause) -> Word:
    word = clause.head
    while word.head != word.index:
        word = clause.tree.head(word)
    return word


def _is_supposed(clause: Clause) -> bool:
    """Tell whether a clause is a condition, depends on one, or is within one."""
    tree = clause.tree
    conditions = [e for e in tree.kids(clause.head, "advcl") if _supposes(tree, e)]
    if any(not {each.norm for each in tree.below(e)} & _OF_COURSE for e in conditions):
        return True
    word = clause.head
    while not _supposes(tree, word):
        if word.head == word.index:
            return False
        word = tree.head(word)
    return True


def _supposes(tree: Tree, head: Word) -> bool:
    marks = [each for each in tree.kids(head, "mark", "advmod") if each.index < head.index]
    if any(each.norm in _SUPPOSING for each in marks):
        return True
    return head.dep == "advcl" and tree.below(head)[0].norm in _INVERTED


def _is_in_others_words(clause: Clause, known: dict[int, Clause], *, vouched: bool) -> bool:
    """Tell whether a clause is what somebody says, thinks or wishes, and not the speaker's own word."""
    tree, word = clause.tree, clause.head
    if word.dep == "advcl" and clause.tense is not Tense.PERFECT:
        marks = [each for each in tree.kids(word, "mark", "advmod") if each.index < word.index]
        if marks and marks[0].norm in _NOT_YET:
            return True
    aside = (known.get(each.index) for each in tree.kids(word, "parataxis"))
    if any(
        e is not None and e.verb.lemma in _ASIDE and not _vouches(e, vouched=vouched) for e in aside
    ):
        return True
    while word.head != word.index:
        outer = known.get(word.head) if word.dep in {"ccomp", "xcomp", "pcomp", "csubj"} else None
        told = outer is not None and outer.verb.lemma in _SAYING | _TELLING
        if told and outer is not None and not _vouches(outer, vouched=vouched):
            return True
        word = tree.head(word)
    return False


def _vouches(outer: Clause, *, vouched: bool) -> bool:
    """Tell whether the speaker stands for what a clause introduces."""
    subject, lemma = outer.subject, outer.verb.lemma
    if subject is None:
        return lemma in _TELLING and not outer.negated
    if subject.norm in SPEAKER:
        if lemma not in _OWN_WORDS or (outer.negated and lemma != "know"):
            return False
        before = outer.tense is Tense.PAST and lemma in _SAID_BEFORE
        return outer.modal in {"", "can", "should", "must"} and not before
    if subject.norm == "you":
        return lemma in {"know", "see"} and not outer.negated
    if {subject.norm, subject.lemma} & lexicon.AUTHORITIES:
        return lemma in {"say", "tell", "confirm", "think"}
    return vouched
