"""What likeness to a learned deck's cards counts, fitted to drawn tables: the `WEIGHTS` of `vision/enrolled/looks.py`.

``python -m models.training.likeness --decks 160`` draws decks that no network was trained on, learns each from two
drawn photographs, and reads four tables laid with it; on half of these six cards of the hands are none of the forty.
It prints the weights, and how surely they say what lies there beside those that stand in the program.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from functools import cache, partial
from multiprocessing import Pool

import cv2
import numpy as np
from scipy.optimize import minimize

from models.measuring.learned import enrolled
from models.measuring.silent import deck_of, table
from models.scenes.arrays import F32, F64
from models.training.calibrate import DECKS, STRANGE, labels
from vision.classify.evidence import Faces
from vision.classify.naming import Naming
from vision.decide.posterior import normalised
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.layout import LayoutError
from vision.enrolled.looks import WEIGHTS, EnrolledLooks, Weights, gain
from vision.picture import Picture
from vision.reader import Reader

SEED = 998_601
TABLES = 4
"""Tables a deck; every other one has strange cards, which are rare and must be known."""

LEAST = -25.0
"""Logarithm of a probability below which a wrong thing costs no more: a label may be wrong too."""


@dataclass(frozen=True, slots=True)
class Things:
    """What one table holds: how like the deck's cards its things are (n, 40), how much of them is in view (n), how
    alike the deck's cards are, what was known of each (n, 43), and what it is (n)."""

    likeness: F64
    shares: F32
    alike: float
    log_p: F64
    what: np.ndarray[tuple[int], np.dtype[np.intp]]


class _Kept(EnrolledLooks):
    """Keeps what was weighed last: what is known when a reading is done."""

    def weighed(self, named: list[Naming], log_p: F64, seen: Faces, likeness: F64) -> list[Naming]:
        """As it does, and keep it."""
        self.last = likeness, seen.in_view.mean(axis=1), self.alike, log_p
        return super().weighed(named, log_p, seen, likeness)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m models.training.likeness", description=__doc__)
    parser.add_argument("--decks", type=int, default=160)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    with Pool(args.workers) as pool:
        found = pool.imap_unordered(partial(_of_deck, seed=args.seed), range(args.decks))
        things = [each for tables in found for each in tables]
    fitted = fit(things)
    for name, weights in (("in the program", WEIGHTS), ("fitted", fitted)):
        print(f"{name}: {loss(things, weights):.4f} {weights}")


def fit(things: Sequence[Things]) -> Weights:
    """The weights under which what lies there is likeliest."""
    begin = np.array(astuple(WEIGHTS))

    def of(scaled: F64) -> float:
        return loss(things, Weights(*(begin * scaled)))

    names = [each.name for each in fields(Weights)]
    bounds = [(0.01, 0.9 / WEIGHTS.liker if name == "liker" else 20.0) for name in names]
    found = minimize(
        of, np.ones(len(begin)), method="Nelder-Mead", bounds=bounds, options={"xatol": 1e-3, "fatol": 1e-6}
    )
    return Weights(*(begin * found.x).tolist())


def loss(things: Sequence[Things], weights: Weights) -> float:
    """The mean of minus the logarithm of the probability of what lies there."""
    logs = [
        normalised(each.log_p + gain(each.likeness, each.shares, each.alike, weights))[
            np.arange(len(each.what)), each.what
        ]
        for each in things
    ]
    return float(-np.maximum(np.concatenate(logs), LEAST).mean())


def _of_deck(number: int, seed: int) -> list[Things]:
    cv2.setNumThreads(1)
    deck = deck_of(number, seed, DECKS)
    try:
        learned = enrolled(deck, (seed, 99, number + 1), _reader())
    except LayoutError:
        return []
    return [*_of_tables(number, seed, learned)]


def _of_tables(number: int, seed: int, learned: EnrolledDeck) -> Iterator[Things]:
    looks = _Kept(learned.pictures, _reader().faces)
    reader = replace(_reader(), looks=looks)
    laid = deck_of(number, seed, DECKS)
    for which in range(TABLES):
        _, _, scene = table(number * TABLES + which, seed, DECKS, laid, STRANGE if which % 2 else None)
        if not scene.mirrored:
            picture = Picture(scene.image)
            found = [place.found for place in reader.places(picture)]
            if found:
                yield Things(*looks.last, labels(found, scene))


@cache
def _reader() -> Reader:
    return Reader.shipped()


if __name__ == "__main__":
    main()
