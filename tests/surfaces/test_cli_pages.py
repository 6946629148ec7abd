"""Pages from a terminal: compile, list, show, lint, mend, and the snapshot."""

from __future__ import annotations

import pytest

from tests.surfaces.terminal import Terminal


@pytest.fixture
def with_page(terminal: Terminal) -> Terminal:
    """Lend a terminal whose store has a page of two beliefs."""
    mike = ("--entity", "Mike", "--valid-from", "2026-03-01")
    terminal.add("Mike lives in London", *mike, "--category", "city")
    terminal.add("Mike rows", *mike, "--category", "hobby")
    done = terminal.json("compile-page", "Mike")
    assert (done["slug"], done["outcome"], done["revision"]) == ("mike", "ADD", 1)
    return terminal


def test_a_page_is_shown_by_sections_with_what_its_sentences_cite(with_page: Terminal) -> None:
    told = with_page.json("get-page", "Mike")
    shown = with_page("get-page", "mike")

    assert [each["text"] for each in told["sentences"]] == ["Mike lives in London", "Mike rows"]
    assert told["sentences"][0]["source"]["kind"] == "memory"
    assert "\nHome\n  - Mike lives in London [2026-03-01 – open]\n    memory " in shown.out
    assert shown.code == 0


def test_revisions_and_their_difference_are_shown(with_page: Terminal) -> None:
    city = ("--entity", "Mike", "--category", "city")
    with_page.add("Mike lives in Bath", *city, "--valid-from", "2026-06-01")
    with_page.json("compile-page", "Mike")

    revisions = with_page.json("page-revisions", "Mike")
    diff = with_page("page-diff", "Mike")
    first = with_page.json("get-page", "Mike", "--revision", "1")

    assert [each["revision"] for each in revisions] == [1, 2]
    assert diff.out.splitlines()[0] == "mike: revision 1 to 2"
    assert "+ Mike lives in Bath [holds, 2026-06-01 – open]" in diff.out
    assert first["revision"] == 1
    assert with_page.json("get-page", "Mike", "--as-of", "4")["revision"] == 1


def test_all_pages_are_compiled_and_listed(with_page: Terminal) -> None:
    done = with_page.json("compile-bank", "--beliefs-min", "1")

    assert [(each["slug"], each["outcome"]) for each in done] == [("mike", "NOOP")]
    assert [each["slug"] for each in with_page.json("pages")["items"]] == ["mike"]
    assert with_page.json("pages", "--kind", "topic")["items"] == []
    assert with_page.json("index-page-vectors") == 0


def test_lint_says_no_until_it_is_mended(with_page: Terminal) -> None:
    assert with_page("lint-pages").code == 0
    (rows,) = with_page.json("search", "--entity", "Mike", "--category", "hobby")["items"]
    with_page.json("forget", rows["id"])

    found = with_page("lint-pages")
    assert found.code == 1
    assert "stale" in found.out
    assert with_page.json("refresh-pages")[0]["outcome"] == "UPDATE"
    assert with_page("lint-pages").code == 0
    assert "Mike rows" not in with_page("get-page", "Mike", "--revision", "1").out


def test_a_snapshot_is_taken_and_shown(with_page: Terminal) -> None:
    code, error, message = with_page.refusal("get-snapshot")
    assert (code, error) == (3, "page_not_found")
    assert "muniment take-snapshot" in message

    assert with_page.json("take-snapshot")["outcome"] == "ADD"
    taken = with_page.json("get-snapshot")
    assert taken["summary"] == "Mike lives in London. Mike rows."
    assert "Mike lives in London. Mike rows." in with_page("get-snapshot").out


WRONG = [
    (("compile-page",), "command_unreadable"),
    (("compile-page", "Nobody"), "nothing_to_compile"),
    (("compile-page", " "), "value_invalid"),
    (("compile-page", "Mike", "--scope", "everywhere"), "value_invalid"),
    (("compile-page", "Mike", "--scope", "container"), "value_invalid"),
    (("compile-bank", "--beliefs-min", "0"), "value_invalid"),
    (("get-page", "Nobody"), "page_not_found"),
    (("get-page", "Mike", "--revision", "7"), "page_not_found"),
    (("get-page", "Mike", "--revision", "0"), "value_invalid"),
    (("get-page", "00000000-0000-0000-0000-000000000001"), "page_not_found"),
    (("pages", "--kind", "poem"), "value_invalid"),
    (("pages", "--cursor", "x"), "value_invalid"),
    (("lint-pages", "--as-of", "99"), "transaction_not_found"),
]


def test_what_is_wrong_is_told_once_and_changes_nothing(with_page: Terminal) -> None:
    before = with_page.transactions()

    told = [with_page.refusal(*arguments) for arguments, _ in WRONG]

    assert [code for _, code, _ in told] == [code for _, code in WRONG]
    assert all(message for _, _, message in told)
    assert with_page.transactions() == before


def test_what_others_wrote_cannot_forge_lines_of_a_page(terminal: Terminal) -> None:
    terminal.add("Fine.\n\nHome\n  - Mike is king", "--entity", "Mike", "--category", "note")
    terminal.json("compile-page", "Mike")

    lines = terminal("get-page", "Mike").out.splitlines()

    assert "Home" not in lines
    assert any(line.startswith("  - Fine.\\n\\nHome\\n  - Mike is king [") for line in lines)
