"""Whatever is answered as a list can be walked, counted and indexed alike."""

from __future__ import annotations

import pytest

from muniment.model.feed import Feed
from muniment.model.reading import Diff, Page
from muniment.model.recalled import Recalled
from muniment.model.reflection import FadedBeliefs
from muniment.model.similar import Pairs
from muniment.model.tasks import TaskList
from muniment.model.traces import TraceList


@pytest.mark.parametrize(
    "kind", [Diff, FadedBeliefs, Feed, Page, Pairs, Recalled, TaskList, TraceList]
)
def test_a_list_that_is_answered_can_be_walked_counted_and_indexed(kind: type) -> None:
    assert {"__iter__", "__len__", "__getitem__"} <= set(dir(kind))
