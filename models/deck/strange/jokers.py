"""Jokers: a disc, a star, a word or a figure."""

from __future__ import annotations

from models.deck import figures
from models.deck.chance import Chance
from models.deck.drawing import typefaces
from models.deck.drawing.brush import Brush
from models.deck.drawing.vector import Transform, ellipse, star
from models.deck.ends import frame
from models.deck.ends.marks import Marks
from models.deck.figures import modern
from models.deck.palette import readable
from models.deck.size import CENTRE, MIDDLE
from models.deck.strange.words import typeface, words

NAMES = ("joker-disc", "joker-star", "joker-word", "joker-figure")


def draw(brush: Brush, name: str, chance: Chance) -> Marks:
    """The joker of that name, and its marks."""
    style, p = brush.style, brush.palette
    framed = style.frame.lines > 0 and chance.happens(0.6)
    font, word = typeface(style, chance), chance.pick(["JOKER", "COMODIN", "Joker", "Comodin"])
    colour = readable(chance.pick(p.cloth).base, p.stock)
    if name == "joker-disc":
        radius = chance.about(15, 9, 19)
        tones = [chance.pick([*p.cloth, p.coin]), chance.pick(p.cloth), p.coin]
        for k, share in enumerate((1.0, chance.about(0.7, 0.5, 0.85), 0.3)):
            brush.solid(ellipse(MIDDLE, CENTRE, radius * share), tones[k], radius * 0.06)
        if chance.happens(0.4):
            words(brush, word, (MIDDLE, 80), 5, 40, colour, font)
    elif name == "joker-star":
        tips = chance.pick([5, 5, 6, 8, 12])
        outer = chance.about(20, 12, 24)
        brush.solid(star(MIDDLE, CENTRE, outer, outer * chance.about(0.42, 0.35, 0.6), tips), chance.pick(p.cloth), 1.0)
        if chance.happens(0.5):
            brush.solid(ellipse(MIDDLE, CENTRE, outer * 0.2), p.coin, 0.4)
    elif name == "joker-word":
        if chance.happens(0.5):
            for k, letter in enumerate(word.upper()):
                path, _ = typefaces.text(letter, font, 4.6)
                place = Transform.shift(7.0, 10.0 + k * 6.0)
                for turned in (place, place.then(modern.UPSIDE_DOWN)):
                    brush.fill(path.moved(turned), colour)
            brush.solid(star(MIDDLE, CENTRE, 13, 5.5, 5), chance.pick(p.cloth), 0.8)
        else:
            with brush.group(Transform.turn(-58).then(Transform.shift(MIDDLE, CENTRE))):
                words(brush, word, (0, 0), 14, 74, colour, font)
    else:
        figures.joker(brush, chance)
        words(brush, word, (MIDDLE, 91 if not framed else 8.5), 4, 34, colour, font)
    if framed:
        frame.draw(brush, style.frame, "o", p.frame)
    return Marks(None, "o" if framed else None)
