from __future__ import annotations

import numpy as np

from muniment.bench.vectors import BulkEmbedder
from muniment.bench.workload import Workload
from muniment.testing.embedder import HashedEmbedder


def test_a_belief_is_the_same_however_many_are_made_before_it() -> None:
    one, other = Workload(), Workload()

    before = [one.belief(number) for number in range(50)]

    assert before[49] == other.belief(49)
    assert one.question(49) == other.question(49)


def test_beliefs_differ_and_every_second_one_has_a_slot() -> None:
    workload = Workload()
    beliefs = [workload.belief(number) for number in range(1_000)]

    assert len({belief.content for belief in beliefs}) == 1_000
    assert [belief.category is None for belief in beliefs[:4]] == [False, True, False, True]
    assert all(10 <= len(belief.content.split()) <= 20 for belief in beliefs)


def test_a_question_has_six_to_ten_words_and_names_whom_it_is_about() -> None:
    workload = Workload()

    for number in range(200):
        question = workload.question(number)
        assert 6 <= len(question.split()) <= 10
        assert workload.belief(number).name in question


async def test_bulk_vectors_are_of_length_one_and_the_same_for_the_same_text() -> None:
    embedder = BulkEmbedder(HashedEmbedder())
    embedder.made_up = True

    once = await embedder.embed_documents(["one text", "another text"])
    again = await embedder.embed_documents(["another text"])

    assert np.allclose(np.linalg.norm(once, axis=1), 1.0)
    assert np.array_equal(once[1], again[0])
    assert abs(float(once[0] @ once[1])) < 0.3


async def test_bulk_vectors_give_way_to_the_real_ones() -> None:
    real = HashedEmbedder()
    embedder = BulkEmbedder(real)

    assert embedder.identity == real.identity
    assert np.array_equal(
        await embedder.embed_documents(["one text"]), await real.embed_documents(["one text"])
    )
    embedder.made_up = True
    assert np.array_equal(await embedder.embed_query("a"), await real.embed_query("a"))
