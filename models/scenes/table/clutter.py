"""What else lies or stands on a table: sprites drawn once, glasses, beans, hands and sleeves."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.scenes.arrays import F64, U8, Rng, f32, fractal, to_u8, u8
from models.scenes.canvas import Canvas, Shadow, darken
from models.scenes.cards.decks import levels, rounded

Colour = tuple[float, float, float]

FLAT: dict[str, tuple[float, float, float]] = {
    "mat": (94, 94, 4), "roundmat": (95, 95, 4), "coaster": (100, 100, 5), "phone": (74, 155, 9),
    "note": (105, 148, 0.5), "sheet": (148, 210, 0.3), "envelope": (220, 110, 1), "tissues": (55, 110, 24),
    "banknote": (140, 77, 0.3), "cigarettes": (57, 88, 23), "pen": (9, 142, 8), "matches": (36, 54, 12),
    "napkin": (165, 165, 1), "ticket": (60, 130, 0.2), "plate": (170, 170, 12), "ashtray": (110, 110, 25),
    "sticky": (76, 76, 1), "leaflet": (100, 210, 0.4), "lid": (34, 34, 5), "case": (62, 96, 20),
}  # fmt: skip
"""Flat things by name: width, length and thickness in mm."""


def _colour(rng: Rng, saturation: tuple[float, float] = (0, 230), value: tuple[float, float] = (30, 245)) -> Colour:
    pixel = np.array([[[rng.integers(180), rng.uniform(*saturation), rng.uniform(*value)]]], np.uint8)
    b, g, r = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return float(b), float(g), float(r)


def _sheet(rows: int, columns: int, colour: Colour) -> U8:
    return np.full((rows, columns, 3), np.array(colour).round(), np.uint8)


def _scribble(picture: U8, rng: Rng, box: tuple[int, int, int, int], lines: int, ink: Colour) -> None:
    """Lines of handwriting or of figures in a box (x0, y0, x1, y1)."""
    x0, y0, x1, y1 = box
    pitch = (y1 - y0) / max(lines, 1)
    for i in range(lines):
        end = x0 + (x1 - x0) * rng.uniform(0.3, 1.0)
        x = np.arange(x0, max(end, x0 + 4), 1.5)
        y = y0 + (i + 0.6) * pitch + np.cumsum(rng.normal(0, 1, len(x))) * 0.2 + rng.normal(0, pitch * 0.16, len(x))
        start = 0
        while start < len(x):
            stop = start + int(rng.integers(4, 14))
            stroke = np.stack([x[start:stop], y[start:stop]], axis=1).astype(np.int32)
            cv2.polylines(picture, [stroke], False, ink, 1, cv2.LINE_AA)
            start = stop + int(rng.integers(1, 5))


def _print_lines(picture: U8, rng: Rng, box: tuple[int, int, int, int], pitch: int, ink: Colour) -> None:
    x0, y0, x1, y1 = box
    for y in range(y0, y1 - pitch // 2, pitch):
        x = float(x0)
        stop = x1 if rng.random() < 0.8 else x0 + (x1 - x0) * rng.uniform(0.3, 0.9)
        while x < stop:
            word = rng.uniform(1, 5) * pitch * 0.5
            cv2.line(picture, (int(x), y), (int(min(x + word, stop)), y), ink, max(pitch // 3, 1), cv2.LINE_AA)
            x += word + pitch * 0.35


@lru_cache(maxsize=200)
def sprite(kind: str, variant: int) -> tuple[U8, ...]:
    """A flat thing's picture at several sizes, 2 pixels a millimetre."""
    rng = np.random.default_rng((71, variant, sorted(FLAT).index(kind)))
    wide, long, _ = FLAT[kind]
    rows, columns = round(long * 2), round(wide * 2)
    paper = _colour(rng, (0, 30), (205, 252))
    radius = 0.0
    if kind in ("mat", "roundmat", "coaster", "lid"):
        picture, radius = _beer_mat(rng, rows, columns, kind)
    elif kind == "phone":
        picture, radius = _phone(rng, rows, columns), 0.13
    elif kind in ("note", "sheet"):
        picture = _sheet(rows, columns, paper)
        if rng.random() < 0.5:
            for y in range(20, rows, int(rng.integers(10, 18))):
                cv2.line(picture, (0, y), (columns, y), (225, 205, 190), 1)
        if rng.random() < 0.5:
            cv2.line(picture, (columns // 2, 10), (columns // 2, rows - 10), (60, 60, 60), 2, cv2.LINE_AA)
        ink = _colour(rng, (60, 255), (20, 120))
        _scribble(picture, rng, (12, 16, columns - 12, rows - 12), int(rng.integers(3, 14)), ink)
    elif kind == "sticky":
        picture = _sheet(rows, columns, _colour(rng, (60, 150), (220, 255)))
        _scribble(picture, rng, (10, 14, columns - 10, rows - 10), int(rng.integers(1, 6)), (70, 50, 40))
    elif kind in ("envelope", "case"):
        picture = _sheet(rows, columns, paper if rng.random() < 0.6 else _colour(rng, (20, 180), (60, 230)))
        line = tuple(float(c) * 0.8 for c in picture[0, 0])
        flap = [(0, 0), (columns // 2, int(rows * rng.uniform(0.4, 0.7))), (columns, 0)]
        cv2.polylines(picture, [np.array(flap, np.int32)], False, line, 2, cv2.LINE_AA)
        radius = 0.02
    elif kind == "banknote":
        picture = _banknote(rng, rows, columns)
    elif kind == "napkin":
        picture = _sheet(rows, columns, _colour(rng, (0, 140), (170, 250)))
        for at in (columns // 2, columns // 4, 3 * columns // 4):
            cv2.line(picture, (at, 0), (at, rows), tuple(float(c) * 0.9 for c in picture[0, 0]), 2, cv2.LINE_AA)
        cv2.line(picture, (0, rows // 2), (columns, rows // 2), tuple(float(c) * 0.88 for c in picture[0, 0]), 2)
    elif kind in ("ticket", "leaflet"):
        picture = _sheet(rows, columns, paper if rng.random() < 0.6 else _colour(rng))
        dark = sum(picture[0, 0].tolist()) > 330
        ink_ = (50.0, 45.0, 45.0) if dark else (235.0, 235.0, 235.0)
        _print_lines(picture, rng, (8, 16, columns - 8, rows - 10), int(rng.integers(7, 13)), ink_)
        if kind == "leaflet":
            y = int(rng.uniform(0, 0.5) * rows)
            cv2.rectangle(picture, (8, y), (columns - 8, y + rows // 3), _colour(rng), -1)
    elif kind == "pen":
        picture = _sheet(rows, columns, _colour(rng))
        picture[: rows // 3] = np.array(_colour(rng)).round()
        shine = 0.55 + 0.6 * np.sin(np.linspace(0, np.pi, columns))[None, :, None]
        picture, radius = to_u8(picture * shine), 0.45
    elif kind in ("plate", "ashtray"):
        picture, radius = _dish(rng, rows, columns), 0.5
    else:
        picture = _packet(rng, rows, columns)
        radius = 0.04
    shading = 1 + 0.02 * fractal(variant + 5, 256, 3, 4, 0.7)
    picture = to_u8(picture * f32(cv2.resize(shading, (columns, rows)))[..., None])
    return tuple(levels(np.dstack([picture, rounded(rows, columns, radius * columns)])))


def _beer_mat(rng: Rng, rows: int, columns: int, kind: str) -> tuple[U8, float]:
    ground = _colour(rng, (0, 230), (40, 250))
    picture = _sheet(rows, columns, ground)
    middle = (columns // 2, rows // 2)
    for _ in range(int(rng.integers(1, 5))):
        radius = int(rng.uniform(0.1, 0.48) * columns)
        thick = -1 if rng.random() < 0.4 else int(rng.integers(2, 12))
        if rng.random() < 0.6:
            cv2.circle(picture, middle, radius, _colour(rng), thick, cv2.LINE_AA)
        else:
            half = radius * 3 // 4
            corner = (middle[0] - half, middle[1] - half // 2)
            cv2.rectangle(picture, corner, (middle[0] + half, middle[1] + half // 2), _colour(rng), thick)
    if rng.random() < 0.7:
        text = "".join(rng.choice(list("ABEGIKLMNORSTUZ"), int(rng.integers(3, 8))))
        size = rng.uniform(0.7, 1.6)
        cv2.putText(
            picture, text, (int(columns * 0.15), int(rows * rng.uniform(0.4, 0.65))), cv2.FONT_HERSHEY_DUPLEX, size,
            _colour(rng), 2, cv2.LINE_AA,
        )  # fmt: skip
    if kind == "mat" or (kind == "coaster" and rng.random() < 0.4):
        return picture, 0.07
    return picture, 0.5


def _phone(rng: Rng, rows: int, columns: int) -> U8:
    picture = _sheet(rows, columns, _colour(rng, (0, 60), (8, 50)))
    border = int(rng.integers(4, 12))
    if rng.random() < 0.35:
        glow = to_u8(np.linspace(0, 1, rows)[:, None, None] * np.array(_colour(rng)) * 0.7 + 40)
        picture[border:-border, border:-border] = np.broadcast_to(glow, picture.shape)[border:-border, border:-border]
        for y in range(border + 20, rows - 40, 36):
            for x in range(border + 10, columns - 30, 32):
                if rng.random() < 0.75:
                    cv2.rectangle(picture, (x, y), (x + 20, y + 20), _colour(rng), -1)
    else:
        cv2.rectangle(picture, (border, border), (columns - border, rows - border), (18, 16, 15), -1)
        if rng.random() < 0.5:
            picture[:] = np.array(_colour(rng, (0, 200), (20, 240))).round()
            cv2.circle(picture, (28, 30), 13, (20, 20, 20), -1, cv2.LINE_AA)
            cv2.circle(picture, (28, 62), 13, (20, 20, 20), -1, cv2.LINE_AA)
    return picture


def _banknote(rng: Rng, rows: int, columns: int) -> U8:
    ground = np.array(_colour(rng, (30, 110), (160, 235)))
    pattern = fractal(int(rng.integers(999)), 256, 8, 5, 0.7)
    picture = to_u8(ground + f32(cv2.resize(pattern, (columns, rows)))[..., None] * 14)
    ink = tuple(float(c) * 0.5 for c in ground)
    cv2.circle(picture, (int(columns * 0.68), rows // 2), rows // 3, ink, 2, cv2.LINE_AA)
    cv2.ellipse(picture, (int(columns * 0.3), rows // 2), (rows // 4, rows // 3), 0, 0, 360, ink, -1, cv2.LINE_AA)
    for x, y in ((8, 30), (columns - 55, rows - 10)):
        cv2.putText(picture, str(rng.choice(["5", "10", "20", "50"])), (x, y), cv2.FONT_HERSHEY_DUPLEX, 1.0, ink, 2)
    return picture


def _dish(rng: Rng, rows: int, columns: int) -> U8:
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    radius = np.hypot(x - columns / 2, y - rows / 2) / (columns / 2)
    ground = np.array(_colour(rng, (0, 120), (60, 250)))
    rim = rng.uniform(0.6, 0.85)
    shade = 1 - 0.35 * np.exp(-(((radius - rim) / 0.05) ** 2)) + 0.12 * (x - y) / columns * np.sign(radius - rim)
    return to_u8(ground * np.clip(shade, 0, 1.15)[..., None])


def _packet(rng: Rng, rows: int, columns: int) -> U8:
    """A packet with a printed top: tissues, cigarettes, matches."""
    picture = _sheet(rows, columns, _colour(rng))
    for _ in range(int(rng.integers(2, 6))):
        if rng.random() < 0.5:
            y = int(rng.integers(rows))
            cv2.rectangle(picture, (0, y), (columns, y + int(rng.integers(4, rows // 3))), _colour(rng), -1)
        else:
            at = (int(rng.integers(columns)), int(rng.integers(rows)))
            cv2.circle(picture, at, int(rng.integers(5, columns // 2)), _colour(rng), -1, cv2.LINE_AA)
    text = "".join(rng.choice(list("abeiklmnorstuz"), int(rng.integers(3, 7))))
    cv2.putText(
        picture, text, (4, int(rows * rng.uniform(0.3, 0.8))), cv2.FONT_HERSHEY_DUPLEX, float(rng.uniform(0.6, 1.3)),
        _colour(rng), 2, cv2.LINE_AA,
    )  # fmt: skip
    return picture


# ---- small round things ----

BEADS = ("bean", "chickpea", "coin", "pebble", "chip", "button")
ROUND = ("coin", "chip", "button")
"""Flat ones, with a rim."""


@lru_cache(maxsize=96)
def bead(kind: str, variant: int) -> tuple[U8, ...]:
    """An amarraco: what teams count with."""
    rng = np.random.default_rng((73, variant, BEADS.index(kind)))
    size = 64
    y, x = (np.mgrid[:size, :size].astype(np.float32) + 0.5) / size * 2 - 1
    if kind == "bean":
        bent = y + 0.22 * x * x - 0.08
        radius = np.hypot(x / 0.95, bent / 0.58)
    elif kind == "pebble":
        angle = np.arctan2(y, x)
        radius = np.hypot(x, y) / (0.8 + 0.1 * np.sin(2 * angle + variant) + 0.06 * np.sin(3 * angle))
    else:
        radius = np.hypot(x, y) / 0.95
    alpha = np.clip((1 - radius) * size / 3, 0, 1)
    grounds: dict[str, Colour] = {
        "bean": _colour(rng, (0, 170), (50, 250)), "chickpea": (150, 195, 225), "pebble": _colour(rng, (0, 60)),
        "coin": ((70, 150, 195), (150, 165, 170), (60, 95, 150))[variant % 3],
        "chip": _colour(rng, (120, 255)), "button": _colour(rng),
    }  # fmt: skip
    ground = np.array(grounds[kind])
    if kind in ROUND:
        ring = np.exp(-(((radius - 0.85) / 0.06) ** 2)) + 0.5 * np.exp(-(((radius - 0.5) / 0.09) ** 2))
        relief = fractal(variant, size, 6, 3) * 0.06
        picture = ground * (0.95 - 0.3 * ring + relief)[..., None]
        if kind == "chip":
            spokes = (np.sin(np.arctan2(y, x) * 4) > 0.4) & (radius > 0.7)
            picture[spokes] = 235
    else:
        dome = np.sqrt(np.clip(1 - radius**2, 0, 1))
        turn = rng.uniform(0, 6.3)
        side = (x * np.cos(turn) + y * np.sin(turn)) * 0.3
        picture = ground * (0.55 + 0.5 * dome + side)[..., None]
        if kind == "bean" and rng.random() < 0.4:
            picture[fractal(variant + 9, size, 7, 2) > 0.9] *= 0.45
        spot = np.exp(-((x - 0.35 * np.cos(turn)) ** 2 + (y - 0.35 * np.sin(turn)) ** 2) / 0.03)
        picture += (spot * rng.uniform(20, 130))[..., None]
    return tuple(levels(np.dstack([to_u8(picture), to_u8(alpha * 255)])))


# ---- standing and living things ----


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
        colour=_colour(rng, (0, 140), (90, 250)),
        drink=_colour(rng, (30, 255), (20, 220)),
        level=float(rng.uniform(0, 0.85)) if rng.random() < 0.6 else 0.0,
        solid=float(rng.uniform(0.05, 0.5) if rng.random() < 0.6 else rng.uniform(0.6, 1.0)),
    )


def _ring(canvas: Canvas, x: float, y: float, radius: float, z: float) -> F64:
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    points = np.stack([x + np.cos(turn) * radius, y + np.sin(turn) * radius, np.full(48, z)], axis=1)
    return canvas.view.project(points)


def _fill(shape: tuple[int, int], points: F64, corner: tuple[int, int], value: int = 255) -> U8:
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round((points - corner - 0.5) * 16).astype(np.int32)], value, cv2.LINE_AA, 4)
    return mask


def cast(canvas: Canvas, outline: F64, shadow: Shadow) -> None:
    """The shadow on the table of something with that outline (pixels), as if it were flat."""
    outline = outline + np.array([shadow.dx, shadow.dy])
    box = canvas.box(outline, shadow.blur * 2 + 2)
    if box is None:
        return
    x0, y0, x1, y1 = box
    moved = _fill((y1 - y0, x1 - x0), outline, (x0, y0))
    darken(canvas.base[y0:y1, x0:x1], moved, Shadow(0, 0, shadow.blur, shadow.strength))


def paint_glass(canvas: Canvas, glass: Glass, towards: tuple[float, float], strength: float) -> None:
    """Paint the glass; its shadow falls `towards` (mm for each mm of height)."""
    scale = canvas.view.scale
    foot = _ring(canvas, glass.x, glass.y, glass.foot, 0)
    rim = _ring(canvas, glass.x, glass.y, glass.rim, glass.height)
    hull = np.asarray(cv2.convexHull(np.concatenate([foot, rim]).astype(np.float32))[:, 0], np.float64)
    reach = glass.height * 0.8
    far = _ring(canvas, glass.x + towards[0] * reach, glass.y + towards[1] * reach, glass.rim, 0)
    long = np.asarray(cv2.convexHull(np.concatenate([foot, far]).astype(np.float32))[:, 0], np.float64)
    cast(canvas, long, Shadow(0, 0, 9 * scale, strength * (0.35 + 0.65 * glass.solid)))
    box = canvas.box(hull, 3)
    if box is None:
        return
    x0, y0, x1, y1 = box
    shape = (y1 - y0, x1 - x0)
    body, mouth = _fill(shape, hull, (x0, y0)), _fill(shape, rim, (x0, y0))
    base = _fill(shape, foot, (x0, y0))
    colour = np.empty((*shape, 3), np.float32)
    # Round bodies are lighter on the lamp's side.
    u = (np.arange(shape[1], dtype=np.float32) - shape[1] / 2) / max(shape[1], 1)
    v = (np.arange(shape[0], dtype=np.float32) - shape[0] / 2) / max(shape[0], 1)
    lit = 1 - 0.8 * (u[None, :] * np.float32(towards[0]) + v[:, None] * np.float32(towards[1]))
    colour[:] = np.array(glass.colour, np.float32)
    colour *= np.clip(lit * 0.85, 0.25, 1.4)[..., None]
    inside = mouth.astype(np.float32)[..., None] / 255
    colour *= 1 - inside * np.float32(0.15 + 0.35 * glass.solid)
    alpha = body.astype(np.float32) / 255 * np.float32(0.18 + 0.8 * glass.solid)
    if glass.solid < 0.6:
        floor = base.astype(np.float32) / 255
        colour *= 1 - 0.25 * floor[..., None]
        alpha *= 1 - 0.3 * (mouth.astype(np.float32) / 255) * (1 - np.float32(glass.solid))
    if glass.level > 0:
        radius = glass.foot + (glass.rim - glass.foot) * glass.level - 2
        top = _fill(shape, _ring(canvas, glass.x, glass.y, radius, glass.height * glass.level), (x0, y0))
        wet = top.astype(np.float32)[..., None] / 255 * (np.minimum(mouth, 255).astype(np.float32)[..., None] / 255)
        colour += (np.array(glass.drink, np.float32) - colour) * wet
        alpha = np.maximum(alpha, wet[..., 0] * 0.85)
    drawn, opacity = to_u8(colour), to_u8(alpha * 255)
    thick = max(1, round(1.6 * scale))
    edge = (0.35 * np.array(glass.colour) + 0.65 * 255).tolist()
    for points, strong in ((rim, 190), (foot, 90)):
        line = np.round((points - (x0, y0) - 0.5) * 16).astype(np.int32)
        cv2.polylines(drawn, [line], True, edge, thick, cv2.LINE_AA, 4)
        ring = np.zeros(shape, np.uint8)
        cv2.polylines(ring, [line], True, strong, thick, cv2.LINE_AA, 4)
        opacity = np.maximum(opacity, ring)
    if glass.solid < 0.75:
        arc = np.round((rim[4:14] * 0.8 + rim.mean(0) * 0.2 - (x0, y0)) * 16).astype(np.int32)
        cv2.polylines(drawn, [arc], False, (255, 255, 255), thick, cv2.LINE_AA, 4)
        ring = np.zeros(shape, np.uint8)
        cv2.polylines(ring, [arc], False, 230, thick, cv2.LINE_AA, 4)
        opacity = np.maximum(opacity, ring)
    canvas.cover(box, drawn, opacity, hide=90)


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
    return Arm(start, tip, (skin[0] * 0.85, skin[1] * 0.88, skin[2] * 0.95), _colour(rng, (0, 200), (15, 235)),
               float(rng.uniform(0.5, 1.3)), int(rng.integers(1000)))  # fmt: skip


def paint_arm(canvas: Canvas, arm: Arm, shadow: Shadow) -> None:
    """Paint the hand and the sleeve over what lies there."""
    rng = np.random.default_rng((79, arm.variant))
    tip, start = np.array(arm.tip), np.array(arm.start)
    along = (start - tip) / np.linalg.norm(start - tip)
    across = np.array([-along[1], along[0]])
    middle = tip + along * 105
    limbs = []
    for k in range(4):
        side = (k - 1.5) * 19
        end = middle + across * side * (1 + 0.5 * arm.spread) - along * (80 - 9 * abs(k - 1.3) + rng.normal(0, 5))
        limbs.append((middle + across * side - along * 20, end, 9.0))
    thumb = middle + along * 10 + across * 42 * (1 if arm.variant % 2 else -1)
    limbs.append((thumb, thumb - along * 45 + across * 18 * (1 if arm.variant % 2 else -1), 10.5))
    limbs.append((middle - along * 18, middle + along * 28, 40.0))
    wrist = middle + along * rng.uniform(75, 130)
    limbs.append((middle + along * 20, wrist, 29.0))
    low, high = 25.0, 45.0
    project = canvas.view.project
    outline = project(
        np.array([[*(p + d * across * r), z] for p, _, r in limbs[-2:] for d in (-1, 1) for z in (low,)]
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
