"""Looks on once all is called, and has the table read when all hands lie still: nobody has to press for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hands import HAND_SIZE
from engine.sentences import Sentence
from firmware.devices.cameras.camera import CameraError, LiveCamera
from firmware.devices.cameras.stillness import Cells, Stillness, differ
from firmware.devices.watch import Repeating
from firmware.table.appliance import Appliance
from firmware.table.reading_desk import Awaited

EVERY: Final = 0.25
"""Seconds between two looks."""

STILL_FOR: Final = 0.75
"""Seconds without a movement after which the cards are read."""

INSISTS_AFTER: Final = 5.0
"""Seconds after which they are read even if that leaves doubts about the most part of them."""

AGAIN_AFTER: Final = 2.0
"""Seconds after which a camera that gave no picture is asked for one again, and a disk that refused a reading to take
one; each time twice as many, for the buttons do nothing while a picture is waited for."""

LONGEST_PAUSE: Final = 60.0
"""Seconds after which it is asked at the latest."""

EMPTY_FOR: Final = 8.0
"""Seconds after which the players are told that there is nothing to read."""

_THINGS_A_HAND: Final = 3
"""Card-shaped things in a small picture from which a hand may lie there: cards that overlap may be seen as one."""
_FEWEST_A_HAND: Final = 2
"""Cards that a reading must have to be shown with its doubts in the end; hands face down have none."""
_MOST_TRIES: Final = 2

NOTHING_THERE: Final = Sentence(
    "There are no cards to read. Lay out the hands again; if they are gone, Paso voids the karta aldia."
)


class Onlooker(Repeating):
    """Watches one table through a camera whose picture changes by itself. There is light while cards are waited for.

    What was read is not read again as it lies: where its doubt stands something must have changed on the table, where
    the reading was taken back the cards must have been taken away.
    """

    def __init__(
        self,
        table: Appliance,
        camera: LiveCamera,
        in_sight: Callable[[NDArray[np.uint8]], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`in_sight` says about how many cards a small grey picture shows. Time goes by `clock`."""
        super().__init__("onlooker", self.step)
        self._table, self._camera, self._in_sight, self._clock = table, camera, in_sight, clock
        self._stillness = Stillness()
        self._waiting: Awaited | None = None
        self._moved = self._told = self._taken_back = False
        self._last: Cells | None = None
        self._read: Cells | None = None
        self._cards: int | None = None
        self._tries = 0
        self._ask_at_once()

    def step(self) -> float:
        """Look once, if cards are waited for; the seconds until the next look."""
        waiting = self._table.awaits_cards()
        if waiting != self._waiting:
            self._wait_for(waiting)
        if waiting is None:
            return EVERY
        try:
            grey = self._camera.glance()
        except CameraError:  # whoever looks after the camera tells of it
            self._stillness.forget()
            return EVERY
        before = self._stillness.seen
        still = self._stillness.see(grey, self._clock())
        self._last = self._stillness.seen
        if still == 0:
            self._cards, self._tries = None, 0
            if before is not None:
                self._moved = True
                self._ask_at_once()
        elif still > 0:
            self._look_at(waiting, grey, still)
        return EVERY

    def _wait_for(self, waiting: Awaited | None) -> None:
        """Begin to wait for something else, or for nothing."""
        if (self._waiting is None) != (waiting is None):
            self._table.desk.light.ask(waiting is not None)
        self._waiting, self._cards, self._tries = waiting, None, 0
        if waiting is None:
            self._stillness.forget()
            self._moved = self._told = False
            self._ask_at_once()
            return
        self._taken_back = waiting.taken_back
        self._read = None if waiting.reading is None else self._last

    def _look_at(self, waiting: Awaited, grey: NDArray[np.uint8], still: float) -> None:
        """Nothing moves: see whether cards lie there, once; while some are to come look at them, else read them."""
        all_hands, some = _THINGS_A_HAND * waiting.hands, _FEWEST_A_HAND * waiting.hands
        if self._cards is None:
            self._cards = self._in_sight(grey)
            if 0 < self._cards < all_hands:
                self._table.desk.look()
        if still < STILL_FOR or self._clock() < self._not_before:
            return
        seen = self._stillness.seen
        self._taken_back &= self._cards >= all_hands
        if self._taken_back or (self._read is not None and seen is not None and not differ(self._read, seen)):
            return
        if self._cards >= all_hands and self._tries == 0:
            self._try(HAND_SIZE * waiting.hands - 1)  # one with fewer may be of hands still coming
        elif self._cards >= some and still >= INSISTS_AFTER and self._tries < _MOST_TRIES:
            self._tries = 1
            self._try(some)
        # With fewer things than hands nothing lies there.
        elif self._cards < waiting.hands and still >= EMPTY_FOR and self._moved and not self._told and not waiting.asks:
            self._told = True
            self._table.presenter.tell(NOTHING_THERE)

    def _ask_at_once(self) -> None:
        self._pause, self._not_before = AGAIN_AFTER, 0.0

    def _try(self, least: int) -> None:
        """Read. A try for which the camera gave no picture, or that the disk refused, is none; the players are told."""
        self._tries += 1
        why = self._table.read_unasked(least)
        if why is not None:
            self._tries -= 1
            self._not_before = self._clock() + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            self._table.presenter.tell(why)
