"""List the commands and where each is, so that showing the list loads none of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

START: Final = "Begin"
SERVE: Final = "Serve"
WRITE: Final = "Write"
ASK: Final = "Ask"
LOOK: Final = "Look"
KEEP: Final = "Keep in order"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a command is, and what the list says about it."""

    room: str
    panel: str
    about: str

    @property
    def module(self) -> str:
        """The module that holds it."""
        return f"muniment.cli.{self.room}"


COMMANDS: Final[dict[str, Place]] = {
    "quickstart": Place(
        room="quickstart", panel=START, about="Try it in a minute: two times, two answers, and why."
    ),
    "init": Place(room="initialising", panel=START, about="Prepare the store."),
    "doctor": Place(
        room="doctoring", panel=START, about="Check every part, and prove that tenants are apart."
    ),
    "ingest": Place(room="ingesting", panel=START, about="Store the conversations of a file."),
    "setup": Place(room="setting_up", panel=START, about="Set up a coding agent."),
    "ui": Place(room="viewing", panel=SERVE, about="Show what is believed and why, in a browser."),
    "api": Place(room="serving", panel=SERVE, about="Serve the operations over HTTP."),
    "mcp": Place(room="speaking", panel=SERVE, about="Serve an agent over MCP."),
    "serve": Place(
        room="speaking", panel=SERVE, about="Serve an agent over MCP, from a directory."
    ),
    "hook": Place(room="hooking", panel=SERVE, about="Run a hook of a coding agent."),
    "learn": Place(room="learning", panel=WRITE, about="Learn from a round of conversation."),
    "add": Place(room="writing", panel=WRITE, about="Add a belief."),
    "append": Place(
        room="facts", panel=WRITE, about="Record a fact: subject, predicate and object."
    ),
    "alias": Place(room="entities", panel=WRITE, about="Note that a name stands for an entity."),
    "update": Place(room="writing", panel=WRITE, about="Correct a memory: we had it wrong."),
    "end": Place(room="writing", panel=WRITE, about="Say that a memory stopped being so."),
    "forget": Place(room="writing", panel=WRITE, about="Do not use a memory any more."),
    "retract": Place(room="writing", panel=WRITE, about="Say that a memory was never so."),
    "set-cardinality": Place(
        room="writing", panel=WRITE, about="Say how many beliefs a category's slots hold."
    ),
    "review": Place(room="learning", panel=WRITE, about="Settle a contradiction."),
    "recall": Place(room="asking", panel=ASK, about="Find what bears on a question, best first."),
    "answer": Place(room="answering", panel=ASK, about="Answer by rules: quotations, or none."),
    "gaps": Place(
        room="answering", panel=ASK, about="Say what is lacking: unknown, stale, doubtful."
    ),
    "replay": Place(room="asking", panel=ASK, about="Give a past answer again, and compare."),
    "traces": Place(room="asking", panel=LOOK, about="List past recalls, latest first."),
    "explain": Place(room="asking", panel=ASK, about="Say why a memory is believed."),
    "decisions": Place(room="learning", panel=LOOK, about="Show what was made of what was said."),
    "reviews": Place(room="learning", panel=LOOK, about="List contradictions that wait for you."),
    "get": Place(room="looking", panel=LOOK, about="Show one memory or turn."),
    "search": Place(room="looking", panel=LOOK, about="List what fits words and filters."),
    "list": Place(room="looking", panel=LOOK, about="List memories and turns, latest first."),
    "history": Place(room="looking", panel=LOOK, about="Show a memory through both times."),
    "timeline": Place(room="looking", panel=LOOK, about="Show an entity through valid time."),
    "current-facts": Place(room="looking", panel=LOOK, about="List what holds."),
    "facts": Place(room="facts", panel=LOOK, about="List facts, or those that bear on a text."),
    "reflect": Place(
        room="reflecting", panel=LOOK, about="Look back at what is stable and changed."
    ),
    "faded": Place(room="reflecting", panel=LOOK, about="List beliefs that have faded with age."),
    "duplicates": Place(room="reflecting", panel=LOOK, about="List beliefs that say the same."),
    "contradictions": Place(
        room="reflecting", panel=LOOK, about="List beliefs that cannot both be so."
    ),
    "resolve": Place(room="entities", panel=LOOK, about="Find which entity a name stands for."),
    "entities": Place(room="entities", panel=LOOK, about="List entities with counts and aliases."),
    "graph": Place(room="entities", panel=LOOK, about="Show what facts connect an entity with."),
    "graph-measures": Place(
        room="entities",
        panel=LOOK,
        about="Show which entities are central, and which keep together.",
    ),
    "namespaces": Place(room="looking", panel=LOOK, about="List namespaces."),
    "changes": Place(room="looking", panel=LOOK, about="Follow the ledger as it grows."),
    "diff": Place(room="looking", panel=LOOK, about="Show what changed between two moments."),
    "projects": Place(room="teaming", panel=LOOK, about="List projects."),
    "sessions": Place(room="teaming", panel=LOOK, about="List sessions."),
    "quota": Place(room="teaming", panel=LOOK, about="Show what a user may write and keep."),
    "stats": Place(room="looking", panel=LOOK, about="Count what there is."),
    "pages": Place(room="compiling", panel=LOOK, about="List pages of compiled knowledge."),
    "page": Place(
        room="compiling", panel=LOOK, about="Show a page, its revisions or a difference."
    ),
    "snapshot": Place(room="compiling", panel=LOOK, about="Show or take the bulletin of a user."),
    "inspect": Place(room="inspecting", panel=LOOK, about="Show transactions, and their rows."),
    "worker": Place(room="working", panel=KEEP, about="Run what is due in the background."),
    "tasks": Place(room="tasking", panel=KEEP, about="Show, enqueue, cancel and retry tasks."),
    "schedules": Place(
        room="scheduling", panel=KEEP, about="Show and set what is enqueued again and again."
    ),
    "compile": Place(room="compiling", panel=KEEP, about="Compile pages from what is believed."),
    "lint": Place(room="compiling", panel=KEEP, about="Find pages that are stale, and mend them."),
    "sidecar": Place(
        room="accompanying", panel=ASK, about="Take a turn, prepare for one, answer from memory."
    ),
    "keys": Place(room="granting", panel=KEEP, about="Make, list and revoke API keys."),
    "grants": Place(room="granting", panel=KEEP, about="Let users act on behalf of each other."),
    "create-project": Place(room="teaming", panel=KEEP, about="Open a project."),
    "end-project": Place(room="teaming", panel=KEEP, about="End a project and its sessions."),
    "create-session": Place(room="teaming", panel=KEEP, about="Open a session."),
    "end-session": Place(room="teaming", panel=KEEP, about="End a session."),
    "set-quota": Place(room="teaming", panel=KEEP, about="Limit what a user writes and keeps."),
    "propose": Place(
        room="reflecting", panel=KEEP, about="Put contradictions under review, for a person."
    ),
    "consolidate": Place(
        room="reflecting", panel=KEEP, about="Read stored turns for what nobody has read in them."
    ),
    "audit": Place(room="auditing", panel=KEEP, about="Verify the ledger: audit verify."),
    "reembed": Place(room="reembedding", panel=KEEP, about="Embed what waits, or everything anew."),
    "reindex": Place(room="reembedding", panel=KEEP, about="Make words and labels anew."),
    "bench": Place(
        room="benching", panel=KEEP, about="Measure speed, recall or extraction: bench extraction."
    ),
}
