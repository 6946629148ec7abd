"""What the stand-ins of `muniment.testing` answer."""

from __future__ import annotations

import numpy
import pytest

from muniment.errors import EmbedderUnavailable, UnstorableText
from muniment.testing.embedder import FailingEmbedder, HashedEmbedder


async def test_each_word_has_one_dimension_whatever_its_case_and_place() -> None:
    embedder = HashedEmbedder()
    documents = await embedder.embed_documents(["Bath", "alice!", "ALICE, bath; bath"])
    assert [numpy.flatnonzero(row).tolist() for row in documents] == [[168], [275], [168, 275]]
    assert documents[2][[168, 275]].tolist() == pytest.approx([0.894427, 0.447214], abs=1e-6)
    assert documents.dtype == numpy.float32


async def test_alikeness_is_the_share_of_common_words() -> None:
    embedder = HashedEmbedder()
    question = await embedder.embed_query("Where does Alice live?")
    documents = await embedder.embed_documents(["Alice lives in Bath.", "Rain is due."])
    assert (documents @ question).tolist() == [0.25, 0.0]


async def test_a_text_without_words_still_has_a_direction() -> None:
    assert numpy.flatnonzero(await HashedEmbedder().embed_query("!!!")).tolist() == [55]
    assert (await HashedEmbedder().embed_documents([])).shape == (0, 384)


async def test_another_salt_is_another_embedder() -> None:
    plain, salted = HashedEmbedder(), HashedEmbedder(salt="b")
    assert numpy.flatnonzero(await salted.embed_query("Bath")).tolist() == [1]
    assert plain.identity.digest == (
        "6881f30fdf979596d03f4b270bdc8adc4d40607b009417515078d78f9ef8c416"
    )
    assert salted.identity.digest == (
        "6548c1f7afc4f89dc5eb0156af50b2977e4d6d5bc724b30c03034672b83ec3fc"
    )


async def test_a_stand_in_refuses_what_a_model_would() -> None:
    with pytest.raises(UnstorableText):
        await HashedEmbedder().embed_query("\ud800")


async def test_a_failing_embedder_can_be_switched_down_and_up() -> None:
    embedder = FailingEmbedder(HashedEmbedder())
    await embedder.embed_query("Bath")
    embedder.is_down = True
    with pytest.raises(EmbedderUnavailable):
        await embedder.embed_query("Bath")
    with pytest.raises(EmbedderUnavailable):
        await embedder.embed_documents(["Bath"])
    assert embedder.identity == HashedEmbedder().identity
    embedder.is_down = False
    assert numpy.flatnonzero(await embedder.embed_query("Bath")).tolist() == [168]


async def test_a_failing_embedder_can_go_down_in_the_middle_of_a_batch() -> None:
    embedder = FailingEmbedder(HashedEmbedder(), texts_left=3)
    await embedder.embed_documents(["one", "two"])
    with pytest.raises(EmbedderUnavailable):
        await embedder.embed_documents(["three", "four"])
    with pytest.raises(EmbedderUnavailable):
        await embedder.embed_query("three")
