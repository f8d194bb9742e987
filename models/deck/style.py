"""What a deck looks like: the project's own (HOUSE), and any number of others drawn by chance."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Any

import numpy as np

from engine.cards import RANKS
from models.deck.chance import Chance
from models.deck.drawing import typefaces
from models.deck.drawing.colour import Tone
from models.deck.ends.frame import Frame, random_frame
from models.deck.ends.index import Index, random_index
from models.deck.palette import Palette, random_palette
from models.deck.size import CORNER, HEIGHT, WIDTH
from models.deck.tables import table

ACES = ("plain", "wreath", "banner", "scrolls", "crown", "rays")
SHADINGS = ("crescent", "flat", "hatch")
COURTS = ("figure", "bust", "double", "shapes", "letter")

RESERVED = {
    "coin": ("quarters", "hexagon"),
    "cup": ("urn", "flute"),
    "sword": ("leaf", "scimitar"),
    "club": ("torch", "staff"),
}
"""Designs of held-out decks alone: the networks that look at pictures have met no such makers before they are measured
with them; what is fitted to what these say has, in other decks. Their numbers too are drawn with pens of their own
(`index.RESERVED_PENS`), and some of their frames end in dots (`frame.RESERVED_ENDS`); no held-out deck takes a typeface
from the machine, so that they are the same everywhere."""

DESIGNS = {kind: tuple(name for name in table(f"pips/{kind}s") if name not in RESERVED[kind]) for kind in RESERVED}
"""The others' designs of each pip."""

RESERVED_ACES = {
    "o": ("eagle", "mantle"),
    "c": ("amphora", "shell"),
    "e": ("chained", "sheathed"),
    "b": ("vine", "chained"),
}
"""Kinds of grand aces (`pips/grand/kinds.toml`) of held-out decks alone."""

GRAND = {
    suit: tuple(kind for kind in kinds if kind not in RESERVED_ACES[suit])
    for suit, kinds in table("pips/grand/kinds").items()
}
"""The others' kinds of grand aces."""

PRINTS = ("words", "script", "curls", "lace", "arms", "portrait", "bar")
RESERVED_PRINTS = ("cartouche", "knot", "pillar")
"""What is printed between the pips (`pips/between.py`); the reserved ones only in held-out decks."""

EDGES = ("plain", "milled", "beads", "letters", "double")
"""What the edge of the coins is like."""

FLAT = {
    "coin": ("disc", "target", "bicolour", "rings", "star"),
    "cup": ("half", "triangle", "beaker", "goblet"),
    "sword": ("bar", "needle", "broad", "dagger"),
    "club": ("capsule", "taper", "smooth"),
}
"""Designs of modern decks: few colours, no outlines, geometric."""

SIZES = ((61.0, 95.0), (63.0, 88.0), (57.0, 89.0), (64.0, 100.0), (58.0, 95.0), (61.0, 92.0))
"""Cards of the trade, millimetres: Spanish, poker, bridge, large, narrow, short."""


@dataclass(frozen=True)
class DeckStyle:
    """Everything that makes one deck look different from another. Equal styles draw equal decks."""

    palette: Palette
    frame: Frame = field(default_factory=Frame)
    index: Index = field(default_factory=Index)
    house: bool = False
    """The deck of the project: every choice that is left to chance elsewhere is made by hand."""
    seed: int = 0
    """Drives what differs from card to card: layouts, clothes, ornaments."""
    line: float = 0.28
    """Width of outlines in millimetres; 0 for none."""
    shading: str = "crescent"
    coin: str = "lauburu"
    cup: str = "chalice"
    sword: str = "straight"
    club: str = "knotted"
    coin_turn: float = 0.0
    coin_edge: str = "plain"
    """One of EDGES."""
    ace: str = "plain"
    grand: tuple[tuple[str, str], ...] = ()
    """The suits whose aces fill the card, each with its kind of GRAND."""
    words: str = "Helvetica-Bold"
    """The typeface of what is printed on aces and between pips."""
    pip_size: float = 1.0
    pip_slim: float = 1.0
    """Stretches pips across: cups, swords and clubs are rarely of the same girth."""
    spread: float = 1.0
    """How far the pips stand from the card's middle."""
    clubs_alike: bool = False
    ornaments: float = 0.0
    """How often something is printed between the pips of the cards that mostly have it."""
    prints: tuple[str, ...] = ()
    """Which of PRINTS."""
    figure_size: float = 1.0
    figure_girth: float = 1.0
    figure_detail: float = 1.0
    """How much of their garments' folds is drawn."""
    figure_bend: float = 0.0
    """How far the figures are bent out of their proportions, in millimetres."""
    misprint: tuple[float, float] = (0.0, 0.0)
    """How far the colours lie off the lines, in millimetres: the stencils of old decks never fitted."""
    ground: bool = True
    figure_window: str = "none"
    """A ground behind the figures: none, tint or landscape."""
    pip_beside: bool = False
    """The figures' pip floats in the corner and is not held."""
    figure_mirror: float = 0.0
    """How often a figure looks the other way."""
    maker: str = "traditional"
    width: float = WIDTH
    height: float = HEIGHT
    corner: float = CORNER
    court: str = "figure"
    """How sota, zaldun and errege are shown."""
    held_out: bool = False
    """Of a maker that no deck to be trained on resembles."""
    one_pip: bool = False
    """One huge pip and a number, instead of as many pips as the number says."""
    trim: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """What was cut off on the left, above, on the right and below, millimetres: scans lose their margins."""
    crooked: float = 0.0
    """How far the print of a card lies off its place, millimetres; it is turned too."""
    age: float = 0.0
    """From new (0) to yellowed, stained and rubbed off (1)."""
    wrong_pinta: tuple[tuple[str, str], ...] = ()
    """Faces that the maker gave another suit's pinta, with that suit."""


def _kept(colours: Any) -> Any:
    """A colour, a tone or several tones, as a file has them."""
    if isinstance(colours, str):
        return colours
    return Tone(*colours) if isinstance(colours[0], str) else tuple(Tone(*tone) for tone in colours)


HOUSE = DeckStyle(
    house=True,
    line=0.26,
    palette=Palette(**{name: _kept(colours) for name, colours in table("house")["palette"].items()}),
)

MAKERS = ("traditional", "old", "modern", "tinted", "dark")
_SHARES = (0.5, 0.16, 0.18, 0.08, 0.08)


def random_style(rng: np.random.Generator, fonts: tuple[str, ...] = (), held_out: bool = False) -> DeckStyle:
    """A deck of another maker: inside the Spanish tradition, and otherwise as chance will have it.

    `fonts` are font files for the numbers (`typefaces.installed`); where there are none they are set in standard
    typefaces or drawn with a pen. A `held_out` deck is of a maker that no other random deck resembles: RESERVED.
    """
    maker = str(rng.choice(MAKERS, p=_SHARES))
    modern = maker == "modern" or (maker in ("tinted", "dark") and _some(rng, 0.7))
    if maker == "old":
        print_ = _pick(rng, "coloured", "few inks", "few inks", "engraved")
    else:
        print_ = maker if maker in ("tinted", "dark") else "coloured"
    palette = random_palette(rng, print_)
    frame = random_frame(rng, held_out)
    index = random_index(rng, frame, fonts, held_out)
    court = _court(rng, modern)
    one_pip = modern and _some(rng, 0.12)
    if index.corners == 0 and (one_pip or court != "figure"):
        # Nothing else would tell one rank from the next.
        index = replace(index, corners=2)
    width, height = SIZES[0] if _some(rng, 0.6) else SIZES[1 + int(rng.integers(len(SIZES) - 1))]
    line = 0.0 if (modern and _some(rng, 0.8)) or _some(rng, 0.06) else float(rng.uniform(0.12, 0.55))
    plain = DeckStyle(
        palette=palette,
        frame=frame,
        index=index,
        maker=maker,
        width=width,
        height=height,
        court=court,
        one_pip=one_pip,
        line=max(line, 0.15) if print_ == "engraved" else line,
        seed=int(rng.integers(2**31)),
        age=_age(rng, maker),
        held_out=held_out,
        shading="hatch" if print_ == "engraved" else "flat" if modern else _pick(rng, *SHADINGS),
    )
    styled = _cut(rng, _figures(rng, _pips(rng, plain, modern)))
    return _grand(styled, modern, () if held_out else fonts)


def _grand(style: DeckStyle, modern: bool, fonts: tuple[str, ...]) -> DeckStyle:
    """The style with its grand aces, its coins' edge and what is printed between its pips."""
    chance = Chance(style.seed, "grand aces", style.house)
    kinds = RESERVED_ACES if style.held_out else GRAND
    suits = [(suit, chance.pick(kinds[suit])) for suit in kinds if chance.happens(0.35 if modern else 0.75)]
    some = typefaces.STANDARD if chance.happens(0.25) else fonts or typefaces.STANDARD
    font = typefaces.choose(some, chance.within(0, 1))
    return replace(
        style,
        grand=tuple(suits),
        words=font if typefaces.has_letters(font, ascii_uppercase) else typefaces.STANDARD[1],
        coin_edge="plain" if modern else chance.pick(("plain", *EDGES)),
        ornaments=style.ornaments or chance.pick([0.0, 0.5, 0.9]),
        prints=tuple(chance.pick(RESERVED_PRINTS if style.held_out else ("words", *PRINTS)) for _ in range(4)),
    )


def _pick(rng: np.random.Generator, *options: str) -> str:
    return options[int(rng.integers(len(options)))]


def _some(rng: np.random.Generator, chance: float) -> bool:
    return bool(rng.random() < chance)


def _court(rng: np.random.Generator, modern: bool) -> str:
    if modern and _some(rng, 0.8):
        return _pick(rng, *COURTS[1:])
    return _pick(rng, "bust", "double") if _some(rng, 0.05) else "figure"


def _age(rng: np.random.Generator, maker: str) -> float:
    if maker == "old":
        return float(rng.uniform(0.3, 1.0))
    return float(rng.uniform(0, 0.5)) if _some(rng, 0.2) else 0.0


def _pips(rng: np.random.Generator, style: DeckStyle, modern: bool) -> DeckStyle:
    """The style with its pips and aces."""
    of = RESERVED if style.held_out else FLAT if modern else DESIGNS
    return replace(
        style,
        coin=_pick(rng, *of["coin"]),
        cup=_pick(rng, *of["cup"]),
        sword=_pick(rng, *of["sword"]),
        club=_pick(rng, *of["club"]),
        coin_turn=float(rng.choice([0.0, 45.0, rng.uniform(0, 90)])),
        ace="plain" if modern and _some(rng, 0.7) else _pick(rng, *ACES),
        pip_size=float(rng.uniform(0.8, 1.12)),
        pip_slim=float(rng.uniform(0.78, 1.3)),
        spread=float(rng.uniform(0.92, 1.04)),
        clubs_alike=_some(rng, 0.2),
        ornaments=0.0 if modern else float(rng.choice([0.0, 0.5, 0.9])),
    )


def _figures(rng: np.random.Generator, style: DeckStyle) -> DeckStyle:
    """The style with its figures, and how well their colours fit their lines."""
    windows = (*["none"] * 6, "tint", "landscape")
    return replace(
        style,
        figure_size=float(rng.uniform(0.9, 1.04)),
        figure_girth=float(rng.uniform(0.86, 1.12)),
        figure_detail=float(rng.uniform(0.0, 1.0)),
        figure_bend=float(rng.choice([0.0, rng.uniform(0.3, 1.5)])),
        misprint=(float(rng.normal(0, 0.3)), float(rng.normal(0, 0.3)))
        if _some(rng, 0.6 if style.maker == "old" else 0.2)
        else (0.0, 0.0),
        ground=_some(rng, 0.7),
        figure_window=_pick(rng, *windows) if style.maker == "traditional" else "none",
        pip_beside=_some(rng, 0.35),
        figure_mirror=float(rng.choice([0.0, 0.5, 1.0])),
    )


def _cut(rng: np.random.Generator, style: DeckStyle) -> DeckStyle:
    """The style with the cards' corners, and with what went wrong when they were printed, cut or scanned."""
    return replace(
        style,
        corner=float(rng.uniform(2.0, 6.0)),
        trim=_trim(rng, style.frame, style.index) if _some(rng, 0.15) else (0.0, 0.0, 0.0, 0.0),
        crooked=float(rng.uniform(0.1, 0.5)) if _some(rng, 0.3) else 0.0,
        wrong_pinta=_wrong_pinta(rng) if _some(rng, 0.05) else (),
    )


def _trim(rng: np.random.Generator, frame: Frame, index: Index) -> tuple[float, float, float, float]:
    """What a scan lost of its margins: never the frame or the numbers."""
    room = frame.inset if frame.lines else 2.0
    wide = max(0.0, min(room - frame.width - 0.4, index.x - 1.4))
    deep = max(0.0, min(room + min(frame.short_inset, 0.0) - frame.width - 0.4, index.y - 1.4))
    left, top, right, bottom = (float(rng.uniform(0, most)) for most in (wide, deep, wide, deep))
    return left, top, right, bottom


def _wrong_pinta(rng: np.random.Generator) -> tuple[tuple[str, str], ...]:
    """One to three of the forty with the pinta of another suit."""
    found = {}
    for _ in range(int(rng.integers(1, 4))):
        suit, other = (str(s) for s in rng.choice(list("oceb"), 2, replace=False))
        found[f"{int(rng.choice(RANKS))}{suit}"] = other
    return tuple(sorted(found.items()))
