"""Whether final hands can come from the packs of a jugada (mus por equipos 8).

Everybody takes the top four of the own pack and draws from it too, and nobody counts the discards: a final hand is four
of the pack's ten cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from engine.cards import Card
from engine.equipos.jugada import Jugada
from engine.equipos.packs import Packs
from engine.hands import HAND_SIZE
from engine.seats import Seat
from engine.sentences import Sentence

Held = Mapping[Seat, Sequence[Collection[Card]]]
"""At each seat what each of its cards may be: one card, or several where nobody knows which."""

_TOLD: Final = 2
"""So many hands are explained one by one."""


def contradiction(deals: Mapping[Jugada, Packs], jugada: Jugada, held: Held) -> Sentence | None:
    """Why these hands cannot come from the packs of that jugada; None where they can.

    Where all the hands come from the packs of another of the `deals`, that one is named.
    """
    wrong = misfits(deals[jugada], held)
    if not wrong:
        return None
    others = (other for other, packs in deals.items() if other != jugada and not any(_unfit(packs, held)))
    if len(wrong) > 1 and (other := next(others, None)):
        return Sentence("these are the packs of jugada {other}, not of {jugada}", other=str(other), jugada=str(jugada))
    if len(wrong) > _TOLD:
        return Sentence("the hands of {seats} are not of their packs", seats=tuple(wrong))
    return Sentence.listed(wrong.values())


def misfits(packs: Packs, held: Held) -> dict[Seat, Sentence]:
    """The seats whose hands cannot come from their packs, and why. A hand of more or fewer than four is no witness."""
    return {seat: _why(packs, seat, held[seat]) for seat in _unfit(packs, held)}


def _unfit(packs: Packs, held: Held) -> Iterator[Seat]:
    for seat, cards in held.items():
        if len(cards) == HAND_SIZE and not _fits(packs[seat], cards):
            yield seat


def _fits(pack: Sequence[Card], cards: Sequence[Collection[Card]]) -> bool:
    """Whether the cards may be four of that pack."""
    ways = product(*[[card for card in pack if card in may_be] for may_be in cards])
    return any(len(set(way)) == HAND_SIZE for way in ways)


def _why(packs: Packs, seat: Seat, cards: Sequence[Collection[Card]]) -> Sentence:
    others = [other for other in packs if other is not seat]
    if whose := next((other for other in others if _fits(packs[other], cards)), None):
        return Sentence("the hand of {seat} is of the pack of {other}", seat=seat, other=whose)
    known = [next(iter(may_be)) for may_be in cards if len(may_be) == 1]
    for card in known:
        if card not in packs[seat]:
            whose = next(other for other in others if card in packs[other])
            return Sentence("{seat}: {card} is of the pack of {other}", seat=seat, card=card, other=whose)
    return Sentence("the hand of {seat} is not of the own pack", seat=seat)
