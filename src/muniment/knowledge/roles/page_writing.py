"""Let a model write a page from records: sections and sentences, each with its citation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.roles.asking import NO_ANSWER, Told, asked, degraded
from muniment.knowledge.roles.forms import TEXT, form, list_of, object_of
from muniment.knowledge.roles.reading import a_text, standing
from muniment.knowledge.roles.records import CitedSentence, Record, cited_sentence, keyed, shown
from muniment.ports.language_model import JsonObject, LanguageModel

SENTENCES_MAX: Final = 60
HEADING_CHARACTERS_MAX: Final = 60
FORM: Final = form(
    "page", sentences=list_of(object_of(heading=TEXT, text=TEXT, cites=list_of(TEXT)))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSentence:
    """A sentence of a page, and the heading that it stands under."""

    heading: str
    sentence: CitedSentence


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText(Told):
    """The text of a page, in its order."""

    sentences: tuple[PageSentence, ...] = ()


async def write_page(model: LanguageModel, title: str, records: Sequence[Record]) -> PageText:
    """Return the page of a title, made of records alone; nothing is asked without any."""
    if not records:
        return PageText()
    known = keyed(records)
    try:
        told = await asked(model, "write_page", {"title": title, "records": shown(known)}, FORM)
        return checked_page(told, title, known)
    except NO_ANSWER as error:
        return PageText(degraded=degraded("page_writer", model, error))


def checked_page(told: JsonObject, title: str, records: Mapping[str, Record]) -> PageText:
    """Return the sentences that stand; each may name what the page is about.

    Raises:
        ModelAnswerUnusable: the answer has not the form.
    """

    def sentence_of(item: JsonObject | None) -> PageSentence:
        heading = a_text(item or {}, "heading", HEADING_CHARACTERS_MAX)
        return PageSentence(heading=heading, sentence=cited_sentence(item, records, also=title))

    sentences, refused = standing(told, "sentences", SENTENCES_MAX, sentence_of)
    return PageText(sentences=sentences, refused=refused)
