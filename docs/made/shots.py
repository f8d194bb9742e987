"""What the documentation's pictures share: pages served on this machine, shots of them, shots beside each other."""

from __future__ import annotations

import io
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import uvicorn
from PIL import Image
from starlette.applications import Starlette

from tests.firmware.running import Program
from web.server import HERE, listen

if TYPE_CHECKING:
    from playwright.sync_api import Page

_BETWEEN = 16


def shot(page: Page) -> Image.Image:
    """The page as it stands."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def beside(*shots: Image.Image) -> Image.Image:
    """Shots of one height in a row."""
    row = Image.new("RGB", (sum(one.width + _BETWEEN for one in shots) - _BETWEEN, shots[0].height), "white")
    left = 0
    for one in shots:
        row.paste(one, (left, 0))
        left += one.width + _BETWEEN
    return row


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """The address of an application that is served on a port of this machine."""
    with closing(listen(HERE, 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://{HERE}:{listening.getsockname()[1]}/"
        finally:
            server.should_exit = server.force_exit = True
            thread.join()


@contextmanager
def demonstration() -> Iterator[Program]:
    """The demonstration, in English."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "firmware.cli", "table", "--port", "0", "--data", data, "--language", "en"]
        with Program(command) as program:
            yield program
