"""The self-test as the table's guest: at its first start on a Raspberry Pi, and whenever the menu asks for it."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from firmware.devices.board import Board
from firmware.devices.choose import Devices
from firmware.selftest.report import was_tested
from firmware.selftest.running import Parts, SelfTest
from firmware.session.press import Wish
from firmware.table.appliance import Appliance

_LOOK = 0.2
"""Seconds between two looks whether somebody has chosen a language."""


class AtTheTable:
    """Self-tests of one table's devices."""

    def __init__(self, appliance: Appliance, data: Path, devices: Devices, board: Board) -> None:
        self._appliance = appliance
        appliance.beside[Wish.SELF_TEST] = lambda _: self.begin()
        self._parts = Parts.of(data, board, devices)

    @property
    def due(self) -> bool:
        """Whether this box was never tested: it is its first start."""
        return self._parts.board.is_pi and not was_tested(self._parts.data)

    def begin(self) -> None:
        """Test the box as the table's guest. Returns at once."""
        test = SelfTest(self._parts, self._appliance.presenter.changed)
        self._appliance.presenter.receive(test)
        threading.Thread(target=self._run, args=(test,), name="self-test", daemon=True).start()

    def _run(self, test: SelfTest) -> None:
        try:
            while self._appliance.presenter.proposed:
                time.sleep(_LOOK)
            test.show_results(test.run())
        finally:
            self._appliance.presenter.receive(None)
