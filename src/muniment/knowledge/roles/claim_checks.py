"""Check the claims that a model read in a message: only what the message says, in its own words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from muniment.errors import AbsurdTime, ModelAnswerUnusable, UnreadableTime, ZonelessTime
from muniment.knowledge.extraction.wording import sentence_of
from muniment.knowledge.roles.forms import (
    NUMBER,
    PERHAPS_TEXT,
    TEXT,
    form,
    list_of,
    object_of,
    one_of,
)
from muniment.knowledge.roles.grounding import is_said, words_of
from muniment.knowledge.roles.reading import a_choice, a_score, a_text, perhaps_text, standing
from muniment.model.claims import PREDICATES, WITH_OF, Act, Claim, Message, Role
from muniment.model.names import folded
from muniment.ports.language_model import JsonObject
from muniment.recall.times import Extent, read_times
from muniment.temporal.instants import read_instant

CLAIMS_MAX: Final = 40
NAME_CHARACTERS_MAX: Final = 120
VALUE_CHARACTERS_MAX: Final = 400
PAST_MAX: Final = timedelta(days=150 * 366)
FUTURE_MAX: Final = timedelta(days=50 * 366)
"""How far from its message a time may lie that rules cannot read again."""

FORM: Final = form(
    "claims",
    claims=list_of(
        object_of(
            subject=TEXT,
            predicate=one_of(PREDICATES),
            of=PERHAPS_TEXT,
            object=TEXT,
            act=one_of(Act),
            quote=TEXT,
            time_words=PERHAPS_TEXT,
            valid_from=PERHAPS_TEXT,
            valid_until=PERHAPS_TEXT,
            replaces=PERHAPS_TEXT,
            confidence=NUMBER,
        )
    ),
)
"""The form of an extractor's answer."""

_FIRST_PERSON: Final = frozenset({"i", "me", "my", "mine", "myself", "we", "us", "our", "speaker", "the speaker"})  # fmt: skip
_SECOND_PERSON: Final = frozenset({"you", "your", "yours", "yourself"})
_PARTIES: Final = {Role.USER: "user", Role.ASSISTANT: "assistant"}
_NOUN: Final = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+){0,3}")


def checked_claims(told: JsonObject, message: Message) -> tuple[tuple[Claim, ...], tuple[str, ...]]:
    """Return the claims that stand, each once, and why each of the others fell.

    Raises:
        ModelAnswerUnusable: the answer has not the form.
    """
    stand, refused = standing(told, "claims", CLAIMS_MAX, lambda item: checked_claim(item, message))
    claims: dict[tuple[str, str, str | None, str], Claim] = {}
    for claim in stand:
        key = (folded(claim.subject), claim.predicate, claim.of, folded(claim.object))
        claims.setdefault(key, claim)
    return tuple(claims.values()), refused


def checked_claim(told: JsonObject | None, message: Message) -> Claim:
    """Return one claim; its sentence is worded here, not by the model.

    Raises:
        ModelAnswerUnusable: it does not stand in the message.
    """
    if told is None:
        raise ModelAnswerUnusable("a claim is an object.")
    predicate = _predicate(told)
    act = a_choice(told, "act", Act)
    subject = _subject(told, message)
    span = quoted_span(told, message)
    quote = message.text[slice(*span)]
    value = said_value(told, quote)
    of = _of(told, predicate, message)
    valid_from, valid_until, time_words = said_times(told, message, act, predicate)
    return Claim(
        subject=subject,
        predicate=predicate,
        object=value,
        act=act,
        sentence=sentence_of(
            subject, predicate, value, act, of, article=article_before(value, quote)
        ),
        span=span,
        of=of,
        valid_from=valid_from,
        valid_until=valid_until,
        time_words=time_words,
        replaces=_replaces(told, message),
        confidence=a_score(told, "confidence"),
    )


def _predicate(told: JsonObject) -> str:
    predicate = a_text(told, "predicate", NAME_CHARACTERS_MAX)
    if predicate not in PREDICATES:
        raise ModelAnswerUnusable(f"predicate is {predicate!r:.80}, which is none.")
    return predicate


def _subject(told: JsonObject, message: Message) -> str:
    """Return whom a claim is about: the speaker, or what the message names; never the other party."""
    subject = a_text(told, "subject", NAME_CHARACTERS_MAX)
    plain = folded(subject)
    own = _PARTIES[message.role]
    if plain in _FIRST_PERSON | {own, f"the {own}"}:
        return message.speaker
    others = {
        f"{the}{party}" for party in _PARTIES.values() if party != own for the in ("", "the ")
    }
    if plain in _SECOND_PERSON | others:
        raise ModelAnswerUnusable(
            f"subject is {subject!r:.80}: the words are {message.speaker!r}'s."
        )
    if not is_said(subject, f"{message.text} {message.speaker} s", stems=False):
        raise ModelAnswerUnusable(f"subject is {subject!r:.80}, which the message does not name.")
    return subject


def said_value(told: JsonObject, quote: str) -> str:
    """Return the value of a claim, in the words of its quotation.

    Raises:
        ModelAnswerUnusable: it is in other words.
    """
    value = a_text(told, "object", VALUE_CHARACTERS_MAX)
    if not is_said(value, quote) or not words_of(value):
        raise ModelAnswerUnusable(f"object is {value!r:.80}, which its quotation does not say.")
    return value


def article_before(value: str, quote: str) -> str:
    """Return the article that a value has in its quotation: rules word sentences with it too."""
    found = re.search(rf"\b(an?|the|my|our)\s+{re.escape(value)}(?!\w)", quote, re.IGNORECASE)
    word = "" if found is None else found[1].lower()
    return "their" if word in {"my", "our"} else word


def _of(told: JsonObject, predicate: str, message: Message) -> str | None:
    of = perhaps_text(told, "of", 40)
    if (of is not None) != (predicate in WITH_OF):
        raise ModelAnswerUnusable(f"of is {of!r:.80}, with the predicate {predicate}.")
    if of is None:
        return None
    if not _NOUN.fullmatch(of):
        raise ModelAnswerUnusable(f"of is {of!r:.80}; it is a short noun.")
    if predicate != "relation" and not is_said(of, message.text):
        raise ModelAnswerUnusable(f"of is {of!r:.80}, which the message does not say.")
    return folded(of)


def quoted_span(told: JsonObject, message: Message) -> tuple[int, int]:
    """Return where the quotation of a claim stands in its message, letter by letter.

    Raises:
        ModelAnswerUnusable: it does not stand there.
    """
    quote = a_text(told, "quote", len(message.text) + 1)
    start = message.text.find(quote)
    if start < 0:
        raise ModelAnswerUnusable(f"quote is {quote!r:.80}, which is not in the message.")
    return start, start + len(quote)


def _replaces(told: JsonObject, message: Message) -> str | None:
    value = perhaps_text(told, "replaces", VALUE_CHARACTERS_MAX)
    return value if value is not None and is_said(value, message.text) else None


def said_times(
    told: JsonObject, message: Message, act: Act, predicate: str
) -> tuple[datetime | None, datetime | None, str | None]:
    """Return when a claim says that it is so, and its words: read again by rules if they can.

    Raises:
        ModelAnswerUnusable: the words are not in the message, or the times make no sense.
    """
    start, end = (_instant(told, key) for key in ("valid_from", "valid_until"))
    words = perhaps_text(told, "time_words", NAME_CHARACTERS_MAX)
    if words is None or words not in message.text:
        if start is not None or end is not None or words is not None:
            raise ModelAnswerUnusable(f"time_words are {words!r:.80}; they stand in the message.")
        return None, None, None
    phrases = read_times(words, message.occurred_at)
    if len(phrases) == 1:
        ahead = predicate == "plan" or phrases[0].extent is Extent.UNTIL
        first, last = phrases[0].bounds(looks_ahead=ahead)
        keeps_end = end is not None or predicate in {"plan", "event"} or first is None
        start, end = first, last if keeps_end else None
        if act is Act.END:
            start, end = None, first or last
    elif act is Act.END:
        start, end = None, end or start
    _refuse_senseless(start, end, message.occurred_at)
    return start, end, words


def _instant(told: JsonObject, key: str) -> datetime | None:
    text = perhaps_text(told, key, 40)
    try:
        return None if text is None else read_instant(text, field=key)
    except (AbsurdTime, UnreadableTime, ZonelessTime):
        raise ModelAnswerUnusable(f"{key} is {text!r:.80}, which is not a time.") from None


def _refuse_senseless(start: datetime | None, end: datetime | None, said_at: datetime) -> None:
    given = [at for at in (start, end) if at is not None]
    if any(not -PAST_MAX <= at - said_at <= FUTURE_MAX for at in given):
        raise ModelAnswerUnusable(f"its times, {_listed(given)}, are too far from the message.")
    if start is not None and end is not None and start >= end:
        raise ModelAnswerUnusable(f"its times, {_listed(given)}, end before they begin.")


def _listed(times: Iterable[datetime]) -> str:
    return " and ".join(f"{at:%Y-%m-%d}" for at in times)
