"""The four suits' signs: each is drawn around the origin, at the size that it will have on the card."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.vector import Symbol
from models.deck.pips import clubs, coins, cups, swords
from models.deck.style import DeckStyle


def pip(style: DeckStyle, suit: str, size: float, variant: int = 0) -> Symbol:
    """A coin `size` across, or a cup, sword or club `size` high, standing upright. The variant tells a club's
    colour; what is too fine to be seen at its size is left out."""
    brush = Brush(style)
    fine = size > 11
    if suit == "o":
        coins.draw(brush, style.coin, size / 2, fine)
    elif suit == "c":
        cups.draw(brush, style.cup, size, style.pip_slim, fine)
    elif suit == "e":
        swords.draw(brush, style.sword, size, style.pip_slim, fine)
    else:
        clubs.draw(brush, style.club, size, style.pip_slim, variant, fine)
    return Symbol(tuple(brush.nodes))
