"""Samples drawn by other processes while the network trains on the ones before; the same seeds, the same samples."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

Arrays = tuple[NDArray[np.generic], ...]


def chunks(
    make: Callable[[int], Arrays], seed: int, count: int, parts: int, workers: int, first: int = 0
) -> Iterator[Arrays]:
    """Yield the chunks `first` to `count`, each of `parts` results of `make(seed of the part)` laid end to end.

    While one is in use the next is being drawn. `make` runs in `workers` forked processes and sees what this process
    had in memory when the feed began.
    """
    cv2.setNumThreads(0)  # OpenCV's threads do not survive a fork
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        pending = pool.map_async(make, _seeds(seed, first, parts), chunksize=1)
        for chunk in range(first, count):
            drawn = pending.get()
            if chunk + 1 < count:
                pending = pool.map_async(make, _seeds(seed, chunk + 1, parts), chunksize=1)
            yield tuple(np.concatenate(part) for part in zip(*drawn, strict=True))


def _seeds(seed: int, chunk: int, parts: int) -> list[int]:
    return [(seed * 1_000_003 + chunk) * 1_009 + part for part in range(parts)]
