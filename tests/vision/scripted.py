"""Places and outlines for the tests of what comes after finding and naming."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.classify.naming import FORTY, Naming
from vision.decide.decide import Place
from vision.geometry import Corners
from vision.locate.found import Found

WIDTH, LENGTH = 64.0, 100.0


def card_at(x: float, y: float, turned: float = 0.0) -> Corners:
    """An upright card's corners about a point, turned clockwise by degrees."""
    half = np.array([[-WIDTH, -LENGTH], [WIDTH, -LENGTH], [WIDTH, LENGTH], [-WIDTH, LENGTH]]) / 2
    return geometry.turn(half, turned) + [x, y]


def row(x: float, y: float, turned: float, count: int = 4, step: float = 68.0) -> list[Corners]:
    """Cards side by side about a point, the whole row turned."""
    shifts = np.array([[(i - (count - 1) / 2) * step, 0.0] for i in range(count)])
    return [card_at(*(point + [x, y]), turned) for point in geometry.turn(shifts, turned)]


def table(turned: float = 0.0) -> list[Corners]:
    """Four hands of four about the middle of a picture 1600 x 1200: N, W, S, E."""
    places = geometry.turn(np.array([[0.0, -420], [-420, 0], [0, 420], [420, 0]]), turned) + [800, 600]
    return [
        card
        for (x, y), lean in zip(places, (0, 90, 0, 90), strict=True)
        for card in row(float(x), float(y), lean + turned)
    ]


def naming(probabilities: dict[str, float], strange: float = 0.0) -> Naming:
    """What a namer says: probabilities by card; the rest is spread thinly over the other cards."""
    cards: NDArray[np.float64] = np.full(40, 0.0)
    rest = 1 - strange - sum(probabilities.values())
    cards += max(rest, 0.0) / 40
    for name, p in probabilities.items():
        cards[[str(card) for card in FORTY].index(name)] += p
    return Naming(cards, strange, strange)


def place(corners: Corners, probabilities: dict[str, float], strange: float = 0.0) -> Place:
    """A found thing with its naming."""
    return Place(Found(corners, 0.99, 0.9), naming(probabilities, strange))
