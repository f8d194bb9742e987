"""Samples drawn by other processes while the network trains on the ones before; the same seeds, the same samples."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing.pool import Pool

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
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        pending = pool.map_async(make, _seeds(seed, first, parts), chunksize=1)
        for chunk in range(first, count):
            drawn = pending.get()
            if chunk + 1 < count:
                pending = pool.map_async(make, _seeds(seed, chunk + 1, parts), chunksize=1)
            yield tuple(np.concatenate(part) for part in zip(*drawn, strict=True))


def _seeds(seed: int, chunk: int, parts: int) -> list[int]:
    return [(seed * 1_000_003 + chunk) * 1_009 + part for part in range(parts)]


def endless(pool: Pool, make: Callable[[int], Arrays], seed: int, ahead: int) -> Iterator[Arrays]:
    """Yield the results of `make` of the seeds from this one on, without an end; so many are being made at any time."""
    pending = deque(pool.apply_async(make, (seed + number,)) for number in range(ahead))
    for number in count(seed + ahead):
        yield pending.popleft().get()
        pending.append(pool.apply_async(make, (number,)))
