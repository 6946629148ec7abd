"""The house style as rules: each takes a module and returns what is wrong with it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator

from tests.architecture.source_tree import Function, Module, docstrings, size_of

Rule = Callable[[Module], list[str]]

MODULE_LINES_QUESTIONED = 400
MODULE_LINES_MAX = 600
TABLES = {"errors"}  # one tree in one module, a class for each leaf
FUNCTION_LINES_MAX = 70

VAGUE_WORDS = {
    "utils",
    "util",
    "helpers",
    "helper",
    "common",
    "base",
    "manager",
    "engine",
    "orchestrator",
    "misc",
}
SURFACES = {"cli", "rest", "mcp", "web", "worker", "hooks"}
OPTIONAL_DEPENDENCY_ROOMS = {"providers", "projections", "integrations"}
SQL_ROOMS = {"sql", "embedded"}
VALUE_ROOMS = {"model", "temporal", "operations"}
CATEGORIES = {
    "MunimentError", "Incorrect", "NotFound", "Conflict", "Forbidden", "Unsupported", "Busy", "Unavailable", "Fault",
}  # fmt: skip

STATEMENT = re.compile(
    r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|WITH( RECURSIVE)? \w+|TRUNCATE|COPY|"
    r"CREATE|ALTER|DROP|GRANT|REVOKE|EXPLAIN|VACUUM|ANALYZE|REINDEX|REFRESH)\s+\S"
)
NAMING_STATEMENT = re.compile(r"\s*(CREATE DATABASE|CREATE ROLE|ALTER ROLE|GRANT|REVOKE) .*\{")
EXEMPTION = re.compile(r"#\s*(?:noqa|type:\s*ignore)\b(?P<rest>.*)$")
VERSION_IN_NAME = re.compile(r"(^|_)v\d+($|_)")


def size_of_module(module: Module) -> list[str]:
    """Question a module above 400 lines unless it is a table of data; refuse one above 600."""
    if module.lines > MODULE_LINES_MAX:
        return [f"{module.name} has {module.lines} lines"]
    if module.lines > MODULE_LINES_QUESTIONED and module.functions and module.name not in TABLES:
        return [f"{module.name} has {module.lines} lines and is not a table of data"]
    return []


def size_of_functions(module: Module) -> list[str]:
    """Refuse a function above 70 lines."""
    return [
        f"{module.name}.{function.name} has {size_of(function)} lines"
        for function in module.functions
        if size_of(function) > FUNCTION_LINES_MAX
    ]


def name_of_module(module: Module) -> list[str]:
    """Refuse a name that says nothing, or that counts versions."""
    last = module.name.rpartition(".")[2]
    if VERSION_IN_NAME.search(last) or VAGUE_WORDS & set(last.split("_")):
        return [f"{module.name} does not say what it is"]
    return []


def reason_of_room(module: Module) -> list[str]:
    """Demand that a room's first docstring line says, in a sentence, why it exists."""
    if not module.is_room:
        return []
    first = (ast.get_docstring(module.tree) or "").partition("\n")[0]
    if not first.endswith(".") or len(first.split()) < 4:
        return [f"{module.name}: {first!r} is no reason to exist"]
    return []


def broad_excepts(module: Module) -> list[str]:
    """Refuse catching everything outside a surface, unless it is raised again."""
    return [
        f"{module.name}:{node.lineno} catches everything"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler)
        and module.room not in SURFACES
        and _catches_everything(node)
        and not any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
    ]


def imports_inside_functions(module: Module) -> list[str]:
    """Refuse a hidden dependency; optional ones have their rooms."""
    if module.room in OPTIONAL_DEPENDENCY_ROOMS:
        return []
    return [
        f"{module.name}:{node.lineno} imports inside {function.name}"
        for function in module.functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]


def sql_outside_its_room(module: Module) -> list[str]:
    """Refuse a statement in a Python string: SQL lives in .sql files, under a name.

    The store composes statements about roles and databases, whose names PostgreSQL takes as no
    parameter.
    """
    if module.room in SQL_ROOMS:
        return []
    prose = {id(docstring) for docstring in docstrings(module.tree)}
    return [
        f"{module.name}:{node.lineno} holds SQL: {node.value.strip()[:40]!r}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in prose
        and STATEMENT.match(node.value)
        and not (module.room == "store" and NAMING_STATEMENT.match(node.value))
    ]


def private_names_across_modules(module: Module) -> list[str]:
    """Refuse reaching for what another module keeps to itself."""
    return [
        f"{module.name}:{node.lineno} takes {alias.name} from {node.module}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("muniment")
        for alias in node.names
        if alias.name.startswith("_") and not alias.name.startswith("__")
    ]


def raised_categories(module: Module) -> list[str]:
    """Refuse raising a category: a leaf has a code and says what to do."""
    return [
        f"{module.name}:{node.lineno} raises the category {name}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Raise) and (name := _name_raised(node)) in CATEGORIES
    ]


def values_that_change(module: Module) -> list[str]:
    """Demand that a domain value is frozen, slotted and keyword-only."""
    if module.room not in VALUE_ROOMS:
        return []
    wanted = {"frozen", "slots", "kw_only"}
    return [
        f"{module.name}.{node.name} lacks {', '.join(sorted(wanted - given))}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        for given in _dataclass_flags(node)
        if wanted - given
    ]


def shapeless_signatures(module: Module) -> list[str]:
    """Refuse `dict[str, Any]` in what a module offers to others."""
    return [
        f"{module.name}.{function.name} passes {shape}"
        for function in module.functions
        if not function.name.startswith("_")
        for shape in _annotations(function)
        if re.search(r"\b(dict|Mapping|MutableMapping)\[str, Any\]", shape)
    ]


def unexplained_exemptions(module: Module) -> list[str]:
    """Demand a reason, in words, after every rule that a line switches off."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        exemption = EXEMPTION.match(token.string) if token.type == tokenize.COMMENT else None
        if exemption is None:
            continue
        reason = re.sub(r"^(\[[^\]]*\]|:\s*[A-Z]+\d+(\s*,\s*[A-Z]+\d+)*)", "", exemption["rest"])
        if len(re.findall(r"[^\W\d_]{2,}", reason)) < 2:
            found.append(f"{module.name}:{token.start[0]} switches a rule off without a reason")
    return found


RULES: tuple[Rule, ...] = (
    size_of_module,
    size_of_functions,
    name_of_module,
    reason_of_room,
    broad_excepts,
    imports_inside_functions,
    sql_outside_its_room,
    private_names_across_modules,
    raised_categories,
    values_that_change,
    shapeless_signatures,
    unexplained_exemptions,
)


def _catches_everything(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(c, ast.Name) and c.id in {"Exception", "BaseException"} for c in caught)


def _name_raised(node: ast.Raise) -> str | None:
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    if isinstance(raised, ast.Attribute):
        return raised.attr
    return raised.id if isinstance(raised, ast.Name) else None


def _dataclass_flags(node: ast.ClassDef) -> Iterator[set[str]]:
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if ast.unparse(called).rpartition(".")[2] == "dataclass":
            keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
            yield {k.arg for k in keywords if k.arg and ast.unparse(k.value) == "True"}


def _annotations(function: Function) -> Iterator[str]:
    arguments = function.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if argument.annotation is not None:
            yield ast.unparse(argument.annotation)
    if function.returns is not None:
        yield ast.unparse(function.returns)
