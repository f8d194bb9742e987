"""A scene path-traced: what lamps, cards, things and glasses do to each other is simulated, not drawn.

It takes Mitsuba 3 (``pip install -e '.[traced]'``) and an LLVM that is new enough for it, 19 say (Debian's
``libllvm19``), whose file DRJIT_LIBLLVM_PATH names where it is not found by itself. Slower by far than
`models.scenes.scene.render`, and free of all that that does about light, shadows, bowed cards and mirrored lamps. A
lens draws straight lines here, and nobody leans over the table.
"""

from dataclasses import replace
from typing import Any

import cv2
import drjit
import mitsuba
import numpy as np

from models.scenes.arrays import I16, f32, image_corners, to_u8
from models.scenes.photograph.camera import Camera, View
from models.scenes.photograph.sensor import expose
from models.scenes.scene import Scene, card_codes, ground, mirrored, with_truth
from models.scenes.spec import CardItem, SceneSpec
from models.scenes.table.standing import Arm, Glass
from models.scenes.traced.light import emitters
from models.scenes.traced.solids import TRIANGLES, Sheet, Solid, grid_triangles, joined, sheets
from models.scenes.traced.standing import arm_parts, glass_parts
from models.scenes.traced.stuff import Made, bitmap, matt, mesh, plastic
from vision.arrays import F32

SAMPLES = 4
"""Paths a pixel; a power of four."""

_BOUNCES = 7
"""How long a path may be: through both walls of a glass, and back to a lamp."""


def trace(spec: SceneSpec, size: tuple[int, int], samples: int = SAMPLES) -> Scene:
    """Path-trace the scene at `size` (width, height)."""
    if spec.mirrored:
        return mirrored(trace(replace(spec, mirrored=False), size, samples))
    view = View(replace(spec.camera, distortion=0.0), size)
    rng = np.random.default_rng(spec.seed)
    lying = sheets(spec)
    world: Made = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": _BOUNCES, "hide_emitters": True},
        "sensor": _sensor(view, samples),
        "table": _table(spec, view, rng),
        **emitters(spec, view),
        **_standing(spec),
    }
    label = np.full(view.shape, -1, np.int16)
    if lying:
        solid, picture = joined(lying)
        coated = plastic(bitmap(picture[..., :3]), spec.light.gloss)
        world["lying"] = mesh(solid, {"type": "mask", "opacity": bitmap(picture[..., 3:]), "nested": coated})
    scene = mitsuba.load_dict(world)
    light = np.array(mitsuba.render(scene, spp=samples, seed=int(rng.integers(2**31))))[..., ::-1]
    if lying:
        label = _label(scene, world["lying"], view, _codes(spec, lying))
    seen = to_u8(255 * np.clip(light, 0, 1) ** (1 / 2.2))
    image = expose(seen, _vignette(spec, view), None, (1, 1, 1), spec.sensor, rng, size[0] / 4608)
    corners = [sheet.grid[[0, 0, -1, -1], [0, -1, -1, 0]] for sheet in lying if isinstance(sheet.item, CardItem)]
    return with_truth(spec, image, [view.project(quad) for quad in corners], label)


def _sensor(view: View, samples: int) -> Made:
    right, down, forward = view.camera.rotation * (1, -1, -1)
    to_world = np.eye(4)
    to_world[:3, :3] = np.stack([-right, -down, forward], axis=1)
    to_world[:3, 3] = view.camera.position * (1, -1, 1)
    film = {"type": "hdrfilm", "width": view.size[0], "height": view.size[1], "rfilter": {"type": "box"}}
    return {
        "type": "perspective", "fov": view.camera.hfov, "fov_axis": "x", "near_clip": 10.0, "far_clip": 10000.0,
        "to_world": mitsuba.ScalarTransform4f(to_world), "film": film,
        "sampler": {"type": "ldsampler", "sample_count": samples},
    }  # fmt: skip


def _table(spec: SceneSpec, view: View, rng: np.random.Generator) -> Any:
    """The table as far as the picture shows it, and a little more."""
    seen = cv2.perspectiveTransform(image_corners(*view.shape)[None], np.linalg.inv(view.homography))[0]
    low, high = seen.min(axis=0) - 50, seen.max(axis=0) + 50
    wide, long = (high - low).tolist()
    x, y = ((low + high) / 2).tolist()
    scale = min(view.scale, 6000 / max(wide, long))
    above = Camera(1000.0, look_at=(x, y), hfov=float(np.degrees(2 * np.arctan(wide / 2000))))
    picture = ground(spec, View(above, (round(wide * scale), round(long * scale))), rng)
    colour = bitmap(picture.astype(np.float32) / np.float32(255))
    gloss = spec.surfaces[-1][0].gloss
    u, v = (part.ravel() for part in np.meshgrid([0.0, 1.0], [0.0, 1.0]))
    points = np.stack([low[0] + u * wide, -low[1] - v * long, np.zeros(4)], axis=1)
    solid = Solid(points, np.stack([u, v], axis=1), grid_triangles(2, 2))
    return mesh(solid, plastic(colour, gloss) if gloss > 0.05 else matt(colour))


def _standing(spec: SceneSpec) -> Made:
    parts: Made = {}
    for k, item in enumerate(spec.items):
        if isinstance(item, Glass):
            parts |= {f"{name}-{k}": part for name, part in glass_parts(item).items()}
        elif isinstance(item, Arm):
            parts |= {f"{name}-{k}": part for name, part in arm_parts(item).items()}
    return parts


def _codes(spec: SceneSpec, lying: list[Sheet]) -> I16:
    """Of each flat thing the code of the card that it is, -1 where it is none."""
    codes = iter(card_codes(spec))
    return np.array([next(codes) if isinstance(sheet.item, CardItem) else -1 for sheet in lying], np.int16)


def _label(scene: Any, lying: Any, view: View, codes: I16) -> I16:
    """The code of the card on top at each pixel: what the ray through its middle meets first."""
    rows, columns = view.shape
    x, y = drjit.meshgrid(
        (drjit.arange(mitsuba.Float, columns) + 0.5) / columns, (drjit.arange(mitsuba.Float, rows) + 0.5) / rows
    )
    ray, _ = scene.sensors()[0].sample_ray(0.0, 0.5, mitsuba.Point2f(x, y), mitsuba.Point2f(0.5, 0.5))
    met = scene.ray_intersect_preliminary(ray, coherent=True)
    triangle = np.array(drjit.select(met.shape == mitsuba.ShapePtr(lying), mitsuba.Int(met.prim_index), -1))
    return np.where(triangle < 0, -1, codes[triangle // TRIANGLES]).astype(np.int16).reshape(rows, columns)


def _vignette(spec: SceneSpec, view: View) -> F32:
    rows, columns = view.shape
    u = np.arange(columns, dtype=np.float32) / columns - np.float32(0.5)
    v = (np.arange(rows, dtype=np.float32) - rows / 2) / columns
    level = 1 - np.float32(spec.light.vignette) * (u[None, :] ** 2 + v[:, None] ** 2)
    return np.repeat(f32(level)[..., None], 3, axis=2)
