"""Read LongMemEval: questions, each with the sessions in which its answer is hidden."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from muniment.ingest.conversation import Conversation, Question, said_at
from muniment.ingest.json_values import Object, Unfit, list_of, object_of, optional_text, text_of
from muniment.model.writes import Turn

UNANSWERABLE: Final = "_abs"
"""How the id of a question ends that nothing in its sessions answers."""

_TIME = re.compile(r"(\d{4})/(\d\d?)/(\d\d?)(?: \([A-Za-z]+\))?(?: (\d\d?):(\d\d))?")


def is_question(value: object) -> bool:
    """Say whether a JSON value is a question with its sessions."""
    return isinstance(value, dict) and "haystack_sessions" in value


def read_question(value: object, place: int) -> Conversation:
    """Read one question and its sessions, as a conversation by itself.

    It is `{question_id, question_type, question, answer, question_date, haystack_dates,
    haystack_session_ids, haystack_sessions: [[{role, content, has_answer}]]}`. The turns that
    `has_answer` marks are its evidence; a question that cannot be answered has none. Times count
    as UTC, and turns of a session are put one second apart. A turn without words is left out.

    Raises:
        Unfit: it is no such question; the message names it, or its session and turn.
    """
    asked = object_of(value, f"question {place}")
    question_id = text_of(asked.get("question_id"), f"question {place}: question_id")
    name = f"longmemeval-{question_id}"
    evidence: list[str] = []
    turns = tuple(_turns(asked, name, question_id, evidence))
    if not turns:
        raise Unfit(f"question {question_id} has no turn in any session")
    answer = asked.get("answer")
    question = Question(
        question=text_of(asked.get("question"), f"question {question_id}: question"),
        answer=None if answer is None else str(answer),
        evidence=() if question_id.endswith(UNANSWERABLE) else tuple(evidence),
        category=optional_text(
            asked.get("question_type"), f"question {question_id}: question_type"
        ),
        asked_at=_optional_time(
            asked.get("question_date"), f"question {question_id}: question_date"
        ),
    )
    return Conversation(name=name, turns=turns, turns_total=len(turns), questions=(question,))


def read_time(text: str) -> datetime:
    """Read '2023/05/20 (Sat) 15:08', as UTC.

    Raises:
        Unfit: it is no such time.
    """
    found = _TIME.fullmatch(text.strip())
    try:
        if found is not None:
            return datetime(*(int(each or 0) for each in found.groups()), tzinfo=UTC)  # type: ignore[misc,arg-type]  # five numbers
    except ValueError:
        pass
    raise Unfit(f"{text!r:.80} is not a time such as '2023/05/20 (Sat) 15:08'")


def _turns(asked: Object, name: str, question_id: str, evidence: list[str]) -> Iterator[Turn]:
    """Walk the turns of all sessions, and note the source ids of those that answer."""
    where = f"question {question_id}"
    sessions = list_of(asked.get("haystack_sessions"), f"{where}: haystack_sessions")
    dates = list_of(asked.get("haystack_dates"), f"{where}: haystack_dates")
    given = asked.get("haystack_session_ids", [str(at) for at in range(1, len(sessions) + 1)])
    ids = list_of(given, f"{where}: haystack_session_ids")
    if not len(sessions) == len(dates) == len(ids):
        raise Unfit(
            f"{where} has {len(sessions)} sessions, {len(dates)} dates and {len(ids)} ids of sessions"
        )
    seen: Counter[str] = Counter()
    for session, date, given_id in zip(sessions, dates, ids, strict=True):
        called = text_of(given_id, f"{where}: haystack_session_ids")
        seen[called] += 1
        if seen[called] > 1:
            called = f"{called}#{seen[called]}"
        began = read_time(text_of(date, f"{where}: haystack_dates"))
        for at, said in enumerate(list_of(session, f"{where}, session {called}")):
            place = f"{where}, session {called}, turn {at + 1}"
            turn = object_of(said, place)
            text = optional_text(turn.get("content"), f"{place}: content")
            if text is None:
                continue
            source_id = f"{called}:{at + 1}"
            if turn.get("has_answer") is True:
                evidence.append(source_id)
            yield Turn(
                content=text,
                speaker=optional_text(turn.get("role"), f"{place}: role"),
                occurred_at=said_at(began, at, place),
                session=f"{name}/{called}",
                source_id=source_id,
                metadata={"time_of": "session"},
            )


def _optional_time(value: object, what: str) -> datetime | None:
    text = optional_text(value, what)
    return None if text is None else read_time(text)
