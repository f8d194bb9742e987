"""Tables with a box in a hall: the appliance itself with hands by chance, which joins a served desk as boxes do."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from firmware.devices.choose import Devices
from firmware.joined.joining import Joining
from firmware.keeping.journal import Journal
from firmware.session.buttons import Button
from firmware.session.state import Phase, State
from firmware.table.appliance import Appliance
from tests.firmware.playing import EndlessCamera, RandomEyes, likely
from tests.firmware.scripted import at_once


class BoxTable:
    """One of them; it joins the desk at that address by those words, and sends by itself from then on."""

    def __init__(self, stack: ExitStack, folder: Path, address: str, words: Mapping[str, Any]) -> None:
        journal = stack.enter_context(Journal(folder))
        self._box = Appliance(journal, Devices(EndlessCamera(), RandomEyes()), at_once())
        stack.callback(self._box.close)
        joining = Joining(self._box, folder, address)
        stack.callback(joining.close)
        joining.go_on(words)
        self._chance = random.Random(str(words))

    @property
    def state(self) -> State:
        """How the table stands."""
        return self._box.snapshot().state

    def press(self) -> None:
        """Somebody presses a button; once the partida is over both teams confirm it."""
        state = self.state
        if state.phase is not Phase.MATCH_WON:
            self._box.press(likely(self._box, self._chance))
        elif state.started.partida is not None:
            for button in (Button.ENVIDO_NS, Button.ENVIDO_EW):
                self._box.press(button)

    def play(self, partida: int) -> None:
        """That partida up to its confirmation, once the desk has told the box of it."""
        end = time.monotonic() + 60
        while self.state.started.partida != partida:
            assert time.monotonic() < end, "the desk has told nothing"
            time.sleep(0.05)
        while len(self.state.confirmed) < 2:
            self.press()
