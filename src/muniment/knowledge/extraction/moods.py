"""Tell which clauses of a message are asserted: no question, order, wish, joke or others' words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.clauses import Clause, Sentence
from muniment.knowledge.extraction.function_words import (
    AUXILIARIES,
    JOKING_CLAUSE,
    MARKS,
    NO_LONGER,
    SAYING,
    SPEAKER,
    SUPPOSING,
    UNSURE,
    WH,
    WHEN,
)
from muniment.knowledge.extraction.infinitives import follow
from muniment.knowledge.extraction.pasted import without_pasted
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verb_reader import Tense, VerbGroup
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.wordlists import any_of, words

_QUOTED: Final = re.compile(r"[\"“„«]([^\"“”„«»]*)[\"”“»]|(?<![\w])['‘]([^'‘’\n]{2,}?)['’](?![\w])")
_NAMED: Final = re.compile(r"^[\w.&-]+(?: [\w.&-]+){0,3}$")
_VOICES: Final = words("i i'm i've my we you he she they me please is are am it's")
_WORDING: Final = any_of(r"""
translate, rewrite, rephrase, reword, proofread, draft, summari[sz]e, (?:correct|fix|edit) this,
here'?s (?:a|the|my|your) (?:draft|text|version|poem|story|letter|email), write (?:me |us )?(?:a|an|the|something),
for example, pretend, imagine, suppose, let's say, role-?play, hypothetically
""")
_DRAFT: Final = re.compile(rf"{_WORDING.pattern}.{{0,80}}?(?:[:\n]|$)", re.IGNORECASE | re.DOTALL)
_TAKEN_OVER: Final = any_of(
    "confirmed, and (?:yeah|yes), (?:it|that)'?s true, (?:is|are|was|were|she'?s|he'?s|they'?re) right"
)
_JOKE: Final = any_of("""
yeah right, said nobody, said no one, kidding, joking, jk, sarcasm, not!, in my dreams, lucky me, oh sure, oh great, oh joy
""")
_JESTED: Final = words("be live own marry speak have")
_TAGS: Final = words("right no eh huh isn't innit correct yeah remember")
_OWN_WORDS: Final = words(
    "say tell mention know mean find hear feel remind write text announce admit promise warn email declare"
)
_YOURS_TO_LEARN: Final = words("know ask hear find")
_BEFORE_THE_POINT: Final = words("since before after because as so")
_UNREAL: Final = words("hope wish wonder guess imagine suppose dream want need doubt")
_SUBJECTS: Final = words(
    "i we you he she it they there that this the my your our a his her anyone anybody someone"
)
_ASKING_AFTER: Final = words(", - : ; so and but (")
_SLIP: Final = any_of(r"""
typo, oops, whoops, misspoke, mistyped, misread, mis(?:remembered|counted), slip of the, my (?:mistake|bad|error),
mix(?:ed)? (?:\w+ ){0,3}up, got (?:\w+ ){1,3}wrong, (?<=\w )(?:was|is|were) (?:wrong|off by), should have said,
i'd (?:counted|said|put), i (?:said|wrote|put|typed|told you) (?!that i\b|i\b)[^.!?]{0,40}?\b(?:above|earlier|before|but)
""")
"""What says that the words around it, before or behind, put something right."""
_CORRECTION: Final = any_of(r"""
correction, (?<!the )(?<!a )wrong(?! with\b), (?:gave|given|told|said|wrote|put|typed|had|got|sent|entered) (?:\w+ )?the wrong, no no, i meant, i mean(?=,? not\b), (?:scratch|strike) that, let me correct, (?:let me|must) (?:fix|amend),
put that right, (?:isn't|not) right(?! that\b), (?:^|please |pls )(?:ignore|disregard), record straight, to be precise,
(?:got|had|put) (?:it|that|them|the \w+) backwards, (?:got|have) me down as, in your (?:notes|file|records?),
you keep (?:saying|writing|calling)
""")
"""What says that the words behind it put something right."""
_CONTRASTED: Final = re.compile(
    r"^not [^.,]{2,30}, \w|^(?:it|that) (?:(?:was|is)n['’]t|(?:was|is) not) [^.]{2,40}[,:;]"
    r"|\bi (?:said|wrote|put|typed) \d[\w.,:]*$",
    re.IGNORECASE,
)
"""What says so by its shape: "not Thursday, Friday", "it wasn't Ann, it was Eva", "I said 45"."""
_DOUBT: Final = any_of("""
actually, in fact, sorry, wait, hang on, hold on, technically, strictly speaking, to be exact, more precisely
""")
"""What may say so, where a value is given."""
_NO_CORRECTION: Final = any_of("""
i'?m (?:so |really |very )?sorry, sorry (?:to|for|about|if|i'm|that), sorry,? (?:can|could|do), can'?t wait, waiting,
wait (?:for|to|until|till), haven'?t actually, (?:can)?not actually
""")
_NO_CORRECTION_START: Final = re.compile(r"^(?:oh )?no[,.]", re.IGNORECASE)


_ANYBODY: Final = SPEAKER | {"you", "he", "she", "they", "it"}
_ASKING: Final = WH | AUXILIARIES
_PRETENDING: Final = SUPPOSING - {"if", "unless", "wish", "wished", "whether"}
_RELATIVE: Final = words("which who where when why how")
_VERBS_ASKING: Final = AUXILIARIES | {"'s"}


@lru_cache(maxsize=16)
def without_quotations(text: str) -> str:
    """Return the text with what is quoted or pasted blanked out, each other character in its place.

    A quoted name stays, without its marks.
    """

    def blank(match: re.Match[str]) -> str:
        inner = match[1] if match[1] is not None else match[2]
        is_name = _NAMED.match(inner) and not _VOICES & set(inner.lower().split())
        return f" {inner} " if is_name else " " * (len(match[0]) - 1) + '"'

    return _QUOTED.sub(blank, without_pasted(text))


@lru_cache(maxsize=16)
def without_drafts(text: str) -> str:
    """Blank out what follows a request or an offer to word something: it is nobody's claim."""
    match = _DRAFT.search(text)
    if match is None:
        return text
    return text[: match.start()] + " " * (len(text) - match.start())


_THEN: Final = r"(?=\W*$|[,;:.]|\s+(?:i|we|he|she|they|it|my|our|his|her|the|last|about|that|where|and|but|(?-i:[A-Z])\w*)\b)"
_DREAMT: Final = re.compile(
    rf"\b(?:dreamt|dreamed)\b(?! (?:of|up)\b)|\bin (?:(?:my|the|this|that|a|last night['’]s) )(?:[\w-]+ )?(?:dream|nightmare){_THEN}",
    re.IGNORECASE,
)
_DREAM: Final = re.compile(
    rf"\bhad (?:an?|the|this|another)(?: [\w-]+){{0,3}} (?:dream|nightmare){_THEN}", re.IGNORECASE
)
_STORY: Final = re.compile(
    rf"(?:\W*\w+,? ){{0,2}}\W*in (?:the|this|that|my|a)(?: [\w-]+){{0,2}} (?:film|movie|novel|book|story|play|game|series|episode|musical|sitcom){_THEN}",
    re.IGNORECASE,
)


def is_dreamt(text: str) -> bool:
    """Tell whether a sentence tells a dream or a story: "I dreamt that Paul left and I moved", "in the film she …"."""
    is_dream = _names_dream(text) and (_DREAMT.search(text) or _DREAM.search(text))
    return bool(is_dream) or _STORY.match(text) is not None


def opens_dream(text: str) -> bool:
    """Tell whether a dream is told from a sentence on: "I had a strange dream. I lived in Bath"."""
    return _names_dream(text) and _DREAM.search(text) is not None


def _names_dream(text: str) -> bool:
    plain = text.lower()
    return "dream" in plain or "nightmare" in plain


def is_joke(text: str) -> bool:
    """Tell whether a sentence shows that it is not meant."""
    return "🙄" in text or _JOKE.search(text) is not None


def is_taken_over(text: str) -> bool:
    """Tell whether the speaker vouches for what others said."""
    return _TAKEN_OVER.search(text) is not None


def corrects(text: str) -> bool:
    """Tell whether a sentence seems to put right what was said before."""
    plain = _NO_CORRECTION.sub("", text.strip())
    return (
        _NO_CORRECTION_START.match(plain) is not None
        or _DOUBT.search(plain) is not None
        or puts_right(text)
    )


@lru_cache(maxsize=128)
def puts_right(text: str) -> bool:
    """Tell whether a sentence says outright that what was said before was wrong."""
    said = text.strip()
    return admits_slip(text) or bool(_CORRECTION.search(said) or _CONTRASTED.search(said))


@lru_cache(maxsize=128)
def admits_slip(text: str) -> bool:
    """Tell whether a sentence says so of the one before it as well."""
    return _SLIP.search(text) is not None


def asserted(
    sentence: Sentence, timed: frozenset[int], *, vouched: bool
) -> Iterator[tuple[Clause, bool]]:
    """Yield the clauses of a sentence, and whether each is asserted.

    A clause that is not may still say who is who ("can my sister Ana come?").
    """
    asked_from = _asked_from(sentence)
    blocked_rest = told = hoped = goes_on = depends = False
    for index, clause in enumerate(sentence.clauses):
        norms = clause.norms
        before = sentence.clauses[index - 1] if index else None
        goes_on = follow(clause, before, is_within=goes_on)
        following = sentence.clauses[index + 1] if index + 1 < len(sentence.clauses) else None
        stands = not (blocked_rest or goes_on) and index < asked_from
        if clause.verb is None and norms[-1:] == ["say"]:
            blocked_rest = True
        if depends and clause.verb is not None and is_to_come(clause.verb):
            stands = False
        if is_supposed(clause):
            depends = depends or clause.before in CONDITIONS
            stands = False
            blocked_rest = blocked_rest or pretends(clause)
        if clause.before in WHEN or clause.before in {"why", "how", "whether"}:
            stands = False
        tail = {
            each.norm
            for segment in clause.tail[:1]
            if len(segment.tokens) == 1
            for each in segment.tokens
        }
        joking = clause.verb is not None and clause.verb.lemma in _JESTED
        if is_unsure(clause, timed) or (joking and JOKING_CLAUSE & {*norms, *tail}):
            stands = False
        if (told and clause.before == "that") or (hoped and clause.before == "and"):
            stands = False
        yield clause, stands
        told, hoped = _retells(clause), _hopes_of(clause)
        if _reports(clause) and not (
            vouched or _leads_in(clause, following) or _tells_taste(clause, following)
        ):
            blocked_rest = True


def is_to_come(verb: VerbGroup) -> bool:
    """Tell whether a clause says what will be: behind an "if" that is not known yet."""
    return verb.tense is Tense.FUTURE or (verb.progressive and verb.tense is Tense.PRESENT)


CONDITIONS: Final = words("if unless")


def contrast(first: Clause, second: Clause) -> bool:
    """Tell whether a clause puts right what the one before denies: "I'm not a doctor, I'm a vet"."""
    if first.verb is None or second.verb is None or second.before not in {",", "but", "-", ";"}:
        return False
    subjects = [[each.norm for each in clause.subject] for clause in (first, second)]
    return (
        first.verb.lemma == second.verb.lemma
        and first.verb.negated
        and not second.verb.negated
        and bool(first.rest)
        and (subjects[0] == subjects[1] or _is_taken_up(*subjects))
        and not any(each.norm in NO_LONGER for each in first.rest)
    )


def _is_taken_up(first: Sequence[str], second: Sequence[str]) -> bool:
    """Tell whether a pronoun may mean the subject before it: "she" never whoever says "I"."""
    return second in (["it"], ["he"], ["she"], ["they"]) and SPEAKER.isdisjoint(first)


def _retells(clause: Clause) -> bool:
    """Tell whether the speaker says what they said before: it may be put right."""
    return (
        clause.verb is not None
        and clause.verb.tense is Tense.PAST
        and clause.verb.lemma in {"say", "tell", "write", "mention"}
        and bool(clause.subject)
        and clause.subject[0].norm in SPEAKER
    )


def _hopes_of(clause: Clause) -> bool:
    """Tell whether the first of those of whom something is hoped ends a clause: "I hope that Paul (and I …)"."""
    if clause.verb is None or clause.verb.lemma not in _UNREAL:
        return False
    if clause.tail and clause.tail[-1].before != "that":
        return False
    told = clause.tail[-1].tokens if clause.tail else clause.rest
    return bool(told) and all(each.is_capital for each in told)


def is_supposed(clause: Clause) -> bool:
    """Tell whether a clause says on what condition something is so, or what is imagined or wished."""
    return clause.before in {"if", "unless", "whether", "suppose"} or _supposes(clause.norms)


def pretends(clause: Clause) -> bool:
    """Tell whether a clause opens what is only imagined: "imagine we lived in Bath", and what follows in its sentence."""
    return clause.norms[:1] != [] and clause.norms[0] in _PRETENDING


def _supposes(norms: Sequence[str]) -> bool:
    if not norms:
        return False
    for index, norm in enumerate(norms):
        if norm in SUPPOSING and not (norm == "picture" and index):
            return True
    return norms[0] in {"were", "had", "should"} and len(norms) > 1 and norms[1] in _ANYBODY


def is_unsure(clause: Clause, timed: frozenset[int]) -> bool:
    """Tell whether a clause is a guess, a wish or an idea; `timed` are offsets of words within time expressions."""
    verb = clause.verb
    if verb is None:
        return False
    if verb.modal == "would" or any(each.norm in {"almost", "nearly"} for each in verb.tokens):
        return True
    near = [*clause.lead, *verb.tokens, *clause.rest[:3]]
    if any(each.norm in UNSURE and each.start not in timed for each in near):
        return True
    return verb.lemma in _UNREAL


def _leads_in(clause: Clause, following: Clause | None) -> bool:
    """Tell whether a clause only leads to what its speaker says: "since you ask: …", "so you know, …"."""
    if clause.verb is None or following is None:
        return False
    subject, lemma = [each.norm for each in clause.subject], clause.verb.lemma
    if (subject == ["you"] and lemma in _YOURS_TO_LEARN) or (subject == ["i"] and lemma == "ask"):
        return True
    return clause.before in _BEFORE_THE_POINT and following.before in MARKS


def _tells_taste(clause: Clause, following: Clause | None) -> bool:
    """Tell whether somebody says what they like, who know it: "Ida says that her favourite colour is red"."""
    if following is None or not clause.subject or clause.subject[0].norm in _ANYBODY:
        return False
    subject = [each.norm for each in following.subject]
    named = clause.norms[:2] != ["according", "to"]
    return (
        named and subject[:1] in (["his"], ["her"]) and not lexicon.FAVOURITES.isdisjoint(subject)
    )


def _reports(clause: Clause) -> bool:
    """Tell whether what follows are somebody's words."""
    norms = clause.norms
    if norms[:2] == ["according", "to"]:
        return True
    if clause.verb is not None and clause.verb.lemma in {"keep", "go"} and clause.rest:
        told = form_of(clause.rest[0].norm)
        return told is not None and told.lemma in SAYING and "ing" in told.tags
    if clause.verb is None or clause.verb.lemma not in SAYING or len(clause.subject) > 4:
        return False
    if (
        clause.before == "as"
        or norms[:1] == ["as"]
        or (not clause.subject and clause.verb.progressive)
    ):
        return False
    if clause.subject and clause.subject[0].norm in SPEAKER and clause.verb.lemma in _OWN_WORDS:
        return False
    return not (
        clause.subject
        and clause.subject[-1].norm in lexicon.AUTHORITIES
        and clause.verb.lemma in {"say", "tell", "confirm", "think"}
    )


def _asked_from(sentence: Sentence) -> int:
    """Return the index of the first clause that asks; that of the first one if all may."""
    for index, clause in enumerate(sentence.clauses):
        if _asks(clause):
            return index
        for segment in clause.tail:
            if segment.before in _ASKING_AFTER and _asks_words(segment.tokens):
                return 0 if _is_tag(segment.tokens) else index + 1
    return 0 if sentence.mark == "?" else len(sentence.clauses)


def _asks(clause: Clause) -> bool:
    verb = clause.verb
    if clause.before in _RELATIVE:
        return False
    if verb is not None and clause.subject and clause.subject[0].norm not in _ASKING:
        return False
    inner = () if verb is None else verb.tokens
    return _asks_words([*clause.lead, *clause.subject, *inner, *clause.rest])


def _asks_words(tokens: Sequence[Token]) -> bool:
    if not tokens:
        return False
    first = tokens[0].norm
    second = tokens[1].norm if len(tokens) > 1 else ""
    if first in {"what", "why", "how", "whose", "whom"} or (
        first in WH and second in _VERBS_ASKING
    ):
        return True
    if first not in AUXILIARIES or not second:
        return False
    return second in _SUBJECTS or tokens[1].is_capital


def _is_tag(tokens: Sequence[Token]) -> bool:
    norms = [each.norm for each in tokens]
    return len(norms) <= 3 and (norms[0] in AUXILIARIES or norms[0] in _TAGS)
