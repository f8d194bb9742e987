"""Aces that fill the card: `kinds.toml` says what each kind of them is made of. Each shows one sign of its suit."""

from __future__ import annotations

from models.deck.chance import Chance
from models.deck.drawing.brush import Brush
from models.deck.pips.grand import shafts
from models.deck.pips.grand.medal import Medal
from models.deck.pips.grand.parts import Ace
from models.deck.pips.grand.urn import Urn
from models.deck.tables import table


def draw(brush: Brush, suit: str, kind: str) -> None:
    """The ace of that kind; the style's seed says which of its parts it has."""
    ace = Ace(brush, table("pips/grand/kinds")[suit][kind], Chance(brush.style.seed, f"grand {suit}", False))
    if suit in "oc":
        (Medal if suit == "o" else Urn)(ace).draw()
    else:
        (shafts.sword if suit == "e" else shafts.trunk)(ace)
