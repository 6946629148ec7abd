"""Read JSON lines of examples, and say which line is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from muniment.ingest.json_values import Object, Unfit, object_of, parsed, read_text

Example = TypeVar("Example")


def read_rows(path: Path, read: Callable[[Object], Example]) -> Iterator[Example]:
    """Yield what `read` makes of each line that is not blank.

    Raises:
        FileNotFound: there is no such file.
        UnreadableConversation: a line is no example; the message names it and says why.
    """
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield read(object_of(parsed(line), "the line"))
        except Unfit as unfit:
            raise unfit.kind(f"{path}, line {number}: {unfit}.") from None
