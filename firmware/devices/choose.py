"""The one place where it is chosen which devices a table has."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from pathlib import Path
from typing import Protocol

from engine.sentences import Sentence
from firmware.devices.board import Board
from firmware.devices.cameras.camera import Camera, DemonstrationCamera, FolderCamera, LiveCamera, UsbCamera
from firmware.devices.cameras.camera_watch import CameraWatch
from firmware.devices.cameras.phone_camera import PHONE, PhoneCamera
from firmware.devices.cameras.pi_camera import PiCamera
from firmware.devices.display import Display
from firmware.devices.eyes import Eyes
from firmware.devices.gpio_keys import GpioError, GpioKeys, on_this_pi
from firmware.devices.keys import Keys
from firmware.devices.lasting import LastingDisplay
from firmware.devices.light import lamp as lamps
from firmware.devices.light.lighting import Lighting
from firmware.devices.oled import Oled
from firmware.devices.pins import BUS, DisplayPins, Pins, shipped
from firmware.devices.sound.speaker import Aplay, usb_speaker
from firmware.devices.sound.talker import Talker
from firmware.devices.watch import Watched
from firmware.files.arguments import UsageError, path, whole
from firmware.screens.trouble import Trouble

_LOG = logging.getLogger("hamarreko")
_NUMBER = whole(f"a camera's number or {PHONE!r}", 0)


class Closes(Protocol):
    """Something with a thread or a device of its own."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Devices:
    """What one table has: a camera with its reader, and any number of displays and button panels beside the web's.

    By its `light` pictures are taken. It speaks where it has a `talker` and a `speaker`. `watched` are those that tell
    their troubles, `helpers` whoever else is to be closed at the end. `notes` are sentences about the start that
    somebody should read.
    """

    camera: Camera
    eyes: Eyes
    displays: tuple[Display, ...] = field(default=())
    keys: tuple[Keys, ...] = field(default=())
    watched: tuple[Watched, ...] = field(default=())
    helpers: tuple[Closes, ...] = field(default=())
    notes: tuple[Sentence, ...] = field(default=())
    light: Lighting = field(default_factory=Lighting)
    talker: Talker | None = None
    speaker: Aplay | None = None

    @property
    def live(self) -> LiveCamera | None:
        """The camera, where its picture changes by itself or may come to."""
        return self.camera if isinstance(self.camera, LiveCamera) else None

    def troubles(self) -> tuple[Trouble, ...]:
        """All that is wrong now, in the order of `Trouble`."""
        found = frozenset[Trouble]().union(*(one.troubles() for one in self.watched))
        return tuple(trouble for trouble in Trouble if trouble in found)

    def details(self) -> dict[str, object]:
        """What they tell the health page."""
        return {name: value for one in self.watched for name, value in one.details().items()}

    def close(self) -> None:
        """Give all of them free, those that look at others first."""
        every: Iterable[Closes] = (*self.helpers, self.camera, self.light, *self.keys, *self.displays)
        for one in every:
            one.close()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments that say where the pictures come from."""
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--pictures", type=path, metavar="FOLDER", help="pictures of the table, one a karta aldia")
    source.add_argument(
        "--camera", type=_named, nargs="?", const=0, metavar="N|phone",
        help="a USB camera (its number, 0 where left out), or a phone, which comes in by --network",
    )  # fmt: skip


def _named(text: str) -> int | str:
    return text if text == PHONE else _NUMBER(text)


def source(args: argparse.Namespace) -> tuple[Path | None, int | str | None]:
    """The folder, or the USB camera or phone, that these arguments name. UsageError where the folder is none."""
    pictures: Path | None = args.pictures
    if pictures is not None and not pictures.is_dir():
        what = "is no folder" if pictures.exists() else "there is no such folder"
        raise UsageError(f"--pictures {pictures}: {what}")
    return pictures, args.camera


def choose(
    pictures: Path | None,
    camera: int | str | None = None,
    board: Board | None = None,
    voices: Path | None = None,
) -> Devices:
    """The devices of this machine. Pictures come from the folder, the USB camera or the phone named.

    Without either, a Raspberry Pi takes its own camera, and any other machine the demonstration's pictures: a camera is
    never taken unasked where it may look at a face. A Raspberry Pi has the box's buttons and display as well. Piper's
    voices lie in the folder `voices`.
    """
    board = board or Board()
    taken, pins = _camera(pictures, camera, board), shipped()
    light = Lighting(_lamp(pins) if board.is_pi else None, taken if isinstance(taken, PiCamera) else None)
    watching, eyes = _watching(taken, light), Eyes()
    for watch in watching:
        watch.start()
    talker = Talker(voices)
    if not board.is_pi:
        watched: tuple[Watched, ...] = (*watching, eyes)
        return Devices(taken, eyes, (), (), watched, watching, (), light, talker, Aplay())
    display = LastingDisplay(Oled(BUS, pins.display.controller))
    display.start()
    _check_speed(board, pins.display)
    keys, notes = _buttons(pins)
    watched = (*watching, display, *keys, board, eyes)
    return Devices(taken, eyes, (display,), keys, watched, watching, notes, light, talker, Aplay(usb_speaker))


def _watching(camera: Camera, light: Lighting) -> tuple[CameraWatch, ...]:
    if isinstance(camera, PhoneCamera):
        return (CameraWatch(camera, gone=Trouble.PHONE_SILENT),)
    return (CameraWatch(camera, lit=lambda: light.shows),) if isinstance(camera, LiveCamera) else ()


def _camera(pictures: Path | None, camera: int | str | None, board: Board) -> Camera:
    if pictures is not None:
        return FolderCamera(pictures)
    if isinstance(camera, int):
        return UsbCamera(camera)
    if camera == PHONE:
        return PhoneCamera()
    if board.is_pi:
        return PiCamera()
    with as_file(files("firmware").joinpath("demo")) as folder:
        return DemonstrationCamera(folder)


def _buttons(pins: Pins) -> tuple[tuple[GpioKeys, ...], tuple[Sentence, ...]]:
    """The box's buttons, or the sentence why there are none: the panel has the same twelve."""
    try:
        return (on_this_pi(pins),), ()
    except GpioError as error:
        _LOG.error("the buttons cannot be used: %s", error)
        return (), (Sentence("The box's buttons cannot be used: {why}.", why=Sentence.of(error)),)


def _lamp(pins: Pins) -> lamps.Lamp | None:
    """The box's lamp, where it has one: it may do without."""
    try:
        return lamps.on_this_pi(pins)
    except GpioError as error:
        _LOG.warning("there is no lamp: %s", error)
        return None


def _check_speed(board: Board, display: DisplayPins) -> None:
    hertz = board.hertz
    if hertz is not None and hertz < display.hertz:
        _LOG.warning(
            "the display's bus runs at %d Hz, which is slow: config.txt needs dtparam=i2c_arm_baudrate=%d",
            hertz,
            display.hertz,
        )
