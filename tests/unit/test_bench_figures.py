from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from muniment.bench.figures import Figure, as_json, median, percentile, print_figures


def test_a_percentile_is_the_nearest_rank() -> None:
    values = [float(number) for number in range(100, 0, -1)]

    assert percentile(values, 0.95) == 95.0
    assert percentile(values, 0.5) == 50.0
    assert percentile([3.0, 1.0, 2.0], 0.95) == 3.0
    assert median([7.0]) == 7.0


def test_a_percentile_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="percentile of nothing"):
        percentile([], 0.5)


@pytest.mark.parametrize(
    "value, bar, is_floor, holds",
    [
        (10.0, 10.0, False, True),
        (10.1, 10.0, False, False),
        (2_499.0, 2_500.0, True, False),
        (2_500.0, 2_500.0, True, True),
        (1.0, None, False, None),
    ],
)
def test_a_figure_keeps_to_its_bar_or_misses_it(
    value: float, bar: float | None, is_floor: bool, holds: bool | None
) -> None:
    figure = Figure(name="recall", value=value, unit="ms", bar=bar, is_floor=is_floor)

    assert figure.holds is holds


def test_a_table_has_the_bar_beside_the_figure_and_says_ok_or_miss() -> None:
    told = io.StringIO()
    figures = [
        Figure(name="recall p50", value=9.5, unit="ms", bar=10.0),
        Figure(name="add_many", value=1_250.0, unit="beliefs/s", bar=2_500.0, is_floor=True),
        Figure(name="evidence", value=0.81995, unit="", bar=0.82, is_floor=True),
    ]

    print_figures(Console(file=told, width=120), "Speed", figures)

    lines = [line.split() for line in told.getvalue().replace("│", " ").splitlines()]
    assert ["recall", "p50", "9.50", "ms", "≤", "10.0", "ok"] in lines
    assert ["add_many", "1,250", "beliefs/s", "≥", "2,500", "miss"] in lines
    assert ["evidence", "0.8199", "≥", "0.8200", "miss"] in lines


def test_json_says_whether_a_bar_is_kept() -> None:
    told = json.loads(as_json([Figure(name="recall", value=12.0, unit="ms", bar=10.0)]))

    assert told == [
        {
            "name": "recall",
            "value": 12.0,
            "unit": "ms",
            "bar": 10.0,
            "is_floor": False,
            "note": "",
            "holds": False,
        }
    ]
