"""A camera as picamera2 gives it, on a sensor that we set. Every call is bound to the release's own signature."""

from __future__ import annotations

import functools
import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.firmware.devices.picamera2_record import RECORD, Record, signature

Made = TypeVar("Made", bound=type)
_STREAM_KEYS = {"format", "size", "stride", "preserve_ar"}
_DELAY = 2
"""Frames until a control shows in the pictures."""
_STEP = 29
"""Microseconds: sensors expose for whole lines."""


class InterfaceError(LookupError):
    """The stand-in has what the release does not have."""


def recorded() -> Record:
    made: Record = json.loads(RECORD.read_text("utf-8"))
    return made


def like(name: str, release: Mapping[str, Any]) -> Callable[[Made], Made]:
    """Binds every public method of a class to its recorded signature. InterfaceError for one that has none."""

    def bound(made: Made) -> Made:
        for member, value in list(vars(made).items()):
            if member.startswith("_") and member != "__init__":
                continue
            if not isinstance(value, FunctionType | property):
                continue
            was = release[name].get(member)
            if was is None or (was == "property") != isinstance(value, property):
                raise InterfaceError(f"picamera2 {release['picamera2']}: {name} has no {member} like the stand-in's")
            if isinstance(value, FunctionType):
                setattr(made, member, _checked(value, was))
        return made

    return bound


def _checked(method: FunctionType, was: list[list[str]]) -> Callable[..., Any]:
    expected = signature(was)

    @functools.wraps(method)
    def called(self: Any, *args: Any, **named: Any) -> Any:
        expected.bind(*args, **named)
        return method(self, *args, **named)

    return called


@dataclass
class Sensor:
    """What lies before the camera, and what is wrong with it. `scene` is red, green, blue: (height, width, 3)."""

    scene: NDArray[np.uint8]
    light: float = 1.0
    gone: bool = False
    frozen: bool = False
    autofocus: bool = True
    obeys: bool = True
    """Whether the lens stays where it was told to."""
    unsettled: int = 0
    """So many frames to come are taken with another exposure than asked for."""
    opened: int = 0
    configured: int = 0
    metered: int = 0
    open: bool = False


def camera_on(sensor: Sensor, release: Record | None = None) -> Callable[[], Any]:
    """What makes a camera on this sensor, as the class Picamera2 does."""
    known = release or recorded()
    noise = np.random.default_rng(5).normal(0, 1.5, sensor.scene.shape).astype(np.float32)

    @like("CompletedRequest", known)
    class CompletedRequest:
        def __init__(self, request: Any, picam2: Any) -> None:
            self._streams, self._metadata = request
            self._camera = picam2
            picam2._held += 1

        def make_array(self, name: str) -> NDArray[np.uint8]:
            made: NDArray[np.uint8] = self._streams[name].copy()
            return made

        def get_metadata(self) -> dict[str, Any]:
            return dict(self._metadata)

        def release(self) -> None:
            self._camera._held -= 1
            assert self._camera._held >= 0, "released twice"

    @like("Picamera2", known)
    class Picamera2:
        def __init__(
            self, camera_num: int = 0, verbose_console: Any = None, tuning: Any = None, allocator: Any = None
        ) -> None:
            if sensor.gone:
                raise RuntimeError(f"No camera number {camera_num} found")
            if sensor.open:
                raise RuntimeError("Camera __init__ sequence did not complete.")
            sensor.open, sensor.opened = True, sensor.opened + 1
            self._config: dict[str, Any] = {}
            self._started, self._held, self._frames = False, 0, 0
            self._wanted: dict[str, Any] = {"AeEnable": True, "AwbEnable": True}
            self._coming: deque[tuple[int, dict[str, Any]]] = deque()
            self._exposure, self._gain, self._lens = 5_000.0, 1.0, 1.0
            self._last: Any = None

        @property
        def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
            names = ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits"]
            names += ["ExposureValue"]
            if sensor.autofocus:
                names += ["AfMode", "AfTrigger", "LensPosition"]
            return dict.fromkeys(names, (None, None, None))

        def create_still_configuration(
            self,
            main: Any = {},  # noqa: B006
            lores: Any = None,
            raw: Any = {},  # noqa: B006
            buffer_count: int = 1,
            controls: Any = {},  # noqa: B006
        ) -> dict[str, Any]:
            for stream in (main, lores or {}, raw or {}):
                if odd := set(stream) - _STREAM_KEYS:
                    raise ValueError(f"Bad key {odd}")
            height, width, _ = sensor.scene.shape
            return {
                "main": {"format": "BGR888", "size": (width, height)} | main,
                "lores": lores and {"format": "YUV420", "size": (width, height)} | lores,
                "raw": raw,
                "buffer_count": buffer_count,
                "controls": controls,
            }

        def configure(self, camera_config: Any = None) -> None:
            if self._started:
                raise RuntimeError("Camera must be stopped before configuring")
            assert camera_config["lores"]["format"] == "YUV420", "a Raspberry Pi 4 has no other small stream"
            self._config = camera_config
            sensor.configured += 1
            self.set_controls(camera_config["controls"])

        def start(self, config: Any = None, show_preview: Any = False) -> None:
            if not self._config:
                raise RuntimeError("Camera has not been configured")
            self._started = True

        def set_controls(self, controls: Mapping[str, Any]) -> None:
            for name in controls:
                if name not in self.camera_controls:
                    raise RuntimeError(f"Control {name} is not advertised by libcamera")
            self._coming.append((self._frames + _DELAY, dict(controls)))

        def autofocus_cycle(self, wait: Any = None, signal_function: Any = None) -> bool:
            assert sensor.autofocus
            self._wait(wait)
            self._wanted["AfMode"], self._lens = 1, 2.25
            return True

        def capture_metadata(self, wait: Any = None, signal_function: Any = None) -> dict[str, Any]:
            metadata: dict[str, Any] = self._frame(wait)[1]
            return metadata

        def capture_request(self, wait: Any = None, signal_function: Any = None, flush: Any = None) -> CompletedRequest:
            waiting = self._last
            frame = self._frame(wait)
            # without a flush comes what has been waiting since somebody last asked
            return CompletedRequest(frame if flush or waiting is None else waiting, self)

        def cancel_all_and_flush(self) -> None:
            pass

        def close(self) -> None:
            assert sensor.open, "closed twice"
            sensor.open = self._started = False

        def _wait(self, wait: Any) -> None:
            assert isinstance(wait, int | float), "waits for good if the camera is gone"
            assert not isinstance(wait, bool), "waits for good if the camera is gone"
            assert self._started
            assert sensor.open
            if sensor.gone or self._held >= self._config["buffer_count"]:
                raise TimeoutError

        def _frame(self, wait: Any) -> Any:
            self._wait(wait)
            if sensor.frozen and self._last is not None:
                return self._last
            self._frames += 1
            while self._coming and self._coming[0][0] <= self._frames:
                self._take(self._coming.popleft()[1])
            if self._wanted["AeEnable"]:
                aim = (
                    5_000.0
                    * 110.0
                    * 2 ** self._wanted.get("ExposureValue", 0.0)
                    / max(1.0, float(sensor.scene.mean()) * sensor.light)
                )
                self._exposure += (min(100_000.0, aim) - self._exposure) / 2
            exposure = self._exposure
            if not sensor.obeys:
                self._lens += 0.2
            if sensor.unsettled:
                sensor.unsettled -= 1
                exposure *= 1.5
            self._last = (self._streams(exposure * self._gain), self._metadata(exposure))
            return self._last

        def _take(self, controls: Mapping[str, Any]) -> None:
            if controls.get("AeEnable"):
                sensor.metered += 1
            self._wanted |= controls
            if not self._wanted["AeEnable"]:
                if exposure := controls.get("ExposureTime"):
                    self._exposure = exposure - exposure % _STEP
                self._gain = controls.get("AnalogueGain") or self._gain
            if self._wanted.get("AfMode") == 0:
                self._lens = controls.get("LensPosition", self._lens)

        def _metadata(self, exposure: float) -> dict[str, Any]:
            lens = {"LensPosition": self._lens, "AfState": 2} if sensor.autofocus else {}
            taken = {"ExposureTime": int(exposure), "AnalogueGain": self._gain, "ColourGains": (1.9, 1.6)}
            return {"SensorTimestamp": self._frames * 70_000_000, "DigitalGain": 1.0, **taken, **lens}

        def _streams(self, exposed: float) -> dict[str, NDArray[np.uint8]]:
            seen = sensor.scene * np.float32(sensor.light * exposed / 5_000.0) + np.roll(
                noise, 7 * self._frames, axis=1
            )
            pixels = np.clip(seen, 0, 255).astype(np.uint8)
            blue_first = {"RGB888": True, "BGR888": False}[self._config["main"]["format"]]
            main = pixels[:, :, ::-1] if blue_first else pixels
            main = cv2.resize(np.ascontiguousarray(main), self._config["main"]["size"])
            return {"main": np.asarray(main, np.uint8), "lores": self._planes(pixels)}

        def _planes(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
            """YUV 4:2:0 with padded rows: the brightness, then the colours in half as many rows."""
            width, height = self._config["lores"]["size"]
            rows = np.arange(height) * pixels.shape[0] // height
            columns = np.arange(width) * pixels.shape[1] // width
            grey = (pixels[rows][:, columns] @ np.array([0.299, 0.587, 0.114], np.float32)).astype(np.uint8)
            planes = np.full((height * 3 // 2, width + 64), 128, np.uint8)
            planes[:height, :width] = grey
            return planes

    return Picamera2
