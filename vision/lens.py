"""The cameras' lenses and sensors, as their makers publish them: the one place for these figures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera as published. Angles in degrees, lengths in millimetres, the picture in pixels."""

    name: str
    horizontal: float
    """Field of view across the picture's width."""
    vertical: float
    """Field of view across the picture's height."""
    width: int
    height: int
    focal: float
    """Focal length, mm."""
    f_number: float
    nearest: float
    """The nearest distance at which it can be sharp, mm."""

    @property
    def seen(self) -> tuple[float, float]:
        """Width and height seen at a distance of 1, from the published angles."""
        return 2 * math.tan(math.radians(self.horizontal / 2)), 2 * math.tan(math.radians(self.vertical / 2))

    @property
    def scale(self) -> float:
        """Pixels per unit of length at a distance of 1: the smaller of the picture's two directions."""
        wide, high = self.seen
        return min(self.width / wide, self.height / high)


CAMERA_MODULE_3 = Lens("Camera Module 3", 66.0, 41.0, 4608, 2592, 4.74, 1.8, 100.0)
CAMERA_MODULE_3_WIDE = Lens("Camera Module 3 Wide", 102.0, 67.0, 4608, 2592, 2.75, 2.2, 50.0)
"""Both from Raspberry Pi's camera hardware specification, looked up in November 2026."""

LENSES: Mapping[str, Lens] = MappingProxyType({"module-3": CAMERA_MODULE_3, "module-3-wide": CAMERA_MODULE_3_WIDE})
"""The cameras by the name that people type."""
