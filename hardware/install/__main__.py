"""`python3 -m hardware.install install|uninstall`, as root: what `make install` runs, and the Debian package."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from hardware.install.installing import install, plan, uninstall
from hardware.install.machine import InstallError, Machine, ask, run
from hardware.install.plan import Choices
from hardware.install.release import Source, Wheels

CHECKOUT = Path(__file__).resolve().parents[2]


def main(argv: Sequence[str] | None = None) -> int:
    """Install or uninstall on this machine; 0 done, 1 something could not be done and was said, 2 wrong usage."""
    parser = argparse.ArgumentParser(prog="hardware.install", description="Install hamarreko on a Raspberry Pi.")
    parser.add_argument("what", choices=("install", "uninstall", "plan"), help="plan: say what install would do")
    parser.add_argument("--wheels", type=Path, metavar="FOLDER", help="of a Debian package; else from this checkout")
    parser.add_argument("--overlay", choices=("yes", "no"), help="the root is only read; changes stay in memory")
    parser.add_argument("--data-device", metavar="DEVICE", help="a partition of its own for the data, /dev/…")
    parser.add_argument("--rtc", metavar="CHIP", help="a clock on the display's bus (ds3231, …), or none")
    parser.add_argument("--during-match", choices=("yes", "no"), default="no", help="also while a match is on")
    args = parser.parse_args(argv)
    overlay = None if args.overlay is None else args.overlay == "yes"
    choices, machine = Choices(overlay, args.data_device, args.rtc), Machine(Path("/"), run, ask)
    source = Wheels(args.wheels) if args.wheels else Source(CHECKOUT)
    if args.what != "plan" and os.geteuid() != 0:
        print(f"hamarreko: {args.what} changes the system: sudo make {args.what}", file=sys.stderr)
        return 1
    os.umask(0o022)  # others have to read what is installed, however careful the shell is
    try:
        if args.what == "plan":
            for line in plan(machine, source, choices) or ["nothing is to be done"]:
                print(line)
        elif args.what == "install":
            install(machine, source, choices, args.during_match == "yes")
        else:
            uninstall(machine, args.during_match == "yes")
    except InstallError as error:
        print(f"hamarreko: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
