"""Make the pages of the library and of the catalogue of operations."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields
from enum import Enum
from typing import Any, Final, Literal, get_args, get_origin

import muniment
from muniment import AgentMemory
from muniment.audit.findings import Finding, Verification
from muniment.ledger.changing import Unset
from muniment.model import memory, reading, recalled, tasks, writes
from muniment.model.facts import Fact
from muniment.operations import words
from muniment.operations.background import KINDS
from muniment.operations.catalogue import Argument, arguments
from muniment.operations.facts import NewFact
from muniment.operations.offered import OFFERED
from muniment.operations.writes import NewMemory, NewTurn
from muniment.temporal.basis import Basis, Point
from muniment.temporal.period import Period
from tests.docs.markdown import table

_LIBRARY = """
# Library

`AgentMemory` and `AsyncAgentMemory` have the same methods; those of `AsyncAgentMemory` are coroutines. Each is one
[operation](operations.md). A context that a memory makes (`BoundContext`, `AsyncBoundContext`) has all that take `context=`.

```text
AgentMemory(database_url=None, *, settings=None, embedder=None, adopting=False, founding=False, **configuration)
```

{about}

`settings` replaces every source of [settings](settings.md); `embedder` replaces the configured embedder;
`adopting` allows writes, not embedded, and recall, without vectors, before an embedder other than the tenant's is
adopted; `founding` opens a new tenant at once, for a program whose first call reads.

A *Moment* is an aware datetime, a date (midnight UTC), or either as ISO 8601. A *BasisLike* is a moment, the number of a
transaction, or the basis of an earlier answer: its receipt will do. Both are in `muniment.operations.moments`. A *Window* is
a pair of moments, either of which may be None. A type that ends in *Word* is one of a few [words](#words), or the enum
member that means it: a type checker refuses any other. Errors are in [errors](errors.md).

Frozen values with fields and no behaviour are listed at the [end](#values), each with the module that a type hint imports
it from; for [other types](#other-types) in the signatures, only the module is given.

## Methods
"""

_OPERATIONS = """
# Operations

What Muniment can do. Every surface is built on this catalogue: each operation has a frozen request, a
permission, and an example that the tests run. `AgentMemory.perform(operation, request)` runs any of them.
"""

_KINDS = """
## Kinds of tasks

What `enqueue` and `set_schedule` take, and a [worker](../howto/run-a-worker.md) runs. Arguments are a JSON object.
"""

VALUES: Final = (
    memory.Memory, memory.Episode, memory.Evidence, memory.Withdrawal, memory.Version, memory.Transaction,
    writes.Written, writes.Ingested, writes.Healed,
    recalled.Recalled, recalled.Result, recalled.LaneScore, recalled.Receipt, recalled.Question,
    recalled.LaneReport, recalled.Step, recalled.Dropped, recalled.EmbedderUsed,
    recalled.ContextPack, recalled.PackEntry, recalled.Replayed,
    reading.Page, reading.TimelineEntry, reading.Diff, reading.Change, reading.Provenance,
    reading.Stats, reading.Health, reading.Part,
    tasks.Task, tasks.TaskList, tasks.PendingRun, tasks.TasksRun, tasks.Schedule,
    Verification, Finding, Basis, Point, Period, Fact, NewFact, NewMemory, NewTurn,
)  # fmt: skip

WORDS: Final = (
    memory.Scope, memory.Visibility, memory.Cardinality, memory.Standing, memory.Outcome,
    reading.Status, reading.ChangeKind, tasks.TaskState,
)  # fmt: skip


def methods() -> dict[str, Callable[..., Any]]:
    """Return the public methods of the library."""
    return {
        name: value
        for kind in reversed(AgentMemory.__mro__)
        for name, value in vars(kind).items()
        if not name.startswith("_") and callable(value)
    }


def library_page() -> str:
    """Return the page of the library."""
    parts = [_LIBRARY.format(about=_documentation(AgentMemory))]
    for name, method in methods().items():
        parts += [f"### {name}\n", f"```text\n{_signature(name, method)}\n```\n"]
        parts += [_documentation(method), ""]
    parts += ["### settings\n", "The configuration in force, a property.\n", "## Values\n"]
    for value in VALUES:
        where = f"In `{value.__module__}`.\n"
        parts += [f"### {value.__name__}\n", where, _documentation(value), "", _fields(value), ""]
    parts += ["## Words\n"]
    parts.append(table(("word", "meaning", "values"), (_word(kind) for kind in WORDS)))
    parts += ["\nIn signatures, all in `muniment.operations.words`:\n"]
    parts.append(table(("type", "words", "enum"), _typed_words()))
    parts += ["\n## Other types\n", table(("type", "module"), iter(sorted(_others())))]
    return "\n".join(parts)


def _typed_words() -> Iterator[tuple[str, str, str]]:
    for name in sorted(name for name in vars(words) if name.endswith("Word")):
        hint = vars(words)[name]
        enums = [each for each in get_args(hint) if isinstance(each, type)]
        said = dict.fromkeys(text for each in _literals(hint) for text in get_args(each))
        yield (
            f"`{name}`",
            ", ".join(f"`{word}`" for word in said),
            ", ".join(f"`{_home(each)}.{each.__name__}`" for each in enums),
        )


def _literals(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return (hint,)
    return tuple(each for each in get_args(hint) if get_origin(each) is Literal)


def _others() -> set[tuple[str, str]]:
    """Return what other classes are named in signatures, and where a type hint imports them from."""
    named = {
        inspect.unwrap(method).__globals__.get(name)
        for method in methods().values()
        for name in re.findall(r"[A-Z]\w+", str(inspect.signature(method)))
    }
    others = {each for each in named if isinstance(each, type)} - {*VALUES, *WORDS}
    return {
        (f"`{each.__name__}`", f"`{_home(each)}`")
        for each in others
        if each.__module__.startswith("muniment.")
    }


def _home(kind: type) -> str:
    return "muniment" if kind.__name__ in muniment.__all__ else kind.__module__


def operations_page() -> str:
    """Return the page of the catalogue."""
    overview = table(
        ("operation", "effect", "permission", "in a sentence"),
        (
            (f"[{name}](#{name})", what.effect.value, what.permission.value, what.summary)
            for name, what in sorted(OFFERED.items())
        ),
    )
    parts = [_OPERATIONS, overview]
    for name, what in sorted(OFFERED.items()):
        answer = inspect.signature(what.run).return_annotation
        parts += [f"\n## {name}\n", _paragraphs(what.documentation), ""]
        parts += [f"Request `{what.request.__name__}`, answer `{answer}`.", ""]
        if asked := arguments(what.request):
            rows = (
                (f"`{each.name}`", f"`{each.annotation}`", _default(each), each.about)
                for each in asked
            )
            parts.append(table(("field", "type", "default", "meaning"), rows))
    return "\n".join([*parts, _KINDS, _kinds()])


def _kinds() -> str:
    rows = (
        (
            f"`{name}`",
            kind.permission.value,
            ", ".join(f"`{each.name}`" for each in arguments(kind.request)),
            kind.about,
        )
        for name, kind in sorted(KINDS.items())
        if kind.run.__module__.startswith("muniment.")  # tests have kinds of their own
    )
    return table(("kind", "permission", "arguments", "in a sentence"), rows)


def _signature(name: str, method: Callable[..., Any]) -> str:
    signature = inspect.signature(method)
    own = [each for each in signature.parameters.values() if each.name != "self"]
    written = [_parameter(each) for each in own]
    keyword_only = [each.kind is inspect.Parameter.KEYWORD_ONLY for each in own]
    if True in keyword_only:
        written.insert(keyword_only.index(True), "*")
    returned = str(signature.return_annotation).replace("'", "")
    line = f"{name}({', '.join(written)}) -> {returned}"
    if len(line) <= 100:
        return line
    return f"{name}(\n    " + ",\n    ".join(written) + f",\n) -> {returned}"


def _parameter(parameter: inspect.Parameter) -> str:
    written = f"{parameter.name}: {parameter.annotation}"
    if parameter.default is inspect.Parameter.empty:
        return written
    return f"{written} = {_written(parameter.default)}"


def _documentation(thing: object) -> str:
    return _paragraphs(inspect.getdoc(thing) or "")


def _paragraphs(text: str) -> str:
    told, _, raised = text.partition("Raises:")
    paragraphs = [" ".join(each.split()) for each in told.split("\n\n") if each.strip()]
    entries = re.split(r"\n(?=    \S)", "\n" + raised.strip("\n"))[1:]
    raises = [
        f"- raises `{' '.join(names.split())}`: {' '.join(why.split())}"
        for names, _, why in (entry.partition(":") for entry in entries)
    ]
    return "\n\n".join([*paragraphs, *(["\n".join(raises)] if raises else [])])


def _fields(value: type) -> str:
    said = {each.name: str(each.metadata.get("about", "")) for each in fields(value)}
    said |= _said_below(value)
    listed = [(each.name, str(each.type), _field_default(each)) for each in fields(value)]
    listed += [(name, "property", "") for name in _properties(value)]
    has_words = any(said.get(name) for name, _, _ in listed)
    rows = (
        (f"`{name}`", f"`{kind}`", default, *((said.get(name, ""),) if has_words else ()))
        for name, kind, default in listed
    )
    columns = ("field", "type", "default", *(("meaning",) if has_words else ()))
    return table(columns, rows)


def _properties(value: type) -> Iterator[str]:
    for name, member in vars(value).items():
        if isinstance(member, property) and not name.startswith("_"):
            yield name


def _said_below(value: type) -> dict[str, str]:
    """Return the docstrings that stand below fields, and those of properties."""
    said = {
        name: " ".join((inspect.getdoc(member) or "").split())
        for name, member in vars(value).items()
        if isinstance(member, property)
    }
    source = inspect.getsource(value)
    for found in re.finditer(
        r"^    (\w+):[^\n]*\n    \"\"\"(.+?)\"\"\"", source, re.MULTILINE | re.DOTALL
    ):
        said[found[1]] = " ".join(found[2].split())
    return said


def _field_default(field: Field[Any]) -> str:
    return "" if field.default is MISSING else f"`{_written(field.default)}`"


def _default(argument: Argument) -> str:
    return "required" if argument.required else f"`{_written(argument.default)}`"


def _written(value: object) -> str:
    if isinstance(value, Unset):
        return "UNSET"
    return repr(value.value) if isinstance(value, Enum) else repr(value)


def _word(kind: type[Enum]) -> tuple[str, str, str]:
    meaning = " ".join((inspect.getdoc(kind) or "").split())
    return f"`{kind.__name__}`", meaning, ", ".join(f"`{each.value}`" for each in kind)
