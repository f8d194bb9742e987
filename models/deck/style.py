"""What a deck looks like: the project's own (HOUSE), and any number of others drawn by chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.deck.colour import Tone, hsv, mix, tone
from models.deck.vector import Colour

COIN_DESIGNS = ("lauburu", "sun", "portrait", "rosette", "rings", "star", "cross", "shield")
CUP_DESIGNS = ("chalice", "goblet", "tulip", "lidded", "beaker")
SWORD_DESIGNS = ("straight", "sabre", "dagger", "rapier", "broad")
CLUB_DESIGNS = ("knotted", "smooth", "mace", "leafy", "branch")
INDEX_FONTS = ("house", "serif", "sans", "condensed", "bold", "script", "oldstyle", "hairline", "slab")
ACES = ("plain", "wreath", "banner", "scrolls", "crown", "rays")
SHADINGS = ("crescent", "flat", "hatch")


@dataclass(frozen=True)
class Palette:
    """Colours of everything on the cards."""

    stock: Colour
    ink: Colour
    frame: Colour
    index: Colour
    coin: Tone
    coin_mark: Tone
    cup: Tone
    cup_trim: Tone
    blade: Tone
    hilt: Tone
    grip: Tone
    clubs: tuple[Tone, ...]
    wood: Tone
    leaf: Tone
    cloth: tuple[Tone, ...]
    metal: Tone
    flesh: Tone
    hair: tuple[Tone, ...]
    horses: tuple[Tone, ...]
    ground: Tone
    white: Tone
    back: tuple[Tone, ...]


@dataclass(frozen=True)
class Frame:
    """The line around the face, with the suit's gaps on the short sides. Millimetres."""

    lines: int = 1
    width: float = 0.4
    inset: float = 3.6
    gap: float = 7.0
    radius: float = 0.0
    spacing: float = 0.9


@dataclass(frozen=True)
class Index:
    """The number in the corners. Millimetres, from the card's edge to the digits' box."""

    font: str = "house"
    height: float = 4.8
    x: float = 5.0
    y: float = 5.2
    corners: int = 2
    box: str = "none"
    suit_mark: bool = False


@dataclass(frozen=True)
class DeckStyle:
    """Everything that makes one deck look different from another. Equal styles draw equal decks."""

    palette: Palette
    frame: Frame = Frame()
    index: Index = Index()
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
    ace: str = "plain"
    pip_size: float = 1.0
    pip_slim: float = 1.0
    """Stretches pips across: cups, swords and clubs are rarely of the same girth."""
    spread: float = 1.0
    """How far the pips stand from the card's middle."""
    clubs_alike: bool = False
    ornaments: float = 0.0
    """How often the empty middle of a pip card has an ornament."""
    figure_size: float = 1.0
    figure_girth: float = 1.0
    figure_head: float = 1.0
    figure_detail: float = 1.0
    """How much of folds, brocade and trimmings is drawn."""
    figure_bend: float = 0.0
    """How far the figures' proportions stray from the project's, in millimetres."""
    misprint: tuple[float, float] = (0.0, 0.0)
    """How far the colours lie off the lines, in millimetres: the stencils of old decks never fitted."""
    ground: bool = True
    figure_window: str = "none"
    """A ground behind the figures: none, tint or landscape."""
    pip_beside: bool = False
    """The figures' pip floats in the corner and is not held."""
    figure_mirror: float = 0.0
    """How often a figure looks the other way."""


HOUSE = DeckStyle(
    house=True,
    line=0.26,
    palette=Palette(
        stock="#fbf6e9",
        ink="#211a22",
        frame="#211a22",
        index="#211a22",
        coin=Tone("#f2b632", "#cf8a1d", "#fbdc86"),
        coin_mark=Tone("#b3322b", "#82201f", "#d9624f"),
        cup=Tone("#c23a2e", "#8c2322", "#e27660"),
        cup_trim=Tone("#f2b632", "#cf8a1d", "#fbdc86"),
        blade=Tone("#8fb7cf", "#5c8aa8", "#d3e5ee"),
        hilt=Tone("#f2b632", "#cf8a1d", "#fbdc86"),
        grip=Tone("#b3322b", "#82201f", "#d9624f"),
        clubs=(
            Tone("#5b8f3f", "#37662d", "#97bd62"),
            Tone("#b8462f", "#832a22", "#dd8058"),
            Tone("#d19a3c", "#9c6a26", "#eec983"),
        ),
        wood=Tone("#e9c98a", "#c49a55", "#f7e6bd"),
        leaf=Tone("#4c8a43", "#2f6231", "#86b45f"),
        cloth=(
            Tone("#bf382d", "#8c2322", "#de7560"),
            Tone("#2f6690", "#1f4768", "#6f9fbe"),
            Tone("#3f7d4b", "#285a36", "#7eae74"),
            Tone("#efb23a", "#c98a24", "#fada8c"),
        ),
        metal=Tone("#a9bcc6", "#748c9b", "#e0e9ec"),
        flesh=Tone("#f3cfa6", "#dca67a", "#fbe6cc"),
        hair=(Tone("#5a3a26", "#3b2418", "#8a6040"), Tone("#2d2426", "#1a1416", "#55474a")),
        horses=(Tone("#f1e8d8", "#cdbfae", "#fffaf0"), Tone("#9a5b33", "#6f3d22", "#c48a5c")),
        ground=Tone("#8aa05a", "#5f7840", "#b9c683"),
        white=Tone("#fffaf0", "#d8cdbd", "#ffffff"),
        back=(Tone("#a3302b", "#7b1f20", "#d06a58"), Tone("#2b5c86", "#1c4262", "#6f9fbe")),
    ),
)


def _jitter(
    rng: np.random.Generator, hue: tuple[float, float], sat: tuple[float, float], val: tuple[float, float]
) -> Tone:
    base = hsv(rng.uniform(*hue), rng.uniform(*sat), rng.uniform(*val))
    return tone(base, float(rng.uniform(0.15, 0.42)))


def _one_of(
    rng: np.random.Generator, *ranges: tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
) -> Tone:
    return _jitter(rng, *ranges[int(rng.integers(len(ranges)))])


def _palette(rng: np.random.Generator) -> Palette:
    vivid = float(rng.uniform(0.72, 1.12))

    def sat(low: float, high: float) -> tuple[float, float]:
        return low * vivid, min(1.0, high * vivid)

    gold = ((40.0, 54.0), sat(0.6, 0.95), (0.85, 1.0))
    orange = ((28.0, 42.0), sat(0.65, 0.95), (0.8, 1.0))
    brown = ((22.0, 40.0), sat(0.5, 0.8), (0.55, 0.78))
    red = ((-14.0, 14.0), sat(0.7, 0.98), (0.62, 0.95))
    green = ((85.0, 150.0), sat(0.5, 0.95), (0.35, 0.72))
    lime = ((66.0, 95.0), sat(0.6, 0.9), (0.6, 0.88))
    blue = ((196.0, 235.0), sat(0.45, 0.95), (0.5, 0.92))
    cyan = ((180.0, 205.0), sat(0.35, 0.85), (0.75, 0.98))
    purple = ((255.0, 320.0), sat(0.3, 0.7), (0.4, 0.75))
    grey = ((190.0, 240.0), (0.02, 0.2), (0.55, 0.88))
    kind = rng.random()
    if kind < 0.5:
        stock = hsv(rng.uniform(35, 60), rng.uniform(0.0, 0.06), rng.uniform(0.96, 1.0))
    elif kind < 0.85:
        stock = hsv(rng.uniform(38, 56), rng.uniform(0.06, 0.2), rng.uniform(0.92, 1.0))
    else:
        stock = hsv(rng.uniform(38, 58), rng.uniform(0.2, 0.38), rng.uniform(0.86, 0.97))
    ink = "#000000" if rng.random() < 0.3 else hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0.05, 0.25))
    frame = ink if rng.random() < 0.7 else _one_of(rng, blue, red, grey, brown).base
    index = ink if rng.random() < 0.75 else _one_of(rng, blue, red, brown).base
    gold_tone = _one_of(rng, gold, gold, orange)
    coin = _one_of(rng, gold, gold, gold, orange, brown)
    mark = (
        _one_of(rng, red, brown, orange, blue, green)
        if rng.random() < 0.6
        else Tone(coin.shade, mix(coin.shade, ink, 0.5), coin.light)
    )
    club = [_one_of(rng, green, green, lime), _one_of(rng, red, red, brown), _one_of(rng, gold, brown, green)]
    if rng.random() < 0.35:
        club = [club[0]]
    elif rng.random() < 0.3:
        club = club[:2]
    cloth = [_one_of(rng, c) for c in (red, blue, green, gold)]
    cloth += [
        _one_of(rng, red, blue, green, gold, orange, purple, cyan, grey, brown, lime)
        for _ in range(int(rng.integers(0, 5)))
    ]
    flesh_hue, deep = rng.uniform(14, 34), rng.uniform(0.12, 0.45)
    flesh = tone(hsv(flesh_hue, deep, rng.uniform(0.86, 1.0)), 0.2)
    if rng.random() < 0.12:
        flesh = tone(mix(stock, flesh.base, 0.2), 0.12)
    return Palette(
        stock=stock,
        ink=ink,
        frame=frame,
        index=index,
        coin=coin,
        coin_mark=mark,
        cup=_one_of(rng, red, red, red, gold, green, blue, purple, orange),
        cup_trim=gold_tone if rng.random() < 0.75 else _one_of(rng, grey, blue, green, red),
        blade=_one_of(rng, blue, cyan, cyan, grey, grey),
        hilt=gold_tone if rng.random() < 0.8 else _one_of(rng, red, brown, grey),
        grip=_one_of(rng, red, red, blue, brown, green, gold),
        clubs=tuple(club),
        wood=_one_of(rng, ((36.0, 50.0), (0.25, 0.6), (0.8, 0.98))),
        leaf=_one_of(rng, green, lime),
        cloth=tuple(cloth),
        metal=_one_of(rng, grey, grey, cyan),
        flesh=flesh,
        hair=(
            _one_of(rng, brown),
            tone(hsv(rng.uniform(0, 40), 0.2, 0.2)),
            _one_of(rng, gold),
            tone(hsv(30, 0.04, 0.8)),
        ),
        horses=(
            _one_of(rng, grey),
            _one_of(rng, brown),
            tone(hsv(25, 0.55, 0.4)),
            tone(mix(stock, "#ffffff", 0.5), 0.2),
        ),
        ground=_one_of(rng, green, lime, brown, gold),
        white=tone(mix(stock, "#ffffff", 0.7), 0.15),
        back=(_one_of(rng, red, blue), _one_of(rng, blue, green, red, purple, brown)),
    )


def random_style(rng: np.random.Generator) -> DeckStyle:
    """A deck of another maker: inside the Spanish tradition, and otherwise as chance will have it."""

    def pick(*options: str) -> str:
        return options[int(rng.integers(len(options)))]

    palette = _palette(rng)
    lines = int(rng.choice([0, 1, 2], p=[0.12, 0.68, 0.2]))
    inset = float(rng.uniform(2.0, 6.0))
    frame = Frame(
        lines=lines,
        width=float(rng.uniform(0.18, 0.8)),
        inset=inset,
        gap=float(rng.uniform(3.0, 9.5)),
        radius=float(rng.choice([0.0, rng.uniform(0.5, 3.0)])),
        spacing=float(rng.uniform(0.6, 1.3)),
    )
    tiny = rng.random() < 0.12
    height = float(rng.uniform(2.4, 3.4) if tiny else rng.uniform(3.4, 8.0))
    margin = float(rng.uniform(0.7, 2.2))
    # Outside of the frame there is room for small digits only.
    if lines and inset > height + 1.2:
        x = y = float(rng.uniform(0.8, max(0.9, inset - height * 0.8)))
    else:
        base = inset + (frame.spacing if lines == 2 else 0.0) + margin if lines else float(rng.uniform(2.5, 6.0))
        x, y = base, base + float(rng.uniform(-0.4, 1.2))
    index = Index(
        font=pick(*INDEX_FONTS[1:]),
        height=height,
        x=x,
        y=y,
        corners=4 if rng.random() < 0.12 else 2,
        box=pick("none", "none", "none", "none", "plain", "round"),
        suit_mark=bool(rng.random() < 0.12),
    )
    return DeckStyle(
        palette=palette,
        frame=frame,
        index=index,
        seed=int(rng.integers(2**31)),
        line=0.0 if rng.random() < 0.12 else float(rng.uniform(0.12, 0.55)),
        shading=pick(*SHADINGS),
        coin=pick(*COIN_DESIGNS),
        cup=pick(*CUP_DESIGNS),
        sword=pick(*SWORD_DESIGNS),
        club=pick(*CLUB_DESIGNS),
        coin_turn=float(rng.choice([0.0, 45.0, rng.uniform(0, 90)])),
        ace=pick(*ACES),
        pip_size=float(rng.uniform(0.8, 1.12)),
        pip_slim=float(rng.uniform(0.78, 1.3)),
        spread=float(rng.uniform(0.92, 1.04)),
        clubs_alike=bool(rng.random() < 0.2),
        ornaments=float(rng.choice([0.0, 0.5, 0.9])),
        figure_size=float(rng.uniform(0.9, 1.04)),
        figure_girth=float(rng.uniform(0.86, 1.12)),
        figure_head=float(rng.uniform(0.9, 1.2)),
        figure_detail=float(rng.uniform(0.0, 1.0)),
        figure_bend=float(rng.choice([0.0, rng.uniform(0.3, 1.5)])),
        misprint=(float(rng.normal(0, 0.25)), float(rng.normal(0, 0.25))) if rng.random() < 0.25 else (0.0, 0.0),
        ground=bool(rng.random() < 0.7),
        figure_window=str(rng.choice(["none", "none", "none", "none", "none", "none", "tint", "landscape"])),
        pip_beside=bool(rng.random() < 0.35),
        figure_mirror=float(rng.choice([0.0, 0.5, 1.0])),
    )
