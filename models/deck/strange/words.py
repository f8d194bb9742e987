"""Words on cards, in the typeface of their deck's numbers."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing import typefaces
from models.deck.drawing.brush import Brush
from models.deck.drawing.vector import Colour, Transform
from models.deck.ends import digits
from models.deck.style import DeckStyle


def typeface(style: DeckStyle, chance: Chance) -> str:
    """The numbers' typeface, or a standard one where that has digits only."""
    font, other = style.index.font, chance.pick(typefaces.STANDARD)
    return other if font in digits.FONTS or not typefaces.has_letters(font) else font


def words(
    brush: Brush, text: str, at: tuple[float, float], height: float, most: float, colour: Colour, font: str
) -> None:
    """Words with their middle at the point, no wider than `most`."""
    path, width = typefaces.text(text, font, height)
    shrink = min(1.0, most / max(width, 0.1))
    place = Transform.scale(shrink).then(Transform.shift(at[0] - width * shrink / 2, at[1] - height * shrink / 2))
    brush.fill(path.moved(place), colour)
