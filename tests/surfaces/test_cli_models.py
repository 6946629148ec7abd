"""What the doctor says of the language models that the settings name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from muniment.testing.model_script import Refuses, Replies
from muniment.testing.model_server import ModelServer, model_server
from tests.surfaces.terminal import Terminal


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> Iterator[ModelServer]:
    """Serve two roles, of which one takes from the shared section."""
    with model_server() as served:
        settings = {
            "DEFAULT__PROVIDER": "openai",
            "DEFAULT__MODEL": "small",
            "DEFAULT__BASE_URL": served.openai_url,
            "DEFAULT__API_KEY": "sk-never-shown",
            "EXTRACTOR__PROVIDER": "default",
            "RESOLVER__PROVIDER": "anthropic",
            "RESOLVER__MODEL": "large",
            "RESOLVER__BASE_URL": served.anthropic_url,
        }
        for name, value in settings.items():
            monkeypatch.setenv(f"MUNIMENT_MODELS__{name}", value)
        yield served


def test_the_doctor_asks_each_role_that_is_played(
    terminal: Terminal, scripted: ModelServer
) -> None:
    scripted.script(Replies(text="yes", tokens_in=30, tokens_out=1), model="small")
    scripted.script(Refuses(status=401, message="sk-never-shown"), model="large")

    finished = terminal("doctor")

    assert finished.code == 1
    assert "openai:small answers, for 31 tokens" in finished.out
    assert "refused the key (401). Set models.resolver.api_key." in finished.out.replace("\n", " ")
    assert "sk-never-shown" not in finished.out
    assert [asked.key for asked in scripted.asked] == ["sk-never-shown", "none"]


def test_a_role_that_nobody_plays_is_no_part(terminal: Terminal) -> None:
    parts = terminal.json("doctor")["parts"]

    assert [part["name"] for part in parts if part["name"].startswith("model")] == []
