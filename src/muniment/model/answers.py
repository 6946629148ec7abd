"""Describe an answer that says nothing of its own: quoted beliefs and turns, and how each was reached."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from muniment.model.ids import EpisodeId, MemoryId, RecallId
from muniment.model.pages import Citation, Phrase
from muniment.model.printed import Printed, in_line
from muniment.model.worded import moment, period
from muniment.temporal.basis import Basis


class EvidencePath(StrEnum):
    """How a statement was reached from the question.

    DIRECT: it is about what the question names, or says it in its words or meaning. ALIAS: a name
    of the question stands for what it is about. EDGE: facts connect what the question names with
    what it is about. PAGE: a page that fits the question cites it.
    """

    DIRECT = "direct"
    ALIAS = "alias"
    EDGE = "edge"
    PAGE = "page"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Quotation(Printed):
    """The words of a turn that a belief rests on; None where they must not be shown."""

    episode_id: EpisodeId
    speaker: str | None
    occurred_at: datetime
    span: tuple[int, int] | None
    words: str | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Statement(Printed):
    """One belief or turn of an answer, in its own words.

    `via` are the ids of what led there: alias beliefs, facts, or a page. `against` are the
    beliefs that it contradicts or is contradicted by; they are statements of the answer too.
    `is_over` says of a belief that it has ended, of a turn that all which was learnt from it, in English
    of what is asked, has ended or was replaced; `superseded` of a turn that something of that was replaced.
    """

    text: str
    source: Citation
    path: EvidencePath
    via: tuple[UUID, ...]
    quotations: tuple[Quotation, ...]
    valid_from: datetime
    valid_until: datetime | None
    is_contested: bool
    against: tuple[MemoryId, ...]
    is_over: bool = False
    superseded: bool = False

    def _line(self) -> str:
        return in_line(self.told)

    @property
    def told(self) -> str:
        """The words, when that is so, and the id of what they are quoted from, behind its marks."""
        return f"{self.text} [{', '.join((self.when, *self.marks, str(self.source.id)))}]"

    @property
    def when(self) -> str:
        """When it is true, or when a turn was said."""
        if self.source.kind == "episode":
            return moment(self.valid_from)
        return period(self.valid_from, self.valid_until)

    @property
    def marks(self) -> tuple[str, ...]:
        """What tells it from what is believed undisputed: `contested`, `superseded`, `over`."""
        marks = {
            "contested": self.is_contested,
            "superseded": self.superseded,
            "over": self.is_over,
        }
        return tuple(mark for mark, is_so in marks.items() if is_so)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answer(Printed):
    """Statements that bear on a question, the best first, or why there are none.

    `phrases` say the same in a language model's words, where one is configured; `degraded` says
    what the recall behind it lacked, what of the model's words was thrown away, or why it said nothing.
    """

    question: str
    statements: tuple[Statement, ...]
    abstained: str | None
    basis: Basis
    recall_id: RecallId
    phrases: tuple[Phrase, ...] = ()
    degraded: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The phrases or else the statements, a line each; or why there are none."""
        if self.abstained is not None:
            return self.abstained
        return "\n".join(each.told for each in self.phrases or self.statements)
