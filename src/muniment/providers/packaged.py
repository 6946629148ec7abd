"""Find model files inside installed packages, and prove that they are the ones we mean."""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from muniment.errors import EmbedderUnavailable, UnknownSetting


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """One file that a model is loaded from, and the hexadecimal sha256 it must have.

    `package` is the import name; `requirement` is what to install when it is missing.
    """

    package: str
    inside: str
    sha256: str
    requirement: str

    def located(self) -> Path:
        """Return where the file is, without importing the package that carries it.

        Raises:
            EmbedderUnavailable: the package or the file is not installed.
        """
        found = importlib.util.find_spec(self.package)
        for folder in (found.submodule_search_locations or ()) if found else ():
            path = Path(folder, self.inside)
            if path.is_file():
                return path
        raise EmbedderUnavailable(
            f"The embedder's model file {self.inside} of the package {self.package!r} is not "
            f"installed. Run: pip install '{self.requirement}'"
        )

    def verified(self) -> Path:
        """Return where the file is, having read it whole and compared its sha256.

        Reading 22 MB takes about 20 ms, so it happens on every load.

        Raises:
            EmbedderUnavailable: it is not installed, not readable, or another file.
        """
        path = self.located()
        try:
            actual = sha256_of(path)
        except OSError as unreadable:
            raise EmbedderUnavailable(f"{path} cannot be read: {unreadable.strerror}.") from None
        if actual != self.sha256:
            raise EmbedderUnavailable(
                f"{path} has sha256 {actual}, expected {self.sha256}: it is damaged or another "
                f"model. Run: pip install --force-reinstall '{self.requirement}'"
            )
        return path


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenFile:
    """A model file whose sha256 is known before it is loaded."""

    sha256: str
    path: Path | None
    packaged: ModelFile

    def verified(self) -> Path:
        """Return where the file is, having compared its sha256 again.

        Raises:
            EmbedderUnavailable: the file is not there or has changed.
        """
        if self.path is None:
            return self.packaged.verified()
        try:
            unchanged = sha256_of(self.path) == self.sha256
        except OSError as unreadable:
            raise EmbedderUnavailable(
                f"{self.path} cannot be read: {unreadable.strerror}."
            ) from None
        if not unchanged:
            raise EmbedderUnavailable(
                f"{self.path} has changed since the program started. Restart it."
            )
        return self.path


def chosen_file(setting: str, path: Path | None, packaged: ModelFile) -> ChosenFile:
    """Return a file the user named, or the packaged one.

    Raises:
        UnknownSetting: the user's file cannot be read.
    """
    if path is None:
        return ChosenFile(sha256=packaged.sha256, path=None, packaged=packaged)
    try:
        return ChosenFile(sha256=sha256_of(path), path=path, packaged=packaged)
    except OSError as unreadable:
        raise UnknownSetting(
            f"The setting {setting} names {path}, which cannot be read: {unreadable.strerror}."
        ) from None


def sha256_of(path: Path) -> str:
    """Return the hexadecimal sha256 of a file.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_of(*parts: str) -> str:
    """Return the hexadecimal sha256 over parts that decide an embedder's vectors."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
