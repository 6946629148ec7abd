"""Show what Muniment does and check each claim: `python -m muniment.bench.demo [CONVERSATION]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from rich.console import Console

from muniment import AgentMemory, MunimentError
from muniment.bench.conversations import read_all
from muniment.bench.figures import console_for_tables
from muniment.bench.homes import settings_in, temporary_home
from muniment.bench.real_file import show_file
from muniment.bench.showing import Showing
from muniment.bench.story import show_story


def main(arguments: Sequence[str]) -> int:
    """Run the demonstration; return 0 if everything that it claims holds, else 1 or an error's 2."""
    parser = argparse.ArgumentParser(prog="python -m muniment.bench.demo", description=__doc__)
    parser.add_argument(
        "conversation",
        nargs="?",
        type=Path,
        help="a LoCoMo file, or JSON lines of turns; left out: a small story",
    )
    parser.add_argument("--keep", action="store_true", help="keep the store, and say where it is")
    given = parser.parse_args(arguments)
    try:
        return demonstrate(console_for_tables(), given.conversation, keep=given.keep)
    except MunimentError as error:
        print(error.message, file=sys.stderr)
        return 2


def demonstrate(console: Console, conversation: Path | None, *, keep: bool = False) -> int:
    """Show every step in a store of its own, and remove it; return the exit code."""
    show = Showing(console)
    conversations = None if conversation is None else read_all([conversation])
    began = perf_counter()
    with temporary_home(keep=keep) as home:
        with AgentMemory(settings=settings_in(home)) as memory:
            show.say(f"A PostgreSQL of its own, started in {perf_counter() - began:.1f} s.")
            if conversations is None:
                show_story(show, memory, home)
            else:
                show_file(show, memory, home, conversations)
        if keep:
            show.say(f"\nThe store is kept: MUNIMENT_HOME={home}")
    show.say(f"\nAll of this took {perf_counter() - began:.1f} s.")
    return show.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
