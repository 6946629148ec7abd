"""The demonstration shows what it says, in a store of its own, and fails if a claim does not hold."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surfaces.terminal import environment_without_settings

LOCOMO = {
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [
        {"speaker": "Ada", "dia_id": "D1:1", "text": "I planted two quince trees behind the shed."},
        {"speaker": "Ben", "dia_id": "D1:2", "text": "Quinces! My aunt made cheese of them."},
        {
            "speaker": "Ada",
            "dia_id": "D1:3",
            "text": "I took up weaving as well, on a borrowed loom.",
        },
        {"speaker": "Ben", "dia_id": "D1:4", "text": "My brother sold his motorcycle yesterday."},
    ],
    "session_2_date_time": "9:10 am on 2 August, 2023",
    "session_2": [
        {"speaker": "Ben", "dia_id": "D2:1", "text": "We adopted a greyhound named Comet."},
        {"speaker": "Ada", "dia_id": "D2:2", "text": "Is he as fast as his name?"},
        {"speaker": "Ben", "dia_id": "D2:3", "text": "He sleeps twenty hours a day."},
        {"speaker": "Ada", "dia_id": "D2:4", "text": "The loom broke, so I bought my own."},
    ],
    "qa": [
        {
            "question": "What did Ada plant behind the shed?",
            "answer": "two quince trees",
            "evidence": ["D1:1"],
            "category": 4,
        },
        {
            "question": "What is the greyhound of Ben named?",
            "answer": "Comet",
            "evidence": ["D2:1"],
            "category": 4,
        },
    ],
}


def demonstrate(tmp_path: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    environment = environment_without_settings() | {
        "TMPDIR": str(shared(tmp_path)),
        "MUNIMENT_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/not_to_be_used",
    }
    return subprocess.run(
        [sys.executable, "-m", "muniment.bench.demo", *[os.fspath(each) for each in arguments]],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def shared(tmp_path: Path) -> Path:
    """Return a folder that the user may enter whom root's server runs as, where pytest allows it."""
    folder = tmp_path / "temporary"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.slow
def test_the_story_holds_and_leaves_nothing_behind(tmp_path: Path) -> None:
    finished = demonstrate(tmp_path)

    told = " ".join(finished.stdout.split())
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "34 turns of 5 sessions" in told
    assert (
        "2024-04-01 now Mike lives in London "
        "2024-07-01 now Mike lives in Bath "
        "2024-07-01 transaction 3 Mike lives in London" in told
    )
    assert "✓ the results are the same, byte for byte" in told
    assert "✓ the source says: now I live in Bath" in told
    assert "✓ nothing is answered, and the receipt says why" in told
    assert "22 Jun 2024 Mike Mike lives in Bath." in told
    assert "✓ every belief is traced to the words of a turn" in told
    assert "✓ a snapshot quotes what is believed" in told
    assert "✓ it is found, and named" in told
    assert "✗" not in told
    assert list(shared(tmp_path).glob("muniment-*")) == []


@pytest.mark.slow
def test_a_conversation_of_ones_own_answers_its_own_questions(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(LOCOMO), encoding="utf-8")

    finished = demonstrate(tmp_path, path)

    told = " ".join(finished.stdout.replace("│", " ").split())
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "8 turns in" in told
    assert "overall 2 1.0000 1.0000 0" in told
    assert "✓ it is found, and named" in told


def test_a_file_that_is_no_conversation_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text('{"qa": []}', encoding="utf-8")

    finished = demonstrate(tmp_path, path)

    assert finished.returncode == 2
    assert "neither a LoCoMo conversation" in finished.stderr
