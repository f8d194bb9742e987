"""Which card is which in a photograph of a whole deck laid out in four rows of ten."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np

from engine.cards import DECK, Card, Suit
from engine.sentences import Sentence
from vision import geometry
from vision.arrays import F64
from vision.classify.naming import FORTY
from vision.decide.place import Place
from vision.decide.seats import linked
from vision.geometry import Corners

ROWS, TEN = 4, 10
LAYOUT = tuple(DECK[first : first + TEN] for first in range(0, ROWS * TEN, TEN))
"""The cards as they must lie: rows from the top, cards from the left."""

_IN_DECK = [FORTY.index(card) for card in DECK]

SUIT_NAMES = {
    Suit.OROS: Sentence("oros"),
    Suit.COPAS: Sentence("copas"),
    Suit.ESPADAS: Sentence("espadas"),
    Suit.BASTOS: Sentence("bastos"),
}
_OF_SUITS = {
    Suit.OROS: Sentence("of oros"),
    Suit.COPAS: Sentence("of copas"),
    Suit.ESPADAS: Sentence("of espadas"),
    Suit.BASTOS: Sentence("of bastos"),
}
"""The suits behind a card or a row: languages join them to it in different ways."""

_SIZES = (0.6, 1.6)
"""A thing's area, in the area of most, for it to be one of the deck's cards."""

_APART = 0.2
"""Share of a card that another one may overlap in the finder's eyes where both are there."""

_IN_VIEW = 0.75
_NOTHING = 0.9
"""A thing that is less in view than a card on its own, and surely no card in the network's eyes, is not there."""

_STEP = (0.5, 2.7)
_LINE = 0.35
"""How far to the right, in widths, a neighbour in the row lies, and how far up or down at most, in lengths."""

_HOLE = 1.6
"""Steps between neighbours from which a card is missing between them."""

_SURELY = 0.99
_FLOOR = 1e-3
_TURNED = 10.0
_SWAPPED_ROWS = 15.0
_SWAPPED_CARDS = 8.0
"""How much likelier (in logarithms) the network must find another order before the photograph is refused: a deck of
a style that it does not know must not be refused for what it guesses."""


OROS_FIRST = Sentence("the row of oros")
"""What is on top of a photograph of a deck."""


class LayoutError(ValueError):
    """A photograph that does not show a whole deck in its rows: `what` is wrong, after the photograph's name."""

    def __init__(self, what: Sentence, photograph: str | None = None) -> None:
        super().__init__(what if photograph is None else Sentence("{picture}: {what}", picture=photograph, what=what))
        self.what = what


def said(card: Card) -> Sentence:
    """A card in words, with where it belongs."""
    row, place = divmod(DECK.index(card), TEN)
    return Sentence(
        "the {rank} {of_suit} (row {row} from the top, place {place} from the left)",
        rank=card.rank,
        of_suit=_OF_SUITS[card.suit],
        row=row + 1,
        place=place + 1,
    )


def laid_out(places: list[Place]) -> dict[Card, Place]:
    """Where each card lies, its own top left corner first.

    A photograph taken from the other side of the table is turned. Raises LayoutError, with a sentence that names the
    card or the row, where a card is missing, does not look like a card's face, or does not lie in its place.
    """
    rows = [_of_the_deck(row) for row in rows_in_sight(places)]
    _full(rows)
    things = [place for row in rows for place in row]
    chances = np.array([place.naming.cards for place in things])[:, _IN_DECK]
    if _agreement(chances[::-1]) > _agreement(chances) + _TURNED:
        chances = chances[::-1]
        things = [_with_corners(place, np.roll(place.found.corners, 2, axis=0)) for place in reversed(things)]
    _faces(things)
    _rows_in_order(chances)
    _none_shifted(chances)
    _cards_in_order(chances)
    return dict(zip(DECK, things, strict=True))


def rows_in_sight(places: list[Place], first: Sentence = OROS_FIRST) -> list[list[Place]]:
    """The cards of four rows, from the top, each from the left, with their corners from the upper left one.

    LayoutError where no four rows are in sight, or do not lie upright; it says what is `first` at the top.
    """
    things = _cards_only(places)
    if len(things) < 20:
        raise LayoutError(
            Sentence("no deck in four rows of ten is in sight: {count} cards were found, not forty", count=len(things))
        )
    return [_ten_at_most(row) for row in _rows(_upright_ones(things, first))]


def _cards_only(places: list[Place]) -> list[Place]:
    """The things that are of most things' size; of those that overlap, which the cards do not, the best seen."""
    if not places:
        return []
    usual = float(np.median([geometry.area(place.found.corners) for place in places]))
    sized = [place for place in places if _SIZES[0] < geometry.area(place.found.corners) / usual < _SIZES[1]]
    kept: list[Place] = []
    for place in sorted(sized, key=lambda place: -place.found.seen):
        corners = place.found.corners
        nothing = place.found.seen < _IN_VIEW and place.naming.strange > _NOTHING
        if not nothing and all(geometry.overlap(corners, other.found.corners) < _APART * usual for other in kept):
            kept.append(place)
    return kept


def _upright_ones(things: list[Place], first: Sentence) -> list[Place]:
    """The things that lie upright; LayoutError where most do not: a tile may lie across."""
    corners = [_upright(place.found.corners) for place in things]
    kept = [_with_corners(place, own) for place, own in zip(things, corners, strict=True) if own is not None]
    if len(kept) <= len(things) / 2:
        raise LayoutError(
            Sentence("the cards do not lie upright in the photograph: turn it so that {first} is on top", first=first)
        )
    return kept


def _upright(corners: Corners) -> Corners | None:
    """The corners from the one at the top left, as the photograph shows it, the first side a short one; None across."""
    if (corners[3] - corners[0])[1] < 0:
        corners = np.roll(corners, 2, axis=0)
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    return None if abs(down[0]) > abs(down[1]) or across[0] < 0 else corners


def _with_corners(place: Place, corners: Corners) -> Place:
    return replace(place, found=replace(place.found, corners=corners))


def _rows(upright: list[Place]) -> list[list[Place]]:
    """Four rows, from the top, each from the left."""
    centres = _centres(upright)
    neighbours = []
    for place, centre in zip(upright, centres, strict=True):
        corners = place.found.corners
        across, down = corners[1] - corners[0], corners[3] - corners[0]
        right, below = np.linalg.solve(np.stack([across, down], axis=1), (centres - centre).T)
        neighbours.append((right > _STEP[0]) & (right < _STEP[1]) & (np.abs(below) < _LINE))
    rows = [sorted(row, key=lambda i: float(centres[i, 0])) for row in linked(np.array(neighbours)) if len(row) >= 3]
    rows.sort(key=lambda row: float(np.median(centres[row, 1])))
    if len(rows) != ROWS:
        raise LayoutError(
            Sentence(
                "{number} rows of cards are in sight, not four of ten that lie apart from each other",
                number=len(rows),
            )
        )
    return [[upright[i] for i in row] for row in rows]


def _centres(row: list[Place]) -> F64:
    return np.stack([place.found.corners.mean(axis=0) for place in row])


def _ten_at_most(row: list[Place]) -> list[Place]:
    """A row without what is too much in it and hardly there: a cloth's edge or its flowers may look a little alike."""
    there = [place for place in row if place.found.seen >= _IN_VIEW]
    return there if len(there) == TEN else row


def _of_the_deck(row: list[Place]) -> list[Place]:
    """A row without what is too much in it and probably no card: the corner of a slab, or a square of a tiled table,
    may look a little like one."""
    cards = [place for place in row if not place.is_strange]
    return cards if len(cards) == TEN else row


def _full(rows: list[list[Place]]) -> None:
    """LayoutError where rows have not ten cards, naming every card of which it is clear that it is missing."""
    wrong: list[Sentence] = []
    for number, row in enumerate(rows):
        if len(row) == TEN:
            continue
        missing = _holes(row)
        if not missing and len(row) == TEN - 1:
            missing = _ends(row, [other for other in rows if len(other) == TEN])
        if len(row) + len(missing) == TEN:
            wrong += [_not_found(LAYOUT[number][place]) for place in missing]
        else:
            wrong.append(
                Sentence(
                    "the row {of_suit} (row {row} from the top) has {count} cards in sight, not ten",
                    of_suit=_OF_SUITS[LAYOUT[number][0].suit],
                    row=number + 1,
                    count=len(row),
                )
            )
    if wrong:
        raise LayoutError(Sentence.listed(wrong))


def _not_found(card: Card) -> Sentence:
    return Sentence("{which} was not found", which=said(card))


def _holes(row: list[Place]) -> list[int]:
    """The places, counted from the first card in sight, at which a row has room for another one."""
    steps = np.linalg.norm(np.diff(_centres(row), axis=0), axis=1)
    places: list[int] = []
    at = 0
    for step in steps / np.median(steps):
        missing = max(1, round(step) - 1) if step > _HOLE else 0
        places += range(at + 1, at + 1 + missing)
        at += missing + 1
    return places


def _ends(row: list[Place], full: list[list[Place]]) -> list[int]:
    """The first or the last place, where that card of a row is missing, as the full rows show; none if not clear."""
    if not full:
        return []
    left, right = (float(np.median([_centres(other)[end, 0] for other in full])) for end in (0, -1))
    step = (right - left) / (TEN - 1)
    from_left, from_right = _centres(row)[0, 0] - left, right - _centres(row)[-1, 0]
    if from_left > step / 2 > from_right:
        return [0]
    return [TEN - 1] if from_right > step / 2 > from_left else []


def _agreement(chances: F64) -> float:
    return float(np.log(np.diagonal(chances) + _FLOOR).sum())


def _faces(things: list[Place]) -> None:
    for card, place in zip(DECK, things, strict=True):
        if place.naming.back > _SURELY:
            raise LayoutError(Sentence("{which} does not show a card's face", which=said(card)))


def _rows_in_order(chances: F64) -> None:
    """LayoutError where the rows' suits are clearly in another order."""
    suits = chances.reshape(ROWS, TEN, ROWS, TEN).sum(axis=3)
    shown = tuple(
        Sentence(
            "row {row} from the top shows {suit}, not {other}",
            row=row + 1,
            suit=SUIT_NAMES[LAYOUT[which][0].suit],
            other=SUIT_NAMES[LAYOUT[row][0].suit],
        )
        for row, which in enumerate(order_of_rows(np.log(suits + _FLOOR).sum(axis=1)))
        if which != row
    )
    if shown:
        raise LayoutError(Sentence("the rows are not in their order: {where}", where=shown))


def order_of_rows(fits: F64) -> tuple[int, ...]:
    """Which row lies in each row's place, by how well each place's cards fit each row (4, 4): its own, unless another
    order is clearly likelier."""
    own = tuple(range(ROWS))
    best = max(permutations(own), key=lambda order: float(fits[own, order].sum()))
    return best if fits[own, best].sum() - fits[own, own].sum() > _SWAPPED_ROWS else own


def _none_shifted(chances: F64) -> None:
    """LayoutError where a row's cards clearly have their neighbours' places from one on: it is missing, and what lies
    beyond the other end is no card."""
    for number, row in enumerate(np.log(chances.reshape(ROWS, TEN, ROWS, TEN) + _FLOOR)):
        fits = row[:, number]
        own = np.diagonal(fits)
        after = np.append(np.diagonal(fits, 1) - own[:-1], 0.0)  # what a place gains as its right neighbour's
        before = np.insert(np.diagonal(fits, -1) - own[1:], 0, 0.0)
        gain = np.maximum(after[::-1].cumsum()[::-1], before.cumsum())
        missing = int(gain.argmax())
        if gain[missing] > _SWAPPED_CARDS:
            raise LayoutError(_not_found(LAYOUT[number][missing]))


def _cards_in_order(chances: F64) -> None:
    """LayoutError where two cards have clearly changed places."""
    fits = np.log(chances + _FLOOR)
    own = np.diagonal(fits)
    gain = fits + fits.T - own[:, np.newaxis] - own
    first, second = divmod(int(gain.argmax()), len(DECK))
    if gain[first, second] > _SWAPPED_CARDS:
        a, b = sorted((first, second))
        raise LayoutError(
            Sentence("{which} and {another} have changed places", which=said(DECK[a]), another=said(DECK[b]))
        )
