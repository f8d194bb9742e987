"""Types what docs/install.md says into a fresh Debian: `python3 -m tests.hardware.fresh_debian bookworm|trixie`.

As root, on Debian with debootstrap; takes some minutes and 2 GB, and is no part of `make test`. It shows that the
documented commands work on a system where nothing of this project is: installed, twice, upgraded, upgraded to a version
that does not start, uninstalled. Standing in: packages for camera and pins, which Raspberry Pi OS alone has, and a
program for systemd (`stand_in_systemctl.py`), which does not run in a folder. It needs the standard library alone.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Sequence

from tests.hardware.chroot import ROOT, FailedError, Fresh, go_through, trust_own_certificates

_STUB = """Package: {name}
Version: 9+stub
Architecture: all
Maintainer: hamarreko <none@localhost>
Depends: python3, python3-numpy
Description: stands in for a package that only Raspberry Pi OS has
"""
_STUBS = {
    "python3-picamera2": (
        "picamera2.py",
        'import numpy\n\n\nclass Picamera2:\n    def __init__(self):\n        raise RuntimeError("no camera here")\n',
    ),
    "python3-lgpio": ("lgpio.py", 'def gpiochip_open(chip):\n    raise RuntimeError("no pins here")\n'),
}
"""Each stub's package with its module: camera and pins that are never there."""
_CONFIG = (
    "#dtparam=i2c_arm=on\ndtparam=audio=on\ncamera_auto_detect=1\nauto_initramfs=1\n[cm5]\ndtoverlay=dwc2\n[all]\n"
)
_CMDLINE = "console=tty1 root=PARTUUID=4e639091-02 rootfstype=ext4 fsck.repair=yes rootwait\n"


def documented(name: str) -> str:
    """The commands of docs/install.md under a name."""
    text = (ROOT / "docs" / "install.md").read_text("utf-8")
    found = re.search(rf"<!-- run: {name} -->\n```sh\n(.*?)```", text, re.DOTALL)
    if not found:
        raise FailedError(f"docs/install.md has no commands named {name}")
    return found[1]


def make_it_a_pi_os(fresh: Fresh) -> None:
    """What Raspberry Pi OS Lite has and a small Debian does not: a user with sudo, groups, boot files, a package."""
    trust_own_certificates(fresh)
    fresh.write("/boot/firmware/config.txt", _CONFIG)
    fresh.write("/boot/firmware/cmdline.txt", _CMDLINE)
    fresh.write("/etc/sudoers.d/010_pi", "pi ALL=(ALL) NOPASSWD: ALL\n")
    stub_repository(fresh)
    fresh.write("/etc/dpkg/dpkg.cfg.d/quick", "force-unsafe-io\n")
    fresh.run(
        "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends sudo python3"
    )
    fresh.run("for group in gpio i2c render; do getent group $group || groupadd --system $group; done")
    fresh.run("useradd --create-home --shell /bin/bash --groups gpio,i2c,video pi")
    stand_in = (ROOT / "tests" / "hardware" / "stand_in_systemctl.py").read_text("utf-8")
    fresh.write("/usr/bin/systemctl", stand_in)
    fresh.path("/usr/bin/systemctl").chmod(0o755)
    fresh.path("/run/systemd/system").mkdir(parents=True, exist_ok=True)


def stub_repository(fresh: Fresh) -> None:
    """A repository of the packages that only Raspberry Pi OS has."""
    index = ""
    for name, (module, text) in _STUBS.items():
        build, control = fresh.path(f"/srv/stubs/{name}"), _STUB.format(name=name)
        (build / "DEBIAN").mkdir(parents=True)
        (build / "DEBIAN" / "control").write_text(control)
        place = build / "usr/lib/python3/dist-packages"
        place.mkdir(parents=True)
        (place / module).write_text(text)
        package = fresh.path(f"/srv/stubs/{name}.deb")
        command = ("dpkg-deb", "--root-owner-group", "--build", str(build), str(package))
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        content = package.read_bytes()
        index += f"{control}Filename: ./{name}.deb\nSize: {len(content)}\n"
        index += f"SHA256: {hashlib.sha256(content).hexdigest()}\n\n"
    fresh.path("/srv/stubs/Packages.gz").write_bytes(gzip.compress(index.encode()))
    fresh.write("/etc/apt/sources.list.d/stubs.list", "deb [trusted=yes] file:/srv/stubs ./\n")


def hand_over(fresh: Fresh) -> None:
    """The project's committed files, as somebody who cloned them has them, with a place to pull from."""
    there = fresh.path("/srv/hamarreko.git")
    subprocess.run(("git", "clone", "--quiet", "--bare", str(ROOT), str(there)), check=True)
    subprocess.run(("git", "clone", "--quiet", str(there), str(fresh.path("/home/pi/hamarreko"))), check=True)
    subprocess.run(
        ("git", "-C", str(fresh.path("/home/pi/hamarreko")), "remote", "set-url", "origin", "/srv/hamarreko.git"),
        check=True,
    )
    fresh.run("chown -R pi:pi /home/pi/hamarreko /srv/hamarreko.git")


def change(fresh: Fresh, name: str, old: str, new: str) -> None:
    """Publish another version of the program, where `git pull` finds it."""
    fresh.run("rm -rf ~/another && git clone --quiet /srv/hamarreko.git ~/another", "pi")
    file = fresh.path(f"/home/pi/another/{name}")
    text = file.read_text("utf-8")
    if old not in text:
        raise FailedError(f"{name} has no {old!r} to change")
    file.write_text(text.replace(old, new, 1))
    git = "git -c user.name=somebody -c user.email=somebody@localhost"
    fresh.run(f"cd ~/another && {git} commit --quiet --all --message 'another version' && git push --quiet", "pi")


def page(path: str) -> str:
    return (
        f"python3 -c \"import urllib.request as r; print(r.urlopen('http://127.0.0.1:8040/{path}').read().decode())\""
    )


PRESS = (
    'python3 -c "import urllib.request as r; '
    "q = r.Request('http://127.0.0.1:8040/api/press/{button}', method='POST'); "
    'print(r.urlopen(q).read().decode())"'
)


def expect(true: bool, what: str) -> None:
    """Say that it is so; FailedError where it is not."""
    if not true:
        raise FailedError(f"not so: {what}")
    print(f"  so it is: {what}", flush=True)


PROGRAM = "/opt/hamarreko/current/bin/hamarreko"


def installed(fresh: Fresh) -> None:
    """Installed, and it is as docs/install.md says."""
    print("install", flush=True)
    said = fresh.run(documented("install"), "pi")
    print(re.sub(r"(?m)^(?!(packages|user|/|release|the table|note|nothing|  it|  its)).*\n", "", said))
    expect('"alive":true' in fresh.run(page("health")).replace(" ", ""), "the health page says that it is alive")
    config = fresh.path("/boot/firmware/config.txt").read_text()
    expect(
        config.startswith(_CONFIG) and "dtparam=i2c_arm=on,i2c_arm_baudrate=400000" in config, "I2C is in config.txt"
    )
    expect(
        "hamarreko" in fresh.run("id hamarreko") and "gpio" in fresh.run("id hamarreko"), "the user is in its groups"
    )
    owner = fresh.run("stat -c %U /proc/$(cat /run/stand-in-systemd/hamarreko.service)").strip()
    expect(owner == "hamarreko", "the table runs as that user")
    expect(fresh.run("stat -c %U /var/lib/hamarreko/journal.sqlite").strip() == "hamarreko", "the journal is its own")
    numpy = "/opt/hamarreko/current/bin/python -c 'import numpy, cv2; print(numpy.__file__, cv2.__file__)'"
    expect("/opt/" not in fresh.run(numpy), "numpy and OpenCV are the system's")


def again(fresh: Fresh) -> None:
    """The same once more."""
    print("again", flush=True)
    before = tree(fresh)
    said = fresh.run(documented("install"), "pi")
    expect("nothing was to be done" in said, "twice changes nothing, by its own word")
    expect(tree(fresh) == before, "twice changes no file")


def used(fresh: Fresh) -> None:
    """The program is used."""
    print("a self-test, a reading and the bench", flush=True)
    print(fresh.run(f"cd / && sudo -u hamarreko {PROGRAM} self-test --only reading --only batch --only space"))
    print(fresh.run(f"cd / && {PROGRAM} bench --rounds 3").split("\n\n")[0])


def upgraded(fresh: Fresh) -> None:
    """Upgraded during a match: refused, and done where somebody says so."""
    print("a match is on", flush=True)
    for button in ("ok", "envido-ns", "tira"):
        fresh.run(PRESS.format(button=button))
    change(fresh, "firmware/__init__.py", '__version__ = "0.1.0"', '__version__ = "0.1.0+better"')
    said = fresh.run(documented("upgrade"), "pi", fails=True)
    expect("a match is being played" in said, "during a match nothing is upgraded")
    fresh.run("cd ~/hamarreko && sudo make install DURING_MATCH=yes", "pi")
    expect("0.1.0+better" in fresh.run(f"{PROGRAM} --version"), "the new version is there")
    score = fresh.run(page("api/state"))
    expect('"NS":1' in score.replace(" ", ""), "the match goes on where it was")


def not_upgraded(fresh: Fresh) -> None:
    """Upgraded to a version that does not start."""
    print("a version that does not start", flush=True)
    running = os.readlink(fresh.path("/opt/hamarreko/current"))
    change(
        fresh,
        "firmware/table/program.py",
        "from __future__ import annotations\n",
        "from __future__ import annotations\n\nimport not_there\n",
    )
    said = fresh.run("cd ~/hamarreko && git pull && sudo make install DURING_MATCH=yes", "pi", fails=True)
    expect("the one before runs again" in said, "it goes back, by its own word")
    expect(os.readlink(fresh.path("/opt/hamarreko/current")) == running, "the release before is the current one")
    expect('"NS":1' in fresh.run(page("api/state")).replace(" ", ""), "the match goes on where it was")


def uninstalled(fresh: Fresh) -> None:
    """Taken off again; the data stay."""
    print("uninstall", flush=True)
    fresh.run(f"cd ~/hamarreko && git reset --quiet --hard HEAD~1 && {documented('uninstall')}", "pi", fails=True)
    fresh.run("cd ~/hamarreko && sudo make uninstall DURING_MATCH=yes", "pi")
    expect(fresh.path("/var/lib/hamarreko/journal.sqlite").exists(), "the journal is still there")
    expect(fresh.path("/boot/firmware/config.txt").read_text() == _CONFIG, "config.txt is as it was")
    expect(fresh.path("/boot/firmware/cmdline.txt").read_text() == _CMDLINE, "cmdline.txt is as it was")
    expect(not fresh.path("/opt/hamarreko").exists(), "the program is gone")
    left = fresh.run("find /etc /usr/lib/systemd -name '*hamarreko*' | sort").split()
    expect(left == [], f"no file of its own is left in /etc ({' '.join(left)})")


STAGES = (installed, again, used, upgraded, not_upgraded, uninstalled)
"""Everything that docs/install.md promises, in order."""


def tree(fresh: Fresh) -> dict[str, str]:
    """Every file that an installation may touch, with its content's sum; what the running table writes is left out."""
    found = {}
    for top in ("etc", "opt", "boot", "usr/lib/systemd"):
        for path in fresh.path(top).rglob("*"):
            if path.is_symlink():
                found[str(path)] = os.readlink(path)
            elif path.is_file() and path.suffix != ".pyc":
                found[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def trial(fresh: Fresh) -> None:
    """Go through all of it."""
    try:
        make_it_a_pi_os(fresh)
        hand_over(fresh)
        for stage in STAGES:
            stage(fresh)
    finally:
        subprocess.run(("chroot", str(fresh.folder), "systemctl", "stop", "hamarreko.service"), check=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Go through it; 1 where something is not as the documentation says."""
    return go_through("tests.hardware.fresh_debian", __doc__, trial, argv)


if __name__ == "__main__":
    sys.exit(main())
