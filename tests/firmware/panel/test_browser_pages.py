"""The panel's other pages in a real browser: review, corrections, codes, uploads; by mouse, by keyboard, on a phone."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, expect

from tests.firmware.running import Program
from tests.firmware.scripted import HANDS, write_pictures
from words.names import MOST

PHONE = {"X-Forwarded-For": "192.168.1.77"}
"""What the server takes for a phone on the network: it believes this of a program on its own machine."""
DEMO = Path(__file__).parents[3] / "firmware" / "demo" / "hand-01.jpg"
NOWHERE = "/nowhere"
"""There is no such page: it answers 404, which a browser logs as an error."""
PAGES = (
    *("/", "/hands", "/replay", "/hand/1", "/choose?w=hand&w=0&of=1", "/correction", "/match", "/enter"),
    *("/setup", "/setup/phones", "/setup/camera", "/setup/enrol", "/setup/deck", "/setup/desk", "/setup/voice"),
    *("/by-hand", NOWHERE),
    *("/choose?w=law", "/hand/1/worth", "/overlay", "/overlay?view=bar", "/setup/first"),
)
EARLIER = ("/matches", "/match/1", "/match/1/replay", "/match/1/hand/1", "/match/1/hand/1/worth")
"""Once another match has begun."""
FAULTS = """() => {
  const wrong = [];
  const named = (one) => (one.getAttribute('aria-label') || one.textContent || one.title || '').trim()
    || [...one.querySelectorAll('[aria-label], img[alt]')].some(inner => inner.getAttribute('aria-label') || inner.alt);
  const all = (which) => document.querySelectorAll(which);
  for (const one of all('a[href], button')) if (!named(one)) wrong.push('no name: ' + one.outerHTML);
  for (const one of document.querySelectorAll('input:not([type=hidden]), select')) {
    if (!one.labels.length && !one.getAttribute('aria-label')) wrong.push('no label: ' + one.outerHTML);
  }
  for (const one of all('img')) if (!one.hasAttribute('alt')) wrong.push('no alt: ' + one.outerHTML);
  for (const one of all('[tabindex]')) if (one.tabIndex > 0) wrong.push('order: ' + one.outerHTML);
  if (document.querySelectorAll('main').length !== 1) wrong.push('no single main');
  if (document.querySelectorAll('h1').length !== 1) wrong.push('no single h1');
  const ids = [...document.querySelectorAll('[id]')].map(one => one.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push('twice: ' + id);
  if (!document.documentElement.lang) wrong.push('no language');
  for (const one of all('script[src]:not([type=module], [src="/early.js"])')) wrong.push('no module: ' + one.outerHTML);
  return wrong;
}"""

BEYOND = """() => [...document.querySelectorAll('html, body *')].filter(one => {
  const box = one.getBoundingClientRect();
  const scrolls = (up) => up && (getComputedStyle(up).overflowX === 'auto' || scrolls(up.parentElement));
  const seen = box.width && !one.closest('.skip, .symbols, .language > span') && !scrolls(one);
  return seen && (box.left < -1 || box.right > innerWidth + 1 || (one.matches('html') && one.scrollWidth > innerWidth));
}).map(one => one.outerHTML.slice(0, 80))"""
"""What stands out of the window at its sides."""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    shown = write_pictures(tmp_path / "pictures", *[{"hands": HANDS}] * 4)
    with Program.scripted(shown, tmp_path / "data", network=True) as running:
        for button in ("envido-ns", "iduki", "read"):
            running.press(button)
        yield running


@pytest.fixture
def page(browser: Browser, program: Program) -> Iterator[Page]:
    """A page at the machine itself. What it logs as an error, or asks of elsewhere, fails the test."""
    wrong: list[str] = []
    opened = browser.new_page(viewport={"width": 1280, "height": 800})
    opened.set_default_timeout(90_000)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if is_error(said, program) else None)
    opened.on(
        "request", lambda asked: None if asked.url.startswith((program.address, "blob:")) else wrong.append(asked.url)
    )
    yield opened
    opened.close()
    assert wrong == []


def is_error(said: ConsoleMessage, program: Program) -> bool:
    return said.type == "error" and said.location["url"] != at(program, NOWHERE)


def at(program: Program, path: str) -> str:
    return f"{program.address.rstrip('/')}{path}"


def test_every_page_can_be_read_aloud_seen_and_fits_a_phone(page: Page, program: Program) -> None:
    for path in PAGES:
        look_at(page, program, path)
    page.goto(at(program, "/match"))
    page.get_by_role("button", name="Begin this match").click()
    page.wait_for_url(program.address)
    for path in EARLIER:
        look_at(page, program, path)


BROKEN = """() => [...document.querySelectorAll('.choice > span:not(.icon)')].filter(one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const tops = [...words.getClientRects()].map(line => line.top);
  return !/\\s/.test(one.textContent.trim()) && Math.max(...tops) - Math.min(...tops) > 10;
}).map(one => one.textContent)"""
"""Single words on choices that stand in several lines."""


def test_the_calls_on_choices_are_whole_words_beside_long_names(page: Page, program: Program) -> None:
    names = {"NS": "Mendialdeko Mus Taldea", "EW": "Los Tres Reyes"}
    assert httpx.post(at(program, "/api/names"), data=names, timeout=20).json()["done"]
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        page.goto(at(program, "/choose?w=hand&w=0&w=handia&of=1"))
        expect(page.locator(".choice").first).to_be_visible()
        assert page.evaluate(BROKEN) == [], width


def look_at(page: Page, program: Program, path: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(at(program, path))
    expect(page.locator("main")).to_be_visible()
    assert page.evaluate(FAULTS) == [], path
    for width in (360 // 2, 360 * 2 // 3, 360, 820):  # letters twice as large leave half the width
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def test_no_step_s_number_lies_over_its_text_on_a_phone(page: Page, program: Program) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ("/setup/first", "/setup/camera", "/setup/enrol", "/setup/deck"):
        page.goto(at(program, path))
        assert page.locator(".steps > li").count() > 2, path
        assert page.evaluate(UNDER_A_NUMBER) == [], path


UNDER_A_NUMBER = """() => [...document.querySelectorAll('.steps > li')].filter(step => {
  const words = document.createTreeWalker(step, NodeFilter.SHOW_TEXT, node => node.textContent.trim() ? 1 : 3);
  const range = document.createRange();
  range.selectNodeContents(words.nextNode());
  const number = parseFloat(getComputedStyle(step, '::before').width);
  return range.getBoundingClientRect().left < step.getBoundingClientRect().left + number;
}).map(step => step.textContent.trim())"""
"""Steps whose first words begin where their number stands."""


LONGEST = {who: "W" * (MOST - 1) + str(place) for place, who in enumerate(("NS", "EW", *"NWSE"))}


def test_the_longest_names_make_no_page_wider_than_a_phone(page: Page, program: Program) -> None:
    assert httpx.post(at(program, "/api/names"), data=LONGEST, timeout=20).json()["done"]
    page.set_viewport_size({"width": 320, "height": 640})
    for path in PAGES:
        page.goto(at(program, path))
        if path == "/" or "overlay" in path:
            expect(page.locator("main")).to_contain_text(LONGEST["NS"])
        assert page.evaluate(BEYOND) == [], path
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ("/", "/replay"):
        page.goto(at(program, path))
        page.evaluate("document.documentElement.style.fontSize = '150%'")
        expect(page.locator("main :is(.total, tbody)").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        last = page.locator("header nav li").last.bounding_box()
        assert last is not None
        assert last["x"] + last["width"] <= 360, "the whole bar is on the screen"


def test_a_hand_is_corrected_from_the_keyboard_and_both_teams_confirm(page: Page, program: Program) -> None:
    page.goto(at(program, "/hands"))
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#put-right")).to_be_visible()
    page.locator("#put-right").press("Enter")
    page.get_by_role("link", name="handia").press("Enter")
    page.get_by_role("link", name="N-S 2").press("Enter")
    page.get_by_role("button", name="N-S 3", exact=True).press("Enter")
    page.wait_for_url("**/correction")
    page.get_by_role("button", name="N-S envido: we agree").press("Enter")
    expect(page.locator(".agreed")).to_have_count(1)
    page.get_by_role("button", name="E-W envido: we agree").press("Enter")
    expect(page.locator("main")).to_contain_text("Nothing waits for the teams.")
    assert program.state()["last"]["record"]["calls"]["handia"] == ["NS envido 3", "EW iduki"]
    page.goto(at(program, "/hand/1"))
    expect(page.locator(".trace")).to_contain_text("Put right")


def test_the_score_is_told_and_the_list_renewed_as_the_game_goes_on(page: Page, program: Program) -> None:
    page.goto(at(program, "/hands"))
    score = page.locator("#score")
    expect(score).to_have_attribute("role", "status")
    expect(page.locator(".hand-list li")).to_have_count(1)
    page.locator("#all-matches").focus()
    before = score.inner_text()
    program.press("ok")
    press_until(program, "envido-ew", lambda state: bool(state["calls"]))
    program.press("tira")
    program.press("read")
    expect(page.locator(".hand-list li")).to_have_count(2)
    expect(page.locator("#all-matches")).to_be_focused()
    expect(score).not_to_have_text(before)


def test_the_match_is_renewed_while_somebody_fills_in_its_forms(page: Page, program: Program) -> None:
    page.goto(at(program, "/match"))
    tantos = page.locator(".tantos").first
    expect(tantos).to_have_text(ns(program))
    name = page.locator("input[name=NS]")
    name.press_sequentially("Ar")
    program.press("ok")
    press_until(program, "envido-ns", lambda state: bool(state["calls"]))
    program.press("tira")
    expect(tantos).to_have_text(ns(program))
    httpx.post(at(program, "/api/language/eu"), timeout=20)
    program.press("envido-ns")
    program.press("tira")
    expect(tantos).to_have_text(ns(program))
    page.keyboard.type("a")
    expect(name).to_have_value("Ara")
    name.press("Enter")
    expect(page.locator("#score")).to_contain_text("Ara")
    name.blur()
    expect(page.locator("html")).to_have_attribute("lang", "eu")
    expect(name).to_have_value("Ara")


def test_a_form_that_the_table_has_overtaken_says_so_and_is_made_anew(browser: Browser, program: Program) -> None:
    page = browser.new_page()
    page.goto(at(program, "/match"))
    name, north = page.locator("input[name=N]"), page.locator("select[name=esku] option").first
    for written in ("Ane", "Ana"):  # it stays under the hand, and may be sent again
        name.fill(written)
        name.press("Enter")
        expect(north).to_have_text(written)
    west, link = page.locator("input[name=W]"), page.locator("#link")
    west.fill("Jon")
    assert httpx.post(at(program, "/api/names"), data={"N": "Miren"}, timeout=20).json()["done"]
    expect(north).to_have_text("Miren")
    west.press("Enter")
    expect(link).to_contain_text("The table has gone on meanwhile")
    expect(name).to_have_value("Miren")
    expect(west).to_have_value("Jon")
    west.press("Enter")
    expect(page.locator("select[name=esku] option").nth(1)).to_have_text("Jon")
    west.fill("Peio")
    program.press("ok")
    assert httpx.post(at(program, "/api/choose"), data={"w": "menu", "choice": "ends"}, timeout=20).json()["done"]
    west.press("Enter")
    expect(link).to_contain_text("The table has gone on meanwhile")
    expect(west).to_have_value("Miren")  # somebody else sits there
    page.close()


def test_what_changes_while_a_page_is_being_renewed_comes_as_well(page: Page, program: Program) -> None:
    page.goto(at(program, "/match"))
    file = page.locator(".files a").nth(1)
    file.focus()
    asked = held(page, "**/match", lambda: program.press("ok"))
    answer = asked.fetch()  # as the table stands before it changes
    mark_unseen(page, program)
    asked.fulfill(response=answer)
    expect(page.locator(".tantos").first).to_have_text(ns(program))
    expect(file).to_be_focused()


def test_what_changes_while_a_form_is_being_sent_comes_afterwards(page: Page, program: Program) -> None:
    page.goto(at(program, "/match"))
    asked = held(page, "**/api/export/last", page.locator("#to-stick").click)
    program.press("ok")
    mark_unseen(page, program)
    asked.fulfill(json={"done": True, "sentence": None})
    expect(page.locator(".tantos").first).to_have_text(ns(program))


def test_a_page_whose_renewal_is_lost_is_asked_for_again(browser: Browser, program: Program) -> None:
    page = browser.new_page()
    page.goto(at(program, "/match"))
    page.route("**/match", lambda route: route.abort(), times=1)
    assert httpx.post(at(program, "/api/names"), data={"NS": "Aralar"}, timeout=20).json()["done"]
    expect(page.locator("b.NS")).to_have_text("Aralar")
    page.close()


def test_what_the_hands_were_worth_is_worked_out_again_on_a_page_that_is_renewed(page: Page, program: Program) -> None:
    page.goto(at(program, "/hand/1"))
    asked = page.locator("#worth")
    expect(asked).to_have_count(0)
    assert httpx.post(at(program, "/api/names"), data={"NS": "Aralar"}, timeout=20).json()["done"]
    expect(page.locator("main")).to_contain_text("Aralar")
    expect(asked).to_have_count(0)


def held(page: Page, address: str, begin: Callable[[], object]) -> Route:
    """What is asked of that address once it has begun, before it is answered."""
    asked = list[Route]()
    page.route(address, lambda route: asked.append(route), times=1)
    begin()
    while not asked:
        page.wait_for_timeout(10)
    return asked[0]


def mark_unseen(page: Page, program: Program) -> None:
    """North and South mark something; the page is told, and cannot show it yet."""
    score = page.locator("#score")
    before = score.inner_text()
    press_until(program, "envido-ns", lambda state: bool(state["calls"]))
    program.press("tira")
    expect(score).not_to_have_text(before)
    expect(page.locator(".tantos").first).not_to_have_text(ns(program))


def ns(program: Program) -> str:
    return str(program.state()["score"]["NS"])


def press_until(program: Program, button: str, shows: Callable[[dict[str, Any]], bool]) -> None:
    """Press again until the state shows it: a busy machine may still be busy with the marks before."""
    for _ in range(100):
        program.press(button)
        if shows(program.state()):
            return
        time.sleep(0.1)
    raise AssertionError(program.state())


def test_a_phone_comes_in_by_code_and_by_link(browser: Browser, page: Page, program: Program) -> None:
    page.goto(at(program, "/setup/phones"))
    watch, play = (page.locator(".code").nth(place).inner_text().replace(" ", "") for place in (0, 1))
    phone = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, extra_http_headers=PHONE)
    own = phone.new_page()
    own.set_default_timeout(90_000)
    own.goto(program.address)
    expect(own).to_have_url(at(program, "/enter"))
    own.get_by_label("Code").fill("12345")
    own.keyboard.press("Enter")
    expect(own.get_by_role("alert")).to_contain_text("not the code")
    own.goto(at(program, f"/I/{watch}"))
    expect(own).to_have_url(program.address)
    expect(own.locator("#spoken")).to_contain_text("is marked")
    expect(own.locator("[data-button]")).to_have_count(0)
    own.get_by_role("link", name="Enter another code").click()
    own.get_by_label("Code").fill(play)
    own.get_by_role("button", name="Come in").click()
    expect(own).to_have_url(program.address)
    back = own.get_by_role("button", name="Back", exact=True).bounding_box()
    bar = own.get_by_role("navigation").bounding_box()
    assert back
    assert bar
    assert back["y"] + back["height"] <= bar["y"], "the buttons are not under the bar"
    own.get_by_role("button", name="OK", exact=True).tap()
    expect(own.locator("#spoken")).to_contain_text("Esku: West")
    assert program.state()["esku"] == "W"
    assert httpx.get(at(program, "/api/state"), headers=PHONE).status_code == 401
    phone.close()


def test_a_picture_is_uploaded_and_the_mount_checked(page: Page, program: Program) -> None:
    page.goto(at(program, "/setup/camera"))
    page.get_by_role("button", name="Check the mount").click()
    expect(page.get_by_role("alert")).to_contain_text("picture first")
    page.get_by_label("Choose a picture").set_input_files(DEMO)
    expect(page.locator("#pictures img")).to_have_count(1)
    page.get_by_role("button", name="Check the mount").click()
    expect(page.locator("#result .verdict")).to_be_visible()
    expect(page.locator("#result")).to_contain_text("16 cards in sight")
    page.get_by_role("button", name="Leave out hand-01.jpg").click()
    expect(page.locator("#pictures img")).to_have_count(0)


def test_pictures_that_are_refused_stay_named_and_nothing_is_learned_until_they_are_left_out(
    browser: Browser, program: Program, tmp_path: Path
) -> None:
    page = browser.new_page()  # a browser logs what is refused as an error
    page.set_default_timeout(90_000)
    page.set_viewport_size({"width": 360, "height": 780})
    name = f"{'long_' * 12}name.jpg"
    (tmp_path / name).write_text("no picture")
    page.goto(at(program, "/setup/enrol"))
    page.get_by_label("What is the deck called?").fill("club")
    files = [tmp_path / name, *sorted(DEMO.parent.glob("hand-0[1-3].jpg"))]
    page.get_by_label("Choose a picture").set_input_files(files)
    page.get_by_role("button", name="Learn this deck").click()  # while they are on their way
    expect(page.get_by_role("alert")).to_have_text("Leave out the pictures that were refused, or choose them anew.")
    expect(page.locator("#pictures img")).to_have_count(2)
    expect(page.locator("#refused p").first).to_contain_text(f"{name}: ")
    expect(page.locator("#refused p").last).to_have_text("hand-03.jpg: No more than 2 pictures are looked at.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for file in (files[0], files[-1]):
        page.get_by_role("button", name=f"Leave out {file.name}").click()
    expect(page.locator("#sent")).to_be_empty()
    expect(page.locator("form [role=alert]")).to_be_empty()
    page.get_by_role("button", name="Learn this deck").click()
    expect(page.get_by_role("alert")).to_contain_text("hand-01.jpg: ")
    page.close()


def test_nothing_of_the_table_vanishes_under_a_contrast_theme(page: Page, program: Program) -> None:
    page.emulate_media(forced_colors="active")
    page.goto(program.address)
    assert style(page, ".glass", "backgroundColor") == "rgb(194, 230, 255)"
    assert style(page, "[data-button=ok]", "borderTopStyle") == "solid"
    assert style(page, "nav [aria-current]", "outlineStyle") == "solid"
    page.goto(at(program, "/match"))
    assert style(page, ".bean", "forcedColorAdjust") == "none"


def style(page: Page, which: str, name: str) -> str:
    return str(page.locator(which).first.evaluate(f"one => getComputedStyle(one).{name}"))


def test_a_page_without_javascript_says_that_it_needs_it(browser: Browser, program: Program) -> None:
    with closing(browser.new_context(java_script_enabled=False)) as context:
        page = context.new_page()
        for path in ("/", "/match"):
            page.goto(at(program, path))
            expect(page.locator("noscript p", has_text="needs JavaScript")).to_be_visible()
        page.goto(program.address)
        expect(page.locator("#no-picture")).to_be_empty()


def test_a_match_is_begun_from_its_form(page: Page, program: Program) -> None:
    page.goto(at(program, "/match"))
    page.get_by_role("radio", name="Spanish mus").check()
    page.get_by_label("First esku").select_option("S")
    page.get_by_role("button", name="Begin this match").click()
    page.wait_for_url(program.address)
    state = program.state()
    assert (state["rules"], state["esku"], state["hands"]) == ("spain", "S", [])


def test_a_live_picture_has_outlines_until_they_are_unticked(browser: Browser, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.firmware.measuring.waiting",
        "--table",
        "--data",
        str(tmp_path),
        "--language",
        "en",
    ]
    with Program(command) as live:
        opened = browser.new_page()
        opened.set_default_timeout(90_000)
        opened.goto(live.address)
        box, picture = opened.get_by_label("Outline what looks like a card"), opened.locator("#picture")
        expect(box).to_be_checked()
        expect(picture).to_have_attribute("src", re.compile("&outlines$"))
        expect(picture).to_be_visible()
        box.press("Space")
        expect(picture).to_have_attribute("src", re.compile(r"\?at=\d+$"))
        opened.reload()
        expect(box).not_to_be_checked()
        expect(picture).to_have_attribute("src", re.compile(r"\?at=\d+$"))
        opened.route("**/picture.jpg*", lambda asked: asked.fulfill(status=404))
        expect(picture).to_be_hidden()
        expect(opened.locator("#no-picture")).to_have_text("The camera gives no picture now.")
        opened.unroute_all()
        expect(picture).to_be_visible()
        expect(opened.locator("#no-picture")).to_be_hidden()
        opened.close()
