"""What is given to a framework as a memory, and is none, is refused with a word about it."""

from __future__ import annotations

from typing import Any

import pytest

from muniment.errors import InvalidValue
from muniment.integrations.faces import at_once, awaited
from muniment.integrations.tools import offered
from muniment.library import AgentContext, AgentMemory

GIVEN: Any = ["postgresql://localhost/muniment", AgentMemory, None, AgentContext("planner")]


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("used", [awaited, at_once, offered])
def test_what_is_no_memory_is_refused(given: Any, used: Any) -> None:
    with pytest.raises(InvalidValue, match="is given as a memory"):
        used(given)
