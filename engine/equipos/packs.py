"""The four packs of a jugada, from a seed that nobody sees before the end (mus por equipos 7).

A seed's seal is its SHA-256: printed beforehand, it shows afterwards that the deals were not chosen. A deal depends on
the seed and the jugada's number alone, so that it is the same on every machine and in every release.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from engine.cards import DECK, Card
from engine.equipos.jugada import Jugada
from engine.errors import DealError, quoted
from engine.lots import drawn_order
from engine.seats import Seat
from engine.sentences import Sentence, msgid

PACK: Final = 10
"""Cards of a pack."""

Packs = Mapping[Seat, tuple[Card, ...]]
"""Ten cards for each seat, the top one first."""


def packs(seed: str, jugada: Jugada) -> Packs:
    """The forty cards in the order of the numbers drawn for them (`engine.lots`): the first ten are N's, then W's, S's,
    and E's, the top one first.
    """
    order = [Card.parse(name) for name in drawn_order(seed, str(jugada), map(str, DECK))]
    return {seat: tuple(order[place * PACK :][:PACK]) for place, seat in enumerate(Seat)}


def seal(seed: str) -> str:
    """The seed's SHA-256, as ``printf %s SEED | sha256sum`` prints it."""
    return sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()


def is_typed(seed: str) -> bool:
    """Whether a field of a form takes a seed as it is: of another one other deals would come there."""
    return seed == seed.strip() and {"\n", "\r"}.isdisjoint(seed)


def require_typed(seed: str) -> None:
    """DealError where no field of a form takes a seed as it is."""
    if not is_typed(seed):
        why = msgid("the seed of the deals has a line break in it, or a blank at an end: a field would lose that")
        raise DealError(Sentence(why))


def digest(deals: Mapping[Jugada, Packs]) -> str:
    """By what the packs of a match are known, whatever their file is called: the SHA-256 of their lines."""
    lines = (json.dumps(line_of(jugada, deals[jugada])) for jugada in sorted(deals))
    return sha256("\n".join(lines).encode()).hexdigest()


def line_of(jugada: Jugada, dealt: Packs) -> dict[str, Any]:
    """A jugada with its packs as its line's JSON; `deal_of` reads it back."""
    return {"jugada": str(jugada), "packs": {seat.value: [str(card) for card in dealt[seat]] for seat in Seat}}


def deal_of(data: Any) -> tuple[Jugada, Packs]:
    """The jugada and the packs of a line. A MusError says what of it is missing or wrong."""
    given = data.get("packs") if isinstance(data, dict) else None
    if not isinstance(given, dict) or given.keys() != {seat.value for seat in Seat}:
        raise DealError(f"a line has a jugada and the packs of N, W, S and E, not {quoted(data)}")
    jugada = Jugada.parse(data.get("jugada"))
    dealt = {seat: _pack(seat, given[seat.value]) for seat in Seat}
    seen: set[Card] = set()
    for card in (card for pack in dealt.values() for card in pack):
        if card in seen:
            raise DealError(f"jugada {jugada}: {card} is there twice")
        seen.add(card)
    return jugada, dealt


def _pack(seat: Seat, names: Any) -> tuple[Card, ...]:
    if not isinstance(names, list) or len(names) != PACK:
        raise DealError(f"the pack of {seat.value} is a list of {PACK} cards, not {quoted(names)}")
    return tuple(map(Card.parse, names))
