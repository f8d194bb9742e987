"""Why a picture may not show all cards: its edge cuts them off, hands lie off its middle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.seats import Seat
from engine.sentences import Sentence
from vision import geometry
from vision.decide.joint import CARDS_A_HAND
from vision.geometry import Corners
from vision.reading import Doubt

SIDES = ("left", "top", "right", "bottom")

BEYOND = 0.02
"""Share of a card's length by which it may reach beyond the picture's edge and still count as in view."""

OFF = 1.5
"""Card lengths from the picture's middle to the cards' from which on hands do not lie around it: where one of four is
not in sight the others' middle is a little more than one away."""


def cut_sides(corners: Corners, size: tuple[int, int]) -> frozenset[str]:
    """The SIDES of a picture (width, height) over which a card reaches."""
    spare = BEYOND * max(geometry.side_lengths(corners))
    over = [*np.any(corners < -spare, axis=0), *np.any(corners > np.array(size) + spare, axis=0)]
    return frozenset(side for side, is_over in zip(SIDES, over, strict=True) if is_over)


def off_middle(cards: list[Corners], held: Sequence[Seat | None], size: tuple[int, int]) -> tuple[float, float] | None:
    """Where the cards lie, seen from the picture's middle, where of two hands' cards or more, more than a hand's lie
    at one seat of four while another has none; else None.

    Seats go by the picture's middle where there are not four hands of four: then it is not the table's. Where the
    cards lie around it all the same they are only turned.
    """
    counts = [held.count(seat) for seat in Seat]
    if sum(counts) < 2 * CARDS_A_HAND or max(counts) <= CARDS_A_HAND or 0 not in counts:
        return None
    right_of, below = (np.concatenate(cards).mean(axis=0) - np.array(size) / 2).tolist()
    length = float(np.median([geometry.side_lengths(card)[1] for card in cards]))
    return (right_of, below) if np.hypot(right_of, below) > OFF * length else None


def doubts(cards: list[Corners], held: Sequence[Seat | None], size: tuple[int, int], players: int) -> tuple[Doubt, ...]:
    """Doubts about a picture in which not every hand is whole.

    `held` are the seats of the `cards`, in their order. `size` is the picture's width and height.
    """
    texts = list[Sentence]()
    if any(cut_sides(card, size) for card in cards):
        texts.append(Sentence("cards are cut off by the picture's edge: is the whole table in view?"))
    if players == len(Seat) and off_middle(cards, held, size):
        texts.append(Sentence("the hands do not lie around the picture's middle: is the whole table in view?"))
    return tuple(Doubt("picture", text) for text in texts)
