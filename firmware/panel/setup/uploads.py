"""Pictures that come from elsewhere: limited in size, decoded in a process of its own, kept for a short while."""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Final

import numpy as np
from starlette.concurrency import run_in_threadpool

from engine.sentences import Sentence
from firmware.panel.answers import RefusedError
from firmware.table.doing import SWITCHED_OFF
from firmware.table.pictures.live_picture import as_jpeg
from vision.picture import Picture, PictureError
from words.as_json import from_json

MOST_BYTES: Final = 24 << 20
"""Bytes of one file: more than a phone's photograph has."""
MEMORY: Final = 1 << 30
"""Bytes of address space that decoding may take: what the largest picture that is allowed does, and the libraries."""
_MOST_PIXELS: Final = 64_000_000
_LONGEST_HEAD: Final = 1 << 16
NO_ROOM: Final = Sentence("the disk has no room for the picture")
_WAIT: Final = 40.0
"""Seconds that decoding may take, whatever it waits for."""
_KEPT: Final = 6
_PREFIX: Final = "hamarreko-"
_MINUTES: Final = 20


class UploadError(RefusedError):
    """A file that cannot be used, in one sentence."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A picture that somebody sent, or the table's `own` camera took, with its name; `shown` is a JPEG of it.

    It is of the `deal` that was in hand when its sending began: a slow one may arrive in the next.
    """

    id: str
    name: str
    picture: Picture
    shown: bytes
    deal: int
    at: float = 0.0
    own: bool = False


class Uploads:
    """The last few pictures. What is older than a while, or more than a few, is forgotten.

    Files lie in the `folder` while they are sent; what was half sent when the power went is taken away.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder, self._clock = folder, clock
        for left in folder.glob(f"{_PREFIX}*"):
            with contextlib.suppress(OSError):
                left.unlink()
        self._kept: dict[str, Upload] = {}
        self._lock = threading.Lock()
        self._decoding = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._over = False

    def end(self) -> None:
        """Have no file decoded any more, the one in hand neither: the table is being switched off."""
        self._over = True
        if self._process:
            self._process.kill()

    def keep(self, name: str, picture: Picture, deal: int, own: bool = False) -> Upload:
        """Keep a picture of that deal for a while."""
        upload = Upload(secrets.token_urlsafe(9), name, picture, as_jpeg(picture.pixels), deal, self._clock(), own)
        _leave_to_the_file(picture)
        with self._lock:
            self._forget()
            self._kept[upload.id] = upload
            while len(self._kept) > _KEPT:
                del self._kept[next(iter(self._kept))]
        return upload

    async def sent(self, chunks: AsyncIterable[bytes]) -> Picture:
        """The picture that is being sent. UploadError where it is none, or too large."""
        path = await received(chunks, self._folder)
        try:
            return await run_in_threadpool(self.picture, path)
        finally:
            path.unlink(missing_ok=True)

    def picture(self, path: Path) -> Picture:
        """The picture in a file; one at a time is decoded. UploadError where it is none."""
        with self._decoding:
            try:
                return decoded(path, begun=self._begun)
            except UploadError:
                if self._over:
                    raise UploadError(SWITCHED_OFF) from None
                raise

    def _begun(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        if self._over:
            process.kill()

    def find(self, id: str) -> Upload:
        """The picture of that id. RefusedError where it has been forgotten."""
        with self._lock:
            self._forget()
            if found := self._kept.get(id):
                return found
        raise RefusedError(Sentence("this picture is gone: take it anew"))

    def drop(self, id: str) -> None:
        """Forget the picture of that id, if there is one."""
        with self._lock:
            self._kept.pop(id, None)

    def show(self, id: str, jpeg: bytes) -> None:
        """Have the picture look like this from now on: with what was found drawn into it."""
        with self._lock:
            if found := self._kept.get(id):
                self._kept[id] = replace(found, shown=jpeg)
                _leave_to_the_file(found.picture)

    def _forget(self) -> None:
        old = self._clock() - _MINUTES * 60
        self._kept = {id: upload for id, upload in self._kept.items() if upload.at >= old}


async def received(chunks: AsyncIterable[bytes], folder: Path) -> Path:
    """A file in the `folder` with what was sent, for the caller to remove. UploadError where it is too large, or
    nothing."""
    path, size = None, 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=_PREFIX, dir=folder)
        path = Path(name)
        with os.fdopen(handle, "wb") as file:
            async for chunk in chunks:
                size += len(chunk)
                if size > MOST_BYTES:
                    raise UploadError(Sentence("the picture is larger than {size} MB", size=MOST_BYTES >> 20))
                file.write(chunk)
        if not size:
            raise UploadError(Sentence("an empty file, not a picture"))
    except BaseException as error:
        if path is not None:
            path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise UploadError(NO_ROOM) from error
        raise
    return path


def decoded(path: Path, begun: Callable[[subprocess.Popen[bytes]], object] = lambda process: None) -> Picture:
    """The picture in a file, decoded by a process with limits. UploadError, in one sentence, where it is none.

    `begun` is given the process, so that it can be ended before its time.
    Its pixels lie in a file beside that one, without a name: the system may take their memory for something else.
    """
    command = [sys.executable, "-m", "firmware.panel.setup.decode", str(path), str(MEMORY)]
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    late = threading.Event()
    try:
        with (
            tempfile.TemporaryFile(dir=path.parent) as pixels,
            subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env={**os.environ, **one_thread},
            ) as process,
        ):  # fmt: skip
            begun(process)
            assert process.stdout is not None
            limit = threading.Timer(_WAIT, _ended, (process, late))
            limit.start()
            try:
                head = process.stdout.readline(_LONGEST_HEAD)
                size = _copied(process.stdout, pixels)
            finally:
                limit.cancel()
                process.kill()
            return _picture(head, pixels, size)
    except (UploadError, PictureError) as error:
        what = Sentence("the picture takes too long to decode") if late.is_set() else Sentence.of(error)
        raise UploadError(what) from error
    except OSError as error:
        raise UploadError(NO_ROOM) from error


def _leave_to_the_file(picture: Picture) -> None:
    """Have the pixels of a picture that lies in a file take no memory until they are looked at again."""
    base: object = picture.pixels
    while isinstance(base, np.ndarray):
        base = base.base
    if isinstance(base, mmap.mmap):
        base.madvise(mmap.MADV_DONTNEED)


def _ended(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


def _copied(source: IO[bytes], target: IO[bytes]) -> int:
    """Writes what comes into a file, piece by piece and no more than a picture may have; how many bytes it is."""
    size = 0
    while size <= _MOST_PIXELS * 3 and (piece := source.read(1 << 20)):
        size += len(piece)
        target.write(piece)
    target.flush()
    return size


def _picture(head: bytes, pixels: IO[bytes], size: int) -> Picture:
    try:
        told = json.loads(head)
    except ValueError:
        raise UploadError(Sentence("the picture takes more time or memory than a picture may")) from None
    if "error" in told:
        raise UploadError(from_json(told["error"]))
    width, height = int(told["width"]), int(told["height"])
    if not 0 < width * height <= _MOST_PIXELS or size != width * height * 3:
        raise UploadError(Sentence("the picture could not be decoded"))
    array = np.asarray(np.memmap(pixels, np.uint8, "r", shape=(height, width, 3)))
    return Picture(array, float(told["scale"]), told["note"] and from_json(told["note"]))
