"""Measure how much of the evidence for a conversation's questions a recall finds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from muniment import AgentMemory
from muniment.bench.conversations import ask_all, progress, read_all, tell
from muniment.bench.figures import Figure
from muniment.bench.homes import settings_in, temporary_home
from muniment.bench.scores import Measured, figures_of, print_measured
from muniment.bench.weighing import leave_one_out


def quality(
    console: Console, paths: Sequence[Path], *, held_out: bool, each_max: int | None = None
) -> list[Figure]:
    """Ask every question that names evidence, by `recall` with default settings; print and return.

    With `each_max`, no more than that of a category. With `held_out`, do it again with weights that were fitted on the other conversations.
    """
    with temporary_home() as home:
        settings = settings_in(home)
        conversations = read_all(paths, each_max, settings.limits)
        with AgentMemory(settings=settings) as memory, progress() as bar:
            told = [tell(memory, each, each.name, bar) for each in conversations]
            measured: Measured = [(each, list(ask_all(memory, each, bar))) for each in told]
            bar.stop()
            print_measured(console, "Recall as it comes", measured)
            figures = figures_of(measured, "as it comes")
            if held_out:
                measured = leave_one_out(console, settings, told)
                print_measured(console, "Weights fitted on the other conversations", measured)
                figures += figures_of(measured, "weights of the others")
    return figures
