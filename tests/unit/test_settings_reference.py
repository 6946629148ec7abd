"""That every setting can be looked up."""

from __future__ import annotations

import subprocess
import sys

from muniment.settings import SettingEntry, settings_reference


def test_a_setting_is_listed_with_variable_default_and_description() -> None:
    entries = {entry.name: entry for entry in settings_reference()}
    assert entries["recall.limit"] == SettingEntry(
        name="recall.limit",
        variable="MUNIMENT_RECALL__LIMIT",
        default="10",
        description="The most results that a recall returns.",
    )
    assert entries["embedder.name"].default == '"muniment"'
    assert entries["recall.limit"].default == "10"
    assert entries["recall.weights"].default == "{}"
    assert entries["database_url"].default == ""
    assert entries["tenant"].variable == "MUNIMENT_TENANT"


def test_every_setting_is_listed_once_and_described_in_a_sentence() -> None:
    entries = settings_reference()
    names = [entry.name for entry in entries]
    assert names[:3] == ["home", "database_url", "owner_url"]
    assert len(names) == len(set(names)) > 100
    for entry in entries:
        assert entry.description.endswith("."), entry.name
        assert entry.description[0].isupper(), entry.name


def test_reading_settings_imports_no_model_and_no_database_driver() -> None:
    program = """
import sys
from muniment.settings import Settings
print(sorted({"numpy", "onnxruntime", "psycopg", "httpx", "rich", "typer"} & set(sys.modules)))
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"
