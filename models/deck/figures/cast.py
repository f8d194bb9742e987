"""Who is on the card: clothes, head, pose. By hand in the project's deck, by chance in others."""

from __future__ import annotations

from dataclasses import dataclass

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone
from models.deck.tables import table

BEARDS = ("none", "short", "long", "forked", "moustache")
HATS = ("beret", "brim", "cap", "helmet", "circlet", "hood", "bare")
GAITS = ("trot", "stand", "walk", "rear")
TRIMS = ("dots", "zigzag", "lines", "diamonds", "plain")


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


def _house(brush: Brush, rank: int, suit: str) -> Cast:
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


def choose(brush: Brush, rank: int, suit: str, chance: Chance) -> Cast:
    if chance.house:
        return _house(brush, rank, suit)
    p = brush.palette

    def cloth() -> Tone:
        return chance.pick(p.cloth)

    hose = cloth()
    horse = chance.pick(p.horses)
    mane = chance.pick([horse.unlit, *p.hair])
    return Cast(
        rank,
        suit,
        coat=cloth(),
        sleeve=cloth(),
        mantle=cloth(),
        hose=hose,
        other_hose=cloth() if chance.happens(0.3) else hose,
        boots=chance.pick([*p.cloth, *p.hair]),
        trim=chance.pick([p.hilt, p.hilt, *p.cloth]),
        hat=cloth(),
        plume=chance.pick([p.white, *p.cloth]),
        hair=chance.pick(p.hair),
        horse=horse,
        mane=mane,
        harness=cloth(),
        hat_kind=chance.pick(HATS),
        beard=chance.pick(BEARDS[1:]) if rank == 12 else chance.pick(("none", "none", "none", "moustache", "short")),
        trim_kind=chance.pick(TRIMS),
        gait=chance.pick(GAITS),
        long_hair=chance.happens(0.5),
        cape=chance.happens(0.6),
        stripes=chance.happens(0.4),
        held=not brush.style.pip_beside,
        other_hand=chance.pick(("robe", "belt", "staff", "down")),
    )
