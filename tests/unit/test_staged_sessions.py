"""What a model may stage in a session: what a message says, of beliefs that it was shown."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from muniment.errors import ModelAnswerUnusable
from muniment.knowledge import prompts
from muniment.knowledge.staging.adjudicating import adjudicate
from muniment.knowledge.staging.session import Session
from muniment.knowledge.staging.staged import Adjudicated, Stage
from muniment.knowledge.staging.tools import TOOLS, Reads, Stages
from muniment.model.claims import Act, Message, Role
from muniment.model.ids import MemoryId
from muniment.model.memory import Memory, Scope
from muniment.ports.language_model import JsonObject
from muniment.testing.model_script import Calls, Garbles, Refuses, Replies, calls
from tests.unit.role_models import Bench

SAID_AT = datetime(2026, 6, 24, 18, 0, tzinfo=UTC)
KNOWN = datetime(2026, 3, 1, tzinfo=UTC)


def memory(
    number: int,
    content: str,
    category: str | None = None,
    value: str | None = None,
    scope: Scope = Scope.USER,
) -> Memory:
    return Memory(
        id=MemoryId(UUID(int=number)),
        content=content,
        entity=None if category is None else "Mike",
        category=category,
        object=value,
        valid_from=KNOWN,
        valid_until=None,
        known_from=KNOWN,
        known_until=None,
        scope=scope,
    )


LONDON = memory(1, "Mike lives in London.", "lives_in", "London")
HIKING = memory(2, "Mike likes hiking.", "likes", "hiking")
TREKS = memory(3, "Mike likes treks.", "likes", "treks")
GLOBAL = memory(4, "Mike likes tea.", "likes", "tea", scope=Scope.GLOBAL)
PLAIN = memory(5, "It often rains.")
ROUND = {
    "t1": Message(
        text="I moved from London to Bath last Friday. I love hiking, I mean trekking. Mike is short for Michael.",
        speaker="Mike",
        role=Role.USER,
        occurred_at=SAID_AT,
    ),
    "t2": Message(
        text="I booked a table for two.", speaker="Helper", role=Role.ASSISTANT, occurred_at=SAID_AT
    ),
}  # fmt: skip


class Shelf:
    """Answer every look with the same beliefs."""

    async def look(self, tool: Reads, told: JsonObject, session: Session) -> str:
        keys = [session.show(each) for each in (LONDON, HIKING, TREKS, GLOBAL, PLAIN)]
        return json.dumps({"found": list(keys)})


@pytest.fixture
def session() -> Session:
    made = Session(messages=ROUND, scope=Scope.USER, namespace="default")
    for each in (LONDON, HIKING, TREKS, GLOBAL, PLAIN):
        made.show(each)
    return made


def evidence(**more: object) -> dict[str, object]:
    given = {
        "message": "t1",
        "quote": "I moved from London to Bath last Friday",
        "confidence": 0.9,
        "time_words": None,
        "valid_from": None,
        "valid_until": None,
    }
    return given | more


def bath(**more: object) -> dict[str, object]:
    given = {"subject": "Mike", "predicate": "lives_in", "of": None, "object": "Bath"}
    return given | evidence(time_words="last Friday", valid_from="2026-06-19") | more


def staged(session: Session, tool: Stages, **told: object) -> str:
    return session.stage(tool, told)  # type: ignore[arg-type]  # a test sends what no model may


def refusal(session: Session, tool: Stages, **told: object) -> str:
    with pytest.raises(ModelAnswerUnusable) as refused:
        staged(session, tool, **told)
    assert session.refused[-1] == f"{tool.value}: {refused.value.message}"
    return refused.value.message


def test_a_new_belief_is_staged_with_its_quotation_and_its_time(session: Session) -> None:
    told = staged(session, Stages.CREATE, **bath())
    assert told == "staged as s1: create Mike lives in Bath."
    made = session.staged["s1"]
    assert (made.stage, made.message, made.claim.span) == (Stage.CREATE, "t1", (0, 39))
    assert made.claim.valid_from == datetime(2026, 6, 19, tzinfo=UTC)


def test_an_update_an_end_a_confirmation_and_a_merge_are_about_beliefs_that_were_shown(
    session: Session,
) -> None:
    staged(
        session,
        Stages.UPDATE,
        memory="m2",
        object="trekking",
        **evidence(quote="I love hiking, I mean trekking"),
    )
    staged(
        session,
        Stages.END,
        memory="m1",
        **evidence(time_words="last Friday", valid_from="2026-06-19"),
    )
    update, end = session.staged.values()
    assert (update.memory, update.claim.sentence, update.claim.replaces) == (
        HIKING,
        "Mike likes trekking.",
        "hiking",
    )
    assert (end.memory, end.claim.act, end.claim.object) == (LONDON, Act.END, "London")
    assert end.claim.valid_until == datetime(2026, 6, 19, tzinfo=UTC)


def test_two_beliefs_of_one_slot_can_be_merged(session: Session) -> None:
    staged(session, Stages.MERGE, memory="m2", other="m3", **evidence(quote="I love hiking"))
    (made,) = session.staged.values()
    assert (made.stage, made.memory, made.other) == (Stage.MERGE, HIKING, TREKS)


def test_a_contradiction_is_marked_between_what_is_new_and_what_is_believed(
    session: Session,
) -> None:
    staged(session, Stages.CREATE, **bath())
    staged(session, Stages.CONTRADICTION, staged="s1", memory="m1", rationale="Both cannot be.")
    assert session.staged["s1"].against == LONDON
    assert session.staged["s1"].rationale == "Both cannot be."


def test_a_name_is_another_name_where_the_quotation_says_both(session: Session) -> None:
    quote = "Mike is short for Michael"
    staged(session, Stages.ENTITY, name="Michael", same_as="Mike", **evidence(quote=quote))
    (made,) = session.staged.values()
    assert (made.claim.subject, made.claim.predicate, made.claim.object) == (
        "Michael",
        "alias_of",
        "Mike",
    )


@pytest.mark.parametrize(
    "text, name, same_as, why",
    [
        ("Room 101 and Room 102 are free.", "Room 101", "Room 102", "numbers differ"),
        ("A. Ruiz, not B. Ruiz.", "A. Ruiz", "B. Ruiz", "initials differ"),
        ("Mr Ruiz and Mrs Ruiz came.", "Mr Ruiz", "Mrs Ruiz", "titles differ"),
        ("Lee met Ann Ruiz.", "Ann Lee", "Ann Ruiz", "does not say 'Ann Lee'"),
    ],
)
def test_words_that_are_only_said_prove_no_name_that_cannot_be_one(
    text: str, name: str, same_as: str, why: str
) -> None:
    said = Message(text=text, speaker="Mike", role=Role.USER, occurred_at=SAID_AT)
    session = Session(messages={"t1": said}, scope=Scope.USER, namespace="default")
    names = {"name": name, "same_as": same_as}
    assert why in refusal(session, Stages.ENTITY, **names, **evidence(quote=text))
    assert session.staged == {}


def test_an_alias_is_not_corrected_into_one_that_cannot_be() -> None:
    text = "We met in Room 101, no, Room 102."
    said = Message(text=text, speaker="Mike", role=Role.USER, occurred_at=SAID_AT)
    session = Session(messages={"t1": said}, scope=Scope.USER, namespace="default")
    session.show(
        replace(memory(1, "Room 101 is the den.", "alias_of", "the den"), entity="Room 101")
    )
    told = {"memory": "m1", "object": "Room 102"}
    assert "numbers differ" in refusal(session, Stages.UPDATE, **told, **evidence(quote=text))


def test_who_married_has_another_name() -> None:
    text = "Ana Ruiz is Ana Lopez since the wedding."
    said = Message(text=text, speaker="Mike", role=Role.USER, occurred_at=SAID_AT)
    session = Session(messages={"t1": said}, scope=Scope.USER, namespace="default")
    names = {"name": "Ana Lopez", "same_as": "Ana Ruiz"}
    staged(session, Stages.ENTITY, **names, **evidence(quote=text))
    assert session.staged["s1"].claim.sentence == "Ana Lopez is another name of Ana Ruiz"


def test_what_is_staged_is_linked_to_a_belief_under_another_name(session: Session) -> None:
    staged(session, Stages.CREATE, **bath(subject="Michael"))
    quote = "Mike is short for Michael"
    staged(session, Stages.LINK, staged="s1", memory="m1", **evidence(quote=quote))
    assert session.staged["s2"].claim.sentence == "Michael is another name of Mike"


def test_a_relation_is_staged_as_a_fact(session: Session) -> None:
    told = {"subject": "Mike", "relation": "friend", "object": "Michael"}
    staged(session, Stages.RELATION, **told, **evidence(quote="Mike is short for Michael"))
    assert session.staged["s1"].claim.sentence == "Mike's friend is Michael."


@pytest.mark.parametrize(
    "tool, told, why",
    [
        (Stages.CREATE, bath(object="Bristol"), "object is 'Bristol'"),
        (Stages.CREATE, bath(quote="I moved to Bath"), "quote is 'I moved to Bath'"),
        (Stages.CREATE, bath(message="t9"), "message is 't9'; it must be one of t1, t2"),
        (Stages.CREATE, bath(message="t2"), "subject is 'Mike'"),
        (Stages.CREATE, bath(predicate="owns_soul"), "predicate is 'owns_soul'"),
        (Stages.CREATE, bath(subject="Ann"), "subject is 'Ann'"),
        (Stages.CREATE, bath(confidence=1.5), "confidence is 1.5"),
        (Stages.CREATE, bath(confidence=-0.1), "confidence is -0.1"),
        (Stages.CREATE, bath(time_words="last May"), "time_words"),
        (Stages.CREATE, {}, "message is None"),
        (Stages.UPDATE, {"memory": "m9", "object": "Bath", **evidence()}, "m9', which no tool has shown"),
        (Stages.UPDATE, {"memory": str(LONDON.id), "object": "Bath", **evidence()}, "which no tool has shown"),
        (Stages.UPDATE, {"memory": "m1", "object": "Bristol", **evidence()}, "object is 'Bristol'"),
        (Stages.UPDATE, {"memory": "m4", "object": "Bath", **evidence()}, "the scope global"),
        (Stages.END, {"memory": "m4", **evidence()}, "the scope global"),
        (Stages.END, {"memory": "m5", **evidence()}, "no entity and category"),
        (Stages.END, {"memory": "m1", **evidence(quote="I left")}, "quote is 'I left'"),
        (Stages.CONFIRM, {"memory": "m1", **evidence(quote="")}, "quote is ''"),
        (Stages.MERGE, {"memory": "m1", "other": "m2", **evidence()}, "one entity and category"),
        (Stages.MERGE, {"memory": "m2", "other": "m2", **evidence()}, "two beliefs"),
        (Stages.MERGE, {"memory": "m2", "other": "m4", **evidence()}, "the scope global"),
        (Stages.CONTRADICTION, {"staged": "s9", "memory": "m1", "rationale": "x"}, "not staged"),
        (Stages.ENTITY, {"name": "Mick", "same_as": "Mike", **evidence()}, "does not say 'Mick'"),
        (Stages.ENTITY, {"name": "mike", "same_as": "Mike", **evidence()}, "no other name of itself"),
        (Stages.LINK, {"staged": "s9", "memory": "m1", **evidence()}, "not staged"),
        (Stages.RELATION, {"subject": "Mike", "relation": "x" * 41, "object": "Bath", **evidence()}, "of has 41"),
    ],
)  # fmt: skip
def test_what_does_not_stand_is_refused_with_its_reason(
    tool: Stages, told: dict[str, object], why: str, session: Session
) -> None:
    assert why in refusal(session, tool, **told)
    assert session.staged == {}


def test_the_same_is_not_staged_twice_and_a_belief_is_changed_once(session: Session) -> None:
    staged(session, Stages.CREATE, **bath())
    assert refusal(session, Stages.CREATE, **bath()) == "s1 says that already."
    staged(session, Stages.END, memory="m1", **evidence())
    told = refusal(session, Stages.UPDATE, memory="m1", object="Bath", **evidence())
    assert told == "s2 changes that belief already."


def test_what_is_staged_is_bounded(session: Session) -> None:
    words = ROUND["t1"].text.replace(".", "").replace(",", "").split()
    pairs = [f"{one} {two}" for one in words[:8] for two in words[:8]]
    for pair in pairs[:40]:
        staged(session, Stages.CREATE, **bath(predicate="event", object=pair, quote=ROUND["t1"].text, time_words=None, valid_from=None))  # fmt: skip
    assert refusal(session, Stages.CREATE, **bath()) == "40 changes are staged; that is the most."


def test_nothing_is_staged_after_the_end(session: Session) -> None:
    assert staged(session, Stages.FINALIZE, summary="Done.") == "finalized with 0 changes."
    assert refusal(session, Stages.CREATE, **bath()) == "the session is finalized."
    assert refusal(session, Stages.FINALIZE, summary="Again.") == "the session is finalized."


def test_only_a_new_belief_can_contradict_and_only_in_its_own_slot(session: Session) -> None:
    staged(session, Stages.END, memory="m1", **evidence())
    assert "no stage_create" in refusal(
        session, Stages.CONTRADICTION, staged="s1", memory="m2", rationale="x"
    )
    staged(session, Stages.CREATE, **bath())
    assert "not about the same" in refusal(
        session, Stages.CONTRADICTION, staged="s2", memory="m2", rationale="x"
    )


def test_every_tool_has_a_schema_that_refuses_other_keys() -> None:
    assert [tool.name for tool in TOOLS] == [*Reads, *Stages]
    assert all(tool.parameters["additionalProperties"] is False for tool in TOOLS)


async def held(at: Bench) -> Adjudicated:
    fresh = Session(messages=ROUND, scope=Scope.USER, namespace="default")
    return await adjudicate(at.model, fresh, Shelf())


async def test_a_session_goes_on_until_the_model_finalizes(at: Bench) -> None:
    at.server.script(
        calls("search_memory", query="Where does Mike live?"),
        Replies(
            calls=(
                Calls(tool="stage_create", arguments=bath()),
                Calls(tool="stage_end", arguments={"memory": "m1", **evidence()}),
            )
        ),
        calls("finalize", summary="Mike moved."),
    )
    done = await held(at)
    assert [(each.stage, each.claim.sentence) for each in done.staged] == [
        (Stage.CREATE, "Mike lives in Bath."),
        (Stage.END, "Mike lives in London."),
    ]
    assert (done.is_finalized, done.steps, done.summary, done.refused, done.degraded) == (True, 3, "Mike moved.", (), None)  # fmt: skip
    first = at.server.asked[0]
    assert first.instructions == prompts.prompt("adjudicate")
    assert [each["key"] for each in json.loads(first.texts[0])["messages"]] == ["t1", "t2"]
    assert at.server.violations == []


async def test_a_refusal_goes_back_to_the_model_and_the_rest_stands(at: Bench) -> None:
    at.server.script(
        Replies(
            calls=(
                Calls(tool="stage_create", arguments=bath(object="Bristol")),
                Calls(tool="stage_create", arguments=bath()),
                Calls(tool="stage_end", arguments={"memory": "m1", **evidence()}),
                Calls(tool="drop_table", arguments={}),
                Calls(tool="finalize", raw="not JSON"),
            )
        ),
        calls("finalize", summary=""),
    )
    done = await held(at)
    assert [each.claim.object for each in done.staged] == ["Bath"]
    assert [told[:40] for told in at.server.asked[1].results] == [
        "refused: object is 'Bristol', which its ",
        "staged as s1: create Mike lives in Bath.",
        "refused: memory is 'm1', which no tool h",
        "refused: there is no tool 'drop_table'; ",
        "refused: the arguments are not a JSON ob",
    ]
    assert [told.partition(":")[0] for told in done.refused] == ["stage_create", "stage_end"]


async def test_a_model_that_only_talks_is_told_to_go_on(at: Bench) -> None:
    at.server.script(Replies(text="I think that is all."), calls("finalize", summary=""))
    assert (await held(at)).is_finalized
    assert at.server.asked[1].texts[-1] == "Call a tool: stage what is left, or finalize."


async def test_a_session_that_is_not_finalized_has_staged_nothing(at: Bench) -> None:
    at.server.script(*[calls("stage_create", **bath())] * 24)
    done = await held(at)
    assert (done.staged, done.is_finalized, done.steps) == ((), False, 24)
    assert done.degraded == f"adjudicator {at.model.identity.name}: model_answer_unusable"


async def test_a_session_that_spends_too_much_has_staged_nothing(at: Bench) -> None:
    at.server.script(Replies(calls=(Calls(tool="stage_create", arguments=bath()),), tokens_in=200_000))  # fmt: skip
    done = await held(at)
    assert (done.staged, done.is_finalized, done.steps) == ((), False, 1)


async def test_answers_count_by_their_length_where_the_server_counts_less(at: Bench) -> None:
    at.server.script(
        Replies(text="x" * 800_000, calls=(Calls(tool="stage_create", arguments=bath()),)),
        calls("finalize", summary=""),
    )
    done = await held(at)
    assert (done.staged, done.is_finalized, done.steps) == ((), False, 1)


@pytest.mark.parametrize(
    "act", [Refuses(status=500), Garbles(), Replies(is_refusal=True), Replies(is_cut_at_its_budget=True)]
)  # fmt: skip
async def test_a_session_that_breaks_off_has_staged_nothing(
    act: Refuses | Garbles | Replies, at: Bench
) -> None:
    at.server.script(calls("stage_create", **bath()), act, act)
    done = await held(at)
    assert (done.staged, done.is_finalized) == ((), False)
    assert done.degraded is not None


async def test_more_calls_than_allowed_are_each_answered(at: Bench) -> None:
    at.server.script(
        Replies(calls=(Calls(tool="search_memory", arguments={"query": "x"}),) * 18),
        calls("finalize", summary=""),
    )
    assert (await held(at)).is_finalized
    assert [told.startswith("refused") for told in at.server.asked[1].results].count(True) == 2
