"""A phone as the table's camera: the stream that it sends, asked as any camera is; and none, over plain http."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware.devices.cameras import phone_camera
from firmware.devices.cameras.camera import CameraError
from firmware.devices.cameras.camera_watch import CameraWatch
from firmware.devices.cameras.phone_camera import AnotherPhoneError, PhoneCamera
from firmware.screens.trouble import Trouble
from vision.picture import Picture


def grey(level: int = 90) -> NDArray[np.uint8]:
    made = np.full((90, 160), level, np.uint8)
    made[:40] = 200
    return made


class Phone:
    """A page that sends as the real one does, on a thread of its own, until it is told to stop."""

    def __init__(self, camera: PhoneCamera) -> None:
        self._camera, self.stream, self._over, self._sent = camera, camera.begin(), threading.Event(), 0
        self._thread = threading.Thread(target=self._send)
        self._thread.start()

    def _send(self) -> None:
        while not self._over.is_set():
            self._sent += 1
            if asked := self._camera.see(self.stream, grey(self._sent % 200)):
                self._camera.show(self.stream, Picture(np.full((48, 64, 3), self._sent % 200, np.uint8)), asked)
            time.sleep(0.01)

    def close(self) -> None:
        self._over.set()
        self._thread.join()


def test_without_a_stream_there_is_nothing_to_ask_for_and_nothing_wrong() -> None:
    camera = PhoneCamera()
    watch = CameraWatch(camera, gone=Trouble.PHONE_SILENT)
    assert (camera.live, camera.after(None), camera.after("frame-000003")) == (False, None, None)
    assert "take the picture" in camera.none_left()
    for ask in (camera.glance, lambda: camera.capture("frame-000001")):
        with pytest.raises(CameraError, match="take the picture"):
            ask()
    watch.look()
    assert watch.troubles() == frozenset()


def test_a_stream_is_a_camera_whose_every_picture_was_taken_after_it_was_asked_for() -> None:
    camera = PhoneCamera()
    phone = Phone(camera)
    try:
        assert camera.live
        assert camera.after("frame-000003") == "frame-000004"
        first, second = (int(camera.capture("frame-000001").pixels[0, 0, 0]) for _ in range(2))
        assert second > first
        assert camera.glance().shape == (90, 160)
    finally:
        phone.close()


def test_a_picture_that_was_asked_for_earlier_is_not_taken_for_a_later_one() -> None:
    camera = PhoneCamera(whole_within=0)
    stream = camera.begin()
    asked = []
    for name in ("frame-000001", "frame-000002"):
        with pytest.raises(CameraError):  # the picture is still on its way
            camera.capture(name)
        asked.append(camera.see(stream, grey()))
    late, now = (Picture(np.full((48, 64, 3), level, np.uint8)) for level in (1, 2))
    camera.show(stream, late, asked[0])
    assert camera.see(stream, grey()) == asked[1], "it is still waited for"
    camera.show(stream, now, asked[1])
    assert camera.see(stream, grey()) == ""


def test_a_stream_that_breaks_is_a_trouble_and_one_that_was_ended_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(phone_camera, "time", SimpleNamespace(monotonic=lambda: now[0]))
    camera = PhoneCamera(silent_after=0.2, whole_within=0.1)
    stream, watch = camera.begin(), CameraWatch(camera, gone=Trouble.PHONE_SILENT)
    with pytest.raises(CameraError, match="sends no picture"):
        camera.glance()
    camera.see(stream, grey())
    watch.look()
    assert watch.troubles() == frozenset()
    with pytest.raises(CameraError, match="sends no picture"):
        camera.capture("frame-000001")
    now[0] = 0.2
    watch.look()
    assert watch.troubles() == {Trouble.PHONE_SILENT}
    camera.end("another")
    assert camera.live
    camera.end(stream)
    watch.look()
    assert watch.troubles() == frozenset()


def test_the_phone_that_came_last_is_the_camera() -> None:
    camera = PhoneCamera()
    first, second = camera.begin(), camera.begin()
    with pytest.raises(AnotherPhoneError, match="another phone"):
        camera.see(first, grey())
    with pytest.raises(AnotherPhoneError, match="another phone"):
        camera.show(first, Picture(np.zeros((48, 64, 3), np.uint8)), "")
    assert not camera.see(second, grey())


def test_a_stream_goes_on_when_the_table_is_started_anew_and_not_after_its_end() -> None:
    camera = PhoneCamera()
    camera.see("from before", grey())
    assert camera.live
    camera.end("from before")
    for stream in ("from before", ""):
        with pytest.raises(AnotherPhoneError):
            camera.see(stream, grey())
    assert not camera.live


def test_whoever_waits_for_a_picture_waits_no_longer_once_the_table_is_switched_off() -> None:
    camera = PhoneCamera(whole_within=3600)
    camera.see(camera.begin(), grey())
    threading.Timer(0.1, camera.close).start()
    with pytest.raises(CameraError):
        camera.capture("frame-000001")
