"""How fast the law is counted: the odds of a deal, and hands compared in bulk. One core; rows for the README."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from engine.cards import DECK
from engine.odds import ROUNDS, compare, odds
from engine.rules import rulebook
from engine.seats import Seat

DEALS = 11
COMPARISONS = 1_000_000
BOOKS = ("nabo", "federacion")
"""A book with four kings, and the real 31 as well, and one with eight."""


def rows() -> list[str]:
    """The figures as rows of a table in Markdown: what, and how much."""
    found = []
    for name in BOOKS:
        book = rulebook(name)
        own, both = odds_seconds(name)
        found += [
            f"| odds from one's own hand, {book.kings} kings, median of {DEALS} | {own * 1000:.0f} ms |",
            f"| odds from both partners' hands, {book.kings} kings, median of {DEALS} | {both * 1000:.0f} ms |",
        ]
    slowest = min(comparisons_a_second(name) for name in BOOKS)
    return [*found, f"| comparisons of two hands in bulk, slowest round | {slowest / 1e6:.0f} million a second |"]


def odds_seconds(name: str) -> tuple[float, float]:
    """The median time of all five rounds' odds in the rule book `name`: from one's own hand, from both partners'."""
    book, rng = rulebook(name), np.random.default_rng(1)
    own, both = [], []
    odds(book, Seat.W, {Seat.N: DECK[:4]})  # the book's tables are built once
    for _ in range(DEALS):
        cards = [DECK[i] for i in rng.permutation(len(DECK))]
        own.append(_seconds(partial(odds, book, Seat.W, {Seat.N: cards[:4]})))
        both.append(_seconds(partial(odds, book, Seat.W, {Seat.N: cards[:4], Seat.S: cards[4:8]})))
    return statistics.median(own), statistics.median(both)


def comparisons_a_second(name: str) -> float:
    """How many pairs of hands are compared in the rule book `name`, in the round that takes longest."""
    book, rng = rulebook(name), np.random.default_rng(1)
    cards = np.argsort(rng.random((COMPARISONS, len(DECK)), np.float32), axis=1)[:, :8].astype(np.uint8)
    one, other = np.ascontiguousarray(cards[:, :4]), np.ascontiguousarray(cards[:, 4:])
    compare(ROUNDS[0], one[:1], other[:1], book)  # the book's tables are built once
    return COMPARISONS / max(_seconds(partial(compare, round, one, other, book)) for round in ROUNDS)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    print("\n".join(rows()))
