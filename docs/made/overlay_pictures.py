"""The documentation's pictures of what those see who watch: over a camera's picture, on a bar's screen, on phones."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from PIL import Image

from docs.made import ROOT, shots
from tests.conftest import chromium
from tests.firmware.running import Program

_DEMO = ROOT / "firmware" / "demo"
_NAMES = {"NS": "Los Tres Reyes", "N": "Maite", "S": "Jon", "W": "Iker", "E": "Ane"}
_BEFORE = ("envido-ns", "envido-ew", "iduki", "read", "ok")
_CALLED = ("envido-ew", "envido-ns", "iduki", "envido-ns", "tira", "paso")
_SCREEN, _WIDE, _PHONE = (1920, 1080), (1280, 720), (390, 760)


def sources() -> list[Path]:
    """What they look like by."""
    panel = ROOT / "firmware" / "panel"
    shared = (ROOT / "web" / "static" / "base.css", ROOT / "web" / "templates" / "page.html")
    named = ("static/overlay.css", "static/texts.js", "static/overlay.js", "static/deck.webp", "templates/overlay.html")
    return [
        *shared,
        *(panel / name for name in named),
        ROOT / "firmware" / "outlets" / "told.py",
        _DEMO / "hand-02.jpg",
    ]


def stream() -> Image.Image:
    """Over a camera's picture, at the showdown."""
    with _evening() as program:
        _press(program, "read")
        return _over(_shot(program, "", _SCREEN), _SCREEN).resize(_WIDE)


def bar() -> Image.Image:
    """On the bar's screen, while a round is played."""
    with _evening() as program:
        return _shot(program, "?view=bar&theme=dark", _SCREEN).convert("RGB").resize(_WIDE)


def phones() -> Image.Image:
    """A portrait picture, and a phone that shows what the bar's screen does."""
    with _evening() as program:
        _press(program, "read")
        portrait = _over(_shot(program, "", _PHONE), _PHONE)
        return shots.beside(portrait, _shot(program, "?view=bar", _PHONE).convert("RGB"))


@contextmanager
def _evening() -> Iterator[Program]:
    """The demonstration in its second karta aldia, with names."""
    with shots.demonstration() as program:
        httpx.post(f"{program.address}api/names", data=_NAMES, timeout=20)
        _press(program, *_BEFORE, *_CALLED)
        yield program


def _press(program: Program, *names: str) -> None:
    for name in names:
        program.press(name)


def _shot(program: Program, query: str, size: tuple[int, int]) -> Image.Image:
    with chromium() as browser:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.goto(f"{program.address}overlay{query}")
        page.locator("#rounds li").first.wait_for()
        page.wait_for_timeout(500)  # the cards' picture is on its way
        return Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")


def _over(shot: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A shot over what the camera sees, as far as it fits."""
    camera = Image.open(_DEMO / "hand-02.jpg").convert("RGBA")
    scale = max(size[0] / camera.width, size[1] / camera.height)
    camera = camera.resize((round(camera.width * scale), round(camera.height * scale)))
    left, top = (camera.width - size[0]) // 2, (camera.height - size[1]) // 2
    camera = camera.crop((left, top, left + size[0], top + size[1]))
    camera.alpha_composite(shot)
    return camera.convert("RGB")
