"""The cameras and the eyes."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import firmware.devices.eyes
from firmware.devices.cameras.camera import CameraError, DemonstrationCamera, FolderCamera, UsbCamera
from firmware.devices.cameras.camera_watch import CameraWatch
from firmware.devices.choose import choose
from firmware.devices.eyes import Eyes
from firmware.screens.trouble import Trouble
from tests.firmware.screens.gallery import reading
from vision.decide.place import Seen
from vision.picture import Picture
from vision.reading import Quad, TableReading


def folder(path: Path, *names: str) -> Path:
    path.mkdir(exist_ok=True)
    for name in names:
        Image.new("RGB", (32, 32), "green").save(path / name)
    return path


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path: Path) -> None:
    camera = FolderCamera(folder(tmp_path, "b.jpg", "a.PNG", "c.jpeg"))
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / ".hidden.jpg").write_text("no picture")
    (tmp_path / "d.jpg").mkdir()
    assert camera.after(None) == "a.PNG"
    assert camera.after("a.PNG") == "b.jpg"
    assert camera.after("bb.jpg") == "c.jpeg"
    assert camera.after("c.jpeg") is None
    assert "no more pictures" in camera.none_left()
    assert camera.capture("b.jpg").pixels.shape == (32, 32, 3)
    folder(tmp_path, "e.jpg")
    assert camera.after("c.jpeg") == "e.jpg"


def test_a_picture_whose_name_cannot_be_kept_is_passed_over_and_that_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The journal keeps names as text: with this one no event could be written."""
    folder(tmp_path, "a.jpg", "c.jpg").joinpath(os.fsdecode(b"b\xff.jpg")).touch()
    camera = FolderCamera(tmp_path)
    assert camera.after("a.jpg") == "c.jpg"
    assert camera.names() == ["a.jpg", "c.jpg"]
    assert [line.getMessage() for line in caplog.records] == [
        f"{tmp_path}: 'b\\udcff.jpg' is passed over, since its name is no UTF-8"
    ]


def test_whatever_is_read_is_one_of_a_folder_s_pictures(tmp_path: Path) -> None:
    folder(tmp_path, "a.gif", "b.avif", "c.webp", "d.jfif", "e.ppm")
    (tmp_path / "f.heic").write_bytes(b"\0\0\0\x18ftypheic")
    camera = FolderCamera(tmp_path)
    assert camera.names() == ["a.gif", "b.avif", "c.webp", "d.jfif", "e.ppm", "f.heic"]
    assert [camera.capture(name).pixels.shape for name in camera.names()[:5]] == [(32, 32, 3)] * 5
    with pytest.raises(CameraError, match=r"f\.heic: a HEIC picture, which cannot be read here; save it as JPEG"):
        camera.capture("f.heic")


def test_a_photograph_that_a_telephone_left_as_heic_too_is_one_picture(tmp_path: Path) -> None:
    folder(tmp_path, "IMG_1.JPG", "img_2.jpeg")
    for name in ("IMG_1.HEIC", "IMG_2.heif", "IMG_3.HEIC"):
        (tmp_path / name).write_bytes(b"\0\0\0\x18ftypheic")
    camera = FolderCamera(tmp_path)
    assert camera.names() == ["IMG_1.JPG", "IMG_3.HEIC", "img_2.jpeg"]
    assert camera.after("IMG_1.HEIC") == "IMG_1.JPG", "where the journal has the one that is not read"


def test_a_folder_that_is_missing_is_not_said_to_be_empty(tmp_path: Path) -> None:
    camera = FolderCamera(tmp_path / "stick")
    assert camera.after(None) is None
    assert str(camera.none_left()) == f"{tmp_path / 'stick'}: No such file or directory"
    (tmp_path / "stick").mkdir()
    assert camera.none_left() == f"There are no pictures in {tmp_path / 'stick'}."


def test_one_file_that_cannot_be_looked_up_hides_no_other_and_is_told(tmp_path: Path) -> None:
    camera = FolderCamera(folder(tmp_path, "b.jpg"))
    (tmp_path / "a.jpg").symlink_to("a.jpg")
    assert [camera.after(None), camera.after("a.jpg"), camera.after("b.jpg")] == ["a.jpg", "b.jpg", None]
    with pytest.raises(CameraError, match=r"a\.jpg"):
        camera.capture("a.jpg")


def test_a_file_that_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"")
    with pytest.raises(CameraError, match=r"a\.jpg"):
        FolderCamera(tmp_path).capture("a.jpg")
    with pytest.raises(CameraError, match=r"gone\.jpg"):
        FolderCamera(tmp_path).capture("gone.jpg")


def test_the_demonstration_starts_over(tmp_path: Path) -> None:
    camera = DemonstrationCamera(folder(tmp_path, "a.jpg", "b.jpg"))
    assert [camera.after(None), camera.after("a.jpg"), camera.after("b.jpg")] == ["a.jpg", "b.jpg", "a.jpg"]


class Capture:
    """What OpenCV gives for a camera; it fails where `frames` says None. Four frames wait that nobody asked for."""

    def __init__(self, frames: list[Any]) -> None:
        self.frames, self.released, self.waiting = frames, False, 4

    def grab(self) -> bool:
        self.waiting = max(0, self.waiting - 1)
        return True

    def read(self) -> tuple[bool, Any]:
        if self.waiting:
            return True, np.full((48, 64, 3), 255, np.uint8)
        frame, self.waiting = self.frames.pop(0), 4
        return frame is not None, frame

    def release(self) -> None:
        self.released = True


def test_a_usb_camera_that_fails_comes_back() -> None:
    frame = np.zeros((48, 64, 3), np.uint8)
    opened = [Capture([frame, None]), Capture([frame])]
    given = list(opened)
    camera = UsbCamera(3, lambda index: given.pop(0))
    assert camera.id == "usb:3"
    assert camera.capture("frame-000001").pixels.shape == (48, 64, 3)
    with pytest.raises(CameraError, match="plugged in"):
        camera.capture("frame-000001")
    assert opened[0].released
    CameraWatch(camera).look()
    camera.close()
    assert opened[1].released


def test_a_usb_camera_that_stalls_is_waited_for_once() -> None:
    waited = []

    class Stalled(Capture):
        def grab(self) -> bool:
            waited.append("until OpenCV gives up")
            return False

        def read(self) -> tuple[bool, Any]:
            return self.grab(), None

    with pytest.raises(CameraError, match="plugged in"):
        UsbCamera(0, lambda index: Stalled([])).capture("frame-000001")
    assert len(waited) == 1


def test_a_usb_camera_that_is_gone_is_opened_by_its_watch_alone() -> None:
    opened = []

    def nothing(index: int) -> Capture:
        opened.append(index)
        return Capture([None])

    camera = UsbCamera(0, nothing)
    watch = CameraWatch(camera)
    for looks in (1, 2):
        watch.look()
        for ask in 5 * (camera.glance, partial(camera.capture, "frame-000001")):
            with pytest.raises(CameraError, match="plugged in"):
                ask()
        assert len(opened) == looks
    assert watch.troubles() == {Trouble.CAMERA_GONE}


class Webcam:
    """A USB camera as OpenCV sets it: its size is looked for in the one format that it has just then."""

    LARGEST: ClassVar = {
        "YUYV": {cv2.CAP_PROP_FRAME_WIDTH: 1280, cv2.CAP_PROP_FRAME_HEIGHT: 960},
        "MJPG": {cv2.CAP_PROP_FRAME_WIDTH: 3840, cv2.CAP_PROP_FRAME_HEIGHT: 2160},
    }

    def __init__(self, index: int, formats: Sequence[str]) -> None:
        self._formats, self._format, self._size = formats, "YUYV", dict(self.LARGEST["YUYV"])

    def set(self, prop: int, value: float) -> bool:
        if prop == cv2.CAP_PROP_FOURCC:
            wanted = int(value).to_bytes(4, "little").decode()
            self._format = wanted if wanted in self._formats else self._format
        else:
            self._size[prop] = min(int(value), self.LARGEST[self._format][prop])
        return True

    def grab(self) -> bool:
        return True

    def read(self) -> tuple[bool, Any]:
        width, height = self._size.values()
        return True, np.zeros((height, width, 3), np.uint8)


@pytest.mark.parametrize(("formats", "pixels"), [(("YUYV", "MJPG"), (2160, 3840)), (("YUYV",), (960, 1280))])
def test_a_usb_camera_s_largest_pictures_are_taken_whose_format_is_jpeg(
    monkeypatch: pytest.MonkeyPatch, formats: Sequence[str], pixels: tuple[int, int]
) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", partial(Webcam, formats=formats))
    assert UsbCamera().capture("frame-000001").pixels.shape[:2] == pixels


def test_a_usb_camera_s_picture_is_of_now() -> None:
    frame = np.zeros((48, 64, 3), np.uint8)
    camera = UsbCamera(0, lambda index: Capture([frame, frame]))
    assert not camera.capture("frame-000001").pixels.any()
    assert not camera.capture("frame-000002").pixels.any()


def test_a_glance_through_a_usb_camera_is_small_and_grey() -> None:
    frame = np.zeros((2592, 4608, 3), np.uint8)
    frame[:, :, 1] = 90
    camera = UsbCamera(0, lambda index: Capture([frame]))
    assert camera.details() == {"camera_open": False}
    grey = camera.glance()
    assert grey.shape == (371, 659)
    assert (grey == 90).all()
    assert camera.details() == {"camera_open": True}


def test_the_names_of_frames_only_count() -> None:
    camera = UsbCamera(0, Capture)
    assert camera.after(None) == "frame-000001"
    assert camera.after("frame-000009") == "frame-000010"
    assert camera.after("hand-1.jpg") == "frame-000001"


def test_the_devices_are_chosen_in_one_place(tmp_path: Path) -> None:
    assert choose(tmp_path).camera.id == f"folder:{tmp_path}"
    assert choose(None, 2).camera.id == "usb:2"
    assert choose(None).camera.id == "demonstration"


def test_eyes_draw_what_was_read_into_the_picture() -> None:
    picture = Picture(np.full((90, 160, 3), 80, np.uint8))
    table = reading({"N": "12o 7e"})
    far = tuple(replace(read, quad=((20, 20), (60, 20), (60, 70), (20, 70))) for read in table.cards)
    drawn = Eyes(lambda: _Nothing()).outlined(picture, replace(table, cards=far))
    assert drawn.shape == (90, 160, 3)
    assert (drawn != 80).any()


class _Nothing:
    def for_players(self, players: int, packs: object = None) -> _Nothing:
        return self

    def read_until_sure(self, pictures: Sequence[Picture], name: str, *, earlier: Sequence[Seen] = ()) -> TableReading:
        raise NotImplementedError

    def in_sight(self, grey: NDArray[np.uint8]) -> int:
        raise NotImplementedError

    def seen(self, picture: Picture) -> Seen:
        raise NotImplementedError

    def outlines(self, picture: Picture) -> tuple[Quad, ...]:
        raise NotImplementedError


class _Sees(_Nothing):
    def __init__(self, cards: int) -> None:
        self._cards = cards

    def in_sight(self, grey: NDArray[np.uint8]) -> int:
        return self._cards


def test_the_deck_that_was_chosen_last_is_read_however_long_another_takes_to_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, may_load = threading.Event(), threading.Event()

    def slowly() -> _Sees:
        begun.set()
        assert may_load.wait(10.0)
        return _Sees(1)

    monkeypatch.setattr(firmware.devices.eyes, "_shipped", lambda deck, learned: _Sees(16))
    made, nothing = Eyes(slowly), np.zeros((4, 4), np.uint8)
    assert begun.wait(10.0)
    made.use(None)
    assert made.in_sight(nothing) == 16
    may_load.set()
    for thread in threading.enumerate():
        if thread.name.startswith("eyes"):
            thread.join()
    assert made.in_sight(nothing) == 16


def test_eyes_that_cannot_be_loaded_say_so_when_they_are_used() -> None:
    def broken() -> Any:
        raise ValueError("finder.onnx is missing")

    with pytest.raises(ValueError, match="finder"):
        Eyes(broken).read_frames([Picture(np.zeros((32, 32, 3), np.uint8))], "a")
