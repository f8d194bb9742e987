"""Decks of faces: loaded from a folder or given as pictures, trimmed, with rounded corners, at several sizes."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from models.deck.ends.marks import Marks, usual
from models.deck.faces import CARDS
from models.scenes.arrays import bgr, fractal, to_u8, u8
from vision.arrays import F64, U8

_FACE = re.compile(r"(\d{1,2})_(oros|copas|espadas|bastos)$")
_HEIGHT = 640


@dataclass
class Deck:
    """Faces by card name (``12o``), BGRA with rounded corners; what is no card of mus."""

    name: str
    faces: dict[str, U8]
    strange: dict[str, U8] = field(default_factory=dict)
    aspect: float = 61 / 95
    """Width by height of the faces as they were given."""
    marks: dict[str, Marks] = field(default_factory=dict)
    """What each face shows at its ends. Of given faces, where nobody said, what their names let expect."""
    _levels: dict[str, list[U8]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def marks_of(self, name: str) -> Marks:
        """The number and the pinta that a face shows; those that its name lets expect where nothing else is known."""
        return self.marks[name] if name in self.marks else usual(name)

    def levels(self, name: str) -> list[U8]:
        """The face of `name` at its own size, a half, a quarter…, its colours multiplied by its opacity."""
        if name not in self._levels:
            face = self.faces[name] if name in self.faces else self.strange[name]
            self._levels[name] = levels(face)
        return self._levels[name]


def levels(picture: U8) -> list[U8]:
    """BGRA to halved sizes of it with premultiplied colours, as `canvas.paint` wants them."""
    alpha = picture[..., 3:].astype(np.float32) / 255
    return halved(to_u8(np.concatenate([picture[..., :3] * alpha, picture[..., 3:].astype(np.float32)], axis=2)))


def halved(picture: U8) -> list[U8]:
    """A picture whose colours are multiplied by its opacity, at its own size, a half, a quarter…"""
    found = [picture]
    while min(found[-1].shape[:2]) > 24:
        rows, columns = found[-1].shape[:2]
        smaller = ((columns + 1) // 2, (rows + 1) // 2)
        found.append(u8(cv2.resize(found[-1], smaller, interpolation=cv2.INTER_AREA)))
    return found


def at_least(levels: Sequence[U8], rows: float) -> U8:
    """The smallest of halved sizes that is so many rows high at least; the largest, where none is."""
    return next((picture for picture in reversed(levels) if picture.shape[0] >= rows), levels[0])


def rounded(rows: int, columns: int, radius: float) -> U8:
    """Opacity of a card with corners of `radius` pixels, smooth at the edge."""
    if radius < 1:
        return np.full((rows, columns), 255, np.uint8)
    y = np.abs(np.arange(rows, dtype=np.float32) + 0.5 - rows / 2) - rows / 2 + radius
    x = np.abs(np.arange(columns, dtype=np.float32) + 0.5 - columns / 2) - columns / 2 + radius
    distance = np.hypot(np.maximum(x[None, :], 0), np.maximum(y[:, None], 0))
    return to_u8(np.clip(radius + 0.5 - distance, 0, 1) * 255)


def finish(picture: U8, radius: float = 0.055) -> U8:
    """A rectangular BGR(A) face as BGRA with rounded corners; `radius` in widths.

    What is transparent or of another colour in the corners gets the paper's colour first, so that no rim of it shows.
    """
    rows, columns = picture.shape[:2]
    bgr = picture[..., :3].copy()
    if picture.shape[2] == 4:
        bgr[picture[..., 3] < 250] = _paper(bgr[picture[..., 3] >= 250].reshape(-1, 1, 3))
    corner = rounded(rows, columns, columns * radius * 1.15)
    hidden = corner < 255
    bgr[hidden] = _paper(bgr[~hidden].reshape(-1, 1, 3))
    return np.dstack([bgr, rounded(rows, columns, columns * radius)])


def deck_of(
    name: str, pictures: Mapping[str, U8], radius: float = 0.055, marks: Mapping[str, Marks] | None = None
) -> Deck:
    """A deck from BGR or BGRA pictures by card name; ``8o``, ``joker`` and such are strange. `marks` say what the
    faces show at their ends, where that is known."""
    deck = Deck(name, {}, marks=dict(marks or {}))
    for card, picture in pictures.items():
        opaque = picture.shape[2] == 3 or int(picture[0, 0, 3]) == 255
        face = finish(picture, radius) if opaque else _underlaid(u8(picture))
        (deck.faces if card in CARDS else deck.strange)[card] = face
    if deck.faces:
        deck.aspect = float(np.median([f.shape[1] / f.shape[0] for f in deck.faces.values()]))
    return deck


def _underlaid(picture: U8) -> U8:
    """The picture with paper under its transparent corners, for those who use its colours alone."""
    picture = picture.copy()
    clear = picture[..., 3] < 128
    if clear.any() and not clear.all():
        picture[clear, :3] = _paper(picture[~clear][:, :3])
    return picture


def load_deck(folder: str | Path) -> Deck:
    """The deck in `folder`: ``<rank>_<suit>.png``, perhaps ``joker*.png``."""
    folder = Path(folder)
    raw: dict[str, U8] = {}
    for path in sorted(folder.glob("*.png")):
        match = _FACE.search(path.stem)
        name = f"{int(match[1])}{match[2][0]}" if match else path.stem
        if not match and not name.startswith("joker"):
            continue
        data = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED)
        if data is None:
            raise ValueError(f"not a picture: {path}")
        raw[name] = _trim(_four_channels(u8(data)))
    if not raw:
        raise ValueError(f"no faces named <rank>_<suit>.png in {folder}")
    return deck_of(folder.name, _same_margins(raw))


def _four_channels(picture: U8) -> U8:
    if picture.ndim == 2:
        picture = u8(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    if picture.shape[2] == 3:
        picture = u8(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA))
    rows, columns = picture.shape[:2]
    if rows > _HEIGHT:
        picture = u8(cv2.resize(picture, (round(columns * _HEIGHT / rows), _HEIGHT), interpolation=cv2.INTER_AREA))
    return picture


def _paper(pixels: U8) -> U8:
    """The paper's colour: the median of the brighter half."""
    flat = pixels.reshape(-1, 3)
    light = flat.sum(1)
    return u8(np.median(flat[light >= np.median(light)], axis=0))


def _trim(picture: U8) -> U8:
    """Cut transparent borders, and lines at the rim that are the scanner's lid rather than paper."""
    opaque = picture[..., 3] > 127
    ys, xs = np.flatnonzero(opaque.any(1)), np.flatnonzero(opaque.any(0))
    picture = picture[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
    for _ in range(4):
        picture = np.rot90(picture[_foreign(picture) :])
    return np.ascontiguousarray(picture)


def _foreign(picture: U8) -> int:
    """How many rows at the top are much lighter or darker than the paper a little further in."""
    rows, columns = picture.shape[:2]
    middle = slice(columns // 5, columns - columns // 5)
    strip = np.median(picture[: max(rows // 14, 4), middle, :3].astype(np.int32), axis=1)
    inner = _paper(strip[len(strip) // 2 :].astype(np.uint8)).astype(np.int32)
    off = ((strip - inner).max(axis=1) > 14) | (strip.max(axis=1) < 60)
    bad = np.flatnonzero(off[: max(rows // 30, 1)])
    return int(bad[-1]) + 1 if len(bad) else 0


def _same_margins(raw: dict[str, U8]) -> dict[str, U8]:
    """Cut the faces that were scanned at another size, with more margin, down to the others' margin."""
    boxes = {name: _ink_box(face) for name, face in raw.items()}
    usual = np.median(np.array(list(boxes.values())), axis=0)
    usual_rows = np.median([face.shape[0] for face in raw.values()])
    found = {}
    for name, face in raw.items():
        rows, columns = face.shape[:2]
        inner, wanted = boxes[name][2:] - boxes[name][:2], usual[2:] - usual[:2]
        if abs(rows / usual_rows - 1) > 0.15 and (inner < wanted * 0.97).any():
            size = inner / wanted
            start = boxes[name][:2] - usual[:2] * size
            x0, y0 = (max(0, round(float(v))) for v in start * (columns, rows))
            x1, y1 = (round(float(v)) for v in (start + size) * (columns, rows))
            face = np.ascontiguousarray(face[y0 : min(y1, rows), x0 : min(x1, columns)])
        found[name] = face
    return found


def _ink_box(face: U8) -> F64:
    """x0, y0, x1, y1 of what is printed, in parts of the face."""
    rows, columns = face.shape[:2]
    dark = (cv2.cvtColor(face[..., :3], cv2.COLOR_BGR2GRAY) < 110) & (face[..., 3] > 200)
    dark[: rows // 60] = dark[-(rows // 60) :] = False
    dark[:, : columns // 60] = dark[:, -(columns // 60) :] = False
    ys = np.flatnonzero(dark.sum(1) >= columns * 0.06)
    xs = np.flatnonzero(dark.sum(0) >= rows * 0.06)
    if not len(ys) or not len(xs):
        return np.array([0.0, 0.0, 1.0, 1.0])
    return np.array([xs[0] / columns, ys[0] / rows, (xs[-1] + 1) / columns, (ys[-1] + 1) / rows])


BACKS = 100_000
"""So many backs can be drawn: hardly one is met twice."""


@lru_cache(maxsize=64)
def back(variant: int) -> tuple[U8, ...]:
    """One of many drawn card backs, as `levels`."""
    rng = np.random.default_rng((31, variant))
    rows, columns = 260, 168
    hue = rng.uniform(0, 180)
    ink = np.array(bgr(hue, rng.uniform(60, 240), rng.uniform(60, 200)))
    paper = np.array(bgr(rng.uniform(0, 180), rng.uniform(0, 60), rng.uniform(200, 255)))
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    pitch = float(np.exp(rng.uniform(np.log(2.5), np.log(34))))
    style = int(rng.integers(7))
    if style == 0:
        field_ = np.sin((x + y) * np.pi / pitch) * np.sin((x - y) * np.pi / pitch)
    elif style == 1:
        field_ = np.cos(x * np.pi / pitch) + np.cos(y * np.pi / pitch)
    elif style == 2:
        field_ = np.sin((x + y * rng.uniform(-1, 1)) * np.pi / pitch)
    elif style == 3:
        radius = np.hypot(x - columns / 2, y - rows / 2)
        field_ = np.sin(radius * np.pi / pitch) + np.cos(np.arctan2(y - rows / 2, x - columns / 2) * 12)
    elif style == 4:
        field_ = np.ones_like(x)
    elif style == 5:
        field_ = fractal(variant, rows, 12, 2)[:, :columns]
        field_ = field_ + field_[::-1, ::-1]
    else:
        field_ = np.abs((x / pitch) % 2 - 1) + np.abs((y / pitch) % 2 - 1) - rng.uniform(0.5, 1.4)
    share = np.clip(field_ * rng.uniform(1, 4) + rng.uniform(-0.4, 0.8), 0, 1)[..., None]
    picture = paper * (1 - share) + ink * share
    margin = int(rng.choice([0, 6, 10, 16, 24]))
    if margin:
        edge = np.ones((rows, columns, 1), bool)
        edge[margin:-margin, margin:-margin] = False
        picture = np.where(edge, paper, picture)
        if rng.random() < 0.5:
            line = to_u8(picture)
            cv2.rectangle(line, (margin, margin), (columns - margin, rows - margin), ink.tolist(), 2, cv2.LINE_AA)
            picture = line.astype(np.float64)
    return tuple(levels(finish(to_u8(picture), rng.uniform(0.03, 0.08))))
