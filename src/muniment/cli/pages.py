"""Lay out answers for people: compact, times in UTC, ids whole, the words of others as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from muniment.cli.hints import hint
from muniment.cli.printing import console, one_line, visible
from muniment.model.memory import Episode, Memory
from muniment.model.worded import cut, moment, period
from muniment.temporal.basis import Basis

NOTHING_FITS = "Nothing matches."
CONTENT = "content"
ID_WIDTH = 36
WIDTH_OF_TABLES = 140
WIDTH_WITHOUT_END = 10_000
CONTENT_SHOWN = 500
"""How many characters of a content a list shows."""


def lines(*parts: str | RenderableType | None) -> RenderableType:
    """Return parts below each other; None is left out. A token stays whole, however long."""
    return Group(
        *(
            Text(part, overflow="ignore") if isinstance(part, str) else part
            for part in parts
            if part is not None
        )
    )


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> RenderableType:
    """Return a table; where there is too little room for one, a block for each row."""
    cells = [[cell(value) for value in row] for row in rows]
    seen = console()
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        made.add_column(column, overflow="fold", min_width=ID_WIDTH if column == "id" else None)
    for row in cells:
        made.add_row(*(Text(each) for each in row))
    needed = WIDTH_OF_TABLES if CONTENT in columns else _least_width(made, seen)
    if seen.width >= needed:
        return made
    return Group(*(_block(columns, row, seen.width) for row in cells))


def _least_width(made: Table, seen: Console) -> int:
    return Measurement.get(seen, seen.options.update_width(WIDTH_WITHOUT_END), made).minimum


def _block(columns: Sequence[str], row: Sequence[str], width: int) -> RenderableType:
    told = dict(zip(columns, row, strict=True))
    content = told.pop(CONTENT, "")
    head: list[Text] = []
    for column, text in told.items():
        pair = Text.assemble((f"{column} ", "dim"), (text, "bold"), overflow="ignore")
        if head and text and head[-1].cell_len + len("  ") + pair.cell_len <= width:
            head[-1].append("  ").append_text(pair)
        elif text:
            head.append(pair)
    return lines(*head, Padding(Text(content), (0, 0, 0, 2), expand=False) if content else None)


def pairs(rows: Iterable[tuple[str, object]]) -> Table:
    """Return names and values below each other, what is None or empty left out."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    made.add_column(no_wrap=True, style="bold")
    made.add_column(overflow="fold")
    for name, value in rows:
        if value is not None and value != () and value != "":
            made.add_row(Text(name), Text(visible(told(value))))
    return made


def cell(value: object) -> str:
    """Return a value as one line of a table."""
    return cut(one_line(told(value)), CONTENT_SHOWN)


def told(value: object) -> str:
    """Return a value as people read it."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(told(each) for each in value)
    return str(value)


def more_line(cursor: str | None) -> str | None:
    """Say how to see what follows."""
    return None if cursor is None else f"There is more: --cursor {cursor}"


def degraded_lines(degraded: Iterable[str]) -> list[str]:
    """Say what an answer lacked."""
    return [f"Degraded: {visible(each)}" for each in degraded]


def nothing_known() -> str:
    """Say that nothing is known yet, and how to begin."""
    return hint(
        'Nothing is known yet: `muniment add "…"` adds a belief, `muniment ingest FILE` a conversation.'
    )


def nothing(basis: Basis) -> RenderableType:
    """Say that nothing fits, or where nothing is known yet how to begin."""
    return lines(nothing_known() if basis.as_of.number <= 1 else NOTHING_FITS)


def names_page(names: Sequence[str]) -> RenderableType:
    """List names, one a line."""
    return lines(*(names or (NOTHING_FITS,)))


def memory_page(memory: Memory | Episode) -> RenderableType:
    """Lay out one memory or turn, whole."""
    if isinstance(memory, Episode):
        return pairs(
            [
                ("id", memory.id),
                ("content", memory.content),
                ("caption", memory.caption),
                ("speaker", memory.speaker),
                ("session", memory.session),
                ("occurred at", memory.occurred_at),
                ("source id", memory.source_id),
                ("known", period(memory.known_from, memory.known_until)),
                ("namespace", memory.namespace),
                ("metadata", memory.metadata),
            ]
        )
    return pairs(
        [
            ("id", memory.id),
            ("content", memory.content),
            ("entity", memory.entity),
            ("category", memory.category),
            ("object", memory.object),
            ("valid", period(memory.valid_from, memory.valid_until)),
            ("known", period(memory.known_from, memory.known_until)),
            ("standing", memory.stands_as.value),
            ("confidence", memory.confidence),
            ("tags", memory.tags),
            ("scope", memory.scope.value),
            ("namespace", memory.namespace),
            ("visibility", memory.visibility.value),
            ("agent", memory.agent),
            ("metadata", memory.metadata),
        ]
    )
