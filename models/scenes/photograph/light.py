"""Lamps, windows and shadows over the table, and what glossy things mirror of them."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.scenes.arrays import Rng, f32, u8
from models.scenes.photograph.camera import View
from vision.arrays import F32, F64

_STEP = 4
"""The light changes slowly: it is worked out for every so many pixels of a picture 1152 wide."""


@dataclass(frozen=True)
class Lamp:
    """A light at (x, y, height) mm; `power` is what it gives right below it; `colour` BGR about 1."""

    x: float
    y: float
    height: float
    power: float
    colour: tuple[float, float, float]
    size: float = 60.0
    """Its radius, mm: how soft shadows and mirror images are."""


@dataclass(frozen=True)
class Shade:
    """A soft-edged strip or blot of shadow: a polygon on the table, blurred by `blur` mm; `depth` 0..1."""

    points: tuple[tuple[float, float], ...]
    blur: float
    depth: float


@dataclass(frozen=True)
class Light:
    """All light on a table."""

    lamps: tuple[Lamp, ...]
    ambient: tuple[float, float, float]
    shades: tuple[Shade, ...] = ()
    gloss: float = 0.0
    """How much cards mirror, 0..1."""
    vignette: float = 0.0
    slope: tuple[float, float] = (0.0, 0.0)
    """Change of the light per metre to the right and down, as from a window."""

    @property
    def main(self) -> Lamp:
        """The lamp that throws the shadows."""
        return max(self.lamps, key=lambda lamp: lamp.power)


def warmth(kelvin: float) -> tuple[float, float, float]:
    """BGR of a lamp of that colour temperature, green 1, about neutral at 5500 K."""
    t = np.log(kelvin / 5500.0)
    return float(np.exp(0.95 * t)), 1.0, float(np.exp(-0.75 * t))


def random_light(rng: Rng, kind: str, wide: float) -> Light:
    """Light as scenes of `kind` have it."""
    kelvin = rng.uniform(3600 - 1000 * wide, 6800 + 1500 * wide)
    tint = np.array(warmth(kelvin)) * np.exp(rng.normal(0, 0.03, 3))
    exposure = rng.uniform(0.85 - 0.2 * wide, 1.25 + 0.15 * wide)
    if kind == "dim":
        exposure *= rng.uniform(0.3, 1.0)
    contrast = rng.uniform(0.15, 0.5 + 0.3 * wide)
    lamps = []
    for k in range(int(rng.choice([1, 1, 2, 3]))):
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0, 700 + 700 * wide)
        colour = tint * np.exp(rng.normal(0, 0.04 + 0.04 * wide, 3))
        at = (float(np.cos(angle) * far), float(np.sin(angle) * far), float(rng.uniform(650, 1800)))
        power = float(contrast if k == 0 else contrast * rng.uniform(0.15, 0.8))
        tone = (float(colour[0]), float(colour[1]), float(colour[2]))
        lamps.append(Lamp(*at, power, tone, float(rng.uniform(20, 200))))
    whole = sum(lamp.power for lamp in lamps)
    lamps = [replace(lamp, power=lamp.power / whole * contrast * exposure * 1.25) for lamp in lamps]
    rest = np.array(tint) * exposure * (1 - contrast) * np.exp(rng.normal(0, 0.04, 3))
    shades = [_person(rng) for _ in range(int(rng.choice([0, 0, 1, 2, 3])))]
    if rng.random() < 0.12 * wide:
        shades += _blinds(rng)
    gloss = float(rng.uniform(0, 0.35) if kind != "glare" else rng.uniform(0.55, 1.0))
    steep = 0.45 if rng.random() < 0.35 * wide else 0.12
    return Light(
        tuple(lamps), (float(rest[0]), float(rest[1]), float(rest[2])), tuple(shades), gloss,
        float(rng.uniform(0, 0.35)), (float(rng.normal(0, steep)), float(rng.normal(0, steep))),
    )  # fmt: skip


def _person(rng: Rng) -> Shade:
    """The shadow of somebody who leans over the table from one side."""
    angle = rng.uniform(0, 2 * np.pi)
    middle = np.array([np.cos(angle) * 620, np.sin(angle) * 420])
    wide, deep = rng.uniform(90, 260), rng.uniform(60, 330)
    along = -middle / np.linalg.norm(middle)
    across = np.array([-along[1], along[0]])
    points = [
        middle - across * wide - along * 400,
        middle - across * wide * 0.9 + along * deep * 0.6,
        middle + along * deep,
        middle + across * wide * 0.9 + along * deep * 0.6,
        middle + across * wide - along * 400,
    ]
    return Shade(
        tuple((float(p[0]), float(p[1])) for p in points), float(rng.uniform(10, 120)), float(rng.uniform(0.1, 0.5))
    )


def _blinds(rng: Rng) -> list[Shade]:
    """Hard strips of sun and shade through a window."""
    turn = rng.uniform(0, np.pi)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    depth, blur = float(rng.uniform(0.15, 0.45)), float(rng.uniform(2, 14))
    pitch, offset = rng.uniform(90, 320), rng.uniform(0, 300)
    strips = []
    for k in range(-4, 5):
        near = across * (k * pitch + offset)
        far = near + across * pitch * rng.uniform(0.25, 0.7)
        corners = (near - along * 1500, near + along * 1500, far + along * 1500, far - along * 1500)
        strips.append(Shade(tuple((float(c[0]), float(c[1])) for c in corners), blur, depth))
    return strips


def light_map(light: Light, view: View) -> F32:
    """What the light multiplies the table's colours with, (rows, columns, 3), in the picture's own brightness."""
    rows, columns = view.shape
    step = max(_STEP, round(_STEP * view.size[0] / 1152))
    x, y = view.table_grid(step)
    total = np.empty((*x.shape, 3), np.float32)
    total[:] = light.ambient
    total *= np.clip(1 + (light.slope[0] * x + light.slope[1] * y) / 1000, 0.3, 2.0)[..., None]
    for lamp in light.lamps:
        squared = ((x - lamp.x) ** 2 + (y - lamp.y) ** 2) / lamp.height**2
        total += (lamp.power / (1 + squared) ** 1.5)[..., None] * np.array(lamp.colour)
    level = f32(total ** np.float32(1 / 2.2))
    if light.vignette:
        u = (np.arange(x.shape[1]) * step + view.origin[0]) / view.size[0] - 0.5
        v = (np.arange(x.shape[0]) * step + view.origin[1]) / view.size[0] - 0.5
        level *= (1 - light.vignette * (u[None, :] ** 2 + v[:, None] ** 2))[..., None]
    for shade in light.shades:
        _shade(level, shade, view, step)
    # The grid's points are the middles of the pixels 0, step, 2 step…
    move = np.array([[step, 0, 0], [0, step, 0]], np.float32)
    return f32(cv2.warpAffine(level, move, (columns, rows), borderMode=cv2.BORDER_REPLICATE))


def _shade(level: F32, shade: Shade, view: View, step: int) -> None:
    """Darken the coarse map of the light where the shadow falls."""
    mask = np.zeros(level.shape[:2], np.uint8)
    points = np.clip((view.project(np.array(shade.points)) - 0.5) / step, -3000, 3000)
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    sigma = shade.blur * view.scale / step
    size = int(sigma * 2) | 1
    # Two boxes look like a Gaussian, at a cost that does not grow with the blur.
    if size > 1:
        mask = u8(cv2.blur(cv2.blur(mask, (size, size)), (size, size)))
    level *= (1 - mask.astype(np.float32) * np.float32(shade.depth / 255))[..., None]


def mirror_point(lamp: Lamp, view: View, normal: tuple[float, float] = (0.0, 0.0)) -> F64:
    """Where on the table (mm) a flat mirror would show the lamp; `normal` is how far the mirror leans, radians."""
    camera, height = view.camera.position[:2], view.camera.position[2]
    part = height / (height + lamp.height)
    # A leaning mirror moves the image by about twice its angle times the shorter way.
    reach = 2 * height * lamp.height / (height + lamp.height)
    return np.asarray(camera + ((lamp.x, lamp.y) - camera) * part + np.array(normal) * reach)
