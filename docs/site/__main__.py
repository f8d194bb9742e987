"""`python -m docs.site`: the documentation as a site, and what of it is made from the catalogues."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from docs.site.building import build
from docs.site.reading import PageError


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    built = commands.add_parser("build", help="write the site into a folder, in the place of an earlier one")
    built.add_argument("folder", type=Path)
    commands.add_parser("write", help="write anew what is made from the catalogues and kept in docs")
    commands.add_parser("picture", help="make the pictures of the program anew that are old; wants Chromium")
    options = parser.parse_args(arguments)
    try:
        if options.command == "write":
            return _write()
        if options.command == "picture":
            return _picture()
        count = build(options.folder)
    except (PageError, OSError) as error:
        print(f"docs: {error}", file=sys.stderr)
        return 1
    print(f"{count} pages: {(options.folder / 'index.html').resolve()}")
    return 0


def _write() -> int:
    from docs.site import sentences, table_picture

    for path, text in (*table_picture.made(), *sentences.made()):
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"written: {path}")
    return 0


def _picture() -> int:
    from docs.site import program_pictures

    for shown in program_pictures.KEPT:
        if shown.old:
            shown.write()
            print(f"written: {shown.picture.kept}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
