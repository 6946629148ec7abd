"""What the pages show, that they show it as data, and that they cannot write."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from urllib.parse import unquote

import pytest

from muniment.bootstrap.wiring import opened, viewing
from muniment.errors import InvalidValue, NotPermitted
from muniment.operations import granting, pages, reads, reflecting, tasks, writes
from muniment.operations.catalogue import perform
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from muniment.web import entities
from muniment.web.app import VIEWS
from muniment.web.reads import ask
from tests.database import Database
from tests.surfaces.board import Board, boxed, city

PATHS = [path for path in VIEWS if "{" not in path]


@pytest.mark.parametrize("path", PATHS)
async def test_every_page_opens_and_may_load_nothing_from_elsewhere(
    board: Board, path: str
) -> None:
    answer = await board.client.get(path)
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "http://" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert " style=" not in answer.text


async def test_a_memory_is_shown_in_two_times_with_its_neighbours(board: Board) -> None:
    text = await board.text(f"/memories/{board.london}")
    assert text.count("<rect ") == 3
    assert f'href="/memories/{board.bath}" class="box held"' in text
    assert 'class="box closed own"' in text
    assert 'class="box held own"' in text
    assert '<circle class="point"' in text


async def test_who_looks_at_another_basis_stays_at_it_from_page_to_page(board: Board) -> None:
    at = "?as_of=3&amp;valid_at=2026-07-01"
    basis = {"as_of": "3", "valid_at": "2026-07-01"}
    for path, query in (
        ("/memories", {}),
        ("/ask", {"query": "Where does Mike live?"}),
        ("/entities/Mike", {}),
        ("/graph", {"entity": "Mike"}),
        (f"/memories/{board.london}", {}),
    ):
        text = await board.text(path, **query, **basis)
        assert f'href="/memories/{board.london}{at}"' in text, path
        assert f'href="/memories/{board.london}"' not in text, path
    assert f'href="/entities/Mike{at}"' in await board.text("/memories", **basis)
    beside = await board.text("/ask", query="Where does Mike live?", as_of_2="4")
    assert f'href="/memories/{board.bath}?as_of=4"' in beside
    assert f'href="/memories/{board.bath}"' in beside
    named = await board.text(f"/memories/{board.london}")
    assert 'href="/entities/Mike?namespace=default"' in named


@pytest.mark.parametrize(
    "name, path",
    [
        (".", "/entities/.%2F"),
        ("..", "/entities/..%2F"),
        ("../", "/entities/..%2F%2F"),
        ("...", "/entities/..."),
        ("a/..", "/entities/a%2F.."),
        ("50% & more?", "/entities/50%25%20%26%20more%3F"),
    ],
)
async def test_an_entity_of_any_name_is_opened_by_its_link(
    board: Board, name: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entities, "PART", 1)
    said = writes.Add(
        memories=[
            writes.NewMemory(content=f"Said of it: {each}", entity=name, category="hobby")
            for each in ("one", "two")
        ]
    )
    await perform(board.writer, writes.add_many, said)

    assert f'href="{path}"' in await board.text("/entities")
    shown = await board.text(path)
    assert "Said of it: two" in shown
    assert f'href="{path}?skip=1" rel="next"' in shown
    assert "Said of it: one" in await board.text(path, skip="1")


async def test_the_axis_of_what_was_known_tells_transactions(board: Board) -> None:
    text = await board.text(f"/memories/{board.london}", as_of="3")
    drawn = text.partition("<svg ")[2].partition("</svg>")[0]
    assert re.findall(r'text-anchor="end">(\d+)</text>', drawn) == ["3"]
    assert 'text-anchor="middle">2026-03-01</text>' in drawn


async def test_evidence_says_in_what_role_and_session_and_through_whom(board: Board) -> None:
    trail = ("chief", "digger")
    principal = replace(board.writer.principal, agent="digger", trail=trail, session="dig")
    digger = replace(board.writer, principal=principal)
    (added,) = await perform(
        digger, writes.add_many, writes.Add(memories=(city("Ur", "2026-01-01", subject="Ezra"),))
    )
    text = await board.text(f"/memories/{added.id}")
    assert "by <b>digger</b> (user, through chief, in session dig) in transaction" in text


async def test_an_answer_says_since_when_each_result_holds_and_what_is_contested(
    board: Board,
) -> None:
    rival = replace(city("York", "2026-07-01"), standing="contested")
    await perform(board.writer, writes.add_many, writes.Add(memories=(rival,)))
    text = await board.text("/ask", query="Where does Mike live?")
    told = text.partition("York")[2].partition("</p>")[0]
    assert '<em class="contested">contested</em> <small>2026-07-01 → open</small>' in told
    assert "<small>said 2026-03-01 09:00:00Z</small>" in text
    reviews = await board.text("/reviews")
    assert "Nothing contradicts anything" not in reviews
    assert 'href="/memories?standing=contested"' in reviews


async def contradict(board: Board) -> None:
    for told in ("drinks tea", "never drinks tea"):
        belief = writes.NewMemory(content=f"Ann {told}", entity="Ann", category="general")
        await perform(board.writer, writes.add_many, writes.Add(memories=(belief,)))
    asked = reflecting.ProposeContradictions()
    await perform(board.writer, reflecting.propose_contradictions, asked)


async def test_a_review_says_of_each_belief_whether_it_is_contested(board: Board) -> None:
    await contradict(board)
    proposed = await board.text("/reviews")
    assert "<h2>First</h2>" in proposed
    assert "<h2>Second</h2>" in proposed


@pytest.mark.parametrize(
    "board, acting",
    [
        ({}, ""),
        ({"tenant": "acme"}, " --tenant acme"),
        ({"tenant": "acme", "user": "zoe o'hara"}, """ --tenant acme --user 'zoe o'"'"'hara'"""),
        ({"user": None}, " --user null"),
    ],
    indirect=["board"],
)
async def test_a_review_is_settled_by_a_command_for_whom_the_page_shows(
    board: Board, acting: str
) -> None:
    await contradict(board)

    shown = html.unescape(await board.text("/reviews"))

    commands = re.findall(r"<code>muniment settle-review [0-9a-f-]{36} (.*?)</code>", shown)
    assert commands == [f"first{acting}", f"second{acting}", f"both{acting}"]


async def test_what_is_to_be_typed_or_read_by_programs_is_shown_as_such(board: Board) -> None:
    belief = writes.NewMemory(content="Ann drinks tea", metadata={"said": "Zoë's", "sure": None})
    (tea,) = await perform(board.writer, writes.add_many, writes.Add(memories=(belief,)))
    await perform(board.writer, tasks.enqueue, tasks.EnqueueTask(kind="lint_pages"))

    memory = await board.text(f"/memories/{tea.id}")
    overview = await board.text("/")

    assert "<code>{&#34;said&#34;: &#34;Zoë&#39;s&#34;, &#34;sure&#34;: null}</code>" in memory
    assert "Run <code>muniment worker</code>, or <code>muniment run-pending</code>" in overview


async def test_an_entity_says_in_words_which_of_its_beliefs_are_contested(board: Board) -> None:
    belief = replace(city("Wells", "2026-07-01"), standing="contested")
    (added,) = await perform(board.writer, writes.add_many, writes.Add(memories=(belief,)))

    text = await board.text("/entities/Mike")

    said = f'href="/memories/{added.id}">Mike lives in &lt;b&gt;Wells&lt;/b&gt;</a>'
    assert f'{said} <em class="contested">contested</em></td>' in text
    assert text.count('<em class="contested">') == 1


async def test_what_took_whose_place_is_told_by_its_words(board: Board) -> None:
    text = await board.text("/entities/Mike")
    row = text.partition("<tbody>")[2].partition("</tr>")[0]
    assert re.findall(r">(Mike lives in [^<]*)</a>", row) == [
        "Mike lives in &lt;b&gt;London&lt;/b&gt;",
        "Mike lives in &lt;b&gt;Bath&lt;/b&gt;",
    ]


async def test_the_words_that_a_memory_rests_on_are_marked(board: Board) -> None:
    text = await board.text(f"/memories/{board.london}")
    assert "<mark>I live in London</mark> &lt;script&gt;" in text
    assert f"/conversations/{board.turn}?from=0&amp;until=16" in text


@pytest.mark.parametrize(
    "path, query",
    [
        ("/conversations", {}),
        ("/ask", {"query": "<script>alert(1)</script> London"}),
        ("/changes", {}),
    ],
)
async def test_what_was_said_comes_out_as_data(
    board: Board, path: str, query: dict[str, str]
) -> None:
    text = await board.text(path, **query)
    assert "<script>alert" not in text
    assert "&lt;" in text


async def test_a_page_is_shown_at_the_basis_that_is_asked_for(board: Board) -> None:
    before = await board.text("/memories", entity="Mike", valid_at="2026-04-01")
    assert "&lt;b&gt;London&lt;/b&gt;" in before
    assert "&lt;b&gt;Bath&lt;/b&gt;" not in before


@pytest.mark.parametrize("path", PATHS)
async def test_a_time_of_day_is_told_with_its_zone(board: Board, path: str) -> None:
    zonelessly = re.compile(r"\d\d:\d\d:\d\d(?![Z.+\d])")
    assert zonelessly.findall(await board.text(path)) == []


async def test_a_time_can_be_copied_into_a_field(board: Board) -> None:
    early = city("Ur", "0900-05-04T03:02:01+01:00", subject="Ezra")
    await perform(board.writer, writes.add_many, writes.Add(memories=(early,)))
    text = await board.text("/memories", valid_at="0900-05-04 02:02:01Z")
    assert '<time datetime="0900-05-04T02:02:01+00:00">0900-05-04 02:02:01Z</time>' in text


async def test_the_times_of_a_memory_are_told_on_its_page_to_the_microsecond(board: Board) -> None:
    early = city("Ur", "2026-03-01T09:00:00.000001Z", subject="Ezra")
    (ur,) = await perform(board.writer, writes.add_many, writes.Add(memories=(early,)))
    text = await board.text(f"/memories/{ur.id}")
    true, known = re.findall(r"<dd><time [^>]*>([^<]*)</time> →", text)
    assert true == "2026-03-01 09:00:00.000001Z"
    at_once = await board.text(f"/memories/{ur.id}", as_of=known, valid_at=true)
    assert "<h1>Mike lives in &lt;b&gt;Ur&lt;/b&gt;</h1>" in at_once
    assert at_once.count(f"<td>{true}</td>") == 1
    assert at_once.count(f"<td>{known}</td>") == 1


@pytest.mark.parametrize(
    "path",
    [
        "/memories",
        "/memories?scope=container",
        "/entities",
        "/entities/Ines",
        "/ask?query=When+does+Ines+box%3F",
        "/pages",
        "/changes",
    ],
)
async def test_what_is_in_a_container_is_shown_where_that_is_named(board: Board, path: str) -> None:
    await boxed(board)
    without, within = [
        re.findall(r'<a href="([^"]*)">Ines', (await board.client.get(path + named)).text)
        for named in ("", f"{'&' if '?' in path else '?'}container=project:move")
    ]
    assert without == []
    assert len(within) > 0
    assert [each for each in within if "container=project%3Amove" not in each] == []


async def test_two_bases_are_asked_side_by_side(board: Board) -> None:
    text = await board.text("/ask", query="Where does Mike live?", as_of="3", as_of_2="4")
    assert text.count('class="results"') == 2


@pytest.mark.parametrize("path", ["/ledger", "/agents"])
async def test_the_last_transactions_are_shown_without_counting_what_there_is(
    board: Board, path: str, asked: list[str]
) -> None:
    asked.clear()
    await board.text(path)

    assert "transactions_latest" in asked
    assert "counts_read" not in asked


async def test_the_ledger_verifies_from_its_page(board: Board) -> None:
    text = await board.text("/ledger/verify")
    assert "as it was written" in text
    (head,) = re.findall(r"<code>(4:[0-9a-f]{64})</code>", text)
    assert "was noted" not in text
    compared = await board.text("/ledger/verify", anchor=head)
    assert "as it was written" in compared
    assert f"The head you noted, <code>{head}</code>, is in it." in compared


async def test_a_head_that_was_noted_earlier_and_is_gone_is_told_in_a_sentence(
    board: Board,
) -> None:
    text = await board.text("/ledger/verify", anchor=f"9:{'0' * 64}")
    assert "not as it was written" in text
    assert "<li>transaction 9 was noted as 000000000000…, but it is gone.</li>" in text
    assert "Keep this database as it is, and restore a backup beside it." in text
    assert "to note elsewhere" not in text


async def test_a_memory_that_was_forgotten_is_shown_by_its_last_words(board: Board) -> None:
    await perform(board.writer, writes.forget, writes.Forget(id=board.bath, reason="a <b>"))

    text = await board.text(f"/memories/{board.bath}")

    assert "Mike lives in &lt;b&gt;Bath&lt;/b&gt;" in text
    assert f"No longer believed: the memory {board.bath} was forgotten or retracted" in text
    assert ": forget by <b>" in text
    assert ", because “a &lt;b&gt;”" in text


async def test_pages_run_no_operation_that_writes(board: Board) -> None:
    with pytest.raises(InvalidValue, match="pages may only read"):
        await ask(board.viewer, "forget", id=board.bath)


async def test_a_viewer_may_not_write_even_if_it_tried(board: Board) -> None:
    with pytest.raises(NotPermitted):
        await board.viewer.ledger.add_many(board.viewer.principal, [])


async def test_the_database_refuses_a_viewer_that_writes(board: Board) -> None:
    principal = board.viewer.principal.as_setting().replace('["read"]', '["read", "write"]')
    with pytest.raises(NotPermitted):
        async with board.viewer.store.writing(principal) as work:
            await work.write(
                "head_make", tenant_id=board.viewer.principal.tenant_id, hash=b"0" * 32
            )


async def test_your_own_database_has_to_name_a_role_that_only_reads(database: Database) -> None:
    settings = Settings(database_url=database.app)
    async with opened(settings, embedder=HashedEmbedder()) as services:
        with pytest.raises(NotPermitted, match="CREATE ROLE muniment_viewer"):
            async with viewing(services):
                pass


async def test_a_role_that_may_write_shows_no_pages(database: Database) -> None:
    settings = Settings(database_url=database.app, web={"database_url": database.app})
    async with opened(settings, embedder=HashedEmbedder()) as services:
        with pytest.raises(NotPermitted, match=r"may write, .* CREATE ROLE muniment_viewer"):
            async with viewing(services):
                pass


async def test_a_viewer_sees_what_the_user_sees(board: Board) -> None:
    stats = await perform(board.viewer, reads.stats, reads.Nothing())
    assert (stats.memories, stats.episodes) == (2, 1)


async def test_a_compiled_page_shows_each_sentence_with_what_it_rests_on(board: Board) -> None:
    await perform(board.writer, pages.compile_page, pages.CompilePage(topic="Mike"))
    text = await board.text("/pages/mike")
    assert f'href="/memories/{board.bath}"' in text
    assert "&lt;b&gt;Bath&lt;/b&gt;" in text
    assert '<a href="/pages/mike?revision=1">1</a>' in text


async def test_what_a_revision_changed_is_led_to_where_it_stands(board: Board) -> None:
    for name, since in (("York", "2026-07-01"), ("Ely", "2026-08-01")):
        moved = writes.Add(memories=(city(name, since),))
        await perform(board.writer, writes.add_many, moved)
        await perform(board.writer, pages.compile_page, pages.CompilePage(topic="Mike"))

    (link,) = re.findall(r'href="([^"]*)">what changed', await board.text("/pages/mike"))
    path, _, place = html.unescape(link).partition("#")

    changed = await board.client.get(path)
    heading = "What revision 2 changed from revision 1"
    assert f'<h2 id="{place}">{heading}</h2>' in changed.text
    assert "<ins>Mike lives in &lt;b&gt;Ely&lt;/b&gt;</ins>" in changed.text.partition(heading)[2]


async def test_the_pages_of_a_namespace_are_listed_there_and_lead_to_what_they_cite(
    board: Board,
) -> None:
    garden = writes.NewMemory(
        content="Rosa prunes", entity="Rosa", category="work", namespace="garden"
    )
    (rosa,) = await perform(board.writer, writes.add_many, writes.Add(memories=(garden,)))
    await perform(
        board.writer, pages.compile_page, pages.CompilePage(topic="Rosa", namespace="garden")
    )
    assert "/pages/rosa" not in await board.text("/pages")
    assert '"/pages/rosa?namespace=garden"' in await board.text("/pages", namespace="garden")
    text = await board.text("/pages/rosa", namespace="garden")
    assert f'"/memories/{rosa.id}?namespace=garden"' in text
    assert '"/pages/rosa?namespace=garden&amp;revision=1"' in text


async def test_a_long_list_of_pages_goes_on(board: Board) -> None:
    beliefs = tuple(
        writes.NewMemory(content=f"Note {number}", entity=f"Place {number:03}", category="note")
        for number in range(101)
    )
    await perform(board.writer, writes.add_many, writes.Add(memories=beliefs))
    await perform(board.writer, pages.compile_bank, pages.CompileBank(beliefs_min=1))
    first = await board.text("/pages")
    (cursor,) = re.findall(r'href="/pages\?cursor=([^"]+)" rel="next"', first)
    assert ">Place 000</a>" in first
    assert ">Place 100</a>" not in first
    assert ">Place 100</a>" in await board.text("/pages", cursor=unquote(cursor))


async def test_the_graph_goes_as_many_steps_as_are_asked_for(board: Board) -> None:
    river = writes.NewMemory(
        subject="<b>Bath</b>", predicate="lies_on", object="Avon", valid_from="2026-01-01"
    )
    moved = city("<b>Bath</b>", "2026-07-01")
    await perform(board.writer, writes.add_many, writes.Add(memories=(river, moved)))
    near = await board.text("/graph", entity="Mike")
    far = await board.text("/graph", entity="Mike", depth="2")
    assert "Avon" not in near
    assert ">Avon</text>" in far
    assert ">lies_on</text>" in far
    assert far.count("<circle ") == 3
    assert "&lt;b&gt;Bath&lt;/b&gt;</text>" in far


async def test_facts_that_join_the_same_two_share_their_line(board: Board) -> None:
    facts = [
        writes.NewMemory(subject=one, predicate=predicate, object=other)
        for one, predicate, other in (
            ("Ida", "sister", "Lena"), ("Ida", "trusts", "Lena"), ("Lena", "trusts", "Ida"),
        )
    ]  # fmt: skip
    await perform(board.writer, writes.add_many, writes.Add(memories=facts))
    text = await board.text("/graph", entity="Ida")
    labels = re.findall(r'class="predicate" x="([\d.]+)" y="([\d.]+)"', text)
    assert sorted(labels) == [("360.0", "129.5"), ("360.0", "178.2"), ("360.0", "80.8")]


async def test_instants_of_one_day_are_told_apart_by_their_times(board: Board) -> None:
    for at in ("08:00", "17:30"):
        ur = city(f"Ur at {at}", f"2026-03-02T{at}:00Z", subject="Ezra")
        (ezra,) = await perform(board.writer, writes.add_many, writes.Add(memories=(ur,)))
    text = await board.text(f"/memories/{ezra.id}", valid_at="2026-03-03")
    drawn = text.partition("<svg ")[2].partition("</svg>")[0]
    assert re.findall(r'text-anchor="middle">([^<]+)</text>', drawn) == [
        "2026-03-02", "17:30:00Z", "2026-03-03",
    ]  # fmt: skip


async def test_one_of_a_thing_is_no_plural_and_a_name_that_is_cut_says_so(board: Board) -> None:
    long = "The Royal Crescent Hotel and Spa"
    lived = writes.NewMemory(subject="Mike", predicate="place_of_his_residence", object=long)
    await perform(board.writer, writes.add_many, writes.Add(memories=(lived,)))

    assert "<b>1</b> turn</p>" in await board.text("/")
    assert "<b>3</b> memories</p>" in await board.text("/")
    assert ">The Royal Crescent…</text>" in await board.text("/graph", entity="Mike")
    assert ">place_of_his_reside…</text>" in await board.text("/entities/Mike")


async def test_past_answers_are_listed_and_given_again(board: Board) -> None:
    for query in ("Where does Mike live?", "Who lives in Bath?"):
        await perform(board.writer, reads.recall, reads.RecallResults(query=query))
    text = await board.text("/traces")
    assert text.index("Who lives in Bath?") < text.index("Where does Mike live?")
    found = await board.text("/traces", text="bath WHO", asked_from="2026-01-01")
    assert "Who lives in Bath?" in found
    assert "Where does Mike live?" not in found
    assert "No such recall was traced." in await board.text("/traces", asked_until="2026-01-01")
    recall_id = text.split('href="/traces?replay=')[1].split('"')[0]
    assert "The same answer, byte for byte." in await board.text("/traces", replay=recall_id)


async def test_a_belief_and_a_turn_lead_to_the_answers_that_rested_on_them(board: Board) -> None:
    for query in ("Where does Mike live?", "Who is Ezra?"):
        await perform(board.writer, reads.recall, reads.RecallResults(query=query))
    page = await board.text(f"/memories/{board.bath}")
    (link,) = re.findall(r'href="(/traces[^"]*)">that rested on it', page)
    found = (await board.client.get(html.unescape(link))).text

    assert link == f"/traces?rests_on={board.bath}"
    assert "<td>Where does Mike live?</td>" in found
    assert "<td>Who is Ezra?</td>" not in found
    assert "<th>User</th>" in found
    turn = await board.text(f"/conversations/{board.turn}")
    assert f'href="/traces?rests_on={board.turn}">that rested on it' in turn


async def test_what_a_past_answer_rested_on_is_opened_as_it_stood_then(board: Board) -> None:
    asked = reads.RecallResults(query="Where does Mike live?")
    then = await perform(board.writer, reads.recall, asked)
    fixed = writes.Update(id=board.bath, content="Mike lives in Wells", object="Wells")
    await perform(board.writer, writes.update, fixed)

    text = await board.text("/traces", replay=str(then.receipt.recall_id))
    (link,) = re.findall(rf'href="(/memories/{board.bath}[^"]*)"', text)
    opened_then = (await board.client.get(html.unescape(link))).text

    assert "“Where does Mike live?”" in text
    assert "as known at transaction 4 (" in text
    assert "<h1>Mike lives in &lt;b&gt;Bath&lt;/b&gt;</h1>" in opened_then
    assert "as known at transaction 4: the point" in opened_then
    assert "2026-06-01 → open" in text
    assert '<th scope="row">words</th>' in text


async def test_who_may_come_in_is_listed_with_what_each_may_do(board: Board) -> None:
    assert "There are no keys." in await board.text("/agents")
    asked = granting.NewKey(name="desk <1>", role="executor", agent="the desk", namespaces=("a",))
    key = await perform(board.writer, granting.create_key, asked)
    await perform(board.writer, granting.create_key, granting.NewKey(name="web"))
    await perform(board.writer, granting.revoke_key, granting.Revocation(id=str(key.id)))
    await perform(board.writer, granting.grant, granting.NewGrant(grantee="ann", level="write"))

    told = await board.text("/agents")

    assert key.token not in told
    assert (
        "<td>desk &lt;1&gt;</td><td>executor</td><td>local</td><td>the desk</td><td>a</td>" in told
    )
    assert "<td>web</td><td>user</td><td>local</td><td></td><td>all</td>" in told
    assert len(re.findall(r"<td>revoked <time", told)) == 1
    assert "<td>local</td><td>ann</td><td>write</td><td>everything</td>" in told


async def test_tasks_are_listed_by_state(board: Board) -> None:
    await perform(board.writer, tasks.enqueue, tasks.EnqueueTask(kind="embed_backlog"))
    assert "<td>embed_backlog</td>" in await board.text("/tasks", state="waiting")
    assert "<td>embed_backlog</td>" not in await board.text("/tasks", state="parked")


async def test_a_memory_in_a_long_slot_is_shown_with_those_nearest_to_it(board: Board) -> None:
    piers = [
        city(f"pier {number}", f"{1000 + number}-01-01", subject="Registry") for number in range(60)
    ]
    added = await perform(board.writer, writes.add_many, writes.Add(memories=piers))
    text = await board.text(f"/memories/{added[30].id}")
    drawn = text.partition("<svg ")[2].partition("</svg>")[0]
    assert f"/memories/{added[24].id}" in drawn
    assert f"/memories/{added[36].id}" in drawn
    assert f"/memories/{added[23].id}" not in drawn
    assert f"/memories/{added[37].id}" not in drawn
    assert "10 before these</p>" in text
    assert '<ol class="chain" start="11">' in text
    assert "9 after these</p>" in text
    days = re.findall(r'text-anchor="middle">([^<]+)</text>', drawn)
    assert days[:2] == ["1024-01-01", "1026-01-01"]
    assert len(days) == 8


async def test_a_long_life_is_drawn_part_by_part_from_its_latest_end(board: Board) -> None:
    years = [
        writes.NewMemory(
            content=f"Ines saw comet {number}.", entity="Ines", category=f"comet {number}",
            valid_from=f"{1000 + number}-01-01",
        )
        for number in range(250)
    ]  # fmt: skip
    await perform(board.writer, writes.add_many, writes.Add(memories=years))
    latest = await board.text("/entities/Ines")
    middle = await board.text("/entities/Ines", skip="100")
    first = await board.text("/entities/Ines", skip="200")
    assert "100 of 250 beliefs" in latest
    assert [text.count("<rect ") for text in (latest, middle, first)] == [100, 100, 50]
    assert "comet 249.</a>" in latest
    assert "comet 149.</a>" in middle
    assert "comet 0.</a>" in first
    assert 'href="/entities/Ines?skip=100" rel="next"' in latest
    assert 'rel="next"' not in first
    assert 'href="/entities/Ines?skip=100" rel="prev"' in first
