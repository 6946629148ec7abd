"""What is said in one repository is kept in one tenant: all clones of a remote share it."""

from __future__ import annotations

from pathlib import Path

import pytest

from muniment.hooks.repository import tenant_of


def repository(folder: Path, url: str | None) -> Path:
    (folder / ".git").mkdir(parents=True)
    remote = "" if url is None else f'[remote "origin"]\n\turl = {url}\n\tfetch = +refs/*\n'
    (folder / ".git" / "config").write_text(
        f'[core]\n\tbare = false\n[remote "fork"]\n\turl = https://x.org/other\n{remote}[branch "main"]\n',
        encoding="utf-8",
    )
    return folder


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/acme/app.git",
        "https://token@github.com/acme/app",
        "https://me:secret@github.com:443/acme/app.git/",
        "git@github.com:acme/app.git",
        "ssh://git@github.com:22/acme/app.git",
        '"https://GitHub.com/acme/app"',
    ],
)
def test_every_way_to_write_a_remote_is_the_same_tenant(tmp_path: Path, url: str) -> None:
    assert tenant_of(repository(tmp_path / "clone", url)) == "repository:github.com/acme/app"


def test_a_folder_within_a_repository_is_of_that_repository(tmp_path: Path) -> None:
    root = repository(tmp_path / "clone", "https://github.com/acme/app")
    (root / "src" / "deep").mkdir(parents=True)

    assert tenant_of(root / "src" / "deep") == "repository:github.com/acme/app"


def test_a_worktree_is_of_the_repository_that_it_is_of(tmp_path: Path) -> None:
    root = repository(tmp_path / "clone", "https://github.com/acme/app")
    own = root / ".git" / "worktrees" / "fix"
    own.mkdir(parents=True)
    (own / "commondir").write_text("../..\n", encoding="utf-8")
    worktree = tmp_path / "fix"
    worktree.mkdir()
    (worktree / ".git").write_text(f"gitdir: {own}\n", encoding="utf-8")

    assert tenant_of(worktree) == "repository:github.com/acme/app"


def test_without_a_remote_the_path_names_the_tenant(tmp_path: Path) -> None:
    root = repository(tmp_path / "clone", None)
    local = repository(tmp_path / "other", "/srv/git/app.git")

    assert tenant_of(root) == f"repository:{root}"
    assert tenant_of(local) == f"repository:{local}"
    assert tenant_of(root) != tenant_of(local)


def test_without_a_repository_the_directory_names_it(tmp_path: Path) -> None:
    assert tenant_of(tmp_path) == f"repository:{tmp_path}"


def test_a_name_that_is_too_long_is_a_digest(tmp_path: Path) -> None:
    long = "https://example.org/" + "a" * 300
    named = tenant_of(repository(tmp_path / "one", long + "/x"))

    assert named != tenant_of(repository(tmp_path / "two", long + "/y"))
    assert len(named) == len("repository:") + 64
