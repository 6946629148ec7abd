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
made += ["My PIN is " + "1," * 9_000, "```" + "x" * {LENGTH}, *filled("just ", "– ", "A ", "so ")]
made += ["A" * {LENGTH} + " met Anna, who lives in Bath.", "Anna" + " (" * {LENGTH} + "who lives in Bath."]
for text in made:
    read(Message(text=text, speaker="Ann", role=Role.USER, occurred_at=JUNE))
print("read", len(made))
"""

REPLACED = """
from muniment.knowledge.resolution.replacing_words import replaced_value
from muniment.knowledge.statements import spans
from muniment.knowledge.statements.counting import _who

made = ["I moved from" + gap + "x" for gap in filled(" ", "\\t", "a ")] + filled("I moved from a ", "not to ")
for text in made:
    replaced_value(text, (0, 4), corrects=True)
for gap in filled(" ", "\\t"):
    _who("Mike" + gap + "x has three cats", (), "Ann")
for text in filled(" 991", " 111", "two "):
    for _, _, pattern in spans._TYPED:
        list(pattern.finditer(text))
print("read", len(made))
"""

QUESTIONS = """
from muniment.recall.expressions import reach_of, times_asked, windows_in
from muniment.recall.whose import MetRow, met_by, whose

made = filled("1 may ", "may 5 ", "in May than ", "2026-01-01 ", "last week $5 ", "say he ", ", did ", "the of ", "a's ")
for text in made:
    windows_in(times_asked(text, JUNE))
    reach_of(times_asked(text + " in 2019", JUNE))
    read = whose(text, "a")
    met_by([MetRow(link.place_to, "a", "a", False) for link in read.links], ["a"], read)
print("read", len(made))
"""

DATES = f"""
from muniment.recall.expressions import times_asked, windows_in
from muniment.recall.fusion import measure
from muniment.recall.question import QuestionRead
from tests.unit.recall_words import ONE_RARE_WORD, belief

months = ("january", "march", "may", "july", "august", "october", "december")
days = (
    f"from {{first}} {{month}} to {{first + more}} {{month}}"
    for month in months for first in range(1, 25) for more in range(1, 8)
)
text = " ".join(days)[:{LENGTH}]
windows = windows_in(times_asked(text, JUNE))
found = [belief(str(number)) for number in range(10_000)]
measure(found, QuestionRead(text=text, topic=text, windows=windows), ONE_RARE_WORD)
print("more than 5,000:", len(windows) > 5_000)
"""

COMMANDS = """
from muniment.hooks.artefacts import only_reads
from muniment.hooks.redacting import redacted

made = [gap * 100_000 + "x" for gap in (" ", "\\t", "x ", "a=b ")]
for text in made:
    only_reads(text)
    redacted(text)
for name in ("token", "passwd", "secret_", "token ", "-eyJ", "sk-", "-----BEGIN ", "curl -u "):
    redacted(name * 20_000)
print("read", len(made))
"""


def _said_of(script: str) -> tuple[int, str, str]:
    ran = subprocess.run(
        [sys.executable, "-c", BEGIN + script], capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout, ran.stderr[-500:]


def test_a_message_made_to_keep_the_rules_busy_is_soon_read() -> None:
    assert _said_of(MESSAGES) == (0, "read 24\n", "")


def test_what_a_message_says_is_replaced_is_soon_found() -> None:
    assert _said_of(REPLACED) == (0, "read 5\n", "")


def test_a_question_made_of_times_alone_is_soon_read() -> None:
    assert _said_of(QUESTIONS) == (0, "read 9\n", "")


def test_what_was_found_is_soon_measured_by_a_question_made_of_dates() -> None:
    assert _said_of(DATES) == (0, "more than 5,000: True\n", "")


def test_a_command_made_to_keep_a_hook_busy_is_soon_read() -> None:
    assert _said_of(COMMANDS) == (0, "read 4\n", "")
