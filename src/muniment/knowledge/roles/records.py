"""Show records of the memory to a model under keys of one answer, and take cited sentences back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from muniment.errors import ModelAnswerUnusable
from muniment.knowledge.roles.forms import TEXT, Shape, list_of, object_of
from muniment.knowledge.roles.grounding import is_grounded
from muniment.knowledge.roles.reading import a_text, keys_of
from muniment.model.memory import Episode
from muniment.model.plain import Plain
from muniment.model.recalled import Result
from muniment.ports.language_model import JsonObject
from muniment.temporal.instants import format_instant

SENTENCE_CHARACTERS_MAX: Final = 600
CITES_MAX: Final = 12
RECORD_CHARACTERS_MAX: Final = 1_500
"""How much of one record a model is shown; the rest is cut."""

CITED: Final[Shape] = object_of(text=TEXT, cites=list_of(TEXT))
"""The shape of a sentence with what it rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A belief or a turn as a model is shown it."""

    id: UUID
    text: str
    kind: str = "memory"
    speaker: str | None = None
    about: str | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    marks: tuple[str, ...] = ()
    """What tells it from what is believed undisputed: `contested`, `superseded`, `over`."""

    @property
    def shown(self) -> str:
        """All its words: what sentences are compared with."""
        times = (at for at in (self.valid_from, self.valid_until) if at is not None)
        told = (self.text, self.speaker, self.about, *(_told(at) for at in times))
        return " ".join(part for part in told if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSentence:
    """A sentence of a model, and the records that it was found to rest on: one at least."""

    text: str
    cites: tuple[UUID, ...]


def record_of(found: Result) -> Record:
    """Return a belief or a turn that was found as a record."""
    said = found.memory
    if isinstance(said, Episode):
        return Record(
            id=said.id,
            text=said.content,
            kind=said.kind,
            speaker=said.speaker,
            valid_from=said.occurred_at,
            marks=found.marks,
        )
    contested = ("contested",) if said.is_contested else ()
    return Record(
        id=said.id,
        text=said.content,
        about=said.entity,
        valid_from=said.valid_from,
        valid_until=said.valid_until,
        marks=(*contested, *found.marks),
    )


def keyed(records: Sequence[Record], letter: str = "r") -> dict[str, Record]:
    """Give each record a short key: a model cannot name one that it was not shown."""
    return {f"{letter}{place}": record for place, record in enumerate(records, 1)}


def shown(records: Mapping[str, Record]) -> list[Plain]:
    """Return records as the data of an ask."""
    return [_shown(key, record) for key, record in records.items()]


def _shown(key: str, record: Record) -> Plain:
    told: dict[str, Plain] = {"key": key, "says": record.text[:RECORD_CHARACTERS_MAX]}
    if record.speaker is not None:
        told["speaker"] = record.speaker
    if record.about is not None:
        told["about"] = record.about
    if record.valid_from is not None:
        told["valid_from"] = format_instant(record.valid_from)
    if record.valid_until is not None:
        told["valid_until"] = format_instant(record.valid_until)
    return told | dict.fromkeys(record.marks, True)


def cited_sentence(
    told: JsonObject | None, records: Mapping[str, Record], *, also: str = "", cites_min: int = 1
) -> CitedSentence:
    """Return a sentence whose citations are real and whose words rest on them, or on `also`.

    Raises:
        ModelAnswerUnusable: they are not, or do not.
    """
    if told is None:
        raise ModelAnswerUnusable("a sentence is an object with text and cites.")
    text = a_text(told, "text", SENTENCE_CHARACTERS_MAX)
    keys = keys_of(told, "cites", records, CITES_MAX)
    if len(keys) < cites_min:
        raise ModelAnswerUnusable(
            f"{text!r:.80} cites {len(keys)} records, of at least {cites_min}."
        )
    sources = [records[key] for key in keys]
    is_over = any(source.valid_until is not None for source in sources)
    words = [source.shown for source in sources]
    if not is_grounded(text, [*words, *([also] if also else [])], may_negate=is_over):
        raise ModelAnswerUnusable(f"{text!r:.80} says what its citations do not say.")
    return CitedSentence(text=text, cites=tuple(source.id for source in sources))


def _told(at: datetime) -> str:
    """Return a time with the names that sentences give to it."""
    return f"{format_instant(at)} {at:%Y %B} {at.day}"
