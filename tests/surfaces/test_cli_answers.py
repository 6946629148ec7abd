"""Answers by rules and what is lacking, from a terminal."""

from __future__ import annotations

from tests.surfaces.terminal import Terminal

MIKE = ("--entity", "Mike", "--valid-from", "2026-03-01")


def test_an_answer_is_quoted_with_what_it_rests_on(terminal: Terminal) -> None:
    bath = terminal.add("Mike lives in Bath", *MIKE, "--category", "city")

    told = terminal.json("answer", "Where does Mike live?")
    shown = terminal("answer", "Where does Mike live?")
    vain = terminal("answer", "What is the boiling point of tungsten?")

    assert [each["text"] for each in told["statements"]] == ["Mike lives in Bath"]
    assert (told["abstained"], told["statements"][0]["path"]) == (None, "direct")
    assert shown.out.splitlines()[:2] == [
        "Mike lives in Bath",
        f"  memory {bath}, 2026-03-01 – open, direct",
    ]
    assert vain.out.startswith("No answer: nothing is close to the question")
    assert (shown.code, vain.code) == (0, 0)


def test_an_answer_shows_what_of_the_question_was_not_read(terminal: Terminal) -> None:
    terminal.add("Mike mended the boiler on 3 April 2026", "--entity", "Mike")

    for who in ("Mike", "Zoltan"):
        shown = terminal("answer", f"What did {who} mend on 03/04/2026?")
        assert "\nDegraded: times: 03/04/2026 may be a day of either of two months" in shown.out


def test_a_recall_whose_budget_has_room_for_nothing_says_so(terminal: Terminal) -> None:
    terminal.add("Mike lives in Bath", *MIKE, "--category", "city")

    shown = terminal("recall", "Where does Mike live?", "--budget", "2")
    packed = terminal.json("recall-as-pack", "Where does Mike live?", "--budget", "2")

    told = "nothing of what was found fits into 2 tokens: give a larger budget"
    assert shown.out.splitlines()[0] == f"No answer: {told}"
    assert (packed["entries"], packed["abstained"]) == ([], told)


def test_what_is_lacking_is_listed_worst_first_with_its_coverage(terminal: Terminal) -> None:
    terminal.add("Mike may sail", *MIKE, "--category", "hobby", "--confidence", "0.2")

    told = terminal.json("audit-gaps", "Mike")
    shown = terminal("audit-gaps", "Mike").out.splitlines()

    assert [(each["severity"], each["kind"]) for each in told["lacks"]] == [
        ("high", "doubtful"),
        ("low", "single_sourced"),
    ]
    assert told["coverage"] is None
    assert shown[0].split() == ["severity", "kind", "entity", "category", "what", "memories"]
    assert shown[3] == (
        "Coverage of Mike: none (there are not two comparable entities to compare with)."
    )
    assert terminal.json("audit-gaps", "--question", "May Mike sail?")["about"] == "May Mike sail?"
    assert terminal.json("audit-gaps")["examined"] == 1


def test_what_is_wrong_is_told(terminal: Terminal) -> None:
    told = [
        terminal.refusal(*arguments)[1]
        for arguments in (
            ("answer", " "),
            ("answer", "Where?", "--limit", "0"),
            ("answer", "Where?", "--as-of", "99"),
            ("audit-gaps", "Mike", "--question", "Where?"),
            ("audit-gaps", "--limit", "0"),
            ("audit-gaps", "--as-of", "tomorrow"),
        )
    ]

    assert told == [
        "value_invalid",
        "value_invalid",
        "transaction_not_found",
        "value_invalid",
        "value_invalid",
        "time_unreadable",
    ]


def test_an_empty_memory_lacks_nothing_that_can_be_named(terminal: Terminal) -> None:
    assert terminal("audit-gaps").out.splitlines()[:2] == [
        "Nothing is lacking that could be found.",
        "Coverage of default: none (nothing can be compared).",
    ]
    assert terminal("answer", "Where does Mike live?").out.startswith(
        "No answer: nothing was found\nNothing is known yet: `muniment add"
    )
