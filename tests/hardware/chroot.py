"""A fresh Debian in a folder, to try things on a system where nothing of this project is. As root, on Debian.

It needs the standard library alone.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MIRROR = "http://deb.debian.org/debian"
_OWN_CERTIFICATES = Path("/usr/local/share/ca-certificates")
_UNSHARED = "HAMARREKO_UNSHARED"


class FailedError(RuntimeError):
    """A command did not do what it should."""


class Fresh:
    """A fresh Debian in a folder."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        """`environment`: what every command finds there, beside the usual."""
        self.folder = folder
        self.environment = dict(environment or {})

    def path(self, name: str) -> Path:
        return self.folder / name.lstrip("/")

    def write(self, name: str, text: str) -> None:
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_text(text)

    def run(self, script: str, user: str = "root", fails: bool = False) -> str:
        """Type lines into a shell of a user; what they said. FailedError where they fail, or do not with `fails`."""
        shell = ("su", "-", user, "-c", f"set -e\n{script}") if user != "root" else ("bash", "-ec", script)
        done = subprocess.run(
            ("chroot", str(self.folder), *shell), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **self.environment},
        )  # fmt: skip
        if bool(done.returncode) is not fails:
            raise FailedError(f"{script!r} ended with status {done.returncode}:\n{done.stdout[-3000:]}")
        return done.stdout


def bootstrap(
    suite: str,
    folder: Path,
    base: Path | None,
    include: str = "ca-certificates",
    foreign: str | None = None,
    configured: bool = True,
) -> Fresh:
    """A fresh system: Debian's smallest with the packages `include`, or a copy of one that was made before.

    `foreign`: of another machine's architecture, whose programs the kernel has to know how to run. Not `configured`,
    its packages are unpacked and that is all: much quicker, since nothing of it has to be run.
    """
    if folder.exists():
        raise FailedError(f"{folder} is there already: take it away, or name another one with --folder")
    if base is not None:
        subprocess.run(("cp", "-a", str(base), str(folder)), check=True)
    else:
        words = ["debootstrap", "--variant=minbase", f"--include={include}"]
        words += [f"--arch={foreign}", "--foreign"] if foreign else []
        subprocess.run((*words, suite, str(folder), MIRROR), check=True)
        if foreign and configured:
            subprocess.run(("chroot", str(folder), "/debootstrap/debootstrap", "--second-stage"), check=True)
        elif foreign:
            unpack(folder)
    fresh = Fresh(folder)
    for name in ("/etc/resolv.conf", "/etc/hosts"):
        shutil.copyfile(name, fresh.path(name))
    return fresh


def unpack(folder: Path) -> None:
    """Every package that debootstrap has loaded into the folder, by this machine's own dpkg."""
    for package in sorted((folder / "var/cache/apt/archives").glob("*.deb")):
        content = subprocess.run(("dpkg-deb", "--fsys-tarfile", str(package)), check=True, capture_output=True).stdout
        words = ("tar", "--extract", "--keep-directory-symlink", "--directory", str(folder))
        subprocess.run(words, input=content, check=True)
    # Where it may make no devices debootstrap leaves this one to the second stage: a link that goes nowhere but home.
    proc = folder / "proc"
    if proc.is_symlink():
        proc.unlink()
        proc.mkdir()


def mount(fresh: Fresh) -> None:
    """The kernel's folders, in this program's own view of the system: they are gone when it ends."""
    subprocess.run(("mount", "--bind", "/dev", str(fresh.path("/dev"))), check=True)
    subprocess.run(("mount", "-t", "proc", "proc", str(fresh.path("/proc"))), check=True)
    subprocess.run(("mount", "-t", "sysfs", "sys", str(fresh.path("/sys"))), check=False)


def trust_own_certificates(fresh: Fresh) -> None:
    """Where this machine reaches the package registries by a door of its own, the fresh system does so too."""
    if _OWN_CERTIFICATES.is_dir() and any(_OWN_CERTIFICATES.iterdir()):
        shutil.copytree(_OWN_CERTIFICATES, fresh.path(str(_OWN_CERTIFICATES)), dirs_exist_ok=True)
        fresh.run("update-ca-certificates")
        fresh.write("/etc/pip.conf", "[global]\ncert = /etc/ssl/certs/ca-certificates.crt\n")


def unshared(module: str, argv: Sequence[str] | None) -> int | None:
    """Start the module's command again where its mounts are its own and gone when it ends; the status it ends with.

    None where it runs so already. 1 and a sentence where it may not.
    """
    if os.geteuid() != 0:
        print("this needs root: debootstrap, chroot and mount do", file=sys.stderr)
        return 1
    if _UNSHARED in os.environ:
        return None
    words = ("unshare", "--mount", sys.executable, "-m", module, *(argv or sys.argv[1:]))
    return subprocess.run(words, env={**os.environ, _UNSHARED: "1"}, cwd=ROOT).returncode


def go_through(module: str, what: str | None, trial: Callable[[Fresh], None], argv: Sequence[str] | None) -> int:
    """A command that makes a fresh Debian and tries something there; 1 where it is not as the documentation says.

    `what`: what the command says of itself when it is asked for help.
    """
    parser = argparse.ArgumentParser(prog=f"python3 -m {module}", description=what)
    parser.add_argument("suite", choices=("bookworm", "trixie"))
    parser.add_argument("--folder", type=Path, help="where (fresh-SUITE below the working folder)")
    parser.add_argument("--base", type=Path, help="a debootstrapped system to copy instead of making one")
    args = parser.parse_args(argv)
    if (ended := unshared(module, argv)) is not None:
        return ended
    began = time.time()
    folder = (args.folder or Path(f"fresh-{args.suite}")).resolve()
    try:
        fresh = bootstrap(args.suite, folder, args.base)
        mount(fresh)
        trial(fresh)
    except (FailedError, subprocess.CalledProcessError) as error:
        print(f"failed: {error}", file=sys.stderr)
        return 1
    print(f"{args.suite}: all as documented, in {shlex.quote(str(folder))}, {time.time() - began:.0f} s")
    return 0
