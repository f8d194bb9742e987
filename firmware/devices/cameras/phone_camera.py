"""A phone as the table's camera: its page in a browser sends what it sees.

Where the page's address is secure the phone sends a stream, and is a camera like any other: small grey pictures come
all the time, and a whole one when it is asked for. Over plain http a browser gives no stream: whoever plays takes each
picture with the phone and sends it, and there is nothing to be asked for.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from firmware.devices.cameras.camera import CameraError, LiveCamera
from vision.picture import Picture

PHONE: Final = "phone"
"""Its name on the command line and in the journal."""
SILENT_AFTER: Final = 5.0
"""Seconds without a picture after which the stream counts as broken."""
WHOLE_WITHIN: Final = 10.0
"""Seconds within which a whole picture must come: it is decoded within limits, which takes a while."""
_TAKE_ONE: Final = Sentence("When the hands lie open, take the picture on the phone's page.")
_SILENT: Final = Sentence("The phone sends no picture: is its page open?")
_ANOTHER: Final = Sentence("another phone is the camera now")


class AnotherPhoneError(ValueError):
    """A stream that is no longer the table's; the message says why."""


class PhoneCamera(LiveCamera):
    """The phone whose stream began last. It sends from the web server's threads, and is asked from others."""

    id = PHONE

    def __init__(self, silent_after: float = SILENT_AFTER, whole_within: float = WHOLE_WITHIN) -> None:
        """Both in seconds."""
        self._silent_after, self._whole_within = silent_after, whole_within
        self._changed = threading.Condition()
        self._stream: str | None = None
        self._ended = ""
        self._grey: NDArray[np.uint8] | None = None
        self._whole: Picture | None = None
        self._heard, self._wanted = 0.0, ""

    @property
    def live(self) -> bool:
        """Whether a stream has begun and was not ended, also where it is broken."""
        return self._stream is not None

    def after(self, name: str | None) -> str | None:
        """As of any live camera; without a stream there is nothing that could be asked for."""
        return super().after(name) if self.live else None

    def none_left(self) -> Sentence:
        return _TAKE_ONE

    def details(self) -> Mapping[str, object]:
        return {"camera_open": self.live}

    def reopen(self) -> None:
        """Nothing can be opened from here."""

    def close(self) -> None:
        """Nobody is waited for any more."""
        self.end(self._stream)

    # What the phone's page sends

    def begin(self) -> str:
        """A stream begins, and takes the place of any before it; the word that its pictures come with."""
        with self._changed:
            self._stream, self._grey, self._whole = secrets.token_urlsafe(9), None, None
            self._heard, self._wanted = time.monotonic(), ""
            self._changed.notify_all()
            return self._stream

    def end(self, stream: str | None) -> None:
        """That stream is over; of another's end nothing follows."""
        with self._changed:
            if stream is not None and stream == self._stream:
                self._stream, self._ended = None, stream
                self._changed.notify_all()

    def see(self, stream: str, grey: NDArray[np.uint8]) -> str:
        """Take what is seen now; the word that a whole picture is asked for with, empty where none is wanted.

        AnotherPhoneError where that is the camera.
        """
        with self._changed:
            self._require(stream)
            self._grey, self._heard = grey, time.monotonic()
            self._changed.notify_all()
            return self._wanted

    def show(self, stream: str, whole: Picture, asked: str) -> None:
        """Take a whole picture. One that was not `asked` for with the last word is late, and dropped.

        AnotherPhoneError where that is the camera.
        """
        with self._changed:
            self._require(stream)
            self._heard = time.monotonic()
            if asked == self._wanted:
                self._whole, self._wanted = whole, ""
            self._changed.notify_all()

    def _require(self, stream: str) -> None:
        if self._stream is None and stream not in ("", self._ended):
            self._stream = stream  # it began before the table was started anew
        if stream != self._stream:
            raise AnotherPhoneError(_ANOTHER)

    # What the table asks

    def glance(self) -> NDArray[np.uint8]:
        """What was seen last; of a stream that has just begun the first picture is waited for."""
        with self._changed:
            self._changed.wait_for(lambda: self._grey is not None or not self._listening(), self._silent_after)
            if self._grey is None or not self._listening():
                raise CameraError(_SILENT if self.live else _TAKE_ONE)
            return self._grey

    def capture(self, name: str) -> Picture:
        """A whole picture that was taken after it was asked for."""
        with self._changed:
            self._whole, self._wanted = None, secrets.token_urlsafe(9)
            whole = self._changed.wait_for(lambda: self._whole or not self._listening(), self._whole_within)
            if isinstance(whole, Picture):
                return whole
            raise CameraError(_SILENT if self.live else _TAKE_ONE)

    def _listening(self) -> bool:
        return self.live and time.monotonic() - self._heard < self._silent_after
