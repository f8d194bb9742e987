"""`python -m docs.made`: the documentation's pictures and lists that are made by program, made anew."""

from __future__ import annotations

import argparse
import sys


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m docs.made", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    commands.add_parser("write", help="what is made from the catalogues and kept in docs")
    commands.add_parser("picture", help="the pictures of the program that are old; wants Chromium")
    if parser.parse_args(arguments).command == "write":
        return _write()
    return _picture()


def _write() -> int:
    from docs.made import law, sentences, table_picture
    from hardware.drawings.documents import write

    for path in write((*table_picture.made(), *sentences.made(), *law.made())):
        print(f"written: {path}")
    return 0


def _picture() -> int:
    from docs.made.program_pictures import KEPT
    from hardware.drawings.pictures import save

    for picture, made in KEPT.items():
        if picture.old:
            save(made(), picture.kept, picture.stamp())
            print(f"written: {picture.kept}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
