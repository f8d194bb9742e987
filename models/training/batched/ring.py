"""The latest pictures with their labels, on the device that trains."""

from __future__ import annotations

import math

import torch
from torch import Tensor

PROCESSOR_MEMORY = 2_000_000_000
"""Bytes that are taken where no GPU is, as if that much were free."""


def free_memory(device: torch.device) -> int:
    """Bytes."""
    return int(torch.cuda.mem_get_info(device)[0]) if device.type == "cuda" else PROCESSOR_MEMORY


class Ring:
    """As many pictures as so many bytes hold; when it is full the oldest make room, but for those that are kept."""

    def __init__(self, size: int, picture: tuple[int, ...], label: tuple[int, ...], device: torch.device) -> None:
        self._rows = size // math.prod(picture)
        self.pictures = torch.empty((self._rows, *picture), dtype=torch.uint8, device=device)
        self.labels = torch.empty((self._rows, *label), dtype=torch.long, device=device)
        self.kept = self.filled = self._at = 0

    def keep(self) -> None:
        """Let all that there are stay."""
        self.kept = self.filled

    def add(self, pictures: Tensor, labels: Tensor) -> None:
        """Take some; MemoryError where there is no room for so many beside those that are kept."""
        if len(pictures) > self._rows - self.kept:
            raise MemoryError(f"room for {self._rows}, no {len(pictures)} more beside {self.kept} that are kept")
        if self._at + len(pictures) > self._rows:
            self._at = self.kept
        here = slice(self._at, self._at + len(pictures))
        self.pictures[here], self.labels[here] = pictures.to(self.pictures.device), labels.to(self.labels.device)
        self._at = here.stop
        self.filled = max(self.filled, self._at)

    def any_rows(self, count: int, share_kept: float = 0.0) -> Tensor:
        """Numbers (count,) of such that are not kept, and of kept ones to that share."""
        device = self.pictures.device
        rows = torch.randint(self.kept, self.filled, (count,), device=device)
        if not share_kept:
            return rows
        return torch.where(
            torch.rand(count, device=device) < share_kept, torch.randint(self.kept, (count,), device=device), rows
        )

    def some(self, count: int) -> tuple[Tensor, Tensor]:
        """So many pictures and their labels."""
        rows = self.any_rows(count)
        return self.pictures[rows], self.labels[rows]
