"""What lies on the table: which things are cards of hands, and whose hands these are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.seats import Seat
from vision import geometry
from vision.arrays import F64
from vision.classify.naming import FORTY, Naming
from vision.decide import seats
from vision.decide.joint import NONE, ONE_MORE, SURE, Joint
from vision.decide.place import Place
from vision.decide.seats import Hands
from vision.geometry import Corners

Packs = Mapping[Seat, Sequence[Card]]
"""Of which cards each seat's hand comes."""

Assign = Callable[[list[Corners]], Hands]
"""What says whose cards these are."""

OTHER_SIZE = 0.15
"""Share by which a side differs from the cards' where a thing is none of them, whatever it shows."""

STICKS = 0.1
"""What the odds are multiplied by that a card sticks at a hand, besides how likely a fifth card is: in the lesson
of the rims network one sticks to one card in fifteen."""

OUTSIDE = 0.02
"""How likely it is, before anything is read, that a card is not of its seat's pack, where the packs are known."""


@dataclass(frozen=True, slots=True)
class Table:
    """The `cards` with their `hands`, in the same order, and the other things, which are `strange`.

    `joint` weighs the cards; after them those strange things that lie at a hand: one that is a card after all would be
    left out of it; and at last what may stick to a card of each hand that may be `hiding` one, which belongs to no
    hand there: how rare a fifth card is, is in its probability already.
    """

    cards: list[Place]
    hands: Hands
    strange: list[Place]
    hiding: list[Seat]
    joint: Joint


def table_of(places: list[Place], assign: Assign, packs: Packs | None = None) -> Table:
    """Which of the places hold cards, and whose.

    A hand has four cards: what by itself may be one or none is what makes it whole. What lies at no hand stays what it
    is by itself, and so does what is read as an 8 or a 9. `packs`: of which each seat's cards come, where that is
    known; it is weighed, and overrules nothing that was seen.
    """
    is_card = np.array([not place.is_strange for place in places], np.bool_)
    table, weighed = _parted(places, is_card, assign, packs)
    is_numbered = np.array([place.naming.eight + place.naming.nine > 0.5 for place in places], np.bool_)
    otherwise = [
        place
        for place, none in zip(weighed, table.joint.marginals[: len(weighed), NONE].tolist(), strict=True)
        if (none < 0.5) != is_card[place] and not is_numbered[place]
    ]
    if not otherwise:
        return table
    is_card[otherwise] ^= True
    table, weighed = _parted(places, is_card, assign, packs)
    left_out = [place for place in otherwise if place not in weighed]
    if left_out:
        is_card[left_out] = True
        table, _ = _parted(places, is_card, assign, packs)
    return table


def without_strays(places: list[Place], players: int) -> list[Place]:
    """The places, those taken for strange that lie away from whole hands and are rather no card than one of any rank.

    A pack or a heap of backs looks now and then a little like a face. Where the others make whole hands of four by
    themselves, what lies at none of them is in none.
    """
    namings = [place.naming for place in places]
    legible = [place.found.corners for place in places if place.naming.ranks.max() > 0.5]
    doubtful = [i for i, one in enumerate(namings) if not places[i].is_strange and one.ranks.max() <= one.strange]
    if not doubtful or not seats.are_whole(legible, players):
        return places
    nothing = Naming(np.zeros(len(FORTY)), strange=1.0, back=0.0)
    beside = seats.beside([places[i].found.corners for i in doubtful], legible)
    strays = {i for i, neighbours in zip(doubtful, beside, strict=True) if not neighbours}
    return [Place(place.found, nothing) if i in strays else place for i, place in enumerate(places)]


def _parted(
    places: list[Place], is_card: NDArray[np.bool_], assign: Assign, packs: Packs | None
) -> tuple[Table, list[int]]:
    """The table where these places are cards, and which places it weighs together."""
    cards, others = np.flatnonzero(is_card).tolist(), np.flatnonzero(~is_card).tolist()
    corners = [places[i].found.corners for i in cards]
    hands = assign(corners)
    beside = dict(zip(others, _hands_of([places[i].found.corners for i in others], corners, hands), strict=True))
    weighed = [*cards, *(i for i in others if beside[i])]
    hides = _hides([places[i] for i in cards], hands)
    held = [*hands.seats, *(seat for seat in beside.values() if seat), *[None] * len(hides)]
    rows = [[*places[i].naming.cards, places[i].naming.strange] for i in weighed]
    rows += [_hidden(p, len(cards)) for p in hides.values()]
    p = np.array(rows).reshape(-1, NONE + 1)
    joint = Joint(_of_the_packs(p, held, packs) if packs else p, held)
    return Table([places[i] for i in cards], hands, [places[i] for i in others], [*hides], joint), weighed


def _hides(cards: list[Place], hands: Hands) -> dict[Seat, float]:
    """How likely it is, by what is seen around them, that a card sticks to one of each hand; where it may be."""
    alone = dict.fromkeys((seat for seat in hands.seats if seat), 1.0)
    for card, seat in zip(cards, hands.seats, strict=True):
        if seat:
            alone[seat] *= 1 - card.hides
    prior = STICKS * ONE_MORE
    hides = {seat: prior * (1 - p) / (prior * (1 - p) + p) for seat, p in alone.items()}
    return {seat: p for seat, p in hides.items() if p > SURE}


def _hidden(p: float, lying: int) -> list[float]:
    """The probabilities (41,) of what sticks to a card with probability `p`.

    The joint probability takes out the cards that are `lying` there. So each of the forty has its share of those that
    are left, and after that something sticks with `p`.
    """
    card = p / max(NONE - lying, 1)
    whole = NONE * card + 1 - p
    return [*[card / whole] * NONE, (1 - p) / whole]


def _of_the_packs(p: F64, held: list[Seat | None], packs: Packs) -> F64:
    """The probabilities (n, 41) with each seat's own pack as the prior of its cards, in place of all forty alike."""
    weighed = p.copy()
    for row, seat in zip(weighed, held, strict=True):
        if seat:
            own = np.isin([str(card) for card in FORTY], [str(card) for card in packs[seat]])
            row[:NONE] *= NONE * np.where(own, (1 - OUTSIDE) / own.sum(), OUTSIDE / (~own).sum())
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True))


def _hands_of(things: list[Corners], cards: list[Corners], hands: Hands) -> Iterator[Seat | None]:
    """Whose hand each thing lies at, where it is of the size of that hand's cards: far ones come out smaller than
    near."""
    sides = np.array([geometry.side_lengths(card) for card in cards])
    for thing, beside in zip(things, seats.beside(things, cards), strict=True):
        if beside:
            usual = np.median(sides[beside], axis=0)
            is_alike = np.all(np.abs(np.array(geometry.side_lengths(thing)) / usual - 1) < OTHER_SIZE)
            yield hands.seats[beside[0]] if is_alike else None
        else:
            yield None
