"""Bring every operation into the catalogue: a surface that offers them all begins here."""

from __future__ import annotations

from typing import Final

from muniment.operations import (
    agents,
    answers,
    entities,
    erasing,
    facts,
    feeding,
    granting,
    namespaces,
    pages,
    reads,
    reflecting,
    rounds,
    schedules,
    sidecar,
    tasks,
    traces,
    users,
    verifying,
    writes,
)
from muniment.operations.catalogue import CATALOGUE

MODULES: Final = (
    facts,
    reads,
    writes,
    erasing,
    rounds,
    pages,
    tasks,
    schedules,
    entities,
    granting,
    agents,
    feeding,
    sidecar,
    reflecting,
    answers,
    namespaces,
    traces,
    users,
    verifying,
)
"""The modules whose import registers operations; one that is not here is not offered."""

OFFERED: Final = CATALOGUE
"""Every operation by name."""
