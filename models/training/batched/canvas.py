"""The canvas on which a batch of card ends is composed: where on it the card lies, in pixels and in millimetres."""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor

from models.deck.size import HEIGHT as CARD_HEIGHT
from models.deck.size import WIDTH as CARD_WIDTH

WIDE, LONG = 260, 408
"""Pixels of the whole card, of which the canvas shows one end."""

LEFT, TOP = 50, 42
"""Where the card's corner lies on the canvas: no cut-out reaches beyond it, and no blur around it."""

DEEP = 108
"""Rows of the card that it shows."""

ROWS, COLUMNS = TOP + DEEP, WIDE + 2 * LEFT

MM = LONG / CARD_HEIGHT
"""Pixels a millimetre."""


@cache
def pixels(device: torch.device) -> tuple[Tensor, Tensor]:
    """Where each pixel lies from the card's corner: across (1, columns), along (rows, 1), in pixels."""
    across = torch.arange(COLUMNS, device=device, dtype=torch.float32)[None] + 0.5 - LEFT
    along = torch.arange(ROWS, device=device, dtype=torch.float32)[:, None] + 0.5 - TOP
    return across, along


@cache
def millimetres(device: torch.device) -> tuple[Tensor, Tensor]:
    """The same in millimetres."""
    across, along = pixels(device)
    return across * (CARD_WIDTH / WIDE), along * (CARD_HEIGHT / LONG)


class Dice:
    """Random numbers for a batch, one a sample, shaped to be held against its pictures (n, 1, 1, 1)."""

    def __init__(self, count: int, device: torch.device) -> None:
        self.count, self.device = count, device

    def flat(self, low: Tensor | float = 0.0, high: Tensor | float = 1.0, channels: int = 1) -> Tensor:
        """Any between the two."""
        return low + (high - low) * torch.rand(self.count, channels, 1, 1, device=self.device)

    def normal(self, spread: Tensor | float, channels: int = 1) -> Tensor:
        """Around 0."""
        return torch.randn(self.count, channels, 1, 1, device=self.device) * spread

    def some(self, share: Tensor | float) -> Tensor:
        """True for that share of the samples."""
        return torch.rand(self.count, 1, 1, 1, device=self.device) < share

    def one_of(self, count: int) -> Tensor:
        """A number below `count` (n,)."""
        return torch.randint(count, (self.count,), device=self.device)
