"""How long it takes from the clone to the first scored hand, with a phone as the camera.

`python -m tests.firmware.measuring.first_hand` clones the repository, types `make run CAMERA=phone`, and goes through
the page's four steps in Chromium, whose faked camera shows a table of the demonstration. What people do meanwhile (lay
forty cards, hang the phone up, bid) is not in it.
"""

from __future__ import annotations

import contextlib
import io
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image

from tests.conftest import chromium
from tests.firmware.commands.test_enrol import photograph
from tests.firmware.running import ROOT
from tests.vision.enrolled.drawn import house

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HAND: Final = ROOT / "firmware" / "demo" / "hand-01.jpg"
CALLS: Final = ("envido-ns", "iduki", "paso", "paso", "paso")
_FRAMES: Final = 5
_PATIENCE: Final = 120_000
"""Milliseconds that a step may take on a machine that has other work."""


def film(folder: Path, picture: Path = HAND) -> Path:
    """A picture as a camera films it: a few frames, each with a noise of its own, over and over."""
    with Image.open(picture) as image:
        pixels = np.asarray(image.convert("RGB"), np.int16)
    chance, frames = np.random.default_rng(1), io.BytesIO()
    for _ in range(_FRAMES):
        noisy = np.clip(pixels + chance.integers(-3, 4, pixels.shape), 0, 255).astype(np.uint8)
        Image.fromarray(noisy).save(frames, "JPEG", quality=88)
    path = folder / "table.mjpeg"
    path.write_bytes(frames.getvalue())
    return path


@contextlib.contextmanager
def phone(shown: Path) -> Iterator[Browser]:
    """A browser whose camera shows a film."""
    fake = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    with chromium(*fake, f"--use-file-for-fake-video-capture={shown}") as browser:
        yield browser


def learn(page: Page, deck: Path) -> None:
    """The third step: the deck is photographed by the phone's own camera, and learned."""
    page.locator("#files-taken").set_input_files(deck)
    page.locator("#pictures img").wait_for(timeout=_PATIENCE)
    page.get_by_role("button", name="Learn this deck").click()
    page.locator("#step-deck.done").wait_for(timeout=_PATIENCE)


def stream(page: Page) -> None:
    """The first two steps: this browser is the camera, until the table is framed."""
    page.locator("#stream-begin").click()
    page.locator("#step-frame.done").wait_for(timeout=_PATIENCE)


def play(page: Page) -> None:
    """The last step: what is bid is pressed at the table; the cards, which lie there, are read by themselves."""
    for button in CALLS:
        with page.expect_response("**/api/press/*"):
            page.locator(f"[data-button={button}]").click()
    page.locator("#spoken").filter(has_text="is marked").wait_for(timeout=_PATIENCE)


def main() -> int:
    """Print the seconds that each part took."""
    began = time.monotonic()

    def told(what: str) -> None:
        print(f"{time.monotonic() - began:7.1f} s  {what}", flush=True)

    print(f"{platform.machine()}, {os.cpu_count()} cores, {os.getloadavg()[0]:.0f} processes wait for one")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck, shown = photograph(house(), folder / "deck.jpg"), film(folder)
        began = time.monotonic()
        subprocess.run(["git", "clone", "--quiet", ROOT, folder / "clone"], check=True)
        told("cloned")
        command = ["make", "run", "CAMERA=phone", "PORT=0", f"DATA={folder / 'data'}"]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        table = subprocess.Popen(
            command, cwd=folder / "clone", env=environment, stdout=subprocess.PIPE, text=True, process_group=0
        )
        try:
            assert table.stdout
            address = next(line.split()[-1] for line in table.stdout if "http://" in line)
            told("installed, and the table has started")
            with phone(shown) as browser:
                page, camera = browser.new_page(), browser.new_page()
                page.goto(address)
                page.locator("#language").select_option("en")
                page.locator("#first-hand").wait_for()
                camera.goto(f"{address}setup/first")
                stream(camera)
                told("the camera is seen and the table framed")
                learn(camera, deck)
                told("the deck is learned")
                play(page)
                told("the first hand is scored")
        finally:
            os.killpg(table.pid, signal.SIGTERM)
            table.communicate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
