"""Who deals first."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from engine.cards import Card, Suit
from engine.errors import DealError
from engine.hands import counted_rank
from engine.seats import Seat, playing_order

_ALL: Final = tuple(Seat)
_BY_SUIT: Final = (Suit.OROS, Suit.COPAS, Suit.ESPADAS, Suit.BASTOS)
"""Federacion 6: the suits from the cutter's right round to the cutter."""


def smallest_card(flipped: Mapping[Seat, Card], kings: int = 4) -> tuple[Seat, ...]:
    """Who flipped the smallest card and deals (nabo 4). Several where it is a tie: those flip again.

    With eight `kings` a 2 is as small as an ace, and a 3 a king. DealError where nobody flipped, or one card twice.
    """
    if not flipped or len(set(flipped.values())) < len(flipped):
        raise DealError("everybody flips a card of one pack, and no card twice")
    ranks = {seat: counted_rank(card.rank, kings) for seat, card in flipped.items()}
    least = min(ranks.values())
    return tuple(seat for seat in Seat if ranks.get(seat) == least)


def first_dealer_by_cards(flips: Sequence[Mapping[Seat, Card]], kings: int = 4, seats: Collection[Seat] = _ALL) -> Seat:
    """Who deals first after all `flips`: the first of all `seats`, each further one of those who tied (nabo 4).

    DealError where others flipped than those, where it is settled before the last flip, or not yet.
    """
    tied = playing_order(Seat.N, seats)
    for number, flipped in enumerate(flips, 1):
        if len(tied) == 1:
            raise DealError(f"flip {number} is one too many: {tied[0].value} deals")
        if set(flipped) != set(tied):
            whose = "everybody" if number == 1 else "those who tied"
            raise DealError(f"flip {number} is of {whose}: {_names(tied)}, not {_names(flipped) or 'nobody'}")
        tied = smallest_card(flipped, kings)
    if len(tied) != 1:
        raise DealError(f"{_names(tied)} still has to flip a card")
    return tied[0]


def first_dealer_by_suit(cutter: Seat, cut: Card, seats: Collection[Seat] = _ALL) -> Seat:
    """Who deals first by the suit of the card that `cutter` showed (federacion 6).

    Oros is the first player at the cutter's right, copas the second, espadas the third, bastos the cutter. Where two
    play they are counted on.
    """
    order = playing_order(cutter.next, seats)
    return order[_BY_SUIT.index(cut.suit) % len(order)]


def first_dealer_by_lot(draw: int, seats: Collection[Seat] = _ALL) -> Seat:
    """Who deals first at random: `draw` is a random number from 0 to one less than there are players.

    DealError for any other number.
    """
    taken = playing_order(Seat.N, seats)
    if not 0 <= draw < len(taken):
        raise DealError(f"a draw among {len(taken)} players is 0 to {len(taken) - 1}, not {draw}")
    return taken[draw]


def _names(seats: Collection[Seat]) -> str:
    return ", ".join(seat.value for seat in Seat if seat in seats)
