"""Hold what the lanes found: the one shape that everything after them works on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.floating]
"""An embedding in any float type; half precision, as it is stored, will do."""


class Candidate(NamedTuple):
    """Hold one unit, a belief or a verbatim turn, as it stands at the basis; an answer weighs hundreds.

    `term_counts` has the occurrences of each of the question's terms, in the order of
    `Words.terms`; `length` counts all the unit's terms. `cosine` is None for a unit without a
    vector. `hops` is the distance in the graph to the question's entities, None if unreachable.
    `asks` says that the turn ends with a question mark. `session_id` and `position` are those of
    a turn; positions of one session are consecutive integers. `names` are the speaker of a turn,
    the subject and the object of a belief. `sources` are the turns a belief came from,
    `successors` the beliefs that come before it: those that hold in the place of that which a turn had led us
    to believe and is asked for, which `is_superseded` or begins later, or what a contested belief contradicts. `still_tells`
    says that something holds still that a turn told, whether that was found or not. `cited`
    says that a page cites it that fits the question.
    """

    unit_no: int
    kind: Literal["memory", "episode"]
    item_id: str
    valid_from: datetime
    valid_until: datetime | None = None
    cosine: float | None = None
    vector: Vector | None = None
    term_counts: tuple[int, ...] = ()
    length: int = 0
    tag_hits: int = 0
    hops: int | None = None
    names: tuple[str, ...] = ()
    asks: bool = False
    session_id: str | None = None
    position: int | None = None
    confidence: float = 1.0
    token_count: int = 0
    sources: tuple[str, ...] = ()
    successors: tuple[str, ...] = ()
    is_superseded: bool = False
    still_tells: bool = False
    cited: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Hold the question's terms and how common each is among the units visible at the basis.

    `unit_counts` are document frequencies, in the order of `terms`; `length_mean` is the mean
    number of terms in a unit. `telling` has, for each of the question's own terms, the places of those
    that tell what it asks for; the terms behind the question's own are nothing else.
    """

    terms: tuple[str, ...]
    unit_counts: tuple[int, ...]
    units: int
    length_mean: float
    telling: tuple[tuple[int, ...], ...] = ()
