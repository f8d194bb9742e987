"""What lies around cards on drawn tables, where the finder sees them: at some a card more sticks, and hardly looks
out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from models.measuring.silent import SIZES
from models.scenes.arrays import I16
from models.scenes.cards.decks import Deck
from models.scenes.cards.library import random_deck
from models.scenes.chance import random_spec
from models.scenes.scene import Scene, render
from models.scenes.spec import ALL_KINDS, SceneOptions, SceneSpec
from models.training.samples.feed import Arrays
from vision import geometry
from vision.classify.rims import AROUND, RIM, cut_out_rims
from vision.geometry import Corners
from vision.locate.finder import Finder
from vision.locate.found import Found
from vision.network import Network
from vision.picture import Picture
from vision.rectify import CARD

PART, CARDS = 32, 24
"""Tables in one part, each scene twice, and the most cards that are shown of one."""

MOVED = 0.009
"""How far outlines are moved the second time, as a spread in card lengths."""

STUCK, ONE_MORE, ONE_FEWER = 0.55, 0.05, 0.05
"""Shares of the hands in which two cards stick together, and of those that have five cards, or three, lying apart."""

STRANGE = 0.1
"""Share of the tables at which a hand's card is none of the forty."""

FRESH = 0.5
"""Share of the tables that show a deck drawn for this part alone."""

OWN = 0.4
"""Share of its union with a card that an outline has in common where it is that card's."""

SHOWS = 0.5
"""Share of what is in view of a card that the finder did not see from which it sticks to one that was seen, on or under
which it lies: so much shows around that one."""

TOUCHES = 0.15
"""The same as `OWN` of a card that was not seen and shows elsewhere, from which one that was seen is told of neither
way."""

IN_SIGHT = 0.002
"""Share of a card from which it looks out at all."""

_KINDS = tuple(kind for kind in ALL_KINDS if kind != "mirrored")


def make(decks: list[Deck], weights: NDArray[np.float64], seed: int) -> Arrays:
    """One part: what lies around the cards of tables (n, 24, 176, 32, 4), and whether another one sticks to each
    (n, 24); zeros and NaN after a table's last card. Each is shown with outlines as they were found, and moved."""
    rng = default_rng(seed)
    fresh = random_deck(rng, height=480)
    rims, stuck = np.zeros((PART, CARDS, *RIM, 4), np.uint8), np.full((PART, CARDS), np.nan, np.float32)
    for row in range(0, PART, 2):
        deck = fresh if rng.random() < FRESH else decks[int(rng.choice(len(decks), p=weights))]
        scene = render(_spec(rng, deck), SIZES[int(rng.integers(len(SIZES)))])
        picture = Picture(scene.image)
        frame = picture.at_working_size()
        found = [thing.scaled(frame.scale) for thing in _finder().find(frame.pixels)]
        which, sticks = (of_each[:CARDS] for of_each in sticking(found, scene))
        for table, outlines in enumerate((found, _moved(rng, found)), row):
            rims[table, : len(which)] = cut_out_rims(picture.pixels, outlines, which.tolist())
            stuck[table, : len(which)] = sticks
    return rims, stuck


def _moved(rng: Generator, found: list[Found]) -> list[Found]:
    """The outlines a little off, as a whole and corner by corner."""
    lengths = [np.linalg.norm(thing.corners[2] - thing.corners[1]) for thing in found]
    off = MOVED * np.abs(rng.standard_normal((len(found), 1, 1))) * np.reshape(lengths, (-1, 1, 1))
    moves = off * (rng.standard_normal((len(found), 1, 2)) + rng.standard_normal((len(found), 4, 2)) / 2)
    return [replace(thing, corners=thing.corners + move) for thing, move in zip(found, moves, strict=True)]


def _spec(rng: Generator, deck: Deck) -> SceneSpec:
    counts, stuck = dict[str, int](), ""
    for seat in "NWSE":
        what = rng.random()
        if what < STUCK + ONE_MORE:
            counts[seat] = 5
        elif what < STUCK + ONE_MORE + ONE_FEWER:
            counts[seat] = 3
        if what < STUCK:
            stuck += seat
    wide, strange = float(rng.uniform(0.3, 0.8)), int(rng.random() < STRANGE)
    return random_spec(
        rng, str(rng.choice(_KINDS)), deck, SceneOptions(wide=wide, counts=counts, stuck=stuck, strange=strange)
    )


def sticking(found: list[Found], scene: Scene) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Which of the things that were found are cards of which it is known whether another one sticks to them, unseen;
    and to which of these one does."""
    coded = [(code, card.quad.astype(np.float64)) for code, card in scene.coded() if card.visible > IN_SIGHT]
    shares = np.array([[geometry.iou(thing.corners, corners) for _, corners in coded] for thing in found])
    shares = shares.reshape(len(found), len(coded))
    left, taken = shares.copy(), np.zeros(len(coded), np.bool_)
    known, stuck, unclear = (np.zeros(len(found), np.bool_) for _ in range(3))
    while left.max(initial=0.0) > OWN:
        thing, own = np.unravel_index(left.argmax(), left.shape)
        left[thing], left[:, own] = 0.0, 0.0
        known[thing], taken[own] = True, True
    for unseen in np.flatnonzero(~taken):
        code, corners = coded[unseen]
        for thing in np.flatnonzero(shares[:, unseen] > 0):
            shows = _in_view_around(found[thing].corners, code, corners, scene.label) > SHOWS
            stuck[thing] |= shows
            unclear[thing] |= not shows and shares[thing, unseen] > TOUCHES
    which = np.flatnonzero(known & (stuck | ~unclear))
    return which, stuck[which]


def _in_view_around(thing: Corners, code: int, corners: Corners, label: I16) -> float:
    """Which share of what is in view of a card, of that `code` and at these corners, lies on the thing or in the strips
    around it."""
    low = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, None)
    high = np.ceil(corners.max(axis=0)).astype(int)
    in_view = label[low[1] : high[1], low[0] : high[0]] == code
    around = geometry.filled(in_view.shape, [_with_strips(thing) - low]) > 0
    return float((in_view & around).sum() / max(in_view.sum(), 1))


def _with_strips(card: Corners) -> Corners:
    """The corners of a card together with the strips around it."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    to_picture = cv2.getPerspectiveTransform((unit * CARD).astype(np.float32), card.astype(np.float32))
    wider = unit * (np.array(CARD) + 2 * AROUND) - AROUND
    return np.asarray(cv2.perspectiveTransform(wider[np.newaxis], to_picture)[0], np.float64)


@cache
def _finder() -> Finder:
    return Finder(Network.shipped("finder.onnx"), Network.shipped("parter.onnx"))
