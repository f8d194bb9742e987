"""The Debian package and the memory card's archive, without the wheels that have to be loaded."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import zipfile
from pathlib import Path

import pytest

from hardware.install.installing import install
from hardware.install.machine import InstallError
from hardware.install.plan import PACKAGES, Choices
from hardware.install.release import LOCK, Wheels
from hardware.package import build
from tests.hardware.chroot import ROOT
from tests.hardware.fake_debian import FakeDebian

IMAGER = """#!/bin/sh
set +e
echo imager >> "$(dirname "$0")/told"
rm -f /boot/firstrun.sh
exit 0
"""
"""What Raspberry Pi Imager writes as firstrun.sh ends so."""


@pytest.fixture(name="made", scope="module")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, unpacked."""
    folder = tmp_path_factory.mktemp("package")
    deb = build.package(folder, load=lambda lock, into, architecture: None)
    assert deb.name == "hamarreko_arm64.deb"
    subprocess.run(("dpkg-deb", "--raw-extract", str(deb), str(folder / "root")), check=True)
    build.card(deb)
    return folder


@pytest.fixture(name="wheels")
def _wheels(made: Path) -> Wheels:
    return Wheels(made / "root/usr/lib/hamarreko")


def shell(script: Path, path: Path, *words: str, **environment: str) -> str:
    """What a script says where the programs of a folder come first."""
    env = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}", **environment}
    return subprocess.run(("sh", str(script), *words), env=env, check=True, capture_output=True, text=True).stdout


def stand_in(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def steps_of(unit: str) -> list[str]:
    """The commands of a service, one after the other."""
    return [line.split("=", 1)[1] for line in unit.splitlines() if line.startswith("ExecStart=")]


def test_apt_is_told_what_it_needs(made: Path) -> None:
    control = (made / "root/DEBIAN/control").read_text()
    fields = dict(line.split(": ", 1) for line in control.splitlines() if ": " in line)
    assert (fields["Package"], fields["Architecture"]) == ("hamarreko", "arm64")
    assert re.fullmatch(r"0\.1\.0\+\d{8}\.\d{6}", fields["Version"])
    assert set(PACKAGES.names) < set(fields["Depends"].split(", "))
    listed = subprocess.run(
        ("dpkg-deb", "--contents", str(made / "hamarreko_arm64.deb")), check=True, capture_output=True, text=True
    ).stdout.splitlines()
    assert all(line.split()[1] == "root/root" for line in listed)
    assert all(line[5] != "w" and line[8] != "w" for line in listed), "others may write"


def test_the_wheel_has_all_that_it_takes_to_install_and_to_speak(wheels: Wheels) -> None:
    assert (wheels.folder / LOCK).read_bytes() == (ROOT / LOCK).read_bytes()
    with zipfile.ZipFile(wheels.own) as wheel:
        names = set(wheel.namelist())
    for name in ("hardware/pins.toml", "hardware/install/files/hamarreko.service", "models/finder.onnx"):
        assert name in names
    assert "words/languages/eu/LC_MESSAGES/hamarreko.mo" in names
    assert not [name for name in names if name.startswith(("hardware/package", "hardware/wires", "tests"))]


def test_what_apt_does(made: Path, tmp_path: Path) -> None:
    stand_in(tmp_path / "bin", "hamarreko-install", 'echo "$@"')
    scripts = made / "root/DEBIAN"
    assert shell(scripts / "postinst", tmp_path / "bin", "configure", "") == "install\n"
    assert shell(scripts / "prerm", tmp_path / "bin", "remove") == "uninstall\n"
    for script, words in (("postinst", ("abort-upgrade", "0.0")), ("prerm", ("upgrade", "0.2"))):
        assert shell(scripts / script, tmp_path / "bin", *words) == ""


def test_the_installer_runs_out_of_the_wheel(made: Path) -> None:
    """On this machine, by its own Python, as far as it changes nothing."""
    command = made / "root/usr/sbin/hamarreko-install"
    assert command.stat().st_mode & stat.S_IXOTH
    said = shell(command, made, "plan", RTC="ds3231")
    assert said.splitlines()[-1].startswith("release 0.1.0-py3.")
    refused = subprocess.run((command, "install", "--overlay", "perhaps"), capture_output=True, text=True)
    assert refused.returncode == 2
    assert "--overlay" in refused.stderr


@pytest.mark.parametrize("system", ["bookworm", "trixie"])
def test_a_machine_is_installed_from_the_wheels_alone(tmp_path: Path, wheels: Wheels, system: str) -> None:
    pi = FakeDebian(tmp_path / "root", system)
    pi.installed |= set(PACKAGES.names)
    install(pi.machine, wheels, Choices())
    loads = [command for command in pi.commands if "pip" in command]
    assert len(loads) == 2
    assert all("--no-index" in command and str(wheels.folder) in command for command in loads)
    assert loads[0][-1] == str(wheels.folder / LOCK)
    assert loads[1][-1] == str(wheels.own)
    assert not [command for command in pi.commands if command[0] == "apt-get"], "apt waits for this to end"
    assert pi.running == wheels.number({"bookworm": "3.11", "trixie": "3.13"}[system])
    release = f"opt/hamarreko/releases/{pi.running}"
    assert f"{release}/pyvenv.cfg" in pi.on_disk, "a release counts as whole once it outlives a power cut"
    assert f"{release}/whole" not in pi.on_disk
    before = pi.files()
    install(pi.machine, wheels, Choices())
    assert pi.files() == before


def test_a_release_is_named_after_what_is_in_the_wheel(wheels: Wheels, tmp_path: Path) -> None:
    again = Wheels(Path(shutil.copytree(wheels.folder, tmp_path / "again")))
    with zipfile.ZipFile(again.own) as old:
        content = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(again.own, "w") as new:  # of another time
        for name, text in content.items():
            new.writestr(name, text)
    assert again.number("3.13") == wheels.number("3.13") != wheels.number("3.11")
    (again.folder / LOCK).write_text("another")
    assert again.number("3.13") != wheels.number("3.13")
    again.own.unlink()
    with pytest.raises(InstallError, match="has no wheel of hamarreko"):
        again.number("3.13")


class TestCard:
    """What is copied onto the boot partition."""

    @pytest.fixture(autouse=True)
    def _copied(self, made: Path, tmp_path: Path) -> None:
        self.boot, self.bin = tmp_path / "boot", tmp_path / "bin"
        with zipfile.ZipFile(made / "hamarreko-card.zip") as archive:
            archive.extractall(self.boot)
        stand_in(self.bin, "systemctl", 'echo "$@"')
        stand_in(self.bin, "sync", "echo all is on the disk")

    def test_it_has_the_package_and_what_finds_it(self) -> None:
        assert {str(path.relative_to(self.boot)) for path in self.boot.rglob("*") if path.is_file()} == {
            "vendor-data",
            "bookworm/firstrun.sh",
            "hamarreko/first-start.sh",
            "hamarreko/hamarreko-first-start.service",
            "hamarreko/hamarreko_arm64.deb",
        }
        hook = (self.boot / "vendor-data").read_bytes()
        assert hook.startswith(b"#cloud-boothook\n#!/bin/sh\n"), "cloud-init runs it at every start"

    def test_cloud_init_asks_for_it_at_every_start_until_it_is_installed(self, tmp_path: Path) -> None:
        hook = self.boot / "vendor-data"
        hook.write_text(hook.read_text().replace("/boot/firmware", str(self.boot)))
        asked = ["daemon-reload", "enable hamarreko-first-start.service", "all is on the disk",
                 "start --no-block hamarreko-first-start.service"]  # fmt: skip
        for _ in range(2):
            assert shell(hook, self.bin, DESTDIR=str(tmp_path)).splitlines() == asked
        unit = (self.boot / "hamarreko/hamarreko-first-start.service").read_text()
        (done,) = (step for step in steps_of(unit) if "touch" in step)
        subprocess.run(done.replace("/boot/firmware", str(self.boot)).split(), check=True)
        assert shell(hook, self.bin, DESTDIR=str(tmp_path)) == ""

    def test_the_service_waits_for_a_network_and_gives_not_up(self, tmp_path: Path) -> None:
        first = self.boot / "hamarreko/first-start.sh"
        said = shell(first, self.bin, DESTDIR=str(tmp_path)).splitlines()
        assert said == ["daemon-reload", "enable hamarreko-first-start.service", "all is on the disk"]
        unit = (tmp_path / "etc/systemd/system/hamarreko-first-start.service").read_text()
        for line in ("After=network-online.target", "Restart=on-failure", "RestartSec=30", "StartLimitIntervalSec=0"):
            assert f"\n{line}\n" in unit
        steps = steps_of(unit)
        assert "/boot/firmware/hamarreko/*.deb" in steps[2]
        assert steps[3:] == [
            "/usr/bin/touch /boot/firmware/hamarreko/installed",
            "/usr/bin/systemctl disable hamarreko-first-start.service",
            "/usr/bin/systemctl --no-block reboot",
        ]

    def test_packages_that_a_power_cut_left_half_put_up_are_mended(self) -> None:
        """dpkg cannot configure what waits for a package that is there in part; apt fetches that one again."""
        stand_in(self.bin, "apt-get", 'echo apt-get "$@"')
        stand_in(self.bin, "touch", "true")
        stand_in(self.bin, "dpkg", "echo dependency problems; exit 1")
        said = []
        for step in steps_of((self.boot / "hamarreko/hamarreko-first-start.service").read_text()):
            step, may_fail = step.removeprefix("-"), step.startswith("-")
            env = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}"}
            done = subprocess.run(step.replace("/usr/bin/", ""), shell=True, env=env, capture_output=True, text=True)
            said.append(done.stdout)
            if done.returncode and not may_fail:
                break
        assert said[-1] == "--no-block reboot\n"
        assert " --fix-broken " in said[2]

    def test_bookworm_s_script_does_imager_s_too_and_is_gone(self, tmp_path: Path) -> None:
        (self.boot / "firstrun-imager.sh").write_text(IMAGER)
        line = "console=tty1 root=PARTUUID=4e639091-02 rootwait"
        (self.boot / "cmdline.txt").write_text(
            f"{line} systemd.run=/boot/firmware/firstrun.sh systemd.run_success_action=reboot\n"
        )
        script = (self.boot / "bookworm/firstrun.sh").rename(self.boot / "firstrun.sh")
        # the system takes away what stands behind such a line, and has its own there
        subprocess.run(("sed", "-n", "-i", r"/rm.*firstrun\.sh$/q;p", str(script)), check=True)
        said = shell(script, self.bin, DESTDIR=str(tmp_path / "root"))
        assert "enable hamarreko-first-start.service" in said
        assert (self.boot / "told").read_text() == "imager\n"
        assert (self.boot / "cmdline.txt").read_text() == f"{line}\n"
        assert not list(self.boot.glob("firstrun*"))

    def test_a_power_cut_after_imager_s_part_loses_nothing(self, tmp_path: Path) -> None:
        cut = '#!/bin/sh\nsed -i \'s| systemd.run.*||g\' "$(dirname "$0")/cmdline.txt"\nkill -9 $PPID\n'
        (self.boot / "firstrun-imager.sh").write_text(cut)
        (self.boot / "cmdline.txt").write_text("rootwait systemd.run=/boot/firmware/firstrun.sh\n")
        script = (self.boot / "bookworm/firstrun.sh").rename(self.boot / "firstrun.sh")
        with pytest.raises(subprocess.CalledProcessError):
            shell(script, self.bin, DESTDIR=str(tmp_path / "root"))
        assert (tmp_path / "root/etc/systemd/system/hamarreko-first-start.service").exists()
