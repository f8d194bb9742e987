"""Whether final hands can come from the packs of a jugada (mus por equipos 8).

Everybody takes the top four of the own pack and draws from it too. So a final hand is four of the pack's first
``4 + d`` cards, where ``d`` is how many were discarded, and holds the last one drawn; where nobody counted the
discards, it is four of the ten.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from engine.cards import Card
from engine.equipos.jugada import Jugada
from engine.equipos.packs import PACK, Packs
from engine.errors import DealError, quoted
from engine.hands import HAND_SIZE
from engine.seats import Seat
from engine.sentences import Sentence

Held = Mapping[Seat, Sequence[Collection[Card]]]
"""At each seat what each of its cards may be: one card, or several where nobody knows which."""

_TOLD: Final = 2
"""So many hands are explained one by one."""
NO_DISCARDS: Final[Mapping[Seat, int]] = {}


def contradiction(
    deals: Mapping[Jugada, Packs], jugada: Jugada, held: Held, discarded: Mapping[Seat, int] = NO_DISCARDS
) -> Sentence | None:
    """Why these hands cannot come from the packs of that jugada; None where they can.

    `discarded` is how many cards a seat has thrown away, for the seats of which that is known. Where all the hands
    come from the packs of another of the `deals`, that one is named. DealError where more was drawn than a pack has.
    """
    wrong = misfits(deals[jugada], held, discarded)
    if not wrong:
        return None
    others = (other for other, packs in deals.items() if other != jugada and not any(_unfit(packs, held, discarded)))
    if len(wrong) > 1 and (other := next(others, None)):
        return Sentence("these are the packs of jugada {other}, not of {jugada}", other=str(other), jugada=str(jugada))
    if len(wrong) > _TOLD:
        return Sentence("the hands of {seats} are not of their packs", seats=tuple(wrong))
    return Sentence.listed(wrong.values())


def misfits(packs: Packs, held: Held, discarded: Mapping[Seat, int] = NO_DISCARDS) -> dict[Seat, Sentence]:
    """The seats whose hands cannot come from their packs, and why. A hand of more or fewer than four is no witness."""
    return {seat: _why(packs, seat, held[seat], discarded) for seat in _unfit(packs, held, discarded)}


def _unfit(packs: Packs, held: Held, discarded: Mapping[Seat, int]) -> Iterator[Seat]:
    for seat, cards in held.items():
        if len(cards) == HAND_SIZE and not _fits(_drawn(packs, seat, discarded), cards, discarded.get(seat)):
            yield seat


def _drawn(packs: Packs, seat: Seat, discarded: Mapping[Seat, int]) -> Sequence[Card]:
    """The cards that a seat has drawn by the end, in their order; the whole pack where nobody counted."""
    thrown = discarded.get(seat, PACK - HAND_SIZE)
    if not 0 <= thrown <= PACK - HAND_SIZE:
        raise DealError(f"a pack has {PACK} cards: {seat.value} cannot have discarded {quoted(thrown)}")
    return packs[seat][: HAND_SIZE + thrown]


def _fits(drawn: Sequence[Card], cards: Sequence[Collection[Card]], counted: int | None) -> bool:
    """Whether the cards may be four of those, and hold the last one where the discards were `counted`."""
    ways = product(*[[card for card in drawn if card in may_be] for may_be in cards])
    last = drawn[-1] if counted else None
    return any(len(set(way)) == HAND_SIZE and (last is None or last in way) for way in ways)


def _why(packs: Packs, seat: Seat, cards: Sequence[Collection[Card]], discarded: Mapping[Seat, int]) -> Sentence:
    pack, drawn = packs[seat], _drawn(packs, seat, discarded)
    others = [other for other in packs if other is not seat]
    if whose := next((other for other in others if _fits(packs[other], cards, None)), None):
        return Sentence("the hand of {seat} is of the pack of {other}", seat=seat, other=whose)
    known = [next(iter(may_be)) for may_be in cards if len(may_be) == 1]
    for card in known:
        if card not in pack:
            whose = next(other for other in others if card in packs[other])
            return Sentence("{seat}: {card} is of the pack of {other}", seat=seat, card=card, other=whose)
    for card in known:
        if card not in drawn:
            return Sentence("{seat}: {card} lies deeper in the pack than was drawn", seat=seat, card=card)
    if len(known) == HAND_SIZE:
        return Sentence("{seat}: {card} was drawn last, and is not there", seat=seat, card=drawn[-1])
    return Sentence("the hand of {seat} is not of the own pack", seat=seat)
