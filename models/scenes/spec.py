"""What is on a table and how it is lit and seen: everything about a scene but its pixels."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.scenes.arrays import F64, Rng, pick
from models.scenes.cards.decks import BACKS, CARDS, Deck
from models.scenes.cards.wear import Print, Wear, random_print, random_wear
from models.scenes.photograph.camera import Camera, View
from models.scenes.photograph.light import Light, random_light
from models.scenes.photograph.sensor import Sensor, random_sensor
from models.scenes.table import clutter
from models.scenes.table.clutter import Arm, Glass
from models.scenes.table.layouts import SEAT_TURN, Place, hand, random_layout, random_place
from models.scenes.table.surfaces import Surface, random_surface

KINDS = ("clean", "clutter", "overlap", "glare", "dim", "tilted", "mixed")
"""Plain kinds of tables. ``any`` draws each property of the scene from another of them; ``enrol`` and ``spread`` show
the forty cards in four rows, or in any order."""

HARDER_KINDS = ("coins", "steep", "far", "mirrored")
"""Tables that ask for more: coins and beans lying on the faces; a camera far from the vertical, or far away; a picture
that is mirrored."""
ALL_KINDS = (*KINDS, *HARDER_KINDS)
STEEP = 26.0
"""Degrees from the vertical from which on a camera is steep; it may be 42."""
FAR = (100.0, 170.0)
"""How many pixels of a picture 4608 wide a card is long at a ``far`` table."""

Seat = str | None


@dataclass(frozen=True)
class CardItem:
    """A card on the table. `card` is a face's name, ``joker…`` or ``8o``, or ``back`` when it lies face down."""

    card: str
    seat: Seat
    layout: str
    x: float
    y: float
    turn: float
    lift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Height in mm of the short edges' and the long edges' bow, and of one corner."""
    lean: tuple[float, float] = (0.0, 0.0)
    """How far it leans, radians: where it mirrors a lamp, and how bright it is."""
    shade: float = 1.0
    wear: Wear | None = None
    back: int = 0


@dataclass(frozen=True)
class FlatItem:
    """A flat thing of `clutter.FLAT`."""

    kind: str
    variant: int
    x: float
    y: float
    turn: float
    size: float = 1.0


@dataclass(frozen=True)
class BeadItem:
    """A small round thing of `clutter.BEADS`, `size` mm wide."""

    kind: str
    variant: int
    x: float
    y: float
    turn: float
    size: float


Item = CardItem | FlatItem | BeadItem | Glass | Arm


@dataclass(frozen=True)
class SceneSpec:
    """One scene, ready to be drawn at any size."""

    seed: int
    kind: str
    deck: Deck
    camera: Camera
    light: Light
    sensor: Sensor
    surfaces: tuple[tuple[Surface, tuple[tuple[float, float], ...]], ...]
    """The lowest first, each with its outline on the table; an empty outline fills the picture."""
    items: tuple[Item, ...]
    """The lowest first."""
    card_size: tuple[float, float] = (61.0, 95.0)
    ink: Print | None = None
    shadow: float = 0.5
    sharp: float = 1.0
    glare: float = 0.0
    """Strength of the lamp's mirror image at its middle; 255 is white."""
    glare_size: float = 100.0
    aspect: float = 16 / 9
    mirrored: bool = False
    """The picture is given as in a mirror; all else here is as it is on the table."""


def random_spec(
    rng: Rng,
    kind: str = "any",
    decks: Sequence[Deck] = (),
    *,
    wide: float = 1.0,
    players: int = 4,
    counts: Mapping[str, int] | None = None,
    twice: int = 0,
    strange: int = 0,
    turn: float = 0.0,
    surface: str | None = None,
    layout: str | None = None,
    aspect: float = 16 / 9,
    occlude: float | None = None,
    held_out: bool = False,
) -> SceneSpec:
    """A scene of `kind` with one of `decks`.

    `wide` (0..1) says how far geometry, light and printing go beyond a tidy club table; `counts` gives hands another
    number of cards than four; `twice` cards are there two times; `strange` cards of the hands are backs, eights,
    nines or jokers; `turn` turns the table in the picture, clockwise degrees; `occlude` is the chance that something
    lies on the cards; `held_out` lays them on tables, and among things, that nothing is trained on.
    """
    if kind not in (*ALL_KINDS, "any", "enrol", "spread"):
        raise ValueError(f"no such kind of scene: {kind!r}")
    if not decks:
        raise ValueError("a scene needs a deck")
    deck = decks[int(rng.integers(len(decks)))]

    def of() -> str:
        return str(rng.choice(KINDS)) if kind == "any" else kind if kind in KINDS else "clean"

    def lying() -> str:
        return {"coins": "clutter", "steep": "tilted", "far": "tilted", "mirrored": "clutter"}.get(kind) or of()

    camera = _random_camera(rng, kind if kind in HARDER_KINDS else of(), wide, turn)
    size = _card_size(rng, deck, wide)
    if kind == "far":
        focal = 4608 / 2 / np.tan(np.radians(camera.hfov) / 2)
        camera = replace(camera, height=float(size[1] * focal / rng.uniform(*FAR)))
    if kind in ("enrol", "spread"):
        camera, cards = _whole_deck(rng, kind, deck, camera, size, aspect)
    else:
        camera, cards = _hands(
            rng, lying, deck, camera, size, wide, players, dict(counts or {}), twice, strange, layout, aspect, turn
        )
    cards = _handled(rng, cards, wide)
    light_kind, view = of(), View(camera, (1152, round(1152 / aspect)))
    light = random_light(rng, light_kind, wide)
    glare, glare_size = _aim_glare(rng, light_kind, light, view, cards, wide)
    light = glare[1]
    surfaces = _surfaces(rng, cards, size, surface, 0.8 if kind == "far" else 0.26 * wide, held_out)
    clutter_kind = of()
    chance = occlude if occlude is not None else 0.25 if kind == "any" else 0.04
    none: list[Item] = []
    if kind in ("enrol", "spread"):
        below, above = none, none
    else:
        below, above = _clutter(rng, clutter_kind, cards, size, view, wide, chance, held_out)
    if kind == "coins":
        above = [*above, *_coins(rng, deck, cards, size, held_out)]
    return SceneSpec(
        seed=int(rng.integers(2**31)),
        kind=kind,
        deck=deck,
        camera=camera,
        light=light,
        sensor=random_sensor(rng, of(), wide),
        surfaces=surfaces,
        items=(*below, *cards, *above),
        card_size=size,
        ink=random_print(rng, wide),
        shadow=float(rng.uniform(0.15, 0.75)),
        sharp=float(rng.uniform(0.8, 1.3)),
        glare=glare[0],
        glare_size=glare_size,
        aspect=aspect,
        mirrored=kind == "mirrored",
    )


def _random_camera(rng: Rng, kind: str, wide: float, turn: float) -> Camera:
    if kind == "tilted":
        tilt = rng.uniform(12, 21.5 + 4 * wide)
    elif kind == "steep":
        tilt = rng.uniform(STEEP, 42)
    else:
        tilt = rng.uniform(0, 6 + (9 * wide if rng.random() < 0.3 else 0))
    azimuth = rng.normal(0, 25) + rng.choice([0, 180]) if rng.random() < 0.7 else rng.uniform(0, 360)
    roll = rng.normal(0, 2.0) if rng.random() > 0.4 * wide else rng.uniform(-20, 20)
    hfov = rng.uniform(63, 68) if rng.random() > 0.3 * wide else rng.uniform(50, 80)
    return Camera(
        height=float(rng.uniform(960 - 160 * wide, 1200 + 100 * wide)),
        tilt=float(tilt),
        azimuth=float(azimuth),
        roll=float(roll + turn),
        look_at=(float(rng.normal(0, 18)), float(rng.normal(0, 12))),
        hfov=float(hfov),
        distortion=float(rng.uniform(-0.06, 0.03)) if rng.random() < 0.5 * wide else 0.0,
    )


def _card_size(rng: Rng, deck: Deck, wide: float) -> tuple[float, float]:
    if rng.random() > 0.6 * wide:
        width = rng.uniform(60, 62)
        height = width / deck.aspect if 0.58 < deck.aspect < 0.7 else width / 0.642
    else:
        width = 61 * rng.uniform(0.78, 1.25)
        height = width / rng.uniform(0.60, 0.68)
    return float(width), float(height)


def corners(item: CardItem, size: tuple[float, float]) -> F64:
    """The card's own four corners on the table, mm, as if it lay flat."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (size[0] / 2, size[1] / 2)
    turn = np.radians(item.turn)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(half @ spin.T + (item.x, item.y))


def _hands(
    rng: Rng,
    of: Callable[[], str],
    deck: Deck,
    camera: Camera,
    size: tuple[float, float],
    wide: float,
    players: int,
    counts: dict[str, int],
    twice: int,
    strange: int,
    layout: str | None,
    aspect: float,
    turn: float,
) -> tuple[Camera, list[CardItem]]:
    """The hands, so placed that all of them are in the picture and none lies on another."""
    if players not in (2, 4):
        raise ValueError(f"two or four players, not {players}")
    seats = "NWSE" if players == 4 else ("NS" if rng.random() < 0.5 else "WE")
    layouts = {seat: layout or random_layout(rng, of()) for seat in seats}
    lies = {}
    grow = size[0] / 61.0
    for seat in seats:
        laid = hand(rng, layouts[seat], counts.get(seat, 4), wide)
        lies[seat] = [replace(lie, x=lie.x * grow, y=lie.y * size[1] / 95.0) for lie in laid]
    names = _deal(rng, deck, sum(len(v) for v in lies.values()), twice, strange)
    cards: list[CardItem] = []
    for attempt in range(90):
        if attempt == 50:
            tilt = camera.tilt if camera.tilt >= STEEP else min(camera.tilt, 18.0)
            camera, wide = replace(camera, roll=turn, tilt=tilt, look_at=(0.0, 0.0)), 0.0
        places = {seat: random_place(rng, seat, layouts[seat], wide) for seat in seats}
        # Hands that do not fit come nearer, and then the camera goes up.
        nearer = max(0.62, 1 - 0.015 * (attempt % 50))
        if attempt > 15:
            camera = replace(
                camera, height=min(camera.height * 1.012, max(camera.height, 1400.0 if attempt < 50 else 1700.0))
            )
        cards = []
        dealt = iter(names)
        for seat in seats:
            place = replace(places[seat], away=places[seat].away * nearer, aside=places[seat].aside * min(nearer, 1.0))
            cards += [_card(next(dealt), place, layouts[seat], lie.x, lie.y, lie.turn) for lie in lies[seat]]
        view = View(camera, (1152, round(1152 / aspect)))
        if _seated(cards, camera.roll - turn) and _in_sight(cards, size, view) and not _collide(cards, size):
            break
    order = [str(s) for s in rng.permutation(list(seats))]
    cards.sort(key=lambda card: order.index(card.seat or ""))
    return camera, cards


def _card(name: str, place: Place, layout: str, x: float, y: float, turn: float) -> CardItem:
    at = place.to_table(x, y)
    return CardItem(name, place.seat, layout, at[0], at[1], turn + place.turn + SEAT_TURN[place.seat])


def _deal(rng: Rng, deck: Deck, count: int, twice: int, strange: int) -> list[str]:
    have = [card for card in CARDS if card in deck.faces]
    while len(have) < count:
        have = have + have
    names = [str(n) for n in rng.permutation(have)[:count]]
    for _ in range(twice):
        a, b = rng.choice(count, 2, replace=False)
        names[int(a)] = names[int(b)]
    for i in rng.choice(count, min(strange, count), replace=False):
        odd = sorted(deck.strange)
        names[int(i)] = str(rng.choice(odd)) if odd and rng.random() < 0.6 else "back"
    return names


def _in_sight(cards: list[CardItem], size: tuple[float, float], view: View) -> bool:
    seen = view.project(np.concatenate([corners(c, size) for c in cards])) if cards else np.zeros((0, 2))
    rows, columns = view.shape
    return bool(((seen > 6) & (seen < np.array([columns - 6, rows - 6]))).all())


def _seated(cards: list[CardItem], roll: float) -> bool:
    """Whether each hand, turned by `roll`, is still within 28 degrees of its own side."""
    for seat, turn in SEAT_TURN.items():
        own = [(c.x, c.y) for c in cards if c.seat == seat]
        if own:
            x, y = np.mean(own, axis=0)
            off = np.degrees(np.arctan2(y, x)) - 90 - turn + roll
            if abs((off + 180) % 360 - 180) > 28:
                return False
    return True


def _hulls(cards: list[CardItem], size: tuple[float, float]) -> dict[str, F64]:
    """The convex outline of each hand, mm."""
    found = {}
    for seat in {c.seat for c in cards if c.seat}:
        points = np.concatenate([corners(c, size) for c in cards if c.seat == seat]).astype(np.float32)
        found[seat] = np.asarray(cv2.convexHull(points)[:, 0], np.float64)
    return dict(sorted(found.items()))


def _collide(cards: list[CardItem], size: tuple[float, float]) -> bool:
    hulls = [hull.astype(np.float32) for hull in _hulls(cards, size).values()]
    return any(cv2.intersectConvexConvex(a, b)[0] > 1.0 for i, a in enumerate(hulls) for b in hulls[i + 1 :])


def _whole_deck(
    rng: Rng, kind: str, deck: Deck, camera: Camera, size: tuple[float, float], aspect: float
) -> tuple[Camera, list[CardItem]]:
    """The forty cards: in four rows as for enrolment, or spread in any order."""
    have = [card for card in CARDS if card in deck.faces]
    across, down = size[0] * rng.uniform(1.08, 1.2), size[1] * rng.uniform(1.06, 1.16)
    if kind == "spread":
        names = [str(n) for n in rng.permutation(have)]
        across *= rng.uniform(0.75, 1.0)
    else:
        names = have
    cards = []
    for i, name in enumerate(names):
        line, column = divmod(i, 10)
        loose = 1.0 if kind == "enrol" else 3.0
        turn = rng.normal(0, 1.2 * loose) + (180 * (rng.random() < 0.5) if kind == "spread" else 0)
        x, y = (column - 4.5) * across + rng.normal(0, loose), (line - 1.5) * down + rng.normal(0, loose)
        cards.append(CardItem(name, None, kind, float(x), float(y), float(turn)))
    while not _in_sight(cards, size, View(camera, (1152, round(1152 / aspect)))):
        camera = replace(camera, height=camera.height * 1.02)
    return camera, cards


def _handled(rng: Rng, cards: list[CardItem], wide: float) -> list[CardItem]:
    """The cards bent, leaning and worn as this deck is."""
    bent = rng.uniform(0, 4.5) * wide if rng.random() < 0.5 else 0.0
    worn = rng.uniform(0, 1) if rng.random() < 0.6 * wide else 0.0
    lean = rng.uniform(0.003, 0.03)
    back = int(rng.integers(BACKS))
    found = []
    for card in cards:
        lift = rng.normal(0, 1, 3) * bent * np.array([1.0, 0.6, 0.5])
        found.append(
            replace(
                card,
                lift=(float(lift[0]), float(lift[1]), float(lift[2])) if bent > 0.4 else (0.0, 0.0, 0.0),
                lean=(float(rng.normal(0, lean)), float(rng.normal(0, lean))),
                shade=float(1 + rng.normal(0, 0.012)),
                wear=random_wear(rng, worn),
                back=back,
            )
        )
    return found


def _aim_glare(
    rng: Rng, kind: str, light: Light, view: View, cards: list[CardItem], wide: float
) -> tuple[tuple[float, Light], float]:
    """A lamp whose mirror image falls on a hand in `glare`, somewhere else or nowhere in other kinds."""
    strong = kind == "glare"
    if not cards or (not strong and rng.random() > 0.35):
        return (0.0, light), 100.0
    lamp = light.main
    if strong:
        aim = cards[int(rng.integers(len(cards)))]
        here, part = view.camera.position, view.camera.position[2] / (view.camera.position[2] + lamp.height)
        at = (np.array([aim.x, aim.y]) + rng.normal(0, 40, 2) - here[:2]) / part + here[:2]
        moved = replace(lamp, x=float(at[0]), y=float(at[1]))
        light = replace(light, lamps=tuple(moved if other is lamp else other for other in light.lamps))
    strength = rng.uniform(50, 280) if strong else rng.uniform(10, 90)
    return (float(strength), light), float(rng.uniform(25, 150 + 60 * wide))


def _surfaces(
    rng: Rng, cards: list[CardItem], size: tuple[float, float], name: str | None, edged: float, held_out: bool
) -> tuple[tuple[Surface, tuple[tuple[float, float], ...]], ...]:
    """The table; with the chance `edged` its edge with the floor beyond, or a mat on it."""
    top = random_surface(rng, name, held_out)
    chance = rng.random()
    if chance > edged or not cards:
        return ((top, ()),)
    reach = np.abs(np.concatenate([corners(c, size) for c in cards])).max(axis=0)
    room = rng.uniform(8, 120, 2)
    half = reach + room
    turn = np.radians(rng.normal(0, 4))
    if rng.random() < 0.25:
        angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
        outline = np.stack([np.cos(angles), np.sin(angles)], axis=1) * float(np.hypot(*half))
    elif rng.random() < 0.25:
        # A mat that the hands reach over.
        half = reach * rng.uniform(0.6, 1.0, 2)
        outline = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    else:
        outline = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    points = tuple((float(p[0]), float(p[1])) for p in outline @ spin.T)
    return ((random_surface(rng, held_out=held_out), ()), (top, points))


THINGS = 10
"""Variants of each flat thing and bead to train on; as many more are only measured with."""

_LEVEL = {"clean": 0.0, "clutter": 1.0, "overlap": 0.7, "glare": 0.7, "dim": 0.1, "tilted": 0.1, "mixed": 1.0}


def _clutter(
    rng: Rng,
    kind: str,
    cards: list[CardItem],
    size: tuple[float, float],
    view: View,
    wide: float,
    occlude: float,
    held_out: bool,
) -> tuple[list[Item], list[Item]]:
    """What lies below the cards, and what lies beside, on and above them."""
    level = _LEVEL[kind]
    hulls = list(_hulls(cards, size).values())
    below: list[Item] = []
    above: list[Item] = []
    if level and rng.random() < 0.5 + 0.5 * level:
        below += _pack(rng, hulls, size)
    busy = int(rng.poisson(1.6 * level * wide))
    for _ in range(busy):
        kind_of = str(rng.choice(sorted(clutter.FLAT)))
        wide_mm, long_mm, _thick = clutter.FLAT[kind_of]
        at = _free(rng, hulls, max(wide_mm, long_mm) * 0.42, view)
        if at:
            variant = int(rng.integers(THINGS)) + THINGS * held_out
            turn, grow = float(rng.uniform(0, 360)), float(rng.uniform(0.8, 1.2))
            below.append(FlatItem(kind_of, variant, *at, turn, grow))
    beads = int(rng.integers(4, 24)) if rng.random() < 0.85 * level else 0
    bead_kind, bead_size = str(rng.choice(clutter.BEADS)), float(rng.uniform(7, 24))
    heap = rng.normal(0, 80, (3, 2))
    for _ in range(beads):
        variant = int(rng.integers(THINGS)) + THINGS * held_out
        x, y = heap[int(rng.integers(3))] + rng.normal(0, 40, 2)
        on_card = rng.random() < occlude * 0.5
        if on_card and cards:
            card = cards[int(rng.integers(len(cards)))]
            x, y = card.x + rng.normal(0, 20), card.y + rng.normal(0, 25)
        elif not _clear(hulls, x, y, bead_size):
            continue
        above.append(
            BeadItem(bead_kind, variant, float(x), float(y), float(rng.uniform(0, 360)),
                     bead_size * float(rng.uniform(0.85, 1.15)))
        )  # fmt: skip
    for _ in range(int(rng.choice([0, 1, 1, 2, 3])) if rng.random() < level else 0):
        at = _free(rng, hulls, 45.0 if rng.random() > occlude else 5.0, view)
        if at:
            above.append(clutter.random_glass(rng, *at))
    if rng.random() < 0.22 * level * wide or (rng.random() < occlude * 0.5):
        above += _arm(rng, hulls, occlude)
    return below, above


def _coins(rng: Rng, deck: Deck, cards: list[CardItem], size: tuple[float, float], held_out: bool) -> list[Item]:
    """Coins and beans on the faces: on numbers, on pips, on the rim, anywhere."""
    found: list[Item] = []
    kinds = [str(k) for k in rng.choice(clutter.BEADS, 2)]
    for _ in range(int(rng.integers(3, 11)) if cards else 0):
        card = cards[int(rng.integers(len(cards)))]
        boxes = deck.marks_of(card.card).boxes
        where = rng.random()
        if where < 0.4 and boxes:
            x0, y0, x1, y1 = boxes[int(rng.integers(len(boxes)))]
            share = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) + rng.normal(0, 0.04, 2)
        elif where < 0.8:
            share = rng.uniform(0.15, 0.85, 2)
        else:
            share = np.array([rng.choice([0.0, 1.0]), rng.uniform(0, 1)])[:: 1 if rng.random() < 0.5 else -1]
        own = corners(card, size)
        x, y = own[0] + share[0] * (own[1] - own[0]) + share[1] * (own[3] - own[0])
        kind = kinds[int(rng.integers(2))]
        wide = rng.uniform(16, 26) if kind in clutter.ROUND else rng.uniform(8, 18)
        variant = int(rng.integers(THINGS)) + THINGS * held_out
        found.append(BeadItem(kind, variant, float(x), float(y), float(rng.uniform(0, 360)), float(wide)))
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
            return [clutter.random_arm(rng, tip, away)]
    return []
