"""`python -m hardware`: the optics of a table, the drawings and prints of the box, the tables in the documentation."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from hardware import optics
from vision.lens import LENSES


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m hardware", description=__doc__)
    commands = parser.add_subparsers(required=True)
    table = commands.add_parser("optics", help="the camera and height for a table, and what it sees of the cards")
    table.add_argument("table", help="width x depth in cm, as 90x90")
    table.add_argument("--camera", choices=LENSES, help="look through this one")
    table.add_argument("--height", type=float, help="of the lens above the table, cm")
    table.add_argument("--highest", type=float, default=optics.HIGHEST / 10, help="that may be, cm")
    table.set_defaults(do=_optics)
    written = commands.add_parser("write", help="write anew what is made from pins.toml, measures.toml and parts.csv")
    written.set_defaults(do=_write)
    built = commands.add_parser("build", help="prints, pictures, drawings, wiring and labels into a folder")
    built.add_argument("folder", type=Path)
    built.set_defaults(do=_build)
    package = commands.add_parser("package", help="the Debian package and the memory card's archive into a folder")
    package.add_argument("folder", type=Path)
    package.add_argument("--architecture", choices=("arm64", "amd64"), default="arm64", help="amd64: to try it on a PC")
    package.set_defaults(do=_package)
    options = parser.parse_args(arguments)
    try:
        options.do(options)
    except (RuntimeError, ValueError, OSError) as error:
        print(f"hardware: {error}", file=sys.stderr)
        return 1
    return 0


def _optics(options: argparse.Namespace) -> None:
    sides = re.fullmatch(r"(\d+(?:\.\d+)?)[x×](\d+(?:\.\d+)?)", options.table)
    if sides is None:
        raise ValueError(f"{options.table!r} is no table: width x depth in cm is meant, as 90x90")
    table = optics.Table(float(sides[1]) * 10, float(sides[2]) * 10)
    lenses = (LENSES[options.camera],) if options.camera else tuple(LENSES.values())
    if options.height is not None:
        advice = optics.at(table, lenses[0], options.height * 10)
    else:
        advice = optics.advise(table, lenses, options.highest * 10)
    print(optics.in_words(advice))


def _write(options: argparse.Namespace) -> None:
    from hardware.drawings.documents import made, write

    for path in write(made()):
        print(f"written: {path}")


def _build(options: argparse.Namespace) -> None:
    from hardware.build import build

    build(options.folder, print)


def _package(options: argparse.Namespace) -> None:
    from hardware.package.build import card, package

    deb = package(options.folder, options.architecture)
    for path in (deb, card(deb)):
        print(f"{path}: {path.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
