"""What nobody knows for certain of a finished hand's cards: a suit, or a whole card on which no mark hung.

Its record names such cards as they most likely are, so that it is a record like any other, and lists them besides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.cards import Card, Suit
from engine.match.entries import CardReplaced, CardsSwapped, Correction
from engine.seats import Seat, playing_order

UNSURE_SUITS: Final = "unsure_suits"
"""The record's field with the cards whose rank is certain, and whose suit is not."""
UNSURE_CARDS: Final = "unsure_cards"
"""The record's field with the cards of which nothing is certain, but that the marks were, whatever they are."""

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Face:
    """A card as far as it is known: None where nobody knows its rank, or its suit."""

    rank: int | None
    suit: Suit | None

    def __str__(self) -> str:
        """The card's name; `12?` without its suit, `?` without its rank."""
        if self.rank is None:
            return "?"
        return f"{self.rank}{self.suit.value if self.suit else '?'}"


def known(card: Card) -> Face:
    """A card of which nothing is in doubt."""
    return Face(card.rank, card.suit)


def face(record: Record, card: Card) -> Face:
    """A card of the record as far as it is known."""
    if str(card) in record.get(UNSURE_CARDS, ()):
        return Face(None, None)
    return Face(card.rank, None) if str(card) in record.get(UNSURE_SUITS, ()) else known(card)


def hand(record: Record, seat: Seat) -> tuple[Card, ...]:
    """A seat's cards in the order in which they are shown: the highest rank first."""
    return tuple(sorted(map(Card.parse, record["cards"][seat.value]), key=lambda card: -card.rank))


def unsure(record: Record) -> tuple[tuple[Seat, Card], ...]:
    """All that somebody may still say, in playing order, with the seat that holds it."""
    named = {*record.get(UNSURE_SUITS, ()), *record.get(UNSURE_CARDS, ())}
    order = [seat for seat in playing_order(Seat.parse(record["esku"])) if seat.value in record["cards"]]
    return tuple((seat, card) for seat in order for card in hand(record, seat) if str(card) in named)


def without(record: Record, told: Collection[Card]) -> Record:
    """The record with the `told` cards certain, and with nothing unsure that it does not hold any more."""
    if UNSURE_SUITS not in record and UNSURE_CARDS not in record:
        return record
    held = {name for cards in record["cards"].values() for name in cards}
    left = {
        field: [name for name in record[field] if name in held and Card.parse(name) not in told]
        for field in (UNSURE_SUITS, UNSURE_CARDS)
        if field in record
    }
    sure = {name: value for name, value in record.items() if name not in left}
    return sure | {field: names for field, names in left.items() if names}


def said(corrections: Iterable[Correction]) -> frozenset[Card]:
    """The cards that somebody held as these corrections say."""
    cards = set[Card]()
    for correction in corrections:
        for change in correction.changes:
            if isinstance(change, CardReplaced):
                cards.add(change.new)
            elif isinstance(change, CardsSwapped):
                cards.add(change.other_card)
    return frozenset(cards)
