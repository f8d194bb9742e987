"""The reader of pictures, as the appliance uses it; its networks are loaded in the background."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from firmware.devices.threads import reading_threads
from firmware.screens.trouble import Trouble
from vision.picture import Picture
from vision.reading import Quad, TableReading

if TYPE_CHECKING:
    from engine.equipos.packs import Packs
    from vision.decide.place import Seen
    from vision.enrolled.deck import EnrolledDeck
    from vision.reader import Reader

_LOG = logging.getLogger("hamarreko")

_REMEMBERED: Final = 8
"""Looks that are kept at most; four hands come down in a few."""

_OUTLINE: Final = 560
"""So many of an outline's widths make a picture's."""
_SEEN: Final = (255, 168, 40)
_EDGE: Final = (40, 24, 8)


class Eyes:
    """A reader that remembers how the cards came down, and draws what it has read into the picture.

    It has the networks that come with the program.
    """

    def __init__(self, make: Callable[[], Reader] | None = None) -> None:
        """Begin to load in the background; reading waits for it."""
        self._one_at_a_time = threading.Lock()
        self._looks: deque[Seen] = deque(maxlen=_REMEMBERED)
        self._begin(make or _shipped)

    @property
    def risk(self) -> float:
        """The probability that what it promises is wrong, as the shipped calibration accepts it.

        ModelError where that is missing.
        """
        from vision.decide.posterior import Calibration

        return Calibration.shipped().risk

    def read_frames(
        self, pictures: Sequence[Picture], name: str, players: int = 4, packs: Packs | None = None
    ) -> TableReading:
        """What they show of a table of so many players, whose hands come of these packs, if of any.

        Those after the first are read only where a doubt is left.
        """
        with self._one_at_a_time:
            reader = self._loading.result().for_players(players, packs)
            return reader.read_until_sure(pictures, name, earlier=tuple(self._looks))

    def look(self, picture: Picture) -> None:
        """Remember what lies there, for the readings to come: other cards may come to lie on it."""
        with self._one_at_a_time:
            self._looks.append(self._loading.result().seen(picture))

    def forget(self) -> None:
        """Remember nothing any more: other cards are dealt."""
        self._looks.clear()

    def in_sight(self, grey: NDArray[np.uint8]) -> int:
        """About how many card-shaped things a small grey picture shows; at little cost."""
        with self._one_at_a_time:
            return self._loading.result().in_sight(grey)

    def outlined(self, picture: Picture, reading: TableReading) -> NDArray[np.uint8]:
        from vision.annotate import annotate

        return annotate(picture, reading)

    def sketched(self, picture: Picture) -> NDArray[np.uint8] | None:
        """The picture with everything outlined that looks like a card.

        None where that would have to wait for one who reads, or for the networks to be loaded.
        """
        if not self._one_at_a_time.acquire(blocking=False):
            return None
        try:
            if not self._loading.done() or self._loading.exception():
                return None
            quads = self._loading.result().outlines(picture)
        finally:
            self._one_at_a_time.release()
        return _sketch(picture, quads)

    def use(self, deck: EnrolledDeck | None, learned: Iterable[EnrolledDeck] = ()) -> None:
        """Read this club's own deck from now on, any deck where there is none, and recognise those that were `learned`;
        they are loaded once nobody reads."""
        with self._one_at_a_time:
            self._begin(partial(_shipped, deck, learned))

    def troubles(self) -> frozenset[Trouble]:
        """None of its own: a reader that could not be loaded says so where it is to read."""
        return frozenset()

    def details(self) -> Mapping[str, object]:
        """For the health page: whether the networks are loaded."""
        loading = self._loading
        error = loading.exception() if loading.done() else None
        return {"reader": str(error) if error else "loaded" if loading.done() else "loading"}

    def _begin(self, make: Callable[[], Reader]) -> None:
        # its thread is waited for at the end: one that still loads a network then has the system abort it
        loader = ThreadPoolExecutor(1, "eyes")
        self._loading = loader.submit(make)
        loader.shutdown(wait=False)


def _sketch(picture: Picture, quads: Sequence[Quad]) -> NDArray[np.uint8]:
    """The picture with outlines of one colour: nothing is named yet, and nothing in doubt."""
    import cv2

    drawn = picture.pixels.copy()
    wide = max(2, round(drawn.shape[1] / _OUTLINE))
    corners = [np.round(np.array(quad) / picture.scale).astype(np.int32) for quad in quads]
    for colour, width in ((_EDGE, 2 * wide), (_SEEN, wide)):
        cv2.polylines(drawn, corners, True, colour, width, cv2.LINE_AA)
    return drawn


def _shipped(deck: EnrolledDeck | None = None, learned: Iterable[EnrolledDeck] = ()) -> Reader:
    from vision.reader import Reader

    unfit = partial(_LOG.warning, "a learned deck is not recognised: %s")
    return Reader.shipped(players=4, turn=0.0, threads=reading_threads(), deck=deck).recognising(learned, unfit)
