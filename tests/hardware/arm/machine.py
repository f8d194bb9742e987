"""A whole 64-bit Arm machine in qemu, with Debian's kernel, that calls itself a Raspberry Pi 4.

Its disk is the fresh system's folder, read only; a first program in memory loads the kernel's modules and enters it.
The device tree is qemu's own with what the drivers ask for: the model, the revision, an I2C bus 1, no other pins.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.hardware.chroot import FailedError

MODEL = "Raspberry Pi 4 Model B Rev 1.4 (qemu)"
REVISION = 0xC03114
"""Raspberry Pi's own number of that board."""

PATIENCE = 1500
"""Seconds that the machine may run."""

_MEMORY = "1024"
_DIRECTORY, _PROGRAM, _FILE = 0o040755, 0o100755, 0o100644
_INIT = """#!/bin/busybox sh
box=/bin/busybox
$box mkdir -p /proc /sys /dev /root
$box mount -t devtmpfs dev /dev
# each needs others of them: after some passes all are in
for pass in 1 2 3 4 5; do for module in /modules/*.ko; do $box insmod $module 2>/dev/null; done; done
$box mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144 root /root || $box poweroff -f
$box insmod /late/i2c-stub.ko chip_addr=0x3c
$box mount -t devtmpfs dev /root/dev
$box mount -t proc proc /root/proc
$box mount -t sysfs sys /root/sys
$box mount -t configfs config /root/sys/kernel/config
$box mount -t tracefs tracing /root/sys/kernel/tracing
$box mount -t tmpfs tmp /root/tmp
$box chroot /root /bin/sh -c 'cd /tmp && %s'
$box poweroff -f
"""


def archive(files: Mapping[str, tuple[int, bytes]]) -> bytes:
    """Files, by name with mode and content, as the archive that a kernel unpacks at its start ("newc")."""
    parts = []
    for number, (name, (mode, content)) in enumerate([*files.items(), ("TRAILER!!!", (0, b""))], 1):
        fields = (number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name) + 1, 0)
        head = b"070701" + b"".join(b"%08x" % field for field in fields) + name.encode() + b"\0"
        parts += [_padded(head), _padded(content)]
    return b"".join(parts)


def _padded(part: bytes) -> bytes:
    return part + b"\0" * (-len(part) % 4)


def first_program(busybox: bytes, modules: Mapping[str, bytes], command: str) -> bytes:
    """The archive with what starts, loads the `modules`, and runs a shell's `command` in the fresh system."""
    late = {name for name in modules if name == "i2c-stub.ko"}
    places = {("late" if name in late else "modules") + f"/{name}": modules[name] for name in sorted(modules)}
    folders = dict.fromkeys(("bin", "modules", "late"), (_DIRECTORY, b""))
    programs = {"bin/busybox": (_PROGRAM, busybox), "init": (_PROGRAM, (_INIT % command).encode())}
    return archive({**folders, **programs, **{name: (_FILE, content) for name, content in places.items()}})


def _board(machine: str = "virt") -> list[str]:
    return ["qemu-system-aarch64", "-M", machine, "-cpu", "cortex-a72", "-m", _MEMORY, "-nographic", "-nic", "none"]


def device_tree(into: Path) -> Path:
    """The machine's description, changed."""
    tree = into / "machine.dtb"
    _run(_board(f"virt,dumpdtb={tree}"))
    for removed in ("/gpio-keys", "/gpio-poweroff", "/pl061@9030000"):  # the box's chip of pins has to be number 0
        subprocess.run(("fdtput", "-r", str(tree), removed), check=False, capture_output=True)
    _run(["fdtput", "-t", "s", str(tree), "/", "model", MODEL])
    _run(["fdtput", "-p", "-t", "x", str(tree), "/system", "linux,revision", f"{REVISION:x}"])
    # a bus that has no number of its own gets the first above those that are spoken for
    _run(["fdtput", "-p", "-t", "s", str(tree), "/aliases", "i2c0", "/psci"])
    return tree


def _run(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise FailedError(f"{' '.join(words)}: {done.stderr.strip() or done.stdout.strip()}")


def run(work: Path, kernel: Path, first: bytes, root: Path) -> list[dict[str, Any]]:
    """Start the machine with the folder `root` as its disk, wait until it switches itself off; what it said."""
    (work / "first.cpio").write_bytes(first)
    words = _board()
    words += ["-kernel", str(kernel), "-initrd", str(work / "first.cpio"), "-dtb", str(device_tree(work))]
    words += ["-append", "console=ttyAMA0 loglevel=4 panic=-1 rdinit=/init", "-no-reboot"]
    words += ["-fsdev", f"local,id=root,path={root},security_model=none,readonly=on"]
    words += ["-device", "virtio-9p-pci,fsdev=root,mount_tag=root"]
    console = work / "console.log"
    with console.open("wb") as log:
        try:
            subprocess.run(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, timeout=PATIENCE)
        except subprocess.TimeoutExpired as late:
            raise FailedError(f"the machine was still at work after {PATIENCE} s: {console}") from late
    return list(said(console.read_text("utf-8", "replace").splitlines()))


def said(console: Iterable[str]) -> Iterator[dict[str, Any]]:
    """What guest.py said, among what else came over the console."""
    for line in console:
        start = line.find('{"drivers": ')
        if start >= 0:
            try:
                yield json.loads(line[start:])["drivers"]
            except ValueError as error:
                raise FailedError(f"a line of the machine is damaged: {line[start:][:200]}") from error
