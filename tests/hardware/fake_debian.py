"""A Raspberry Pi OS to install on: a folder with the files that matter, and a runner that does what its commands do."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hardware.install.machine import Answer, Machine

CONFIGS = {
    "bookworm": "# interfaces, switched off as they come\n#dtparam=i2c_arm=on\n#dtparam=spi=on\n\ndtparam=audio=on\n"
    "camera_auto_detect=1\ndisplay_auto_detect=1\nauto_initramfs=1\ndtoverlay=vc4-kms-v3d\nmax_framebuffers=2\n"
    "disable_fw_kms_setup=1\narm_64bit=1\ndisable_overscan=1\narm_boost=1\n\n[cm4]\notg_mode=1\n\n"
    "[cm5]\ndtoverlay=dwc2,dr_mode=host\n\n[all]\n",
    "trixie": "#dtparam=i2c_arm=on\n#dtparam=i2s=on\n#dtparam=spi=on\ndtparam=audio=on\ncamera_auto_detect=1\n"
    "display_auto_detect=1\nauto_initramfs=1\ndtoverlay=vc4-kms-v3d\nmax_framebuffers=2\ndisable_fw_kms_setup=1\n"
    "arm_64bit=1\ndisable_overscan=1\narm_boost=1\n[cm4]\notg_mode=1\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n[all]\n"
    "enable_uart=1",
}
"""The settings of the two systems' `config.txt`; the second ends without a line's end, as editors leave it."""

CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
FSTAB = (
    "proc            /proc           proc    defaults          0       0\n"
    "PARTUUID=4e639091-01  /boot/firmware  vfat    defaults          0       2\n"
    "PARTUUID=4e639091-02  /               ext4    defaults,noatime  0       1\n"
)
_GROUPS = "root:x:0:\naudio:x:29:pi\nvideo:x:44:pi\nrender:x:106:\ngpio:x:986:pi\ni2c:x:994:\n"
_PYTHON = {"bookworm": "3.11", "trixie": "3.13"}


class FakeDebian:
    """A machine of Raspberry Pi OS. `broken` says of a release's name whether the table does not start with it."""

    def __init__(self, root: Path, system: str = "bookworm") -> None:
        self.root, self.system = root, system
        self.commands: list[tuple[str, ...]] = []
        self.said: list[str] = []
        self.installed = {"python3-numpy"}
        self.enabled: set[str] = set()
        self.running: str | None = None
        self.state: dict[str, Any] = {"score": {"NS": 0, "EW": 0}, "round": "handia", "match_winner": None}
        self.address = "http://127.0.0.1:8040/"
        self.broken: Callable[[str], bool] = lambda name: False
        self.mute = self.restarts = self.restarts_a_look = 0
        self.alive_for: int | None = None
        self.at_start: Callable[[], object] = lambda: None
        self.failing: str | None = None
        self.disks = {"/dev/sda1": ""}
        self.mounted: dict[str, str] = {}
        self.on_disk: set[str] = set()
        self.roots: set[str] = set()
        self.architecture = "arm64"
        for name, text in {
            "/etc/passwd": "root:x:0:0:root:/root:/bin/bash\npi:x:1000:1000:,,,:/home/pi:/bin/bash\n",
            "/etc/group": _GROUPS,
            "/etc/fstab": FSTAB,
            "/boot/firmware/config.txt": CONFIGS[system],
            "/boot/firmware/cmdline.txt": CMDLINE,
            "/proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n",
            "/etc/systemd/system.conf": "[Manager]\n",
        }.items():
            path = self.path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.path("/run/systemd/system").mkdir(parents=True)

    def path(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    @property
    def machine(self) -> Machine:
        return Machine(self.root, self.run, self.ask, self.said.append, lambda seconds: None)

    def files(self) -> dict[str, str]:
        """Every file with its text, every link with where it leads, but for what changes by itself."""
        every = (Path(folder) / name for folder, _, names in os.walk(self.root) for name in names)
        found = {str(path.relative_to(self.root)): path for path in every if "/proc/" not in str(path)}
        links = {name: os.readlink(path) for name, path in found.items() if path.is_symlink()}
        current = self.path("/opt/hamarreko/current")
        if current.is_symlink():
            links["opt/hamarreko/current"] = os.readlink(current)
        texts = {n: path.read_text(errors="surrogateescape") for n, path in found.items() if n not in links}
        return texts | links

    def ask(self, address: str) -> dict[str, Any] | None:
        if self.running is None or not address.startswith(self.address):
            return None
        if address.endswith("/health"):
            self.restarts += self.restarts_a_look
            if self.alive_for is not None:
                self.alive_for -= 1
            return None if (self.alive_for or 0) < 0 else {"alive": not self.mute}
        return self.state

    def run(self, command: Sequence[str]) -> Answer:
        """What the command would come to."""
        command = tuple(command)
        self.commands.append(command)
        if self.failing in command:
            return Answer(1, "it went wrong\nas told")
        name = Path(command[0]).name.replace("-", "_").replace(".", "_").replace("python3", "python")
        answer = getattr(self, f"_{name}")(*command[1:])
        return answer if isinstance(answer, Answer) else Answer(0, answer or "")

    def _dpkg_query(self, *arguments: str) -> Answer:
        there = arguments[-1] in self.installed
        return Answer(0, "installed") if there else Answer(1, "no packages found")

    def _dpkg(self, *_: str) -> str:
        return f"{self.architecture}\n"

    def _apt_get(self, what: str, *arguments: str) -> None:
        if what == "install":
            self.installed |= {name for name in arguments if not name.startswith("-")}

    def _useradd(self, *arguments: str) -> None:
        self._append("/etc/passwd", f"{arguments[-1]}:x:990:990::/var/lib/hamarreko:/usr/sbin/nologin\n")
        self._append("/etc/group", f"{arguments[-1]}:x:990:\n")

    def _usermod(self, *arguments: str) -> None:
        groups, user = arguments[-2].split(","), arguments[-1]
        lines = []
        for line in self.path("/etc/group").read_text().splitlines():
            head, _, members = line.rpartition(":")
            if line.split(":")[0] in groups:
                line = f"{head}:{','.join([*filter(None, members.split(',')), user])}"
            lines.append(f"{line}\n")
        self.path("/etc/group").write_text("".join(lines))

    def _find(self, folder: str, *_: str) -> Answer:
        """The first of what is not the box's own user's."""
        there = self.path(folder).is_dir()
        return Answer(0, "".join(sorted(self.roots)[:1])) if there else Answer(1, "no such file")

    def _chown(self, *arguments: str) -> None:
        assert arguments == ("--recursive", "hamarreko:hamarreko", "/var/lib/hamarreko")
        self.roots.clear()

    def _install(self, *arguments: str) -> None:
        self.path(arguments[-1]).mkdir(parents=True, exist_ok=True)

    def _cp(self, flag: str, source: str, to: str) -> None:
        assert flag == "-a"
        whole = self.path(source)
        if whole.is_dir():
            shutil.copytree(whole, self.path(to) / whole.name, dirs_exist_ok=True)
        elif to.endswith("/"):
            shutil.copy2(whole, self.path(to) / whole.name)
        else:
            shutil.copy2(whole, self.path(to))

    def _python(self, *arguments: str) -> str:
        if arguments[0] == "-c":
            return f"{_PYTHON[self.system]}\n"
        if arguments[:2] == ("-m", "venv"):
            self._append(f"{arguments[-1]}/pyvenv.cfg", "include-system-site-packages = true\n")
        elif arguments[:2] == ("-m", "pip") and "--no-deps" in arguments:
            put = Path(arguments[-1])
            assert put.suffix == ".whl" or (put / "pyproject.toml").exists()
            self._put_program(f"{Path(self.commands[-1][0]).parents[1]}/lib/python3/site-packages")
        return ""

    def _put_program(self, place: str) -> None:
        content = b"a network"
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        self._append(f"{place}/models/art.onnx", content.decode())
        record = f"models/art.onnx,sha256={digest},{len(content)}\nhamarreko-0.1.0.dist-info/RECORD,,\n"
        self._append(f"{place}/hamarreko-0.1.0.dist-info/RECORD", record)

    def _hamarreko(self, *_: str) -> None:
        pass

    def _sync(self) -> None:
        self.on_disk = set(self.files())

    def _systemctl(self, *arguments: str) -> Answer | None:
        words = [word for word in arguments if not word.startswith("-")]
        what, unit = words[0], words[-1]
        if what == "is-enabled":
            return Answer(0 if unit in self.enabled else 1, "")
        if what == "is-active":
            return Answer(0 if self.running else 3, "")
        if what == "enable":
            assert self.path(f"/etc/systemd/system/{unit}").exists()
            self.enabled.add(unit)
        elif what == "disable":
            self.enabled.discard(unit)
        elif what == "stop":
            self.running = None
        elif what == "reset-failed":
            self.restarts = 0
        elif what == "show":
            shown = {"NRestarts": str(self.restarts), "StatusText": self.address if self.running else ""}
            return Answer(0, f"{shown[words[1]]}\n")
        elif what == "start":
            name = os.readlink(self.path("/opt/hamarreko/current")).rsplit("/", 1)[-1]
            self.at_start()
            if self.broken(name):
                return Answer(1, "Job for hamarreko.service failed")
            self.running = name
        return None

    def _journalctl(self, *_: str) -> str:
        return "ImportError: numpy\n"

    def _lsblk(self, *arguments: str) -> str:
        return "sda\nsda1\n" if arguments[-1] == "/dev/sda" else f"{Path(arguments[-1]).name}\n"

    def _blkid(self, *arguments: str) -> Answer:
        held = self.disks.get(arguments[-1], "")
        if not held:
            return Answer(2, "")
        return Answer(0, f"{held}\n" if "TYPE" in arguments else "0b5a-77\n")

    def _mkfs_ext4(self, *arguments: str) -> None:
        self.disks[arguments[-1]] = "ext4"

    def _findmnt(self, *arguments: str) -> Answer:
        place = self.mounted.get(arguments[-1])
        return Answer(0, f"{place}\n") if place else Answer(1, "")

    def _mount(self, *arguments: str) -> None:
        """A partition is a folder beside the root; mounted, what was below its place is out of sight."""
        disk = self.root.parent / "partition"
        disk.mkdir(exist_ok=True)
        place = self.path(arguments[-1])
        if place.is_dir() and not place.is_symlink():
            place.rename(self.root.parent / f"below-{len(list(self.root.parent.iterdir()))}")
        place.symlink_to(disk)

    def _umount(self, place: str) -> None:
        self.path(place).unlink()

    def _append(self, name: str, text: str) -> None:
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as file:
            file.write(text)
