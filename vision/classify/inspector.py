"""A closer look at cards whose names are not certain: the card larger, and the numbers in its corners larger still."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.network import Answer
from vision.rectify import CLOSER, INDEX, Frame

NAMED, INSPECTED = 0.5, 0.9
INDEXED = np.array([0.8] * 12 + [0.5] * 4)
"""What the namer's word counts, the inspector's, and that of each corner in view, of rank and of suit."""

_RANKS = 12
_SUITS = slice(12, 16)

CORNER_IN_VIEW = 0.6
"""Share of a corner that must be in view for its number to be read."""

IN_FULL_VIEW = 0.9
"""Share of a card in view from which its own look tells its suit."""


LEGIBLE = 0.9
"""Share that a corner gives the name's rank from which on the other corner is not looked at."""

SURE_OF_IT = 0.9
LIKELIER, FAR_LIKELIER = 100, 1000
"""What a card's look must give a rank to be sure of it, and how many times likelier the number must then make another
one for the two to contradict each other: at a glance, and after a closer look at both."""


class Closer(Protocol):
    """Cuts cards out more closely; `carefully`: where there is time for all that can be looked at."""

    carefully: bool

    def __call__(self, which: list[int], frame: Frame, upside_down: bool = False) -> NDArray[np.uint8]:
        """Those cards (n, height, width, 4) as the frame shows them, or as it does when they are turned round."""
        ...


class Inspector:
    """Looks with `inspector.onnx` at cards and with `indexer.onnx` at their corners.

    The first takes (n, 192, 120, 4) bytes and gives the namer's logits (n, 17), the second takes (n, 48, 48, 4) and
    gives those of ranks and suits (n, 16).
    """

    def __init__(self, inspector: Answer, indexer: Answer) -> None:
        self._inspector = inspector
        self._indexer = indexer

    def held_against_numbers(
        self, logits: NDArray[np.float64], which: list[int], closer: Closer
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The namer's logits (n, 17) of those cards; where a number contradicts a rank, either may be right.

        And which rank's number the corners show: shares (n, 12), NaN where none of them is in view. The second one is
        looked at where the first does not show the name's. Pips may be drawn so that a four is like another deck's two,
        and numbers so that a five is like a two.
        """
        held, names = logits.copy(), _log_shares(logits[:, :_RANKS])
        first = self._number(which, closer, upside_down=False)
        named = names.argmax(axis=1)
        shown = first[np.arange(len(which)), named]
        again = np.nonzero(~(shown >= np.log(LEGIBLE)))[0]
        both = first.copy()
        if len(again):
            both[again] = _together(first[again], self._number([which[i] for i in again], closer, upside_down=True))
        for numbers in (first, both):
            against = _contradicted(names, numbers, LIKELIER)
            held[against, :_RANKS] = _either(names[against], numbers[against])
        return held, np.exp(both)

    def _number(self, which: list[int], closer: Closer, upside_down: bool) -> NDArray[np.float64]:
        """Logarithms of the shares (n, 12) of each rank in one corner of those cards, NaN where it is not in view."""
        return _log_shares(self._corner(which, closer, upside_down)[:, :_RANKS])

    def _corner(self, which: list[int], closer: Closer, upside_down: bool) -> NDArray[np.float64]:
        """The indexer's logits (n, 16) for one corner of those cards, NaN where it is not in view."""
        corners = closer(which, INDEX, upside_down)
        logits = np.full((len(which), len(INDEXED)), np.nan)
        in_view = np.nonzero(corners[..., 3].mean(axis=(1, 2)) >= 255 * CORNER_IN_VIEW)[0]
        if len(in_view):
            logits[in_view] = self._indexer(corners[in_view])
        return logits

    def numbers(self, corners: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Which rank's number stands in each corner (n, 48, 48, 4): shares (n, 12)."""
        shares: NDArray[np.float64] = np.exp(_log_shares(self._indexer(corners)[:, :_RANKS].astype(np.float64)))
        return shares

    def weighed(
        self, logits: NDArray[np.float64], which: list[int], closer: Closer
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The namer's logits (n, 17) of those cards weighed with what a closer look at them says.

        And which rank's number both corners show: shares (n, 12), NaN where neither is in view.
        The corners tell the suit only of cards that lie under others; and of a suit that the namer was sure of nobody
        makes another: it is in doubt.
        """
        close = closer(which, CLOSER)
        upside_down = np.ascontiguousarray(close[:, ::-1, ::-1])
        inspected = (self._inspector(close) + self._inspector(upside_down)).astype(np.float64) / 2
        weighed = NAMED * logits + INSPECTED * inspected
        whole = close[..., 3].mean(axis=(1, 2)) >= 255 * IN_FULL_VIEW
        first, second = (self._corner(which, closer, turned) for turned in (False, True))
        numbers = INDEXED * (np.nan_to_num(first) + np.nan_to_num(second))
        # What lies beside a number tells the suit in some decks only: it counts where the card itself hardly shows.
        numbers[whole, _RANKS:] = 0
        looks, said = _log_shares(weighed[:, :_RANKS]), _log_shares(numbers[:, :_RANKS])
        against = _contradicted(looks, said, FAR_LIKELIER)
        weighed[:, : len(INDEXED)] += numbers
        weighed[against, :_RANKS] = _either(looks[against], said[against])
        glance, suits = _log_shares(logits[:, _SUITS]), _log_shares(weighed[:, _SUITS])
        overruled = (glance.max(axis=1) > np.log(SURE_OF_IT)) & (glance.argmax(axis=1) != suits.argmax(axis=1))
        weighed[overruled, _SUITS] = _either(glance[overruled], suits[overruled])
        return weighed, np.exp(_together(_log_shares(first[:, :_RANKS]), _log_shares(second[:, :_RANKS])))


def _contradicted(names: NDArray[np.float64], numbers: NDArray[np.float64], likelier: float) -> NDArray[np.bool_]:
    """Where a look is sure of a rank and a number makes another so much likelier; both logarithms of shares (n, 12)."""
    given = numbers[np.arange(len(names)), names.argmax(axis=1)]
    sure = names.max(axis=1) > np.log(SURE_OF_IT)
    against: NDArray[np.bool_] = sure & (numbers.max(axis=1) - given > np.log(likelier))
    return against


def _together(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logarithms of the shares (n, 12) by two corners, none more than the better one's; NaN where neither is in view.

    Two corners that both hardly show a number do not make one.
    """
    both = np.where(np.isnan(first), 0.0, first) + np.where(np.isnan(second), 0.0, second)
    return np.minimum(_log_shares(both), np.fmax(first, second))


def _either(names: NDArray[np.float64], numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logarithms of the shares where one of both is right, and nobody knows which."""
    both: NDArray[np.float64] = np.logaddexp(names, numbers) - np.log(2)
    return both


def _log_shares(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logarithms of the probabilities (n, k) that logits stand for."""
    away = logits - logits.max(axis=1, keepdims=True)
    shares: NDArray[np.float64] = away - np.log(np.exp(away).sum(axis=1, keepdims=True))
    return shares
