"""Name the examples by which people know systems like this one: each has a test, or a reason why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

Test = TypeVar("Test", bound=Callable[..., object])

EXAMPLES: Final = (
    "py-open", "py-settings-file", "py-context", "py-add", "py-recall", "py-solo", "py-as-of",
    "py-time-window", "py-supersede", "py-round", "py-decisions", "py-consolidate", "py-reflect",
    "py-pack", "py-pack-prompt", "py-pack-json", "py-team", "py-roles", "py-read-only",
    "py-budget", "py-quota", "py-provenance", "py-health", "py-primitives", "py-client",
    "py-embedder", "py-trace", "py-skill", "cli-init", "cli-doctor", "cli-memories",
    "cli-timeline", "cli-stats", "cli-inspect", "cli-api", "cli-ui", "cli-hook", "cli-setup",
    "cli-help", "mcp-path", "mcp-serve", "mcp-tools", "mcp-health", "mcp-resources", "mcp-prompts",
)  # fmt: skip
"""What works: Python, the command line, and agents over MCP."""

LEFT_OUT: Final = {
    "py-export-user": "erasing and handing out what is known of a person comes with `purge`",
    "py-purge-user": "erasing by law is laid out in the ledger and not built",
    "py-deletion-log": "it reads what `purge` writes",
    "py-verify-signature": "signatures come with `purge`; until then the chain proves a row",
    "py-load-benchmark": "its data set is fetched from a model hub",
    "cli-export": "an export restores both times, which is an audited operation of its own",
    "cli-import": "see cli-export",
    "cli-compact": "nothing is archived apart: what is forgotten stays answerable at its basis",
    "cli-setup-local": "containers; the bundled server needs none",
    "cli-lme": "a benchmark", "cli-locomo": "a benchmark", "cli-mab": "a benchmark",
    "cli-supersession": "a benchmark",
    "image-pull": "containers", "clouds-backend": "clouds: any PostgreSQL serves",
}  # fmt: skip
"""What does not, and why."""

_SHOWN: Final[dict[str, str]] = {}


def example(*ids: str) -> Callable[[Test], Test]:
    """Note that a test shows some examples."""

    def note(test: Test) -> Test:
        for each in ids:
            assert each in EXAMPLES, each
            assert each not in _SHOWN, each
            _SHOWN[each] = test.__name__
        return test

    return note


def not_shown() -> list[str]:
    """Return the examples that no test shows."""
    return [each for each in EXAMPLES if each not in _SHOWN]
