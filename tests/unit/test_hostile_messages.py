"""However a message, a question or a command is made, it is read in a time that goes with its length."""

from __future__ import annotations

import subprocess
import sys

LENGTH = 20_000
SECONDS_OF_THE_PROCESSOR = 60
"""Ten times what all of them take; read in a time that goes with the square of the length, one took seven minutes."""

BEGIN = f"""
import resource
from datetime import UTC, datetime

resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS_OF_THE_PROCESSOR}, {SECONDS_OF_THE_PROCESSOR}))
JUNE = datetime(2026, 6, 1, tzinfo=UTC)

def filled(*texts):
    return [(each * {LENGTH})[:{LENGTH}] for each in texts]
"""

MESSAGES = f"""
from muniment.knowledge.reading_by_rules import read
from muniment.model.claims import Message, Role

made = ["I am" + gap * {LENGTH} + "x" for gap in " \\t\\u00a0"]
made += filled(*".-—(*'|\\\\", "- ", "A. ", "a: ", "I like tea\\n", "I like tea and ")
for text in made:
    read(Message(text=text, speaker="Ann", role=Role.USER, occurred_at=JUNE))
print("read", len(made))
"""

QUESTIONS = """
from muniment.recall.expressions import windows_in

made = filled("1 may ", "may 5 ", "in May than ", "2026-01-01 ", "last week $5 ")
for text in made:
    windows_in(text, JUNE)
print("read", len(made))
"""

COMMANDS = """
from muniment.hooks.artefacts import only_reads

made = [gap * 100_000 + "x" for gap in (" ", "\\t", "x ", "a=b ")]
for text in made:
    only_reads(text)
print("read", len(made))
"""


def _said_of(script: str) -> tuple[int, str, str]:
    ran = subprocess.run(
        [sys.executable, "-c", BEGIN + script], capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout, ran.stderr[-500:]


def test_a_message_made_to_keep_the_rules_busy_is_soon_read() -> None:
    assert _said_of(MESSAGES) == (0, "read 16\n", "")


def test_a_question_made_of_times_alone_is_soon_read() -> None:
    assert _said_of(QUESTIONS) == (0, "read 5\n", "")


def test_a_command_made_of_blanks_is_soon_told_from_one_that_writes() -> None:
    assert _said_of(COMMANDS) == (0, "read 4\n", "")
