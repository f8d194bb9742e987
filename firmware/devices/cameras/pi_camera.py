"""The Raspberry Pi's own camera, by picamera2.

One still configuration for good: a large stream for reading, a small one beside it for watching. Changing modes would
ask for contiguous memory again and again, until there is none.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from firmware.devices.cameras.camera import CameraError, LiveCamera
from firmware.devices.light.lighting import BETWEEN, Light
from vision.picture import Picture

GLANCE = (640, 360)
"""Pixels of the small stream."""

SPARING = (2304, 1296)
"""Pixels of the large stream where memory is scarce, half of a Camera Module 3's each way."""

SCARCE = 768 << 20
"""Bytes of memory below which it is: between a Zero 2 W's and what the kernel leaves of a gigabyte, which is less."""

PATIENCE = 3.0
"""Seconds to wait for a frame; at the slowest there are ten a second."""

FRAMES_TO_SETTLE = 60
FRAMES_TO_LOCK = 20
"""Frames that metering may take, and the camera to do what it was told."""

STEADY_FRAMES = 4
"""Frames of the same brightness after which metering is done."""

EXPOSURE_OFF = 0.05
FOCUS_OFF = 0.1
"""How far a frame may be from what was locked: a part of exposure and gain (sensors know steps only), and dioptres."""

LIGHT_CHANGED = 0.5
GLANCES_TO_METER = 8
"""After so many glances darker than this part of the light at metering, or brighter by as much, it is done anew."""

_AUTOFOCUS_MANUAL = 0
_BUSY = Sentence("The camera is busy.")
_GONE = Sentence("The camera gives no picture: is its cable in, and does nobody else use it?")
_UNSTEADY = Sentence("The camera's focus or exposure does not stay as it was set.")
_LOG = logging.getLogger("hamarreko")


@dataclass(frozen=True, slots=True)
class Lock:
    """What the camera was told to keep: microseconds, gain, gains of red and blue, and dioptres where it can focus."""

    exposure: int
    gain: float
    colours: tuple[float, float]
    focus: float | None

    @classmethod
    def of(cls, metadata: Mapping[str, Any]) -> Lock:
        """What a frame was taken with. KeyError where its metadata does not say it."""
        red, blue = metadata["ColourGains"]
        focus = metadata.get("LensPosition")
        return cls(metadata["ExposureTime"], metadata["AnalogueGain"], (red, blue), focus)

    def controls(self) -> dict[str, Any]:
        """The same as picamera2's controls."""
        kept: dict[str, Any] = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": self.exposure,
            "AnalogueGain": self.gain,
            "ColourGains": self.colours,
        }
        if self.focus is not None:
            kept |= {"AfMode": _AUTOFOCUS_MANUAL, "LensPosition": self.focus}
        return kept

    def holds(self, metadata: Mapping[str, Any]) -> bool:
        """Whether a frame was taken with it, by what its own metadata says."""
        taken = Lock.of(metadata)
        focused = self.focus is None or (taken.focus is not None and abs(taken.focus - self.focus) <= FOCUS_OFF)
        return focused and _near(taken.exposure, self.exposure) and _near(taken.gain, self.gain)


class PiCamera(LiveCamera):
    """The camera on the Raspberry Pi's ribbon. It is opened at the first picture, and again after it failed."""

    id = "pi"

    def __init__(self, make: Callable[[], Any] | None = None) -> None:
        """`make` opens picamera2's camera."""
        self._make = make or _by_picamera2
        self._size = still_size()
        self._lock = threading.Lock()
        self._device: Any = None
        self.kept: Lock | None = None
        """Focus and exposure as they are locked; None while the camera is closed."""
        self._light = 0.0
        self._unlike = 0
        self._wanted = self._shining = BETWEEN
        self._locks: dict[Light, tuple[Lock, float]] = {}

    def expose(self, light: Light) -> None:
        """Take the next pictures by this light, which shines already.

        Returns at once. What was locked by it before is taken up again.
        """
        self._wanted = light

    def capture(self, name: str) -> Picture:
        """A frame that began after this was called, with focus and exposure as they are locked."""
        with self._open() as device:
            assert self.kept, "it is open"
            return Picture(_taken(device, "main", self.kept))  # picamera2's "RGB888": first blue, then green and red

    def glance(self) -> NDArray[np.uint8]:
        """A small grey picture of the table: (360, 640). CameraError where it cannot be had."""
        with self._open() as device:
            grey = _grey(_frame(device, "lores")[0])
            light = float(grey.mean())
            unlike = not self._light * LIGHT_CHANGED <= light <= self._light / LIGHT_CHANGED
            self._unlike = self._unlike + 1 if unlike else 0
            if self._unlike >= GLANCES_TO_METER:
                _LOG.info("the light has changed: metering anew")
                self._locks.clear()
                self._meter(device)
            return grey

    def reopen(self) -> None:
        """Close the camera; the next picture opens it."""
        if self._lock.acquire(timeout=PATIENCE):
            try:
                self._close()
            finally:
                self._lock.release()

    def details(self) -> Mapping[str, object]:
        kept = self.kept
        return {"camera_open": kept is not None, "camera_keeps": asdict(kept) if kept else None}

    @contextmanager
    def _open(self) -> Iterator[Any]:
        """The camera, opened and metered. Whatever goes wrong with it closes it, and is a CameraError."""
        if not self._lock.acquire(timeout=4 * PATIENCE):
            raise CameraError(_BUSY)
        try:
            if self._device is None:
                self._device = self._make()
                self._start(self._device)
            if self._shining != self._wanted:
                self._turn_to(self._device)
            yield self._device
        except CameraError:
            self._close()
            raise
        except ImportError as error:
            raise CameraError(Sentence("{what} is not installed.", what=str(error.name))) from error
        except Exception as error:
            # picamera2 has no error class of its own; a ValueError is as likely as a RuntimeError
            _LOG.info("the camera failed: %r", error)
            self._close()
            raise CameraError(_GONE) from error
        finally:
            self._lock.release()

    def _start(self, device: Any) -> None:
        device.configure(
            device.create_still_configuration(
                main={"format": "RGB888"} | ({"size": self._size} if self._size else {}),
                lores={"format": "YUV420", "size": GLANCE},
                raw=None,
                buffer_count=2,
                controls={"FrameDurationLimits": (33_333, 100_000)},
            )
        )
        device.start()
        self._meter(device)

    def _turn_to(self, device: Any) -> None:
        """Take up what was locked by the light that shines now, or let the camera find it."""
        light = self._wanted
        if light not in self._locks:
            self._meter(device)
            return
        kept, self._light = self._locks[light]
        self._shining = light
        self._hold(device, kept)

    def _meter(self, device: Any) -> None:
        """Let the camera find focus and exposure, lock both, and see in its frames that it keeps them."""
        light = self._shining = self._wanted
        found = {"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0}
        if "ExposureValue" in device.camera_controls:
            found["ExposureValue"] = light.stops
        device.set_controls(found)
        if "AfMode" in device.camera_controls and not device.autofocus_cycle(wait=2 * PATIENCE):
            _LOG.warning("the camera found no focus")
        kept = Lock.of(_steady(device))
        self._light = float(_grey(self._hold(device, kept)).mean())
        self._locks[light] = kept, self._light

    def _hold(self, device: Any, kept: Lock) -> NDArray[np.uint8]:
        """Lock the camera; a small frame that was taken so. CameraError where it does not do it."""
        device.set_controls(kept.controls())
        pixels = _taken(device, "lores", kept)
        self.kept, self._unlike = kept, 0
        return pixels

    def _close(self) -> None:
        device, self._device, self.kept = self._device, None, None
        self._locks.clear()
        if device is None:
            return
        try:
            device.cancel_all_and_flush()
            device.close()
        except Exception as error:
            _LOG.info("the camera did not close: %r", error)


def still_size() -> tuple[int, int] | None:
    """The large stream's pixels on a machine with as much memory as this one; None for as many as the sensor has."""
    return SPARING if os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < SCARCE else None


def _frame(device: Any, stream: str) -> tuple[NDArray[np.uint8], Mapping[str, Any]]:
    """A frame that began after now, and what it was taken with."""
    request = device.capture_request(wait=PATIENCE, flush=True)
    try:
        return request.make_array(stream), request.get_metadata()
    finally:
        request.release()


def _taken(device: Any, stream: str, kept: Lock) -> NDArray[np.uint8]:
    """A frame that was taken as the camera was told. CameraError where none is."""
    for _ in range(FRAMES_TO_LOCK):
        pixels, metadata = _frame(device, stream)
        if kept.holds(metadata):
            return pixels
    raise CameraError(_UNSTEADY)


def _steady(device: Any) -> Mapping[str, Any]:
    """The metadata of a frame whose exposure is that of the frames before it."""
    steady, light = 0, 0.0
    for _ in range(FRAMES_TO_SETTLE):
        metadata: Mapping[str, Any] = device.capture_metadata(wait=PATIENCE)
        taken = Lock.of(metadata)
        steady = steady + 1 if _near(taken.exposure * taken.gain, light) else 0
        light = taken.exposure * taken.gain
        if steady >= STEADY_FRAMES:
            return metadata
    raise CameraError(_UNSTEADY)


def _grey(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The brightness of a YUV 4:2:0 frame: the first two thirds of its rows, without the padding."""
    width, height = GLANCE
    return np.ascontiguousarray(planes[:height, :width])


def _near(value: float, wanted: float) -> bool:
    return abs(value - wanted) <= EXPOSURE_OFF * wanted


def _by_picamera2() -> Any:
    from picamera2 import Picamera2

    return Picamera2()
