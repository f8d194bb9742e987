"""Replicas on a phone's screen: each card of each pack in its turn, and a place that is kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.equipos.jugada import Jugada, jugadak
from engine.equipos.packs import packs, seal
from engine.seats import Seat
from firmware.commands.tournament.deals import replicas_file
from words.text import LANGUAGES, english, speech

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DEALS = [(jugada, packs("Tolosa", jugada)) for jugada in jugadak(1, 3)]
STEPS = len(Seat) * 11 + 1
"""Of a replica: a pack's ten cards, and that it is turned over; and that all is ready."""


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The replicas of three jugadak at two tables."""
    kept = tmp_path / "replicas.html"
    kept.write_bytes(replicas_file(DEALS, 2, seal("Tolosa"), english))
    return kept.as_uri()


def named(jugada: Jugada) -> list[str]:
    """What a replica's forty cards are called, in the order in which they are laid."""
    dealt = dict(DEALS)[jugada]
    return [
        f"{seat.value} · {place} / 10 · {english.card(card.rank, card.suit)}"
        for seat in Seat
        for place, card in enumerate(dealt[seat], 1)
    ]


def told(page: Page) -> str:
    """What the page tells of the card that is laid next."""
    return page.inner_text("#now")


def test_every_card_in_its_turn(browser: Browser, file: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 760})
    page.goto(file)
    shown, turned = [], 0
    for _ in range(STEPS - 1):
        big = page.locator(".step.now:visible")
        assert big.count() == 1
        if told(page):
            shown.append(told(page))
            cards = page.locator(".pack.now .card")
            sizes = [cards.nth(place).bounding_box() for place in range(10)]
            widths = [size["width"] for size in sizes if size]
            assert widths.index(max(widths)) == (len(shown) - 1) % 10
        else:
            turned += 1
            assert "turn the pack over" in big.inner_text()
        page.click("#step-on")
    assert shown == named(Jugada(1, 1))
    assert turned == len(Seat)
    assert page.locator(".step.now:visible").inner_text().startswith("The replica of jugada 0101 is ready.")
    page.click("#again")
    assert told(page) == named(Jugada(1, 1))[0]
    page.close()


def test_the_place_is_kept_and_a_jugada_can_be_chosen(browser: Browser, file: str) -> None:
    page = browser.new_page()
    page.goto(file)
    page.select_option("#which", "0102")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert told(page) == named(Jugada(1, 2))[3]
    page.goto("about:blank")
    page.go_back()
    assert told(page) == named(Jugada(1, 2))[3]
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    assert page.locator(".step.now:visible").inner_text().startswith("The replica of jugada 0101 is ready.")
    page.goto(f"{file}#0103.{STEPS}")
    assert page.is_disabled("#step-on")
    page.close()


def test_it_is_there_without_scripts_too(browser: Browser, file: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file)
    assert page.locator(".card:visible").count() == 40 * len(DEALS)
    assert not page.locator(".controls").is_visible()
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_asks_nothing_of_anybody(language: str) -> None:
    text = replicas_file(DEALS, 4, seal("Tolosa"), speech(language)).decode()
    assert seal("Tolosa") in text
    assert f'lang="{language}"' in text
    assert "src=" not in text
    assert "://" not in text
