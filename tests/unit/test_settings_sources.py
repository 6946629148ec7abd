"""Where settings come from, and which source wins."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from muniment.errors import UnknownSetting
from muniment.settings import EmbedderName, EmbedderSettings, Settings, TraceTarget


@pytest.fixture(autouse=True)
def settings_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a home of its own and no variables."""
    for name in tuple(os.environ):
        if name.upper().startswith("MUNIMENT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return tmp_path


def test_nothing_given_is_the_bundled_server_and_the_local_tenant() -> None:
    settings = Settings()
    assert settings.database_url is None
    assert settings.owner_url is None
    assert (settings.tenant, settings.user, settings.namespace) == ("local", "local", "default")
    assert settings.agent is None
    assert settings.language == "english"
    assert settings.embedder.name is EmbedderName.MUNIMENT
    assert settings.recall.limit == 10
    assert settings.recall.budget_tokens == 20_000
    assert settings.recall.mmr_lambda == 0.7
    assert settings.recall.weights == {}
    assert settings.recall.trace is TraceTarget.DATABASE
    assert settings.limits.content_characters_max == 20_000
    assert settings.limits.batch_max == 10_000
    assert settings.pool.statement_timeout_s == 60.0


def test_code_wins_over_the_environment_over_the_file_over_the_default(
    settings_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings_home / ".muniment.toml").write_text(
        'tenant = "file"\nuser = "file"\nnamespace = "file"\n'
    )
    monkeypatch.setenv("MUNIMENT_TENANT", "environment")
    monkeypatch.setenv("MUNIMENT_USER", "environment")
    settings = Settings(tenant="code")
    assert settings.tenant == "code"
    assert settings.user == "environment"
    assert settings.namespace == "file"
    assert settings.agent is None


def test_sections_are_merged_key_by_key_across_the_sources(
    settings_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings_home / ".muniment.toml").write_text(
        "[pool]\nsize_max = 3\nlock_timeout_s = 3\nconnect_timeout_s = 3\n"
    )
    monkeypatch.setenv("MUNIMENT_POOL__LOCK_TIMEOUT_S", "2")
    monkeypatch.setenv("MUNIMENT_POOL__SIZE_MAX", "2")
    pool = Settings(pool={"size_max": 1}).pool
    assert (pool.size_max, pool.lock_timeout_s, pool.connect_timeout_s) == (1, 2.0, 3.0)
    assert pool.statement_timeout_s == 60.0


def test_a_section_may_be_given_as_its_type() -> None:
    settings = Settings(embedder=EmbedderSettings(name=EmbedderName.NONE))
    assert settings.embedder.name is EmbedderName.NONE


def test_weights_are_free_keys_in_every_source(
    settings_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings_home / ".muniment.toml").write_text("[recall.weights]\nwords = 0.25\n")
    monkeypatch.setenv("MUNIMENT_RECALL__WEIGHTS__VECTOR", "0.5")
    settings = Settings(recall={"weights": {"time": 1}})
    assert settings.recall.weights == {"words": 0.25, "vector": 0.5, "time": 1.0}


def test_another_file_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.toml").write_text('tenant = "other"\n')
    monkeypatch.setenv("MUNIMENT_CONFIG", str(tmp_path / "other.toml"))
    assert Settings().tenant == "other"


def test_a_named_file_that_is_missing_is_refused_and_a_missing_default_file_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Settings().tenant == "local"
    monkeypatch.setenv("MUNIMENT_CONFIG", str(tmp_path / "absent.toml"))
    with pytest.raises(UnknownSetting, match=r"^There is no settings file .*absent\.toml"):
        Settings()


def test_an_empty_variable_counts_as_unset_and_null_as_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MUNIMENT_TENANT", "")
    monkeypatch.setenv("MUNIMENT_USER", "null")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "none")
    settings = Settings()
    assert settings.tenant == "local"
    assert settings.user is None
    assert settings.embedder.name is EmbedderName.NONE


def test_paths_are_absolute_and_know_the_home(
    settings_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_HOME", "~/kept")
    settings = Settings()
    assert settings.home == settings_home / "kept"
    assert settings.trace_path == settings_home / "kept" / "recalls.jsonl"
    traced = Settings(recall={"trace": "jsonl", "trace_path": "~/elsewhere.jsonl"})
    assert traced.trace_path == settings_home / "elsewhere.jsonl"


def test_settings_do_not_change_once_read() -> None:
    settings = Settings()
    with pytest.raises(ValueError, match="frozen"):
        settings.tenant = "other"  # type: ignore[misc]  # changing it is what the test tries
    with pytest.raises(ValueError, match="frozen"):
        settings.pool.size_max = 3  # type: ignore[misc]  # changing it is what the test tries
