"""A page is compiled from beliefs by rules, each sentence cites, and every revision can be read again."""

from __future__ import annotations

from dataclasses import replace

from muniment.model.memory import Standing
from tests.database import Desk
from tests.store.lookup_words import add, day, lives_in
from tests.store.page_words import compiled, page, told


async def test_a_page_groups_what_holds_tells_what_changed_and_marks_what_is_contested(
    desk: Desk,
) -> None:
    await add(desk, lives_in("London", day(3)))
    await add(desk, lives_in("Bath", day(6)))
    await add(
        desk,
        replace(lives_in("chess", day(4)), category="hobby", content="Mike plays chess"),
        replace(lives_in("Rome", day(5)), standing=Standing.CONTESTED),
    )

    done = await compiled(desk, "Mike")

    assert (done.slug, done.kind, done.outcome, done.revision) == ("mike", "persona", "ADD", 1)
    assert told(await page(desk, "Mike")) == [
        ("Home", "Mike lives in Bath", "holds"),
        ("Likes and habits", "Mike plays chess", "holds"),
        ("What changed", "Mike lives in London", "former"),
        ("Contested", "Mike lives in Rome", "contested"),
    ]
