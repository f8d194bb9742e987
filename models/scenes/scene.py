"""A scene drawn: the picture, and the truth about every card in it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

import cv2
import numpy as np

from models.scenes.arrays import I16, image_corners, u8
from models.scenes.canvas import Canvas, Gleam, Shadow, darken, filled, fitting
from models.scenes.cards.decks import back
from models.scenes.photograph.camera import View
from models.scenes.photograph.light import light_map, mirror_point
from models.scenes.photograph.sensor import expose
from models.scenes.spec import CardItem, SceneSpec, Thing, corners
from models.scenes.table import sprites, standing
from models.scenes.table.surfaces import lay
from vision.arrays import F32, F64, U8


@dataclass(frozen=True)
class SceneCard:
    """A card in a picture: one of the forty, or ``back``, ``8o``, ``joker``. `quad`: its own top-left, top-right,
    bottom-right, bottom-left, pixels."""

    card: str
    seat: str | None
    layout: str
    quad: F32
    visible: float
    """Share of the card that nothing covers and the picture holds."""


@dataclass
class Scene:
    """A picture (BGR) with its truth, the lowest card first, those that are none of the forty apart. `label`: the index
    of the card on top at each pixel, -1 none, -2-i the i-th strange one. Seats are those of the table, in a mirrored
    picture too."""

    image: U8
    cards: list[SceneCard]
    strange: list[SceneCard]
    label: I16
    mirrored: bool = False

    def coded(self) -> Iterator[tuple[int, SceneCard]]:
        """Each card with its code in `label`."""
        yield from enumerate(self.cards)
        yield from ((-2 - i, card) for i, card in enumerate(self.strange))

    def taken_to(self, image: U8, label: I16, move: Callable[[F32], F32]) -> "Scene":
        """The scene in another picture, in which the corners lie where they are moved to."""
        cards, strange = ([replace(card, quad=move(card.quad)) for card in some] for some in (self.cards, self.strange))
        return replace(self, image=image, label=label, cards=cards, strange=strange)


def render(
    spec: SceneSpec, size: tuple[int, int] = (1152, 648), window: tuple[int, int, int, int] | None = None
) -> Scene:
    """Draw the scene at `size` (width, height), or only the `window` (x, y, width, height) of it."""
    if spec.mirrored:
        if window is not None:
            window = (size[0] - window[0] - window[2], *window[1:])
        return mirrored(render(replace(spec, mirrored=False), size, window))
    view = View(spec.camera, size, window)
    rng = np.random.default_rng(spec.seed)
    canvas = Canvas(view, ground(spec, view, rng))
    _table_gleam(spec, canvas)
    quads: list[F64] = []
    codes = card_codes(spec)
    for item in spec.items:
        if isinstance(item, CardItem):
            quads.append(_paint_card(spec, canvas, item, codes[len(quads)]))
        elif isinstance(item, Thing):
            _paint_thing(spec, canvas, item)
        else:
            _paint_standing(spec, canvas, item)
    lamp = spec.light.main.colour
    glow = (lamp[0] ** 0.45, lamp[1] ** 0.45, lamp[2] ** 0.45)
    image = expose(canvas.base, light_map(spec.light, view), canvas.gleam, glow, spec.sensor, rng, size[0] / 4608)
    return with_truth(spec, image, quads, canvas.label)


def card_codes(spec: SceneSpec) -> list[int]:
    """The code in `label` of each card of the scene, the lowest card first."""
    known, strange = count(), count(-2, -1)
    return [
        next(known if item.card in spec.deck.faces else strange) for item in spec.items if isinstance(item, CardItem)
    ]


def with_truth(spec: SceneSpec, image: U8, quads: Sequence[F64], label: I16) -> Scene:
    """The picture with what is true of it: `quads` are the corners of all cards, the lowest card first."""
    codes = card_codes(spec)
    below = 1 - min(codes, default=0)
    counts = _histogram(label, below, max(codes, default=0))
    items = [item for item in spec.items if isinstance(item, CardItem)]
    scene = Scene(image, [], [], label)
    for item, quad, code in zip(items, quads, codes, strict=True):
        pixels = quad.astype(np.float32)
        # The corners' rounding takes about half a hundredth.
        share = float(min(1.0, counts[code + below] / max(cv2.contourArea(pixels) * 0.996, 1.0)))
        found = scene.strange if code < 0 else scene.cards
        found.append(SceneCard(item.card, item.seat, item.layout, pixels, share))
    return scene


def mirrored(scene: Scene) -> Scene:
    """The scene as in a mirror. A card's first corner is still the face's own upper left one."""
    edge, turned = np.array([scene.label.shape[1], 0], np.float32), np.array([-1, 1], np.float32)
    image = np.ascontiguousarray(scene.image[:, ::-1])
    label = np.ascontiguousarray(scene.label[:, ::-1])
    return replace(scene.taken_to(image, label, lambda quad: edge + quad * turned), mirrored=True)


def _histogram(label: I16, below: int, above: int) -> F32:
    """How many pixels have each code from -`below` up to `above`."""
    shifted = (label + np.int16(below)).view(np.uint16)
    return np.asarray(
        cv2.calcHist([shifted], [0], None, [below + above + 1], [0, below + above + 1]), np.float32
    ).ravel()


def ground(spec: SceneSpec, view: View, rng: np.random.Generator) -> U8:
    """What the cards lie on, as the view sees it, evenly lit."""
    base: U8 | None = None
    for surface, outline in spec.surfaces:
        laid = lay(surface, view, rng)
        if base is None or not outline:
            base = laid
            continue
        points = np.clip(view.project(np.array(outline)), -20000, 20000)
        mask = filled(view.shape, points)
        # The edge is rounded or seamed, and what lies below it is in its shade.
        wide = max(1, round(rng.uniform(0.5, 9) * view.scale))
        tone, gain = cv2.mean(laid[::16, ::16]), rng.uniform(0.6, 1.15)
        edge = (tone[0] * gain, tone[1] * gain, tone[2] * gain)
        cv2.polylines(laid, [np.round(points * 16).astype(np.int32)], True, edge, wide, cv2.LINE_AA, 4)
        deep = rng.uniform(1, 30) * view.scale
        darken(base, mask, Shadow(deep * 0.5, deep * 0.7, deep, float(rng.uniform(0.2, 0.7))))
        cv2.copyTo(laid, mask, base)
    assert base is not None
    return base


def _table_gleam(spec: SceneSpec, canvas: Canvas) -> None:
    gloss = spec.surfaces[-1][0].gloss
    if gloss < 0.05 or spec.light.main.power <= 0:
        return
    view = canvas.view
    at = view.project(mirror_point(spec.light.main, view))
    sigma = (spec.light.main.size + 60) * view.scale
    spot = Gleam(float(at[0]), float(at[1]), sigma, 110.0 * gloss * min(1.0, spec.light.main.power * 1.5))
    rows, columns = view.shape
    if -3 * sigma < at[0] < columns + 3 * sigma and -3 * sigma < at[1] < rows + 3 * sigma:
        canvas.gleam = spot.over(0, 0, columns, rows)


def _falls(spec: SceneSpec, x: float, y: float) -> tuple[float, float]:
    """The main lamp's shadow: mm on the table for each mm of height."""
    lamp = spec.light.main
    dx, dy = (x - lamp.x) / lamp.height, (y - lamp.y) / lamp.height
    length = float(np.hypot(dx, dy))
    shrink = min(1.0, 1.1 / max(length, 1e-6))
    return dx * shrink, dy * shrink


def _shadow(spec: SceneSpec, view: View, x: float, y: float, height: float) -> Shadow:
    dx, dy = _falls(spec, x, y)
    at = view.project(np.array([[x, y], [x + dx * height, y + dy * height]]))
    move = at[1] - at[0]
    blur = (0.7 + 0.25 * height) * view.scale
    return Shadow(float(move[0]), float(move[1]), blur, spec.shadow)


_GRID = np.stack(np.meshgrid(np.linspace(0, 1, 5), np.linspace(0, 1, 7)), axis=-1)


def _paint_card(spec: SceneSpec, canvas: Canvas, item: CardItem, code: int) -> F64:
    """Paint the card and give its corners."""
    view = canvas.view
    flat = corners(item, spec.card_size)
    bend: F64 | None = None
    height = 0.9
    if any(item.lift):
        quad, bend, height = _bent(view, flat, item)
    else:
        quad = view.project(flat)
    if canvas.box(quad) is None:
        return quad
    pictures = back(item.back) if item.card == "back" else spec.deck.levels(item.card)
    picture = treated(spec, item, fitting(pictures, quad, spec.sharp))
    shadow = _shadow(spec, view, item.x, item.y, height)
    canvas.paint(picture, quad, code, shadow, _gleam(spec, view, item), bend)
    return quad


def treated(spec: SceneSpec, item: CardItem, picture: U8) -> U8:
    """The card's picture as this deck is printed, and as worn and lit as this card is."""
    if spec.ink is not None:
        picture = u8(cv2.transform(picture, spec.ink))
    if item.wear is not None:
        picture = item.wear(picture)
    if item.shade != 1.0:
        gain = np.diag([item.shade, item.shade, item.shade, 1.0])
        picture = u8(cv2.transform(picture, gain))
    return picture


def _bent(view: View, flat: F64, item: CardItem) -> tuple[F64, F64, float]:
    """Corners, the grid's displacement in pixels, and the mean height of a card that is bowed or has a corner up."""
    u, v = _GRID[..., 0], _GRID[..., 1]
    z = item.height_at(u, v)
    table = (
        flat[0] * ((1 - u) * (1 - v))[..., None] + flat[1] * (u * (1 - v))[..., None]
        + flat[2] * (u * v)[..., None] + flat[3] * ((1 - u) * v)[..., None]
    )  # fmt: skip
    seen = view.project(np.concatenate([table, z[..., None]], axis=-1))
    quad = np.stack([seen[0, 0], seen[0, -1], seen[-1, -1], seen[-1, 0]])
    plane = cv2.getPerspectiveTransform(image_corners(1, 1), quad.astype(np.float32))
    straight = cv2.perspectiveTransform(_GRID.reshape(1, -1, 2), plane).reshape(seen.shape)
    return quad, np.asarray(seen - straight), 0.9 + float(z.mean())


def _gleam(spec: SceneSpec, view: View, item: CardItem) -> Gleam | None:
    if spec.glare < 5:
        return None
    spot = mirror_point(spec.light.main, view, item.lean)
    sigma = spec.glare_size
    if np.hypot(spot[0] - item.x, spot[1] - item.y) > 3 * sigma + 60:
        return None
    at = view.project(spot)
    return Gleam(float(at[0]), float(at[1]), sigma * view.scale, spec.glare)


def _paint_thing(spec: SceneSpec, canvas: Canvas, item: Thing) -> None:
    shadow = _shadow(spec, canvas.view, item.x, item.y, item.thickness)
    pictures = sprites.picture(item.kind, item.variant)
    quad = canvas.view.project(corners(item, item.size))
    canvas.paint(fitting(pictures, quad), quad, -1, shadow)


def _paint_standing(spec: SceneSpec, canvas: Canvas, item: standing.Glass | standing.Arm) -> None:
    if isinstance(item, standing.Glass):
        standing.paint_glass(canvas, item, _falls(spec, item.x, item.y), spec.shadow)
    else:
        standing.paint_arm(canvas, item, _shadow(spec, canvas.view, *item.tip, 35.0))
