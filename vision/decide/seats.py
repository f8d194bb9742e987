"""Whose card is whose: cards that lie together are a hand, and a hand belongs to the side of the table it lies at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.seats import Seat
from vision import geometry
from vision.arrays import F64
from vision.decide.joint import CARDS_A_HAND
from vision.geometry import Corners

HAND_GAP = 0.5
"""Cards whose outlines are nearer than this many card lengths belong to one hand."""

_OTHER_GAPS = (0.4, 0.32, 0.25, 0.2, 0.15, 0.1, 0.06, 0.03, 0.01, 0.6, 0.75)
"""Tried where HAND_GAP does not make hands of four: neighbours sit close, or cards lie far apart."""

CLEARLY = 0.5
"""How much better one way of parting touching hands must be than any other, where two crossed cards count 1."""

MOST_TURNED = 35.0
"""Degrees by which neighbours in a hand are turned against each other at most; a fan turns from card to card."""

ALIKE = 0.6
"""How much alike the cards of such a hand must lie at least: four of which one lies across make a half, a wide fan two
thirds."""

MAX_LEAN = 40.0
"""Degrees that a hand may lie away from the middle of its side."""

MOST_ACROSS = 45.0
"""Degrees by which two hands' cards are turned against each other at most where the hands face each other."""

TURNS = {Seat.N: 0.0, Seat.E: 90.0, Seat.S: 180.0, Seat.W: 270.0}
"""Degrees clockwise from the top at which each seat is."""


@dataclass(frozen=True, slots=True)
class Hands:
    """Seats by card, in the order of the cards (None: no seat), and the hands (card indices) that lie between seats.

    `lean`: by how many degrees, 45 at most, all hands lie clockwise off the middles of the nearest sides.
    """

    seats: tuple[Seat | None, ...]
    between: tuple[tuple[int, ...], ...]
    lean: float = 0.0


def assign(cards: list[Corners], size: tuple[int, int], turn: float = 0.0, players: int = 4) -> Hands:
    """Give each card the seat of its hand.

    `size` is the picture's (width, height); `turn` how many degrees the picture is turned clockwise first. With two
    `players` the hands lie at two facing seats; where their cards lie across each other they do not, and both lie
    between seats.
    """
    if not cards:
        return Hands((), ())
    hands = _hands(cards, players)
    if not _fours(hands, players):
        hands = _in_turn(cards, players) or hands
    centres = np.stack([np.mean([cards[i].mean(axis=0) for i in hand], axis=0) for hand in hands])
    # Where not all hands are there, what is between them is not the table's middle.
    middle = centres.mean(axis=0) if _fours(hands, players) else np.array(size) / 2
    away = geometry.turn(centres - middle, turn)
    angles = np.degrees(np.arctan2(away[:, 0], -away[:, 1]))
    seats: list[Seat | None] = [None] * len(cards)
    between = []
    across = players == 2 and _lie_across(cards, hands)
    for hand, angle in zip(hands, angles, strict=True):
        quarters = round(angle / 90)
        if abs(angle - 90 * quarters) > MAX_LEAN or across:
            between.append(tuple(hand))
        for card in hand:
            seats[card] = tuple(TURNS)[quarters % len(TURNS)]
    return Hands(tuple(seats), tuple(between), _lean(angles))


def beside(things: list[Corners], cards: list[Corners]) -> list[list[int]]:
    """Which cards each thing may lie in one hand with, the nearest first: so near, and so much as they do."""
    if not things or not cards:
        return [[] for _ in things]
    gaps = _gaps(things, cards)
    near = (gaps < HAND_GAP * _length(cards)) & (_turned(things, cards) < MOST_TURNED)
    return [[i for i in order if own[i]] for order, own in zip(gaps.argsort(kind="stable").tolist(), near, strict=True)]


def are_whole(cards: list[Corners], players: int) -> bool:
    """Whether the cards make as many hands of four as there are players."""
    return len(cards) == CARDS_A_HAND * players and _fours(_hands(cards, players), players)


def _hands(cards: list[Corners], players: int) -> list[list[int]]:
    """Card indices by hand: cards nearer to each other than HAND_GAP, or than the gap that makes most hands of four.

    Cards that lie across each other, as those of two hands do, are parted, unless more hands of four come of keeping
    them together. Of as many cards as all hands have, none is to break off its hand of five and make another one's
    three a four.
    """
    gaps = _gaps(cards, cards) / _length(cards)
    alike = _turned(cards, cards) < MOST_TURNED
    most = max(players, len(linked(gaps < HAND_GAP))) if len(cards) == CARDS_A_HAND * players else len(cards)
    best, most_fours = list[list[int]](), -1
    for may_be_one_hand in (alike, np.ones_like(alike)):
        for widest in (HAND_GAP, *_OTHER_GAPS):
            hands = linked((gaps < widest) & may_be_one_hand)
            fours = sum(len(hand) == CARDS_A_HAND for hand in hands)
            if len(hands) <= most and fours > most_fours:
                best, most_fours = hands, fours
            if most_fours == len(cards) // CARDS_A_HAND:
                return best  # no other way makes more
    return best


def _fours(hands: list[list[int]], players: int) -> bool:
    return len(hands) == players and all(len(hand) == CARDS_A_HAND for hand in hands)


def _in_turn(cards: list[Corners], players: int) -> list[list[int]] | None:
    """Four neighbours at a time, as one goes around the table; None where that makes no clear hands.

    For hands that touch at the table's corners: the cards of a hand lie much the same way, those of the next one
    across. Of the ways to begin the one whose hands agree best is taken, if it is clearly the best.
    """
    if len(cards) != CARDS_A_HAND * players:
        return None
    centres = np.stack([card.mean(axis=0) for card in cards])
    away = centres - (centres.min(axis=0) + centres.max(axis=0)) / 2
    around = np.argsort(np.arctan2(away[:, 1], away[:, 0]))
    lying = _lying(cards)

    def hands(first: int) -> NDArray[np.intp]:
        return np.roll(around, -first).reshape(players, CARDS_A_HAND)

    def disagreement(first: int) -> float:
        return float(np.sum(1 - np.abs(lying[hands(first)].mean(axis=1))))

    best, second, *_ = sorted(range(CARDS_A_HAND), key=disagreement)
    if disagreement(second) - disagreement(best) < CLEARLY:
        return None
    gaps = _gaps(cards, cards) / _length(cards)
    if any(len(linked(gaps[np.ix_(hand, hand)] < _OTHER_GAPS[-1])) > 1 for hand in hands(best)):
        return None
    if np.min(np.abs(lying[hands(best)].mean(axis=1))) < ALIKE:
        return None
    return [[int(i) for i in hand] for hand in hands(best)]


def _lean(angles: F64) -> float:
    """By how many degrees hands that lie this way from the middle (n,) lie off the sides, all together."""
    return float(np.degrees(np.angle(np.exp(4j * np.radians(angles)).mean())) / 4)


def _lie_across(cards: list[Corners], hands: list[list[int]]) -> bool:
    """Whether these are two hands whose cards lie across each other: those of neighbours do."""
    if len(hands) != 2:
        return False
    lying = _lying(cards)
    a, b = (lying[hand].mean() for hand in hands)
    return bool(abs(np.angle(a * np.conj(b))) > np.radians(2 * MOST_ACROSS))


def _turned(some: list[Corners], others: list[Corners]) -> F64:
    """Degrees between the long sides of each of `some` cards and each of `others` (n, m), 0 to 90."""
    between = _lying(some)[:, np.newaxis] * np.conj(_lying(others))
    return np.asarray(np.degrees(np.abs(np.angle(between))) / 2)


def _lying(cards: list[Corners]) -> NDArray[np.complex128]:
    """How each card's long side lies (n,): unit numbers at twice its angle, as a card lies the same way upside down."""
    long = np.stack([card[2] - card[1] for card in cards])
    return np.asarray(np.exp(2j * np.arctan2(long[:, 1], long[:, 0])))


def _length(cards: list[Corners]) -> float:
    return float(np.median([max(geometry.side_lengths(card)) for card in cards]))


def linked(neighbours: NDArray[np.bool_]) -> list[list[int]]:
    """The numbers below n grouped so that each is a neighbour (n, n) of another in its group."""
    group = list(range(len(neighbours)))
    for i, j in zip(*np.nonzero(neighbours), strict=True):
        old, new = group[i], group[j]
        if old != new:
            group = [new if name == old else name for name in group]
    return [[i for i, name in enumerate(group) if name == wanted] for wanted in sorted(set(group))]


def _gaps(some: list[Corners], others: list[Corners]) -> F64:
    """Pixels between each of `some` cards and each of `others` (n, m): from a corner of one to the other's outline.

    0 where they overlap.
    """
    one, other = np.stack(some), np.stack(others)
    there = _from_corners(one, other)
    back = there if some is others else _from_corners(other, one)
    gaps: F64 = np.minimum(there, back.T)
    reach = np.minimum(_reach(one)[:, np.newaxis], _reach(other))
    for i, j in np.argwhere((gaps > 0) & (gaps < reach)):
        if geometry.overlap(one[i], other[j]) > 0:
            gaps[i, j] = 0.0
    return gaps


def _from_corners(some: F64, others: F64) -> F64:
    """How far the nearest corner of each of `some` cards (n, 4, 2) is from the outline of each of the others (n, m)."""
    side = np.roll(others, -1, axis=1) - others
    away = some[:, np.newaxis, :, np.newaxis] - others[np.newaxis, :, np.newaxis]
    along = np.clip((away * side[:, np.newaxis]).sum(-1) / (side**2).sum(-1)[:, np.newaxis], 0, 1)
    apart = np.linalg.norm(away - along[..., np.newaxis] * side[:, np.newaxis], axis=-1)
    return np.asarray(apart.min(axis=(2, 3)))


def _reach(cards: F64) -> F64:
    """How far each card's corners (n, 4, 2) are from its middle at most (n,)."""
    return np.asarray(np.linalg.norm(cards - cards.mean(axis=1, keepdims=True), axis=-1).max(axis=1))
