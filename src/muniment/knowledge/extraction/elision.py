"""Read the verb of a clause whose subject is left out: "Moved to Ghent", "and work at the harbour"."""

from __future__ import annotations

from collections.abc import Sequence

from muniment.knowledge.extraction.function_words import DETERMINERS
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verb_groups import read_verb_group
from muniment.knowledge.extraction.verb_reader import Tense, VerbGroup
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.wordlists import words

_ELIDED_BASE = words("live love hate work prefer own study enjoy drive")
_NOUNS_TOO = words("like love hope hate dance travel exercise practice study plan need want")
_BASE_IS_PAST = words("quit split put cut")
_JOINING = words("and but , then or so plus who")
_ELIDED_AUXILIARIES = words(
    "am have not never can no had was been used do did is has will are were does"
)
_ELIDED_ALONE = words("am not never no been used")


def _is_wish(body: Sequence[Token]) -> bool:
    """Tell whether somebody is wished something: "Enjoy the party"."""
    return body[0].norm == "enjoy" and body[1:2] != [] and body[1].norm in DETERMINERS


def elided(
    body: Sequence[Token], before: str, *, shared: bool, after_verb: bool, led: bool
) -> VerbGroup | None:
    """Read a verb group without a subject: "Turned 40", "and work at the harbour"."""
    if not body:
        return None
    first = body[0].norm
    joins = before in _JOINING and shared
    if first in _ELIDED_AUXILIARIES or (first == "'s" and before == "who"):
        verb = read_verb_group(body, 0, pronoun="i")
        stands = verb is not None and (joins or verb.negated or first in _ELIDED_ALONE)
        return verb if stands else None
    if _tells_descent(body):
        verb = read_verb_group(body, 0, pronoun="i")
        if verb is not None:
            verb.passive, verb.tense = True, Tense.PRESENT if first == "based" else Tense.PAST
        return verb
    if not _may_lead(body, before, joins=joins, shared=shared, after_verb=after_verb, led=led):
        return None
    verb = read_verb_group(body, 0, pronoun="i")
    if verb is not None and first in _BASE_IS_PAST:
        verb.tense = Tense.PAST
    return verb


def _tells_descent(body: Sequence[Token]) -> bool:
    """Tell whether words say where or when somebody was born, or is based: "Born in Turin"."""
    return (
        body[0].norm in {"born", "raised", "based"}
        and len(body) > 2
        and (body[1].norm in {"in", "on", "and"} or body[1].norm[0].isdigit())
    )


def _may_lead(
    body: Sequence[Token], before: str, *, joins: bool, shared: bool, after_verb: bool, led: bool
) -> bool:
    """Tell whether words begin with a form of a verb that may go without its subject there."""
    first = body[0].norm
    form = form_of(first)
    if form is None:
        return False
    is_base = "base" in form.tags
    goes_on = joins and before != "so"
    return (
        ("past" in form.tags and not is_base)
        or ("s" in form.tags and goes_on and first != "like")
        or (is_base and goes_on and after_verb and first not in _NOUNS_TOO)
        or (is_base and first in _ELIDED_BASE and not (shared or _is_wish(body)))
        or (first in _BASE_IS_PAST and (led or (first == "quit" and not joins)))
        or ("ing" in form.tags and (joins or led or not shared))
    )
