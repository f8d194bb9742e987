"""`hamarreko read`: photographs of the table in, readings out."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.cards import Suit
from firmware.decks.kept import find_deck, kept_decks
from firmware.decks.strange import in_words
from firmware.devices.threads import thread_count
from firmware.files.arguments import degrees, told
from firmware.files.lines import put, put_json
from firmware.files.pictures import UPRIGHT, Pictures
from firmware.keeping.folders import data_folder
from vision.enrolled.deck import DeckError
from vision.network import ModelError
from vision.reader import Reader
from vision.reading import TableReading

_SUITS = tuple(Suit)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = UPRIGHT
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--deck", metavar="NAME|FILE", help="the enrolled deck that lies on the table")
    parser.add_argument("--turn", type=degrees, default=0.0, metavar="DEG", help="turn the picture clockwise first")
    parser.add_argument("--players", type=int, choices=(2, 4), default=4)
    parser.add_argument("--frames", action="store_true", help="all pictures show the same table: one reading")
    parser.add_argument("--any", action="store_true", help="whatever cards are in sight, no seats")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where enrolled decks are kept")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument("--threads", type=thread_count, default=1, help="processor threads to use (default 1)")


def run(args: argparse.Namespace) -> int:
    """Read every picture; 1 if one of them, a model or a deck is unfit. UsageError where the deck is not there."""
    try:
        deck = find_deck(args.deck, data_folder(args.data)) if args.deck is not None else None
        reader = Reader.shipped(players=args.players, turn=args.turn, threads=args.threads, deck=deck)
    except (ModelError, DeckError) as error:
        return told("read", error)
    pictures = Pictures("read", args.pictures, args.json, missing_too=True)

    def unfit(kept: DeckError) -> None:
        pictures.status = told("read", kept)

    if not deck:
        reader = reader.recognising(kept_decks(data_folder(args.data), unfit), unfit)
    if args.frames:
        loaded = list(pictures)
        if loaded:
            try:
                reading = reader.read_frames([each.picture for each in loaded], loaded[0].name, seated=not args.any)
            except ValueError as error:
                pictures.complain(loaded[0].name, str(error))
            else:
                _print(reading, sum(each.ms for each in loaded), args.json)
        return pictures.status
    for name, picture, ms in pictures:
        _print(reader.read(picture, name, not args.any), ms, args.json)
        del picture  # else it is kept while the next one is loaded
    return pictures.status


def _print(reading: TableReading, loading: float, as_json: bool) -> None:
    reading.ms.update(load=loading, total=reading.ms["total"] + loading)
    put_json(reading.to_json()) if as_json else put(describe(reading))


def describe(reading: TableReading) -> str:
    """The reading as a person wants it: the hands, then what is in doubt."""
    certain = "complete" if reading.complete else "scorable" if reading.scorable else "not certain"
    lines = [f"{reading.image}: {certain}"]
    unsure_suits = {doubt.card for doubt in reading.doubts if doubt.suit_only}
    hands: dict[str, list[str]] = {}
    in_order = sorted(enumerate(reading.cards), key=lambda one: (-one[1].card.rank, _SUITS.index(one[1].card.suit)))
    for place, read in in_order:
        name = f"{read.card.rank}?" if place in unsure_suits else str(read.card)
        hands.setdefault(read.seat.value if read.seat else "in sight", []).append(name)
    order = [seat.value for seat in reading.hands()]
    lines += [f"  {seat}: {' '.join(hands[seat])}" for seat in (*order, "in sight") if seat in hands]
    if reading.strange:
        lines.append(f"  also: {in_words(thing.kind for thing in reading.strange)}")
    lines += [f"  ? {text}" for text in dict.fromkeys(doubt.text for doubt in reading.doubts)]
    return "\n".join(lines)
