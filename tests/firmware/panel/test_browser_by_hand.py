"""In a real browser: a hand is tapped on the page, the buttons say what they choose, a new match waits."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from firmware.session.buttons import Button
from tests.firmware.running import Program
from tests.firmware.scripted import HANDS, write_pictures
from words.text import LANGUAGES, speech

CALLS = ("envido-ns", "iduki", "paso", "paso", "paso")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A table whose rounds are called, and whose folder of pictures is empty."""
    with Program.scripted(write_pictures(tmp_path / "pictures"), tmp_path / "data") as running:
        for button in CALLS:
            running.press(button)
        yield running


@pytest.fixture
def phone(browser: Browser, program: Program) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    opened.set_default_timeout(20_000)
    opened.goto(program.address)
    yield opened
    opened.close()


def test_a_hand_is_tapped_card_by_card_and_both_teams_agree(phone: Page, program: Program) -> None:
    phone.locator("#by-hand").tap()
    expect(phone.locator("#taken")).to_have_attribute("capture", "environment")
    phone.locator("#begin").tap()
    for number, card in enumerate(" ".join(HANDS.values()).split()):
        seat = list(HANDS)[number // 4]
        expect(phone.locator(f".seat.{seat}.asked")).to_be_visible()
        phone.locator(f".deck [value='{card}']").tap()
        expect(phone.locator(f".seat.{seat} .cards button")).to_have_count(number % 4 + 1)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.locator("#answer-NS").tap()
    expect(phone.locator(".agreed")).to_have_count(1)
    phone.locator("#answer-EW").tap()
    expect(phone.locator("#look-at-it")).to_be_visible()
    last = program.state()["last"]
    assert last["record"]["cards"] == {seat: cards.split() for seat, cards in HANDS.items()}


def test_a_card_that_cannot_be_is_told_beside_the_deck(phone: Page, program: Program) -> None:
    program.press("ok")
    for _ in range(4):
        program.press("next")
    phone.goto(f"{program.address}by-hand")
    expect(phone.locator(".deck [aria-disabled=true]")).to_have_count(4)
    phone.locator(".deck [value='12o']").tap(force=True)
    told = phone.get_by_role("alert").filter(has_text="All four of the rank 12 are entered already.")
    expect(told).to_be_visible()
    sentence, deck, bar = (one.bounding_box() for one in (told, phone.locator(".deck"), phone.locator("header nav")))
    assert sentence
    assert deck
    assert bar
    assert sentence["y"] + sentence["height"] <= min(deck["y"], bar["y"])


UNANSWERED = "No answer came. If nothing has changed, do it again."


def test_what_gets_no_answer_is_said_where_it_was_sent(phone: Page, program: Program, tmp_path: Path) -> None:
    picture = next((tmp_path / "pictures").iterdir())
    for page, sent, said in (("by-hand", "#taken", "#taken-said"), ("setup/enrol", "#files", "#refused p")):
        phone.goto(f"{program.address}{page}")
        phone.route("**/api/pictures?*", lambda route: route.abort(), times=1)
        phone.locator(sent).set_input_files(picture)
        expect(phone.locator(said)).to_contain_text(UNANSWERED)
    for page, button, said in (("setup/first", "#look", "#frame-said"), ("match", "#to-stick", "#stick-said")):
        phone.goto(f"{program.address}{page}")
        expect(phone.locator(said)).not_to_have_text(UNANSWERED)
        phone.route("**/api/**", lambda route: route.abort(), times=1)
        phone.locator(button).tap()
        expect(phone.locator(said)).to_have_text(UNANSWERED)
    expect(phone.locator("#link")).to_have_text("")
    phone.route("**/api/language/*", lambda route: route.abort(), times=1)
    phone.get_by_role("combobox", name="Language").select_option("eu")
    expect(phone.locator("#link")).to_have_text(UNANSWERED)
    phone.locator("#to-stick").tap()
    expect(phone.locator("#link")).to_have_text("")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_of_a_grid_says_what_it_chooses(browser: Browser, program: Program, language: str) -> None:
    page, say = browser.new_page(viewport={"width": 360, "height": 740}), speech(language)
    page.set_default_timeout(20_000)
    page.goto(program.address)
    page.get_by_role("combobox").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    first = page.locator("[data-button=envido-ns]")
    expect(first.locator(".chooses")).to_have_text("")
    program.press("ok")
    shown = page.locator("[data-button]:not([data-button=last], [data-button=back]) .chooses")
    expect(shown).to_have_text(["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"])
    expect(page.get_by_role("button", name=say(Button.ENVIDO_NS.label), exact=True)).to_have_attribute(
        "aria-description", "1"
    )
    clipped = "[...document.querySelectorAll('.keys *')].filter(e => e.scrollWidth > e.clientWidth + 1).length"
    assert page.evaluate(clipped) == 0
    page.goto(f"{program.address}by-hand")
    expect(page.locator(".deck")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.close()


def test_a_short_page_has_no_seam(browser: Browser, program: Program) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{program.address}hands")
    expect(page.locator("h2")).to_be_visible()
    with Image.open(io.BytesIO(page.screenshot())) as shot:
        edge = np.asarray(shot.convert("RGB"), int)[:, 4]
    assert np.abs(np.diff(edge, axis=0)).max() <= 2
    page.close()
