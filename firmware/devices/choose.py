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


def choose(pictures: Path | None, camera: int | None = None) -> Devices:
    """The devices of this machine. Pictures come from the folder or the USB camera named, else the demonstration's.

    A camera is never taken unasked: most computers have one, and it looks at a face.
    """
    return Devices(_camera(pictures, camera), ShippedEyes())


def _camera(pictures: Path | None, camera: int | None) -> Camera:
    if pictures is not None:
        return FolderCamera(pictures)
    if camera is not None:
        return UsbCamera(camera)
    with as_file(files("firmware").joinpath("demo")) as folder:
        return DemonstrationCamera(folder)
