"""Split a message into clauses: a subject, a verb and what follows, with the mood they stand in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from muniment.knowledge.extraction.elision import elided
from muniment.knowledge.extraction.function_words import (
    ADVERBS,
    AUXILIARIES,
    BE,
    BEFORE_A_CLAUSE,
    CONJUNCTIONS,
    DETERMINERS,
    FILLERS,
    MARKS,
    MINE,
    NEGATIONS,
    NOBODY,
    PREPOSITIONS,
    PRONOUNS,
    SAYING,
    SENTENCE_ENDS,
    SPEAKER,
)
from muniment.knowledge.extraction.phrases import head_words, is_name, may_begin_subject
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verb_groups import read_verb_group
from muniment.knowledge.extraction.verb_reader import VerbGroup
from muniment.knowledge.extraction.verbs import form_of, is_form
from muniment.knowledge.wordlists import words

_ADJUNCTS = PREPOSITIONS | words("according")
_BACK_OVER = ADVERBS | {"no", "longer", "never"}
_BEFORE_A_VERB = ADVERBS | {"no", "never"}
_BEHIND_S = ADVERBS | words("been not never going got")
_BOUNDS = CONJUNCTIONS | PRONOUNS
_COUNTING = words("a an one two three")
_IS = BE | {"'s"}
_JOINTS = PREPOSITIONS | {"'s"}
_LEADING = FILLERS | ADVERBS
_NO_NOUNS = FILLERS | DETERMINERS | NOBODY
_NO_NOUN_NEXT = DETERMINERS | PREPOSITIONS | ADVERBS
_OWN = SPEAKER | MINE
_SUBJECTS = SPEAKER | {"he", "she", "they", "it"}


@dataclass(slots=True, kw_only=True)
class Segment:
    """The words between two marks or conjunctions; `before` is what separates it from the last."""

    before: str
    tokens: list[Token]


@dataclass(slots=True, kw_only=True)
class Clause:
    """One clause. Without a `verb` it is a fragment; without a `subject` that is left out."""

    before: str
    lead: list[Token]
    subject: list[Token]
    verb: VerbGroup | None
    rest: list[Token]
    tail: list[Segment] = field(default_factory=list)

    @property
    def tokens(self) -> list[Token]:
        """All its words without what was joined to it."""
        verb = [] if self.verb is None else self.verb.tokens
        return [*self.lead, *self.subject, *verb, *self.rest]

    @property
    def norms(self) -> list[str]:
        """Its words as rules read them."""
        return [each.norm for each in self.tokens]


@dataclass(slots=True, kw_only=True)
class Sentence:
    """The clauses of a sentence, and the mark at its end."""

    clauses: list[Clause]
    mark: str
    tokens: list[Token]

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where it ends in the text, without its mark."""
        return self.tokens[-1].end


def sentences_of(tokens: Sequence[Token], timed: frozenset[int]) -> Iterator[Sentence]:
    """Yield the sentences of a message. `timed` are offsets of words within time expressions."""
    current: list[Token] = []
    for token in tokens:
        if token.norm in SENTENCE_ENDS:
            if current:
                yield _sentence(current, token.norm, timed)
            current = []
        else:
            current.append(token)
    if current:
        yield _sentence(current, "", timed)


def _sentence(tokens: list[Token], mark: str, timed: frozenset[int]) -> Sentence:
    clauses: list[Clause] = []
    for segment in _segments(tokens, timed):
        clause = _clause(segment, timed, clauses[-1] if clauses else None)
        if clause.verb is None and clauses:
            clauses[-1].tail.append(segment)
        else:
            clauses.append(clause)
    return Sentence(clauses=_unclefted(clauses, timed), mark=mark, tokens=tokens)


def _unclefted(clauses: list[Clause], timed: frozenset[int]) -> list[Clause]:
    """Put in order what is turned round: "it's coriander I can't bear", "it's Ghent where she lives"."""
    for index, clause in enumerate(clauses):
        verb, rest = clause.verb, clause.rest
        if verb is None or verb.lemma != "be" or verb.negated or not rest:
            continue
        if [each.norm for each in clause.subject] != ["it"]:
            continue
        at = next((i for i, each in enumerate(rest) if i and each.norm in _OWN), None)
        following = clauses[index + 1] if index + 1 < len(clauses) else None
        if at is not None:
            inner = _clause(Segment(before="", tokens=rest[at:]), timed, None)
            if inner.verb is not None and inner.subject and not inner.rest:
                inner.rest, inner.tail, inner.before = rest[:at], clause.tail, clause.before
                return [*clauses[:index], inner, *clauses[index + 1 :]]
        elif following is not None and following.subject and _turns_round(following):
            within = [Token("in", "in", rest[0].start, rest[0].start)]
            lead = within if following.before == "where" else []
            following.rest, following.before = [*lead, *rest, *following.rest], clause.before
            return [*clauses[:index], *clauses[index + 1 :]]
    return clauses


def _turns_round(clause: Clause) -> bool:
    """Tell whether a clause says of what stood before it where, or what: "that he studies now"."""
    is_bare = clause.before == "that" and all(each.norm in ADVERBS for each in clause.rest)
    return clause.before == "where" or (is_bare and not clause.tail)


def _segments(tokens: list[Token], timed: frozenset[int]) -> Iterator[Segment]:
    before, current = "", list[Token]()
    for index, token in enumerate(tokens):
        splits = _splits(tokens, index, timed, current)
        if not splits and current and _speech_begins(tokens, index):
            yield Segment(before=before, tokens=current)
            before, current = "that", [token]
            continue
        if not splits:
            current.append(token)
            continue
        if current:
            yield Segment(before=before, tokens=current)
            before, current = token.norm, []
        elif token.norm not in MARKS or not before:
            before = token.norm
    if current:
        yield Segment(before=before, tokens=current)


def _splits(
    tokens: Sequence[Token], index: int, timed: frozenset[int], current: Sequence[Token]
) -> bool:
    """Tell whether a mark stands there, or a word that is no part of a time and joins clauses."""
    token = tokens[index]
    if token.norm in MARKS:
        return True
    if token.start in timed or (token.text == "Plus" and current):
        return False
    return token.norm in CONJUNCTIONS or _begins_clause(tokens, index, timed, current)


def _begins_clause(
    tokens: Sequence[Token], index: int, timed: frozenset[int], current: Sequence[Token]
) -> bool:
    """Tell whether a word there begins a clause, whose subject follows."""
    norm = tokens[index].norm
    if norm not in BEFORE_A_CLAUSE or index + 1 == len(tokens):
        return False
    if norm == "that" and current and current[-1].norm in AUXILIARIES:
        return False
    following = tokens[index + 1]
    if not may_begin_subject(following) or following.start in timed:
        return False
    is_plain = following.norm not in DETERMINERS or norm not in _BEFORE_NOUNS_TOO
    return is_plain or _has_verb(tokens[index + 2 :])


_BEFORE_NOUNS_TOO = words("since as than after before until till that")


def _speech_begins(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether somebody's words or thought begin there without a "that"."""
    if index + 1 >= len(tokens) or not may_begin_subject(tokens[index]):
        return False
    previous = tokens[index - 1]
    before = tokens[index - 2] if index > 1 else None
    if previous.norm == "out" and before is not None and before.norm in {"turns", "turned"}:
        return tokens[index].norm in PRONOUNS or _has_verb(tokens[index:])
    said = form_of(previous.norm)
    if said is None and before is not None and previous.norm in {"me", "us", "him", "her", "you"}:
        said = form_of(before.norm)
    if said is None or said.lemma not in SAYING:
        return False
    return tokens[index].norm in PRONOUNS or _has_verb(tokens[index:])


def _has_verb(tokens: Sequence[Token]) -> bool:
    for token in tokens[:6]:
        if token.norm in MARKS or token.norm in _BOUNDS:
            return False
        form = form_of(token.norm)
        if token.norm in AUXILIARIES or (form is not None and form.tags & {"past", "s"}):
            return True
    return False


def _clause(segment: Segment, timed: frozenset[int], previous: Clause | None) -> Clause:
    tokens = segment.tokens
    index = 0
    while index < len(tokens) and (
        tokens[index].start in timed
        or (tokens[index].norm in _LEADING and not _is_verbal(tokens, index))
    ):
        index += 1
    index = _behind_adjunct(tokens, index)
    lead, body = tokens[:index], tokens[index:]
    joined = segment.before == "and" and previous is not None and previous.verb is None
    end, verb = next(_readings(body, timed, joined=joined), (0, None))
    if verb is None:
        after_verb = previous is not None and previous.verb is not None
        shared = after_verb or (previous is not None and bool(previous.rest))
        verb = elided(body, segment.before, shared=shared, after_verb=after_verb, led=bool(lead))
    return Clause(
        before=segment.before,
        lead=lead,
        subject=body[:end],
        verb=verb,
        rest=body if verb is None else body[verb.end :],
    )


def _is_verbal(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a filler denies or begins a clause: "no longer", "no kids", "there is"."""
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is None:
        return False
    if tokens[index].norm in {"there", "here"}:
        return following.norm in _IS
    begins = may_begin_subject(following) or following.norm in _NO_NOUNS
    return tokens[index].norm == "no" and not begins


AGAIN = words(
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends mornings evenings nights"
)


def _behind_adjunct(tokens: Sequence[Token], index: int) -> int:
    """Return where the subject begins behind "since the accident", "as a porter", "by the way"."""
    if index >= len(tokens):
        return index
    first = tokens[index].norm
    if [each.norm for each in tokens[index : index + 3]] == ["by", "the", "way"]:
        return index + 3
    if first in AGAIN and index + 1 < len(tokens) and may_begin_subject(tokens[index + 1]):
        return index + 1
    if first not in _ADJUNCTS:
        return index
    for at in range(index + 1, min(len(tokens), index + 8)):
        owned = tokens[at].norm in MINE and tokens[at - 1].norm not in _ADJUNCTS and at > index + 1
        if owned or tokens[at].norm in _SUBJECTS:
            return at
        if tokens[at].norm in AUXILIARIES:
            return index
    return index


_DONE = words("past pp")


def _readings(
    body: Sequence[Token], timed: frozenset[int], *, joined: bool
) -> Iterator[tuple[int, VerbGroup]]:
    """Yield where the subject ends and which verb group follows, the likeliest first."""
    if not body:
        return
    first = body[0].norm
    if _is_pronoun(body):
        verb = read_verb_group(body, 1 if first != "its" else 0, pronoun=first)
        if verb is not None:
            yield 1, verb
        return
    if first == "let" or not (first in DETERMINERS or is_name(body[0]) or first[0].isalpha()):
        return
    begins = form_of(first)
    if first in NEGATIONS or (
        first in AUXILIARIES or (begins is not None and begins.tags <= _DONE)
    ):
        return
    open_possessive: tuple[int, VerbGroup] | None = None
    for index in range(1, min(len(body), 12)):
        norm = body[index].norm
        if body[index].start in timed and norm not in AUXILIARIES:
            continue
        plural = joined or _is_plural(body[:index])
        if norm == "'s":
            verb = read_verb_group(body, index, pronoun="it")
            if verb is not None and open_possessive is None:
                open_possessive = index, verb
                following = body[index + 1].norm if index + 1 < len(body) else ""
                if following in _BEHIND_S or is_form(following, "ing"):
                    break
            continue
        if norm in _BEFORE_A_VERB and index + 1 < len(body):
            continue
        before = body[index - 1].norm
        if norm in {"called", "named"} and first in _COUNTING:
            return
        if before in DETERMINERS or before in _JOINTS or not _is_finite(norm, plural=plural):
            continue
        verb = read_verb_group(
            body, _back_over_adverbs(body, index), pronoun="they" if plural else "it"
        )
        if verb is not None:
            yield _back_over_adverbs(body, index), verb
            return
    if open_possessive is not None:
        yield open_possessive


def _is_pronoun(body: Sequence[Token]) -> bool:
    """Tell whether a pronoun alone is the subject: "its" is one unless a noun follows."""
    first = body[0].norm
    if first == "its" and len(body) > 1:
        return body[1].norm in _NO_NOUN_NEXT or body[1].norm[0].isdigit()
    return first in PRONOUNS or (first in NOBODY and first != "one")


def _is_finite(norm: str, *, plural: bool) -> bool:
    """Tell whether a word may be the verb of a subject."""
    form = form_of(norm)
    return norm in AUXILIARIES or (
        form is not None
        and (
            "past" in form.tags
            or ("s" in form.tags and not plural)
            or ("base" in form.tags and plural)
        )
    )


def _back_over_adverbs(body: Sequence[Token], index: int) -> int:
    while index > 1 and body[index - 1].norm in _BACK_OVER:
        index -= 1
    return index


_PLURALS = words("children people folks parents women men kids")


def _is_plural(tokens: Sequence[Token]) -> bool:
    nouns = [each for each in head_words(tokens) if each.is_word and each.norm not in ADVERBS]
    last = nouns[-1].norm if nouns and not is_name(nouns[-1]) else ""
    return (last.endswith("s") and not last.endswith(("ss", "us"))) or last in _PLURALS
