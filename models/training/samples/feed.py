"""Samples drawn by other processes while the network trains on the ones before; the same seeds, the same samples."""

from __future__ import annotations

import itertools
import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

Arrays = tuple[NDArray[np.generic], ...]


def chunks(
    make: Callable[[int], Arrays], seed: int, count: int, parts: int, workers: int, first: int = 0
) -> Iterator[Arrays]:
    """Yield the chunks `first` to `count`, each of `parts` results of `make(seed of the part)` laid end to end.

    While one is in use the next is being drawn.
    """
    seeds = ((seed * 1_000_003 + chunk) * 1_009 + part for chunk in range(first, count) for part in range(parts))
    with Feed(make, seeds, workers, ahead=parts) as feed:
        for _ in range(first, count):
            drawn = [feed.take() for _ in range(parts)]
            yield tuple(np.concatenate(part) for part in zip(*drawn, strict=True))


class Feed:
    """What `make` gives for seeds, in their order, made by other processes all the while, so many `ahead`.

    `make` runs in `workers` forked processes, which it reaches with the fork: the decks that it may hold are too large
    to be sent with every seed. Its errors are raised where what it gives is taken, also that a process died.
    """

    def __init__(self, make: Callable[[int], Arrays], seeds: Iterable[int], workers: int, ahead: int) -> None:
        cv2.setNumThreads(0)  # OpenCV's threads do not survive a fork
        context = multiprocessing.get_context("fork")
        self._pool = ProcessPoolExecutor(workers, context, initializer=_remember, initargs=(make,))
        self._seeds = iter(seeds)
        self._pending = deque[Future[Arrays]]()
        self._begin(ahead)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pool.shutdown(cancel_futures=True)

    def take(self) -> Arrays:
        """The next one, when it is made."""
        self._begin(1)
        return self._pending.popleft().result()

    def _begin(self, count: int) -> None:
        self._pending += [self._pool.submit(_made, seed) for seed in itertools.islice(self._seeds, count)]


def _remember(make: Callable[[int], Arrays]) -> None:
    """Keep for a process what it makes."""
    global _make
    _make = make


def _made(seed: int) -> Arrays:
    return _make(seed)


_make: Callable[[int], Arrays]
