"""Tio Perete's point: 4-5-6-7, declared aloud before play, is worth 1 tanto in clubs that give one for it.

The source names the point and little else. It is read so: as it depends on cards, it is marked when they are shown,
before handia, whose play it came before; each seat that declared and has it brings its team 1. Nobody has to declare.
A declaration that the cards contradict is for the judge; a hand with a wrong number of cards neither counts nor errs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from engine.hands import Hand
from engine.rules import RuleBook
from engine.seats import Seat

Hands = Mapping[Seat, Hand]
"""The hands that count, in playing order from the esku."""

PERETE: Final = (7, 6, 5, 4)
"""The ranks of tio Perete's hand."""


def perete_seats(declared: Collection[Seat], hands: Hands, book: RuleBook) -> tuple[Seat, ...]:
    """The seats whose teams mark 1 tanto each for having declared 4-5-6-7, in the order of `hands`.

    >>> from engine.cards import Card
    >>> from engine.hands import evaluate
    >>> from engine.rules import parse_rulebook
    >>> club = parse_rulebook('base = "spain"\\nname = "club"\\ntitle = "Our club"\\ntio_perete = true', "club.toml")
    >>> perete_seats([Seat.N], {Seat.N: evaluate([Card.parse(name) for name in ("7o", "4c", "6e", "5b")], club)}, club)
    (<Seat.N: 'N'>,)
    """
    return tuple(seat for seat in _who_declared(declared, hands, book) if hands[seat].ranks == PERETE)


def false_peretes(declared: Collection[Seat], hands: Hands, book: RuleBook) -> tuple[Seat, ...]:
    """The seats that declared 4-5-6-7 and hold four other cards: a case for the judge, in the order of `hands`."""
    return tuple(seat for seat in _who_declared(declared, hands, book) if hands[seat].ranks != PERETE)


def _who_declared(declared: Collection[Seat], hands: Hands, book: RuleBook) -> list[Seat]:
    return [seat for seat in hands if book.tio_perete and seat in declared]
