"""What a printer puts beside the cards: a club's card, an advertisement."""

from __future__ import annotations

import math

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.colour import mix
from models.deck.drawing.vector import Colour, Transform, curve, ellipse, form, polygon, rect, star
from models.deck.figures import modern
from models.deck.palette import readable
from models.deck.pips import ornament
from models.deck.size import MIDDLE, WIDTH
from models.deck.strange.words import typeface, words

_CLUBS = ("PEÑA", "CLUB", "SOCIEDAD", "ELKARTEA", "CASINO", "BAR", "MUS", "TXOKO")
_TEXTS = ("NAIPES", "BARAJA", "GRACIAS", "REGLAS", "OFERTA", "1960", "100 %", "VISITE", "CAFE", "EXTRA", "40 CARTAS")


def club(brush: Brush, chance: Chance) -> Colour:
    """A crest, and a name around or under it."""
    p = brush.palette
    paper = chance.pick([p.stock, mix(p.stock, chance.pick(p.cloth).base, 0.3), chance.pick(p.cloth).shade])
    one, two = chance.pick(p.cloth), chance.pick([p.coin, p.white])
    font, y = typeface(brush.style, chance), chance.about(44, 38, 50)
    radius = chance.about(19, 13, 23)
    kind = chance.pick(["round", "shield", "ball"])
    if kind == "shield":
        crest = form("-0.8,-0.9! 0.8,-0.9! 0.82,0.1 0.5,0.7 0,1.05! -0.5,0.7 -0.82,0.1").moved(
            Transform.scale(radius).then(Transform.shift(MIDDLE, y))
        )
        brush.solid(crest, one, 1.0)
        with brush.group(clip=crest):
            brush.fill(polygon([(0, y - 4), (WIDTH, y - 24), (WIDTH, y - 12), (0, y + 8)]), two.base)
    else:
        brush.solid(ellipse(MIDDLE, y, radius), one, 1.0)
        brush.solid(ellipse(MIDDLE, y, radius * 0.74), two, 0)
        if kind == "ball":
            for k in range(5):
                a, far = math.radians(72 * k - 90), radius * 0.45
                patch = star(MIDDLE + far * math.cos(a), y + far * math.sin(a), radius * 0.2, radius * 0.15, 5)
                brush.fill(patch, one.shade)
    initial, colour = chance.pick(_CLUBS), readable(one.shade, paper)
    words(brush, initial[0], (MIDDLE, y), radius * 0.7, radius, readable(one.shade, two.base), font)
    words(brush, initial, (MIDDLE, y + radius + 10), chance.about(7, 5, 9), 46, colour, font)
    if chance.happens(0.5):
        words(brush, chance.pick(_TEXTS), (MIDDLE, 12), 4, 40, colour, font)
    return paper


def advert(brush: Brush, chance: Chance) -> Colour:
    """Lines of text, a band of colour, a sign."""
    p = brush.palette
    paper = chance.pick([p.stock, p.white.base, chance.pick(p.cloth).light])
    font, colour = typeface(brush.style, chance), readable(chance.pick(p.cloth).shade, paper)
    if chance.happens(0.7):
        band = chance.pick(p.cloth)
        y = chance.about(20, 8, 66)
        brush.fill(rect(0, y, WIDTH, chance.about(18, 10, 26)), band.base)
        text, size = chance.pick(_TEXTS), chance.about(8, 5, 10)
        words(brush, text, (MIDDLE, y + 9), size, 50, readable("#ffffff", band.base), font)
    y = chance.about(16, 10, 34)
    while y < 84:
        size = chance.pick([2.2, 2.2, 3.0, 4.5, 7.0])
        if size < 3:
            ornament.scribble(brush, y, chance.about(40, 20, 46), size, colour, chance)
        else:
            words(brush, chance.pick(_TEXTS), (MIDDLE, y), size, 48, colour, font)
        y += size + chance.about(4, 2.5, 9)
    if chance.happens(0.5):
        brush.line(curve(f"10,{y - 40} 30,{y - 44} 52,{y - 40}"), colour, 0.6)
    if chance.happens(0.4):
        modern.sign(brush, chance.pick(["o", "c", "e", "b"]), MIDDLE, 50.0, 1.2)
    return paper
