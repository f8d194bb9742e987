"""`hamarreko enrol`: a club's own deck, learned from photographs of its forty cards."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware.decks.kept import keep_deck
from firmware.devices.threads import thread_count
from firmware.files.arguments import UsageError, told
from firmware.files.pictures import UPRIGHT, Pictures
from firmware.keeping.folders import data_folder
from vision.enrolled.deck import DeckError, checked_name
from vision.enrolled.layout import LayoutError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = UPRIGHT
    parser.add_argument(
        "pictures", nargs="*", type=Path, metavar="PICTURE", help="one or two photographs of the deck, eight at most"
    )
    parser.add_argument("--deck", metavar="NAME", help="what the deck is to be called")
    parser.add_argument("--data", metavar="FOLDER", help="where enrolled decks are kept")
    parser.add_argument("--layout", type=_png, metavar="FILE.png", help="draw how the cards must lie")
    parser.add_argument("--threads", type=thread_count, default=1, help="processor threads to use (default 1)")


def _png(text: str) -> Path:
    """The drawing's file. A photograph that was meant to follow a switch would be drawn over."""
    if (path := Path(text)).suffix.lower() == ".png":
        return path
    raise argparse.ArgumentTypeError(f"not a name that ends in .png: {text!r}")


def run(args: argparse.Namespace) -> int:
    """Draw the layout, learn the deck, or both; 1 where a photograph is refused. UsageError where a file is missing."""
    if not args.pictures and (args.layout is None or args.deck is not None):
        raise UsageError("name one or two photographs of the deck, or --layout FILE.png")
    if args.pictures and args.deck is None:
        raise UsageError("say what the deck is to be called: --deck NAME")
    pictures = Pictures("enrol", args.pictures, as_json=False)
    if args.layout is not None:
        _draw(args.layout)
    return _enrol(args, pictures) if args.pictures else 0


def _draw(path: Path) -> None:
    from firmware.decks.layout_sheet import layout_sheet  # the drawing is wanted seldom

    try:
        layout_sheet().save(path, "PNG", optimize=True)
    except OSError as error:
        raise UsageError(f"--layout {path}: cannot be written: {error.strerror or error}") from error
    print(f"the layout is drawn in {path}")


def _enrol(args: argparse.Namespace, pictures: Pictures) -> int:
    from vision.enrolled.learn import different, learn
    from vision.network import ModelError
    from vision.reader import Reader

    data = data_folder(args.data)
    try:
        checked_name(args.deck)
    except DeckError as error:
        raise UsageError(f"--deck: {error}") from error
    photographs = different([(loaded.name, loaded.picture) for loaded in pictures])
    if pictures.status:
        return pictures.status
    try:
        reader = Reader.shipped(threads=args.threads)
        deck = learn(args.deck, photographs, reader)
        path, replaced = keep_deck(deck, data)
    except (LayoutError, DeckError, ModelError) as error:
        return told("enrol", str(error))
    except OSError as error:
        return told("enrol", f"the deck cannot be kept in {data}: {error.strerror or error}")
    count = len(photographs)
    print(f"{deck.name}: forty cards learned from {count} photograph{'s' * (count > 1)}, and read back right")
    print(f"{'replaced' if replaced else 'kept in'} {path}")
    return 0
