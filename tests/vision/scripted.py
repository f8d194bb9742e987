"""Places, outlines, evidence and pictures for the tests of what comes after the networks."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from vision import geometry
from vision.classify.evidence import CHANNELS, PATCHES, RANKS, SUITS, Classifier, Evidence
from vision.classify.naming import FORTY, Naming
from vision.decide.place import Place
from vision.decide.posterior import (
    ART_RANK,
    ART_SUIT,
    EIGHT,
    NINE,
    NUMERALS,
    PINTAS,
    Calibration,
    Posterior,
    normalised,
)
from vision.enrolled.deck import EnrolledDeck
from vision.geometry import Corners
from vision.locate.found import Found
from vision.reader import Reader

WIDTH, LENGTH = 64.0, 100.0

NAMES = [str(card) for card in FORTY]

HANDS = ["12o", "11c", "7e", "1b", "2o", "2c", "2e", "2b", "3o", "3c", "3e", "3b", "10o", "10c", "10e", "10b"]
"""What lies on a `table` where nothing else is said: four hands of four."""


def own_words(none: float = -2.0) -> Posterior:
    """A posterior that adds up what the sources say, and knows nothing else; `none`: what is added for no card."""

    def said(x: NDArray[np.float32]) -> NDArray[np.float32]:
        one, other = np.split(x[..., NUMERALS], 2, axis=-1)
        ranks = one + 0.9 * other
        ranks[..., :RANKS] += 0.7 * x[..., ART_RANK]
        ranks[..., RANKS] += none
        one, other = np.split(x[..., PINTAS], 2, axis=-1)
        suits = (one + 0.9 * other)[..., :SUITS] + 0.7 * x[..., ART_SUIT]
        return np.concatenate([normalised(ranks), normalised(suits)], axis=-1)[np.newaxis]

    return said


OWN_WORDS = own_words()
"""A posterior that does not hang on what a fit gives."""


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
    """What may lie at a place: probabilities by card; the rest is spread thinly over the other cards."""
    cards: NDArray[np.float64] = np.full(40, 0.0)
    rest = 1 - strange - sum(probabilities.values())
    cards += max(rest, 0.0) / 40
    for name, p in probabilities.items():
        cards[NAMES.index(name)] += p
    return Naming(cards, strange, strange)


def place(corners: Corners, probabilities: dict[str, float], strange: float = 0.0) -> Place:
    """A found thing with its naming."""
    return Place(Found(corners, 0.99, 0.9), naming(probabilities, strange))


NO_NUMERAL, NO_PINTA = RANKS + 1, "-"
"""Of an end that shows none."""


def logits(index: int, count: int, how: float) -> NDArray[np.float64]:
    """Of so many classes one, so surely."""
    values = np.zeros(count)
    values[index] = how
    return values


def end(numeral: int | None = None, pinta: str | None = None, how: float = 9.0) -> NDArray[np.float64]:
    """What is said of one end (18,): a rank or NO_NUMERAL, a suit or NO_PINTA; None: as likely one as the other."""
    ranks = np.zeros(RANKS + 1) if numeral is None else logits(numeral - 1, RANKS + 1, how)
    suits = np.zeros(SUITS + 1) if pinta is None else logits("oceb-".index(pinta), SUITS + 1, how)
    return np.concatenate([ranks, suits])


def art(rank: int | None = None, suit: str | None = None, face: float = 6.0, how: float = 9.0) -> NDArray[np.float64]:
    """What is said of the whole card (17,)."""
    ranks = np.zeros(RANKS) if rank is None else logits(rank - 1, RANKS, how)
    suits = np.zeros(SUITS) if suit is None else logits("oceb".index(suit), SUITS, how)
    return np.concatenate([ranks, suits, [face]])


UNSEEN_END = np.full(RANKS + SUITS + 2, np.nan)
UNSEEN_ART = np.full(RANKS + SUITS + 1, np.nan)


def evidence(
    first: NDArray[np.float64] = UNSEEN_END,
    second: NDArray[np.float64] = UNSEEN_END,
    whole: NDArray[np.float64] = UNSEEN_ART,
    score: float = 0.95,
    seen: float = 0.9,
    under: float = 0.0,
) -> Evidence:
    """Of one thing; what is left out was not looked at."""
    return Evidence(np.stack([first, second])[np.newaxis], whole[np.newaxis], np.array([[score, seen, under]]))


def joined(things: list[Evidence]) -> Evidence:
    """Of all these."""
    return Evidence(*(np.concatenate([getattr(e, part) for e in things]) for part in ("ends", "art", "located")))


def ship(name: str, arrays: dict[str, ArrayLike], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a file of these arrays, and a calibration that names it, be the model files."""
    into = io.BytesIO()
    np.savez(into, **arrays)  # type: ignore[arg-type]
    (folder / name).write_bytes(into.getvalue())
    sums = {name: sha256(into.getvalue()).hexdigest()}
    (folder / "calibration.json").write_text(json.dumps({"checksums": sums, "risk": 0.01}))
    monkeypatch.setattr("vision.network.model_bytes", lambda file: (folder / file).read_bytes())


BACK = 42
CLOTH = 20
_CODE, _APART = 40, 5
_INK = 255


@dataclass(frozen=True)
class Lies:
    """One thing that is painted: its corners, and what it is: an index into FORTY, EIGHT, NINE or BACK."""

    corners: Corners
    what: int


def painted(things: list[Lies], size: tuple[int, int] = (1600, 1200)) -> NDArray[np.uint8]:
    """A picture (width, height) that says in blue what each thing is, and in red where its numerals stand."""
    pixels = np.full((size[1], size[0], 3), CLOTH, np.uint8)
    for thing in things:
        code = _CODE + _APART * thing.what
        cv2.fillConvexPoly(pixels, np.round(thing.corners).astype(np.int32), (code, CLOTH, 0))
        if thing.what != BACK:
            _numerals(pixels, thing.corners, code)
    return pixels


def _numerals(pixels: NDArray[np.uint8], corners: Corners, code: int) -> None:
    """A block at the upper left of either end."""
    for turn in (0, 2):
        origin, right, _, left = np.roll(corners, -turn, axis=0)
        across, down = right - origin, left - origin
        block = [origin + across * x + down * y for x, y in ((0.08, 0.05), (0.35, 0.05), (0.35, 0.15), (0.08, 0.15))]
        cv2.fillConvexPoly(pixels, np.round(block).astype(np.int32), (code, CLOTH, _INK))


def _what(crop: NDArray[np.uint8]) -> int:
    """What the thing in a cut-out is, by most of its pixels in view."""
    in_view = crop[..., 0][crop[..., 3] > 200]
    return round((float(np.median(in_view)) - _CODE) / _APART)


class FindsPaint:
    """Stands for the finder: whatever is painted on the cloth in one colour is a thing. At first it overlooks some."""

    def __init__(self, overlooked: int = 0) -> None:
        self.overlooked = overlooked

    def find(self, pixels: NDArray[np.uint8]) -> list[Found]:
        found = self._things(pixels)
        return found[: len(found) - self.overlooked]

    def find_beside(self, pixels: NDArray[np.uint8], found: list[Found], cards: list[Found]) -> list[Found]:
        return found + self._things(pixels)[len(found) :]

    def _things(self, pixels: NDArray[np.uint8]) -> list[Found]:
        things = list[Found]()
        blue = pixels[..., 0]
        codes = np.flatnonzero(np.bincount(blue.ravel(), minlength=256) > 200)
        for code in (int(code) for code in codes if code >= _CODE):
            outlines, _ = cv2.findContours((blue == code).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            things += [_thing(outline) for outline in outlines if cv2.contourArea(outline) > 100]
        return things

    def in_sight(self, pixels: NDArray[np.uint8]) -> int:
        return len(self.find(pixels))


def _thing(outline: NDArray[np.int32]) -> Found:
    corners = cv2.boxPoints(cv2.minAreaRect(outline)).astype(np.float64)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return Found(corners if sides[0] < sides[1] else np.roll(corners, -1, axis=0), 0.99, 0.95)


def reads_ends(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Stands for `marks.onnx`: the numeral where its block stands upper left, and then the pinta."""
    return np.stack([_end_of(crop) for crop in crops]).astype(np.float32)


def _end_of(crop: NDArray[np.uint8]) -> NDArray[np.float64]:
    what, half = _what(crop), crop.shape[1] // 2
    if np.mean(crop[:, :half, 2] > 128) < 0.05:
        return end(NO_NUMERAL, NO_PINTA)
    if what in (EIGHT, NINE):
        return end(8 if what == EIGHT else 9)
    return end(FORTY[what].rank, FORTY[what].suit.value)


def reads_art(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Stands for `art.onnx`: what is painted there, and the colour of each patch."""
    logits = np.stack([_art_of(_what(crop)) for crop in crops])
    patches = np.zeros((len(crops), *PATCHES, CHANNELS))
    patches[..., :3] = [cv2.resize(crop[..., :3], PATCHES[::-1], interpolation=cv2.INTER_AREA) for crop in crops]
    return np.concatenate([logits, patches.reshape(len(crops), -1)], axis=1).astype(np.float32)


def _art_of(what: int) -> NDArray[np.float64]:
    if what < len(FORTY):
        return art(FORTY[what].rank, FORTY[what].suit.value)
    return art(face=-9.0) if what == BACK else art(8 if what == EIGHT else 9)


def reads_rims(rims: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Stands for `rims.onnx`: nothing sticks to any card."""
    return np.full(rims.shape[:2], -12.0, np.float32)


CLASSIFIER = Classifier(reads_ends, reads_art, reads_rims)


def reader(
    players: int = 4,
    turn: float = 0.0,
    risk: float = 0.01,
    deck: EnrolledDeck | None = None,
    classifier: Classifier = CLASSIFIER,
) -> Reader:
    """A reader of painted pictures."""
    finder = FindsPaint()
    plain = Reader(finder, classifier, Calibration(OWN_WORDS, risk), players, turn)  # type: ignore[arg-type]
    return plain.with_deck(deck)


def index(name: str) -> int:
    """Where a card stands in FORTY."""
    return NAMES.index(name)
