"""The documentation's pictures of the program at work: the panel in a browser, a table as it was read, a match again,
the desk.

Each carries what it was made from, so that an old one is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from PIL import Image

from docs.made import ROOT, desk_pictures, overlay_pictures, replay_picture, shots, tonight_pictures
from hardware.drawings.pictures import Picture
from tests.conftest import chromium

_DEMO: Final = ROOT / "firmware" / "demo"
_READ: Final = _DEMO / "hand-06.jpg"
_PRESSED: Final = ("envido-ns", "iduki", "paso", "envido-ew", "tira", "paso", "read")


def _of_the_panel() -> list[Path]:
    """What the table's page looks like by."""
    static = ("panel.css", "texts.js", "frame.js", "table.js")
    templates = ("frame.html", "help.html", "keys.html", "parts.html", "signs.svg", "table.html")
    code = ("panel/page.py", "session/buttons.py", "screens/play.py", "screens/parts.py", "screens/pixels.py")
    named = [
        *(f"panel/static/{name}" for name in static),
        *(f"panel/templates/{name}" for name in templates),
        *code,
        "screens/fonts/text.font",
        "screens/fonts/numerals.font",
    ]
    shared = ("static/base.css", "templates/page.html", "templates/controls.html")
    return [
        *(ROOT / "firmware" / name for name in named),
        *(ROOT / "web" / name for name in shared),
        _DEMO / "hand-01.jpg",
    ]


def _of_the_table() -> list[Path]:
    """What a table that was read looks like by; the networks find the same cards there as long as they read it."""
    return [ROOT / "vision" / "annotate.py", _READ]


def _panel() -> Image.Image:
    """The table's page in a browser, after a hand of the demonstration."""
    from playwright.sync_api import expect

    with shots.demonstration() as program, chromium() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.goto(program.address)
        for button in _PRESSED:
            with page.expect_response("**/api/press/*", timeout=60_000):
                page.locator(f"[data-button={button}]").click()
        expect(page.locator("#spoken")).to_contain_text("is marked", timeout=60_000)
        expect(page.locator("#picture")).to_have_attribute("alt", "The table from above, every card outlined and named")
        page.mouse.move(0, 0)
        page.wait_for_timeout(1500)  # the picture that was read is on its way
        return shots.shot(page)


def _annotated() -> Image.Image:
    """A table of the demonstration as it is read."""
    from vision.annotate import annotate
    from vision.picture import load
    from vision.reader import Reader

    picture = load(_READ)
    reading = Reader.shipped().read(picture, _READ.name)
    if not reading.complete:
        raise ValueError(f"{_READ.name} is not read without asking")
    return Image.fromarray(annotate(picture, reading)[..., ::-1])


def _of_the_evidence() -> list[Path]:
    """What the picture of the evidence looks like by."""
    return [ROOT / "docs" / "made" / "evidence_picture.py", ROOT / "models" / "calibration.json", _READ]


def _evidence() -> Image.Image:
    """How one card of a table of the demonstration is read."""
    from docs.made.evidence_picture import evidence_picture
    from vision.picture import load
    from vision.reader import Reader

    return evidence_picture(Reader.shipped(), load(_READ), "12e")


KEPT: Final[Mapping[Picture, Callable[[], Image.Image]]] = {
    Picture("panel.png", _of_the_panel): _panel,
    Picture("annotated.jpg", _of_the_table): _annotated,
    Picture("evidence.png", _of_the_evidence): _evidence,
    Picture("replay.png", replay_picture.sources): replay_picture.replay,
    Picture("tonight.png", tonight_pictures.sources): tonight_pictures.steps,
    Picture("desk.png", desk_pictures.sources): desk_pictures.phones,
    Picture("wall.png", desk_pictures.sources): desk_pictures.wall,
    Picture("overlay.jpg", overlay_pictures.sources): overlay_pictures.stream,
    Picture("overlay-bar.png", overlay_pictures.sources): overlay_pictures.bar,
    Picture("overlay-phone.png", overlay_pictures.sources): overlay_pictures.phones,
}
"""All of them, each with how it is made; `python -m docs.made picture` makes them anew where they are old."""
