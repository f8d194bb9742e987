"""The panel in a real browser: a hand is played with clicks until its marks show."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, expect

from firmware.session.buttons import Button
from tests.firmware.running import Program
from tests.firmware.scripted import HANDS, write_pictures
from words.text import LANGUAGES, speech


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    shown = write_pictures(tmp_path / "pictures", *[{"hands": HANDS}] * 4)
    with Program.scripted(shown, tmp_path / "data", reveal=0.5) as running:
        yield running


@pytest.fixture
def page(browser: Browser, program: Program) -> Iterator[Page]:
    """The panel's page. What it logs as an error, or asks of elsewhere, fails the test."""
    wrong: list[str] = []

    def heard(said: ConsoleMessage) -> None:
        if said.type == "error" and "409" not in said.text:  # the browser logs every refused press as an error
            wrong.append(said.text)

    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.set_default_timeout(20_000)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", heard)
    opened.on("request", lambda asked: None if asked.url.startswith(program.address) else wrong.append(asked.url))
    opened.goto(program.address)
    expect(opened.locator("#spoken")).to_contain_text("Handia")
    yield opened
    opened.close()
    assert wrong == []


KEEP_WHAT_IS_SPOKEN = """() => {
  const place = document.getElementById("spoken");
  window.spoken = [];
  new MutationObserver(() => window.spoken.push(place.textContent)).observe(place, {childList: true, subtree: true});
}"""
"""A sentence stands for two seconds: whoever looks now and then may miss it."""


KEEP_WHAT_IS_HEARD = "document.addEventListener('table', heard => { window.heard = heard.detail; })"
TELL = "stands => document.dispatchEvent(new CustomEvent('table', {detail: {...heard, stands}}))"
"""What the page has heard last, said to it again where the table stands otherwise."""
BROKEN = """() => [...document.querySelectorAll('[data-button]')].filter(button => {
  const range = document.createRange(), texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    for (const word of texts.currentNode.textContent.matchAll(/\\S+/g)) {
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const parts = [...range.getClientRects()]; // a first letter is one of its own
      if (parts.length && parts[0].top + 4 < parts.at(-1).top) return true;
    }
}).map(button => button.innerText)"""
"""Buttons with a word that is broken."""


def test_the_newest_last_hand_stands_whichever_answer_comes_last_and_a_lost_one_is_asked_for_again(
    page: Page, program: Program
) -> None:
    home = program.address
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(KEEP_WHAT_IS_HEARD)
    page.reload()
    expect(page.locator("#spoken")).to_contain_text("Handia")
    page.wait_for_timeout(300)
    assert asked.count(home) == 1  # what it was made with is not asked for again
    held: list[Route] = []
    page.route(home, lambda route: held.append(route))

    def answer(number: int, last: str) -> None:
        for _ in range(200):
            if len(held) > number:
                break
            page.wait_for_timeout(50)
        held[number].fulfill(body=last and f'<div id="last">{last}</div>', content_type="text/html")

    page.evaluate(TELL, "older")
    page.evaluate(TELL, "newer")
    answer(1, "newer")
    expect(page.locator("#last")).to_have_text("newer")
    answer(0, "older")
    page.wait_for_timeout(300)
    expect(page.locator("#last")).to_have_text("newer")
    page.evaluate(TELL, "newest")
    answer(2, "")
    answer(3, "newest")
    expect(page.locator("#last")).to_have_text("newest")


def test_a_hand_is_played_with_clicks_until_its_marks_show(page: Page, program: Program) -> None:
    first = page.locator("#picture")
    expect(first).to_be_visible()
    before = first.get_attribute("src")
    page.evaluate(KEEP_WHAT_IS_SPOKEN)
    for label in ("N-S envido", "Iduki", "E-W envido", "Gehiago", "Tira", "Paso", "Paso", "Read"):
        page.get_by_role("button", name=label, exact=True).click()
    expect(page.locator("#spoken")).to_contain_text("is marked")
    assert any("txikia: N-S +2 (refused)" in sentence for sentence in page.evaluate("spoken"))
    marks = page.locator("#last .mark")
    expect(marks).to_have_count(len(program.state()["last"]["result"]["tantos"]))
    expect(page.locator("#last li", has_text="txikia")).to_contain_text("N-S +2")
    expect(page.locator("#last .card")).to_have_count(16)
    expect(page.locator("#last .total")).to_contain_text("N-S")
    assert first.get_attribute("src") != before
    page.get_by_role("button", name="OK", exact=True).click()
    expect(page.locator("#spoken")).to_contain_text("Esku: West")
    assert program.state()["esku"] == "W"


def test_a_suit_that_nobody_knows_is_said_with_one_click(browser: Browser, tmp_path: Path) -> None:
    unsure = [{"kind": "card", "seat": "N", "card": 1, "suit_only": True}]
    shown = write_pictures(tmp_path / "unsure", {"hands": HANDS, "doubts": unsure}, {"hands": HANDS})
    with Program.scripted(shown, tmp_path / "told") as table:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(20_000)
        page.goto(table.address)
        for label in ("Paso", "Read"):
            page.get_by_role("button", name=label, exact=True).click()
        unknown = page.get_by_role("img", name="12 of a suit that nobody knows")
        expect(page.locator("#last").get_by_role("img", name="12 of a suit that nobody knows")).to_have_text("12?")
        page.goto(f"{table.address}overlay?view=bar")
        expect(unknown).to_have_text("12 ?")
        page.goto(f"{table.address}hand/1")
        expect(unknown).to_have_count(1)
        expect(page.locator(".unknown button")).to_have_count(2)
        page.locator(".unknown").get_by_role("button", name="bastos").click()
        expect(unknown).to_have_count(0)
        expect(page.get_by_role("img", name="12 of bastos")).to_be_visible()
        expect(page.locator(".unknown")).to_have_count(0)
        page.close()


def test_every_button_has_its_printed_name(page: Page) -> None:
    for button in Button:
        named = page.get_by_role("button", name=button.label, exact=True)
        expect(named).to_have_count(1)
        expect(named).to_have_attribute("data-button", button.value)
    expect(page.locator("button[data-button]")).to_have_count(12)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_in_the_tables_language(page: Page, program: Program, language: str) -> None:
    say = speech(language)
    page.get_by_role("combobox").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("#spoken")).to_contain_text(say("no bid yet"))
    for button in Button:
        named = page.get_by_role("button", name=say(button.label), exact=True)
        expect(named).to_have_attribute("data-button", button.value)
    expect(page.get_by_role("heading", name=say("On the table"))).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    too_long = (
        "[...document.querySelectorAll('button')].filter(b => b.scrollWidth > b.clientWidth).map(b => b.innerText)"
    )
    assert page.evaluate(too_long) == []
    for width, height in ((320, 640), (568, 320), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BROKEN) == [], width
    page.get_by_role("button", name=say("Paso"), exact=True).click()
    expect(page.locator("#rounds li").first).to_contain_text(say("passed"))
    page.get_by_role("button", name=say("Tira"), exact=True).click(force=True)
    expect(page.locator("#spoken")).to_contain_text(say("nothing has been bid"))


def test_a_hand_is_played_from_the_keyboard(page: Page, program: Program) -> None:
    for key in ("n", "n", "i", "h", "h", "t", "Backspace", "t", "p", "r"):
        with page.expect_response("**/api/press/*"):
            page.keyboard.press(key)
    calls = program.state()["last"]["record"]["calls"]
    assert calls == {"handia": ["NS envido 3", "EW iduki"], "txikia": ["NS hordago", "EW tira"]}
    expect(page.locator("#spoken")).to_contain_text("is marked")
    page.keyboard.press("Enter")
    expect(page.locator("#spoken")).to_contain_text("Esku: West")


def test_enter_is_ok_after_a_click_and_presses_a_button_that_tab_has_reached(page: Page, program: Program) -> None:
    for name in ("Paso", "N-S envido"):
        with page.expect_response("**/api/press/*"):
            page.get_by_role("button", name=name, exact=True).click()
    with page.expect_response("**/api/press/ok"):
        page.keyboard.press("Enter")
    page.get_by_role("button", name="N-S envido", exact=True).focus()
    page.keyboard.press("Tab")
    with page.expect_response("**/api/press/envido-ew"):
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Iduki", exact=True).click()
    with page.expect_response("**/api/press/ok"):
        page.keyboard.press("Enter")
    assert program.state()["calls"] == {"handia": [], "txikia": ["NS envido 2", "EW gehiago 2", "NS iduki"]}


def test_a_list_that_has_the_focus_takes_its_own_keys(page: Page, program: Program) -> None:
    page.locator("#language").focus()
    for key in ("n", "h", "t"):  # no language begins with these
        page.keyboard.press(key)
    page.get_by_role("button", name="Back", exact=True).focus()
    with page.expect_response("**/api/press/paso"):
        page.keyboard.press("p")
    assert program.state()["calls"] == {"handia": []}


TOLD_AGAIN = """async () => {
  let told = 0;
  document.addEventListener("table", () => { told += 1; });
  document.dispatchEvent(new Event("focusout"));
  await new Promise((over) => setTimeout(over));
  return told;
}"""
"""How often the page is told how the table stands when a field is left."""


def test_a_field_that_is_left_does_not_tell_the_page_again_what_may_have_gone_on(page: Page) -> None:
    assert page.evaluate(TOLD_AGAIN) == 0  # the round's clock would jump back to what was told last


def test_an_illegal_press_is_said(page: Page) -> None:
    tira = page.get_by_role("button", name="Tira", exact=True)
    expect(tira).to_have_attribute("aria-disabled", "true")
    tira.click(force=True)
    expect(page.locator("#spoken")).to_contain_text("nothing has been bid")
    expect(page.get_by_role("status").filter(has_text="nothing has been bid")).to_be_visible()


def test_a_press_that_gets_no_answer_is_said_and_can_be_done_again(browser: Browser, program: Program) -> None:
    page = browser.new_page()
    page.goto(program.address)
    expect(page.locator("#spoken")).to_contain_text("Handia")
    page.route("**/api/press/*", lambda route: route.abort(), times=1)
    page.get_by_role("button", name="E-W envido", exact=True).click()
    expect(page.locator("#spoken")).to_contain_text("No answer came. If nothing has changed, do it again.")
    expect(page.locator("#link")).to_have_text("")
    page.get_by_role("button", name="E-W envido", exact=True).click()
    expect(page.locator("#rounds li").first).to_contain_text("E-W envido 2")
    expect(page.locator("#spoken")).to_contain_text("N-S to answer")
    page.close()


def test_a_long_sentence_moves_no_button(page: Page, program: Program) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for name in ("envido-ns", "envido-ew", "envido-ns"):
        program.press(name)
    expect(page.locator("#rounds li").first).to_contain_text("N-S gehiago 2")
    back = page.get_by_role("button", name="Back", exact=True)
    before = back.bounding_box()
    page.get_by_role("button", name="Paso", exact=True).click(force=True)
    expect(page.locator("#spoken")).to_contain_text("a bid waits for its answer")
    assert back.bounding_box() == before


def test_a_correction_breaks_no_word_on_a_phone_and_calls_no_round_passed(page: Page, program: Program) -> None:
    for name in ("read", "ok", "last", "read", "iduki"):
        program.press(name)
    expect(page.locator(".chooses").nth(2)).to_have_text("N-S hordago")
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(BROKEN) == [], width
    program.press("envido-ns")
    program.press("tira")
    expect(page.locator("#spoken")).to_contain_text("Correction")
    expect(page.locator("#rounds")).to_have_text("handiatxikiapareakjokoa / puntua")
    page.goto(f"{program.address}overlay")
    expect(page.locator("#rounds li")).to_have_text(["handia", "txikia", "pareak", "jokoa / puntua"])


def test_presses_are_sent_in_their_order(page: Page, program: Program) -> None:
    asked: list[str] = []
    open_presses: set[str] = set()

    def slow(route: Route) -> None:
        assert not open_presses, "a press was sent before the one before it was answered"
        open_presses.add(route.request.url)
        asked.append(route.request.url.rsplit("/", 1)[1])
        answer = route.fetch()
        open_presses.clear()
        route.fulfill(response=answer)

    page.route("**/api/press/*", slow)
    page.evaluate("""['envido-ns', 'envido-ew', 'gehiago', 'iduki'].forEach(
        name => document.querySelector(`[data-button=${name}]`).click())""")
    expect(page.locator("#rounds li").first).to_contain_text("N-S iduki")
    page.unroute_all(behavior="wait")  # the page may show the last press before its answer has gone through here
    assert asked == ["envido-ns", "envido-ew", "gehiago", "iduki"]
    assert program.state()["calls"] == {"handia": ["NS envido 2", "EW gehiago 3", "NS iduki"]}


def test_presses_that_somebody_else_was_quicker_with_change_nothing(page: Page, program: Program) -> None:
    def overtaken(route: Route) -> None:
        program.press("envido-ns")
        route.continue_()

    page.route("**/api/press/*", overtaken, times=1)
    page.evaluate("[...Array(3)].forEach(() => document.querySelector('[data-button=envido-ns]').click())")
    spoken = page.locator("#spoken")
    expect(spoken).to_contain_text("The table has gone on meanwhile")
    expect(page.locator("button.down")).to_have_count(0)
    assert program.state()["calls"] == {"handia": ["NS envido 2"]}
    program.press("gehiago")
    expect(spoken).to_contain_text("E-W gehiago 1, N-S to answer")
    expect(spoken).to_contain_text("The table has gone on meanwhile")
    program.press("back")
    expect(spoken).to_contain_text("N-S envido 2, E-W to answer")
    page.get_by_role("button", name="Tira", exact=True).click()
    expect(page.locator("#rounds li").first).to_contain_text("E-W tira")
    expect(spoken).not_to_contain_text("The table has gone on meanwhile")
    page.evaluate("[...Array(3)].forEach(() => document.querySelector('[data-button=envido-ew]').click())")
    expect(page.locator("#rounds li").nth(1)).to_contain_text("E-W envido 4")


def test_what_is_pressed_elsewhere_comes_by_itself(page: Page, program: Program) -> None:
    program.press("envido-ew")
    expect(page.locator("#rounds li").first).to_contain_text("E-W envido 2")
    said = "Display: Handia: E-W envido 2, N-S to answer. Esku: North. N-S 0, E-W 0."
    expect(page.locator("#display")).to_have_attribute("alt", said)


def test_a_phone_shows_it_without_scrolling_sideways(browser: Browser, program: Program) -> None:
    phone = browser.new_page(viewport={"width": 360, "height": 740}, has_touch=True, device_scale_factor=2)
    phone.goto(program.address)
    expect(phone.locator("#spoken")).to_contain_text("Handia")
    below = phone.locator("#where").bounding_box()
    beside = phone.locator("h1").bounding_box()
    assert below is not None
    assert beside is not None
    assert below["y"] >= beside["y"] + beside["height"], "a line of its own, whether or not a picture has a name"
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    back = phone.get_by_role("button", name="Back", exact=True).bounding_box()
    assert back is not None
    assert back["y"] + back["height"] <= 740, "display and all buttons fit on one screen"
    assert back["height"] >= 44
    phone.set_viewport_size({"width": 740, "height": 360})
    for part in ("#display", "[data-button=envido-ns]", "[data-button=back]"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=1)
    phone.close()


def test_a_pictures_long_name_pushes_no_list_away(page: Page) -> None:
    expect(page.locator("#picture-name")).to_have_text("hand-01.png")
    page.evaluate("document.getElementById('picture-name').textContent = 'P1230456-'.repeat(20) + '.jpg'")
    title, language = page.locator("h1").bounding_box(), page.locator("#language").bounding_box()
    assert title
    assert language
    assert language["y"] < title["y"] + title["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_the_page_finds_the_table_again_after_a_power_cut(browser: Browser, tmp_path: Path) -> None:
    shown, data = write_pictures(tmp_path / "more", {"hands": HANDS}), tmp_path / "cut"
    page = browser.new_page()
    with Program.scripted(shown, data) as program:
        port = int(program.address.rstrip("/").rsplit(":", 1)[1])
        page.goto(program.address)
        page.get_by_role("button", name="E-W envido", exact=True).click()
        expect(page.locator("#rounds li").first).to_contain_text("E-W envido 2")
        program.kill()
        expect(page.locator("#link")).to_contain_text("does not answer")
    with Program.scripted(shown, data, port) as program:
        expect(page.locator("#link")).to_have_text("")
        expect(page.locator("#spoken")).to_contain_text("E-W envido 2, N-S to answer")
        page.get_by_role("button", name="Iduki", exact=True).click()
        expect(page.locator("#rounds li").first).to_contain_text("N-S iduki")
        (data / "panel-key").unlink()
        program.kill()
        expect(page.locator("#link")).to_contain_text("does not answer")
    with Program.scripted(shown, data, port):  # with another key than the page knows
        expect(page.locator("#link")).to_have_text("")
        page.get_by_role("button", name="Paso", exact=True).click()
        expect(page.locator("#rounds li").nth(1)).to_contain_text("passed")
    page.close()


def test_after_a_new_start_display_and_picture_are_fetched_anew(browser: Browser, tmp_path: Path) -> None:
    """It has told of as many changes as the one before, and its picture has the same name."""
    page, port, fetched = browser.new_page(), 0, list[list[str | None]]()
    for bid, said in (("envido-ew", "E-W envido 2"), ("envido-ns", "N-S envido 2")):
        shown = write_pictures(tmp_path / bid / "pictures", {"hands": HANDS})
        with Program.scripted(shown, tmp_path / bid / "data", port) as program:
            if not port:
                page.goto(program.address)
            port = int(program.address.rstrip("/").rsplit(":", 1)[1])
            expect(page.locator("#link")).to_have_text("")
            program.press(bid)
            expect(page.locator("#spoken")).to_contain_text(said)
            expect(page.locator("#picture")).to_be_visible()
            fetched.append([page.locator(f"#{image}").get_attribute("src") for image in ("display", "picture")])
        expect(page.locator("#link")).to_contain_text("does not answer")
    assert not set(fetched[0]) & set(fetched[1])
    page.close()


def test_more_pages_of_one_browser_than_it_has_connections_are_all_at_the_table(
    browser: Browser, program: Program
) -> None:
    window = browser.new_context()
    behind = []
    for path in ("", "hands", "match", "replay", "setup", ""):
        behind.append(window.new_page())
        behind[-1].goto(f"{program.address}{path}")
        behind[-1].evaluate(BEHIND, True)
    page = window.new_page()
    page.goto(program.address)
    page.get_by_role("button", name="E-W envido", exact=True).click()
    expect(page.locator("#spoken")).to_contain_text("E-W envido 2")
    expect(behind[0].locator("#spoken")).not_to_contain_text("E-W envido 2")
    behind[0].evaluate(BEHIND, False)
    expect(behind[0].locator("#spoken")).to_contain_text("E-W envido 2")
    window.close()


BEHIND = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""A browser without a window shows all pages: this one is behind another from now on, or is not."""


def test_a_table_that_goes_silent_is_said_and_so_is_a_press_without_an_answer(
    browser: Browser, program: Program
) -> None:
    page = browser.new_page()
    page.clock.install()
    page.goto(program.address)
    expect(page.locator("#spoken")).to_contain_text("Handia")
    program.process.send_signal(signal.SIGSTOP)
    page.get_by_role("button", name="E-W envido", exact=True).click()
    page.clock.fast_forward(15_000)
    expect(page.locator("#link")).to_contain_text("does not answer")
    page.clock.fast_forward(60_000)
    expect(page.locator("#spoken")).to_contain_text("No answer came. If nothing has changed, do it again.")
    expect(page.locator("button.down")).to_have_count(0)
    program.process.send_signal(signal.SIGCONT)
    expect(page.locator("#link")).to_have_text("")
    page.close()


def of_the_release_before(browser: Browser, program: Program) -> Page:
    """The match's page as the release before made it, which has found the table again. Its first field is in hand, and
    it is known by now that the page is outdated."""
    page, made, asked = browser.new_page(), '(?<=name="version" content=")[0-9a-f]{12}', []

    def as_before(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(made, "0" * 12, answer.text()))

    page.route("**/match", as_before, times=1)
    page.route("**/api/changes", lambda route: route.fulfill(status=503), times=1)
    page.goto(f"{program.address}match")
    page.locator("main input:visible").first.focus()
    expect(page.locator("#link")).to_contain_text("does not answer")
    page.on("requestfinished", lambda request: asked.append(request.url))
    with page.expect_request_finished(lambda _: asked.count(page.url) == 2):  # until it is found, and how it is made
        expect(page.locator("#link")).to_have_text("", timeout=20_000)
    expect(page.locator(OLD)).to_have_count(1)
    return page


OLD = "meta[name=version][content='000000000000']"


def test_a_page_of_the_release_before_is_loaded_anew_once_its_form_is_left(browser: Browser, program: Program) -> None:
    page = of_the_release_before(browser, program)
    with page.expect_event("load"):
        page.locator(":focus").blur()
    expect(page.locator(OLD)).to_have_count(0)
    page.close()


def test_it_stays_while_the_table_is_gone(browser: Browser, program: Program) -> None:
    page = of_the_release_before(browser, program)
    program.kill()
    expect(page.locator("#link")).to_contain_text("does not answer")
    page.locator(":focus").blur()
    page.wait_for_timeout(500)  # what does not happen cannot be waited for
    expect(page.locator(OLD)).to_have_count(1)
    page.close()


def test_it_stays_while_a_form_of_it_is_sent(browser: Browser, program: Program) -> None:
    page, held = of_the_release_before(browser, program), list[Route]()
    page.route("**/api/export/last", lambda route: held.append(route))
    with page.expect_request("**/api/export/last"):
        page.locator("form[data-post='/api/export/last']").evaluate("form => form.requestSubmit()")
    page.locator(":focus").blur()
    page.wait_for_timeout(500)
    held[0].fulfill(json={"done": False, "sentence": "There is no stick."})
    expect(page.get_by_text("There is no stick.")).to_be_visible()
    expect(page.locator(OLD)).to_have_count(1)
    page.close()


def test_a_table_that_is_being_switched_off_is_asked_again(browser: Browser, program: Program) -> None:
    page, refusals = browser.new_page(), [503]

    def ending(route: Route) -> None:
        route.fulfill(status=refusals.pop()) if refusals else route.continue_()

    page.route("**/api/changes", ending)
    page.goto(program.address)
    expect(page.locator("#link")).to_contain_text("does not answer")
    expect(page.locator("#spoken")).to_contain_text("Handia")
    expect(page.locator("#link")).to_have_text("")
    page.close()
