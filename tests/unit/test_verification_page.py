"""What was tampered with asks for a backup; what a defect wrote is to be written anew."""

from __future__ import annotations

import pytest
from rich.console import Console

from muniment.audit.findings import Finding, Verification, What
from muniment.cli.auditing import verification_page


def page(what: What | None, *, mended: bool = False) -> str:
    """Return what a person sees of a verification with one finding, or one that is over."""
    found = Finding(what=what or What.MISHELD, table="versions", number=7, sentence="so it is.")
    seen = Verification(
        transactions=9,
        rows=30,
        erased=0,
        head_number=9,
        head_hash="00",
        findings=() if what is None else (found,),
        is_complete=True,
        mended=(found,) if mended else (),
    )
    console = Console(width=200)
    with console.capture() as captured:
        console.print(verification_page(seen))
    return captured.get()


@pytest.mark.parametrize("what", sorted(set(What) - {What.MISHELD}))
def test_a_ledger_that_was_tampered_with_is_to_be_kept(what: What) -> None:
    assert "restore a backup beside it" in page(what)


def test_what_is_misheld_is_to_be_written_anew() -> None:
    assert "Nothing was tampered with" in page(What.MISHELD)
    assert "backup" not in page(What.MISHELD)


def test_what_was_misheld_is_told_of_a_ledger_that_verifies() -> None:
    assert "The ledger verifies" in page(None, mended=True)
    assert "but wrong before, and so are answers as of then: so it is." in page(None, mended=True)
    assert "wrong before" not in page(None)
