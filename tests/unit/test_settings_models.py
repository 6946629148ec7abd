"""Which settings of language models are taken from where, and which are refused."""

from __future__ import annotations

import pytest

from muniment.errors import UnknownSetting
from muniment.ports.language_model import ModelRole
from muniment.providers.choose_models import language_models
from muniment.settings import ModelProvider, ModelsSettings, Settings

SHARED = {"provider": "openai", "model": "small", "base_url": "http://one.test/v1", "api_key": "k1"}


def models(**sections: object) -> ModelsSettings:
    return Settings(models=sections).models


def test_no_role_is_played_by_default_whatever_is_shared() -> None:
    assert language_models(models()) == {}
    assert language_models(models(default=SHARED)) == {}


def test_there_is_a_section_for_each_role() -> None:
    assert set(ModelsSettings.model_fields) == {"default", *(role.value for role in ModelRole)}


def test_a_role_takes_what_is_shared_but_for_what_it_says_itself() -> None:
    played = models(
        default=SHARED | {"timeout_s": 7.0},
        extractor={"provider": "default", "model": "large", "tokens_max": 99},
    ).played("extractor")

    assert played is not None
    assert (played.provider, played.model) == (ModelProvider.OPENAI, "large")
    assert (played.base_url, played.timeout_s, played.tokens_max) == (
        "http://one.test/v1",
        7.0,
        99,
    )
    assert played.api_key is not None
    assert played.api_key.get_secret_value() == "k1"


@pytest.mark.parametrize(
    "own",
    [
        {"provider": "anthropic", "model": "m"},
        {"provider": "openai", "model": "m"},
        {"provider": "default", "base_url": "http://two.test/v1"},
    ],
)
def test_a_shared_key_goes_to_the_server_that_it_was_given_for(own: dict[str, str]) -> None:
    played = models(default=SHARED, extractor=own).played("extractor")

    assert played is not None
    assert played.api_key is None


def test_each_role_has_the_model_that_its_section_names() -> None:
    made = language_models(
        models(
            default=SHARED,
            resolver={"provider": "default"},
            page_writer={"provider": "anthropic", "model": "large"},
        )
    )

    assert {role.value: model.identity.name for role, model in made.items()} == {
        "resolver": "openai:small",
        "page_writer": "anthropic:large",
    }


@pytest.mark.parametrize(
    "sections, told",
    [
        ({"extractor": {"provider": "openai"}}, "it needs models.extractor.model"),
        ({"extractor": {"provider": "default"}}, "models.default, which names no provider"),
        ({"default": {"provider": "default"}}, "openai or anthropic"),
        ({"extractor": {"provider": "oracle"}}, "'none', 'default', 'openai' or 'anthropic'"),
        ({"extractor": {"tokens_max": 1}}, "greater than or equal to 16"),
        ({"extractor": {"base_url": "http://a:secret@b/v1"}}, "the key is a setting"),
        ({"query_rewriter": {"mode": "hyde,multi_query"}}, "choose one of"),
        ({"query_rewriter": {"mode": ["hyde", "multi_query"]}}, "choose one of"),
    ],
)
def test_what_cannot_work_is_refused(sections: dict[str, object], told: str) -> None:
    with pytest.raises(UnknownSetting) as refused:
        models(**sections)

    assert told in refused.value.message
    assert "secret" not in refused.value.message
