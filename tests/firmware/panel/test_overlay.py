"""The page for those who watch, in a real browser: every view in both themes, over a picture, with cards once laid."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect

from firmware.panel.answers import RefusedError
from firmware.panel.overlay import wanted
from tests.firmware.panel.test_browser_pages import PHONE
from tests.firmware.panel.test_looks import CLIPPED, FAINT, LONGEST, THEMES
from tests.firmware.running import Program
from tests.firmware.scripted import HANDS, write_pictures

SIZES = ((390, 844), (1280, 720), (1920, 1080))
FIRST = {seat: " ".join(f"{rank}{suit}" for rank in (4, 5, 6, 7)) for seat, suit in zip("NWSE", "oceb", strict=True)}
"""The hand before."""


COVERED = """() => [...document.querySelectorAll(".face")].filter(face => {
  const lower = face.getBoundingClientRect();
  return [...document.querySelectorAll(".esku")].some(tab => {
    const upper = tab.getBoundingClientRect();
    return upper.width && upper.left < lower.right && upper.right > lower.left
      && upper.top < lower.bottom && upper.bottom > lower.top;
  });
}).map(face => face.getAttribute("aria-label"))"""
"""Cards that a tab with the esku's name lies over."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A table whose second hand is called, with names as long as may be."""
    folder = tmp_path_factory.mktemp("overlay")
    shown = write_pictures(folder / "pictures", {"hands": FIRST}, {"hands": HANDS})
    with Program.scripted(shown, folder / "data", language="es") as running:
        httpx.post(f"{running.address}api/names", data=LONGEST, timeout=20)
        for name in ["read", "ok", "envido-ns", "envido-ew", "iduki", "hordago", "hordago"]:
            running.press(name)
        yield running


def opened(browser: Browser, program: Program, query: str, size: tuple[int, int] = SIZES[2]) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{program.address}overlay{query}")
    expect(page.locator("#rounds li")).to_have_count(4)
    return page


def late(browser: Browser, program: Program, query: str) -> Page:
    """An overlay whose clock stands still, and which keeps the languages of the sessions that it was told."""
    page = browser.new_page()
    page.add_init_script("""
      window.languages = [];
      const parse = JSON.parse;
      JSON.parse = (text) => {
        const told = parse(text);
        if (told.format) queueMicrotask(() => languages.push(told.language));
        return told;
      };
    """)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(f"{program.address}overlay{query}")
    return page


def told(page: Page, language: str) -> None:
    """Wait until it was last told a session in that language."""
    page.wait_for_function("language => languages.at(-1) === language", arg=language)


def looked_at(browser: Browser, program: Program, when: str) -> list[str]:
    """What is wrong with a view at any size, in either theme."""
    wrong = []
    for view in ("", "?view=bar"):
        page = opened(browser, program, view)
        for size in SIZES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                about = f"{when}{view.replace('?view=', '-')}-{size[0]}-{theme}"
                wrong += [f"{about}: {word}" for word in (*page.evaluate(CLIPPED), *page.evaluate(FAINT))]
                point = {"x": size[0] / 2, "y": size[1] / 3, "width": 1, "height": 1}
                shot = Image.open(io.BytesIO(page.screenshot(omit_background=True, clip=point)))  # type: ignore[arg-type]
                clear = shot.convert("RGBA").getchannel("A").getextrema() == (0, 0)
                if clear != (not view):
                    wrong.append(f"{about}: the picture's middle is {'seen' if clear else 'hidden'}")
                if page.evaluate("document.documentElement.scrollHeight") > size[1]:
                    wrong.append(f"{about}: it is higher than the window")
                if folder := os.environ.get("HAMARREKO_LOOKS"):
                    page.screenshot(path=Path(folder) / f"overlay-{about}.png", omit_background=True)
        page.close()
    return wrong


def test_every_view_is_whole_at_every_size_and_shows_the_cards_once_they_lie(
    browser: Browser, program: Program
) -> None:
    assert looked_at(browser, program, "called") == []
    stream, bar = (opened(browser, program, query) for query in ("", "?view=bar"))
    expect(stream.locator(".face")).to_have_count(16)
    expect(stream.locator(".hands")).to_be_hidden()
    expect(bar.locator(".face").first).to_have_accessible_name("7 de oros")
    expect(bar.locator("#last-title")).to_be_visible()
    for page in (stream, bar):
        expect(page.locator("#plate-NS h2")).to_have_text("Mendialdeko Mus Taldea ?")
        expect(page.locator("#plate-EW .esku")).to_have_text("mano Ñabarrete")
        expect(page.locator("#rounds li").first.locator(".call")).to_have_text(["envido 2", "más 2", "quiero"])
    program.press("tira")
    program.press("read")
    for page in (stream, bar):
        expect(page.locator(".hands")).to_be_visible()
        expect(page.locator(".face").first).to_have_accessible_name("12 de oros")
        expect(page.locator("#last-title")).to_be_hidden()
        expect(page.locator("#rounds .mark").first).to_be_visible()
        score = program.state()["score"]
        for team in ("NS", "EW"):
            expect(page.locator(f"#plate-{team} .tantos")).to_have_text(str(score[team]))
            expect(page.locator(f"#plate-{team} .bean:not(.missing)")).to_have_count(score[team] // 5)
            expect(page.locator(f"#plate-{team} .stone")).to_have_count(score[team] % 5)
        page.close()
    assert looked_at(browser, program, "shown") == []


def test_nothing_lies_over_the_cards_however_long_the_esku_s_name_is(browser: Browser, tmp_path: Path) -> None:
    shown = write_pictures(tmp_path / "pictures", {"hands": HANDS})
    with Program.scripted(shown, tmp_path / "data") as program:
        httpx.post(f"{program.address}api/names", data={"N": "Maria Jose Etxebarria"}, timeout=20)
        page = opened(browser, program, "", SIZES[1])
        expect(page.locator("#plate-NS .esku")).to_have_text("esku Maria Jose Etxebarria")
        program.press("read")
        expect(page.locator(".face")).to_have_count(16)
        expect(page.locator("#hands li").first.locator("h3")).to_have_text("Maria Jose Etxebarriaesku")
        for view in ("stream", "phone", "bar"):
            page.evaluate("view => { document.getElementById('main').dataset.view = view; }", view)
            assert page.evaluate(COVERED) == [], view
        page.close()


def test_an_accepted_hordago_ends_the_rounds_and_says_who_won(browser: Browser, tmp_path: Path) -> None:
    shown = write_pictures(tmp_path / "pictures", {"hands": HANDS})
    with Program.scripted(shown, tmp_path / "data") as program:
        page = opened(browser, program, "?view=bar", SIZES[1])
        for name in ("paso", "hordago", "hordago", "iduki"):
            program.press(name)
        expect(page.locator("#rounds li").nth(1).locator(".hordago")).to_be_visible()
        program.press("read")
        expect(page.locator("#told")).to_have_text("N-S won the mantxa by hordago.")
        said = [item.inner_text().split()[1:] for item in page.locator("#rounds li").all()]
        assert said == [["passed"], ["hordago", "iduki"], [], ["/", "puntua"]]
        page.close()


def test_it_is_as_large_and_as_late_as_its_address_says(browser: Browser, program: Program) -> None:
    widths = []
    for size in (50, 100):
        page = opened(browser, program, f"?size={size}&theme=dark", SIZES[1])
        widths.append(page.evaluate("document.getElementById('main').offsetWidth"))
        page.close()
    assert widths[1] == pytest.approx(2 * widths[0], rel=0.01)
    page = late(browser, program, "?delay=1")
    told(page, "es")
    page.clock.run_for(999)
    expect(page.locator("#main")).to_be_hidden()
    page.clock.run_for(1)
    expect(page.locator("#main")).to_be_visible()
    page.close()


def test_it_goes_on_while_the_table_changes_its_language(browser: Browser, program: Program) -> None:
    page = late(browser, program, "?delay=3&view=bar")
    told(page, "es")
    page.clock.run_for(3000)
    expect(page.locator("#rounds h3").first).to_have_text("grande")
    page.evaluate("window.same = true")
    last = page.locator("#last-title").text_content()
    for language, handia in (("en", "handia"), ("es", "grande")):
        httpx.post(f"{program.address}api/language/{language}", timeout=20)
        told(page, language)
        page.clock.run_for(2999)
        expect(page.locator("#main")).to_be_visible()
        expect(page.locator("#rounds h3").first).not_to_have_text(handia)
        page.clock.run_for(1)
        expect(page.locator("#rounds h3").first).to_have_text(handia)
        assert (page.locator("#last-title").text_content() == last) == (language == "es")
        assert page.evaluate("[window.same, document.documentElement.lang]") == [True, language]
    page.close()


def test_it_stays_while_the_table_is_being_switched_off_and_is_gone(browser: Browser, program: Program) -> None:
    page = browser.new_page()
    page.route("**/api/events", lambda route: route.fulfill(status=503), times=1)
    page.goto(f"{program.address}overlay?view=bar")
    page.evaluate("window.same = true")
    page.route("**/overlay?*", lambda route: route.abort(), times=1)
    expect(page.locator("#lost")).not_to_be_empty()
    expect(page.locator("#rounds li")).to_have_count(4)
    expect(page.locator("#lost")).to_be_empty()
    assert page.evaluate("window.same")
    page.close()


def test_a_newer_program_s_table_has_it_loaded_anew(browser: Browser, program: Program) -> None:
    page, newer = browser.new_page(), ["when it found the table", "when the table was gone"]

    def served(route: Route) -> None:
        if route.request.resource_type != "fetch" or not newer:
            return route.continue_()
        newer.pop()
        answer = route.fetch()
        return route.fulfill(
            response=answer, body=re.sub('(?<=name="version" content=")[0-9a-f]{12}', "0" * 12, answer.text())
        )

    page.route("**/overlay", served)
    page.route("**/api/events", lambda route: route.fulfill(status=503), times=1)
    page.goto(f"{program.address}overlay")
    page.wait_for_event("load")
    expect(page.locator("#rounds li")).to_have_count(4)
    assert not newer
    page.close()


def test_whoever_may_no_longer_watch_is_led_to_the_entrance(browser: Browser, program: Program) -> None:
    page = browser.new_page()
    page.route("**/api/events", lambda route: route.fulfill(status=401), times=1)
    page.goto(f"{program.address}overlay")
    page.set_extra_http_headers(PHONE)
    page.wait_for_url("**/enter")
    page.close()


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"size": "200"}, "the address has size=200: it takes a number from 50 to 125"),
        ({"size": "x"}, "the address has size=x: it takes a number from 50 to 125"),
        ({"delay": "-1"}, "the address has delay=-1: it takes a number from 0 to 3600"),
        ({"view": "wall"}, "the address has view=wall: there are stream, phone, bar"),
        ({"theme": "pink"}, "the address has theme=pink: there are dark"),
    ],
)
def test_what_the_address_cannot_have_is_said(query: dict[str, str], sentence: str) -> None:
    with pytest.raises(RefusedError) as caught:
        wanted(query)
    assert str(caught.value) == sentence
