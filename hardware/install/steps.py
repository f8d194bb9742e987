"""Steps of an installation: each knows what it is for, whether it is needed still, and how it is done and undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Protocol

from firmware.keeping.journal_form import files as journal_files
from hardware.install import boot
from hardware.install.machine import InstallError, Machine
from hardware.install.played import JOURNAL, ahead

_ASIDE = "/run/hamarreko-data"


class Step(Protocol):
    """A part of what belongs onto the machine. Done twice it changes nothing."""

    @property
    def what(self) -> str:
        """What it does, in a few words."""

    def needed(self, machine: Machine) -> bool:
        """Whether the machine is not yet so."""

    def do(self, machine: Machine) -> None:
        """Make it so. InstallError where that cannot be."""


class Undoable(Step, Protocol):
    """A step that `uninstall` takes back."""

    def undo(self, machine: Machine) -> bool:
        """Take it back; whether there was anything to take back."""


@dataclass(frozen=True, slots=True)
class Packages:
    """Packages of the system, without what they merely recommend: on a machine without a screen that is a desktop."""

    names: tuple[str, ...]

    @property
    def what(self) -> str:
        return f"packages: {' '.join(self.names)}"

    def missing(self, machine: Machine) -> list[str]:
        """Those that are not installed."""
        return [name for name in self.names if not _installed(machine, name)]

    def needed(self, machine: Machine) -> bool:
        return bool(self.missing(machine))

    def do(self, machine: Machine) -> None:
        machine.do("apt-get", "update")
        machine.do("apt-get", "install", "--yes", "--no-install-recommends", *self.missing(machine))


def _installed(machine: Machine, name: str) -> bool:
    status, text = machine.run(("dpkg-query", "--show", "--showformat=${db:Status-Status}", name))
    return status == 0 and text.strip() == "installed"


@dataclass(frozen=True, slots=True)
class User:
    """A user that nobody can log in as, in those of the `groups` that the machine has."""

    name: str
    home: str
    groups: tuple[str, ...]

    @property
    def what(self) -> str:
        return f"user {self.name}, without privileges, in the groups {', '.join(self.groups)}"

    def lacking(self, machine: Machine) -> list[str]:
        """The groups that the machine does not have."""
        there = machine.names("/etc/group")
        return [group for group in self.groups if group not in there]

    def _to_join(self, machine: Machine) -> list[str]:
        missing = self.lacking(machine)
        return [g for g in self.groups if g not in missing and self.name not in machine.members(g)]

    def needed(self, machine: Machine) -> bool:
        return self.name not in machine.names("/etc/passwd") or bool(self._to_join(machine))

    def do(self, machine: Machine) -> None:
        if self.name not in machine.names("/etc/passwd"):
            machine.do(
                "useradd", "--system", "--user-group", "--no-create-home", "--home-dir", self.home,
                "--shell", "/usr/sbin/nologin", self.name,
            )  # fmt: skip
        if join := self._to_join(machine):
            machine.do("usermod", "--append", "--groups", ",".join(join), self.name)


@dataclass(frozen=True, slots=True)
class File:
    """A file of our own. With `keep` one that is there already stays as somebody wrote it."""

    name: str
    text: str
    keep: bool = False

    @property
    def what(self) -> str:
        return self.name

    def needed(self, machine: Machine) -> bool:
        there = machine.path(self.name).exists()
        return not there or (not self.keep and machine.text(self.name) != self.text)

    def do(self, machine: Machine) -> None:
        machine.write(self.name, self.text)

    def undo(self, machine: Machine) -> bool:
        if not machine.path(self.name).exists() or (self.keep and machine.text(self.name) != self.text):
            return False
        machine.remove(self.name)
        return True


@dataclass(frozen=True, slots=True)
class Edited:
    """A file of others, with something of ours in it. Where the file is missing there is nothing to do."""

    name: str
    what: str
    edit: Callable[[str], str]
    back: Callable[[str], str]

    def needed(self, machine: Machine) -> bool:
        return machine.path(self.name).exists() and self.edit(text := machine.text(self.name)) != text

    def do(self, machine: Machine) -> None:
        self._put(machine, self.edit)

    def undo(self, machine: Machine) -> bool:
        if not machine.path(self.name).exists():
            return False
        before = machine.text(self.name)
        self._put(machine, self.back)
        return machine.text(self.name) != before

    def _put(self, machine: Machine, edit: Callable[[str], str]) -> None:
        path = machine.path(self.name)
        machine.write(self.name, edit(machine.text(self.name)), path.stat().st_mode & 0o777)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that belongs to a user, with all that lies in it: what root copied into it, too."""

    name: str
    owner: str

    @property
    def what(self) -> str:
        return f"{self.name}, which belongs to {self.owner}"

    def needed(self, machine: Machine) -> bool:
        # a folder that holds something may be what an upgrade has kept, and root's
        looked_at = ("(", "-path", self.name, "-or", "-type", "f", "-or", "-empty", ")")
        strange = machine.run(("find", self.name, *looked_at, "!", "-user", self.owner, "-print", "-quit"))
        return strange != (0, "") or not machine.path(self.name).is_dir()

    def do(self, machine: Machine) -> None:
        machine.do("install", "-d", "-o", self.owner, "-g", self.owner, "-m", "0750", self.name)
        machine.do("chown", "--recursive", f"{self.owner}:{self.owner}", self.name)


@dataclass(frozen=True, slots=True)
class Enabled:
    """A service that starts with the machine."""

    unit: str

    @property
    def what(self) -> str:
        return f"{self.unit} starts with the machine"

    def needed(self, machine: Machine) -> bool:
        return not machine.succeeds("systemctl", "--quiet", "is-enabled", self.unit)

    def do(self, machine: Machine) -> None:
        machine.do("systemctl", "enable", self.unit)

    def undo(self, machine: Machine) -> bool:
        if self.needed(machine):
            return False
        machine.do("systemctl", "disable", self.unit)
        return True


@dataclass(frozen=True, slots=True)
class DataPartition:
    """A partition of its own for what must last. What the folder held before is taken along."""

    device: str
    folder: str

    @property
    def what(self) -> str:
        return f"{self.device} is mounted at {self.folder}"

    def needed(self, machine: Machine) -> bool:
        uuid = self._value(machine, "UUID")
        return not uuid or boot.fstab(table := machine.text("/etc/fstab"), uuid, self.folder) != table

    def do(self, machine: Machine) -> None:
        self._check(machine)
        if not self._value(machine, "TYPE"):
            machine.do("mkfs.ext4", "-q", "-L", "hamarreko", self.device)
        uuid = self._value(machine, "UUID")
        if not uuid:
            raise InstallError(f"{self.device} has no UUID after it was formatted")
        self._take_along(machine)
        machine.write("/etc/fstab", boot.fstab(machine.text("/etc/fstab"), uuid, self.folder))
        if machine.booted:
            machine.do("systemctl", "daemon-reload")
            machine.do("mount", self.folder)

    def _check(self, machine: Machine) -> None:
        parts = machine.do("lsblk", "--noheadings", "--raw", "--output", "NAME", self.device).split()
        if len(parts) > 1:
            raise InstallError(f"{self.device} is a whole disk with partitions on it: name one of those")
        # first: nothing that is mounted can be emptied, and a stick is as soon as it is plugged in
        mounted = machine.run(("findmnt", "--noheadings", "--output", "TARGET", "--source", self.device)).text.strip()
        if mounted:
            raise InstallError(
                f"{self.device} is mounted at {mounted}: take it off there first (`sudo umount {mounted}`)"
            )
        held = self._value(machine, "TYPE")
        if held and held != "ext4":
            raise InstallError(
                f"{self.device} holds a file system of type {held}, and nothing that holds something is formatted: "
                f"if it may go, empty it with `sudo wipefs --all {self.device}`"
            )

    def _take_along(self, machine: Machine) -> None:
        """Copy what the folder holds, unless the partition's own journal goes on from there."""
        folder = machine.path(self.folder)
        folder.mkdir(parents=True, exist_ok=True)
        if machine.booted:
            machine.run(("systemctl", "stop", "hamarreko.service"))
        if not (folder / JOURNAL).exists():
            return
        machine.path(_ASIDE).mkdir(parents=True, exist_ok=True)
        machine.do("mount", self.device, _ASIDE)
        try:
            if self._is_to_be_copied(folder / JOURNAL, machine.path(f"{_ASIDE}/{JOURNAL}")):
                self._copy(machine)
        finally:
            machine.do("umount", _ASIDE)

    def _is_to_be_copied(self, ours: Path, own: Path) -> bool:
        """Whether the folder's journal is the later one. InstallError where neither goes on from the other."""
        if not own.exists() or ahead(ours, own) is not None:
            return True
        if ahead(own, ours) is not None:
            return False
        raise InstallError(
            f"{self.folder} and {self.device} have a journal each, and neither goes on from the other: where the "
            f"partition's is to be played on, first `sudo mv {self.folder} {self.folder}-before`; or name another one"
        )

    def _copy(self, machine: Machine) -> None:
        """The journal gets its name last: until then a next try finds none there."""
        to = machine.path(f"{_ASIDE}/{JOURNAL}")
        for file in journal_files(to):
            file.unlink(missing_ok=True)
        for path in sorted(machine.path(self.folder).iterdir()):
            if path.name != JOURNAL:
                machine.do("cp", "-a", f"{self.folder}/{path.name}", f"{_ASIDE}/")
        machine.do("cp", "-a", f"{self.folder}/{JOURNAL}", f"{_ASIDE}/{JOURNAL}.new")
        machine.do("sync")
        to.with_name(f"{JOURNAL}.new").rename(to)

    def _value(self, machine: Machine, tag: str) -> str:
        return machine.run(("blkid", "-o", "value", "-s", tag, self.device)).text.strip()


def shipped(name: str, **values: str) -> str:
    """A file that comes with the installer, with its places filled in."""
    text = files(__package__).joinpath("files", name).read_text("utf-8")
    return text.format(**values) if values else text
