"""What likeness to a learned deck's cards counts, fitted to drawn tables.

Decks that no network was trained on are drawn, and each is learned from two drawn photographs; tables are laid with it
and read. What was known of each thing and how like the deck's cards it is, is kept, so that a run that was broken off
goes on.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, logit

from models.measuring.learned import photographs
from models.measuring.silent import deck_of, table
from models.scenes.cards.decks import Deck
from models.training.truth import DECKS, STRANGE, labels, seen_by
from vision.arrays import F32, F64
from vision.classify.evidence import Faces
from vision.classify.naming import Naming
from vision.decide.posterior import Calibration, normalised
from vision.enrolled.layout import LayoutError
from vision.enrolled.learn import learn
from vision.enrolled.looks import DeckLooks, Weights, log_likelihood_ratios
from vision.picture import Picture
from vision.reader import CARDS_ON_A_TABLE, Reader

SEED = 998_601
TABLES = 4
"""Tables a deck; the hands of every other one hold cards that are none of the forty."""

LEAST = -25.0
"""Logarithm of a probability below which a wrong thing costs no more: a label may be wrong too."""

BEGIN = Weights(explained=20.0, of_the_deck=0.0, likest=2.0, lookalikes=0.1)


@dataclass(frozen=True, slots=True)
class Things:
    """What one table holds: how like the deck's cards its things are (n, 40), how much of them is in view (n), how
    alike the deck's cards are, what was known of each (n, 43), and what it is (n)."""

    likeness: F64
    in_view: F32
    alike: float
    log_p: F64
    what: NDArray[np.intp]


def fit_likeness(decks: int, folder: Path, workers: int, calibration: Calibration) -> dict[str, F64]:
    """The weights, as their file holds them, fitted to tables of so many drawn decks, those that could be learned, as a
    reader of this calibration sees them. It prints what those fitted to half of the decks say of the other half.

    ValueError where fewer than two decks were learned.
    """
    kept = folder / f"learned-{SEED}-{seen_by(calibration)}"
    kept.mkdir(parents=True, exist_ok=True)
    with Pool(workers) as pool:
        read = pool.map(partial(_of_deck, kept, calibration), range(decks), chunksize=1)
    learned = [tables for tables in read if tables]
    if len(learned) < 2:
        raise ValueError(
            f"what likeness counts is fitted to two learned decks at least: of {decks}, {len(learned)} were"
        )
    half = fit([each for tables in learned[::2] for each in tables])
    others = loss([each for tables in learned[1::2] for each in tables], half)
    weights = fit([each for tables in learned for each in tables])
    print(
        f"likeness: {len(learned)} of {decks} decks were learned; fitted to half {others:.4f} for the others: {weights}"
    )
    return {"weights": np.array(astuple(weights))}


def fit(things: Sequence[Things], begin: Weights = BEGIN) -> Weights:
    """The weights under which what lies there is likeliest; RuntimeError where none are found.

    Where no eight or nine looks like a card, that is no proof that none ever does: one that does and one that does not
    count as seen besides (Laplace's rule of succession).
    """
    seen = sum(len(each.what) for each in things)

    def objective(free: F64) -> float:
        weights = _weights(free)
        besides = np.log(weights.lookalikes) + np.log1p(-weights.lookalikes)
        return loss(things, weights) - float(besides) / seen

    first = _free(begin)
    corners = np.vstack([first, first + np.eye(len(first))])
    how = {"initial_simplex": corners, "xatol": 1e-3, "fatol": 1e-7, "maxiter": 2000}
    found = minimize(objective, first, method="Nelder-Mead", options=how)
    if not found.success:
        raise RuntimeError(f"what likeness counts was not found: {found.message}")
    return _weights(found.x)


def _free(weights: Weights) -> F64:
    """The weights as numbers that may be any: logarithms of those that are positive, and of the share its odds."""
    return np.array([np.log(weights.explained), weights.of_the_deck, np.log(weights.likest), logit(weights.lookalikes)])


def _weights(free: F64) -> Weights:
    explained, of_the_deck, likest, odds = free.tolist()
    return Weights(float(np.exp(explained)), of_the_deck, float(np.exp(likest)), float(expit(odds)))


def loss(things: Sequence[Things], weights: Weights) -> float:
    """The mean of minus the logarithm of the probability of what lies there."""
    logs = []
    for each in things:
        told = log_likelihood_ratios(each.likeness, each.in_view, each.alike, weights)
        logs.append(normalised(each.log_p + told)[np.arange(len(each.what)), each.what])
    return float(-np.maximum(np.concatenate(logs), LEAST).mean())


def _of_deck(folder: Path, calibration: Calibration, number: int) -> list[Things]:
    """The tables of the deck of that number; none where it could not be learned."""
    path = folder / f"{number}.pickle"
    if not path.exists():
        cv2.setNumThreads(1)
        path.with_suffix(".new").write_bytes(pickle.dumps([*_read(number, Reader.shipped(calibration=calibration))]))
        path.with_suffix(".new").replace(path)
    things: list[Things] = pickle.loads(path.read_bytes())
    return things


def _read(number: int, reader: Reader) -> Iterator[Things]:
    """What its tables show, by the weights that the fit begins with: those that are shipped have no part in it."""
    deck = deck_of(number, SEED, DECKS)
    try:
        learned = learn(deck.name, photographs(deck, (SEED, 99, number + 1)), reader, BEGIN)
    except LayoutError:
        return
    looks = _Kept.of(learned.pictures, reader.faces, BEGIN)
    for which in range(TABLES):
        yield from _of_table(number * TABLES + which, deck, STRANGE if which % 2 else None, looks, reader)


def _of_table(number: int, deck: Deck, strange: int | None, looks: _Kept, reader: Reader) -> Iterator[Things]:
    _, _, scene = table(number, SEED, DECKS, deck, strange)
    if not scene.mirrored:
        seen = replace(reader, looks=looks).seen(Picture(scene.image), CARDS_ON_A_TABLE)
        found = [place.found for place in seen.places]
        if found:
            yield Things(*looks.last, labels(found, scene))


class _Kept(DeckLooks):
    """Keeps what was weighed last: what is known when a reading is done."""

    def weighed(self, named: list[Naming], log_p: F64, likeness: F64, seen: Faces) -> list[Naming]:
        """As it does, and keep it."""
        self.last = likeness, seen.in_view.mean(axis=1), self.alike, log_p
        return super().weighed(named, log_p, likeness, seen)
