"""Be LangGraph's store: its items are beliefs, its namespaces are ours, and nothing is overwritten."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from muniment.errors import InvalidValue, MemoryNotFound
from muniment.integrations.faces import (
    BUDGET,
    PAGE,
    all_namespaces,
    at_once,
    awaited,
    extra_missing,
    finished,
    forgotten,
    read_or,
)
from muniment.integrations.langgraph_items import (
    CATEGORY,
    entity_of,
    fits,
    json_of,
    matches,
    metadata_of,
    name_of,
    path_of,
    text_of,
    told,
    told_of_item,
    value_in,
)
from muniment.integrations.quoting import question_in
from muniment.library import AsyncAgentMemory
from muniment.library.wrapped import Memory
from muniment.model import memory as beliefs
from muniment.model.names import folded
from muniment.operations.moments import BasisLike, Moment
from muniment.operations.writes import NewMemory

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        validate_op_namespace,
    )
except ModuleNotFoundError as missing:
    raise extra_missing("langgraph") from missing

SOURCE: Final = "langgraph"

_LISTED: Final = 4
"""How many items of a namespace are listed for each one that is looked up: a lookup costs as much as many."""

_Place = tuple[tuple[str, ...], str]
_Items = dict[_Place, beliefs.Memory | None]


class MunimentStore(BaseStore):
    """LangGraph's long-term store over a memory.

    The namespace ("users", "ann") is the namespace `users.ann`; the key is the entity of a belief
    in the category `item`. To put again is to add what is so now: the item before stays in the
    timeline. To delete is to forget. Beliefs of a namespace that others wrote are items too: their
    keys are their ids. Sorted by rank within each namespace, a search with a query leaves out what
    does not bear on it.

    `as_of` and `valid_at` make it a store of what was known or true then, which is only read.
    """

    __slots__ = ("_as_of", "_memory", "_valid_at")

    def __init__(
        self, memory: Memory, *, as_of: BasisLike | None = None, valid_at: Moment | None = None
    ) -> None:
        self._memory = memory
        self._as_of = as_of
        self._valid_at = valid_at

    def at(
        self, *, as_of: BasisLike | None = None, valid_at: Moment | None = None
    ) -> MunimentStore:
        """Return the store as it was known or true at a time."""
        return MunimentStore(self._memory, as_of=as_of, valid_at=valid_at)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do operations: reads see the store as it was before the writes of the batch."""
        return finished(self._run(at_once(self._memory), list(ops)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do operations, as `batch` does."""
        return await self._run(awaited(self._memory), list(ops))

    async def _run(self, memory: AsyncAgentMemory, ops: Sequence[Op]) -> list[Result]:
        for op in ops:
            validate_op_namespace(op)
        puts = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
        if puts and (self._as_of is not None or self._valid_at is not None):
            raise InvalidValue(
                "this store shows another time and is read-only. Put into the original one."
            )
        for put in puts.values():
            json_of(put.value or {})  # before anything is written
        gets = [(op.namespace, op.key) for op in ops if isinstance(op, GetOp)]
        items = await self._items(memory, gets)
        answers = [await self._read(memory, op, items) for op in ops]
        try:
            await self._write(memory, tuple(puts.values()))
        except InvalidValue as error:
            raise told_of_item(error, tuple(puts.values())) from None
        return answers

    async def _read(self, memory: AsyncAgentMemory, op: Op, items: _Items) -> Result:
        match op:
            case GetOp():
                found = items[op.namespace, op.key]
                return None if found is None else Item(**told(found))
            case SearchOp():
                return await self._search(memory, op)
            case ListNamespacesOp():
                return await self._namespaces(memory, op)
            case _:
                return None

    async def _items(self, memory: AsyncAgentMemory, asked: Iterable[_Place]) -> _Items:
        """Return the beliefs that are items: many of one namespace are read together."""
        together: defaultdict[str, list[_Place]] = defaultdict(list)
        for place in dict.fromkeys(asked):
            together[name_of(place[0])].append(place)
        found: _Items = {}
        for name, places in together.items():
            listed: dict[str, beliefs.Memory] = {}
            is_all = False
            if len(places) > 1:
                listed, is_all = await self._recent(memory, name, _LISTED * len(places))
            for place in places:
                held = listed.get(folded(entity_of(place[1])))
                if held is None and not (is_all and _id_in(place[1]) is None):
                    held = await read_or(None, self._find(memory, *place))
                found[place] = held
        return found

    async def _recent(
        self, memory: AsyncAgentMemory, name: str, limit: int
    ) -> tuple[dict[str, beliefs.Memory], bool]:
        """Return the latest items of a namespace by their folded entity, and whether they are all."""
        page = await read_or(
            None,
            memory.current_facts(
                category=CATEGORY,
                namespace=name,
                as_of=self._as_of,
                valid_at=self._valid_at,
                limit=min(PAGE, limit),
            ),
        )
        if page is None:
            return {}, True
        listed: dict[str, beliefs.Memory] = {}
        for each in page:
            if each.entity is not None and each.namespace == name:
                listed.setdefault(folded(each.entity), each)
        return listed, page.cursor is None

    async def _find(
        self, memory: AsyncAgentMemory, namespace: tuple[str, ...], key: str
    ) -> beliefs.Memory | None:
        """Return the belief that is an item: by its key, or by its id if others wrote it."""
        name = name_of(namespace)
        asked: dict[str, Any] = {"as_of": self._as_of, "valid_at": self._valid_at}
        page = await memory.current_facts(entity_of(key), CATEGORY, namespace=name, **asked)
        for found in page:
            if found.namespace == name:
                return found
        known = _id_in(key)
        if known is None:
            return None
        try:
            by_id = await memory.get(known, **asked)
        except MemoryNotFound:
            return None
        return by_id if by_id.namespace == name and value_in(by_id) is None else None

    async def _write(self, memory: AsyncAgentMemory, puts: Sequence[PutOp]) -> None:
        added: list[NewMemory] = []
        items = await self._items(memory, [(put.namespace, put.key) for put in puts])
        for put in puts:
            before = items[put.namespace, put.key]
            if put.value is None:
                if before is not None:
                    await forgotten(memory, before.id, reason=f"deleted by {SOURCE}")
                continue
            text = text_of(put.value, put.index, put.key)
            metadata = metadata_of(put.value, put.key, before)
            if before is not None and before.content == text and value_in(before) != put.value:
                # The same words would be the same belief, and what is kept beside them would stay.
                with suppress(MemoryNotFound):  # deleted meanwhile: it is added anew
                    await memory.update(before.id, metadata=metadata, reason=f"put by {SOURCE}")
                    continue
            added.append(
                NewMemory(
                    content=text,
                    entity=entity_of(put.key),
                    category=CATEGORY,
                    namespace=name_of(put.namespace),
                    metadata=metadata,
                    source=SOURCE,
                )
            )
        if added:
            await memory.add_many(added, reason=f"put by {SOURCE}")

    async def _search(self, memory: AsyncAgentMemory, op: SearchOp) -> list[SearchItem]:
        wanted = op.offset + op.limit
        question = question_in(op.query)
        found: list[tuple[int, float, SearchItem]] = []
        for name in await self._names(memory, op.namespace_prefix):
            items = (
                await self._ranked(memory, name, question, op.filter, wanted)
                if question
                else await self._listed(memory, name, op.filter, wanted)
            )
            # Scores compare within one answer, so ranks come first; without scores the latest does.
            found += [
                (rank if question else 0, -(item.score or item.updated_at.timestamp()), item)
                for rank, item in enumerate(items)
            ]
        found.sort(key=lambda each: (*each[:2], each[2].namespace, each[2].key))
        return [item for *_, item in found[op.offset : wanted]]

    async def _ranked(
        self,
        memory: AsyncAgentMemory,
        name: str,
        query: str,
        filters: Mapping[str, Any] | None,
        wanted: int,
    ) -> list[SearchItem]:
        recalled = await memory.recall(
            query,
            namespace=name,
            as_of=self._as_of,
            valid_at=self._valid_at,
            # Turns are among the results, and what a filter leaves out.
            limit=PAGE if filters else min(PAGE, 2 * wanted + 20),
            budget=BUDGET,
        )
        return [
            SearchItem(**told(each.memory), score=each.score)
            for each in recalled
            if isinstance(each.memory, beliefs.Memory)
            and each.memory.namespace == name
            and fits(told(each.memory)["value"], filters)
        ][:wanted]

    async def _listed(
        self, memory: AsyncAgentMemory, name: str, filters: Mapping[str, Any] | None, wanted: int
    ) -> list[SearchItem]:
        items: list[SearchItem] = []
        cursor: str | None = None
        while len(items) < wanted:
            page = await memory.search(
                kind="memory",
                namespace=name,
                as_of=self._as_of,
                valid_at=self._valid_at,
                limit=PAGE if filters else max(1, min(PAGE, wanted)),
                cursor=cursor,
            )
            items += [
                SearchItem(**told(each))
                for each in page
                if isinstance(each, beliefs.Memory)
                and each.namespace == name
                and fits(told(each)["value"], filters)
            ]
            cursor = page.cursor
            if cursor is None:
                break
        return items[:wanted]

    async def _names(self, memory: AsyncAgentMemory, prefix: tuple[str, ...]) -> list[str]:
        found = await all_namespaces(memory, name_of(prefix) or None, self._as_of)
        return [name for name in found if path_of(name)[: len(prefix)] == prefix]

    async def _namespaces(
        self, memory: AsyncAgentMemory, op: ListNamespacesOp
    ) -> list[tuple[str, ...]]:
        paths = [path_of(name) for name in await self._names(memory, ())]
        for condition in op.match_conditions or ():
            paths = [path for path in paths if matches(condition.match_type, condition.path, path)]
        cut = sorted({path[: op.max_depth] for path in paths})
        return cut[op.offset : op.offset + op.limit]


def _id_in(key: str) -> UUID | None:
    """Return the id that a key is; None if it is none."""
    try:
        return UUID(key)
    except ValueError:
        return None
