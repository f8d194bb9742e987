"""Pictures of the hands that were read, kept for whoever doubts one later.

A picture's number is that of the event in the journal that its reading became. It is on the disk before that event. The
oldest go first where there is no more room; those of hands in dispute (a doubt that was settled by hand, calls struck
out, a word that the cards contradict, a karta aldia voided, a correction, a judge's case or act) never go. Times count
for nothing: a clock that is set back changes no order.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import cv2

from firmware.keeping.folders import keep_bytes, make_folder
from vision.picture import Picture
from vision.scaling import within

_NAME: Final = re.compile(r"(\d{8})\.jpg")
HELD: Final = "in-dispute"
_LONGEST: Final = 2304
"""Pixels of a kept picture's longer side: half of what the camera gives, and more than the reader looks at."""
_QUALITY: Final = 85
_LEAST_FREE: Final = 16 << 20
"""Bytes of the disk that no picture takes from the journal, whatever may go."""


class HandPictures:
    """The pictures in one folder, and those in dispute in one within it.

    The oldest go as far as those that may go take more than `most` bytes together, or less than `spare` bytes of the
    disk are free for the journal; the newest stays in any case. May be used from any thread.
    """

    def __init__(
        self,
        folder: Path,
        most: int = 1 << 30,
        spare: int = 256 << 20,
        free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        """`free` says how many bytes of the disk of a folder are free."""
        self._folder, self._most, self._spare, self._free = folder, most, spare, free
        self._lock = threading.RLock()
        self._may_go: dict[int, int] | None = None
        """The sizes of those that may go, the oldest first; None until the folder was looked into."""

    def keep(self, number: int, picture: Picture) -> None:
        """Keep what was read as event `number`; it is on the disk when this returns. OSError where the disk refuses."""
        smaller, _ = within(picture.pixels, _LONGEST)
        made, content = cv2.imencode(".jpg", smaller, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not made:
            raise OSError("the picture could not be written as a JPEG")
        with self._lock:
            make_folder(self._folder)  # whose disk is asked how much is free
            older = sum(self._sizes()[one] for one in self._older())
            if self._free(self._folder) + older - len(content) < _LEAST_FREE:
                raise OSError(errno.ENOSPC, "the disk has no room left for pictures")
            self._let_go(len(content))
            keep_bytes(self._path(number), content.tobytes())
            self._sizes()[number] = len(content)

    def make_room(self) -> bool:
        """Have the oldest that may go make room, until the spare bytes are free or only the newest is left.

        Whether any went.
        """
        with self._lock:
            if not self._folder.is_dir():
                return False
            before = len(self._sizes())
            self._let_go(0)
            return len(self._sizes()) < before

    def hold(self, number: int) -> None:
        """The hand that was read as event `number` is in dispute: its picture stays. Nothing where there is none."""
        with self._lock:
            if self._path(number).exists():
                (self._folder / HELD).mkdir(exist_ok=True)
                os.replace(self._path(number), self._path(number, held=True))
                self._sizes().pop(number, None)

    def find(self, number: int) -> Path | None:
        """The picture of what was read as event `number`; None where there is none, or none any more."""
        return next((path for held in (False, True) if (path := self._path(number, held)).exists()), None)

    def clear(self, length: int) -> None:
        """Before a hand is read: make way for the pictures of what comes behind the `length` events that are kept.

        What was half written goes, and a picture whose event never came. One in dispute lies there only where the
        journal has lost its event: it stays, under a name with the time.
        """
        with self._lock:
            for unfinished in self._folder.glob("*.new"):
                unfinished.unlink(missing_ok=True)
            for number in _numbers(self._folder):
                if number > length:
                    self._path(number).unlink(missing_ok=True)
                    self._sizes().pop(number, None)
            for number in _numbers(self._folder / HELD):
                if number > length:
                    held = self._path(number, held=True)
                    held.rename(held.with_stem(f"{held.stem}-until-{datetime.now(UTC):%Y%m%d-%H%M%S}"))

    def _path(self, number: int, held: bool = False) -> Path:
        return (self._folder / HELD if held else self._folder) / f"{number:08}.jpg"

    def _sizes(self) -> dict[int, int]:
        if self._may_go is None:
            self._may_go = {number: self._path(number).stat().st_size for number in _numbers(self._folder)}
        return self._may_go

    def _older(self) -> list[int]:
        """Those that may go now, the oldest first: all that may but the newest."""
        return sorted(self._sizes())[:-1]

    def _let_go(self, coming: int) -> None:
        """Drop the oldest as far as the limits ask for it with so many bytes coming."""
        sizes = self._sizes()
        taken = sum(sizes.values()) + coming
        free = self._free(self._folder) - coming
        for number in self._older():
            if taken <= self._most and free >= self._spare:
                break
            self._path(number).unlink(missing_ok=True)
            size = sizes.pop(number)
            taken, free = taken - size, free + size


def _numbers(folder: Path) -> list[int]:
    """The numbers of the pictures in a folder, the oldest first."""
    if not folder.is_dir():
        return []
    with os.scandir(folder) as entries:
        return sorted(int(name[1]) for one in entries if one.is_file() and (name := _NAME.fullmatch(one.name)))
