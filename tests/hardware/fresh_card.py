"""The first start from a memory card, in a fresh Debian: `python -m tests.hardware.fresh_card bookworm|trixie`.

As root, on Debian for x86-64 with debootstrap, in the project's environment; takes some minutes and 2 GB, and is no
part of `make test`. What docs/install.md has copied onto the card is there, beside what Raspberry Pi Imager writes;
cloud-init (trixie) or the first start's script (bookworm) finds it, and apt installs the package. Standing in is what
`fresh_debian` says.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from tests.hardware.chroot import ROOT, Fresh, go_through
from tests.hardware.fresh_debian import PROGRAM, expect, make_it_a_pi_os, page

BOOT = "/boot/firmware"
UNIT = "hamarreko-first-start.service"
_OF_PI_OS = """datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
ssh_deletekeys: false
ssh_genkeytypes: []
"""
_OF_IMAGER = {
    "meta-data": "dsmode: local\ninstance-id: rpi-imager-1\n",
    "network-config": "network:\n  version: 2\n",
    "user-data": "#cloud-config\nruncmd:\n- [ touch, /root/imager-was-here ]\n",
}
_FIRSTRUN_OF_IMAGER = """#!/bin/sh
set +e
touch /root/imager-was-here
rm -f /boot/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
"""
_RUNS = (
    " systemd.run=/boot/firmware/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
)
STAGES = ("init --local", "init", "modules --mode=config", "modules --mode=final")
"""What cloud-init's services run, one after the other."""


def copied(fresh: Fresh) -> None:
    """The archive's content on the boot partition."""
    with tempfile.TemporaryDirectory() as folder:
        words = (sys.executable, "-m", "hardware", "package", folder, "--architecture", "amd64")
        subprocess.run(words, cwd=ROOT, check=True)
        with zipfile.ZipFile(Path(folder) / "hamarreko-card.zip") as archive:
            archive.extractall(fresh.path(BOOT))


def by_cloud_init(fresh: Fresh) -> None:
    """trixie's first start, in which the power fails before anything is done, and the one after it."""
    fresh.run("DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends cloud-init")
    fresh.write("/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg", _OF_PI_OS)
    for name, text in _OF_IMAGER.items():
        fresh.write(f"{BOOT}/{name}", text)
    script = fresh.path(f"{BOOT}/hamarreko/first-start.sh")
    whole = script.read_text()
    script.write_text("kill -9 $PPID\n")
    for stage in STAGES:
        fresh.run(f"cloud-init {stage} || true")
    fresh.run(f"systemctl is-enabled {UNIT}", fails=True)
    script.write_text(whole)
    fresh.run("rm -r /run/cloud-init")
    for stage in STAGES:
        print(fresh.run(f"cloud-init {stage}"), flush=True)


def by_firstrun(fresh: Fresh) -> None:
    """bookworm's first start: its script, and the service after the restart."""
    line = fresh.path(f"{BOOT}/cmdline.txt").read_text()
    fresh.write(f"{BOOT}/cmdline.txt", f"{line.rstrip()}{_RUNS}\n")
    fresh.write(f"{BOOT}/firstrun-imager.sh", _FIRSTRUN_OF_IMAGER)
    fresh.path(f"{BOOT}/bookworm/firstrun.sh").replace(fresh.path(f"{BOOT}/firstrun.sh"))
    fresh.run(f"bash {BOOT}/firstrun.sh")
    expect(fresh.path(f"{BOOT}/cmdline.txt").read_text() == line, "cmdline.txt asks for no first start any more")
    expect(not fresh.path(f"{BOOT}/firstrun.sh").exists(), "the script is gone")
    fresh.run(f"systemctl is-enabled {UNIT}")
    print(fresh.run(f"systemctl start {UNIT}"), flush=True)


def trial(fresh: Fresh) -> None:
    """Go through it."""
    try:
        make_it_a_pi_os(fresh)
        copied(fresh)
        trixie = "trixie" in fresh.path("/etc/os-release").read_text()
        (by_cloud_init if trixie else by_firstrun)(fresh)
        expect(fresh.path("/root/imager-was-here").exists(), "Raspberry Pi Imager's own settings were done too")
        expect("ii " in fresh.run("dpkg -l hamarreko | tail -n 1"), "the package is installed")
        fresh.run(f"systemctl is-enabled {UNIT}", fails=True)
        expect(fresh.path(f"{BOOT}/hamarreko/installed").exists(), "the card says so")
        expect('"alive":true' in fresh.run(page("health")).replace(" ", ""), "the table is alive")
        expect('"language_asked":true' in fresh.run(page("api/state")).replace(" ", ""), "it asks for the language")
        expect("16" in fresh.run(f"{PROGRAM} self-test --only batch"), "the installed program reads")
        fresh.run("DEBIAN_FRONTEND=noninteractive apt-get remove --yes hamarreko")
        expect(not fresh.path("/opt/hamarreko").exists(), "apt takes it off again")
        expect(fresh.path("/var/lib/hamarreko/journal.sqlite").exists(), "the journal is still there")
    finally:
        subprocess.run(("chroot", str(fresh.folder), "systemctl", "stop", "hamarreko.service"), check=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Go through it; 1 where something is not as the documentation says."""
    return go_through("tests.hardware.fresh_card", __doc__, trial, argv)


if __name__ == "__main__":
    sys.exit(main())
