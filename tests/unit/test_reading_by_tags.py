"""What a tagger is sure of becomes a claim where no rule made it already."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy
import pytest

from muniment.knowledge.reading_by_rules import RulesExtractor, read
from muniment.knowledge.reading_by_tags import HINT, SURE, TaggingExtractor, weighed
from muniment.model.claims import Act, Claim, Message, Role
from muniment.model.decisions import BY_RULES
from muniment.ports.tagger import Tag
from muniment.providers.tagger import packaged
from muniment.providers.tagger.packaged import PackagedTagger

AT = datetime(2026, 5, 20, 18, tzinfo=UTC)


class ScriptedTagger:
    """Says of every text the tags that it was given."""

    name = "scripted"
    lacks = None

    def __init__(self, *tags: Tag) -> None:
        self._tags = tags

    def tags(self, text: str, role: Role) -> tuple[Tag, ...]:
        """Return the tags."""
        return self._tags


def message(text: str) -> Message:
    return Message(text=text, speaker="Ines", role=Role.USER, occurred_at=AT)


def tag(text: str, predicate: str, value: str, **others: object) -> Tag:
    """Return a sure tag of the speaker."""
    given: dict[str, object] = {"act": Act.STATE, "subject": None, "of": None, "score": 0.9}
    start = text.index(value)
    return Tag(predicate=predicate, object=(start, start + len(value)), **{**given, **others})  # type: ignore[arg-type]  # the tests name fields of a tag


def joined(text: Message, known: Sequence[Claim], tags: Sequence[Tag]) -> tuple[Claim, ...]:
    """Return what is claimed where nothing is believed yet."""
    claims, beside = weighed(text, known, tags)
    return (*claims, *beside)


def alone(text: str, *tags: Tag) -> list[Claim]:
    return list(joined(message(text), (), tags))


def test_a_sure_tag_is_a_claim_with_its_sentence_as_evidence() -> None:
    text = "Hello there. Home is Porto now, at last! And you?"
    (claim,) = alone(text, tag(text, "lives_in", "Porto"))

    assert (claim.subject, claim.predicate, claim.object) == ("Ines", "lives_in", "Porto")
    assert text[slice(*claim.span)] == "Home is Porto now, at last!"
    assert claim.sentence == "Ines lives in Porto."
    assert claim.confidence == 0.9


def test_a_doubtful_tag_is_none() -> None:
    text = "Home is Porto."
    assert alone(text, tag(text, "lives_in", "Porto", score=SURE - 0.01)) == []


def test_what_a_rule_read_is_not_claimed_twice() -> None:
    text = "I live in Porto."
    known = read(message(text))
    assert [each.predicate for each in known] == ["lives_in"]

    assert joined(message(text), known, [tag(text, "lives_in", "Porto")]) == known


def test_whose_and_of_what_come_from_the_words() -> None:
    text = "The guests at my wedding: 85 in all, and my brother pays."
    subject = text.index("wedding")
    of = text.index("guests")
    (claim,) = alone(
        text,
        tag(text, "count", "85", subject=(subject, subject + 7), of=(of, of + 6)),
    )

    assert (claim.subject, claim.of, claim.object) == ("Ines's wedding", "guest", "85")


@pytest.mark.parametrize(
    "text, subject",
    [
        ("Our boiler went in last year, and it is a Junkers.", "Ines's boiler"),
        ("My brand-new boiler went in last year, and it is a Junkers.", "Ines's boiler"),
        ("The boiler went in last year, and it is a Junkers.", "boiler"),
        ("Mummy boiler, as we call it, is a Junkers.", "boiler"),
    ],
)
def test_what_is_ones_own_is_not_what_another_calls_so(text: str, subject: str) -> None:
    at = text.index("boiler")
    (claim,) = alone(
        text, tag(text, "attribute", "Junkers", subject=(at, at + len("boiler")), of="brand")
    )

    assert claim.subject == subject


def test_a_diet_without_something_denies_it() -> None:
    text = "I've gone vegan, so no cheese from now on, and my brother eats everything."
    claims = alone(text, tag(text, "diet", "no cheese"), tag(text, "diet", "eats everything"))

    assert [(each.act, each.sentence) for each in claims] == [
        (Act.DENY, "Ines does not eat or drink cheese."),
        (Act.STATE, "Ines eats and drinks everything."),
    ]


def test_an_age_is_worded_as_it_was_told() -> None:
    text = "Onni, who's four months old, sleeps."
    (claim,) = alone(text, tag(text, "age", "four months old", subject=(0, 4)))

    assert claim.sentence == "Onni is four months old."


def test_of_an_assistant_only_what_it_did_is_a_claim() -> None:
    text = "I've moved the sync to Thursday, and I'll keep it clear."
    said = replace(message(text), role=Role.ASSISTANT)
    tags = [
        tag(text, "event", "moved the sync to Thursday"),
        tag(text, "plan", "keep it clear"),
    ]

    assert [each.predicate for each in joined(said, (), tags)] == ["event"]


def test_what_it_is_of_may_be_a_word_that_is_not_written() -> None:
    text = "Size 45 since I was sixteen, would you believe."
    (claim,) = alone(text, tag(text, "attribute", "45", of="shoe size"))

    assert (claim.of, claim.object) == ("shoe size", "45")


def test_the_time_of_its_sentence_is_its_time() -> None:
    text = "We were away in 2019. Home has been Porto since 2021."
    (claim,) = alone(text, tag(text, "lives_in", "Porto"))

    assert claim.valid_from == datetime(2021, 1, 1, tzinfo=UTC)
    assert claim.time_words == "since 2021"


async def test_who_read_is_told_with_the_tagger() -> None:
    text = "Home is Porto."
    reader = TaggingExtractor(RulesExtractor(), ScriptedTagger(tag(text, "lives_in", "Porto")))
    found = await reader.extract(message(text))

    assert (found.by, reader.is_quick) == (f"{BY_RULES}, scripted", False)
    assert (found.claims, [each.object for each in found.beside]) == ((), ["Porto"])


async def test_where_the_tagger_cannot_run_the_rules_read_alone_and_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    tagger = PackagedTagger()

    found = await TaggingExtractor(RulesExtractor(), tagger).extract(message("I live in Porto."))

    assert [each.object for each in found.claims] == ["Porto"]
    assert (found.by, found.degraded) == (BY_RULES, f"{tagger.name}: embedder_unavailable")
    assert tagger.lacks == "onnxruntime"


@pytest.mark.parametrize("name", ["_HEADS", "_WORDS"])
@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "changed"])
async def test_where_a_file_of_the_tagger_is_damaged_the_rules_read_alone_and_say_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, damage: str
) -> None:
    whole = getattr(packaged, name).read_bytes()
    half = len(whole) // 2
    damaged = {"empty": b"", "cut": whole[:half], "changed": whole[:half] + b"\0" * half}
    file = tmp_path / "damaged"
    if damage in damaged:
        file.write_bytes(damaged[damage])
    monkeypatch.setattr(packaged, name, file)
    await _reads_without_it()


@pytest.mark.parametrize("name", ["kinds", "words.weight", "words.bias", "act.weight", "act.bias"])
@pytest.mark.parametrize("damage", ["missing", "longer", "narrower"])
async def test_where_the_tagger_is_of_another_shape_the_rules_read_alone_and_say_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, damage: str
) -> None:
    with numpy.load(packaged._HEADS) as stored:
        weights = dict(stored)
    whole = weights.pop(name)
    if damage != "missing":
        weights[name] = numpy.repeat(whole, 2, axis=0) if damage == "longer" else whole[..., :-1]
    file = tmp_path / "heads.npz"
    numpy.savez(file, **weights)
    monkeypatch.setattr(packaged, "_HEADS", file)

    await _reads_without_it()


async def _reads_without_it() -> None:
    tagger = PackagedTagger()

    found = await TaggingExtractor(RulesExtractor(), tagger).extract(message("I live in Porto."))

    assert [each.object for each in found.claims] == ["Porto"]
    assert found.degraded == f"{tagger.name}: embedder_unavailable"


def test_a_state_of_a_past_time_begins_then_and_goes_on() -> None:
    text = "Last week at the Minster, my new job, was lovely."
    (claim,) = alone(text, tag(text, "works_at", "Minster"))

    assert claim.valid_from == datetime(2026, 5, 11, tzinfo=UTC)
    assert claim.valid_until is None


def test_a_claim_of_the_rules_stays_where_a_tag_hints_at_it() -> None:
    text = "I live in Porto."
    known = read(message(text))
    hint = tag(text, "lives_in", "Porto", score=HINT)

    assert joined(message(text), known, [hint]) == known
    assert joined(message(text), known, []) == ()
    assert joined(message(text), known, [replace(hint, predicate="from")]) == ()


async def test_what_the_tagger_takes_for_nothing_is_not_claimed() -> None:
    reader = TaggingExtractor(RulesExtractor(), ScriptedTagger())
    assert read(message("I live in Porto."))
    assert (await reader.extract(message("I live in Porto."))).claims == ()
