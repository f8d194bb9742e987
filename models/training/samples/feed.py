"""Samples drawn by other processes while the network trains on the ones before; the same seeds, the same samples."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor

import cv2
import numpy as np
from numpy.typing import NDArray

Arrays = tuple[NDArray[np.generic], ...]


def chunks(
    make: Callable[[int], Arrays], seed: int, count: int, parts: int, workers: int, first: int = 0
) -> Iterator[Arrays]:
    """Yield the chunks `first` to `count`, each of `parts` results of `make(seed of the part)` laid end to end.

    While one is in use the next is being drawn, by `workers` forked processes. `make` reaches them with the fork: the
    decks that it may hold are too large to be sent with every seed. Its errors, and that a process died, are raised
    where a chunk is taken.
    """
    cv2.setNumThreads(0)  # OpenCV's threads do not survive a fork
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(workers, context, initializer=_remember, initargs=(make,))
    begun = (
        [pool.submit(_made, (seed * 1_000_003 + chunk) * 1_009 + part) for part in range(parts)]
        for chunk in range(first, count)
    )
    try:
        following = next(begun, None)
        while following:
            drawn, following = following, next(begun, None)
            yield tuple(np.concatenate(part) for part in zip(*(each.result() for each in drawn), strict=True))
    finally:
        pool.shutdown(cancel_futures=True)


def _remember(make: Callable[[int], Arrays]) -> None:
    """Keep for a process what it makes."""
    global _make
    _make = make


def _made(seed: int) -> Arrays:
    return _make(seed)


_make: Callable[[int], Arrays]
