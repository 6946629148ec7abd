from __future__ import annotations

import io

from rich.console import Console

from muniment.bench.showing import Showing


def shown(show: Showing) -> str:
    assert isinstance(show.console.file, io.StringIO)
    return show.console.file.getvalue()


def test_a_demonstration_whose_claims_hold_ends_well() -> None:
    show = Showing(Console(file=io.StringIO(), width=100))

    show.check("two and two are four", True)

    assert show.end() == 0
    assert "✓ two and two are four" in shown(show)


def test_a_claim_that_does_not_hold_is_told_and_fails_the_demonstration() -> None:
    show = Showing(Console(file=io.StringIO(), width=100))

    show.check("two and two are five", False)
    show.check("two and two are four", True)

    assert show.end() == 1
    assert "✗ does not hold: two and two are five" in shown(show)
    assert "1 claim did not hold." in shown(show)


def test_what_is_quoted_is_data_and_no_markup() -> None:
    show = Showing(Console(file=io.StringIO(), width=100))

    show.say("[bold]said[/bold]")
    show.table(("words",), [("[red]said[/red]",)])
    show.quotation("Mike", "[blue]said[/blue]", (0, 4))
    show.check("[x] is kept", True)

    told = shown(show)
    assert all(words in told for words in ("[bold]said[/bold]", "[red]said[/red]"))
    assert all(words in told for words in ("[blue]said[/blue]", "✓ [x] is kept"))


def test_rows_that_are_not_shown_are_counted() -> None:
    show = Showing(Console(file=io.StringIO(), width=100))

    show.table(("words",), [(f"row {n}",) for n in range(11)], most=8)

    assert "row 7" in shown(show)
    assert "row 8" not in shown(show)
    assert shown(show).endswith("… and 3 more\n")
