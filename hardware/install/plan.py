"""What belongs onto a Raspberry Pi so that it is a mus table from power-on: the one list of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from firmware.devices.pins import shipped as shipped_pins
from hardware.install import boot
from hardware.install.machine import InstallError, Machine
from hardware.install.partition import DataPartition
from hardware.install.steps import (
    Edited,
    Enabled,
    File,
    Folder,
    Packages,
    Step,
    User,
    shipped,
)

USER = "hamarreko"
DATA = "/var/lib/hamarreko"
PROGRAM = "/opt/hamarreko"
CURRENT = f"{PROGRAM}/current"
DEFAULTS = "/etc/default/hamarreko"
UNIT = "hamarreko.service"
CLOCK_UNIT = "hamarreko-clock.service"
UNIT_FILE = f"/etc/systemd/system/{UNIT}"
CLOCK_SCRIPT = f"{PROGRAM}/clock.sh"
CONFIG, CMDLINE = "/boot/firmware/config.txt", "/boot/firmware/cmdline.txt"

PACKAGES = Packages(
    (
        *("python3-venv", "python3-picamera2", "python3-opencv", "python3-numpy", "python3-lgpio", "fake-hwclock"),
        *("espeak-ng", "alsa-utils"),
    )
)
"""The camera's packages are built against the system's numpy and come with the system's Python; so does lgpio, of which
PyPI has no build for trixie's."""

OVERLAY_PACKAGES = Packages(("overlayroot",))

GROUPS = ("gpio", "i2c", "video", "render", "audio")
"""Who may use the pins, the display's bus, the camera, what turns its pictures the right way, and the speaker."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person may choose. None leaves it as it is."""

    overlay: bool | None = None
    data_device: str | None = None
    rtc: str | None = None


def unit() -> File:
    """The table's service. It comes and goes with the release that it starts."""
    text = shipped("hamarreko.service", data=DATA, defaults=DEFAULTS, program=CURRENT, user=USER)
    return File(UNIT_FILE, text)


def files() -> tuple[File, ...]:
    """The files that tell the system about the table, the service aside."""
    return (
        File("/etc/modules-load.d/hamarreko.conf", shipped("modules.conf")),
        File("/etc/systemd/journald.conf.d/60-hamarreko.conf", shipped("journald.conf")),
        File("/etc/systemd/system.conf.d/60-hamarreko.conf", shipped("watchdog.conf")),
        File("/etc/udev/rules.d/70-hamarreko-sticks.rules", shipped("sticks.rules")),
        File(CLOCK_SCRIPT, shipped("clock.sh")),
        File(f"/etc/systemd/system/{CLOCK_UNIT}", shipped("hamarreko-clock.service", data=DATA, clock=CLOCK_SCRIPT)),
        File(DEFAULTS, shipped("defaults"), keep=True),
    )


def config(rtc: str | None) -> Edited:
    """The camera and the display's bus in the boot configuration."""
    return Edited(
        CONFIG,
        f"{CONFIG}: I2C and camera",
        partial(boot.config_txt, hertz=shipped_pins().display.hertz, rtc=rtc),
        partial(boot.with_block, lines=()),
    )


def memory() -> Edited:
    """The kernel counts the memory of services: the table's has a limit."""
    return Edited(
        CMDLINE,
        f"{CMDLINE}: the memory of services is counted",
        partial(boot.counting_memory, wanted=True),
        partial(boot.counting_memory, wanted=False),
    )


def overlay(wanted: bool) -> Edited:
    """The root under an overlay, or not."""
    return Edited(
        CMDLINE,
        f"{CMDLINE}: the root {'is only read, changes stay in memory' if wanted else 'is written to'}",
        partial(boot.cmdline_txt, overlay=wanted),
        partial(boot.cmdline_txt, overlay=False),
    )


def steps(machine: Machine, choices: Choices) -> tuple[Step, ...]:
    """Everything but the program itself, in order. InstallError where the choices do not fit together."""
    partition = choices.data_device or boot.has_partition(machine.text("/etc/fstab"), DATA)
    if choices.overlay and not partition:
        raise InstallError(
            "with the root under an overlay every match would be gone when the power is: "
            "name a partition for the data as well, DATA_DEVICE=/dev/…"
        )
    return (
        PACKAGES,
        *((OVERLAY_PACKAGES,) if choices.overlay else ()),
        User(USER, DATA, GROUPS),
        *((DataPartition(choices.data_device, DATA),) if choices.data_device else ()),
        Folder(DATA, USER),
        config(choices.rtc),
        memory(),
        *files(),
        Enabled(CLOCK_UNIT),
        *((overlay(choices.overlay),) if choices.overlay is not None else ()),
    )


def to_undo() -> tuple[File | Edited | Enabled, ...]:
    """What is taken back, in order. Data, user, the partition's line and the system's packages stay."""
    return (Enabled(UNIT), Enabled(CLOCK_UNIT), unit(), *files(), config(None), overlay(False), memory())
