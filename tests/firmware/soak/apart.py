"""A network with nobody else on it and a small disk, which Linux lets everybody make with `unshare`."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.firmware.running import ROOT

HOST: Final = "10.9.8.1"
"""The box on that network."""
_APART: Final = "HAMARREKO_SOAK_APART"
_UNSHARE: Final = ("unshare", "--user", "--map-root-user", "--mount", "--net")


def can_be_apart() -> bool:
    """Whether this system lets us have them."""
    return bool(shutil.which("unshare") and shutil.which("ip")) and not subprocess.run((*_UNSHARE, "true")).returncode


def is_apart() -> bool:
    """Whether this process has them."""
    return _APART in os.environ


def apart(module: str, *arguments: str) -> int:
    """Run a module as a program that has them; its exit status."""
    network = f'ip link set lo up && ip address add {HOST}/24 dev lo && exec "$@"'
    command = (*_UNSHARE, "sh", "-c", network, "sh", sys.executable, "-m", module, *arguments)
    return subprocess.run(command, cwd=ROOT, env={**os.environ, _APART: "1"}).returncode


@contextlib.contextmanager
def small_disk(folder: Path, size: str = "320m") -> Iterator[Path]:
    """A disk of that size in that folder, in memory."""
    folder.mkdir()
    subprocess.run(("mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)), check=True)
    try:
        yield folder
    finally:
        subprocess.run(("umount", "--lazy", str(folder)), check=True)
