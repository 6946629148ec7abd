"""How a model in this process is run: lazily, off the event loop, one text at a time."""

from __future__ import annotations

import threading

import anyio
import numpy
import pytest

from muniment.errors import EmbedderUnavailable, UnstorableText
from muniment.ports.embedder import EmbedderIdentity, Vector
from muniment.providers.offline import OfflineEmbedder

IDENTITY = EmbedderIdentity(name="lengths", dimensions=2, digest="00")


class Lengths:
    """Answer (characters, 0) for a question and (0, characters) for a document."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.threads: set[int] = set()

    def vector(self, text: str, *, is_query: bool) -> Vector:
        self.seen.append(text)
        self.threads.add(threading.get_ident())
        pair = (len(text), 0) if is_query else (0, len(text))
        return numpy.array(pair, dtype=numpy.float32)


async def test_questions_and_documents_are_told_apart_and_have_length_one() -> None:
    embedder = OfflineEmbedder(IDENTITY, Lengths)
    question = await embedder.embed_query("abc")
    documents = await embedder.embed_documents(["a", "abcd"])
    assert question.tolist() == [1.0, 0.0]
    assert documents.tolist() == [[0.0, 1.0], [0.0, 1.0]]
    assert (question.dtype.name, documents.dtype.name) == ("float32", "float32")


async def test_no_document_gives_an_empty_matrix_and_loads_no_model() -> None:
    def load() -> Lengths:
        raise AssertionError("loaded")

    matrix = await OfflineEmbedder(IDENTITY, load).embed_documents([])
    assert matrix.shape == (0, 2)


async def test_the_model_runs_outside_the_event_loops_thread() -> None:
    model = Lengths()
    await OfflineEmbedder(IDENTITY, lambda: model).embed_query("abc")
    assert len(model.threads) == 1
    assert threading.get_ident() not in model.threads


async def test_the_model_is_loaded_once_though_many_ask_at_once() -> None:
    loaded: list[Lengths] = []

    def load() -> Lengths:
        loaded.append(Lengths())
        return loaded[-1]

    embedder = OfflineEmbedder(IDENTITY, load)
    async with anyio.create_task_group() as tasks:
        for _ in range(8):
            tasks.start_soon(embedder.embed_query, "abc")
    assert [model.seen for model in loaded] == [["abc"] * 8]


def test_event_loops_of_several_threads_may_share_an_embedder() -> None:
    model = Lengths()
    embedder = OfflineEmbedder(IDENTITY, lambda: model)
    answers: list[list[list[float]]] = []

    async def ask() -> None:
        async with anyio.create_task_group() as tasks:
            for _ in range(10):
                tasks.start_soon(embedder.embed_query, "abc")
        answers.append((await embedder.embed_documents(["ab"])).tolist())

    threads = [threading.Thread(target=anyio.run, args=(ask,), daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert answers == [[[0.0, 1.0]]] * 4
    assert len(model.seen) == 44


async def test_a_model_that_could_not_be_loaded_is_tried_again_with_the_next_text() -> None:
    tries: list[str] = []

    def load() -> Lengths:
        tries.append("load")
        if len(tries) == 1:
            raise EmbedderUnavailable("not installed yet")
        return Lengths()

    embedder = OfflineEmbedder(IDENTITY, load)
    with pytest.raises(EmbedderUnavailable, match="not installed yet"):
        await embedder.embed_query("abc")
    assert (await embedder.embed_query("abc")).tolist() == [1.0, 0.0]


async def test_cancelling_takes_effect_after_the_text_in_hand() -> None:
    second_begun, go_on = threading.Event(), threading.Event()

    class Waiting(Lengths):
        def vector(self, text: str, *, is_query: bool) -> Vector:
            if text == "second":
                second_begun.set()
                assert go_on.wait(timeout=30)
            return super().vector(text, is_query=is_query)

    model = Waiting()
    embedder = OfflineEmbedder(IDENTITY, lambda: model)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(embedder.embed_documents, ["first", "second", "third"])
        assert await anyio.to_thread.run_sync(second_begun.wait, 30)
        tasks.cancel_scope.cancel()
        go_on.set()
    assert model.seen == ["first", "second"]


async def test_a_question_waits_for_one_document_and_not_for_all_of_them() -> None:
    first_begun, go_on = threading.Event(), threading.Event()

    class Waiting(Lengths):
        def vector(self, text: str, *, is_query: bool) -> Vector:
            if text == "first":
                first_begun.set()
                assert go_on.wait(timeout=30)
            return super().vector(text, is_query=is_query)

    model = Waiting()
    embedder = OfflineEmbedder(IDENTITY, lambda: model)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(embedder.embed_documents, ["first", "second", "third"])
        assert await anyio.to_thread.run_sync(first_begun.wait, 30)
        tasks.start_soon(embedder.embed_query, "question")
        await anyio.wait_all_tasks_blocked()
        go_on.set()
    assert model.seen == ["first", "question", "second", "third"]


async def test_a_closed_embedder_loads_its_model_again_and_may_be_closed_twice() -> None:
    loaded: list[Lengths] = []

    def load() -> Lengths:
        loaded.append(Lengths())
        return loaded[-1]

    embedder = OfflineEmbedder(IDENTITY, load)
    await embedder.embed_query("abc")
    await embedder.aclose()
    await embedder.aclose()
    await embedder.embed_query("abc")
    assert [model.seen for model in loaded] == [["abc"], ["abc"]]


@pytest.mark.parametrize("text", ["nul \0 inside", "lone \ud800 surrogate"])
async def test_a_text_that_no_model_can_read_is_refused_before_any_is_embedded(text: str) -> None:
    model = Lengths()
    embedder = OfflineEmbedder(IDENTITY, lambda: model)
    with pytest.raises(UnstorableText):
        await embedder.embed_documents(["fine", text])
    with pytest.raises(UnstorableText):
        await embedder.embed_query(text)
    assert model.seen == []


@pytest.mark.parametrize(
    "answer, told",
    [
        ([1.0, 0.0, 0.0], r"shape \(3,\), expected \(2,\)"),
        ([0.0, 0.0], "no direction"),
        ([float("nan"), 1.0], "no direction"),
        ([float("inf"), 1.0], "no direction"),
    ],
)
async def test_a_vector_that_cannot_be_compared_is_refused(answer: list[float], told: str) -> None:
    class Wrong:
        def vector(self, text: str, *, is_query: bool) -> Vector:
            return numpy.array(answer, dtype=numpy.float32)

    with pytest.raises(EmbedderUnavailable, match=told):
        await OfflineEmbedder(IDENTITY, Wrong).embed_query("abc")
