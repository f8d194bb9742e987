"""One against one at the table, by the French sheet: two seats in everything that the table does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.seats import Seat
from firmware.keeping.hand_pictures import HandPictures
from firmware.keeping.journal import Journal
from firmware.session.buttons import Button
from firmware.session.state import State
from firmware.table.appliance import Appliance
from firmware.table.settings import MatchSettings
from tests.firmware.scripted import at_once, devices, write_pictures

N, E = Seat.N, Seat.E
FACING = {"hands": {"N": "12o 12c 3e 1b", "S": "10c 6b 5e 6o"}}
SIDEWAYS = {"hands": {"E": "11o 12c 7e 1b", "W": "10c 6b 6e 6o"}}


class Table:
    """A table of two with scripted pictures."""

    def __init__(self, folder: Path, *readings: Mapping[str, Any]) -> None:
        self.journal = Journal(folder / "data")
        pictures = write_pictures(folder / "pictures", *readings)
        kept = HandPictures(folder / "data" / "pictures")
        options = at_once(match=MatchSettings("france", players=2), pictures=kept)
        self.appliance = Appliance(self.journal, devices(pictures), options)

    def press(self, *buttons: str) -> None:
        for button in buttons:
            answer = self.appliance.press(Button(button))
            assert answer.done, answer.sentence

    @property
    def state(self) -> State:
        return self.appliance.snapshot().state
