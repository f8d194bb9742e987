"""The program on a 64-bit Arm Debian: `python -m tests.hardware.arm --release bookworm|trixie`.

As root, on Debian or Ubuntu for x86-64, from a virtual environment in which this project runs (`make test` makes one):
`apt-get install debootstrap qemu-user-static`, and for the drivers `qemu-system-arm device-tree-compiler`. It takes an
hour or two and 4 GB, and is no part of `make test`. docs/arm.md says what it does and what came of it.

The fresh system's programs are run by qemu one by one, each by a core as the Raspberry Pis have them. What is marked
and read there must be what is marked and read here. For the drivers a whole machine is started, because their devices
are the kernel's. HAMARREKO_DATA names a folder whose `tables/*.jpg` are read as well.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.hardware.arm import compare, drivers, given, kernel, machine, suites, wheels
from tests.hardware.arm.cores import CORES, Core
from tests.hardware.arm.emulation import QEMU, emulated
from tests.hardware.chroot import ROOT, FailedError, Fresh, bootstrap, mount, unshared

PYTHON = "/srv/venv/bin/python"
PROJECT = "/srv/hamarreko"
SHARED = "/srv/given"
_INCLUDE = "python3,python3-venv,tzdata"
_LGPIO = "lgpio==0.2.2.0 --hash=sha256:a2f71fb95b149d8ac82c7c6bae70f054f6dc42a006ad35c90c7d8e54921fbcf4"
"""Of the drivers' packages the one that is in no lock file: on a Raspberry Pi it comes with the system."""


class Trial(NamedTuple):
    """One fresh system, with where things lie on this machine."""

    fresh: Fresh
    folder: Path
    release: str
    python: str
    glibc: str
    readers: Sequence[Core]
    """The cores that pictures are read on."""

    def here(self, *words: str) -> list[str]:
        """Lines of a command of `hamarreko` on this machine."""
        command = (sys.executable, "-m", "firmware.cli", *words)
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        return done.stdout.splitlines()

    def there(self, core: Core, words: str) -> list[str]:
        """The same in the fresh system, on that core."""
        said = f"/srv/said-{core.name}"
        with self.on(core):
            self.fresh.run(f"cd {PROJECT} && {PYTHON} -m firmware.cli {words} >{said} 2>/srv/errors || [ $? = 1 ]")
        return self.fresh.path(said).read_text("utf-8").splitlines()

    @contextmanager
    def on(self, core: Core) -> Iterator[None]:
        """The fresh system's programs run on that core, and see it where the kernel tells of its cores."""
        self.fresh.environment["QEMU_CPU"] = core.name
        cpuinfo = f"/srv/cpuinfo-{core.name}"
        self.fresh.write(cpuinfo, core.cpuinfo())
        subprocess.run(("mount", "--bind", self.fresh.path(cpuinfo), self.fresh.path("/proc/cpuinfo")), check=True)
        try:
            yield
        finally:
            subprocess.run(("umount", self.fresh.path("/proc/cpuinfo")), check=True)


class Result:
    """What came of it: printed as it comes."""

    def __init__(self) -> None:
        self.right = True
        self._began = time.monotonic()

    def say(self, what: str, right: bool = True) -> None:
        """A line of it."""
        self.right &= right
        minutes = (time.monotonic() - self._began) / 60
        print(f"{'so it is' if right else 'NOT SO'} ({minutes:.0f} min): {what}", flush=True)


def prepared(release: str, folder: Path, base: Path | None, configured: bool, readers: Sequence[Core]) -> Trial:
    """A fresh system with the project and its wheels, or the one that was made in that folder before."""
    there = folder / "system"
    made = (there / "srv").is_dir()
    fresh = Fresh(there) if made else bootstrap(release, there, base, _INCLUDE, "arm64", configured)
    mount(fresh)
    asked = "import sys, platform; print('%d.%d' % sys.version_info[:2], platform.libc_ver()[1])"
    python, glibc = fresh.run(f'python3 -c "{asked}"').split()
    trial = Trial(fresh, folder, release, python, glibc, readers)
    hand_over(fresh)
    if not next(fresh.path("/srv").glob("venv/lib/*/site-packages/hamarreko.pth"), None):
        install(trial)
    return trial


def hand_over(fresh: Fresh) -> None:
    """The project's committed files, and the catalogues that are compiled of them."""
    shutil.rmtree(fresh.path(PROJECT), ignore_errors=True)
    fresh.path(PROJECT).mkdir(parents=True)
    archived = subprocess.run(("git", "-C", ROOT, "archive", "HEAD"), check=True, capture_output=True).stdout
    subprocess.run(("tar", "--extract", "--directory", fresh.path(PROJECT)), input=archived, check=True)
    for catalogue in (ROOT / "words").rglob("*.mo"):
        shutil.copyfile(catalogue, fresh.path(PROJECT) / catalogue.relative_to(ROOT))


def install(trial: Trial) -> None:
    """The pinned packages as Arm wheels, in a virtual environment that knows the project's folder."""
    trial.fresh.run(f"python3 -m venv --without-pip {PYTHON.removesuffix('/bin/python')}")
    packages = trial.fresh.path(f"/srv/venv/lib/python{trial.python}/site-packages")
    entries = list(wheels.pinned((ROOT / "requirements-test.lock").read_text("utf-8"), trial.python))
    entries += [_LGPIO] if trial.release == kernel.SUITE else []
    requirements = trial.folder / "requirements.txt"
    requirements.write_text("".join(f"{entry}\n" for entry in entries))
    wheels.install(requirements, packages, trial.python, trial.glibc)
    (packages / "hamarreko.pth").write_text(f"{PROJECT}\n")


def score(trial: Trial, result: Result) -> None:
    """`hamarreko score` over a file of records, every line of it."""
    there = trial.fresh.path(SHARED)
    there.mkdir(exist_ok=True)
    file = given.records(there)
    here = trial.here("score", str(file))
    wrong = compare.scores(here, trial.there(CORES[0], f"score {SHARED}/{file.name}"))
    errors = sum('"error"' in line for line in here)
    what = f"{len(here)} records (of them {errors} refused) are marked alike"
    result.say("; ".join((what, *wrong[:3])), not wrong)


def read(trial: Trial, result: Result) -> None:
    """`hamarreko read`: twenty pictures and the given ones, by a core with the newer instructions and one without."""
    there = trial.fresh.path(SHARED)
    there.mkdir(exist_ok=True)
    data = os.environ.get("HAMARREKO_DATA")
    names = [path.name for path in given.pictures(there, Path(data) if data else None)]
    here = trial.here("read", "--json", *(str(there / name) for name in names))
    (trial.folder / "read-here.jsonl").write_text("".join(f"{line}\n" for line in here))
    for core in trial.readers:
        words = shlex.join(f"{SHARED}/{name}" for name in names)
        lines = trial.there(core, f"read --json {words}")
        (trial.folder / f"read-{core.name}.jsonl").write_text("".join(f"{line}\n" for line in lines))
        found = compare.compare(here, lines)
        result.say(
            f"{core.name} ({core.board}): {found.pictures} pictures, {found.cards} cards, {found.complete} complete,"
            f" read alike; confidences at most {found.confidence:.4f} apart, corners {found.corner:.1f} pixels"
            + "".join(f"; {what}" for what in found.differences),
            not found.differences,
        )


def engine(trial: Trial, result: Result) -> None:
    """The engine's tests."""
    _tests(trial, result, suites.ENGINE)


def rest(trial: Trial, result: Result) -> None:
    """The other tests that need no browser."""
    for what, left_out in suites.REST.items():
        _tests(trial, result, (what, *left_out))


def _tests(trial: Trial, result: Result, what: Sequence[str]) -> None:
    log = f"/srv/{Path(what[0]).stem}.log"
    with trial.on(CORES[0]):
        trial.fresh.run(f"cd {PROJECT} && {suites.command(PYTHON, what, log)}")
    found = suites.counted(trial.fresh.path(log).read_text("utf-8"))
    result.say(f"{' '.join(what)}: {found}", not found.wrong and found.passed > 0)


def in_a_machine(trial: Trial, result: Result) -> None:
    """Buttons and display on the kernel's stand-ins for them."""
    if trial.release != kernel.SUITE:
        print(f"the drivers are tried on {kernel.SUITE} alone: {kernel.__doc__}", flush=True)
        return
    with_modules = kernel.built(trial.folder / "builder")
    command = f"PYTHONPATH={PROJECT} {PYTHON} -B -m tests.hardware.arm.guest"
    first = machine.first_program(with_modules.busybox, with_modules.modules, command)
    said = machine.run(trial.folder, with_modules.image, first, trial.fresh.folder)
    print(f"kernel {with_modules.version}", flush=True)
    for found in drivers.judge(said):
        result.say(found.what, found.right)


STAGES: dict[str, Callable[[Trial, Result], None]] = {
    "score": score, "read": read, "drivers": in_a_machine, "engine": engine, "rest": rest,
}  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Go through it; 1 where something is not as it is on x86-64."""
    parser = argparse.ArgumentParser(prog="python -m tests.hardware.arm", description=__doc__)
    parser.add_argument("--release", choices=("bookworm", "trixie"), default="bookworm")
    parser.add_argument("--folder", type=Path, help="where (build/arm-RELEASE); what is there already is used")
    parser.add_argument("--base", type=Path, help="a debootstrapped arm64 system to copy instead of making one")
    parser.add_argument("--unpacked", action="store_true", help="its packages not configured: half an hour sooner")
    parser.add_argument("--only", choices=STAGES, action="append", help="one part of it; may be given again")
    parser.add_argument("--core", choices=[core.name for core in CORES], help="read on this one alone")
    parser.add_argument("--tests", action="append", metavar="PATH", help="these tests alone; may be given again")
    args = parser.parse_args(argv)
    if (ended := unshared("tests.hardware.arm", argv)) is not None:
        return ended
    folder = (args.folder or ROOT / "build" / f"arm-{args.release}").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    result = Result()
    try:
        with emulated():
            readers = [core for core in CORES if core.name == args.core] or [CORES[0], CORES[-1]]
            trial = prepared(args.release, folder, args.base, not args.unpacked, readers)
            _head(trial)
            for name in args.only or (() if args.tests else STAGES):
                STAGES[name](trial, result)
            if args.tests:
                _tests(trial, result, args.tests)
    except (FailedError, suites.CutShortError, subprocess.CalledProcessError) as error:
        print(f"failed: {error}", file=sys.stderr)
        return 1
    print("all alike" if result.right else "not all alike")
    return 0 if result.right else 1


def _head(trial: Trial) -> None:
    commit = subprocess.run(("git", "-C", ROOT, "rev-parse", "--short", "HEAD"), capture_output=True, text=True).stdout
    qemu = subprocess.run((QEMU, "--version"), capture_output=True, text=True).stdout.splitlines()[0]
    print(
        f"Debian {trial.release}, arm64, Python {trial.python}, glibc {trial.glibc}; commit {commit.strip()}; {qemu};\n"
        f"here: {platform.machine()}, Python {platform.python_version()}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
