"""Who deals first, as the rule book says: by lot, by the smallest card flipped, or by the suit of the cut."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from engine.cards import RANKS, Card, Suit
from engine.deal.dealer import (
    first_dealer_by_cards,
    first_dealer_by_lot,
    first_dealer_by_suit,
    smallest_card,
)
from engine.rules import RuleBook
from engine.seats import Seat, following
from engine.sentences import Sentence, msgid
from firmware.session.choices.grid import Cell, Grid, Lead, Lot, Path, further
from firmware.session.events import Event
from words.text import SUITS

DEALER: Final = msgid("zaku")
"""The dealer, in the game's own word."""
_DEALT: Final = {f"{seat.value} {DEALER}": seat for seat in Seat}
"""Who deals, in one word: so Back goes from there to what said so."""
_SUIT_OF: Final = dict(zip(Seat, Suit, strict=True))
"""Only ranks are told: which of four equal cards somebody flipped decides nothing."""


def first_dealer(
    book: RuleBook, seats: Collection[Seat], rest: Path, path: Path, begins: Callable[[Seat], Event]
) -> Grid:
    """The choices after `path`, of which `rest` is about the first dealer; the last one is what `begins` for the esku.

    `seats` are those who play.

    The esku is the first at the dealer's right, or whoever cuts the mus (federacion 6).
    """
    if rest and (dealer := _DEALT.get(rest[-1])):
        about = Sentence("{seat} zaku", seat=dealer)
        return Grid(msgid("Mintza?"), tuple(Cell(seat.value, begins(seat)) for seat in seats), about)

    def leads(dealer: Seat) -> Lead:
        cuts = book.first_esku == "cuts-the-mus"
        return (*path, f"{dealer.value} {DEALER}") if cuts else begins(following(dealer, seats))

    if book.first_dealer == "smallest-card":
        return _flips(book, seats, tuple(int(rank) for rank in rest), path, leads)
    if book.first_dealer == "suit-of-cut":
        return _cut(seats, rest, path, leads)
    draws = tuple(leads(first_dealer_by_lot(draw, seats)) for draw in range(len(seats)))
    return Grid(msgid("Who deals first?"), (Cell(msgid("lot"), Lot(draws)),))


def _flips(
    book: RuleBook, seats: Collection[Seat], ranks: Sequence[int], path: Path, leads: Callable[[Seat], Lead]
) -> Grid:
    """Which card each seat flipped, one after the other; those who tie flip again (nabo 4)."""
    flips, flipping = _flipped(seats, ranks, book.kings)
    cells = []
    for rank in RANKS:
        whole, tied = _flipped(seats, (*ranks, rank), book.kings)
        settled = leads(first_dealer_by_cards(whole[:-1], book.kings, seats)) if len(tied) == 1 else None
        cells.append(Cell(str(rank), settled or (*path, str(rank))))
    return Grid(msgid("Flipped card?"), tuple(cells), flipping[len(flips[-1])])


def _flipped(
    seats: Collection[Seat], ranks: Sequence[int], kings: int
) -> tuple[list[Mapping[Seat, Card]], tuple[Seat, ...]]:
    """The flips so far, the last one not over yet, and who takes part in that."""
    flips: list[Mapping[Seat, Card]] = [{}]
    flipping = tuple(seats)
    for rank in ranks:
        seat = flipping[len(flips[-1])]
        flips[-1] = {**flips[-1], seat: Card(rank, _SUIT_OF[seat])}
        if len(flips[-1]) == len(flipping):
            flipping = smallest_card(flips[-1], kings)
            flips.append({})
    return flips, flipping


def _cut(seats: Collection[Seat], rest: Path, path: Path, leads: Callable[[Seat], Lead]) -> Grid:
    """Who cut, and which suit came."""
    if not rest:
        return Grid(msgid("Who cut the cards?"), further(path, (seat.value for seat in seats)))
    cutter = Seat(rest[0])
    dealers = {suit: first_dealer_by_suit(cutter, Card(1, suit), seats) for suit in Suit}
    return Grid(
        msgid("Which suit?"), tuple(Cell(SUITS[suit], leads(dealer)) for suit, dealer in dealers.items()), cutter
    )
