"""The hands that have a name of their own, for the display. A name changes nothing in what a hand is worth."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from engine.cards import Card
from engine.hands import evaluate
from engine.rules import RuleBook


class NamedHand(Enum):
    """The hands with a name; the value is the key that a display translates by, `names` what players call it."""

    DUPLES_GALLEGOS = "duples-gallegos"
    DUPLES_CASTELLANOS = "duples-castellanos"
    DUPLES_VASCOS = "duples-vascos"
    DUPLES_PALENTINOS = "duples-palentinos"
    """No dupleak in spite of the name."""
    REAL_31 = "real-31"
    TIO_PERETE = "tio-perete"
    SOLOMILLO = "solomillo"
    LEY_DEL_MUS = "ley-del-mus"

    @property
    def names(self) -> tuple[str, ...]:
        """The hand's names, the usual one first, then those of some regions or clubs."""
        return _NAMES[self]


class Recognised(NamedTuple):
    """A hand with a name.

    `pure`: no 3 stands for a king in it and no 2 for an ace; some keep the name of solomillo for such hands.
    """

    hand: NamedHand
    pure: bool


def recognise(cards: Sequence[Card], book: RuleBook) -> Recognised | None:
    """The named hand that four `cards` are under the kings of `book`; None where they have no name.

    A real 31 is what the book takes for one; where the book knows none, three sevens and a sota. Suits are looked at
    only where the book does. ValueError for any other number of cards.

    >>> from engine.rules import rulebook
    >>> found = recognise([Card.parse(name) for name in ("12o", "3c", "12e", "1b")], rulebook("spain"))
    >>> found.hand.names, found.pure
    (('Solomillo', 'La bonita'), False)
    """
    hand = evaluate(cards, book)
    named = NamedHand.REAL_31 if hand.is_real_31 else _BY_RANKS.get(hand.ranks)
    if named is NamedHand.REAL_31 and book.real31 != "none" and not hand.is_real_31:
        named = None
    if named is None:
        return None
    return Recognised(named, sorted(card.rank for card in cards) == sorted(hand.ranks))


_NAMES: Final = {
    NamedHand.DUPLES_GALLEGOS: ("Duples gallegos",),
    NamedHand.DUPLES_CASTELLANOS: ("Duples castellanos", "Duples polacos", "Duples alemanes"),
    NamedHand.DUPLES_VASCOS: ("Duples vascos",),
    NamedHand.DUPLES_PALENTINOS: ("Duples palentinos", "La Josito"),
    NamedHand.REAL_31: ("31 real", "La real"),
    NamedHand.TIO_PERETE: ("La jugada del tío Perete", "Tanganete", "Peterete"),
    NamedHand.SOLOMILLO: ("Solomillo", "La bonita"),
    NamedHand.LEY_DEL_MUS: ("Ley del mus",),
}
_BY_RANKS: Final[dict[tuple[int, ...], NamedHand]] = {
    (12, 12, 1, 1): NamedHand.DUPLES_GALLEGOS,
    (12, 12, 11, 11): NamedHand.DUPLES_CASTELLANOS,
    (12, 12, 10, 10): NamedHand.DUPLES_VASCOS,
    (12, 11, 1, 1): NamedHand.DUPLES_PALENTINOS,
    (10, 7, 7, 7): NamedHand.REAL_31,
    (7, 6, 5, 4): NamedHand.TIO_PERETE,
    (12, 12, 12, 1): NamedHand.SOLOMILLO,
    (12, 12, 11, 10): NamedHand.LEY_DEL_MUS,
}
