"""Read conversations in the shape of LoCoMo: sessions by number, each with one date and time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from muniment.ingest.conversation import Conversation, Question, said_at
from muniment.ingest.json_values import Object, Unfit, list_of, object_of, optional_text, text_of
from muniment.model.writes import Turn
from muniment.recall.time_words import MONTHS

CATEGORIES: Final = {
    1: "1 multi-hop",
    2: "2 temporal",
    3: "3 open-domain",
    4: "4 single-hop",
    5: "5 adversarial",
}

_SESSION = re.compile(r"session_([0-9]{1,9})")
_TIME = re.compile(r"(\d{1,2}):(\d\d)\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})")
_EVIDENCE = re.compile(r"D\d+:\d+")


def is_conversation(value: object) -> bool:
    """Say whether a JSON value is a conversation, or holds one with its questions."""
    if not isinstance(value, dict):
        return False
    return "conversation" in value or any(_SESSION.fullmatch(str(key)) for key in value)


def read_conversation(value: object, name: str) -> Conversation:
    """Read one conversation and its questions.

    It is `{session_N: […], session_N_date_time, qa}`, or `{sample_id, conversation: {…}, qa}`
    with the sessions within. A turn's `dia_id` becomes its source id, `blip_caption` its caption. The image `query` is not
    read: it gives answers away. A turn without words or caption is left out. Times count as UTC,
    and turns of a session are put one second apart; their metadata says that the time is the
    session's.

    Raises:
        Unfit: it is no such conversation; the message names session and turn.
    """
    whole = object_of(value, "the conversation")
    talk = object_of(whole["conversation"], "conversation") if "conversation" in whole else whole
    turns = tuple(_turns(talk, name))
    if not turns:
        raise Unfit("there is no turn in any session_N")
    return Conversation(
        name=name,
        turns=turns,
        turns_total=len(turns),
        questions=tuple(_questions(whole, {turn.source_id for turn in turns})),
    )


def name_of(value: object, fallback: str) -> str:
    """Return what a conversation is called: its sample_id, or the fallback; 'conv-26' is '26'."""
    given = value.get("sample_id") if isinstance(value, dict) else None
    called = str(given).strip() if isinstance(given, (str, int)) else ""
    return f"locomo-{(called or fallback).removeprefix('conv-')}"


def read_session_time(text: str) -> datetime:
    """Read '1:56 pm on 8 May, 2023', as UTC.

    Raises:
        Unfit: it is no such time.
    """
    found = _TIME.fullmatch(text.strip().lower())
    if found is None or found[5] not in MONTHS or not 1 <= int(found[1]) <= 12:
        raise Unfit(f"{text!r:.80} is not a time such as '1:56 pm on 8 May, 2023'")
    hour = int(found[1]) % 12 + (12 if found[3] == "p" else 0)
    month = MONTHS.index(found[5]) + 1
    try:
        return datetime(int(found[6]), month, int(found[4]), hour, int(found[2]), tzinfo=UTC)
    except ValueError as error:
        raise Unfit(f"{text!r:.80} is not a time: {error}") from None


def _turns(talk: Object, name: str) -> Iterator[Turn]:
    numbered = sorted((int(found[1]), key) for key in talk if (found := _SESSION.fullmatch(key)))
    for number, session in numbered:
        said = list_of(talk[session], session)
        if said:
            yield from _session(talk, session, said, number, f"{name}/{session}")


def _session(
    talk: Object, session: str, said: list[object], number: int, called: str
) -> Iterator[Turn]:
    key = f"{session}_date_time"
    time = text_of(talk.get(key), key)
    began = read_session_time(time)
    seen: Counter[str] = Counter()
    for place, value in enumerate(said):
        where = f"{session}, turn {place + 1}"
        turn = object_of(value, where)
        text = optional_text(turn.get("text"), f"{where}: text")
        caption = optional_text(turn.get("blip_caption"), f"{where}: blip_caption")
        given = optional_text(turn.get("dia_id"), f"{where}: dia_id")
        source_id = given or f"D{number}:{place + 1}"
        seen[source_id] += 1
        if text is None and caption is None:
            continue
        yield Turn(
            content=text or f"[{caption}]",
            speaker=optional_text(turn.get("speaker"), f"{where}: speaker"),
            occurred_at=said_at(began, place, where),
            session=called,
            source_id=source_id if seen[source_id] == 1 else f"{source_id}#{seen[source_id]}",
            caption=caption,
            metadata={"time_of": "session", "session_time": time},
        )


def _questions(whole: Object, turns: set[str | None]) -> Iterator[Question]:
    for place, value in enumerate(list_of(whole.get("qa", []), "qa")):
        where = f"qa {place + 1}"
        asked = object_of(value, where)
        told = " ".join(
            text_of(each, f"{where}: evidence")
            for each in list_of(asked.get("evidence", []), f"{where}: evidence")
        )
        answer, category = asked.get("answer"), asked.get("category")
        yield Question(
            question=text_of(asked.get("question"), f"{where}: question"),
            answer=None if answer is None else str(answer),
            evidence=tuple(
                dict.fromkeys(each for each in _EVIDENCE.findall(told) if each in turns)
            ),
            category=CATEGORIES.get(category) if isinstance(category, int) else None,
        )
