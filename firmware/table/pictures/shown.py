"""The pictures of the table that somebody looks at: as it is now, as it was read, an earlier hand, a card in doubt."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from firmware.devices.cameras.camera import Camera, CameraError
from firmware.devices.choose import Devices
from firmware.keeping.hand_pictures import HandPictures
from firmware.screens.asking import CUTOUT
from firmware.session.cards import readings
from firmware.session.cards.laid import Laid
from firmware.session.state import Phase, State
from firmware.table.pictures.cutout import cut_out
from firmware.table.pictures.live_picture import LivePicture, as_jpeg
from firmware.table.table import Table
from vision.picture import Picture, load
from vision.reading import TableReading
from web.made_once import MadeOnce

_LOG = logging.getLogger("hamarreko")


class HandReading(NamedTuple):
    """The kept picture of a finished hand, what was read in it, and the width that its corners are in, if known."""

    path: Path
    reading: TableReading
    width: float | None


class ShownPictures:
    """One table's pictures, from any thread; what changes the table changes it under the `lock`."""

    def __init__(
        self,
        table: Table,
        devices: Devices,
        kept: HandPictures,
        reading: Callable[[], bool],
        lock: threading.RLock,
    ) -> None:
        """`kept` has those of the hands; `reading` says whether the table is being read just now."""
        self._table, self._kept, self._reading, self._lock = table, kept, reading, lock
        self._camera, self._eyes = devices.camera, devices.eyes
        self._live = LivePicture(devices.camera, devices.eyes)
        self._unkept: tuple[int, Picture] | None = None
        self._cut: tuple[object, Image.Image | None] = (None, None)
        self._jpegs = MadeOnce[bytes]()

    def keep(self, frames: tuple[Picture, ...]) -> None:
        """Keep the picture of the reading that will be the next event; in memory only where the disk refuses it."""
        number, unkept = self._table.events + 1, None
        try:
            self._kept.clear(self._table.events)
            if frames:
                self._kept.keep(number, frames[0])
        except OSError as error:
            _LOG.warning("the picture of the hands was not kept: %s", error)
            unkept = (number, frames[0]) if frames else None
        self._unkept = unkept

    def kept_reading(self, number: int) -> HandReading | None:
        """What was read as the journal's event of that number, with its kept picture; None where there is none."""
        with self._lock:
            path = self._kept.find(number)
            event = self._table.reading_event(number) if path else None
        return HandReading(path, readings.from_json(event.reading), event.width) if path and event else None

    def jpeg(self, outlines: bool = False) -> bytes | None:
        """The picture on the table as a JPEG, with every card outlined once it was read; None where there is none.

        Of a live camera with the `outlines` of what looks like a card before that too. None is taken during a reading.
        """
        with self._lock:
            state = self._table.state
        laid = state.laid
        name = laid.sent if laid and laid.sent else next_picture(state, self._camera)
        if name is None:
            return None
        key = f"{state.camera} {name} {hash(laid and (laid.reading.cards, laid.settled))}"
        try:
            if laid is None and self._camera.live:
                return self._live.jpeg(name, outlines, self._reading)
            return self._jpegs.get(key, lambda: self._jpeg_of(name, laid))
        except (CameraError, ValueError, ImportError) as error:
            _LOG.info("no picture of %s for the panel: %s", name, error)
            return None

    def _jpeg_of(self, name: str, laid: Laid | None) -> bytes | None:
        picture = self._picture_read() if laid else self._camera.capture(name)
        if picture is None:
            return None  # the table has changed since it was read
        return as_jpeg(self._eyes.outlined(picture, laid.as_settled()) if laid else picture.pixels)

    def cutout(self) -> Image.Image | None:
        """The card in doubt, cut out of the picture that was read; None where none is, or the picture is gone."""
        state = self._table.state
        laid = state.laid if state.phase is Phase.DOUBTS else None
        doubt = laid.card_doubt() if laid else None
        if laid is None or doubt is None or doubt.card is None:
            return None
        quad = laid.reading.cards[doubt.card].quad
        if self._cut[0] != (laid.number, quad):
            picture = self._picture_read()
            self._cut = ((laid.number, quad), None if picture is None else cut_out(picture, quad, CUTOUT))
        return self._cut[1]

    def _picture_read(self) -> Picture | None:
        """The picture that the reading in hand is of, as it was kept. None where it is gone."""
        laid, name = self._table.state.laid, self._table.state.picture
        if laid is None or laid.number is None:
            return None
        if self._unkept and self._unkept[0] == laid.number:
            return self._unkept[1]
        try:
            if name == laid.reading.image and self._camera.steps and not laid.sent:
                return self._camera.capture(name)
            if laid.width and (kept := self._kept.find(laid.number)):
                picture = load(kept)
                return replace(picture, scale=laid.width / picture.pixels.shape[1])
        except (ValueError, OSError) as error:  # a CameraError too
            _LOG.info("the picture of event %d is gone: %s", laid.number, error)
        return None


def next_picture(state: State, camera: Camera) -> str | None:
    """The name of the picture that is to be read; None where there is none."""
    return state.picture or camera.after(state.last_picture)
