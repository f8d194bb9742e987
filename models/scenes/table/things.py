"""What lies on the table beside the cards, below and above them."""

import cv2
import numpy as np

from models.scenes.arrays import Rng, pick
from models.scenes.cards.decks import BACKS
from models.scenes.photograph.camera import View
from models.scenes.spec import FORTY_KINDS, CardItem, Item, SceneOptions, Stage, Thing, corners
from models.scenes.table import sprites, standing
from models.scenes.table.laying import hulls_of
from vision.arrays import F64

THINGS = 10
"""Variants of each flat thing and bead to train on; as many more are held out (`SceneOptions.held_out`)."""

_LEVEL = {"clean": 0.0, "clutter": 1.0, "overlap": 0.7, "glare": 0.7, "dim": 0.1, "tilted": 0.1, "mixed": 1.0}


def things(
    rng: Rng, kind: str, clutter_kind: str, cards: list[CardItem], stage: Stage, options: SceneOptions
) -> tuple[list[Item], list[Item]]:
    """What lies below the cards of a scene of `kind`, and what lies beside, on and above them.

    `clutter_kind` is the kind of which the clutter is. Beside the forty cards nothing lies.
    """
    if kind in FORTY_KINDS:
        return [], []
    occlude = options.occlude if options.occlude is not None else 0.25 if kind == "any" else 0.04
    hulls = list(hulls_of(cards, stage.size).values())
    level, held_out = _LEVEL[clutter_kind], options.held_out
    below: list[Item] = []
    if level and rng.random() < 0.5 + 0.5 * level:
        below += _pack(rng, hulls, stage.size)
    below += _flat(rng, hulls, stage.view, int(rng.poisson(1.6 * level * options.wide)), held_out)
    above = _beads(rng, cards, hulls, level, occlude, held_out)
    for _ in range(int(rng.choice([0, 1, 1, 2, 3])) if rng.random() < level else 0):
        at = _free(rng, hulls, 45.0 if rng.random() > occlude else 5.0, stage.view)
        if at:
            above.append(standing.random_glass(rng, *at))
    if rng.random() < 0.22 * level * options.wide or (rng.random() < occlude * 0.5):
        above += _arm(rng, hulls, occlude)
    if kind == "coins":
        above += _coins(rng, stage, cards, held_out)
    return below, above


def _flat(rng: Rng, hulls: list[F64], view: View, count: int, held_out: bool) -> list[Item]:
    """Mats, phones, notes and the like, beside the hands."""
    found: list[Item] = []
    for _ in range(count):
        kind = str(rng.choice(sorted(sprites.FLAT)))
        wide, long, _thick = sprites.FLAT[kind]
        at = _free(rng, hulls, max(wide, long) * 0.42, view)
        if at:
            variant = _variant(rng, held_out)
            turn, grow = float(rng.uniform(0, 360)), float(rng.uniform(0.8, 1.2))
            found.append(Thing(kind, variant, *at, turn, (wide * grow, long * grow)))
    return found


def _variant(rng: Rng, held_out: bool) -> int:
    return int(rng.integers(THINGS)) + THINGS * held_out


def _beads(
    rng: Rng, cards: list[CardItem], hulls: list[F64], level: float, occlude: float, held_out: bool
) -> list[Item]:
    """Beans, stones or coins in heaps beside the hands; with the chance `occlude` on a card."""
    found: list[Item] = []
    count = int(rng.integers(4, 24)) if rng.random() < 0.85 * level else 0
    kind, size = str(rng.choice(sprites.BEADS)), float(rng.uniform(7, 24))
    heap = rng.normal(0, 80, (3, 2))
    for _ in range(count):
        variant = _variant(rng, held_out)
        x, y = heap[int(rng.integers(3))] + rng.normal(0, 40, 2)
        on_card = rng.random() < occlude * 0.5
        if on_card and cards:
            card = cards[int(rng.integers(len(cards)))]
            x, y = card.x + rng.normal(0, 20), card.y + rng.normal(0, 25)
        elif not _clear(hulls, x, y, size):
            continue
        turn, grow = float(rng.uniform(0, 360)), float(rng.uniform(0.85, 1.15))
        found.append(Thing(kind, variant, float(x), float(y), turn, (size * grow, size * grow)))
    return found


def _coins(rng: Rng, stage: Stage, cards: list[CardItem], held_out: bool) -> list[Item]:
    """Coins and beans on the faces: on numbers, on pips, on the rim, anywhere."""
    found: list[Item] = []
    kinds = [str(k) for k in rng.choice(sprites.BEADS, 2)]
    for _ in range(int(rng.integers(3, 11)) if cards else 0):
        card = cards[int(rng.integers(len(cards)))]
        boxes = stage.deck.marks_of(card.card).boxes
        where = rng.random()
        if where < 0.4 and boxes:
            x0, y0, x1, y1 = boxes[int(rng.integers(len(boxes)))]
            share = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) + rng.normal(0, 0.04, 2)
        elif where < 0.8:
            share = rng.uniform(0.15, 0.85, 2)
        else:
            share = np.array([rng.choice([0.0, 1.0]), rng.uniform(0, 1)])[:: 1 if rng.random() < 0.5 else -1]
        own = corners(card, stage.size)
        x, y = own[0] + share[0] * (own[1] - own[0]) + share[1] * (own[3] - own[0])
        kind = kinds[int(rng.integers(2))]
        wide = float(rng.uniform(16, 26) if kind in sprites.ROUND else rng.uniform(8, 18))
        variant = _variant(rng, held_out)
        found.append(Thing(kind, variant, float(x), float(y), float(rng.uniform(0, 360)), (wide, wide)))
    return found


def _pack(rng: Rng, hulls: list[F64], size: tuple[float, float]) -> list[Item]:
    """The face-down pack, squared or not, and perhaps discards beside it."""
    back = int(rng.integers(BACKS))
    found: list[Item] = []
    for spread in ([1.5], [1.5, 14.0])[int(rng.random() < 0.35)]:
        x, y = rng.normal(0, 45, 2)
        turn = rng.uniform(0, 360)
        if not _clear(hulls, x, y, size[1] * 0.55):
            continue
        for _ in range(int(rng.integers(3, 8))):
            at = (float(x + rng.normal(0, spread)), float(y + rng.normal(0, spread)))
            twist = float(turn + rng.normal(0, spread * (1.2 if spread < 2 else 3)))
            found.append(CardItem("back", None, "pack", *at, twist, back=back))
    return found


def _clear(hulls: list[F64], x: float, y: float, room: float) -> bool:
    return all(cv2.pointPolygonTest(hull.astype(np.float32), (float(x), float(y)), True) < -room for hull in hulls)


def _free(rng: Rng, hulls: list[F64], room: float, view: View) -> tuple[float, float] | None:
    """A place on the visible table that keeps `room` mm from the hands."""
    for _ in range(25):
        x, y = float(rng.uniform(-600, 600)), float(rng.uniform(-380, 380))
        u, v = view.project(np.array([x, y]))
        if -20 < u < view.shape[1] + 20 and -20 < v < view.shape[0] + 20 and _clear(hulls, x, y, room):
            return x, y
    return None


def _arm(rng: Rng, hulls: list[F64], occlude: float) -> list[Item]:
    seat = pick(rng, (("N", 1), ("W", 1), ("S", 1), ("E", 1)))
    away = {"N": (0.0, -1.0), "W": (-1.0, 0.0), "S": (0.0, 1.0), "E": (1.0, 0.0)}[seat]
    for _ in range(20):
        across = rng.uniform(-420, 420) if seat in "NS" else rng.uniform(-280, 280)
        depth = rng.uniform(120, 420)
        tip = (float(across if seat in "NS" else away[0] * depth), float(away[1] * depth if seat in "NS" else across))
        beside = all(
            _clear(hulls, tip[0] + away[0] * reach, tip[1] + away[1] * reach, 62.0) for reach in range(0, 500, 60)
        )
        if beside or rng.random() < occlude * 0.3:
            return [standing.random_arm(rng, tip, away)]
    return []
