"""The canvas on which a batch of cards is composed, where on it the own card lies, and the dice thrown for it."""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor

WIDE, LONG = 122, 192
"""Pixels of the card."""

LEFT, TOP = 26, 26
"""Where the card's corner lies on the canvas: hardly a cut-out reaches beyond it, and no blur around it."""

ROWS, COLUMNS = LONG + 2 * TOP, WIDE + 2 * LEFT


@cache
def pixels(device: torch.device) -> tuple[Tensor, Tensor]:
    """Where each pixel lies from the card's corner: across (1, columns), along (rows, 1), in pixels."""
    across = torch.arange(COLUMNS, device=device, dtype=torch.float32)[None] + 0.5 - LEFT
    along = torch.arange(ROWS, device=device, dtype=torch.float32)[:, None] + 0.5 - TOP
    return across, along


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

    def some(self, share: float) -> Tensor:
        """True for that share of the samples."""
        return torch.rand(self.count, 1, 1, 1, device=self.device) < share

    def sign(self) -> Tensor:
        """1 or -1."""
        return torch.where(self.some(0.5), 1.0, -1.0)

    def turn(self) -> Tensor:
        """Any direction, radians."""
        return self.flat(-torch.pi, torch.pi)
