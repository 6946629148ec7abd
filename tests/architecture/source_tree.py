"""The source as data: every module parsed once, for the rules to judge."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCE = REPOSITORY / "src" / "muniment"

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One file of Python: `name` is dotted and relative to the package, such as `recall.fusion`."""

    name: str
    text: str
    tree: ast.Module
    is_package: bool = False

    @property
    def room(self) -> str:
        """The room it stands in; the package's own front door has none."""
        return self.name.partition(".")[0]

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @property
    def functions(self) -> list[Function]:
        """Every function and method, nested ones too."""
        return [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]

    @property
    def is_room(self) -> bool:
        """Whether its docstring speaks for a whole room."""
        return "." not in self.name and (self.is_package or bool(self.name))


def parse(name: str, text: str, *, is_package: bool = False) -> Module:
    """Make a module from text, read from a file or written for a test."""
    return Module(name=name, text=text, tree=ast.parse(text), is_package=is_package)


def size_of(function: Function) -> int:
    """Count the lines from `def` to the last of its body, docstring included."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


@cache
def source() -> tuple[Module, ...]:
    """Every module of the package, in order of name."""
    return tuple(_read(path, SOURCE) for path in sorted(SOURCE.rglob("*.py")))


@cache
def modules_of_tests() -> tuple[Module, ...]:
    """Every module of the tests, in order of name."""
    folder = REPOSITORY / "tests"
    return tuple(_read(path, folder) for path in sorted(folder.rglob("*.py")))


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every string that documents a module, a class or a function."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(tree):
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr):
            first = node.body[0].value
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first


def _read(path: Path, root: Path) -> Module:
    parts = list(path.relative_to(root).with_suffix("").parts)
    is_package = parts[-1] == "__init__"
    name = ".".join(parts[:-1] if is_package else parts)
    return parse(name, path.read_text(encoding="utf-8"), is_package=is_package)
