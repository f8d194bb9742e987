"""How long what was counted takes on a Raspberry Pi: two bounds from published rates, and what lies between them.

The sooner bound lets the core do all that its maker says: every cycle full, the multiplications of the networks at
their peak, memory fetched meanwhile. The later one lets the multiplications go at the share of their peak that a
published network reaches on that board, everything else at one instruction a cycle or less, and memory after that. The
estimate is their geometric mean; the factor of doubt is how many times longer, or shorter, it may be.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tests.hardware.arm.cores import Core
from tests.hardware.arm.counting import Counts


@dataclass(frozen=True, slots=True)
class Rates:
    """What a core does in a cycle, at most and at least; gigabytes a second between one core and memory.

    `width`: instructions begun; `multiplies`: of them vector multiplications of 128 bits; `accesses`: loads and stores.
    `share`: of the peak of `multiplies` that a network reaches; `others`: instructions of all other kinds a cycle.
    """

    width: float
    multiplies: float
    accesses: float
    share: float
    others: float
    memory: float


RATES = {
    # Arm Cortex-A76 Software Optimization Guide (PJDOC-466751330-7215): four instructions decoded a cycle, FMLA and
    # SDOT two a cycle, two accesses. Share: YOLOX-Tiny (3.2 GMAC) 9.4 and YOLOX-S (13.4 GMAC) 2.5 times a second with
    # onnxruntime in 32 bits on a Raspberry Pi 5's four cores (visionanalysis.org, "ncnn FP32 vs ONNX FP32 on RPi 5"):
    # 30 to 34 of 76.8 GMAC/s. Memory: half of what LPDDR4X-4267 with 32 lines may give (17 GB/s).
    "cortex-a76": Rates(4, 2, 2, 0.4, 1.0, 8.5),
    # Arm Cortex-A72 Software Optimization Guide (UAN 0016A): three decoded, one FMLA of 128 bits, one load and one
    # store. Share: mobilenet (0.57 GMAC) in 124 ms, squeezenet (0.39) in 74 ms on one core of a Raspberry Pi 4 with
    # ncnn (its benchmark/README.md): 4.6 to 5.3 of 7.2 GMAC/s; onnxruntime takes up to twice as long, as on the
    # Raspberry Pi 5. Memory: STREAM on a Raspberry Pi 4, 5.5 GB/s (sci-pi.org.uk).
    "cortex-a72": Rates(3, 1, 2, 0.35, 0.8, 5.5),
    # Two instructions a cycle in their order, one FMLA of 128 bits, one access (Arm Cortex-A53 MPCore Technical
    # Reference Manual, DDI 0500). Share: mobilenet in 394 ms, squeezenet in 241 ms on one core of a Raspberry Pi
    # Zero 2 W with ncnn: 1.4 to 1.6 of 4 GMAC/s; again onnxruntime up to twice as long. Memory: half of LPDDR2-900's
    # 3.6 GB/s.
    "cortex-a53": Rates(2, 1, 1, 0.2, 0.5, 1.8),
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """Seconds."""

    sooner: float
    later: float

    @property
    def likely(self) -> float:
        """The geometric mean of both bounds."""
        return math.sqrt(self.sooner * self.later)

    @property
    def doubt(self) -> float:
        """How many times as long, or as short, it may take."""
        return math.sqrt(self.later / self.sooner)

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(self.sooner + other.sooner, self.later + other.later)


def estimate(counts: Counts, core: Core, rates: Rates) -> Estimate:
    """How long so much takes on one core."""
    cycle = 1e-9 / core.gigahertz
    accesses = counts.vector_memory + counts.scalar_memory
    begun = counts.instructions / rates.width
    busiest = max(begun, counts.multiplies / rates.multiplies, accesses / rates.accesses)
    memory = (counts.from_memory + counts.to_memory) / (rates.memory * 1e9)
    multiplied = counts.multiplies / (rates.multiplies * rates.share)
    others = (counts.instructions - counts.multiplies) / rates.others
    return Estimate(max(busiest * cycle, memory), (multiplied + others) * cycle + memory)
