"""Releases of the program, side by side: each has a virtual environment of its own, and one of them is current."""

from __future__ import annotations

import csv
import hashlib
import os
import shutil
import tempfile
import tomllib
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from firmware.keeping.folders import sync
from hardware.install.machine import InstallError, Machine
from hardware.install.plan import CURRENT, PROGRAM, UNIT, unit

PYTHON = "/usr/bin/python3"
"""The system's own: the camera's packages are made for it."""

LOCK = "requirements-pi.lock"
_RELEASES = f"{PROGRAM}/releases"
_WHOLE = "whole"
"""The file in a release that says that it was put up to its end."""


@dataclass(frozen=True, slots=True)
class Source:
    """The checkout that is installed from."""

    folder: Path

    def files(self) -> tuple[str, ...]:
        """What of it is installed: the packages with their data, and what builds them; in the order of their names."""
        settings = tomllib.loads((self.folder / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
        found = {"pyproject.toml", "setup.py", "README.md", "LICENSE", LOCK}
        for package in self._packages(settings["packages"]["find"]["include"]):
            modules = "__init__.py" if package == "hardware" else "*.py"  # as setup.py has it
            patterns = (modules, *settings["package-data"].get(package, ()))
            place = self.folder / package.replace(".", "/")
            found |= {str(f.relative_to(self.folder)) for p in patterns for f in place.glob(p) if f.is_file()}
        return tuple(sorted(found))

    def _packages(self, patterns: list[str]) -> Iterator[str]:
        """The names of the packages that the patterns take in, as setuptools finds them."""
        for room in dict.fromkeys(pattern.split(".")[0] for pattern in patterns):
            for file in sorted((self.folder / room).rglob("__init__.py")):
                package = ".".join(file.parent.relative_to(self.folder).parts)
                if any(fnmatchcase(package, pattern) for pattern in patterns):
                    yield package

    def number(self, python: str) -> str:
        """The release's name: it is another one as soon as a byte of it, or the system's Python, is another."""
        digest = hashlib.sha256()
        for name in self.files():
            content = (self.folder / name).read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        version = tomllib.loads((self.folder / "pyproject.toml").read_text("utf-8"))["project"]["version"]
        return f"{version}-py{python}-{digest.hexdigest()[:12]}"

    @contextmanager
    def copied(self) -> Iterator[Path]:
        """A copy to build from: building writes into its folder, and the checkout belongs to somebody else."""
        with tempfile.TemporaryDirectory(prefix="hamarreko-") as folder:
            for name in self.files():
                to = Path(folder) / name
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.folder / name, to)
            yield Path(folder)

    def put(self, machine: Machine, pip: tuple[str, ...]) -> None:
        """Have `pip install` put it into an environment, with what it needs. InstallError where that cannot be."""
        with self.copied() as copy:
            machine.do(*pip, "--require-hashes", "--requirement", str(copy / LOCK))
            machine.do(*pip, "--no-deps", str(copy))


@dataclass(frozen=True, slots=True)
class Wheels:
    """The folder of a Debian package that is installed from: the program's wheel, the lock, and the wheels it names."""

    folder: Path

    @property
    def own(self) -> Path:
        """The program's own wheel. InstallError where there is none."""
        found = sorted(self.folder.glob("hamarreko-*.whl"))
        if not found:
            raise InstallError(f"{self.folder} has no wheel of hamarreko: install the package anew")
        return found[-1]

    def number(self, python: str) -> str:
        """The release's name, as a checkout's: by the sums that a wheel keeps of its files, and not by their times."""
        version = self.own.name.split("-")[1]
        with zipfile.ZipFile(self.own) as wheel:
            digest = hashlib.sha256(wheel.read(f"hamarreko-{version}.dist-info/RECORD"))
        digest.update((self.folder / LOCK).read_bytes())
        return f"{version}-py{python}-{digest.hexdigest()[:12]}"

    def put(self, machine: Machine, pip: tuple[str, ...]) -> None:
        """The same as a checkout's, without a network."""
        pip = (*pip, "--no-index", "--find-links", str(self.folder))
        machine.do(*pip, "--require-hashes", "--requirement", str(self.folder / LOCK))
        machine.do(*pip, "--no-deps", str(self.own))


def wanted(machine: Machine, source: Source | Wheels) -> str:
    """The name of the release that is made of it on this machine.

    Where the current one is that and damaged, it is a name beside it: as long as nothing better is there it stays.
    """
    python = machine.do(PYTHON, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()
    name, now = source.number(python), _linked(machine)
    anew = f"{name}-anew"
    if now is None or now not in (name, anew):
        return name
    if (file := damaged(machine, now)) is None:
        return now
    machine.say(f"the program is damaged: {file}")
    return anew if now == name else name


def current(machine: Machine) -> str | None:
    """The current release; None where there is none, or it is not whole."""
    name = _linked(machine)
    return name if name and is_whole(machine, name) else None


def _linked(machine: Machine) -> str | None:
    """The release that the table is started from, whole or not."""
    link = machine.path(CURRENT)
    return os.readlink(link).rsplit("/", 1)[-1] if link.is_symlink() else None


def is_whole(machine: Machine, name: str) -> bool:
    """Whether a release was put up to its end."""
    return machine.path(f"{_RELEASES}/{name}/{_WHOLE}").exists()


def damaged(machine: Machine, name: str) -> Path | None:
    """A file of a release that is not as it was put there, by the sums that pip kept; None where all of them are."""
    if not is_whole(machine, name):
        return machine.path(f"{_RELEASES}/{name}/{_WHOLE}")
    records = sorted(machine.path(f"{_RELEASES}/{name}").glob("lib/python*/site-packages/*.dist-info/RECORD"))
    if not any(record.parent.name.startswith("hamarreko-") for record in records):
        return machine.path(f"{_RELEASES}/{name}/lib")
    return next((file for record in records for file in _damaged(record)), None)


def _damaged(record: Path) -> Iterator[Path]:
    try:
        for name, kept, _ in csv.reader(record.read_text("utf-8").splitlines()):
            file = record.parents[1] / name
            if kept and kept != _sum(file, kept.partition("=")[0]):
                yield file
    except (OSError, ValueError, csv.Error):
        yield record


def _sum(file: Path, algorithm: str) -> str | None:
    """A file's sum as pip writes it, `sha256=…`; None where the file cannot be read."""
    try:
        digest = hashlib.new(algorithm, file.read_bytes()).digest()
    except OSError:
        return None
    return f"{algorithm}={urlsafe_b64encode(digest).decode().rstrip('=')}"


def build(machine: Machine, source: Source | Wheels, name: str) -> None:
    """Put a release up beside the others, with its service, and have it read a picture.

    Where that fails it is gone again, and that is an InstallError.
    """
    folder = f"{_RELEASES}/{name}"
    discard(machine, name)
    machine.path(folder).parent.mkdir(parents=True, exist_ok=True)
    pip = (f"{folder}/bin/python", "-m", "pip", "--no-input", "--disable-pip-version-check", "install")
    try:
        machine.do(PYTHON, "-m", "venv", "--system-site-packages", folder)
        machine.say("  its packages")
        source.put(machine, pip)
        machine.say("  it reads a known picture")
        machine.do(f"{folder}/bin/hamarreko", "self-test", "--only", "reading", "--only", "batch", "--json")
        machine.write(f"{folder}/{UNIT}", unit().text)
        machine.do("sync")  # or a power cut leaves the mark, and files without what was written to them
        machine.write(f"{folder}/{_WHOLE}", f"{name}\n")
    except BaseException:
        discard(machine, name)
        raise


def service(machine: Machine, name: str) -> str:
    """The text of a release's service."""
    return machine.text(f"{_RELEASES}/{name}/{UNIT}")


def discard(machine: Machine, name: str) -> None:
    """Take a release away, if it is there."""
    shutil.rmtree(machine.path(f"{_RELEASES}/{name}"), ignore_errors=True)


def switch(machine: Machine, name: str) -> None:
    """Make a release the current one, from one moment to the next, and on the disk before it sees the data."""
    link = machine.path(CURRENT)
    fresh = link.with_name("current.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(f"releases/{name}")
    os.replace(fresh, link)
    sync(link.parent)


def tidy(machine: Machine, *kept: str | None) -> None:
    """Take all releases away but these."""
    folder = machine.path(_RELEASES)
    for release in folder.iterdir() if folder.is_dir() else ():
        if release.name not in kept:
            discard(machine, release.name)
