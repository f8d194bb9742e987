"""The pinned packages of a lock file, as wheels for a 64-bit Arm Debian, checked by their hashes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from packaging.markers import Marker

from tests.hardware.chroot import FailedError

_OLDEST, _MANYLINUX2014 = 17, "manylinux2014_aarch64"
_PIN = re.compile(r"(?P<pin>[A-Za-z0-9._-]+==[^ ;]+)(?: ; (?P<marker>.+?))?$")


def pinned(lock: str, python: str) -> Iterator[str]:
    """The entries of a lock file that a Debian with this Python (`3.13`) needs, each with its hashes and on one line.

    pip itself asks every marker of the Python and the machine that it runs on, and not of those that it loads for.
    ValueError where a line of the file is none that uv writes.
    """
    environment = {
        "python_version": python, "python_full_version": f"{python}.0", "sys_platform": "linux", "os_name": "posix",
        "platform_system": "Linux", "platform_machine": "aarch64", "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }  # fmt: skip
    for entry in re.sub(r"\\\n", " ", lock).splitlines():
        if not entry.strip():
            continue
        head, *hashes = re.split(r"\s+(?=--hash=)", entry.strip())
        found = _PIN.match(head.strip())
        if not found or not hashes:
            raise ValueError(f"no pinned package with hashes: {entry[:80]!r}")
        if found["marker"] is None or Marker(found["marker"]).evaluate(environment):
            yield " ".join((found["pin"], *hashes))


def platforms(glibc: str) -> list[str]:
    """The names of wheels that a system with this glibc (`2.36`) takes."""
    major, minor = (int(part) for part in glibc.split("."))
    if major != 2 or minor < _OLDEST:
        raise ValueError(f"glibc is {glibc}: 2.{_OLDEST} or newer is needed")
    return [*(f"manylinux_2_{each}_aarch64" for each in range(minor, _OLDEST - 1, -1)), _MANYLINUX2014]


def install(requirements: Path, into: Path, python: str, glibc: str) -> None:
    """Install the wheels of a file of `pinned` entries into a folder. FailedError where one cannot be had.

    It is this machine's pip that does it, and nothing of what it installs is run: emulated, pip takes half an hour.
    """
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    words += ["--require-hashes", "--only-binary=:all:", "--implementation=cp", f"--python-version={python}"]
    words += ["--ignore-requires-python"]  # that is asked of the Python that runs pip
    words += [f"--platform={name}" for name in platforms(glibc)]
    words += ["--no-compile", f"--target={into}", "-r", str(requirements)]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise FailedError(f"the wheels cannot be had: {done.stderr.strip()[-2000:]}")
