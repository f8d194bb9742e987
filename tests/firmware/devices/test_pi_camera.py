"""The Raspberry Pi's camera, against an interface that has the signatures of the release on the Pi."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from firmware.devices.cameras.camera import CameraError
from firmware.devices.cameras.camera_watch import STILL, CameraWatch
from firmware.devices.cameras.pi_camera import FRAMES_TO_LOCK, GLANCES_TO_METER, SPARING, PiCamera
from firmware.screens.trouble import Trouble
from tests.firmware.devices.picamera2_record import CLASSES, changes, installed, record
from tests.firmware.devices.picamera2_stand_in import InterfaceError, Sensor, camera_on, recorded


def table() -> Sensor:
    """Something red on the left, something blue on the right, on a green table."""
    scene = np.zeros((360, 640, 3), np.uint8)
    scene[:, :] = (30, 90, 40)
    scene[100:260, 60:200] = (200, 20, 20)
    scene[100:260, 440:580] = (20, 20, 200)
    return Sensor(scene)


def bench() -> tuple[Sensor, PiCamera]:
    """The table's sensor, and the camera on it."""
    sensor = table()
    return sensor, PiCamera(camera_on(sensor))


def test_colours_arrive_as_the_reader_wants_them() -> None:
    pixels = PiCamera(camera_on(table())).capture("frame-000001").pixels
    blue, _, red = pixels[180, 130].tolist()
    assert red > 3 * blue
    blue, _, red = pixels[180, 510].tolist()
    assert blue > 3 * red


@pytest.mark.parametrize(("memory", "size"), [(512 << 20, SPARING), (900 << 20, (640, 360)), (2 << 30, (640, 360))])
def test_where_memory_is_scarce_frames_are_smaller(
    monkeypatch: pytest.MonkeyPatch, memory: int, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("os.sysconf", {"SC_PHYS_PAGES": memory >> 12, "SC_PAGE_SIZE": 1 << 12}.get)
    height, width, _ = PiCamera(camera_on(table())).capture("frame-000001").pixels.shape
    assert (width, height) == size


def test_focus_and_exposure_are_locked_and_every_picture_has_them() -> None:
    sensor, camera = bench()
    camera.capture("frame-000001")
    kept = camera.kept
    assert kept is not None
    assert kept.focus == 2.25
    sensor.unsettled = FRAMES_TO_LOCK - 1
    bright = camera.capture("frame-000002").pixels.mean()
    assert sensor.unsettled == 0
    assert bright == pytest.approx(camera.capture("frame-000003").pixels.mean(), abs=1.0)
    assert camera.kept == kept
    details = camera.details()
    assert details["camera_keeps"] == {"exposure": kept.exposure, "gain": 1.0, "colours": (1.9, 1.6), "focus": 2.25}


def test_a_picture_that_was_taken_with_something_else_is_refused_and_the_camera_started_anew() -> None:
    sensor, camera = bench()
    camera.capture("frame-000001")
    sensor.unsettled = FRAMES_TO_LOCK
    with pytest.raises(CameraError, match="does not stay as it was set"):
        camera.capture("frame-000002")
    assert (sensor.open, camera.kept) == (False, None)
    camera.capture("frame-000002")
    assert sensor.opened == 2


def test_a_camera_that_does_not_do_what_it_is_told_is_refused() -> None:
    sensor = table()
    sensor.obeys = False
    with pytest.raises(CameraError, match="does not stay as it was set"):
        PiCamera(camera_on(sensor)).capture("frame-000001")
    assert not sensor.open


def test_a_lens_that_cannot_be_focused_is_left_alone() -> None:
    sensor = table()
    sensor.autofocus = False
    camera = PiCamera(camera_on(sensor))
    camera.capture("frame-000001")
    assert camera.kept is not None
    assert camera.kept.focus is None


def test_a_frame_is_of_now() -> None:
    sensor, camera = bench()
    camera.capture("frame-000001")
    sensor.scene = sensor.scene[:, ::-1].copy()
    assert np.argmax(camera.capture("frame-000002").pixels[180, 130]) == 0


def test_there_is_one_configuration_for_good_and_no_frame_is_kept_back() -> None:
    sensor, camera = bench()
    for number in range(5):
        camera.capture(f"frame-{number}")
        assert camera.glance().shape == (360, 640)
    assert (sensor.opened, sensor.configured) == (1, 1)
    camera.close()
    assert not sensor.open
    camera.close()


def test_a_glance_is_grey_and_without_the_padding() -> None:
    grey = PiCamera(camera_on(table())).glance()
    assert grey.dtype == np.uint8
    assert grey[:, -40:].std() < 5
    assert abs(int(grey[20, 20]) - int(grey[20, 620])) < 12


def test_it_is_metered_anew_when_the_light_has_changed_and_stays_so() -> None:
    sensor, camera = bench()
    camera.glance()
    before, metered = camera.kept, sensor.metered
    assert before is not None
    sensor.light = 0.3
    for _ in range(GLANCES_TO_METER - 1):
        camera.glance()
    assert camera.kept == before
    camera.glance()
    assert camera.kept is not None
    assert camera.kept.exposure > 2 * before.exposure
    for _ in range(2 * GLANCES_TO_METER):
        camera.glance()
    assert sensor.metered == metered + 1


def test_a_short_shadow_changes_nothing() -> None:
    sensor, camera = bench()
    camera.glance()
    before = camera.kept
    for _ in range(4):
        sensor.light = 0.2
        for _ in range(GLANCES_TO_METER - 1):
            camera.glance()
        sensor.light = 1.0
        camera.glance()
    assert camera.kept == before


def test_a_camera_that_is_pulled_out_comes_back() -> None:
    sensor, camera = bench()
    camera.capture("frame-000001")
    sensor.gone = True
    for _ in range(3):
        with pytest.raises(CameraError, match="is its cable in"):
            camera.capture("frame-000002")
    assert camera.details() == {"camera_open": False, "camera_keeps": None}
    sensor.gone = False
    assert camera.capture("frame-000002").pixels.shape == (360, 640, 3)


def test_a_camera_that_somebody_else_has_is_no_crash() -> None:
    sensor = table()
    other = camera_on(sensor)()
    camera = PiCamera(camera_on(sensor))
    with pytest.raises(CameraError, match="does nobody else use it"):
        camera.glance()
    other.close()
    camera.glance()


def test_its_troubles_are_told_and_go_by_themselves() -> None:
    sensor, camera = bench()
    watch = CameraWatch(camera)
    scene = sensor.scene

    def seen(glances: int = 1) -> set[Trouble]:
        for _ in range(glances):
            watch.look()
        return set(watch.troubles())

    assert seen(5) == set()
    sensor.gone = True
    assert seen() == {Trouble.CAMERA_GONE}
    assert watch.details()["camera_open"] is False
    sensor.gone = False
    assert seen() == set()
    sensor.scene = np.zeros_like(scene)
    assert seen() == {Trouble.CAMERA_COVERED}
    assert seen(GLANCES_TO_METER + 2) == {Trouble.CAMERA_COVERED}
    sensor.scene = scene
    assert seen(2 * GLANCES_TO_METER) == set()
    opened = sensor.opened
    sensor.frozen = True
    assert seen(STILL - 1) == set()
    assert seen() == {Trouble.CAMERA_STILL}
    assert not sensor.open
    for number in range(2, 4):
        assert seen(STILL + 1) == {Trouble.CAMERA_STILL}
        assert sensor.opened == opened + number - 1
    sensor.frozen = False
    assert seen() == {Trouble.CAMERA_STILL}
    assert seen() == set()
    assert sensor.opened == opened + 3
    assert watch.details()["camera"] == "pi"


def test_without_picamera2_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match=r"^picamera2 is not installed\.$"):
        PiCamera().capture("frame-000001")


def test_it_is_made_by_picamera2(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("picamera2")
    sensor = table()
    module.Picamera2 = camera_on(sensor)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    PiCamera().glance()
    assert sensor.opened == 1


@pytest.mark.parametrize(
    ("name", "member"),
    [("Picamera2", "capture_request"), ("Picamera2", "camera_controls"), ("CompletedRequest", "make_array")],
)
def test_a_release_that_renames_something_is_noticed(name: str, member: str) -> None:
    release = recorded()
    release[name][f"new_{member}"] = release[name].pop(member)
    with pytest.raises(InterfaceError, match=f"{name} has no {member}"):
        camera_on(table(), release)


def test_a_release_that_renames_a_parameter_is_noticed() -> None:
    release = recorded()
    parameters = release["Picamera2"]["capture_request"]
    assert [name for name, *_ in parameters] == ["wait", "signal_function", "flush"]
    parameters[2][0] = "fresh"
    with pytest.raises(CameraError):
        PiCamera(camera_on(table(), release)).capture("frame-000001")


SOURCE = """
class Picamera2:
    def __init__(self, camera_num=0): ...
    @overload
    def capture(self, wait: None = ...): ...
    def capture(self, name, /, *rest, wait=None, **others): ...
    @staticmethod
    def info(a, b=1): ...
    @property
    def controls(self): ...
    @controls.setter
    def controls(self, value): ...
    def _own(self): ...
class Other:
    def capture(self, x): ...
"""


def test_the_record_has_what_the_source_has() -> None:
    made = record("9.9", lambda file: SOURCE)
    assert made == {
        "picamera2": "9.9",
        "Picamera2": {
            "__init__": [["camera_num", "POSITIONAL_OR_KEYWORD", "0"]],
            "capture": [
                ["name", "POSITIONAL_ONLY"],
                ["rest", "VAR_POSITIONAL"],
                ["wait", "KEYWORD_ONLY", "None"],
                ["others", "VAR_KEYWORD"],
            ],
            "controls": "property",
            "info": [["a", "POSITIONAL_OR_KEYWORD"], ["b", "POSITIONAL_OR_KEYWORD", "1"]],
        },
        "CompletedRequest": {},
    }
    assert changes(made, record("9.9.1", lambda file: SOURCE.replace("b=1", "c=1"))) == [
        "Picamera2.info: [['a', 'POSITIONAL_OR_KEYWORD'], ['b', 'POSITIONAL_OR_KEYWORD', '1']] became "
        "[['a', 'POSITIONAL_OR_KEYWORD'], ['c', 'POSITIONAL_OR_KEYWORD', '1']]"
    ]


def test_the_release_that_is_installed_has_what_the_firmware_uses() -> None:
    """On a Raspberry Pi the package of the system counts; elsewhere there is none, and the record speaks for itself."""
    release = installed() or recorded()
    assert all(release[name] for name in CLASSES)
    PiCamera(camera_on(table(), release)).capture("frame-000001")


def test_the_record_is_of_the_release_that_its_command_names() -> None:
    text = (Path(__file__).parent / "picamera2_record.py").read_text("utf-8")
    assert f"picamera2=={recorded()['picamera2']}" in text
