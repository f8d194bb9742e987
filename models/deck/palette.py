"""The colours of a deck: the project's own stand in `house.toml`, other makers' are drawn by chance here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import numpy as np

from models.deck.drawing.colour import Tone, channels, hsv, luminance, mix, tone
from models.deck.drawing.vector import Colour


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
    grounds: tuple[Colour, ...] = ()
    """The paper's colour by suit (oros, copas, espadas, bastos), where a maker gives each suit its own."""


def random_palette(rng: np.random.Generator, print_: str) -> Palette:
    """Colours as chance will have them, `coloured` or changed by one of the PRINTS."""
    palette = _coloured(rng)
    return palette if print_ == "coloured" else PRINTS[print_](rng, palette)


def suit_colour(palette: Palette, suit: str) -> Colour:
    """The colour that a suit's numbers have where they are not the ink's: readable on the paper."""
    p = palette
    colours = {"o": p.coin.shade, "c": p.cup.base, "e": p.blade.shade, "b": p.clubs[0].base}
    return readable(colours[suit], p.stock)


def readable(colour: Colour, paper: Colour, contrast: float = 0.32) -> Colour:
    """The colour, so much darker or lighter that it stands out from the paper."""
    target = "#000000" if luminance(paper) > 0.45 else "#ffffff"
    for _ in range(8):
        if abs(luminance(colour) - luminance(paper)) >= contrast:
            break
        colour = mix(colour, target, 0.25)
    return colour


def _recoloured(palette: Palette, change: Callable[[Tone], Tone]) -> Palette:
    """The palette with each of its tones changed."""
    found: dict[str, Tone | tuple[Tone, ...]] = {}
    for field in fields(palette):
        value = getattr(palette, field.name)
        if isinstance(value, Tone):
            found[field.name] = change(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Tone):
            found[field.name] = tuple(change(each) for each in value)
    return replace(palette, **found)  # type: ignore[arg-type]


def _few_inks(rng: np.random.Generator, palette: Palette) -> Palette:
    """Two to four inks for everything, as cheap and old presses had them."""
    hues = [(48.0, 0.75, 0.92), (4.0, 0.78, 0.75), (215.0, 0.6, 0.6), (120.0, 0.5, 0.5)]
    inks = [tone(hsv(h + rng.normal(0, 7), s * rng.uniform(0.6, 1.1), v), 0.15) for h, s, v in hues]
    inks = [inks[int(k)] for k in rng.permutation(4)[: int(rng.integers(2, 5))]]
    paper = tone(palette.stock, 0.12)

    def nearest(old: Tone) -> Tone:
        def away(new: Tone) -> float:
            return sum((p - q) ** 2 for p, q in zip(channels(old.base), channels(new.base), strict=True))

        return min([*inks, *([paper] if luminance(old.base) > 0.8 else [])], key=away)

    return _recoloured(palette, nearest)


def _engraved(rng: np.random.Generator, palette: Palette) -> Palette:
    """One ink: what other decks colour is paper here, and its shade is the ink's hatching."""
    ink = hsv(rng.choice([0.0, 20.0, 210.0, 230.0, 120.0]), rng.uniform(0.0, 0.7), rng.uniform(0.1, 0.4))
    fill = float(rng.uniform(0.0, 0.3))

    def printed(old: Tone) -> Tone:
        dark = (1 - luminance(old.base)) * fill
        return Tone(mix(palette.stock, ink, dark), mix(palette.stock, ink, 0.75), palette.stock)

    return replace(_recoloured(palette, printed), ink=ink, frame=ink, index=ink)


def _tinted(rng: np.random.Generator, palette: Palette) -> Palette:
    """Paper in colours, one for all suits or one for each."""

    def paper() -> Colour:
        return hsv(rng.uniform(0, 360), rng.uniform(0.12, 0.5), rng.uniform(0.8, 1.0))

    grounds = tuple(paper() for _ in range(4)) if rng.random() < 0.5 else ()
    stock = paper()
    return replace(
        palette,
        stock=stock,
        grounds=grounds,
        frame=readable(palette.frame, stock, 0.45),
        index=readable(palette.index, stock, 0.45),
    )


def _dark(rng: np.random.Generator, palette: Palette) -> Palette:
    """Light signs on dark paper."""

    def paper(value: float) -> Colour:
        return hsv(rng.uniform(0, 360), rng.uniform(0.0, 0.7), value)

    stock = paper(float(rng.uniform(0.06, 0.3)))
    grounds = tuple(paper(float(rng.uniform(0.1, 0.42))) for _ in range(4)) if rng.random() < 0.35 else ()
    light = mix("#ffffff", hsv(rng.uniform(30, 60), 0.6, 1.0), rng.uniform(0, 0.5))

    def bright(old: Tone) -> Tone:
        return old if luminance(old.base) > 0.35 else tone(mix(old.base, "#ffffff", 0.35), 0.2)

    return replace(_recoloured(palette, bright), stock=stock, grounds=grounds, frame=light, index=light)


PRINTS = {"few inks": _few_inks, "engraved": _engraved, "tinted": _tinted, "dark": _dark}

_PAINTS = {
    "gold": ((40.0, 54.0), (0.6, 0.95), (0.85, 1.0)),
    "orange": ((28.0, 42.0), (0.65, 0.95), (0.8, 1.0)),
    "brown": ((22.0, 40.0), (0.5, 0.8), (0.55, 0.78)),
    "red": ((-14.0, 14.0), (0.7, 0.98), (0.62, 0.95)),
    "green": ((85.0, 150.0), (0.5, 0.95), (0.35, 0.72)),
    "lime": ((66.0, 95.0), (0.6, 0.9), (0.6, 0.88)),
    "blue": ((196.0, 235.0), (0.45, 0.95), (0.5, 0.92)),
    "cyan": ((180.0, 205.0), (0.35, 0.85), (0.75, 0.98)),
    "purple": ((255.0, 320.0), (0.3, 0.7), (0.4, 0.75)),
    "grey": ((190.0, 240.0), (0.02, 0.2), (0.55, 0.88)),
    "wood": ((36.0, 50.0), (0.25, 0.6), (0.8, 0.98)),
}
"""What hue (degrees), saturation and value (0 to 1) are drawn from."""


def _coloured(rng: np.random.Generator) -> Palette:
    vivid = float(rng.uniform(0.72, 1.12))

    def one(*names: str) -> Tone:
        """A tone of one of the paints, as vivid as the maker likes them; a name said twice is twice as likely."""
        name = names[int(rng.integers(len(names)))]
        hue, (pale, full), value = _PAINTS[name]
        if name not in ("grey", "wood"):  # which are dull whoever paints
            pale, full = pale * vivid, min(1.0, full * vivid)
        base = hsv(rng.uniform(*hue), rng.uniform(pale, full), rng.uniform(*value))
        return tone(base, float(rng.uniform(0.15, 0.42)))

    stock = _stock(rng)
    ink = "#000000" if rng.random() < 0.3 else hsv(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0.05, 0.25))
    frame = ink if rng.random() < 0.55 else one("blue", "red", "grey", "brown").base
    if rng.random() < 0.1:
        frame = mix(frame, stock, rng.uniform(0.3, 0.6))
    index = ink if rng.random() < 0.7 else readable(one("blue", "red", "brown", "green").base, stock)
    gold = one("gold", "gold", "orange")
    coin = one("gold", "gold", "gold", "orange", "brown")
    if rng.random() < 0.6:
        coin_mark = one("red", "brown", "orange", "blue", "green")
    else:
        coin_mark = Tone(coin.shade, mix(coin.shade, ink, 0.5), coin.light)
    return Palette(
        stock=stock,
        ink=ink,
        frame=frame,
        index=index,
        coin=coin,
        coin_mark=coin_mark,
        clubs=_clubs(rng, one),
        cloth=_cloth(rng, one),
        flesh=_flesh(rng, stock),
        cup=one("red", "red", "red", "gold", "green", "blue", "purple", "orange"),
        cup_trim=gold if rng.random() < 0.75 else one("grey", "blue", "green", "red"),
        blade=one("blue", "cyan", "cyan", "grey", "grey"),
        hilt=gold if rng.random() < 0.8 else one("red", "brown", "grey"),
        grip=one("red", "red", "blue", "brown", "green", "gold"),
        wood=one("wood"),
        leaf=one("green", "lime"),
        metal=one("grey", "grey", "cyan"),
        hair=(one("brown"), tone(hsv(rng.uniform(0, 40), 0.2, 0.2)), one("gold"), tone(hsv(30, 0.04, 0.8))),
        horses=(one("grey"), one("brown"), tone(hsv(25, 0.55, 0.4)), tone(mix(stock, "#ffffff", 0.5), 0.2)),
        ground=one("green", "lime", "brown", "gold"),
        white=tone(mix(stock, "#ffffff", 0.7), 0.15),
        back=(one("red", "blue"), one("blue", "green", "red", "purple", "brown")),
    )


def _stock(rng: np.random.Generator) -> Colour:
    """Paper: white, cream or yellowed."""
    kind = rng.random()
    if kind < 0.5:
        return hsv(rng.uniform(35, 60), rng.uniform(0.0, 0.06), rng.uniform(0.96, 1.0))
    if kind < 0.85:
        return hsv(rng.uniform(38, 56), rng.uniform(0.06, 0.2), rng.uniform(0.92, 1.0))
    return hsv(rng.uniform(38, 58), rng.uniform(0.2, 0.38), rng.uniform(0.86, 0.97))


def _clubs(rng: np.random.Generator, one: Callable[..., Tone]) -> tuple[Tone, ...]:
    """The clubs of one card in three tones, two or one."""
    tones = one("green", "green", "lime"), one("red", "red", "brown"), one("gold", "brown", "green")
    if rng.random() < 0.35:
        return tones[:1]
    return tones[:2] if rng.random() < 0.3 else tones


def _cloth(rng: np.random.Generator, one: Callable[..., Tone]) -> tuple[Tone, ...]:
    usual = [one(name) for name in ("red", "blue", "green", "gold")]
    every = ("red", "blue", "green", "gold", "orange", "purple", "cyan", "grey", "brown", "lime")
    return (*usual, *(one(*every) for _ in range(int(rng.integers(0, 5)))))


def _flesh(rng: np.random.Generator, stock: Colour) -> Tone:
    hue, deep = rng.uniform(14, 34), rng.uniform(0.12, 0.45)
    flesh = tone(hsv(hue, deep, rng.uniform(0.86, 1.0)), 0.2)
    return tone(mix(stock, flesh.base, 0.2), 0.12) if rng.random() < 0.12 else flesh
