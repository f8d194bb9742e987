"""Tio Perete's point: 4-5-6-7, declared aloud before play, is worth 1 tanto in clubs that give one for it.

The source names the point and little else. It is read so: as it depends on cards, it is marked when they are shown,
before handia, whose play it came before; each seat that declared and has it brings its team 1. Nobody has to declare.
A declaration that the cards contradict is for the judge; a hand with a wrong number of cards neither counts nor errs.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.hands import Hands
from engine.rules import RuleBook
from engine.seats import Seat

PERETE: Final = (7, 6, 5, 4)
"""The ranks of tio Perete's hand."""


def declared_peretes(declared: Collection[Seat], hands: Hands, book: RuleBook) -> tuple[list[Seat], list[Seat]]:
    """The seats whose teams mark 1 tanto each for having declared 4-5-6-7, and those that hold four other cards.

    The second are a case for the judge; both are in the order of `hands`, which are the hands that count.

    >>> from engine.cards import Card
    >>> from engine.hands import evaluate
    >>> from engine.rules import parse_rulebook
    >>> club = parse_rulebook('base = "spain"\\nname = "club"\\ntitle = "Our club"\\ntio_perete = true', "club.toml")
    >>> hand = evaluate([Card.parse(name) for name in ("7o", "4c", "6e", "5b")], club)
    >>> declared_peretes([Seat.N], {Seat.N: hand}, club)
    ([<Seat.N: 'N'>], [])
    """
    holding = {seat: hands[seat].ranks == PERETE for seat in hands if book.tio_perete and seat in declared}
    return [seat for seat in holding if holding[seat]], [seat for seat in holding if not holding[seat]]
