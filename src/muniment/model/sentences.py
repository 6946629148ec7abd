"""Write the sentences of a page as they are kept, and read them back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import cast
from uuid import UUID

from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.pages import Citation, Mark, Phrase, Sentence
from muniment.temporal.instants import format_instant

EMBEDDED_CHARACTERS = 2_000
"""How much of a page its vector is made from: embedders read no further."""


def written(sentences: Sequence[Sentence]) -> str:
    """Return sentences as JSON, the same text for the same sentences."""
    told = [
        {
            **({"phrases": [_phrase(phrase) for phrase in each.phrases]} if each.phrases else {}),
            "section": each.section,
            "text": each.text,
            "mark": each.mark.value,
            "from": format_instant(each.valid_from),
            "until": None if each.valid_until is None else format_instant(each.valid_until),
            "source": _told(each.source),
            "further": [_told(cite) for cite in each.further],
        }
        for each in sentences
    ]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _phrase(phrase: Phrase) -> list[object]:
    return [phrase.heading, phrase.text, [str(each) for each in phrase.cites]]


def _told(cite: Citation) -> list[object]:
    return [cite.kind, str(cite.id), *(() if cite.span is None else cite.span)]


def read_sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences that `written` wrote."""
    told = cast("list[dict[str, object]]", json.loads(text))
    return tuple(_sentence(each) for each in told)


def _sentence(told: dict[str, object]) -> Sentence:
    until = cast("str | None", told["until"])
    return Sentence(
        section=cast("str", told["section"]),
        text=cast("str", told["text"]),
        mark=Mark(cast("str", told["mark"])),
        valid_from=datetime.fromisoformat(cast("str", told["from"])),
        valid_until=None if until is None else datetime.fromisoformat(until),
        source=_citation(cast("list[object]", told["source"])),
        further=tuple(_citation(each) for each in cast("list[list[object]]", told["further"])),
        phrases=tuple(
            Phrase(heading=heading, text=text, cites=tuple(UUID(each) for each in cites))
            for heading, text, cites in cast(
                "list[tuple[str | None, str, list[str]]]", told.get("phrases", [])
            )
        ),
    )


def _citation(told: list[object]) -> Citation:
    return Citation(
        id=UUID(cast("str", told[1])),
        kind="memory" if told[0] == "memory" else "episode",
        span=None if len(told) < 4 else (cast("int", told[2]), cast("int", told[3])),
    )


def cited(sentences: Sequence[Sentence]) -> tuple[tuple[MemoryId, ...], tuple[EpisodeId, ...]]:
    """Return the memories and the turns that sentences cite, each once, in their order."""
    every = [cite for each in sentences for cite in each.citations]
    return (
        tuple(dict.fromkeys(MemoryId(cite.id) for cite in every if cite.kind == "memory")),
        tuple(dict.fromkeys(EpisodeId(cite.id) for cite in every if cite.kind == "episode")),
    )


def page_text(title: str, sentences: Sequence[Sentence]) -> str:
    """Return what a page's vector is made from: its title, then its sentences."""
    return "\n".join([title, *(each.text for each in sentences)])[:EMBEDDED_CHARACTERS]
