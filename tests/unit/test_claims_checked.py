"""What a claim becomes: its period, its words, and what is kept of the time that it speaks of."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from muniment.knowledge.resolution.checking import checked_claim, kept_claim
from muniment.knowledge.resolution.drafting import content_of, ends_at, metadata_of, period_of
from muniment.model.claim_text import claim_text, read_claim
from muniment.model.claims import Act, Claim, Message, Role
from muniment.settings import LimitSettings
from muniment.temporal.period import Period
from muniment.testing.extractor import claim_of

ZONE = timezone(timedelta(hours=2))
SAID = datetime(2026, 3, 9, 20, tzinfo=ZONE)


def midnight(month: int, day: int = 1, year: int = 2026) -> datetime:
    return datetime(year, month, day, tzinfo=ZONE)


def ann(predicate: str, value: str, **others: object) -> Claim:
    return claim_of("Ann", predicate, value, **others)


def test_a_state_holds_for_the_time_given_else_from_the_turn_on() -> None:
    since = ann("lives_in", "Oslo", valid_from=midnight(1))
    until = ann("lives_in", "Oslo", valid_from=midnight(1), valid_until=midnight(2))
    over = ann("lives_in", "Oslo", valid_until=midnight(2))

    assert period_of(ann("lives_in", "Oslo"), SAID) == Period(start=SAID, end=None)
    assert period_of(since, SAID) == Period(start=midnight(1), end=None)
    assert period_of(until, SAID) == Period(start=midnight(1), end=midnight(2))
    assert period_of(over, SAID) == Period(start=SAID, end=None)


def test_what_happened_stays_so_and_a_plan_is_held_until_its_time_is_over() -> None:
    swam = ann("event", "swam", valid_from=midnight(3, 7), valid_until=midnight(3, 8))
    fly = ann("plan", "fly to Oslo", valid_from=midnight(5), valid_until=midnight(6))

    assert period_of(swam, SAID) == Period(start=midnight(3, 7), end=None)
    assert period_of(fly, SAID) == Period(start=SAID, end=midnight(6))


@pytest.mark.parametrize(
    "start, end, words",
    [
        (midnight(3, 7), midnight(3, 8), "on 7 March 2026"),
        (midnight(2), midnight(3), "in February 2026"),
        (midnight(1, year=2019), midnight(1, year=2020), "in 2019"),
        (midnight(3, 2), midnight(3, 9), "from 2 March 2026 until 9 March 2026"),
        (midnight(3, 2), None, "from 2 March 2026"),
        (None, midnight(3, 2), "until 2 March 2026"),
    ],
)
def test_what_happens_says_when(start: datetime | None, end: datetime | None, words: str) -> None:
    swam = ann("event", "swam", sentence="Ann swam.", valid_from=start, valid_until=end)

    assert content_of(swam) == f"Ann swam ({words})."


@pytest.mark.parametrize(
    "said, words",
    [
        ("last week", "between 2 March 2026 and 8 March 2026"),
        ("from 2 to 8 March", "from 2 March 2026 until 9 March 2026"),
        ("2-8 March", "from 2 March 2026 until 9 March 2026"),
    ],
)
def test_what_happened_on_some_day_of_a_week_did_not_last_it(said: str, words: str) -> None:
    start, end = midnight(3, 2), midnight(3, 9)
    died = ann(
        "event",
        "died",
        sentence="Rex died.",
        time_words=said,
        valid_from=start,
        valid_until=end,
    )

    assert content_of(died) == f"Rex died ({words})."


def test_other_claims_keep_their_words() -> None:
    assert content_of(ann("likes", "tea", valid_from=midnight(1))) == "Ann likes tea."
    assert content_of(ann("event", "swam", sentence="Ann swam")) == "Ann swam"


def test_the_time_that_was_spoken_of_is_kept() -> None:
    swam = ann(
        "event",
        "swam",
        time_words="on Saturday",
        valid_from=midnight(3, 7),
        valid_until=midnight(3, 8),
    )

    assert metadata_of(swam) == {
        "time_words": "on Saturday",
        "time_from": "2026-03-06T22:00:00+00:00",
        "time_until": "2026-03-07T22:00:00+00:00",
    }
    assert metadata_of(ann("likes", "tea")) is None


def test_an_end_is_at_the_time_given_else_at_the_turn() -> None:
    end = Act.END
    assert ends_at(ann("owns", "van", act=end, valid_until=midnight(2)), SAID) == midnight(2)
    assert ends_at(ann("owns", "van", act=end, valid_from=midnight(1)), SAID) == midnight(1)
    assert ends_at(ann("owns", "van", act=end), SAID) == SAID
    # When a plan would have been is not when it was given up.
    assert ends_at(ann("plan", "fly", act=end, valid_until=midnight(6)), SAID) == SAID
    assert ends_at(ann("owns", "van", act=Act.DENY, valid_until=midnight(6)), SAID) == SAID


def test_a_checked_claim_is_in_normal_form_and_in_the_zone_of_its_message() -> None:
    message = Message(text="I like tea.", speaker="Ann", role=Role.USER, occurred_at=SAID)
    claim = ann("likes", "  cafe\u0301 ", valid_from=datetime(2026, 3, 1, 23, tzinfo=UTC))

    checked = checked_claim(claim, message, LimitSettings())

    assert checked.object == "café"
    assert checked.valid_from is not None
    assert checked.valid_from.isoformat() == "2026-03-02T01:00:00+02:00"


def test_a_claim_is_read_back_as_it_was_written() -> None:
    claim = ann(
        "plan",
        "fly to Tromsø",
        act=Act.CORRECT,
        valid_from=datetime(2026, 5, 1, tzinfo=UTC),
        valid_until=datetime(2026, 6, 1, tzinfo=UTC),
        time_words="in May",
        replaces="Oslo",
        confidence=0.5,
    )

    assert read_claim(claim_text(claim)) == claim
    assert read_claim(None) is None


def test_a_refused_claim_can_be_kept_whatever_it_says() -> None:
    claim = ann(
        "likes", "te\x00a\ud800" + "x" * 900, confidence=7.0, valid_from=SAID.replace(tzinfo=None)
    )

    kept = kept_claim(claim)

    assert kept.object.startswith("te�a?xx")
    assert len(kept.object) == 500
    assert (kept.confidence, kept.valid_from) == (0.0, None)
    assert read_claim(claim_text(kept)) == kept
