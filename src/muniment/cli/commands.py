"""List the commands and where each is, so that showing the list loads none of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

START: Final = "Begin"
SERVE: Final = "Serve"
WRITE: Final = "Write"
ASK: Final = "Ask"
LOOK: Final = "Look"
PAGES: Final = "Pages"
TASKS: Final = "Tasks"
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
    "worker": Place(room="working", panel=SERVE, about="Run what is due in the background."),
    "add": Place(room="writing", panel=WRITE, about="Add a belief."),
    "append-facts": Place(
        room="facts", panel=WRITE, about="Record a fact: subject, predicate and object."
    ),
    "add-alias": Place(
        room="entities", panel=WRITE, about="Note that a name stands for an entity."
    ),
    "update": Place(room="writing", panel=WRITE, about="Correct a memory: we had it wrong."),
    "end": Place(room="writing", panel=WRITE, about="Say that a memory stopped being so."),
    "forget": Place(room="writing", panel=WRITE, about="Do not use a memory any more."),
    "forget-episode": Place(room="writing", panel=WRITE, about="Hide a turn from now on."),
    "retract": Place(room="writing", panel=WRITE, about="Say that a memory was never so."),
    "ingest-round": Place(
        room="learning", panel=WRITE, about="Learn from a round of conversation."
    ),
    "set-cardinality": Place(
        room="writing", panel=WRITE, about="Say how many beliefs a category's slots hold."
    ),
    "settle-review": Place(room="learning", panel=WRITE, about="Settle a contradiction."),
    "recall": Place(room="asking", panel=ASK, about="Find what bears on a question, best first."),
    "recall-as-pack": Place(
        room="asking", panel=ASK, about="Recall, laid out for a language model's prompt."
    ),
    "answer": Place(room="answering", panel=ASK, about="Answer by rules: quotations, or none."),
    "audit-gaps": Place(
        room="answering", panel=ASK, about="Say what is lacking: unknown, stale, doubtful."
    ),
    "replay": Place(room="asking", panel=ASK, about="Give a past answer again, and compare."),
    "explain": Place(room="asking", panel=ASK, about="Say why a memory is believed."),
    "process-turn": Place(room="accompanying", panel=ASK, about="Take a turn, to learn from it."),
    "enhance-context": Place(
        room="accompanying", panel=ASK, about="Tell what to know before a turn."
    ),
    "deep-memory": Place(room="accompanying", panel=ASK, about="Answer from memory alone."),
    "get": Place(room="looking", panel=LOOK, about="Show one memory."),
    "get-episode": Place(room="looking", panel=LOOK, about="Show one turn."),
    "search": Place(room="looking", panel=LOOK, about="List what fits words and filters."),
    "list": Place(room="looking", panel=LOOK, about="List memories and turns, latest first."),
    "history": Place(room="looking", panel=LOOK, about="Show a memory through both times."),
    "timeline": Place(room="looking", panel=LOOK, about="Show an entity through valid time."),
    "current-facts": Place(room="looking", panel=LOOK, about="List what holds."),
    "facts": Place(room="facts", panel=LOOK, about="List facts, or those that bear on a text."),
    "decisions": Place(room="learning", panel=LOOK, about="Show what was made of what was said."),
    "review": Place(room="learning", panel=LOOK, about="List contradictions that wait for you."),
    "reflect": Place(
        room="reflecting", panel=LOOK, about="Look back at what is stable and changed."
    ),
    "faded": Place(room="reflecting", panel=LOOK, about="List beliefs that have faded with age."),
    "find-duplicates": Place(
        room="reflecting", panel=LOOK, about="List beliefs that say the same."
    ),
    "find-contradictions": Place(
        room="reflecting", panel=LOOK, about="List beliefs that cannot both be so."
    ),
    "resolve-entity": Place(
        room="entities", panel=LOOK, about="Find which entity a name stands for."
    ),
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
    "inspect": Place(room="inspecting", panel=LOOK, about="Show transactions, and their rows."),
    "traces": Place(room="asking", panel=LOOK, about="List past recalls, latest first."),
    "projects": Place(room="teaming", panel=LOOK, about="List projects."),
    "sessions": Place(room="teaming", panel=LOOK, about="List sessions."),
    "get-quota": Place(room="teaming", panel=LOOK, about="Show what a user may write and keep."),
    "stats": Place(room="looking", panel=LOOK, about="Count what there is."),
    "pages": Place(room="compiling", panel=PAGES, about="List pages of compiled knowledge."),
    "get-page": Place(room="compiling", panel=PAGES, about="Show a page."),
    "page-revisions": Place(room="compiling", panel=PAGES, about="List the revisions of a page."),
    "page-diff": Place(
        room="compiling", panel=PAGES, about="Show what one revision changed of another."
    ),
    "compile-page": Place(
        room="compiling", panel=PAGES, about="Compile the page of an entity or a category."
    ),
    "compile-persona-page": Place(
        room="compiling", panel=PAGES, about="Compile the page of a person."
    ),
    "compile-bank": Place(
        room="compiling", panel=PAGES, about="Compile every page there is enough for."
    ),
    "index-page-vectors": Place(
        room="compiling", panel=PAGES, about="Embed the pages that have no vector yet."
    ),
    "lint-pages": Place(
        room="compiling", panel=PAGES, about="Find pages that are stale, orphaned or in dispute."
    ),
    "refresh-pages": Place(room="compiling", panel=PAGES, about="Mend the pages that are stale."),
    "take-snapshot": Place(room="compiling", panel=PAGES, about="Take the bulletin of a user."),
    "get-snapshot": Place(room="compiling", panel=PAGES, about="Show the bulletin of a user."),
    "tasks": Place(room="tasking", panel=TASKS, about="List tasks, latest first."),
    "get-task": Place(room="tasking", panel=TASKS, about="Show a task."),
    "enqueue": Place(room="tasking", panel=TASKS, about="Enqueue a task."),
    "cancel-task": Place(room="tasking", panel=TASKS, about="Cancel a task."),
    "retry-task": Place(room="tasking", panel=TASKS, about="Let a parked task wait again."),
    "run-pending": Place(
        room="tasking", panel=TASKS, about="Run what a worker would, here and now."
    ),
    "schedules": Place(
        room="scheduling", panel=TASKS, about="List what is enqueued again and again."
    ),
    "set-schedule": Place(
        room="scheduling", panel=TASKS, about="Set what is enqueued again and again."
    ),
    "create-project": Place(room="teaming", panel=KEEP, about="Open a project."),
    "end-project": Place(room="teaming", panel=KEEP, about="End a project and its sessions."),
    "create-session": Place(room="teaming", panel=KEEP, about="Open a session."),
    "end-session": Place(room="teaming", panel=KEEP, about="End a session."),
    "set-quota": Place(room="teaming", panel=KEEP, about="Limit what a user writes and keeps."),
    "keys": Place(room="granting", panel=KEEP, about="List API keys."),
    "create-key": Place(room="granting", panel=KEEP, about="Make an API key."),
    "revoke-key": Place(room="granting", panel=KEEP, about="Revoke an API key."),
    "grants": Place(room="granting", panel=KEEP, about="List who may act for whom."),
    "grant": Place(room="granting", panel=KEEP, about="Let another user act for you."),
    "revoke-grant": Place(room="granting", panel=KEEP, about="Take that back."),
    "propose-contradictions": Place(
        room="reflecting", panel=KEEP, about="Put contradictions under review, for a person."
    ),
    "consolidate": Place(
        room="reflecting", panel=KEEP, about="Read stored turns for what nobody has read in them."
    ),
    "audit": Place(room="auditing", panel=KEEP, about="Verify the ledger: audit verify."),
    "reembed": Place(room="reembedding", panel=KEEP, about="Embed what waits, or everything anew."),
    "rebuild-indexes": Place(room="reembedding", panel=KEEP, about="Make words and labels anew."),
    "bench": Place(
        room="benching", panel=KEEP, about="Measure speed, recall or extraction: bench extraction."
    ),
}
"""In the order of the list. A command is named for its operation, with hyphens."""
