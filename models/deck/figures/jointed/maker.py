"""What the figures of one maker share: how tall and stout they are, their crowns, their horses, their cloth."""

from __future__ import annotations

from dataclasses import dataclass

from models.deck.chance import Chance

CROWNS = ("spikes", "balls", "band", "turban", "steps")
HATS = ("bare", "cap", "brim", "beret", "helmet", "hood", "fillet")
WEAVES = ("plain", "plain", "stripes", "bands", "dots", "halves", "strokes", "curls")
ROBES = ("whole", "open", "draped", "caped", "short", "trailing")

RESERVED = {
    "crown": ("arched", "rays"),
    "hat": ("crested", "pointed"),
    "weave": ("checks", "lozenges"),
    "robe": ("wide", "layered"),
}
"""What the figures of held-out decks alone wear, as `models.deck.style.RESERVED` has it of pips."""


@dataclass(frozen=True)
class Maker:
    """Lengths are in heads, shares from 0 to 1; what is a tuple is chosen from for each card."""

    head: float
    """Millimetres from the chin to the crown of somebody who stands."""
    views: tuple[str, ...]
    """How heads are seen: from in front, in profile, or between."""
    stout: float
    crown: str
    crown_size: float
    golden: float
    hats: tuple[str, ...]
    weaves: tuple[str, ...]
    robes: tuple[str, ...]
    bearded: float
    """How many of the kings have a beard."""
    collar: str
    puffed: float
    caped: float
    booted: float
    armoured: float
    horse: float
    """How heavy the horses are."""
    ahead: float
    """How many horses come towards us."""
    harnessed: float
    """How many horses wear straps over chest and rump."""
    caparisoned: float
    """How many horses wear a cloth that hides their body and half of their legs."""
    wild: float
    """How far horses' legs are from standing still."""


def maker_of(seed: int, held_out: bool) -> Maker:
    """The maker of a deck with that seed."""
    chance = Chance(seed, "maker of figures", False)

    def some(options: tuple[str, ...], most: int) -> tuple[str, ...]:
        return tuple(chance.pick(options) for _ in range(chance.pick(range(1, most + 1))))

    return Maker(
        head=chance.within(7.5, 12.0),
        views=some(("front", "profile", "between"), 2),
        stout=chance.within(0.75, 1.3),
        crown=chance.pick(RESERVED["crown"] if held_out else CROWNS),
        crown_size=chance.within(0.85, 1.5),
        golden=chance.pick((1.0, 1.0, 0.5, 0.0)),
        hats=RESERVED["hat"] if held_out else some(HATS, 4),
        weaves=("plain", *RESERVED["weave"]) if held_out else some(WEAVES, 4),
        robes=RESERVED["robe"] if held_out else some(ROBES, 4),
        bearded=chance.pick((1.0, 0.9, 0.5)),
        collar=chance.pick(("none", "ermine", "band", "points", "none")),
        puffed=chance.pick((0.0, 0.4, 1.0)),
        caped=chance.pick((0.0, 0.4, 0.8)),
        booted=chance.pick((0.0, 0.4, 1.0)),
        armoured=chance.pick((0.0, 0.0, 0.0, 0.4)),
        horse=chance.within(0.75, 1.3),
        ahead=chance.pick((0.0, 0.0, 0.3, 1.0)),
        harnessed=chance.pick((0.0, 0.6, 1.0)),
        caparisoned=chance.pick((0.0, 0.0, 0.3, 0.8)),
        wild=chance.within(0.1, 1.0),
    )
