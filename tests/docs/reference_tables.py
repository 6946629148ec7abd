"""Make the pages of settings and errors."""

from __future__ import annotations

from muniment import errors
from muniment.errors import TELLINGS, MunimentError
from muniment.settings import ModelSettings, ModelsSettings, settings_reference
from tests.docs.markdown import table

_SETTINGS = """
# Settings

Code takes precedence over the environment, the environment over `~/.muniment.toml`, and that over the defaults. A key
that does not exist is refused, wherever it is given.

| where | how |
| --- | --- |
| code | `AgentMemory(tenant="acme", recall={{"limit": 5}})` |
| environment | `MUNIMENT_TENANT=acme`, `MUNIMENT_RECALL__LIMIT=5` |
| file | `tenant = "acme"`, and under `[recall]` `limit = 5` |
| command line | `--home`, `--database-url`, `--tenant`, `--user`, `--namespace`, `--agent`, `--config` |

`MUNIMENT_CONFIG` names another file. An empty variable counts as unset, and `null` as None. `.env` files are not read.

```toml
tenant = "acme"
user = "anna"

[embedder]
name = "muniment"

[recall]
limit = 5
weights = {{ recency = 0.2 }}
```

## Every setting

Each role of a language model has the keys of `models.default` under its own name, such as `models.extractor.provider` and
`MUNIMENT_MODELS__EXTRACTOR__PROVIDER`. The roles: {roles}.
"""

_ERRORS = """
# Errors

Every error is a `muniment.MunimentError` with a stable `code` and a `message` that says what was given, what was expected
and what to do. The category says whose fault it is, and whether to try again.

`muniment` exits with the code of the category, and prints the message with its code on standard error; with `--json` it
prints `{"error": {"code": …, "message": …}}`. An interrupted command prints the same, with the code `interrupted` (exit
code 130) or `stopped` (143).

When its disk is full, the bundled server stops. Until there is space, whatever needs it gets `disk_full`, reads too.

## Categories
"""


def settings_page() -> str:
    """Return the page of settings."""
    rows = (
        (
            f"`{entry.name}`",
            f"`{entry.variable}`",
            f"`{entry.default}`" if entry.default else "",
            entry.description,
        )
        for entry in settings_reference()
        if row_of(entry.name) == entry.name
    )
    roles = ", ".join(f"`{role}`" for role in ModelsSettings.model_fields if role != "default")
    head = _SETTINGS.format(roles=roles)
    return head + "\n" + table(("setting", "variable", "default", "meaning"), rows)


def row_of(setting: str) -> str:
    """Return the setting whose row tells of this one: roles of models share those of `models.default`."""
    section, _, key = setting.rpartition(".")
    shared = section.startswith("models.") and key in ModelSettings.model_fields
    return f"models.default.{key}" if shared else setting


def errors_page() -> str:
    """Return the page of errors."""
    categories = table(
        ("category", "meaning", "exit code", "HTTP", "MCP"),
        (
            (
                f"[{category.__name__}](#{category.__name__.lower()})",
                said(category),
                str(telling.exit_code),
                str(telling.http_status),
                str(telling.mcp_code),
            )
            for category, telling in TELLINGS.items()
        ),
    )
    parts = [_ERRORS, categories]
    for category in TELLINGS:
        rows = (
            (f"`{leaf.code}`", f"`{leaf.__name__}`", said(leaf)) for leaf in leaves_of(category)
        )
        parts += [f"\n## {category.__name__}\n", table(("code", "class", "message"), rows)]
    return "\n".join(parts)


def leaves_of(category: type[MunimentError]) -> list[type[MunimentError]]:
    """Return the errors below a category, in the order they are written."""
    found: list[type[MunimentError]] = []
    for child in category.__subclasses__():
        if child.__module__ == errors.__name__:
            found += [child, *leaves_of(child)]
    return found


def said(error: type[MunimentError]) -> str:
    """Return an error's message when nothing more is known."""
    return " ".join((error.__doc__ or "").split())
