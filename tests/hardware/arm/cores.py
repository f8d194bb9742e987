"""The cores of the Raspberry Pis that the box is built with, as the emulator and an estimate want them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cache:
    """One level of a core's data caches; its lines have 64 bytes."""

    kilobytes: int
    ways: int


@dataclass(frozen=True, slots=True)
class Core:
    """A core. `name` is qemu's; `part` the number that the kernel shows; `features` those that it shows in cpuinfo.

    `caches`: for data, from the nearest. Arm's technical reference manuals and the makers' data sheets have them:
    BCM2710A1 (512 KB), BCM2711 (1 MB), BCM2712 (512 KB a core, 2 MB for all).
    """

    name: str
    board: str
    gigahertz: float
    part: str
    features: str
    caches: tuple[Cache, ...]

    def cpuinfo(self) -> str:
        """What /proc/cpuinfo shows of it: onnxruntime chooses by it which of its loops it runs."""
        return (
            f"processor\t: 0\nBogoMIPS\t: 108.00\nFeatures\t: {self.features}\nCPU implementer\t: 0x41\n"
            f"CPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: {self.part}\nCPU revision\t: 4\n\n"
        )


_SIMPLE = "fp asimd evtstrm crc32 cpuid"
CORES = (
    Core(
        "cortex-a76", "Raspberry Pi 5", 2.4, "0xd0b",
        "fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp",
        (Cache(64, 4), Cache(512, 8), Cache(2048, 16)),
    ),
    Core("cortex-a72", "Raspberry Pi 4", 1.8, "0xd08", _SIMPLE, (Cache(32, 2), Cache(1024, 16))),
    Core("cortex-a53", "Raspberry Pi Zero 2 W", 1.0, "0xd03", _SIMPLE, (Cache(32, 4), Cache(512, 16))),
)  # fmt: skip
