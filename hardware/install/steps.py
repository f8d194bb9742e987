"""Steps of an installation: each knows what it is for, whether it is needed still, and how it is done and undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Protocol

from hardware.install.machine import Machine


class Step(Protocol):
    """A part of what belongs onto the machine. Done twice it changes nothing.

    What `uninstall` takes back has an `undo(machine)` as well, which says whether there was anything to take back.
    """

    @property
    def what(self) -> str:
        """What it does, in a few words."""

    def needed(self, machine: Machine) -> bool:
        """Whether the machine is not yet so."""

    def do(self, machine: Machine) -> None:
        """Make it so. InstallError where that cannot be."""


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


def shipped(name: str, **values: str) -> str:
    """A file that comes with the installer, with its places filled in."""
    text = files(__package__).joinpath("files", name).read_text("utf-8")
    return text.format(**values) if values else text
