"""List the tools of a session, with the JSON schemas of their arguments."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from muniment.knowledge.roles.forms import NUMBER, PERHAPS_TEXT, TEXT, Shape, object_of, one_of
from muniment.model.claims import MANY_RELATIONS, PREDICATES
from muniment.ports.language_model import Tool


class Reads(StrEnum):
    """The tools that look."""

    SEARCH = "search_memory"
    METADATA = "search_metadata"
    CONTRADICTIONS = "lookup_contradictions"
    LINEAGE = "lookup_lineage"
    GRAPH = "lookup_graph"
    FETCH = "fetch_memory"


class Stages(StrEnum):
    """The tools that stage, and the one that ends a session."""

    CREATE = "stage_create"
    CONFIRM = "stage_confirm"
    UPDATE = "stage_update"
    END = "stage_end"
    MERGE = "stage_merge"
    CONTRADICTION = "stage_mark_contradiction"
    ENTITY = "stage_entity"
    RELATION = "stage_relation"
    LINK = "stage_link"
    FINALIZE = "finalize"


_EVIDENCE: Final[dict[str, Shape]] = {"message": TEXT, "quote": TEXT, "confidence": NUMBER}
_TIME: Final[dict[str, Shape]] = {
    "time_words": PERHAPS_TEXT,
    "valid_from": PERHAPS_TEXT,
    "valid_until": PERHAPS_TEXT,
}
_EVIDENCE_SAID: Final = (
    "`message` is the key of a message of the round, `quote` its exact words that say so, "
    "`confidence` from 0 to 1."
)
_TIME_SAID: Final = (
    "`time_words` are the exact words of the message that give a time, with `valid_from` and "
    "`valid_until` in ISO 8601, the end exclusive; null without them."
)


def _tool(name: StrEnum, about: str, /, **shapes: Shape) -> Tool:
    return Tool(name=name.value, about=about, parameters=object_of(**shapes))


READING: Final = (
    _tool(Reads.SEARCH, "Find what bears on words: beliefs and turns, best first.", query=TEXT),
    _tool(
        Reads.METADATA,
        "List beliefs by what they are about, the latest first.",
        entity=PERHAPS_TEXT,
        category=PERHAPS_TEXT,
        status=one_of(("current", "ended", "all")),
    ),
    _tool(Reads.CONTRADICTIONS, "List the contradictions that nobody has settled."),
    _tool(Reads.LINEAGE, "Tell a belief's history, and the words that it rests on.", memory=TEXT),
    _tool(Reads.GRAPH, "List the facts that an entity is subject or object of.", entity=TEXT),
    _tool(Reads.FETCH, "Show one belief that another tool has shown.", memory=TEXT),
)

STAGING: Final = (
    _tool(
        Stages.CREATE,
        f"Stage a new belief. `object` is the value in the words of the quotation; `of` only with "
        f"favourite, count and attribute, else null. {_EVIDENCE_SAID} {_TIME_SAID}",
        subject=TEXT,
        predicate=one_of(PREDICATES - {"relation"}),
        of=PERHAPS_TEXT,
        object=TEXT,
        **_TIME,
        **_EVIDENCE,
    ),
    _tool(
        Stages.CONFIRM,
        f"Stage that a message says what is believed already: evidence for it. {_EVIDENCE_SAID}",
        memory=TEXT,
        **_EVIDENCE,
    ),
    _tool(
        Stages.UPDATE,
        f"Stage that a belief was wrong, and how it is: `object` is the right value in the words "
        f"of the quotation. {_EVIDENCE_SAID} {_TIME_SAID}",
        memory=TEXT,
        object=TEXT,
        **_TIME,
        **_EVIDENCE,
    ),
    _tool(
        Stages.END,
        f"Stage that a belief is so no more: since `valid_until`, or since the message. "
        f"{_EVIDENCE_SAID} {_TIME_SAID}",
        memory=TEXT,
        **_TIME,
        **_EVIDENCE,
    ),
    _tool(
        Stages.MERGE,
        f"Stage that two beliefs say the same: `memory` stays, `other` goes. {_EVIDENCE_SAID}",
        memory=TEXT,
        other=TEXT,
        **_EVIDENCE,
    ),
    _tool(
        Stages.CONTRADICTION,
        "Stage that a belief you have staged with stage_create cannot be true together with one "
        "that is believed, and that the round does not settle which: a person will.",
        staged=TEXT,
        memory=TEXT,
        rationale=TEXT,
    ),
    _tool(
        Stages.ENTITY,
        f"Stage that one name is another name of the same person or thing. {_EVIDENCE_SAID}",
        name=TEXT,
        same_as=TEXT,
        **_EVIDENCE,
    ),
    _tool(
        Stages.RELATION,
        f"Stage how somebody stands to somebody: `object` is the {{relation}} of `subject`, such "
        f"as {', '.join(sorted(MANY_RELATIONS)[:4])}. {_EVIDENCE_SAID} {_TIME_SAID}",
        subject=TEXT,
        relation=TEXT,
        object=TEXT,
        **_TIME,
        **_EVIDENCE,
    ),
    _tool(
        Stages.LINK,
        f"Stage that the subject of what you have staged is the entity of a belief that a tool has "
        f"shown, under another name; the quotation says both names. {_EVIDENCE_SAID}",
        staged=TEXT,
        memory=TEXT,
        **_EVIDENCE,
    ),
    _tool(Stages.FINALIZE, "End the session: what is staged is what is to change.", summary=TEXT),
)

TOOLS: Final = (*READING, *STAGING)
