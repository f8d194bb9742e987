"""What the training of all networks has in common: the schedule, averaged weights, checkpoints that it goes on from."""

from __future__ import annotations

import copy
import functools
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor, nn

from models.scenes.cards.decks import Deck
from models.training.restore import restored
from models.training.samples.feed import Arrays, chunks


@dataclass(frozen=True)
class Course:
    """How long a network is trained, and from where on."""

    chunks: int
    """How many chunks of samples are drawn."""
    passes: int
    """How often each sample is seen."""
    seed: int
    workers: int = 1
    """Processes that draw."""
    rate: float | None = None
    """The learning rate at its highest; the lesson's own where it is left out."""
    begin: Path | None = None
    """The checkpoint of another run, or a shipped file, whose weights this one begins with."""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """All that the training of one network does not share with the others'.

    The processor draws samples, a chunk of them while the network trains on those before.
    """

    network: Callable[[], nn.Module]
    make: Callable[[list[Deck], NDArray[np.float64], int], Arrays]
    """Draws a part of its samples, pictures and what is wanted of them, of decks with these shares, by a seed."""
    vary: Callable[[Generator, Arrays], Arrays]
    losses: Callable[[Tensor, Tensor], tuple[Tensor, ...]]
    weights: tuple[float, ...]
    report: Callable[[Tensor, Tensor], str]
    rate: float
    batch: int
    part: int
    parts: int
    styles: int
    """How many decks of random styles are drawn."""
    chunks: int
    passes: int
    """How many chunks of samples are drawn, and how often each sample is used."""
    kept: int = 3
    """Chunks that are trained on together: the new one and the ones before it."""
    begins: str | None = None
    """The network out of whose weights it grows."""

    def train(self, decks: list[Deck], shares: NDArray[np.float64], checkpoint: Path, course: Course) -> None:
        """Train on decks, each drawn as often as its share says; goes on from the checkpoint, if there is one."""
        torch.manual_seed(course.seed)
        per_chunk = self.part * self.parts * course.passes // self.batch
        run = Run(self.network(), course.chunks * per_chunk, course.rate or self.rate)
        if course.begin and not checkpoint.exists():
            run.begin_with(self._weights(course.begin, decks, shares, course.seed))
        run.resume(checkpoint)
        rng = default_rng(course.seed + run.step)
        kept: list[Arrays] = []
        first = run.step // per_chunk
        make = functools.partial(self.make, decks, shares)
        drawn = chunks(make, course.seed, course.chunks, self.parts, course.workers, first)
        for number, chunk in enumerate(drawn, first + 1):
            fresh = self._fresh(run, chunk)
            kept = [*kept[-self.kept + 1 :], chunk]
            total = torch.zeros(len(self.weights))
            for _ in range(per_chunk):
                pictures, wanted = (torch.from_numpy(part) for part in self.vary(rng, _batch(rng, self.batch, kept)))
                with run.autocast():
                    output = run.network(pictures.to(run.device))
                losses = torch.stack(self.losses(output.float(), wanted.to(run.device)))
                run.learn((losses * torch.tensor(self.weights, device=run.device)).sum())
                total += losses.detach().cpu()
            run.save(checkpoint)
            run.tell(f"{number}/{course.chunks}", total / per_chunk, fresh)

    def _weights(self, file: Path, decks: list[Deck], shares: NDArray[np.float64], seed: int) -> dict[str, Tensor]:
        """Those of a shipped file, restored on samples of these decks, or of a checkpoint."""
        if file.suffix == ".onnx":
            samples = self.make(decks, shares, seed)[0]
            return restored(self.network(), file, np.asarray(samples, np.uint8))
        weights: dict[str, Tensor] = torch.load(file, map_location="cpu", weights_only=True)["average"]
        return weights

    @torch.no_grad()
    def _fresh(self, run: Run, chunk: Arrays) -> str:
        """How the averaged network does on samples it has not seen yet."""
        some = tuple(part[: self.batch * 8] for part in chunk)
        pictures, wanted = (torch.from_numpy(part) for part in self.vary(default_rng(0), some))
        with run.autocast():
            output = torch.cat([run.average(part.to(run.device)) for part in torch.split(pictures, self.batch)])
        return self.report(output.float().cpu(), wanted)


def _batch(rng: Generator, size: int, kept: list[Arrays]) -> Arrays:
    which = rng.integers(0, len(kept), size)
    rows = rng.integers(0, len(kept[0][0]), size)
    return tuple(np.stack([kept[c][k][r] for c, r in zip(which, rows, strict=True)]) for k in range(len(kept[0])))


@dataclass
class Run:
    """One training run of a network over a known number of steps."""

    network: nn.Module
    steps: int
    rate: float
    device: torch.device = field(default_factory=lambda: torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    step: int = 0
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.network.to(self.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(self.network).eval()
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=self.rate, weight_decay=0.02)

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
        """Half precision for the forward pass, where the processor has it: without, it takes many times as long."""
        on_cpu = self.device.type == "cpu"
        has_it = not on_cpu or (torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported())
        return torch.autocast(self.device.type, torch.bfloat16, enabled=has_it)

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

    def tell(self, chunk: str, losses: Tensor, fresh: str) -> None:
        """Print what came of a chunk: the means of its losses, and how the averaged network does on fresh samples."""
        means = " ".join(f"{value:.4f}" for value in losses.tolist())
        print(f"chunk {chunk}  loss {means}  fresh: {fresh}  {time.monotonic() - self.began:.0f} s", flush=True)

    def begin_with(self, weights: dict[str, Tensor]) -> None:
        """Take these weights and nothing else; the parter grows out of a smaller network's.

        RuntimeError says which do not fit.
        """
        own = self.network.state_dict()
        same = all(name in own and own[name].shape == weight.shape for name, weight in weights.items())
        grow = None if same else getattr(self.network, "grow", None)
        (grow or self.network.load_state_dict)(weights)
        self.average.load_state_dict(self.network.state_dict())

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
