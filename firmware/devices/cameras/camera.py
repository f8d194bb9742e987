"""Where pictures of the table come from: a folder, the demonstration table, or a USB camera."""

from __future__ import annotations

import logging
import os
import threading
from abc import abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from firmware.devices.cameras.stillness import glanced
from vision.picture import UNREAD, Picture, PictureError, endings, load

_LOG = logging.getLogger("hamarreko")
_KEPT_BY_THE_DEVICE = 4
"""Frames: as many as OpenCV has the kernel keep."""
_GONE = Sentence("The camera gives no picture: is it plugged in, and does nobody else use it?")


class CameraError(OSError):
    """No picture could be taken; the message is a sentence for the players."""


class Camera(Protocol):
    """A source of pictures. A picture has a name, and the order of names is the order of karta aldiak.

    `id` tells cameras apart in the journal. `steps` says that another picture may be asked for at will, `live` that
    what it shows changes by itself.
    """

    @property
    def id(self) -> str: ...

    @property
    def steps(self) -> bool: ...

    @property
    def live(self) -> bool: ...

    def after(self, name: str | None) -> str | None:
        """The picture that follows `name` (the first one for None); None where there are no more."""

    def none_left(self) -> Sentence:
        """The sentence for `after` having returned None."""

    def capture(self, name: str) -> Picture:
        """The picture itself. CameraError where it cannot be had."""

    def close(self) -> None:
        """Give the camera free."""


class FolderCamera:
    """Pictures from a folder in the order of their names, one a karta aldia.

    The folder is looked at anew each time, so pictures may be added while the table is running.
    """

    steps = True
    live = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._passed_over = set[str]()

    @property
    def id(self) -> str:
        """The folder's whole path."""
        return f"folder:{self._folder.absolute()}"

    def names(self) -> list[str]:
        """The pictures' names in order, broken ones too: `capture` tells. OSError where the folder cannot be read.

        A telephone may leave a photograph as HEIC and as JPEG under one name: then the JPEG alone is one of them. One
        whose name is no UTF-8 is none: the journal keeps names as text.
        """
        with os.scandir(self._folder) as found:
            pictures = [one for one in found if Path(one.name).suffix.lower() in endings() and one.name[0] != "."]
        pictures = [one for one in pictures if self._can_be_kept(one.name)]
        names = [one.name for one in pictures if one.is_symlink() or one.is_file()]
        read = {_stem(name) for name in names if not _unread(name)}
        return sorted(name for name in names if not (_unread(name) and _stem(name) in read))

    def _can_be_kept(self, name: str) -> bool:
        """Whether a name is UTF-8; what is passed over for it is said once."""
        try:
            name.encode()
        except UnicodeEncodeError:
            if name not in self._passed_over:
                _LOG.warning("%s: %a is passed over, since its name is no UTF-8", self._folder, name)
                self._passed_over.add(name)
            return False
        return True

    def after(self, name: str | None) -> str | None:
        with suppress(OSError):  # `none_left` tells
            return next((other for other in self.names() if name is None or other > name), None)
        return None

    def none_left(self) -> Sentence:
        try:
            if not self.names():
                return Sentence("There are no pictures in {folder}.", folder=self._folder)
        except OSError as error:
            return Sentence("{picture}: {what}", picture=self._folder, what=error.strerror or str(error))
        return Sentence("There are no more pictures in {folder}.", folder=self._folder)

    def capture(self, name: str) -> Picture:
        path = self._folder / name
        try:
            return load(path)
        except PictureError as error:
            raise CameraError(Sentence("{picture}: {what}", picture=name, what=error.what)) from error
        except OSError as error:
            raise CameraError(Sentence("{picture}: {what}", picture=name, what=error.strerror or str(error))) from error

    def close(self) -> None:
        pass


def _unread(name: str) -> bool:
    return Path(name).suffix.lower() in UNREAD


def _stem(name: str) -> str:
    return Path(name).stem.casefold()


class DemonstrationCamera(FolderCamera):
    """The pictures that come with the program; after the last the first comes again."""

    id = "demonstration"

    def after(self, name: str | None) -> str | None:
        return super().after(name) or super().after(None)

    def none_left(self) -> Sentence:
        return Sentence("The demonstration's pictures are missing: start with --pictures FOLDER.")


class LiveCamera(Camera):
    """A camera whose picture changes by itself: it watches the table, and each karta aldia has its own frame.

    One that has failed is opened again by whoever asks it next.
    """

    steps = False

    @property
    def live(self) -> bool:
        return True

    def after(self, name: str | None) -> str | None:
        """The names of frames only count them."""
        number = name.removeprefix("frame-") if name else "0"
        return f"frame-{int(number) + 1:06d}" if number.isdecimal() else "frame-000001"

    def none_left(self) -> Sentence:
        return Sentence("The camera shows nothing.")

    @abstractmethod
    def glance(self) -> NDArray[np.uint8]:
        """A small grey picture of the table as it is now. CameraError where it cannot be had."""

    @abstractmethod
    def reopen(self) -> None:
        """Close the device; the next picture opens it anew."""

    def close(self) -> None:
        self.reopen()

    def try_again(self) -> None:
        """Where it has failed, let the next picture open it again."""

    @abstractmethod
    def details(self) -> Mapping[str, object]:
        """What the health page says of it. Answers at once."""


class UsbCamera(LiveCamera):
    """A USB camera by OpenCV. It is opened at the first picture, and after it failed by `try_again` alone.

    Until then it fails at once: to open a camera that is not there takes time, and OpenCV complains of it.
    """

    def __init__(self, index: int = 0, open_device: Callable[[int], Any] | None = None) -> None:
        self._index = index
        self._open = open_device or _open_by_opencv
        self._device: Any = None
        self._failed = False
        self._lock = threading.Lock()

    @property
    def id(self) -> str:
        """The camera's number."""
        return f"usb:{self._index}"

    def capture(self, name: str) -> Picture:
        try:
            return Picture(np.ascontiguousarray(self._newest()))
        except PictureError as error:
            raise CameraError(error.what) from error

    def glance(self) -> NDArray[np.uint8]:
        return glanced(self._newest())

    def reopen(self) -> None:
        with self._lock:
            self._release()
            self._failed = False

    def try_again(self) -> None:
        self._failed = False

    def details(self) -> Mapping[str, object]:
        return {"camera_open": self._device is not None}

    def _newest(self) -> NDArray[np.uint8]:
        """A frame of now. The device keeps a few that nobody asked for: those are thrown away."""
        with self._lock:
            if self._failed:
                raise CameraError(_GONE)
            if self._device is None:
                self._device = self._open(self._index)
            answers = all(self._device.grab() for _ in range(_KEPT_BY_THE_DEVICE))
            got, pixels = self._device.read() if answers else (False, None)
            if not got or pixels is None:
                self._release()
                self._failed = True
                raise CameraError(_GONE)
            newest: NDArray[np.uint8] = pixels
            return newest

    def _release(self) -> None:
        if self._device is not None:
            self._device.release()
            self._device = None


def _open_by_opencv(index: int) -> Any:
    import cv2

    device = cv2.VideoCapture(index)
    # before the size, which is looked for in one format alone; a camera without it keeps its own
    device.set(cv2.CAP_PROP_FOURCC, int.from_bytes(b"MJPG", "little"))
    device.set(cv2.CAP_PROP_FRAME_WIDTH, 4608)
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, 2592)
    return device
