"""The step of an installation that gives the data a partition of their own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from firmware.keeping.journal_form import files as journal_files
from firmware.keeping.journal_reading import NAME as JOURNAL
from hardware.install import boot
from hardware.install.machine import InstallError, Machine
from hardware.install.played import ahead

_ASIDE = "/run/hamarreko-data"


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
