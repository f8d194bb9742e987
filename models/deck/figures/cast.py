"""Who is on a card of the project's deck: clothes, head, pose."""

from __future__ import annotations

from dataclasses import dataclass

from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.tables import table


@dataclass(frozen=True)
class Cast:
    """One figure's outfit."""

    rank: int
    suit: str
    coat: Tone
    sleeve: Tone
    mantle: Tone
    hose: Tone
    other_hose: Tone
    boots: Tone
    trim: Tone
    hat: Tone
    plume: Tone
    hair: Tone
    horse: Tone
    mane: Tone
    harness: Tone
    hat_kind: str
    beard: str
    trim_kind: str
    gait: str
    long_hair: bool
    cape: bool
    stripes: bool
    held: bool
    other_hand: str

    @property
    def lining(self) -> Tone:
        """The mantle's inside, which the light does not reach."""
        return self.mantle.unlit


def dressed(brush: Brush, rank: int, suit: str) -> Cast:
    """The figure of that rank and suit, as house.toml has it."""
    p, house = brush.palette, table("house")
    tones = {
        **dict(zip(("red", "blue", "green", "gold"), p.cloth, strict=True)),
        **dict(zip(("brown", "black"), p.hair, strict=True)),
        **dict(zip(("white horse", "brown horse"), p.horses, strict=True)),
        **{name: Tone(*tone) for name, tone in house["tones"].items()},
        "white": p.white,
    }
    worn = {**house["wear"]["all"], **house["wear"][str(rank)]}
    mine = {name: suits["oceb".index(suit)] for name, suits in worn.items()}
    return Cast(rank, suit, **{name: tones.get(value, value) for name, value in mine.items()})
