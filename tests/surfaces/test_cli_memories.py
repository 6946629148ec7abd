"""The verbs of the terminal do what they say, and print ids that the next command takes."""

from __future__ import annotations

import json
from pathlib import Path

from tests.database import Database
from tests.surfaces.terminal import Terminal

LONDON = ("Mike lives in London", "--entity", "Mike", "--category", "city")
BATH = ("Mike lives in Bath", "--entity", "Mike", "--category", "city")


def test_a_question_at_two_times_has_two_answers(terminal: Terminal) -> None:
    london = terminal.add(*LONDON, "--valid-from", "2026-03-01")
    bath = terminal.json("add", *BATH, "--valid-from", "2026-06-01")

    spring = terminal.json("recall", "Where does Mike live?", "--valid-at", "2026-04-01")
    summer = terminal.json("recall", "Where does Mike live?", "--valid-at", "2026-07-01")

    assert (bath["outcome"], bath["displaced"]) == ("ADD", [london])
    assert [each["memory"]["content"] for each in spring["results"]] == ["Mike lives in London"]
    assert [each["memory"]["content"] for each in summer["results"]] == ["Mike lives in Bath"]
    assert spring["receipt"]["basis"]["valid_at"] == "2026-04-01T00:00:00+00:00"
    assert spring["receipt"]["basis"]["as_of"]["number"] == 3


def test_people_see_a_table_with_whole_ids_and_the_basis(terminal: Terminal) -> None:
    london = terminal.add(*LONDON, "--valid-from", "2026-03-01")

    seen = terminal("recall", "Where does Mike live?", "--valid-at", "2026-04-01")

    assert seen.code == 0
    assert seen.out.splitlines()[0].split() == ["score", "id", "when", "about", "content"]
    assert f"{london}  2026-03-01 – open  Mike · city  Mike lives in London" in seen.out
    assert "valid at 2026-04-01, as of transaction 2 (" in seen.out


def test_a_correction_keeps_the_id_and_the_earlier_answer(terminal: Terminal) -> None:
    london = terminal.add(*LONDON, "--valid-from", "2026-03-01", "--tag", "home")

    updated = terminal.json("update", london, "Mike lives in Londonderry", "--reason", "misheard")

    assert (updated["id"], updated["outcome"], updated["transaction"]) == (london, "UPDATE", 3)
    now = terminal.json("get", london)
    assert (now["content"], now["tags"]) == ("Mike lives in Londonderry", ["home"])
    assert terminal.json("get", london, "--as-of", "2")["content"] == "Mike lives in London"


def test_a_belief_that_holds_at_no_time_is_told_with_what_holds_instead(terminal: Terminal) -> None:
    terminal.add("Mike lives in York", *BATH[1:], "--valid-from", "2026-03-01")
    london = terminal.add(*LONDON, "--valid-from", "2026-05-01")
    terminal.json("update", london, "--valid-from", "2026-01-01")

    seen = terminal("add", *BATH, "--valid-from", "2026-02-01")

    assert seen.code == 0
    assert seen.out.splitlines()[1] == f"It holds at no time; what holds instead: {london}"


def test_null_opens_a_period_and_empties_metadata_and_an_empty_tag_clears_them(
    terminal: Terminal,
) -> None:
    london = terminal.add(
        *LONDON,
        *("--valid-from", "2026-03-01", "--valid-until", "2099-01-01"),
        *("--metadata", '{"by": "Ann"}', "--tag", "home"),
    )

    terminal.json("update", london, "--valid-until", "null", "--metadata", "null", "--tag", "")

    now = terminal.json("get", london)
    assert (now["valid_until"], now["metadata"], now["tags"]) == (None, None, [])


def test_what_ended_no_longer_holds(terminal: Terminal) -> None:
    london = terminal.add(*LONDON, "--valid-from", "2026-03-01")

    terminal.json("end", london, "--at", "2026-05-01", "--reason", "moved")

    facts = ("current-facts", "Mike", "--valid-at")
    assert [each["id"] for each in terminal.json(*facts, "2026-04-30")["items"]] == [london]
    assert terminal.json(*facts, "2026-05-01")["items"] == []


def test_what_is_forgotten_leaves_a_gap_and_what_is_retracted_does_not(terminal: Terminal) -> None:
    london = terminal.add(*LONDON, "--valid-from", "2026-03-01")
    bath = terminal.add(*BATH, "--valid-from", "2026-06-01")
    paris = terminal.add("Mike is in Paris", *BATH[1:], "--valid-from", "2026-09-01")

    forgotten = terminal.json("forget", paris)
    gap = terminal.json("current-facts", "Mike", "--valid-at", "2026-10-01")
    terminal.json("retract", bath)
    july = terminal.json("current-facts", "Mike", "--valid-at", "2026-07-01")

    assert forgotten["displaced"] == [london, bath]
    assert gap["items"] == []
    assert [each["id"] for each in july["items"]] == [london]


def test_a_memory_is_shown_through_both_times(terminal: Terminal) -> None:
    london = terminal.add(*LONDON, "--valid-from", "2026-03-01")
    bath = terminal.add(*BATH, "--valid-from", "2026-06-01")

    history = terminal.json("history", london)
    timeline = terminal.json("timeline", "Mike")

    assert [(each["transaction"], each["valid_until"]) for each in history["items"]] == [
        (2, None),
        (3, "2026-06-01T00:00:00+00:00"),
    ]
    assert [each["memory"]["id"] for each in timeline["items"]] == [london, bath]
    assert timeline["items"][0]["superseded_by"] == bath


def test_a_difference_names_what_happened_between_two_transactions(terminal: Terminal) -> None:
    terminal.add(*LONDON, "--valid-from", "2026-03-01")
    terminal.add(*BATH, "--valid-from", "2026-06-01")

    changes = terminal.json("diff", "--since", "2")["changes"]

    assert [(each["kind"], each["content_after"]) for each in changes] == [
        ("superseded", "Mike lives in London"),
        ("learnt", "Mike lives in Bath"),
    ]
    assert "Nothing changed after transaction 3, up to 3." in terminal("diff", "--since", "3").out


def test_a_difference_shows_the_words_before_and_after_a_correction(terminal: Terminal) -> None:
    drink = terminal.add("Tea")
    terminal("update", drink, "Coffee")

    assert "Tea → Coffee" in terminal("diff", "--since", "2").out


def test_lists_are_filtered_by_words_tags_and_entities(terminal: Terminal) -> None:
    london = terminal.add(*LONDON, "--tag", "home")
    tea = terminal.add("Ann drinks tea", "--entity", "Ann", "--category", "habit")

    assert [each["id"] for each in terminal.json("search", "drinking")["items"]] == [tea]
    assert [each["id"] for each in terminal.json("list", "--tag", "home")["items"]] == [london]
    assert [each["id"] for each in terminal.json("list", "--entity", "Ann")["items"]] == [tea]
    assert [each["id"] for each in terminal.json("list", "--limit", "1")["items"]] == [tea]
    assert "There is more: --cursor " in terminal("list", "--limit", "1").out
    assert terminal("search", "granite").out == "Nothing matches.\n"


def test_a_fact_is_given_by_its_three_parts(terminal: Terminal) -> None:
    fact = terminal.add("--subject", "Ann", "--predicate", "employer", "--object", "Kiln Ltd")

    found = terminal.json("get", fact)

    assert (found["content"], found["entity"], found["category"], found["object"]) == (
        "Ann employer Kiln Ltd",
        "Ann",
        "employer",
        "Kiln Ltd",
    )


def test_a_past_answer_is_given_again_and_compared(terminal: Terminal, tmp_path: Path) -> None:
    terminal.add(*LONDON, "--valid-from", "2026-03-01")
    question = ("recall", "Where does Mike live?", "--valid-at", "2026-04-01")
    past = terminal(*question, "--json")
    answer = tmp_path / "answer.json"
    answer.write_text(past.out, encoding="utf-8")
    terminal.add(*BATH, "--valid-from", "2026-03-15")

    recall_id = json.loads(past.out)["receipt"]["recall_id"]
    by_id = terminal.json("replay", recall_id)
    by_file = terminal.json("replay", "--receipt", str(answer))
    now = terminal.json(*question)

    assert by_id["same"] is True
    assert by_file["same"] is True
    assert by_id["digest_now"] == json.loads(past.out)["receipt"]["digest"]
    assert [each["memory"]["content"] for each in now["results"]] == ["Mike lives in Bath"]


def test_an_altered_receipt_is_not_the_same_and_the_exit_code_says_so(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.add(*LONDON, "--valid-from", "2026-03-01")
    answer = terminal.json("recall", "Where does Mike live?", "--valid-at", "2026-04-01")
    answer["receipt"]["digest"] = "0" * 64
    file = tmp_path / "answer.json"
    file.write_text(json.dumps(answer), encoding="utf-8")

    replayed = terminal("replay", "--receipt", str(file))

    assert replayed.code == 1
    assert f"Not the same: then {'0' * 64}, now " in replayed.out


def test_the_answers_that_rested_on_a_belief_are_shown_and_how_many_are_older_than_to_tell(
    terminal: Terminal, database: Database
) -> None:
    london = terminal.add("Mike lives in London", "--valid-from", "2026-03-01")
    for query in ("Where does Mike live?", "Who lives in London?"):
        terminal.json("recall", query)
    with database.as_admin() as connection:
        connection.execute(
            "UPDATE muniment.recalls SET receipt = '{}' WHERE request = 'Where does Mike live?'"
        )

    shown = terminal("traces", "--rests-on", london).out
    none = terminal("traces", "nobody", "--rests-on", london).out

    assert "Who lives in London?" in shown
    assert "Where does Mike live?" not in shown
    assert "1 older trace does not tell what the answer rests on: a replay does.\n" in shown
    assert none == "No such recall was traced.\n"
    assert terminal.refusal("traces", "--rests-on", "00000000-0000-7000-8000-000000000000")[1] == (
        "memory_not_found"
    )


def test_an_explanation_reaches_the_words_of_the_turn(terminal: Terminal, tmp_path: Path) -> None:
    talk = tmp_path / "talk.jsonl"
    said = {"text": "I moved to Bath.", "time": "2026-06-01", "speaker": "Mike", "id": "1"}
    talk.write_text(json.dumps(said) + "\n", encoding="utf-8")
    terminal.json("ingest", str(talk))
    turn = terminal.json("list", "--kind", "episode")["items"][0]["id"]
    bath = terminal.add(*BATH, "--episode-id", turn, "--span", "2", "15")

    explained = terminal("explain", bath)

    assert terminal.json("explain", bath)["evidence"][0]["span"] == [2, 15]
    assert "“moved to Bath”" in explained.out
    assert f"Mike, 2026-06-01, {turn}" in explained.out
    assert explained.out.index("Mike lives in Bath") < explained.out.index("“moved to Bath”")
    assert next(iter(terminal.json("explain", bath)["memory"].items())) == ("id", bath)


def test_what_was_forgotten_is_explained_by_its_last_words(terminal: Terminal) -> None:
    bath = terminal.add(*BATH)
    terminal.json("forget", bath, "--reason", "Mike asked")

    explained = terminal("explain", bath).out

    assert "Mike lives in Bath" in explained
    assert f"No longer believed: the memory {bath} was forgotten or retracted" in explained
    assert "forget by local in transaction 3, because “Mike asked”" in " ".join(explained.split())


def test_a_turn_is_shown_and_hidden(terminal: Terminal, tmp_path: Path) -> None:
    talk = tmp_path / "talk.jsonl"
    talk.write_text('{"text": "Hello.", "time": "2026-06-01"}\n', encoding="utf-8")
    terminal.json("ingest", str(talk))
    turn = terminal.json("list")["items"][0]["id"]

    shown = terminal.json("get-episode", turn)
    hidden = terminal.json("forget-episode", turn)

    assert (shown["content"], shown["session"]) == ("Hello.", "talk")
    assert hidden["transaction"] == 3
    assert terminal.json("list")["items"] == []


def test_a_pack_is_a_prompt(terminal: Terminal) -> None:
    london = terminal.add(*LONDON, "--valid-from", "2026-03-01")

    pack = terminal("recall-as-pack", "Where does Mike live?")

    assert "ABSTAIN" in pack.out
    assert london in pack.out


def test_cardinality_is_set_once(terminal: Terminal) -> None:
    assert terminal("set-cardinality", "sport", "many").out == "Done in transaction 2.\n"
    assert terminal("set-cardinality", "sport", "many").out == "It was so already.\n"


def test_counts_and_transactions_are_shown(terminal: Terminal) -> None:
    london = terminal.add(*LONDON, "--reason", "he said so")

    counted = terminal.json("stats")
    listed = terminal.json("inspect")
    one = terminal.json("inspect", "2")

    assert (counted["memories"], counted["memories_current"], counted["transactions"]) == (1, 1, 2)
    assert [(each["number"], each["operation"], each["reason"]) for each in listed] == [
        (1, "open", None),
        (2, "add", "he said so"),
    ]
    assert one["transaction"]["hash"] == listed[1]["hash"]
    memories = [each["values"] for each in one["rows"] if each["table"] == "memories"]
    assert [(each["memory_id"], each["content"]) for each in memories] == [
        (london, "Mike lives in London")
    ]
    assert f"memory_id     {london}" in terminal("inspect", "2").out


def test_namespaces_users_and_tenants_are_apart(terminal: Terminal) -> None:
    london = terminal.add(*LONDON)

    assert terminal.json("list", "--namespace", "elsewhere")["items"] == []
    assert terminal.json("--user", "ann", "list")["items"] == []
    theirs = terminal.add("Ann drinks tea", "--tenant", "acme")
    assert [each["id"] for each in terminal.json("list", "--tenant", "acme")["items"]] == [theirs]
    assert [each["id"] for each in terminal.json("list")["items"]] == [london]


def test_an_empty_store_says_how_to_begin(terminal: Terminal) -> None:
    assert terminal("list").out == (
        'Nothing is known yet: `muniment add "…"` adds a belief, `muniment ingest FILE` a conversation.\n'
    )


def test_the_words_of_others_are_shown_as_data(terminal: Terminal) -> None:
    terminal.add("[bold]red[/bold] \x1b[31malarm\x07\n\u202eevil :smile:")

    listed = terminal("list")
    told = terminal("list", "--json")

    assert "[bold]red[/bold] \\x1b[31malarm\\x07\\n\\u202eevil :smile:" in listed.out
    assert "\x1b" not in told.out
    assert "\u202e" not in told.out
    assert json.loads(told.out)["items"][0]["content"].endswith("\u202eevil :smile:")


def test_a_fact_is_appended_and_listed(terminal: Terminal) -> None:
    appended = terminal.json(
        "append-facts",
        "Mike",
        "lives_in",
        "Bath",
        "--valid-from",
        "2026-03-01",
        "--source",
        "a letter",
    )

    (listed,) = terminal.json("facts", "mike", "--valid-at", "2026-04-01")["items"]
    assert (listed["id"], listed["object"], listed["sources"]) == (
        appended["id"],
        "Bath",
        ["a letter"],
    )
    assert terminal.json("facts", "--valid-at", "2026-02-01")["items"] == []
    assert "Mike     lives_in   Bath" in terminal("facts", "--text", "Where does Mike live?").out
    assert terminal("facts", "Ann").out.strip() == "Nothing matches."
