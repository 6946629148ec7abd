"""Let a language model put the quotations of a page into words; the quotations stay below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muniment.knowledge.roles.page_writing import write_page
from muniment.knowledge.roles.records import Record
from muniment.model.pages import Mark, PageDraft, Phrase, Sentence
from muniment.ports.language_model import LanguageModel


async def phrased_page(
    writer: LanguageModel, draft: PageDraft, before: Sequence[Sentence]
) -> tuple[PageDraft, tuple[str, ...]]:
    """Return a draft with a model's phrases, and what of them was thrown away or is lacking.

    Where the page quotes what it quoted `before`, the phrases of then stay and nobody is asked: a
    page is written again when what it rests on changes.
    """
    if any(each.phrases for each in before) and _bare(before) == draft.sentences:
        return replace(draft, sentences=tuple(before)), ()
    told = await write_page(
        writer, draft.subject.title, [_record(each) for each in draft.sentences]
    )
    phrases = tuple(
        Phrase(heading=each.heading, text=each.sentence.text, cites=each.sentence.cites)
        for each in told.sentences
    )
    carrying = [replace(each, phrases=phrases) for each in draft.sentences[:1]]
    sentences = (*carrying, *draft.sentences[1:])
    return replace(draft, sentences=sentences), told.lacking


def _bare(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    return tuple(replace(each, phrases=()) for each in sentences)


def _record(sentence: Sentence) -> Record:
    return Record(
        id=sentence.source.id,
        text=sentence.text,
        kind=sentence.source.kind,
        valid_from=sentence.valid_from,
        valid_until=sentence.valid_until,
        marks=("contested",) if sentence.mark is Mark.CONTESTED else (),
    )
