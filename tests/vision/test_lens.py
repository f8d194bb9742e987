"""The published figures of the cameras agree with each other."""

from __future__ import annotations

import math

import pytest

from models.scenes.photograph.camera import Camera, View
from vision.lens import CAMERA_MODULE_3, LENSES, Lens

PIXEL = 0.0014
"""Side of a pixel on the sensor of both, mm, from the same specification."""


@pytest.mark.parametrize("lens", LENSES.values(), ids=LENSES.keys())
def test_the_angles_fit_the_focal_length_and_the_sensor(lens: Lens) -> None:
    """Makers round, and measure through real lenses: two of the three figures give the third within 4 degrees."""
    for pixels, angle in ((lens.width, lens.horizontal), (lens.height, lens.vertical)):
        from_focal = 2 * math.degrees(math.atan(pixels * PIXEL / 2 / lens.focal))
        assert from_focal == pytest.approx(angle, abs=4)


def test_the_scale_is_the_drawn_camera_s() -> None:
    """Drawn pictures have one angle and square pixels; the scale from the published pair is the smaller by 2 %."""
    view = View(Camera(height=1000, hfov=CAMERA_MODULE_3.horizontal), (CAMERA_MODULE_3.width, CAMERA_MODULE_3.height))
    assert CAMERA_MODULE_3.scale / 1000 == pytest.approx(view.scale, rel=0.03)
    assert CAMERA_MODULE_3.scale / 1000 < view.scale
