"""The four suits' signs: each is drawn around the origin, at the size that it will have on the card."""

from __future__ import annotations

from models.deck.drawing.brush import Brush
from models.deck.drawing.vector import Symbol, Transform, Use
from models.deck.pips import coins, cups, upright
from models.deck.style import DeckStyle


def pip(style: DeckStyle, suit: str, size: float, variant: int = 0) -> Symbol:
    """A coin `size` across, or a cup, sword or club `size` high, standing upright. The variant tells a club's
    colour."""
    brush = Brush(style)
    if suit == "o":
        coins.draw(brush, style.coin, size)
    elif suit == "c":
        cups.draw(brush, style.cup, size, style.pip_slim)
    else:
        upright.draw(brush, suit, style.sword if suit == "e" else style.club, size, style.pip_slim, variant)
    return Symbol(tuple(brush.nodes))


def put(brush: Brush, suit: str, size: float, x: float, y: float, turn: float = 0.0, variant: int = 0) -> None:
    """A pip with its middle at the point, turned by so many degrees."""
    brush.add(Use(pip(brush.style, suit, size, variant), Transform.turn(turn).then(Transform.shift(x, y))))
