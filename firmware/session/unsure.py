"""What nobody knows for certain of a finished hand's cards: a suit, or a whole card on which no mark hung.

Its record names such cards as they most likely are, so that it is a record like any other, and lists them besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.cards import Card, Suit
from engine.match.entries import CardReplaced, CardsSwapped, Change
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
    named = _by_name(record)
    order = [seat for seat in playing_order(Seat.parse(record["esku"])) if seat.value in record["cards"]]
    return tuple((seat, card) for seat in order for card in hand(record, seat) if str(card) in named)


def may_be(record: Record, card: Card) -> tuple[Card, ...]:
    """What somebody may say of a card that nobody knows without changing a mark: its suits, or that it is itself.

    None of another rank, and none that the record has elsewhere, unless that is of unknown suit as well.
    """
    if str(card) in record.get(UNSURE_CARDS, ()):
        return (card,)
    held = {name for cards in record["cards"].values() for name in cards} - {*record.get(UNSURE_SUITS, ())}
    return tuple(one for one in (Card(card.rank, suit) for suit in Suit) if str(one) not in held)


def updated(record: Record, changes: Iterable[Change]) -> Record:
    """The record, in which these changes are made, with what they say of the cards that nobody knew.

    A card that somebody was said to hold is known. What its place was taken for is no better known where it came from.
    """
    left = _by_name(record)
    for change in changes if left else ():
        if isinstance(change, CardReplaced):
            left.pop(str(change.old), None)
            left.pop(str(change.new), None)
        elif isinstance(change, CardsSwapped):
            fields = (left.pop(str(change.card), None), left.pop(str(change.other_card), None))
            if any(fields):
                left[str(change.card)] = UNSURE_CARDS if UNSURE_CARDS in fields else UNSURE_SUITS
    return _with(record, left)


def without(record: Record, card: Card) -> Record:
    """The record with one more card known."""
    return _with(record, {name: field for name, field in _by_name(record).items() if name != str(card)})


def _by_name(record: Record) -> dict[str, str]:
    """Every card that somebody may still say, with the field that lists it."""
    return {name: field for field in (UNSURE_SUITS, UNSURE_CARDS) for name in record.get(field, ())}


def _with(record: Record, left: Mapping[str, str]) -> Record:
    """The record with these cards unsure, and no others."""
    if left == _by_name(record):
        return record
    sure = {name: value for name, value in record.items() if name not in (UNSURE_SUITS, UNSURE_CARDS)}
    lists = {of: [name for name, field in left.items() if field == of] for of in (UNSURE_SUITS, UNSURE_CARDS)}
    return sure | {field: names for field, names in lists.items() if names}
