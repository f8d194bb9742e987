"""Who is on the card: clothes, head, pose. By hand in the project's deck, by chance in others."""

from __future__ import annotations

from dataclasses import dataclass

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import Tone

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
        return Tone(self.mantle.shade, self.mantle.shade, self.mantle.base)


def _house(brush: Brush, rank: int, suit: str) -> Cast:
    p = brush.palette
    red, blue, green, gold = p.cloth
    leads = {"o": (blue, red, gold), "c": (red, green, gold), "e": (blue, red, gold), "b": (green, red, gold)}
    a, b, c = leads[suit]
    white, black = p.horses
    hats = {"o": "beret", "c": "brim", "e": "circlet", "b": "cap"}
    if rank == 12:
        a, b = {"o": (gold, red), "c": (red, blue), "e": (blue, red), "b": (green, gold)}[suit]
        c = blue if suit in "ob" else gold
    if rank == 11:
        a, b, c = {"o": (red, blue, gold), "c": (green, red, gold), "e": (red, blue, gold), "b": (gold, green, red)}[
            suit
        ]
    beards = {"o": "long", "c": "forked", "e": "short", "b": "long"}
    grey = Tone("#d9d4cc", "#aaa49f", "#f4f1ec")
    hairs = {"o": p.hair[0], "c": p.hair[1], "e": Tone("#c98f3e", "#96632a", "#e5bb74"), "b": p.hair[0]}
    return Cast(
        rank,
        suit,
        coat=a,
        sleeve=b if rank != 12 else a,
        mantle=b if rank == 12 else c,
        hose=c if rank == 10 and suit != "e" else b,
        other_hose=b if rank == 10 and suit in "oc" else (c if rank == 10 and suit != "e" else b),
        boots=Tone("#6b3f28", "#462718", "#95654a"),
        trim=next(t for t in (gold, red, blue) if t not in (a, b)),
        hat={"o": red, "c": green, "e": gold, "b": red}[suit] if rank == 10 else b,
        plume=p.white if suit != "c" else red,
        hair=grey if rank == 12 and suit in "ob" else hairs[suit],
        horse=white if suit in "oe" else black,
        mane=Tone("#cfc4b4", "#a99b8a", "#e9e1d5") if suit in "oe" else Tone("#3b2418", "#241510", "#6b4630"),
        harness=red if suit in "oe" else blue,
        hat_kind=hats[suit] if rank == 10 else {"o": "brim", "c": "beret", "e": "helmet", "b": "cap"}[suit],
        beard=beards[suit] if rank == 12 else ("none" if rank == 10 or suit in "ob" else "moustache"),
        trim_kind={"o": "dots", "c": "diamonds", "e": "zigzag", "b": "lines"}[suit],
        gait="trot",
        long_hair=suit in "oe" or rank == 12,
        cape=suit in "oeb",
        stripes=suit in "oc",
        held=True,
        other_hand="robe" if suit in "oe" else "belt",
    )


def choose(brush: Brush, rank: int, suit: str, chance: Chance) -> Cast:
    if chance.house:
        return _house(brush, rank, suit)
    p = brush.palette

    def cloth() -> Tone:
        return chance.pick(p.cloth)

    hose = cloth()
    horse = chance.pick(p.horses)
    mane = chance.pick([Tone(horse.shade, horse.shade, horse.base), *p.hair])
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
