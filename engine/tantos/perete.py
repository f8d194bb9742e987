"""Tio Perete's point: 4-5-6-7, declared aloud before play, is worth 1 tanto in clubs that give one for it.

The source names the point and little else. It is read so: as it depends on cards, it is marked when they are shown,
before handia, whose play it came before; each seat that declared and has it brings its team 1. Nobody has to declare.
A declaration that the cards contradict is for the judge; a hand with a wrong number of cards neither counts nor errs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from engine.cards import Card
from engine.hands import HAND_SIZE
from engine.rules import RuleBook
from engine.seats import Seat

Cards = Mapping[Seat, Sequence[Card]]
"""Each seat's cards, in playing order from the esku."""

PERETE: Final = (4, 5, 6, 7)
"""The ranks of tio Perete's hand."""


def perete_seats(declared: Collection[Seat], cards: Cards, book: RuleBook) -> tuple[Seat, ...]:
    """The seats whose teams mark 1 tanto each for having declared 4-5-6-7, in the order of `cards`.

    >>> from engine.rules import parse_rulebook
    >>> club = parse_rulebook('base = "spain"\\nname = "club"\\ntitle = "Our club"\\ntio_perete = true', "club.toml")
    >>> cards = {Seat.N: [Card.parse(name) for name in ("7o", "4c", "6e", "5b")]}
    >>> perete_seats([Seat.N], cards, club)
    (<Seat.N: 'N'>,)
    """
    return tuple(seat for seat in _who_declared(declared, cards, book) if _is_perete(cards[seat]))


def false_peretes(declared: Collection[Seat], cards: Cards, book: RuleBook) -> tuple[Seat, ...]:
    """The seats that declared 4-5-6-7 and hold four other cards: a case for the judge, in the order of `cards`."""
    return tuple(seat for seat in _who_declared(declared, cards, book) if not _is_perete(cards[seat]))


def _who_declared(declared: Collection[Seat], cards: Cards, book: RuleBook) -> list[Seat]:
    return [seat for seat in cards if book.tio_perete and seat in declared and len(cards[seat]) == HAND_SIZE]


def _is_perete(cards: Sequence[Card]) -> bool:
    return sorted(card.rank for card in cards) == list(PERETE)
