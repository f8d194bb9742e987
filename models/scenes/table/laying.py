"""The hands on the table, or the forty cards: which cards, where each lies, and how years of play have left it."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from models.deck.faces import CARDS
from models.scenes.arrays import Rng, hull_of
from models.scenes.cards.decks import BACKS, Deck
from models.scenes.cards.wear import random_wear
from models.scenes.photograph.camera import View
from models.scenes.spec import STEEP, CardItem, SceneOptions, Stage, corners
from models.scenes.table.layouts import SEAT_TURN, Lie, Place, hand, one_stuck, random_layout, random_place
from vision.arrays import F64


def lay_hands(rng: Rng, of: Callable[[], str], stage: Stage, options: SceneOptions) -> tuple[Stage, list[CardItem]]:
    """The hands, so placed that all of them are in the picture and none lies on another; the camera as that asks for.

    `of` gives the kind of scene that the next hand lies as.
    """
    camera, size, wide = stage.camera, stage.size, options.wide
    layouts = {seat: random_layout(rng, of()) for seat in SEAT_TURN}
    lies = {seat: _laid(rng, seat, layouts[seat], size, options) for seat in SEAT_TURN}
    names = _deal(rng, stage.deck, sum(len(v) for v in lies.values()), options.strange)
    for attempt in range(90):
        if attempt == 50:
            tilt = camera.tilt if camera.tilt >= STEEP else min(camera.tilt, 18.0)
            camera, wide = replace(camera, roll=0.0, tilt=tilt, look_at=(0.0, 0.0)), 0.0
        places = {seat: random_place(rng, seat, layouts[seat], wide) for seat in SEAT_TURN}
        # Hands that do not fit come nearer, and then the camera goes up.
        nearer = max(0.62, 1 - 0.015 * (attempt % 50))
        if attempt > 15:
            highest = max(camera.height, 1400.0 if attempt < 50 else 1700.0)
            camera = replace(camera, height=min(camera.height * 1.012, highest))
        cards: list[CardItem] = []
        dealt = iter(names)
        for seat in SEAT_TURN:
            place = replace(places[seat], away=places[seat].away * nearer, aside=places[seat].aside * nearer)
            cards += [_card(next(dealt), place, layouts[seat], lie) for lie in lies[seat]]
        view = replace(stage, camera=camera).view
        if _seated(cards, camera.roll) and _in_sight(cards, size, view) and not _collide(cards, size):
            break
    order = [str(s) for s in rng.permutation(list(SEAT_TURN))]
    cards.sort(key=lambda card: order.index(card.seat or ""))
    return replace(stage, camera=camera), cards


def _laid(rng: Rng, seat: str, layout: str, size: tuple[float, float], options: SceneOptions) -> list[Lie]:
    """One hand before it has its place: millimetres, for cards of that size."""
    count, sticks = options.counts.get(seat, 4), seat in options.stuck
    laid = hand(rng, layout, count - sticks, options.wide)
    if sticks:
        laid = one_stuck(rng, laid)
    return [replace(lie, x=lie.x * (size[0] / 61.0), y=lie.y * size[1] / 95.0) for lie in laid]


def _card(name: str, place: Place, layout: str, lie: Lie) -> CardItem:
    at = place.to_table(lie.x, lie.y)
    return CardItem(name, place.seat, layout, at[0], at[1], lie.turn + place.turn + SEAT_TURN[place.seat])


def _deal(rng: Rng, deck: Deck, count: int, strange: int) -> list[str]:
    have = [card for card in CARDS if card in deck.faces]
    while len(have) < count:
        have = have + have
    names = [str(n) for n in rng.permutation(have)[:count]]
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


def hulls_of(cards: list[CardItem], size: tuple[float, float]) -> dict[str, F64]:
    """The convex outline of each hand, mm."""
    found = {}
    for seat in {c.seat for c in cards if c.seat}:
        found[seat] = hull_of(np.concatenate([corners(c, size) for c in cards if c.seat == seat]))
    return dict(sorted(found.items()))


def _collide(cards: list[CardItem], size: tuple[float, float]) -> bool:
    hulls = [hull.astype(np.float32) for hull in hulls_of(cards, size).values()]
    return any(cv2.intersectConvexConvex(a, b)[0] > 1.0 for i, a in enumerate(hulls) for b in hulls[i + 1 :])


def lay_whole_deck(rng: Rng, kind: str, stage: Stage) -> tuple[Stage, list[CardItem]]:
    """The forty cards: in four rows as for enrolment, or spread in any order."""
    have, size = [card for card in CARDS if card in stage.deck.faces], stage.size
    across, down = size[0] * rng.uniform(1.08, 1.2), size[1] * rng.uniform(1.06, 1.16)
    is_spread = kind == "spread"
    loose = 3.0 if is_spread else 1.0
    if is_spread:
        have = [str(n) for n in rng.permutation(have)]
        across *= rng.uniform(0.75, 1.0)
    cards = []
    for i, name in enumerate(have):
        line, column = divmod(i, 10)
        turn = rng.normal(0, 1.2 * loose) + (180 * (rng.random() < 0.5) if is_spread else 0)
        x, y = (column - 4.5) * across + rng.normal(0, loose), (line - 1.5) * down + rng.normal(0, loose)
        cards.append(CardItem(name, None, kind, float(x), float(y), float(turn)))
    while not _in_sight(cards, size, stage.view):
        stage = replace(stage, camera=replace(stage.camera, height=stage.camera.height * 1.02))
    return stage, cards


def handled(rng: Rng, cards: list[CardItem], wide: float) -> list[CardItem]:
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
