"""The one place where it is chosen which devices a table has."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import as_file, files
from pathlib import Path

from firmware.devices.camera import Camera, DemonstrationCamera, FolderCamera, UsbCamera
from firmware.devices.display import Display
from firmware.devices.eyes import Eyes, ShippedEyes
from firmware.devices.keys import Keys


@dataclass(frozen=True, slots=True)
class Devices:
    """What one table has: a camera with its reader, and any number of displays and button panels beside the web's."""

    camera: Camera
    eyes: Eyes
    displays: tuple[Display, ...] = field(default=())
    keys: tuple[Keys, ...] = field(default=())


def choose(pictures: Path | None) -> Devices:
    """The devices of this machine. Pictures come from the folder, else a USB camera, else the demonstration."""
    return Devices(_camera(pictures), ShippedEyes())


def _camera(pictures: Path | None) -> Camera:
    if pictures is not None:
        return FolderCamera(pictures)
    if Path("/dev/video0").exists():
        return UsbCamera(0)
    with as_file(files("firmware").joinpath("demo")) as folder:
        return DemonstrationCamera(folder)
