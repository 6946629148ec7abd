"""Bind an upgrade to what is believed to run on an earlier version: "we upgraded to Postgres 16"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.statements.beginning import begun
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.clauses import Clause, clauses_of
from muniment.knowledge.statements.worded import worded
from muniment.knowledge.stems import stems
from muniment.model.claims import Claim, Message
from muniment.model.names import folded

_NUMBER: Final = r"v?\d+(?:\.\d+)*(?:[-.]?[a-z]\d*)?"
_VERSION: Final = rf"(?P<name>(?-i:[^\W\d_a-z])[\w.+#-]*(?: [^\W\d][\w.+#-]*){{0,2}}) (?:version )?(?P<number>{_NUMBER})(?![\w%€$]|[.,:]\d| ?(?:percent|euros?))"
_ADV: Final = r"(?: (?:just|finally|now|already|also|recently))*"
_UPGRADED: Final = re.compile(
    rf"^(?:(?:i|we)(?:['’]ve| have)?{_ADV} (?:upgraded|downgraded|updated|migrated|moved|switched|bumped)(?: (?P<what>(?:the|our|my) [\w -]{{2,30}}?))?"
    rf"|(?P<whose>(?:the|our|my) [\w -]{{2,30}}?)(?: has been| was| got| is|['’]s been| have been| were){_ADV} (?:upgraded|downgraded|updated|migrated|moved|switched|bumped))"
    rf"(?: over)?(?: from [\w.+# -]{{1,30}}?)? to {_VERSION}",
    re.IGNORECASE,
)
_RUNS: Final = re.compile(
    rf"^(?:(?:we|it)(?:['’]re| are|['’]s| is)|(?P<whose>(?:the|our|my) [\w -]{{2,30}}?)(?:['’]s| is| are| runs?)) (?:now (?:running )?on|on|running(?: now)? on) {_VERSION}(?P<now> now)?",
    re.IGNORECASE,
)
_HELD: Final = re.compile(rf"(?:{_VERSION})$", re.IGNORECASE)


def upgraded(
    message: Message, claims: Sequence[Claim], believed: Sequence[Believed]
) -> Iterator[Claim]:
    """Yield the versions that a message says something runs on now, of which an earlier one is believed.

    Of several things that run on it, it is the one that is named.
    """
    told = {each.slot for each in claims}
    held = [(each, found) for each in believed if (found := _held(each)) is not None]
    for clause in clauses_of(message.text) if held else ():
        found = _UPGRADED.match(clause.text) or _RUNS.match(clause.text)
        if found is None:
            continue
        fits = [
            each
            for each, old in held
            if folded(old["name"]) == folded(found["name"])
            and old["number"] != found["number"]
            and _is_of(found, each)
        ]
        if len(fits) == 1 and fits[0].slot not in told:
            yield begun(message, _claim(clause, found, fits[0]))


def _held(belief: Believed) -> re.Match[str] | None:
    """Return the version that a thing is believed to run on."""
    return _HELD.match(belief.object) if belief.predicate == "attribute" else None


def _is_of(found: re.Match[str], belief: Believed) -> bool:
    """Tell whether it is said of what a belief is of, or of nothing that is named."""
    said = found.groupdict()
    named = stems(said.get("what") or said.get("whose") or "")
    own = stems(belief.subject) | belief.words
    return named <= own or (bool(named) and stems(belief.subject) <= named)


def _claim(clause: Clause, found: re.Match[str], belief: Believed) -> Claim:
    start, end = found.start("name"), found.end("number")
    return worded(
        subject=belief.subject,
        predicate=belief.predicate,
        object=f"{found['name']} {found['number']}",
        of=belief.of,
        span=(clause.start + start, clause.start + end),
        replaces=belief.object,
        confidence=0.8,
    )
