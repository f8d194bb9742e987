"""How every page looks: in four languages, in a dark and in a light room, on a phone and on a large screen."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import httpx
import pytest
from playwright.sync_api import Browser, Page
from starlette.routing import Route

from tests.firmware.panel.at_the_panel import PanelTable
from tests.firmware.panel.test_browser_pages import EARLIER, PAGES
from tests.firmware.running import Program
from tests.firmware.scripted import HANDS, write_pictures
from words.text import LANGUAGES

WIDTHS = (390, 640, 768, 1024, 1280)
ENLARGED = dict.fromkeys(("/", "/hands", "/match", "/enter", "/setup", "/setup/phones"), (390 // 2, 390 * 2 // 3))
"""Widths of a phone whose letters are twice, and one and a half times, as large, by the pages that are looked at so."""
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
LONGEST = {"NS": "Mendialdeko Mus Taldea", "N": "Maximiliano", "S": "Wenceslao W.", "E": "Ane", "W": "Ñabarrete"}
"""Names as long as may be, in some of the languages; the seats' own in the others."""
CLIPPED = """() => {
  const wrong = [], page = document.documentElement;
  if (page.scrollWidth > innerWidth) wrong.push(`scrolls sideways: ${page.scrollWidth}`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode, own = node.parentElement;
    if (!node.textContent.trim() || !own.getClientRects().length) continue;
    if (own.closest('script, .skip, .symbols, svg, option')) continue;
    if (getComputedStyle(own).clipPath !== 'none') continue;
    for (const found of node.textContent.matchAll(/[^\\s\\/-]+-?/g)) {
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const parts = [...range.getClientRects()].filter(part => part.width > 0.5);
      if (!parts.length) continue;
      const told = `${found[0]} in ${own.textContent.trim().slice(0, 40)}`;
      const hyphens = getComputedStyle(own).hyphens === 'auto';
      const anywhere = own.closest('.address, figcaption, #picture-name');
      if (parts[0].top + 4 < parts.at(-1).top && !hyphens && !anywhere) wrong.push(`broken: ${told}`);
      const scrolls = (up) => up && (getComputedStyle(up).overflowX === 'auto' || scrolls(up.parentElement));
      const beyond = parts.some(part => part.right > innerWidth + 1) && !anywhere && !scrolls(own);
      if (beyond) wrong.push(`out of sight: ${told}`);
      for (let up = own; up; up = up.parentElement) {
        const style = getComputedStyle(up), box = up.getBoundingClientRect();
        const [across, down] = [style.overflowX, style.overflowY];
        const over = parts.some(part => part.left < box.left - 1 || part.right > box.right + 1);
        const under = parts.some(part => part.top < box.top - 2 || part.bottom > box.bottom + 2);
        if (over && (up === own || up.matches('button, .button, .choice, section, td, li') || across !== 'visible')) {
          if (style.display !== 'inline' && !anywhere) wrong.push(`clipped: ${told}`);
        }
        if (under && down !== 'visible' && down !== 'auto') wrong.push(`cut: ${told}`);
      }
    }
  }
  return [...new Set(wrong)];
}"""
"""Words that are broken, stand out of what holds them, or are cut by it; and whether the page scrolls sideways."""
FAINT = """() => {
  const linear = (v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
  const numbers = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const over = (top, under) => [0, 1, 2].map(i => top[i] * (top[3] ?? 1) + under[i] * (1 - (top[3] ?? 1)));
  const faint = [];
  const holding = 'p, a, b, i, h1, h2, h3, span, li, td, th, label, legend, button, dd, dt, time';
  for (const one of document.querySelectorAll(holding)) {
    const own = [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || !one.getClientRects().length || one.closest('[aria-disabled=true], .skip')) continue;
    let layers = [], backs = null;
    for (let up = one; up && !backs; up = up.parentElement) {
      const style = getComputedStyle(up);
      const stops = style.backgroundImage.includes('gradient') && style.backgroundImage.match(/rgba?\\([^)]*\\)/g);
      const plain = numbers(style.backgroundColor);
      if (stops) backs = stops.map(numbers);
      else if ((plain[3] ?? 1) > .99) backs = [plain];
      else if (plain[3] > 0) layers.push(plain);
    }
    const ink = numbers(getComputedStyle(one).color);
    for (const back of backs || [[255, 255, 255]]) {
      const under = layers.reduceRight((below, layer) => over(layer, below), back);
      const a = luminance(over(ink, under)), b = luminance(under);
      const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
      if (contrast < 4.5) faint.push(contrast.toFixed(1) + ' ' + one.textContent.trim().slice(0, 40));
    }
  }
  return [...new Set(faint)];
}"""
"""Texts whose contrast with what they stand on is below what the WCAG ask for (1.4.3, level AA)."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A table whose second match has a hand, and a correction of it that waits."""
    folder = tmp_path_factory.mktemp("looks")
    shown = write_pictures(folder / "pictures", *[{"hands": HANDS}] * 4)
    with Program.scripted(shown, folder / "data", network=True) as running:
        for button in ("envido-ns", "iduki", "read"):
            running.press(button)
        assert post(running, "/api/match", rules="nabo", target="", games="", esku="N")
        for button in ("envido-ns", "envido-ew", "iduki", "read"):
            running.press(button)
        yield running


def post(program: Program, path: str, **fields: str) -> bool:
    answer = httpx.post(f"{program.address.rstrip('/')}{path}", data=fields, timeout=20)
    return bool(answer.json()["done"])


def own_pages(page: Page) -> list[str]:
    """All pages, with the hand of this match and of the one before."""
    page.goto(address_of(page, "/hands"))
    hand = page.locator(".hand-list a").first.get_attribute("href")
    assert hand
    moved = [re.sub(r"^/hand/1\b", hand, path).replace("of=1", f"of={hand.rsplit('/', 1)[1]}") for path in PAGES]
    return [*moved, *EARLIER]


def address_of(page: Page, path: str) -> str:
    return re.sub(r"^(https?://[^/]+).*", rf"\1{path}", page.url)


def test_every_page_is_looked_at(tmp_path: Path) -> None:
    table = PanelTable(tmp_path, {"hands": HANDS})
    routes = [route for route in table.panel.app.routes if isinstance(route, Route) and "GET" in (route.methods or ())]
    table.close()
    looked_at = [path.partition("?")[0] for path in (*PAGES, *EARLIER)]
    paths = [route.path for route in routes if not any(route.path_regex.match(path) for path in looked_at)]
    pages = [path for path in paths if "." not in path and not path.startswith(("/api/", "/i/", "/I/"))]
    assert pages == ["/health"], "which programs read"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_clipped_or_faint_on_any_page(browser: Browser, program: Program, language: str) -> None:
    assert post(program, f"/api/language/{language}")
    assert post(program, "/api/names", **(LONGEST if language in ("eu", "fr") else {}))
    page = browser.new_page()
    page.goto(program.address)
    wrong = []
    for path in own_pages(page):
        page.goto(address_of(page, path))
        wrong += looked_at(page, path, language)
    page.close()
    assert not wrong, "\n".join(wrong)


def looked_at(page: Page, path: str, language: str) -> list[str]:
    """What is clipped or faint on a page that is open; HAMARREKO_LOOKS names a folder for what it looks like."""
    wrong, folder = [], os.environ.get("HAMARREKO_LOOKS")
    for width in (*ENLARGED.get(path, ()), *WIDTHS):
        page.set_viewport_size({"width": width, "height": 800})
        wrong += [f"{path} at {width}: {word}" for word in page.evaluate(CLIPPED)]
        for theme in THEMES if folder or width == WIDTHS[0] else ():
            page.emulate_media(color_scheme=theme)
            if width == WIDTHS[0]:
                wrong += [f"{path}, {theme}: {text}" for text in page.evaluate(FAINT)]
            if folder:
                name = re.sub(r"\W+", "-", path).strip("-") or "table"
                page.screenshot(path=Path(folder) / f"{name}-{language}-{width}-{theme}.png", full_page=True)
    return wrong


def test_what_is_clipped_or_faint_would_be_found(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.set_content(
        "<body style='margin:0;background:#fff'><p style='color:#999'>pale</p>"
        "<div style='width:60px;overflow:hidden;white-space:nowrap'><span>a sentence too long</span></div>"
        "<p style='width:30px;overflow-wrap:anywhere'>hamarrekoak</p><button style='width:40px'>untranslatable</button>"
        "<p style='background:linear-gradient(#000, #fff)'>lost</p><p style='width:500px'>wide</p>"
        "<p style='position:fixed;left:380px'>beyond</p>"
    )
    clipped, faint = " ".join(page.evaluate(CLIPPED)), " ".join(page.evaluate(FAINT))
    assert "clipped: long" in clipped
    assert "broken: hamarrekoak" in clipped
    assert "clipped: untranslatable" in clipped
    assert "out of sight: beyond" in clipped
    assert "sideways" in clipped
    assert "pale" in faint
    assert "lost" in faint
    page.close()
