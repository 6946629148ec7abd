"""Read what somebody did once and what is planned, where the clause says so plainly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import SAYING
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import value
from muniment.knowledge.extraction.verb_groups import Tense
from muniment.knowledge.extraction.verbs import gerund_of
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

_TRIVIAL: Final = SAYING | words(
    "be have do go get see look try watch sleep wake feel sit stand wait want need like love hate eat drink talk chat ask"
    " seem happen start begin keep let make put stay come use call hope sound check notice decide realise realize remember forget"
    " spend work live know own prefer enjoy mean end cook text show laugh cry walk-in rain snow mention matter understand choose learn realise wonder hit reach catch put"
)
_ALONE: Final = words("smoke drink marry fly drive ski vote")
_POINTERS: Final = words("it this that them these those so what how")
_FINE: Final = frozenset({("go", "to"), ("have", "surgery"), ("get", "promoted"), ("get", "fired"), ("get", "engaged"), ("get", "married"),
                          ("make", "partner"), ("have", "a"), ("see", "the"), ("get", "divorced"), ("start", "a"), ("start", "my")})  # fmt: skip
_FEATS: Final = words(
    "marathon half-marathon race exam exams test degree thesis dissertation phd master's masters bachelor's award prize competition"
    " championship election lottery medal tournament surgery operation licence license book novel album championship ironman triathlon"
    " scholarship grant promotion baby twins driving bar visa"
)
_FEAT_VERBS: Final = words(
    "win pass fail finish complete run defend publish submit found launch earn get have receive lose ace undergo"
)
_GOING: Final = words(
    "move fly travel leave go visit meet marry see start run host drive sail retire graduate return take attend stay give have get open launch begin sign defend come play perform buy sell join submit switch head celebrate renovate present pick spend"
)
_LEAVING: Final = words(
    "move fly travel leave visit marry retire graduate emigrate relocate sail host launch come go attend return"
)
_CANCELLED: Final = words(
    "trip wedding holiday vacation party appointment meeting move flight booking reservation interview plans"
)


def read_doing(reading: Reading, *, known: bool) -> Iterator[Draft]:
    """Yield a plan or an event; `known` says that the clause was already understood otherwise."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    if not reading.who.is_person or verb.modal:
        return
    if verb.lemma == "be":
        if verb.tense is Tense.PERFECT and verb.negated and said and said[0].norm == "to":
            yield _event(reading, [verb.main, *said])
        return
    if (
        verb.lemma == "cancel"
        and verb.tense in {Tense.PAST, Tense.PERFECT}
        and said
        and said[-1].norm in _CANCELLED
        and not verb.negated
    ):
        yield reading.claim("plan", said, act=Act.END)
        return
    if known:
        return
    if reading.is_ahead or (verb.negated and verb.progressive and verb.tense is Tense.PRESENT):
        yield from _planned(reading, said)
    elif verb.tense in {Tense.PAST, Tense.PERFECT} and not verb.ended:
        yield from _happened(reading, said)


def _planned(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    verb = reading.verb
    if (
        verb.lemma
        in SAYING | words("need want try hope be do know see let remember be love like miss keep")
        and verb.lemma != "see"
    ):
        return
    if (
        verb.progressive
        and verb.tense is Tense.PRESENT
        and verb.lemma in {"work", "live", "stay", "study", "use"}
    ):
        return
    if verb.negated and verb.progressive and verb.lemma in _GOING and said:
        yield reading.claim("plan", [verb.main, *said])
        return
    if verb.negated and verb.lemma not in _LEAVING:
        return
    if not reading.has_future and verb.lemma not in _LEAVING:
        return
    if not reading.has_time and (
        not said or verb.tense is not Tense.FUTURE or verb.tokens[0].norm == "will"
    ):
        return
    if verb.tokens[0].norm == "will" and not (reading.has_future or verb.negated):
        return
    yield reading.claim("plan", [verb.main, *said])


def _happened(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    verb = reading.verb
    if (reading.lemma, said[0].norm if said else "") in {
        ("come", "over"),
        ("come", "to"),
        ("come", "here"),
    } and reading.has_time:
        yield _event(reading, [verb.main, *said])
        return
    if verb.negated and verb.tense is Tense.PAST:
        schooling = {"university", "uni", "college", "school"} & {each.norm for each in said}
        if schooling and verb.lemma in {"go", "finish", "attend"}:
            yield _event(reading, [verb.main, *said])
        return
    if verb.negated:
        if (
            verb.tense is Tense.PERFECT
            and any(each.norm == "never" for each in verb.tokens)
            and (said or verb.lemma in _ALONE)
        ):
            yield _event(reading, [verb.main, *said])
        return
    if (
        verb.progressive
        or verb.begun
        or (said and said[0].norm in _POINTERS)
        or (verb.passive and verb.main.norm in lexicon.STATUSES)
    ):
        return
    if is_notable(reading, said) or (reading.has_time and _may_happen(reading, said)):
        yield _event(reading, [verb.main, *said])


def _event(reading: Reading, words_of: Sequence[Token]) -> Draft:
    """Draft an event: what happened corrects nothing by itself."""
    act = Act.DENY if reading.verb.negated else Act.STATE
    return reading.claim("event", words_of, act=act)


def _may_happen(reading: Reading, said: Sequence[Token]) -> bool:
    first = said[0].norm if said else ""
    if (reading.lemma, first) in _FINE:
        return True
    if reading.lemma in _TRIVIAL:
        return False
    return bool(said) or reading.lemma in words(
        "marry divorce graduate retire die leave separate elope"
    )


def is_notable(reading: Reading, said: Sequence[Token]) -> bool:
    """Tell whether it is an event that is told even without its day."""
    norms = {each.norm for each in said}
    lemma = reading.lemma
    first = reading.rest[0].norm if reading.rest else ""
    if lemma in lexicon.MILESTONES and lemma != "quit":
        return lemma != "die" or not said or reading.has_time
    if (lemma, first) in {
        ("pass", "away"),
        ("give", "birth"),
        ("drop", "out"),
        ("get", "promoted"),
        ("get", "fired"),
    }:
        return True
    if lemma in {"fire", "promote", "evict", "burgle", "mug"} and reading.verb.passive:
        return True
    return lemma in _FEAT_VERBS and bool(norms & _FEATS) and not {"tests", "test"} & norms


def read_end(reading: Reading) -> Iterator[Draft]:
    """Yield what ended where no row knows the verb: "I stopped smoking", "I no longer row"."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    since = verb.tense is Tense.PERFECT and verb.negated and reading.since and not reading.ended
    if (
        not reading.who.is_person
        or verb.modal
        or verb.passive
        or verb.lemma
        in SAYING
        | words(
            "be have care matter want need see hear get talk speak sleep shower leave chat check stop do"
        )
    ):
        return
    if since and verb.lemma in lexicon.LEISURE:
        yield reading.claim(
            "hobby",
            " ".join([gerund_of(verb.lemma), reading.text(said)]).strip(),
            act=Act.END,
            end=(said or verb.tokens)[-1].end,
        )
    elif reading.ended and reading.who.is_speaker:
        predicate = (
            "hobby" if verb.lemma in lexicon.LEISURE or _is_outing(verb.lemma, said) else "status"
        )
        doing: list[Token] | str = [verb.main, *said] if said else gerund_of(verb.lemma)
        yield reading.claim(predicate, doing, act=Act.END)


def read_hobby(reading: Reading) -> Iterator[Draft]:
    """Yield what somebody does again and again for pleasure."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    habitual = (
        verb.tense is Tense.PRESENT
        or (verb.tense is Tense.PERFECT and verb.progressive)
        or verb.begun
    )
    if (
        not habitual
        or verb.modal
        or reading.has_future
        or not reading.who.is_person
        or verb.negated
    ):
        return
    if (
        verb.lemma == "go"
        and said
        and (said[0].norm in lexicon.PASTIMES or (len(said) > 1 and said[1].norm == "gym"))
    ):
        if not verb.progressive:
            yield reading.claim("hobby", said)
    elif (verb.lemma in lexicon.LEISURE_ALWAYS and not verb.progressive) or (
        verb.lemma in lexicon.LEISURE and (_is_habit(reading) or verb.begun)
    ):
        yield reading.claim("hobby", [verb.main, *said] if said else gerund_of(verb.lemma))


def _is_outing(lemma: str, said: Sequence[Token]) -> bool:
    return (
        lemma == "go"
        and bool(said)
        and (
            any(each.norm in lexicon.PASTIMES for each in said[:2])
            or any(each.norm in {"gym", "church", "choir", "club", "pool"} for each in said)
        )
    )


def _is_habit(reading: Reading) -> bool:
    norms = [
        each.norm
        for each in (*reading.clause.tokens, *(t for s in reading.clause.tail for t in s.tokens))
    ]
    text = " ".join(norms)
    return any(mark in f" {text} " for mark in _HABITS)


_HABITS: Final = (
    " every ", " each week", " each morning", " on weekends", " at weekends", " on the weekend", " free time", " spare time", " twice a ", " once a ",
    " times a ", " most days", " regularly", " for fun", " as a hobby", " these days", " mostly ", " usually ", " in a choir", " in a band",
    " on mondays", " on tuesdays", " on wednesdays", " on thursdays", " on fridays", " on saturdays", " on sundays", " a lot", " to relax", " in the evenings", " after work", " for pleasure",
)  # fmt: skip
