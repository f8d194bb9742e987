"""In a real browser: a match again, on the panel's page and as a file that is opened without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware.panel.review.replay import replay_file
from firmware.session.events import NamesGiven
from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.panel.test_browser_pages import FAULTS
from tests.firmware.panel.test_looks import CLIPPED, FAINT
from tests.firmware.panel.test_panel_review import CLEAR, JOKOA
from tests.firmware.running import Program
from tests.firmware.scripted import HANDS, write_pictures
from words.text import LANGUAGES, speech

PHONE, DESK = {"width": 390, "height": 800}, {"width": 1280, "height": 800}
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
PACE = 1500


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the file of a match in each language: two hands, a hordago won the second."""
    folder = tmp_path_factory.mktemp("files")
    table = PanelTable(folder, CLEAR, JOKOA)
    table.press("envido-ns", "iduki", "read", "ok", "paso", "envido-ew", "tira", "hordago", "hordago", "iduki", "read")
    assert table.appliance.happen(NamesGiven({"NS": "Mendialdeko Mus Taldea", "E": "Maximiliano"}), True).done
    state = table.appliance.snapshot().state
    for language in LANGUAGES:
        (folder / f"{language}.html").write_bytes(replay_file(state.standing, state.noted, speech(language)))
    table.close()
    return folder


@pytest.fixture
def alone(browser: Browser) -> Iterator[Page]:
    """A page without a network. What it logs as an error, or asks of anybody, fails the test."""
    wrong: list[str] = []
    context = browser.new_context(viewport=DESK, offline=True)
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text))
    page.on("request", lambda asked: None if asked.url.startswith("file:") else wrong.append(asked.url))
    yield page
    context.close()
    assert wrong == []


def test_the_file_is_stepped_through_by_mouse_and_keyboard(alone: Page, files: Path) -> None:
    alone.goto((files / "en.html").as_uri())
    now, score = alone.locator("#now"), alone.locator("[data-score=NS]")
    expect(alone.locator(".again")).to_have_count(2)
    expect(alone.locator(".again:visible")).to_have_count(1)
    expect(now).to_have_text("Esku: North")
    expect(score).to_have_text("0")
    alone.get_by_role("button", name="A step on").click()
    expect(now).to_contain_text("Mendialdeko Mus Taldea envido 2 · North: errege-errege-7-ace")
    expect(alone.locator(".again.here .speaks")).to_have_count(2)
    expect(alone).to_have_url(re.compile(r"#1\.1$"))
    alone.keyboard.press("ArrowRight")
    expect(now).to_have_text("handia · E-W iduki")
    alone.keyboard.press("ArrowLeft")
    expect(alone).to_have_url(re.compile(r"#1\.1$"))
    odds = alone.locator("[data-odds=NS]").inner_text()
    alone.locator("#which").select_option("2")
    alone.get_by_role("button", name="A step back").click()
    expect(alone).to_have_url(re.compile(r"#1\.\d\d$"))
    expect(score).not_to_have_text("0")
    expect(alone.locator("[data-odds=NS]")).not_to_have_text(odds)
    alone.get_by_role("button", name="The one after").click()
    expect(alone.get_by_role("button", name="The one after")).to_be_disabled()
    alone.locator(".slot").first.click()
    expect(now).to_have_text("Esku: North")


def test_the_file_runs_by_itself_and_is_held(alone: Page, files: Path) -> None:
    alone.clock.install()
    alone.goto((files / "en.html").as_uri() + "#2.2")
    play = alone.locator("#play")
    play.focus()
    alone.keyboard.press("Enter")
    expect(play).to_have_text("Hold it")
    alone.clock.run_for(2 * PACE)
    expect(alone).to_have_url(re.compile(r"#2\.4$"))
    alone.keyboard.press("Enter")
    alone.clock.run_for(2 * PACE)
    expect(alone).to_have_url(re.compile(r"#2\.4$"))
    alone.keyboard.press("Enter")
    alone.clock.run_for(40 * PACE)
    expect(play).to_have_text("Let it run")
    expect(alone.locator("#now")).to_contain_text("won the mantxa by hordago.")
    expect(alone.locator("[data-odds]").first).to_have_text(re.compile("^(0|100)\xa0%$"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_fits_and_can_be_read_in_every_light(alone: Page, files: Path, language: str) -> None:
    alone.goto((files / f"{language}.html").as_uri() + "#2.6")
    alone.locator("summary").click()
    wrong = alone.evaluate(FAULTS)
    for size in (PHONE, DESK):
        alone.set_viewport_size({"width": size["width"], "height": size["height"]})
        wrong += alone.evaluate(CLIPPED)
        for theme in THEMES:
            alone.emulate_media(color_scheme=theme)
            wrong += alone.evaluate(FAINT)
    alone.set_viewport_size({"width": 360, "height": 740})
    for letters in ("100%", "150%"):
        alone.evaluate("size => { document.documentElement.style.fontSize = size; }", letters)
        wrong += alone.locator("#play").evaluate("one => one.scrollWidth > one.clientWidth ? ['cut: the button'] : []")
    assert wrong == []


def test_the_page_of_the_panel_does_the_same_under_its_own_policy(browser: Browser, tmp_path: Path) -> None:
    wrong: list[str] = []
    shown = write_pictures(tmp_path / "pictures", {"hands": HANDS}, {"hands": HANDS})
    with Program.scripted(shown, tmp_path / "data") as running:
        for button in ("hordago", "hordago", "iduki", "read", "ok", "ok", "envido-ew", "iduki", "read"):
            running.press(button)
        page = browser.new_page(viewport=DESK)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(f"{running.address}hand/1")
        page.get_by_role("link", name="See it again").click()
        expect(page.locator("#now")).to_have_text("Esku: North")
        page.locator("#step-on").click()
        expect(page).to_have_url(re.compile(r"/replay\?hand=1#1\.1$"))
        page.reload()
        expect(page.locator("#now")).to_contain_text("N-S hordago")
        page.goto(f"{running.address}replay#2.1")
        expect(page).to_have_url(re.compile(r"/replay\?hand=2#2\.1$"))
        expect(page.locator("#now")).to_contain_text("E-W envido 2")
        for _ in range(2):
            page.locator("#step-back").click()
        expect(page).to_have_url(re.compile(r"/replay\?hand=1#1\.\d+$"))
        expect(page.locator("#now")).to_contain_text("won the mantxa by hordago.")
        page.locator("#step-back").click()
        page.locator("#play").click()
        expect(page).to_have_url(re.compile(r"/replay\?hand=2#2(\.\d)?$"))
        expect(page.locator("#play")).to_have_text("Hold it")
        page.get_by_role("link", name="Game 1").click()
        expect(page.locator("#now")).to_have_text("Esku: North")
        with page.expect_download() as downloaded:
            page.locator("#file").click()
        assert re.search(r"-match-001-[0-9a-f]{8}\.html$", downloaded.value.suggested_filename)
        page.close()
    assert wrong == []
