"""What training either network has in common: the schedule, averaged weights, checkpoints that it goes on from."""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn


@dataclass
class Run:
    """One training run of a network over a known number of steps."""

    network: nn.Module
    steps: int
    rate: float
    decay: float = 0.02
    device: torch.device = field(default_factory=lambda: torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    step: int = 0

    def __post_init__(self) -> None:
        self.network.to(self.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(self.network).eval()
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=self.rate, weight_decay=self.decay)

    def learn(self, loss: Tensor) -> None:
        """One step down the loss."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * self._schedule()
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        self._average()

    def autocast(self) -> torch.autocast:
        """Half precision for the forward pass, where the processor has it."""
        return torch.autocast(self.device.type, torch.bfloat16)

    def save(self, path: Path) -> None:
        """Write a checkpoint; a reader never sees half of one."""
        state: dict[str, Any] = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        torch.save(state, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint, if there is one."""
        if path.exists():
            state = torch.load(path, map_location=self.device, weights_only=True)
            self.network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.step = state["step"]

    def _schedule(self) -> float:
        warm = min(1.0, (self.step + 1) / 200)
        return warm * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, self.step / self.steps))))

    @torch.no_grad()
    def _average(self) -> None:
        keep = min(0.999, self.step / (self.step + 20))
        for mean, now in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
            if mean.dtype.is_floating_point:
                mean.lerp_(now, 1 - keep)
            else:
                mean.copy_(now)
