"""The kernel runs programs of 64-bit Arm by qemu, for as long as this lasts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.hardware.chroot import FailedError

QEMU = "qemu-aarch64-static"
_REGISTRY = Path("/proc/sys/fs/binfmt_misc")
_NAME = "hamarreko-aarch64"
_HEAD = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xb7\0"
_MASK = b"\xff\xff\xff\xff\xff\xff\xff\0\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"


def entry(interpreter: str) -> str:
    """The kernel's line for programs of 64-bit Arm: their first bytes, those of them that count, who runs them.

    F has qemu opened now, so that it is found from within another system's folder too.
    """
    head, mask = ("".join(f"\\x{byte:02x}" for byte in part) for part in (_HEAD, _MASK))
    return f":{_NAME}:M::{head}:{mask}:{interpreter}:F"


@contextmanager
def emulated(registry: Path = _REGISTRY) -> Iterator[None]:
    """Arm's programs run here. Where the kernel knows how already, that stays as it is. FailedError where it cannot."""
    qemu = shutil.which(QEMU)
    if qemu is None:
        raise FailedError(f"{QEMU} is missing: apt-get install qemu-user-static")
    if not (registry / "register").exists():
        subprocess.run(("mount", "-t", "binfmt_misc", "binfmt_misc", str(registry)), check=False, capture_output=True)
    if not (registry / "register").exists():
        raise FailedError(f"the kernel cannot run programs of other machines: {registry} cannot be mounted")
    if any("aarch64" in path.name for path in registry.iterdir()):
        yield
        return
    (registry / "register").write_text(entry(qemu))
    try:
        yield
    finally:
        with suppress(FileNotFoundError):  # another program may have made the kernel forget it
            (registry / _NAME).write_text("-1")
