"""Flat things and beans: sprites, drawn once."""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from models.scenes.arrays import Colour, Rng, bgr, f32, fractal, to_u8
from models.scenes.cards.decks import levels, rounded
from vision.arrays import U8

FLAT: dict[str, tuple[float, float, float]] = {
    "mat": (94, 94, 4), "roundmat": (95, 95, 4), "coaster": (100, 100, 5), "phone": (74, 155, 9),
    "note": (105, 148, 0.5), "sheet": (148, 210, 0.3), "envelope": (220, 110, 1), "tissues": (55, 110, 24),
    "banknote": (140, 77, 0.3), "cigarettes": (57, 88, 23), "pen": (9, 142, 8), "matches": (36, 54, 12),
    "napkin": (165, 165, 1), "ticket": (60, 130, 0.2), "plate": (170, 170, 12), "ashtray": (110, 110, 25),
    "sticky": (76, 76, 1), "leaflet": (100, 210, 0.4), "lid": (34, 34, 5), "case": (62, 96, 20),
}  # fmt: skip
"""Flat things by name: width, length and thickness in mm."""


def random_colour(
    rng: Rng, saturation: tuple[float, float] = (0, 230), value: tuple[float, float] = (30, 245)
) -> Colour:
    """Blue, green and red of a colour of any hue."""
    return bgr(int(rng.integers(180)), rng.uniform(*saturation), rng.uniform(*value))


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
    paper = random_colour(rng, (0, 30), (205, 252))
    picture, radius = _DRAWN.get(kind, _packet)(rng, _sheet(rows, columns, paper), kind)
    shading = 1 + 0.02 * fractal(variant + 5, 256, 3, 4, 0.7)
    picture = to_u8(picture * f32(cv2.resize(shading, (columns, rows)))[..., None])
    return tuple(levels(np.dstack([picture, rounded(rows, columns, radius * columns)])))


def _darker(picture: U8, share: float) -> Colour:
    b, g, r = (float(c) * share for c in picture[0, 0])
    return b, g, r


def _note(rng: Rng, picture: U8, kind: str) -> tuple[U8, float]:
    rows, columns, _ = picture.shape
    if rng.random() < 0.5:
        for y in range(20, rows, int(rng.integers(10, 18))):
            cv2.line(picture, (0, y), (columns, y), (225, 205, 190), 1)
    if rng.random() < 0.5:
        cv2.line(picture, (columns // 2, 10), (columns // 2, rows - 10), (60, 60, 60), 2, cv2.LINE_AA)
    ink = random_colour(rng, (60, 255), (20, 120))
    _scribble(picture, rng, (12, 16, columns - 12, rows - 12), int(rng.integers(3, 14)), ink)
    return picture, 0.0


def _sticky(rng: Rng, paper: U8, kind: str) -> tuple[U8, float]:
    rows, columns, _ = paper.shape
    picture = _sheet(rows, columns, random_colour(rng, (60, 150), (220, 255)))
    _scribble(picture, rng, (10, 14, columns - 10, rows - 10), int(rng.integers(1, 6)), (70, 50, 40))
    return picture, 0.0


def _envelope(rng: Rng, paper: U8, kind: str) -> tuple[U8, float]:
    rows, columns, _ = paper.shape
    picture = paper if rng.random() < 0.6 else _sheet(rows, columns, random_colour(rng, (20, 180), (60, 230)))
    flap = [(0, 0), (columns // 2, int(rows * rng.uniform(0.4, 0.7))), (columns, 0)]
    cv2.polylines(picture, [np.array(flap, np.int32)], False, _darker(picture, 0.8), 2, cv2.LINE_AA)
    return picture, 0.02


def _napkin(rng: Rng, paper: U8, kind: str) -> tuple[U8, float]:
    rows, columns, _ = paper.shape
    picture = _sheet(rows, columns, random_colour(rng, (0, 140), (170, 250)))
    for at in (columns // 2, columns // 4, 3 * columns // 4):
        cv2.line(picture, (at, 0), (at, rows), _darker(picture, 0.9), 2, cv2.LINE_AA)
    cv2.line(picture, (0, rows // 2), (columns, rows // 2), _darker(picture, 0.88), 2)
    return picture, 0.0


def _ticket(rng: Rng, paper: U8, kind: str) -> tuple[U8, float]:
    rows, columns, _ = paper.shape
    picture = paper if rng.random() < 0.6 else _sheet(rows, columns, random_colour(rng))
    dark = sum(picture[0, 0].tolist()) > 330
    ink = (50.0, 45.0, 45.0) if dark else (235.0, 235.0, 235.0)
    _print_lines(picture, rng, (8, 16, columns - 8, rows - 10), int(rng.integers(7, 13)), ink)
    if kind == "leaflet":
        y = int(rng.uniform(0, 0.5) * rows)
        cv2.rectangle(picture, (8, y), (columns - 8, y + rows // 3), random_colour(rng), -1)
    return picture, 0.0


def _pen(rng: Rng, paper: U8, kind: str) -> tuple[U8, float]:
    rows, columns, _ = paper.shape
    picture = _sheet(rows, columns, random_colour(rng))
    picture[: rows // 3] = np.array(random_colour(rng)).round()
    shine = 0.55 + 0.6 * np.sin(np.linspace(0, np.pi, columns))[None, :, None]
    return to_u8(picture * shine), 0.45


def _beer_mat(rng: Rng, paper: U8, kind: str) -> tuple[U8, float]:
    rows, columns, _ = paper.shape
    ground = random_colour(rng, (0, 230), (40, 250))
    picture = _sheet(rows, columns, ground)
    middle = (columns // 2, rows // 2)
    for _ in range(int(rng.integers(1, 5))):
        radius = int(rng.uniform(0.1, 0.48) * columns)
        thick = -1 if rng.random() < 0.4 else int(rng.integers(2, 12))
        if rng.random() < 0.6:
            cv2.circle(picture, middle, radius, random_colour(rng), thick, cv2.LINE_AA)
        else:
            half = radius * 3 // 4
            corner = (middle[0] - half, middle[1] - half // 2)
            cv2.rectangle(picture, corner, (middle[0] + half, middle[1] + half // 2), random_colour(rng), thick)
    if rng.random() < 0.7:
        text = "".join(rng.choice(list("ABEGIKLMNORSTUZ"), int(rng.integers(3, 8))))
        size = rng.uniform(0.7, 1.6)
        cv2.putText(
            picture, text, (int(columns * 0.15), int(rows * rng.uniform(0.4, 0.65))), cv2.FONT_HERSHEY_DUPLEX, size,
            random_colour(rng), 2, cv2.LINE_AA,
        )  # fmt: skip
    if kind == "mat" or (kind == "coaster" and rng.random() < 0.4):
        return picture, 0.07
    return picture, 0.5


def _phone(rng: Rng, paper: U8, kind: str) -> tuple[U8, float]:
    rows, columns, _ = paper.shape
    picture = _sheet(rows, columns, random_colour(rng, (0, 60), (8, 50)))
    border = int(rng.integers(4, 12))
    if rng.random() < 0.35:
        glow = to_u8(np.linspace(0, 1, rows)[:, None, None] * np.array(random_colour(rng)) * 0.7 + 40)
        picture[border:-border, border:-border] = np.broadcast_to(glow, picture.shape)[border:-border, border:-border]
        for y in range(border + 20, rows - 40, 36):
            for x in range(border + 10, columns - 30, 32):
                if rng.random() < 0.75:
                    cv2.rectangle(picture, (x, y), (x + 20, y + 20), random_colour(rng), -1)
    else:
        cv2.rectangle(picture, (border, border), (columns - border, rows - border), (18, 16, 15), -1)
        if rng.random() < 0.5:
            picture[:] = np.array(random_colour(rng, (0, 200), (20, 240))).round()
            cv2.circle(picture, (28, 30), 13, (20, 20, 20), -1, cv2.LINE_AA)
            cv2.circle(picture, (28, 62), 13, (20, 20, 20), -1, cv2.LINE_AA)
    return picture, 0.13


def _banknote(rng: Rng, paper: U8, kind: str) -> tuple[U8, float]:
    rows, columns, _ = paper.shape
    ground = np.array(random_colour(rng, (30, 110), (160, 235)))
    pattern = fractal(int(rng.integers(999)), 256, 8, 5, 0.7)
    picture = to_u8(ground + f32(cv2.resize(pattern, (columns, rows)))[..., None] * 14)
    ink = tuple(float(c) * 0.5 for c in ground)
    cv2.circle(picture, (int(columns * 0.68), rows // 2), rows // 3, ink, 2, cv2.LINE_AA)
    cv2.ellipse(picture, (int(columns * 0.3), rows // 2), (rows // 4, rows // 3), 0, 0, 360, ink, -1, cv2.LINE_AA)
    for x, y in ((8, 30), (columns - 55, rows - 10)):
        cv2.putText(picture, str(rng.choice(["5", "10", "20", "50"])), (x, y), cv2.FONT_HERSHEY_DUPLEX, 1.0, ink, 2)
    return picture, 0.0


def _dish(rng: Rng, paper: U8, kind: str) -> tuple[U8, float]:
    rows, columns, _ = paper.shape
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    radius = np.hypot(x - columns / 2, y - rows / 2) / (columns / 2)
    ground = np.array(random_colour(rng, (0, 120), (60, 250)))
    rim = rng.uniform(0.6, 0.85)
    shade = 1 - 0.35 * np.exp(-(((radius - rim) / 0.05) ** 2)) + 0.12 * (x - y) / columns * np.sign(radius - rim)
    return to_u8(ground * np.clip(shade, 0, 1.15)[..., None]), 0.5


def _packet(rng: Rng, paper: U8, kind: str) -> tuple[U8, float]:
    """A packet with a printed top: tissues, cigarettes, matches."""
    rows, columns, _ = paper.shape
    picture = _sheet(rows, columns, random_colour(rng))
    for _ in range(int(rng.integers(2, 6))):
        if rng.random() < 0.5:
            y = int(rng.integers(rows))
            cv2.rectangle(picture, (0, y), (columns, y + int(rng.integers(4, rows // 3))), random_colour(rng), -1)
        else:
            at = (int(rng.integers(columns)), int(rng.integers(rows)))
            cv2.circle(picture, at, int(rng.integers(5, columns // 2)), random_colour(rng), -1, cv2.LINE_AA)
    text = "".join(rng.choice(list("abeiklmnorstuz"), int(rng.integers(3, 7))))
    cv2.putText(
        picture, text, (4, int(rows * rng.uniform(0.3, 0.8))), cv2.FONT_HERSHEY_DUPLEX, float(rng.uniform(0.6, 1.3)),
        random_colour(rng), 2, cv2.LINE_AA,
    )  # fmt: skip
    return picture, 0.04


_DRAWN: dict[str, Callable[[Rng, U8, str], tuple[U8, float]]] = {
    **dict.fromkeys(("mat", "roundmat", "coaster", "lid"), _beer_mat),
    **dict.fromkeys(("note", "sheet"), _note),
    **dict.fromkeys(("envelope", "case"), _envelope),
    **dict.fromkeys(("ticket", "leaflet"), _ticket),
    **dict.fromkeys(("plate", "ashtray"), _dish),
    "phone": _phone,
    "sticky": _sticky,
    "banknote": _banknote,
    "napkin": _napkin,
    "pen": _pen,
}
"""What draws each kind on a sheet of paper of its size, with how round its corners are (0.5: a disc); else a packet."""


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
        "bean": random_colour(rng, (0, 170), (50, 250)), "chickpea": (150, 195, 225),
        "pebble": random_colour(rng, (0, 60)),
        "coin": ((70, 150, 195), (150, 165, 170), (60, 95, 150))[variant % 3],
        "chip": random_colour(rng, (120, 255)), "button": random_colour(rng),
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


def picture(kind: str, variant: int) -> tuple[U8, ...]:
    """The picture of a thing of FLAT or of BEADS, at several sizes."""
    return sprite(kind, variant) if kind in FLAT else bead(kind, variant)
