"""Words that say nothing, and how makers set them: straight or bowed."""

from __future__ import annotations

from string import ascii_lowercase

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.drawing.typefaces import STANDARD, glyph, has_letters, text
from models.deck.drawing.vector import Colour, Path, Point, Transform

_BEFORE, _VOWELS, _AFTER = "BCDFGHJLMNPRSTVXYZ", "AEIOU", "NRSLZ"


def word(chance: Chance, least: int, most: int) -> str:
    """So many syllables of letters drawn by lot, in capitals."""
    made = ""
    for _ in range(chance.pick(range(least, most + 1))):
        made += chance.pick(_BEFORE) + chance.pick(_VOWELS) + (chance.pick(_AFTER) if chance.happens(0.3) else "")
    return made


def phrase(chance: Chance, most: int) -> str:
    """One to so many words."""
    return " ".join(word(chance, 1 + (not k), 4) for k in range(chance.pick(range(1, most + 1))))


def _set(brush: Brush, words: str, height: float, widest: float) -> tuple[Path, float]:
    """The words about the origin, no wider than told, and their width."""
    name = brush.style.words
    if not words.isupper() and not has_letters(name, ascii_lowercase + "."):
        # A font file may have capitals alone.
        name = STANDARD[len(words) % len(STANDARD)]
    path, width = Path(()), 0.0
    for part in words.split():
        # A letter that takes no room is one that the font file lacks, as it may lack the space.
        drawn, wide = text("".join(c if glyph(name, c)[1] > 0 else "E" for c in part), name, height)
        path += drawn.moved(Transform.shift(width + height * 0.45 * bool(width), 0))
        width += wide + height * 0.45 * bool(width)
    grow = min(1.0, widest / max(width, 1e-6))
    place = Transform.shift(-width / 2, -height / 2).then(Transform.scale(grow))
    return path.moved(place), width * grow


def write(brush: Brush, words: str, at: Point, height: float, colour: Colour, widest: float, bow: float = 0.0) -> None:
    """Words about a point, no wider than told, their middle lifted by the bow."""
    path, width = _set(brush, words, height, widest)
    half = max(width / 2, 1e-6)
    bent = path.moved(lambda p: (p[0], p[1] - bow * (1 - (p[0] / half) ** 2))) if bow else path
    brush.fill(bent.moved(Transform.shift(*at)), colour)
