"""The pages in a real browser: nothing from elsewhere, no error on its console, usable by keyboard."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from muniment import AgentMemory
from muniment.web.app import VIEWS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATHS = [path for path in VIEWS if "{" not in path]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium on the PATH"),
]

HEBREW = "דני גר בתל אביב."


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the pages as a process of their own, over a bundled server of their own."""
    home = tmp_path_factory.mktemp("board")
    with AgentMemory(home=home) as memory:
        rex = memory.add("Rex barks", entity="Rex", category="voice")
        memory.add("Mike lives in London", subject="Mike", predicate="city", object="London")
        memory.add("Mike lives in Bath", subject="Mike", predicate="city", object="Bath")
        memory.add_many([f"Note {number} about the harbour" for number in range(120)], embed=False)
        memory.recall("Where does Mike live?")
        memory.add(f"The key is {'a' * 400}", entity="e" * 200, category="key", reason="r" * 300)
        memory.add("Nobody reads all of this. " * 300, entity="Ines", category="verse")
        memory.retract(rex.id)
        for hobby, since, until in (
            ("rowing", "2020-01-01", None),
            ("chess", "2021-01-01", "2022-01-01"),
            ("go", "2022-01-01", None),
        ):
            memory.add(
                f"Lea likes {hobby}", subject="Lea", predicate="hobby", object=hobby,
                valid_from=since, valid_until=until,
            )  # fmt: skip
        memory.add(HEBREW, entity="Dani", category="city")
        memory.add(HEBREW, entity="דני", category="city")
        for number in range(9):
            memory.add(
                subject="Hub", predicate=f"friend {number}", object=f"Some long name {number}"
            )
        served = subprocess.Popen(
            [sys.executable, "-m", "muniment", "--home", str(home), "ui", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "MUNIMENT_HOME": str(home)},
        )
        assert served.stdout is not None
        try:
            yield served.stdout.readline().removeprefix("Open ").strip().rstrip("/")
        finally:
            served.send_signal(signal.SIGTERM)
            served.wait(timeout=120)
            served.stdout.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@contextmanager
def opened(browser: Browser, scheme: str, seen: list[str]) -> Iterator[Page]:
    """Open a browser as one that was never used; note what it complains of and what it loads."""
    with browser.new_context(color_scheme="dark" if scheme == "dark" else "light") as context:
        view = context.new_page()
        view.on("console", lambda said: seen.append(f"{said.type}: {said.text}"))
        view.on("pageerror", lambda error: seen.append(str(error)))
        view.on("request", lambda asked: seen.append(asked.url))
        yield view


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_opens_without_an_error_and_without_a_request_elsewhere(
    browser: Browser, address: str, scheme: str, tmp_path: Path
) -> None:
    seen: list[str] = []
    with opened(browser, scheme, seen) as view:
        for place, path in enumerate(PATHS):
            answer = view.goto(address + path)
            assert answer is not None
            assert answer.status == 200
            shot = view.screenshot(path=tmp_path / f"{place}.png")
            assert shot.startswith(b"\x89PNG")
        dark = view.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark == ("rgb(20, 24, 26)" if scheme == "dark" else "rgb(251, 250, 247)")
    assert [each for each in seen if not each.startswith(address + "/")] == []


def open_first(view: Page) -> None:
    """Follow the first link of a list, and wait until what it leads to is there."""
    with view.expect_navigation():
        view.locator("td a").first.click()


BROKEN_WORDS = """() => [...document.querySelectorAll("th, td")].flatMap(cell => {
    const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), broken = [];
    while (words.nextNode()) for (const word of words.currentNode.data.matchAll(/(?<!\\S)[a-z]{2,12}(?!\\S)/gi)) {
        const range = document.createRange();
        range.setStart(words.currentNode, word.index);
        range.setEnd(words.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(each => each.top)).size > 1) broken.push(word[0]);
    }
    return broken;
})"""


@pytest.mark.parametrize("width", [420, 1200])
def test_no_word_of_a_table_is_broken_in_two(browser: Browser, address: str, width: int) -> None:
    seen: list[str] = []
    with opened(browser, "light", seen) as view:
        view.set_viewport_size({"width": width, "height": 900})
        for path in PATHS:
            view.goto(address + path)
            assert (path, view.evaluate(BROKEN_WORDS)) == (path, [])
        view.goto(f"{address}/changes")
        assert view.locator("td", has_text="superseded").count() == 1


@pytest.mark.parametrize("width", [390, 800, 1440])
def test_a_long_word_makes_no_page_wider_and_a_long_belief_no_list_long(
    browser: Browser, address: str, width: int
) -> None:
    seen: list[str] = []
    with opened(browser, "light", seen) as view:
        view.set_viewport_size({"width": width, "height": 900})
        for path in (*PATHS, "/ask?query=What+is+the+key%3F", "/memories?entity=Ines"):
            view.goto(address + path)
            wide = view.evaluate("document.documentElement.scrollWidth")
            high = view.evaluate(
                "Math.max(0, ...[...document.querySelectorAll('tr, li')].map(row => row.offsetHeight))"
            )
            assert (path, wide, high < 600) == (path, width, True)
        open_first(view)
        assert view.locator("h1").inner_text().endswith("…")
        assert view.locator("blockquote").first.inner_text().count("Nobody reads") == 300


FAINT = """() => {
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const rgb = (...colours) => {
        canvas.clearRect(0, 0, 1, 1);
        for (const each of colours) { canvas.fillStyle = each; canvas.fillRect(0, 0, 1, 1); }
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = colour => colour.map(each => each / 255)
        .map(each => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4)
        .reduce((sum, each, place) => sum + each * [.2126, .7152, .0722][place], 0);
    const faint = (element, colour) => {
        const below = [];
        let opacity = 1;
        for (let each = element; each; each = each.parentElement) {
            below.unshift(getComputedStyle(each).backgroundColor);
            opacity *= getComputedStyle(each).opacity;
        }
        const ground = rgb(...below), ink = rgb(...below, colour);
        const seen = ink.map((each, place) => each * opacity + ground[place] * (1 - opacity));
        const [less, more] = [light(ground), light(seen)].sort((a, b) => a - b);
        return (more + .05) / (less + .05) < 4.5;
    };
    const found = new Set();
    for (const each of document.querySelectorAll("body *:not(svg *)")) {
        const speaks = [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (speaks && faint(each, getComputedStyle(each).color)) found.add(each.outerHTML.slice(0, 80));
        if (each.placeholder && faint(each, getComputedStyle(each, "::placeholder").color))
            found.add("placeholder of " + each.name);
    }
    return [...found];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground(browser: Browser, address: str, scheme: str) -> None:
    seen: list[str] = []
    with opened(browser, scheme, seen) as view:
        for path in (*PATHS, "/memories?entity=Mike&status=all", "/nowhere"):
            view.goto(address + path)
            assert (path, view.evaluate(FAINT)) == (path, [])
        view.goto(f"{address}/memories?entity=Rex&as_of=2")
        open_first(view)
        view.goto(view.url.partition("?")[0])
        assert view.locator(".withdrawn").count() == 1
        assert view.evaluate(FAINT) == []


PLACES = """cell => {
    const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
    return [0, words.length - 1].map(at => {
        const letter = document.createRange();
        letter.setStart(words, at);
        letter.setEnd(words, at + 1);
        return letter.getBoundingClientRect().x;
    });
}"""


def test_what_is_written_from_right_to_left_ends_on_its_left(
    browser: Browser, address: str
) -> None:
    seen: list[str] = []
    with opened(browser, "light", seen) as view:
        view.goto(f"{address}/memories?entity=Dani")
        for place in ("td a", "h1"):
            first, full_stop = view.locator(place).first.evaluate(PLACES)
            assert full_stop < first, place
            if place == "td a":
                open_first(view)
        for path in (view.url, f"{address}/entities/{quote('דני')}"):
            view.goto(path)
            first, full_stop = view.locator("svg a text").evaluate(
                "text => [0, text.textContent.length - 1].map(at => text.getStartPositionOfChar(at).x)"
            )
            assert full_stop < first, path


def test_a_browser_takes_no_name_for_a_way(browser: Browser, address: str) -> None:
    seen: list[str] = []
    with opened(browser, "light", seen) as view:
        for name, path in ((".", "/entities/.%2F"), ("..", "/entities/..%2F")):
            view.goto(address + path)
            assert view.locator("h1").text_content() == name
            view.get_by_role("button", name="Show").click()
            assert view.locator("h1").text_content() == name


def test_what_is_drawn_can_be_read_on_a_phone(browser: Browser, address: str) -> None:
    seen: list[str] = []
    with opened(browser, "light", seen) as view:
        view.set_viewport_size({"width": 390, "height": 844})
        for path in ("/entities/Mike", "/graph?entity=Mike"):
            view.goto(address + path)
            heights = view.evaluate(
                "[...document.querySelectorAll('svg text')].map(each => each.getBoundingClientRect().height)"
            )
            assert min(heights) > 10, path


def test_what_holds_at_the_same_time_is_drawn_one_below_the_other(
    browser: Browser, address: str
) -> None:
    seen: list[str] = []
    with opened(browser, "light", seen) as view:
        view.goto(f"{address}/entities/Lea")
        boxes = [bar.bounding_box() for bar in view.locator("rect.bar").all()]
        rowing, chess, go = (box for box in boxes if box is not None)
        assert rowing["y"] + rowing["height"] < chess["y"]
        assert chess["y"] == go["y"]
        assert chess["x"] + chess["width"] < go["x"] + 3
        assert view.locator("svg text.name").all_text_contents() == ["hobby"]
        assert view.locator("svg a text").all_text_contents() == ["rowing", "chess", "go"]


def test_memories_are_filtered_and_paged_by_keyboard_alone(browser: Browser, address: str) -> None:
    seen: list[str] = []
    with opened(browser, "light", seen) as view:
        view.goto(f"{address}/memories")
        view.keyboard.press("Tab")
        assert view.evaluate("document.activeElement.textContent") == "Skip to the content"
        view.keyboard.press("Enter")
        view.keyboard.press("Tab")
        assert view.evaluate("document.activeElement.name") == "text"
        view.keyboard.type("harbour")
        view.keyboard.press("Enter")
        view.wait_for_url("**text=harbour**")
        assert view.locator("tbody tr").count() == 50
        view.get_by_role("link", name="Next page").focus()
        view.keyboard.press("Enter")
        view.wait_for_url("**cursor=**")
        assert view.locator("tbody tr").count() == 50


def test_what_becomes_of_a_verification_is_shown_also_when_it_fails(
    browser: Browser, address: str
) -> None:
    seen: list[str] = []
    with opened(browser, "light", seen) as view:
        view.goto(f"{address}/ledger")
        view.get_by_role("link", name="Verify the whole ledger").click()
        view.locator(".good").wait_for()
        view.go_back()
        assert view.url == f"{address}/ledger"
        view.route("**/verify", lambda asked: asked.fulfill(status=503, body="It is away."))
        view.get_by_role("link", name="Verify the whole ledger").click()
        view.get_by_text("It is away.").wait_for()
        seen = [each for each in seen if "503" not in each]
    assert [each for each in seen if not each.startswith(address + "/")] == []


def test_on_a_telephone_the_whole_graph_is_in_sight(browser: Browser, address: str) -> None:
    seen: list[str] = []
    with opened(browser, "light", seen) as view:
        view.set_viewport_size({"width": 390, "height": 900})
        view.goto(f"{address}/graph?entity=Hub")
        middle = view.locator("svg .node.middle").bounding_box()
        names = [each.bounding_box() for each in view.locator("svg a text").all()]
    assert middle is not None
    assert abs(middle["x"] + middle["width"] / 2 - 195) < 2
    assert len(names) == 19
    for each in names:
        assert each is not None
        assert each["x"] >= 0
        assert each["x"] + each["width"] <= 390
        assert each["height"] > 9


def test_a_page_is_printed_whole_and_dark_on_light(browser: Browser, address: str) -> None:
    seen: list[str] = []
    with opened(browser, "dark", seen) as view:
        view.emulate_media(media="print", color_scheme="dark")
        view.set_viewport_size({"width": 718, "height": 1000})  # A4 within its margins
        for path in PATHS:
            view.goto(address + path)
            cut = view.evaluate(
                "[...document.querySelectorAll('.wide, figure')].filter(each => each.scrollWidth > each.clientWidth).length"
            )
            assert (path, cut) == (path, 0)
        ground = view.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == "rgb(251, 250, 247)"
        assert not view.locator("header nav").is_visible()
        view.goto(f"{address}/ask?query=Where+does+Mike+live%3F")
        assert view.get_by_label("Question").is_visible()


NAMELESS = """() => [
    ...[...document.querySelectorAll("input:not([type=hidden]), select")].filter(each => !each.labels.length),
    ...[...document.querySelectorAll("th")].filter(each => !each.textContent.trim()),
    ...document.querySelectorAll("[role=img] a"),
    ...[...document.querySelectorAll("a")].filter(each => !each.textContent.trim()),
].map(each => each.outerHTML.slice(0, 80))"""


def test_whatever_is_reached_by_keyboard_has_a_name(browser: Browser, address: str) -> None:
    seen: list[str] = []
    with opened(browser, "light", seen) as view:
        for path in (*PATHS, "/entities/Lea", "/graph?entity=Hub", "/memories?entity=Lea"):
            view.goto(address + path)
            assert (path, view.evaluate(NAMELESS)) == (path, [])
        open_first(view)
        assert view.evaluate(NAMELESS) == []


@pytest.mark.parametrize("path, what", [("/memories", ".wide"), ("/entities/Lea", "figure")])
def test_what_goes_on_beside_a_telephone_shows_so(
    browser: Browser, address: str, path: str, what: str
) -> None:
    seen: list[str] = []
    shaded = "each => getComputedStyle(each).backgroundAttachment"
    ground = "each => getComputedStyle(each.firstElementChild).backgroundColor"
    with opened(browser, "light", seen) as view:
        view.set_viewport_size({"width": 390, "height": 900})
        view.goto(f"{address}{path}")
        wide = view.locator(what).first
        assert "scroll" in wide.evaluate(shaded)
        assert wide.evaluate(ground) == "rgba(0, 0, 0, 0)"
        assert wide.evaluate("each => each.scrollWidth > each.clientWidth")
