"""Builds the Debian package with dpkg-deb, and the folder that is copied onto a memory card beside it."""

from __future__ import annotations

import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from hardware.install.machine import Machine, ask, run
from hardware.install.plan import PACKAGES
from hardware.install.release import LOCK, Source

ROOT = Path(__file__).resolve().parents[2]
_OWN = Path(__file__).parent
_HERE = Machine(Path("/"), run, ask)
ARCHITECTURES = {"arm64": "aarch64", "amd64": "x86_64"}
"""Debian's names of them, and those that wheels have."""

PYTHONS = ("3.11", "3.13")
"""bookworm's and trixie's: one package serves both."""

GLIBC = 36
"""The older one's C library is 2.36."""

_OLDEST = 17
_EXECUTABLE, _READ = 0o755, 0o644


def wheels_of(lock: Path, into: Path, architecture: str) -> None:
    """Load the wheels that a lock names, for both systems.

    CommandError where one cannot be had or has another sum."""
    machine = ARCHITECTURES[architecture]
    platforms = [f"--platform=manylinux_2_{minor}_{machine}" for minor in range(GLIBC, _OLDEST - 1, -1)]
    for python in PYTHONS:
        _HERE.do(
            *_pip("download"), "--no-deps", "--only-binary=:all:", "--require-hashes", f"--requirement={lock}",
            f"--dest={into}", "--implementation=cp", f"--python-version={python}", *platforms,
        )  # fmt: skip


def package(folder: Path, architecture: str = "arm64", load: Callable[[Path, Path, str], None] = wheels_of) -> Path:
    """Build the package of this checkout into a folder; where it is. `load` gets the wheels that it needs.

    CommandError where a program fails, OSError where something cannot be written.
    """
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    made = folder / f"hamarreko_{architecture}.deb"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="hamarreko-") as temporary:
        tree = Path(temporary)
        wheels = tree / "usr/lib/hamarreko"
        _put(wheels / LOCK, (ROOT / LOCK).read_bytes())
        with Source(ROOT).copied() as copy:
            _HERE.do(*_pip("wheel"), "--no-deps", "--no-build-isolation", f"--wheel-dir={wheels}", str(copy))
        load(ROOT / LOCK, wheels, architecture)
        _put(tree / "usr/sbin/hamarreko-install", _file("debian/hamarreko-install"), _EXECUTABLE)
        _put(tree / "usr/share/doc/hamarreko/copyright", _file("debian/copyright"))
        for script in ("postinst", "prerm"):
            _put(tree / "DEBIAN" / script, _file(f"debian/{script}"), _EXECUTABLE)
        control = (
            _file("debian/control")
            .decode()
            .format(
                version=f"{version}+{datetime.now(UTC):%Y%m%d.%H%M%S}",  # apt takes what is newer
                architecture=architecture,
                size=sum(file.stat().st_size for file in tree.rglob("*")) // 1024,
                depends=", ".join((f"python3 (>= {PYTHONS[0]})", *PACKAGES.names)),
            )
        )
        _put(tree / "DEBIAN/control", control.encode())
        for path in (tree, *tree.rglob("*")):
            path.chmod(_EXECUTABLE if path.is_dir() or path.stat().st_mode & 0o100 else _READ)
        # wheels are pressed already
        _HERE.do("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", str(tree), str(made))
    return made


def card(deb: Path) -> Path:
    """Put the package and what has it installed at the first start into an archive beside it; where it is."""
    made = deb.with_name("hamarreko-card.zip")
    with zipfile.ZipFile(made, "w") as archive:
        for file in sorted(path for path in (_OWN / "card").rglob("*") if path.is_file()):
            archive.write(file, file.relative_to(_OWN / "card"))
        archive.write(deb, f"hamarreko/{deb.name}")
    return made


def _pip(what: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", what)


def _file(name: str) -> bytes:
    return (_OWN / name).read_bytes()


def _put(path: Path, content: bytes, mode: int = _READ) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)
