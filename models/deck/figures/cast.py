"""Who is on a card of the project's deck, and what he wears: `models/deck/house.toml` has it."""

from __future__ import annotations

from types import SimpleNamespace

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.tables import table


class Cast(SimpleNamespace):
    """A figure's rank and suit, what is worn, by the names that the file has for it, and the tones that it names."""


def dressed(brush: Brush, rank: int, suit: str) -> Cast:
    """The figure of that rank and suit."""
    p, house = brush.palette, table("house")
    tones = {
        **dict(zip(("red", "blue", "green", "gold"), p.cloth, strict=True)),
        **dict(zip(("brown", "black"), p.hair, strict=True)),
        **dict(zip(("white horse", "brown horse"), p.horses, strict=True)),
        **{name: Tone(*tone) for name, tone in house["tones"].items()},
        "white": p.white,
    }
    worn = {name: suits["oceb".index(suit)] for name, suits in house["wear"][str(rank)].items()}
    return Cast(rank=rank, suit=suit, **tones, **{name: tones.get(value, value) for name, value in worn.items()})
