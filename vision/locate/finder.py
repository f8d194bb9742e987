"""Finding cards: where each card lies, which parts of it are in view, and which card lies on which."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import median_high

import cv2
import numpy as np

from vision import geometry
from vision.arrays import F32, F64, U8
from vision.levels import percentile
from vision.locate.camera import Camera
from vision.locate.found import Found
from vision.locate.plane import on_one_table, slopes
from vision.locate.votes import USUAL_ERROR, Votes, cards_of, weighted_median
from vision.network import Answer

GLANCE_AREA = 640 * 360
"""A picture is shrunk to about this many pixels for the glance, which tells where cards are, and about how large."""

CARD_LENGTH = 140.0
"""Pixels of a card's longer side to which those parts are brought for the close look."""

LARGEST_AREA = 1920 * 1080
"""Pixels that the close look takes at most; cards come out smaller where there is more to see."""

MAX_ENLARGED = 1.5

BRIGHT = 170.0
MOST_GAIN = 4.0
"""A picture whose brightest parts are darker than that is shown to the network brighter, up to so many times."""

OTHER_SCALE = 1.25
"""By how many times the cards of a close look may be longer or shorter than was thought before it is made anew."""

LEANS_FAR, ENOUGH = 0.25, 8
"""A table that leans farther than this slope (14 degrees), by that many things at least, is looked at as from straight
above: of fewer ones another flat thing, larger than cards, may make it seem to lean."""

_AROUND, _FARTHER = 0.35, 0.8
"""Lengths of a card that are looked at around what the glance saw, and around cards that were found."""

_BESIDE = 0.7
"""Lengths of a card from what was seen before within which the centre of a card must lie."""

_SAME_PLACE = 0.5
"""Share of their union that two outlines of one thing, by two looks, have in common."""

_CELLS_ALONG = 10
"""Squares along a card's side in the map of what lies around it."""

STRIDE = 8
_MULTIPLE = 32

GLANCE_CELL = 0.25
"""Probability from which a cell of the glance is worth a close look."""

CARD_CELL = 0.5
"""Probability from which a cell of a close look votes for a card."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A rectangle of the picture, in whole pixels: left, top, and beyond right and bottom."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)


@dataclass(frozen=True, slots=True)
class Glance:
    """A whole picture, shrunk (1, H, W, 3): by what factor, and how many times brighter it is shown."""

    batch: U8
    factor: float
    gain: float


class Finder:
    """Finds the cards in a picture: a glance at all of it with `finder.onnx`, a close look with `parter.onnx`.

    The close look takes in the parts where the glance saw cards, so large that these come at one size. How large these
    seem tells how the table leans, and that gives each its corners; where it leans far, the look is made anew as from
    straight above. The parter's outputs are the finder's and the logarithms of how wrong each vote's centre may be,
    along the long axis, along the short one, and its turn. Both look at pictures (1, H, W, 3) and say what lies at
    every 8 x 8 pixels: the finder's output is (1, 9, H / 8, W / 8).
    """

    def __init__(self, glance: Answer, close: Answer) -> None:
        self._glance = glance
        self._close = close

    def find(self, pixels: U8) -> list[Found]:
        """Every card-shaped thing in the picture; face up, face down or strange. The surest come first, and after them
        those that a look farther around some of them adds."""
        votes, gain = self._first_look(pixels, GLANCE_CELL)
        if not len(votes):
            return []
        # A thing has as many cells as it is large, so that each thing counts once, and one of less than a cell hardly.
        length = 2 * weighted_median(votes.length, np.maximum(votes.length, votes.side) ** -2)
        camera = Camera.of(pixels)
        found, looked_at = self._look(pixels, camera, votes.at, length, _AROUND, gain)
        if not found:
            return []
        above = _above(found, camera)
        as_long = _length(found, above)
        if above is not camera or not 1 / OTHER_SCALE < as_long / length < OTHER_SCALE:
            anew, parts = self._look(pixels, above, votes.at, as_long, _AROUND, gain)
            if anew:
                found, looked_at, camera, length = anew, parts, above, as_long
        # The glance overlooked some of a card that reaches out of what was looked at, and maybe one beside it.
        reaching = [thing.corners for thing in found if _reaches_out(thing, looked_at, camera)]
        if reaching:
            points = camera.in_picture(np.concatenate([*reaching, np.mean(reaching, axis=1)]))
            farther, _ = self._look(pixels, camera, points, length, _FARTHER, gain)
            found = _with_others(found, farther)
        return on_one_table(found, camera)

    def find_beside(self, pixels: U8, found: list[Found], cards: list[Found]) -> list[Found]:
        """The things that were `found`, as they are, and after them those that the glance overlooked beside those of
        them that are `cards`: a close look sees a card that hardly differs from the cloth."""
        if not cards:
            return found
        taken_by = Camera.of(pixels)
        points = np.clip(np.concatenate([card.corners for card in cards]), 0, taken_by.size)
        camera = _above(cards, taken_by)
        farther, _ = self._look(pixels, camera, points, _length(cards, camera), _FARTHER, glance(pixels).gain)
        return _with_others(found, on_one_table(farther, camera))

    def in_sight(self, pixels: U8) -> int:
        """About how many card-shaped things there are: what the first look alone can tell, which costs little."""
        votes, _ = self._first_look(pixels, CARD_CELL)
        return len(cards_of(votes))

    def _first_look(self, pixels: U8, least: float) -> tuple[Votes, float]:
        """The cells of the whole picture, shrunk, that see a card, and how much brighter the network was shown it."""
        whole, seen = _whole(pixels), glance(pixels)
        return _votes(self._glance(seen.batch), whole, seen.factor, least), seen.gain

    def _look(
        self, pixels: U8, camera: Camera, points: F64, length: float, lengths: float, gain: float
    ) -> tuple[list[Found], list[_Part]]:
        """What lies within so many `lengths` of these points of the picture, as that camera sees it, in its pixels, and
        the parts that were looked at; to it cards are about so long."""
        points, (width, height) = camera.sees(points), camera.size
        side, around = length / _CELLS_ALONG, lengths * length
        parts = _parts(_near(points, side, around / 2, width, height), side, around / 2, width, height)
        area = sum(part.area for part in parts)
        factor = min(CARD_LENGTH / length, MAX_ENLARGED, (LARGEST_AREA / area) ** 0.5)
        looks = [
            _votes(self._close(_lit(_piece(pixels, camera, part, factor), gain)), part, factor, CARD_CELL)
            for part in parts
        ]
        votes = _together(looks, parts)
        # The parter has learned what hands look like, and sees cards where there is nothing but cloth.
        near = _near(points, side, _BESIDE * length, width, height)
        columns, rows = np.clip(votes.centre / side, 0, np.array(near.shape[::-1]) - 1).astype(int).T
        return cards_of(votes.of(near[rows, columns] > 0)), parts


def _above(found: list[Found], camera: Camera) -> Camera:
    """The camera, turned to look straight down where the table of these things leans far: to a steep camera far cards
    look square, and the close look knows no such shape."""
    leaning = slopes(found, camera)
    return camera.above(leaning) if len(found) >= ENOUGH and np.linalg.norm(leaning) > LEANS_FAR else camera


def _length(found: list[Found], camera: Camera) -> float:
    """How long most are to the camera, in its pixels, of things found in the picture that was taken."""
    return median_high(max(geometry.side_lengths(camera.sees(thing.corners))) for thing in found)


def _reaches_out(thing: Found, parts: list[_Part], camera: Camera) -> bool:
    """Whether one of its corners, in the camera's pixels and within its picture, lies in none of these parts."""
    x, y = np.clip(thing.corners, 0, camera.size).T
    inside = [(part.left <= x) & (x <= part.right) & (part.top <= y) & (y <= part.bottom) for part in parts]
    return not np.any(inside, axis=0).all()


def _with_others(found: list[Found], others: list[Found]) -> list[Found]:
    """The things that were found, and after them those others that lie where none of them does: one that lies more than
    half on another is taken for that. Those found before may lie under the new ones."""
    shares = [[geometry.iou(thing.corners, other.corners) for thing in found] for other in others]
    new = [number for number, of_each in enumerate(shares) if max(of_each, default=0.0) <= _SAME_PLACE]
    places = [
        len(found) + new.index(number) if number in new else int(np.argmax(of_each))
        for number, of_each in enumerate(shares)
    ]
    under = [{*thing.under} for thing in found] + [set[int]() for _ in new]
    for place, other in zip(places, others, strict=True):
        on_it = {places[each] for each in other.under}
        under[place] |= on_it if place >= len(found) else {each for each in on_it if each >= len(found)}
    things = [*found, *(others[number] for number in new)]
    return [replace(thing, under=tuple(sorted(on_it))) for thing, on_it in zip(things, under, strict=True)]


def glance(pixels: U8) -> Glance:
    """A picture (H, W, 3) as the finder's first look takes it."""
    whole = _whole(pixels)
    factor = min(1.0, (GLANCE_AREA / whole.area) ** 0.5)
    shrunk = _piece(pixels, Camera.of(pixels), whole, factor)
    gain = max(1.0, min(MOST_GAIN, BRIGHT / max(percentile(shrunk[:, ::2, ::2], 99), 1)))
    return Glance(_lit(shrunk, gain), factor, gain)


def _whole(pixels: U8) -> _Part:
    return _Part(0, 0, pixels.shape[1], pixels.shape[0])


def _near(points: F64, side: float, reach: float, width: int, height: int) -> U8:
    """A map of the picture in squares of that side: 255 where one lies within `reach` of one of the points (n, 2)."""
    rows, columns = (int(pixels / side) + 2 for pixels in (height, width))
    seen = np.zeros((rows, columns), np.uint8)
    cells = np.clip((points / side).astype(int), 0, [columns - 1, rows - 1])
    seen[cells[:, 1], cells[:, 0]] = 255
    across = 2 * round(reach / side) + 1
    return np.asarray(cv2.dilate(seen, np.ones((across, across), np.uint8)), np.uint8)


def _parts(near: U8, side: float, margin: float, width: int, height: int) -> list[_Part]:
    """The rectangles around the separate fields of such a map, `margin` wider on each side."""
    _, _, boxes, _ = cv2.connectedComponentsWithStats(near)
    parts = []
    for x, y, across, down, _ in boxes[1:]:
        low = np.array([x, y]) * side - margin
        high = np.array([x + across, y + down]) * side + margin
        left, top = np.clip(low, 0, [width - 1, height - 1]).astype(int)
        right, bottom = np.clip(np.ceil(high), [left + 1, top + 1], [width, height]).astype(int)
        parts.append(_Part(int(left), int(top), int(right), int(bottom)))
    return parts


def _piece(pixels: U8, camera: Camera, part: _Part, factor: float) -> U8:
    """A part of what the camera sees as the network takes it: scaled, and padded at the right and below."""
    size = (part.right - part.left, part.bottom - part.top)
    piece = camera.window(pixels, (part.left, part.top), size, factor)
    down, right = (-piece.shape[0] % _MULTIPLE, -piece.shape[1] % _MULTIPLE)
    padded = cv2.copyMakeBorder(piece, 0, down, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(padded, dtype=np.uint8)[np.newaxis]


def _lit(batch: U8, gain: float) -> U8:
    """The picture brighter, as if it had been exposed longer."""
    if gain == 1.0:
        return batch
    levels = np.clip(np.arange(256) * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(batch, levels), dtype=np.uint8)


def _votes(grids: F32, part: _Part, factor: float, least: float) -> Votes:
    """The cells of one look at `part` that see a card with at least that probability."""
    grid = grids[0]
    rows, columns = np.nonzero(grid[0] > math.log(least / (1 - least)))
    inside = ((rows + 0.5) * STRIDE < (part.bottom - part.top) * factor) & (
        (columns + 0.5) * STRIDE < (part.right - part.left) * factor
    )
    rows, columns = rows[inside], columns[inside]
    values = grid[1:, rows, columns].astype(np.float64)
    side = STRIDE / factor
    at = np.stack([columns + 0.5, rows + 0.5], axis=1) * side + [part.left, part.top]
    return Votes(
        side=side,
        at=at,
        p=1 / (1 + np.exp(-grid[0, rows, columns].astype(np.float64))),
        centre=at + values[0:2].T * side,
        long_axis=_axis(values[2:5]) * side,
        short_axis=_axis(values[5:8]) * side,
        uncertainty=np.exp(np.clip(values[8:10], -4, 0)).T if len(values) > 8 else np.full((len(at), 2), USUAL_ERROR),
    )


def _together(looks: list[Votes], parts: list[_Part]) -> Votes:
    """All votes, those of a cell that lies in two parts once."""
    kept = []
    for number, look in enumerate(looks):
        fresh = np.ones(len(look), dtype=bool)
        for part in parts[:number]:
            x, y = look.at.T
            fresh &= (x < part.left) | (x >= part.right) | (y < part.top) | (y >= part.bottom)
        kept.append(look.of(fresh))
    return Votes.together(kept)


def _axis(values: F64) -> F64:
    """Half-axes (n, 2) in cells from log length and the cosine and sine of twice the angle."""
    length = np.exp(np.clip(values[0], -3, 5))
    angle = np.arctan2(values[2], values[1]) / 2
    return np.asarray(np.stack([np.cos(angle), np.sin(angle)], axis=1) * length[:, np.newaxis])
