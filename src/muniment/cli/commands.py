"""List the commands and where each is, so that showing the list loads none of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


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


_LISTED: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "Begin": {
        "quickstart": ("quickstart", "Try it in a minute: two times, two answers, and why."),
        "init": ("initialising", "Prepare the store."),
        "doctor": ("doctoring", "Check every part, and prove that tenants are isolated."),
        "ingest": ("ingesting", "Store the conversations of a file."),
        "setup": ("setting_up", "Set up a coding agent."),
    },
    "Serve": {
        "ui": ("viewing", "Show what is believed and why, in a browser."),
        "api": ("serving", "Serve the operations over HTTP."),
        "mcp": ("speaking", "Serve an agent over MCP."),
        "serve": ("speaking", "Serve an agent over MCP, from a directory's store."),
        "hook": ("hooking", "Run a hook of a coding agent."),
        "worker": ("working", "Run tasks in the background."),
    },
    "Write": {
        "add": ("writing", "Add a belief."),
        "add-many": ("loading", "Add the beliefs of a file."),
        "append-facts": ("facts", "Record a fact: subject, predicate and object."),
        "add-alias": ("entities", "Record that a name stands for an entity."),
        "update": ("writing", "Correct a memory: we had it wrong."),
        "end": ("writing", "Say that a memory stopped being so."),
        "forget": ("writing", "Stop using a memory."),
        "forget-episode": ("writing", "Hide a turn from now on."),
        "retract": ("writing", "Say that a memory was never so."),
        "purge": ("erasing", "Erase words by law, for ever."),
        "ingest-round": ("learning", "Learn from a round of conversation."),
        "set-cardinality": ("writing", "Say how many beliefs a category's slots hold."),
        "settle-review": ("learning", "Settle a contradiction."),
    },
    "Ask": {
        "recall": ("asking", "Find what bears on a question, best first."),
        "recall-as-pack": ("asking", "Recall, laid out for a language model's prompt."),
        "answer": ("answering", "Answer by rules: quotations, or none."),
        "audit-gaps": ("answering", "List what memory lacks: unknown, stale, doubtful."),
        "replay": ("asking", "Give a past answer again, and compare."),
        "explain": ("asking", "Say why a memory is believed."),
        "process-turn": ("accompanying", "Store a turn, and learn from it later."),
        "enhance-context": ("accompanying", "Show what to know before answering a turn."),
        "deep-memory": ("accompanying", "Answer from memory alone."),
    },
    "Look": {
        "get": ("looking", "Show one memory."),
        "get-episode": ("looking", "Show one turn."),
        "search": ("looking", "List what matches words and filters."),
        "list": ("looking", "List memories and turns, latest first."),
        "history": ("looking", "Show a memory through both times."),
        "timeline": ("looking", "Show an entity through valid time."),
        "current-facts": ("looking", "List what holds."),
        "facts": ("facts", "List facts, or those that bear on a text."),
        "decisions": ("learning", "Show the decisions on what was said."),
        "review": ("learning", "List contradictions that wait for you."),
        "reflect": ("reflecting", "Look back at what is stable and changed."),
        "faded": ("reflecting", "List beliefs that have faded with age."),
        "find-duplicates": ("reflecting", "List beliefs that say the same."),
        "find-contradictions": ("reflecting", "List beliefs that cannot both be so."),
        "resolve-entity": ("entities", "Find which entity a name stands for."),
        "entities": ("entities", "List entities with counts and aliases."),
        "graph": ("entities", "Show what facts connect an entity to."),
        "graph-measures": (
            "entities",
            "Show which entities are central, and which belong together.",
        ),
        "namespaces": ("looking", "List namespaces."),
        "users": ("looking", "List the users of a tenant."),
        "changes": ("looking", "Follow the ledger as it grows."),
        "diff": ("looking", "Show what changed between two moments."),
        "inspect": ("inspecting", "Show transactions and their rows."),
        "traces": ("asking", "List past recalls, latest first."),
        "projects": ("teaming", "List projects."),
        "sessions": ("teaming", "List sessions."),
        "get-quota": ("teaming", "Show what a user may write and keep."),
        "stats": ("looking", "Count what is stored."),
        "export": ("loading", "Print the current beliefs, one JSON object per line."),
        "export-turns": ("loading", "Print the turns, one JSON object per line."),
    },
    "Pages": {
        "pages": ("compiling", "List pages of compiled knowledge."),
        "get-page": ("compiling", "Show a page."),
        "page-revisions": ("compiling", "List the revisions of a page."),
        "page-diff": ("compiling", "Show how two revisions of a page differ."),
        "compile-page": ("compiling", "Compile the page of an entity or a category."),
        "compile-persona-page": ("compiling", "Compile the page of a person."),
        "compile-bank": ("compiling", "Compile every page that has enough beliefs."),
        "index-page-vectors": ("compiling", "Embed the pages that have no vector yet."),
        "lint-pages": ("compiling", "Find pages that are stale, orphaned or in dispute."),
        "refresh-pages": ("compiling", "Recompile the pages that are stale."),
        "take-snapshot": ("compiling", "Take a snapshot of a user."),
        "get-snapshot": ("compiling", "Show the snapshot of a user."),
    },
    "Tasks": {
        "tasks": ("tasking", "List tasks, latest first."),
        "get-task": ("tasking", "Show a task."),
        "enqueue": ("tasking", "Enqueue a task."),
        "cancel-task": ("tasking", "Cancel a task."),
        "retry-task": ("tasking", "Put a parked task back in the queue."),
        "run-pending": ("tasking", "Do what a worker would, here and now."),
        "schedules": ("scheduling", "List schedules: tasks enqueued again and again."),
        "set-schedule": ("scheduling", "Set a schedule: a task enqueued again and again."),
    },
    "Keep in order": {
        "create-project": ("teaming", "Open a project."),
        "end-project": ("teaming", "End a project and its sessions."),
        "create-session": ("teaming", "Open a session."),
        "end-session": ("teaming", "End a session."),
        "set-quota": ("teaming", "Limit what a user writes and keeps."),
        "keys": ("granting", "List API keys."),
        "create-key": ("granting", "Make an API key."),
        "revoke-key": ("granting", "Revoke an API key."),
        "grants": ("granting", "List who may act for whom."),
        "grant": ("granting", "Let another user act for you."),
        "revoke-grant": ("granting", "Revoke a grant."),
        "propose-contradictions": ("reflecting", "Put contradictions under review, for a person."),
        "consolidate": ("reflecting", "Read stored turns that the current extractor has not read."),
        "audit": ("auditing", "Verify the ledger: audit verify."),
        "tenants": ("reembedding", "List tenants, and which wait to be embedded."),
        "reembed": ("reembedding", "Embed what waits, or everything again."),
        "rebuild-indexes": ("reembedding", "Rebuild the index of words and labels."),
        "index-vectors": ("indexing", "Build an index of vectors, for approximate recall."),
        "bench": ("benching", "Measure speed, recall or extraction: bench extraction."),
    },
}
"""Of each panel the commands, each with the room that it is in and what the list says about it."""

COMMANDS: Final = {
    name: Place(room=room, panel=panel, about=about)
    for panel, listed in _LISTED.items()
    for name, (room, about) in listed.items()
}
"""In the order of the list. A command is named for its operation, with hyphens."""
