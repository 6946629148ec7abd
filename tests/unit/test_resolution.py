"""What a claim comes to, given what is believed: the verdict, what it touches, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from muniment.errors import InvalidValue
from muniment.knowledge.resolution.drafting import period_of
from muniment.knowledge.resolution.judged import Ending, Heard, Held, Verdict, refuse_strangers
from muniment.knowledge.resolution.replacing_words import replaced_value
from muniment.knowledge.resolution.resolving import resolve
from muniment.model.claims import Act, Claim, Role
from muniment.model.decisions import Result
from muniment.model.memory import Cardinality, Outcome, Standing
from muniment.model.names import folded
from muniment.temporal.period import Period
from muniment.testing.extractor import claim_of


def day(number: int) -> datetime:
    return datetime(2021, 3, number, tzinfo=UTC)


def held(n: int, category: str, value: str, **others: object) -> Held:
    """Return a belief of Mike's about himself since the second of March."""
    given: dict[str, object] = {
        "entity_key": "mike",
        "content": f"Mike {category} {value}.",
        "standing": Standing.HELD,
        "rows": (Period(start=day(2), end=None),),
        "begins": (day(2),),
        "speakers": frozenset({"mike"}),
        "said_by": ("Mike",),
        **others,
    }
    return Held(memory_id=UUID(int=n), category_key=category, object=value, **given)  # type: ignore[arg-type]  # the tests name fields of a belief


def judged(
    claim: Claim,
    *beliefs: Held,
    speaker: str = "Mike",
    role: Role = Role.USER,
    on: int = 9,
    is_change: bool = False,
) -> Verdict:
    """Return the verdict on a claim that is made on a day."""
    heard = Heard(
        claim=claim,
        speaker=speaker,
        role=role,
        occurred_at=day(on),
        period=period_of(claim, day(on)),
        cardinality=claim.cardinality,
        names=frozenset({folded(claim.subject)}),
        is_change=is_change,
    )
    verdict = resolve(heard, beliefs)
    refuse_strangers(verdict, beliefs)
    return verdict


def told(verdict: Verdict) -> tuple[str, str]:
    return verdict.decision.value, verdict.outcome.value


def ended(verdict: Verdict) -> list[int]:
    """Return the numbers of the beliefs that end."""
    endings = [*verdict.replaced, *([verdict.ending] if verdict.ending else [])]
    return [each.memory_id.int for each in endings]


def mike(predicate: str, value: str, **others: object) -> Claim:
    return claim_of("Mike", predicate, value, **others)


def test_nothing_believed_is_new() -> None:
    assert told(judged(mike("likes", "tea"))) == ("ADD", "new")


def test_another_value_of_one_supersedes_and_of_many_stands_beside() -> None:
    assert told(judged(mike("lives_in", "Bath"), held(1, "lives_in", "Rome"))) == (
        "ADD",
        "superseded",
    )
    assert told(judged(mike("likes", "tea"), held(1, "likes", "coffee"))) == ("ADD", "new")


@pytest.mark.parametrize(
    "said, known",
    [("The Alps", "alps"), ("two", "2"), ("2", "Two"), ("a  Kayak", "kayak"), ("BATH", "Bath")],
)
def test_the_same_value_in_other_letters_is_known(said: str, known: str) -> None:
    verdict = judged(mike("likes", said), held(1, "likes", known))

    assert told(verdict) == ("NOOP", "duplicate")
    assert verdict.adding is not None
    assert verdict.adding.beside == UUID(int=1)


def test_what_is_said_to_be_replaced_ends_and_nothing_else_does() -> None:
    beliefs = [held(1, "plan", "visit Rome"), held(2, "plan", "paint the shed")]
    verdict = judged(mike("plan", "visit Oslo", replaces="Rome"), *beliefs)

    assert told(verdict) == ("ADD", "superseded")
    assert ended(verdict) == [1]


def test_what_is_said_to_be_replaced_and_fits_two_ends_neither() -> None:
    beliefs = [held(1, "plan", "visit Rome with Ann"), held(2, "plan", "visit Rome with Tom")]

    assert ended(judged(mike("plan", "visit Oslo", replaces="visit Rome"), *beliefs)) == []


def test_a_plan_that_differs_in_its_day_alone_is_moved() -> None:
    beliefs = [held(1, "plan", "dentist on Tuesday"), held(2, "plan", "barber on Tuesday")]

    assert ended(judged(mike("plan", "dentist on Thursday"), *beliefs)) == [1]


@pytest.mark.parametrize(
    "before, after, takes_place",
    [
        ("married", "divorced", True),
        ("on parental leave", "back at work", True),
        ("on parental leave", "divorced", False),
        ("unemployed", "retired", True),
        ("married", "retired", False),
    ],
)
def test_states_of_a_kind_take_turns(before: str, after: str, takes_place: bool) -> None:
    verdict = judged(mike("status", after), held(1, "status", before))

    assert ended(verdict) == ([1] if takes_place else [])


@pytest.mark.parametrize(
    "said, category, known, ends",
    [
        (mike("status", "retired"), "works_at", "Acme", True),
        (mike("status", "retired"), "works_as", "welder", True),
        (mike("status", "unemployed"), "works_at", "Acme", True),
        (mike("status", "unemployed"), "works_as", "welder", False),
        (mike("status", "pregnant"), "works_at", "Acme", False),
        (mike("status", "retired", act=Act.DENY), "works_at", "Acme", False),
        (mike("works_at", "Bosch"), "status", "unemployed", True),
        (mike("works_at", "Bosch"), "status", "married", False),
        (mike("relation", "Max", of="boyfriend"), "status", "single", True),
        (mike("relation", "Max", of="Boyfriend"), "status", "single", True),
        (mike("relation", "Max", of="boss"), "status", "single", False),
        (mike("relation", "Max", of="ex"), "status", "single", False),
        (mike("status", "single"), "girlfriend", "Sara", True),
        (mike("status", "single"), "friend", "Sara", False),
    ],
)
def test_what_cannot_be_beside_a_claim_ends_with_it(
    said: Claim, category: str, known: str, ends: bool
) -> None:
    assert ended(judged(said, held(1, category, known))) == ([1] if ends else [])


def test_what_somebody_said_of_themselves_does_not_end_by_what_another_says_of_them() -> None:
    verdict = judged(mike("status", "retired"), held(1, "works_at", "Acme"), speaker="Ann")

    assert ended(verdict) == []


@pytest.mark.parametrize(
    "said, category, known",
    [
        (mike("status", "married"), "status", "single"),
        (mike("dislikes", "tea"), "likes", "tea"),
        (mike("plan", "dentist on Thursday"), "plan", "dentist on Tuesday"),
    ],
)
def test_what_would_take_the_place_of_somebodys_own_word_is_contested(
    said: Claim, category: str, known: str
) -> None:
    belief = held(1, category, known)

    assert told(judged(said, belief, speaker="Ann")) == ("ADD", "contradicted")
    assert told(judged(said, belief)) == ("ADD", "superseded")
    news = replace(said, valid_from=day(5), time_words="on Friday")
    assert told(judged(news, belief, speaker="Ann")) == ("ADD", "superseded")


def test_what_was_told_late_without_a_time_ends_when_it_is_told_otherwise() -> None:
    said = mike("status", "retired", valid_from=day(1))
    job = held(1, "works_at", "Acme")

    assert [each.at for each in judged(said, job).replaced] == [day(9)]
    assert ended(judged(said, held(1, "works_at", "Acme", tells_time=True))) == []


def test_an_end_before_what_was_told_without_a_time_ends_it_where_it_is_told() -> None:
    gone = mike("owns", "dog Rex", act=Act.END, valid_until=day(1))
    verdict = judged(gone, held(1, "owns", "dog Rex"))

    assert told(verdict) == ("INVALIDATE", "ended")
    assert verdict.ending is not None
    assert verdict.ending.at == day(9)
    assert ended(judged(gone, held(1, "owns", "dog Rex", tells_time=True))) == []


def test_an_end_long_before_what_was_told_without_a_time_leaves_it() -> None:
    """Who is pregnant and had a baby in 2019 speaks of another time."""
    years_back = datetime(2019, 1, 1, tzinfo=UTC)
    born = mike("status", "pregnant", act=Act.END, valid_until=years_back)
    verdict = judged(born, held(1, "status", "pregnant"))

    assert told(verdict) == ("ADD", "new")
    assert ended(verdict) == []
    assert verdict.adding is not None
    assert verdict.adding.until == day(2)
    retired = mike("status", "retired", valid_from=years_back)
    assert ended(judged(retired, held(1, "works_at", "Acme"))) == []


def test_a_thing_has_one_state_at_a_time() -> None:
    delayed = held(1, "status", "stuck in customs", entity_key="kiln order")
    verdict = judged(claim_of("kiln order", "status", "delivered"), delayed)

    assert ended(verdict) == [1]


@pytest.mark.parametrize("name", ["local", "customer-7"])
def test_who_speaks_is_no_thing_however_the_name_is_written(name: str) -> None:
    married = held(1, "status", "married", entity_key=name, speakers=frozenset({name}))
    verdict = judged(claim_of(name, "status", "retired"), married, speaker=name)

    assert ended(verdict) == []


@pytest.mark.parametrize(
    "of, was, ends",
    [("ex-husband", "husband", True), ("ex-boss", "boss", True), ("ex-boss", "friend", False)],
)
def test_who_is_an_ex_is_no_longer_what_they_were(of: str, was: str, ends: bool) -> None:
    verdict = judged(
        mike("relation", "Ann Lee", of=of), held(1, was, "Ann Lee"), held(2, was, "Bea")
    )
    assert ended(verdict) == ([1] if ends else [])


def test_a_wife_is_no_longer_a_girlfriend() -> None:
    beliefs = [held(1, "girlfriend", "Ann Lee"), held(2, "girlfriend", "Bea")]
    verdict = judged(mike("relation", "Ann", of="wife"), *beliefs)

    assert ended(verdict) == [1]


def test_who_is_no_partner_any_more_may_be_known_as_a_wife() -> None:
    verdict = judged(mike("relation", "Ann", of="partner", act=Act.END), held(1, "wife", "Ann"))

    assert told(verdict) == ("INVALIDATE", "ended")
    assert ended(verdict) == [1]


def test_what_is_disliked_is_liked_no_more() -> None:
    beliefs = [held(1, "likes", "tea"), held(2, "likes", "tea cakes")]

    assert ended(judged(mike("dislikes", "tea"), *beliefs)) == [1]


@pytest.mark.parametrize(
    "said, known, ends",
    [
        ("car", "blue Honda car", True),
        ("blue car", "red car", False),
        ("the 6:10 train", "the 6:40 train", False),
        ("Tom", "Tom Meyer", True),
        ("Tom Meyer", "Tom Baker", False),
        ("Ann Meyer", "Tom Baker", False),
        ("hiking", "hikes in the hills", True),
        ("playing the guitar", "play the guitar", True),
        ("coming for Thanksgiving", "Thanksgiving dinner at mum's", False),
        ("950 euros", "1,020 euros", False),
    ],
)
def test_an_end_closes_what_it_is_about_and_nothing_near_it(
    said: str, known: str, ends: bool
) -> None:
    verdict = judged(mike("owns", said, act=Act.END), held(1, "owns", known))

    assert ended(verdict) == ([1] if ends else [])
    assert told(verdict) == (("INVALIDATE", "ended") if ends else ("ADD", "new"))


def test_an_end_that_fits_two_changes_nothing_and_says_so() -> None:
    beliefs = [held(1, "owns", "red car"), held(2, "owns", "blue car")]
    verdict = judged(mike("owns", "car", act=Act.END), *beliefs)

    assert told(verdict) == ("NOOP", "unclear")
    assert ended(verdict) == []
    assert verdict.rationale == (
        "nothing was changed: it fits several beliefs alike: “Mike owns red car.” "
        "(since 2021-03-02T00:00:00+00:00); “Mike owns blue car.” (since 2021-03-02T00:00:00+00:00)."
    )


@pytest.mark.parametrize("act", [Act.END, Act.DENY])
def test_who_has_no_cats_any_more_has_not_two_of_them(act: Act) -> None:
    counted = [held(1, "number of cat", "two"), held(2, "number of dog", "two")]
    assert ended(judged(mike("owns", "cats", act=act), *counted)) == [1]


def test_an_end_without_a_value_closes_the_one_that_holds() -> None:
    acme = held(1, "works_at", "Acme")

    assert ended(judged(mike("works_at", "job", act=Act.END), acme)) == [1]
    assert told(judged(mike("works_at", "job", act=Act.END))) == ("NOOP", "unclear")


def test_an_end_of_another_employer_leaves_this_one() -> None:
    verdict = judged(mike("works_at", "Globex", act=Act.END), held(1, "works_at", "Acme"))

    assert told(verdict) == ("ADD", "new")
    assert verdict.adding is not None
    assert verdict.adding.category == "not works_at"
    assert ended(verdict) == []


def test_an_end_of_what_had_ended_is_known() -> None:
    past = held(1, "owns", "van", rows=(Period(start=day(2), end=day(4)),))

    assert told(judged(mike("owns", "van", act=Act.END), past)) == ("NOOP", "duplicate")


def test_a_later_beginning_is_not_ended_before() -> None:
    later = held(1, "owns", "van", rows=(Period(start=day(20), end=None),))
    verdict = judged(mike("owns", "van", act=Act.END), later)

    assert told(verdict) == ("ADD", "new")
    assert verdict.adding is not None
    assert (verdict.adding.category, verdict.adding.until) == ("not owns", day(20))


def test_an_end_that_was_told_before_bounds_what_comes_late() -> None:
    denial = held(1, "not owns", "van", rows=(Period(start=day(12), end=None),), begins=(day(12),))
    verdict = judged(mike("owns", "van"), denial, on=5)

    assert verdict.adding is not None
    assert verdict.adding.ended_at == day(12)


def test_a_correction_takes_the_value_that_it_names_or_the_one_that_holds() -> None:
    named = judged(
        mike("lives_in", "Bath", act=Act.CORRECT, replaces="Rome"), held(1, "lives_in", "Rome")
    )
    unnamed = judged(mike("lives_in", "Bath", act=Act.CORRECT), held(1, "lives_in", "Rome"))
    other = judged(
        mike("lives_in", "Bath", act=Act.CORRECT, replaces="Oslo"), held(1, "lives_in", "Rome")
    )

    assert [each.corrects for each in (named, unnamed)] == [UUID(int=1)] * 2
    assert told(other) == ("ADD", "superseded")


def test_a_correction_of_nothing_is_a_statement() -> None:
    assert told(judged(mike("age", "34", act=Act.CORRECT))) == ("ADD", "new")
    known = judged(mike("age", "34", act=Act.CORRECT), held(1, "age", "34"))
    assert told(known) == ("NOOP", "duplicate")


def test_what_began_before_the_other_was_told_takes_its_place() -> None:
    """Leeds begins on the second because that is when it was told; York is so now."""
    moved = mike("lives_in", "York", valid_from=day(1), valid_until=None)
    verdict = judged(moved, held(1, "lives_in", "Leeds"))

    assert told(verdict) == ("UPDATE", "corrected")
    assert verdict.corrects == UUID(int=1)


@pytest.mark.parametrize(
    "known",
    [
        pytest.param({"tells_time": True}, id="who said when moved later"),
        pytest.param({"speakers": frozenset(), "said_by": ()}, id="nobody told it in a turn"),
    ],
)
def test_what_began_before_leaves_what_has_a_beginning_of_its_own(known: dict[str, object]) -> None:
    moved = mike("lives_in", "York", valid_from=day(1))

    assert told(judged(moved, held(1, "lives_in", "Leeds", **known))) == ("ADD", "new")


def test_what_was_so_and_is_over_leaves_what_holds() -> None:
    once = mike("lives_in", "York", valid_from=datetime(2019, 1, 1, tzinfo=UTC), valid_until=day(1))

    assert told(judged(once, held(1, "lives_in", "Leeds"))) == ("ADD", "new")


def test_somebody_elses_correction_of_what_a_person_said_of_themselves_is_contested() -> None:
    verdict = judged(mike("age", "43", act=Act.CORRECT), held(1, "age", "34"), speaker="Ann")

    assert told(verdict) == ("ADD", "contradicted")
    assert verdict.corrects is None


def test_a_first_name_is_the_speakers_own() -> None:
    own = held(1, "lives_in", "Rome", speakers=frozenset({"mike hall"}), said_by=("Mike Hall",))

    assert told(judged(mike("lives_in", "Bath"), own, speaker="Mike Hall")) == ("ADD", "superseded")
    assert told(judged(mike("lives_in", "Bath"), own, speaker="Ann")) == ("ADD", "contradicted")


def test_of_a_thing_anybody_tells_a_change() -> None:
    rent = held(1, "rent", "900", entity_key="flat", speakers=frozenset({"ann"}), said_by=("Ann",))

    assert told(judged(claim_of("flat", "attribute", "950", of="rent"), rent)) == (
        "ADD",
        "superseded",
    )


def test_what_nobody_said_in_a_turn_contradicts_nobody() -> None:
    typed = held(1, "lives_in", "Rome", speakers=frozenset(), said_by=())

    assert told(judged(mike("lives_in", "Bath"), typed, speaker="Ann")) == ("ADD", "superseded")


def test_the_same_event_on_another_day_is_another_event() -> None:
    swim = held(1, "event", "swam in the sea", rows=(Period(start=day(3), end=None),))
    again = mike("event", "swam in the sea", valid_from=day(8), valid_until=day(9))
    same = mike("event", "swam in the sea", valid_from=day(3), valid_until=day(4))

    assert told(judged(again, swim)) == ("ADD", "new")
    assert told(judged(same, swim)) == ("NOOP", "duplicate")


def test_other_subjects_and_categories_are_not_considered() -> None:
    beliefs = [
        held(1, "lives_in", "Rome", entity_key="ann"),
        held(2, "works_at", "Rome"),
        held(3, "lives_in", "Oslo", rows=()),
    ]
    verdict = judged(mike("lives_in", "Bath"), *beliefs)

    assert (told(verdict), verdict.considered) == (("ADD", "new"), ())


def test_a_verdict_about_a_stranger_is_refused() -> None:
    verdict = Verdict(
        decision=Outcome.INVALIDATE,
        outcome=Result.ENDED,
        rationale="",
        ending=Ending(memory_id=UUID(int=7), at=day(3)),
    )

    refuse_strangers(verdict, [held(7, "likes", "tea")])
    with pytest.raises(InvalidValue, match="not among its candidates"):
        refuse_strangers(verdict, [held(1, "likes", "tea")])


def test_a_tenants_own_cardinality_is_followed() -> None:
    claim = mike("owns", "kayak")
    heard = Heard(
        claim=claim,
        speaker="Mike",
        role=Role.USER,
        occurred_at=day(9),
        period=period_of(claim, day(9)),
        cardinality=Cardinality.ONE,
        names=frozenset({"mike"}),
    )

    assert told(resolve(heard, [held(1, "owns", "van")])) == ("ADD", "superseded")


@pytest.mark.parametrize(
    "text, span, value",
    [
        ("I'm going to Bergen in June instead of Oslo.", (4, 19), "Oslo"),
        ("We take the train rather than the car, mostly.", (3, 17), "car"),
        ("I bought a kayak, replacing my old canoe.", (2, 16), "old canoe"),
        ("I switched from tea to coffee.", (2, 29), "tea"),
        ("Instead of Oslo it's Bergen now. I like tea.", (33, 43), None),
        ("I live in Bath, not far from Bristol.", (2, 14), None),
    ],
)
def test_what_a_sentence_gives_as_replaced_is_found(
    text: str, span: tuple[int, int], value: str | None
) -> None:
    assert replaced_value(text, span, corrects=False) == value


def test_a_correction_says_not() -> None:
    said = "I live in Bath, not Bristol."

    assert replaced_value(said, (2, 14), corrects=True) == "Bristol"
    assert replaced_value(said, (2, 14), corrects=False) is None


def test_a_change_of_plans_gives_up_the_plan_for_the_same_time() -> None:
    june = Period(start=datetime(2021, 6, 1, tzinfo=UTC), end=datetime(2021, 7, 1, tzinfo=UTC))
    beliefs = [
        held(1, "plan", "sail to Oslo", time=june),
        held(2, "plan", "paint the shed", time=Period(start=day(1), end=day(30))),
    ]
    claim = mike("plan", "hike in Rondane", valid_from=june.start, valid_until=june.end)

    assert ended(judged(claim, *beliefs)) == []
    assert ended(judged(claim, *beliefs, is_change=True)) == [1]
