"""What all tests share: random examples that are the same in every run, unless new ones are wanted, and a browser."""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# No deadline for an example: a machine may be busy.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("fuzz", deadline=None)
settings.load_profile("fuzz" if os.environ.get("HAMARREKO_FUZZ") else "repeatable")

_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
]
_PATIENCE = 90_000
"""Milliseconds that a page has until it shows what is expected: a machine may be busy."""
_MISSING = (
    "there is no Chromium for the panel's test: as root on Debian `apt-get install chromium`, "
    "elsewhere `python -m playwright install chromium`, or name one in HAMARREKO_CHROMIUM"
)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Nothing that is imported and collected is garbage; looking for it again and again takes as long as the rest."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def _chromium(own: str) -> str:
    """The browser to use: the one named in HAMARREKO_CHROMIUM, the system's, or Playwright's own."""
    named = os.environ.get("HAMARREKO_CHROMIUM")
    found = named or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found or Path(own).exists():
        return found or own
    pytest.fail(_MISSING)


@contextlib.contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """A browser without a window."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=_PATIENCE)
    with sync_playwright() as playwright:
        path = _chromium(playwright.chromium.executable_path)
        started = playwright.chromium.launch(executable_path=path, args=[*_FLAGS, *flags])
        yield started
        started.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without a window. Not for longer than a module: while it is there nobody else has an event loop."""
    with chromium() as started:
        yield started
