"""The pages in a browser: the players' page fits a sheet of A4, none is wider than a phone, the search finds words."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, Route

from tests.docs.pages import Page as Sheet
from tests.docs.pages import pages

A4 = (595, 842)
"""Points."""
PHONE = 360
"""Dots of a narrow one's width."""


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    wrong: list[str] = []
    page = browser.new_page()
    page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else wrong.append(asked.url))
    page.on("console", lambda said: wrong.append(said.text))
    yield page
    page.close()
    assert wrong == []


@pytest.mark.parametrize("sheet", [page for page in pages() if page.sheet], ids=lambda page: page.source)
def test_the_players_page_is_one_sheet(built: Path, tab: Page, tmp_path: Path, sheet: Sheet) -> None:
    tab.goto((built / sheet.file).as_uri())
    tab.pdf(path=str(tmp_path / "sheet.pdf"), prefer_css_page_size=True)
    paper = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")
    assert len(paper) == (1 if "equipos" in sheet.source else 2)  # one side, or both
    assert {tuple(map(round, side.get_size())) for side in paper} == {A4}
    texts = [side.get_textpage().get_text_range() for side in paper]
    assert "hamarreko" not in texts[0].partition("\n")[0]  # no header, no contents: the page's own title
    assert all(len(text) > 400 for text in texts)
    paper.close()


def test_nothing_is_wider_than_a_phone_and_every_picture_is_shown(built: Path, tab: Page) -> None:
    tab.set_viewport_size({"width": PHONE, "height": 740})
    wrong = []
    for page in pages():
        tab.goto((built / page.file).as_uri())
        if tab.evaluate("document.documentElement.scrollWidth") > PHONE:
            wrong.append(f"{page.file} is too wide")
        wrong += tab.evaluate("[...document.images].filter(i => !i.naturalWidth).map(i => i.src)")
    assert wrong == []


def _late(route: Route) -> None:
    time.sleep(0.5)
    route.continue_()


@pytest.mark.parametrize("script", ["stemmer.support", "multi"])
def test_the_search_finds_a_word_without_a_server(built: Path, tab: Page, script: str) -> None:
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.route(f"**/lunr.{script}.min.js", _late, times=1)  # in whichever order its scripts come
    tab.goto((built / "docs/judge.html").as_uri())
    tab.get_by_role("textbox", name="Search").click()
    tab.keyboard.type("mantxa")
    tab.locator(".md-search-result__item").first.wait_for(timeout=20_000)
