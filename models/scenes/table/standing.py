"""What stands on a table or reaches over it: glasses, hands and sleeves."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.scenes.arrays import Colour, Rng, hull_of, to_u8, u8
from models.scenes.canvas import Canvas, Shadow, darken, filled
from models.scenes.table.sprites import random_colour
from vision.arrays import F32, F64


@dataclass(frozen=True)
class Glass:
    """A glass or cup that stands on the table; millimetres."""

    x: float
    y: float
    foot: float
    rim: float
    height: float
    colour: Colour
    drink: Colour
    level: float
    solid: float
    """0 clear as water … 1 opaque."""


def random_glass(rng: Rng, x: float, y: float) -> Glass:
    """A tumbler, a small coffee cup, a wine or a beer glass."""
    foot = float(rng.uniform(16, 36))
    return Glass(
        x=x,
        y=y,
        foot=foot,
        rim=foot * float(rng.uniform(0.95, 1.35)),
        height=float(rng.uniform(45, 150)),
        colour=random_colour(rng, (0, 140), (90, 250)),
        drink=random_colour(rng, (30, 255), (20, 220)),
        level=float(rng.uniform(0, 0.85)) if rng.random() < 0.6 else 0.0,
        solid=float(rng.uniform(0.05, 0.5) if rng.random() < 0.6 else rng.uniform(0.6, 1.0)),
    )


def _ring(canvas: Canvas, x: float, y: float, radius: float, z: float) -> F64:
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    points = np.stack([x + np.cos(turn) * radius, y + np.sin(turn) * radius, np.full(48, z)], axis=1)
    return canvas.view.project(points)


def _darken_within(canvas: Canvas, outline: F64, blur: float, strength: float) -> None:
    """The shadow that fills an outline (pixels) on the table."""
    box = canvas.box(outline, blur * 2 + 2)
    if box is not None:
        x0, y0, x1, y1 = box
        mask = filled((y1 - y0, x1 - x0), outline, (x0, y0))
        darken(canvas.base[y0:y1, x0:x1], mask, Shadow(0, 0, blur, strength))


def paint_glass(canvas: Canvas, glass: Glass, towards: tuple[float, float], strength: float) -> None:
    """Paint the glass; its shadow falls `towards` (mm for each mm of height)."""
    scale = canvas.view.scale
    foot = _ring(canvas, glass.x, glass.y, glass.foot, 0)
    rim = _ring(canvas, glass.x, glass.y, glass.rim, glass.height)
    hull = hull_of(np.concatenate([foot, rim]))
    reach = glass.height * 0.8
    far = _ring(canvas, glass.x + towards[0] * reach, glass.y + towards[1] * reach, glass.rim, 0)
    shadow = hull_of(np.concatenate([foot, far]))
    _darken_within(canvas, shadow, 9 * scale, strength * (0.35 + 0.65 * glass.solid))
    box = canvas.box(hull, 3)
    if box is None:
        return
    x0, y0, x1, y1 = box
    shape = (y1 - y0, x1 - x0)
    body, mouth, base = (
        filled(shape, points, (x0, y0)).astype(np.float32) / np.float32(255) for points in (hull, rim, foot)
    )
    colour, alpha = _seen_through(glass, towards, body, mouth, base)
    if glass.level > 0:
        radius = glass.foot + (glass.rim - glass.foot) * glass.level - 2
        top = filled(shape, _ring(canvas, glass.x, glass.y, radius, glass.height * glass.level), (x0, y0))
        wet = top.astype(np.float32)[..., None] / np.float32(255) * mouth[..., None]
        colour += (np.array(glass.drink, np.float32) - colour) * wet
        alpha = np.maximum(alpha, wet[..., 0] * 0.85)
    drawn, opacity = to_u8(colour), to_u8(alpha * 255)
    edge = (0.35 * np.array(glass.colour) + 0.65 * 255).tolist()
    lines = [(rim - (x0, y0) - 0.5, True, edge, 190), (foot - (x0, y0) - 0.5, True, edge, 90)]
    if glass.solid < 0.75:
        lines.append((rim[4:14] * 0.8 + rim.mean(0) * 0.2 - (x0, y0), False, [255] * 3, 230))
    thick = max(1, round(1.6 * scale))
    for points, closed, tone, strong in lines:
        line = np.round(points * 16).astype(np.int32)
        cv2.polylines(drawn, [line], closed, tone, thick, cv2.LINE_AA, 4)
        ring = np.zeros(shape, np.uint8)
        cv2.polylines(ring, [line], closed, strong, thick, cv2.LINE_AA, 4)
        opacity = np.maximum(opacity, ring)
    canvas.cover(box, drawn, opacity, hide=90)


def _seen_through(glass: Glass, towards: tuple[float, float], body: F32, mouth: F32, base: F32) -> tuple[F32, F32]:
    """An empty glass's colour, rows x columns x 3, and how far it covers what is behind it, 0 to 1.

    `body`, `mouth` and `base`: how much of each pixel they take.
    """
    rows, columns = body.shape
    # Round bodies are lighter on the lamp's side.
    u = (np.arange(columns, dtype=np.float32) - columns / 2) / max(columns, 1)
    v = (np.arange(rows, dtype=np.float32) - rows / 2) / max(rows, 1)
    lit = 1 - 0.8 * (u[None, :] * np.float32(towards[0]) + v[:, None] * np.float32(towards[1]))
    colour = np.empty((rows, columns, 3), np.float32)
    colour[:] = np.array(glass.colour, np.float32)
    colour *= np.clip(lit * 0.85, 0.25, 1.4)[..., None]
    colour *= 1 - mouth[..., None] * np.float32(0.15 + 0.35 * glass.solid)
    alpha = body * np.float32(0.18 + 0.8 * glass.solid)
    if glass.solid < 0.6:
        colour *= 1 - 0.25 * base[..., None]
        alpha *= 1 - 0.3 * mouth * (1 - np.float32(glass.solid))
    return colour, alpha


@dataclass(frozen=True)
class Arm:
    """A hand with its sleeve that reaches in from a side: from `start` to the finger tips at `tip`, mm."""

    start: tuple[float, float]
    tip: tuple[float, float]
    skin: Colour
    sleeve: Colour
    spread: float
    variant: int


def random_arm(rng: Rng, tip: tuple[float, float], away: tuple[float, float]) -> Arm:
    """An arm whose finger tips are at `tip`, coming from the direction `away`."""
    turn = np.arctan2(away[1], away[0]) + rng.normal(0, 0.3)
    start = (tip[0] + float(np.cos(turn)) * 700, tip[1] + float(np.sin(turn)) * 700)
    tone = rng.uniform(0.25, 1.0)
    skin = (200 * tone**1.4, 215 * tone**1.15, 245 * tone**0.85)
    return Arm(start, tip, (skin[0] * 0.85, skin[1] * 0.88, skin[2] * 0.95), random_colour(rng, (0, 200), (15, 235)),
               float(rng.uniform(0.5, 1.3)), int(rng.integers(1000)))  # fmt: skip


Limb = tuple[F64, F64, float]
"""From one point of the table to another, and how thick it is: half its width, mm."""


def limbs_of(arm: Arm) -> tuple[list[Limb], F64, F64]:
    """The fingers, the thumb, the palm, and the hand down to the wrist; where the wrist is; which way the arm goes."""
    rng = np.random.default_rng((79, arm.variant))
    tip, start = np.array(arm.tip), np.array(arm.start)
    along = (start - tip) / np.linalg.norm(start - tip)
    across = np.array([-along[1], along[0]])
    middle = tip + along * 105
    limbs: list[Limb] = []
    for k in range(4):
        side = (k - 1.5) * 19
        end = middle + across * side * (1 + 0.5 * arm.spread) - along * (80 - 9 * abs(k - 1.3) + rng.normal(0, 5))
        limbs.append((middle + across * side - along * 20, end, 9.0))
    outward = across * (1 if arm.variant % 2 else -1)
    thumb = middle + along * 10 + outward * 42
    limbs.append((thumb, thumb - along * 45 + outward * 18, 10.5))
    limbs.append((middle - along * 18, middle + along * 28, 40.0))
    wrist = middle + along * rng.uniform(75, 130)
    limbs.append((middle + along * 20, wrist, 29.0))
    return limbs, wrist, along


def paint_arm(canvas: Canvas, arm: Arm, shadow: Shadow) -> None:
    """Paint the hand and the sleeve over what lies there."""
    limbs, wrist, along = limbs_of(arm)
    tip, start = np.array(arm.tip), np.array(arm.start)
    across = np.array([-along[1], along[0]])
    low, high = 25.0, 45.0
    project = canvas.view.project
    outline = project(
        np.array([[*(p + d * across * r), low] for p, _, r in limbs[-2:] for d in (-1, 1)]
                 + [[*tip, low], [*start, high]])
    )  # fmt: skip
    box = canvas.box(outline, 75 * canvas.view.scale)
    if box is None:
        return
    x0, y0, x1, y1 = box
    shape = (y1 - y0, x1 - x0)
    scale = canvas.view.scale * 1.04
    mask = np.zeros(shape, np.uint8)
    colour = np.zeros((*shape, 3), np.uint8)

    def stroke(a: F64, b: F64, radius: float, tone: Colour) -> None:
        ends = project(np.array([[*a, low], [*b, low]])) - (x0, y0)
        p, q = (tuple(int(v) for v in np.clip(e, -9000, 9000)) for e in ends)
        for image, value in ((mask, 255), (colour, tone)):
            cv2.line(image, p, q, value, max(int(radius * 2 * scale), 1), cv2.LINE_AA)

    dark = (arm.skin[0] * 0.72, arm.skin[1] * 0.74, arm.skin[2] * 0.8)
    for a, b, radius in limbs:
        stroke(a, b, radius, dark)
    for a, b, radius in limbs:
        stroke(a, b, radius * 0.72, arm.skin)
    dim = (arm.sleeve[0] * 0.7, arm.sleeve[1] * 0.7, arm.sleeve[2] * 0.7)
    stroke(wrist, start, 46, dim)
    stroke(wrist + along * 3, start, 36, arm.sleeve)
    soft = max(int(5 * scale) | 1, 1)
    colour = u8(cv2.blur(colour, (soft, soft)))
    inner = cv2.blur(mask, (soft, soft))
    # Blurring took in the black beside the arm: divide it out again.
    colour = u8(cv2.divide(colour, cv2.cvtColor(np.maximum(inner, 40), cv2.COLOR_GRAY2BGR), scale=255))
    darken(canvas.base[y0:y1, x0:x1], mask, shadow)
    canvas.cover(box, colour, mask)
