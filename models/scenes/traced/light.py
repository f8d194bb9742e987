"""The lamps, the window and the light all round of a scene, as emitters."""

import mitsuba
import numpy as np

from models.scenes.photograph.camera import View
from models.scenes.photograph.light import Lamp, mirror_point
from models.scenes.spec import SceneSpec
from models.scenes.traced.stuff import Made
from vision.arrays import F64

_WINDOW = (1200.0, 1000.0, 1800.0, 900.0)
"""Width, height, how far it is from the table's middle, how high its middle, mm."""


def emitters(spec: SceneSpec, view: View) -> Made:
    """All light, for `mitsuba.load_dict`. White paper straight below a lamp is as bright as its power says."""
    found: Made = {
        "around": {"type": "constant", "radiance": _rgb(np.array(spec.light.ambient))},
        **{f"lamp-{k}": _lamp(lamp, view) for k, lamp in enumerate(spec.light.lamps)},
    }
    slope = np.array(spec.light.slope)
    if np.hypot(*slope) > 0.02:
        found["window"] = _window(slope, np.array(spec.light.ambient))
    return found


def _rgb(bgr: F64) -> Made:
    return {"type": "rgb", "value": [max(float(c), 0.0) for c in bgr[::-1]]}


def _lamp(lamp: Lamp, view: View) -> Made:
    """A ball of the lamp's size; one that the camera would see hangs higher, where the same point mirrors it."""
    camera = view.camera.position
    height = max(lamp.height, camera[2] * 1.1)
    at = camera[:2] + (mirror_point(lamp, view) - camera[:2]) * (camera[2] + height) / camera[2]
    return {
        "type": "sphere", "center": [float(at[0]), -float(at[1]), float(height)], "radius": lamp.size,
        "emitter": {"type": "area", "radiance": _rgb(np.array(lamp.colour) * lamp.power * (height / lamp.size) ** 2)},
    }  # fmt: skip


def _window(slope: F64, ambient: F64) -> Made:
    wide, high, far, up = _WINDOW
    way = slope / np.hypot(*slope)
    centre = np.array([way[0] * far, -way[1] * far, up])
    distance = float(np.linalg.norm(centre))
    # What a small patch in the table's middle gets of it, over what it gets of a sky of that radiance.
    share = wide * high * (far / distance) * (up / distance) / (np.pi * distance**2)
    to_world = mitsuba.ScalarTransform4f().look_at(
        origin=centre.tolist(), target=[0, 0, up], up=[0, 0, 1]
    ) @ mitsuba.ScalarTransform4f().scale([wide / 2, high / 2, 1])
    radiance = ambient * float(np.hypot(*slope)) / share
    return {"type": "rectangle", "to_world": to_world, "emitter": {"type": "area", "radiance": _rgb(radiance)}}
