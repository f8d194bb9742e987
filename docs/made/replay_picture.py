"""The documentation's picture of a match again: the file that stands alone, on a screen and on a phone."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final, Literal

from PIL import Image

from docs.made import ROOT, shots
from engine.match.standing import Standing, standing
from engine.seats import Seat, Team
from firmware.keeping.journal import Journal
from firmware.panel.review.replay import replay_file
from firmware.session.finished import Noted
from tests.conftest import chromium
from tests.firmware.playing import in_memory, presses, table
from words.text import english

_MATCH: Final = 3
_PRESSES: Final = 300
_AT: Final = "#5.6"
"""The moment that is shown."""
_HIGH: Final = 1000
_LOOKS: Final[tuple[tuple[int, Literal["dark", "light"]], ...]] = ((1180, "dark"), (390, "light"))
_PLAYERS: Final = {Seat.N: "Maite", Seat.W: "Jon", Seat.S: "Peio", Seat.E: "Ane"}
_TEAMS: Final = {Team.NS: "Donibane", Team.EW: "Bakio"}


def sources() -> list[Path]:
    """What it looks like by."""
    static, templates = (
        ("panel.css", "replay.css", "replay.js"),
        ("parts.html", "replay_file.html", "replay_parts.html"),
    )
    named = [*(f"static/{name}" for name in static), *(f"templates/{name}" for name in (*templates, "signs.svg"))]
    named += ["review/replay.py", "review/story.py"]
    return [ROOT / "web" / "static" / "base.css", *(ROOT / "firmware" / "panel" / name for name in named)]


def replay() -> Image.Image:
    """A match that was played by chance, in the middle of a hand."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        file = Path(folder) / "replay.html"
        file.write_bytes(replay_file(*_played(), english))
        looks = []
        for wide, theme in _LOOKS:
            page = browser.new_page(viewport={"width": wide, "height": _HIGH}, color_scheme=theme)
            page.goto(file.as_uri() + _AT)
            looks.append(shots.shot(page))
    return shots.beside(*looks)


def _played() -> tuple[Standing, Sequence[Noted]]:
    """A match of buttons that were pressed by chance."""
    with in_memory() as folder, Journal(folder) as journal:
        appliance = table(journal)
        for _ in islice(presses(appliance, random.Random(_MATCH)), _PRESSES):
            pass
        state = appliance.snapshot().state
        appliance.close()
    header = replace(state.match.header, players=_PLAYERS, teams=_TEAMS, date="2026-07-25")
    return standing(replace(state.match, header=header)), state.noted
