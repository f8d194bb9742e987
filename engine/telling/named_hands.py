"""The hands that have a name of their own, for the display. A name changes nothing in what a hand is worth."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, Self

from engine.cards import Card
from engine.hands import evaluate
from engine.rules import RuleBook


class NamedHand(Enum):
    """The hands with a name; the value is the key that a display translates by.

    `ranks` are those of its cards as they count, the highest first. `names` is what players call it, the usual name
    first, then those of some regions or clubs.
    """

    ranks: tuple[int, ...]
    names: tuple[str, ...]

    DUPLES_GALLEGOS = "duples-gallegos", (12, 12, 1, 1), ("Duples gallegos",)
    DUPLES_CASTELLANOS = (
        "duples-castellanos",
        (12, 12, 11, 11),
        ("Duples castellanos", "Duples polacos", "Duples alemanes"),
    )
    DUPLES_VASCOS = "duples-vascos", (12, 12, 10, 10), ("Duples vascos",)
    DUPLES_PALENTINOS = "duples-palentinos", (12, 11, 1, 1), ("Duples palentinos", "La Josito")
    """No dupleak in spite of the name."""
    REAL_31 = "real-31", (10, 7, 7, 7), ("31 real", "La real")
    TIO_PERETE = "tio-perete", (7, 6, 5, 4), ("La jugada del tío Perete", "Tanganete", "Peterete")
    SOLOMILLO = "solomillo", (12, 12, 12, 1), ("Solomillo", "La bonita")
    LEY_DEL_MUS = "ley-del-mus", (12, 12, 11, 10), ("Ley del mus",)

    # the defaults are for type checkers, who take looking one up by its name for making one
    def __new__(cls, key: str, ranks: tuple[int, ...] = (), names: tuple[str, ...] = ()) -> Self:
        made = object.__new__(cls)
        made._value_, made.ranks, made.names = key, ranks, names
        return made


def recognise(cards: Sequence[Card], book: RuleBook) -> NamedHand | None:
    """The named hand that four `cards` are under the kings of `book`; None where they have no name.

    A real 31 is what the book takes for one; where the book knows none, three sevens and a sota. Suits are looked at
    only where the book does. ValueError for any other number of cards.

    >>> from engine.rules import rulebook
    >>> recognise([Card.parse(name) for name in ("12o", "3c", "12e", "1b")], rulebook("spain")).names
    ('Solomillo', 'La bonita')
    """
    hand = evaluate(cards, book)
    named = NamedHand.REAL_31 if hand.is_real_31 else _BY_RANKS.get(hand.ranks)
    if named is NamedHand.REAL_31 and book.real31 != "none" and not hand.is_real_31:
        return None
    return named


_BY_RANKS: Final = {hand.ranks: hand for hand in NamedHand}
