"""However a message is made, the rules read it in a time that goes with its length."""

from __future__ import annotations

import subprocess
import sys

LENGTH = 20_000
SECONDS_OF_THE_PROCESSOR = 60
"""Ten times what all of them take; read in a time that goes with the square of the length, one took seven minutes."""

READ = f"""
import resource
from datetime import UTC, datetime
from muniment.knowledge.reading_by_rules import read
from muniment.model.claims import Message, Role

resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS_OF_THE_PROCESSOR}, {SECONDS_OF_THE_PROCESSOR}))
made = ["I am" + gap * {LENGTH} + "x" for gap in " \\t\\u00a0"]
made += [(each * {LENGTH})[:{LENGTH}] for each in ".-—(*'|\\\\"]
made += [(each * {LENGTH})[:{LENGTH}] for each in ("- ", "A. ", "a: ", "I like tea\\n", "I like tea and ")]
for text in made:
    read(Message(text=text, speaker="Ann", role=Role.USER, occurred_at=datetime(2026, 6, 1, tzinfo=UTC)))
print("read", len(made))
"""


def test_a_message_made_to_keep_the_rules_busy_is_soon_read() -> None:
    ran = subprocess.run([sys.executable, "-c", READ], capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stdout) == (0, "read 16\n"), ran.stderr[-500:]
